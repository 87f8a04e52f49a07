"""AppWorld logs: a supervisor writes code, and sends messages to the agents of single apps.

Indentation is nesting. A message to an app's agent stands in the supervisor's code, in the call's
echo and in the agent's loop; a reply stands in the loop, in the API's answer and in the next message
to the supervisor: each is counted once, where the loop has it. The evaluation at the end is a label.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.fields import read_nested
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace

SUPERVISOR: Final = "Supervisor Agent"
CODE: Final = "an agent's response is code that is run"
RAN: Final = "the output of code goes to the agent that wrote it"
SENT: Final = "the first message of an agent's loop is the one the supervisor sent"
_TASK: Final = re.compile(r"^\*{5,} Task (\S+) \(([\w.-]+)\) +\*{5,}$", re.MULTILINE)
_HEAD: Final = re.compile(
    r"^ *(?:Response from (?P<from>[^\n]{1,60}? Agent)|Message to (?P<to>[^\n]{1,60}? Agent)"
    r"|Entering (?P<enter>[^\n]{1,60}? Agent) message loop"
    r"|Exiting (?P<exit>[^\n]{1,60}? Agent) message loop"
    r"|Reply from (?P<reply>[^\n]{1,60}? Agent) to (?P<back>[^\n]{1,60})"
    r"|(?P<ran>Code Execution Output)|(?P<api>Response from \w+ API)|(?P<end>Evaluation))$",
    re.MULTILINE,
)


class AppWorldLog:
    """Logs of AppWorld's multi-agent runs."""

    name = "appworld"
    title = "AppWorld log"

    def sniff(self, text: str) -> bool:
        """Whether the supervisor's and another agent's turns stand in it."""
        if f"Response from {SUPERVISOR}" not in text:
            return False
        names = [mark["from"] or mark["to"] for mark in _HEAD.finditer(text)]
        return SUPERVISOR in names

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        log = _Log(where, report)
        marks = list(_HEAD.finditer(text))
        if not marks:
            return None
        line = counted = 0
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            line += text.count("\n", counted, mark.start())
            counted = mark.start()
            end = following.start() if following is not None else len(text)
            place = f"{where} line {line + 1}".strip()
            log.take(mark, _dedented(text[mark.end() : end]), place)
        if not log.run.events:
            return None
        task = _TASK.search(text[:5000])
        words = ""
        if task is not None and marks:
            words = text[task.end() : marks[0].start()].strip()
        found = log.run.trace(
            "", task=words, labels=log.labels, metadata={"task_id": task[2]} if task else {}
        )
        return found


def _dedented(block: str) -> str:
    lines = [line for line in block.strip("\n").split("\n")]
    widths = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    width = min(widths, default=0)
    return "\n".join(line[width:] for line in lines).rstrip()


@dataclass
class _Log:
    where: str
    report: Report

    def __post_init__(self) -> None:
        self.run = RunWriter("appworld")
        self.labels: dict[str, Any] = {}
        self.loop: str | None = None
        self.is_first = False
        self.output: str | None = None
        """What the supervisor was told last, so that its next message isn't counted again."""

    def take(self, mark: re.Match[str], body: str, where: str) -> None:
        self.report.record()
        if mark["enter"]:
            self.loop, self.is_first = mark["enter"], True
        elif mark["exit"]:
            self.loop = None
        elif mark["from"]:
            self.run.add(
                "tool_call", mark["from"], body, where, tool="code", kind_from="inferred", rule=CODE
            )
        elif mark["reply"]:
            self.run.add("message", mark["reply"], body, where, recipients=(SUPERVISOR,))
            self.output = body.strip()
        elif mark["to"]:
            self._told(mark["to"], body, where)
        elif mark["ran"]:
            if not body.lstrip().startswith("# CallExtension"):
                self._result(SUPERVISOR, body, where)
                self.output = body.strip()
        elif mark["end"]:
            found = read_nested(body)
            self.labels["evaluation"] = found if isinstance(found, dict) else body

    def _told(self, agent: str, body: str, where: str) -> None:
        if self.loop == agent and self.is_first:
            self.is_first = False
            self.run.add(
                "message", SUPERVISOR, body, where, recipients=(agent,), rule=SENT,
            )  # fmt: skip
        elif agent != SUPERVISOR or body.strip() != self.output:
            self._result(agent, body, where)

    def _result(self, agent: str, body: str, where: str) -> None:
        self.run.add(
            "tool_result", "code", body, where, recipients=(agent,), tool="code",
            recipients_from="inferred", rule=RAN,
        )  # fmt: skip
