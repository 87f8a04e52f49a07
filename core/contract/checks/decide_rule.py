"""Decide requirements and free statements.

What must be there as it is (numbers, names, codes) is checked hard; the other content words by
coverage in the best passage of the text; then polarity decides between passing on and breaking.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks import cues, decide_prohibition
from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, match
from core.contract.checks.forbidden import undone
from core.contract.checks.opposites import opposite_word
from core.contract.checks.passage import Passage, best_passage, near_negative
from core.contract.checks.rule_parts import missing_part, negated_object, other_number, part_of
from core.contract.checks.semantic import soften
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView
from core.contract.checks.words import senses_of


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a requirement, a prohibition or a free statement.

    Args:
        spec: The parsed fact.
        view: The text.
        work: The text is a work product: silence obeys a prohibition.
    """
    if not spec.subject or not view.zones:
        return Finding(
            "conveyed" if work and spec.fact.kind == "prohibition" else "not_conveyed",
            0.3,
            "The text says nothing on it.",
            code="says-nothing-on",
        )
    spec = replace(spec, subject=soften(spec.subject, view))
    if spec.fact.kind == "prohibition":
        return decide_prohibition.decide(spec, view, work=work)
    return _requirement(spec, view, work)


def _requirement(spec: FactSpec, view: TextView, work: bool) -> Finding:
    passage = best_passage(spec, view)
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    other = other_number(spec, view, passage.zone) if passage.score >= 0.5 else None
    if other is not None:
        return Finding(
            "contradicted",
            0.5 * passage.score,
            f"{other.shown}: another value is given.",
            (other.start, other.end),
            other.shown,
            rival="not_conveyed",
            code="another-value-given",
        )
    part = part_of(spec, view, span)
    if part is not None and not (work and part.code == "part-not-mentioned"):
        return part
    enough = _enough(spec, view, passage)
    if enough is not None:
        return enough
    missing = missing_part(spec, view)
    if missing and not work:
        return Finding(
            "not_conveyed",
            0.95 - 0.8 * passage.score,
            f"{missing} is missing.",
            span if passage.score > 0.4 else None,
            rival="conveyed",
            code="part-missing",
        )
    score = 0.65 * passage.score + 0.35 * passage.key
    if score >= 0.35:
        turned = _turned(spec, view, passage)
        if turned is not None:
            return turned
    negated = negated_object(spec, view) if score < 0.52 and not work else None
    if negated is not None:
        return negated
    if score >= 0.52:
        return Finding(
            "conveyed",
            1.4 * (score - 0.45),
            "The text states it in similar words.",
            span,
            rival="not_conveyed",
            code="states-similar-words",
        )
    if work and spec.fact.kind == "requirement":
        return Finding(
            "conveyed",
            0.15,
            "Nothing in the text breaks the requirement.",
            rival="not_conveyed",
            code="nothing-breaks-requirement",
        )
    return Finding(
        "not_conveyed",
        0.9 - 1.4 * score,
        "The text does not state it.",
        span if score > 0.35 else None,
        rival="conveyed",
        code="does-not-state",
    )


_ENOUGH = AnyCase(
    r"\b(?:(?:is|are|was|will be|would be|seems|one is) (?:quite |perfectly |just |good )?(?:enough|sufficient|fine)|suffic\w+|will do|needn['’]t be (?:more|two)|достаточно|хватит|хватает|reicht|reichen|genügt|genügen|suffit|suffisent|basta|bastan|es suficiente)\b",
    re.I,
)


def _enough(spec: FactSpec, view: TextView, passage: Passage) -> Finding | None:
    """Whether the text calls less than the fact's number enough ('one reviewer is enough')."""
    counts = [q for q in spec.quantities if not q.dim and q.low > 1]
    zone = view.zones[passage.zone]
    text = view.text[zone.start : zone.end]
    if not counts or passage.score < 0.3 or not _ENOUGH.search(text):
        return None
    here = [q for q in view.quantities if zone.start <= q.start < zone.end and not q.dim]
    less = next((q for q in here if all(q.low < c.low for c in counts)), None)
    if less is None:
        return None
    return Finding(
        "contradicted",
        0.5,
        f"{less.shown}: less is called enough.",
        (zone.start, zone.end),
        less.shown,
        rival="not_conveyed",
        code="less-is-enough",
    )


def _turned(spec: FactSpec, view: TextView, passage: Passage) -> Finding | None:
    """Whether the passage refuses, denies, asks or turns round what the fact says."""
    zone = view.zones[passage.zone]
    span = (zone.start, zone.end)
    text = view.text[zone.start : zone.end]
    clause, cover = _best_clause(spec, view, passage.zone)
    refused = cues.ABSENT_RULE.search(clause)
    denied = cues.NEGATION.search(text)
    if not spec.negative and refused:
        return Finding(
            "contradicted",
            0.3,
            "The text says the opposite.",
            span,
            rival="conveyed",
            code="says-opposite",
        )
    if (
        spec.negative
        and not denied
        and not near_negative(view, passage.zone)
        and passage.core >= 0.35
    ):
        return Finding(
            "contradicted",
            0.25,
            "The text says it without the negation.",
            span,
            rival="conveyed",
            code="says-without-negation",
        )
    if spec.timed and cues.AFTERWARDS.search(text) and not denied:
        return Finding(
            "contradicted",
            0.4,
            "What must come first comes later.",
            span,
            rival="not_conveyed",
            code="order-reversed",
        )
    if not spec.negative and cover >= 0.5 and cues.DENIAL.search(clause):
        return Finding(
            "contradicted", 0.3, "The text denies it.", span, rival="conveyed", code="denies"
        )
    undoing = undone(view, zone.start, zone.end, spec.subject)
    if undoing is not None and not spec.negative and not denied:
        return Finding(
            "contradicted",
            0.5,
            f"{undoing.text}: the text says the contrary.",
            (undoing.start, undoing.end),
            undoing.text,
            rival="not_conveyed",
            code="says-contrary",
        )
    opposite = opposite_word(spec.subject, view, zone.start, whole=True)
    if opposite is not None:
        return Finding(
            "contradicted",
            0.3,
            f"{opposite.text}: the text says the contrary.",
            (opposite.start, opposite.end),
            opposite.text,
            rival="conveyed",
            code="says-contrary",
        )
    if cues.QUESTION.search(text):
        return Finding(
            "not_conveyed", 0.3, "It is only asked.", span, rival="conveyed", code="asked"
        )
    if cues.WISH.search(text) and not cues.WISH.search(spec.view.text):
        return Finding(
            "not_conveyed",
            0.3,
            "It is only wished or imagined.",
            span,
            rival="conveyed",
            code="supposed",
        )
    return None


def _best_clause(spec: FactSpec, view: TextView, index: int) -> tuple[str, float]:
    """Return the text of the clause of a zone that covers the statement best, and the coverage."""
    total = sum(term.weight for term in spec.subject) or 1.0
    best, text = 0.0, ""
    for clause in view.clauses:
        if clause.zone != index:
            continue
        own = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        score = sum(term.weight * match(term, own) for term in spec.subject) / total
        if score > best:
            best, text = score, view.text[clause.start : clause.end]
    head, colon, tail = text.partition(": ")
    if colon and len(head) > 12:
        # What follows a colon explains; the statement itself stands on the side with more of it.
        left, right = (
            sum(match(t, dict.fromkeys(senses_of(part, view.lang), 1.0)) for t in spec.subject)
            for part in (head, tail)
        )
        text = head if left >= right else tail
    return text, best
