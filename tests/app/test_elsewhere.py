import json
import threading

import pytest

from core.errors import NotFoundError
from core.trace.native import trace_to_dict
from pages._ui.elsewhere import Elsewhere
from pages._ui.work import AnalysisRequest, analyse_request, read_file
from tests.app.support import CONTRACT, run


def refuse(name):
    raise NotFoundError(f"There is no {name}.")


def chatter():
    print("noise on standard output")  # noqa: T201
    return 7


def crash():
    raise ZeroDivisionError


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


def sleep():
    threading.Event().wait(60)


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
