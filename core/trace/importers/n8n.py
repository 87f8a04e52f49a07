"""Executions of n8n: what each node of a workflow was given and made, run by run.

Agents are the nodes that a model or a tool is connected to; what started the run is the user where it
is a chat, else the node itself. A node run names the node before it: if that is an agent, the handoff
is recorded, if plain nodes stand between, it is inferred.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, read_count, read_time, text_or_none
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace

USER: Final = "user"
BETWEEN: Final = "the nodes in between pass it on to the next agent"
ANSWERS: Final = "the last answer goes to whoever began the run"
_AGENTS: Final = (
    ".agent", ".agentTool", ".chainLlm", ".chainRetrievalQa", ".chainSummarization",
    ".openAiAssistant", ".textClassifier", ".informationExtractor", ".sentimentAnalysis",
)  # fmt: skip
"""What the types of nodes end with that call a model themselves."""
_SAID: Final = ("output", "text", "response", "chatInput", "message", "content")
_MOST_BETWEEN: Final = 50
"""Nodes between two agents that are looked through."""


@dataclass(eq=False)
class _NodeRun:
    """One run of a node."""

    node: str
    number: int
    raw: dict[str, Any]
    where: str
    start: int
    end: int
    made: dict[str, Any]
    """Its outputs, by kind of connection."""
    index: int | None = None
    """Place of its event, once it is written."""
    before: tuple[str, int] | None = None
    to: list[tuple[str, bool]] = field(default_factory=list)
    """Who goes on with what it made, and whether plain nodes stand between."""


def _data(value: Any) -> dict[str, Any] | None:
    """Return the runs of the nodes of an execution, None if this is none."""
    if not isinstance(value, dict):
        return None
    for held in (value.get("data"), value):
        found = held.get("resultData") if isinstance(held, dict) else None
        runs = found.get("runData") if isinstance(found, dict) else None
        if isinstance(runs, dict):
            return runs
    return None


def _executions(value: Any) -> list[Any]:
    items = value.get("data", value.get("results")) if isinstance(value, dict) else value
    return items if isinstance(items, list) else [value]


class N8nImporter:
    """Executions of n8n's workflows."""

    name = "n8n"
    title = "n8n execution"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is an execution, or holds some."""
        first = source.first
        return _data(first) is not None or any(
            _data(item) is not None for item in _executions(first)[:3]
        )

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each execution."""
        stem = PurePath(source.name).stem
        for record in source.records():
            single = _data(record.value) is not None
            items = [record.value] if single else _executions(record.value)
            for number, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{number}]"
                runs = _data(item)
                if runs is None:
                    report.record()
                    report.bad("This holds no execution of a workflow.", where)
                    continue
                story = _Story(item, runs, where, report)
                story.tell()
                if not story.run.events:
                    report.warn("No agent ran in this execution.", where, "empty-run")
                    continue
                own = id_text(item.get("id")) or where
                several = len(items) > 1 or source.is_lines
                yield story.trace(f"{stem} · {own[:36]}" if several else stem)


