"""The constrained rewrite g: a model writes a drifted turn back into its role (method, section 3).

A model only proposes. Its text is scored again and compared with the original; it is taken if the
energy fell below the threshold and nothing was lost or made up. After two refused tries the
original stays, and a person decides.

    rewriter = RoleRewriter(compiled, model, settings=settings, checks=checks)
    result = rewriter.rewrite(Turn(text=text, role="Reviewer", agents=names))
    result.released, result.needs_review
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.contract.checks import FactCheck
from core.contract.model import Fact
from core.drift.clauses import Offence, offences, without_clauses
from core.drift.content import content_of
from core.drift.geometry import CompiledRoles
from core.drift.model import TurnScore
from core.drift.rewrite_prompt import Prompt, build_prompt
from core.drift.score import DriftSettings, score_turn
from core.errors import BatonError
from core.trace.quotes import own_words

TRIES = 2
"""Calls to the model at most; after that the original goes to review."""
LONGEST = 12_000
"""Characters of a message that is still rewritten."""
_GROWTH = 1.3
_ROOM = 12
"""A rewrite may have 1.3 times the words of its original and a dozen more."""
_NUMBERED = re.compile(r"^[^\S\n]*[\[(*]*(\d{1,3})[\])*]*\s*[:.)]\s*(.*)$", re.MULTILINE)
_MARKS = ".,;:!?"
_FENCE = re.compile(r"\A\s*```[\w-]*\n(.*)\n```\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model answered."""

    text: str
    tokens: int | None = None
    """Tokens of prompt and answer as the endpoint counts them; None if it doesn't say."""


class Ask(Protocol):
    """A model that can be asked once. Deterministic functions will do for tests."""

    def __call__(self, system: str, user: str) -> Reply:
        """Return the answer. Raises a BatonError in words if there is none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message or output that is about to leave its agent."""

    text: str
    role: str
    """Name of the agent's role profile."""
    history: Sequence[str] = ()
    """Earlier texts for rules with scope 'run', as ``score_turn`` takes them."""
    agents: Sequence[str] = ()
    context: Sequence[str] = ()
    """Earlier texts that explain the message, oldest first; the last few are shown to the model."""


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One answer of the model and what was found about it."""

    text: str
    score: TurnScore | None
    """None where there was no usable text."""
    objections: tuple[str, ...] = ()
    """Why it was refused, in words; empty if it was taken."""
    tokens: int | None = None
    seconds: float = field(default=0.0, compare=False)
    """Time of the call, kept apart from what is hashed."""


@dataclass(frozen=True, kw_only=True)
class Rewrite:
    """All that came of trying to write one turn back into its role."""

    original: str
    before: TurnScore
    offending: tuple[Offence, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    accepted: str | None = None
    """The text that was taken; None keeps the original."""
    after: TurnScore | None = None
    skipped: str = ""
    """Why the model wasn't asked at all."""

    @property
    def released(self) -> str:
        """What may leave the agent as far as role control is concerned."""
        return self.original if self.accepted is None else self.accepted

    @property
    def touched(self) -> bool:
        """Whether the released text differs from the agent's own."""
        return self.accepted is not None and self.accepted != self.original

    @property
    def needs_review(self) -> bool:
        """Whether the model was asked in vain, so that a person has to decide."""
        return bool(self.attempts) and self.accepted is None

    @property
    def tokens(self) -> int | None:
        """Tokens of all tries; None if the endpoint didn't count every one."""
        known = [attempt.tokens for attempt in self.attempts]
        return None if None in known else sum(n for n in known if n is not None)


