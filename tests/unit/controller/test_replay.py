"""A recorded run through the controller, as an analyst would use the library."""

from core.contract.binding import Binding
from core.controller import analyse, provenance_graph, replay
from core.decision import decide, gap_words
from core.gate import PriorRow, PriorsSet
from core.gate.builtin import GPT_TERRA
from core.provenance.model import Frontier
from core.settings import ReplaySettings
from core.trace.model import Agent, Event, Trace
from tests.unit.provenance.team import contract, fact, output, say, tool_result

MODEL = "GPT-5.6-Terra"
PRIORS = PriorsSet(
    name="own",
    model=MODEL,
    rows=(
        PriorRow(repair="INTEGRATE", episodes=40, helped=30, harmed=0),
        PriorRow(repair="RETRIEVE", episodes=40, helped=30, harmed=0),
        PriorRow(repair="ASK", episodes=40, helped=5, harmed=0),
    ),
)


def run(*events, agents=("Collector", "Writer", "Reviewer"), model=MODEL):
    return Trace(
        name="run",
        format="test",
        agents=tuple(Agent(name=name, model=model) for name in agents),
        events=tuple(make(seq) for seq, make in enumerate(events, start=1)),
    )


MISROUTED = run(
    say("Collector", "Reviewer", "The budget is 45,000 dollars. Watch the tone."),
    say("Collector", "Writer", "Please write the offer."),
    output("Writer", "Reviewer", "Here is the offer."),
)


def test_one_report_per_boundary():
    reports = list(replay(MISROUTED, contract()))
    assert [report.seq for report in reports] == [1, 2, 3]


def test_tool_events_are_no_boundaries():
    trace = run(
        tool_result("crm", "Collector", "45,000"), say("Collector", "Writer", "Please write.")
    )
    assert [report.seq for report in replay(trace, contract())] == [2]


def test_a_lost_fact_is_carried_into_the_held_handoff():
    report = list(replay(MISROUTED, contract(), priors=PRIORS))[1]
    assert (report.decision, report.chosen) == ("COMMIT", "INTEGRATE")
    assert report.released.startswith(report.original)
    assert "> The budget is 45,000 dollars." in report.released
    assert "tone" not in report.released  # the sentence that states it, and no more
    (integrate,) = [c for c in report.candidates if c.repair == "INTEGRATE"]
    assert {p.name for p in integrate.proposal.postconditions} == {
        "gap closed",
        "former links intact",
        "rest unchanged",
        "drift not above threshold",
    }


def test_a_fact_in_a_tool_result_is_retrieved():
    trace = run(
        tool_result("crm", "Collector", "cap: 45,000"), say("Collector", "Writer", "Please write.")
    )
    (report,) = replay(trace, contract(), priors=PRIORS)
    assert (report.decision, report.chosen) == ("COMMIT", "RETRIEVE")
    assert "45,000" in report.released


def test_an_unstated_fact_can_only_be_asked_for():
    (report,) = replay(run(say("Collector", "Writer", "Please write.")), contract(), priors=PRIORS)
    assert report.decision == "FORWARD"
    assert report.released == report.original
    constructed = [c.repair for c in report.candidates if not c.refused]
    assert constructed == ["ASK"]
    assert "utility" in report.reason


def test_without_priors_everything_forwards_and_says_what_would_be_possible():
    reports = list(replay(MISROUTED, contract()))
    assert {report.decision for report in reports} == {"FORWARD"}
    assert "no statistics for this model" in reports[1].reason
    assert any(c.proposal and c.proposal.text for c in reports[1].candidates)


def test_priors_of_another_model_wait_for_a_confirmation():
    other = run(*(lambda seq, e=e: e for e in MISROUTED.events), model="another-model")
    assert list(replay(other, contract(), priors=PRIORS))[1].decision == "FORWARD"
    confirmed = ReplaySettings(confirmed_other_model=True)
    assert (
        list(replay(other, contract(), priors=PRIORS, settings=confirmed))[1].decision == "COMMIT"
    )


def test_the_model_may_come_from_the_binding():
    other = run(*(lambda seq, e=e: e for e in MISROUTED.events), model=None)
    parties = {name: name for name in other.agent_names}
    binding = Binding(parties=parties, models={"Writer": MODEL})
    assert list(replay(other, contract(), priors=PRIORS, binding=binding))[1].decision == "COMMIT"


def test_a_minor_gap_is_shown_and_never_repaired():
    report = list(replay(MISROUTED, contract(fact(critical=False)), priors=PRIORS))[1]
    assert report.frontiers and report.decision == "FORWARD"
    assert "not critical" in report.reason
    assert not report.needs_review


