"""Traces of Bedrock's agents: a supervisor, its collaborators, and what they call.

Each event holds one step: what the model is asked, why it acts (a rationale), what it invokes (a
collaborator, an action, a knowledge base), and what came back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import json_text, read_count, read_time, text_or_none
from core.trace.importers.session_log import first_object, objects
from core.trace.importers.sub_agents import HANDS_OVER, RETURNS
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace

SUPERVISOR: Final = "supervisor"
USER: Final = "user"
SHOWN: Final = "the final answer is shown to the session's user"
_STEPS: Final = ("orchestrationTrace", "routingClassifierTrace")
_KINDS: Final = (*_STEPS, "preProcessingTrace", "postProcessingTrace", "guardrailTrace",
                 "failureTrace", "customOrchestrationTrace")  # fmt: skip
_RESULTS: Final = (
    "actionGroupInvocationOutput", "knowledgeBaseLookupOutput", "codeInterpreterInvocationOutput",
)  # fmt: skip


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _part(value: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return the part of a trace and its step, None if the value is neither."""
    held = _dict(value.get("trace"))
    for part in (held, dict(value)):
        inner = _dict(part.get("trace"))
        if any(isinstance(inner.get(key), dict) for key in _KINDS):
            return part, inner
    if any(isinstance(held.get(key), dict) for key in _KINDS):
        return dict(value), held
    return None


class BedrockAgentsImporter:
    """Events of ``InvokeAgent`` with the trace switched on."""

    name = "bedrock_agents"
    title = "Bedrock agent trace"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a step of an agent."""
        first = first_object(source)
        return first is not None and _part(first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the session."""
        run = RunWriter(self.name)
        about: dict[str, Any] = {}
        for record in objects(source, report):
            found = _part(record.value)
            if found is None:
                self._chunk(run, record.value, record.where)
                continue
            part, inner = found
            if text_or_none(part.get("sessionId")):
                about["session_id"] = part["sessionId"]
            agent = text_or_none(part.get("collaboratorName")) or SUPERVISOR
            at = read_time(part.get("eventTime"))
            for key in _STEPS:
                _step(run, agent, _dict(inner.get(key)), record.where, at)
        if run.events:
            yield run.trace(PurePath(source.name).stem, metadata=about)

    @staticmethod
    def _chunk(run: RunWriter, value: Mapping[str, Any], where: str) -> None:
        """Take what the user asked, where it stands beside the events."""
        asked = text_or_none(value.get("inputText"))
        if asked is not None:
            run.persons.add(USER)
            run.add("message", USER, asked, where, recipients=(SUPERVISOR,))


def _step(run: RunWriter, agent: str, step: dict[str, Any], where: str, at: Any) -> None:
    model = _dict(step.get("modelInvocationOutput"))
    reason = text_or_none(_dict(step.get("rationale")).get("text"))
    if reason is not None:
        run.add("message", agent, reason, where, at=at, metadata={"private": True})
    usage = _dict(_dict(model.get("metadata")).get("usage"))
    written = read_count(usage.get("outputTokens"))
    if written is not None and run.events and run.events[-1].sender == agent:
        run.change(len(run.events) - 1, tokens=(run.events[-1].tokens or 0) + written)
    _invoked(run, agent, _dict(step.get("invocationInput")), where, at)
    _observed(run, agent, _dict(step.get("observation")), where, at)


def _invoked(run: RunWriter, agent: str, given: dict[str, Any], where: str, at: Any) -> None:
    other = _dict(given.get("agentCollaboratorInvocationInput"))
    name = text_or_none(other.get("agentCollaboratorName"))
    if name is not None:
        run.add(
            "message", agent, _words(other.get("input")), where, at=at, recipients=(name,),
            kind_from="inferred", rule=HANDS_OVER,
        )  # fmt: skip
        return
    action = _dict(given.get("actionGroupInvocationInput"))
    lookup = _dict(given.get("knowledgeBaseLookupInput"))
    code = _dict(given.get("codeInterpreterInvocationInput"))
    if action:
        tool = text_or_none(action.get("function")) or text_or_none(action.get("apiPath"))
        tool = tool or text_or_none(action.get("actionGroupName")) or "action"
        asked = action.get("parameters") or action.get("requestBody") or {}
        run.add("tool_call", agent, json_text(asked), where, at=at, tool=tool)
    elif lookup:
        tool = text_or_none(lookup.get("knowledgeBaseId")) or "knowledge base"
        run.add("tool_call", agent, _words(lookup), where, at=at, tool=tool)
    elif code:
        run.add("tool_call", agent, json_text(code.get("code", "")), where, at=at, tool="code")


def _observed(run: RunWriter, agent: str, seen: dict[str, Any], where: str, at: Any) -> None:
    other = _dict(seen.get("agentCollaboratorInvocationOutput"))
    name = text_or_none(other.get("agentCollaboratorName"))
    if name is not None:
        run.add(
            "message", name, _words(other.get("output")), where, at=at, recipients=(agent,),
            kind_from="inferred", rule=RETURNS,
        )  # fmt: skip
    for key in _RESULTS:
        back = _dict(seen.get(key))
        if back:
            tool = next(
                (
                    e.tool
                    for e in reversed(run.events)
                    if e.kind == "tool_call" and e.sender == agent
                ),
                None,
            )
            documents = back.get("retrievedReferences")
            text = json_text(documents) if isinstance(documents, list) else _words(back)
            run.add(
                "tool_result", tool or "tool", text, where, at=at, recipients=(agent,), tool=tool
            )
    final = text_or_none(_dict(seen.get("finalResponse")).get("text"))
    if final is not None:
        to = () if agent != SUPERVISOR else (USER,)
        run.persons.add(USER)
        values: dict[str, Any] = (
            {"recipients": to, "recipients_from": "inferred", "rule": SHOWN}
            if to
            else {"metadata": {"private": True}}
        )
        run.add("message", agent, final, where, at=at, **values)


def _words(value: Any) -> str:
    """Return the text in a part, else the part itself."""
    held = _dict(value)
    for key in ("text", "executionOutput", "metadata"):
        if isinstance(held.get(key), str):
            return str(held[key])
    return json_text("" if value is None else value)
