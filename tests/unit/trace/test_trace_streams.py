"""Recorded streams, consoles, and spans that failed: what was said in pieces, and what went wrong."""

from __future__ import annotations

import json

import pytest

from core.errors import NotATraceError
from core.trace.importers import read_bytes
from tests.unit.trace.trace_samples_tools import as_json, as_lines

TREES = "How many trees are there?"
TWELVE = "There are twelve."


def sse(*events, names=True, end="\n"):
    """Write events as a server sends them."""
    found = []
    for event in events:
        if names and "type" in event:
            found.append(f"event: {event['type']}{end}")
        found.append(f"data: {json.dumps(event)}{end}{end}")
    return "".join(found).encode()


def response(status, output):
    return {"id": "r1", "object": "response", "model": "small-1", "status": status, "output": output,
            "input": TREES, "usage": {"output_tokens": 5}}  # fmt: skip


MESSAGE = {"id": "m1", "type": "message", "role": "assistant",
           "content": [{"type": "output_text", "text": TWELVE}]}  # fmt: skip
CALL = {"id": "c1", "type": "function_call", "call_id": "k1", "name": "wc", "arguments": "{}"}
RESPONSES = [
    {"type": "response.created", "response": response("in_progress", [])},
    {"type": "response.output_item.done", "item": CALL},
    {"type": "response.output_text.delta", "delta": "There"},
    {"type": "response.output_item.done", "item": MESSAGE},
]
CHUNKS = [
    {"id": "x", "object": "chat.completion.chunk", "model": "small-1", "choices": [{"index": 0, "delta": delta}]}
    for delta in (
        {"role": "assistant", "content": "There "}, {"content": "are twelve."},
        {"tool_calls": [{"index": 0, "id": "k1", "function": {"name": "wc", "arguments": '{"f":'}}]},
        {"tool_calls": [{"index": 0, "function": {"arguments": " 1}"}}]},
    )
]  # fmt: skip
ANTHROPIC = [
    {"type": "message_start", "message": {"id": "a", "model": "small-1", "role": "assistant", "content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": TWELVE}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "k1", "name": "wc", "input": {}}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"f": 1}'}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
    {"type": "message_stop"},
]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("events", "tokens"),
    [
        ([*RESPONSES, {"type": "response.completed", "response": response("completed", [CALL, MESSAGE])}], 5),
        (RESPONSES, 5),  # cut off before the whole answer
        ([*CHUNKS, {"id": "x", "object": "chat.completion.chunk", "choices": [], "usage": {"completion_tokens": 5}}], 5),
        (ANTHROPIC, 5),
    ],
)  # fmt: skip
def test_an_answer_that_was_streamed(events, tokens, end):
    result = read_bytes(sse(*events, end=end) + b"data: [DONE]\n\n", "answer.txt")
    assert read_bytes(as_lines(*events), "answer.txt") == result
    (trace,) = result.traces
    said = [event for event in trace.events if event.sender == "assistant"]
    assert {event.kind for event in said} == {"message", "tool_call"}
    assert [event.text for event in said if event.kind == "message"] == [TWELVE]
    assert [(e.tool, e.call_id) for e in said if e.kind == "tool_call"] == [("wc", "k1")]
    assert sum(event.tokens or 0 for event in trace.events) == tokens
    assert result.bad_records == 0


def test_other_streams_are_read_as_their_events():
    lines = [
        {"author": "user", "content": {"role": "user", "parts": [{"text": TREES}]}, "id": "1", "invocationId": "i"},
        {"author": "counter", "content": {"role": "model", "parts": [{"text": TWELVE}]}, "id": "2", "invocationId": "i"},
    ]  # fmt: skip
    streamed = read_bytes(b": ping\n\n" + sse(*lines, names=False), "run.txt")
    plain = read_bytes(as_lines(*lines), "run")
    assert [t.events for t in streamed.traces] == [t.events for t in plain.traces]
    with pytest.raises(NotATraceError):
        read_bytes(b"data: none\nname: x\n", "x.yaml")


