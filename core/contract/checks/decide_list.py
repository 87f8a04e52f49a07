"""Decide list facts: all items, in any order."""

from __future__ import annotations

from core.contract.checks.cues import DENIAL, NEGATION
from core.contract.checks.evidence import Finding
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import GENERIC, VAGUE
from core.contract.checks.view import TextView, read_text
from core.contract.checks.words import STOP, Token, language, tokenize


def find_item(view: TextView, item: str) -> tuple[int, int] | None:
    """Return where an item stands: all its content words near each other, numbers equal."""
    lang = language(item)
    tokens = [t for t in tokenize(item, lang) if t.low not in STOP[lang]]
    words = [t for t in tokens if not t.is_number]
    numbers = [q for q in _quantities(item) if not q.dim]
    for index, zone in enumerate(view.zones):
        own = view.words(zone.start, zone.end)
        hits = [next((o for o in own if _same(t, o)), None) for t in words]
        good = [h for h in hits if h is not None]
        if good and all(h.senses & GENERIC or h.low in VAGUE for h in good) and len(words) > 1:
            continue  # 'days' alone doesn't stand for 'sick days'.
        named = item[:1].isupper() and len(words) > 1
        if not words or len(good) < (len(words) if named else max(1, round(len(words) * 0.6))):
            continue
        if numbers:
            values = [q.low for q in view.quantities if zone.start <= q.start < zone.end]
            if not all(n.low in values or n.low == 1 for n in numbers):
                continue
        del index
        if good:
            return min(h.start for h in good), max(h.end for h in good)
    return None


def _absence(view: TextView, missing: tuple[str, ...]) -> float:
    """How surely an item is missing: the surer, the fewer of its words the text has anywhere."""
    shares = []
    for item in missing:
        lang = language(item)
        words = [t for t in tokenize(item, lang) if t.low not in STOP[lang]]
        there = sum(any(s in view.senses for s in t.senses if s[0] not in "@^") for t in words)
        shares.append(there / max(1, len(words)))
    return 0.95 - 0.6 * min(shares)


def _quantities(item: str) -> tuple[Quantity, ...]:
    """Quantities of an item."""
    return read_text(item).quantities


def _same(one: Token, other: Token) -> bool:
    """Whether two words share a stem, a concept or a set of synonyms; a common broader word won't do."""
    return any(sense in other.senses for sense in one.senses if sense[0] != "^")


def _negated(view: TextView, place: tuple[int, int] | None) -> bool:
    if place is None:
        return False
    clause = view.clauses[view.clause_at(place[0])]
    zone = view.zones[clause.zone]
    after = view.text[clause.start : min(zone.end, clause.end + 20)]
    return bool(DENIAL.search(after) or NEGATION.search(view.text[clause.start : clause.end]))


def _included(view: TextView, place: tuple[int, int] | None) -> bool:
    """Whether the sentence of an item says 'included' and nothing of 'excluded'."""
    if place is None:
        return False
    senses = view.zone_senses(view.zone_at(place[0]))
    return "#include" in senses and "#exclude" not in senses


def decide(spec: FactSpec, view: TextView) -> Finding:
    """Decide a list: conveyed with all items, contradicted if one is denied."""
    places = {item: find_item(view, item) for item in spec.items}
    found = tuple(item for item, place in places.items() if place)
    missing = tuple(item for item, place in places.items() if not place)
    excluding = bool({"#exclude", "#delete"} & spec.view.senses) or spec.negative
    denied = [item for item in found if _negated(view, places[item]) and not excluding]
    denied += [item for item in found if excluding and _included(view, places[item])]
    if denied and len(denied) < len(spec.items):
        item = denied[0]
        return Finding(
            "contradicted",
            0.5,
            f"{item} is denied.",
            places[item],
            item,
            missing=missing,
            found=found,
            code="denied",
        )
    if missing:
        return Finding(
            "not_conveyed",
            _absence(view, missing),
            "Missing: " + ", ".join(missing) + ".",
            None,
            missing=missing,
            found=found,
            rival="conveyed",
            code="missing",
        )
    first = next((p for p in places.values() if p), None)
    return Finding(
        "conveyed", 0.6, "All items are there.", first, found=found, code="all-items-are"
    )
