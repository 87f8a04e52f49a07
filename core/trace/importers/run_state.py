"""The state of a run that the OpenAI Agents SDK writes to go on later: what was said and called so far.

Its items name their agents; calls that wait for a person's word stand in it a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

_VERSION: Final = "$schemaVersion"
_CALLS: Final = ("tool_call_item", "handoff_call_item")
_BACK: Final = ("tool_call_output_item", "handoff_output_item")
_GIVEN: Final = ("arguments", "input", "action", "code", "queries")
_WAITS: Final = ("tool_approval_item", "mcp_approval_request_item")


def _is_state(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _VERSION in value
        and isinstance(value.get("generated_items"), list)
        and "original_input" in value
    )


class RunStateImporter:
    """States of runs of the OpenAI Agents SDK."""

    name = "run_state"
    title = "OpenAI Agents SDK run state"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is the state of a run."""
        return _is_state(source.first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield a run for each state."""
        for number, record in enumerate(source.records(), 1):
            if not _is_state(record.value):
                report.record()
                report.bad("This is no state of a run.", record.where)
                continue
            log = _State(record.value, record.where, report).log
            own = str(number) if source.is_lines else ""
            trace = log.trace(source, report, self.name, own)
            if trace is not None:
                yield trace


class _State:
    def __init__(self, state: dict[str, Any], where: str, report: Report) -> None:
        self.log = SessionLog()
        self._report = report
        self._tokens = _tokens(state.get("model_responses"))
        self._seen: set[str] = set()
        if id_text(state.get("conversation_id")):
            self.log.about["session_id"] = state["conversation_id"]
        key = "session_items" if state.get("session_items") else "generated_items"
        items = state[key] if isinstance(state[key], list) else []
        agents = dict(filter(None, map(_whose, items)))
        asked = state["original_input"]
        if isinstance(asked, str) and asked.strip():
            asked = [{"role": "user", "content": asked}]
        for index, item in enumerate(asked if isinstance(asked, list) else ()):
            if isinstance(item, dict):
                own = id_text(item.get("id"))
                named = {"name": agents[own]} if own in agents and "content" in item else {}
                self.log.add({**item, **named}, f"{where}.original_input[{index}]")
                if own is not None:
                    self._seen.add(own)
        for index, item in enumerate(items):
            self._take(item, f"{where}.{key}[{index}]")

    def _take(self, item: Any, where: str) -> None:
        raw = item.get("raw_item") if isinstance(item, dict) else None
        if not isinstance(raw, dict):
            self._report.record()
            self._report.bad("An item of a run with what the model said is due.", where)
            return
        kind, own = item.get("type"), id_text(raw.get("id"))
        if kind in _WAITS or (own is not None and own in self._seen):
            return
        agent = _agent(item.get("agent")) or _agent(item.get("source_agent")) or "assistant"
        message: dict[str, Any] | None = None
        if kind in _CALLS:
            tool = text_or_none(raw.get("name")) or text_or_none(raw.get("type"))
            key = id_text(raw.get("call_id")) or own
            given = next((raw[name] for name in _GIVEN if raw.get(name) is not None), None)
            message = self.log.call(agent, tool, given, where, key=key)
        elif kind in _BACK:
            said = raw.get("output", item.get("output"))
            self.log.back(id_text(raw.get("call_id")), json_text(said or ""), where)
        elif kind == "reasoning_item":
            thought = _thought(raw)
            if thought:
                part = {"type": "thinking", "thinking": thought}
                message = {"role": "assistant", "name": agent, "content": [part]}
                self.log.add(message, where)
        elif raw.get("content") is not None:
            message = {"role": "assistant", "name": agent, "content": raw["content"]}
            self.log.add(message, where)
        else:
            self._report.record()
            self._report.bad(f"An item of the kind “{str(kind)[:40]}” isn't read.", where)
        for key in (own, id_text(raw.get("call_id"))):
            if message is not None and key in self._tokens:
                message["usage"] = {"output_tokens": self._tokens.pop(key)}


def _whose(item: Any) -> tuple[str, str] | None:
    """Return the id of what an item holds, and the agent that it belongs to."""
    raw = item.get("raw_item") if isinstance(item, dict) else None
    own = id_text(raw.get("id")) if isinstance(raw, dict) else None
    agent = _agent(item.get("agent")) if own is not None else None
    return None if own is None or agent is None else (own, agent)


def _agent(value: Any) -> str | None:
    return text_or_none(value.get("name") if isinstance(value, dict) else value)


def _thought(raw: dict[str, Any]) -> str:
    found = raw.get("summary") or raw.get("content")
    parts = found if isinstance(found, list) else ()
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str) and text.strip())


def _tokens(responses: Any) -> dict[str | None, Any]:
    """Return what each answer's model call wrote, by the id of the first thing that it gave back."""
    found: dict[str | None, Any] = {}
    for response in responses if isinstance(responses, list) else ():
        output = response.get("output") if isinstance(response, dict) else None
        usage = response.get("usage") if isinstance(response, dict) else None
        if isinstance(output, list) and isinstance(usage, dict):
            first = next((item for item in output if isinstance(item, dict)), {})
            key = id_text(first.get("id")) or id_text(first.get("call_id"))
            if key is not None and usage.get("output_tokens"):
                found[key] = usage["output_tokens"]
    return found