PARTS = [
    {"type": "step-start"},
    {"type": "reasoning", "text": "I count."},
    {"type": "tool", "tool": "wc", "callID": "k1", "state": {"input": {"f": 1}, "output": "12"}},
    {"type": "step-finish", "tokens": {"input": 3, "output": 4}},
    {"type": "step-start"},
    {"type": "text", "text": TWELVE},
    {"type": "step-finish", "tokens": {"input": 3, "output": 5}},
]


def test_the_parts_that_opencode_prints():
    lines = [{"type": part["type"].replace("-", "_"), "timestamp": 1_772_359_200_000 + number,
              "sessionID": "s", "part": part} for number, part in enumerate(PARTS)]  # fmt: skip
    lines.append({"type": "error", "timestamp": 1_772_359_300_000, "sessionID": "s",
                  "error": {"name": "APIError", "data": {"message": "Quota"}}})  # fmt: skip
    result = read_bytes(as_lines(*lines), "run.jsonl")
    (trace,) = result.traces
    assert result.format == "opencode" and result.bad_records == 0
    told = [(event.kind, event.text, event.tokens) for event in trace.events]
    assert told == [
        ("message", "I count.", 4), ("tool_call", '{"f": 1}', None), ("tool_result", "12", None),
        ("message", TWELVE, 5), ("message", "Error: Quota", None),
    ]  # fmt: skip
    assert trace.metadata["session_id"] == "s"


DASHES = "-" * 80
CONSOLE = f"""Collecting pyautogen
Planner (to Counter):

{TREES}

{DASHES}
\x1b[33mCounter\x1b[0m (to Planner):

***** Suggested tool call (k1): wc *****
Arguments:{" "}
{{"f": 1}}
****************************************

{DASHES}

>>>>>>>> EXECUTING FUNCTION wc...
Planner (to Counter):

Planner (to Counter):

***** Response from calling tool (k1) *****
12
*******************************************

{DASHES}
Counter (to Planner):

{TWELVE}
TERMINATE

{DASHES}
"""


@pytest.mark.parametrize("inside", [False, True])
def test_the_console_of_autogen(inside):
    data = as_json({"title": "trees", "log": CONSOLE}) if inside else CONSOLE.encode()
    (trace,) = read_bytes(data, "console.txt").traces
    assert trace.agent_names == ("Planner", "Counter")
    told = [(e.kind, e.sender, e.recipients, e.recipients_from) for e in trace.events if e.text]
    assert told == [
        ("message", "Planner", ("Counter",), "recorded"),
        ("tool_call", "Counter", (), "recorded"),
        ("tool_result", "wc", ("Counter",), "recorded"),
        ("message", "Counter", ("Planner",), "recorded"),
    ]
    assert trace.events[-1].text == f"{TWELVE}\nTERMINATE"
    assert {event.call_id for event in trace.events if event.tool} == {"k1"}


def test_what_an_agent_of_autogen_keeps_by_the_name_of_the_other():
    kept = [{"role": "assistant", "content": TREES}, {"role": "user", "content": TWELVE}]
    (trace,) = read_bytes(as_json({"assistant": kept}), "user_messages.json").traces
    assert [(e.sender, e.recipients) for e in trace.events] == [
        ("agent", ("assistant",)), ("assistant", ("agent",)),
    ]  # fmt: skip


def span(key, parent, attributes, status=None, events=()):
    return {"traceId": "t", "spanId": key, "parentSpanId": parent, "name": key, "status": status or {},
            "startTimeUnixNano": str(1_772_359_200_000_000_000 + int(key[-1]) * 10**9),
            "endTimeUnixNano": str(1_772_359_300_000_000_000 - int(key[-1]) * 10**9),
            "events": list(events),
            "attributes": [{"key": k, "value": {"intValue" if isinstance(v, int) else "stringValue": v}}
                           for k, v in attributes.items()]}  # fmt: skip


