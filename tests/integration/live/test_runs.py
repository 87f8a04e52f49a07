"""A scripted run from its start to the trace that it becomes, with and without a person."""

import threading
import time
from dataclasses import replace

import pytest

from core.errors import ConflictError, InputError, NotFoundError
from core.live import Driver
from core.live.models import models_for
from core.live.story import story
from core.live.worker import Worker
from storage import open_workspace
from storage.rows import now
from storage.tables import LiveEventRow
from tests.live_support import DROP_DAY, TEAM, spec


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def driver(workspace, run_id, **rest):
    return Driver(run_id=run_id, journal=workspace.live, models=models_for(), **rest)


def boundary(workspace, run_id):
    (parked,) = workspace.live.parked()
    assert parked.run.id == run_id
    return {"seq": parked.held.seq, "digest": parked.held.digest}


def stubborn():
    """A run whose first agent says the same however often it is asked."""
    made = spec(approval="always")
    scout, *others = made.team.agents
    scout = scout.model_copy(update={"script": scout.script * 3})
    return replace(made, team=made.team.model_copy(update={"agents": (scout, *others)}))


def test_an_automatic_run_becomes_a_trace_with_an_analysis(workspace):
    run_id = workspace.live.start(spec())
    state = driver(workspace, run_id).run()
    assert (state.status, state.how) == ("finished", "quiet")
    assert workspace.live.state(run_id) == state
    trace_id, analysis_id = workspace.file_run(run_id)
    assert workspace.file_run(run_id) == (trace_id, analysis_id)
    trace, analysis = workspace.traces.get(trace_id), workspace.analyses.get(analysis_id)
    assert [e.sender for e in trace.events if e.is_boundary] == ["Scout", "Writer", "Checker"]
    assert {s.status for s in analysis.final} == {"ok"}
    assert trace.metadata["live"]["tokens"]["native"] == state.account.native > 0
    assert workspace.live.info(run_id).trace_id == trace_id


def test_a_repair_goes_out_with_the_message_and_is_counted_apart(workspace):
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True))
    state = driver(workspace, run_id).run()
    first = state.outcomes[0]
    assert (first.report.decision, first.report.chosen, first.by) == (
        "COMMIT",
        "RETRIEVE",
        "repair",
    )
    sent = state.events[2]
    assert sent.text.startswith(first.report.original) and "June 3" in sent.text
    assert state.account.prompt_overhead > 0
    _, analysis_id = workspace.file_run(run_id)
    final = {(s.fact, s.recipient): s.status for s in workspace.analyses.get(analysis_id).final}
    assert final["day", "Writer"] == "ok"  # the Writer used what only the repair had brought


def test_every_decision_names_what_it_is_about_and_is_made_once(workspace):
    run_id = workspace.live.start(spec(approval="always"))
    drive = driver(workspace, run_id)
    assert drive.run().status == "waiting"
    here = boundary(workspace, run_id)
    with pytest.raises(ConflictError, match="Reload"):
        workspace.live.decide(run_id, seq=here["seq"], digest="0", action="approve", author="Ann")
    with pytest.raises(InputError, match="name"):
        workspace.live.decide(run_id, **here, action="approve", author=" ")
    with pytest.raises(InputError, match="ASK is no repair"):
        workspace.live.decide(run_id, **here, action="order", repair="ASK", author="Ann")
    workspace.live.decide(run_id, **here, action="approve", author="Ann")
    with pytest.raises(ConflictError, match="approve by Ann"):
        workspace.live.decide(run_id, **here, action="reject", author="Bea")
    seen = workspace.live.state(run_id).held.verdict.live_seq
    workspace.live.undo(run_id, **here, author="Ann", verdict=seen)
    workspace.live.decide(
        run_id, **here, action="edit", author="Bea", text="The tour starts on June 3, at most $900."
    )
    with pytest.raises(ConflictError, match="Another decision stands here by now, by Bea"):
        workspace.live.undo(run_id, **here, author="Ann", verdict=seen)
    told = [chapter.what for chapter in story(workspace.live.events(run_id))]
    assert any(what.startswith("took the decision of Ann back: ") for what in told)
    assert drive.run().status == "waiting"
    with pytest.raises(ConflictError, match="can't be unsent"):
        workspace.live.undo(run_id, **here, author="Bea")
    with pytest.raises(ConflictError, match="edit by Bea"):
        workspace.live.decide(run_id, **here, action="approve", author="Ann")
    sent = workspace.live.state(run_id).events[-1]
    assert sent.text == "The tour starts on June 3, at most $900."


