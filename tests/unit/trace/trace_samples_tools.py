"""Small runs as observability tools and newer versions of frameworks write them."""

from __future__ import annotations

import copy
import json
from typing import Any


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def as_lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def at(second: int) -> str:
    return f"2026-03-01T10:00:{second:02}Z"


def nanos(second: int) -> int:
    return 1_772_359_200_000_000_000 + second * 10**9


def observation(key: str, parent: str | None, kind: str, name: str, **more: Any) -> dict[str, Any]:
    base = {"id": key, "traceId": "t1", "type": kind, "name": name, "startTime": at(int(key[1]))}
    return {**base, "endTime": at(9 - int(key[1])), "parentObservationId": parent, **more}


OBSERVATIONS = [
    observation("o1", None, "AGENT", "harvester", input="Pick the plums.", output="Ask the carter."),
    observation("o2", "o1", "AGENT", "carter", input="Fetch the plums.", output="Fetched."),
    observation(
        "o3", "o2", "GENERATION", "chat", model="small-1", usage={"input": 3, "output": 4},
        input=[{"role": "user", "content": "Fetch the plums."}],
        output={"role": "assistant", "content": "Fetched."},
    ),
]  # fmt: skip
LANGFUSE_TRACE = {
    "id": "t1",
    "name": "plums",
    "timestamp": at(0),
    "scores": [{"name": "ripe", "value": 1}],
    "observations": OBSERVATIONS,
}


def mlflow_span(
    key: int, parent: int, name: str, kind: str, given: Any, found: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "context": {"span_id": f"0x{key}", "trace_id": "0xab"},
        "parent_id": f"0x{parent}" if parent else None,
        "start_time": nanos(key),
        "end_time": nanos(9 - key),
        "status_code": "OK",
        "attributes": {
            "mlflow.spanType": json.dumps(kind),
            "mlflow.spanInputs": json.dumps(given),
            "mlflow.spanOutputs": json.dumps(found),
        },
        "events": [],
    }


MLFLOW: dict[str, Any] = {
    "info": {"request_id": "r1", "status": "OK"},
    "data": {
        "spans": [
            mlflow_span(1, 0, "harvester", "AGENT", {"task": "Pick the plums."}, "Ask the carter."),
            mlflow_span(2, 1, "carter", "AGENT", {"task": "Fetch the plums."}, "Fetched."),
            mlflow_span(
                3, 2, "chat", "CHAT_MODEL",
                {"messages": [{"role": "user", "content": "Fetch the plums."}]},
                {"choices": [{"message": {"role": "assistant", "content": "Fetched."}}]},
            ),
        ]
    },
}  # fmt: skip
MLFLOW_3 = copy.deepcopy(MLFLOW)
for _span in MLFLOW_3["data"]["spans"]:
    _context = _span.pop("context")
    _span["span_id"], _span["trace_id"] = _context["span_id"], _context["trace_id"]
    _span["parent_span_id"] = _span.pop("parent_id") or ""
    _span["start_time_unix_nano"] = str(_span.pop("start_time"))
    _span["end_time_unix_nano"] = str(_span.pop("end_time"))


def call(key: int, parent: int, name: str, given: Any, found: Any) -> dict[str, Any]:
    return {
        "id": str(key),
        "project_id": "farm/plums",
        "op_name": f"weave:///farm/plums/op/{name}:0a1b",
        "trace_id": "t1",
        "parent_id": str(parent) if parent else None,
        "started_at": at(key),
        "ended_at": at(9 - key),
        "inputs": given,
        "output": found,
        "summary": {"usage": {"small-1": {"completion_tokens": 5}}},
        "attributes": {},
    }


