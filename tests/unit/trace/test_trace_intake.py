"""One call from bytes to traces that may be kept, here or in a process of its own."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

from core.errors import SettingError, TraceFormatError
from core.trace.importers import read_bytes
from core.trace.intake import take_in
from core.trace.mapper import Mapping
from core.trace.redact import NOTHING, Rules
from tests.unit.trace.trace_samples_more import MORE

KEY = "hf_a8F3kd92LmQ0zX77vbN1"
CHAT = json.dumps([{"role": "user", "content": KEY}, {"role": "assistant", "content": "Ok."}])


def test_read_and_redacted_at_once():
    intake = take_in(CHAT.encode(), "run.json")
    assert intake.result.traces[0].events[0].text == "[redacted: key]"
    assert intake.removed["key"] == 2  # the request is the task too
    assert take_in(CHAT.encode(), "run.json", rules=NOTHING).result == read_bytes(
        CHAT.encode(), "run.json"
    )


def test_by_a_mapping():
    data = b'{"who": "A", "what": "Go."}\n{"who": "B", "what": "Gone."}\n'
    intake = take_in(data, "x", mapping=Mapping(sender="who", text="what"))
    assert intake.result.format == "mapped"
    assert not intake.removed


def test_in_a_process_of_its_own():
    here = take_in(MORE["claude_code"], "run.jsonl")
    assert pickle.loads(pickle.dumps(here)) == here
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(take_in, MORE["claude_code"], "run.jsonl").result(60) == here


def test_a_mapping_of_an_earlier_file_reads_the_next_one_like_it():
    one = Mapping(name="short", sender="who", text="what")
    two = Mapping(name="long", sender="who", text="what", time="at")
    data = b'{"who": "A", "what": "Go.", "at": 1760000000}\n{"who": "B", "what": "Gone."}\n'
    assert take_in(data, "x", known=[one, two]).mapping == two
    assert take_in(b'[{"who": "A", "what": "Go."}]', "x", known=[one, two]).mapping == one
    assert take_in(CHAT.encode(), "x", known=[one, two]).mapping is None
    with pytest.raises(TraceFormatError, match="no form that Baton knows"):
        take_in(b'[{"by": "A", "what": "Go."}]', "x", known=[one, two])


def test_progress_is_told_and_can_stop_the_import():
    told = []
    take_in(MORE["claude_code"], "x", progress=lambda step, number: told.append((step, number)))
    assert told[0] == ("read", 0)
    assert told[-1][0] == "redact"

    def stop(step, number):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_in(MORE["claude_code"], "x", progress=stop)


def test_a_slow_pattern_is_refused_before_anything_is_read():
    with pytest.raises(SettingError, match="repeats inside"):
        take_in(b"not read", "x", rules=Rules(patterns=("(a+)+b",)))


def test_content_in_a_list_is_taken_out_of_it():
    held = [CHAT.encode()]
    assert take_in(held, "x") == take_in(CHAT.encode(), "x")
    assert held == []