def test_a_refused_text_is_written_again_and_three_refusals_stop_the_run(workspace):
    run_id = workspace.live.start(spec(approval="always"))
    drive = driver(workspace, run_id)
    for _ in range(3):
        drive.run()
        workspace.live.decide(
            run_id,
            **boundary(workspace, run_id),
            action="reject",
            author="Ann",
            reason="Too short.",
        )
    state = drive.run()
    assert (state.status, state.how) == ("stopped", "refusals")
    assert "Three" in state.reason
    assert [o.by for o in state.outcomes] == ["returned"] * 3
    assert not [e for e in state.events if e.is_boundary]


def test_a_decision_about_the_first_text_is_none_about_the_same_text_written_again(workspace):
    run_id = workspace.live.start(stubborn())
    drive = driver(workspace, run_id)
    first = drive.run().held
    seen = {"seq": first.seq, "digest": first.digest}
    workspace.live.decide(run_id, **seen, action="reject", author="Ann", reason="Say more.")
    second = drive.run().held
    assert (second.seq, second.text, second.judged) == (first.seq, first.text, first.judged)
    for action in ("approve", "reject"):
        with pytest.raises(ConflictError, match=r"sent back by Ann\. Scout has written it again"):
            workspace.live.decide(run_id, **seen, action=action, author="Bea", reason="Late.")
    with pytest.raises(ConflictError, match="can't be unsent"):
        workspace.live.undo(run_id, **seen, author="Ann")
    assert workspace.live.state(run_id).held == second
    workspace.live.decide(run_id, **boundary(workspace, run_id), action="approve", author="Ann")
    assert drive.run().outcomes[-1].released == first.text


def test_a_run_that_was_parked_under_one_name_only_goes_on(workspace):
    run_id = workspace.live.start(spec(approval="always"))
    driver(workspace, run_id).run()
    # As runs were stored before texts had two names.
    *before, judged, parked = workspace.live.events(run_id)
    name = judged.data["judged"]
    held = {key: value for key, value in judged.data.items() if key != "judged"}
    judged = replace(judged, data=held | {"digest": name})
    parked = replace(parked, data=parked.data | {"digest": name})
    workspace.live.stop(run_id, author="Ann")
    old = workspace.live._create([*before, judged, parked], spec(approval="always"), "An old run")
    assert workspace.live.state(old).held.digest == name
    workspace.live.decide(old, **boundary(workspace, old), action="approve", author="Ann")
    assert driver(workspace, old).run().outcomes[0].by == "agent"


def test_refusing_a_repair_sends_the_agents_own_text(workspace):
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True, approval="always"))
    drive = driver(workspace, run_id)
    drive.run()
    held = workspace.live.state(run_id).held
    assert held.report.released != held.text
    workspace.live.decide(run_id, **boundary(workspace, run_id), action="reject", author="Ann")
    drive.run()
    assert workspace.live.state(run_id).events[2].text == held.text


def test_a_refused_repair_can_be_ordered_and_is_checked_all_the_same(workspace):
    run_id = workspace.live.start(spec(DROP_DAY, approval="flagged"))
    drive = driver(workspace, run_id)
    drive.run()
    held = workspace.live.state(run_id).held
    assert held.report.decision == "FORWARD"  # no counts
    assert any("no counts" in reason for reason in held.reasons)
    workspace.live.decide(
        run_id, **boundary(workspace, run_id), action="order", repair="RETRIEVE", author="Ann"
    )
    drive.run()
    state = workspace.live.state(run_id)
    assert state.outcomes[0].by == "repair" and "June 3" in state.events[2].text
    while state.status == "waiting":
        workspace.live.decide(run_id, **boundary(workspace, run_id), action="approve", author="Ann")
        state = drive.run()
    _, analysis_id = workspace.file_run(run_id)
    kept = workspace.reviews.for_analysis(analysis_id)
    assert kept[0].kind == "order" and kept[0].payload["repair"] == "RETRIEVE"


