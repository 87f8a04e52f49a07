"""What each format's importer makes of a small file: who said what to whom, and how we know."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.trace.importers import count_handoffs, formats, read_bytes
from core.trace.importers.autogen_print import read_printed
from tests.unit.trace import trace_samples_more as more
from tests.unit.trace.trace_samples_more import MORE


def one(name):
    return read_bytes(MORE[name], "file").traces[0]


def spoken(trace):
    """Return sender, recipients and beginning of each message and output that isn't private."""
    return [
        (event.sender, ", ".join(event.recipients), event.text[:20])
        for event in trace.events
        if event.is_boundary
    ]


def tools(trace):
    return [
        (event.kind, event.sender, event.tool)
        for event in trace.events
        if event.kind in ("tool_call", "tool_result")
    ]


FOUND = {
    "claude_code": ("claude_code", 3, 8, (3, 2, 0)),
    "google_adk": ("google_adk", 3, 6, (1, 2, 0)),
    "managed_agents": ("managed_agents", 2, 5, (1, 2, 0)),
    "inspect_ai": ("inspect_ai", 3, 4, (1, 1, 1)),
    "inspect_ai archive": ("inspect_ai", 3, 4, (1, 1, 1)),
    "swe_agent": ("swe_agent", 2, 5, (1, 0, 0)),
    "marble": ("marble", 6, 16, (8, 2, 2)),
    "langsmith": ("langsmith", 2, 2, (1, 1, 0)),
    "openai_agents": ("openai_agents", 2, 3, (1, 0, 0)),
    "phoenix": ("phoenix", 3, 4, (1, 3, 0)),
    "phoenix rows": ("phoenix", 2, 2, (1, 1, 0)),
    "langgraph": ("langgraph", 3, 4, (1, 3, 0)),
    "crewai": ("crewai", 3, 4, (2, 1, 0)),
    "crewai log": ("crewai", 3, 3, (2, 1, 0)),
    "autogen printed": ("autogen", 2, 2, (0, 2, 0)),
    "chatdev": ("chatdev", 2, 2, (1, 1, 0)),
    "hyperagent": ("hyperagent", 2, 4, (2, 0, 0)),
    "metagpt": ("metagpt", 3, 3, (0, 2, 1)),
    "metagpt console": ("metagpt", 2, 2, (0, 2, 0)),
    "appworld": ("appworld", 2, 7, (2, 0, 0)),
    "magentic": ("magentic", 3, 4, (0, 3, 1)),
    "mast": ("mast", 4, 6, (3, 1, 0)),
}


@pytest.mark.parametrize("name", list(MORE))
def test_format_agents_events_and_handoffs(name):
    result = read_bytes(MORE[name], "file")
    counts = count_handoffs(result.traces)
    assert (
        result.format,
        sum(len(trace.agents) for trace in result.traces),
        sum(len(trace.events) for trace in result.traces),
        (counts.recorded, counts.inferred, counts.unknown),
    ) == FOUND[name]
    assert result.title in formats()


def test_a_sub_agent_is_started_answers_and_is_counted_once():
    trace = one("claude_code")
    assert spoken(trace) == [
        ("user", "Claude Code", "How many hives do we"),
        ("Claude Code", "user", "I ask somebody."),
        ("Claude Code", "counter", "Count the hives on t"),
        ("counter", "Claude Code", "There are 14."),
        ("Claude Code", "user", "14 hives."),
    ]
    assert [event.text for event in trace.events if event.is_private] == ["I look at the map."]
    # The last line of a model call has its whole usage; it counts once.
    assert sum(event.tokens or 0 for event in trace.events) == 31 + 5 + 4


def test_two_sub_agents_of_a_kind_are_two_agents():
    lines = [json.loads(line) for line in MORE["claude_code"].splitlines()]
    call = dict(lines[3], uuid="x1", message=dict(lines[3]["message"]))
    call["message"]["content"] = [dict(call["message"]["content"][0], id="t9")]
    trace = read_bytes(more.as_lines(*lines[:4], call, *lines[4:]), "f").traces[0]
    assert trace.agent_names == ("user", "Claude Code", "counter 1", "counter 2")


def test_a_transfer_is_counted_once_and_a_role_is_no_identity():
    trace = one("google_adk")
    assert spoken(trace) == [
        ("user", "desk", "Is the bridge open?"),
        ("desk", "roads", '{"agent_name": "road'),
        ("roads", "user", "Closed until Friday."),
    ]
    assert tools(trace)[2] == ("tool_result", "status", "status")
    roads = trace.agent("roads")
    assert (roads.description, roads.model) == ("You know roads.", "small-1")
    assert trace.events[-1].tokens == 6


