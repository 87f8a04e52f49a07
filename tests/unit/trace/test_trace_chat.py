"""Chat-message lists: who speaks to whom, and how we know."""

from __future__ import annotations

import copy
import json

import pytest

from core.errors import TraceFormatError
from core.trace.importers import count_handoffs, read_bytes
from core.trace.importers.conversation import (
    ANSWER,
    CALLER,
    CODE,
    GROUP,
    HANDS_OVER,
    NEXT,
    PARTIES,
    TERMINAL,
)
from tests.unit.trace.trace_samples import (
    BARE_ROUTED,
    FILES,
    HANDOFFS,
    PACKED,
    ROUTED,
    SERVICE,
    as_json,
    as_lines,
)
from tests.unit.trace.trace_samples import (
    GROUP as GROUP_FILE,
)


def read(value):
    return read_bytes(as_json(value), "file.json")


def route(event):
    return (event.kind, event.sender, event.recipients, event.recipients_from, event.rule)


def test_group_chat_takes_the_next_different_speaker_as_recipient():
    trace = read(GROUP_FILE).traces[0]
    assert trace.format == "whowhen"
    assert list(map(route, trace.events)) == [
        ("message", "Surveyor", ("Estimator",), "inferred", GROUP),
        ("message", "Estimator", ("Auditor",), "inferred", GROUP),
        ("tool_call", "Estimator", (), "recorded", CODE),
        ("tool_result", "Computer_terminal", ("Estimator",), "inferred", TERMINAL),
        ("message", "Estimator", ("Auditor",), "inferred", GROUP),
        ("message", "Auditor", (), "unknown", ""),
    ]
    assert all(event.broadcast for event in trace.events if event.kind != "tool_call")
    assert trace.events[2].text == "print(6 * 2 * 35)\n"
    assert trace.events[2].kind_from == "inferred"


def test_system_prompts_describe_agents_even_silent_ones():
    trace = read(GROUP_FILE).traces[0]
    assert trace.agent_names == ("Surveyor", "Estimator", "Auditor", "Archivist")
    assert trace.agent("Auditor").description == "You check sums."


def test_labels_stay_apart_from_everything_a_detector_sees():
    trace = read(GROUP_FILE).traces[0]
    assert trace.labels == {
        "ground_truth": "412",
        "is_correct": False,
        "mistake_agent": "Estimator",
        "mistake_step": "2",
        "mistake_reason": "It forgot the doorway.",
    }
    assert trace.metadata == {"question_ID": "wall-7", "level": "1"}
    seen = json.dumps([event.text for event in trace.events] + [trace.task, trace.metadata])
    assert "412" not in seen and "doorway" not in seen
    assert trace.task == "How many bricks does the wall need?"


def test_unknown_keys_beside_the_messages_count_as_labels():
    trace = read({**GROUP_FILE, "verdict_of_the_judge": "bad"}).traces[0]
    assert trace.labels["verdict_of_the_judge"] == "bad"


def test_routed_roles_name_their_recipients():
    trace = read(ROUTED).traces[0]
    assert list(map(route, trace.events)) == [
        ("message", "human", ("Lead",), "inferred", NEXT),
        ("message", "Lead", (), "recorded", ""),
        ("message", "Lead", ("Searcher",), "recorded", ""),
        ("message", "Searcher", ("Lead",), "inferred", ANSWER),
        ("message", "Lead", ("ComputerTerminal",), "recorded", ""),
        ("tool_result", "ComputerTerminal", ("Lead",), "inferred", TERMINAL),
        ("message", "Lead", ("Assistant",), "recorded", ""),
        ("message", "Assistant", ("Lead",), "inferred", ANSWER),
        ("message", "Lead", (), "recorded", ""),
    ]
    assert not any(event.broadcast for event in trace.events)
    counts = count_handoffs([trace])
    assert (counts.recorded, counts.inferred, counts.unknown, counts.total) == (3, 3, 0, 6)


def test_thoughts_stay_with_their_agent():
    thought = read(ROUTED).traces[0].events[1]
    assert thought.is_private
    assert not thought.is_boundary
    assert thought.metadata == {"note": "thought", "private": True}


def test_the_human_side_is_a_person():
    trace = read(ROUTED).traces[0]
    assert [agent.name for agent in trace.agents if agent.is_person] == ["human"]
    assert trace.agent_names == ("human", "Lead", "Searcher", "ComputerTerminal", "Assistant")


