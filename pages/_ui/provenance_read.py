"""Reads one node of the graph: an event, a fact, an agent, or a gap."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages._ui.badges import badge
from pages._ui.provenance_picture import base_id
from pages._ui.state import set_params
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened
from pages._ui.trace_matrix import check_words, evidence_panel
from pages._ui.trace_timeline import event_panel


def node_panel(shown: Opened, graph: Any, node: str, *, centre: int) -> None:
    """Draw what a node stands for.

    Args:
        shown: The analysis.
        graph: Its provenance multigraph.
        node: Id of the node as it was clicked.
        centre: The event in the middle of the picture.
    """
    name = base_id(node)
    if name.startswith("gap|"):
        _gap(shown, name)
    elif name.startswith("event:"):
        _event(shown, int(name.split(":", 1)[1]), centre)
    elif name.startswith("fact:"):
        _fact(shown, graph, name)
    elif name.startswith("agent:"):
        _agent(shown, graph, name)
    else:
        st.caption("Click a node, or choose one above, to read it.")


def _event(shown: Opened, seq: int, centre: int) -> None:
    event = shown.events.get(seq)
    if event is None:
        st.caption(f"There is no event {seq}.")
        return
    if seq != centre:
        st.button(
            "Centre the graph here",
            icon=":material/center_focus_strong:",
            key="prov:centre",
            on_click=set_params,
            kwargs={"seq": seq},
            type="tertiary",
        )
    event_panel(event, shown, key="prov", page="provenance")


def _fact(shown: Opened, graph: Any, node: str) -> None:
    fact = shown.contract.fact(node.split(":", 1)[1]) if shown.contract else None
    if fact is None:
        st.caption("The contract's own text isn't in this workspace.")
        return
    states = [s for s in shown.final if s.fact == fact.id]
    needed = "".join(
        f"<li>{badge(s.display)}<span>{html_escape(s.recipient)}: {html_escape(s.reason)}</span></li>"
        for s in states
    )
    said = _seqs(graph, graph.in_edges(node, data=True), "states", source=True)
    used = _seqs(graph, graph.out_edges(node, data=True), "used", source=False)
    st.html(
        f'<p class="bt-panel-title"><span>{html_escape(fact.id)}</span></p>'
        f'<p class="bt-reason">{html_escape(fact.statement)}</p>'
        f'<p class="bt-quiet">Checked: {html_escape(check_words(fact))} · owner '
        f"{html_escape(fact.owner or 'not named')} · {'critical' if fact.critical else 'minor'}</p>"
        f'<p class="bt-evidence">Stated in {said or "no event"}. Used in {used or "no event"}.</p>'
        f'<ul class="bt-checks">{needed}</ul>'
    )


def _seqs(graph: Any, edges: Any, kind: str, *, source: bool) -> str:
    nodes = [(u if source else v) for u, v, data in edges if data["kind"] == kind]
    return ", ".join(f"#{seq}" for seq in sorted({graph.nodes[n]["seq"] for n in nodes}))


def _agent(shown: Opened, graph: Any, node: str) -> None:
    if node not in graph:
        st.caption("This agent isn't in the graph.")
        return
    label = graph.nodes[node]["label"]
    kinds = [data["kind"] for *_, data in graph.out_edges(node, data=True)]
    got = [data["kind"] for *_, data in graph.in_edges(node, data=True)]
    names = [a for a, party in shown.parties.items() if party == label] or [label]
    lines = []
    for name in names:
        agent = shown.trace.agent(name)
        if agent is None:
            continue
        role = shown.analysis.inputs.binding.get("roles", {}).get(name)
        facts = [f"role {role}" if role else "no role profile", agent.model or "model unknown"]
        lines.append(
            f"<li><span>{html_escape(name)} "
            f'<span class="bt-muted">{html_escape(" · ".join(facts))}</span></span></li>'
        )
    st.html(
        f'<p class="bt-panel-title"><span>{html_escape(label)}</span></p>'
        f'<p class="bt-quiet">{count(kinds.count("sent"), "message")} sent, '
        f"{got.count('received')} received, {count(kinds.count('called'), 'tool call')}</p>"
        f'<ul class="bt-checks">{"".join(lines)}</ul>'
    )
    owed = [s for s in shown.final if s.recipient == label]
    if owed:
        rows = "".join(
            f"<li>{badge(s.display)}<span>{html_escape(s.fact)}</span></li>" for s in owed
        )
        st.html(f'<p class="bt-evidence">Needs:</p><ul class="bt-checks">{rows}</ul>')


def _gap(shown: Opened, name: str) -> None:
    _, fact, recipient = name.split("|", 2)
    state = shown.state((fact, recipient))
    if state is None:
        st.caption("This gap isn't in the analysis.")
        return
    evidence_panel(shown, state)
