"""MetaGPT logs, in two forms: an agent communication log, and the console with its loggers.

Every message is published to the team: it is visible to all, and whom it is for is inferred.
"""

from __future__ import annotations

import re
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.conversation import converse
from core.trace.importers.log_lines import entries
from core.trace.importers.turns import read_turns
from core.trace.model import Agent, Trace

_BLOCK: Final = re.compile(
    r"\[(?P<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] (?:FROM: (?P<from>[^\n]{1,80}?) TO: (?P<to>[^\n]{1,200})"
    r"|(?P<new>NEW MESSAGES:))$\n?",
    re.MULTILINE,
)
_SAID: Final = re.compile(r"^([A-Z]\w{0,60}): ?", re.MULTILINE)
_RULE: Final = re.compile(r"^-{40,}$", re.MULTILINE)
_CONTENT: Final = re.compile(r"^CONTENT:\n?", re.MULTILINE)
_NAMES: Final = re.compile(r"'([^'\n]{1,80})'")
_CONSOLE: Final = re.compile(
    r"^(?P<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,6}) \| [A-Z]+ +\| (?P<place>[\w.<>:-]{1,120}) - "
    r"(?P<first>[^\n]*)\n?",
    re.MULTILINE,
)
_ACTS: Final = re.compile(r"(?P<name>[\w .-]{1,60})\((?P<role>[\w .-]{1,60})\): (?P<rest>.*)")
_TO_DO: Final = re.compile(r"to do ([\w.]{1,80})")


class MetaGptLog:
    """The communication log."""

    name = "metagpt"
    title = "MetaGPT log"

    def sniff(self, text: str) -> bool:
        """Whether blocks with sender, or with new messages, stand in it."""
        return "MetaGPT" in text[:2000] and _BLOCK.search(text) is not None

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        messages: list[dict[str, Any]] = []
        places: list[str] = []
        for entry in entries(text, _BLOCK, where):
            rule = _RULE.search(entry.body)
            body = entry.body[: rule.start()] if rule else entry.body
            if entry.head["from"]:
                content = _CONTENT.search(body)
                names = _NAMES.findall(entry.head["to"]) or [entry.head["to"].strip()]
                messages.append(
                    {
                        "name": entry.head["from"].strip(),
                        "to": names,
                        "content": (body[content.end() :] if content else body).strip("\n"),
                        "timestamp": entry.head["at"],
                    }
                )
                places.append(entry.where)
                continue
            said = _SAID.search(body)
            if said is None:
                report.record()
                report.bad("The new message doesn't say who wrote it.", entry.where, "no-sender")
                continue
            words = body[said.end() :].strip("\n")
            messages.append(
                {"name": said[1], "content": words, "timestamp": entry.head["at"], "to": ["<all>"]}
            )
            places.append(entry.where)
        return _trace(messages, places, report)


class MetaGptConsole:
    """The console: an agent says what it is to do, its words follow."""

    name = "metagpt"
    title = "MetaGPT log"

    def sniff(self, text: str) -> bool:
        """Whether a logger's lines name agents and roles that act."""
        found = _CONSOLE.search(text[:20_000])
        return found is not None and ("metagpt" in text[:20_000] or "_act:" in text[:20_000])

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        messages: list[dict[str, Any]] = []
        places: list[str] = []
        roles: dict[str, str] = {}
        for entry in entries(text, _CONSOLE, where):
            acts = _ACTS.match(entry.head["first"])
            if acts is None:
                report.record()
                continue
            roles.setdefault(acts["name"].strip(), acts["role"])
            to_do = _TO_DO.match(acts["rest"])
            words = entry.body.strip("\n")
            if to_do is None:
                words = f"{acts['rest']}\n{words}".strip("\n")
            messages.append(
                {"name": acts["name"].strip(), "content": words, "timestamp": entry.head["at"]}
            )
            places.append(entry.where)
        return _trace(messages, places, report, roles)


def _trace(
    messages: list[dict[str, Any]],
    places: list[str],
    report: Report,
    roles: dict[str, str] | None = None,
) -> Trace | None:
    events, agents, _ = converse(read_turns(messages, places, report))
    if not events:
        return None
    named = tuple(
        Agent(
            name=agent.name,
            description=(roles or {}).get(agent.name, agent.description),
            is_person=agent.is_person,
        )
        for agent in agents
    )
    persons = {agent.name for agent in agents if agent.is_person}
    task = next((event.text for event in events if event.sender in persons), "")
    return Trace(name="", format="metagpt", agents=named, events=events, task=task)
