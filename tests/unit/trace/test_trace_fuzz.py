"""Whatever comes in: a clear error or valid traces, never another exception, never a hang."""

from __future__ import annotations

import contextlib
import copy
import gzip
import json
import random
import time

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from core.trace.native import trace_from_dict, trace_schema, trace_to_dict
from tests.unit.trace import trace_samples
from tests.unit.trace.test_trace_streams import (
    ANTHROPIC,
    CHUNKS,
    CONSOLE,
    RESPONSES,
    RUN_STATE,
    sse,
)
from tests.unit.trace.trace_samples_answers import ANSWERS
from tests.unit.trace.trace_samples_bots import BOTS
from tests.unit.trace.trace_samples_coding import CODING
from tests.unit.trace.trace_samples_frameworks import FRAMEWORKS
from tests.unit.trace.trace_samples_more import MORE
from tests.unit.trace.trace_samples_sessions import SESSIONS
from tests.unit.trace.trace_samples_tools import TOOLS, as_json

NEWER = {**CODING, **FRAMEWORKS, **ANSWERS}
FILES = {
    **trace_samples.FILES,
    **MORE,
    **TOOLS,
    **SESSIONS,
    **{
        name: NEWER[name]
        for name in (
            "codex", "codex stream", "gemini lines", "openhands", "openhands sdk lines",
            "claude new", "responses", "completions", "kernel net", "haystack spans",
            "strands spans", "vercel ui", "vercel spans", "agno session", "smol run", "otlp flat",
            "jaeger hits", "zipkin", "phoenix columns", "langsmith rows", "autogen core",
            "inspect condensed",
        )
    },
    **{name: BOTS[name] for name in ("kiro", "kiro lines", "rasa", "run steps", "n8n", "n8n failed", "n8n flatted")},
    "run state": as_json(RUN_STATE),
    "streamed chunks": sse(*CHUNKS),
    "streamed message": sse(*ANTHROPIC),
    "streamed response": sse(*RESPONSES),
    "printed chat": CONSOLE.encode(),
    "gzip": gzip.compress(CODING["codex"], mtime=0),
}  # fmt: skip

VALIDATOR = jsonschema.Draft202012Validator(trace_schema())
MANY = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
VERY_MANY = settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
SECONDS_PER_MEGABYTE = 5
"""Processor time of this thread: a busy machine is no fault of the importer's."""

values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["", "user", "assistant", "tool", "system", "A (-> B)", "A (thought)", "exitcode: 0 (",
         "Observation: x", "{", '{"a": 1}', '[{"role": "user"}]', "\ud800", "0", "LLM", "AGENT",
         "tool_use", "Task", "user.message",
         "-----", "TextMessage: id='1' source='A' content=['x", "attachment://0123456789abcdef",
         "1760000000000000000", "2026-01-01T00:00:00Z", "transfer_to_B", "0001-01-01T00:00:00"]
    ),
    st.lists(st.integers() | st.text(max_size=3), max_size=3),
    st.dictionaries(
        st.sampled_from(["role", "content", "type", "text", "parts", "tool_calls", "x", "id"]),
        st.none() | st.integers() | st.text(max_size=3) | st.lists(st.none(), max_size=2),
        max_size=3,
    ),
)  # fmt: skip


def check(data: bytes) -> None:
    started = time.thread_time()
    try:
        result = read_bytes(data, "file.json")
    except TraceFormatError as error:
        assert error.what
        return
    finally:
        assert time.thread_time() - started < SECONDS_PER_MEGABYTE * max(1, len(data) / 2**20)
    assert result.traces
    for trace in result.traces:
        assert trace.events
        written = json.loads(json.dumps(trace_to_dict(trace)))
        VALIDATOR.validate(written)
        assert trace_from_dict(written) == trace
        str(written).encode()  # no half characters: a database could not hold them
        for event in trace.events:
            assert not (event.is_private and event.recipients)
            if trace.format != "baton" and event.recipients_from == "inferred":
                assert event.recipients and event.rule


def places(value, path=()):
    """Yield the path of every value inside a JSON value."""
    yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from places(inner, (*path, key))


def parsed(data: bytes):
    try:
        return json.loads(data)
    except ValueError:
        return [json.loads(line) for line in data.splitlines()]


JSON = {
    name: data for name, data in FILES.items() if data[:1] in (b"{", b"[") and name != "chatdev"
}
SHAPES = {name: (parsed(data), list(places(parsed(data)))[1:]) for name, data in JSON.items()}


@st.composite
def swapped(draw):
    """A small file with values swapped for others, dropped, doubled or moved."""
    shape, paths = SHAPES[draw(st.sampled_from(list(SHAPES)))]
    data = copy.deepcopy(shape)
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(paths))
        inner = data
        try:
            for key in path[:-1]:
                inner = inner[key]
            act = draw(st.sampled_from(["swap", "swap", "drop", "double", "move"]))
            if act == "swap":
                inner[path[-1]] = draw(values)
            elif act == "drop":
                del inner[path[-1]]
            elif act == "double" and isinstance(inner, list):
                inner.append(copy.deepcopy(inner[path[-1]]))
            elif act == "move":
                inner[path[-1]] = copy.deepcopy(shape)
        except (KeyError, IndexError, TypeError):
            continue
    if isinstance(data, list) and draw(st.booleans()):
        return "\n".join(json.dumps(item) for item in data).encode()
    return json.dumps(data, ensure_ascii=draw(st.booleans())).encode("utf-8", "replace")