class RoleRewriter:
    """Rewrites turns of one role set with one model.

    Args:
        compiled: The role set.
        model: The configured model, or None: then nothing is asked, and ``prompt`` shows what
            would be.
        settings: Mode, threshold, weights, lambda.
        facts: The contract's facts; what a message conveys of them must survive.
        checks: Fact id -> its check.
    """

    def __init__(
        self,
        compiled: CompiledRoles,
        model: Ask | None,
        *,
        settings: DriftSettings | None = None,
        facts: Sequence[Fact] = (),
        checks: Mapping[str, FactCheck] | None = None,
    ) -> None:
        self.compiled = compiled
        self.model = model
        self.settings = settings or DriftSettings()
        self.facts = tuple(facts)
        self.checks = dict(checks or {})
        self.tau = self.settings.threshold(compiled)

    def wanted(self, score: TurnScore) -> bool:
        """Whether the mode asks for a rewrite of a turn with this score."""
        if self.settings.mode == "never":
            return False
        return self.settings.mode == "every_turn" or score.energy > self.tau

    def score(self, turn: Turn, text: str | None = None) -> TurnScore:
        """Score a turn, or another text in its place; quoted lines are nobody's role."""
        return score_turn(
            self.compiled,
            turn.role,
            own_words(turn.text if text is None else text),
            history=turn.history,
            agents=turn.agents,
            settings=self.settings,
        )

    def prompt(
        self,
        turn: Turn,
        score: TurnScore | None = None,
        *,
        objections: Sequence[str] = (),
        previous: str = "",
    ) -> Prompt:
        """Return what the model would be asked about a turn."""
        score = score or self.score(turn)
        return build_prompt(
            self.compiled,
            turn.text,
            score,
            offences(self.compiled, score),
            must_keep=self._conveyed(turn.text),
            context=turn.context,
            objections=objections,
            previous=previous,
        )

    def rewrite(self, turn: Turn, score: TurnScore | None = None) -> Rewrite:
        """Ask the model, check its answer, ask once more if need be.

        Args:
            turn: The turn.
            score: Its score, if it is known already.

        Returns:
            The outcome. A model that can't be reached counts as a refused try with its reason;
            nothing is raised for it.

        Raises:
            NotFoundError: The role set has no such role.
        """
        before = score or self.score(turn)
        offending = offences(self.compiled, before)
        if skipped := self._skip(turn, before):
            return Rewrite(original=turn.text, before=before, offending=offending, skipped=skipped)
        attempts: list[Attempt] = []
        for _ in range(TRIES):
            attempt = self._attempt(turn, before, offending, attempts[-1] if attempts else None)
            attempts.append(attempt)
            if not attempt.objections:
                break
        last = attempts[-1]
        good = not last.objections
        return Rewrite(
            original=turn.text,
            before=before,
            offending=offending,
            attempts=tuple(attempts),
            accepted=last.text if good else None,
            after=last.score if good else None,
        )

    def objections(
        self, turn: Turn, before: TurnScore, offending: Sequence[Offence], text: str
    ) -> tuple[TurnScore | None, tuple[str, ...]]:
        """Score a rewritten text and say what is wrong with it.

        Returns:
            Its score (None for a text that says nothing) and the objections; none means that the
            text may be taken.
        """
        if not any(c.isalpha() for c in text):
            return None, ("there is no text in it",)
        after = self.score(turn, text)
        found: list[str] = []
        if after.energy > self.tau:
            still = "; ".join(
                f"“{text[o.start : o.end]}” {o.why}" for o in offences(self.compiled, after)
            )
            found.append(
                f"its energy is {after.energy:.2f}, above the threshold {self.tau:.2f}"
                + (f": {still}" if still else "")
            )
        elif after.energy > before.energy:
            found.append(f"the energy rose from {before.energy:.3f} to {after.energy:.3f}")
        found += self._fact_objections(turn.text, text)
        found += self._content_objections(turn, offending, text)
        return after, tuple(found)

    # -- inside ---------------------------------------------------------------------------

    def _skip(self, turn: Turn, before: TurnScore) -> str:
        if not self.wanted(before):
            if self.settings.mode == "never":
                return "Rewrites are switched off."
            return f"The energy {before.energy:.2f} is not above the threshold {self.tau:.2f}."
        if self.model is None:
            return "No model is configured."
        if len(turn.text) > LONGEST:
            return f"The message is longer than {LONGEST:,} characters; a person has to mend it."
        return ""

    def _attempt(
        self,
        turn: Turn,
        before: TurnScore,
        offending: Sequence[Offence],
        last: Attempt | None,
    ) -> Attempt:
        assert self.model is not None  # noqa: S101  (_skip has just looked)
        answered_before = last is not None and bool(last.text)
        prompt = self.prompt(
            turn,
            before,
            objections=last.objections if last and answered_before else (),
            previous=last.text if last else "",
        )
        began = time.perf_counter()
        try:
            reply = self.model(prompt.system, prompt.user)
        except BatonError as error:
            took = time.perf_counter() - began
            return Attempt(text="", score=None, objections=(str(error),), seconds=took)
        took = time.perf_counter() - began
        text = answered(reply.text, prompt, turn.text)
        if text == turn.text and before.energy <= self.tau:  # left alone, as it should be
            after: TurnScore | None = before
            objections: tuple[str, ...] = ()
        else:
            after, objections = self.objections(turn, before, offending, text)
        return Attempt(
            text=text, score=after, objections=objections, tokens=reply.tokens, seconds=took
        )

    def _conveyed(self, text: str) -> tuple[Fact, ...]:
        return tuple(
            fact
            for fact in self.facts
            if fact.id in self.checks and self.checks[fact.id].states(text, in_run=True).conveyed
        )

    def _fact_objections(self, before: str, after: str) -> list[str]:
        found = []
        for fact in self.facts:
            check = self.checks.get(fact.id)
            if check is None:
                continue
            was, now = (check.states(one, in_run=True) for one in (before, after))
            if was.conveyed and not now.conveyed:
                found.append(f"the fact “{fact.statement}” was in the message and is lost")
            elif now.label == "contradicted" != was.label:
                found.append(f"it contradicts the fact “{fact.statement}”")
            elif now.conveyed and was.label == "not_conveyed":
                found.append(f"it states “{fact.statement}”, which the message didn't")
        return found

    def _content_objections(self, turn: Turn, offending: Sequence[Offence], text: str) -> list[str]:
        old, new = content_of(turn.text), content_of(text)
        known = {word for name in (*turn.agents, *self.compiled.roles) for word in _words(name)}
        invented = [words for words in new.missing_from(old) if not set(_words(words)) <= known]
        spans = tuple((o.start, o.end) for o in offending)
        stays = content_of(without_clauses(turn.text, spans)) if spans else old
        lost = stays.missing_from(new)
        found = []
        if invented:
            found.append("it brings in what the message didn't hold: " + ", ".join(invented[:8]))
        if lost:
            found.append("it drops what may stay: " + ", ".join(lost[:8]))
        if len(_words(text)) > _GROWTH * len(_words(turn.text)) + _ROOM:
            found.append("it is much longer than the message")
        return found


