"""A fact's value that a text gives only through others: a sum, a product, a rest, a share, so much on top.

The words must name the operation ('in total', 'nobody else', 'trays of', 'the rest', 'plus 20 %'), the
numbers stand in one sentence or its neighbour, the result is exactly the fact's value, and those
sentences are about the fact's subject. A result that differs says nothing: a text may leave a part out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, bridged, coverage
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView, mode

_MOST_PLACES = 24
"""Sentences of one text that are looked at."""
_MOST_PARTS = 10
"""Numbers that are put together."""
_ABOUT = 0.5
"""How well the sentences must be about the fact's subject."""

_WHOLE = AnyCase(
    r"\b(?:in total|total\w*|altogether|in all|all told|combined|together|add(?:s|ed|ing)? up|sum\b|nothing else|nobody else|no one else|none other|that['’]?s (?:all|it|everything)|that is (?:all|it|everything)|"
    r"всего|итого|в сумме|вместе|больше (?:никого|ничего)|это вс[её]|insgesamt|zusammen|gesamt\w*|summe|sonst (?:niemand|nichts)|mehr nicht|das ist alles|"
    r"au total|en tout|ensemble|rien d['’]autre|personne d['’]autre|c['’]est tout|en total|en conjunto|nada más|nadie más|eso es todo)\b",
    re.I,
)
_REST = AnyCase(
    r"\b(?:the (?:rest|remainder|balance)|remaining|everything else|everyone else|остальн\w+|оставш\w+|остаток|(?:der|den|die|das) (?:rest\w*|übrige\w*)|le reste|restant\w*|el resto|los? demás|las? demás)\b",
    re.I,
)
_OF = AnyCase(
    r"(?:[ -][^\W\d_]+){1,3} (?:of|with|at|à|zu(?: je)?|je|mit|по|de|con|for)(?: (?:up to|about))? ?[$€£]?|\s?(?:×|x|\*|times|mal|fois|por|на|умножить на)\s?[$€£]?",
    re.I,
)
_EACH = AnyCase(
    r"\s?(?:each|apiece|a piece|jeweils|каждый|каждая|каждое|chacune?|cada un[oa])\b", re.I
)
_ON_TOP = AnyCase(
    r"[^.;!?\n\d]{0,24}(?:\bplus|\+|\bon top\b|\bsurcharge of|\bplus an?|плюс|сверху|надбавка|\bzuzüglich|\bzzgl\.?|\ben sus|\bmás)\s*$",
    re.I,
)
_ON_TOP_BEHIND = AnyCase(r"\s?(?:on top|extra|\w+ on top|сверху|obendrauf|en sus)\b", re.I)
_OFF = AnyCase(
    r"[^.;!?\n\d]{0,24}(?:\bless|\bminus|−|\bdiscount(?: of)?|минус|скидка|\babzüglich|\babzgl\.?|\bmoins|\bmenos)\s*(?:an? )?$",
    re.I,
)
_OFF_BEHIND = AnyCase(r"\s?(?:off|discount|скидки|rabatt|de remise|de descuento)\b", re.I)
_SHARE_OF = AnyCase(
    r"\s?(?:of|от|из|der|des|von|vom|de|des|del|d['’])(?: (?:the|these|those|all|all the|our|den|los|las|les))? ?[$€£]?",
    re.I,
)
_MULTIPLE = AnyCase(r"\b(?:times|fold|fach\w*|раза?|mal|fois|veces)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Derived:
    value: float
    parts: tuple[Quantity, ...]
    words: str
    code: str


def derived_value(spec: FactSpec, view: TextView, fact: Quantity) -> Finding | None:
    """Return that the text gives the fact's value through others, if it does.

    Args:
        spec: The parsed fact.
        view: The text.
        fact: The value, neither a limit nor a stretch.

    Returns:
        A finding with the calculation in words, or None.
    """
    if fact.comparator != "eq" or spec.comparator != "eq" or not fact.low or fact.weak:
        return None
    if len(view.quantities) < (1 if fact.dim in ("percent", "") else 2):
        return None
    terms = bridged(spec.subject, spec.view.lang, view)
    for window in _windows(view):
        for found in _results(spec, view, fact, window):
            if not _equal(fact, found.value) or not all(_asserted(view, q) for q in found.parts):
                continue
            first, last = found.parts[0], found.parts[-1]
            about: dict[str, float] = {}
            for zone in range(view.zone_at(first.start), view.zone_at(last.end - 1) + 1):
                about |= dict.fromkeys(view.zone_senses(zone) | view.zones[zone].label, 1.0)
            about |= {s: max(w, about.get(s, 0.0)) for s, w in view.about(first.start).items()}
            cover = coverage(terms, about)
            if cover >= _ABOUT:
                return Finding(
                    "conveyed",
                    0.3 + 0.5 * cover,
                    f"{fact.shown}: {found.words}.",
                    (min(first.start, last.start), max(first.end, last.end)),
                    rival="not_conveyed",
                    code=found.code,
                )
    return None


_Window = tuple[tuple[Quantity, ...], bool, bool]
"""Numbers that stand together; whether they are said to be all; whether a rest is spoken of."""


def _windows(view: TextView) -> tuple[_Window, ...]:
    """Return the numbers of each sentence, and of each with the next one; found once for a text."""
    known: tuple[_Window, ...] | None = view.memo.get(("derived", 0, 0))
    if known is not None:
        return known
    zones: dict[int, list[Quantity]] = {}
    for q in view.quantities:
        zones.setdefault(view.zone_at(q.start), []).append(q)
        if len(zones) > _MOST_PLACES:
            break
    found: list[_Window] = []
    for index, here in zones.items():
        both = here + zones.get(index + 1, [])
        for window in (here, both) if len(here) < len(both) else (here,):
            if len(window) <= _MOST_PARTS:
                last = view.zone_at(window[-1].start)
                end = view.zones[min(last + 1, len(view.zones) - 1)].end
                text = view.text[view.zones[index].start : end]
                found.append((tuple(window), bool(_WHOLE.search(text)), bool(_REST.search(text))))
    view.memo["derived", 0, 0] = tuple(found)
    return tuple(found)


def _results(spec: FactSpec, view: TextView, fact: Quantity, place: _Window) -> Iterator[_Derived]:
    window, whole, rest = place
    alike = [q for q in window if q.dim == fact.dim and q.low == q.high]
    if len(alike) >= 2 and whole:
        total = sum(q.low for q in alike)
        yield _Derived(total, tuple(alike), " + ".join(q.shown for q in alike), "derived-sum")
    if alike and rest:
        yield from _rests(fact, alike)
    for one, two in pairwise(window):
        yield from _pairs(view, fact, one, two)
    if fact.dim == "" and _MULTIPLE.search(spec.fact.statement):
        for q in window:
            if q.dim == "percent" and _ON_TOP.search(view.text[max(0, q.start - 40) : q.start]):
                yield _Derived(1 + q.low / 100, (q,), f"1 + {q.shown}", "derived-percent")


def _rests(fact: Quantity, alike: list[Quantity]) -> Iterator[_Derived]:
    if fact.dim == "percent":
        rest = 100.0 - sum(q.low for q in alike)
        words = "100 % - " + " - ".join(q.shown for q in alike)
        yield _Derived(rest, tuple(alike), words, "derived-rest")
    elif len(alike) >= 2:
        whole = max(alike, key=lambda q: q.low)
        parts = [q for q in alike if q is not whole]
        words = " - ".join(q.shown for q in (whole, *parts))
        yield _Derived(whole.low - sum(q.low for q in parts), tuple(alike), words, "derived-rest")


def _pairs(view: TextView, fact: Quantity, one: Quantity, two: Quantity) -> Iterator[_Derived]:
    """Yield what two numbers that follow each other make: a product, a share, so much on top or off."""
    between = view.text[one.end : two.start]
    count = view.text[one.start : two.start][len(one.raw) :]
    if not one.dim and two.dim == fact.dim and not one.per and one.comparator == "eq":
        each = _EACH.match(view.text, two.end) or two.per
        if _OF.fullmatch(count) or (
            each and len(between) <= 40 and not set(".;!?\n") & set(between)
        ):
            words = f"{one.shown} × {two.shown}"
            yield _Derived(one.low * two.low, (one, two), words, "derived-product")
    if one.dim == "percent" and two.dim == fact.dim != "percent" and _SHARE_OF.fullmatch(between):
        words = f"{one.shown} of {two.shown}"
        yield _Derived(one.low / 100 * two.low, (one, two), words, "derived-share")
    if two.dim == "percent" and one.dim == fact.dim != "percent":
        if _ON_TOP.fullmatch(between) or _ON_TOP_BEHIND.match(view.text, two.end):
            words = f"{one.shown} + {two.shown}"
            yield _Derived(one.low * (1 + two.low / 100), (one, two), words, "derived-percent")
        if _OFF.fullmatch(between) or _OFF_BEHIND.match(view.text, two.end):
            words = f"{one.shown} - {two.shown}"
            yield _Derived(one.low * (1 - two.low / 100), (one, two), words, "derived-percent")


def _equal(fact: Quantity, value: float) -> bool:
    return abs(value - fact.low) <= 1e-6 * abs(fact.low)


def _asserted(view: TextView, q: Quantity) -> bool:
    return mode(view, q.start, q.end) == "asserted"
