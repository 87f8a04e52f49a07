"""Decide prohibitions: passed on, broken, obeyed in silence, or not mentioned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding, match
from core.contract.checks.forbidden import done_in, forbidden_act, ruled_out, scope_of, undone
from core.contract.checks.opposites import opposite_word
from core.contract.checks.passage import (
    NEGATIVE,
    best_passage,
    near_negative,
    negative,
    surroundings,
)
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import stem

_BACK = AnyCase(
    r"\b(?:it|its|this|that|these|those|them|they|he|him|she|her|such|"
    r"это\w*|эт[оаи]т?|его|их|её|ее|ним|ней|они|он|она|dies\w*|das|es|sie|ihn|ihm|solche\w*|ça|cela|celui|ceux|eso|esto|ello)\b",
    re.I,
)
"""A word that takes up what the sentence before was about."""

_ASK = frozenset(
    stem(word) for word in ("ask", "спрашивать", "спросить", "fragen", "demander", "preguntar")
)
"""A rule against asking is broken by a question."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Sentences that mention what is forbidden, by what they do with it."""

    forbidding: list[int]
    breaking: list[int]
    other: list[int]
    """They mention it without doing what is forbidden: asking, supposing, or another act."""

    @property
    def any(self) -> int | None:
        """The first of the strongest sort."""
        return next(iter((*self.forbidding, *self.breaking, *self.other)), None)


