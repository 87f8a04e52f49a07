"""Small runs as frameworks, model interfaces and their telemetry write them."""

from __future__ import annotations

import json
from typing import Any

from tests.unit.trace.trace_big import attribute
from tests.unit.trace.trace_samples_tools import as_json, as_lines, at, nanos

ASK, FIND, FOUND, DONE = "Pick the plums.", "Fetch the plums.", "Fetched.", "All plums are in."


def listed(role: str, text: str, key: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text}]
    return {"id": key, "type": "message", "role": role, "content": content}


RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1772359200,
    "model": "small-1",
    "instructions": "You harvest.",
    "previous_response_id": None,
    "output": [
        {
            "id": "rs_1",
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": "Weigh."}],
        },
        {
            "id": "fc_1",
            "type": "function_call",
            "call_id": "c1",
            "name": "weigh",
            "arguments": "{}",
        },
        listed("assistant", DONE, "msg_1"),
    ],
    "usage": {"input_tokens": 3, "output_tokens": 5},
}
THREAD_MESSAGES = {
    "object": "list",
    "data": [
        {"id": "m2", "object": "thread.message", "created_at": 1772359205, "thread_id": "t1",
         "role": "assistant", "assistant_id": "asst_1", "run_id": "run_1",
         "content": [{"type": "text", "text": {"value": DONE, "annotations": []}}]},
        {"id": "m1", "object": "thread.message", "created_at": 1772359200, "thread_id": "t1",
         "role": "user", "assistant_id": None, "run_id": None,
         "content": [{"type": "text", "text": {"value": ASK, "annotations": []}}]},
    ],
    "first_id": "m2", "last_id": "m1", "has_more": False,
}  # fmt: skip

KERNEL_PYTHON = {
    "messages": [
        {"content_type": "message", "role": "system", "metadata": {},
         "items": [{"content_type": "text", "text": "You harvest."}]},
        {"content_type": "message", "role": "user", "metadata": {},
         "items": [{"content_type": "text", "text": ASK}]},
        {"content_type": "message", "role": "assistant", "name": "harvester", "finish_reason": "tool_calls",
         "items": [{"content_type": "function_call", "id": "c1", "name": "scale-weigh",
                    "function_name": "weigh", "plugin_name": "scale", "arguments": "{}"}]},
        {"content_type": "message", "role": "tool", "metadata": {},
         "items": [{"content_type": "function_result", "id": "c1", "name": "scale-weigh",
                    "result": "9 kilos"}]},
        {"content_type": "message", "role": "assistant", "name": "harvester",
         "items": [{"content_type": "text", "text": FIND}]},
        {"content_type": "message", "role": "assistant", "name": "carter",
         "items": [{"content_type": "text", "text": FOUND}]},
    ]
}  # fmt: skip
KERNEL_NET = [
    {"Role": {"Label": "user"}, "Items": [{"$type": "TextContent", "Text": ASK}]},
    {"AuthorName": "harvester", "Role": {"Label": "assistant"}, "ModelId": "small-1",
     "Items": [{"$type": "FunctionCallContent", "Id": "c1", "PluginName": "scale",
                "FunctionName": "weigh", "Arguments": {}}]},
    {"Role": {"Label": "tool"},
     "Items": [{"$type": "FunctionResultContent", "CallId": "c1", "PluginName": "scale",
                "FunctionName": "weigh", "Result": "9 kilos"}]},
    {"AuthorName": "harvester", "Role": {"Label": "assistant"},
     "Items": [{"$type": "TextContent", "Text": FIND}]},
    {"AuthorName": "carter", "Role": {"Label": "assistant"},
     "Items": [{"$type": "TextContent", "Text": FOUND}]},
]  # fmt: skip

