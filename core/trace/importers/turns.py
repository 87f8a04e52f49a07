"""One message of a list: who speaks, and what the message itself says about its recipients."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.dialects import ITEM_TYPES, Message, read_message, same_name_key
from core.trace.importers.fields import (
    USAGES,
    NotTextError,
    id_text,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.importers.message_forms import acts, plain_message
from core.trace.native import type_word

_PERSONS: Final = frozenset(
    ("human", "user", "customer", "humanuser", "enduser", "humanagent", "humanagents")
)
_TERMINAL: Final = re.compile(r"(?:computer|code)[ _-]?(?:terminal|executor)", re.IGNORECASE)
_RAN: Final = re.compile(r"exitcode: -?\d+ \(")
_ROUTED: Final = re.compile(r"(?P<name>.*?\S)\s*\(\s*(?:->|→)\s*(?P<to>[^()]*[^()\s])\s*\)")
_NOTED: Final = re.compile(r"(?P<name>.*?\S)\s*\((?P<note>[^()]*)\)")
_PRINTED: Final = re.compile(r"\w+(?:Message|Event|Result): id='[^']*' source='")
_LONGEST_ROLE: Final = 300
"""A longer role is no name with a note in brackets."""
_LOOKED_AT: Final = 200
"""Messages in which a call and its result are looked for."""
_MENTIONED: Final = 4096
"""Names whose kind is remembered."""
_SENDER_KEYS: Final = ("name", "source", "sender", "speaker", "author", "agent_name", "from")
_RECIPIENT_KEYS: Final = ("to", "recipients", "recipient", "receiver", "target")
_TIME_KEYS: Final = ("timestamp", "created_at", "time", "at", "date")
_SENDERS: Final = frozenset(_SENDER_KEYS)
_RECIPIENTS: Final = frozenset(_RECIPIENT_KEYS)
_TIMES: Final = frozenset(_TIME_KEYS)
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))


class Turn:
    """One message of the list, read but not routed.

    What most messages don't say stands on the class: making a turn is then three assignments.
    """

    is_person = False
    is_system = False
    is_tool = False
    """A tool speaks: the role says so, or it is a code terminal."""
    is_terminal = False
    private = False
    note = ""
    to: tuple[str, ...] | None = None
    broadcast = False
    at: datetime | None = None
    tokens: int | None = None

    def __init__(self, speaker: str, message: Message, where: str) -> None:
        self.speaker = speaker
        self.message = message
        self.where = where

    @property
    def takes_part(self) -> bool:
        """Whether an agent or a person speaks."""
        return not (self.is_tool or self.is_system)


@lru_cache(_MENTIONED)
def is_person(name: str) -> bool:
    """Whether a name is that of the human side of a chat."""
    return same_name_key(name) in _PERSONS


@lru_cache(_MENTIONED)
def _is_terminal(name: str) -> bool:
    return _TERMINAL.fullmatch(name) is not None


def read_turns(
    messages: list[Any], places: Sequence[str], report: Report, *, spend: bool = False
) -> list[Turn]:
    """Read messages, each with its place; those that can't be used go to the report.

    Args:
        messages: The raw messages.
        places: Where each lies.
        report: Takes those that can't be used.
        spend: Let go of each raw message once it is read, so that a large file is never in memory
            twice; the list is of no use then.
    """
    turns: list[Turn] = []
    seen: dict[str, Any] = {}
    report.record(len(messages))
    for index, raw in enumerate(messages):
        where = places[index]
        if spend:
            messages[index] = None
        if not isinstance(raw, dict):
            report.bad(f"A message must be an object, but this is {type_word(raw)}.", where)
            continue
        if "id" in raw:
            raw_id = id_text(raw["id"])
            if raw_id is not None and raw_id in seen:
                if seen[raw_id] == raw:
                    report.info(
                        "The message occurs twice and was counted once.", where, "duplicate-id"
                    )
                    continue
                report.warn(
                    f"Another message has the id “{raw_id[:40]}” too.", where, "duplicate-id"
                )
            if raw_id is not None:
                seen[raw_id] = raw
        raw = plain_message(raw)
        content = raw.get("content")
        whole = content.__class__ is not list and "parts" not in raw and "tool_messages" not in raw
        several = (raw,) if whole else acts(raw)
        for act in several:
            turn = _usable_turn(act, where, report)
            if turn is None:
                break
            turns.append(turn)
    _name_users(turns, messages)
    return turns


def newest_first(messages: Sequence[Any]) -> bool:
    """Whether a list begins with its newest message, as interfaces often hand lists out.

    Args:
        messages: The raw messages.

    Returns:
        True if their times fall and never rise or, where they have none, if a tool's result stands
        before the call that it answers.
    """
    if len(messages) < 2:
        return False
    first, last = _time(messages[0]), _time(messages[-1])
    if first is not None and last is not None:
        if first <= last:
            return False
        times = list(map(_time, messages))
        return all(
            one is not None and other is not None and one >= other for one, other in pairwise(times)
        )
    if first is not None or last is not None:
        return False
    answered: set[str] = set()
    for raw in messages[:_LOOKED_AT]:
        if not isinstance(raw, dict):
            continue
        key = id_text(raw.get("tool_call_id")) or id_text(raw.get("call_id"))
        calls = raw.get("tool_calls")
        calls = calls if isinstance(calls, list) else ()
        ids = [id_text(call.get("id")) for call in calls if isinstance(call, dict)]
        if raw.get("type") in ("function_call", "custom_tool_call", "local_shell_call"):
            ids.append(key)
        elif key is not None:
            answered.add(key)
        if ids:
            return any(one in answered for one in ids)
    return False


def _time(raw: Any) -> datetime | None:
    if not isinstance(raw, dict):
        return None
    return next((at for key in _TIME_KEYS if (at := read_time(raw.get(key)))), None)


def _usable_turn(raw: dict[str, Any], where: str, report: Report) -> Turn | None:
    """Return a message as a turn; None, and a word in the report, if it can't be used."""
    try:
        turn = _read_turn(raw, where)
    except NotTextError as error:
        report.bad(f"The message can't be used: {error}.", where, "wrong-type")
        return None
    if turn is None:
        report.bad("The message doesn't say who speaks.", where, "no-sender")
    elif turn.message.is_empty and not _has_words(raw):
        report.bad("The message has neither content nor tool calls.", where, "no-content")
    elif "=" in turn.message.text[:60] and _PRINTED.match(turn.message.text):
        report.bad(
            "The content is the printout of a Python object; export the events as JSON.",
            where,
            "python-repr",
        )
    else:
        return turn
    return None