class _Story:
    def __init__(
        self, execution: dict[str, Any], runs: dict[str, Any], where: str, report: Report
    ) -> None:
        self.run = RunWriter("n8n")
        flow = execution.get("workflowData")
        self.flow: dict[str, Any] = flow if isinstance(flow, dict) else {}
        self.execution = execution
        listed = self.flow.get("nodes")
        nodes = [
            one
            for one in (listed if isinstance(listed, list) else ())
            if isinstance(one, dict) and text_or_none(one.get("name"))
        ]
        self.types = {str(one.get("name")): str(one.get("type", "")) for one in nodes}
        self.runs = list(_node_runs(runs, where, report))
        self.by_place = {(one.node, one.number): one for one in self.runs}
        self.agents = {name for name, kind in self.types.items() if kind.endswith(_AGENTS)}
        for one in self.runs:
            if _inner(one) in ("ai_languageModel", "ai_tool") and one.before is not None:
                self.agents.add(one.before[0])
        self.tokens: dict[str, int] = {}
        self.began: str | None = None
        for node in nodes:
            self._describe(node)

    def _describe(self, node: dict[str, Any]) -> None:
        name, given = str(node.get("name")), node.get("parameters")
        options = given.get("options") if isinstance(given, dict) else None
        if name in self.agents and isinstance(options, dict):
            self.run.describe(name, options.get("systemMessage"))

    def _who(self, one: _NodeRun) -> str:
        """Return who speaks in a node's run: what begins a chat is its user."""
        is_chat = one.before is None and _find(one.made.get("main"), "chatInput") is not None
        if is_chat:
            self.run.persons.add(USER)
        return USER if is_chat else one.node

    def _takes_part(self, one: _NodeRun) -> bool:
        return one.before is None or one.node in self.agents

    def _link(self, one: _NodeRun) -> None:
        """Tell the participant above who goes on with what it made."""
        place, steps = one.before, 0
        while place is not None and steps < _MOST_BETWEEN:
            above = self.by_place.get(place)
            if above is None or above is one:
                return
            if self._takes_part(above):
                above.to.append((one.node, steps > 0))
                return
            place, steps = above.before, steps + 1

    def tell(self) -> None:
        """Write the events in the order of their times."""
        for one in self.runs:
            if one.node in self.agents and _inner(one) is None:
                self._link(one)
        moments: list[tuple[int, int, int, _NodeRun, bool]] = []
        for number, one in enumerate(self.runs):
            if _inner(one) == "ai_tool":
                moments.append((one.start, 0, number, one, True))
            moments.append((one.end, 1, number, one, False))
        moments.sort(key=lambda moment: moment[:3])
        for _, _, _, one, starts in moments:
            inner = _inner(one)
            if inner == "ai_tool":
                (self._called if starts else self._answered)(one)
            elif inner == "ai_languageModel":
                self._model(one)
            elif inner is None and self._takes_part(one):
                self._spoke(one)

    def _spoke(self, one: _NodeRun) -> None:
        who = self._who(one)
        text = _words(one.made.get("main"))
        if one.before is None and not one.to:
            return  # it began something in which no agent took part
        names = tuple(dict.fromkeys(name for name, _ in one.to if name != who))
        origin, rule = "recorded", ""
        if any(between for _, between in one.to):
            origin, rule = "inferred", BETWEEN
        if not names and self.began is not None and who != self.began:
            names, origin, rule = (self.began,), "inferred", ANSWERS
        if not names:
            origin, rule = "unknown", ""
        if one.before is None and self.began is None:
            self.began = who
        values: dict[str, Any] = {} if text else {"metadata": {"text_missing": True}}
        self.run.add(
            "message", who, text, one.where, at=read_time(one.end or None), recipients=names,
            recipients_from=origin, rule=rule, tokens=self.tokens.pop(one.node, None), **values,
        )  # fmt: skip

    def _caller(self, one: _NodeRun) -> str:
        return one.before[0] if one.before is not None else "agent"

    def _called(self, one: _NodeRun) -> None:
        agent = self._caller(one)
        override = one.raw.get("inputOverride")
        text = _words(override.get("ai_tool") if isinstance(override, dict) else None)
        values: dict[str, Any] = {"tool": one.node, "call_id": f"{one.node} {one.number}"}
        hands_over = one.node in self.agents
        self.run.add(
            "message" if hands_over else "tool_call", agent, text, one.where,
            at=read_time(one.start or None), tokens=self.tokens.pop(agent, None),
            recipients=(one.node,) if hands_over else (), **({} if hands_over else values),
        )  # fmt: skip

    def _answered(self, one: _NodeRun) -> None:
        hands_back = one.node in self.agents
        values: dict[str, Any] = {"tool": one.node, "call_id": f"{one.node} {one.number}"}
        self.run.add(
            "message" if hands_back else "tool_result", one.node, _words(one.made.get("ai_tool")),
            one.where, at=read_time(one.end or None), recipients=(self._caller(one),),
            **({} if hands_back else values),
        )  # fmt: skip

    def _model(self, one: _NodeRun) -> None:
        agent = self._caller(one)
        self.run.models.setdefault(agent, one.node)
        usage = _find(one.made.get("ai_languageModel"), "tokenUsage")
        count = read_count(usage.get("completionTokens")) if isinstance(usage, dict) else None
        if count is not None:
            self.tokens[agent] = self.tokens.get(agent, 0) + count

    def trace(self, name: str) -> Trace:
        """Return the run."""
        metadata = {
            key: self.execution[key]
            for key in ("id", "mode", "workflowId")
            if isinstance(self.execution.get(key), str)
        }
        title = text_or_none(self.flow.get("name"))
        if title is not None:
            metadata["workflow"] = title
        task = next((event.text for event in self.run.events if event.sender == self.began), "")
        status = self.execution.get("status")
        labels = {"status": status} if isinstance(status, str) else {}
        return self.run.trace(name, task=task, metadata=metadata, labels=labels)


def _node_runs(runs: dict[str, Any], where: str, report: Report) -> Iterator[_NodeRun]:
    for node, made in runs.items():
        for number, raw in enumerate(made if isinstance(made, list) else ()):
            report.record()
            place = f"{where}.runData.{node}[{number}]"
            if not isinstance(raw, dict) or not node.strip():
                report.bad("A run of a node must be an object, and its node have a name.", place)
                continue
            data = raw.get("data")
            start = read_count(raw.get("startTime")) or 0
            end = start + (read_count(raw.get("executionTime")) or 0)
            one = _NodeRun(
                node, number, raw, place, start, end, data if isinstance(data, dict) else {}
            )
            source = raw.get("source")
            first = source[0] if isinstance(source, list) and source else None
            if isinstance(first, dict) and text_or_none(first.get("previousNode")):
                one.before = (first["previousNode"], read_count(first.get("previousNodeRun")) or 0)
            yield one


def _inner(one: _NodeRun) -> str | None:
    """Return the kind of connection that a node serves an agent by, None for the main flow."""
    return next((key for key in one.made if key.startswith("ai_")), None)


def _items(made: Any) -> Iterator[dict[str, Any]]:
    """Yield what a node made: the objects of all branches."""
    for branch in made if isinstance(made, list) else ():
        for item in branch if isinstance(branch, list) else ():
            held = item.get("json") if isinstance(item, dict) else None
            if isinstance(held, dict):
                yield held


def _find(made: Any, key: str) -> Any:
    return next((item[key] for item in _items(made) if item.get(key) is not None), None)


def _words(made: Any) -> str:
    """Return the words of what a node made; objects without words as JSON."""
    found: list[str] = []
    for item in _items(made):
        text = next((item[key] for key in _SAID if text_or_none(item.get(key))), None)
        if text is None and item:
            text = json_text(next(iter(item.values())) if len(item) == 1 else item)
        if text:
            found.append(text)
    return "\n".join(found)
