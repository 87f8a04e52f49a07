"""Small conversations as Kiro, Rasa, OpenAI's assistants and n8n keep them."""

from __future__ import annotations

from typing import Any

from tests.unit.trace.trace_samples_sessions import TREES, TWELVE
from tests.unit.trace.trace_samples_tools import as_json, as_lines, at

START = 1_772_359_200


def asked(second: int, **content: Any) -> dict[str, Any]:
    return {"additional_context": "", "content": content, "timestamp": at(second), "images": None}


TURNS = [
    (asked(0, Prompt={"prompt": TREES}),
     {"ToolUse": {"message_id": "m1", "content": "", "tool_uses": [
         {"id": "t1", "name": "fs_read", "orig_name": "fs_read", "args": {"path": "trees"}}]}}),
    (asked(2, ToolUseResults={"tool_use_results": [
        {"tool_use_id": "t1", "status": "Success", "content": [{"Text": "12"}, {"Json": {"rows": 12}}]}]}),
     {"Response": {"message_id": "m2", "content": "Twelve."}}),
    (asked(3, CancelledToolUses={"prompt": "And the pears?", "tool_use_results": []}),
     {"Response": {"message_id": "m3", "content": TWELVE}}),
]  # fmt: skip
KIRO = {
    "conversation_id": "c1", "transcript": [f"> {TREES}"], "model_info": {"model_id": "small-1"},
    "history": [
        {"user": user, "assistant": said, "request_metadata": {"stream_end_timestamp_ms": START * 1000 + n}}
        for n, (user, said) in enumerate(TURNS)
    ],
}  # fmt: skip
AMAZON_Q = {"conversation_id": "c1", "history": [list(turn) for turn in TURNS], "transcript": []}


def line(kind: str, *content: dict[str, Any]) -> dict[str, Any]:
    data = {"message_id": kind, "content": list(content), "meta": {"timestamp": START}}
    return {"version": "v1", "kind": kind, "data": data}


KIRO_LINES = as_lines(
    line("Prompt", {"kind": "text", "data": TREES}),
    line("AssistantMessage", {"kind": "toolUse", "data": {
        "toolUseId": "t1", "name": "read", "input": {"path": "trees"}}}),
    line("ToolResults", {"kind": "toolResult", "data": {
        "toolUseId": "t1", "status": "success", "content": [{"kind": "text", "data": "12"}]}}),
    line("AssistantMessage", {"kind": "text", "data": TWELVE}),
)  # fmt: skip


def happened(second: float, event: str, **more: Any) -> dict[str, Any]:
    about = {"assistant_id": "gardener"} if event in ("bot", "action") else {}
    return {"event": event, "timestamp": START + second, "metadata": about, **more}


RASA_EVENTS = [
    happened(0.1, "action", name="action_session_start", policy=None, confidence=1.0),
    happened(0.2, "session_started"),
    happened(0.3, "action", name="action_listen", policy=None),
    happened(1.1, "user", text=TREES, input_channel="rest",
             parse_data={"intent": {"name": "count", "confidence": 0.9}, "entities": []}),
    happened(1.2, "slot", name="plant", value="tree"),
    happened(1.3, "action", name="action_count", policy="RulePolicy", confidence=0.9),
    happened(1.4, "slot", name="rows", value=12),
    happened(1.5, "action", name="utter_count", policy="RulePolicy"),
    happened(1.6, "bot", text=TWELVE, data={"elements": None, "buttons": None}),
    happened(1.7, "action", name="action_listen", policy="RulePolicy"),
]  # fmt: skip
RASA = {"sender_id": "s1", "slots": {"rows": 12}, "latest_message": {"text": TREES}, "paused": False,
        "events": RASA_EVENTS}  # fmt: skip


def step(second: int, kind: str, tokens: int, **details: Any) -> dict[str, Any]:
    return {"id": f"step_{second}", "object": "thread.run.step", "created_at": START + second,
            "run_id": "run_1", "assistant_id": "gardener", "thread_id": "thread_1", "type": kind,
            "status": "completed", "step_details": {"type": kind, **details},
            "usage": {"prompt_tokens": 9, "completion_tokens": tokens}}  # fmt: skip


def posted(key: str, second: int, role: str, text: str) -> dict[str, Any]:
    part = {"type": "text", "text": {"value": text, "annotations": []}}
    return {"id": key, "object": "thread.message", "created_at": START + second, "role": role,
            "thread_id": "thread_1", "content": [part]}  # fmt: skip


