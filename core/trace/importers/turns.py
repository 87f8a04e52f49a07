"""One message of a list: who speaks, and what the message itself says about its recipients."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from core.trace.importers.base import Report
from core.trace.importers.contents import NO_CALLS, Said, plain_calls, said_in
from core.trace.importers.dialects import (
    ITEM_TYPES,
    SHARED_ACTS,
    Call,
    Message,
    full_message,
    read_item,
    read_message,
    result_id,
    shared_call,
)
from core.trace.importers.fields import (
    NotTextError,
    id_text,
    read_time,
    read_tokens,
    text_or_none,
)
from core.trace.importers.message_forms import acts, plain_message
from core.trace.importers.roles import (
    LONGEST_ROLE,
    MENTIONED,
    is_person,
    is_terminal,
    read_named_role,
    read_recipients,
)
from core.trace.importers.turn_model import CALLS, Shape, Turn, Who, shape_of
from core.trace.native import type_word

_RAN: Final = re.compile(r"exitcode: -?\d+ \(|<returncode>-?\d+</returncode>")
_RAN_MARKS: Final = ("exitcode: ", "<returncode>")
_PRINTED: Final = re.compile(r"\w+(?:Message|Event|Result): id='[^']*' source='")
_OFTEN: Final = 5_000
"""Messages after which it is told how many there were."""
_PROGRAM: Final = "terminal"
"""Who speaks where a program's output stands under the role of the user."""
_TOOL: Final = "tool"
_ROLE: Final = "role"
_PAIR: Final = (_ROLE, "content")
_SHARED_PAIR: Final = ("from", "value")
_TWO: Final = len(_PAIR)
"""Keys of a message that is no more than somebody and a text."""


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
    for start in range(0, len(messages), _OFTEN):
        part = messages[start : start + _OFTEN]
        if spend:
            messages[start : start + _OFTEN] = [None] * len(part)
        _read_part(part, places[start : start + _OFTEN], turns, seen, report)
        report.record(len(part))
    _name_users(turns)
    return turns


def _read_part(
    part: list[Any],
    places: Sequence[str],
    turns: list[Turn],
    seen: dict[str, Any],
    report: Report,
) -> None:
    """Read some messages of a list; what most files are full of is read here, without a call."""
    last: tuple[str, ...] = ()
    shape = shape_of(last)
    for raw, where in zip(part, places, strict=True):
        if raw.__class__ is not dict:
            report.bad(f"A message must be an object, but this is {type_word(raw)}.", where)
            continue
        if len(raw) == _TWO:
            key, words, speakers = _USUAL if _ROLE in raw else _SHARED
            role, text = raw.get(key), raw.get(words)
            if text.__class__ is role.__class__ is str and text:
                who = speakers[role]
                if who is not None and (
                    not ("=" in text[:60] or text.startswith(_RAN_MARKS)) or who.role == _TOOL
                ):
                    turns.append(Turn(who, where, text))
                    continue
        keys = tuple(raw)
        if keys != last:
            shape, last = shape_of(keys), keys
        if shape.has_id and _is_repeated(raw, where, seen, report):
            continue
        turn = None
        if shape.plain:
            turn = _plain_turn(raw, where, shape)
        elif shape.item:
            turn = _item_turn(raw, where, shape)
        elif shape.shared:
            turn = _shared_turn(raw, where)
        if turn is not None:
            turns.append(turn)
        else:
            turns += _turns_of(raw, where, report, shape)


class _Speakers(dict[str, "Who | None"]):
    """Who speaks under a role, None if it takes a closer look at the message."""

    def __init__(self, find: Callable[[str], Who | None]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, role: str) -> Who | None:
        if len(role) > LONGEST_ROLE or role == SHARED_ACTS[0]:  # ShareGPT writes a call so
            return None
        if len(self) >= MENTIONED:
            self.clear()
        found = self[role] = self._find(role)
        return found


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
        own = shape if act is raw else shape_of(tuple(act))
        turn = _plain_turn(act, where, own) if own.plain else None
        turn = turn or _usable_turn(act, where, report, own)
        if turn is None:
            break
        turns.append(turn)
    return turns


