"""How plainly a text says a fact, or how surely it says nothing of it.

What the words alone show, the same for every kind of fact; ``weigh`` makes features of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import Finding
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView

_MOST_ZONES = 400
"""Sentences of one text that are looked at for one fact."""


@dataclass(frozen=True, slots=True)
class Plainness:
    """What the words alone show, before any rule of a kind is applied."""

    best: float
    """Share of the fact's content words that stand in one sentence (or its key, heading), literally."""
    shared: float
    """Share of them that stand anywhere in the text."""
    values: float
    """Share of the fact's numbers and dates that stand in that sentence; 1 if it has none."""
    anywhere: float
    """Share of the numbers and dates that stand anywhere in the text; 0 if it has none."""
    doubt: bool
    """The sentence asks, supposes, rejects or speaks of something former."""
    flipped: bool
    """The sentence is negated and the fact isn't, or the other way round."""
    void: bool = False
    """The text has no number or date that could be the fact's, right or wrong."""
    ruling: bool = False
    """The sentence is worded as a rule."""
    sure_sentence: bool = False
    """All words and values stand in one sentence that is neither in doubt nor flipped."""
    covers: tuple[float, ...] = ()
    """Share of the fact's content words in each sentence, by index."""

    @property
    def nothing(self) -> bool:
        """Whether the text has no word, number or name in common with the fact."""
        return self.shared <= 0.01 and self.anywhere <= 0.0


def plainness(spec: FactSpec, view: TextView) -> Plainness:
    """Compare words, numbers and dates of a fact with each sentence of a text.

    Args:
        spec: The parsed fact.
        view: The text.

    Returns:
        The features, of the sentence that has most of the fact.
    """
    terms = spec.plain
    total = sum(term.weight for term in terms)
    if not view.zones:
        return Plainness(0.0, 0.0, 0.0, 0.0, False, False)
    wanted = len(spec.quantities) + len(spec.moments)
    places = [
        {
            view.zone_at(q.start)
            for q in view.quantities
            if comparable(quantity, q) and same_value(quantity, q)
        }
        for quantity in spec.quantities
    ] + [
        {view.zone_at(m.start) for m in view.moments if agrees(moment, m)}
        for moment in spec.moments
    ]
    best, chosen, values = -1.0, 0, 0.0
    covers = []
    for index in range(min(len(view.zones), _MOST_ZONES)):
        cover = _cover(terms, total, _senses(view, index))
        covers.append(cover)
        there = sum(index in zones for zones in places) / wanted if wanted else 1.0
        score = cover + 0.5 * there
        if score > best:
            best, chosen, values = score, index, there
    cover = best - 0.5 * values
    shared = _cover(terms, total, view.senses, exact=True)
    if spec.items and shared >= 0.99:
        cover = 1.0  # The items of a list may stand in one bullet each.
    doubt, denied, ruling = _stance(view, chosen)
    flipped = denied != spec.negative
    return Plainness(
        best=cover,
        shared=shared,
        values=values,
        anywhere=sum(bool(zones) for zones in places) / wanted if wanted else 0.0,
        doubt=doubt,
        flipped=flipped,
        void=bool(wanted) and not _typed(spec, view),
        ruling=ruling,
        sure_sentence=cover >= 0.99 and values >= 0.99 and not doubt and not flipped,
        covers=tuple(covers),
    )


def _stance(view: TextView, index: int) -> tuple[bool, bool, bool]:
    """Whether a sentence leaves in doubt what it says, negates it, and is worded as a rule."""
    known = view.memo.get(("stance", index, 0))
    if known is None:
        text = view.zone_text(index)
        doubt = any(cue.search(text) for cue in _DOUBTFUL)
        denied = bool(cues.NEGATION.search(cues.without_limits(text)))
        known = view.memo["stance", index, 0] = (doubt, denied, bool(cues.RULE.search(text)))
    found: tuple[bool, bool, bool] = known
    return found


_DOUBTFUL = (cues.QUESTION, cues.ASKING, cues.REJECTED, cues.HYPOTHETICAL)


def _typed(spec: FactSpec, view: TextView) -> bool:
    """Whether the text has any number of the kind of the fact's, or any date for its dates."""
    if spec.moments:
        return any(m.part == spec.moments[0].part or m.day is not None for m in view.moments)
    first = spec.quantities[0]
    return any(comparable(first, q) and (q.dim or not first.dim) for q in view.quantities)


def _senses(view: TextView, index: int) -> frozenset[str]:
    zone = view.zones[index]
    return view.zone_senses(index) | zone.label | zone.context


def _cover(
    terms: tuple[Term, ...], total: float, senses: frozenset[str], *, exact: bool = False
) -> float:
    if not total:
        return 0.0
    found = 0.0
    for term in terms:
        if senses.isdisjoint(term.names):
            continue
        for sense, factor in term.keys:
            if exact and factor < 0.95:
                break
            if sense in senses:
                found += term.weight * factor
                break
    return found / total


def _usual(view: TextView) -> list[int]:
    """Return the sentences that point to what is usual."""
    known = view.memo.get(("usual", 0, 0))
    if known is None:
        there = cues.USUAL.search(view.text) is not None
        zones = range(min(len(view.zones), _MOST_ZONES)) if there else ()
        known = [i for i in zones if cues.USUAL.search(view.zone_text(i))]
        view.memo["usual", 0, 0] = known
    found: list[int] = known
    return found


_STATED = ("value-stated-same", "date-stated-same", "part-stated", "identifier-there", "left-open")


def left_open(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that the text only points to what is usual ('the usual limit').

    Whoever wrote the text may know what is usual; the check doesn't, so it can't be sure.
    """
    if spec.fact.kind not in ("value", "limit", "date", "requirement", "free_text"):
        return finding
    if finding.lean == "contradicted" or finding.code in _STATED or not spec.subject:
        return finding
    total = sum(term.weight for term in spec.plain)
    for index in _usual(view):
        if _cover(spec.plain, total, _senses(view, index)) >= 0.4:
            return Finding(
                "not_conveyed",
                0.2,
                "The text points to what is usual, and doesn't say what that is.",
                (view.zones[index].start, view.zones[index].end),
                rival="conveyed",
                code="left-open",
            )
    return finding
