"""Small runs as the interfaces of tracing tools answer, and as newer logs of runs are laid out."""

from __future__ import annotations

import copy
import json
from typing import Any

from tests.unit.trace.trace_samples_frameworks import (
    ASK,
    DONE,
    FIND,
    FOUND,
    exported,
    span,
)
from tests.unit.trace.trace_samples_tools import as_json, as_lines, at, nanos


def said(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


TWO_AGENTS = (
    span(1, 0, "invoke_agent harvester", gen_ai__operation__name="invoke_agent",
         gen_ai__agent__name="harvester", gen_ai__input__messages=said("user", ASK),
         gen_ai__output__messages=said("assistant", DONE)),
    span(2, 1, "invoke_agent carter", gen_ai__operation__name="invoke_agent",
         gen_ai__agent__name="carter", gen_ai__input__messages=said("user", FIND),
         gen_ai__output__messages=said("assistant", FOUND)),
)  # fmt: skip
REQUEST = exported(*TWO_AGENTS)
TEMPO = {"batches": [{"resource": block["resource"], "instrumentationLibrarySpans": block["scopeSpans"]}
                     for block in copy.deepcopy(REQUEST)["resourceSpans"]]}  # fmt: skip
FLAT = [
    {**one, "attributes": {item["key"]: next(iter(item["value"].values())) for item in one["attributes"]}}
    for one in TWO_AGENTS
]  # fmt: skip


def length(one: dict[str, Any]) -> int:
    """Return how many microseconds a span took."""
    return (int(one["endTimeUnixNano"]) - int(one["startTimeUnixNano"])) // 1000


def jaeger(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "traceID": one["traceId"], "spanID": one["spanId"], "operationName": one["name"], "flags": 1,
        "references": [{"refType": "CHILD_OF", "traceID": one["traceId"], "spanID": one["parentSpanId"]}]
        if one["parentSpanId"] else [],
        "startTime": int(one["startTimeUnixNano"]) // 1000, "duration": length(one),
        "tags": [{"key": item["key"], "type": "string", "value": next(iter(item["value"].values()))}
                 for item in one["attributes"]],
        "logs": [], "processID": "p1", "warnings": None,
    }  # fmt: skip


JAEGER = {
    "data": [{"traceID": f"{7:032x}", "spans": [jaeger(one) for one in TWO_AGENTS],
              "processes": {"p1": {"serviceName": "orchard", "tags": []}}, "warnings": None}],
    "total": 0, "limit": 0, "offset": 0, "errors": None,
}  # fmt: skip
JAEGER_STORED = [
    {"_index": "jaeger-span", "_id": str(number), "_source": {
        **{key: value for key, value in jaeger(one).items() if key != "processID"},
        "process": {"serviceName": "orchard", "tags": []}}}
    for number, one in enumerate(TWO_AGENTS)
]  # fmt: skip
ZIPKIN = [
    {"traceId": one["traceId"], "id": one["spanId"], "parentId": one["parentSpanId"] or None,
     "name": one["name"], "timestamp": int(one["startTimeUnixNano"]) // 1000, "duration": length(one),
     "localEndpoint": {"serviceName": "orchard"},
     "tags": {item["key"]: next(iter(item["value"].values())) for item in one["attributes"]}}
    for one in TWO_AGENTS
]  # fmt: skip


def observation(
    key: str, parent: str | None, kind: str, name: str, second: int, **more: Any
) -> dict[str, Any]:
    return {
        "id": key, "traceId": "t1", "type": kind, "name": name, "parentObservationId": parent,
        "startTime": at(second), "endTime": at(9 - second), "completionStartTime": None, "level": "DEFAULT",
        "statusMessage": None, "environment": "default", "version": None, "promptId": None, **more,
    }  # fmt: skip


OBSERVATIONS = [
    observation("o3", "o2", "GENERATION", "chat", 3, model="small-1", input=[{"role": "user", "content": FIND}],
                output={"role": "assistant", "content": FOUND}, usageDetails={"output": 4, "total": 9}),
    observation("o2", "o1", "AGENT", "carter", 2, input=FIND, output=FOUND),
    observation("o1", None, "AGENT", "harvester", 1, input=ASK, output=DONE),
]  # fmt: skip
LANGFUSE_LIST = {
    "data": OBSERVATIONS,
    "meta": {"page": 1, "limit": 50, "totalItems": 3, "totalPages": 1},
}
LANGFUSE_TRACES_ONLY = {
    "data": [{"id": "t1", "name": "plums", "timestamp": at(0), "observations": ["o1", "o2"], "scores": [],
              "input": ASK, "output": DONE, "htmlPath": "/x", "latency": 2.0, "totalCost": 0}],
    "meta": {"page": 1},
}  # fmt: skip
LANGFUSE_SESSION = {
    "id": "s1", "createdAt": at(0), "projectId": "p1", "environment": "default",
    "traces": [{"id": "t1", "name": "plums", "timestamp": at(0), "input": ASK, "output": DONE,
                "sessionId": "s1", "metadata": {}, "tags": []},
               {"id": "t2", "name": "plums", "timestamp": at(9), "input": "More?", "output": "No more.",
                "sessionId": "s1", "metadata": {}, "tags": []}],
}  # fmt: skip


def phoenix(one: dict[str, Any]) -> dict[str, Any]:
    kind = {"gen_ai.operation.name": "openinference.span.kind"}
    attributes = {kind.get(item["key"], item["key"]): next(iter(item["value"].values()))
                  for item in one["attributes"]}  # fmt: skip
    attributes["openinference.span.kind"] = "AGENT"
    return {
        "id": one["spanId"], "name": one["name"],
        "context": {"trace_id": one["traceId"], "span_id": one["spanId"]}, "span_kind": "AGENT",
        "parent_id": one["parentSpanId"] or None, "start_time": at(int(one["spanId"], 16)),
        "end_time": at(29), "status_code": "OK", "status_message": "", "attributes": attributes,
        "events": [],
    }  # fmt: skip


PHOENIX = [phoenix(one) for one in TWO_AGENTS]
PHOENIX_OTLP = [
    {"trace_id": one["traceId"], "span_id": one["spanId"], "parent_span_id": one["parentSpanId"] or None,
     "name": one["name"], "start_time_unix_nano": int(one["startTimeUnixNano"]),
     "end_time_unix_nano": int(one["endTimeUnixNano"]), "kind": 1, "status": {"code": 1}, "events": [],
     "attributes": [{"key": item["key"], "value": {"string_value": next(iter(item["value"].values()))}}
                    for item in one["attributes"]]}
    for one in TWO_AGENTS
]  # fmt: skip
ROWS = [
    {"name": one["name"], "span_kind": "AGENT", "parent_id": one["parent_id"],
     "start_time": nanos(number) // 10**6, "end_time": nanos(20) // 10**6,
     "context.span_id": one["context"]["span_id"], "context.trace_id": one["context"]["trace_id"],
     **{f"attributes.{key}": value for key, value in one["attributes"].items()}}
    for number, one in enumerate(PHOENIX)
]  # fmt: skip
COLUMNS = {key: {str(number): row.get(key) for number, row in enumerate(ROWS)} for key in ROWS[0]}
SPLIT = {
    "columns": list(ROWS[0]), "index": [0, 1], "data": [list(row.values()) for row in ROWS],
}  # fmt: skip


def ran(
    key: str,
    parent: str | None,
    kind: str,
    name: str,
    order: str,
    given: Any,
    back: Any,
    **more: Any,
) -> dict[str, Any]:
    return {
        "id": key, "trace_id": "r1", "parent_run_id": parent, "run_type": kind, "name": name,
        "dotted_order": order, "start_time": at(int(key[1])), "end_time": at(more.pop("end")), "inputs": given,
        "outputs": back, "extra": {"metadata": more.pop("metadata", {})}, "status": "success",
        "error": None, "child_run_ids": [], "total_tokens": 5, "completion_tokens": 2, **more,
    }  # fmt: skip


def message(kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "content": text,
        "type": kind,
        "id": f"{kind}-{text[:4]}",
        "additional_kwargs": {},
        **more,
    }


LANGSMITH = [
    ran("r1", None, "chain", "LangGraph", "1r1", {"messages": [message("human", ASK)]},
        {"messages": [message("human", ASK), message("ai", DONE, name="harvester")]}, end=9),
    ran("r2", "r1", "chain", "harvester", "1r1.2r2", {"messages": [message("human", ASK)]},
        {"messages": [message("ai", DONE, name="harvester")]}, metadata={"langgraph_node": "harvester"}, end=5),
    ran("r3", "r2", "llm", "ChatOpenAI", "1r1.2r2.3r3",
        {"messages": [[{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"],
                        "kwargs": {"content": ASK, "type": "human"}}]]},
        {"generations": [[{"text": "", "message": {
            "lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"],
            "kwargs": {"content": "", "type": "ai", "usage_metadata": {"output_tokens": 3},
                       "tool_calls": [{"name": "transfer_to_carter", "args": {}, "id": "c1"}]}}}]]},
        metadata={"langgraph_node": "harvester", "ls_model_name": "small-1"}, end=3),
    ran("r4", "r2", "tool", "transfer_to_carter", "1r1.2r2.4r4", {"input": "{}"},
        {"output": "Successfully transferred to carter"}, metadata={"langgraph_node": "harvester"}, end=4),
    ran("r5", "r1", "chain", "carter", "1r1.5r5", {"messages": [message("human", ASK)]},
        {"messages": [message("ai", FOUND, name="carter")]}, metadata={"langgraph_node": "carter"}, end=8),
    ran("r6", "r5", "llm", "ChatOpenAI", "1r1.5r5.6r6", {"messages": [[message("human", FIND)]]},
        {"generations": [[{"text": FOUND, "message": {
            "lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"],
            "kwargs": {"content": FOUND, "type": "ai", "usage_metadata": {"output_tokens": 2}}}}]]},
        metadata={"langgraph_node": "carter", "ls_model_name": "small-1"}, end=7),
]  # fmt: skip

