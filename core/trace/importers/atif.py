"""Trajectories in the interchange format of Harbor (ATIF): steps of a user, an agent, the system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace


def _is_step(value: Any) -> bool:
    return isinstance(value, dict) and "step_id" in value and isinstance(value.get("source"), str)


def _steps(value: Any) -> list[Any] | None:
    found = value.get("steps") if isinstance(value, dict) else None
    return found if isinstance(found, list) and any(map(_is_step, found[:3])) else None


class AtifImporter:
    """Trajectories of agents in terminals and other places of work."""

    name = "atif"
    title = "ATIF trajectory"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a trajectory with steps."""
        return _steps(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each trajectory."""
        for record in source.records():
            steps = _steps(record.value)
            if steps is None:
                report.record()
                report.bad("This is no trajectory with steps.", record.where)
                continue
            log = SessionLog()
            about = record.value.get("agent")
            about = about if isinstance(about, dict) else {}
            agent = text_or_none(about.get("name")) or "agent"
            for key, value in (
                ("session_id", record.value.get("session_id")),
                ("model", about.get("model_name")),
            ):
                if text_or_none(value):
                    log.about[key] = value
            for index, step in enumerate(steps):
                where = f"{record.where}.steps[{index}]"
                report.record()
                if _is_step(step):
                    _take(log, step, agent, where)
                else:
                    report.bad("This is no step.", where)
            trace = log.trace(source, report, self.name, record.where if source.is_lines else "")
            if trace is not None:
                yield trace


def _take(log: SessionLog, step: dict[str, Any], agent: str, where: str) -> None:
    at, source, said = step.get("timestamp"), step["source"], step.get("message")
    if source != "agent":
        role = source if source in ("user", "system") else "user"
        if said:
            log.add({"role": role, "content": said}, where, at)
        return
    parts: list[Any] = []
    if text_or_none(step.get("reasoning_content")):
        parts.append({"type": "thinking", "thinking": step["reasoning_content"]})
    parts += said if isinstance(said, list) else [said] if text_or_none(said) else []
    calls = step.get("tool_calls")
    message: dict[str, Any] = {"role": "assistant", "name": agent, "content": parts or None}
    message["tool_calls"] = [
        {
            "id": call.get("tool_call_id"),
            "name": call.get("function_name"),
            "arguments": call.get("arguments"),
        }
        for call in (calls if isinstance(calls, list) else ())
        if isinstance(call, dict)
    ]
    metrics = step.get("metrics")
    if isinstance(metrics, dict):
        message["usage"] = {"output_tokens": metrics.get("completion_tokens")}
    if parts or message["tool_calls"]:
        log.add(message, where, at)
    observed = step.get("observation")
    results = observed.get("results") if isinstance(observed, dict) else None
    for result in results if isinstance(results, list) else ():
        if isinstance(result, dict) and result.get("content") is not None:
            content = result["content"]
            text = content if isinstance(content, str | list) else json_text(content)
            log.back(id_text(result.get("source_call_id")), text, where, at=at)
