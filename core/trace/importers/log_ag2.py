"""What AutoGen 0.2 and AG2 print: ``Planner (to Writer):``, words, and a line of dashes.

Calls of tools stand between stars; who speaks next, and that code is run, is announced.
"""

from __future__ import annotations

import re
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.conversation import converse
from core.trace.importers.log_lines import entries
from core.trace.importers.turns import read_turns
from core.trace.model import Trace

_COLOUR: Final = re.compile(r"\x1b\[[0-9;]{0,12}m")
_HEAD: Final = re.compile(r"(?P<sender>[^\n():>*#-][^\n():]{0,60}) \(to (?P<to>[^\n()]{1,60})\):\n")
_END: Final = re.compile(r"^-{60,}$", re.MULTILINE)
_CALL: Final = re.compile(
    r"\*{3,} Suggested (?:tool|function) call(?: \((?P<id>[^\n()]{0,80})\))?: (?P<tool>[^\n*]{1,80}?) \*{3,}\n"
    r"Arguments: ?\n?(?P<given>.*?)\n\*{5,}$",
    re.DOTALL | re.MULTILINE,
)
_BACK: Final = re.compile(
    r"\*{3,} Response from calling (?:tool|function)(?: \"[^\"\n]{0,80}\")? ?(?:\((?P<id>[^\n()]{0,80})\))? ?\*{3,}\n"
    r"(?P<said>.*?)\n\*{5,}$",
    re.DOTALL | re.MULTILINE,
)
_PERSONS: Final = ("user", "human", "human_admin")


class Ag2Log:
    """The console of AutoGen 0.2 and AG2."""

    name = "ag2_console"
    title = "AutoGen 0.2 console log"

    def sniff(self, text: str) -> bool:
        """Whether a message with sender and recipient ends with a line of dashes."""
        if " (to " not in text or "-" * 60 not in text:
            return False
        plain = _COLOUR.sub("", text)
        heads = [one for one in _HEAD.finditer(plain) if _starts_line(one)]
        return bool(heads) and _END.search(plain, heads[0].end()) is not None

    def read(self, text: str, where: str, report: Report) -> Trace | None:
        """Return the run; see `TextLog`."""
        messages: list[dict[str, Any]] = []
        places: list[str] = []
        for entry in entries(_COLOUR.sub("", text), _HEAD, where):
            end = _END.search(entry.body)
            body = entry.body[: end.start()] if end else entry.body
            if end is None:
                report.warn("This message is cut off.", entry.where, "cut-off")
            for message in _messages(entry.head["sender"].strip(), entry.head["to"].strip(), body):
                messages.append(message)
                places.append(entry.where)
        events, agents, _ = converse(read_turns(messages, places, report))
        if not events:
            return None
        task = next((event.text for event in events if event.kind == "message"), "")
        return Trace(name="", format=self.name, agents=agents, events=events, task=task)


def _starts_line(found: re.Match[str]) -> bool:
    return found.start() == 0 or found.string[found.start() - 1] == "\n"


def _messages(sender: str, to: str, body: str) -> list[dict[str, Any]]:
    """Return what one printed message says: words, calls, and what tools gave back."""
    backs = list(_BACK.finditer(body))
    if backs:
        return [
            {"role": "tool", "tool_call_id": back["id"], "content": back["said"].strip("\n")}
            for back in backs
        ]
    calls = [
        {"id": call["id"], "type": "function",
         "function": {"name": call["tool"].strip(), "arguments": call["given"].strip()}}
        for call in _CALL.finditer(body)
    ]  # fmt: skip
    words = _CALL.sub("", body).strip("\n")
    message: dict[str, Any] = {"name": sender, "role": "assistant", "to": to, "content": words}
    if sender.casefold() in _PERSONS:
        message["role"] = "user"
    return [{**message, "tool_calls": calls} if calls else message]
