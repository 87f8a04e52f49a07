"""What a value of a text belongs to: is the fact's thing named with it, elsewhere, or nowhere?

The right number in a text is the fact only if it is said of the fact's thing. Where a text comes to
speak of that thing in a later sentence, the value before it mostly belongs to something else. Where the
text names it nowhere, it may well speak of it in other words: then the value is likelier the fact's,
and another value of its kind likelier contradicts it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import SAME, Finding, match
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.units import rate_names
from core.contract.checks.view import TextView
from core.contract.checks.words import fold, stem

_MOST = 12
"""Words of a fact that are looked for."""


def only_later(spec: FactSpec, view: TextView, span: tuple[int, int]) -> float | None:
    """Return the share of a fact's words that the text has only in sentences behind a place.

    Args:
        spec: The parsed fact.
        view: The text.
        span: Place of the value, date, name or code that the fact gives.

    Returns:
        Their share by weight, in [0, 1]; None if the fact has no words to look for, or the text no sentences.
    """
    terms = spec.subject[:_MOST]
    total = sum(t.weight for t in terms)
    if not total or not view.zones:
        return None
    clause = view.clauses[view.clause_at(span[0])]
    zone = view.zones[clause.zone]
    here = set(clause.context | zone.label | zone.context)
    for token in view.words(zone.start, zone.end):
        if not span[0] <= token.start < span[1]:
            here |= token.senses
    later = (t.weight for t in terms if _first_behind(t, view, here, zone.end))
    return sum(later) / total


_PART = 5
"""Letters from which a word may be the last part of a German compound."""


def _last_part(word: str) -> str:
    """Return the end of a German compound, folded, in which a shorter word for it may lie."""
    low = fold(word)
    return low[3:] if len(low) >= _PART + 3 and low.isalpha() else ""


def _first_behind(term: Term, view: TextView, here: set[str], end: int) -> bool:
    """Whether a word of the fact first stands behind a place, and not around it."""
    keys = {key for key, factor in term.keys if factor >= SAME}
    part = _last_part(term.word) if view.lang == "de" else ""
    if not keys.isdisjoint(here) or (keys.isdisjoint(view.senses) and not part):
        return False
    first = next(
        (
            t.start
            for t in view.tokens
            if not keys.isdisjoint(t.senses)
            or (part and len(t.low) >= _PART and part.endswith(t.low))
        ),
        None,
    )
    return first is not None and first >= end


_STATED = (
    "value-stated-same",
    "date-stated-same",
    "identifier-there",
    "identifier-alone",
    "name-stands-role",
)
"""Findings that only say that the value is there, near words of the fact."""


_OCCURS = ("number-occurs-but", "date-occurs-but", "name-occurs-another")
"""Findings that the value is there, without words of the fact around it."""
_SILENT = ("gives-no-value", "date-not-stated")
"""Findings that the value isn't there, perhaps another one of its kind."""


