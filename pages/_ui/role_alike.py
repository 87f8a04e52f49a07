"""How well the roles of a set can be told apart: principal angles between their subspaces."""

from __future__ import annotations

import streamlit as st

from core.drift import CompiledRoles
from pages._ui.charts import hover, show
from pages._ui.text import count

_SCALE = (
    (0.0, "rgba(98, 160, 190, 0.10)"),
    (0.5, "rgba(98, 160, 190, 0.75)"),
    (0.8, "rgba(214, 140, 70, 0.9)"),
    (1.0, "rgb(190, 55, 45)"),
)
_FAINT, _STRONG = 0.35, 0.9
"""Below the first a cell has the colour of the page, above the second it is dark red; between them it is
light enough on every page for dark figures."""
_MOST_NUMBERS = 14
_MOST_ANGLES = 4
MOST_ROLES = 40


def alike_part(ready: CompiledRoles) -> None:
    """Draw the confusability of every two roles as a heat map."""
    names = list(ready.roles)[:MOST_ROLES]
    if len(names) < 2:
        st.html('<p class="bt-quiet">With one role there is nothing to confuse it with.</p>')
        return
    from plotly.graph_objects import Figure, Heatmap, Scatter

    shares = ready.confusability
    size = len(names)
    values = [[None if i == j else float(shares[i, j]) for j in range(size)] for i in range(size)]
    labels = [hover(name, 24) for name in names]
    figure = Figure(
        Heatmap(
            z=values,
            x=labels,
            y=labels,
            zmin=0.0,
            zmax=1.0,
            colorscale=_SCALE,
            xgap=2,
            ygap=2,
            hovertext=[[_words(ready, a, b) for b in names] for a in names],
            hoverinfo="text",
            colorbar={"title": {"text": "shared"}, "thickness": 12, "outlinewidth": 0},
        )
    )
    if size <= _MOST_NUMBERS:
        # The map's own texts take no account of see-through colours on a dark page.
        dark_page = getattr(st.context.theme, "type", "light") == "dark"
        inks = {
            "faint": "#e6edf3" if dark_page else "#14202a",
            "mid": "#10181f",
            "strong": "#ffffff",
        }
        for depth, ink in inks.items():
            cells = [
                (labels[i], labels[j], shares[i, j])
                for i in range(size)
                for j in range(size)
                if i != j and _depth(float(shares[i, j])) == depth
            ]
            figure.add_trace(
                Scatter(
                    x=[across for _, across, _ in cells],
                    y=[down for down, _, _ in cells],
                    text=[f"{value:.2f}" for _, _, value in cells],
                    mode="text",
                    textfont={"size": 12, "color": ink},
                    hoverinfo="skip",
                    showlegend=False,
                )
            )
    figure.update_xaxes(side="top", tickangle=-35 if size > 6 else 0, showgrid=False)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    closest = max(
        ((shares[i, j], names[i], names[j]) for i in range(size) for j in range(i + 1, size)),
        key=lambda pair: pair[0],
    )
    show(
        figure,
        key=f"roles_alike_{ready.digest[:12]}",
        alt=f"Shared part of every two of {count(size, 'role')}; most alike are "
        f"{closest[1]} and {closest[2]} with {closest[0]:.2f}.",
        height=min(640, 130 + 40 * size),
    )
    more = len(ready.roles) - size
    st.caption(
        "How much of two roles' subspaces is shared: the mean squared cosine of their principal angles. "
        "0 means that they have nothing in common, 1 that no message can be told to be one's or the "
        "other's." + (f" The first {size} of {len(ready.roles)} roles are shown." if more else "")
    )


def _words(ready: CompiledRoles, first: str, second: str) -> str:
    if first == second:
        return hover(first, 40)
    angles = ready.angles(first, second)
    listed = ", ".join(f"{angle:.0f}°" for angle in angles[:_MOST_ANGLES])
    more = ", …" if len(angles) > _MOST_ANGLES else ""
    return f"{hover(first, 40)} and {hover(second, 40)}<br>" + (
        f"principal angles {listed}{more}" if angles else "one of them has no directions"
    )


def _depth(share: float) -> str:
    """Return how dark a cell is: faint, mid or strong."""
    if share > _STRONG:
        return "strong"
    return "mid" if share > _FAINT else "faint"
