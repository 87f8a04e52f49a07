"""Messages of the usual forms are read in a quick way, all others closely: both tell the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.trace.importers.base import Report
from core.trace.importers.conversation import converse
from core.trace.importers.turns import read_turns

_PARTS = st.sampled_from(
    (
        "words",
        {"type": "text", "text": "a word"},
        {"text": "bare"},
        {"type": "image"},
        {"type": "thinking", "thinking": "hm"},
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"of": "plums"}},
        {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "nine"}]},
        {"type": "tool_result", "call_id": "c2", "content": 4},
        {"type": "other"},
        7,
    )
)
_CALLS = st.sampled_from(
    (
        {"id": "c1", "function": {"name": "look", "arguments": "{}"}},
        {"id": "c2", "name": "weigh", "args": {"of": 2}, "output": "nine"},
        {"id": "c3", "name": "transfer_to_buyer"},
        "none",
    )
)
_MESSAGES = st.fixed_dictionaries(
    {
        "role": st.sampled_from(
            ("user", "assistant", "system", "tool", " Tool ", "Lead (-> Buyer)", 3)
        ),
        "content": st.one_of(
            st.none(),
            st.sampled_from(
                ("", "Pick plums.", "exitcode: 0 (ok)", "TextMessage: id='1' source='A'")
            ),
            st.lists(_PARTS, max_size=3),
        ),
    },
    optional={
        "name": st.sampled_from(("Buyer", " ", "user", None)),
        "tool_calls": st.one_of(st.none(), st.lists(_CALLS, max_size=2)),
        "tool_call_id": st.sampled_from(("c1", "c2")),
        "timestamp": st.sampled_from(("2026-03-01T10:00:00Z", 3)),
        "usage": st.just({"completion_tokens": 4}),
        "function_call": st.none(),
        "recipient": st.sampled_from((None, "Buyer")),
    },
)


@given(st.lists(_MESSAGES, min_size=1, max_size=4))
def test_a_close_look_tells_the_same(messages):
    plain, closely = Report(), Report()
    places = [f"$[{index}]" for index in range(len(messages))]
    # A key that says nothing keeps a message from being taken for one of the usual ones.
    looked_at = [{**message, "reasoning_content": " "} for message in messages]
    told = converse(read_turns(list(messages), places, plain))
    assert told == converse(read_turns(looked_at, places, closely))
    assert plain.problems == closely.problems


@given(st.lists(st.sampled_from((
    ("human", "Where?"), ("gpt", "There."), ("observation", "nine"), ("observation", ""),
    ("function_call", '{"name": "look", "arguments": {"of": 1}}'), ("function_call", "look"),
)), min_size=1, max_size=5))  # fmt: skip
def test_a_close_look_tells_the_same_of_shared_messages(messages):
    shared = [{"from": role, "value": text} for role, text in messages]
    looked_at = [{**message, "weight": 1} for message in shared]
    places = [f"$[{index}]" for index in range(len(messages))]
    told = converse(read_turns(shared, places, Report()))
    assert told == converse(read_turns(looked_at, places, Report()))
