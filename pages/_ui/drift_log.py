"""Judgements of turns, the aggregates over them, and the turn log as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import streamlit as st

from core.review import ReviewEvent
from pages._ui.downloads import csv_bytes, download, jsonl_bytes, safe_file_name
from pages._ui.drift_roles import tau_of
from pages._ui.glossary import term
from pages._ui.services import services
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened
from pages._ui.when import iso

CONSISTENT, DRIFTED = "consistent", "drifted"


def judgements(analysis_id: str) -> dict[int, ReviewEvent]:
    """Return the last judgement of each turn."""
    events = services().workspace.reviews.for_analysis(analysis_id)
    return {event.seq: event for event in events if event.kind == "judge"}


def consistency(judged: Mapping[int, ReviewEvent]) -> tuple[float | None, int]:
    """Return RC, the share of judged turns that are consistent, and how many were judged."""
    if not judged:
        return None, 0
    good = sum(event.payload.get("verdict") == CONSISTENT for event in judged.values())
    return good / len(judged), len(judged)


def aggregates(shown: Opened, judged: Mapping[int, ReviewEvent]) -> str:
    """Return the figures of the run as HTML tiles, each with what it rests on."""
    scored = [r for r in shown.analysis.reports if r.drift is not None]
    energies = [r.drift.energy for r in scored if r.drift is not None]
    flagged = sum(r.drift_flagged for r in scored)
    rc, n = consistency(judged)
    tau = tau_of(shown)
    last = shown.analysis.reports[-1].cumulative_drift if shown.analysis.reports else {}
    tiles = (
        (
            f"{sum(energies) / len(energies):.2f}" if energies else "–",
            "mean energy E, as recorded",
            "E",
        ),
        (
            f"{flagged:,} of {len(scored):,}",
            f"turns above the threshold {tau:.2f}" if tau is not None else "turns flagged",
            "",
        ),
        (f"{sum(last.values()):.2f}" if last else "–", "D_sys at the end", "D_sys"),
        (
            f"{rc:.0%}" if rc is not None else "–",
            f"RC: consistent, of {count(n, 'turn')} judged by a person"
            if n
            else "RC: nobody has judged a turn yet",
            "RC",
        ),
    )
    return (
        '<div class="bt-tiles">'
        + "".join(
            f'<div class="bt-tile"><b>{value}</b><span>{_explained(words, key)}</span></div>'
            for value, words, key in tiles
        )
        + "</div>"
    )


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
    for report in shown.analysis.reports:
        score, event = report.drift, judged.get(report.seq)
        row: dict[str, Any] = {
            "schema": "baton/turn/1",
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
            "judgement": event.payload.get("verdict") if event else None,
            "judged_by": event.author if event else None,
            "judged_at": iso(event.at) if event else None,
        }
        if vectors:
            row["z"] = list(score.vector) if score else []
            row["z_target"] = list(score.target) if score else []
        yield row


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
