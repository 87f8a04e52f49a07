"""One call from bytes to traces that may be kept, here or in a process of its own."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ProcessPoolExecutor

from core.trace.importers import read_bytes
from core.trace.intake import take_in
from core.trace.mapper import Mapping
from core.trace.redact import NOTHING
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