ADK_EVENTS = [
    {"id": "e1", "invocationId": "i1", "author": "user", "timestamp": 1772359201.5,
     "content": {"role": "user", "parts": [{"text": ASK}]}, "actions": {"stateDelta": {}, "artifactDelta": {}}},
    {"id": "e2", "invocationId": "i1", "author": "harvester", "timestamp": 1772359202.5,
     "usageMetadata": {"candidatesTokenCount": 4, "promptTokenCount": 9},
     "content": {"role": "model", "parts": [
         {"functionCall": {"id": "c1", "name": "transfer_to_agent", "args": {"agent_name": "carter"}}}]},
     "actions": {"stateDelta": {}}},
    {"id": "e3", "invocationId": "i1", "author": "harvester", "timestamp": 1772359203.5,
     "content": {"role": "user", "parts": [
         {"functionResponse": {"id": "c1", "name": "transfer_to_agent", "response": {"result": None}}}]},
     "actions": {"transferToAgent": "carter"}},
    {"id": "e4", "invocationId": "i1", "author": "carter", "timestamp": 1772359204.5, "partial": True,
     "content": {"role": "model", "parts": [{"text": "Fet"}]}},
    {"id": "e5", "invocationId": "i1", "author": "carter", "timestamp": 1772359205.5,
     "content": {"role": "model", "parts": [{"text": FOUND}]}, "turnComplete": True},
]  # fmt: skip
ADK_SESSION = {"id": "s1", "appName": "plums", "userId": "u", "state": {}, "events": ADK_EVENTS,
               "lastUpdateTime": 1772359206.0}  # fmt: skip

