"""The four terms of every turn, and how drift adds up over a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from core.report import BoundaryReport
from pages._ui.charts import EnergyPoint, energy_chart, hover, show
from pages._ui.drift_roles import tau_of, weights_of
from pages._ui.drift_turn import weighted
from pages._ui.text import shorten
from pages._ui.trace_analysis import Opened

MOST_POINTS = 3_000
"""More than this can't be told apart in one chart."""
MOST_BARS = 120
"""More stacked bars than this can't be read side by side."""
_TERM_COLOURS = ("#1f6f8b", "#b5541c", "#5b4bb3", "#a8336e")
_PATTERNS = ("", "/", "x", ".")


def thin(reports: Sequence[BoundaryReport], selected: int | None) -> Sequence[BoundaryReport]:
    """Return about ``MOST_POINTS`` turns at most: every k-th one, and the selected one.

    Flagged turns are all kept as long as they are fewer than half of that.
    """
    if len(reports) <= MOST_POINTS:
        return reports
    every = -(-len(reports) // MOST_POINTS)
    keep_flagged = sum(report.drift_flagged for report in reports) < MOST_POINTS / 2
    return [
        report
        for number, report in enumerate(reports)
        if number % every == 0 or report.seq == selected or (keep_flagged and report.drift_flagged)
    ]


def around(reports: Sequence[BoundaryReport], selected: int | None) -> Sequence[BoundaryReport]:
    """Return at most ``MOST_BARS`` neighbouring turns, the selected one among them."""
    place = next((n for n, report in enumerate(reports) if report.seq == selected), 0)
    first = max(0, min(place - MOST_BARS // 2, len(reports) - MOST_BARS))
    return reports[first : first + MOST_BARS]


def energy(
    shown: Opened,
    turns: Sequence[BoundaryReport],
    seq: int | None,
    on_pick: Callable[[int], None],
) -> None:
    """Draw energy per turn and agent with the threshold."""
    energy_chart(
        [
            EnergyPoint(
                report.seq,
                report.sender,
                report.drift.energy,
                report.drift_flagged,
                shorten(report.original, 90),
            )
            for report in turns
            if report.drift is not None
        ],
        tau=tau_of(shown),
        key=f"drift_energy_{shown.id}",
        selected=seq,
        on_pick=on_pick,
    )


def terms(shown: Opened, turns: Sequence[BoundaryReport]) -> None:
    """Draw the four weighted terms of every turn, one on top of the other."""
    from plotly.graph_objects import Bar, Figure

    weights = weights_of(shown)
    scored = [(report, weighted(report.drift, weights)) for report in turns if report.drift]
    figure = Figure()
    for index, colour in enumerate(_TERM_COLOURS):
        name, words = scored[0][1][index][:2] if scored else ("", "")
        figure.add_trace(
            Bar(
                x=[f"#{report.seq}" for report, _ in scored],
                y=[rows[index][4] for _, rows in scored],
                name=f"{name} {words}",
                marker={
                    "color": colour,
                    "pattern": {"shape": _PATTERNS[index], "size": 5, "fillmode": "overlay"},
                },
                hovertext=[
                    f"#{report.seq} {hover(report.sender, 40)}<br>{name} {rows[index][4]:.2f}"
                    for report, rows in scored
                ],
                hoverinfo="text",
            )
        )
    if (tau := tau_of(shown)) is not None:
        figure.add_hline(y=tau, line={"dash": "dash", "width": 1.5, "color": "#d0453b"})
    figure.update_layout(barmode="stack", bargap=0.35, legend_traceorder="normal")
    figure.update_xaxes(title="Event", type="category")
    figure.update_yaxes(title="Energy E")
    show(figure, key=f"drift_terms_{shown.id}", alt="The four weighted terms of every turn.")


def cumulative(shown: Opened, turns: Sequence[BoundaryReport]) -> None:
    """Draw D_i(t) per agent and their sum D_sys."""
    from plotly.graph_objects import Figure, Scatter

    agents = list(dict.fromkeys(name for report in turns for name in report.cumulative_drift))
    figure = Figure()
    for name in agents:
        figure.add_trace(
            Scatter(
                x=[report.seq for report in turns],
                y=[report.cumulative_drift.get(name, 0.0) for report in turns],
                name=hover(name, 40),
                mode="lines+markers",
                line={"width": 1.5, "shape": "hv"},
                marker={"size": 5},
                hovertemplate="#%{x}: %{y:.2f}",
            )
        )
    figure.add_trace(
        Scatter(
            x=[report.seq for report in turns],
            y=[sum(report.cumulative_drift.values()) for report in turns],
            name="D_sys, all agents",
            mode="lines",
            line={"width": 3, "dash": "dot", "shape": "hv"},
            hovertemplate="#%{x}: %{y:.2f}",
        )
    )
    figure.update_xaxes(title="Event", tickformat="d")
    figure.update_yaxes(title="Cumulative drift D", rangemode="tozero")
    rho = shown.analysis.inputs.settings.get("rho", 0.95)
    show(figure, key=f"drift_sum_{shown.id}", alt="Cumulative drift per agent and in all.")
    st.caption(
        f"D(t) = {rho:g} · D(t−1) + E(t): every agent's drift fades each turn, silent ones too."
    )
