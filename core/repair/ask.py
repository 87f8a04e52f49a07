"""ASK: put one precise question to the fact's owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.contract.model import FactKind
from core.errors import RepairError
from core.gate.model import RepairName
from core.repair.base import DISPUTED, Repair
from core.repair.carry import carried, quote_from, redone
from core.repair.context import RepairContext
from core.repair.means import Answer, Means, Question
from core.repair.model import Applied, Postcondition, Proposal
from core.repair.postconditions import postconditions
from core.trace.model import Event

CONTROLLER = "Baton"
"""Name under which the controller asks."""

ASKED = "baton_asked"
"""Key in the metadata of a question that the controller put, and of the answer."""

_STATES = "answer states the fact"

_ASK = "holds for '{}'? Please answer in one sentence"
_ASKS: Mapping[FactKind, str] = {
    "value": f"{_ASK}, with value and unit",
    "limit": f"{_ASK}, with value and unit, and whether it is the most or the least",
    "date": f"{_ASK}, with the full date or time",
    "entity": f"{_ASK}, with the full name",
    "identifier": f"{_ASK}, with the code as it is written",
    "list": f"{_ASK}, with every item",
    "requirement": "does the rule '{}' demand? Please answer in one sentence",
    "prohibition": "does the rule '{}' forbid? Please answer in one sentence",
}
"""What is asked by the fact's kind; a rule has no unit."""


class Ask(Repair):
    """Only for a fact that was sent to nobody.

    The answer must state the fact, by the fact's own check; then it is evidence, and the held
    message carries its words. An answer that doesn't state it changes nothing.
    """

    name: ClassVar[RepairName] = "ASK"

    @classmethod
    def refusal(cls, context: RepairContext) -> str:
        """Return which prerequisite fails."""
        if context.frontier.contradicted:
            return DISPUTED
        if context.frontier.status != "absent":
            was = "may have been" if context.frontier.unsure else "was"
            return f"the fact {was} delivered or sent to somebody; asking for it again does harm"
        if not context.fact.owner:
            return "the contract names no owner to ask"
        return ""

    def propose(self) -> Proposal:
        """Return the question; its answer needs a model or a person."""
        return Proposal(
            repair=self.name,
            text=None,
            addressee=self._addressee,
            question=self._question,
            needs="model",
            note="The answer must state the fact; the held message then carries it.",
        )

    @property
    def _addressee(self) -> str:
        context = self.context
        return context.fact.owner if context.owner_present else context.event.sender

    @property
    def _question(self) -> str:
        fact = self.context.fact
        return (
            f"Before this message goes to {self.context.frontier.recipient}: "
            f"what exactly {_ASKS.get(fact.kind, _ASK).format(fact.id)}, "
            "or say that it is unknown."
        )

    def request(self) -> Question:
        """Return the question."""
        context = self.context
        agent = context.owner_agent if context.owner_present else ""
        return Question(
            addressee=agent or self._addressee,
            text=self._question,
            fact=context.fact.id,
            recipient=context.frontier.recipient,
            boundary_seq=context.event.seq,
        )

    def apply(self, means: Means) -> Applied:
        """Ask, keep question and answer as events before the boundary, and carry the answer."""
        if means.asker is None:
            raise RepairError("Nobody is there to put the question.")
        context = self.context
        question = self.request()
        answer = means.asker.ask(question)
        asked, answered = _events(question, answer)
        try:
            text, found = self._carried(answered, means)
        except Exception as error:  # The question was put all the same: its events must be kept.
            doubt = Postcondition(name=_STATES, holds=False, detail=f"not checked: {error}")
            text, found = context.text, (doubt,)
        return Applied(text=text, postconditions=found, before=(asked, answered))

    def _carried(self, answered: Event, means: Means) -> tuple[str, tuple[Postcondition, ...]]:
        context = self.context
        quote = quote_from(answered, context)
        verdict = context.check.states(answered.text, in_run=True)
        states = Postcondition(
            name=_STATES,
            holds=quote is not None,
            detail=f"event {answered.seq}: {verdict.reason}",
        )
        if quote is None:
            return context.text, (states,)
        if context.rule_in_deliverable:
            done = redone(context, means, answered)
            return done.text, (states, *done.postconditions)
        text, block = carried(context.text, quote, answered)
        return text, (states, *postconditions(context, text, block))


def _events(question: Question, answer: Answer) -> tuple[Event, Event]:
    """The boundary moves two places on: what it now carries was said before it went out."""
    asked = Event(
        seq=question.boundary_seq,
        kind="message",
        sender=CONTROLLER,
        recipients=(question.addressee,),
        text=question.text,
        metadata={ASKED: "question", "fact": question.fact},
    )
    answered = Event(
        seq=question.boundary_seq + 1,
        kind="message",
        sender=question.addressee,
        recipients=(CONTROLLER,),
        text=answer.text,
        tokens=answer.tokens,
        metadata={**answer.metadata, ASKED: "answer", "fact": question.fact},
    )
    return asked, answered


def is_question_or_answer(event: Event) -> bool:
    """Whether the event belongs to a question of the controller, and so is no handoff."""
    return ASKED in event.metadata and CONTROLLER in (event.sender, *event.recipients)
