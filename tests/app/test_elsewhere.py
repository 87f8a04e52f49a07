import json
import threading

import pytest

from core.errors import NotFoundError
from core.trace.native import trace_to_dict
from pages._ui.elsewhere import CancelledError, Elsewhere, Running
from pages._ui.work import AnalysisRequest, analyse_request
from pages._ui.work_import import read_file
from tests.app.errands import chatter, count_to, crash, dawdle, refuse, size_of, sleep
from tests.app.support import CONTRACT, run


def test_the_answer_is_the_same_as_here():
    from core.contract.document import parse_contract

    data = json.dumps(trace_to_dict(run())).encode()
    assert Elsewhere().call(read_file, "run.json", data) == read_file("run.json", data)
    request = AnalysisRequest(trace_id="x", contract=parse_contract(CONTRACT, "c"))
    there = Elsewhere().call(analyse_request, run(), request)
    assert there.digest == analyse_request(run(), request).digest


def test_an_error_for_people_comes_back():
    with pytest.raises(NotFoundError, match=r"There is no trace\."):
        Elsewhere().call(refuse, "trace")


def test_noise_is_kept_out_of_the_answer():
    assert Elsewhere().call(chatter) == 7


def test_a_crash_is_an_error_and_not_silence(caplog):
    with pytest.raises(RuntimeError):
        Elsewhere().call(crash)
    assert "ZeroDivisionError" in caplog.text


def test_closing_ends_what_is_running():
    elsewhere = Elsewhere()
    failed = []

    def work():
        try:
            elsewhere.call(sleep)
        except RuntimeError as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    elsewhere.close()
    thread.join(10)
    assert failed


def test_large_bytes_arrive_as_they_are():
    assert Elsewhere().call(size_of, [b"x" * 1_000_000]) == (1_000_000, bytes)


def test_what_is_told_is_seen_from_outside():
    running = Running()
    assert Elsewhere().call(count_to, 5, running=running) == 5
    assert running.said == 4


def test_a_call_can_be_cancelled_while_it_runs_and_before():
    elsewhere, running, ended = Elsewhere(), Running(), []

    def work():
        try:
            elsewhere.call(dawdle, running=running)
        except CancelledError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while running.said is None:
        thread.join(0.02)
    running.cancel()
    thread.join(10)
    assert ended
    with pytest.raises(CancelledError):
        elsewhere.call(dawdle, running=running)
