"""A second opinion: a model says what a handoff does with the facts that the checks can't tell.

One call for each handoff, about the unsure facts alone. The model is believed only as far as it
can show: an answer about another fact, or one whose passage doesn't stand in the text, is dropped.
An opinion is a model's; it changes no verdict and is kept apart from the analysis.

    asked = unsure_facts(contract.facts, event.text, work_of=("budget",))
    found = second_opinion(model, "some-model", event.text, asked)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.contract.checks import Label, compile_fact, read_text
from core.contract.model import Fact
from core.contract.prompts.opinion import VERSION, opinion_prompt
from core.errors import InputError
from core.llm import ChatMessage, ChatModel, ChatRequest, ask_for
from core.llm.model import Cancelled

LONGEST = 24_000
"""Characters of a handoff that is still sent."""
_SHORTEST_QUOTE = 2


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    fact: str = Field(max_length=64)
    verdict: Literal["conveyed", "contradicted", "not_conveyed"]
    quote: str = Field("", max_length=4_000)
    value: str = Field("", max_length=400)
    reason: str = Field("", max_length=600)


class _Answers(BaseModel):
    model_config = ConfigDict(extra="ignore")

    opinions: list[_Answer] = Field(max_length=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What a model thinks of one fact in one handoff."""

    fact: str
    label: Label
    work: bool = False
    """Whether the text was judged as work: reflected, not merely stated."""
    span: tuple[int, int] | None = None
    """Characters of the text that the model quotes; None for 'not conveyed'."""
    value: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """One call's answers."""

    model: str
    """As the endpoint names it."""
    opinions: tuple[Opinion, ...] = ()
    dropped: Mapping[str, str] = field(default_factory=dict)
    """Fact that was asked about -> why its answer doesn't count."""
    prompt: str = VERSION
    tokens: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**asdict(self), "dropped": dict(self.dropped)}


def unsure_facts(
    facts: Iterable[Fact], text: str, work_of: Collection[str] = ()
) -> tuple[tuple[Fact, bool], ...]:
    """Return the facts that the checks can't tell in a text, each with whether it is judged as work.

    Args:
        facts: Those of the contract.
        text: The handoff.
        work_of: Ids of the facts that the author needs, where the text is its work product: they
            must be reflected.
    """
    view = read_text(text)
    found = []
    for fact in facts:
        check, work = compile_fact(fact), fact.id in work_of
        verdict = check.reflects(view) if work else check.states(view, in_run=True)
        if verdict.label == "unsure":
            found.append((fact, work))
    return tuple(found)


def second_opinion(
    model: ChatModel,
    name: str,
    text: str,
    asked: Sequence[tuple[Fact, bool]],
    *,
    cancelled: Cancelled | None = None,
) -> SecondOpinion:
    """Ask a model once about all unsure facts of one handoff.

    Args:
        model: Whom to ask.
        name: Its name at the endpoint.
        text: The handoff.
        asked: What :func:`unsure_facts` returned; without any, nobody is asked.
        cancelled: As in ``ChatModel.complete``.

    Returns:
        One opinion at most for each fact that was asked about, in their order.

    Raises:
        InputError: The text is too long to be sent.
        BrokenAnswerError: The answer has another form.
        ModelError: The endpoint gave none.
    """
    if not asked:
        return SecondOpinion(model=name)
    if len(text) > LONGEST:
        raise InputError(
            f"The message has {len(text):,} characters; at most {LONGEST:,} are sent to a model."
        )
    system, user = opinion_prompt(text, asked)
    request = ChatRequest(
        model=name,
        messages=(
            ChatMessage(role="system", content=system),
            ChatMessage(role="user", content=user),
        ),
        temperature=0.0,
        note={"purpose": "second opinion"},
    )
    answers, done = ask_for(model, request, _Answers, tries=1, cancelled=cancelled)
    opinions, dropped = _kept(answers.opinions, text, asked)
    return SecondOpinion(
        model=done[-1].model or name,
        opinions=opinions,
        dropped=dropped,
        tokens=sum(one.usage.total for one in done),
        seconds=round(sum(one.seconds for one in done), 3),
    )


def _kept(
    answers: Sequence[_Answer], text: str, asked: Sequence[tuple[Fact, bool]]
) -> tuple[tuple[Opinion, ...], dict[str, str]]:
    times = Counter(answer.fact for answer in answers)
    by_fact = {answer.fact: answer for answer in answers}
    opinions: list[Opinion] = []
    dropped: dict[str, str] = {}
    for fact, work in asked:
        answer = by_fact.get(fact.id)
        if answer is None:
            dropped[fact.id] = "The model said nothing about it."
        elif times[fact.id] > 1:
            dropped[fact.id] = "The model answered more than once."
        elif answer.verdict == "not_conveyed":
            opinions.append(
                Opinion(fact=fact.id, label="not_conveyed", work=work, reason=answer.reason)
            )
        elif (span := find_quote(text, answer.quote)) is None:
            dropped[fact.id] = "The passage that the model quotes doesn't stand in the message."
        else:
            value = answer.value if answer.verdict == "contradicted" else ""
            opinions.append(
                Opinion(
                    fact=fact.id,
                    label=answer.verdict,
                    work=work,
                    span=span,
                    value=value if value in text else "",
                    reason=answer.reason,
                )
            )
    return tuple(opinions), dropped


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Return where a quotation stands in a text; spaces and line breaks may differ, letters not."""
    words = quote.strip().strip('"“”«»').split()
    if len("".join(words)) < _SHORTEST_QUOTE:
        return None
    found = re.search(r"\s+".join(re.escape(word) for word in words), text)
    return found.span() if found else None