def test_waiting_has_an_end_and_then_the_original_goes_out(workspace):
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True, approval="always", wait_seconds=0.0))
    state = driver(workspace, run_id).run()
    assert state.status == "finished"
    assert all(o.expired and o.by == "expiry" for o in state.outcomes)
    assert state.outcomes[0].released == state.outcomes[0].report.original


def test_a_branch_goes_another_way_and_leaves_its_parent_alone(workspace):
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True))
    state = driver(workspace, run_id).run()
    before = workspace.live.events(run_id)
    child = workspace.live.branch(run_id, state.outcomes[0].boundary_live_seq, author="Ann")
    here = boundary(workspace, child)
    workspace.live.decide(child, **here, action="reject", author="Ann")
    other = driver(workspace, child).run()
    assert other.parent == run_id and other.status == "finished"
    assert other.outcomes[0].released != state.outcomes[0].released
    assert workspace.live.events(run_id) == before
    with pytest.raises(InputError, match="no boundary"):
        workspace.live.branch(run_id, 1, author="Ann")


def test_two_drivers_never_share_a_run(workspace):
    run_id = workspace.live.start(spec())
    assert workspace.live.take(run_id, "one", 30)
    assert not workspace.live.take(run_id, "two", 30)
    assert workspace.live.to_drive() == []
    workspace.live.release(run_id, "one")
    assert workspace.live.take(run_id, "two", -1)  # its driver dies
    assert workspace.live.to_drive() == [(run_id, 1)]
    assert workspace.live.take(run_id, "three", 30)
    assert workspace.live.info(run_id).interrupted == 1


def test_a_run_is_its_starter_s_before_any_server_sees_it(workspace):
    run_id = workspace.live.start(spec(), owner="one", seconds=30)
    assert workspace.live.to_drive() == []
    assert not workspace.live.take(run_id, "two", 30)
    assert workspace.live.take(run_id, "one", 30)


def test_a_clock_that_was_set_back_keeps_no_run_from_going_on(workspace, monkeypatch):
    run_id = workspace.live.start(spec())
    now = time.time()
    monkeypatch.setattr("storage.live.time.time", lambda: now + 86_400)
    assert workspace.live.take(run_id, "one", 30)  # and then it dies
    monkeypatch.setattr("storage.live.time.time", lambda: now)
    assert not workspace.live.info(run_id).is_driven
    assert [found for found, _ in workspace.live.to_drive()] == [run_id]
    assert workspace.live.take(run_id, "two", 30)
    assert not workspace.live.take(run_id, "one", 30)


def test_a_worker_drives_runs_to_their_end_with_nobody_watching(workspace):
    waiting = workspace.live.start(spec(approval="always"))
    free = workspace.live.start(spec())
    worker = Worker(workspace.live, models_for(), workspace.file_run)
    worker.start()
    tick = threading.Event()
    try:
        for _ in range(400):
            for parked in workspace.live.parked():
                workspace.live.decide(
                    parked.run.id,
                    seq=parked.held.seq,
                    digest=parked.held.digest,
                    action="approve",
                    author="Ann",
                )
                worker.wake()
            infos = [workspace.live.info(run_id) for run_id in (waiting, free)]
            if all(info.trace_id for info in infos):
                break
            tick.wait(0.05)
    finally:
        worker.close()
    assert [info.status for info in infos] == ["finished", "finished"]
    assert [info.is_driven for info in infos] == [False, False]
    kinds = [event.kind for event in workspace.reviews.for_analysis(infos[0].analysis_id)]
    assert kinds == ["approve"] * 3


