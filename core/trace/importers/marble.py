"""MARBLE (MultiAgentBench) results: one run to a line, in rounds of assignments and results.

The engine's planner assigns tasks and reads the results; it has no name in the file. Agents talk
in sessions whose text says ``From agent1 to agent2:``; a session stands in the list of
communications and once more inside the result of the agent that started it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import json_text, read_nested, text_or_none
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace
from core.trace.native import type_word

PLANNER: Final = "planner"
BACK: Final = "an agent's result goes back to the planner that assigned the task"
ASSIGNED: Final = "the file's task_assignments; their sender has no name there"
_SESSION: Final = re.compile(r"In Session ([\w-]+)")
_FROM: Final = re.compile(r"^From (\S[^\n:]{0,79}?) to (\S[^\n:]{0,79}?):[ \t]?", re.MULTILINE)
_MODEL: Final = "Result from the model:"
_CALL: Final = "Result from the function:"
_DESCRIPTIVE: Final = ("coordination_mode", "token_usage", "yaml_file", "relationship")


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("iterations"), list)
        and ("coordination_mode" in value or "planning_scores" in value)
    )


class MarbleImporter:
    """Result files of MARBLE."""

    name = "marble"
    title = "MARBLE result"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a run, or a list of runs."""
        first = source.first
        return _is_run(first[0] if isinstance(first, list) and first else first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each run."""
        stem = PurePath(source.name).stem
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                many = isinstance(record.value, list)
                where = f"{record.where}[{index}]" if many else record.where
                if not _is_run(item):
                    report.record()
                    report.bad("This holds no run with iterations.", where)
                    continue
                run = _Run(item, where, report)
                run.write()
                if not run.out.events:
                    report.warn(
                        "This run has no usable round and was left out.", where, "empty-run"
                    )
                    continue
                alone = not many and not source.is_lines
                yield run.trace(stem if alone else f"{stem} · {where}")


class _Run:
    def __init__(self, raw: dict[str, Any], where: str, report: Report) -> None:
        self.raw = raw
        self.where = where
        self.report = report
        self.out = RunWriter("marble")
        self.sessions: set[str] = set()
        profiles = raw.get("agent_profiles")
        if isinstance(profiles, dict):
            for name, text in profiles.items():
                if name.strip():
                    self.out.describe(name.strip(), json_text(text))

    def write(self) -> None:
        for index, item in enumerate(self.raw["iterations"]):
            where = f"{self.where}.iterations[{index}]"
            self.report.record()
            if not isinstance(item, dict):
                self.report.bad(f"A round must be an object, but this is {type_word(item)}.", where)
                continue
            self._assign(item.get("task_assignments"), where)
            results = list(self._results(item.get("task_results"), where))
            self._talk(item.get("communications"), f"{where}.communications")
            for name, text, place in results:
                self._result(name, text, place)
            summary = text_or_none(item.get("summary"))
            if summary is not None:
                self.out.add(
                    "message", PLANNER, item["summary"], f"{where}.summary",
                    recipients_from="unknown",
                )  # fmt: skip

    def _assign(self, value: Any, where: str) -> None:
        for name, text in value.items() if isinstance(value, dict) else ():
            if name.strip() and isinstance(text, str):
                self.out.add(
                    "message", PLANNER, text, f"{where}.task_assignments",
                    recipients=(name.strip(),), rule=ASSIGNED,
                )  # fmt: skip

    def _results(self, value: Any, where: str) -> Iterator[tuple[str, str, str]]:
        for index, item in enumerate(value if isinstance(value, list) else ()):
            place = f"{where}.task_results[{index}]"
            if not isinstance(item, dict):
                self.report.bad(f"A result must be an object, not {type_word(item)}.", place)
                continue
            pairs = [(item["agent_id"], item.get("result"))] if "agent_id" in item else item.items()
            for name, text in pairs:
                if isinstance(name, str) and name.strip() and isinstance(text, str):
                    yield name.strip(), text, place
                elif text is not None:
                    self.report.bad("The result doesn't say whose it is.", place)

    def _talk(self, value: Any, where: str) -> None:
        for index, text in enumerate(value if isinstance(value, list) else ()):
            if isinstance(text, str):
                self._session(text, f"{where}[{index}]")

    def _session(self, text: str, where: str) -> None:
        """Write the messages of a session, unless they are there already."""
        found = _SESSION.search(text)
        key = found[1] if found else text
        if key in self.sessions:
            return
        self.sessions.add(key)
        marks = list(_FROM.finditer(text))
        if not marks:
            return
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            end = following.start() if following is not None else len(text)
            sender, recipient = mark[1].strip(), mark[2].strip()
            self.out.add(
                "message", sender, text[mark.end() : end].rstrip("\n"), where,
                recipients=(recipient,), metadata={"session": key[:64]},
            )  # fmt: skip

    def _result(self, name: str, text: str, where: str) -> None:
        words, call = text, ""
        if text.startswith(_MODEL):
            words, _, call = text.removeprefix(_MODEL).partition(_CALL)
        if words.strip():
            self.out.add(
                "output", name, words.strip("\n"), where, recipients=(PLANNER,),
                recipients_from="inferred", rule=BACK,
            )  # fmt: skip
        if not call.strip():
            return
        inner = read_nested(call)
        if isinstance(inner, dict) and isinstance(inner.get("full_chat_history"), str):
            self._session(inner["full_chat_history"], where)
            inner = {key: item for key, item in inner.items() if key != "full_chat_history"}
            call = json_text(inner)
        self.out.add(
            "tool_result", "function", call, where, recipients=(name,), tool="function",
            recipients_from="inferred", rule="the function ran for the agent whose result it is",
        )  # fmt: skip

    def trace(self, name: str) -> Trace:
        known = ("task", "iterations", "agent_profiles", *_DESCRIPTIVE)
        task = self.raw.get("task")
        return self.out.trace(
            name,
            task=task if isinstance(task, str) else "",
            labels={key: value for key, value in self.raw.items() if key not in known},
            metadata={key: self.raw[key] for key in _DESCRIPTIVE if key in self.raw},
        )
