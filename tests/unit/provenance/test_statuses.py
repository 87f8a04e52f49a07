"""Every status of the method, each by the smallest run that shows it."""

from core.contract.model import Fact
from core.provenance.model import ObligationState
from tests.unit.provenance.team import contract, fact, follow, output, say, tool_result


def state_of(*events, spec=None, recipient="Writer", fact_id="budget", **options):
    return follow(spec or contract(), *events, **options).state(fact_id, recipient)


def test_ok_when_delivered_and_reflected():
    state = state_of(
        say("Collector", "Writer", "The budget is 45,000."),
        output("Writer", "", "Our offer fits 45,000."),
    )
    assert (state.status, state.delivered_seq, state.reflected_seq) == ("ok", 1, 2)
    assert [e.role for e in state.evidence] == ["delivers", "reflects"]


def test_ok_while_the_recipient_has_produced_nothing():
    assert state_of(say("Collector", "Writer", "The budget is 45,000.")).status == "ok"


def test_unconsumed_when_the_output_ignores_it():
    state = state_of(
        say("Collector", "Writer", "The budget is 45,000."),
        output("Writer", "", "Here is the offer."),
    )
    assert (state.status, state.due_seq) == ("unconsumed", 2)


def test_a_later_output_can_still_reflect_it():
    state = state_of(
        say("Collector", "Writer", "The budget is 45,000."),
        output("Writer", "Reviewer", "Here is the offer."),
        output("Writer", "", "Second version: it fits 45,000."),
    )
    assert (state.status, state.reflected_seq) == ("ok", 3)


def test_misrouted_when_somebody_else_got_it():
    state = state_of(
        say("Collector", "Reviewer", "The budget is 45,000."),
        say("Collector", "Writer", "Please write the offer."),
        output("Writer", "", "Here is the offer."),
    )
    assert (state.status, state.due_seq) == ("misrouted", 2)


def test_misrouted_when_the_one_in_between_needed_it_too_and_dropped_it():
    spec = contract(fact(recipients=("Writer", "Reviewer")))
    tracker = follow(
        spec,
        say("Collector", "Writer", "The budget is 45,000."),
        output("Writer", "Reviewer", "The offer costs 45,000 at most."),
        output("Writer", "Reviewer", "And a second page."),
    )
    assert tracker.state("budget", "Reviewer").status == "ok"
    dropped = follow(
        spec,
        say("Collector", "Writer", "The budget is 45,000."),
        output("Writer", "Reviewer", "The offer is ready."),
    )
    assert dropped.state("budget", "Reviewer").status == "misrouted"


def test_absent_when_nobody_stated_it():
    state = state_of(say("Collector", "Writer", "Please write the offer."))
    assert (state.status, state.retrievable, state.due_seq) == ("absent", False, 1)


def test_absent_but_retrievable_from_a_tool_result():
    state = state_of(
        tool_result("crm", "Collector", "budget: 45,000"),
        say("Collector", "Writer", "Please write."),
    )
    assert (state.status, state.retrievable, state.due_seq) == ("absent", True, 2)


def test_absent_but_retrievable_from_what_the_owner_was_told():
    state = state_of(
        say("User", "Collector", "We can pay 45,000."), say("Collector", "Writer", "Please write.")
    )
    assert (state.status, state.retrievable) == ("absent", True)


def test_the_recipients_own_tool_result_is_a_delivery():
    state = state_of(
        say("Collector", "Reviewer", "Soon."), tool_result("crm", "Writer", "budget: 45,000")
    )
    assert state.status == "ok"


def test_a_relay_by_somebody_else_is_a_delivery():
    state = state_of(
        say("Collector", "Reviewer", "The budget is 45,000."),
        say("Reviewer", "Writer", "Collector says: 45,000."),
    )
    assert (state.status, state.delivered_seq) == ("ok", 2)


def test_late_when_it_came_after_the_last_output():
    state = state_of(
        say("Collector", "Writer", "Please write."),
        output("Writer", "Reviewer", "Here is the offer."),
        say("Collector", "Writer", "Oh, the budget is 45,000."),
    )
    assert (state.status, state.delivered_seq) == ("late", 3)