CREW = {
    "raw": FOUND, "pydantic": None, "json_dict": None, "token_usage": {"total_tokens": 30, "completion_tokens": 9},
    "tasks_output": [
        {"description": ASK, "name": "pick", "expected_output": "Plums.", "summary": "Pick...", "raw": DONE,
         "pydantic": None, "json_dict": None, "agent": "harvester", "output_format": "raw",
         "messages": [{"role": "user", "content": ASK}, {"role": "assistant", "content": DONE}]},
        {"description": FIND, "name": "fetch", "expected_output": "Fetched plums.", "raw": FOUND,
         "agent": "carter", "output_format": "raw"},
    ],
}  # fmt: skip
CORE_EVENTS = as_lines(
    {"type": "Message", "payload": json.dumps({"content": ASK, "source": "user"}), "sender": None,
     "receiver": "harvester/default", "kind": "MessageKind.DIRECT", "delivery_stage": "DeliveryStage.SEND"},
    {"type": "Message", "payload": json.dumps({"content": ASK, "source": "user"}), "sender": None,
     "receiver": "harvester/default", "kind": "MessageKind.DIRECT", "delivery_stage": "DeliveryStage.DELIVER"},
    {"type": "LLMCall", "agent_id": "harvester/default", "prompt_tokens": 9, "completion_tokens": 4,
     "messages": [{"role": "user", "content": ASK}],
     "response": {"choices": [{"message": {"role": "assistant", "content": FIND}}]}},
    {"type": "Message", "payload": json.dumps({"content": FIND, "source": "harvester"}),
     "sender": "harvester/default", "receiver": "carter/default", "kind": "MessageKind.PUBLISH",
     "delivery_stage": "DeliveryStage.DELIVER"},
    {"type": "ToolCall", "tool_name": "weigh", "arguments": {"of": "plums"}, "result": "9 kilos",
     "agent_id": "carter/default"},
    {"type": "Message", "payload": json.dumps({"content": FOUND, "source": "carter"}),
     "sender": "carter/default", "receiver": "harvester/default", "kind": "MessageKind.RESPOND",
     "delivery_stage": "DeliveryStage.DELIVER"},
)  # fmt: skip
STUDIO = {
    "id": 3, "status": "complete", "task": {"source": "user", "content": ASK, "type": "TextMessage"},
    "team_result": {"task_result": {"stop_reason": "done", "messages": [
        {"source": "user", "models_usage": None, "metadata": {}, "content": ASK, "type": "TextMessage"},
        {"source": "harvester", "models_usage": {"prompt_tokens": 9, "completion_tokens": 4},
         "content": FIND, "target": "carter", "context": [], "type": "HandoffMessage"},
        {"source": "carter", "models_usage": {"prompt_tokens": 9, "completion_tokens": 2},
         "content": FOUND, "type": "TextMessage"}]}, "usage": "", "duration": 2.0},
}  # fmt: skip