STEPS = [
    step(9, "message_creation", 4, message_creation={"message_id": "msg_2"}),
    step(1, "tool_calls", 3, tool_calls=[
        {"id": "call_1", "type": "function", "function": {
            "name": "wc", "arguments": '{"file": "trees"}', "output": "12"}},
        {"id": "call_2", "type": "code_interpreter", "code_interpreter": {
            "input": "print(12)", "outputs": [{"type": "logs", "logs": "12"}, {"type": "image"}]}},
        {"id": "call_3", "type": "file_search", "file_search": {"results": [
            {"file_name": "trees.md", "content": [{"type": "text", "text": "A list."}]}]}},
    ]),
]  # fmt: skip
RUN_STEPS = {
    "messages": {"object": "list", "data": [posted("msg_2", 9, "assistant", TWELVE),
                                            posted("msg_1", 0, "user", TREES)]},
    "steps": {"object": "list", "data": STEPS, "has_more": False},
}  # fmt: skip


def ran(
    second: int, took: int, kind: str, made: dict[str, Any], before: str = "", **more: Any
) -> dict[str, Any]:
    source = [{"previousNode": before}] if before else []
    return {"startTime": (START + second) * 1000, "executionTime": took * 1000, "source": source,
            "executionStatus": "success", "data": {kind: [[{"json": made}]]}, **more}  # fmt: skip


def model(second: int, tokens: int, agent: str) -> dict[str, Any]:
    return ran(second, 1, "ai_languageModel", {"tokenUsage": {"completionTokens": tokens}}, agent)


LANGCHAIN = "@n8n/n8n-nodes-langchain."
N8N: dict[str, Any] = {
    "id": "231", "finished": True, "mode": "manual", "workflowId": "w1", "status": "success",
    "workflowData": {"name": "Orchard", "nodes": [
        {"name": "Chat", "type": f"{LANGCHAIN}chatTrigger"},
        {"name": "Planner", "type": f"{LANGCHAIN}agent",
         "parameters": {"options": {"systemMessage": "You plan."}}},
        {"name": "Edit", "type": "n8n-nodes-base.set"},
        {"name": "Writer", "type": f"{LANGCHAIN}chainLlm"},
    ]},
    "data": {"resultData": {"lastNodeExecuted": "Writer", "runData": {
        "Chat": [ran(0, 0, "main", {"sessionId": "x", "chatInput": TREES})],
        "Model": [model(2, 4, "Planner"), model(8, 6, "Planner"), model(21, 5, "Writer")],
        "Rows": [ran(4, 2, "ai_tool", {"response": "12"}, "Planner",
                     inputOverride={"ai_tool": [[{"json": {"query": "trees"}}]]})],
        "Planner": [ran(1, 12, "main", {"output": "Say twelve."}, "Chat")],
        "Edit": [ran(14, 1, "main", {"order": "say"}, "Planner")],
        "Writer": [ran(20, 5, "main", {"text": TWELVE}, "Edit")],
    }}},
}  # fmt: skip

N8N_FAILED = {
    **N8N, "status": "error",
    "workflowData": {**N8N["workflowData"], "connections": {
        "Model": {"ai_languageModel": []}, "Rows": {"ai_tool": []}, "Planner": {"main": []}}},
    "data": {"resultData": {
        "lastNodeExecuted": "Planner", "error": {"message": "No model", "node": {"name": "Planner"}},
        "runData": {
            "Chat": [ran(0, 0, "main", {"sessionId": "x", "chatInput": TREES})],
            "Rows": [{**ran(4, 2, "", {}, "Planner"), "data": None, "error": {
                "message": "Bad request", "description": "No such table"},
                "inputOverride": {"ai_tool": [[{"json": {"query": "trees"}}]]}}],
            "Model": [{**ran(8, 1, "", {}, "Planner"), "data": None, "error": {"message": "Quota"}}],
            "Planner": [{**ran(1, 12, "", {}, "Chat"), "data": None, "error": {"message": "No model"}}],
        },
    }},
}  # fmt: skip


def flat(value: Any) -> list[Any]:
    """Write a value in the encoding 'flatted': each part once, others point at its place."""
    found: list[Any] = []
    places: dict[str, str] = {}

    def put(part: Any) -> Any:
        if not isinstance(part, str | dict | list):
            return part
        if isinstance(part, str) and part in places:
            return places[part]
        place = str(len(found))
        found.append(part)
        if isinstance(part, str):
            places[part] = place
        elif isinstance(part, dict):
            found[int(place)] = {key: put(inner) for key, inner in part.items()}
        else:
            found[int(place)] = [put(inner) for inner in part]
        return place

    put(value)
    return found


BOTS: dict[str, bytes] = {
    "kiro": as_json(KIRO),
    "amazon q": as_json(AMAZON_Q),
    "kiro lines": KIRO_LINES,
    "rasa": as_json(RASA),
    "rasa events": as_lines(*({**event, "sender_id": "s1"} for event in RASA_EVENTS)),
    "run steps": as_json(RUN_STEPS),
    "n8n": as_json(N8N),
    "n8n list": as_json({"data": [N8N], "nextCursor": None}),
    "n8n failed": as_json(N8N_FAILED),
    "n8n flatted": as_json({**N8N, "data": flat(N8N["data"])}),
}
