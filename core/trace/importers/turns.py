"""One message of a list: who speaks, and what the message itself says about its recipients."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from core.trace.importers.base import Report
from core.trace.importers.dialects import (
    BESIDE_TEXT,
    ITEM_TYPES,
    SHARED_ACTS,
    Message,
    PlainMessage,
    known_role,
    read_message,
    same_name_key,
    tool_message,
)
from core.trace.importers.fields import (
    USAGES,
    NotTextError,
    id_text,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.importers.message_forms import MARKS, acts, plain_message
from core.trace.native import type_word

_PERSONS: Final = frozenset(
    ("human", "user", "customer", "humanuser", "enduser", "humanagent", "humanagents")
)
_TERMINAL: Final = re.compile(r"(?:computer|code)[ _-]?(?:terminal|executor)", re.IGNORECASE)
_RAN: Final = re.compile(r"exitcode: -?\d+ \(|<returncode>-?\d+</returncode>")
_ROUTED: Final = re.compile(r"(?P<name>.*?\S)\s*\(\s*(?:->|→)\s*(?P<to>[^()]*[^()\s])\s*\)")
_NOTED: Final = re.compile(r"(?P<name>.*?\S)\s*\((?P<note>[^()]*)\)")
_RAN_MARKS: Final = ("exitcode: ", "<returncode>")
_PRINTED: Final = re.compile(r"\w+(?:Message|Event|Result): id='[^']*' source='")
_LONGEST_ROLE: Final = 300
"""A longer role is no name with a note in brackets."""
_OFTEN: Final = 5_000
"""Messages after which it is told how many there were."""
_MENTIONED: Final = 4096
"""Names whose kind is remembered."""
_SENDER_KEYS: Final = ("name", "source", "sender", "speaker", "author", "agent_name", "from")
_RECIPIENT_KEYS: Final = ("to", "recipients", "recipient", "receiver", "to_agent", "target")
_PROGRAM: Final = "terminal"
"""Who speaks where a program's output stands under the role of the user."""
_AIM: Final = "target"
TIME_KEYS: Final = ("timestamp", "created_at", "time", "at", "date")
_SEVERAL: Final = frozenset(("parts", "tool_messages", "tool_calls"))
"""Keys of messages that may hold several acts."""
_SAYING_MORE: Final = BESIDE_TEXT | {*_RECIPIENT_KEYS, "message_type"}
"""Keys with which a message is more than a text of somebody."""
_KINDS: Final = frozenset(("type", "value"))
"""Keys that may stand for a role."""
_SHARED: Final = frozenset(("from", "value"))
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))


class Turn:
    """One message of the list, read but not routed."""

    __slots__ = (
        *("speaker", "message", "words", "where", "is_person", "is_system", "is_tool"),
        *("is_terminal", "private", "note", "to", "broadcast", "at", "tokens"),
    )

    def __init__(
        self, speaker: str, message: Message, where: str, words: str | None = None
    ) -> None:
        self.speaker = speaker
        self.message = message
        self.words = words
        """The text, where the message is one that all plain turns of a speaker share."""
        self.where = where
        self.is_person = False
        self.is_system = False
        self.is_tool = False
        """A tool speaks: the role says so, or it is a code terminal."""
        self.is_terminal = False
        self.private = False
        self.note = ""
        self.to: tuple[str, ...] | None = None
        self.broadcast = False
        self.at: datetime | None = None
        self.tokens: int | None = None

    @property
    def text(self) -> str:
        """What is said."""
        return self.message.text if self.words is None else self.words


@lru_cache(_MENTIONED)
def is_person(name: str) -> bool:
    """Whether a name is that of the human side of a chat."""
    return same_name_key(name) in _PERSONS


@lru_cache(_MENTIONED)
def _is_terminal(name: str) -> bool:
    return _TERMINAL.fullmatch(name) is not None


class Shape(NamedTuple):
    """What the keys of a message say about what it holds; messages of a list share few shapes."""

    marked: bool
    """Whether it is of another form than the common one."""
    several: bool
    senders: tuple[str, ...]
    recipients: tuple[str, ...]
    times: tuple[str, ...]
    counted: bool
    """Whether it holds the tokens of its model call."""
    has_id: bool
    from_value: bool
    shared: bool
    """Whether it is no more than somebody and a value."""
    plain: bool
    """Whether it has a content, and beside it nothing that says more than who, when and how long."""


