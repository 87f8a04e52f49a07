"""Large files: time against a bare ``json.loads``, and memory in a process of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time

import pytest

from core.errors import TraceFormatError
from core.trace.events import make_event
from core.trace.importers import read_bytes
from core.trace.intake import take_in
from core.trace.model import Event
from tests.unit.trace import trace_big
from tests.unit.trace.trace_grown import grow
from tests.unit.trace.trace_samples import FILES
from tests.unit.trace.trace_samples_answers import ANSWERS
from tests.unit.trace.trace_samples_more import MORE
from tests.unit.trace.trace_samples_tools import TOOLS

SIZES = {"chat": 6_000, "chat lines": 6_000, "otlp": 3_000, "histories": 90, "claude": 5_000}
AT_MOST = 10
"""Times ``json.loads``; the aim is 6, the rest is for a busy machine."""


def timed(act):
    """Return the shortest of three processor times."""
    times = []
    for _ in range(3):
        started = time.process_time()
        act()
        times.append(time.process_time() - started)
    return min(times)


@pytest.mark.parametrize("name", list(SIZES))
def test_reading_mapping_and_redacting(name):
    data = trace_big.FILES[name](SIZES[name])
    lines = data.splitlines()
    bare = timed(lambda: [json.loads(line) for line in lines])

    assert timed(lambda: take_in(data, "x")) < AT_MOST * bare


GROWN = {
    "adk session": ANSWERS, "autogen printed": MORE, "langfuse trace": TOOLS, "managed_agents": MORE,
    "phoenix rows": MORE, "whowhen routed": FILES,
}  # fmt: skip


@pytest.mark.parametrize("name", list(GROWN))
def test_time_grows_with_length_alone(name):
    times = []
    for size in (150_000, 600_000):
        data = grow(GROWN[name][name], size)
        times.append(timed(lambda data=data: take_in(data, "x")))
    assert times[1] < 8 * times[0]  # four times the length: with its square it would be sixteen


def messages_of(role, **more):
    """Return a function that makes a list of that many messages of a role."""
    return lambda count: [
        {"role": "user", "content": "All rows, please."},
        *({"role": role, "content": f"row {number}", **more} for number in range(count)),
    ]


REPEATED = {
    "results that nobody called for": messages_of("tool"),
    "prompts that all differ": messages_of("system"),
    "tasks of one agent": lambda count: {
        "raw": "done",
        "tasks_output": [{"agent": "Weigher", "raw": f"row {number}"} for number in range(count)],
    },
}


@pytest.mark.parametrize("name", list(REPEATED))
def test_what_occurs_often_is_read_in_a_line(name):
    times = []
    for count in (2_000, 8_000):
        data = json.dumps(REPEATED[name](count)).encode()
        times.append(timed(lambda data=data: read_bytes(data, "x")))
    assert times[1] < 8 * times[0]


def printed(text):
    return json.dumps([{"role": "A", "name": "A", "content": text}] * 2).encode()


HOSTILE = {
    "quotes that never end": lambda n: printed("TextMessage: id='1' source='A' content=" + "'\\\\" * n),
    "parts that never end": lambda n: printed("TextMessage: id='1' source='A' content=[" + "'\\\\ " * n),
    "fields without end": lambda n: printed("TextMessage: id='1' source='A' " + "a='\\\\ " * n),
    "roles": lambda n: json.dumps([{"role": "A (" * n, "content": "x"}] * 2).encode(),
    "routes": lambda n: json.dumps(
        [{"task": "t", "coordination_mode": "g", "iterations": [
            {"task_assignments": {"a": "x"}, "communications": ["In Session 1\nFrom " + "a to " * n]}]}]
    ).encode(),
    "calls": lambda n: trace_big.histories(2).replace(
        b'"user"', b'"user"', 1).replace(b"the garden", b"Calling tools: " + b"'id': 'a', 'type': 'function', 'function': {'name': 'b', 'arguments': " * (n // 10), 1),
    "chatdev": lambda n: b"[2026-31-03 09:00:00 INFO] A: **[Start Chat]**\n" + b"[" * n,
    "appworld": lambda n: b"Response from Supervisor Agent\n" + b" " * n + b"\n" + b"Response from " * n,
    "hyperagent": lambda n: b"HyperAgent_x - INFO - Inner-A-Assistant's Response: " + b"\nAction:\n```" * n,
    "magentic": lambda n: b"---------- user ----------\nhi\n---------- B ----------\n" + b"---------- " * n,
    "metagpt": lambda n: b"MetaGPT\n[2026-03-01 09:00:01] NEW MESSAGES:\n" + b"A" * n,
    "zip": lambda n: b"PK\x03\x04" * n,
    "brackets": lambda n: b"[" * n + b"]" * n,
    "lines": lambda n: b'{"a": 1}\n' * n,
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_no_file_takes_more_than_seconds_for_each_megabyte(name):
    data = HOSTILE[name](60_000)
    started = time.process_time()
    with contextlib.suppress(TraceFormatError):
        read_bytes(data, "x")
    assert time.process_time() - started < 5 * max(0.5, len(data) / 1e6)


def test_a_trace_of_32_843_spans_opens_in_seconds():
    data = trace_big.otlp(32_843)
    started = time.process_time()
    (trace,) = read_bytes(data, "x").traces
    assert time.process_time() - started < 15
    assert len(trace.events) > 32_843
    assert len(trace.agents) == 5


def test_an_event_made_quickly_is_an_event():
    quick = make_event(3, "output", "A", "x", "w", recipients=("B",), tokens=4, metadata={"k": 1})
    plain = Event(
        seq=3,
        kind="output",
        sender="A",
        text="x",
        where="w",
        recipients=("B",),
        tokens=4,
        metadata={"k": 1},
    )
    assert type(quick) is Event
    assert quick == plain
    assert quick.is_boundary
    with pytest.raises(AttributeError):
        quick.seq = 4


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["chat", "otlp", "claude"])
def test_300_megabytes_within_a_gigabyte_and_a_half(tmp_path, name):
    counts = {"chat": 1_130_000, "otlp": 290_000, "claude": 760_000}
    path = tmp_path / "big"
    path.write_bytes(trace_big.FILES[name](counts[name]))
    assert path.stat().st_size > 280e6
    code = (
        # VmHWM starts anew with the program; ru_maxrss would carry over the peak of this test,
        # which has just made the file in memory.
        "import re, sys, pathlib; from core.trace.intake import take_in;"
        "taken = take_in([pathlib.Path(sys.argv[1]).read_bytes()], 'x');"
        "print(re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert int(done.stdout) / 1024 < 1536
