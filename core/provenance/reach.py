"""Which events belong to the neighbourhood of a handoff.

One hop is one step of work: from an event to what its recipients did next, to what its author did
just before and after, to the message that brought a fact which it uses, or from a tool call to its
answer. Facts and agents are drawn with the events, but no hop goes through them: through a fact,
every message that ever stated it would be one hop away.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any


class Reach:
    """The steps between the events of one provenance graph.

    Args:
        graph: The multigraph of ``core.provenance.ProvenanceGraph``.
    """

    def __init__(self, graph: Any) -> None:
        self.order: list[str] = sorted(
            (node for node, data in graph.nodes(data=True) if node.startswith("event:")),
            key=lambda node: graph.nodes[node]["seq"],
        )
        self._steps: dict[str, set[str]] = {node: set() for node in self.order}
        self._link(graph)

    def neighbours(self, node: str) -> frozenset[str]:
        """Return the events one hop away."""
        return frozenset(self._steps.get(node, ()))

    def within(self, start: str, hops: int | None) -> dict[str, int]:
        """Return event -> distance in hops, for all within ``hops``; None means every event.

        Args:
            start: Id of the event in the middle.
            hops: 0 gives the event alone.
        """
        if start not in self._steps:
            return {}
        distance = {start: 0}
        edge = [start]
        while edge and (hops is None or distance[edge[0]] < hops):
            found = []
            for node in edge:
                for other in sorted(self._steps[node]):
                    if other not in distance:
                        distance[other] = distance[node] + 1
                        found.append(other)
            edge = found
        if hops is None:
            far = max(distance.values()) + 1
            distance |= {node: far for node in self.order if node not in distance}
        return distance

    def _link(self, graph: Any) -> None:
        seq = {node: graph.nodes[node]["seq"] for node in self.order}
        own: dict[str, list[str]] = defaultdict(list)
        received: dict[str, list[str]] = defaultdict(list)
        states: dict[str, list[str]] = defaultdict(list)
        used: list[tuple[str, str]] = []
        for source, target, data in graph.edges(data=True):
            match data["kind"]:
                case "sent" | "called":
                    own[source].append(target)
                case "received":
                    received[target].append(source)
                case "states":
                    states[target].append(source)
                case "used":
                    used.append((source, target))
                case "returned":
                    self._join(source, target)
        acts = {agent: sorted(events, key=seq.__getitem__) for agent, events in own.items()}
        for events in acts.values():
            for before, after in pairwise(events):
                self._join(before, after)
        for agent, arrivals in received.items():
            self._link_arrivals(arrivals, acts.get(agent, []), seq)
        self._link_facts(acts, received, states, used, seq)

    def _link_arrivals(
        self, arrivals: Iterable[str], acts: list[str], seq: Mapping[str, int]
    ) -> None:
        """A message is one hop from what its recipient did next."""
        times = [seq[node] for node in acts]
        for node in arrivals:
            place = bisect_right(times, seq[node])
            if place < len(acts):
                self._join(node, acts[place])

    def _link_facts(
        self,
        acts: Mapping[str, list[str]],
        received: Mapping[str, list[str]],
        states: Mapping[str, list[str]],
        used: Iterable[tuple[str, str]],
        seq: Mapping[str, int],
    ) -> None:
        """A work product is one hop from the message that brought a fact it uses."""
        author = {node: agent for agent, events in acts.items() for node in events}
        got = {agent: set(events) for agent, events in received.items()}
        for fact, node in used:
            mine = got.get(author.get(node, ""), set())
            brought = [s for s in states.get(fact, ()) if s in mine and seq[s] < seq[node]]
            if brought:
                self._join(min(brought, key=seq.__getitem__), node)

    def _join(self, left: str, right: str) -> None:
        if left != right and left in self._steps and right in self._steps:
            self._steps[left].add(right)
            self._steps[right].add(left)