POOL = [
    {"id": "m1", "role": "user", "source": "input", "content": ASK},
    {"id": "m2", "role": "assistant", "content": "attachment://0123456789abcdef0123456789abcdef",
     "tool_calls": [{"id": "c1", "function": "weigh", "arguments": {"of": "plums"}}]},
    {"id": "m3", "role": "tool", "content": "9 kilos", "tool_call_id": "c1", "function": "weigh"},
]  # fmt: skip
CONDENSED: dict[str, Any] = {
    "id": 1, "epoch": 1, "input": ASK, "target": "9", "messages": [], "scores": {"match": {"value": "C"}},
    "attachments": {"0123456789abcdef0123456789abcdef": FIND},
    "events_data": {"messages": POOL, "calls": []},
    "events": [
        {"event": "span_begin", "id": "s1", "span_id": "s1", "type": "agent", "name": "harvester", "timestamp": at(1)},
        {"event": "model", "span_id": "s1", "timestamp": at(2), "completed": at(3), "model": "small-1",
         "input": [], "input_refs": [[0, 1]],
         "output": {"model": "small-1", "choices": [{"message": POOL[1]}], "usage": {"output_tokens": 4}}},
        {"event": "model", "span_id": "s1", "timestamp": at(4), "completed": at(5), "model": "small-1",
         "input": [], "input_refs": [[0, 3]],
         "output": {"model": "small-1", "usage": {"output_tokens": 5},
                    "choices": [{"message": {"id": "m4", "role": "assistant", "content": DONE}}]}},
    ],
}  # fmt: skip
CONDENSED_LOG = {"version": 2, "status": "success", "eval": {"task": "plums", "model": "small-1"},
                 "samples": [CONDENSED]}  # fmt: skip

