"""One message of a list: who speaks, and what the message itself says about its recipients."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.dialects import Message, read_message, same_name_key
from core.trace.importers.fields import NotTextError, id_text, read_time, read_tokens, text_or_none
from core.trace.native import type_word

_PERSONS: Final = frozenset(
    ("human", "user", "customer", "humanuser", "enduser", "humanagent", "humanagents")
)
_TERMINAL: Final = re.compile(r"(?:computer|code)[ _-]?(?:terminal|executor)", re.IGNORECASE)
_RAN: Final = re.compile(r"exitcode: -?\d+ \(")
_ROUTED: Final = re.compile(r"(?P<name>.*?\S)\s*\(\s*(?:->|→)\s*(?P<to>[^()]*[^()\s])\s*\)")
_NOTED: Final = re.compile(r"(?P<name>.*?\S)\s*\((?P<note>[^()]*)\)")
_PRINTED: Final = re.compile(r"\w+(?:Message|Event|Result): id='[^']*' source='")
_SENDER_KEYS: Final = ("name", "source", "sender", "speaker", "author", "agent_name", "from")
_RECIPIENT_KEYS: Final = ("to", "recipients", "recipient", "receiver", "target")
_TIME_KEYS: Final = ("timestamp", "created_at", "time", "at", "date")
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))


@dataclass(slots=True)
class Turn:
    """One message of the list, read but not routed."""

    speaker: str
    message: Message
    where: str
    is_person: bool = False
    is_system: bool = False
    is_tool: bool = False
    """A tool speaks: the role says so, or it is a code terminal."""
    is_terminal: bool = False
    private: bool = False
    note: str = ""
    to: tuple[str, ...] | None = None
    broadcast: bool = False
    at: datetime | None = None
    tokens: int | None = None
    raw_id: str | None = None

    @property
    def takes_part(self) -> bool:
        """Whether an agent or a person speaks."""
        return not (self.is_tool or self.is_system)


def is_person(name: str) -> bool:
    """Whether a name is that of the human side of a chat."""
    return same_name_key(name) in _PERSONS


def read_turns(messages: Sequence[Any], places: Sequence[str], report: Report) -> list[Turn]:
    """Read messages, each with its place; those that can't be used go to the report."""
    turns: list[Turn] = []
    seen: dict[str, Any] = {}
    for index, raw in enumerate(messages):
        where = places[index]
        report.record()
        if not isinstance(raw, dict):
            report.bad(f"A message must be an object, but this is {type_word(raw)}.", where)
            continue
        raw_id = id_text(raw.get("id"))
        if raw_id is not None and raw_id in seen:
            if seen[raw_id] == raw:
                report.info("The message occurs twice and was counted once.", where, "duplicate-id")
                continue
            report.warn(f"Another message has the id “{raw_id[:40]}” too.", where, "duplicate-id")
        if raw_id is not None:
            seen[raw_id] = raw
        try:
            turn = _read_turn(raw, where)
        except NotTextError as error:
            report.bad(f"The message can't be used: {error}.", where, "wrong-type")
            continue
        if turn is None:
            report.bad("The message doesn't say who speaks.", where, "no-sender")
        elif turn.message.is_empty and not _has_words(raw):
            report.bad("The message has neither content nor tool calls.", where, "no-content")
        elif _PRINTED.match(turn.message.text):
            report.bad(
                "The content is the printout of a Python object; export the events as JSON.",
                where,
                "python-repr",
            )
        else:
            turns.append(turn)
    _name_users(turns, messages)
    return turns


def _has_words(raw: Mapping[str, Any]) -> bool:
    return raw.get("content") is not None or isinstance(raw.get("parts"), list)


def _read_turn(raw: Mapping[str, Any], where: str) -> Turn | None:
    message = read_message(raw)
    name = next((found for key in _SENDER_KEYS if (found := text_or_none(raw.get(key)))), None)
    turn = Turn("", message, where)
    turn.at = next((at for key in _TIME_KEYS if (at := read_time(raw.get(key)))), None)
    turn.tokens = read_tokens(raw)
    if message.role == "system":
        turn.speaker, turn.is_system = name or "", True
    elif message.role == "tool":
        turn.speaker, turn.is_tool = name or "", True
    elif message.role:
        turn.speaker = name or message.raw_role  # as it stands: “Assistant” may be a name
        turn.is_person = message.role == "user" and (name is None or is_person(name))
    else:
        _read_named_role(turn, name or message.raw_role)
    ran = raw.get("message_type") == "observation" or _RAN.match(message.text)
    if turn.takes_part and (ran or _TERMINAL.fullmatch(turn.speaker)):
        turn.is_tool = turn.is_terminal = True
    if turn.to is None:
        _read_recipients(turn, raw)
    nameless = turn.is_system or message.role == "tool"  # these may do without a name
    return turn if turn.speaker or nameless else None


def _read_named_role(turn: Turn, text: str) -> None:
    """Read a role that is a name, perhaps with a route or a note in brackets."""
    routed = _ROUTED.fullmatch(text)
    noted = None if routed else _NOTED.fullmatch(text)
    if routed:
        turn.speaker, turn.to = routed["name"], (routed["to"],)
    elif noted:
        turn.speaker, turn.note = noted["name"], noted["note"].strip()
        turn.private = "thought" in turn.note.casefold() or "reasoning" in turn.note.casefold()
        if not turn.private:
            turn.to = ()
    else:
        turn.speaker = text
    turn.is_person = is_person(turn.speaker)


def _read_recipients(turn: Turn, raw: Mapping[str, Any]) -> None:
    for key in _RECIPIENT_KEYS:
        value = raw.get(key)
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            continue
        found = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
        named = tuple(name for name in found if name.casefold() not in _EVERYBODY)
        turn.broadcast = len(named) < len(found)
        if named:
            turn.to = named
        return


def _name_users(turns: Sequence[Turn], messages: Sequence[Any]) -> None:
    """Take named users as persons where no assistant has a name (the OpenAI way)."""
    assistants = [turn for turn in turns if turn.message.role == "assistant"]
    if not assistants or any(turn.speaker != turn.message.raw_role for turn in assistants):
        return
    for turn in turns:
        if turn.message.role == "user" and not turn.is_tool:
            turn.is_person = True
