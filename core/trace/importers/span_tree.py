"""What stands above a span in its tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.trace.importers.spans import Span


class Tree:
    """What stands above each span, by span id; found once, from the roots down.

    Spans whose parent isn't in the trace are roots; a circle of parents is cut open somewhere.
    """

    def __init__(self, spans: Sequence[Span]) -> None:
        by_id = {span.span_id: span for span in spans}
        children: defaultdict[str, list[Span]] = defaultdict(list)
        self.roots: list[Span] = []
        for span in spans:
            if span.parent_id in by_id and span.parent_id != span.span_id:
                children[span.parent_id].append(span)
            else:
                self.roots.append(span)
        self.depth: dict[str, int] = {}
        self.agent_above: dict[str, Span | None] = {}
        self.busy_above: dict[str, Span | None] = {}
        """Nearest span above that is an agent, a model call or a tool."""
        self.caller: dict[str, Span | None] = {}
        """Nearest agent span above that is of another agent."""
        self.named_above: dict[str, str | None] = {}
        for root in (*self.roots, *spans):
            if root.span_id not in self.depth:
                self._walk(root, children)

    def _walk(self, root: Span, children: Mapping[str, list[Span]]) -> None:
        self._place(root, None)
        waiting = [root]
        while waiting:
            parent = waiting.pop()
            for span in children.get(parent.span_id, ()):
                if span.span_id not in self.depth:
                    self._place(span, parent)
                    waiting.append(span)

    def _place(self, span: Span, parent: Span | None) -> None:
        key = span.span_id
        if parent is None:
            self.depth[key] = 0
            self.agent_above[key] = self.caller[key] = self.busy_above[key] = None
            self.named_above[key] = None
            return
        above, kind = parent.span_id, parent.kind
        self.depth[key] = self.depth[above] + 1
        agent = parent if kind == "agent" else self.agent_above[above]
        self.agent_above[key] = agent
        same = agent is not None and agent.agent_name == span.agent_name
        self.caller[key] = self.caller[agent.span_id] if agent is not None and same else agent
        self.busy_above[key] = parent if kind != "other" else self.busy_above[above]
        self.named_above[key] = parent.agent_name or self.named_above[above]