def test_a_bare_list_takes_its_task_from_the_first_request():
    result = read(BARE_ROUTED)
    assert result.format == "chat"
    assert result.traces[0].task == "When does the last ferry leave?"
    assert result.traces[0].events[0].where == "$[0]"


def test_two_parties_speak_to_each_other_and_tools_to_their_caller():
    trace = read(SERVICE).traces[0]
    assert trace.format == "tau_bench"
    assert list(map(route, trace.events)) == [
        ("message", "user", ("assistant",), "inferred", PARTIES),
        ("tool_call", "assistant", (), "recorded", ""),
        ("tool_result", "find_order", ("assistant",), "recorded", ""),
        ("message", "assistant", ("user",), "inferred", PARTIES),
        ("message", "user", ("assistant",), "inferred", PARTIES),
    ]
    assert trace.events[1].text == '{"id": "K-88"}'
    assert trace.events[2].call_id == trace.events[1].call_id == "call_1"
    assert trace.agent("assistant").description == "You are a shop's agent."
    assert trace.agent("user").is_person


def test_expected_actions_and_hidden_instructions_are_labels():
    trace = read(SERVICE).traces[0]
    assert set(trace.labels) == {"reward", "info"}
    assert trace.metadata == {"task_id": 12}
    assert trace.task == "My kettle is broken, order K-88."


def test_a_run_on_each_line():
    result = read_bytes(FILES["chat lines of runs"], "runs.json")
    first, second = result.traces
    assert [event.kind for event in first.events] == [
        "message",
        "message",
        "tool_call",
        "tool_result",
        "message",
    ]
    assert first.events[2].text == '{"bed": 3}'
    assert route(first.events[3]) == ("tool_result", "probe", ("assistant",), "inferred", CALLER)
    assert first.events[3].text == "dry"
    assert first.labels == {"annotations": [{"content": "fine", "address": "messages[3]"}]}
    assert second.events[0].where == "line 2.messages[0]"
    assert result.records == 6


def test_a_message_on_each_line_is_one_run_and_tools_can_hand_over():
    trace = read_bytes(as_lines(*HANDOFFS), "x.jsonl").traces[0]
    handoff = trace.events[1]
    assert route(handoff) == ("message", "Triage", ("Billing",), "recorded", HANDS_OVER)
    assert handoff.kind_from == "inferred"
    assert handoff.text == ""
    assert trace.events[0].where == "line 1"


def test_a_run_packed_as_text_with_contents_as_lines():
    result = read(PACKED)
    trace = result.traces[0]
    assert trace.events[0].text == "Coder,\nwrite it."
    assert trace.task == "Sort\nthe list."
    assert trace.name == "file"
    assert trace.labels == {"note": {"options": {"Step repetition": "no"}}}
    assert result.bad_records == 1
    assert result.problems[0].where == "$[1]"


def test_several_runs_are_named_by_their_ids():
    runs = [{**SERVICE, "task_id": 1}, {**SERVICE, "task_id": 2, "trial": 4}]
    assert [trace.name for trace in read(runs).traces] == ["file · 1", "file · 2"]


def test_the_same_run_twice_in_a_file_is_taken_once():
    result = read([SERVICE, SERVICE])
    assert len(result.traces) == 1
    assert result.problems[-1].code == "duplicate-run"


@pytest.mark.parametrize("name", list(FILES))
def test_the_file_name_decides_nothing(name):
    first = read_bytes(FILES[name], "one.json")
    second = read_bytes(FILES[name], "two.csv")
    assert [trace.digest for trace in first.traces] == [trace.digest for trace in second.traces]
    assert first.format == second.format


def test_a_number_where_text_is_due_is_a_bad_record():
    data = copy.deepcopy(GROUP_FILE)
    data["history"][1]["content"] = 42
    result = read(data)
    assert result.bad_records == 1
    assert result.problems[0].where == "$.history[1]"
    assert "whole number" in result.problems[0].message
    assert len(result.traces[0].events) == 4


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("hello", "must be an object, but this is text"),
        ({"content": "hello"}, "doesn't say who speaks"),
        ({"role": "user"}, "neither content nor tool calls"),
        ({"role": 3, "content": "x"}, "“role” must be text"),
        ({"role": "user", "content": [7]}, "a part of a message is due"),
        ({"role": "user", "content": "TextMessage: id='1' source='A'"}, "printout"),
    ],
)
def test_each_bad_message_says_why(message, words):
    result = read([*BARE_ROUTED, message])
    assert result.bad_records == 1
    assert words in result.problems[0].message
    assert result.problems[0].where == "$[9]"


