"""A run whose program was killed goes on in another one, and nothing is judged or sent twice."""

import atexit
import os
import signal
import subprocess
import sys
import threading

import pytest

from core import guard
from core.errors import ConflictError, InputError, NotFoundError, OvertakenError
from core.guard import Forward, Parked, Repaired
from core.settings import ReplaySettings
from storage import guard_store
from tests.integration.guard.test_record import (
    LOST,
    MODELS,
    PROJECT,
    STATED,
    decided,
    opened,
    url,
    workspace,
)
from tests.unit.provenance.team import contract

__all__ = ["url", "workspace"]
SECRET = "sk-proj-" + "a1B2" * 12
CHILD = """
import sys, time
from tests.integration.guard.test_resume import former_run
print(former_run(sys.argv[1])[1], flush=True)
time.sleep(60)
"""
OFFER = ("Writer", "An offer for 45,000 dollars. " + SECRET, "Reviewer")


def former_run(url):
    """What a program does before it dies; return its guard, and what a repair had sent."""
    baton = opened(url, approval="auto")
    baton.tool_result("crm", "Collector", "A record.", event_id="crm-1")
    baton.message(*STATED, event_id="stated")
    sent = baton.message(*LOST, event_id="lost")
    baton.message("Reviewer", "Collector", f"Thanks. {SECRET}", event_id="thanks")
    baton.approval = "always"
    baton.output(*OFFER, event_id="offer")
    baton.output("Reviewer", "Not mine.", event_id="never said again")
    return baton, sent.text


@pytest.fixture
def left(url, workspace):
    """The id of a run whose program does nothing more."""
    baton, _ = former_run(url)
    atexit.unregister(baton.close)
    return workspace.guards.list()[0].id


