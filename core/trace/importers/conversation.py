"""Who speaks to whom in a list of messages.

A message list says who speaks, and rarely to whom. The rules, in this order; each leaves its name
in the event:

* The message names its recipients, or its role routes it (``Planner (-> Searcher)``): recorded.
* A tool's result goes to the agent that called it; a code terminal's result to the agent who spoke
  just before. A call that starts a sub-agent is a message to it, and the result is its answer.
* In a routed list, an answer goes back to the agent that last addressed the speaker.
* Of two parties, each speaks to the other.
* In a group chat, everybody can see a message (``broadcast``), and the next different speaker who
  is not a tool is taken as its recipient.
* Else the recipient is unknown.

Thoughts stay with their agent: no recipients, ``metadata["private"]`` is true, no boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from core.trace.events import Twin, make_event
from core.trace.importers.cast import Cast
from core.trace.importers.dialects import (
    Call,
    Message,
)
from core.trace.importers.handing_over import handoff_target
from core.trace.importers.sub_agents import HANDS_OVER as STARTS
from core.trace.importers.sub_agents import RETURNS, errand_of
from core.trace.importers.turn_model import Route, Turn
from core.trace.model import Agent, Event, EventKind, Origin
from core.trace.native import participants

ANSWER: Final = "an answer goes back to the agent that last addressed the speaker"
GROUP: Final = "group chat: the next different speaker"
PARTIES: Final = "two parties: each speaks to the other"
NEXT: Final = "the next different speaker"
CALLER: Final = "a tool's result goes to the agent that called last"
TERMINAL: Final = "a code terminal answers the agent who spoke just before"
CODE: Final = "a fenced code block that the terminal ran next"
HANDS_OVER: Final = "a tool call that hands over to another agent"

_SPENT: Final = Message("", "", "")
"""Stands in a turn that has been written: its words are in the events then."""
_NOBODY: Final = (None, None)
_FENCE: Final = re.compile(r"^```[^\n`]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


class Conversation(Cast):
    """Turns on their way to events."""

    def __init__(self, turns: list[Turn], described: Mapping[str, str]) -> None:
        """Keep what the turns say together.

        Args:
            turns: The turns, in order.
            described: System prompts by agent, from outside of the list.
        """
        super().__init__(turns, described)
        self.events: list[Event] = []
        self._calls: dict[str, tuple[str, str]] = {}
        self._last_call: tuple[str, str] | None = None
        self._errands: dict[str, str] = {}
        """Sub-agents that will answer, by the id of the call that started them."""
        self._addressed_by: dict[str, str] = {}
        self._spoke: str | None = None
        """Sender of the last event, tools and verifiers left aside."""
        self._spoke_before: str | None = None
        """The last such sender that is another one."""

    def read(self) -> tuple[tuple[Event, ...], tuple[Agent, ...], str]:
        """Return the events, the agents, and the system prompt that belongs to nobody."""
        turns, index = self.turns, 0
        while index < len(turns):
            turn = turns[index]
            who, text = turn.who, turn.words
            if text is not None and who.is_plain:
                index = self._add_texts(index, len(turns))
                continue
            if who.is_system:
                pass
            elif text is None:
                self._add_message(index, turn)
            elif who.is_terminal:
                self._add_terminal(turn, text)
            elif who.is_tool:
                self._add_result(turn, turn.tool, text, turn.call_id)
            else:
                self._add_thought(turn, text, self._spend(turn), who.note)
            index += 1
        agents, orphan = self._agents(participants(self.events))
        return tuple(self.events), agents, orphan

    def _add_message(self, index: int, turn: Turn) -> None:
        """Write a message that may hold more than a text."""
        message, turn.message = turn.message or _SPENT, _SPENT
        text = message.text
        if message.is_plain and not turn.who.is_tool:
            self._add_text(index, turn, text)
            return
        if turn.who.is_tool:
            if turn.who.is_terminal:
                self._add_terminal(turn, text)
                return
            for result in message.results:
                self._add_result(turn, result.tool, result.text, result.call_id)
            return
        calls = message.calls
        for thought in message.thoughts:
            spent = None if calls or text else self._spend(turn)
            self._add_thought(turn, thought, spent)
        for result in message.results:
            self._add_result(turn, result.tool, result.text, result.call_id)
        if text or not (calls or message.results or message.thoughts):
            self._add_text(index, turn, text)
        for call in calls:
            self._add_call(turn, call)

    def _add(
        self,
        turn: Turn,
        text: str,
        kind: EventKind = "message",
        *,
        sender: str | None = None,
        recipients: tuple[str, ...] = (),
        tool: str | None = None,
        call_id: str | None = None,
        kind_from: Origin = "recorded",
        rule: str = "",
        tokens: int | None = None,
    ) -> None:
        if sender is None:
            sender = turn.who.speaker
        if sender != self._spoke:
            self._spoke_before, self._spoke = self._spoke, sender
        events = self.events
        events.append(
            make_event(
                len(events) + 1,
                kind,
                sender,
                text,
                turn.where,
                recipients=recipients,
                tool=tool,
                call_id=call_id,
                at=turn.at,
                kind_from=kind_from,
                rule=rule,
                tokens=tokens,
            )
        )

    @staticmethod
    def _spend(turn: Turn) -> int | None:
        """Return a turn's tokens once: they belong to the first of its acts that says something."""
        tokens = turn.tokens
        if tokens is not None:
            turn.tokens = None
        return tokens

    def _add_thought(self, turn: Turn, text: str, tokens: int | None, note: str = "") -> None:
        who, events = turn.who, self.events
        if who.speaker != self._spoke:
            self._spoke_before, self._spoke = self._spoke, who.speaker
        events.append(
            make_event(
                len(events) + 1,
                "message",
                who.speaker,
                text,
                turn.where,
                at=turn.at,
                tokens=tokens,
                metadata={"note": note, "private": True} if note else {"private": True},
            )
        )

    def _add_text(self, index: int, turn: Turn, text: str) -> None:
        """Write the text of a message that may hold more."""
        if turn.who.private:
            self._add_thought(turn, text, self._spend(turn), turn.who.note)
        else:
            turn.words = text
            self._add_texts(index, index + 1)

    def _add_texts(self, index: int, stop: int) -> int:
        """Write plain texts as far as they follow each other.

        Most turns are plain texts, and a call for each would take as long as everything else: so
        their events are made here.

        Args:
            index: The turn to begin with.
            stop: The turn to stop before.

        Returns:
            The first turn that is no plain text, or `stop`.
        """
        turns, events = self.turns, self.events
        others, routes, addressed = self._others, self._routes, self._addressed_by
        for place in range(index, stop):
            turn = turns[place]
            who, text = turn.who, turn.words
            if text is None or not who.is_plain:
                return place
            speaker = who.speaker
            asker = addressed.get(speaker)
            route = who.route
            if route is None and asker is not None and asker != speaker and self._routed:
                route = ((asker,), "inferred", ANSWER, who.broadcast)
            if route is None:
                target = others[speaker] if others else self._next[place]
                route = routes.get(target) or self._guess(target)
                if who.broadcast:
                    route = (*route[:3], True)
            if speaker != self._spoke:
                self._spoke_before, self._spoke = self._spoke, speaker
            event: Any = Twin()
            events.append(event)
            event.seq = len(events)
            event.kind = "message"
            event.sender = speaker
            event.recipients, event.recipients_from, event.rule, event.broadcast = route
            event.text = text
            event.tool = event.call_id = None
            event.at = turn.at
            event.kind_from = "recorded"
            event.tokens, turn.tokens = turn.tokens, None
            event.where = turn.where
            event.metadata = {"note": who.note} if who.note else {}
            event.__class__ = Event
            if self._routed:
                for recipient in route[0]:
                    if recipient != asker:  # an answer asks nothing: who asked still waits
                        addressed[recipient] = speaker
            if place in self._before_terminal and "```" in text:
                self._add_code(turn, text, turns[place + 1].who.speaker)
        return stop

    def _add_code(self, turn: Turn, text: str, tool: str) -> None:
        """Write the code in a message as what it has a terminal run."""
        code = "\n".join(block.group(1) for block in _FENCE.finditer(text))
        if code:
            self._add(turn, code, "tool_call", tool=tool, kind_from="inferred", rule=CODE)

    def _guess(self, target: str | None) -> Route:
        """Return what is said of a message's recipients if it may be meant for somebody."""
        rule = PARTIES if self._others else GROUP if self._group else NEXT
        route: Route = ((), "unknown", "", self._group)
        if target is not None:
            route = ((target,), "inferred", rule, self._group)
        self._routes[target] = route
        return route

    def _add_call(self, turn: Turn, call: Call) -> None:
        self._last_call = (turn.who.speaker, call.tool)
        if call.call_id is not None:
            self._calls[call.call_id] = self._last_call
        target = handoff_target(call)
        if target is None:
            if self._add_errand(turn, call):
                return
            if self._spoke != turn.who.speaker:
                self._spoke_before, self._spoke = self._spoke, turn.who.speaker
            self.events.append(
                make_event(
                    len(self.events) + 1,
                    "tool_call",
                    turn.who.speaker,
                    call.text,
                    turn.where,
                    tool=call.tool,
                    call_id=call.call_id,
                    at=turn.at,
                    tokens=self._spend(turn),
                )
            )
            return
        target = self._known_name(target)
        self._addressed_by[target] = turn.who.speaker
        self._add(
            turn,
            "" if call.text.strip() in ("{}", "null") else call.text,
            recipients=(target,),
            tool=call.tool,
            call_id=call.call_id,
            tokens=self._spend(turn),
            kind_from="inferred",
            rule=HANDS_OVER,
        )

    def _add_errand(self, turn: Turn, call: Call) -> bool:
        """Write a call that starts a sub-agent as a message to it; tell whether it is one."""
        errand = errand_of(call)
        if errand is None:
            return False
        agent = self._known_name(errand.agent)
        if call.call_id is not None and errand.answered:
            self._errands[call.call_id] = agent
        self._add(
            turn,
            errand.text,
            recipients=(agent,),
            tool=call.tool,
            call_id=call.call_id,
            tokens=self._spend(turn),
            kind_from="inferred",
            rule=STARTS,
        )
        return True

    def _add_result(self, turn: Turn, named: str | None, text: str, call_id: str | None) -> None:
        """Write what a tool gave back.

        Args:
            turn: The message.
            named: The tool, if the message says it.
            text: What it gave back.
            call_id: The call that it answers, likewise.
        """
        known = agent = None
        if call_id is not None:
            known = self._calls.get(call_id)
            agent = self._errands.pop(call_id, None)
        caller, tool = known or self._last_call or _NOBODY
        tool = named or tool or turn.who.speaker or "tool"
        if not caller:
            caller = self._spoke if self._spoke != turn.who.speaker else self._spoke_before
        if agent is not None and caller is not None:
            self._add(
                turn,
                text,
                sender=agent,
                recipients=(caller,),
                call_id=call_id,
                kind_from="inferred",
                rule=RETURNS,
            )
            return
        event: Any = Twin()
        self.events.append(event)
        event.seq = len(self.events)
        event.kind = "tool_result"
        event.sender = event.tool = tool
        event.text = text
        event.recipients = () if caller is None else (caller,)
        event.recipients_from = "recorded"
        event.rule = ""
        if known is None:
            event.recipients_from = "unknown" if caller is None else "inferred"
            event.rule = "" if caller is None else CALLER
        event.kind_from = "recorded"
        event.broadcast = False
        event.call_id = call_id
        event.at = turn.at
        event.tokens = None
        event.where = turn.where
        event.metadata = {}
        event.__class__ = Event

    def _add_terminal(self, turn: Turn, text: str) -> None:
        # Who spoke last and is another one, tools left aside.
        tool, events = turn.who.speaker, self.events
        caller = self._spoke if self._spoke != tool else self._spoke_before
        events.append(
            make_event(
                len(events) + 1,
                "tool_result",
                tool,
                text,
                turn.where,
                recipients=() if caller is None else (caller,),
                tool=tool,
                at=turn.at,
                recipients_from="unknown" if caller is None else "inferred",
                rule="" if caller is None else TERMINAL,
                broadcast=self._group,
            )
        )


def converse(
    turns: Iterable[Turn], described: Mapping[str, str] | None = None
) -> tuple[tuple[Event, ...], tuple[Agent, ...], str]:
    """Return events, agents and the system prompt of nobody for a list of turns.

    Args:
        turns: The turns, in order.
        described: System prompts by agent that stand outside of the list.
    """
    return Conversation(list(turns), described or {}).read()
