"""Decide facts about an identifier: the code must be there, and belong to what the fact says."""

from __future__ import annotations

import re
from functools import lru_cache

from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.measure import comparable, same_value
from core.contract.checks.qualifiers import name_number
from core.contract.checks.quantities import Quantity
from core.contract.checks.semantic import soften
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.standing import changed
from core.contract.checks.view import TextView, mode

Span = tuple[int, int]

_APART = 300
"""Characters within which the parts of a code that is spelled out must stand."""


def squeeze(identifier: str) -> str:
    """Return an identifier without spaces, dots and dashes, in lower case."""
    return re.sub(r"[\s.\-_/#№]", "", identifier).casefold()


def find_identifier(view: TextView, identifier: str) -> list[Span]:
    """Return the places of an identifier, whatever its spacing and case."""
    pattern = _anyhow(identifier)
    return [m.span() for m in pattern.finditer(view.text)] if pattern else []


@lru_cache(maxsize=1024)
def _anyhow(identifier: str) -> re.Pattern[str] | None:
    """Return an expression for an identifier with any spacing and case; None if it has no sign to look for."""
    body = [
        # A long run of digits may be written in groups.
        r"[ \u00a0.-]?".join(part) if len(part) >= 8 and part.isdigit() else re.escape(part)
        for part in _parts(identifier)
    ]
    if not body:
        return None
    return re.compile(r"(?<![^\W_])" + r"[\s.\-_/]{0,2}".join(body) + r"(?![^\W_])", re.IGNORECASE)