HAYSTACK_MESSAGES = {
    "messages": [
        {"role": "system", "meta": {}, "name": None, "content": [{"text": "You harvest."}]},
        {"role": "user", "meta": {}, "name": None, "content": [{"text": ASK}]},
        {"role": "assistant", "meta": {"usage": {"completion_tokens": 4}}, "name": None,
         "content": [{"tool_call": {"tool_name": "weigh", "arguments": {"of": "plums"}, "id": "c1",
                                    "extra": None}}]},
        {"role": "tool", "meta": {}, "name": None,
         "content": [{"tool_call_result": {"result": "9 kilos", "error": False,
                                           "origin": {"tool_name": "weigh", "arguments": {}, "id": "c1"}}}]},
        {"role": "assistant", "meta": {}, "name": None,
         "content": [{"reasoning": {"reasoning_text": "Enough.", "extra": {}}}, {"text": DONE}]},
    ]
}  # fmt: skip


def converse(*parts: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"role": role, "content": [part]} for role, part in parts]


CONVERSE = converse(
    ("user", {"text": ASK}),
    ("assistant", {"reasoningContent": {"reasoningText": {"text": "Weigh.", "signature": "x"}}}),
    ("assistant", {"toolUse": {"toolUseId": "c1", "name": "weigh", "input": {"of": "plums"}}}),
    (
        "user",
        {"toolResult": {"toolUseId": "c1", "status": "success", "content": [{"text": "9 kilos"}]}},
    ),
    ("assistant", {"text": DONE}),
)
STRANDS_SESSION = as_lines(
    *({"message": message, "message_id": number, "redact_message": None, "created_at": at(number),
       "updated_at": at(number)} for number, message in enumerate(CONVERSE))
)  # fmt: skip

VERCEL_UI = [
    {"id": "m1", "role": "user", "parts": [{"type": "text", "text": ASK}]},
    {"id": "m2", "role": "assistant", "metadata": {}, "parts": [
        {"type": "step-start"},
        {"type": "reasoning", "text": "Weigh.", "state": "done"},
        {"type": "text", "text": "I weigh them.", "state": "done"},
        {"type": "tool-weigh", "toolCallId": "c1", "state": "output-available",
         "input": {"of": "plums"}, "output": {"kilos": 9}},
        {"type": "step-start"},
        {"type": "dynamic-tool", "toolName": "price", "toolCallId": "c2", "state": "output-error",
         "input": {}, "errorText": "No price."},
        {"type": "text", "text": DONE},
    ]},
]  # fmt: skip
VERCEL_OLD = [
    {"id": "m1", "role": "user", "content": ASK, "createdAt": at(1)},
    {"id": "m2", "role": "assistant", "content": DONE, "createdAt": at(2), "toolInvocations": [
        {"state": "result", "step": 0, "toolCallId": "c1", "toolName": "weigh",
         "args": {"of": "plums"}, "result": {"kilos": 9}}]},
]  # fmt: skip
VERCEL_MESSAGES = [
    {"role": "user", "content": [{"type": "text", "text": ASK}]},
    {"role": "assistant", "content": [
        {"type": "tool-call", "toolCallId": "c1", "toolName": "weigh", "input": {"of": "plums"}}]},
    {"role": "tool", "content": [
        {"type": "tool-result", "toolCallId": "c1", "toolName": "weigh",
         "output": {"type": "json", "value": {"kilos": 9}}}]},
    {"role": "assistant", "content": [{"type": "text", "text": DONE}]},
]  # fmt: skip


def span(number: int, parent: int, name: str, **attributes: Any) -> dict[str, Any]:
    return {
        "traceId": f"{7:032x}", "spanId": f"{number:016x}",
        "parentSpanId": f"{parent:016x}" if parent else "", "name": name, "kind": 1,
        "startTimeUnixNano": str(nanos(number)), "endTimeUnixNano": str(nanos(30 - number)),
        "attributes": [attribute(key.replace("__", "."), value) for key, value in attributes.items()],
        "status": {},
    }  # fmt: skip


