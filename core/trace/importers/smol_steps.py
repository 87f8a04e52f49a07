"""smolagents: the steps that an agent remembers, alone or in the result of its run.

Each step repeats the messages that its model was given; only what it wrote counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.importers.fields import json_text, text_or_none
from core.trace.model import Trace

AGENT: Final = "smolagents agent"
_FINAL: Final = "final_answer"


def _is_step(value: Any) -> bool:
    return isinstance(value, dict) and (
        ("step_number" in value and ("observations" in value or "model_output" in value))
        or (set(value) <= {"task", "task_images"} and "task_images" in value)
        or ("plan" in value and "model_output_message" in value)
    )


def _steps_of(value: Any) -> tuple[list[Any], str] | None:
    lists = [(value, "")]
    if isinstance(value, dict):
        lists = [(value.get(key), f".{key}") for key in ("steps", "messages", "memory", "logs")]
    for items, key in lists:
        if isinstance(items, list) and any(map(_is_step, items[:4])):
            return items, key
    return None


class SmolStepsImporter:
    """Memories of smolagents."""

    name = "smolagents"
    title = "smolagents memory"

    def sniff(self, source: Source) -> bool:
        """Whether the first value holds steps, or is one."""
        return _steps_of(source.first) is not None or (source.is_lines and _is_step(source.first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each memory; steps on lines of their own are one."""
        stem = PurePath(source.name).stem
        found: list[tuple[list[Any], list[str], dict[str, Any], str]] = []
        if source.is_lines and _is_step(source.first):
            records = list(source.records())
            found = [([r.value for r in records], [r.where for r in records], {}, stem)]
        else:
            for record in source.records():
                steps = _steps_of(record.value)
                if steps is None:
                    report.record()
                    report.bad("This holds no steps of an agent.", record.where)
                    continue
                places = [f"{record.where}{steps[1]}[{n}]" for n in range(len(steps[0]))]
                beside = record.value if isinstance(record.value, dict) else {}
                name = f"{stem} · {record.where}" if source.is_lines else stem
                found.append((steps[0], places, beside, name))
        for items, places, beside, name in found:
            messages, where = _messages(items, places, text_or_none(beside.get("name")) or AGENT)
            labels: dict[str, Any] = {
                key: beside[key] for key in ("state", "output") if key in beside
            }
            trace = read_run(
                Run(messages, "", labels), name, report, places=where, format_name=self.name
            )
            if trace is not None:
                yield trace


def _messages(
    steps: list[Any], places: list[str], agent: str
) -> tuple[list[dict[str, Any]], list[str]]:
    found: list[tuple[dict[str, Any], str]] = []
    for step, where in zip(steps, places, strict=True):
        if not isinstance(step, dict):
            found.append(({"role": None}, where))
            continue
        if text_or_none(step.get("system_prompt")):
            found.append(({"role": "system", "content": step["system_prompt"]}, where))
        if text_or_none(step.get("task")):
            found.append(({"role": "user", "content": step["task"]}, where))
        if text_or_none(step.get("plan")):
            plan = {"type": "thinking", "thinking": step["plan"]}
            found.append(({"role": "assistant", "name": agent, "content": [plan]}, where))
        if "step_number" in step:
            found += [(message, where) for message in _acts(step, agent)]
    return [message for message, _ in found], [where for _, where in found]


def _acts(step: dict[str, Any], agent: str) -> Iterator[dict[str, Any]]:
    timing = step.get("timing")
    at = timing.get("end_time") if isinstance(timing, dict) else step.get("end_time")
    thought = step.get("model_output")
    parts = [{"type": "thinking", "thinking": thought}] if text_or_none(thought) else []
    calls = step.get("tool_calls")
    calls = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    answers = [call for call in calls if _name(call) == _FINAL]
    others = [call for call in calls if _name(call) != _FINAL]
    turn: dict[str, Any] = {"role": "assistant", "name": agent, "timestamp": at}
    turn["usage"] = step.get("token_usage")
    if parts or others:
        yield {**turn, "content": parts, "tool_calls": others}
        turn.pop("usage")
    back = step.get("observations") or step.get("error")
    if back and others:
        text = back if isinstance(back, str) else json_text(back)
        key = others[-1].get("id")
        yield {"role": "tool", "tool_call_id": key, "content": text, "timestamp": at}
    if answers or step.get("is_final_answer") is True:
        said = step.get("action_output")
        if said is None and answers:
            said = _arguments(answers[0])
        yield {**turn, "content": said if isinstance(said, str) else json_text(said)}


def _name(call: dict[str, Any]) -> str | None:
    inner = call.get("function")
    return text_or_none((inner if isinstance(inner, dict) else call).get("name"))


def _arguments(call: dict[str, Any]) -> Any:
    inner = call.get("function")
    given = (inner if isinstance(inner, dict) else call).get("arguments")
    return given.get("answer", given) if isinstance(given, dict) else given
