"""Values told side by side in a sentence: 'the basic plan costs 49, the standard plan 59'.

Each value belongs to the thing that is named in its own stretch of the sentence. The fact's value is somebody
else's if another stretch, with another value, names what the fact names, and this one names something in its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.contract.checks.candidates import akin
from core.contract.checks.decide_date import agrees
from core.contract.checks.evidence import stands_for
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import GENERIC, LIGHT, VAGUE
from core.contract.checks.view import TextView
from core.contract.checks.words import Token, fold

Span = tuple[int, int]

_MOST = 40
"""Values of one sentence that are compared."""
_OF = re.compile(
    r"\W{0,2}(?:for|of|on|in|to|at|für|von|pour|sur|para|de|del|на|за|для|у|по)\s", re.I
)
"""Behind a value: what it is the value of comes after it."""
_CHANGE = re.compile(
    r"\b(?:was|were|now|instead|changed|raised|lowered|moved|new|old|former\w*|previous\w*|until|since|from|correct\w*|rather|than|not|no longer|"
    r"war|jetzt|nun|statt|nicht|neu\w*|alt\w*|bisher|sondern|auf|был\w*|теперь|вместо|не|раньше|нов\w*|стар\w*|était|maintenant|au lieu|ancien\w*|nouve\w*|"
    r"era|ahora|en lugar|en vez|antes|nuev\w*)\b|->|→|⇒|=>",
    re.I,
)
"""Words of a sentence that tells how one value became another, or isn't so."""


def others_values(spec: FactSpec, view: TextView) -> list[Span]:
    """Return the places where a sentence gives the fact's value to another thing.

    Args:
        spec: The parsed fact, of one value or one date.
        view: The text.

    Returns:
        Places of values that agree with the fact's but belong to something else.
    """
    found: list[Span] = []
    for places in _by_sentence(spec, view):
        if len(places) < 2 or not any(hit for _, hit in places):
            continue
        stretches = _stretches(view, [span for span, _ in places])
        for i, (span, hit) in enumerate(places):
            if hit and any(
                not there and _instead(spec, view, stretches[i], stretches[k])
                for k, (_, there) in enumerate(places)
            ):
                found.append(span)
    return found


def _by_sentence(spec: FactSpec, view: TextView) -> Sequence[list[tuple[Span, bool]]]:
    """Return for each sentence its values of the fact's kind, each with whether it agrees."""
    zones: dict[int, list[tuple[Span, bool]]] = {}
    if spec.moments:
        fact = spec.moments[0]
        values = [
            ((m.start, m.end), agrees(fact, m))
            for m in view.moments
            if (m.day is None) == (fact.day is None)
        ]
    elif spec.quantities:
        first = spec.quantities[0]
        values = [
            ((q.start, q.end), same_value(first, q))
            for q in view.quantities
            if comparable(first, q) and _alike(first, q)
        ]
    else:
        return []
    if len(values) < 2:
        return []
    for span, hit in values:
        zone = view.zone_at(span[0])
        if view.zones[zone].kind != "row":
            zones.setdefault(zone, []).append((span, hit))
    return [places[:_MOST] for places in zones.values()]


def _alike(fact: Quantity, q: Quantity) -> bool:
    """Whether a number has the fact's unit, or counts what the fact counts."""
    if fact.dim:
        return q.dim == fact.dim
    return not q.dim and bool(fact.counted) and akin(fact.counted, q.counted)


def _stretches(view: TextView, places: list[Span]) -> list[Span]:
    """Return the stretch of words that goes with each value: before it, or behind it."""
    zone = view.zones[view.zone_at(places[0][0])]
    ends = [start for start, _ in places[1:]] + [zone.end]
    behind = [(end, stop) for (_, end), stop in zip(places, ends, strict=True)]
    if all(_OF.match(view.text[start:stop]) for start, stop in behind):
        return behind
    begins = [zone.start] + [end for _, end in places[:-1]]
    return [(begin, start) for begin, (start, _) in zip(begins, places, strict=True)]


def _instead(spec: FactSpec, view: TextView, here: Span, there: Span) -> bool:
    """Whether one stretch names something in the place where another names what the fact names."""
    if _CHANGE.search(view.text, *here) or _CHANGE.search(view.text, *there):
        return False
    mine, other = view.words(*here), view.words(*there)
    own = {t for t in spec.plain if any(stands_for(t, w.senses) for w in mine)}
    missed = [t for t in spec.plain if t not in own and any(stands_for(t, w.senses) for w in other)]
    missed = [t for t in missed if not t.senses & GENERIC and fold(t.word) not in VAGUE]
    strange = [
        w for w in mine if _content(w) and not any(stands_for(t, w.senses) for t in spec.plain)
    ]
    return any(
        _same_place(mine, w, other, v)
        for t in missed
        for v in other
        if stands_for(t, v.senses)
        for w in strange
    )


def _content(word: Token) -> bool:
    return bool(word.senses) and not word.is_number and word.low not in LIGHT


def _same_place(mine: tuple[Token, ...], w: Token, other: tuple[Token, ...], v: Token) -> bool:
    """Whether two words stand beside the same word, or both at the same end of their stretches."""
    i, k = mine.index(w), other.index(v)
    left = mine[i - 1].low if i else "", other[k - 1].low if k else ""
    right = (
        mine[i + 1].low if i + 1 < len(mine) else "",
        other[k + 1].low if k + 1 < len(other) else "",
    )
    return left[0] == left[1] or right[0] == right[1]