def exported(*spans: dict[str, Any], service: str = "orchard") -> dict[str, Any]:
    resource = {"attributes": [attribute("service.name", service)]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": list(spans)}]}]}


def following(*spans: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Let spans below the first run one after another."""
    for place, one in enumerate(spans[1:], 1):
        one["startTimeUnixNano"] = str(nanos(place * 2))
        one["endTimeUnixNano"] = str(nanos(place * 2 + 1))
    return spans


VERCEL_SPANS = exported(
    *following(
        span(1, 0, "ai.generateText", operation__name="ai.generateText harvester",
             ai__operationId="ai.generateText", ai__telemetry__functionId="harvester",
             ai__prompt=json.dumps({"system": "You harvest.", "prompt": ASK}),
             ai__response__text=DONE, ai__usage__outputTokens=9),
        span(2, 1, "ai.generateText.doGenerate", operation__name="ai.generateText.doGenerate harvester",
             ai__operationId="ai.generateText.doGenerate", ai__telemetry__functionId="harvester",
             ai__prompt__messages=json.dumps([
                 {"role": "system", "content": "You harvest."},
                 {"role": "user", "content": [{"type": "text", "text": ASK}]}]),
             ai__response__toolCalls=json.dumps([{
                 "toolCallType": "function", "toolCallId": "c1", "toolName": "weigh",
                 "args": '{"of": "plums"}'}]),
             gen_ai__request__model="small-1", gen_ai__usage__output_tokens=4),
        span(3, 1, "ai.toolCall", operation__name="ai.toolCall harvester",
             ai__operationId="ai.toolCall", ai__toolCall__name="weigh", ai__toolCall__id="c1",
             ai__toolCall__args='{"of": "plums"}', ai__toolCall__result='{"kilos": 9}'),
        span(4, 1, "ai.generateText.doGenerate", operation__name="ai.generateText.doGenerate harvester",
             ai__operationId="ai.generateText.doGenerate", ai__telemetry__functionId="harvester",
             ai__prompt__messages=json.dumps([
                 {"role": "system", "content": "You harvest."},
                 {"role": "user", "content": [{"type": "text", "text": ASK}]},
                 {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1",
                                                    "toolName": "weigh", "args": {"of": "plums"}}]},
                 {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1",
                                               "toolName": "weigh", "result": {"kilos": 9}}]}]),
             ai__response__text=DONE, gen_ai__request__model="small-1",
             gen_ai__usage__output_tokens=5),
    ),
)  # fmt: skip


def happening(name: str, **attributes: Any) -> dict[str, Any]:
    return {
        "timeUnixNano": str(nanos(1)),
        "name": name,
        "attributes": [attribute(key, value) for key, value in attributes.items()],
    }


def with_events(one: dict[str, Any], *events: dict[str, Any]) -> dict[str, Any]:
    return {**one, "events": list(events)}


STRANDS_SPANS = exported(
    with_events(
        span(1, 0, "invoke_agent harvester", gen_ai__operation__name="invoke_agent",
             gen_ai__agent__name="harvester", gen_ai__system="strands-agents"),
        happening("gen_ai.user.message", content=json.dumps([{"text": ASK}])),
        happening("gen_ai.choice", message=DONE + "\n", finish_reason="end_turn"),
    ),
    span(2, 1, "execute_event_loop_cycle"),
    with_events(
        {**span(3, 2, "chat", gen_ai__operation__name="chat", gen_ai__request__model="small-1",
                gen_ai__usage__output_tokens=6), "endTimeUnixNano": str(nanos(4))},
        happening("gen_ai.user.message", content=json.dumps([{"text": ASK}])),
        happening("gen_ai.choice", finish_reason="tool_use", message=json.dumps(
            [{"toolUse": {"toolUseId": "c1", "name": "carter", "input": {"task": FIND}}}])),
    ),
    with_events(
        {**span(5, 2, "execute_tool carter", gen_ai__operation__name="execute_tool",
                gen_ai__tool__name="carter", gen_ai__tool__call__id="c1"),
         "endTimeUnixNano": str(nanos(9))},
        happening("gen_ai.tool.message", role="tool", id="c1", content=json.dumps({"task": FIND})),
        happening("gen_ai.choice", id="c1", message=json.dumps([{"text": FOUND}])),
    ),
    with_events(
        {**span(6, 5, "invoke_agent carter", gen_ai__operation__name="invoke_agent",
                gen_ai__agent__name="carter"), "endTimeUnixNano": str(nanos(8))},
        happening("gen_ai.user.message", content=json.dumps([{"text": FIND}])),
        happening("gen_ai.choice", message=FOUND, finish_reason="end_turn"),
    ),
    with_events(
        {**span(10, 2, "chat", gen_ai__operation__name="chat", gen_ai__request__model="small-1",
                gen_ai__usage__output_tokens=5), "endTimeUnixNano": str(nanos(11))},
        happening("gen_ai.user.message", content=json.dumps([{"text": ASK}])),
        happening("gen_ai.assistant.message", content=json.dumps(
            [{"toolUse": {"toolUseId": "c1", "name": "carter", "input": {"task": FIND}}}])),
        happening("gen_ai.tool.message", content=json.dumps(
            [{"toolResult": {"toolUseId": "c1", "status": "success", "content": [{"text": FOUND}]}}])),
        happening("gen_ai.choice", finish_reason="end_turn", message=json.dumps([{"text": DONE}])),
    ),
)  # fmt: skip

HAYSTACK_SPANS = exported(
    *following(
        span(1, 0, "haystack.pipeline.run", haystack__pipeline__input_data=json.dumps({"query": ASK}),
             haystack__pipeline__output_data=json.dumps({"llm": {"replies": [DONE]}})),
        span(2, 1, "haystack.component.run", haystack__component__name="retriever",
             haystack__component__type="InMemoryBM25Retriever",
             haystack__component__input=json.dumps({"query": ASK}),
             haystack__component__output=json.dumps(
                 {"documents": [{"id": "d1", "content": "Plums are ripe."}]})),
        span(3, 1, "haystack.component.run", haystack__component__name="llm",
             haystack__component__type="OpenAIChatGenerator",
             haystack__component__input=json.dumps({"messages": [
                 {"role": "user", "meta": {}, "name": None, "content": [{"text": ASK}]}]}),
             haystack__component__output=json.dumps({"replies": [
                 {"role": "assistant", "meta": {"usage": {"completion_tokens": 5}}, "name": None,
                  "content": [{"text": DONE}]}]})),
    )
)  # fmt: skip


def agno(role: str, content: Any, second: int, **more: Any) -> dict[str, Any]:
    return {"id": f"{role}{second}", "role": role, "content": content, "created_at": 1772359200 + second,
            "from_history": False, "stop_after_tool_call": False, **more}  # fmt: skip


AGNO_MEMBER = {
    "run_id": "r2", "parent_run_id": "r1", "agent_id": "carter", "agent_name": "Carter",
    "session_id": "s1", "content": FOUND, "content_type": "str", "model": "small-1", "status": "COMPLETED",
    "created_at": 1772359203, "input": {"input_content": FIND},
    "messages": [agno("user", FIND, 3), agno("assistant", FOUND, 4, metrics={"output_tokens": 2})],
}  # fmt: skip
AGNO_TEAM = {
    "run_id": "r1", "team_id": "harvest", "team_name": "Harvest", "session_id": "s1",
    "content": DONE, "content_type": "str", "model": "small-1", "created_at": 1772359200,
    "status": "COMPLETED", "input": {"input_content": ASK},
    "messages": [
        agno("system", "You lead.", 1),
        agno("user", ASK, 1),
        agno("assistant", None, 2, metrics={"output_tokens": 3}, tool_calls=[
            {"id": "c1", "type": "function", "function": {
                "name": "delegate_task_to_member",
                "arguments": json.dumps({"member_id": "carter", "task": FIND})}}]),
        agno("tool", FOUND, 5, tool_call_id="c1", tool_name="delegate_task_to_member"),
        agno("assistant", DONE, 6, metrics={"output_tokens": 4}),
    ],
    "tools": [{"tool_call_id": "c1", "tool_name": "delegate_task_to_member",
               "tool_args": {"member_id": "carter", "task": FIND}, "result": FOUND}],
    "member_responses": [AGNO_MEMBER],
}  # fmt: skip

SMOL_STEPS: list[dict[str, Any]] = [
    {"system_prompt": "You harvest."},
    {"task": ASK, "task_images": None},
    {"step_number": 1, "timing": {"start_time": 1772359201.5, "end_time": 1772359202.5, "duration": 1.0},
     "model_input_messages": [{"role": "user", "content": [{"type": "text", "text": ASK}]}],
     "tool_calls": [{"id": "c1", "type": "function",
                     "function": {"name": "python_interpreter", "arguments": "weigh('plums')"}}],
     "error": None, "model_output": "Thought: I weigh them.\n```py\nweigh('plums')\n```",
     "model_output_message": {"role": "assistant", "content": "Thought: I weigh them.", "raw": {}},
     "code_action": "weigh('plums')", "observations": "Execution logs:\n9 kilos", "action_output": None,
     "token_usage": {"input_tokens": 3, "output_tokens": 6, "total_tokens": 9}, "is_final_answer": False},
    {"step_number": 2, "timing": {"start_time": 1772359203.5, "end_time": 1772359204.5, "duration": 1.0},
     "model_input_messages": [], "error": None,
     "tool_calls": [{"id": "c2", "type": "function",
                     "function": {"name": "final_answer", "arguments": {"answer": DONE}}}],
     "model_output": "", "observations": DONE, "action_output": DONE,
     "token_usage": {"input_tokens": 3, "output_tokens": 5, "total_tokens": 8}, "is_final_answer": True},
]  # fmt: skip

FRAMEWORKS = {
    "responses items": as_json({
        "object": "list", "first_id": "msg_2", "has_more": False,
        "data": [listed("assistant", DONE, "msg_2"),
                 {"id": "fo_1", "type": "function_call_output", "call_id": "c1", "output": "9 kilos"},
                 {"id": "fc_1", "type": "function_call", "call_id": "c1", "name": "weigh", "arguments": "{}"},
                 listed("user", ASK, "msg_1")]}),
    "responses": as_json({"object": "list", "data": [RESPONSE]}),
    "response with input": as_json({**RESPONSE, "input": [listed("user", ASK, "msg_0")]}),
    "thread messages": as_json(THREAD_MESSAGES),
    "completions": as_lines({
        "request": {"model": "small-1", "messages": [{"role": "user", "content": ASK}]},
        "response": {"id": "x", "object": "chat.completion", "created": 1772359200, "model": "small-1",
                     "choices": [{"index": 0, "message": {"role": "assistant", "content": DONE}}],
                     "usage": {"completion_tokens": 4}}}),
    "kernel python": as_json(KERNEL_PYTHON),
    "kernel net": as_json(KERNEL_NET),
    "haystack messages": as_json(HAYSTACK_MESSAGES),
    "haystack spans": as_json(HAYSTACK_SPANS),
    "converse": as_json({"messages": CONVERSE, "system": [{"text": "You harvest."}]}),
    "strands session": STRANDS_SESSION,
    "strands spans": as_json(STRANDS_SPANS),
    "vercel ui": as_json({"id": "chat", "messages": VERCEL_UI}),
    "vercel old": as_json(VERCEL_OLD),
    "vercel messages": as_json(VERCEL_MESSAGES),
    "vercel spans": as_json(VERCEL_SPANS),
    "agno team": as_json(AGNO_TEAM),
    "agno session": as_json({
        "session_id": "s1", "session_type": "team", "team_id": "harvest", "created_at": 1772359200,
        "runs": [AGNO_TEAM, AGNO_MEMBER]}),
    "agno agent": as_json(AGNO_MEMBER),
    "smol steps": as_json(SMOL_STEPS),
    "smol run": as_json({"output": DONE, "state": "success", "steps": SMOL_STEPS,
                         "token_usage": {"output_tokens": 11}, "timing": {}}),
}  # fmt: skip