def otlp(*spans):
    return as_json({"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]})


def test_spans_of_claude_code():
    data = otlp(
        span("interaction1", "", {"span.type": "interaction", "user_prompt": TREES}),
        span("request2", "interaction1", {"span.type": "llm_request", "model": "small-1", "output_tokens": 7,
                                          "gen_ai.request.model": "small-1"}),
        span("tool3", "interaction1", {"span.type": "tool", "tool_name": "Bash", "gen_ai.tool.call.id": "k1"}),
        span("run4", "tool3", {"span.type": "tool.execution", "tool_use_id": "k1"}),
    )  # fmt: skip
    (trace,) = read_bytes(data, "x").traces
    assert "Claude Code" in trace.agent_names and trace.task == TREES
    assert [(e.tool, e.call_id) for e in trace.events if e.kind == "tool_call"] == [("Bash", "k1")]


FAILED = {"code": "STATUS_CODE_ERROR", "message": "No such table"}
RAISED = {
    "name": "exception",
    "attributes": [{"key": "exception.message", "value": {"stringValue": "No such table"}}],
}


@pytest.mark.parametrize(
    ("status", "events"), [(FAILED, ()), ({"code": 2}, [RAISED]), (None, [RAISED])]
)
@pytest.mark.parametrize("names", ["plain", "conventions"])
def test_what_went_wrong_in_a_span_is_said(status, events, names):
    kinds = {
        "plain": ({"agent_name": "Boss"}, {"agent_name": "Counter"}, {"function_name": "wc"}),
        "conventions": (
            {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "Boss"},
            {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "Counter"},
            {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "wc"},
        ),
    }[names]
    data = otlp(
        span("boss1", "", kinds[0]),
        span("counter2", "boss1", kinds[1], status, events),
        span("tool3", "counter2", kinds[2], status, events),
    )
    (trace,) = read_bytes(data, "x").traces
    failed = [
        (e.kind, e.sender, e.recipients) for e in trace.events if e.text == "Error: No such table"
    ]
    assert failed == [("tool_result", "wc", ("Counter",)), ("message", "Counter", ("Boss",))]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"status": {"status_code": "ERROR", "description": "Gone"}}, "Error: Gone"),
        ({"status_code": "ERROR", "status_message": "Gone"}, "Error: Gone"),
        ({"level": "ERROR", "statusMessage": "Gone"}, "Error: Gone"),
        ({"error": "Gone"}, "Error: Gone"), ({"error": {"message": "Gone", "data": {}}}, "Error: Gone"),
        ({"exception": "Gone"}, "Error: Gone"), ({"error": "{\"message\": \"Gone\"}"}, "Error: Gone"),
        ({"status": {"code": "OK", "message": "fine"}}, ""), ({"status": {"code": 1, "message": "x"}}, ""),
        ({"level": "DEFAULT", "statusMessage": "x"}, ""), ({"error": None}, ""), ({"status": "ok"}, ""),
        ({"level": 2.5, "error": [1]}, ""), ({"status": {"code": []}, "error": {}}, ""),
    ],
)  # fmt: skip
def test_the_words_of_tracing_tools_for_a_failure(raw, words):
    from core.trace.importers.span_failure import failure

    assert failure(raw) == words


def test_how_a_run_went_is_a_label_wherever_it_stands():
    data = as_json({"messages": [{"role": "user", "content": TREES}, {"role": "assistant", "content": TWELVE}],
                    "metadata": {"won": True, "steps": 2}})  # fmt: skip
    (trace,) = read_bytes(data, "x").traces
    assert trace.labels["metadata"] == {"won": True} and trace.metadata["metadata"] == {"steps": 2}


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (
            [{"task_id": 1, "intent": "Count.", "start_url": "x", "eval": {}}],
            "tasks of a benchmark",
        ),
        ([{"task_id": "1", "model_answer": "12", "reasoning_trace": "x"}], "tasks of a benchmark"),
        (
            [{"execution": {"id": "1", "error": {"message": "x"}}, "workflow": {"id": "2"}}],
            "n8n failed",
        ),
        ({"component_type": "Flow", "metadata": {}, "nodes": [], "inputs": []}, "Agent Spec"),
    ],
)
def test_more_that_is_no_run(value, what):
    with pytest.raises(NotATraceError, match=what):
        read_bytes(as_json(value), "x.json")


def item(kind, agent, **raw):
    return {"type": kind, "agent": {"name": agent}, "raw_item": raw}


