"""Spans: agents, handoffs, tool calls, and histories that are counted once."""

from __future__ import annotations

import base64
import copy
import json

import pytest

from core.errors import TraceFormatError
from core.trace.importers import count_handoffs, read_bytes
from core.trace.importers.span_story import ANSWERED, NESTED, REUSED
from core.trace.importers.span_tools import CALLED
from tests.unit.trace.trace_samples import (
    FILES,
    GEN_AI_SPANS,
    OPENINFERENCE_SPANS,
    as_json,
    as_lines,
    attributes,
    request,
    sdk_span,
    span,
)


def read(*spans):
    return read_bytes(as_json(request(*spans)), "run.json")


def told(trace):
    return [(event.kind, event.sender, event.recipients, event.text) for event in trace.events]


STORY = [
    ("message", "user", ("Desk",), "Book a trip to Oslo for 900 EUR at most."),
    ("message", "Desk", ("Fares",), "Find a fare to Oslo."),
    ("tool_call", "Fares", (), '{"to": "OSL"}'),
    ("tool_result", "fares", ("Fares",), "from 310 EUR"),
    ("message", "Fares", ("Desk",), "310 EUR on Monday."),
    ("message", "Desk", ("user",), "Booked for 310 EUR."),
]


def test_a_run_with_a_sub_agent():
    trace = read(*GEN_AI_SPANS).traces[0]
    assert told(trace) == STORY
    assert trace.format == "otlp"
    assert trace.agent_names == ("user", "Desk", "Fares")
    assert trace.agent("Fares").model == "large-2"
    assert trace.agent("Fares").description == "You look up fares."
    assert trace.agent("user").is_person
    assert trace.task == "Book a trip to Oslo for 900 EUR at most."
    assert trace.metadata["service.name"] == "trip-desk"


def test_how_recipients_are_known():
    events = read(*GEN_AI_SPANS).traces[0].events
    assert [event.rule for event in events] == ["", NESTED, "", CALLED, ANSWERED, ANSWERED]
    counts = count_handoffs(read(*GEN_AI_SPANS).traces)
    assert (counts.recorded, counts.inferred, counts.unknown) == (1, 3, 0)


def test_times_and_tokens_are_the_recorded_ones():
    events = read(*GEN_AI_SPANS).traces[0].events
    assert [event.at.timestamp() % 100 for event in events] == [0, 0.5, 2, 3, 4, 5]
    assert [event.tokens for event in events] == [None, None, 11, None, 9, None]
    assert events[2].call_id == events[3].call_id == "k1"


def test_order_of_spans_and_packing_into_lines_change_nothing_but_places():
    lines = read_bytes(FILES["otlp lines"], "x").traces[0]
    turned = read(*reversed(GEN_AI_SPANS)).traces[0]
    assert told(lines) == told(turned) == STORY


def test_words_that_turn_up_elsewhere_were_sent_there():
    def agent(number, name, start):
        return span(
            f"a{number}", "", name, start, start + 2,
            {"openinference.span.kind": "AGENT", "agent.name": name},
        )  # fmt: skip

    def call(number, start, asked, answer):
        return span(
            f"c{number}", f"a{number}", "chat", start, start + 1,
            {
                "openinference.span.kind": "LLM",
                "llm.input_messages.0.message.role": "user",
                "llm.input_messages.0.message.content": asked,
                "llm.output_messages.0.message.role": "assistant",
                "llm.output_messages.0.message.content": answer,
            },
        )  # fmt: skip

    trace = read(
        agent(1, "Writer", 0), call(1, 0, "Write.", "A draft."),
        agent(2, "Editor", 5), call(2, 5, "A draft.", "A better draft."),
    ).traces[0]  # fmt: skip
    draft = trace.events[1]
    assert (draft.sender, draft.text, draft.rule) == ("Writer", "A draft.", REUSED)
    assert draft.recipients == ("user", "Editor") or draft.recipients == ("Editor",)


def test_openinference_spans_without_agents_belong_to_the_service():
    trace = read(*OPENINFERENCE_SPANS).traces[0]
    assert told(trace) == [
        ("tool_call", "trip-desk", (), "Oslo?"),
        ("tool_result", "Retriever", ("trip-desk",), "Oslo has a fjord.\n\nTrams run daily."),
        ("message", "user", ("trip-desk",), "Oslo? A fjord."),
        ("message", "trip-desk", ("user",), "It has a fjord."),
        ("tool_call", "trip-desk", (), "{}"),
    ]
    assert trace.agent("trip-desk").description == "Answer briefly."
    assert trace.agent("trip-desk").model == "small-1"
    assert trace.task == "Oslo?"