def _plain_turn(raw: dict[str, Any], where: str, shape: Shape) -> Turn | None:
    """Return a message that is a text of somebody, and perhaps calls, as most are.

    The same as `_usable_turn` returns, in a third of the time; None if it needs a closer look.
    """
    for key in shape.more:
        if raw[key] is not None:
            return None
    role, text = raw.get("role", ""), raw.get("content")
    said, calls = None, NO_CALLS
    if text.__class__ is not str or shape.called:
        words = _words(raw, text, shape)
        if words is None:
            return None
        text, said, calls = words
    who = _speaker(raw, role, shape) if role.__class__ is str else None
    if who is None:
        return None
    if who.role == _TOOL:
        turn = None if calls else _given_back(raw, who, where, text, said)
        if turn is None:
            return None
    elif "=" in text[:60] or text.startswith(_RAN_MARKS):
        return None  # perhaps printed by a program
    elif calls or said is not None:
        turn = Turn(who, where, None, full_message(who.role, who.raw_role, text, said, calls))
    else:
        turn = Turn(who, where, text)
    if shape.usages or shape.times:
        _add_numbers(turn, raw, shape)
    return turn


_Words: TypeAlias = tuple[str, Said | None, Sequence[Call]]
"""A text, what is said beside it, and calls that stand beside its parts."""


def _words(raw: Mapping[str, Any], content: Any, shape: Shape) -> _Words | None:
    """Return what a message says, None if it needs a closer look or is several acts."""
    calls = plain_calls(raw[CALLS]) if shape.called else NO_CALLS
    if calls is None:
        return None
    if isinstance(content, str):
        return content, None, calls
    if content is None and calls:
        return "", None, calls
    if not isinstance(content, list):
        return None
    try:
        said = said_in(content)
    except NotTextError:
        return None  # told where it is looked at closely
    if said is None or (said.calls and said.results):
        return None
    return said.text, said if said.says_more else None, calls


def _speaker(raw: Mapping[str, Any], role: str, shape: Shape) -> Who | None:
    """Return who speaks: the first name under a key of its own, or the role alone."""
    for key in shape.senders:
        name = raw[key]
        if name.__class__ is str and (name := name.strip()):
            return _who(role, name) if len(role) + len(name) <= LONGEST_ROLE else None
    return _who_alone(role) if len(role) <= LONGEST_ROLE else None


def _given_back(
    raw: Mapping[str, Any], who: Who, where: str, text: str, said: Said | None
) -> Turn | None:
    """Return what a tool gave back, None if it needs a closer look."""
    if said is not None:
        if not said.results:
            return None
        return Turn(who, where, None, full_message(_TOOL, who.raw_role, text, said, NO_CALLS))
    turn = Turn(who, where, text)
    if who.speaker:
        turn.tool = text_or_none(raw.get("name"))
    turn.call_id = result_id(raw)
    return turn


def _add_numbers(turn: Turn, raw: Mapping[str, Any], shape: Shape) -> None:
    """Add the time of a message, and the tokens of its model call."""
    for key in shape.times:
        turn.at = read_time(raw[key])
        if turn.at is not None:
            break
    if shape.usages:
        turn.tokens = read_tokens(raw, shape.usages)


def _shared_turn(raw: dict[str, Any], where: str) -> Turn | None:
    """Return a message of ``from`` and ``value``; None if it needs a closer look."""
    role, text = raw["from"], raw["value"]
    if text.__class__ is not str or role.__class__ is not str or len(role) > LONGEST_ROLE:
        return None
    if not text:
        return None  # nobody says nothing
    who = _who_shares(role)
    if who is None:
        return None
    if who.role == _TOOL:
        return Turn(who, where, text)
    if role == SHARED_ACTS[0]:
        called = shared_call(text)
        return None if called is None else Turn(who, where, None, called)
    if "=" in text[:60] or text.startswith(_RAN_MARKS):
        return None
    return Turn(who, where, text)