@st.composite
def damaged(draw):
    """A small file cut off, with bytes flipped, inserted or removed."""
    data = bytearray(FILES[draw(st.sampled_from(list(FILES)))])
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        act = draw(st.sampled_from(["cut", "flip", "insert", "remove"]))
        if act == "cut":
            del data[place:]
        elif act == "flip" and data:
            data[place] ^= 1 << draw(st.integers(0, 7))
        elif act == "insert":
            data[place:place] = draw(st.binary(max_size=6))
        else:
            del data[place : place + draw(st.integers(1, 20))]
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        b'[{"name": "", "content": "exitcode: 0 ("}, {"role": "user", "content": "x"}]',
        b'[{"role": "user", "content": "x"}, {"role": "tool", "tool_calls": [{"name": "y"}]}]',
    ],
)
def test_what_fuzzing_found_once(data):
    check(data)


@pytest.mark.parametrize("name", list(FILES))
def test_the_samples_themselves_are_read_without_a_bad_record(name):
    result = read_bytes(FILES[name], "file.json")
    assert result.bad_records == (1 if name == "chat packed" else 0), result.problems
    check(FILES[name])


@MANY
@given(st.binary(max_size=300))
def test_any_bytes(data):
    check(data)


@MANY
@given(
    st.sampled_from(['{"messages": ', "[", '{"resourceSpans": [', '{"kind": "Trace", ']),
    st.text(max_size=60),
)
def test_any_text_that_starts_like_a_trace(start, rest):
    check((start + rest).encode("utf-8", "replace"))


@MANY
@given(swapped())
def test_values_of_other_types(data):
    check(data)


@MANY
@given(damaged())
def test_damaged_files(data):
    check(data)


@MANY
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(
                ["role", "name", "content", "tool_calls", "to", "id", "parts", "type", "usage"]
            ),
            values,
            max_size=5,
        ),
        min_size=1,
        max_size=6,
    )
)
def test_messages_made_of_anything(messages):
    check(json.dumps(messages).encode())


def with_bytes_damaged(rng, data):
    """Return a file cut off, with bytes flipped, inserted or removed."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data) + 1)
        act = rng.choice(["cut", "flip", "insert", "remove"])
        if act == "cut":
            del data[place:]
        elif act == "flip" and place < len(data):
            data[place] ^= 1 << rng.randrange(8)
        elif act == "insert":
            data[place:place] = rng.randbytes(rng.randint(1, 5))
        else:
            del data[place : place + rng.randint(1, 20)]
    return bytes(data)


def with_values_swapped(rng, shape):
    """Return a file with values swapped for others, dropped, doubled or moved."""
    value, paths = copy.deepcopy(shape[0]), shape[1]
    for _ in range(rng.randint(1, 4)):
        path = rng.choice(paths)
        inner = value
        act = rng.choice(["swap", "swap", "swap", "drop", "double", "move"])
        with contextlib.suppress(KeyError, IndexError, TypeError, AttributeError):
            for key in path[:-1]:
                inner = inner[key]
            if act == "swap":
                inner[path[-1]] = copy.deepcopy(rng.choice(ODD))
            elif act == "drop":
                del inner[path[-1]]
            elif act == "double":
                inner.append(copy.deepcopy(inner[path[-1]]))
            else:
                inner[path[-1]] = copy.deepcopy(shape[0])
    if isinstance(value, list) and value and rng.random() < 0.3:
        return "\n".join(map(json.dumps, value)).encode()
    return json.dumps(value).encode()


ODD = [
    None, True, 0, -1, 3.5, 2**70, "", "user", "assistant", "tool", "\ud800", "{", '{"a": 1}',
    '[{"role": "user"}]', "A (-> B)", "AGENT", "Task", "2026-01-01T00:00:00Z", "0001-01-01T00:00:00",
    [], {}, [None], [[]], {"": None}, {"role": 1}, {"content": [1]}, [{"type": "text", "text": 3}], "x" * 300,
]  # fmt: skip


def damage(name, count, seed):
    """Read that many damaged versions of a file, each a clear error or a valid trace."""
    rng = random.Random(seed)
    shape = SHAPES.get(name)
    for number in range(count):
        if shape is None or rng.random() < 0.4:
            data = with_bytes_damaged(rng, FILES[name])
        else:
            data = with_values_swapped(rng, shape)
        if number % 20 == 0:
            check(data)
            continue
        started = time.thread_time()
        try:
            result = read_bytes(data, "file.json")
        except TraceFormatError as error:
            assert error.what
        else:
            assert all(trace.events for trace in result.traces)
        assert time.thread_time() - started < SECONDS_PER_MEGABYTE


@pytest.mark.parametrize("name", list(FILES))
def test_500_damaged_files_of_each_kind(name):
    damage(name, 500, name)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", list(FILES))
def test_20_000_damaged_files_of_each_kind(name):
    damage(name, 20_000, f"{name} at length")


@pytest.mark.long
@pytest.mark.timeout(3600)
@VERY_MANY
@given(swapped() | damaged())
def test_many_more_damaged_files(data):
    check(data)


@pytest.mark.long
@pytest.mark.timeout(3600)
@VERY_MANY
@given(st.binary(max_size=2000))
def test_many_more_bytes(data):
    check(data)
