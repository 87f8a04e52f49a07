"""The provenance graph of an analysis, with its controls, its legend, its table, its files."""

from __future__ import annotations

from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import streamlit as st

from core.contract.binding import Binding
from core.contract.model import Contract
from core.controller import provenance_graph
from core.provenance.export import to_graphml, to_prov_json
from core.provenance.graph import ProvenanceGraph
from core.provenance.reach import Reach
from core.settings import ReplaySettings
from pages._ui.downloads import download, safe_file_name
from pages._ui.graph import COLUMN_WIDTH, LANE_HEIGHT, graph_view
from pages._ui.provenance_picture import CAP, Picture, base_id, draw
from pages._ui.provenance_read import node_panel
from pages._ui.services import cached_trace, database_url
from pages._ui.state import get_int, get_param, select_param, set_param, set_params
from pages._ui.text import count, shorten, visible
from pages._ui.trace_analysis import Opened, opened
from pages._ui.trace_split import split
from pages._ui.trace_words import first_trouble, route

LARGE = 1_500
"""Events from which the graph is built only when somebody asks for it."""
_CANVAS = 700
"""Usual width of the canvas in pixels."""
HOPS = ("1", "2", "3", "4", "all")
KIND_WORDS = (
    ("agent", "agent"),
    ("message", "message"),
    ("output", "work product"),
    ("tool_call", "tool call"),
    ("tool_result", "tool result"),
    ("fact", "fact"),
    ("gap", "a fact that is missing here"),
)


@st.cache_resource(max_entries=8, show_spinner="Building the graph…")
def _graph(url: str | None, analysis_id: str) -> tuple[ProvenanceGraph, Reach]:
    shown = opened(analysis_id)
    inputs = shown.analysis.inputs
    names = ("broadcast_delivers", "infer_outputs")
    settings = ReplaySettings(**{n: inputs.settings[n] for n in names if n in inputs.settings})
    graph = provenance_graph(
        cached_trace(shown.trace_id),
        shown.contract or Contract(name="unknown"),
        binding=Binding(**inputs.binding),
        settings=settings,
    )
    return graph, Reach(graph.graph)


def graph_of(analysis_id: str) -> tuple[ProvenanceGraph, Reach]:
    """Return the provenance graph of an analysis and the steps between its events."""
    return _graph(database_url(), analysis_id)


def default_seq(shown: Opened) -> int | None:
    """Return the event to start at: where the first gap or doubt is, else the last boundary."""
    state = first_trouble(shown.final)
    if state is not None:
        places = (shown.boundary_of(state), state.due_seq, state.delivered_seq)
        found = next((place for place in places if place in shown.events), None)
        if found is not None:
            return found
    return shown.boundaries[-1] if shown.boundaries else max(shown.events, default=None)


def provenance_part(shown: Opened) -> None:
    """Draw the whole page below the choice of the analysis."""
    seq = get_int("seq")
    if seq not in shown.events:
        if seq is not None:
            st.caption(f"There is no event {seq} in this run; here is its main handoff instead.")
        seq = default_seq(shown)
    if seq is None:
        st.info("This run has no events, so there is nothing to draw.")
        return
    if len(shown.events) > LARGE and get_param("build") != "yes":
        _ask_first(len(shown.events))
        return
    provenance, reach = graph_of(shown.id)
    hops, view = _controls(shown, seq)
    picture = draw(shown, provenance.graph, reach, seq, hops)
    selected = get_param("node") or f"event:{seq}"
    main, side = split("provenance", 2, 1)
    with main:
        st.html(_legend(picture))
        if view == "table":
            _tables(picture)
        else:
            graph_view(
                picture.nodes,
                picture.edges,
                key="provenance",
                selected=selected,
                on_pick=lambda node: set_param("node", node),
                height=_height(picture, f"event:{seq}"),
            )
        st.caption(_shown_words(picture, hops))
        _files(shown, provenance)
    with side:
        _node_choice(picture, selected)
        with st.container(border=True):
            node_panel(shown, provenance.graph, selected, centre=seq)


def _ask_first(events: int) -> None:
    """Every text is read again for the graph; for a long run a person says when."""
    st.info(
        f"This run has {events:,} events. Reading them all again for the graph may take a minute; "
        "it is kept afterwards.",
        icon=":material/hourglass_empty:",
    )
    st.button("Build the graph", key="prov:build", on_click=set_param, args=("build", "yes"))


def _height(picture: Picture, middle: str) -> int:
    """Return pixels that fit the lanes without leaving half of the canvas empty.

    The component fits the whole picture unless that makes it unreadable; then it shows the part
    around its middle. The height doesn't follow the selection, so that a click never redraws.
    """
    lanes = [node.lane * LANE_HEIGHT for node in picture.nodes]
    columns = [node.column * COLUMN_WIDTH for node in picture.nodes]
    scale = _CANVAS / (max(columns) - min(columns) + 150)
    tall = (max(lanes) - min(lanes)) * min(scale, 1.1)
    if scale < 0.72:  # On a narrow page the component may zoom in.
        at = next((n.lane * LANE_HEIGHT for n in picture.nodes if n.id == middle), lanes[0])
        tall = max(tall, 1.5 * max(at - min(lanes), max(lanes) - at))
    return max(300, min(640, round(tall + 110)))


