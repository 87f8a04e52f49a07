"""What was counted so far: repairs by gap with their intervals, native passes, controls, skips."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from core.gate.model import Interval, PriorsSet
from core.gate.priors import PriorsRowView, priors_table
from core.gate.utility import PUBLISHED_RULE
from core.probe.counts import false_alarms, more_needed, runs_of, utility_interval
from core.probe.record import ProbeState
from core.probe.runner import priors_of
from core.probe.spec import CONTROL
from pages._ui.badges import badge, tag
from pages._ui.calib_service import Standing
from pages._ui.calib_words import run_title
from pages._ui.frame import section
from pages._ui.text import count, html_escape, signed

WIDEST = 1.25
"""u is drawn from minus this to plus this; what lies beyond ends at the edge."""


def counts_part(now: Standing) -> None:
    """Draw the figures of a calibration."""
    if not now.planned:
        return
    st.html(_tiles(now))
    sets = priors_of(now.spec, now.state)
    if not sets and now.state.episodes:
        st.html(
            '<div class="bt-empty"><strong>No comparison yet</strong><p>In no episode so far did the '
            "controller see a gap that it could repair, so there is nothing to count.</p></div>"
        )
    for priors in sets:
        _counts(priors)
    if len(now.state.runs) > 1:
        _runs(now)
    _skips(now.state)


def _tiles(now: Standing) -> str:
    state = now.state
    told = [e for e in state.episodes if e.native is not None and e.fault != CONTROL]
    passes = sum(e.native is not None and e.native.passed for e in told)
    compared = sum(bool(e.arms) for e in state.episodes)
    failed = sum(e.failed for e in state.episodes)
    controls, alarms, harmed = false_alarms(state.episodes)
    shown = [
        (f"{len(state.episodes):,} of {now.planned:,}", "episodes"),
        (f"{compared:,}", "with a gap and a repair"),
        (f"{passes:,} of {len(told):,}", "pass natively, despite the fault"),
    ]
    if now.spec.controls:
        spoiled = f", a repair spoiled {harmed:,}" if harmed else ""
        shown.append((f"{alarms:,} of {controls:,}", f"controls with a gap seen{spoiled}"))
    if failed:
        shown.append((f"{failed:,}", "without an answer, not counted"))
    if not now.spec.scripted:
        shown += [(f"{state.calls:,}", "calls"), (f"{state.tokens:,}", "tokens")]
    tiles = "".join(
        f'<div class="bt-tile"><b>{value}</b><span>{html_escape(words)}</span></div>'
        for value, words in shown
    )
    return f'<div class="bt-tiles bt-live-tiles">{tiles}</div>'


def _counts(priors: PriorsSet) -> None:
    views = priors_table(priors)
    admitted = sum(view.admitted for view in views)
    section(
        f"Counts for {priors.model}",
        f"{admitted} of {count(len(views), 'segment')} would be admitted",
    )
    st.html(counts_html(views))
    harm = f"{PUBLISHED_RULE.max_harm:.0%}"
    st.html(
        '<p class="bt-quiet">Bars are 95 % intervals: between which shares the truth may lie, the dark mark '
        f"is what was counted. The dashed line under harmed is the most harm that the gate admits, {harm}; it "
        "goes by the mark, the bar warns. Under u the bar ends where u would be at both ends of what helped, "
        "with the harm as counted; its line is zero. A segment is settled with at least "
        f"{PUBLISHED_RULE.min_episodes} episodes and that bar on one side of the line.</p>"
    )


def counts_html(views: tuple[PriorsRowView, ...]) -> str:
    """Return the rows as an HTML table: help, harm and utility with intervals, verdict, what is missing."""
    head = (
        '<th>Repair</th><th>Gap</th><th class="bt-right">n</th><th>Helped</th>'
        '<th>Harmed</th><th>u</th><th>Gate</th><th class="bt-settle">To settle it</th>'
    )
    body = "".join(_row(view) for view in views)
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Counts">'
        f'<table class="bt-table bt-wide bt-counts"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _row(view: PriorsRowView) -> str:
    row = view.row
    gap = badge(row.frontier) if row.frontier else tag("all, aggregate")
    gate = badge("admitted" if view.admitted else "refused")
    return (
        f'<tr><td><b>{row.repair}</b></td><td>{gap}</td><td class="bt-right">{row.episodes:,}</td>'
        f"<td>{_share(row.helped, row.episodes, view.help_interval, 'helped')}</td>"
        f"<td>{_share(row.harmed, row.episodes, view.harm_interval, 'harmed')}</td>"
        f"<td>{_utility(view)}</td>"
        f'<td>{gate} <span class="bt-hint">{html_escape(view.why)}</span>'
        # A narrow page has no room for a column of its own.
        f'<span class="bt-settle-here">{_more(view, " to settle it")}</span></td>'
        f'<td class="bt-settle">{_more(view)}</td></tr>'
    )


def _share(part: int, whole: int, found: Interval, what: str) -> str:
    """Return a count with its share, and a bar of its interval on a scale from none to all."""
    share = f' <span class="bt-muted">{part / whole:.0%}</span>' if whole else ""
    words = f"{found.low:.0%} to {found.high:.0%}"
    said = f"{what} between {found.low:.0%} and {found.high:.0%}"
    limit = PUBLISHED_RULE.max_harm * 100 if what == "harmed" else None
    mark = part / whole * 100 if whole else None
    bar = _bar(found.low * 100, found.high * 100, mark, limit, said, what)
    return f'<span class="bt-counted"><b>{part:,}</b>{share}</span>{bar}<span class="bt-range">{words}</span>'


def _utility(view: PriorsRowView) -> str:
    """Return u with a bar between the values that it takes at both ends of what helped."""
    found = utility_interval(view.row)
    words = f"{signed(found.low)} to {signed(found.high)}"
    said = f"u between {signed(found.low)} and {signed(found.high)}"
    u = signed(view.utility) if view.utility is not None else "–"
    mark = _place(view.utility) if view.utility is not None else None
    bar = _bar(_place(found.low), _place(found.high), mark, None, said, "utility")
    return f'<span class="bt-counted"><b>{u}</b></span>{bar}<span class="bt-range">{words}</span>'


def _bar(
    low: float, high: float, mark: float | None, limit: float | None, words: str, what: str
) -> str:
    """Return an interval as a bar; places are percent of its width."""
    parts = f'<span style="left:{low:.1f}%;width:{max(1.5, high - low):.1f}%"></span>'
    if limit is not None:
        parts += f'<i class="bt-limit" style="left:{limit:.1f}%"></i>'
    if what == "utility":
        parts += "<i></i>"
    if mark is not None:
        parts += f'<b style="left:{mark:.1f}%"></b>'
    return f'<span class="bt-iv bt-{what}" role="img" aria-label="{words}" title="{words}">{parts}</span>'


def _more(view: PriorsRowView, why: str = "") -> str:
    more = more_needed(view.row)
    if more == 0:
        return badge("ok", "settled")
    return f"over 1,000 more{why}" if more is None else f"{more:,} more{why}"


def _place(u: float) -> float:
    return (min(WIDEST, max(-WIDEST, u)) + WIDEST) / (2 * WIDEST) * 100


def _runs(now: Standing) -> None:
    """Draw what each of several runs brought."""
    head = (
        '<th>Run</th><th>Without a fault</th><th class="bt-right">Episodes</th>'
        '<th class="bt-right">With a repair</th><th class="bt-right">Pass natively</th>'
        '<th class="bt-right">Helped</th><th class="bt-right">Harmed</th>'
    )
    right = '</td><td class="bt-right">'
    body = "".join(
        f"<tr><td>{html_escape(run_title(now.spec, number))}</td><td>"
        + (badge("ok", "passes") if run.passes else badge("unsure", "fails"))
        + f"{right}{run.episodes:,} of {run.planned:,}{right}{run.compared:,}{right}{run.native:,}"
        f"{right}{run.helped:,}{right}{run.harmed:,}</td></tr>"
        for number, run in enumerate(runs_of(now.spec, now.state))
    )
    with st.expander(
        f"What each of the {len(now.state.runs)} runs brought", icon=":material/splitscreen:"
    ):
        st.html(
            '<div class="bt-scroll" tabindex="0" role="region" aria-label="Counts of each run">'
            f'<table class="bt-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )


def _skips(state: ProbeState) -> None:
    if state.plan is None or not state.plan.skips:
        return
    reasons = Counter((skip.reason, skip.fault) for skip in state.plan.skips)
    by_reason: dict[str, list[str]] = {}
    for (reason, fault), number in sorted(reasons.items(), key=lambda pair: -pair[1]):
        by_reason.setdefault(reason, []).append(f"{fault} {number}")
    with st.expander(
        f"{count(len(state.plan.skips), 'fault')} that could not be put in cleanly",
        icon=":material/block:",
    ):
        lines = "".join(
            f"<li><span>{html_escape(reason)}</span><span>{html_escape(', '.join(faults))}</span></li>"
            for reason, faults in by_reason.items()
        )
        st.html(
            '<p class="bt-quiet">A fault counts only where the fact is gone by its own check and every '
            f'other fact reads as before.</p><ul class="bt-lines bt-skips">{lines}</ul>'
        )
