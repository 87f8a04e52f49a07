"""A guarded run is written down event by event, and people decide about it from another process."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from core import guard
from core.errors import ConflictError, InputError
from core.guard import Answer, Forward, Parked, Repaired
from storage import guard_store, open_workspace
from tests.unit.controller.team_live import GOOD, MODEL
from tests.unit.provenance.team import contract

PROJECT = Path(__file__).resolve().parents[3]
MODELS = dict.fromkeys(("Collector", "Writer", "Reviewer"), MODEL)
STATED = ("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = ("Collector", "Writer", "Please write the offer.")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/baton.db"


@pytest.fixture
def workspace(url):
    with open_workspace(url) as opened:
        yield opened


def opened(url, **more):
    more = {"approval": "always", "on_error": "raise", "name": "Tuesday"} | more
    more.setdefault("store", guard_store(url))
    return guard.open(contract(), priors=GOOD, models=MODELS, **more)


def decided(workspace, act="proposed", **more):
    """Decide about what waits, as the dashboard does."""
    (parked,) = workspace.guards.parked()
    workspace.guards.decide(parked.run.id, parked.held.digest, act, by="Ada", **more)
    return parked


def test_what_is_parked_shows_elsewhere_and_is_decided_there(url, workspace):
    with opened(url) as baton:
        first = baton.message(*STATED)
        decided(workspace)
        assert isinstance(baton.wait_decision(first, 5), Forward)
        second = baton.message(*LOST)
        waiting = workspace.guards.parked()[0]
        assert waiting.run.name == "Tuesday"
        assert waiting.held.report.chosen == "INTEGRATE"
        threading.Timer(0.3, decided, (workspace, "edit"), {"text": "Write. $45,000."}).start()
        ended = baton.wait_decision(second, 10)
        assert isinstance(ended, Repaired)
        assert ended.text == "Write. $45,000."
        assert ended.report.outcome.by == "Ada"
        assert workspace.guards.parked() == ()
    (info,) = workspace.guards.list()
    assert (info.is_open, info.waiting, info.analysis_id) == (False, 0, baton.analysis_id)
    state = workspace.guards.state(info.id)
    assert [e.text for e in state.events] == [STATED[2], "Write. $45,000."]
    assert state.reports == workspace.analyses.get(baton.analysis_id).reports


def test_a_decision_counts_once_and_for_what_was_seen(url, workspace):
    with opened(url) as baton:
        first, second = baton.message(*LOST), baton.message(*LOST)  # the same words, parked twice
        assert first.digest != second.digest
        run = workspace.guards.list()[0].id
        decide = workspace.guards.decide
        decide(run, first.digest, "original", by="Ada", reason="He knows it.")
        with pytest.raises(ConflictError, match="Ada has decided already"):
            decide(run, first.digest, "edit", by="Bo", text="Stop.")
        with pytest.raises(InputError, match="carries a name"):
            decide(run, second.digest, "original", by=" ")
        assert baton.wait_decision(first, 5).text == LOST[2]
        with pytest.raises(ConflictError, match="Ada has decided; what went out"):
            decide(run, first.digest, "original", by="Bo")
        assert [one.held.digest for one in workspace.guards.parked()] == [second.digest]


def test_a_decision_about_what_the_run_has_overtaken_is_refused_and_asked_again(url, workspace):
    with opened(url, approval="flagged") as baton:
        parked = baton.message(*LOST)  # absent: it would be asked for
        decided(workspace, reason="Go on.")
        baton._recorder._looked = float("inf")  # the guard looks only after the next message
        baton.message(*STATED)
        (waits,) = baton.parked
        baton._recorder._looked = 0.0
        baton._listen(at_once=True)
        (again,) = workspace.guards.parked()
        assert again.held.is_again
        assert again.held.digest not in (parked.digest, waits.digest)
        with pytest.raises(ConflictError, match="Look at it again"):
            workspace.guards.decide(again.run.id, parked.digest, "original", by="Ada")
        decided(workspace, "original")
        assert baton.wait_decision(parked, 5).text == LOST[2]


def work(url):
    """Work until somebody ends the process."""
    baton = opened(url, approval="flagged")
    baton.message(*STATED)
    baton.tool_result("crm", "Collector", "Token sk-proj-" + "a1B2" * 12)
    baton.message("Reviewer", "Collector", "Thanks.")
    sys.stdout.write(f"{isinstance(baton.message(*LOST), Parked)}\n")
    sys.stdout.flush()
    time.sleep(60)


CHILD = "import sys; from tests.integration.guard.test_record import work; work(sys.argv[1])"


def test_a_process_that_is_killed_loses_nothing(url, workspace):
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, url], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout.readline() == "True\n"
        os.kill(child.pid, signal.SIGKILL)
    (parked,) = workspace.guards.parked()
    assert parked.held.event.text == LOST[2]
    analysis_id = workspace.guards.file(workspace, parked.run.id)
    info = workspace.guards.info(parked.run.id)
    assert (info.is_open, info.analysis_id) == (False, analysis_id)
    analysis = workspace.analyses.get(analysis_id)
    trace = workspace.traces.get(workspace.analyses.info(analysis_id).trace_id)
    assert [e.sender for e in trace.events] == ["Collector", "crm", "Reviewer"]
    assert [r.sender for r in analysis.reports] == ["Collector", "Reviewer"]
    assert trace.metadata["guard"]["cut_short"]
    with pytest.raises(ConflictError, match="run is over"):
        workspace.guards.decide(parked.run.id, parked.held.digest, "original", by="Ada")
    kept = b"".join(path.read_bytes() for path in Path(workspace.path).parent.iterdir())
    assert b"Thanks." in kept and b"a1B2a1B2" not in kept


@pytest.mark.parametrize(
    ("answer", "tokens", "estimated"),
    [(Answer(text="It is 45,000.", tokens=57), 57, False), ("It is 45,000.", 40, True)],
)
def test_what_a_question_costs_is_counted(url, workspace, answer, tokens, estimated):
    with opened(url, approval="auto", ask=lambda question: answer) as baton:
        assert isinstance(baton.message(*LOST), Repaired)
    (info,) = workspace.guards.list()
    state = workspace.guards.state(info.id)
    assert state.estimated == estimated
    assert state.tokens == tokens if not estimated else 20 < state.tokens < 120
    trace = workspace.traces.get(workspace.analyses.info(baton.analysis_id).trace_id)
    assert trace.metadata["guard"]["tokens"] == {"repair": state.tokens, "estimated": estimated}


def test_a_record_that_can_not_be_written_costs_the_record_but_not_the_run(url, workspace):
    baton = opened(url, approval="auto", on_error="forward")
    baton.message(*STATED)
    baton._recorder._store._kept[1].guards.append = None  # the disk is full
    assert isinstance(baton.message(*LOST), Repaired)
    assert len(baton.errors) == 1
    assert baton.close()
    assert [r.decision for r in workspace.analyses.get(baton.analysis_id).reports] == [
        "FORWARD", "COMMIT",
    ]  # fmt: skip