def test_a_handoff_without_words_is_kept_and_said():
    spans = [
        span("1", "", "boss", 0, 9, {"openinference.span.kind": "AGENT"}),
        span("2", "1", "x", 1, 2, {"openinference.span.kind": "AGENT", "crew.agent.name": "Aid"}),
    ]
    result = read(*spans)
    assert told(result.traces[0]) == [("message", "boss", ("Aid",), "")]
    assert result.traces[0].events[0].metadata == {"text_missing": True}
    assert "without their words" in result.problems[0].message


def test_older_names_and_events():
    chat = span("1", "", "chat", 0, 1, {"gen_ai.system": "x", "gen_ai.request.model": "m"})
    chat["events"] = [
        {"name": "gen_ai.system.message", "attributes": attributes({"content": "Be kind."})},
        {"name": "gen_ai.user.message", "attributes": attributes({"content": "Hello?"})},
        {
            "name": "gen_ai.choice",
            "attributes": attributes({"message": json.dumps({"content": "Hi."})}),
        },
    ]
    trace = read(chat).traces[0]
    assert told(trace) == [
        ("message", "user", ("trip-desk",), "Hello?"),
        ("message", "trip-desk", ("user",), "Hi."),
    ]
    assert trace.agent("trip-desk").description == "Be kind."
    flat = span(
        "1", "", "chat", 0, 1,
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "Hello?",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "Hi.",
        },
    )  # fmt: skip
    assert told(read(flat).traces[0]) == told(trace)


def test_ids_may_be_base64_and_spellings_snake_case():
    raw = copy.deepcopy(GEN_AI_SPANS)
    for one in raw:
        for key in ("traceId", "spanId", "parentSpanId"):
            one[key] = base64.b64encode(bytes.fromhex(one[key])).decode()
    assert told(read(*raw).traces[0]) == STORY
    inner = request(*raw)["resourceSpans"][0]
    snake = {
        "resource_spans": [{"resource": inner["resource"], "scope_spans": inner["scopeSpans"]}]
    }
    assert told(read_bytes(as_json(snake), "x").traces[0]) == STORY


def test_without_times_the_order_is_the_files_and_none_is_invented():
    raw = [copy.deepcopy(one) for one in OPENINFERENCE_SPANS]
    for one in raw:
        del one["startTimeUnixNano"], one["endTimeUnixNano"]
    result = read(*raw)
    assert all(event.at is None for event in result.traces[0].events)
    assert "no start time" in result.problems[0].message
    assert told(result.traces[0])[0][0] == "tool_call"


def test_two_trace_ids_are_two_traces():
    other = {**OPENINFERENCE_SPANS[2], "traceId": "b2" * 16, "parentSpanId": ""}
    assert len(read(*GEN_AI_SPANS, other).traces) == 2


def test_bad_spans_are_listed_and_good_ones_kept():
    broken = [
        {"name": "no ids"},
        {**GEN_AI_SPANS[0]},  # the same observation twice is no bad record
        {**GEN_AI_SPANS[0], "name": "another"},
        "not a span",
    ]
    result = read(*GEN_AI_SPANS, *broken)
    assert told(result.traces[0]) == STORY
    assert result.bad_records == 3
    assert {problem.code for problem in result.problems} == {
        "missing-key",
        "duplicate-id",
        "wrong-type",
    }


def test_parents_that_are_missing_or_go_in_circles_end_the_tree():
    spans = [
        span("1", "2", "a", 0, 3, {"openinference.span.kind": "AGENT", "input.value": "hi"}),
        span("2", "1", "b", 1, 2, {"openinference.span.kind": "AGENT"}),
        span("3", "gone", "c", 1, 2, {"openinference.span.kind": "LLM", "output.value": "x"}),
        span("4", "4", "d", 1, 2, {"openinference.span.kind": "LLM", "output.value": "y"}),
    ]
    assert {event.text for event in read(*spans).traces[0].events} >= {"x", "y"}


def test_a_long_chain_of_spans_is_read_in_one_go():
    spans = [
        span(str(number), str(number - 1), "step", 0, 9, {"openinference.span.kind": "CHAIN"})
        for number in range(1, 3000)
    ]
    spans.append(
        span("x", "2999", "m", 1, 2, {"openinference.span.kind": "LLM", "output.value": "end"})
    )
    assert told(read(*spans).traces[0]) == [("message", "trip-desk", (), "end")]


def test_spans_without_any_agent_are_refused():
    with pytest.raises(TraceFormatError, match="no agent and no model call"):
        read(span("1", "", "GET /", 0, 1, {"http.method": "GET"}))


