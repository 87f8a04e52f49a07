"""Agno: the run of an agent or a team, or a session with its runs.

A team's run holds its members' runs: the call that delegates is the handoff, the member's own record
tells what it did, and its answer is the call's result. A session lists the members' runs beside the
team's as well; each is told once. Messages taken from earlier runs are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.dialects import Call, read_message, same_name_key
from core.trace.importers.fields import (
    NotTextError,
    content_text,
    id_text,
    read_count,
    read_nested,
    read_time,
    text_or_none,
)
from core.trace.importers.handing_over import handoff_target
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace
from core.trace.native import type_word

USER: Final = "user"
HANDS_OVER: Final = "a tool call that hands over to another agent"
RETURNS: Final = "the result of a call that hands over is the answer of who was called"
ASKED: Final = "the session's user asks the agent that the run belongs to"
SHOWN: Final = "the last answer of a run goes to its user"


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "run_id" in value
        and ("agent_id" in value or "team_id" in value)
        and any(key in value for key in ("messages", "content", "member_responses"))
    )


def _runs_of(value: Any) -> tuple[list[Any], str] | None:
    if _is_run(value):
        return [value], ""
    runs = value.get("runs") if isinstance(value, dict) else value
    if isinstance(runs, list) and any(map(_is_run, runs[:3])):
        return runs, "" if runs is value else ".runs"
    return None


class AgnoImporter:
    """Runs of Agno's agents and teams."""

    name = "agno"
    title = "Agno run"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a run, or holds runs."""
        return _runs_of(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each value: a run, or a session with all its runs."""
        stem = PurePath(source.name).stem
        for record in source.records():
            found = _runs_of(record.value)
            if found is None:
                report.record()
                report.bad(f"A run is due, but this is {type_word(record.value)}.", record.where)
                continue
            runs, key = found
            story = _Story(report)
            for index, run in enumerate(runs):
                where = record.where if run is record.value else f"{record.where}{key}[{index}]"
                if not isinstance(run, dict):
                    report.record()
                    report.bad(f"A run must be an object, but this is {type_word(run)}.", where)
                elif id_text(run.get("parent_run_id")) is None or len(runs) == 1:
                    story.tell(run, where, USER)
            for index, run in enumerate(runs):  # members whose team is not in the file
                if isinstance(run, dict) and id_text(run.get("run_id")) not in story.told:
                    story.tell(run, f"{record.where}{key}[{index}]", USER)
            if story.run.events:
                name = f"{stem} · {record.where}" if source.is_lines else stem
                task = first_request(story.run.events, (USER,))
                about = record.value if isinstance(record.value, dict) else {}
                metadata = {word: about[word] for word in ("session_id", "run_id") if word in about}
                yield story.run.trace(name, task=task, metadata=metadata)


def _owner(run: dict[str, Any]) -> str:
    keys = ("agent_name", "team_name", "agent_id", "team_id")
    return next((found for key in keys if (found := text_or_none(run.get(key)))), "agent")