def _has_words(raw: Mapping[str, Any]) -> bool:
    return raw.get("content") is not None or isinstance(raw.get("parts"), list)


def _read_turn(raw: Mapping[str, Any], where: str) -> Turn | None:
    message = read_message(raw)
    name = text_or_none(raw.get("name"))
    if name is None and not _SENDERS.isdisjoint(raw):
        name = next((found for key in _SENDER_KEYS if (found := text_or_none(raw.get(key)))), None)
    if name is not None and "role" not in raw and str(raw.get("type")) in ITEM_TYPES:
        name = None  # of the tool
    if (
        message.role in ("system", "tool", "assistant")
        and "value" in raw
        and name == raw.get("from")
    ):
        name = None  # a role
    turn = Turn("", message, where)
    if not _TIMES.isdisjoint(raw):
        turn.at = next((at for key in _TIME_KEYS if (at := read_time(raw.get(key)))), None)
    if not USAGES.isdisjoint(raw):
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
    if turn.takes_part:
        ran = raw.get("message_type") == "observation" or (
            message.text.startswith("exitcode: ") and _RAN.match(message.text)
        )
        if ran or _is_terminal(turn.speaker):
            turn.is_tool = turn.is_terminal = True
    if turn.to is None and not _RECIPIENTS.isdisjoint(raw):
        _read_recipients(turn, raw)
    nameless = turn.is_system or message.role == "tool"  # these may do without a name
    return turn if turn.speaker or nameless else None


def _read_named_role(turn: Turn, text: str) -> None:
    """Read a role that is a name, perhaps with a route or a note in brackets."""
    if len(text) > _LONGEST_ROLE:
        turn.speaker = text
        return
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