def _controls(shown: Opened, seq: int) -> tuple[int | None, str]:
    boundaries = [str(n) for n in shown.boundaries]
    if str(seq) not in boundaries:
        boundaries = sorted([*boundaries, str(seq)], key=int)
    hops = get_param("hops", "1")
    view = get_param("view", "graph")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        st.session_state["prov:seq"] = str(seq)
        st.selectbox(
            "Around the handoff",
            boundaries,
            key="prov:seq",
            format_func=lambda s: f"#{s} {shorten(route(shown.events[int(s)]), 60)}",
            on_change=lambda: set_params(seq=st.session_state["prov:seq"], node=None),
            width=420,
        )
        st.session_state["prov:hops"] = hops if hops in HOPS else "1"
        st.segmented_control(
            "Hops",
            HOPS,
            key="prov:hops",
            required=True,
            on_change=lambda: set_param("hops", st.session_state["prov:hops"]),
            help="How many steps of work to show before and after: what a recipient did next, "
            "what its author did before, where a fact that it uses came from. “all” is the run.",
        )
        st.session_state["prov:view"] = view if view in ("graph", "table") else "graph"
        st.segmented_control(
            "Show as",
            ("graph", "table"),
            key="prov:view",
            required=True,
            on_change=lambda: set_param("view", st.session_state["prov:view"]),
        )
    hops = st.session_state["prov:hops"]
    return (None if hops == "all" else int(hops)), str(st.session_state["prov:view"])


def _shown_words(picture: Picture, hops: int | None) -> str:
    drawn = len(picture.nodes)
    around = "of the run" if hops is None else f"within {count(hops, 'hop')}"
    if picture.total > drawn:
        return f"Showing {drawn:,} of {picture.total:,} nodes {around}, the nearest ones (at most {CAP})."
    return (
        f"The picture has all {count(drawn, 'node')} {around}. An agent stands again wherever "
        "something arrives at it. Drag to move, scroll to zoom, click to read."
    )


def _legend(picture: Picture) -> str:
    counts = picture.counts()
    kinds = "".join(
        f'<span><span class="bt-swatch bt-k-{kind}"></span>{word}</span>'
        for kind, word in KIND_WORDS
    )
    edges = (
        f'<span><span class="bt-edge bt-edge-recorded"></span>{counts["recorded"]} recorded</span>'
        f'<span><span class="bt-edge bt-edge-inferred"></span>{counts["inferred"]} inferred</span>'
        f'<span><span class="bt-edge bt-edge-missing"></span>{counts["missing"]} missing</span>'
    )
    return (
        '<div class="bt-small bt-muted bt-graph-legend" role="note" aria-label="Legend">'
        f"<div>{edges}</div><div>{kinds}</div></div>"
    )


def _node_choice(picture: Picture, selected: str) -> None:
    names = dict(picture.names)
    base = base_id(selected)
    if base not in names:
        names[base] = base
    select_param(
        "Read a node",
        list(names),
        name="node",
        default=base,
        format_func=lambda key: shorten(names.get(base_id(key), key), 80),
    )


def _tables(picture: Picture) -> None:
    labels = {node.id: visible(node.label.replace("\n", " ")) for node in picture.nodes}
    nodes = pd.DataFrame(
        [
            {
                "node": labels[node.id],
                "kind": node.kind.replace("_", " "),
                "inferred": node.inferred,
                "text": visible(node.title),
            }
            for node in picture.nodes
            if "@" not in node.id
        ]
    )
    edges = pd.DataFrame(
        [
            {
                "from": labels.get(edge.source, edge.source),
                "to": labels.get(edge.target, edge.target),
                "how we know": edge.kind,
                "what": visible(edge.title),
            }
            for edge in picture.edges
        ]
    )
    st.dataframe(nodes, hide_index=True, height=280, key="prov_nodes", alt="Nodes of the graph")
    st.dataframe(edges, hide_index=True, height=280, key="prov_edges", alt="Edges of the graph")


def _files(shown: Opened, provenance: ProvenanceGraph) -> None:
    graph: Any = provenance.graph
    total = f"{graph.number_of_nodes():,} nodes, {graph.number_of_edges():,} edges"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        download(
            "PROV-JSON",
            lambda: to_prov_json(provenance).encode("utf-8", "replace"),
            safe_file_name(shown.trace.name, "prov.json"),
            key="prov:json",
            help="W3C PROV, for provenance tools.",
        )
        download(
            "GraphML",
            lambda: to_graphml(provenance).encode("utf-8", "replace"),
            safe_file_name(shown.trace.name, "graphml"),
            key="prov:graphml",
            help="For Gephi, yEd, networkx.",
        )
        st.caption(f"The whole run: {total}.")
