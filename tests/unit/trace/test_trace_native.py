"""The native form: what is written can be read, what is wrong is named with its place."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime, timedelta

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from core.trace.model import Agent, Event, Trace
from core.trace.native import (
    NativeFormatError,
    trace_from_dict,
    trace_schema,
    trace_to_dict,
    write_json,
    write_jsonl,
)
from tests.unit.trace.trace_samples import NATIVE

VALIDATOR = jsonschema.Draft202012Validator(trace_schema())

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
names = texts.filter(lambda name: name.strip())
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
objects = st.dictionaries(texts, json_values, max_size=3)
times = st.datetimes(  # hypothesis wants naive bounds
    datetime(1990, 1, 1),  # noqa: DTZ001
    datetime(2100, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)


@st.composite
def events(draw, seq):
    metadata = draw(objects)
    metadata.pop("private", None)
    return Event(
        seq=seq,
        kind=draw(st.sampled_from(["message", "tool_call", "tool_result", "output", "verifier"])),
        sender=draw(names),
        recipients=tuple(draw(st.lists(names, max_size=3, unique=True))),
        text=draw(texts),
        tool=draw(st.none() | texts),
        call_id=draw(st.none() | texts),
        at=draw(st.none() | times),
        recipients_from=draw(st.sampled_from(["recorded", "inferred", "unknown"])),
        kind_from=draw(st.sampled_from(["recorded", "inferred"])),
        rule=draw(texts),
        broadcast=draw(st.booleans()),
        tokens=draw(st.none() | st.integers(0, 2**40)),
        where=draw(texts),
        metadata=metadata,
    )


@st.composite
def traces(draw):
    numbers = sorted(draw(st.sets(st.integers(1, 50), min_size=1, max_size=4)))
    found = tuple(draw(events(number)) for number in numbers)
    known = draw(st.lists(names, max_size=3, unique=True))
    agents = [
        Agent(name=name, description=draw(texts), model=draw(st.none() | texts)) for name in known
    ]
    for event in found:  # the reader adds who takes part and isn't listed
        speaks = event.kind not in ("tool_result", "verifier")
        hears = event.recipients if event.kind != "tool_call" else ()
        for name in ((event.sender,) if speaks else ()) + hears:
            if name not in known:
                known.append(name)
                agents.append(Agent(name=name))
    return Trace(
        name=draw(texts),
        format=draw(names),
        agents=tuple(agents),
        events=found,
        task=draw(texts),
        labels=draw(objects),
        metadata=draw(objects),
    )


@settings(deadline=None)  # a busy machine is no failure
@given(traces())
def test_what_is_written_is_read_back_and_meets_the_schema(trace):
    data = json.loads(write_json(trace))
    VALIDATOR.validate(data)
    assert trace_from_dict(data) == trace
    assert trace_from_dict(data).digest == trace.digest


@settings(deadline=None)  # a busy machine is no failure
@given(traces())
def test_json_and_jsonl_hold_the_same_trace(trace):
    named = trace if trace.name else Trace(**{**vars(trace), "name": "x"})
    for text in (write_json(named), write_jsonl(named)):
        result = read_bytes(text.encode(), "any.txt")
        assert result.format == "baton"
        assert result.traces == (named,)
        assert result.bad_records == 0


def test_defaults_are_left_out():
    trace = trace_from_dict({"events": [{"from": "A"}]})
    assert trace_to_dict(trace)["events"] == [{"seq": 1, "kind": "message", "from": "A"}]


def test_a_short_trace_written_by_hand_is_enough():
    trace = trace_from_dict(
        {"name": "short", "events": [{"from": "A", "to": ["B"], "text": "hello"}, {"from": "B"}]}
    )
    assert trace.agent_names == ("A", "B")
    assert [event.seq for event in trace.events] == [1, 2]
    assert trace.format == "baton"


def test_tools_and_verifiers_are_no_agents():
    trace = trace_from_dict(NATIVE)
    assert trace.agent_names == ("Planner", "Buyer", "Ida")


def test_times_are_kept_in_utc():
    data = {"events": [{"from": "A", "at": "2026-03-01T10:00:00+02:00"}]}
    assert trace_from_dict(data).events[0].at == datetime(2026, 3, 1, 8, tzinfo=UTC)
    assert trace_to_dict(trace_from_dict(data))["events"][0]["at"] == "2026-03-01T08:00:00Z"


@pytest.mark.parametrize(
    ("path", "value", "where", "words"),
    [
        (("events", 0, "text"), 5, "$.events[0].text", "must be text, but it is a whole number"),
        (("events", 1, "from"), " ", "$.events[1].from", "is empty"),
        (("events", 1, "kind"), "chat", "$.events[1].kind", "must be one of message"),
        (("events", 1, "to"), ["A", 3], "$.events[1].to[1]", "must be a name"),
        (("events", 1, "to"), ["A", "A"], "$.events[1].to", "named twice"),
        (("events", 1, "seq"), 1, "$.events[1].seq", "occurs twice"),
        (("events", 1, "seq"), 0, "$.events[1].seq", "from 1 on"),
        (("events", 2, "seq"), 1, "$.events[2].seq", "numbers must rise"),
        (("events", 2, "at"), "yesterday", "$.events[2].at", "not an ISO 8601 time"),
        (("events", 2, "at"), "2026-03-01T09:30:00", "$.events[2].at", "has no zone"),
        (("events", 3, "tokens"), -1, "$.events[3].tokens", "from 0 on"),
        (("events", 3, "broadcast"), "yes", "$.events[3].broadcast", "true or false"),
        (("events", 0, "metadata"), {"private": True}, "$.events[0].to", "private thought"),
        (("events", 3, "form"), "A", "$.events[3]", "“form” is not part of the form"),
        (("events",), {}, "$.events", "must be a list"),
        (("agents", 1, "name"), "Planner", "$.agents[1].name", "Two agents are named"),
        (("agents", 1), "Buyer", "$.agents[1]", "must be an object"),
        (("agents", 0, "model"), 3, "$.agents[0].model", "must be text"),
        (("labels",), [], "$.labels", "must be an object"),
        (("apiVersion",), "baton/v9", "$.apiVersion", "must be one of baton/v1"),
        (("kind",), "FactContract", "$.kind", "must be one of Trace"),
    ],
)
def test_each_mistake_is_named_with_its_path(path, value, where, words):
    data = copy.deepcopy(NATIVE)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(NativeFormatError) as caught:
        trace_from_dict(data)
    assert caught.value.where == where
    assert words in caught.value.what


def test_all_mistakes_are_listed():
    with pytest.raises(NativeFormatError) as caught:
        trace_from_dict({"events": [{"from": 3}, {"text": "x"}, "y"]})
    assert [problem.where for problem in caught.value.problems] == [
        "$.events[0].from",
        "$.events[1]",
        "$.events[2]",
    ]
    assert "2 more" in str(caught.value)


@pytest.mark.parametrize("data", [None, [], 3, "x"])
def test_only_an_object_is_a_trace(data):
    with pytest.raises(TraceFormatError, match="must be an object"):
        trace_from_dict(data)


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.sampled_from([("events", 0), ("events", 3), ("agents", 0), ()]),
    st.sampled_from([*NATIVE, *NATIVE["events"][3], *NATIVE["agents"][0], "call_id", "where"]),
    json_values,
)
def test_the_reader_refuses_whatever_the_schema_refuses(place, key, value):
    data = copy.deepcopy(NATIVE)
    inner = data
    for step in place:
        inner = inner[step]
    inner[key] = value
    try:
        trace_from_dict(data)
    except NativeFormatError:
        return  # the reader is stricter: rising numbers, differing names, real times
    assert VALIDATOR.is_valid(data)


def test_the_schema_itself_is_valid_and_a_copy():
    jsonschema.Draft202012Validator.check_schema(trace_schema())
    trace_schema().clear()
    assert trace_schema()["$defs"]["event"]["required"] == ["from"]


def test_the_digest_is_about_content_not_about_the_name():
    first = trace_from_dict(NATIVE)
    renamed = trace_from_dict({**NATIVE, "name": "other"})
    changed = trace_from_dict({**NATIVE, "task": "other"})
    assert first.digest == renamed.digest != changed.digest


def test_a_private_thought_is_no_boundary():
    data = {"events": [{"from": "A", "text": "hm", "metadata": {"private": True}}, {"from": "A"}]}
    thought, message = trace_from_dict(data).events
    assert thought.is_private and not thought.is_boundary
    assert message.is_boundary and not message.is_private


def test_line_separators_in_texts_keep_lines_whole():
    trace = trace_from_dict({"name": "x", "events": [{"from": "A", "text": "a\u2028b\u0085c\nd"}]})
    assert len(write_jsonl(trace).splitlines()) == 2
    assert read_bytes(write_jsonl(trace).encode(), "x").traces == (trace,)


def test_bad_events_are_listed_and_good_ones_kept():
    data = copy.deepcopy(NATIVE)
    data["events"][1]["text"] = 3
    data["events"][2]["seq"] = 1
    result = read_bytes(json.dumps(data).encode(), "x.json")
    assert [event.seq for event in result.traces[0].events] == [1, 5, 6]
    assert result.bad_records == 2
    assert [problem.where for problem in result.problems] == [
        "$.events[1].text",
        "$.events[2].seq",
    ]


def test_unknown_keys_are_only_a_warning_on_import():
    result = read_bytes(b'{"kind": "Trace", "events": [{"from": "A", "mood": 1}]}', "x")
    assert [problem.severity for problem in result.problems] == ["warning"]
    assert len(result.traces[0].events) == 1


def test_unknown_keys_are_told_in_the_order_of_the_file():
    names = [f"extra {number}" for number in range(20)]
    data = json.dumps({**NATIVE, **dict.fromkeys(names, 1)}).encode()
    told = [problem.message for problem in read_bytes(data, "a.json").problems]
    assert [name for message in told for name in names if f"“{name}”" in message] == names


def test_several_traces_in_one_file():
    other = {**NATIVE, "task": "Another garden."}
    for data in (json.dumps([NATIVE, other]), json.dumps(NATIVE) + "\n" + json.dumps(other)):
        result = read_bytes(data.encode(), "x")
        assert [trace.task for trace in result.traces] == [NATIVE["task"], other["task"]]


def test_a_bare_list_of_events_is_a_trace():
    result = read_bytes(b'[{"from": "A", "to": ["B"], "text": "x"}]', "notes.json")
    assert result.traces[0].name == "notes"
    assert result.traces[0].agent_names == ("A", "B")


def test_time_deltas_do_not_change_the_digest():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    one = Trace(
        name="x",
        format="baton",
        agents=(),
        events=(Event(seq=1, kind="output", sender="A", at=at),),
    )
    later = Event(seq=1, kind="output", sender="A", at=at + timedelta(seconds=1))
    assert one.digest != Trace(name="x", format="baton", agents=(), events=(later,)).digest
