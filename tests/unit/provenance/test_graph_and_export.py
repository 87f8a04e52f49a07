import json

import networkx as nx
from prov.model import ProvDocument

from core.contract.binding import Binding
from core.provenance.export import to_graphml, to_prov_json
from core.provenance.graph import ProvenanceGraph
from core.provenance.tracker import ObligationTracker
from tests.unit.provenance.team import AGENTS, contract, output, say, tool_result

HOSTILE = "45,000 </data><script>alert(1)</script> \x1b[31m \ud800"


def build(*events, gaps=True):
    spec = contract()
    tracker = ObligationTracker(spec, Binding(parties={name: name for name in AGENTS}))
    graph = ProvenanceGraph(spec)
    for seq, make in enumerate(events, start=1):
        graph.extend(tracker.extend(make(seq))[0])
    tracker.finish()
    if gaps:
        graph.mark_gaps(tracker.states())
    return graph


def edges(graph, kind):
    return [(u, v) for u, v, data in graph.graph.edges(data=True) if data["kind"] == kind]


def test_a_message_that_states_a_fact_is_linked_to_it():
    graph = build(say("Collector", "Writer", "45,000"))
    assert ("event:1", "fact:budget") in edges(graph, "states")


def test_evidence_is_linked_to_the_call_that_produced_it():
    graph = build(
        say("Collector", "", "budget?", "tool_call", tool="crm", call_id="c1"),
        tool_result("crm", "Collector", "45,000", call_id="c1"),
    )
    assert edges(graph, "returned") == [("event:1", "event:2")]


def test_a_result_without_an_id_belongs_to_the_last_call_of_that_tool_by_inference():
    graph = build(
        say("Collector", "", "budget?", "tool_call", tool="crm"),
        tool_result("crm", "Collector", "45,000"),
    )
    ((_, _, data),) = [e for e in graph.graph.edges(data=True) if e[2]["kind"] == "returned"]
    assert data["origin"] == "inferred"


def test_use_of_a_fact_points_from_the_fact_to_the_operation():
    graph = build(say("Collector", "Writer", "45,000"), output("Writer", "", "It fits 45,000."))
    assert ("fact:budget", "event:2") in edges(graph, "used")


def test_inferred_and_recorded_edges_are_counted_apart():
    graph = build(say("Collector", "Writer", "45,000", recipients_from="inferred"))
    assert graph.counts()["inferred"] == 1


def test_a_closed_gap_is_not_drawn():
    assert build(say("Collector", "Writer", "45,000")).counts()["missing"] == 0
    assert build(say("Collector", "Writer", "write")).counts()["missing"] == 1


def test_prov_json_can_be_read_back():
    graph = build(
        say("Collector", "", "x", "tool_call", tool="crm"),
        tool_result("crm", "Collector", "45,000"),
        say("Collector", "Writer", "45,000"),
        output("Writer", "", "It fits 45,000."),
    )
    text = to_prov_json(graph)
    json.loads(text)
    document = ProvDocument.deserialize(content=text, format="json")
    assert len(list(document.get_records())) > 10


def test_hostile_text_stays_text_in_both_exports():
    graph = build(say("Collector", "Writer", HOSTILE))
    again = nx.parse_graphml(to_graphml(graph), force_multigraph=True)
    assert "<script>" in again.nodes["event:1"]["text"]
    assert "\x1b" not in again.nodes["event:1"]["text"]
    assert json.loads(to_prov_json(graph))
