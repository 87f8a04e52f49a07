"""The provenance graph: what each event becomes (method, section 2, 'Graph').

Node ids are synthetic (``agent:1``, ``event:12``, ``fact:budget``, ``obligation:budget:2``), so
that no text from a trace ever becomes an identifier on a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import networkx as nx

from core.contract.model import Contract
from core.provenance.certificate import certificate_of
from core.provenance.model import ObligationState
from core.provenance.observe import Observation
from core.trace.model import Event
from core.trace.outputs import is_private

NodeKind: TypeAlias = Literal[
    "agent", "fact", "obligation", "message", "output", "action", "evidence", "verification"
]
EdgeKind: TypeAlias = Literal[
    "sent",
    "received",
    "states",
    "used",
    "called",
    "returned",
    "needs",
    "owns",
    "verifies",
    "missing",
]

_EVENT_NODE: dict[str, NodeKind] = {
    "message": "message",
    "output": "output",
    "tool_call": "action",
    "tool_result": "evidence",
    "verifier": "verification",
}


class ProvenanceGraph:
    """A directed multigraph that grows event by event. Every edge has ``seq`` and ``origin``.

    ``origin`` is ``recorded`` or ``inferred``; the two are drawn and counted apart. Edges of kind
    ``missing`` (a gap: the fact did not get to the recipient) are added by :meth:`mark_gaps`.
    """

    def __init__(self, contract: Contract) -> None:
        self.graph: nx.MultiDiGraph = nx.MultiDiGraph()
        self._agents: dict[str, str] = {}
        self._calls: dict[str, str] = {}
        self._last_call: dict[tuple[str, str], str] = {}
        for fact in contract.facts:
            self.graph.add_node(
                f"fact:{fact.id}", kind="fact", label=fact.id, text=fact.statement, seq=0
            )
            for index, recipient in enumerate(fact.recipients):
                node = f"obligation:{fact.id}:{index}"
                self.graph.add_node(
                    node, kind="obligation", label=f"{fact.id} for {recipient}", seq=0, text=""
                )
                self._edge(f"fact:{fact.id}", node, "needs", 0, "recorded")
                if fact.owner:
                    self._edge(self._agent(fact.owner), node, "owns", 0, "recorded")
                self._edge(node, self._agent(recipient), "needs", 0, "recorded")

    def extend(self, seen: Observation) -> str:
        """Add one event and return its node's id."""
        event = seen.event
        node = f"event:{event.seq}"
        self.graph.add_node(
            node,
            kind=_EVENT_NODE[event.kind],
            label=_label(event),
            text=event.text,
            seq=event.seq,
            private=is_private(event),
        )
        self._link_people(seen, node)
        if event.kind in ("tool_call", "tool_result"):
            self._link_tool(event, node)
        self._link_facts(seen, node)
        self._link_certificate(event, node)
        return node

    def mark_gaps(self, states: Iterable[ObligationState]) -> None:
        """Draw each gap as a missing edge from the fact to the agent that lacks it."""
        missing = [(u, v, k) for u, v, k in self.graph.edges(keys=True) if k.startswith("missing")]
        self.graph.remove_edges_from(missing)
        for state in states:
            if state.status in ("absent", "misrouted", "unconsumed", "late") and not state.unsure:
                self._edge(
                    f"fact:{state.fact}",
                    self._agent(state.recipient),
                    "missing",
                    state.due_seq or state.seq,
                    "inferred",
                    status=state.status,
                )

    def counts(self) -> dict[str, int]:
        """Return the number of recorded, inferred and missing edges."""
        result = {"recorded": 0, "inferred": 0, "missing": 0}
        for _, _, data in self.graph.edges(data=True):
            result["missing" if data["kind"] == "missing" else data["origin"]] += 1
        return result

    def _agent(self, name: str) -> str:
        node = self._agents.get(name)
        if node is None:
            node = self._agents[name] = f"agent:{len(self._agents) + 1}"
            self.graph.add_node(node, kind="agent", label=name, text="", seq=0)
        return node

    def _edge(
        self, source: str, target: str, kind: EdgeKind, seq: int, origin: str, **more: Any
    ) -> None:
        self.graph.add_edge(
            source, target, key=f"{kind}:{seq}", kind=kind, seq=seq, origin=origin, **more
        )

    def _link_people(self, seen: Observation, node: str) -> None:
        event = seen.event
        if event.kind != "tool_result":
            source = self._agent(seen.sender)
            self._edge(
                source,
                node,
                "called" if event.kind == "tool_call" else "sent",
                event.seq,
                "recorded",
            )
        for party in seen.recipients:
            known = event.recipients_from == "recorded" and party in seen.addressed
            self._edge(
                node, self._agent(party), "received", event.seq, "recorded" if known else "inferred"
            )

    def _link_tool(self, event: Event, node: str) -> None:
        if event.kind == "tool_call":
            if event.call_id:
                self._calls[event.call_id] = node
            self._last_call[event.sender, event.tool or ""] = node
            return
        call = self._calls.get(event.call_id or "")
        origin = "recorded"
        if call is None:
            origin = "inferred"
            call = next(
                (
                    found
                    for who in event.recipients
                    if (found := self._last_call.get((who, event.tool or "")))
                ),
                None,
            )
        if call is not None:
            self._edge(call, node, "returned", event.seq, origin)

    def _link_certificate(self, event: Event, node: str) -> None:
        """A verification relation, valid only for the fact and the boundary that it names."""
        found = certificate_of(event)
        if found is None:
            return
        scope = {"label": found.label, "recipient": found.recipient}
        for target in (f"fact:{found.fact}", f"event:{found.boundary_seq}"):
            if target in self.graph:
                self._edge(node, target, "verifies", event.seq, "recorded", **scope)

    def _link_facts(self, seen: Observation, node: str) -> None:
        for fact_id, verdict in seen.states.items():
            if verdict.conveyed:
                self._edge(node, f"fact:{fact_id}", "states", seen.event.seq, "recorded")
        for fact_id, verdict in seen.reflects.items():
            if verdict.conveyed and verdict.span is not None:
                self._edge(f"fact:{fact_id}", node, "used", seen.event.seq, "recorded")


def _label(event: Event) -> str:
    name = event.tool if event.kind in ("tool_call", "tool_result") else event.sender
    return f"{event.seq} · {name}"
