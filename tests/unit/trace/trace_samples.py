"""Small files of the shapes that importers read, written for these tests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

NATIVE: dict[str, Any] = {
    "apiVersion": "baton/v1",
    "kind": "Trace",
    "name": "garden plan",
    "task": "Plan a garden of 40 square metres.",
    "agents": [
        {"name": "Planner", "description": "Plans beds.", "model": "small-1"},
        {"name": "Buyer"},
        {"name": "Ida", "is_person": True},
    ],
    "events": [
        {"seq": 1, "from": "Ida", "to": ["Planner"], "text": "40 square metres, no fences."},
        {"seq": 2, "kind": "tool_call", "from": "Planner", "tool": "soil", "call_id": "c1"},
        {
            "seq": 3,
            "kind": "tool_result",
            "from": "soil",
            "to": ["Planner"],
            "tool": "soil",
            "call_id": "c1",
            "text": "clay, pH 6.4",
            "at": "2026-03-01T09:30:00Z",
        },
        {
            "seq": 5,
            "from": "Planner",
            "to": ["Buyer"],
            "text": "Buy 12 seedlings.",
            "recipients_from": "inferred",
            "rule": "the next different speaker",
            "broadcast": True,
            "tokens": 7,
        },
        {"seq": 6, "kind": "output", "from": "Buyer", "text": "Ordered.", "metadata": {"n": [1]}},
    ],
    "labels": {"lost": "no fences"},
}

GROUP: dict[str, Any] = {
    "question": "How many bricks does the wall need?",
    "question_ID": "wall-7",
    "level": "1",
    "ground_truth": "412",
    "is_correct": False,
    "mistake_agent": "Estimator",
    "mistake_step": "2",
    "mistake_reason": "It forgot the doorway.",
    "system_prompt": {
        "Surveyor": "You measure walls.",
        "Estimator": "You estimate material.",
        "Auditor": "You check sums.",
        "Archivist": "You never say a word.",
    },
    "history": [
        {"name": "Surveyor", "role": "assistant", "content": "The wall is 6 m by 2 m."},
        {
            "name": "Estimator",
            "role": "user",
            "content": "I compute it.\n```python\nprint(6 * 2 * 35)\n```\nPlease run this.",
        },
        {
            "name": "Computer_terminal",
            "role": "user",
            "content": "exitcode: 0 (execution succeeded)\nCode output: 420\n",
        },
        {"name": "Estimator", "role": "user", "content": "420 bricks."},
        {"name": "Auditor", "role": "user", "content": "Agreed.\n\nTERMINATE"},
    ],
}

ROUTED: dict[str, Any] = {
    "question": "When does the last ferry leave?",
    "question_ID": "ferry-1",
    "ground_truth": "21:40",
    "is_corrected": False,
    "mistake_agent": "Searcher",
    "mistake_step": "4",
    "mistake_reason": "It read the winter table.",
    "history": [
        {"role": "human", "content": "When does the last ferry leave?"},
        {"role": "Lead (thought)", "content": "I should ask the searcher."},
        {"role": "Lead (-> Searcher)", "content": "Find the summer timetable."},
        {"role": "Searcher", "content": "It says 20:15."},
        {"role": "Lead (-> ComputerTerminal)", "content": "Run the script."},
        {"role": "ComputerTerminal", "content": "No code block was found."},
        {"role": "Lead (-> Assistant)", "content": "Sum up, please."},
        {"role": "Assistant", "content": "The last ferry leaves at 20:15."},
        {"role": "Lead (termination condition)", "content": "Done: 20:15"},
    ],
}

BARE_ROUTED: list[dict[str, Any]] = ROUTED["history"]

SERVICE: dict[str, Any] = {
    "task_id": 12,
    "reward": 0.0,
    "info": {"task": {"instruction": "You want a refund.", "actions": [{"name": "refund"}]}},
    "traj": [
        {"role": "system", "content": "You are a shop's agent."},
        {"role": "user", "content": "My kettle is broken, order K-88."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "find_order", "arguments": '{"id": "K-88"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "name": "find_order", "content": "delivered"},
        {"role": "assistant", "content": "I found it. Shall I refund 39 EUR?"},
        {"role": "user", "content": "Yes."},
    ],
}

LINES_OF_RUNS: list[dict[str, Any]] = [
    {
        "messages": [
            {"role": "user", "content": "Water the plants?"},
            {
                "role": "assistant",
                "content": "I look at the soil.",
                "tool_calls": [{"function": {"name": "probe", "arguments": {"bed": 3}}}],
            },
            {"role": "tool", "content": [{"type": "text", "text": "dry"}]},
            {"role": "assistant", "content": "Yes, 4 litres.", "tool_calls": []},
        ],
        "annotations": [{"content": "fine", "address": "messages[3]"}],
    },
    {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]},
]

PACKED: list[dict[str, Any]] = [
    {
        "trace_id": "sorting",
        "mas_name": "AG2",
        "trace": json.dumps(
            {
                "problem_statement": ["Sort", "the list."],
                "trajectory": [
                    {"name": "Planner", "role": "user", "content": ["Coder,", "write it."]},
                    {"name": "Coder", "role": "user", "content": "Done."},
                    {"name": "Tester", "role": "user", "content": "It passes."},
                ],
                "note": {"options": {"Step repetition": "no"}},
            }
        ),
    },
    {"trace_id": "log", "mas_name": "Other", "trace": "just a log"},
]

HANDOFFS: list[dict[str, Any]] = [
    {"role": "user", "content": "I was charged twice."},
    {
        "role": "assistant",
        "name": "Triage",
        "content": None,
        "tool_calls": [
            {"id": "t1", "function": {"name": "transfer_to_billing", "arguments": "{}"}}
        ],
    },
    {"role": "tool", "tool_call_id": "t1", "content": "transferred"},
    {"role": "assistant", "name": "Billing", "content": "I refund 20 EUR."},
]

SECOND = 10**9
START = 1_760_000_000 * SECOND


def attributes(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return OTLP's list of typed key and value."""
    found = []
    for key, value in values.items():
        kind = "intValue" if isinstance(value, int) else "stringValue"
        found.append({"key": key, "value": {kind: str(value)}})
    return found


