"""A page is drawn anew when it would look different, and not before."""

import time

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import NotFoundError, StorageError
from core.probe.record import ProbeRecord
from core.probe.runner import Runner
from pages._ui.heartbeat import _OWN, _Seen, _seen, answer
from tests.app.runs import open_page
from tests.app.support import work_as
from tests.live_support import spec
from tests.probe_support import probe_spec


@pytest.fixture
def drawn(app, workspace):
    """A run that waits, drawn; and what its page asks for news."""
    work_as(app, "Ada")
    run = workspace.live.start(spec(approval="always"), "The tour")
    for _ in range(50):
        open_page(app, "live", run=run)
        if workspace.live.parked() and answer(app.session_state[_OWN]) == "same":
            break
    return run, app.session_state[_OWN]


def test_a_page_asks_until_somebody_decides(app, workspace, drawn):
    run, token = drawn
    (parked,) = workspace.live.parked()
    assert answer(token) == "same"
    held = parked.held
    workspace.live.decide(run, seq=held.seq, digest=held.digest, action="approve", author="Bo")
    assert answer(token) == "news"
    app.run()
    assert app.session_state[_OWN] == token  # one page of a visitor asks for one thing


def test_what_is_read_is_news_each_time_it_would_look_different(app, workspace):
    from types import SimpleNamespace

    from pages._ui import trace_reading

    reading = SimpleNamespace(
        name="big.jsonl",
        size=3e6,
        started=time.monotonic(),
        done=False,
        running=SimpleNamespace(cancelled=False, said=("parse", 10)),
        cancel=lambda: None,
    )
    script = AppTest.from_function(_follow)
    script.session_state["reading"] = reading
    script.run()
    token = script.session_state[_OWN + ":reading"]
    assert answer(token) == "same"
    reading.running.said = ("parse", 60)
    assert answer(token) == "news"
    script.run()
    assert "60 % parsed" in script.get("html")[0].proto.body and answer(token) == "same"
    assert trace_reading.LOOK < 1


def _follow():
    import streamlit as st

    from pages._ui.trace_reading import progress

    progress([st.session_state["reading"]])


def test_what_was_deleted_is_news_and_a_page_of_nobody_is_gone():
    def deleted():
        raise NotFoundError("There is no such run.")

    _seen["test"] = _Seen(1, deleted)
    assert answer("test") == "news"
    del _seen["test"]
    assert answer("") == answer("test") == "gone"


def test_a_page_that_asks_is_remembered_longer_than_one_that_is_closed(app, workspace, monkeypatch):
    before = dict(_seen)
    _seen.clear()
    monkeypatch.setattr("pages._ui.heartbeat._KEPT", 2)
    _seen["open"], _seen["closed"] = _Seen(1, lambda: 1), _Seen(1, lambda: 1)
    assert answer("open") == "same"
    open_page(app, "live")  # a third page is drawn
    assert (answer("open"), answer("closed")) == ("same", "gone")
    assert answer(app.session_state[_OWN]) == "same"
    _seen.clear()
    _seen.update(before)


def test_a_database_that_is_busy_is_no_news(caplog):
    def busy():
        raise StorageError("The database is busy.")

    def broken():
        raise ZeroDivisionError

    for now, told in ((busy, "The database is busy."), (broken, "can't be looked up")):
        _seen["test"] = _Seen(1, now)
        assert answer("test") == "same"
        assert told in caplog.text
    del _seen["test"]


def test_what_changes_while_a_list_is_drawn_is_news(app, workspace, monkeypatch):
    work_as(app, "Ada")
    probes = workspace.probes
    probe = probes.create(probe_spec(), "The tour")

    def end(*_):
        data = {"how": "halted", "reason": ""}
        probes.append(probe, ProbeRecord(seq=1, kind="ended", data=data))

    with monkeypatch.context() as patch:
        patch.setattr("pages._ui.calib_list.section", end)
        open_page(app, "calibration")
    assert answer(app.session_state[_OWN]) == "news"
    with monkeypatch.context() as patch:
        patch.setattr(
            "pages._ui.live_list.parked_part",
            lambda *_: workspace.live.start(spec(approval="always"), "The tour"),
        )
        open_page(app, "live")
    assert answer(app.session_state[_OWN]) == "news"


def test_what_stands_is_drawn_anew_once_another_process_takes_it_up(app, workspace):
    work_as(app, "Ada")
    probes = workspace.probes
    open_page(app, "calibration")
    assert answer(app.session_state[_OWN]) == "same"
    probe = probes.create(probe_spec(), "The tour")
    assert answer(app.session_state[_OWN]) == "news"  # the first one appears
    data = {"how": "halted", "reason": "", "by": "Bo"}
    runner = Runner(probe_id=probe, store=probes)
    runner.halted.set()
    assert runner.run() == "halted"
    for params in ({}, {"id": probe}):
        open_page(app, "calibration", **params)
        token = app.session_state[_OWN]
        assert answer(token) == "same"
        assert probes.take(probe, "another process", 20.0)
        assert answer(token) == "news"
        probes.release(probe, "another process")
        assert answer(token) == "same"
    seq = len(probes.records(probe)) + 1
    probes.append(probe, ProbeRecord(seq=seq, kind="ended", data=data | {"how": "stopped"}))
    assert answer(token) == "news"