def _words(text: str) -> list[str]:
    return re.findall(r"[\w’'-]+", text.lower())


def answered(reply: str, prompt: Prompt, original: str) -> str:
    """Return the message that a model's answer leads to.

    Args:
        reply: What the model wrote.
        prompt: What it was asked: for numbered clauses, or for the whole message.
        original: The message.

    Returns:
        The edited message. For numbered clauses: the original with the answered ones replaced or
        taken out; a number without an answer stays as it was. Else the text between the tags, or
        the whole answer if it used none.
    """
    if prompt.numbered:
        return _with_replacements(reply, prompt, original)
    _, opened, rest = reply.partition(f"<{prompt.mark}>")
    text = (rest if opened else reply).partition(f"</{prompt.mark}>")[0]
    if (fenced := _FENCE.match(text)) and not _FENCE.match(original):
        text = fenced.group(1)
    text = text.strip("\r\n")
    return text if text.strip() != original.strip() else original


def _with_replacements(reply: str, prompt: Prompt, original: str) -> str:
    answers = {int(number): text.strip() for number, text in _NUMBERED.findall(reply)}
    text = original
    dropped = []
    shift = 0
    for number, (start, end) in enumerate(prompt.numbered, 1):
        answer = answers.get(number)
        if answer is None:
            continue
        if not any(c.isalnum() for c in answer):
            dropped.append((start + shift, end + shift))
            continue
        answer = _fitted(answer, original[start:end], original[end : end + 1])
        text = text[: start + shift] + answer + text[end + shift :]
        shift += len(answer) - (end - start)
    return without_clauses(text, tuple(dropped)) if dropped else text


def _fitted(answer: str, clause: str, follows: str) -> str:
    """Return an answer without the prompt's quotation marks, ended as its clause was."""
    for opening, closing in ("“”", '""', "«»"):
        inside = answer.startswith(opening) and answer.endswith(closing) and len(answer) > 1
        if inside and not clause.startswith(opening):
            answer = answer[1:-1].strip()
    if clause[-1:] in _MARKS:
        return answer if answer[-1:] in _MARKS else answer + clause[-1]
    return answer.rstrip(_MARKS) if follows and follows in _MARKS else answer