def test_teams_are_versioned_documents(workspace):
    first = workspace.teams.save(TEAM, "Ann")
    again = workspace.teams.save(TEAM.replace("Offer a tour.", "Offer two tours."), "Ann")
    assert (first.version, again.version) == (1, 2)
    assert workspace.teams.get("Tour", 1).team.task == "Offer a tour."
    assert workspace.teams.list()[0].size == 3
    with pytest.raises(NotFoundError):
        workspace.live.state("nothing")


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e300])
def test_a_time_that_is_none_is_refused_and_breaks_no_run_that_has_it(workspace, seconds):
    for key in ("wait_seconds", "grace_seconds"):
        with pytest.raises(InputError, match="is no time in which"):
            spec(**{key: seconds})
    old = replace(spec(approval="always"), wait_seconds=seconds, grace_seconds=seconds)
    run_id = workspace.live.start(old)
    assert driver(workspace, run_id).run().status == ("waiting" if seconds > 1 else "finished")


def test_a_run_that_can_be_neither_led_on_nor_kept_is_not_tried_without_a_pause(workspace, caplog):
    stuck, ended = workspace.live.start(spec()), workspace.live.start(spec())
    workspace.live.stop(ended, author="Ann")
    with workspace._db.write() as session:
        row = LiveEventRow(run_id=stuck, seq=2, kind="no such thing", at=now(), data="{}")
        session.add(row)

    def fail(run_id):
        raise ValueError("no luck")

    worker = Worker(workspace.live, models_for(), fail)
    worker.start()
    other = workspace.live.start(spec())
    for _ in range(20):
        worker.wake()
        threading.Event().wait(0.1)
    worker.close()
    assert workspace.live.info(other).status == "finished"  # the others go on
    said = [record.getMessage() for record in caplog.records]
    assert said.count(f"run {stuck} failed") == 1
    assert said.count(f"run {ended} could not be kept as a trace") == 1


BUDGETED = """
name: tour
parameters:
- {name: price, kind: quantity}
- {name: day, kind: date, about: start}
facts:
- {id: price, statement: "The price is at most {price}", kind: limit, owner: Scout, recipients: [Writer]}
- {id: day, statement: "The tour starts on {day}", kind: date, owner: Scout, recipients: [Writer, Checker]}
"""


def test_a_run_does_not_start_while_a_fact_waits_for_its_value():
    with pytest.raises(
        InputError, match=r"^{price} and {day} have no value yet, so price, day could"
    ):
        spec(contract_text=BUDGETED)
    with pytest.raises(InputError, match=r"^{day} has no value yet, so day could"):
        spec(contract_text=BUDGETED, values={"price": "$900"})
    with pytest.raises(InputError, match="no parameter 'budget'"):
        spec(contract_text=BUDGETED, values={"budget": "$900"})


@pytest.mark.parametrize(
    ("more", "rest"),
    [
        ("", {"values": {"price": "$900", "day": "June 3"}}),
        ('values: {price: "$900", day: June 3}', {}),
        ('values: {price: "$700"}', {"values": {"price": "$900", "day": "June 3"}}),
        ("", {"task": "Offer a tour. The price is up to $900, the start is on June 3."}),
    ],
)
def test_a_run_is_led_by_the_values_that_it_was_started_with(workspace, more, rest):
    made = spec(DROP_DAY + more, contract_text=BUDGETED, repairs=True, **rest)
    assert made.binding.values == {"price": "$900", "day": "June 3"}
    run_id = workspace.live.start(made)
    state = driver(workspace, run_id).run()
    first = state.outcomes[0].report  # the scripted fault dropped the day, the repair fetched it
    assert (first.frontiers[0].fact, first.chosen) == ("day", "RETRIEVE")
    _, analysis_id = workspace.file_run(run_id)
    kept = workspace.analyses.get(analysis_id)
    assert kept.inputs.binding["values"]["day"] == "June 3"
    assert {s.status for s in kept.final} == {"ok"}
