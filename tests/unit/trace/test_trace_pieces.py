"""A large document parsed in pieces is the document parsed at once, or it isn't parsed so."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.trace.importers import pieces, read_bytes, read_held
from core.trace.intake import take_in
from tests.unit.trace import trace_big
from tests.unit.trace.test_trace_fuzz import JSON

inner = st.recursive(
    st.none()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(['},{"a": 1', "]", '\\"', "[{"]),
    lambda part: (
        st.lists(part, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "role", "x", '},{"a"']), part, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(pieces, "PIECE", 40)
    monkeypatch.setattr(pieces, "_LOOKED_AT", 60)


def in_pieces(data):
    said = []
    try:
        return pieces.parse_in_pieces(data, said.append), said
    except ValueError:
        return None, said


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries({"role": st.text(max_size=5)}, optional={"x": inner}),
        min_size=2,
        max_size=30,
    ),
    st.sampled_from(["", "messages", "a.b"]),
    st.sampled_from([None, 1]),
    inner,
)
def test_whatever_is_parsed_in_pieces_is_the_same(items, path, indent, beside):
    value = items
    for key in reversed(path.split(".") if path else []):
        value = {"first": 1, key: value, "last": beside}
    data = json.dumps(value, indent=indent).encode()
    kept = pieces.PIECE, pieces._LOOKED_AT
    pieces.PIECE, pieces._LOOKED_AT = 40, 60
    try:
        found, said = in_pieces(data)
    finally:
        pieces.PIECE, pieces._LOOKED_AT = kept
    if found is not None:
        assert found == value
        assert said == sorted(said)
        assert said[-1] == 100


@pytest.mark.parametrize("name", list(JSON))
def test_the_samples(small, name):
    data = JSON[name]
    found, _ = in_pieces(data)
    if found is not None:
        assert found == json.loads(data)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": [1, 2',
        b'{"a": [{"b": 1}, {"b": 2}]} x',
        b"[]",
        b'{"a":{}}',
        b'{"a": [{"b": 1}, {"b": 2}, {"b": 3}, {"b": 4}, {"b": 5}], "a": [7]}',
    ],
)
def test_what_is_laid_out_otherwise_is_left_to_the_parser(small, data):
    found, _ = in_pieces(data)
    assert found is None or found == json.loads(data)


@pytest.mark.parametrize("make", [trace_big.chat, trace_big.otlp, trace_big.chat_lines])
def test_how_far_a_large_file_is_parsed_is_told(monkeypatch, make):
    monkeypatch.setattr("core.trace.importers.source.LARGE", 100_000)
    monkeypatch.setattr(pieces, "PIECE", 100_000)
    data = make(5_000)
    said = []
    taken = take_in(data, "x", progress=lambda step, number: said.append((step, number)))
    parsed = [number for step, number in said if step == "parse"]
    assert len(parsed) > 1
    assert parsed == sorted(parsed)
    assert taken.result.traces == read_bytes(data, "x").traces


def test_what_the_listener_raises_stops_the_parsing(monkeypatch):
    monkeypatch.setattr("core.trace.importers.source.LARGE", 1000)

    def stop(percent):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_held([trace_big.chat(4000)], "x", parsing=stop)