TAU_USER_TOOLS = {
    "timestamp": at(0), "info": {"num_trials": 1}, "tasks": [{"id": "1"}],
    "simulations": [{
        "id": "sim1", "task_id": "1", "trial": 0, "reward_info": {"reward": 1.0}, "termination_reason": "user_stop",
        "messages": [
            {"role": "assistant", "content": "How can I help?", "tool_calls": None, "turn_idx": 0, "timestamp": at(1)},
            {"role": "user", "content": "My phone is dead.", "turn_idx": 1, "timestamp": at(2),
             "usage": {"completion_tokens": 3}},
            {"role": "user", "content": None, "turn_idx": 2, "timestamp": at(3), "tool_calls": [
                {"id": "c1", "name": "check_status_bar", "arguments": {}, "requestor": "user"}]},
            {"id": "c1", "role": "tool", "content": "No signal", "requestor": "user", "error": False,
             "turn_idx": 3, "timestamp": at(4)},
            {"role": "assistant", "content": "Restart it.", "turn_idx": 4, "timestamp": at(5)},
        ]}],
}  # fmt: skip

ANSWERS = {
    "tempo": as_json(TEMPO),
    "tempo v2": as_json({"trace": REQUEST, "metrics": {}}),
    "otlp flat": as_json(FLAT),
    "jaeger answer": as_json(JAEGER),
    "jaeger v3": as_json({"result": REQUEST}),
    "jaeger stored": as_json(JAEGER_STORED),
    "jaeger hits": as_json({"hits": {"total": 2, "hits": JAEGER_STORED}}),
    "zipkin": as_json(ZIPKIN),
    "zipkin traces": as_json([ZIPKIN]),
    "langfuse list": as_json(LANGFUSE_LIST),
    "langfuse session": as_json(LANGFUSE_SESSION),
    "langfuse rows": as_lines(*({**one, "input": json.dumps(one["input"]), "output": json.dumps(one["output"])}
                                for one in OBSERVATIONS)),
    "phoenix answer": as_json({"data": PHOENIX, "next_cursor": None}),
    "phoenix otlp": as_json({"data": PHOENIX_OTLP, "next_cursor": None}),
    "phoenix columns": as_json(COLUMNS),
    "phoenix split": as_json(SPLIT),
    "langsmith answer": as_json({"runs": LANGSMITH, "cursors": {"next": None}}),
    "langsmith rows": as_lines(*LANGSMITH),
    "adk session": as_json(ADK_SESSION),
    "adk sessions": as_json([ADK_SESSION, {**ADK_SESSION, "id": "s2", "events": ADK_EVENTS[:2]}]),
    "adk events": as_lines(*ADK_EVENTS),
    "crew": as_json(CREW),
    "autogen core": CORE_EVENTS,
    "autogen studio": as_json(STUDIO),
    "autogen studio runs": as_json({"status": True, "data": {"runs": [STUDIO]}}),
    "inspect condensed": as_json(CONDENSED_LOG),
    "tau2 user tools": as_json(TAU_USER_TOOLS),
}  # fmt: skip
