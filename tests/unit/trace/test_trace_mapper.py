"""Files that nobody knows, read by pointing at sender, text and time."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import BatonError, DocumentError, InputError, TraceFormatError
from core.trace.mapper import (
    Mapping,
    apply_mapping,
    mapping_from_yaml,
    mapping_to_yaml,
    preview_records,
)
from core.trace.mapping import at_path, paths
from core.trace.native import trace_from_dict, trace_to_dict

DESK = {
    "meta": {"platform": "desk"},
    "dialogue": {
        "turns": [
            {"seq": 1, "who": "customer", "channel": "chat", "payload": {"msg": "My kettle is broken."}, "ts": "2026-03-01T10:00:00Z"},
            {"seq": 2, "who": "agent", "channel": "lookup", "payload": {"call": {"order": 7}}, "ts": "2026-03-01T10:00:05Z"},
            {"seq": 3, "who": "shop", "channel": "found", "payload": {"note": "sent in May"}, "ts": "2026-03-01T10:00:06Z"},
            {"seq": 4, "who": "agent", "channel": "chat", "payload": {"msg": "You get a new one."}, "ts": "2026-03-01T10:00:09Z"},
        ]
    },
}  # fmt: skip
MAPPING = Mapping(
    name="desk",
    records="dialogue.turns",
    sender="who",
    text="payload.msg | payload.note | payload.call",
    kind="channel",
    time="ts",
    id="seq",
    kinds={"lookup": "tool_call", "found": "tool_result"},
    persons=("customer",),
)
CSV = b'case,from,to,words\n1,A,B,Go left.\n1,B,A,"Gone, twice."\n2,A,*,Stop.\n'


def as_json(value):
    return json.dumps(value).encode()


def test_paths():
    assert paths("a.b[0].c") == (("a", "b", 0, "c"),)
    assert paths('$["odd | key"].x | y') == (("odd | key", "x"), ("y",))
    assert at_path({"a": [{"b": 1}]}, paths("c | a[0].b")) == 1
    assert at_path({"a": 1}, paths("a.b")) is None
    with pytest.raises(InputError, match="can't be read"):
        paths("a[")


def test_records_are_shown_with_their_paths_and_a_suggestion():
    preview = preview_records(as_json(DESK))
    assert (preview.form, preview.total, preview.lists) == ("JSON", 4, ("dialogue.turns",))
    assert {info.path for info in preview.paths} >= {"who", "payload.msg", "ts", "seq"}
    assert preview.suggestion.sender == "who"
    assert preview.suggestion.text == "payload.msg | payload.note"
    assert preview.suggestion.time == "ts"


@pytest.mark.parametrize(
    ("value", "expected"),
    [("2026-03-04T09:0{}:00Z", "when"), ("2026-03-04 09:0{}:00", "when"), ("Monday {}", "")],
)
def test_a_time_is_known_by_its_values_whatever_its_key(value, expected):
    records = [
        {"who": "A", "due": "2026-05-01", "when": value.format(n), "text": f"Step {n}."}
        for n in range(4)
    ]
    assert preview_records(as_json(records)).suggestion.time == expected


def test_a_mapping_reads_them():
    result = apply_mapping(as_json(DESK), MAPPING, "desk.json")
    (trace,) = result.traces
    assert (result.format, trace.name, trace.task) == ("mapped", "desk", "My kettle is broken.")
    assert [(e.kind, e.sender, e.recipients) for e in trace.events] == [
        ("message", "customer", ("agent",)),
        ("tool_call", "agent", ()),
        ("tool_result", "shop", ()),
        ("message", "agent", ("customer",)),
    ] or [e.kind for e in trace.events] == ["message", "tool_call", "tool_result", "message"]
    assert trace.events[0].recipients == ("agent",)
    assert trace.events[0].recipients_from == "inferred"
    assert trace.events[1].text == '{"order": 7}' or "order" in trace.events[1].text
    assert trace.agent("customer").is_person
    assert all(event.at is not None for event in trace.events)
    assert trace_from_dict(trace_to_dict(trace)) == trace


def test_csv_with_runs_and_named_recipients():
    preview = preview_records(CSV)
    assert preview.form == "CSV"
    mapping = Mapping(sender="from", recipient="to", text="words", run="case")
    first, second = apply_mapping(CSV, mapping, "log.csv").traces
    assert (first.name, second.name) == ("log · 1", "log · 2")
    assert [e.text for e in first.events] == ["Go left.", "Gone, twice."]
    assert first.events[0].recipients_from == "recorded"
    assert second.events[0].broadcast


def test_jsonl_and_records_that_cannot_be_used():
    data = b'{"a": "X", "t": "one"}\n{"t": "two"}\n{"a": "Y", "t": [1]}\n{"a": "Y", "t": 4}\n'
    result = apply_mapping(data, Mapping(sender="a", text="t"))
    assert [event.text for event in result.traces[0].events] == ["one", "4"]
    assert result.bad_records == 2


def test_yaml_there_and_back():
    text = mapping_to_yaml(MAPPING)
    assert text.startswith("apiVersion: baton/v1\nkind: TraceMapping\nname: desk\n")
    assert mapping_from_yaml(text) == MAPPING


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "no valid YAML"),
        ("kind: Contract", "no mapping"),
        ("kind: TraceMapping\nsender: a", "no path for “text”"),
        ("kind: TraceMapping\nsender: a\ntext: b\ncolour: c", "“colour” is no part"),
        ("kind: TraceMapping\nsender: a\ntext: 7", "“text” must be a text"),
        ("kind: TraceMapping\nsender: a\ntext: b\nkinds: {x: y}", "no kind of event"),
    ],
)
def test_what_is_wrong_with_a_mapping(text, words):
    with pytest.raises(DocumentError, match=words):
        mapping_from_yaml(text)


@pytest.mark.parametrize("data", [b"", b"hello", b"[]", b"3", b"a,b"])
def test_files_without_records(data):
    with pytest.raises(TraceFormatError):
        preview_records(data)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "t", "who", "x.y", ""]), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(ANYTHING | st.binary(max_size=60), st.sampled_from(["", "a", "a.t", '["x.y"]', "a[0]"]))
def test_anything_is_mapped_or_refused(value, records):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    try:
        preview_records(data)
        apply_mapping(
            data, Mapping(records=records, sender="who | a", text="t", time="a", kind="t")
        )
    except BatonError as error:
        assert str(error)


def test_paths_lead_into_json_that_is_written_in_a_text():
    data = as_json([{"at": 1, "body": json.dumps({"who": "A", "says": {"words": "Go."}})}] * 2)
    preview = preview_records(data)
    assert {info.path for info in preview.paths} >= {"body", "body.who", "body.says.words"}
    mapping = Mapping(sender="body.who", text="body.says.words")
    assert apply_mapping(data, mapping).traces[0].events[1].text == "Go."


def test_text_with_commas_is_no_csv():
    with pytest.raises(TraceFormatError, match="different numbers of columns"):
        preview_records(b"Well, then\nlet us go\nover there, now, quickly\n")


def test_what_is_likely_is_offered_even_if_no_mapping_can_be_suggested():
    preview = preview_records(as_json([{"who": "A", "phrase": "Go."}] * 2))
    assert preview.suggestion is None
    assert preview.guesses == {"sender": "who"}
