"""A graph that can be clicked: built with pyvis, drawn by the vis-network that pyvis ships.

    nodes = [Node("e3", "#3 Writer", "message", column=3, lane=1, title="text…", status="absent"), …]
    edges = [Edge("e1", "e3"), Edge("f:budget", "e3", "missing"), …]
    picked = graph_view(nodes, edges, key="provenance", selected=get_param("node"),
                        on_pick=lambda node: set_param("node", node))

Nodes stand where ``column`` (time) and ``lane`` say, so the same data gives the same picture.
Titles and labels are shown as plain text. The canvas can't be read by a screen reader: always draw
a table or a select box beside it that does the same.

pyvis's own HTML page isn't used: it loads style sheets from the internet, runs titles as HTML, and
can't report a click.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2s
from importlib.resources import files
from typing import Any

import streamlit as st
from pyvis.network import Network

from pages._ui.graph_code import CSS, JS, LIBRARY_JS
from pages._ui.status import LOOKS
from pages._ui.text import visible

COLUMN_WIDTH = 190
BAR = 36
"""Pixels of the line below the canvas."""
_HTML = (
    '<div class="graph"></div><div class="bar">'
    '<button class="fit" type="button" title="Show the whole picture (key F)">Fit</button>'
    '<span class="outside" role="status"></span></div>\n'
)
LANE_HEIGHT = 78

KINDS: dict[str, tuple[str, str]] = {
    "message": ("box", "A message from one agent to others"),
    "output": ("box", "An agent's work product"),
    "tool_call": ("box", "A call of a tool"),
    "tool_result": ("box", "What a tool answered; evidence"),
    "verifier": ("box", "A verdict of an external test"),
    "fact": ("ellipse", "A fact of the contract"),
    "obligation": ("ellipse", "A fact that one recipient needs"),
    "agent": ("box", "A participant"),
}
"""Kinds of nodes: shape, and what it means."""

_TONES: dict[str, dict[str, tuple[str, str, str]]] = {
    # Fill, border, text.
    "light": {
        "message": ("#ffffff", "#8a98a5", "#1c2630"),
        "output": ("#e8f1f4", "#17607a", "#123f50"),
        "tool_call": ("#f4f6f8", "#9aa7b3", "#44525f"),
        "tool_result": ("#f1eef8", "#7a68b8", "#3d3170"),
        "verifier": ("#f8f2d0", "#8f7a1c", "#5a4b00"),
        "fact": ("#17607a", "#0f4559", "#ffffff"),
        "obligation": ("#e8f1f4", "#17607a", "#123f50"),
        "agent": ("#44525f", "#2f3a44", "#ffffff"),
    },
    "dark": {
        "message": ("#1b2229", "#7b8a97", "#e4e9ee"),
        "output": ("#17303a", "#62b6d2", "#d5edf5"),
        "tool_call": ("#161c22", "#5f6d79", "#b3bfca"),
        "tool_result": ("#241f38", "#a99bf0", "#ddd6fb"),
        "verifier": ("#302b10", "#dcc75c", "#f3e7a6"),
        "fact": ("#2a7f9b", "#86c5dc", "#ffffff"),
        "obligation": ("#17303a", "#62b6d2", "#d5edf5"),
        "agent": ("#5f6d79", "#a9b6c2", "#ffffff"),
    },
}


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the picture."""

    id: str
    label: str
    """One or two short lines."""
    kind: str = "message"
    """A name from ``KINDS``; sets shape and colour."""
    column: float = 0
    """Place from left to right; time, or hops."""
    lane: float = 0
    """Place from top to bottom; usually the agent."""
    title: str = ""
    """Plain text of the tooltip."""
    status: str = ""
    """A state or decision; its colour replaces that of the kind."""
    inferred: bool = False
    """Drawn with a dashed border."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One arrow of the picture."""

    source: str
    target: str
    kind: str = "recorded"
    """``recorded``, ``inferred`` (thin, dotted) or ``missing`` (dashed, in the gap's colour)."""
    label: str = ""
    title: str = ""
    status: str = ""
    """For missing edges: the state whose colour it takes; ``absent`` if empty."""


