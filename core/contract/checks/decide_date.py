"""Decide facts whose heart is a date or a time."""

from __future__ import annotations

from core.contract.checks import cues
from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.moments import Moment
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView, mode


def agrees(fact: Moment, text: Moment) -> bool:
    """Whether a moment of the text is that of the fact, as far as both say."""
    if fact.day is not None:
        if text.day is None:
            return False
        days = {(text.month, text.day)} | ({text.swapped} if text.swapped else set())
        if fact.month is None:
            return fact.day == text.day
        return (fact.month, fact.day) in days and (
            fact.year is None or text.year is None or fact.year == text.year
        )
    if fact.minute is not None:
        if text.minute is None:
            return False
        shift = 0
        if fact.zone is not None and text.zone is not None:
            shift = text.zone - fact.zone
        return (text.minute - shift) % 1440 == fact.minute % 1440
    if fact.weekday is not None:
        return text.weekday == fact.weekday
    return fact.month == text.month and text.day is None


def decide(spec: FactSpec, view: TextView) -> Finding:
    """Decide a date fact: every part it names must stand near words of its subject."""
    if not spec.moments:
        return Finding(
            "not_conveyed", 0.0, "The statement names no date that could be read.", rival="conveyed"
        )
    wanted = spec.moments
    first = wanted[0]
    hits = [
        (coverage(spec.subject, view.about(m.start)), m) for m in view.moments if agrees(first, m)
    ]
    same_part = [
        (coverage(spec.subject, view.about(m.start)), m)
        for m in view.moments
        if not agrees(first, m)
        and m.part == first.part
        and mode(view, m.start, m.end) == "asserted"
        and (m.month is not None or m.part != "day")
    ]
    good = [
        (a, m)
        for a, m in hits
        if mode(view, m.start, m.end) not in ("asked", "rejected", "supposed")
    ]
    other = max(same_part, key=lambda p: (p[0], p[1].start), default=None)
    if good:
        about, hit = max(good, key=lambda p: (p[0], p[1].start))
        span = (hit.start, hit.end)
        if other and other[0] >= about - 0.3 and other[0] >= 0.4 and _moved(view, hit, other[1]):
            return Finding(
                "contradicted",
                0.8,
                f"It was moved: {other[1].raw}.",
                (other[1].start, other[1].end),
                other[1].raw,
            )
        missing = [w for w in wanted[1:] if not any(agrees(w, m) for m in view.moments)]
        if missing:
            rivals = [
                m
                for m in view.moments
                if m.part == missing[0].part and m.part == "time" and not agrees(missing[0], m)
            ]
            if rivals and about >= 0.5:
                return Finding(
                    "contradicted",
                    0.5,
                    f"Another time is given: {rivals[0].raw}.",
                    (rivals[0].start, rivals[0].end),
                    rivals[0].raw,
                )
            return Finding("not_conveyed", 0.7, "Only a part of the date or time is given.", span)
        if about >= 0.45:
            return Finding(
                "conveyed", 0.4 + 0.6 * about, "The date is stated for the same thing.", span
            )
        return Finding(
            "not_conveyed",
            0.5 - about / 2,
            "The date occurs, but for something else.",
            span,
            rival="conveyed",
        )
    if hits:
        return Finding(
            "not_conveyed",
            0.4,
            "The date is only asked, supposed or rejected.",
            (hits[0][1].start, hits[0][1].end),
            rival="conveyed",
        )
    if other and other[0] >= 0.65:
        return Finding(
            "contradicted",
            other[0],
            f"Another date is given: {other[1].raw}.",
            (other[1].start, other[1].end),
            other[1].raw,
        )
    return Finding(
        "not_conveyed",
        0.85 if not other else 0.7 - other[0] / 2,
        "The date is not stated.",
        rival="contradicted",
    )


def _moved(view: TextView, hit: Moment, other: Moment) -> bool:
    if other.start > hit.start:
        return bool(cues.UPDATE.search(view.text[max(0, hit.start - 60) : other.end + 20]))
    return mode(view, hit.start, hit.end) == "old" and bool(cues.UPDATE.search(view.text))
