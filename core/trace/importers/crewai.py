"""CrewAI: the output of a crew, and the log of its tasks.

The crew gives a task to an agent, and the next task reads the outputs before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import json_text, read_time, text_or_none
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace
from core.trace.native import type_word

CREW: Final = "crew"
NEXT: Final = "the next task of a crew reads the outputs before it"
GIVEN: Final = "the crew gives a task to its agent"


def _is_output(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("tasks_output"), list)


def _is_log(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("task"), str)
        and isinstance(value.get("agent"), str)
        and value.get("status") in ("started", "completed", "failed")
    )


class CrewAiImporter:
    """Outputs and task logs of CrewAI."""

    name = "crewai"
    title = "CrewAI output"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a crew's output or an entry of its log."""
        first = source.first
        first = first[0] if isinstance(first, list) and first else first
        return _is_output(first) or _is_log(first)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each output; entries of a log are one run."""
        stem = PurePath(source.name).stem
        steps: list[dict[str, Any]] = []
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = (
                    f"{record.where}[{index}]" if isinstance(record.value, list) else record.where
                )
                if _is_output(item):
                    trace = _output(item, where, stem, report)
                    if trace is not None:
                        yield trace
                    continue
                report.record()
                if _is_log(item):
                    steps.append({**item, "where": where})
                else:
                    report.bad(f"A task of a crew is due, but this is {type_word(item)}.", where)
        run = _run(_merged(steps))
        if run.events:
            yield run.trace(stem)


def _merged(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one step for each task: what started it and what completed it."""
    found: list[dict[str, Any]] = []
    waiting: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for step in steps:
        text = step.get("output") if step["status"] != "started" else None
        started = waiting.setdefault((step["task"], step["agent"].strip()), [])
        open_step = started[-1] if started else None
        if open_step is not None and step["status"] != "started":
            open_step.update(output=text, done_at=step.get("timestamp"), done=step["where"])
            if text is not None:
                started.pop()
        else:
            is_start = step["status"] == "started"
            found.append(
                {
                    "task": step["task"],
                    "agent": step["agent"].strip(),
                    "output": text,
                    "where": step["where"],
                    "done": step["where"],
                    "at": step.get("timestamp") if is_start else None,
                    "done_at": None if is_start else step.get("timestamp"),
                }
            )
            if text is None:
                started.append(found[-1])
    return found


def _output(item: dict[str, Any], where: str, stem: str, report: Report) -> Trace | None:
    steps: list[dict[str, Any]] = []
    for index, task in enumerate(item["tasks_output"]):
        place = f"{where}.tasks_output[{index}]"
        report.record()
        agent = text_or_none(task.get("agent")) if isinstance(task, dict) else None
        if agent is None:
            report.bad("The task's output doesn't say which agent wrote it.", place, "no-sender")
            continue
        raw = task.get("raw")
        steps.append(
            {
                "task": task.get("description"),
                "agent": agent,
                "output": raw if isinstance(raw, str) else None,
                "where": place,
                "done": place,
            }
        )
    run = _run(steps)
    if not run.events:
        return None
    usage = item.get("token_usage")
    return run.trace(stem, metadata={"token_usage": usage} if isinstance(usage, dict) else {})


def _following(steps: list[dict[str, Any]]) -> list[str | None]:
    """Return for each step the next agent that is another one."""
    found: list[str | None] = []
    agent = after = None  # the agent of the step after, and the next other one
    for step in reversed(steps):
        if agent is not None and step["agent"] != agent:
            after = agent
        agent = step["agent"]
        found.append(after)
    return found[::-1]


def _run(steps: list[dict[str, Any]]) -> RunWriter:
    run = RunWriter("crewai")
    for step, following in zip(steps, _following(steps), strict=True):
        agent = step["agent"]
        if not agent:
            continue
        if text_or_none(step["task"]):
            run.add(
                "message", CREW, step["task"], step["where"], recipients=(agent,), rule=GIVEN,
                at=read_time(step.get("at")),
            )  # fmt: skip
        if step["output"] is None:
            continue
        values: dict[str, Any] = {}
        if following:
            values = {"recipients": (following,), "recipients_from": "inferred", "rule": NEXT}
        run.add(
            "output", agent, json_text(step["output"]), step["done"],
            at=read_time(step.get("done_at")), **values,
        )  # fmt: skip
    return run
