"""OpenHands: trajectories of actions and observations, old and new, alone or in results.

An action that delegates hands the task to another agent, whose own actions follow until its
observation comes back. Changes of state and the like say nothing to agents.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.model import Trace

AGENT: Final = "OpenHands"
_ENDS: Final = ("finish", "reject")
_SILENT: Final = (
    "agent_state_changed", "null", "change_agent_state", "recall", "condensation", "nothing",
    "condensation_request", "user_rejected_state", "loop_detection",
)  # fmt: skip
_LISTS: Final = ("history", "trajectory", "events")


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("source"), str):
        return False
    if isinstance(value.get("action"), str) and "args" in value:
        return True
    if isinstance(value.get("observation"), str) and "extras" in value:
        return True
    kind = value.get("kind")
    return isinstance(kind, str) and kind.endswith(("Event", "Action")) and "timestamp" in value


def _events_of(value: Any) -> tuple[list[Any], str] | None:
    """Return the events in a value; old results pair each action with what came back."""
    lists = [(value, "")]
    if isinstance(value, dict):
        lists = [(value.get(key), f".{key}") for key in _LISTS]
    for items, key in lists:
        if not isinstance(items, list):
            continue
        if any(map(_is_event, items[:5])):
            return items, key
        if any(isinstance(pair, list) and any(map(_is_event, pair)) for pair in items[:3]):
            return [one for pair in items if isinstance(pair, list) for one in pair], key
    return None


class OpenHandsImporter:
    """Trajectories of OpenHands."""

    name = "openhands"
    title = "OpenHands trajectory"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is an event, or holds a list of events."""
        return _is_event(source.first) or _events_of(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trajectory; events on lines of their own are one."""
        stem = PurePath(source.name).stem
        if _is_event(source.first):
            records = list(source.records())
            items = [record.value for record in records]
            yield from self._trace(items, [r.where for r in records], {}, stem, report)
            return
        for record in source.records():
            found = _events_of(record.value)
            if found is None:
                report.record()
                report.bad("This holds no trajectory.", record.where)
                continue
            items, key = found
            beside = record.value if isinstance(record.value, dict) else {}
            own = id_text(beside.get("instance_id"))
            name = f"{stem} · {own or record.where}" if source.is_lines else stem
            places = [f"{record.where}{key}[{index}]" for index in range(len(items))]
            yield from self._trace(items, places, beside, name, report)

    def _trace(
        self, items: list[Any], places: list[str], beside: dict[str, Any], name: str, report: Report
    ) -> Iterator[Trace]:
        story = _Story()
        for item, where in zip(items, places, strict=True):
            if isinstance(item, dict):
                story.take(item, where)
            else:
                report.record()
                report.bad("An event must be an object.", where)
        about = {key: value for key, value in beside.items() if key not in _LISTS}
        if text_or_none(about.get("instruction")):
            about["task"] = about.pop("instruction")
        trace = read_run(
            Run(story.messages, "", about), name, report, places=story.places,
            format_name=self.name,
        )  # fmt: skip
        if trace is not None:
            yield trace


class _Story:
    """Takes events and keeps what they say as chat messages."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: list[str] = []
        self.agents = [AGENT]
        """The agent that acts, and below it those that delegated to it."""
        self.calls: dict[str, tuple[str, str]] = {}
        self.seen: set[str] = set()

    def take(self, event: dict[str, Any], where: str) -> None:
        own = id_text(event.get("id"))
        if own is not None and own in self.seen:
            return
        if own is not None:
            self.seen.add(own)
        if isinstance(event.get("kind"), str):
            self._new(event, where)
        elif isinstance(event.get("action"), str):
            self._action(event, where)
        elif isinstance(event.get("observation"), str):
            self._observation(event, where)

    def _add(self, event: dict[str, Any], where: str, **message: Any) -> None:
        if message["role"] == "assistant":
            message["name"] = self.agents[-1]
        message["timestamp"] = event.get("timestamp")
        self.messages.append(message)
        self.places.append(where)

    def _call(
        self, event: dict[str, Any], where: str, tool: str, given: Any, thoughts: list[Any]
    ) -> None:
        about = event.get("tool_call_metadata")
        known = about if isinstance(about, dict) else event
        key = id_text(known.get("tool_call_id")) or f"event {id_text(event.get('id'))}"
        tool = text_or_none(known.get("function_name")) or tool
        self.calls[id_text(event.get("id")) or ""] = (key, tool)
        call = {"id": key, "name": tool, "arguments": given}
        self._add(event, where, role="assistant", content=thoughts, tool_calls=[call])

    def _action(self, event: dict[str, Any], where: str) -> None:
        kind, args = event["action"], event.get("args")
        args = args if isinstance(args, dict) else {}
        content = args.get("content")
        thought = text_or_none(args.get("thought"))
        thoughts: list[Any] = [{"type": "thinking", "thinking": thought}] if thought else []
        if kind in _SILENT:
            return
        if kind == "system":
            self._add(event, where, role="system", name=self.agents[-1], content=content)
        elif kind == "message":
            role = "user" if event.get("source") == "user" else "assistant"
            self._add(event, where, role=role, content=content or event.get("message"))
        elif kind == "think":
            thoughts = [{"type": "thinking", "thinking": args.get("thought")}]
            self._add(event, where, role="assistant", content=thoughts)
        elif kind in _ENDS:
            said = args.get("final_thought") or args.get("thought") or event.get("message")
            self._add(event, where, role="assistant", content=said or "")
        elif kind == "delegate":
            target = text_or_none(args.get("agent")) or "delegate"
            inputs = args.get("inputs")
            task = inputs.get("task") if isinstance(inputs, dict) else None
            said = task if isinstance(task, str) else json_text(inputs or {})
            if thoughts:
                self._add(event, where, role="assistant", content=thoughts)
            self._add(event, where, role="assistant", content=said, to=[target])
            self.agents.append(target)
        else:
            given = {key: value for key, value in args.items() if key not in _UNSAID}
            self._call(event, where, kind, given, thoughts)

    def _observation(self, event: dict[str, Any], where: str) -> None:
        kind, content = event["observation"], event.get("content")
        if kind in _SILENT:
            return
        if kind == "delegate":
            back = content if text_or_none(content) else event.get("message")
            caller = self.agents[-2] if len(self.agents) > 1 else AGENT
            if len(self.agents) > 1:
                self._add(event, where, role="assistant", content=back or "", to=[caller])
                self.agents.pop()
            return
        about = event.get("tool_call_metadata")
        known = self.calls.get(id_text(event.get("cause")) or "")
        key = id_text(about.get("tool_call_id")) if isinstance(about, dict) else None
        key, tool = known or (key, kind)
        if known is not None or key is not None or event.get("source") != "user":
            self._add(
                event, where, role="tool", name=tool, tool_call_id=key,
                content=content if isinstance(content, str) else json_text(content or ""),
            )  # fmt: skip

    def _new(self, event: dict[str, Any], where: str) -> None:
        kind = event["kind"]
        if kind == "SystemPromptEvent":
            prompt = event.get("system_prompt")
            text = prompt.get("text") if isinstance(prompt, dict) else prompt
            self._add(event, where, role="system", content=text or "")
        elif kind == "MessageEvent":
            message = event.get("llm_message")
            message = message if isinstance(message, dict) else {}
            role = "user" if event.get("source") == "user" else "assistant"
            self._add(event, where, role=role, content=message.get("content"))
        elif kind == "ActionEvent":
            self._acts(event, where)
        elif kind in ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation"):
            inner = event.get("observation")
            said = inner.get("content") if isinstance(inner, dict) else None
            said = said or event.get("error") or event.get("rejection_reason")
            tool = text_or_none(event.get("tool_name"))
            self._add(
                event, where, role="tool", name=tool, content=said or json_text(inner or ""),
                tool_call_id=id_text(event.get("tool_call_id")),
            )  # fmt: skip

    def _acts(self, event: dict[str, Any], where: str) -> None:
        parts = event.get("thought")
        texts = (
            [p.get("text") for p in parts if isinstance(p, dict)] if isinstance(parts, list) else []
        )
        reasoning = [*texts, event.get("reasoning_content")]
        thoughts = [{"type": "thinking", "thinking": text} for text in reasoning if text]
        inner = event.get("action")
        given = {k: v for k, v in inner.items() if k != "kind"} if isinstance(inner, dict) else {}
        tool = text_or_none(event.get("tool_name")) or "tool"
        if tool == "finish":
            if thoughts:
                self._add(event, where, role="assistant", content=thoughts)
            self._add(event, where, role="assistant", content=given.get("message") or "")
            return
        self._call(event, where, tool, given, thoughts)


_UNSAID: Final = frozenset(
    ("thought", "hidden", "confirmation_state", "security_risk", "blocking", "keep_prompt",
     "is_input", "is_static", "include_extra", "return_all", "wait_for_response")
)  # fmt: skip
"""Arguments that belong to the program, not to what was asked of the tool."""
