"""SWE-agent trajectories: one agent, its actions and what the environment answered.

The history is read where there is one; demonstrations in it are no part of the run. What the
agent writes before it acts is its own thought, the action is a tool call.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import NotTextError, content_text, id_text, text_or_none
from core.trace.importers.writer import RunWriter
from core.trace.manner import first_request
from core.trace.model import Trace
from core.trace.native import type_word

USER: Final = "user"
SHELL: Final = "environment"
ACTS: Final = "the environment's answer goes to the agent that acted"
_DESCRIPTIVE: Final = ("environment", "replay_config")


def _is_step(value: Any) -> bool:
    return isinstance(value, dict) and "action" in value and "observation" in value


class SweAgentImporter:
    """Files ending in ``.traj``."""

    name = "swe_agent"
    title = "SWE-agent trajectory"

    def sniff(self, source: Source) -> bool:
        """Whether the first value has a trajectory of actions and observations."""
        first = source.first
        steps = first.get("trajectory") if isinstance(first, dict) else None
        return isinstance(steps, list) and any(map(_is_step, steps[:3]))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each document."""
        stem = PurePath(source.name).stem
        for record in source.records():
            raw = record.value
            if not isinstance(raw, dict):
                report.record()
                report.bad(f"A trajectory must be an object, not {type_word(raw)}.", record.where)
                continue
            run = RunWriter(self.name)
            run.persons.add(USER)
            history = raw.get("history")
            if isinstance(history, list) and history:
                _History(run, report).write(history, f"{record.where}.history")
            else:
                _steps(run, raw.get("trajectory"), f"{record.where}.trajectory", report)
            info = raw.get("info")
            info = info if isinstance(info, dict) else {}
            agent = next((e.sender for e in run.events if e.kind == "tool_call"), "agent")
            if text_or_none(info.get("submission")):
                run.add("output", agent, info["submission"], f"{record.where}.info.submission")
            if not run.events:
                continue
            task = first_request(run.events, (USER,))
            metadata = {key: raw[key] for key in _DESCRIPTIVE if key in raw}
            for key in ("exit_status", "model_stats"):
                if key in info:
                    metadata[key] = info[key]
            yield run.trace(stem, task=task, metadata=metadata)


def _steps(run: RunWriter, steps: Any, where: str, report: Report) -> None:
    for index, step in enumerate(steps if isinstance(steps, list) else ()):
        place = f"{where}[{index}]"
        report.record()
        if not _is_step(step):
            report.bad("A step needs an action and an observation.", place)
            continue
        thought = step.get("thought") or step.get("response")
        if text_or_none(thought):
            run.add("message", "agent", thought, place, metadata={"private": True})
        action = step["action"]
        if isinstance(action, str) and action.strip():
            run.add("tool_call", "agent", action, place, tool=_tool(action))
        if isinstance(step["observation"], str):
            run.add(
                "tool_result", SHELL, step["observation"], place, recipients=("agent",),
                tool=_tool(action), recipients_from="inferred", rule=ACTS,
            )  # fmt: skip


def _tool(action: Any) -> str:
    words = action.split(maxsplit=1) if isinstance(action, str) else ()
    return words[0][:60] if words else SHELL


class _History:
    def __init__(self, run: RunWriter, report: Report) -> None:
        self.run = run
        self.report = report
        self.tool: str | None = None
        self.call_id: str | None = None
        self.agent = "agent"
        self.names: list[str] = []

    def write(self, history: list[Any], where: str) -> None:
        demonstrations = 0
        for index, raw in enumerate(history):
            place = f"{where}[{index}]"
            self.report.record()
            if not isinstance(raw, dict):
                self.report.bad(f"A message must be an object, not {type_word(raw)}.", place)
                continue
            if raw.get("is_demo") is True:
                demonstrations += 1
                continue
            try:
                text = content_text(raw.get("content"))
            except NotTextError as error:
                self.report.bad(f"The message can't be used: {error}.", place, "wrong-type")
                continue
            self.agent = text_or_none(raw.get("agent")) or self.agent
            self._message(raw, text, place)
        if demonstrations:
            self.report.info(
                f"{demonstrations} messages are demonstrations, not part of the run.",
                where, "demonstration",
            )  # fmt: skip

    def _message(self, raw: dict[str, Any], text: str, where: str) -> None:
        role = raw.get("role")
        if role == "system":
            self.run.describe(self.agent, text)
        elif role == "assistant":
            self._acts(raw, text, where)
        elif self.tool is None:
            self.run.add("message", USER, text, where, recipients=(self.agent,))
        else:
            ids = raw.get("tool_call_ids")
            call_id = id_text(ids[0]) if isinstance(ids, list) and ids else None
            self.run.add(
                "tool_result", SHELL, text, where, recipients=(self.agent,), tool=self.tool,
                call_id=call_id or self.call_id, recipients_from="inferred", rule=ACTS,
            )  # fmt: skip

    def _acts(self, raw: dict[str, Any], text: str, where: str) -> None:
        action = text_or_none(raw.get("action"))
        calls = raw.get("tool_calls")
        first = calls[0] if isinstance(calls, list) and calls and isinstance(calls[0], dict) else {}
        function = first.get("function")
        called = text_or_none(function.get("name")) if isinstance(function, dict) else None
        thought = raw["thought"] if isinstance(raw.get("thought"), str) else text
        if action is None and called is None:
            self.run.add("message", self.agent, text, where, recipients_from="unknown")
            return
        if text_or_none(thought):
            self.run.add("message", self.agent, str(thought), where, metadata={"private": True})
        self.tool = called or _tool(action)
        self.call_id = id_text(first.get("id"))
        arguments = function.get("arguments") if isinstance(function, dict) else None
        words = raw["action"] if action is not None else arguments
        self.run.add(
            "tool_call", self.agent, words if isinstance(words, str) else "", where,
            tool=self.tool, call_id=self.call_id,
        )  # fmt: skip
