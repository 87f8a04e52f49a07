"""Plotly charts in the app's own look, light and dark. Hover text is escaped here.

    show(figure, key="f", alt="Energy per turn")             # any figure, themed
    picked = energy_chart(points, tau=0.9, selected=12, key="energy", on_pick=callback)
    terms_chart([("out", 0.4), ("leak", 0.2)], key="terms")  # horizontal bars of one turn
    interval_chart(rows, key="priors")                       # shares with their 95 % intervals

Plotly is imported only by the page that draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages._ui.text import html_escape, shorten

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_ALARM = "#d0453b"
_FAINT = "#8a98a5"
_AFTER = "#2e8b57"
_MARKS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "x", "hexagon")
TERM_NAMES = {
    "out": "D_out · outside the own role",
    "leak": "D_leak · inside other roles",
    "ling": "D_ling · forbidden speech acts",
    "logic": "D_logic · broken rules",
}


@dataclass(frozen=True, slots=True)
class EnergyPoint:
    """Energy of one turn."""

    seq: int
    agent: str
    energy: float
    flagged: bool = False
    note: str = ""
    """Shown on hover, such as the beginning of the message."""
    after: float | None = None
    """Energy of the corrected text, where one was released or accepted."""
    floor: float | None = None
    """Least energy that a correction could reach."""


def hover(text: object, limit: int = 120) -> str:
    """Return text for a Plotly hover or label, which reads a little HTML: escaped and short."""
    return html_escape(shorten(str(text), limit))


def show(
    figure: Figure,
    *,
    key: str,
    alt: str,
    height: int = 320,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw a figure in the app's look.

    Args:
        figure: Built the same way each time, so that zoom and selection survive.
        key: Unique on the page.
        alt: What the chart shows, for screen readers.
        height: Pixels.
        on_select: Called when a point is clicked; read ``st.session_state[key]``.
    """
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 24, "b": 8},
        uirevision=key,
        hoverlabel={"align": "left"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "title": None},
        dragmode="pan",
        clickmode="event+select" if on_select else "event",
    )
    figure.update_xaxes(automargin=True, zeroline=False)
    figure.update_yaxes(automargin=True, zeroline=False)
    st.plotly_chart(
        figure,
        key=key,
        on_select=on_select or "ignore",
        selection_mode="points",
        config={"displaylogo": False, "displayModeBar": False, "scrollZoom": False},
        alt=alt,
    )


def event_axis(figure: Figure, seqs: Sequence[int]) -> None:
    """Number the axis of events in whole steps, also where a run has only a few."""
    span = max(seqs, default=0) - min(seqs, default=0)
    step = (
        1 if span <= 12 else 2 if span <= 24 else None
    )  # longer ones come out whole by themselves
    figure.update_xaxes(title="Event", tickformat="d", dtick=step)


def label_side(level: float, others: Sequence[float], top: float) -> str:
    """Return 'top', or 'bottom' where another line would strike through words above this one."""
    return "bottom" if any(level < other <= level + 0.1 * top for other in others) else "top"


def energy_chart(
    points: Sequence[EnergyPoint],
    *,
    tau: float | None,
    key: str,
    faint: Sequence[tuple[float, str]] = (),
    selected: int | None = None,
    on_pick: Callable[[int], None] | None = None,
    height: int = 320,
) -> None:
    """Draw energy over the run, one line per agent, with the threshold.

    Args:
        points: One per scored turn, in order.
        tau: Threshold; None draws no line.
        key: Unique on the page.
        faint: Further levels to compare with, each with its words.
        selected: Sequence number of the turn to mark.
        on_pick: Called with the sequence number of a clicked turn.
        height: Pixels.
    """
    from plotly.graph_objects import Figure, Scatter

    figure = Figure()
    for number, agent in enumerate(dict.fromkeys(point.agent for point in points)):
        own = [point for point in points if point.agent == agent]
        figure.add_trace(
            Scatter(
                x=[p.seq for p in own],
                y=[p.energy for p in own],
                name=hover(agent, 40),
                mode="lines+markers",
                line={"width": 1.5},
                marker={
                    "size": [13 if p.seq == selected else 9 if p.flagged else 7 for p in own],
                    "symbol": _MARKS[number % len(_MARKS)],
                    "line": {"width": [2 if p.flagged else 0 for p in own], "color": _ALARM},
                },
                customdata=[[p.seq] for p in own],
                hovertext=[
                    f"#{p.seq} {hover(agent, 40)}<br>E = {p.energy:.2f}"
                    + (" · above the threshold" if p.flagged else "")
                    + (f"<br>{hover(p.note)}" if p.note else "")
                    for p in own
                ],
                hoverinfo="text",
            )
        )
    _corrected(figure, points)
    levels = [level for level, _ in faint] + ([tau] if tau is not None else [])
    # Room above the highest line for its words, which would else lie under the legend.
    top = 1.12 * max([0.1, *levels, *(max(p.energy, p.after or 0.0) for p in points)])
    for level, words in faint:
        side = label_side(level, levels, top)
        figure.add_hline(
            y=level,
            line={"dash": "dot", "width": 1, "color": _FAINT},
            annotation={"text": hover(words), "font": {"size": 11, "color": _FAINT}},
            annotation_position=f"{side} left",
        )
    if tau is not None:
        side = label_side(tau, [level for level, _ in faint], top)
        figure.add_hline(
            y=tau,
            line={"dash": "dash", "width": 1.5, "color": _ALARM},
            annotation={"text": f"threshold {tau:.2f}", "font": {"size": 12}},
            annotation_position=f"{side} right",
        )
    event_axis(figure, [0, *(p.seq for p in points)])
    figure.update_xaxes(rangemode="tozero")
    figure.update_yaxes(title="Energy E", range=[0, top])
    high = sum(point.flagged for point in points)
    show(
        figure,
        key=key,
        alt=f"Energy of {len(points)} turns; {high} above the threshold.",
        height=height,
        on_select=(lambda: picked(key, on_pick)) if on_pick else None,
    )