def test_a_delivery_before_it_was_due_is_not_late_while_the_run_goes_on():
    state = state_of(
        output("Writer", "Reviewer", "Ready when you are."),
        say("Collector", "Writer", "The budget is 45,000."),
        finish=False,
    )
    assert state.status == "ok"


def test_pending_until_the_owner_had_its_say():
    state = state_of(say("User", "Writer", "Wait for the Collector."), finish=False)
    assert (state.status, state.due_seq) == ("pending", None)


def test_a_strangers_message_makes_it_due_once_the_fact_is_visible_and_the_owner_spoke_elsewhere():
    state = state_of(
        say("Collector", "Reviewer", "The budget is 45,000."),
        say("Reviewer", "Writer", "Please write."),
        finish=False,
    )
    assert (state.status, state.due_seq) == ("misrouted", 2)


def test_a_fact_waits_for_those_it_depends_on():
    spec = contract(fact("scope", "two clinics"), fact(depends_on=("scope",)))
    waiting = follow(spec, say("Collector", "Writer", "Please write."))
    assert waiting.state("budget", "Writer").status == "pending"
    visible = follow(
        spec,
        say("Collector", "Writer", "Please write."),
        say("Collector", "Writer", "It is for two clinics."),
    )
    assert (
        visible.state("budget", "Writer").status,
        visible.state("budget", "Writer").due_seq,
    ) == ("absent", 2)


def test_private_thoughts_deliver_nothing():
    state = state_of(
        say("Collector", "Writer", "The budget is 45,000.", metadata={"private": True}),
        say("Collector", "Writer", "Please write."),
    )
    assert (state.status, state.retrievable) == ("absent", True)


def test_a_broadcast_delivers_and_is_marked_inferred():
    state = state_of(say("Collector", "Reviewer", "The budget is 45,000.", broadcast=True))
    assert state.status == "ok"
    assert state.evidence[0].inferred


def test_a_broadcast_may_be_read_strictly():
    state = state_of(
        say("Collector", "Reviewer", "The budget is 45,000.", broadcast=True),
        say("Collector", "Writer", "Please write."),
        broadcast_delivers=False,
    )
    assert state.status == "misrouted"


def test_an_inferred_recipient_shows_in_the_evidence():
    state = state_of(say("Collector", "Writer", "45,000", recipients_from="inferred"))
    assert state.evidence[0].inferred


def test_a_message_to_nobody_is_public_and_can_be_retrieved():
    state = state_of(
        say("Collector", "", "Filed: 45,000."), say("Collector", "Writer", "Please write.")
    )
    assert (state.status, state.retrievable) == ("absent", True)


def test_every_state_explains_itself():
    tracker = follow(contract(), say("Collector", "Writer", "Please write."))
    assert tracker.state("budget", "Writer").reason == "Sent to nobody by event 1."


def test_at_the_end_the_send_that_missed_a_recipient_is_the_moment():
    events = (
        say("Collector", "Writer", "Please write."),
        output("Writer", "", "Here is the offer."),
        say("Collector", "Reviewer", "New: the budget is 45,000."),
    )
    assert state_of(*events).due_seq == 3
    assert state_of(*events).status == "misrouted"


def test_a_recipient_that_took_no_part_stays_pending():
    assert state_of(say("Collector", "Reviewer", "The budget is 45,000.")).status == "pending"


def test_only_stating_the_right_value_corrects_a_stale_one():
    spec = contract(
        Fact(
            id="cap",
            statement="The budget is at most $45,000",
            kind="limit",
            owner="Collector",
            recipients=("Writer",),
        )
    )
    run = (
        say("Collector", "Writer", "The budget is at most $60,000."),
        say("Collector", "Reviewer", "The budget is at most $45,000."),
        output("Writer", "", "The total is $44,000."),
    )
    state = follow(spec, *run).state("cap", "Writer")
    assert (state.status, state.contradicted) == ("misrouted", True)


def test_doubt_about_delivery_does_not_hide_a_sure_contradiction():
    state = ObligationState(
        fact="f", recipient="r", seq=1, status="absent", unsure=True, contradicted=True
    )
    assert (state.display, state.is_gap) == ("contradicted", True)
    doubt = ObligationState(fact="f", recipient="r", seq=1, status="absent", unsure=True)
    assert (doubt.display, doubt.is_gap) == ("unsure", False)
