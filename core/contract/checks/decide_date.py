"""Decide facts whose heart is a date or a time."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, replace

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, bridged, coverage, match
from core.contract.checks.moment import Moment
from core.contract.checks.periods import last_day
from core.contract.checks.qualifiers import named_later
from core.contract.checks.semantic import soften
from core.contract.checks.spec import FactSpec
from core.contract.checks.standing import changed, overtaken
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView, mode

_BONUS = {"day": 0.2, "time": 0.2, "weekday": 0.08, "month": 0.05, "period": 0.2}
"""How much a matching part makes it likelier that the same event is meant."""


_ENOUGH = 0.38


_ORIGINAL = AnyCase(
    r"\W*(?:was |is )?(?:the )?(?:original|old|former|previous|first|прежн|старый|ursprünglich|alte|ancien|antigu)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A moment of the text seen as the fact's."""

    moment: Moment
    about: float
    near: float
    mode: str

    @property
    def span(self) -> tuple[int, int]:
        """Its place in the text, without blanks at its end."""
        return self.moment.start, self.moment.end


def agrees(fact: Moment, text: Moment) -> bool:
    """Whether a moment of the text is the fact's, as far as both say."""
    if fact.period or text.period:
        return fact.period == text.period and (
            fact.year is None or text.year is None or fact.year == text.year
        )
    if fact.month is not None and fact.month == text.month and (fact.edge or text.edge):
        ends = _at_edge(fact, text)
        if ends is not None:
            return ends
    if fact.day is not None:
        if text.day is None or (fact.month is not None and text.month is None):
            return False
        if fact.month is None:
            return fact.day == text.day
        days = {(text.month, text.day)} | ({text.swapped} if text.swapped else set())
        return (fact.month, fact.day) in days and (
            fact.year is None or text.year is None or fact.year == text.year
        )
    if fact.minute is not None:
        if text.minute is None:
            return False
        shift = text.zone - fact.zone if fact.zone is not None and text.zone is not None else 0
        same = (text.minute - shift - fact.minute) % 1440 == 0
        # 'six' without morning or evening fits both.
        return same or ((text.loose or fact.loose) and (fact.minute - text.minute) % 720 == 0)
    if fact.weekday is not None:
        return text.weekday == fact.weekday
    return (
        fact.month == text.month
        and text.day is None
        and (fact.year is None or text.year is None or fact.year == text.year)
    )


def _at_edge(fact: Moment, text: Moment) -> bool | None:
    """Compare 'the end of June' with 30 June, and 'the first week of August' with 1 to 7 August."""
    if fact.year is not None and text.year is not None and fact.year != text.year:
        return False
    month = fact.month or text.month or 1
    if fact.day is not None and text.edge == "end":
        return fact.day == last_day(fact.year or text.year, month)
    if text.day is not None and fact.edge == "end":
        return text.day == last_day(fact.year or text.year, month)
    if fact.day is not None and text.edge == "week":
        return fact.day in (1, 7)
    if text.day is not None and fact.edge == "week":
        return text.day in (1, 7)
    return None


