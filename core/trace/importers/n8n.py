"""Executions of n8n: what each node of a workflow was given and made, run by run.

Agents are the nodes that a model or a tool is connected to; what started the run is the user where it
is a chat, else the node itself. A node run names the node before it: if that is an agent, the handoff
is recorded, if plain nodes stand between, it is inferred. What a failed agent or tool says is its error;
that of a plain node is told beside the run. The interface hands executions out as JSON, the database
keeps their data flatted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import (
    id_text,
    json_text,
    read_count,
    read_nested,
    read_time,
    text_or_none,
)
from core.trace.importers.flatted import is_flatted, unflatted
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
ERROR: Final = "Error:"
_SAID: Final = ("output", "text", "response", "chatInput", "message", "content")
_MOST_BETWEEN: Final = 50
"""Nodes between two agents that are looked through."""
_BEGINNING: Final = 400
"""Signs of an execution's data in which the place of its results stands."""


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
    serves: str | None = None
    """The kind of connection that it serves an agent by, None for the main flow."""
    error: str = ""
    to: list[tuple[str, bool]] = field(default_factory=list)
    """Who goes on with what it made, and whether plain nodes stand between."""


def _is_flatted(value: Any) -> bool:
    """Whether a value is the data of an execution as the database keeps it, written out or not."""
    if isinstance(value, str) and value[:2] == "[{" and '"resultData"' in value[:_BEGINNING]:
        value = read_nested(value)
    return is_flatted(value, "resultData")


def _opened(value: Any) -> Any:
    """Return an execution with its data as the interface hands them out; ValueError if they can't be."""
    if is_flatted(value, "resultData"):
        return {"data": unflatted(value, "resultData")}
    if not isinstance(value, dict) or not _is_flatted(value.get("data")):
        return value
    flow = read_nested(value.get("workflowData"))
    return {
        **value,
        "data": unflatted(read_nested(value["data"]), "resultData"),
        "workflowData": flow,
    }


def _result(value: Any) -> dict[str, Any] | None:
    """Return the results of an execution, None if this is none."""
    if not isinstance(value, dict):
        return None
    for held in (value.get("data"), value):
        found = held.get("resultData") if isinstance(held, dict) else None
        if isinstance(found, dict) and isinstance(found.get("runData"), dict):
            return found
    return None


def _is_execution(value: Any) -> bool:
    if _result(value) is not None or is_flatted(value, "resultData"):
        return True
    return isinstance(value, dict) and _is_flatted(value.get("data"))


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
        return _is_execution(first) or any(map(_is_execution, _executions(first)[:3]))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each execution."""
        stem = PurePath(source.name).stem
        for record in source.records():
            items = [record.value] if _is_execution(record.value) else _executions(record.value)
            for number, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{number}]"
                try:
                    item = _opened(item)
                except ValueError as error:
                    report.record()
                    report.bad(f"The data of the execution can't be read: {error}.", where)
                    continue
                result = _result(item)
                if result is None:
                    report.record()
                    report.bad("This holds no execution of a workflow.", where)
                    continue
                story = _Story(item, result, where, report)
                story.tell()
                if not story.run.events:
                    reason = f"; it ended with “{story.error}”" if story.error else ""
                    report.warn(f"No agent ran in this execution{reason}.", where, "empty-run")
                    continue
                for words, place in story.failed:
                    report.warn(f"A step failed: {words}", place, "failed-step")
                own = id_text(item.get("id")) or id_text(item.get("executionId")) or where
                several = len(items) > 1 or source.is_lines
                yield story.trace(f"{stem} · {own[:36]}" if several else stem)


class _Story:
    def __init__(
        self, execution: dict[str, Any], result: dict[str, Any], where: str, report: Report
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
        self.last = text_or_none(result.get("lastNodeExecuted"))
        self.error = error_words(result.get("error"))
        self.failed: list[tuple[str, str]] = []
        """What steps said that failed without being an agent or a tool, and where."""
        self.runs = list(_node_runs(result["runData"], where, report))
        joined = self.flow.get("connections")
        self.joined: dict[str, Any] = joined if isinstance(joined, dict) else {}
        self.by_place = {(one.node, one.number): one for one in self.runs}
        self.agents = {name for name, kind in self.types.items() if kind.endswith(_AGENTS)}
        for one in self.runs:
            one.serves = self._serves(one)
            if one.serves in ("ai_languageModel", "ai_tool") and one.before is not None:
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

    def _serves(self, one: _NodeRun) -> str | None:
        """Return the kind of connection that a node serves an agent by, None for the main flow.

        A run that failed made nothing: what it was given tells, or how the workflow joins its node.
        """
        for held in (one.made, one.raw.get("inputOverride"), self.joined.get(one.node)):
            if isinstance(held, dict) and held:
                return next((key for key in held if key.startswith("ai_")), None)
        return None

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
            if one.node in self.agents and one.serves is None:
                self._link(one)
        moments: list[tuple[int, int, int, _NodeRun, bool]] = []
        for number, one in enumerate(self.runs):
            if one.serves == "ai_tool":
                moments.append((one.start, 0, number, one, True))
            moments.append((one.end, 1, number, one, False))
        moments.sort(key=lambda moment: moment[:3])
        for _, _, _, one, starts in moments:
            if one.serves == "ai_tool":
                (self._called if starts else self._answered)(one)
                continue
            if one.serves == "ai_languageModel":
                self._model(one)
            elif one.serves is None and self._takes_part(one) and self._spoke(one):
                continue
            if one.error:
                self.failed.append((f"“{one.node}”: {one.error}", one.where))

    def _spoke(self, one: _NodeRun) -> bool:
        """Write what an agent, or whoever began the run, said; whether it is an event."""
        who = self._who(one)
        text = _words(one.made.get("main")) or one.error
        if one.before is None and not one.to and not (one.error and one.node in self.agents):
            return False  # it began something in which no agent took part
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
        return True

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
            "message" if hands_back else "tool_result", one.node,
            _words(one.made.get("ai_tool")) or one.error, one.where, at=read_time(one.end or None), recipients=(self._caller(one),),
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
        if self.last is not None:
            metadata["last_node"] = self.last
        if self.error:
            metadata["error"] = self.error
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
            one.error = error_words(raw.get("error"))
            if not one.error and raw.get("executionStatus") == "error":
                one.error = f"{ERROR} the step failed"
            yield one


def error_words(error: Any) -> str:
    """Return what an error says, '' if there is none.

    Example:
        >>> error_words({"message": "Bad request", "description": "No such row"})
        'Error: Bad request (No such row)'
    """
    if isinstance(error, str):
        return f"{ERROR} {error.strip()}" if error.strip() else ""
    if not isinstance(error, dict) or not error:
        return ""
    said = text_or_none(error.get("message"))
    more = text_or_none(error.get("description"))
    if said is None:
        said, more = more or text_or_none(error.get("name")) or json_text(error), None
    return f"{ERROR} {said}" + (f" ({more})" if more not in (None, said) else "")


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
        if item.get("error") and not text_or_none(item.get("output")):
            text = error_words(item["error"]) or text  # the rest is what it was given
        if text is None and item:
            text = json_text(next(iter(item.values())) if len(item) == 1 else item)
        if text:
            found.append(text)
    return "\n".join(found)