def span(
    span_id: str, parent: str, name: str, start: float, end: float, values: dict[str, Any]
) -> dict[str, Any]:
    return {
        "traceId": "a1" * 16,
        "spanId": span_id,
        "parentSpanId": parent,
        "name": name,
        "kind": "SPAN_KIND_INTERNAL",
        "startTimeUnixNano": str(START + int(start * SECOND)),
        "endTimeUnixNano": str(START + int(end * SECOND)),
        "attributes": attributes(values),
    }


def request(*spans: dict[str, Any]) -> dict[str, Any]:
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": attributes({"service.name": "trip-desk"})},
                "scopeSpans": [{"scope": {"name": "own"}, "spans": list(spans)}],
            }
        ]
    }


def _said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


_ASK = _said("user", "Book a trip to Oslo for 900 EUR at most.")
_CALL = {
    "role": "assistant",
    "parts": [{"type": "tool_call", "id": "k1", "name": "fares", "arguments": {"to": "OSL"}}],
}
_FARE = {
    "role": "tool",
    "parts": [{"type": "tool_call_response", "id": "k1", "response": "from 310 EUR"}],
}

GEN_AI_SPANS: list[dict[str, Any]] = [
    # children first, as collectors write them
    span(
        "03",
        "02",
        "chat large-2",
        1,
        2,
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "large-2",
            "gen_ai.system_instructions": json.dumps(
                [{"type": "text", "content": "You look up fares."}]
            ),
            "gen_ai.input.messages": json.dumps([_said("user", "Find a fare to Oslo.")]),
            "gen_ai.output.messages": json.dumps([_CALL]),
            "gen_ai.usage.output_tokens": 11,
        },
    ),
    span(
        "04",
        "02",
        "execute_tool fares",
        2,
        3,
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "fares",
            "gen_ai.tool.call.id": "k1",
            "gen_ai.tool.call.result": "from 310 EUR",
        },
    ),
    span(
        "05",
        "02",
        "chat large-2",
        3,
        4,
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "large-2",
            "gen_ai.input.messages": json.dumps(
                [_said("user", "Find a fare to Oslo."), _CALL, _FARE]
            ),
            "gen_ai.output.messages": json.dumps([_said("assistant", "310 EUR on Monday.")]),
            "gen_ai.usage.output_tokens": "9",
        },
    ),
    span(
        "02",
        "01",
        "invoke_agent Fares",
        0.5,
        4,
        {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "Fares"},
    ),
    span(
        "06",
        "01",
        "chat large-2",
        4,
        5,
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "large-2",
            "gen_ai.input.messages": json.dumps([_ASK, _said("user", "310 EUR on Monday.")]),
            "gen_ai.output.messages": json.dumps([_said("assistant", "Booked for 310 EUR.")]),
        },
    ),
    span(
        "01",
        "",
        "invoke_agent Desk",
        0,
        6,
        {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "Desk",
            "gen_ai.input.messages": json.dumps([_ASK]),
        },
    ),
]

OPENINFERENCE_SPANS: list[dict[str, Any]] = [
    span("11", "", "desk", 0, 9, {"openinference.span.kind": "CHAIN", "input.value": "Oslo?"}),
    span(
        "12",
        "11",
        "Retriever",
        1,
        2,
        {
            "openinference.span.kind": "RETRIEVER",
            "input.value": "Oslo?",
            "retrieval.documents.0.document.content": "Oslo has a fjord.",
            "retrieval.documents.1.document.content": "Trams run daily.",
        },
    ),
    span(
        "13",
        "11",
        "ChatModel",
        3,
        4,
        {
            "openinference.span.kind": "LLM",
            "llm.model_name": "small-1",
            "llm.input_messages.0.message.role": "system",
            "llm.input_messages.0.message.content": "Answer briefly.",
            "llm.input_messages.1.message.role": "user",
            "llm.input_messages.1.message.contents.0.message_content.type": "text",
            "llm.input_messages.1.message.contents.0.message_content.text": "Oslo? A fjord.",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.content": "It has a fjord.",
            "llm.output_messages.0.message.tool_calls.0.tool_call.id": "z",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "note",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": "{}",
            "llm.token_count.completion": 5,
        },
    ),
    span("14", "13", "inner", 3, 4, {"openinference.span.kind": "LLM", "output.value": "again"}),
]