@pytest.fixture
def killed(url, workspace):
    """The id of a run whose program was killed, and what its repair had sent."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, url], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as child:
        sent = child.stdout.readline().strip()
        os.kill(child.pid, signal.SIGKILL)
    return workspace.guards.list()[0].id, sent


def test_what_was_decided_and_sent_is_answered_again_and_judged_once(url, workspace, killed):
    run, sent = killed
    before = workspace.guards.info(run).last_seq
    with opened(url, approval="auto", resume=run) as baton:
        assert baton.run_id == run
        baton.tool_result("crm", "Collector", "A record.", event_id="crm-1")
        first = baton.message(*STATED, event_id="stated")
        again = baton.message(*LOST, event_id="lost")
        thanks = baton.message("Reviewer", "Collector", f"Thanks. {SECRET}", event_id="thanks")
        assert isinstance(first, Forward) and first.text == STATED[2]
        assert isinstance(again, Repaired) and sent in again.text
        assert thanks.text == f"Thanks. {SECRET}"  # the record has no secrets; its agent has
        assert workspace.guards.info(run).last_seq == before + 1  # 'resumed', and nothing else
        assert len(baton.reports) == 3
        new = baton.output("Writer", "An offer for 45,000 dollars.", event_id="another")
        assert isinstance(new, Forward) and len(baton.reports) == 4
    trace = workspace.traces.get(
        workspace.analyses.info(workspace.guards.info(run).analysis_id).trace_id
    )
    said = [event.text for event in trace.events]
    assert len(said) == len(set(said)) == 5
    assert not any("Not mine" in text for text in said)  # nobody sent that one


def the_offer(workspace):
    return next(p.held for p in workspace.guards.parked() if p.held.event.sender == "Writer")


def test_what_waited_waits_on_and_a_decision_meanwhile_counts(url, workspace, left):
    run, held = left, the_offer(workspace)
    with opened(url, resume=run) as baton:
        waiting = baton.output(*OFFER, event_id="offer")
        assert isinstance(waiting, Parked) and waiting.digest == held.digest
        assert waiting.text == OFFER[1]
        workspace.guards.decide(run, held.digest, "proposed", by="Ada")
        ended = baton.wait_decision(waiting, 5)
        assert ended.text == OFFER[1] and ended.report.outcome.by == "Ada"
        assert baton.output(*OFFER, event_id="offer") is ended


def test_a_decision_that_was_stored_while_nobody_listened_is_carried_out(url, workspace, left):
    run, held = left, the_offer(workspace)
    workspace.guards.decide(run, held.digest, "original", by="Ada", reason="I know him.")
    with opened(url, resume=run) as baton:
        parked = next(p for p in baton.parked if p.digest == held.digest)
        with pytest.raises(ConflictError, match="hides a secret"):
            baton.wait_decision(parked, 0)  # the text alone is in the record, without its secret
        ended = baton.output(*OFFER, event_id="offer")
        assert isinstance(ended, Forward) and ended.text == OFFER[1]
        assert ended.report.outcome.because == "I know him."


def test_another_text_for_one_with_a_secret_waits_in_its_place(url, workspace, left):
    run, held = left, the_offer(workspace)
    workspace.guards.decide(run, held.digest, "original", by="Ada")
    other = (OFFER[0], "An offer for 60,000 dollars.", OFFER[2])
    with opened(url, resume=run, on_error="forward") as baton:
        waiting = baton.output(*other, event_id="offer")
        assert isinstance(waiting, Parked) and waiting.text == other[1]
        assert "says something else" in waiting.reason and not baton.errors
        assert baton.output(*OFFER, event_id="offer").text == other[1]  # one name, one answer
        now = the_offer(workspace)
        assert (now.digest, now.event.text) == (waiting.digest, other[1])
        assert now.is_again and not now.decided_by
        workspace.guards.decide(run, now.digest, "original", by="Bo")
        ended = baton.output(*other, event_id="offer")
        assert isinstance(ended, Forward) and ended.text == other[1]
        assert ended.report.outcome.by == "Bo"
    texts = [event.text for event in workspace.guards.state(run).events]
    assert texts.count(other[1]) == 1 and not any("45,000 dollars. [" in text for text in texts)


def test_another_text_for_one_whose_secret_went_out_is_judged(url, workspace, left):
    with opened(url, resume=left, on_error="forward") as baton:
        parked = baton.message("Reviewer", "Collector", "Farewell.", event_id="thanks")
        assert isinstance(parked, Parked) and parked.text == "Farewell." and not baton.errors


def test_an_error_lets_out_nothing_that_a_person_has_to_decide_about(
    url, workspace, left, monkeypatch
):
    held = the_offer(workspace)
    with opened(url, resume=left, on_error="forward") as baton:
        with monkeypatch.context() as patch:
            patch.setattr(baton._course._controller, "propose", None)
            waiting = baton.output("Writer", "Something else.", "Reviewer", event_id="offer")
        assert isinstance(waiting, Parked) and waiting.digest == held.digest and baton.errors
    assert baton.output("Writer", "Something else.", "Reviewer", event_id="offer") == waiting


def test_a_name_belongs_to_one_sender_kind_and_recipients(url, workspace, left):
    before = workspace.guards.info(left).last_seq
    with opened(url, resume=left, on_error="forward") as baton:
        for name in ("offer", "thanks", "stated", "crm-1", "never said again"):
            with pytest.raises(ConflictError, match=f"'{name}' belongs to another event"):
                baton.message("Reviewer", "Writer", "ZZ", event_id=name)
            with pytest.raises(ConflictError, match="an id of its own"):
                baton.output("Collector", "ZZ", event_id=name)
        with pytest.raises(ConflictError, match="output of Writer to Reviewer"):
            baton.message(OFFER[0], OFFER[2], OFFER[1], event_id="offer")
        with pytest.raises(ConflictError):
            baton.tool_result("crm", "Collector", "A record.", event_id="offer")
        assert not baton.errors
        assert workspace.guards.info(left).last_seq == before + 1  # 'resumed'
        baton.approval = "auto"
        new = baton.message("Writer", ("Reviewer", "Collector"), "Done.", event_id="new")
        again = baton.message("Writer", ("Collector", "Reviewer"), "Done.", event_id="new")
        assert again is new  # the same people
        with pytest.raises(ConflictError):
            baton.message("Writer", "Reviewer", "Done.", event_id="new")


def test_another_text_under_a_name_gets_the_answer_and_hears_that_it_is_about_the_other(
    url, workspace, left
):
    with opened(url, resume=left, on_error="forward") as baton:
        told = baton.message(*STATED[:2], "Something else.", event_id="stated")
        assert (
            told.text == STATED[2] and "something else was said under this event id" in told.reason
        )
        assert "event id" not in baton.message(*STATED, event_id="stated").reason
        waits = baton.output("Reviewer", "Something else.", event_id="never said again")
        assert isinstance(waits, Parked) and waits.text == "Not mine."
        assert "something else was said under this event id" in waits.reason


@pytest.mark.parametrize("is_one_store", [True, False])
def test_a_program_that_was_overtaken_sends_and_keeps_nothing(url, workspace, caplog, is_one_store):
    store = guard_store(url)

    def program(resume=""):
        more = {"store": store} if is_one_store else {}
        return opened(url, on_error="forward", resume=resume, **more)

    former = program()
    run = former.run_id
    waiting = former.message(*STATED, event_id="one")
    sent = former.message(*LOST, event_id="two")
    former.decide(sent.digest, "original", by="Ada")
    later = program(run)
    assert later.message(*STATED, event_id="one").digest == waiting.digest
    for call in (
        lambda: former.decide(waiting.digest, by="Ada"),
        lambda: former.decide(waiting.digest, "edit", text="Another text.", by="Ada"),
        lambda: former.wait_decision(waiting, 0),
        lambda: former.released(waiting),
        lambda: former.message(*STATED, event_id="one"),
        lambda: former.message(*LOST, event_id="two"),
        lambda: former.message(*STATED),
        lambda: former.output("Writer", "An offer."),
    ):
        with pytest.raises(OvertakenError, match="Another program has taken this run up"):
            call()
    assert not former.run_id
    workspace.guards.decide(run, waiting.digest, "edit", text="Only this may go out.", by="Ada")
    assert later.wait_decision(waiting, 5).text == "Only this may go out."
    assert former.close() is None and "Another program has taken this run up" in caplog.text
    with pytest.raises(OvertakenError):  # a closed guard lets pass what is nobody else's
        former.message(*STATED)
    assert workspace.traces.list().total == 0 and workspace.guards.info(run).is_open
    assert later.close() == workspace.guards.info(run).analysis_id
    assert workspace.traces.list().total == 1
    texts = [event.text for event in workspace.guards.state(run).events]
    assert texts == [LOST[2], "Only this may go out."]


def test_who_waits_while_another_program_takes_the_run_up_sends_nothing(url, workspace):
    former = opened(url, on_error="forward")
    waiting = former.message("Collector", "Reviewer", "Secret plan.", event_id="one")
    got = []

    def wait():
        try:
            got.append(former.wait_decision(waiting, 20).text)
        except OvertakenError:
            got.append("overtaken")

    waiter = threading.Thread(target=wait)
    waiter.start()
    later = opened(url, resume=former.run_id)
    later.message("Collector", "Reviewer", "Secret plan.", event_id="one")
    workspace.guards.decide(
        later.run_id, waiting.digest, "edit", text="Only this may go out.", by="Ada"
    )
    assert later.wait_decision(waiting, 5).text == "Only this may go out."
    waiter.join(10)
    assert got == ["overtaken"]
    with pytest.raises(OvertakenError):
        former.message(*LOST)
    former.close()
    later.close()
    assert workspace.traces.list().total == 1


def test_of_three_programs_only_the_last_decides(url, workspace):
    first = opened(url, on_error="forward")
    waiting = first.message(*STATED, event_id="one")
    second = opened(url, resume=first.run_id, on_error="forward")
    second.message(*STATED, event_id="one")
    third = opened(url, resume=second.run_id, on_error="forward")
    third.message(*STATED, event_id="one")
    for overtaken in (first, second):
        with pytest.raises(OvertakenError):
            overtaken.decide(waiting.digest, "edit", text="Mine.", by="Bo")
    assert third.decide(waiting.digest, "edit", text="The only one.", by="Ada").text
    assert [guard.close() is None for guard in (second, first, third)] == [True, True, False]
    assert workspace.traces.list().total == 1


def test_a_program_whose_record_could_not_be_written_is_overtaken_too(url, workspace):
    former = opened(url, on_error="forward")
    waiting, run = former.message(*STATED, event_id="one"), former.run_id
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(former._recorder._store._kept[1].guards, "append", None)  # the disk is full
        assert isinstance(former.message(*LOST), Parked)
    assert not former.run_id
    later = opened(url, resume=run)
    with pytest.raises(OvertakenError):
        former.wait_decision(waiting, 0)
    assert former.close() is None and workspace.traces.list().total == 0
    later.close()


def test_a_run_is_taken_up_with_what_it_was_checked_with_and_once(url, workspace):
    baton = opened(url, approval="auto")
    baton.message(*STATED)
    run = baton.run_id
    with pytest.raises(InputError, match="another set of priors, choice of settings"):
        guard.open(
            contract(), models=MODELS, store=baton._store, resume=run,
            settings=ReplaySettings(tau=0.9),
        )  # fmt: skip
    with pytest.raises(InputError, match="from the store"):
        guard.open(contract(), resume=run)
    with pytest.raises(NotFoundError):
        opened(url, resume="nothing")
    baton.close()
    with pytest.raises(ConflictError, match="closed already"):
        opened(url, resume=run)


def test_an_event_that_is_said_twice_in_one_program_is_judged_once(url, workspace):
    with opened(url, approval="auto") as baton:
        first = baton.message(*STATED, event_id="one")
        assert baton.message(*STATED, event_id="one") is first
        assert baton.message(*STATED) is not first
        assert len(baton.reports) == 2
    with opened(url) as baton:
        parked = baton.message(*STATED, event_id="one")
        assert baton.message(*STATED, event_id="one") is parked
        decided(workspace)
        assert isinstance(baton.message(*STATED, event_id="one"), Forward)


def test_runs_that_are_over_are_deleted_whole_and_others_not(url, workspace):
    with opened(url, approval="auto") as baton:
        baton.message(*STATED)
        run = baton.run_id
        with pytest.raises(ConflictError, match="still there"):
            workspace.guards.delete(run)
    analysis = workspace.guards.info(run).analysis_id
    assert workspace.guards.deletion_count(run) == workspace.guards.delete(run) == 3
    assert workspace.guards.list() == [] and workspace.analyses.info(analysis)
    with pytest.raises(NotFoundError):
        workspace.guards.state(run)