def _item_turn(raw: dict[str, Any], where: str, shape: Shape) -> Turn | None:
    """Return a call, a result or a thought that stands beside messages; None for anything else."""
    kind = raw["type"]
    try:
        message = read_item(kind, raw) if kind.__class__ is str else None
    except NotTextError:
        return None  # told where it is looked at closely
    who = _who_acts(kind) if message is not None and not message.is_empty else None
    if who is None:
        return None
    turn = Turn(who, where, None, message)
    if shape.usages or shape.times:
        _add_numbers(turn, raw, shape)
    return turn


@lru_cache(MENTIONED)
def _who_acts(kind: str) -> Who | None:
    return _who_says({"type": kind})


@lru_cache(MENTIONED)
def _who_shares(role: str) -> Who | None:
    """Return who shares a message, None if it isn't known what this role means."""
    if role in SHARED_ACTS:
        return _who_alone(_TOOL if role == SHARED_ACTS[1] else "gpt")
    if role.strip() in SHARED_ACTS:
        return None
    who = _who_says({"from": role, "value": ""})
    return None if who is None or who.role == _TOOL else who


@lru_cache(MENTIONED)
def _who_alone(role: str) -> Who | None:
    return _who_says({"role": role, "content": ""})


@lru_cache(MENTIONED)
def _who(role: str, name: str) -> Who | None:
    return _who_says({"role": role, "name": name, "content": ""})


def _who_says(raw: dict[str, Any]) -> Who | None:
    """Return who says plain messages."""
    turn = _read_turn(raw, "", shape_of(tuple(raw)))
    return None if turn is None else turn.who


_USUAL: Final = (*_PAIR, _Speakers(_who_alone))
_SHARED: Final = (*_SHARED_PAIR, _Speakers(_who_shares))
"""Keys of the usual messages and of shared ones, and who speaks in them by the role."""


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
    elif turn.message is not None and turn.message.is_empty and not _has_words(raw):
        report.bad("The message has neither content nor tool calls.", where, "no-content")
    elif "=" in turn.text[:60] and _PRINTED.match(turn.text):
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
    who = Who(message.role, message.raw_role)
    turn = Turn(who, where, None, message)
    if shape.usages or shape.times:
        _add_numbers(turn, raw, shape)
    if message.role == "system":
        who.speaker, who.is_system = name or "", True
    elif message.role == _TOOL:
        who.speaker, who.is_tool = name or "", True
    elif message.role:
        who.speaker = name or message.raw_role  # as it stands: “Assistant” may be a name
        who.is_person = message.role == "user" and (name is None or is_person(name))
    else:
        read_named_role(who, name or message.raw_role)
    if not (who.is_tool or who.is_system):
        who.is_tool = who.is_terminal = _is_ran(raw, who.speaker, message.text)
        if who.is_terminal and who.is_person:
            who.speaker, who.is_person = _PROGRAM, False
    if shape.recipients and who.to is None:
        read_recipients(who, raw)
    who.settle()
    nameless = who.is_system or message.role == _TOOL  # these may do without a name
    return turn if who.speaker or nameless else None


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
    if raw.get("message_type") == "observation" or is_terminal(speaker):
        return True
    return text.startswith(_RAN_MARKS) and _RAN.match(text) is not None


def _name_users(turns: Sequence[Turn]) -> None:
    """Take named users as persons where no assistant has a name (the OpenAI way)."""
    present = dict.fromkeys([turn.who for turn in turns])
    users, nameless = [], False
    for who in present:
        if who.role == "user" and not (who.is_tool or who.is_person):
            users.append(who)
        elif who.role == "assistant":
            if who.speaker != who.raw_role:
                return
            nameless = True
    if users and nameless:
        persons = {who: who.as_person() for who in users}
        for turn in turns:
            turn.who = persons.get(turn.who, turn.who)
