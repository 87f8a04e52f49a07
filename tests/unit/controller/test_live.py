"""A boundary that is held: what is proposed, what is ruled, what goes out, and what counts later."""

import pytest

from core.errors import ConflictError, RepairError
from core.held import Ruling
from core.repair import Means
from core.report_load import report_from_dict
from tests.unit.controller.team_live import Someone, live, play
from tests.unit.provenance.team import contract, fact, output, say, tool_result

STATED = say("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = say("Collector", "Writer", "Please write the offer.")


def test_a_lost_fact_is_carried_and_later_boundaries_know_it():
    controller = live()
    settled = play(controller, STATED, LOST)
    assert settled.report.decision == "COMMIT"
    assert settled.text.startswith("Please write the offer.\n\n[Carried over from Collector")
    assert controller.tracker.state("budget", "Writer").status == "ok"
    again = play(controller, say("Collector", "Writer", "Are you there?"))
    assert again.report.frontiers == ()


def test_a_blocked_repair_leaves_the_gap_open():
    controller = live()
    play(controller, STATED)
    held = controller.propose(LOST(2))
    ruling = Ruling(act="original", by="Ada", reason="not for the writer", digest=held.digest)
    settled = controller.settle(held, ruling)
    assert (settled.report.decision, settled.text) == ("FORWARD", "Please write the offer.")
    assert settled.report.outcome.by == "Ada"
    assert controller.tracker.state("budget", "Writer").status == "misrouted"


def test_a_decision_about_something_else_is_refused_and_nothing_happens():
    controller = live()
    held = controller.propose(STATED(1))
    with pytest.raises(ConflictError, match="another state"):
        controller.settle(held, Ruling(by="Ada", digest="0" * 64))
    with pytest.raises(ConflictError, match="another state"):
        controller.settle(held, Ruling(by="Ada"))
    assert controller.settle(held).text == held.event.text


def test_a_second_decision_is_refused():
    controller = live()
    held = controller.propose(STATED(1))
    controller.settle(held)
    with pytest.raises(ConflictError, match="settled already"):
        controller.settle(held)


def test_nothing_else_is_taken_in_while_a_boundary_is_held():
    controller = live()
    controller.propose(STATED(1))
    with pytest.raises(ConflictError, match="still held"):
        controller.propose(LOST(2))


def test_ask_keeps_question_and_answer_before_the_boundary():
    owner = Someone("The budget is 45,000 dollars.")
    controller = live(means=Means(asker=owner))
    settled = play(controller, LOST)
    question, answer, boundary = settled.events
    assert [e.seq for e in settled.events] == [1, 2, 3]
    assert (question.recipients, answer.sender) == (("Collector",), "Collector")
    assert "> The budget is 45,000 dollars." in boundary.text == settled.text
    assert (settled.report.seq, settled.report.decision) == (3, "COMMIT")
    assert settled.report.outcome.events == (1, 2)
    assert {f.boundary_seq for f in settled.report.frontiers} == {3}
    assert controller.next_seq == 4
    assert len(owner.requests) == 1
    states = [
        v
        for _, v, d in controller.graph.graph.out_edges("event:2", data=True)
        if d["kind"] == "states"
    ]
    assert states == ["fact:budget"]


@pytest.mark.parametrize("answer", ["I don't know.", "", ValueError("no connection")])
def test_an_answer_that_does_not_state_the_fact_changes_nothing(answer):
    controller = live(means=Means(asker=Someone(answer)))
    settled = play(controller, LOST)
    assert (settled.report.decision, settled.text) == ("ROLLBACK", "Please write the offer.")
    assert "the repair was undone" in settled.report.review_reasons


def test_a_question_and_its_answer_are_no_handoffs_but_nobody_can_hide_behind_that():
    settled = play(live(means=Means(asker=Someone("It is 45,000."))), LOST)
    controller = live()
    assert [controller.step(event) is None for event in settled.events] == [True, True, False]
    hiding = say("Collector", "Writer", "Please write.", metadata={"baton_asked": "answer"})
    assert live().step(hiding(1)) is not None


def test_without_anybody_to_ask_the_message_goes_out_as_it_is():
    settled = play(live(), LOST)
    assert (settled.report.decision, settled.text) == ("FORWARD", "Please write the offer.")
    assert settled.report.chosen == "ASK"


RULE = contract(fact("rival", "Never mention Acme", kind="prohibition"))
TOLD = say("Collector", "Writer", "Never mention Acme.")
BROKEN = output("Writer", "Reviewer", "Here is the offer.")


def test_a_rule_goes_back_to_the_author_of_the_output():
    author = Someone("The offer. Never mention Acme was heeded.")
    settled = play(live(RULE, means=Means(author=author)), TOLD, BROKEN)
    assert settled.report.decision == "COMMIT"
    assert settled.text == author.says
    (request,) = author.requests
    assert request.agent == "Writer" and "> Never mention Acme." in request.prompt


def test_an_author_that_does_not_heed_it_is_rolled_back():
    settled = play(live(RULE, means=Means(author=Someone("Another offer."))), TOLD, BROKEN)
    assert (settled.report.decision, settled.text) == ("ROLLBACK", "Here is the offer.")


def test_no_code_writes_a_rule_into_somebody_elses_deliverable_either():
    """The reader needs the rule, but what is handed over is a work product."""
    spec = contract(fact("rival", "Never mention Acme", kind="prohibition"))
    told = say("Collector", "Reviewer", "Never mention Acme.")
    draft = output("Collector", "Writer", "The requirements.")
    settled = play(live(spec), told, draft)
    assert settled.report.chosen == "INTEGRATE"
    assert settled.text == "The requirements."
    author = Someone("The requirements. Never mention Acme.")
    assert play(live(spec, means=Means(author=author)), told, draft).text == author.says


def test_a_list_is_put_together_from_what_several_said():
    spec = contract(
        fact(
            "modules",
            statement="Modules to offer: Fleet Planner, Yard Board, Driver App",
            kind="list",
        ).model_copy(update={"check": fact().check.model_copy(update={"type": "auto"})})
    )
    controller = live(spec)
    settled = play(
        controller,
        say("Collector", "Reviewer", "They want the Fleet Planner. And more."),
        tool_result("crm", "Collector", "open: Yard Board\nopen: Driver App"),
        say("Collector", "Writer", "Please offer the Driver App."),
    )
    assert settled.report.chosen == "DECOMPOSE", settled.report.reason
    assert settled.report.decision == "COMMIT", settled.report.reason
    assert "> They want the Fleet Planner." in settled.text
    assert "> open: Yard Board" in settled.text
    assert "And more" not in settled.text
    assert controller.tracker.state("modules", "Writer").status == "ok"


def test_an_ordered_repair_needs_its_prerequisites_not_the_gate():
    controller = live(priors=None)
    play(controller, STATED)
    held = controller.propose(LOST(2))
    with pytest.raises(RepairError, match="asking for it again does harm"):
        controller.settle(held, Ruling(act="order", repair="ASK", by="Ada", digest=held.digest))
    ordered = Ruling(act="order", repair="INTEGRATE", by="Ada", digest=held.digest)
    settled = controller.settle(held, ordered)
    assert settled.report.decision == "COMMIT"
    assert "ordered by Ada" in settled.report.reason


def test_an_edited_text_goes_out_as_written_and_the_report_says_what_holds():
    controller = live()
    play(controller, STATED)
    held = controller.propose(LOST(2))
    text = "Please write; 45,000 at most."
    settled = controller.settle(held, Ruling(act="edit", text=text, by="Ada", digest=held.digest))
    assert (settled.report.decision, settled.text) == ("COMMIT", text)
    held = controller.propose(say("Writer", "Reviewer", "Yes")(3))
    settled = controller.settle(held, Ruling(act="edit", text="No", by="Ada", digest=held.digest))
    assert settled.text == "No"


def test_an_edit_that_does_not_close_the_gap_is_not_called_verified():
    controller = live()
    play(controller, STATED)
    held = controller.propose(LOST(2))
    ruling = Ruling(act="edit", text="Write.", by="Ada", digest=held.digest)
    settled = controller.settle(held, ruling)
    assert (settled.report.decision, settled.text) == ("FORWARD", "Write.")
    assert "gap closed" in settled.report.reason


def test_a_recorded_run_takes_no_other_ruling():
    controller = live()
    controller.live = False
    held = controller.propose(STATED(1))
    with pytest.raises(ConflictError, match="can't be unsent"):
        controller.settle(held, Ruling(act="original"))


def test_the_report_of_a_live_run_can_be_kept_and_read_back():
    from dataclasses import asdict

    report = play(live(means=Means(asker=Someone("It is 45,000."))), LOST).report
    assert report.outcome.repaired.kept
    assert report_from_dict(asdict(report)) == report


def test_a_proposal_can_be_taken_back_and_made_again():
    controller = live()
    play(controller, STATED)
    held = controller.propose(LOST(2))
    controller.withdraw(held)
    with pytest.raises(ConflictError, match="settled already"):
        controller.settle(held)
    again = controller.propose(LOST(2))
    assert again.report == held.report
    assert controller.settle(again).report.decision == "COMMIT"


def test_a_run_is_picked_up_again_from_what_went_out():
    events = (STATED, LOST, say("Writer", "Reviewer", "Soon."), say("Collector", "Writer", "Well?"))
    first, sent = live(means=Means(asker=Someone("It is 45,000."))), []
    for make in events:
        sent += first.settle(first.propose(make(first.next_seq))).events
    second = live()
    for event in sent:
        second.step(event)
    assert second.tracker.states() == first.tracker.states()
    assert second.next_seq == first.next_seq
    assert second._notes.known == first._notes.known
    assert second.watch.history == first.watch.history
    assert dict(second.graph.graph.nodes) == dict(first.graph.graph.nodes)


def test_what_somebody_would_be_asked_is_known_beforehand():
    controller = live()
    held = controller.propose(LOST(1))
    request = held.repairs["ASK"].request()
    assert (request.addressee, request.key) == ("Collector", "ask:1:budget:Writer")
    assert held.repairs["ASK"].propose().question == request.text