WEAVE = [
    call(1, 0, "Harvester.run", {"self": "Harvester", "task": "Pick the plums."}, "Ask the carter."),
    call(2, 1, "Carter.run", {"task": "Fetch the plums."}, "Fetched."),
    call(
        3, 2, "openai.chat.completions.create",
        {"model": "small-1", "messages": [{"role": "user", "content": "Fetch the plums."}]},
        {"choices": [{"message": {"role": "assistant", "content": "Fetched."}}]},
    ),
]  # fmt: skip


def jaeger_span(key: str, parent: str, name: str, **tags: Any) -> dict[str, Any]:
    return {
        "traceID": "ab",
        "spanID": key,
        "operationName": name,
        "references": [{"refType": "CHILD_OF", "spanID": parent}] if parent else [],
        "startTime": nanos(int(key)) // 1000,
        "duration": 1_000_000,
        "processID": "p1",
        "tags": [
            {"key": tag.replace("__", "."), "type": "string", "value": value}
            for tag, value in tags.items()
        ],
    }


def said(text: str) -> str:
    return json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": text}]}])


JAEGER = {
    "data": [
        {
            "traceID": "ab",
            "processes": {"p1": {"serviceName": "farm"}},
            "spans": [
                jaeger_span("1", "", "invoke_agent harvester", gen_ai__operation__name="invoke_agent",
                            gen_ai__agent__name="harvester", gen_ai__output__messages=said("All done.")),
                jaeger_span("2", "1", "invoke_agent carter", gen_ai__operation__name="invoke_agent",
                            gen_ai__agent__name="carter", gen_ai__output__messages=said("Fetched.")),
            ],
        }
    ]
}  # fmt: skip
TAU2 = {
    "info": {"git_commit": "0a1b"},
    "tasks": [{"id": "0"}],
    "simulations": [
        {
            "id": f"sim{number}",
            "task_id": "0",
            "reward_info": {"reward": 1.0},
            "messages": [
                {"role": "assistant", "content": "What do you need?", "turn_idx": 0, "tool_calls": None},
                {"role": "user", "content": f"Cancel order {number}.", "turn_idx": 1},
                {"role": "assistant", "content": None, "turn_idx": 2,
                 "tool_calls": [{"id": "c", "name": "cancel", "arguments": {"order": number}, "requestor": "assistant"}]},
                {"id": "c", "role": "tool", "content": "ok", "requestor": "assistant", "error": False},
                {"role": "assistant", "content": "Done."},
            ],
        }
        for number in (7, 8)
    ],
}  # fmt: skip
AUTOGEN_STATE = {
    "type": "TeamState",
    "version": "1.0.0",
    "agent_states": {
        "carter": {"type": "ChatAgentContainerState", "agent_state": {"llm_context": {"messages": []}}},
        "RoundRobinGroupChatManager": {
            "type": "RoundRobinManagerState",
            "agent_state": {
                "message_thread": [
                    {"source": "user", "content": "Fetch the plums.", "type": "TextMessage", "models_usage": None},
                    {"source": "carter", "content": "Fetched.", "type": "TextMessage",
                     "models_usage": {"prompt_tokens": 1, "completion_tokens": 2}},
                ]
            },
        },
    },
}  # fmt: skip
STREAM = [
    {"type": "system", "subtype": "init", "session_id": "s1", "tools": [], "model": "m"},
    {"type": "assistant", "session_id": "s1", "parent_tool_use_id": None, "message": {
        "id": "m1", "role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "Task", "input": {"subagent_type": "carter", "prompt": "Fetch."}}]}},
    {"type": "assistant", "session_id": "s1", "parent_tool_use_id": "t1", "message": {
        "id": "m2", "role": "assistant", "content": [{"type": "text", "text": "Fetched."}]}},
    {"type": "user", "session_id": "s1", "parent_tool_use_id": None, "message": {
        "role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "Fetched."}]}},
    {"type": "result", "subtype": "success", "result": "Fetched.", "session_id": "s1"},
]  # fmt: skip
ITEMS = [
    {"role": "user", "content": "Where are the plums?"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Let me look."}]},
    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "The barn, perhaps."}]},
    {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "in the barn"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "In the barn."}]},
]  # fmt: skip