def share_zones(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """Give the times before a time with a zone that zone: '22:00 to 02:00 UTC'."""
    out = list(moments)
    zone: int | None = None
    until = 0
    for i in range(len(out) - 1, -1, -1):
        m = out[i]
        if m.minute is None:
            continue
        if m.zone is not None:
            zone, until = m.zone, m.start
        elif zone is not None and until - m.end <= 30:
            out[i] = replace(m, zone=zone)
            until = m.start
        else:
            zone = None
    return tuple(out)


def _candidate(spec: FactSpec, view: TextView, m: Moment) -> Candidate:
    near = view.clause_senses(view.clause_at(m.start))
    near_fit = _fit(spec.subject, near)
    late = named_later(spec.subject, view, m.start)
    return Candidate(
        m,
        _fit(spec.subject, view.about(m.start)) - 0.35 * late * (1.0 - min(1.0, near_fit)),
        near_fit,
        mode(view, m.start, m.end),
    )


def _fit(terms: tuple[Term, ...], about: dict[str, float]) -> float:
    cover = coverage(terms, about)
    heads = [term for term in terms if term.weight >= 1.0]
    if not heads:
        return cover
    return 0.5 * cover + 0.5 * sum(match(term, about) for term in heads) / len(heads)


def decide(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide a date fact: all its parts must stand together, near words of its subject.

    Args:
        spec: The parsed fact, with at least one moment.
        view: The text.
        work: The text is a work product: the right date is enough.
    """
    spec = replace(spec, subject=bridged(spec.subject, spec.view.lang, view))
    wanted = share_zones(spec.moments)
    there = share_zones(view.moments)
    unnamed = not any(agrees(wanted[0], m) for m in there)
    if work and unnamed and wanted[0].part == "weekday" and len(wanted) > 1:
        wanted = wanted[1:]  # A plan for one day need not name its weekday.
    wanted = _day_first(wanted, there)
    first = wanted[0]
    if any(agrees(first, m) for m in there):
        spec = replace(spec, subject=soften(spec.subject, view))
    hits = [_candidate(spec, view, m) for m in there if agrees(first, m) and not m.document]
    others = [
        c
        for c in (
            _candidate(spec, view, m)
            for m in there
            if not agrees(first, m) and _full(first, m) and not m.document and not m.vague
        )
        if c.mode == "asserted"
    ]
    stated = [c for c in hits if c.mode in ("asserted", "old")]
    zones = {view.zone_at(c.moment.start) for c in stated}
    together = {zone: _together(view, wanted, there, zone) for zone in zones}
    hit = max(
        stated,
        key=lambda c: (together[view.zone_at(c.moment.start)], c.about, c.moment.start),
        default=None,
    )
    if hit is not None:
        moved = next((new for h in stated if (new := _moved(view, h, others)) is not None), None)
        if moved is not None:
            return _contradiction(moved, 0.8, "it was moved")
        later = [
            c
            for c in others
            if c.moment.part == hit.moment.part
            and c.about >= max(0.4, hit.about - 0.35)
            and overtaken(view, hit.span, c.span)
        ]
        if later and not work:
            best = max(later, key=lambda c: (c.about, c.moment.start))
            return replace(_contradiction(best, 0.4, "the text changes it"), rival="conveyed")
        return _retimed(spec, view, wanted, there) or _stated(
            view, wanted, there, hit, (0.15 if first.day is not None else 0.25) if work else _ENOUGH
        )
    if hits:
        return _not_asserted(hits, others)
    for old in spec.former_moments:
        for m in there:
            c = _candidate(spec, view, m)
            if agrees(old, m) and c.about >= 0.4 and c.mode == "asserted":
                return _contradiction(c, 0.6, "this is the outdated date")
    sure = [c for c in others if c.near >= 0.6 and c.about >= 0.6]
    if sure:
        best = max(sure, key=lambda c: (c.near, c.about, c.moment.start))
        return _contradiction(
            best, 0.3 + 0.3 * best.about + 0.3 * best.near, "another date is given"
        )
    counted = _counted(first, [_candidate(spec, view, m) for m in there if m.derived])
    if counted is not None:
        return counted
    instead = max(others, key=lambda c: (c.near, c.about, c.moment.start), default=None)
    closest = max((c.about for c in others), default=0.0)
    return Finding(
        "not_conveyed",
        0.95 - 0.5 * closest,
        "The date is not stated.",
        rival="contradicted",
        hint=instead.span if instead is not None else None,
        code="date-not-stated",
    )


def _day_first(wanted: tuple[Moment, ...], there: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """Put the fact's day before its weekday if the text has that day: it says more."""
    if wanted[0].part != "weekday":
        return wanted
    days = [w for w in wanted if w.part == "day"]
    if not any(agrees(w, m) for w in days for m in there):
        return wanted
    return tuple(sorted(wanted, key=lambda w: w.part == "weekday"))


def _counted(first: Moment, counted: list[Candidate]) -> Finding | None:
    """Another day was worked out, and the text says it of nothing but the fact's thing."""
    sure = [
        c
        for c in counted
        if c.mode == "asserted" and c.near >= 0.75 and c.about >= 0.75 and _full(first, c.moment)
    ]
    if len({(c.moment.month, c.moment.day) for c in sure}) != 1:
        return None
    c = sure[0]
    day = _day_name(c.moment)
    return Finding(
        "contradicted",
        0.25 + 0.25 * c.about,
        f"{day}: another date, {c.moment.derived}.",
        c.span,
        c.moment.raw.strip(),
        rival="not_conveyed",
        code="other-date-worked-out",
    )


def _day_name(m: Moment) -> str:
    """Return a day as a person reads it: '3 March 2027'."""
    year = f" {m.year}" if m.year else ""
    return f"{m.day} {calendar.month_name[m.month or 1]}{year}"


def _retimed(
    spec: FactSpec, view: TextView, wanted: tuple[Moment, ...], there: tuple[Moment, ...]
) -> Finding | None:
    """The day stays, but its time was moved."""
    for part in wanted[1:]:
        hits = [
            _candidate(spec, view, m) for m in there if agrees(part, m) and part.minute is not None
        ]
        others = [
            _candidate(spec, view, m)
            for m in there
            if m.part == part.part and not any(agrees(w, m) for w in wanted)
        ]
        for hit in hits:
            moved = _moved(view, hit, [c for c in others if c.mode == "asserted"])
            if moved is not None:
                return _contradiction(moved, 0.6, "the time was moved")
    return None


def _full(fact: Moment, text: Moment) -> bool:
    """Whether a moment says as much as the fact's, so that it could contradict it."""
    if fact.day is not None:
        return text.day is not None and text.month is not None
    if fact.period:
        return text.period[:1] == fact.period[:1]
    return text.part == fact.part


def _together(
    view: TextView, wanted: tuple[Moment, ...], there: tuple[Moment, ...], zone: int
) -> int:
    """Count the other parts of the fact that stand in a zone or beside it."""
    near = [m for m in there if abs(view.zone_at(m.start) - zone) <= 1]
    return sum(any(agrees(w, m) for m in near) for w in wanted[1:])


def _stated(
    view: TextView,
    wanted: tuple[Moment, ...],
    there: tuple[Moment, ...],
    hit: Candidate,
    enough: float,
) -> Finding:
    zone = view.zone_at(hit.moment.start)
    near = [m for m in there if abs(view.zone_at(m.start) - zone) <= 1]
    missing = [w for w in wanted[1:] if not any(agrees(w, m) for m in near) and w.part != "weekday"]
    bonus = min(0.4, sum(_BONUS[w.part] for w in wanted))
    score = hit.about + bonus
    if missing:
        here = [m for m in there if view.zone_at(m.start) == zone]
        rivals = [
            m for m in here if m.part == missing[0].part and not any(agrees(w, m) for w in wanted)
        ]
        if rivals and score >= enough and missing[0].part == "time":
            other = rivals[-1]
            return Finding(
                "contradicted",
                0.4,
                f"{other.raw.strip()}: another time is given.",
                (other.start, other.end),
                other.raw.strip(),
                rival="not_conveyed",
                code="another-time-given",
            )
        return Finding(
            "not_conveyed",
            0.6,
            "Only a part of the date or time is given.",
            hit.span,
            rival="contradicted",
            code="part-date-or",
        )
    if score >= enough and hit.moment.derived:
        return Finding(
            "conveyed",
            min(1.0, score - 0.25),
            f"{_day_name(hit.moment)}: {hit.moment.derived}.",
            hit.span,
            rival="not_conveyed",
            code="date-worked-out",
        )
    if score >= enough:
        return Finding(
            "conveyed",
            min(1.0, score - 0.25),
            "The date is stated for the same thing.",
            hit.span,
            code="date-stated-same",
        )
    return Finding(
        "not_conveyed",
        max(0.0, 0.9 - 1.6 * score),
        "The date occurs, but for something else.",
        hit.span,
        rival="conveyed",
        code="date-occurs-but",
    )


def _not_asserted(hits: list[Candidate], others: list[Candidate]) -> Finding:
    best = max(hits, key=lambda c: c.about)
    if best.mode == "rejected":
        new = [c for c in others if c.about >= 0.35]
        if new:
            return _contradiction(
                max(new, key=lambda c: (c.about, c.moment.start)),
                0.7,
                "it replaces the fact's date",
            )
        return Finding(
            "not_conveyed",
            0.3,
            "The date is quoted in order to be rejected.",
            best.span,
            rival="contradicted",
            code="date-quoted-order",
        )
    reason = "asked about" if best.mode == "asked" else "supposed"
    return Finding(
        "not_conveyed", 0.3, f"The date is only {reason}.", best.span, rival="conveyed", code="date"
    )


def _moved(view: TextView, hit: Candidate, others: list[Candidate]) -> Candidate | None:
    """Return the moment that the hit was moved to, if the text says so."""
    for c in others:
        if c.moment.part == hit.moment.part and changed(view, hit.span, c.span, hit.mode):
            return c
        passing = hit.mode == "old" and 0 <= c.moment.start - hit.moment.end <= 30
        if not passing and (c.about < 0.25 or c.about < hit.about - 0.4):
            continue
        first, second = sorted((hit, c), key=lambda x: x.moment.start)
        if view.zone_at(second.moment.start) - view.zone_at(first.moment.start) > 4:
            continue
        zone = view.zones[view.zone_at(first.moment.start)]
        context = view.text[max(0, zone.start - 60) : second.moment.end + 30]
        between = view.text[first.moment.end : second.moment.end]
        if second is c and _ORIGINAL.match(view.text[hit.moment.end : hit.moment.end + 30]):
            return c
        if (
            second is c
            and cues.UPDATE.search(context)
            and (
                hit.mode == "old"
                or cues.UPDATE.search(between)
                or cues.NEW_BEFORE.search(view.text[max(0, c.moment.start - 20) : c.moment.start])
            )
        ):
            return c
        left = view.text[max(0, hit.moment.start - 24) : hit.moment.start]
        if (
            second is hit
            and hit.mode == "old"
            and (cues.UPDATE.search(context) or cues.STRONG_OLD.search(left))
        ):
            return c
    return None


def _contradiction(c: Candidate, strength: float, why: str) -> Finding:
    raw = c.moment.raw.strip()
    return Finding(
        "contradicted",
        strength,
        f"{raw}: {why}.",
        c.span,
        raw,
        rival="not_conveyed",
        code="date-" + "-".join(why.split()),
    )
