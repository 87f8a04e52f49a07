from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.overrides import override_payload
from core.provenance.model import GAPS
from core.provenance.reach import Reach
from core.review import ReviewEvent
from pages._ui.provenance_part import default_seq, graph_of
from pages._ui.provenance_picture import CAP, draw, gap_id
from pages._ui.trace_analysis import opened
from tests.app.runs import hostile_run, open_page, param, shown_words, store, team_run


@pytest.fixture
def analysis(workspace):
    return store(workspace)


def picture(analysis, seq, hops):
    provenance, reach = graph_of(analysis)
    return draw(opened(analysis), provenance.graph, reach, seq, hops)


def test_the_default_is_the_handoff_of_the_earliest_gap(workspace, analysis):
    assert default_seq(opened(analysis)) == 1


def test_a_contradicted_fact_or_a_doubt_is_a_place_to_start_at_too(workspace, analysis):
    shown = opened(analysis)
    fine = [replace(s, status="ok", delivered_seq=1, evidence=()) for s in shown.analysis.final]
    for more in ({"contradicted": True}, {"unsure": True}):
        final = (*fine[:2], replace(fine[2], due_seq=2, **more), *fine[3:])
        one = replace(shown, analysis=replace(shown.analysis, final=final), reports={})
        assert default_seq(one) == 2


def test_without_a_gap_the_default_is_the_last_boundary(workspace):
    from tests.app.runs import FACTS

    analysis = store(workspace, contract=FACTS.split("  - id: deadline")[0])
    assert default_seq(opened(analysis)) == 3


def test_time_runs_from_left_to_right_in_one_lane_per_agent(workspace, analysis):
    drawn = picture(analysis, 1, None)
    at = {node.id: node for node in drawn.nodes}
    columns = [at[f"event:{seq}"].column for seq in (1, 2, 3)]
    assert columns == sorted(columns)
    assert len({at[f"event:{seq}"].lane for seq in (1, 2, 3)}) == 3
    assert at["event:1"].lane == at["agent:1"].lane
    places = [(node.column, node.lane) for node in drawn.nodes]
    assert len(set(places)) == len(places), "no two nodes on one place"


def test_a_gap_stands_where_the_fact_was_due(workspace, analysis):
    shown = opened(analysis)
    gap = shown.state(("tax", "Writer"))
    drawn = picture(analysis, 1, 1)
    missing = [edge for edge in drawn.edges if edge.kind == "missing"]
    assert gap_id(gap) in {edge.target for edge in missing}
    assert {edge.status for edge in missing} >= {"absent"}


def test_what_is_put_right_is_no_gap_at_its_message_either(workspace, analysis):
    def marked():
        nodes = picture(analysis, 1, None).nodes
        return [n.id for n in nodes if n.id.startswith("event:") and n.status in GAPS]

    assert marked()
    for state in opened(analysis).final:
        if state.is_gap:
            workspace.reviews.append(
                ReviewEvent(
                    analysis_id=analysis,
                    seq=1,
                    kind="wrong_verdict",
                    author="Ada",
                    payload=override_payload(state, "ok"),
                )
            )
    assert picture(analysis, 1, None).counts()["missing"] == 0
    assert marked() == []


def test_the_same_link_draws_the_same_picture(workspace, analysis):
    assert picture(analysis, 2, 2) == picture(analysis, 2, 2)


def test_more_hops_never_show_less(workspace, analysis):
    shown = [{n.id for n in picture(analysis, 1, hops).nodes} for hops in (1, 2, 3, None)]
    events = [{name for name in ids if name.startswith("event:")} for ids in shown]
    assert events[0] <= events[1] <= events[2] <= events[3]
    assert events[3] == {"event:1", "event:2", "event:3"}


def test_a_large_run_is_cut_to_the_nearest_and_says_so(app, workspace):
    analysis = store(workspace, team_run(events=400))
    drawn = picture(analysis, 200, None)
    assert len(drawn.nodes) <= CAP < drawn.total
    assert "event:200" in {node.id for node in drawn.nodes}
    open_page(app, "provenance", analysis=analysis, hops="all", seq=200)
    assert f"of {drawn.total} nodes of the run" in shown_words(app).replace("\\", "")


def test_controls_are_kept_in_the_address(app, analysis):
    open_page(app, "provenance", analysis=analysis, seq=2, hops=3, view="table")
    assert app.selectbox(key="prov:seq").value == "2"
    assert len(app.dataframe) == 2
    app.selectbox(key="prov:seq").set_value("1").run()
    assert param(app, "seq") == "1"


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ("event:2", "An offer for "),
        ("fact:budget", "The budget is at most 45,000."),
        ("agent:1", "1 message sent"),
        ("agent:2@1", "1 message sent"),
        ("gap|tax|Writer", "nobody had sent it"),
        ("event:999", "There is no event 999"),
        ("agent:99", "isn't in the graph"),
        ("rubbish", "to read it"),
    ],
)
def test_a_node_can_be_read_by_link(app, analysis, node, said):
    open_page(app, "provenance", analysis=analysis, node=node)
    assert said in shown_words(app).replace("\\", "")
    assert not app.exception


def test_an_unknown_event_falls_back_in_words(app, analysis):
    open_page(app, "provenance", analysis=analysis, seq=77)
    assert "There is no event 77" in shown_words(app)


def test_agent_text_is_never_markup(app, workspace):
    analysis = store(workspace, hostile_run())
    open_page(app, "provenance", analysis=analysis, hops="all", node="event:1")
    assert "<img" not in shown_words(app)
    assert not app.exception


def graphs():
    """Chains of messages among three agents, some stating and using one fact."""
    agent = st.integers(0, 2)
    return st.lists(st.tuples(agent, agent, st.booleans(), st.booleans()), min_size=1, max_size=12)


def build(events):
    graph = nx.MultiDiGraph()
    graph.add_node("fact:f", kind="fact", seq=0)
    for number in range(3):
        graph.add_node(f"agent:{number}", kind="agent", seq=0)
    for seq, (sender, to, states, uses) in enumerate(events, 1):
        node = f"event:{seq}"
        graph.add_node(node, kind="message", seq=seq)
        graph.add_edge(f"agent:{sender}", node, kind="sent", seq=seq, origin="recorded")
        graph.add_edge(node, f"agent:{to}", kind="received", seq=seq, origin="recorded")
        if states:
            graph.add_edge(node, "fact:f", kind="states", seq=seq, origin="recorded")
        if uses:
            graph.add_edge("fact:f", node, kind="used", seq=seq, origin="recorded")
    return graph


@given(graphs())
def test_a_hop_can_be_taken_back(events):
    reach = Reach(build(events))
    for node in reach.order:
        assert all(node in reach.neighbours(other) for other in reach.neighbours(node))


@given(graphs(), st.integers(0, 4))
def test_distance_counts_hops(events, hops):
    reach = Reach(build(events))
    start = reach.order[0]
    near = reach.within(start, hops)
    assert near[start] == 0
    assert all(distance <= hops for distance in near.values())
    for node, distance in near.items():
        if distance:
            assert any(near.get(other) == distance - 1 for other in reach.neighbours(node))
    assert set(near) <= set(reach.within(start, hops + 1))
    assert set(reach.within(start, None)) == set(reach.order)