def build_network(nodes: Iterable[Node], edges: Iterable[Edge]) -> Network:
    """Return the pyvis network of these nodes and edges; colours follow in the browser."""
    network = Network(directed=True)
    for node in nodes:
        network.add_node(
            node.id,
            label=visible(node.label)[:120],
            title=visible(node.title)[:1_500],
            shape=KINDS.get(node.kind, ("box", ""))[0],
            x=round(node.column * COLUMN_WIDTH),
            y=round(node.lane * LANE_HEIGHT),
            tone=f"s:{node.status}" if node.status in LOOKS else node.kind,
            dashed=node.inferred,
        )
    known = set(network.get_nodes())
    for number, edge in enumerate(edges):
        if {edge.source, edge.target} <= known:
            network.add_edge(
                edge.source,
                edge.target,
                id=f"edge{number}",
                label=visible(edge.label)[:60],
                title=visible(edge.title)[:500],
                look=edge.kind,
                tone=f"s:{edge.status or 'absent'}",
            )
    return network


def graph_view(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    *,
    key: str,
    height: int = 560,
    selected: str = "",
    on_pick: Callable[[str], None] | None = None,
) -> str | None:
    """Draw a graph and return the id of the node that was clicked just now, or None.

    Args:
        nodes: Nodes with their places.
        edges: Arrows; one whose end isn't among the nodes is left out.
        key: Unique on the page.
        height: Pixels.
        selected: Id of the node to mark, usually from the URL.
        on_pick: Called with the id before the page is drawn again.
    """
    network = build_network(nodes, edges)
    drawing: dict[str, Any] = {
        "nodes": network.nodes,
        "edges": network.edges,
        "tones": _all_tones(),
        "height": height,
    }
    text = json.dumps(drawing, sort_keys=True, ensure_ascii=True)
    revision = blake2s(text.encode(), digest_size=8).hexdigest()
    _library(key=f"{key}:library", height=1)
    picked = _graph(
        key=key,
        data=drawing | {"revision": revision, "selected": selected},
        on_picked_change=lambda: _forward(key, on_pick),
        height=height + BAR,
    ).picked
    return str(picked) if picked else None


def graph_legend() -> str:
    """Return HTML that explains how nodes and edges are drawn."""
    return (
        '<div class="bt-row bt-small bt-muted">'
        '<span><span class="bt-edge bt-edge-recorded"></span> recorded</span>'
        '<span><span class="bt-edge bt-edge-inferred"></span> inferred by a rule</span>'
        '<span><span class="bt-edge bt-edge-missing"></span> missing: due, but never happened</span>'
        "</div>"
    )


def _all_tones() -> dict[str, dict[str, list[str]]]:
    tones = {scheme: {k: list(v) for k, v in kinds.items()} for scheme, kinds in _TONES.items()}
    for name, shown in LOOKS.items():
        tones["light"][f"s:{name}"] = [shown.light[1], shown.light[0], shown.light[0]]
        tones["dark"][f"s:{name}"] = [shown.dark[1], shown.dark[0], shown.dark[0]]
    return tones


def _forward(key: str, on_pick: Callable[[str], None] | None) -> None:
    picked = st.session_state[key].picked
    if picked and on_pick:
        on_pick(str(picked))


def _vis() -> str:
    return files("pyvis").joinpath("templates/lib/vis-9.1.2/vis-network.min.js").read_text("utf-8")


# Mounted first and never changing, so the half megabyte crosses the wire once a session.
_library = st.components.v2.component(
    "baton_vis_network", js=LIBRARY_JS.replace("__SOURCE__", json.dumps(_vis()))
)
_graph = st.components.v2.component("baton_graph", html=_HTML, css=CSS, js=JS)
