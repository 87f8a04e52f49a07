"""HyperAgent logs: a planner hands sub-goals to interns, who work in loops of their own.

``Planner's Response`` with an ``Intern Name`` and a ``Subgoal`` is a handoff, ``Navigator->Planner``
the way back; ``Inner-Navigator-Assistant's Response`` is the navigator's own loop. Each further
start of the team in one process logs every line once more: repeated entries are counted once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from core.trace.importers.base import Report
from core.trace.importers.log_lines import entries
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace

PLANNER: Final = "Planner"
CODE: Final = "a fenced code block under “Action:” in an agent's own loop"
INNER: Final = "an intern's own loop stays with it"
_ENTRY: Final = re.compile(r"HyperAgent_(\S{1,200}) - [A-Z]+ - ")
_INNER: Final = re.compile(r"Inner-(\w{1,60})-Assistant's Response: ?")
_PLANS: Final = re.compile(r"(\w{1,60})'s Response: ?")
_BACK: Final = re.compile(r"(\w{1,60})->(\w{1,60}): ?")
_INTERN: Final = re.compile(r"^Intern Name: *(.{1,80}?) *$", re.MULTILINE)
_ACTION: Final = re.compile(r"^Action:\s*```[^\n`]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


class HyperAgentLog:
    """Logs of HyperAgent."""

    name = "hyperagent"
    title = "HyperAgent log"

    def sniff(self, text: str) -> bool:
        """Whether entries of HyperAgent's logger stand at the beginning."""
        return _ENTRY.search(text[:4000]) is not None

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        return _read(text, lambda place: f"{where} {place}".strip(), report)


def _agent(name: str) -> str:
    """Return the name under which an intern answers: ``Codebase Navigator`` is Navigator."""
    return name.removeprefix("Codebase ").strip()


def _read(text: str, place: Callable[[str], str], report: Report) -> Trace | None:
    run = RunWriter("hyperagent")
    starts = handlers = repeated = same = 0
    starting = False
    last = instance = ""
    for entry in entries(text, _ENTRY, ""):
        report.record()
        body = entry.body.rstrip("\n")
        instance = instance or entry.head[1]
        if body.startswith("Initialized "):
            is_start = body.startswith("Initialized HyperAgent instance")
            starts += not starting
            handlers = is_start + (handlers if starting else 0)
            starting, last = True, ""
            continue
        starting = False
        same = same + 1 if body == last else 0
        last = body
        if handlers > 1 and same % handlers:
            repeated += 1
            continue
        _write(run, body, place(entry.where))
    if repeated:
        report.info(
            "Each start of the team in one process logs every entry once more; "
            f"{repeated} repeated entries were counted once.",
            code="repeated",
        )
    if not run.events:
        return None
    return run.trace("", metadata={"instance": instance, "starts": starts})


def _write(run: RunWriter, body: str, where: str) -> None:
    if (inner := _INNER.match(body)) is not None:
        agent = _agent(inner[1])
        words = body[inner.end() :]
        run.add("message", agent, words, where, metadata={"private": True}, rule=INNER)
        for code in _ACTION.finditer(words):
            run.add(
                "tool_call", agent, code[1], where, tool="python", kind_from="inferred", rule=CODE
            )
    elif (plans := _PLANS.match(body)) is not None:
        words = body[plans.end() :]
        interns = dict.fromkeys(map(_agent, _INTERN.findall(words)))
        names = tuple(name for name in interns if name and name != plans[1])
        run.add(
            "message", plans[1], words, where, recipients=names,
            recipients_from="recorded" if names else "unknown",
        )  # fmt: skip
    elif (back := _BACK.match(body)) is not None:
        run.add(
            "message", _agent(back[1]), body[back.end() :], where, recipients=(_agent(back[2]),)
        )
