"""Scripted agents: no model, no network, the same words every time.

They let everything be tried without an endpoint, and they are called *scripted* wherever they show.
A scripted agent says what its script says, turn by turn, or a plain list of what it knows. It never
states a fact that it neither owns nor was told nor read, so that a lost fact stays lost and a repair
shows its effect. Faults at chosen turns are part of the team's document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.model import Contract, Fact
from core.errors import CancelledError, UnknownModelError
from core.live.documents import READ
from core.live.route import DONE, TO_LINE
from core.live.team import AgentSpec, FaultSpec, Team
from core.llm.model import Cancelled, ChatRequest, Completion, OnDelta, ToolCall
from core.llm.tokens import estimate_usage

MODEL = "scripted"
_LINES = re.compile(r"(\n+|(?<=[.!?])\s+)")
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")


class ScriptedModel:
    """Plays every agent of a team by its script.

    Args:
        team: Scripts and faults.
        contract: Facts, to know what may be said.
    """

    def __init__(self, team: Team, contract: Contract) -> None:
        self._team = team
        self._contract = contract

    @cached_property
    def _checks(self) -> dict[str, FactCheck]:
        return {fact.id: compile_fact(fact) for fact in self._contract.facts}

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return what the script says here; the same request always gets the same answer."""
        name = str(request.note.get("agent", ""))
        if name not in self._team.agent_names:
            raise UnknownModelError(f"No scripted agent is called '{name}'.")
        if cancelled is not None and cancelled():
            raise CancelledError("The call was given up.")
        agent = self._team.agent(name)
        calls: tuple[ToolCall, ...] = ()
        text = ""
        if request.note.get("purpose") != "turn":
            text = self._answer(agent, request)
        elif unread := self._unread(agent, request):
            calls = (
                ToolCall(id=f"{name}:{unread}", name=READ, arguments=json.dumps({"name": unread})),
            )
        else:
            text = self._turn(agent, request)
        if on_delta is not None and text:
            on_delta(text)
        return Completion(
            text=text,
            tool_calls=calls,
            usage=estimate_usage(request.messages, text),
            model=MODEL,
            finish="tool_calls" if calls else "stop",
        )

    # -- what an agent knows ------------------------------------------------------------------

    def _unread(self, agent: AgentSpec, request: ChatRequest) -> str:
        """Return the next document to read: each one once, in the first turn."""
        if not request.tools or request.note.get("turn") != 1:
            return ""
        read = {call.arguments for m in request.messages for call in m.tool_calls}
        for document in self._team.documents_of(agent.name):
            if json.dumps({"name": document.name}) not in read:
                return document.name
        return ""

    def _known(self, agent: AgentSpec, request: ChatRequest) -> set[str]:
        """Return the facts that the agent owns or that anything in its conversation states."""
        party = agent.party or agent.name
        known = set()
        texts = [read_text(m.content) for m in request.messages]
        for fact in self._contract.facts:
            check = self._checks[fact.id]
            if fact.owner == party or any(check.states(t, in_run=True).conveyed for t in texts):
                known.add(fact.id)
        return known

    # -- what it says -------------------------------------------------------------------------

    def _turn(self, agent: AgentSpec, request: ChatRequest) -> str:
        turn = int(request.note.get("turn", 1))
        known = self._known(agent, request)
        text = self._script(agent, turn, known)
        for fault in self._faults(agent, turn):
            text = self._commit(fault, text)
        unknown = [fact.id for fact in self._contract.facts if fact.id not in known]
        return self._without(text, unknown).strip() or "There is nothing to report."

    def _script(self, agent: AgentSpec, turn: int, known: set[str]) -> str:
        if turn <= len(agent.script):
            return agent.script[turn - 1]
        if agent.script and self._team.may_finish(agent.name):
            return f"TO: {DONE}\nThe work is done."
        lines = [f"- {f.statement}" for f in self._contract.facts if f.id in known]
        head = self._heading(agent, turn)
        return "\n".join([head, f"What {agent.name} has, in turn {turn}:", *lines])

    def _heading(self, agent: AgentSpec, turn: int) -> str:
        """Name the recipients: the next that has not been written to; in the end, done."""
        allowed = self._team.recipients_of(agent.name)
        if not self._team.chooses(agent.name):
            return ""
        if turn <= len(allowed):
            return f"TO: {allowed[turn - 1]}"
        return f"TO: {DONE}" if self._team.may_finish(agent.name) else f"TO: {allowed[-1]}"

    def _answer(self, agent: AgentSpec, request: ChatRequest) -> str:
        """Answer the controller: an owner states its facts; an author brings the fact in."""
        asked = request.messages[-1].content
        known = self._known(agent, request)
        if request.note.get("purpose") == "author":
            return self._written_again(asked)
        for fact in self._contract.facts:
            if f"'{fact.id}'" in asked and fact.id in known:
                return f"{fact.statement}."
        return "That is not known."

    def _written_again(self, asked: str) -> str:
        """Return the held work, which stands behind the last rule of the request, with the quote."""
        head, _, work = asked.partition("\n---\n")
        quote = "\n".join(line[2:] for line in head.splitlines() if line.startswith("> "))
        return f"{work.strip()}\n\n{quote}"

    # -- faults -------------------------------------------------------------------------------

    def _faults(self, agent: AgentSpec, turn: int) -> Iterator[FaultSpec]:
        for fault in self._team.faults:
            fact = self._contract.fact(fault.fact)
            if fact is None or fault.turn != turn:
                continue
            if (fault.agent or self._owner(fact)) == agent.name:
                yield fault

    def _owner(self, fact: Fact) -> str:
        return next((a.name for a in self._team.agents if (a.party or a.name) == fact.owner), "")

    def _commit(self, fault: FaultSpec, text: str) -> str:
        fact = self._contract.fact(fault.fact)
        assert fact is not None  # noqa: S101  (_faults has just looked)
        left = self._without(text, [fault.fact])
        if fault.kind == "stale":
            return f"{left.rstrip()}\n{_another_value(fact.statement)}."
        if fault.kind == "misroute":
            return f"TO: {fault.to}\n{TO_LINE.sub('', text, count=1)}"
        return left

    def _without(self, text: str, facts: list[str]) -> str:
        """Return the text without the sentences that state one of the facts."""
        checks = [self._checks[name] for name in facts if name in self._checks]
        parts = _LINES.split(text)
        kept = [
            part
            for index, part in enumerate(parts)
            if index % 2 or not any(check.states(part, in_run=True).conveyed for check in checks)
        ]
        return "".join(kept)


def _another_value(statement: str) -> str:
    """Return the statement with another number, or with a word that takes it back."""
    found = _NUMBER.search(statement)
    if found is None:
        return f"Not any more: {statement}"
    digits = found.group()
    last = max(index for index, ch in enumerate(digits) if ch in "123456789")
    changed = digits[:last] + str((int(digits[last]) + 4) % 9 + 1) + digits[last + 1 :]
    return statement[: found.start()] + changed + statement[found.end() :]