ASKED = {"type": "human", "content": "Fetch the plums.", "id": "m1"}
PLANNED = {"type": "ai", "content": "The carter can.", "id": "m2", "name": "harvester"}
FETCHED = {"type": "ai", "content": "Fetched.", "id": "m3", "name": "carter"}
STATES = [{"messages": [ASKED, PLANNED, FETCHED][:count]} for count in (1, 2, 3)]


def chain(key: int, parent: str | None, name: str, given: Any, found: Any) -> dict[str, Any]:
    return {
        "id": f"c{key}", "trace_id": "c1", "parent_run_id": parent, "run_type": "chain",
        "name": name, "inputs": given, "outputs": found,
        "start_time": at(key), "end_time": at(9 if parent is None else key + 1),
    }  # fmt: skip


CHAINS = [
    chain(1, None, "LangGraph", STATES[0], STATES[2]),
    chain(2, "c1", "harvester", STATES[0], {"messages": [PLANNED]}),
    chain(4, "c1", "carter", STATES[1], {"messages": [FETCHED]}),
]
PYDANTIC_AI = [
    {"kind": "request", "instructions": "Be brief.", "run_id": "r1", "parts": [
        {"part_kind": "user-prompt", "content": "Where are the plums?", "timestamp": at(0)}]},
    {"kind": "response", "timestamp": at(1), "model_name": "small-1",
     "usage": {"input_tokens": 9, "output_tokens": 7}, "parts": [
        {"part_kind": "thinking", "content": "The barn, perhaps."},
        {"part_kind": "text", "content": "Let me look."},
        {"part_kind": "tool-call", "tool_name": "look", "args": "{}", "tool_call_id": "c1"}]},
    {"kind": "request", "parts": [
        {"part_kind": "tool-return", "tool_name": "look", "content": {"in": "the barn"},
         "tool_call_id": "c1", "timestamp": at(2)}]},
    {"kind": "response", "timestamp": at(3), "parts": [{"part_kind": "text", "content": "In the barn."}]},
]  # fmt: skip
SHARED = {
    "id": "7",
    "conversations": [
        {"from": "human", "value": "Where are the plums?"},
        {"from": "function_call", "value": '{"name": "look", "arguments": {}}'},
        {"from": "observation", "value": "in the barn"},
        {"from": "gpt", "value": "In the barn."},
    ],
}
WITH_OTHERS = {
    "chat_messages": {
        "carter": [
            {"role": "assistant", "content": "Fetch the plums."},
            {"role": "user", "content": "Fetched."},
        ]
    }
}

TOOLS: dict[str, bytes] = {
    "langfuse trace": as_json(LANGFUSE_TRACE),
    "langfuse traces": as_json({"data": [LANGFUSE_TRACE], "meta": {"page": 1}}),
    "langfuse observations": as_lines(*OBSERVATIONS),
    "mlflow": as_json(MLFLOW),
    "mlflow 3": as_json(MLFLOW_3),
    "weave": as_lines(*WEAVE),
    "jaeger": as_json(JAEGER),
    "tau2": as_json(TAU2),
    "autogen state": as_json(AUTOGEN_STATE),
    "claude stream": as_lines(*STREAM),
    "langgraph states": as_lines(*STATES),
    "langgraph values": as_lines(*(["values", state] for state in STATES)),
    "langgraph parts": as_lines(*({"type": "values", "ns": [], "data": one} for one in STATES)),
    "langsmith chains": as_json(CHAINS),
    "pydantic ai": as_json(PYDANTIC_AI),
    "pydantic ai lines": as_lines(*PYDANTIC_AI),
    "sharegpt": as_json([SHARED]),
    "autogen chat_messages": as_json(WITH_OTHERS),
    "openai items": as_json(ITEMS),
}