AUTOGEN: dict[str, Any] = {
    "task": "Name a river.",
    "attempts": [],
    "events": [
        {
            "type": "TextMessage",
            "model_dump": {"source": "user", "content": "Name a river.", "type": "TextMessage"},
        },
        {"type": "ThoughtEvent", "model_dump": {"source": "Lead", "content": "Easy."}},
        {
            "type": "HandoffMessage",
            "model_dump": {"source": "Lead", "target": "Guide", "content": "You know it."},
        },
        {
            "type": "ToolCallRequestEvent",
            "model_dump": {
                "source": "Guide",
                "content": [{"id": "r1", "name": "atlas", "arguments": "{}"}],
            },
        },
        {
            "type": "ToolCallExecutionEvent",
            "model_dump": {
                "source": "Guide",
                "content": [{"call_id": "r1", "name": "atlas", "content": "Ob"}],
            },
        },
        {
            "type": "TextMessage",
            "model_dump": {
                "source": "Guide",
                "content": "The Ob.",
                "created_at": "2026-02-01T00:00:00Z",
                "models_usage": {"prompt_tokens": 9, "completion_tokens": 3},
            },
        },
        {"type": "TaskResult", "model_dump": {"messages": [], "stop_reason": "done"}},
    ],
}


def sdk_span(one: dict[str, Any]) -> dict[str, Any]:
    """Return a span in the form of the Python SDK, with ids as integers."""
    parent = one["parentSpanId"]
    return {
        "name": one["name"],
        "context": {"trace_id": int(one["traceId"], 16), "span_id": int(one["spanId"], 16)},
        "parent": {"trace_id": None, "span_id": int(parent, 16) if parent else None},
        "start_time": int(one["startTimeUnixNano"]),
        "end_time": int(one["endTimeUnixNano"]),
        "attributes": {
            item["key"]: next(iter(item["value"].values())) for item in one["attributes"]
        },
        "events": [],
        "resource": {"attributes": {"service.name": "trip-desk"}},
    }


def observation(one: dict[str, Any]) -> dict[str, Any]:
    """Return a span as Langfuse exports it, with objects packed into texts."""
    values = sdk_span(one)["attributes"]
    kinds = {"invoke_agent": "AGENT", "chat": "GENERATION", "execute_tool": "TOOL"}
    moments = [
        datetime.fromtimestamp(int(one[key]) / SECOND, UTC).isoformat()
        for key in ("startTimeUnixNano", "endTimeUnixNano")
    ]
    return {
        "id": one["spanId"],
        "traceId": one["traceId"],
        "parentObservationId": one["parentSpanId"] or None,
        "type": kinds[values["gen_ai.operation.name"]],
        "name": one["name"],
        "startTime": moments[0],
        "endTime": moments[1],
        "input": values.pop("gen_ai.input.messages", None),
        "output": values.pop("gen_ai.output.messages", None)
        or values.pop("gen_ai.tool.call.result", None),
        "model": values.get("gen_ai.request.model"),
        "usageDetails": {"output": 9},
        "metadata": json.dumps({"attributes": values}),
    }


LANGFUSE: dict[str, Any] = {
    "trace": {"id": "t", "name": "trip", "scores": [{"name": "helpful", "value": 1}]},
    "observations": [observation(one) for one in GEN_AI_SPANS],
}


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def as_lines(*values: Any) -> bytes:
    return b"".join(as_json(value) + b"\n" for value in values)


FILES: dict[str, bytes] = {
    "baton": as_json(NATIVE),
    "whowhen group": as_json(GROUP),
    "whowhen routed": as_json(ROUTED),
    "chat bare": as_json(BARE_ROUTED),
    "tau_bench": as_json(SERVICE),
    "chat lines of runs": as_lines(*LINES_OF_RUNS),
    "chat lines of messages": as_lines(*HANDOFFS),
    "chat packed": as_json(PACKED),
    "otlp gen_ai": as_json(request(*GEN_AI_SPANS)),
    "otlp openinference": as_json([request(*OPENINFERENCE_SPANS)]),
    "langfuse": as_json(LANGFUSE),
    "autogen": as_json(AUTOGEN),
    "otel_sdk": as_json({"spans": [sdk_span(one) for one in GEN_AI_SPANS]}),
    "otlp lines": as_lines(*(request(one) for one in GEN_AI_SPANS)),
}
"""One small file of each shape."""