def test_a_list_without_any_usable_message_is_refused():
    with pytest.raises(TraceFormatError, match="text is due, but this is true or false"):
        read([{"role": "user", "content": True, "name": 3}, {"role": 2, "content": "x"}])


def test_a_message_twice_with_one_id_is_counted_once():
    messages = [
        {"id": "m1", "role": "user", "content": "a"},
        {"id": "m1", "role": "user", "content": "a"},
        {"id": "m1", "role": "assistant", "content": "b"},
    ]
    result = read(messages)
    assert [event.text for event in result.traces[0].events] == ["a", "b"]
    assert [problem.severity for problem in result.problems] == ["info", "warning"]


def test_recorded_recipients_times_and_tokens_are_kept():
    messages = [
        {
            "sender": "A",
            "recipient": "B",
            "content": "x",
            "timestamp": "2026-02-03T04:05:06Z",
            "usage": {"completion_tokens": 8},
        },
        {"sender": "B", "recipient": "all", "content": "y", "timestamp": 3.5},
    ]
    first, second = read(messages).traces[0].events
    assert (first.recipients, first.recipients_from, first.tokens) == (("B",), "recorded", 8)
    assert first.at is not None and first.at.isoformat() == "2026-02-03T04:05:06+00:00"
    assert second.at is None  # seconds since the start of the run are no time of day
    assert second.broadcast


def test_empty_words_stay_an_event():
    events = read([{"name": "A", "content": ""}, {"name": "B", "content": "?"}]).traces[0].events
    assert [event.text for event in events] == ["", "?"]


def test_anthropic_blocks_and_thinking():
    messages = [
        {"role": "user", "content": "Look it up."},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm."},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "u1", "name": "look", "input": {"q": 1}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "u1", "content": "7"}]},
    ]
    events = read(messages).traces[0].events
    assert [(event.kind, event.sender, event.text) for event in events] == [
        ("message", "user", "Look it up."),
        ("message", "assistant", "Hm."),
        ("message", "assistant", "I look."),
        ("tool_call", "assistant", '{"q": 1}'),
        ("tool_result", "look", "7"),
    ]
    assert [event.is_private for event in events] == [False, True, False, False, False]
    assert events[4].recipients == ("assistant",)


def test_pictures_are_named_not_kept():
    content = [
        {"type": "text", "text": "see"},
        {"type": "image_url", "image_url": {"url": "data:"}},
    ]
    events = read([{"role": "user", "content": content}]).traces[0].events
    assert events[0].text == "see\n[image]"


def test_one_agent_alone_has_no_handoffs_and_that_is_said():
    result = read([{"name": "Solo", "content": "a"}, {"name": "Solo", "content": "b"}])
    assert count_handoffs(result.traces).total == 0
    assert result.problems[0].code == "alone"


def test_a_tool_only_gives_results():
    messages = [
        {"role": "user", "content": "a"},
        {"role": "tool", "content": "b", "tool_calls": [{"name": "x"}]},
    ]
    events = read(messages).traces[0].events
    assert [(event.kind, event.sender) for event in events] == [
        ("message", "user"),
        ("tool_result", "tool"),
    ]


def test_autogen_events():
    result = read_bytes(FILES["autogen"], "x")
    trace = result.traces[0]
    assert result.format == "autogen"
    assert [(event.kind, event.sender, event.recipients, event.text) for event in trace.events] == [
        ("message", "user", ("Lead",), "Name a river."),
        ("message", "Lead", (), "Easy."),
        ("message", "Lead", ("Guide",), "You know it."),
        ("tool_call", "Guide", (), "{}"),
        ("tool_result", "atlas", ("Guide",), "Ob"),
        ("message", "Guide", ("Lead",), "The Ob."),
    ]
    assert trace.events[1].is_private
    assert trace.events[2].recipients_from == "recorded"
    assert trace.events[5].tokens == 3 and trace.events[5].at is not None
    assert trace.task == "Name a river."
    assert result.problems[0].code == "repeated"