def _parts(identifier: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", identifier)


def _spelled(view: TextView, identifier: str) -> Span | None:
    """Return the place of a code that is dictated, or whose parts are given one by one."""
    parts = _parts(identifier)
    digits = "".join(part for part in parts if part.isdigit())
    if len(parts) == 1 and len(digits) >= 5:
        return _dictated(view, digits)
    if len(parts) < 2 or len(digits) < 4:
        return None
    for first in re.finditer(rf"(?<![^\W_]){re.escape(parts[0])}(?![^\W_])", view.text):
        position, complete = first.end(), True
        for part in parts[1:]:
            found = re.compile(rf"(?<![^\W_]){re.escape(part)}(?![^\W_])").search(
                view.text, position, first.start() + _APART
            )
            if found is None:
                complete = False
                break
            position = found.end()
        if complete:
            return first.start(), position
    longest = max((part for part in parts if part.isdigit()), key=len)
    for place in re.finditer(rf"(?<!\d){longest}(?!\d)", view.text) if len(longest) >= 4 else ():
        around = view.text[max(0, place.start() - 60) : place.end() + 60]
        if all(re.search(rf"(?<![^\W_]){re.escape(p)}(?![^\W_])", around) for p in parts):
            return place.span()
    return None


def _dictated(view: TextView, digits: str) -> Span | None:
    """Return the place of a number that is read out in groups ('fifty-four, seventeen, ...')."""
    run: list[Quantity] = []
    for q in (*view.quantities, None):
        plain = q is not None and not q.dim and float(q.low).is_integer() and q.low >= 0
        near = q is not None and run and len(view.text[run[-1].end : q.start].strip(" ,.-–\n")) == 0
        if plain and q is not None and (near or not run):
            run.append(q)
            continue
        if len(run) > 1 and "".join(str(int(one.low)) for one in run) == digits:
            return run[0].start, run[-1].end
        run = [q] if plain and q is not None else []
    return None


def _lookalike(view: TextView, identifier: str) -> Span | None:
    """Return an identifier of the same shape with other digits."""
    shape = "".join(
        r"\d" if c.isdigit() else re.escape(c) if c.isalpha() or c in "./" else r"[\s.\-_/]?"
        for c in identifier
    )
    for m in re.finditer(r"(?<![^\W_])" + shape + r"(?![^\W_])", view.text, re.IGNORECASE):
        if squeeze(m.group()) != squeeze(identifier):
            return m.span()
    return None


def _rivals(view: TextView, identifier: str) -> list[Span]:
    """Return the other codes of a text that begin with the same letters ('WM-320' for 'WM-318-B')."""
    head = re.match(r"[#№]?[^\W\d_]{1,6}", identifier)
    if head is None:
        return []
    pattern = re.compile(
        r"(?<![^\W_])"
        + re.escape(head.group())
        + r"[\s.\-_/]?\d[\w.-]*\w|(?<![^\W_])"
        + re.escape(head.group())
        + r"[\s.\-_/]?\d",
        re.IGNORECASE,
    )
    wanted = squeeze(identifier)
    return [m.span() for m in pattern.finditer(view.text) if squeeze(m.group()) != wanted][:20]


_MOST_NUMBERS = 40
"""Numbers of a statement that may tell its place."""


def _other_number(spec: FactSpec, view: TextView) -> tuple[Quantity, Quantity | None] | None:
    """Return a number by which the fact tells its place ('bay 11') and the text doesn't.

    Returns:
        The fact's number, and another of the same name in the text or None; None if all are there.
    """
    for wanted in spec.view.quantities[:_MOST_NUMBERS]:
        if (
            wanted.dim
            or not name_number(wanted.label)
            or any(wanted.raw.strip() in code for code in spec.identifiers)
        ):
            continue
        named = [q for q in view.quantities if comparable(wanted, q) and q.label & wanted.label]
        held = [q for q in named if same_value(wanted, q)]
        rivals = [q for q in named if not same_value(wanted, q)]
        taken_back = any(
            view.zone_at(q.start) >= view.zone_at(h.start) and q.start > h.start
            for h in held
            for q in rivals
        )
        if not held or (taken_back and signals(view).corrected):
            return wanted, rivals[-1] if rivals else None
    return None


def decide_identifier(spec: FactSpec, view: TextView) -> Finding:
    """Decide an identifier fact: every identifier of the statement must be there.

    Args:
        spec: The parsed fact.
        view: The text.
    """
    wanted = spec.identifiers or tuple(" ".join(name) for name in spec.names[:1])
    places = [find_identifier(view, i) for i in wanted]
    missing = tuple(i for i, p in zip(wanted, places, strict=True) if not p)
    if not missing and places:
        return _there(spec, view, wanted, places)
    for identifier in missing:
        spelled = _spelled(view, identifier)
        if spelled is not None and len(missing) == 1:
            return Finding(
                "conveyed",
                0.3,
                "The identifier is spelled out part by part.",
                spelled,
                rival="not_conveyed",
                code="identifier-in-parts",
            )
        other = _lookalike(view, identifier)
        digits = sum(c.isdigit() for c in identifier)
        telling = digits >= 3 or (digits and sum(c.isalnum() for c in identifier) >= 5)
        if other and telling:
            raw = view.text[other[0] : other[1]]
            return Finding(
                "contradicted",
                0.3 + 0.5 * coverage(spec.subject, view.about(other[0])),
                f"Another identifier is given: {raw}.",
                other,
                raw,
                code="another-identifier-given",
            )
    return Finding(
        "not_conveyed",
        0.85,
        "The identifier is not there.",
        missing=missing,
        code="identifier-not-there",
    )


def _there(
    spec: FactSpec, view: TextView, wanted: tuple[str, ...], places: list[list[Span]]
) -> Finding:
    """All codes are there: do they stand for the fact's thing, and do they hold?"""
    terms = soften(spec.subject, view)
    about, span = max(
        ((coverage(terms, view.about(place[0])), place) for place in places[0]),
        key=lambda found: found[0],
    )
    if mode(view, *span) in ("asked", "rejected"):
        return Finding(
            "not_conveyed",
            0.3,
            "It is only asked or rejected.",
            span,
            rival="conveyed",
            code="asked-or-rejected",
        )
    rival = _replaced(spec, view, wanted[0], span)
    if rival is not None:
        raw = view.text[rival[0] : rival[1]]
        return Finding(
            "contradicted",
            0.6,
            f"Another identifier takes its place: {raw}.",
            rival,
            raw,
            rival="conveyed",
            code="another-identifier-given",
        )
    number = _other_number(spec, view)
    if number is not None:
        want, other = number
        if other is None:
            return Finding(
                "not_conveyed",
                0.5,
                f"{want.shown} is missing.",
                span,
                rival="conveyed",
                code="part-missing",
            )
        return Finding(
            "contradicted",
            0.5,
            f"{other.shown}: another number is given.",
            (other.start, other.end),
            other.shown,
            rival="conveyed",
            code="another-number-given",
        )
    alone = about < 0.35
    return Finding(
        "conveyed",
        0.2 + 0.7 * about,
        "The identifier is there, and little of what it belongs to."
        if alone
        else "The identifier is there.",
        span,
        rival="not_conveyed",
        code="identifier-alone" if alone else "identifier-there",
    )


def _replaced(spec: FactSpec, view: TextView, identifier: str, span: Span) -> Span | None:
    """Return a code of the same series that takes the place of the fact's."""
    manner = mode(view, *span)
    for rival in _rivals(view, identifier):
        if changed(view, span, rival, manner):
            return rival
        here, there = view.zone_at(span[0]), view.zone_at(rival[0])
        # 'We gave KX-1, a typo. It is KX-2.': the text takes back what it said before.
        between = signals(view).corrected & set(range(here, there + 1))
        behind = rival[0] > span[0] and there - here <= 3
        if behind and between and _fit(spec, view, rival) >= _fit(spec, view, span) - 0.3:
            return rival
    return None


def _fit(spec: FactSpec, view: TextView, span: Span) -> float:
    """Return how much of the fact's words stands in the clause of a code: its own, in a list of codes."""
    clause = view.clauses[view.clause_at(span[0])]
    start = clause.start
    zone = view.zones[clause.zone]
    if view.text[start - 1 : start] == "(":
        start = max((c.start for c in view.clauses if c.start < start), default=start)
    near = dict.fromkeys(clause.context | zone.label, 1.0)
    for token in view.words(start, clause.end):
        near.update(dict.fromkeys(token.senses, 1.0))
    return coverage(spec.subject, near)
