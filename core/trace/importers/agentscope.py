"""AgentScope: the state of a session, in which each agent keeps what it said and was told.

A message lies in the memory of everybody who got it: the others who keep it are its recipients.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace


def _memory(state: Any) -> list[Any] | None:
    """Return the messages that an agent keeps, without the marks beside them."""
    memory = state.get("memory") if isinstance(state, dict) else None
    content = memory.get("content") if isinstance(memory, dict) else None
    if not isinstance(content, list):
        return None
    found = [item[0] if isinstance(item, list) and item else item for item in content]
    fits = any(isinstance(one, dict) and "role" in one and "content" in one for one in found[:3])
    return found if fits else None


def _states(value: Any) -> dict[str, list[Any]]:
    """Return the memories of a session by the agents that keep them."""
    found: dict[str, list[Any]] = {}
    for key, state in value.items() if isinstance(value, dict) else ():
        memory = _memory(state)
        if memory is not None:
            found[text_or_none(state.get("name")) or key] = memory
    return found


class AgentScopeImporter:
    """States of sessions that AgentScope stores."""

    name = "agentscope"
    title = "AgentScope session"

    def sniff(self, source: Source) -> bool:
        """Whether the first value holds the memory of an agent."""
        return bool(_states(source.first))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each session."""
        for record in source.records():
            memories = _states(record.value)
            keepers: dict[str, list[str]] = {}
            first: dict[str, tuple[dict[str, Any], str]] = {}
            for agent, messages in memories.items():
                for index, message in enumerate(messages):
                    report.record()
                    where = f"{record.where}.{agent}.memory.content[{index}]"
                    if not isinstance(message, dict):
                        report.bad("A message must be an object.", where)
                        continue
                    key = id_text(message.get("id")) or where
                    first.setdefault(key, (message, where))
                    keepers.setdefault(key, []).append(agent)
            log = _told(first, keepers, len(memories) > 1)
            trace = log.trace(source, report, self.name, record.where if source.is_lines else "")
            if trace is not None:
                yield trace


def _told(
    first: dict[str, tuple[dict[str, Any], str]], keepers: dict[str, list[str]], several: bool
) -> SessionLog:
    log = SessionLog()
    order = list(first)
    times = [text_or_none(first[key][0].get("timestamp")) for key in order]
    if all(times):
        order.sort(key=lambda key: str(first[key][0]["timestamp"]))
    for key in order:
        raw, where = first[key]
        message = {name: value for name, value in raw.items() if name not in ("id", "metadata")}
        others = [agent for agent in keepers[key] if agent != message.get("name")]
        if several and others:
            message["to"] = others
        log.add(message, where)
    return log
