"""Magentic-One console logs: blocks under ``---------- WebSurfer ----------``.

Before the first block stands what the machine printed while it was set up.
"""

from __future__ import annotations

import re
from typing import Final

from core.trace.importers.base import Report
from core.trace.importers.conversation import converse
from core.trace.importers.log_lines import entries
from core.trace.importers.turns import read_turns
from core.trace.model import Trace

_HEAD: Final = re.compile(r"-{8,12} ([\w. -]{1,60}?) -{8,12}$\n?", re.MULTILINE)
_DONE: Final = re.compile(r"^(?:SCENARIO\.PY|RUN\.SH) [^\n]*!#!#$", re.MULTILINE)


def _starts_line(found: re.Match[str]) -> bool:
    return found.start() == 0 or found.string[found.start() - 1] == "\n"


class MagenticLog:
    """What AutoGen's console shows of a Magentic-One team."""

    name = "magentic"
    title = "Magentic-One console log"

    def sniff(self, text: str) -> bool:
        """Whether blocks of at least two speakers stand in it."""
        if "-------- " not in text:
            return False
        names = {found[1] for found in _HEAD.finditer(text) if _starts_line(found)}
        return len(names) > 1 and any("Orchestrator" in name or name == "user" for name in names)

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        messages, places = [], []
        for entry in entries(text, _HEAD, where):
            done = _DONE.search(entry.body)
            body = entry.body[: done.start()] if done else entry.body
            messages.append({"source": entry.head[1].strip(), "content": body.strip("\n")})
            places.append(entry.where)
        events, agents, _ = converse(read_turns(messages, places, report))
        if not events:
            return None
        persons = {agent.name for agent in agents if agent.is_person}
        task = next((event.text for event in events if event.sender in persons), "")
        return Trace(name="", format=self.name, agents=agents, events=events, task=task)