@lru_cache(_MENTIONED)
def shape_of(keys: tuple[str, ...]) -> Shape:
    """Return the shape of a message with these keys."""
    found = frozenset(keys)
    marked = not MARKS.isdisjoint(found)
    several = not _SEVERAL.isdisjoint(found)
    return Shape(
        marked=marked,
        several=several,
        senders=tuple(key for key in _SENDER_KEYS if key in found),
        recipients=tuple(key for key in _RECIPIENT_KEYS if key in found),
        times=tuple(key for key in TIME_KEYS if key in found),
        counted=not USAGES.isdisjoint(found),
        has_id="id" in found,
        from_value="value" in found,
        shared=found == _SHARED,
        plain=not (marked or several)
        and "content" in found
        and ("role" in found or found.isdisjoint(_KINDS))
        and found.isdisjoint(_SAYING_MORE),
    )


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
    counted = 0
    for index, raw in enumerate(messages):
        if index - counted >= _OFTEN:
            report.record(index - counted)
            counted = index
        where = places[index]
        if spend:
            messages[index] = None
        if raw.__class__ is not dict:
            report.bad(f"A message must be an object, but this is {type_word(raw)}.", where)
            continue
        shape = shape_of(tuple(raw))
        if shape.has_id and _is_repeated(raw, where, seen, report):
            continue
        if shape.shared:
            turn = _shared_turn(raw, where) or _usable_turn(raw, where, report, shape)
            if turn is not None:
                turns.append(turn)
        elif shape.plain and (plain := _plain_turn(raw, where, shape)) is not None:
            turns.append(plain)
        else:
            turns += _turns_of(raw, where, report, shape)
    report.record(len(messages) - counted)
    _name_users(turns, messages)
    return turns


def _turns_of(raw: dict[str, Any], where: str, report: Report, shape: Shape) -> list[Turn]:
    """Return a message as turns: one, or more if it holds several acts."""
    if shape.marked:
        raw = plain_message(raw)
        shape = shape_of(tuple(raw))
    if not shape.several and raw.get("content").__class__ is not list:
        turn = _usable_turn(raw, where, report, shape)
        return [] if turn is None else [turn]
    turns: list[Turn] = []
    for act in acts(raw):
        turn = _usable_turn(act, where, report, shape if act is raw else shape_of(tuple(act)))
        if turn is None:
            break
        turns.append(turn)
    return turns


def _plain_turn(raw: dict[str, Any], where: str, shape: Shape) -> Turn | None:
    """Return a message that is a text of somebody, as most are; None if it needs a closer look.

    The same as `_usable_turn` returns, in a third of the time.
    """
    role, text = raw.get("role", ""), raw["content"]
    if text.__class__ is not str or role.__class__ is not str or len(role) > _LONGEST_ROLE:
        return None
    name = None
    for key in shape.senders:
        name = raw[key]
        if name.__class__ is str and (name := name.strip()):
            if len(name) >= _LONGEST_ROLE:
                return None
            break
        name = None
    who = _who(role, name)
    if who is None:
        if known_role(role)[0] != "tool":
            return None
        turn = Turn(name or "", tool_message(raw, text), where)
        turn.is_tool = True
    elif "=" in text[:60] or text.startswith(_RAN_MARKS):
        return None  # perhaps printed by a program
    else:
        turn = Turn(who[0], who[1], where, text)
        for key, value in who[2]:
            setattr(turn, key, value)
    if shape.counted:
        turn.tokens = read_tokens(raw)
    for key in shape.times:
        turn.at = read_time(raw[key])
        if turn.at is not None:
            break
    return turn


def _shared_turn(raw: dict[str, Any], where: str) -> Turn | None:
    """Return a message of ``from`` and ``value`` that is a text; None if it needs a closer look."""
    role, text = raw["from"], raw["value"]
    if text.__class__ is not str or role.__class__ is not str or len(role) > _LONGEST_ROLE:
        return None
    if not text:
        return None  # nobody says nothing
    who = _who_shares(role)
    if who is None or "=" in text[:60] or text.startswith(_RAN_MARKS):
        return None
    turn = Turn(who[0], who[1], where, text)
    for key, value in who[2]:
        setattr(turn, key, value)
    return turn


_Who: TypeAlias = tuple[str, Message, tuple[tuple[str, Any], ...]]


@lru_cache(_MENTIONED)
def _who_shares(role: str) -> _Who | None:
    return None if role.strip() in SHARED_ACTS else _who_says({"from": role, "value": ""})


@lru_cache(_MENTIONED)
def _who(role: str, name: str | None) -> _Who | None:
    return _who_says(
        {"role": role, "content": ""}
        if name is None
        else {"role": role, "name": name, "content": ""}
    )


