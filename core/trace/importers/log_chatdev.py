"""ChatDev logs: phases in which two roles talk, ``**A<->B on : Phase, turn 0**``.

The phase begins with a prompt of one role to the other (``[Start Chat]``), then each speaks to the
other. Before the words stands the system prompt of the one who is spoken to, in brackets. The
conclusion of a phase repeats its last message. Days come before months in the times.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.log_lines import Entry, entries
from core.trace.importers.writer import RunWriter
from core.trace.model import Trace

PAIR: Final = "of two roles in a phase, each speaks to the other"
_ENTRY: Final = re.compile(r"\[(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d) [A-Z]+\] ")
_SIGN: Final = re.compile(r"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+\] ", re.MULTILINE)
_TURN: Final = re.compile(
    r"(?P<who>[^:\n*]{1,80}): \*\*(?P<a>[^\n*<]{1,80})<->(?P<b>[^\n*<]{1,80}?) on : "
    r"(?P<phase>[^\n,*]{1,80}), turn (?P<turn>\d{1,4})\*\*\n"
)
_START: Final = re.compile(r"(?P<who>[^:\n*]{1,80}): \*\*\[Start Chat\]\*\*\n")
_SYSTEM: Final = re.compile(r"System: \*\*\[(?:RolePlaying|chatting)\]\*\*")
_ROW: Final = re.compile(r"^\| \*\*(\w+)\*\* \| (.*) \|$", re.MULTILINE)
_PROMPT: Final = re.compile(r"\s*\[(.*?)\]\n\n", re.DOTALL)
_YOU: Final = re.compile(r"You are ([A-Z][^.\n,]{1,60})\.")
_TOKENS: Final = re.compile(
    r"\*\*\[OpenAI_Usage_Info Receive\]\*\*\n(?:.*\n)*?completion_tokens: (\d{1,9})"
)
_TASK: Final = re.compile(r"^\*\*task_prompt\*\*: (.*(?:\n(?!\*\*|\n\*\*).*)*)", re.MULTILINE)
_REPORT: Final = re.compile(r"\*\*\[Test Reports\]\*\*:?\n")


class ChatDevLog:
    """Logs of ChatDev."""

    name = "chatdev"
    title = "ChatDev log"

    def sniff(self, text: str) -> bool:
        """Whether entries of ChatDev's logger stand in it."""
        return _SIGN.search(text[:2000]) is not None and (
            "<->" in text or "**ChatDev Starts**" in text or "[Start Chat]" in text
        )

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        log = _Log(report)
        for entry in entries(text, _ENTRY, where):
            log.take(entry)
        if not log.run.events:
            return None
        found = _TASK.search(text[:20_000])
        return log.run.trace("", task=found[1].strip() if found else "")


class _Log:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.run = RunWriter("chatdev")
        self.pair: tuple[str, str] | None = None
        self.tokens: list[int] = []

    def take(self, entry: Entry) -> None:
        body = entry.body
        self.report.record()
        if (turn := _TURN.match(body)) is not None:
            self._turn(entry, turn)
        elif (start := _START.match(body)) is not None:
            self._start(entry, start)
        elif _SYSTEM.match(body):
            rows = dict(_ROW.findall(body))
            names = rows.get("assistant_role_name"), rows.get("user_role_name")
            if names[0] and names[1]:
                self.pair = (names[0].strip(), names[1].strip())
        elif (usage := _TOKENS.match(body)) is not None:
            self.tokens.append(int(usage[1]))
        elif (tests := _REPORT.match(body)) is not None:
            self.run.add(
                "verifier", "test run", body[tests.end() :].strip(), entry.where, at=_time(entry)
            )

    def _turn(self, entry: Entry, turn: re.Match[str]) -> None:
        who, first, second = (turn[key].strip() for key in ("who", "a", "b"))
        other = second if who == first else first
        words = self._words(entry.body[turn.end() :])
        tokens = self.tokens.pop(0) if self.tokens else None
        self.run.add(
            "message", who, words, entry.where, recipients=(other,), at=_time(entry),
            tokens=tokens, metadata={"phase": turn["phase"], "turn": int(turn["turn"])},
        )  # fmt: skip

    def _start(self, entry: Entry, start: re.Match[str]) -> None:
        who = start["who"].strip()
        self.tokens.clear()
        values: dict[str, Any] = {"recipients_from": "unknown"}
        if self.pair is not None:
            other = self.pair[0] if who == self.pair[1] else self.pair[1]
            if other != who:
                values = {"recipients": (other,), "recipients_from": "inferred", "rule": PAIR}
        words = self._words(entry.body[start.end() :])
        self.run.add("message", who, words, entry.where, at=_time(entry), **values)

    def _words(self, body: str) -> str:
        """Return the words of an entry; the prompt before them describes a role."""
        prompt = _PROMPT.match(body)
        if prompt is None:
            return body.strip("\n")
        you = _YOU.search(prompt[1])
        if you is not None:
            self.run.describe(you[1].strip(), prompt[1])
        return body[prompt.end() :].strip("\n")


def _time(entry: Entry) -> datetime | None:
    year, day, month, clock = entry.head.groups()
    try:
        return datetime.fromisoformat(f"{year}-{month}-{day}T{clock}").replace(tzinfo=UTC)
    except ValueError:
        return None
