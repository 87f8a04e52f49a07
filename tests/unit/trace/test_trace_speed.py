"""Large files: time against a bare ``json.loads``, and memory in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from core.trace.events import make_event
from core.trace.importers import read_bytes
from core.trace.model import Event
from core.trace.redact import redact
from tests.unit.trace import trace_big

SIZES = {"chat": 6_000, "chat lines": 6_000, "otlp": 3_000, "histories": 90, "claude": 5_000}
AT_MOST = 14
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

    def read():
        for trace in read_bytes(data, "x").traces:
            redact(trace)

    assert timed(read) < AT_MOST * bare


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
        "import resource, sys, pathlib; from core.trace.importers import read_path;"
        "from core.trace.redact import redact;"
        "[redact(t) for t in read_path(pathlib.Path(sys.argv[1])).traces];"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert int(done.stdout) / 1024 < 1536