def _who_says(raw: dict[str, Any]) -> _Who | None:
    """Return the speaker of plain messages, their roles, and what else is known of the turns."""
    turn = _read_turn(raw, "", shape_of(tuple(raw)))
    if turn is None or turn.message.role == "tool":
        return None
    message = PlainMessage(turn.message.role, turn.message.raw_role, "")
    usual = Turn(turn.speaker, turn.message, "")
    more = tuple(
        (key, getattr(turn, key))
        for key in Turn.__slots__
        if getattr(turn, key) != getattr(usual, key)
    )
    return turn.speaker, message, more


def _is_repeated(raw: dict[str, Any], where: str, seen: dict[str, Any], report: Report) -> bool:
    """Whether the same message stood in the list before; another one of its id is told."""
    key = id_text(raw["id"])
    if key is None:
        return False
    known = seen.setdefault(key, raw)
    if known is raw:
        return False
    if known == raw:
        report.info("The message occurs twice and was counted once.", where, "duplicate-id")
        return True
    report.warn(f"Another message has the id “{key[:40]}” too.", where, "duplicate-id")
    seen[key] = raw
    return False


def _usable_turn(raw: dict[str, Any], where: str, report: Report, shape: Shape) -> Turn | None:
    """Return a message as a turn; None, and a word in the report, if it can't be used."""
    try:
        turn = _read_turn(raw, where, shape)
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


def _read_turn(raw: Mapping[str, Any], where: str, shape: Shape) -> Turn | None:
    message = read_message(raw)
    name = _name(raw, shape, message)
    turn = Turn("", message, where)
    for key in shape.times:
        turn.at = read_time(raw[key])
        if turn.at is not None:
            break
    if shape.counted:
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
    if not (turn.is_tool or turn.is_system):
        turn.is_tool = turn.is_terminal = _is_ran(raw, turn.speaker, message.text)
        if turn.is_terminal and turn.is_person:
            turn.speaker, turn.is_person = _PROGRAM, False
    if shape.recipients and turn.to is None:
        _read_recipients(turn, raw)
    nameless = turn.is_system or message.role == "tool"  # these may do without a name
    return turn if turn.speaker or nameless else None


def _name(raw: Mapping[str, Any], shape: Shape, message: Message) -> str | None:
    """Return the name of who speaks, where it stands under a key of its own."""
    name = None
    for key in shape.senders:
        name = text_or_none(raw[key])
        if name is not None:
            break
    if name is None or "role" in raw:
        return name
    if str(raw.get("type")) in ITEM_TYPES:
        return None  # of the tool
    is_role = message.role in ("system", "tool", "assistant")
    return None if shape.from_value and is_role and name == raw.get("from") else name


def _is_ran(raw: Mapping[str, Any], speaker: str, text: str) -> bool:
    """Whether this is what a program printed that the message before had run."""
    if raw.get("message_type") == "observation" or _is_terminal(speaker):
        return True
    return text.startswith(_RAN_MARKS) and _RAN.match(text) is not None


def _read_named_role(turn: Turn, text: str) -> None:
    """Read a role that is a name, perhaps with a route or a note in brackets."""
    if len(text) > _LONGEST_ROLE:
        turn.speaker = text
        return
    turn.speaker, turn.to, turn.note, turn.private = _named_role(text)
    turn.is_person = is_person(turn.speaker)


@lru_cache(_MENTIONED)
def _named_role(text: str) -> tuple[str, tuple[str, ...] | None, str, bool]:
    """Return the name in a role, its recipients, the note beside it, and whether it is private."""
    routed = _ROUTED.fullmatch(text)
    if routed:
        return routed["name"], (routed["to"],), "", False
    noted = _NOTED.fullmatch(text)
    if not noted:
        return text, None, "", False
    note = noted["note"].strip()
    private = "thought" in note.casefold() or "reasoning" in note.casefold()
    return noted["name"], None if private else (), note, private


def _read_recipients(turn: Turn, raw: Mapping[str, Any]) -> None:
    for key in _RECIPIENT_KEYS:
        if key == _AIM and turn.speaker == turn.message.raw_role:
            continue  # beside a bare role it says what was tested, not who was spoken to
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
    nameless = False
    for turn in turns:
        if turn.message.role == "assistant":
            if turn.speaker != turn.message.raw_role:
                return
            nameless = True
    if not nameless:
        return
    for turn in turns:
        if turn.message.role == "user" and not turn.is_tool:
            turn.is_person = True