def decide(spec: FactSpec, view: TextView, *, work: bool) -> Finding:
    """Decide a prohibition.

    Args:
        spec: The parsed fact, its words already softened for the text.
        view: The text.
        work: The text is a work product: silence obeys.
    """
    verb, needed = forbidden_act(spec)
    scope = () if spec.naming else scope_of(spec)
    keys = _object(spec, (*verb, *scope))
    if verb and not needed:
        keys = ruled_out(spec, verb[0], keys)
    act = verb if needed else ()
    places = _sort(spec, view, keys, act, () if work else scope)
    if places.forbidding and len(places.forbidding) >= len(places.breaking):
        return _passes_on(spec, view, places.forbidding[0])
    if places.breaking:
        return _breaks(spec, view, places, act)
    passage = best_passage(spec, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    if places.any is None and passage.score >= 0.5 and negative(view, passage.zone):
        return Finding(
            "conveyed",
            0.5 * passage.score,
            "The text passes the prohibition on in other words.",
            span,
            rival="not_conveyed",
            code="passes-prohibition-on",
        )
    if work and verb and any(_acts(view, i, keys, verb) for i in places.other):
        return Finding(
            "contradicted",
            0.1,
            "The text may do what is forbidden.",
            next(
                (view.zones[i].start, view.zones[i].end)
                for i in places.other
                if _acts(view, i, keys, verb)
            ),
            rival="conveyed",
            code="may-do-forbidden",
        )
    if work:
        return Finding(
            "conveyed",
            0.8 - 0.5 * passage.score,
            "Nothing in the text breaks the prohibition.",
            code="nothing-breaks-prohibition",
        )
    return Finding(
        "not_conveyed",
        0.85 - 0.8 * passage.score,
        "The prohibition is not passed on.",
        rival="conveyed",
        code="prohibition-not-passed" if places.any is None else "object-without-act",
    )


def _acts(view: TextView, index: int, keys: list[Term], act: Sequence[Term]) -> bool:
    """Whether a sentence has the act and the thing, and neither asks nor supposes."""
    own = dict.fromkeys(view.zone_senses(index) | view.zones[index].label, 1.0)
    text = view.zone_text(index)
    return (
        done_in(view, index, tuple(act))
        and all(match(t, own) >= 0.75 for t in keys)
        and not cues.QUESTION.search(text)
        and not cues.HYPOTHETICAL.search(text)
    )


def _passes_on(spec: FactSpec, view: TextView, index: int) -> Finding:
    zone = view.zones[index]
    own = dict.fromkeys(view.zone_senses(index) | zone.label | zone.context, 1.0)
    total = sum(t.weight for t in spec.subject) or 1.0
    cover = sum(t.weight * match(t, own) for t in spec.subject) / total
    return Finding(
        "conveyed",
        0.75 if spec.has_proper else 0.2 + 0.6 * cover,
        "The text passes the prohibition on.",
        (zone.start, zone.end),
        rival="contradicted",
        code="passes-prohibition-on",
    )


def _breaks(spec: FactSpec, view: TextView, places: _Places, act: Sequence[Term]) -> Finding:
    zone = view.zones[places.breaking[0]]
    code = (
        "names-forbidden"
        if spec.naming
        else "does-forbidden"
        if act
        else "has-forbidden"
        if spec.has_proper
        else "seems-do-forbidden"
    )
    strength = {"names-forbidden": 0.9, "does-forbidden": 0.6, "has-forbidden": 0.6}.get(code, 0.4)
    return Finding(
        "contradicted",
        0.2 if places.forbidding else strength,
        "The text does what is forbidden.",
        (zone.start, zone.end),
        rival="conveyed",
        code=code,
    )


def _object(spec: FactSpec, aside: Sequence[Term]) -> list[Term]:
    """Return the words of the thing that the rule is about: its names, else its heaviest words."""
    rest = [t for t in spec.subject if t not in aside]
    return (
        [t for t in rest if t.proper]
        or [t for t in rest if t.weight >= 1.0]
        or rest
        or list(spec.subject)
    )


def _sort(
    spec: FactSpec,
    view: TextView,
    keys: list[Term],
    act: tuple[Term, ...],
    scope: tuple[Term, ...],
) -> _Places:
    found = _Places([], [], [])
    # One word of a full name will do; of a quoted sentence, most words must be there.
    named = len(keys) <= 3 and any(term.proper for term in keys)
    asks = any(stem(t.text) in _ASK for t in spec.view.tokens)
    for index in range(len(view.zones)):
        own = dict.fromkeys(view.zone_senses(index) | view.zones[index].label, 1.0)
        hits = [match(term, own) for term in keys]
        numbered = _numbered(spec, view, index)
        mentioned = bool(hits) and (
            max(hits) >= 0.75 if named or len(hits) == 1 else sum(hits) / len(hits) >= 0.6
        )
        if numbered is False or not (numbered or mentioned):
            continue
        text = view.zone_text(index)
        if scope and opposite_word(scope, view, view.zones[index].start, whole=True):
            found.other.append(index)  # It speaks of the evening where the rule is for the morning.
        elif _forbids(spec, view, index, keys):
            found.forbidding.append(index)
        elif (
            (not asks and cues.QUESTION.search(text))
            or (not asks and cues.ASKED_ABOUT.search(text))
            or (not asks and cues.HYPOTHETICAL.search(text))
            or (act and not done_in(view, index, act))
            or (scope and not _in_scope(view, index, scope))
            or _another_day(spec, view, index)
            or _taken_back(spec, view, index)
        ):
            found.other.append(index)
        else:
            found.breaking.append(index)
    return found


def _numbered(spec: FactSpec, view: TextView, index: int) -> bool | None:
    """Whether a sentence has the number by which the rule names its object ('room 114').

    Returns:
        None if the rule names nothing by a number; True only for numbers that stand for little else.
    """
    wanted = [q for q in spec.quantities if not q.dim and q.comparator == "eq" and q.low >= 10]
    if not wanted or spec.timed:
        return None
    zone = view.zones[index]
    here = {q.low for q in view.quantities if zone.start <= q.start < zone.end and not q.dim}
    return all(q.low in here for q in wanted)


def _another_day(spec: FactSpec, view: TextView, index: int) -> bool:
    """Whether a rule for a day or time ('no Saturday delivery') meets a sentence without it."""
    if spec.timed or not spec.moments:
        return False
    zone = view.zones[index]
    here = [m for m in view.moments if zone.start <= m.start < zone.end]
    return not any(agrees(wanted, m) for wanted in spec.moments for m in here)


def _in_scope(view: TextView, index: int, scope: tuple[Term, ...]) -> bool:
    about = surroundings(view, index)
    return sum(match(t, about) for t in scope) / len(scope) >= 0.35


def _forbids(spec: FactSpec, view: TextView, index: int, keys: list[Term]) -> bool:
    zone = view.zones[index]
    return (
        _clause_negative(view, index, keys)
        or undone(view, zone.start, zone.end, spec.subject) is not None
        or (spec.timed and bool(cues.WAITING.search(view.zone_text(index))))
    )


def _taken_back(spec: FactSpec, view: TextView, index: int) -> bool:
    """Whether the sentence beside it is negative and speaks of the same thing."""
    if not near_negative(view, index):
        return False
    for i in (index - 1, index + 1):
        if not (0 <= i < len(view.zones)) or not negative(view, i):
            continue
        own = dict.fromkeys(view.zone_senses(i), 1.0)
        if _BACK.search(view.zone_text(i)) or any(match(t, own) >= 0.75 for t in spec.subject):
            return True
    return False


def _clause_negative(view: TextView, index: int, keys: list[Term]) -> bool:
    """Whether the clause of a zone that holds the object is negated, or the zone as a whole.

    A clause that gives the object an amount of its own ('ibuprofen 400 mg, not more than ...') must
    be negated itself.
    """
    zone = view.zones[index]
    if zone.kind == "pair" or NEGATIVE & (zone.context | zone.label):
        return negative(view, index)
    clauses = [c for c in view.clauses if c.zone == index]
    for clause in clauses:
        own = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        if not any(match(term, own) >= 0.75 for term in keys):
            continue
        text = view.text[clause.start : clause.end]
        if cues.NEGATION.search(text) or any(s in own for s in NEGATIVE):
            return True
        if any(clause.start <= q.start < clause.end and q.dim for q in view.quantities):
            return False
        if cues.CONTRAST.search(text):
            return False
    return negative(view, index)