def _corrected(figure: Figure, points: Sequence[EnergyPoint]) -> None:
    """Add what correction made, or could make, of each turn."""
    from plotly.graph_objects import Scatter

    after = [p for p in points if p.after is not None]
    if after:
        figure.add_trace(
            Scatter(
                x=[x for p in after for x in (p.seq, p.seq, None)],
                y=[y for p in after for y in (p.energy, p.after, None)],
                mode="lines",
                line={"width": 1.5, "dash": "dot", "color": _AFTER},
                hoverinfo="skip",
                showlegend=False,
            )
        )
        figure.add_trace(
            Scatter(
                x=[p.seq for p in after],
                y=[p.after for p in after],
                name="after repair or rewrite",
                mode="markers",
                marker={"symbol": "circle-open", "size": 10, "color": _AFTER, "line": {"width": 2}},
                customdata=[[p.seq] for p in after],
                hovertext=[
                    f"#{p.seq} {hover(p.agent, 40)}<br>after repair or rewrite E = {p.after:.2f}, "
                    f"before {p.energy:.2f}"
                    for p in after
                ],
                hoverinfo="text",
            )
        )
    floors = [p for p in points if p.floor is not None]
    if floors:
        figure.add_trace(
            Scatter(
                x=[p.seq for p in floors],
                y=[p.floor for p in floors],
                name="at the target, no text yet",
                mode="markers",
                marker={
                    "symbol": "line-ew-open",
                    "size": 11,
                    "color": _FAINT,
                    "line": {"width": 2},
                },
                customdata=[[p.seq] for p in floors],
                hovertext=[
                    f"#{p.seq} {hover(p.agent, 40)}<br>at the target E could fall to {p.floor:.2f}"
                    for p in floors
                ],
                hoverinfo="text",
            )
        )


def terms_chart(terms: Sequence[tuple[str, float]], *, key: str, height: int = 190) -> None:
    """Draw the weighted terms of one turn's energy as horizontal bars.

    Args:
        terms: Name (``out``, ``leak``, ``ling``, ``logic``, or any words) and weighted value.
        key: Unique on the page.
        height: Pixels.
    """
    from plotly.graph_objects import Bar, Figure

    names = [hover(TERM_NAMES.get(name, name), 60) for name, _ in terms]
    values = [value for _, value in terms]
    figure = Figure(
        Bar(
            x=values,
            y=names,
            orientation="h",
            text=[f"{value:.2f}" for value in values],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
            width=0.6,
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(rangemode="tozero", range=[0, max([*values, 0.01]) * 1.15])
    listed = ", ".join(f"{name} {value:.2f}" for name, value in terms)
    show(figure, key=key, alt=f"Terms of the energy: {listed}.", height=height)


def interval_chart(
    rows: Sequence[tuple[str, float, float, float]],
    *,
    key: str,
    title: str = "Share of episodes",
    limit: float | None = None,
    height: int = 260,
) -> None:
    """Draw shares with their intervals.

    Args:
        rows: Label, share, low and high end of the interval; all shares in [0, 1].
        key: Unique on the page.
        title: Words of the axis.
        limit: A share to mark, such as the highest harm that is allowed.
        height: Pixels.
    """
    from plotly.graph_objects import Figure, Scatter

    figure = Figure(
        Scatter(
            x=[share for _, share, _, _ in rows],
            y=[hover(label, 60) for label, _, _, _ in rows],
            mode="markers",
            marker={"size": 9},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [high - share for _, share, _, high in rows],
                "arrayminus": [share - low for _, share, low, _ in rows],
                "thickness": 1.5,
            },
            hovertext=[
                f"{hover(label, 60)}<br>{share:.0%} (95 % interval {low:.0%} to {high:.0%})"
                for label, share, low, high in rows
            ],
            hoverinfo="text",
        )
    )
    if limit is not None:
        figure.add_vline(x=limit, line={"dash": "dash", "width": 1.5, "color": _ALARM})
    figure.update_xaxes(title=title, range=[-0.02, 1.02], tickformat=".0%")
    figure.update_yaxes(autorange="reversed")
    show(figure, key=key, alt=f"{title}, {len(rows)} segments.", height=height)


def picked(key: str, on_pick: Callable[[int], None] | None) -> None:
    """Hand on the event of the clicked point; its ``customdata`` holds it."""
    event: Any = st.session_state.get(key) or {}
    points = event["selection"]["points"] if "selection" in event else []
    if points and on_pick:
        on_pick(int(points[0]["customdata"][0]))
