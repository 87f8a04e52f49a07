"""What stands above a span in its tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.trace.importers.spans import Span


class Tree:
    """Writes into each span what stands above it, from the roots down.

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
        for root in (*self.roots, *spans):
            if root.depth < 0:
                self._walk(root, children)

    def _walk(self, root: Span, children: Mapping[str, list[Span]]) -> None:
        root.depth = 0
        waiting = [root]
        while waiting:
            parent = waiting.pop()
            below = children.get(parent.span_id)
            if below is None:
                continue
            depth, kind = parent.depth + 1, parent.kind
            agent = parent if kind == "agent" else parent.agent_above
            busy = parent if kind != "other" else parent.busy_above
            named = parent.agent_name or parent.named_above
            for span in below:
                if span.depth >= 0:
                    continue
                span.depth, span.agent_above, span.busy_above = depth, agent, busy
                same = agent is not None and agent.agent_name == span.agent_name
                span.caller = agent.caller if agent is not None and same else agent
                span.named_above = named
                waiting.append(span)