RUN_STATE = {
    "$schemaVersion": "1.13", "original_input": TREES, "current_agent": {"name": "Counter"}, "trace": {"object": "trace"},
    "generated_items": [
        item("reasoning_item", "Boss", id="t1", summary=[{"type": "summary_text", "text": "I ask."}]),
        item("handoff_call_item", "Boss", id="h1", call_id="k0", name="transfer_to_counter", arguments="{}"),
        item("handoff_output_item", "Boss", call_id="k0", output="{'assistant': 'Counter'}"),
        item("tool_call_item", "Counter", id="c1", call_id="k1", name="wc", arguments='{"f": 1}'),
        item("tool_approval_item", "Counter", id="c1", call_id="k1", name="wc", arguments='{"f": 1}'),
        item("tool_call_output_item", "Counter", call_id="k1", output="12"),
        item("message_output_item", "Counter", id="m1", content=[{"type": "output_text", "text": TWELVE}]),
    ],
    "model_responses": [
        {"output": [{"id": "c1"}], "usage": {"output_tokens": 4}},
        {"output": [{"id": "m1"}], "usage": {"output_tokens": 5}},
    ],
}  # fmt: skip


def test_the_state_of_a_run_that_waits():
    result = read_bytes(as_json(RUN_STATE), "state.json")
    (trace,) = result.traces
    assert result.format == "run_state" and result.bad_records == 0
    assert trace.task == TREES and {"Boss", "Counter", "user"} <= set(trace.agent_names)
    calls = [event for event in trace.events if event.kind == "tool_call" and event.tool == "wc"]
    assert [(event.sender, event.call_id, event.tokens) for event in calls] == [
        ("Counter", "k1", 4)
    ]
    assert [(e.text, e.recipients) for e in trace.events if e.sender == "wc"] == [
        ("12", ("Counter",))
    ]
    last = trace.events[-1]
    assert (last.sender, last.text, last.tokens) == ("Counter", TWELVE, 5)


GEMINI = [
    {"candidates": [{"content": {"role": "model", "parts": parts}}], "responseId": "g",
     "usageMetadata": {"candidatesTokenCount": count}}
    for count, parts in (
        (1, [{"text": "I count.", "thought": True}]), (3, [{"text": "There "}]), (5, [{"text": "are twelve."}]),
        (7, [{"functionCall": {"name": "wc", "args": {"f": 1}}}]), (7, []),
    )
]  # fmt: skip


def test_an_answer_of_gemini_in_pieces_is_one():
    (trace,) = read_bytes(as_lines(*GEMINI), "x").traces
    assert [e.text for e in trace.events if e.kind == "message" and not e.is_private] == [TWELVE]
    assert [e.tool for e in trace.events if e.kind == "tool_call"] == ["wc"]
    assert sum(event.tokens or 0 for event in trace.events) == 7


TOOLS_RUN = [
    {"type": "reasoning", "id": "t", "summary": []},
    {"type": "mcp_list_tools", "id": "l", "tools": [{"name": "x"}]},
    {"type": "file_search_call", "id": "f", "queries": ["trees"], "results": [{"text": "12"}]},
    {"type": "code_interpreter_call", "id": "c", "code": "print(12)", "outputs": [{"logs": "12"}]},
    {"type": "shell_call", "id": "s", "call_id": "k", "action": {"commands": ["ls"]}},
    {"type": "shell_call_output", "id": "o", "call_id": "k", "output": [{"stdout": "trees"}]},
    {
        "type": "mcp_call",
        "id": "m",
        "name": "count",
        "arguments": "{}",
        "output": None,
        "error": "Gone",
    },
    {"type": "mcp_approval_request", "id": "a", "name": "cut", "arguments": "{}"},
    MESSAGE,
]


def test_tools_that_the_interface_runs_itself():
    result = read_bytes(as_json(response("completed", TOOLS_RUN)), "x")
    (trace,) = result.traces
    assert result.bad_records == 0
    assert [event.tool for event in trace.events if event.kind == "tool_call"] == [
        "file_search", "code_interpreter", "shell", "count", "cut",
    ]  # fmt: skip
    assert [(e.tool, e.text) for e in trace.events if e.kind == "tool_result"] == [
        ("file_search", '[{"text": "12"}]'), ("code_interpreter", '[{"logs": "12"}]'),
        ("shell", '[{"stdout": "trees"}]'), ("count", "Gone"),
    ]  # fmt: skip
