"""Who plays the team while it is probed: its models, with what the faults need around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from core.contract.checks import FactCheck
from core.llm.model import Cancelled, ChatModel, ChatRequest, Completion, OnDelta
from core.probe.faults import without
from core.trace.quotes import CARRIED_HEADING


@dataclass(frozen=True, slots=True)
class Lapsing:
    """Agents that lose a fact now and then by themselves, the same way for the same seed.

    Scripted agents need it: without it, every seed would give the same run, and counting them
    would pretend to a support that isn't there. A lapse hits a fact in one turn of one agent with
    the probability ``rate``, independently of all others; in a turn whose prompt holds what a
    repair has put there, with ``distraction``, if that is higher. So a repair can do harm, as it can
    with models, and how much is known.
    """

    inner: ChatModel
    checks: Mapping[str, FactCheck]
    rate: float
    distraction: float = 0.0

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return the answer, with what the agent forgot left out. Errors are the inner model's."""
        done = self.inner.complete(request, on_delta, cancelled)
        if request.seed is None or request.note.get("purpose") != "turn" or done.tool_calls:
            return done
        text = done.text
        repaired = any(CARRIED_HEADING in message.content for message in request.messages)
        rate = max(self.rate, self.distraction) if repaired else self.rate
        for name, check in self.checks.items():
            if self._lapses(request, name, rate):
                text = without(text, check)
        return replace(done, text=text.strip() or "There is nothing to report.")

    def _lapses(self, request: ChatRequest, fact: str, rate: float) -> bool:
        words = f"{request.seed}/{request.note.get('agent')}/{request.note.get('turn')}/{fact}"
        return int.from_bytes(sha256(words.encode()).digest()[:8], "big") / 2**64 < rate


@dataclass(frozen=True, slots=True)
class Delayed:
    """An agent that says with its next text what a delay took out of an earlier one."""

    inner: ChatModel
    agent: str
    turn: int
    """The turn that lost the fact."""
    later: str

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return the answer, with the delayed passage in the turn after. Errors as the inner model's."""
        done = self.inner.complete(request, on_delta, cancelled)
        note = request.note
        is_next = note.get("agent") == self.agent and note.get("turn") == self.turn + 1
        if not is_next or note.get("purpose") != "turn" or done.tool_calls:
            return done
        return replace(done, text=f"{done.text.rstrip()}\n{self.later}")
