"""Places the graph on a plane: time from left to right, one lane per agent, facts on top.

Positions follow from the graph alone, so the same link draws the same picture. An agent stands at
the left end of its lane and again wherever something arrives at it; a gap stands in the lane of the
agent that lacks the fact, at the event at which it fell due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.provenance.model import Frontier, ObligationState
from core.provenance.reach import Reach
from core.report import BoundaryReport
from pages._ui.graph import Edge, Node
from pages._ui.status import look
from pages._ui.text import shorten
from pages._ui.trace_analysis import Opened

CAP = 300
"""Most nodes that are drawn at once; more can't be read and slow the browser down."""
STEP = 0.92
"""Columns from one event to the next."""
ROW = 1.15
"""Height of an agent's lane."""
_KINDS = {
    "action": "tool_call",
    "evidence": "tool_result",
    "verification": "verifier",
}
_WORDS = {
    "message": "message",
    "output": "work product",
    "action": "tool call",
    "evidence": "tool result",
    "verification": "test verdict",
}


@dataclass(kw_only=True)
class Picture:
    """What is drawn, and what was left out."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    total: int = 0
    """Nodes that the neighbourhood has."""
    names: dict[str, str] = field(default_factory=dict)
    """Id -> words for the select box, in reading order."""

    def counts(self) -> dict[str, int]:
        """Return the number of drawn edges by kind."""
        result = {"recorded": 0, "inferred": 0, "missing": 0}
        for edge in self.edges:
            result[edge.kind] += 1
        return result


def gap_id(state: ObligationState) -> str:
    """Return the id of a gap's node."""
    return f"gap|{state.fact}|{state.recipient}"


def base_id(node: str) -> str:
    """Return the node of the graph that an appearance stands for."""
    return node.partition("@")[0]


def draw(shown: Opened, graph: Any, reach: Reach, seq: int, hops: int | None) -> Picture:
    """Return the picture of a neighbourhood.

    Args:
        shown: The analysis.
        graph: Its provenance multigraph.
        reach: Steps between the graph's events.
        seq: The selected event.
        hops: How far to go; None for the whole run.
    """
    start = f"event:{seq}"
    near = reach.within(start, hops)
    events = [node for node in reach.order if node in near]
    gaps = [s for s in shown.final if s.is_gap and f"event:{s.due_seq}" in near]
    facts = _facts(graph, start, events, gaps, everything=hops is None)
    total = len(events) + len(facts) + len(gaps) + _arrivals(graph, events)
    events = _nearest(graph, events, near, start, CAP - len(facts) - len(gaps))
    drawing = _Drawing(shown, graph, events, facts, [g for g in gaps if _in(g, events)])
    drawing.picture.total = max(total, len(drawing.picture.nodes))
    return drawing.picture


def _in(state: ObligationState, events: Sequence[str]) -> bool:
    return f"event:{state.due_seq}" in events


def _facts(
    graph: Any,
    start: str,
    events: Sequence[str],
    gaps: Sequence[ObligationState],
    *,
    everything: bool,
) -> list[str]:
    """Return the facts to draw: those of the selected event and of gaps, or all that occur."""
    touched = events if everything else [start]
    found = {
        other
        for node in touched
        for other in (*graph.successors(node), *graph.predecessors(node))
        if other.startswith("fact:")
    }
    found |= {f"fact:{state.fact}" for state in gaps}
    return [node for node in graph.nodes if node in found]


def _arrivals(graph: Any, events: Sequence[str]) -> int:
    return sum(
        data["kind"] == "received"
        for node in events
        for *_, data in graph.out_edges(node, data=True)
    )


def _nearest(
    graph: Any, events: list[str], near: Mapping[str, int], start: str, room: int
) -> list[str]:
    """Return at most as many events as there is room for, the nearest ones, in order of time."""
    middle = graph.nodes[start]["seq"]
    ranked = sorted(events, key=lambda n: (near[n], abs(graph.nodes[n]["seq"] - middle)))
    kept: set[str] = set()
    for node in ranked:
        room -= 1 + _arrivals(graph, [node])
        if room < 0 and kept:
            break
        kept.add(node)
    return [node for node in events if node in kept]