def test_camel_case_sessions_are_read_too():
    events = [
        {"id": "1", "invocationId": "i", "author": "a", "content": {"parts": [{"text": "Go."}]}},
        {
            "id": "2",
            "invocationId": "i",
            "author": "a",
            "content": {"parts": []},
            "actions": {"transferToAgent": "b"},
        },
        {"id": "3", "invocationId": "i", "author": "b", "content": {"parts": [{"text": "Gone."}]}},
    ]
    trace = read_bytes(more.as_json({"events": events}), "f").traces[0]
    assert ("a", "b", "") in spoken(trace) or ("a", "b", "Go.") in spoken(trace)


def test_what_was_sent_and_streamed_is_one_event_and_approvals_are_kept():
    trace = one("managed_agents")
    assert spoken(trace) == [
        ("user", "Clerk", "File this."),
        ("user", "Clerk", "allow"),
        ("Clerk", "user", "Done."),
    ]
    assert [event.kind for event in trace.events][-2:] == ["tool_result", "message"]
    assert trace.events[0].at is not None
    assert trace.events[1].tokens == 12
    assert trace.events[2].metadata["approval_of"] == "file"


@pytest.mark.parametrize("name", ["inspect_ai", "inspect_ai archive"])
def test_attachments_spans_and_labels_of_a_log(name):
    trace = one(name)
    assert spoken(trace)[0] == ("user", "porter", "Is lock 4 closed?")
    assert spoken(trace)[1][:2] == ("porter", "keeper")
    assert trace.labels["target"] == "closed"
    assert "closed" not in json.dumps(dict(trace.metadata))


def test_demonstrations_are_no_part_of_a_trajectory():
    trace = one("swe_agent")
    assert spoken(trace) == [("user", "main", "Mend the gate."), ("main", "", "--- a.py")]
    assert tools(trace) == [("tool_call", "main", "ls"), ("tool_result", "environment", "ls")]


def test_a_session_inside_a_result_is_counted_once():
    trace = one("marble")
    assert [pair for pair in spoken(trace) if pair[0].startswith("agent")] == [
        ("agent1", "agent2", "Which colour?"),
        ("agent2", "agent1", "Green."),
        ("agent1", "planner", "I mixed it."),
    ]
    assert trace.labels == {"planning_scores": [4]}
    assert trace.metadata["token_usage"] == 700


def test_a_patch_without_id_completes_its_run():
    trace = one("langsmith")
    assert spoken(trace) == [("user", "weather", "Is it raining?"), ("weather", "user", "Yes.")]
    assert trace.events[-1].tokens == 2
    assert trace.agent("weather").model == "small-1"


def test_a_handoff_span_has_no_words():
    trace = one("openai_agents")
    assert spoken(trace) == [("Desk", "Billing", "")]
    assert trace.events[0].metadata["text_missing"] is True
    assert trace.metadata["workflow_name"] == "front desk"


def test_spans_behind_log_text_are_found():
    lines = [f"12:00 INFO msg={json.dumps(item)} done" for item in more.OPENAI_AGENTS]
    result = read_bytes("\n".join(lines).encode(), "f.log")
    assert result.format == "openai_agents"
    assert spoken(result.traces[0]) == [("Desk", "Billing", "")]


def test_a_managed_agent_is_named_by_its_prompt():
    assert one("phoenix").agent_names == ("user", "CodeAgent", "forester")


def test_a_node_that_names_the_next_one_hands_over():
    trace = one("langgraph")
    assert ("lead", "gardener", "") in spoken(trace)
    assert [text for _, _, text in spoken(trace)].count("Who waters the ferns?"[:20]) == 1


@given(st.text(alphabet="ab '\"\\\n\t[]{}=é\0"), st.booleans())
def test_a_printed_text_is_read_as_it_was(text, timed):
    """What Python prints for a text is read back, whatever quotes and escapes it takes."""
    at = "created_at=datetime.datetime(2026, 3, 1, 10, 0, tzinfo=datetime.timezone.utc) "
    printed = (
        f"TextMessage: id='1' source='A' models_usage=None metadata={{}} {at if timed else ''}"
    )
    found = read_printed(f"{printed}content={text!r} type='TextMessage'")
    assert found["content"] == text
    assert found.get("created_at") == ("2026-03-01T10:00:00.000000+00:00" if timed else None)
    assert read_printed(f"{printed}content=[{text!r}, {text!r}]")["content"] == [text, text]


