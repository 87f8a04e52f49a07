"""The four terms of every turn, and how drift adds up over a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.drift.aggregates import PUBLISHED_MEANS
from core.drift.targets import floor_energies
from core.report import BoundaryReport
from pages._ui.charts import EnergyPoint, energy_chart, event_axis, hover, picked, show
from pages._ui.drift_lens import Lens
from pages._ui.drift_roles import compiled_roles, weights_of
from pages._ui.drift_turn import weighted
from pages._ui.text import shorten
from pages._ui.trace_analysis import Opened

MOST_POINTS = 3_000
"""More than this can't be told apart in one chart."""
MOST_BARS = 120
"""More stacked bars than this can't be read side by side."""
_TERM_COLOURS = ("#1f6f8b", "#b5541c", "#5b4bb3", "#a8336e")
_PATTERNS = ("", "/", "x", ".")
_HEAT = (
    (0.0, "rgba(98, 160, 190, 0.18)"),
    (0.35, "rgba(98, 160, 190, 0.75)"),
    (0.65, "rgba(214, 140, 70, 0.9)"),
    (1.0, "rgb(190, 55, 45)"),
)
"""See-through where nothing drifts, so that it reads the same on light and dark pages."""


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
    *,
    lens: Lens,
    after: Mapping[int, float],
    published: bool = False,
) -> None:
    """Draw energy per turn and agent with the threshold and corrections.

    Args:
        shown: The analysis.
        turns: What is drawn.
        seq: The chosen turn.
        on_pick: Told which turn was clicked.
        lens: Threshold and lambda in use.
        after: Energy after a rewrite, by event.
        published: Whether the published means are drawn, which another encoder gave.
    """
    floors = floors_of(shown, turns, lens)
    energy_chart(
        [
            EnergyPoint(
                report.seq,
                report.sender,
                report.drift.energy,
                lens.flagged(report),
                shorten(report.original, 90),
                after=after.get(report.seq),
                floor=floors.get(report.seq) if lens.flagged(report) else None,
            )
            for report in turns
            if report.drift is not None
        ],
        tau=lens.tau,
        faint=[
            (mean, f"published mean of {verdict} turns, {mean:.2f}")
            for verdict, mean in (PUBLISHED_MEANS.items() if published else ())
        ],
        key=f"drift_energy_{shown.id}",
        selected=seq,
        on_pick=on_pick,
    )


def floors_of(shown: Opened, turns: Sequence[BoundaryReport], lens: Lens) -> dict[int, float]:
    """Return the least energy that a correction could reach, by event, from the stored vectors."""
    compiled = compiled_roles(shown)
    if compiled is None:
        return {}
    found: dict[int, float] = {}
    by_role: dict[str, list[BoundaryReport]] = {}
    for report in turns:
        score = report.drift
        if score is None or score.role not in compiled.roles or not score.target:
            continue
        if len(score.vector) == compiled.dimension:  # else another version's vectors
            by_role.setdefault(score.role, []).append(report)
    for role, reports in by_role.items():
        vectors = [report.drift.vector for report in reports if report.drift]
        lows = floor_energies(compiled.roles[role], vectors, lens.lam, weights_of(shown))
        for report, low in zip(reports, lows, strict=True):
            if report.drift is not None and low < report.drift.energy:
                found[report.seq] = low
    return found


def heat(
    shown: Opened,
    turns: Sequence[BoundaryReport],
    seq: int | None,
    on_pick: Callable[[int], None],
    *,
    lens: Lens,
) -> None:
    """Draw who left its role when: one square per turn, agents below each other."""
    from plotly.graph_objects import Figure, Scatter

    scored = [report for report in turns if report.drift is not None]
    agents = list(dict.fromkeys(report.sender for report in scored))
    rows = [agents.index(report.sender) for report in scored]
    energies = [report.drift.energy for report in scored if report.drift]
    flagged = [lens.flagged(report) for report in scored]
    top = max([*energies, lens.tau or 0.0, 0.5])
    figure = Figure(
        Scatter(
            x=[report.seq for report in scored],
            y=rows,
            mode="markers",
            marker={
                "symbol": "square",
                "size": _square(scored),
                "color": energies,
                "cmin": 0.0,
                "cmax": top,
                "colorscale": _HEAT,
                "colorbar": {"title": {"text": "E"}, "thickness": 12, "outlinewidth": 0},
                "line": {
                    "width": [
                        4 if report.seq == seq else 2 if high else 0
                        for report, high in zip(scored, flagged, strict=True)
                    ],
                    "color": ["#2a8fb0" if report.seq == seq else "#d0453b" for report in scored],
                },
            },
            customdata=[[report.seq] for report in scored],
            hovertext=[
                f"#{report.seq} {hover(report.sender, 40)}<br>E = {value:.2f}"
                + (" · above the threshold" if high else "")
                + f"<br>{hover(shorten(report.original, 90))}"
                for report, value, high in zip(scored, energies, flagged, strict=True)
            ],
            hoverinfo="text",
        )
    )
    event_axis(figure, [report.seq for report in scored])
    figure.update_yaxes(
        tickvals=list(range(len(agents))),
        ticktext=[hover(name, 32) for name in agents],
        range=[len(agents) - 0.4, -0.6],
        showgrid=False,
    )
    key = f"drift_heat_{shown.id}"
    show(
        figure,
        key=key,
        alt=f"Energy of {len(scored)} turns by agent; {sum(flagged)} above the threshold.",
        height=max(180, 90 + 46 * len(agents)),
        on_select=lambda: picked(key, on_pick),
    )
    st.caption(
        "From pale over amber to red: further and further from the role. A red frame lies above the threshold, a blue one is the turn below."
    )


def _square(scored: Sequence[BoundaryReport]) -> int:
    span = scored[-1].seq - scored[0].seq + 1 if scored else 1
    return max(5, min(30, 620 // span))


def terms(shown: Opened, turns: Sequence[BoundaryReport], lens: Lens) -> None:
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
    if lens.tau is not None:
        figure.add_hline(y=lens.tau, line={"dash": "dash", "width": 1.5, "color": "#d0453b"})
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
    event_axis(figure, [report.seq for report in turns])
    figure.update_yaxes(title="Cumulative drift D", rangemode="tozero")
    rho = shown.analysis.inputs.settings.get("rho", 0.95)
    show(figure, key=f"drift_sum_{shown.id}", alt="Cumulative drift per agent and in all.")
    st.caption(
        f"D(t) = {rho:g} · D(t−1) + E(t): every agent's drift fades each turn, silent ones too."
    )