class _Drawing:
    def __init__(
        self,
        shown: Opened,
        graph: Any,
        events: list[str],
        facts: list[str],
        gaps: list[ObligationState],
    ) -> None:
        self.shown, self.graph = shown, graph
        self.picture = Picture()
        self.column = {node: number * STEP for number, node in enumerate(events)}
        self.lane: dict[str, int] = {}
        self.last: dict[str, str] = {}
        """Agent -> where it was seen last, from left to right."""
        self.taken: set[tuple[float, float]] = set()
        """Places of gaps."""
        owners = {node: self._owner(node) for node in events}
        for agent in self._agents(events, owners, gaps):
            self._head(agent)
        for node in events:
            self._event(node, owners[node])
        self._place_facts(facts, gaps)
        for state in gaps:
            self._gap(state)

    def _agents(
        self, events: list[str], owners: Mapping[str, str], gaps: Sequence[ObligationState]
    ) -> list[str]:
        needed = {owner for owner in owners.values() if owner}
        for node in events:
            needed |= {t for t in self.graph.successors(node) if t.startswith("agent:")}
        lacking = {state.recipient for state in gaps}
        agents = [n for n, d in self.graph.nodes(data=True) if d["kind"] == "agent"]
        return [n for n in agents if n in needed or self.graph.nodes[n]["label"] in lacking]

    def _owner(self, node: str) -> str:
        """Return the agent in whose lane an event stands: its author, or who gets the answer."""
        for source, _, data in self.graph.in_edges(node, data=True):
            if data["kind"] in ("sent", "called"):
                return str(source)
        received = [t for t in self.graph.successors(node) if t.startswith("agent:")]
        return str(received[0]) if received else ""

    def _head(self, agent: str) -> None:
        label = str(self.graph.nodes[agent]["label"])
        self.lane[agent] = len(self.lane)
        self.last[agent] = agent
        self._add(
            Node(agent, shorten(label, 32), "agent", -STEP, self.lane[agent] * ROW, title=label),
            f"{label}, agent",
        )

    def _event(self, node: str, owner: str) -> None:
        data = self.graph.nodes[node]
        seq, column = int(data["seq"]), self.column[node]
        event = self.shown.events.get(seq)
        report = self.shown.reports.get(seq)
        state = ""
        first = self._standing(report)
        if first is not None:
            state = "unsure" if first.unsure else first.status
            state = "contradicted" if first.contradicted else state
        word = _WORDS.get(data["kind"], data["kind"])
        mark = f"\n{look(state).glyph} {look(state).word}" if state else ""
        tool = f"\n{shorten(event.tool, 16)}" if event is not None and event.tool else ""
        lane = self.lane.get(owner, len(self.lane))
        self._add(
            Node(
                node,
                f"#{seq} {word}{tool}{mark}",
                _KINDS.get(data["kind"], data["kind"]),
                column,
                lane * ROW,
                title=shorten(str(data["text"]), 400),
                status=state,
                inferred=event is not None and event.kind_from == "inferred",
            ),
            f"#{seq} {event.sender if event else ''}: {word}",
        )
        for source, _, edge in self.graph.in_edges(node, data=True):
            if edge["kind"] in ("sent", "called") and source in self.last:
                self._edge(self.last[source], node, edge)
            if edge["kind"] == "returned" and source in self.column:
                self._edge(source, node, edge)
        if owner:
            self.last[owner] = node
        for _, target, edge in list(self.graph.out_edges(node, data=True)):
            if edge["kind"] == "received" and target != owner:
                self._arrival(node, target, edge)

    def _standing(self, report: BoundaryReport | None) -> Frontier | None:
        """Return the first gap of a boundary that still stands at the end.

        What a repair, a later message or a person has put right is no gap of the run: the picture
        would show one that its own count of missing edges doesn't know.
        """
        ends = {(state.fact, state.recipient): state for state in self.shown.final}
        for found in report.frontiers if report is not None else ():
            end = ends.get((found.fact, found.recipient))
            if end is None or end.is_gap or end.unsure:
                return found
        return None

    def _arrival(self, node: str, agent: str, edge: Mapping[str, Any]) -> None:
        place = f"{agent}@{edge['seq']}"
        label = str(self.graph.nodes[agent]["label"])
        self._add(
            Node(
                place,
                shorten(label, 16),
                "agent",
                self.column[node],
                self.lane[agent] * ROW,
                title=f"{label} receives #{edge['seq']}",
                inferred=edge["origin"] == "inferred",
            )
        )
        self._edge(node, place, edge)
        self.last[agent] = place

    def _place_facts(self, facts: Sequence[str], gaps: Sequence[ObligationState]) -> None:
        """Put each fact above the middle of what it is linked to, on two rows without overlap."""
        due = {f"fact:{s.fact}": self.column[f"event:{s.due_seq}"] for s in gaps}
        wanted = []
        for fact in facts:
            linked = [
                self.column[n]
                for n in {*self.graph.successors(fact), *self.graph.predecessors(fact)}
                if n in self.column
            ]
            linked += [due[fact]] if fact in due else []
            wanted.append((sum(linked) / len(linked) if linked else 0.0, fact))
        free = [-STEP, -STEP]
        for number, (column, fact) in enumerate(sorted(wanted)):
            row = number % 2
            place = max(column, free[row])
            free[row] = place + 0.95
            data = self.graph.nodes[fact]
            self._add(
                Node(
                    fact,
                    shorten(str(data["label"]), 24),
                    "fact",
                    place,
                    -1.5 - row * 0.9,
                    title=str(data["text"]),
                ),
                f"{data['label']}, fact",
            )
            self._fact_edges(fact)

    def _fact_edges(self, fact: str) -> None:
        for source, _, edge in self.graph.in_edges(fact, data=True):
            if edge["kind"] == "states" and source in self.column:
                self._edge(source, fact, edge)
        for _, target, edge in self.graph.out_edges(fact, data=True):
            if edge["kind"] == "used" and target in self.column:
                self._edge(fact, target, edge)

    def _gap(self, state: ObligationState) -> None:
        agent = next(
            (a for a in self.lane if self.graph.nodes[a]["label"] == state.recipient), None
        )
        if agent is None:
            return
        name, shown = gap_id(state), look(state.display)
        place = (self.column[f"event:{state.due_seq}"] + 0.5, (self.lane[agent] + 0.5) * ROW)
        while place in self.taken:
            place = (place[0] + 0.62, place[1])
        self.taken.add(place)
        self._add(
            Node(
                name,
                f"{shown.glyph} {shorten(state.fact, 14)}\n{shown.word}",
                "obligation",
                *place,
                title=state.reason,
                status=state.display,
                inferred=True,
            ),
            f"{state.fact} for {state.recipient}, {shown.word}",
        )
        self.picture.edges.append(
            Edge(f"fact:{state.fact}", name, "missing", title=state.reason, status=state.display)
        )

    def _edge(self, source: str, target: str, data: Mapping[str, Any]) -> None:
        kind = "missing" if data["kind"] == "missing" else str(data["origin"])
        self.picture.edges.append(
            Edge(source, target, kind, title=f"{data['kind']} · {kind} · event {data['seq']}")
        )

    def _add(self, node: Node, name: str = "") -> None:
        self.picture.nodes.append(node)
        if name:
            self.picture.names[node.id] = name
