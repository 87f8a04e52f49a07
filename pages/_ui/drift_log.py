"""Judgements of turns, the aggregates over them, and the turn log as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import streamlit as st

from core.drift.aggregates import PUBLISHED_MEANS, Aggregates, aggregate
from core.report import BoundaryReport
from core.review import ReviewEvent
from pages._ui.downloads import csv_bytes, download, jsonl_bytes, safe_file_name
from pages._ui.drift_lens import Lens
from pages._ui.drift_roles import energy_of, tau_of
from pages._ui.glossary import term
from pages._ui.services import services
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened
from pages._ui.when import iso

OPINION = "drift"
"""What an opinion is about: the drift of a turn, not the facts in it."""


def judgements(analysis_id: str) -> dict[int, ReviewEvent]:
    """Return the last judgement of each turn."""
    events = services().workspace.reviews.for_analysis(analysis_id)
    return {event.seq: event for event in events if event.kind == "judge"}


def consistency(judged: Mapping[int, ReviewEvent]) -> tuple[float | None, int]:
    """Return RC, the share of judged turns that are consistent, and how many were judged."""
    found = aggregate({"judgement": e.payload.get("verdict")} for e in judged.values())
    return found.consistency, found.judged


def tiles(found: Aggregates, lens: Lens) -> str:
    """Return the figures of the run as HTML tiles, each with what it rests on."""
    sources = ", ".join(f"{n} by a {source}" for source, n in sorted(found.sources.items()))
    if set(found.sources) == {"person"}:
        sources = "by a person"
    shown = (
        (_two(found.mean_energy), "mean energy E, as written", "E"),
        (_two(found.released_energy), "RDE: the same, as released", "RDE"),
        (
            f"{found.above:,} of {found.scored:,}",
            f"turns above the threshold {lens.tau:.2f}"
            if lens.tau is not None
            else "turns flagged",
            "",
        ),
        (_two(found.system_drift), "D_sys at the end", "D_sys"),
        (
            f"{found.consistency:.0%}" if found.consistency is not None else "–",
            f"RC: consistent, of {count(found.judged, 'turn')} judged {sources}"
            if found.judged
            else "RC: nobody has judged a turn yet",
            "RC",
        ),
    )
    return (
        '<div class="bt-tiles">'
        + "".join(
            f'<div class="bt-tile"><b>{value}</b><span>{_explained(words, key)}</span></div>'
            for value, words, key in shown
        )
        + "</div>"
    )


def means_note(found: Aggregates, *, published: bool) -> str:
    """Return in words the mean energy of judged turns, and what the published means are worth here.

    Args:
        found: The sums of the run.
        published: Whether the published means are shown.
    """
    ours = [
        f"{verdict} {mean:.2f} ({count(n, 'turn')})"
        for verdict, (mean, n) in found.judged_means.items()
    ]
    note = f"Mean E of judged turns: {', '.join(ours)}." if ours else ""
    if published:
        means = ", ".join(f"{verdict} {mean:.2f}" for verdict, mean in PUBLISHED_MEANS.items())
        note += f" The published means ({means}) belong to another encoder: compare shapes, not heights."
    return note.strip()


def _two(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _explained(words: str, key: str) -> str:
    before, found, after = words.partition(key) if key else (words, "", "")
    return html_escape(before) + (term(key) if found else "") + html_escape(after)


def turn_rows(
    shown: Opened, judged: Mapping[int, ReviewEvent], *, vectors: bool
) -> Iterable[dict[str, Any]]:
    """Return the turn log, one row per boundary, in order.

    Args:
        shown: The analysis.
        judged: Judgements by event.
        vectors: Whether to put in the behaviour vector z and the target, d numbers each.
    """
    tau = tau_of(shown)
    rewrites, opinions = rewrites_of(shown.id), opinions_of(shown.id)
    for report in shown.analysis.reports:
        score, event = report.drift, judged.get(report.seq)
        rewrite = rewrites.get(report.seq, {})
        row: dict[str, Any] = {
            "schema": "baton/turn/2",
            "analysis": shown.id,
            "trace": shown.trace_id,
            "seq": report.seq,
            "sender": report.sender,
            "role": score.role if score else None,
            "encoder": score.encoder if score else None,
            "energy": score.energy if score else None,
            "threshold": tau,
            "flagged": report.drift_flagged,
            "d_out": score.terms.out if score else None,
            "d_leak": score.terms.leak if score else None,
            "d_ling": score.terms.ling if score else None,
            "d_logic": score.terms.logic if score else None,
            "acts": dict(score.acts) if score else {},
            "broken": [asdict(broken) for broken in score.broken] if score else [],
            "nearest_role": score.nearest_role if score else None,
            "no_energy": report.no_drift_reason,
            "cumulative": dict(report.cumulative_drift),
            "d_sys": round(sum(report.cumulative_drift.values()), 6),
            "original": report.original,
            "released": report.released,
            "released_energy": released_energy(shown, report),
            "tokens": shown.events[report.seq].tokens,
            "rewritten": rewrite.get("text"),
            "rewritten_terms": rewrite.get("terms"),
            "rewritten_energy": rewrite.get("energy"),
            "rewrite_tokens": rewrite.get("tokens"),
            "rewrite_seconds": rewrite.get("seconds"),
            "judgement": event.payload.get("verdict") if event else None,
            "judgement_source": str(event.payload.get("source", "person")) if event else None,
            "judged_by": event.author if event else None,
            "judged_at": iso(event.at) if event else None,
            **_opinion_columns(opinions.get(report.seq)),
        }
        if vectors:
            row["z"] = list(score.vector) if score else []
            row["z_target"] = list(score.target) if score else []
        yield row


def released_energy(shown: Opened, report: BoundaryReport) -> float | None:
    """Return the energy of the text as released; scored again where it isn't the agent's own."""
    if report.drift is None:
        return None
    if report.released == report.original:
        return report.drift.energy
    measured = energy_of(shown, report, report.released)
    return None if measured is None else measured[0]


def rewrites_of(analysis_id: str) -> dict[int, Mapping[str, Any]]:
    """Return the rewrites that reviewers took over, the last one of each turn."""
    events = services().workspace.reviews.for_analysis(analysis_id)
    return {
        event.seq: event.payload["rewrite"]
        for event in events
        if event.kind == "edit" and isinstance(event.payload.get("rewrite"), Mapping)
    }


def opinions_of(analysis_id: str) -> dict[int, ReviewEvent]:
    """Return what models said about turns near the threshold, the last answer of each turn."""
    events = services().workspace.reviews.for_analysis(analysis_id)
    return {
        event.seq: event
        for event in events
        if event.kind == "opinion" and event.payload.get("about") == OPINION
    }


def _opinion_columns(event: ReviewEvent | None) -> dict[str, Any]:
    """Return a model's opinion under names that say that it is one; no aggregate reads them."""
    said = event.payload if event else {}
    return {
        "model_opinion_by": said.get("model"),
        "model_opinion_energy": said.get("energy"),
        "model_opinion_terms": said.get("terms"),
        "model_opinion_acts": said.get("acts"),
        "model_opinion_broken": said.get("broken"),
        "model_opinion_dropped": said.get("dropped"),
        "model_opinion_asked_by": event.author if event else None,
        "model_opinion_at": iso(event.at) if event else None,
    }


def after_of(rows: Iterable[Mapping[str, Any]]) -> dict[int, float]:
    """Return the energy after correction, by event, where a text was corrected."""
    found: dict[int, float] = {}
    for row in rows:
        if row["rewritten_energy"] is not None:
            found[row["seq"]] = float(row["rewritten_energy"])
        elif row["released"] != row["original"] and row["released_energy"] is not None:
            found[row["seq"]] = float(row["released_energy"])
    return found


def export_part(shown: Opened, judged: Mapping[int, ReviewEvent]) -> None:
    """Draw the downloads of the turn log."""
    total = count(len(shown.analysis.reports), "turn")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        download(
            f"{total} as JSONL",
            lambda: jsonl_bytes(turn_rows(shown, judged, vectors=True)),
            safe_file_name(f"{shown.trace.name}-turns", "jsonl"),
            key="drift:jsonl",
            help="With the behaviour vector z and its target.",
        )
        download(
            f"{total} as CSV",
            lambda: csv_bytes(turn_rows(shown, judged, vectors=False)),
            safe_file_name(f"{shown.trace.name}-turns", "csv"),
            key="drift:csv",
            help="Without the vectors.",
        )