def test_printed_messages_are_read_as_literals():
    trace = one("autogen printed")
    assert [event.text for event in trace.events] == [
        "It's your turn:\ncheck kilns.",
        "Kiln 2's hot.\n[image]",
    ]
    assert trace.events[0].at.isoformat() == "2026-03-01T10:00:00.000005+00:00"
    assert trace.events[1].tokens == 9
    assert trace.labels == {"ground_truth": "kiln 2"}


def test_days_come_before_months_and_conclusions_repeat():
    trace = one("chatdev")
    assert spoken(trace) == [
        ("Chief", "Programmer", "Please write the clo"),
        ("Programmer", "Chief", "It ticks."),
    ]
    assert trace.events[0].at.isoformat() == "2026-03-31T09:00:01+00:00"
    assert trace.events[1].tokens == 6
    assert trace.agent("Programmer").description.endswith("You write code.")


def test_entries_that_a_second_start_doubles_are_counted_once():
    trace = one("hyperagent")
    assert [pair[:2] for pair in spoken(trace)] == [
        ("Planner", "Navigator"),
        ("Navigator", "Planner"),
    ]


def test_installation_noise_and_closing_lines_are_no_words():
    trace = one("magentic")
    assert trace.events[-1].text == "FINAL ANSWER: 61"
    assert trace.task == "How tall is the tower?"


def test_the_evaluation_of_a_log_is_a_label():
    trace = one("appworld")
    assert trace.labels == {"evaluation": {"success": True}}
    assert trace.task == "Play my oldest song."


def test_records_keep_labels_apart_and_name_the_frameworks():
    first, second = read_bytes(MORE["mast"], "f").traces
    assert (first.format, second.format) == ("chatdev", "hyperagent")
    assert first.labels == {"mast_annotation": {"1.1": 1}}
    assert second.task == "Mend\nit."


# --- what spans of single frameworks need -----------------------------------------------------


def observation(number, kind, name, start, end, parent=None, **values):
    return {
        "id": f"o{number}", "traceId": "t", "parentObservationId": parent, "type": kind, "name": name,
        "startTime": f"2026-03-01T10:00:{start:02}Z", "endTime": f"2026-03-01T10:00:{end:02}Z",
        "input": None, "output": None, "metadata": "{}", **values,
    }  # fmt: skip


def langfuse(*observations):
    data = {"trace": {"id": "t", "observations": []}, "observations": list(observations)}
    return read_bytes(more.as_json(data), "f").traces[0]


def test_a_tool_that_ran_inside_its_model_call_is_called_once():
    call = {"type": "tool_use", "id": "c1", "name": "rain", "input": {"city": "Ulm"}}
    trace = langfuse(
        observation(1, "GENERATION", "turn", 1, 9,
                    input=[{"role": "user", "content": "Rain?"}],
                    output={"role": "assistant", "content": [call]}),
        observation(2, "TOOL", "rain", 3, 4, input={"input": {"city": "Ulm"}}, output="yes"),
    )  # fmt: skip
    assert [event.kind for event in trace.events] == ["message", "tool_call", "tool_result"]
    assert trace.events[1].call_id == "c1"


def test_a_streamed_answer_is_one_message():
    pieces = [{"role": "assistant", "content": word} for word in "It will rain in Ulm .".split(" ")]
    trace = langfuse(observation(1, "GENERATION", "turn", 1, 2, output=pieces))
    assert [event.text for event in trace.events] == ["ItwillraininUlm."]


def test_the_agent_of_a_crew_is_printed_into_its_task():
    trace = langfuse(
        observation(1, "SPAN", "Task._execute_core", 1, 9,
                    input={"agent": "id=UUID('1') role='Gardener' goal='Grow'"},
                    output={"description": "Plant a fern.", "raw": "It is planted in the shade."}),
        observation(2, "GENERATION", "completion", 2, 8, "o1",
                    input=[{"role": "user", "content": "Current task: Plant a fern. Begin!"}],
                    output={"role": "assistant", "content": "Answer: It is planted in the shade."}),
    )  # fmt: skip
    assert spoken(trace) == [
        ("user", "Gardener", "Plant a fern."),
        ("Gardener", "user", "Answer: It is plante"),
    ]


def test_raw_tool_calls_count_where_no_parsed_ones_are():
    raw = [{"id": "c1", "function": {"name": "dig", "arguments": "{}"}, "type": "function"}]
    message = {"type": "ai", "content": "", "additional_kwargs": {"tool_calls": raw}}
    parsed = {**message, "tool_calls": [{"id": "c1", "name": "dig", "args": {}}]}
    for one_message in (message, parsed):
        messages = [{"type": "human", "content": "Dig."}, one_message]
        trace = read_bytes(more.as_json({"messages": messages}), "f").traces[0]
        assert tools(trace) == [("tool_call", "ai", "dig")]