@dataclass
class _Story:
    report: Report
    run: RunWriter = field(default_factory=lambda: RunWriter("agno"))
    told: set[str | None] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.run.persons.add(USER)

    def tell(self, raw: dict[str, Any], where: str, caller: str) -> None:
        """Write a run; members' runs are written where their call stands."""
        own = id_text(raw.get("run_id"))
        if own in self.told:
            return
        self.told.add(own)
        agent = _owner(raw)
        if text_or_none(raw.get("model")):
            self.run.models.setdefault(agent, raw["model"])
        members = raw.get("member_responses")
        waiting = [one for one in members if _is_run(one)] if isinstance(members, list) else []
        messages = raw.get("messages")
        if not isinstance(messages, list) or not messages:
            self._bare(raw, agent, caller, where)
            messages = []
        calls: dict[str, Call] = {}
        for index, item in enumerate(messages):
            place = f"{where}.messages[{index}]"
            self.report.record()
            if not isinstance(item, dict):
                self.report.bad(f"A message is due, but this is {type_word(item)}.", place)
            elif item.get("from_history") is not True:
                try:
                    self._message(item, place, agent, caller, calls, waiting, where)
                except NotTextError as error:
                    self.report.bad(f"The message can't be used: {error}.", place, "wrong-type")
        for number, one in enumerate(waiting):
            self.tell(one, f"{where}.member_responses[{number}]", agent)

    def _bare(self, raw: dict[str, Any], agent: str, caller: str, where: str) -> None:
        """Write a run that was kept without its messages: what went in and what came out."""
        given = raw.get("input")
        asked = given.get("input_content") if isinstance(given, dict) else given
        at = read_time(raw.get("created_at"))
        if caller == USER and isinstance(asked, str) and asked.strip():
            self.run.add("message", USER, asked, where, at=at, recipients=(agent,))
        if caller == USER and text_or_none(raw.get("content")):
            self.run.add(
                "message", agent, raw["content"], where, recipients=(USER,),
                recipients_from="inferred", rule=SHOWN,
            )  # fmt: skip

    def _message(
        self,
        raw: dict[str, Any],
        where: str,
        agent: str,
        caller: str,
        calls: dict[str, Call],
        waiting: list[Any],
        above: str,
    ) -> None:
        message = read_message(raw)
        at = read_time(raw.get("created_at"))
        metrics = raw.get("metrics")
        tokens = read_count(metrics.get("output_tokens")) if isinstance(metrics, dict) else None
        if message.role == "system":
            self.run.describe(agent, message.text)
        elif message.role == "user" and message.text.strip() and caller == USER:
            self.run.add(
                "message", USER, message.text, where, at=at, recipients=(agent,),
                recipients_from="inferred", rule=ASKED,
            )  # fmt: skip
        elif message.role == "assistant":
            for thought in message.thoughts:
                self.run.add("message", agent, thought, where, at=at, metadata={"private": True})
            if message.text.strip() and caller == USER:
                self.run.add(
                    "message", agent, message.text, where, at=at, tokens=tokens,
                    recipients=(USER,), recipients_from="inferred", rule=SHOWN,
                )  # fmt: skip
                tokens = None
            elif message.text.strip():
                self.run.add(
                    "message", agent, message.text, where, at=at, tokens=tokens,
                    metadata={"private": True},
                )  # fmt: skip
                tokens = None
            for call in message.calls:
                self._called(call, where, agent, at, tokens, calls, waiting, above)
                tokens = None
        for result in message.results:
            self._returned(result.text, result.call_id, raw, where, agent, at, calls)

    def _called(
        self, call: Call, where: str, agent: str, at: Any, tokens: int | None,
        calls: dict[str, Call], waiting: list[Any], above: str,
    ) -> None:  # fmt: skip
        if call.call_id is not None:
            calls[call.call_id] = call
        target = handoff_target(call)
        if target is None:
            self.run.add(
                "tool_call", agent, call.text, where, at=at, tool=call.tool, tokens=tokens,
                call_id=call.call_id,
            )  # fmt: skip
            return
        member = next((one for one in waiting if _is_member(one, target)), None)
        name = _owner(member) if member is not None else target
        self.run.add(
            "message", agent, _task(call), where, at=at, recipients=(name,), tool=call.tool,
            call_id=call.call_id, tokens=tokens, kind_from="inferred", rule=HANDS_OVER,
        )  # fmt: skip
        if member is not None:
            waiting.remove(member)
            self.tell(member, f"{above}.member_responses", agent)

    def _returned(
        self, text: str, call_id: str | None, raw: dict[str, Any], where: str, agent: str, at: Any,
        calls: dict[str, Call],
    ) -> None:  # fmt: skip
        call = calls.get(call_id or "")
        target = handoff_target(call) if call is not None else None
        if call is None or target is None:
            tool = text_or_none(raw.get("tool_name")) or (call.tool if call else "tool")
            self.run.add(
                "tool_result", tool, text, where, at=at, recipients=(agent,), tool=tool,
                call_id=call_id,
            )  # fmt: skip
            return
        name = next(
            (
                event.recipients[0]
                for event in reversed(self.run.events)
                if event.call_id == call_id and event.recipients
            ),
            target,
        )
        for index in range(len(self.run.events) - 1, -1, -1):
            event = self.run.events[index]
            if event.sender == name and event.text.strip() == text.strip():
                self.run.change(
                    index, recipients=(agent,), recipients_from="recorded", rule=RETURNS,
                    metadata={},
                )  # fmt: skip
                return
        self.run.add(
            "message", name, text, where, at=at, recipients=(agent,), call_id=call_id,
            kind_from="inferred", rule=RETURNS,
        )  # fmt: skip


def _task(call: Call) -> str:
    given = read_nested(call.text)
    if isinstance(given, dict):
        for key in ("task", "task_description", "message", "input"):
            if isinstance(given.get(key), str | list):
                return content_text(given[key])
    return call.text


def _is_member(run: dict[str, Any], target: str) -> bool:
    key = same_name_key(target)
    names = (run.get(word) for word in ("agent_id", "team_id", "agent_name", "team_name"))
    return any(same_name_key(name) == key for name in names if isinstance(name, str))