def placed(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that its value belongs to something else, or isn't the whole fact.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.
    """
    place = finding.span or finding.hint
    if finding.code not in _STATED + _OCCURS + _SILENT or place is None:
        return finding
    later = only_later(spec, view, place)
    if later is None:
        return finding
    if finding.code in _OCCURS:
        if later or _unsaid_behind(view, place) or _common(spec, view, place):
            return finding
        return _in_other_words(finding)
    if finding.code in _SILENT:
        return _instead(view, finding, place) if not later else finding
    if later > 0:
        return _not_conveyed(
            finding,
            0.4 + 0.5 * later,
            "The value is there, but the text comes to speak of the fact's thing only later.",
            # A code often stands in a heading, before the text comes to its matter.
            "code-of-other" if finding.code.startswith("identifier") else "said-of-other",
        )
    if _rate_missing(spec, view, place):
        return _not_conveyed(
            finding, 0.5, "The number is there, but not by what it counts.", "rate-missing"
        )
    if _left_open_behind(spec, view, place):
        return _not_conveyed(
            finding,
            0.4,
            "The value is there, but the text leaves open what it says of it.",
            "open-behind",
        )
    return finding


def _in_other_words(finding: Finding) -> Finding:
    """The text names the fact's thing nowhere else: it may well speak of it here, in other words."""
    return replace(
        finding,
        lean="conveyed",
        strength=1.0 - finding.strength,
        reason="The value is there, and nothing in the text says that it is of something else.",
        rival="not_conveyed",
        code=finding.code.split("-")[0] + "-in-other-words",
    )


def _instead(view: TextView, finding: Finding, place: tuple[int, int]) -> Finding:
    """The text has another value of that kind, and names the fact's thing nowhere behind it."""
    raw = view.text[place[0] : place[1]].strip()
    return replace(
        finding,
        lean="contradicted",
        strength=1.0 - finding.strength,
        reason=f"{raw}: another value of that kind is given.",
        span=place,
        other_value=raw,
        rival="not_conveyed",
        code=finding.code.split("-")[0] + "-other-value",
    )


def _not_conveyed(finding: Finding, strength: float, reason: str, code: str) -> Finding:
    return Finding("not_conveyed", strength, reason, finding.span, rival="conveyed", code=code)


def _rate_missing(spec: FactSpec, view: TextView, span: tuple[int, int]) -> bool:
    """Whether the fact is a rate ('per day') and the text has the number without what it counts by."""
    if not spec.quantities or not spec.quantities[0].per:
        return False
    q = next((q for q in view.quantities if q.start == span[0]), None)
    if q is None or q.per:
        return False
    per = spec.quantities[0].per
    index = view.zone_at(span[0])
    zone, clause = view.zones[index], view.clauses[view.clause_at(span[0])]
    if zone.kind in ("pair", "row"):
        return False  # A key or a table has no room for it.
    near = set(zone.label | zone.context | clause.context)
    for other in view.zones[max(0, index - 1) : index + 2]:
        for token in view.words(other.start, other.end):
            near |= token.senses
            near.add(token.low)
    names = {name for unit in per for name in rate_names(unit)}
    return not (names | {stem(name) for name in names}) & near


def _common(spec: FactSpec, view: TextView, place: tuple[int, int]) -> bool:
    """Whether a value is a small bare number that counts nothing of the fact: it may stand for anything."""
    q = next((q for q in view.quantities if q.start == place[0]), None)
    if q is None or q.dim or abs(q.low) >= _RARE or not spec.quantities:
        return False
    return not any(sense in q.counted for sense in spec.quantities[0].counted if sense[0] != "^")


_RARE = 100
"""From this size on a bare number is no common one."""


def _unsaid_behind(view: TextView, place: tuple[int, int]) -> bool:
    """Whether a later sentence says that it doesn't know something: perhaps just this."""
    here = view.zone_at(place[0])
    return any(here <= i <= here + _FAR for i in signals(view).unknown)


_FAR = 4
"""Sentences behind a value in which a text may say that it doesn't know what the fact says."""


def _left_open_behind(spec: FactSpec, view: TextView, span: tuple[int, int]) -> bool:
    """Whether the next sentence says that something of what this one says isn't known.

    It must have most words of the fact, or begin by pointing back: 'whether that is net I have to ask'.
    """
    index = view.zone_at(span[0]) + 1
    if index not in signals(view).unknown or view.zones[index].block != view.zones[index - 1].block:
        return False
    zone = view.zones[index]
    about = dict.fromkeys(view.zone_senses(index) | zone.label, 1.0)
    said = [t for t in spec.subject if match(t, about) >= SAME]
    return len(said) * 2 > len(spec.subject) or bool(_BACK.match(view.text, zone.start))


_BACK = AnyCase(
    r"\W*(?:\w+ ){0,5}?(?:this|that|these|it|which(?: of)?|das|dies\w*|cela|ce|il|esto|eso|это|этого)\b",
    re.IGNORECASE,
)
"""A sentence that begins by pointing back to what stands before it."""