def test_the_same_spans_on_other_lines_are_the_same_story():
    one = read_bytes(as_lines(request(*GEN_AI_SPANS[:3]), request(*GEN_AI_SPANS[3:])), "x")
    assert told(one.traces[0]) == STORY


def test_managers_and_managed_agents_known_from_prompts_only():
    asked = (
        "New task:\nYou're a helpful agent named 'scout'.\n"
        "You have been submitted this task by your manager.\n---\nTask: find a mill."
    )
    answer = json.dumps({"answer": "There is one at Kinder."})

    def call(number, start, history, output):
        values = {"openinference.span.kind": "LLM", **output}
        for index, (role, text) in enumerate(history):
            values[f"llm.input_messages.{index}.message.role"] = role
            values[f"llm.input_messages.{index}.message.content"] = text
        return span(str(number), "", "ChatCompletion", start, start + 1, values)

    def calling(name, arguments, key):
        prefix = "llm.output_messages.0.message"
        inner = f"{prefix}.tool_calls.0.tool_call"
        return {
            f"{prefix}.role": "assistant",
            f"{inner}.id": key,
            f"{inner}.function.name": name,
            f"{inner}.function.arguments": arguments,
        }

    trace = read(
        call(1, 0, [("user", "Any mills?")], {"output.value": "I ask scout."}),
        call(2, 2, [("user", asked)], calling("search", '{"q": "mill"}', "s1")),
        call(
            3, 4, [("user", asked), ("user", "Observation:\nKinder mill")],
            calling("final_answer", answer, "s2"),
        ),
        call(4, 6, [("user", "Any mills?")], {"output.value": "At Kinder."}),
    ).traces[0]  # fmt: skip
    assert told(trace) == [
        ("message", "user", ("trip-desk",), "Any mills?"),
        ("message", "trip-desk", (), "I ask scout."),
        ("message", "trip-desk", ("scout",), asked),
        ("tool_call", "scout", (), '{"q": "mill"}'),
        ("tool_result", "search", ("scout",), "Observation:\nKinder mill"),
        ("message", "scout", ("trip-desk",), "There is one at Kinder."),
        ("message", "trip-desk", ("user",), "At Kinder."),
    ]


def test_the_sdks_own_form_tells_the_same_story():
    result = read_bytes(FILES["otel_sdk"], "x")
    assert result.format == "otel_sdk"
    assert told(result.traces[0]) == STORY
    lines = as_lines(*(sdk_span(one) for one in GEN_AI_SPANS))
    assert told(read_bytes(lines, "x").traces[0]) == STORY


def test_langfuse_observations_tell_the_same_story():
    result = read_bytes(FILES["langfuse"], "x")
    assert result.format == "langfuse"
    assert told(result.traces[0]) == STORY
    assert result.traces[0].labels == {"scores": [{"name": "helpful", "value": 1}]}


def test_model_calls_outside_of_the_only_agent_are_its_own():
    lost = {**GEN_AI_SPANS[4], "parentSpanId": "gone"}
    trace = read(lost, GEN_AI_SPANS[5]).traces[0]
    assert trace.agent_names == ("user", "Desk")


def test_what_a_model_was_told_may_lie_in_logs_beside_the_spans():
    def record(name, **body):
        values = [{"key": key, "value": {"stringValue": text}} for key, text in body.items()]
        return {"traceId": "a1" * 16, "spanId": "01" * 8, "body": {"kvlistValue": {"values": values}},
                "attributes": [{"key": "event.name", "value": {"stringValue": name}}]}  # fmt: skip

    logs = [record("gen_ai.user.message", content="Count."), record("other", content="noise"),
            record("gen_ai.choice", content="Twelve.", role="assistant")]  # fmt: skip
    beside = {"resourceLogs": [{"scopeLogs": [{"logRecords": logs}]}]}
    spans = request(
        {"traceId": "a1" * 16, "spanId": "01" * 8, "name": "chat", "startTimeUnixNano": "1772359200000000000",
         "attributes": [{"key": key, "value": {"stringValue": text}} for key, text in (
             ("gen_ai.operation.name", "chat"), ("gen_ai.agent.name", "gardener"))]},
    )  # fmt: skip
    metrics = {"resourceMetrics": []}
    for lines in ((metrics, beside, spans), (spans, beside)):
        (trace,) = read_bytes(as_lines(*lines), "x").traces
        assert told(trace) == [
            ("message", "user", ("gardener",), "Count."),
            ("message", "gardener", ("user",), "Twelve."),
        ]
    with pytest.raises(TraceFormatError, match="log records or metrics"):
        read_bytes(as_lines(metrics, {**beside, "n": 1}), "x")