def test_only_the_earliest_gap_is_worked_on():
    spec = contract(fact("date", "June 15"), fact())
    report = list(replay(MISROUTED, spec, priors=PRIORS))[1]
    assert [f.fact for f in report.frontiers] == ["date", "budget"]
    assert report.decision == "FORWARD"  # 'date' was never stated; 'budget' is not tried instead


def test_a_rule_is_never_written_into_a_deliverable_by_code():
    trace = run(
        say("Collector", "Writer", "Never mention Acme."),
        output("Writer", "Reviewer", "Here is the offer."),
    )
    spec = contract(fact("rival", "Never mention Acme", kind="requirement"))
    report = list(replay(trace, spec, priors=GPT_TERRA))[1]
    assert report.chosen == "INTEGRATE"
    assert report.decision == "FORWARD" and report.released == report.original
    assert "goes back to its author" in report.reason


def test_a_gap_is_put_up_for_review_once():
    trace = run(
        say("Collector", "Writer", "Please write."),
        say("Collector", "Writer", "Are you there?"),
        say("Collector", "Writer", "Hello?"),
    )
    assert [report.needs_review for report in replay(trace, contract())] == [True, False, False]


def test_same_input_same_bytes():
    first = analyse(MISROUTED, contract(), priors=PRIORS)
    second = analyse(MISROUTED, contract(), priors=PRIORS)
    assert first.to_json() == second.to_json()
    assert first.digest == second.digest


def test_an_analysis_names_all_it_used():
    inputs = analyse(MISROUTED, contract(), priors=PRIORS).inputs
    assert inputs.contract == "test@1"
    assert inputs.trace_digest == MISROUTED.digest
    assert len(inputs.priors_hash) == len(inputs.contract_hash) == 64


def test_states_at_any_event_can_be_read_back():
    analysis = analyse(MISROUTED, contract())
    states = {s.seq: s.status for s in analysis.states if s.fact == "budget"}
    assert states == {1: "pending", 2: "misrouted"}
    assert analysis.final[0].status == "misrouted"
    assert analysis.earliest_gap == ("budget", "Writer")


def test_outputs_are_inferred_where_a_log_has_none():
    trace = run(
        say("Collector", "Writer", "The budget is 45,000."),
        say("Writer", "Reviewer", "Here is the offer."),
        say("Reviewer", "", "Fine."),
    )
    analysis = analyse(trace, contract())
    assert analysis.final[0].status == "unconsumed"
    assert any(e.inferred for e in analysis.final[0].evidence)


def test_unbound_agents_have_no_energy_and_the_report_says_why():
    (report, *_) = replay(MISROUTED, contract())
    assert report.drift is None
    assert report.no_drift_reason


def test_the_graph_marks_gaps_as_missing_edges():
    graph = provenance_graph(MISROUTED, contract())
    counts = graph.counts()
    assert counts["missing"] == 1
    assert counts["recorded"] > 5


def test_an_empty_trace_has_no_boundaries_and_nothing_due():
    analysis = analyse(Trace(name="e", format="t", agents=(), events=()), contract())
    assert analysis.reports == ()
    assert analysis.final[0].status == "pending"


def test_events_keep_their_numbers():
    event = Event(seq=7, kind="message", sender="Collector", recipients=("Writer",), text="hi")
    trace = Trace(
        name="t",
        format="t",
        agents=(Agent(name="Collector"), Agent(name="Writer")),
        events=(event,),
    )
    assert [r.seq for r in replay(trace, contract())] == [7]


def gap_of(status="absent", **more):
    return Frontier(
        fact="budget",
        recipient="Writer",
        status=status,
        boundary_seq=2,
        due_seq=2,
        side="recipient",
        critical=True,
        **more,
    )


def test_a_doubtful_gap_is_never_asserted():
    assert gap_words(gap_of(unsure=True)) == "budget for Writer may be absent"
    assert decide("x", (gap_of(unsure=True),), (), None)[2].startswith(
        "budget for Writer may be absent"
    )


def test_another_value_and_the_missing_one_are_told_in_one_sentence():
    said = gap_words(gap_of(contradicted=True, other_value="$38,000."))
    assert said == "budget for Writer: another value arrived, $38,000; the right one never did"
    used = gap_words(gap_of("unconsumed", contradicted=True, other_value="$38,000"))
    assert used == "budget for Writer: it arrived, but the work gives another value, $38,000"
