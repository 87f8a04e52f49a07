"""Who speaks to whom in a list of messages.

A message list says who speaks, and rarely to whom. The rules, in this order; each leaves its name
in the event:

* The message names its recipients, or its role routes it (``Planner (-> Searcher)``): recorded.
* A tool's result goes to the agent that called it; a code terminal's result to the agent who spoke
  just before.
* In a routed list, an answer goes back to the agent that last addressed the speaker.
* Of two parties, each speaks to the other.
* In a group chat, everybody can see a message (``broadcast``), and the next different speaker who
  is not a tool is taken as its recipient.
* Else the recipient is unknown.

Thoughts stay with their agent: no recipients, ``metadata["private"]`` is true, no boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.dialects import (
    Call,
    Message,
    Result,
    handoff_target,
    read_message,
    same_name_key,
)
from core.trace.importers.fields import NotTextError, id_text, read_time, read_tokens, text_or_none
from core.trace.model import Agent, Event
from core.trace.native import type_word, with_participants

ANSWER: Final = "an answer goes back to the agent that last addressed the speaker"
GROUP: Final = "group chat: the next different speaker"
PARTIES: Final = "two parties: each speaks to the other"
NEXT: Final = "the next different speaker"
CALLER: Final = "a tool's result goes to the agent that called last"
TERMINAL: Final = "a code terminal answers the agent who spoke just before"
CODE: Final = "a fenced code block that the terminal ran next"
HANDS_OVER: Final = "a tool call that hands over to another agent"

_PERSONS: Final = frozenset(
    ("human", "user", "customer", "humanuser", "enduser", "humanagent", "humanagents")
)
_TERMINAL: Final = re.compile(r"(?:computer|code)[ _-]?(?:terminal|executor)", re.IGNORECASE)
_RAN: Final = re.compile(r"exitcode: -?\d+ \(")
_PRINTED: Final = re.compile(r"\w+(?:Message|Event|Result): id='[^']*' source='")
_FENCE: Final = re.compile(r"^```[^\n`]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_ROUTED: Final = re.compile(r"(?P<name>.*?\S)\s*\(\s*(?:->|→)\s*(?P<to>[^()]*[^()\s])\s*\)")
_NOTED: Final = re.compile(r"(?P<name>.*?\S)\s*\((?P<note>[^()]*)\)")
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


@dataclass
class Conversation:
    """Turns on their way to events."""

    turns: list[Turn]
    described: Mapping[str, str] = field(default_factory=dict)
    """System prompts by agent, from outside of the list."""
    events: list[Event] = field(default_factory=list)
    _calls: dict[str, tuple[str, str]] = field(default_factory=dict)
    _last_call: tuple[str, str] | None = None
    _addressed_by: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._next = self._next_speakers()
        speaking = dict.fromkeys(turn.speaker for turn in self.turns if turn.takes_part)
        self._known = {same_name_key(name): name for name in (*self.described, *speaking)}
        self._routed = any(turn.to and turn.takes_part for turn in self.turns)
        members = dict.fromkeys((*speaking, *self.described))
        self._parties = tuple(members) if len(speaking) == len(members) == 2 else ()
        self._group = not self._routed and not self._parties and len(members) > 1

    def _next_speakers(self) -> list[str | None]:
        """Return for each turn the next speaker that is another one and no tool."""
        found: list[str | None] = [None] * len(self.turns)
        following: str | None = None
        after: str | None = None  # the next different speaker after `following`
        for index in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[index]
            if not turn.takes_part:
                found[index] = following
                continue
            if following is not None and following != turn.speaker:
                after = following
            following = turn.speaker
            found[index] = after
        return found

    def read(self) -> tuple[tuple[Event, ...], tuple[Agent, ...], str]:
        """Return the events, the agents, and the system prompt that belongs to nobody."""
        for index, turn in enumerate(self.turns):
            if turn.is_system:
                continue
            if turn.is_terminal:
                self._add_terminal(index, turn)
                continue
            if turn.is_tool:
                self._add_results(turn)
                continue
            for thought in turn.message.thoughts:
                self._add(turn, text=thought, metadata={"private": True})
            self._add_results(turn)
            self._add_text(index, turn)
            for call in turn.message.calls:
                self._add_call(turn, call)
        agents, orphan = self._agents()
        return tuple(self.events), agents, orphan

    def _add(self, turn: Turn, **values: Any) -> None:
        self.events.append(
            Event(
                seq=len(self.events) + 1,
                where=turn.where,
                at=turn.at,
                **{"kind": "message", "sender": turn.speaker, **values},
            )
        )

    def _add_text(self, index: int, turn: Turn) -> None:
        message = turn.message
        if not message.text and (message.calls or message.results or message.thoughts):
            return
        metadata: dict[str, Any] = {"note": turn.note} if turn.note else {}
        if turn.private:
            self._add(turn, text=message.text, metadata={**metadata, "private": True})
            return
        recipients, values = self._recipients(index, turn)
        if metadata:
            values["metadata"] = metadata
        self._add(turn, text=message.text, recipients=recipients, tokens=turn.tokens, **values)
        for recipient in recipients:
            self._addressed_by[recipient] = turn.speaker
        following = self.turns[index + 1] if index + 1 < len(self.turns) else None
        code = "\n".join(block.group(1) for block in _FENCE.finditer(message.text))
        if following is not None and following.is_terminal and code:
            tool = following.speaker
            self._add(turn, kind="tool_call", text=code, tool=tool, kind_from="inferred", rule=CODE)

    def _recipients(self, index: int, turn: Turn) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Return the recipients of a message and how they are known."""
        values: dict[str, Any] = {"broadcast": turn.broadcast or self._group}
        if turn.to is not None:
            return turn.to, {"broadcast": turn.broadcast}
        values["recipients_from"] = "inferred"
        asker = self._addressed_by.get(turn.speaker)
        if self._routed and asker is not None and asker != turn.speaker:
            return (asker,), {**values, "rule": ANSWER}
        if self._parties:
            return (self._other(turn.speaker),), {**values, "rule": PARTIES}
        following = self._next[index]
        if following is not None:
            return (following,), {**values, "rule": GROUP if self._group else NEXT}
        return (), {**values, "recipients_from": "unknown"}

    def _other(self, speaker: str) -> str:
        first, second = self._parties
        return second if speaker == first else first

    def _add_call(self, turn: Turn, call: Call) -> None:
        self._last_call = (turn.speaker, call.tool)
        if call.call_id is not None:
            self._calls[call.call_id] = self._last_call
        target = handoff_target(call)
        if target is None:
            self._add(turn, kind="tool_call", text=call.text, tool=call.tool, call_id=call.call_id)
            return
        target = self._known.get(same_name_key(target), target)
        self._addressed_by[target] = turn.speaker
        self._add(
            turn,
            text="" if call.text.strip() in ("{}", "null") else call.text,
            recipients=(target,),
            tool=call.tool,
            call_id=call.call_id,
            kind_from="inferred",
            rule=HANDS_OVER,
        )

    def _add_results(self, turn: Turn) -> None:
        for result in turn.message.results:
            self._add_result(turn, result)

    def _add_result(self, turn: Turn, result: Result) -> None:
        known = self._calls.get(result.call_id) if result.call_id is not None else None
        caller, tool = known or self._last_call or (None, None)
        tool = result.tool or tool or turn.speaker or "tool"
        caller = caller or self._previous(turn)
        values: dict[str, Any] = {}
        if known is None:
            values = {"recipients_from": "inferred", "rule": CALLER}
            if caller is None:
                values = {"recipients_from": "unknown"}
        self._add(
            turn,
            kind="tool_result",
            sender=tool,
            recipients=() if caller is None else (caller,),
            text=result.text,
            tool=tool,
            call_id=result.call_id,
            **values,
        )

    def _add_terminal(self, index: int, turn: Turn) -> None:
        caller = self._previous(turn)
        self._add(
            turn,
            kind="tool_result",
            recipients=() if caller is None else (caller,),
            text=turn.message.text,
            tool=turn.speaker,
            recipients_from="unknown" if caller is None else "inferred",
            rule="" if caller is None else TERMINAL,
            broadcast=self._group,
        )

    def _previous(self, turn: Turn) -> str | None:
        """Return who spoke last before a turn, tools and thoughts left aside."""
        for event in reversed(self.events):
            if event.kind not in ("tool_result", "verifier") and event.sender != turn.speaker:
                return event.sender
        return None

    def _agents(self) -> tuple[tuple[Agent, ...], str]:
        """Return the participants; those who never speak come last."""
        prompts: dict[str, list[str]] = {name: [text] for name, text in self.described.items()}
        persons = {turn.speaker for turn in self.turns if turn.is_person}
        speakers = dict.fromkeys(
            turn.speaker for turn in self.turns if turn.takes_part and not turn.is_person
        )
        orphans: list[str] = []
        for turn in self.turns:
            if not turn.is_system:
                continue
            owner = self._known.get(same_name_key(turn.speaker)) if turn.speaker else None
            if owner is None and len(speakers) == 1:
                owner = next(iter(speakers))
            texts = orphans if owner is None else prompts.setdefault(owner, [])
            if turn.message.text and turn.message.text not in texts:
                texts.append(turn.message.text)
        found = with_participants((), self.events)
        names = dict.fromkeys((*(agent.name for agent in found), *prompts))
        agents = tuple(
            Agent(
                name=name,
                description="\n\n".join(prompts.get(name, ())),
                is_person=name in persons or (is_person(name) and name not in speakers),
            )
            for name in names
        )
        return agents, "\n\n".join(orphans)


def converse(
    turns: Iterable[Turn], described: Mapping[str, str] | None = None
) -> tuple[tuple[Event, ...], tuple[Agent, ...], str]:
    """Return events, agents and the system prompt of nobody for a list of turns.

    Args:
        turns: The turns, in order.
        described: System prompts by agent that stand outside of the list.
    """
    return Conversation(list(turns), described or {}).read()
