"""Small runs as editors, command lines and chat pages keep them; with what they hold."""

from __future__ import annotations

from typing import Any

from tests.unit.trace.trace_samples_tools import as_json, as_lines, at

TREES = "Count the plum trees."
TWELVE = "There are twelve."


def event(key: int, kind: str, /, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": f"e{key}", "timestamp": at(key), "parentId": None}


COPILOT = as_lines(
    event(0, "session.start", sessionId="s1", version=1, selectedModel="small-1"),
    event(1, "system.message", content="You count trees.", role="system"),
    event(2, "user.message", content=TREES, attachments=[]),
    event(3, "assistant.message", messageId="m1", content="I ask a scout.", outputTokens=9,
          toolRequests=[{"toolCallId": "c1", "name": "task", "type": "function",
                         "arguments": {"agent_type": "scout", "prompt": "Look at the west field.",
                                       "description": "West"}}]),
    event(4, "tool.execution_start", toolCallId="c1", toolName="task", arguments={}),
    event(4, "subagent.started", toolCallId="c1", agentName="scout"),
    event(5, "assistant.message", messageId="m2", content="", parentToolCallId="c1",
          toolRequests=[{"toolCallId": "c2", "name": "ls", "arguments": {"path": "west"}}]),
    event(6, "tool.execution_complete", toolCallId="c2", parentToolCallId="c1", success=True,
          result={"content": "12 trees"}),
    event(7, "assistant.message", messageId="m3", content="Twelve in the west.",
          parentToolCallId="c1", toolRequests=[]),
    event(8, "tool.execution_complete", toolCallId="c1", success=True,
          result={"content": "Twelve in the west."}),
    event(9, "assistant.message", messageId="m4", content=TWELVE, toolRequests=[], outputTokens=3),
)  # fmt: skip


def entry(key: int, message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "id": f"m{key}", "parentId": None, "timestamp": at(key),
            "message": message}  # fmt: skip


def text(words: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": words}]


PI = as_lines(
    {"type": "session", "version": 3, "id": "s1", "timestamp": at(0), "cwd": "/garden"},
    {"type": "model_change", "id": "x1", "modelId": "small-1", "timestamp": at(0)},
    entry(1, {"role": "user", "content": text(TREES), "timestamp": 1}),
    entry(2, {"role": "assistant", "content": [
        {"type": "thinking", "thinking": "A list helps."},
        {"type": "toolCall", "id": "c1", "name": "wc", "arguments": {"file": "trees"}}],
        "usage": {"input": 5, "output": 7}}),
    entry(3, {"role": "toolResult", "toolCallId": "c1", "toolName": "wc", "content": text("12")}),
    entry(4, {"role": "assistant", "content": text(TWELVE)}),
)  # fmt: skip
DROID = as_lines(
    {"type": "session_start", "id": "s1", "title": "Trees", "owner": "user", "cwd": "/garden"},
    entry(1, {"role": "user", "content": text(TREES)}),
    entry(2, {"role": "assistant", "content": [
        {"type": "tool_use", "id": "c1", "name": "Execute", "input": {"command": "wc trees"}}]}),
    entry(3, {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "c1", "content": "12"}]}),
    entry(4, {"role": "assistant", "content": text(TWELVE)}),
)  # fmt: skip
DROID_STREAM = as_lines(
    {"type": "system", "subtype": "init", "session_id": "s1", "model": "small-1", "cwd": "/garden"},
    {"type": "message", "session_id": "s1", "role": "user", "text": TREES, "timestamp": at(1)},
    {"type": "tool_call", "session_id": "s1", "toolCallId": "c1", "toolName": "Execute",
     "parameters": {"command": "wc trees"}, "timestamp": at(2)},
    {"type": "tool_result", "session_id": "s1", "toolCallId": "c1",
     "value": {"stdout": "12", "exitCode": 0}, "timestamp": at(3)},
    {"type": "message", "session_id": "s1", "role": "assistant", "text": TWELVE, "timestamp": at(4)},
    {"type": "completion", "session_id": "s1", "finalText": TWELVE, "usage": {"output_tokens": 8}},
)  # fmt: skip


def loop(second: int, kind: str, /, **values: Any) -> dict[str, Any]:
    inner = {"type": kind, "turnId": "0", "step": 1, **values}
    return {"type": "context.append_loop_event", "event": inner, "time": 1772359200000 + second}


KIMI = as_lines(
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1772359200000},
    {"type": "config.update", "systemPrompt": "You count trees.", "modelAlias": "small-1", "time": 1},
    {"type": "context.append_message", "time": 1772359200000,
     "message": {"role": "user", "content": text(TREES), "origin": {"kind": "user"}}},
    {"type": "context.append_message", "time": 1772359200000,
     "message": {"role": "user", "content": text("<reminder>"), "origin": {"kind": "injection"}}},
    loop(1, "content.part", part={"type": "think", "think": "A scout helps."}),
    loop(2, "tool.call", toolCallId="c1", name="Agent",
         args={"subagent_type": "scout", "prompt": "Look at the west field.", "description": "W"}),
    loop(3, "tool.result", toolCallId="c1", result={"output": "Twelve in the west."}),
    loop(4, "step.end", usage={"output": 11}),
    loop(5, "content.part", part={"type": "text", "text": TWELVE}),
    loop(6, "step.end", usage={"output": 4}),
)  # fmt: skip


def wire(second: int, kind: str, /, **payload: Any) -> dict[str, Any]:
    return {"timestamp": 1772359200.0 + second, "message": {"type": kind, "payload": payload}}


KIMI_OLD = as_lines(
    wire(0, "TurnBegin", user_input=TREES),
    wire(1, "StepBegin", n=1),
    wire(2, "ToolCall", type="function", id="c1",
         function={"name": "Task", "arguments": '{"subagent_name": "scout", "prompt": "Go west."}'}),
    wire(3, "SubagentEvent", parent_tool_call_id="c1", subagent_type="scout",
         event={"type": "ToolCall", "payload": {
             "id": "c2", "function": {"name": "ls", "arguments": "{}"}}}),
    wire(4, "SubagentEvent", parent_tool_call_id="c1", subagent_type="scout",
         event={"type": "ToolResult", "payload": {
             "tool_call_id": "c2", "return_value": {"output": "12 trees"}}}),
    wire(5, "ToolResult", tool_call_id="c1", return_value={"output": "Twelve in the west."}),
    wire(6, "ContentPart", type="text", text=TWELVE),
    wire(7, "StatusUpdate", token_usage={"output": 5}),
)  # fmt: skip


def node(key: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {"id": key, "author": {"role": role}, "content": content, "recipient": "all",
               "create_time": 1772359200.0 + int(key[1:]), "metadata": {}, **more}  # fmt: skip
    return {"id": key, "parent": parent, "children": [], "message": message}


CHATGPT = {
    "title": "Trees", "conversation_id": "c1", "current_node": "n7", "mapping": {
        "n0": {"id": "n0", "parent": None, "children": [], "message": None},
        "n1": node("n1", "n0", "system", "", metadata={"is_visually_hidden_from_conversation": True}),
        "n2": node("n2", "n1", "user", TREES),
        "n3": node("n3", "n2", "assistant", "Eleven, I guess."),
        "n4": node("n4", "n2", "assistant", {
            "content_type": "thoughts", "thoughts": [{"summary": "List", "content": "I count."}]}),
        "n5": node("n5", "n4", "assistant", {"content_type": "code", "text": "len(trees)"},
                   recipient="python"),
        "n6": node("n6", "n5", "tool", {"content_type": "execution_output", "text": "12"},
                   author={"role": "tool", "name": "python"}),
        "n7": node("n7", "n6", "assistant", TWELVE),
    },
}  # fmt: skip
CLAUDE_AI = {
    "uuid": "c1", "name": "Trees", "created_at": at(0), "chat_messages": [
        {"uuid": "m1", "sender": "human", "text": TREES, "created_at": at(1),
         "content": text(TREES), "attachments": [{"file_name": "t", "extracted_content": "plum"}]},
        {"uuid": "m2", "sender": "assistant", "text": TWELVE, "created_at": at(2), "content": [
            {"type": "thinking", "thinking": "A list helps."},
            {"type": "tool_use", "id": "c1", "name": "wc", "input": {"file": "trees"}},
            {"type": "tool_result", "tool_use_id": "c1", "content": "12"},
            {"type": "text", "text": TWELVE}]},
    ],
}  # fmt: skip
WEBUI = [{
    "id": "c1", "title": "Trees", "chat": {"models": ["small-1"], "history": {
        "currentId": "m2", "messages": {
            "m1": {"id": "m1", "parentId": None, "childrenIds": ["m2", "m3"], "role": "user",
                   "content": TREES, "timestamp": 1772359201},
            "m2": {"id": "m2", "parentId": "m1", "role": "assistant", "content": TWELVE,
                   "model": "small-1", "timestamp": 1772359202, "usage": {"completion_tokens": 4}},
            "m3": {"id": "m3", "parentId": "m1", "role": "assistant", "content": "Ten.",
                   "model": "large-1", "timestamp": 1772359203}}}},
}]  # fmt: skip
LIBRE = {
    "conversationId": "c1", "endpoint": "agents", "title": "Trees", "recursive": False, "messages": [
        {"messageId": "m1", "parentMessageId": "0", "sender": "User", "isCreatedByUser": True,
         "text": TREES, "createdAt": at(1)},
        {"messageId": "m2", "parentMessageId": "m1", "sender": "Gardener", "isCreatedByUser": False,
         "text": "", "createdAt": at(2), "content": [
             {"type": "think", "think": "A list helps."},
             {"type": "tool_call", "tool_call": {"id": "c1", "name": "wc", "args": "{}",
                                                 "output": "12"}},
             {"type": "text", "text": {"value": TWELVE}}]},
    ],
}  # fmt: skip


def said(key: str, role: str, *parts: dict[str, Any], **info: Any) -> dict[str, Any]:
    return {"info": {"id": key, "role": role, "time": {"created": 1772359200000 + int(key[1:])},
                     **info}, "parts": list(parts)}  # fmt: skip


OPENCODE = {
    "info": {"id": "s1", "title": "Trees", "directory": "/garden"}, "messages": [
        said("m1", "user", {"type": "text", "text": TREES},
             {"type": "text", "text": "<file>", "synthetic": True}),
        said("m2", "assistant",
             {"type": "step-start"}, {"type": "reasoning", "text": "A scout helps."},
             {"type": "tool", "callID": "c1", "tool": "task", "state": {
                 "status": "completed", "input": {"subagent_type": "scout", "prompt": "Go west.",
                                                  "description": "West"},
                 "output": "Twelve in the west.", "time": {"start": 1772359201000}}},
             {"type": "text", "text": TWELVE}, {"type": "step-finish", "tokens": {"output": 9}},
             agent="build", modelID="small-1", tokens={"input": 3, "output": 9}),
    ],
}  # fmt: skip
VSCODE = {
    "requesterUsername": "ann", "responderUsername": "GitHub Copilot", "requests": [{
        "requestId": "r1", "message": {"text": TREES, "parts": []}, "timestamp": 1772359200000,
        "response": [
            {"kind": "progressTaskSerialized"},
            {"value": "I look at "}, {"kind": "inlineReference", "name": "trees.txt"},
            {"kind": "toolInvocationSerialized", "toolId": "copilot_readFile", "toolCallId": "c1",
             "invocationMessage": {"value": "Reading"}, "pastTenseMessage": {"value": "Read"}},
            {"kind": "toolInvocationSerialized", "toolId": "runSubagent", "toolCallId": "c2",
             "toolSpecificData": {"kind": "subagent", "agentName": "scout", "prompt": "Go west.",
                                  "result": "Twelve in the west."}},
            {"value": TWELVE}],
        "result": {"metadata": {
            "toolCallRounds": [{"toolCalls": [
                {"id": "c1__vscode-1", "name": "read_file", "arguments": '{"path": "trees.txt"}'}]}],
            "toolCallResults": {"c1__vscode-1": {"content": [{"value": "12 lines"}]}}}},
    }],
}  # fmt: skip
CLINE = [
    {"ts": 1772359200000, "type": "say", "say": "text", "text": TREES},
    {"ts": 1772359201000, "type": "say", "say": "api_req_started", "text": "{}"},
    {"ts": 1772359202000, "type": "say", "say": "reasoning", "text": "A list helps."},
    {"ts": 1772359203000, "type": "ask", "ask": "command", "text": "wc trees"},
    {"ts": 1772359204000, "type": "say", "say": "command_output", "text": "12"},
    {"ts": 1772359205000, "type": "say", "say": "completion_result", "text": TWELVE},
    {"ts": 1772359206000, "type": "ask", "ask": "completion_result", "text": ""},
]
ATIF = {
    "schema_version": "ATIF-v1.4", "session_id": "s1",
    "agent": {"name": "digger", "version": "1", "model_name": "small-1"}, "steps": [
        {"step_id": 1, "timestamp": at(0), "source": "system", "message": "You count trees."},
        {"step_id": 2, "timestamp": at(1), "source": "user", "message": TREES},
        {"step_id": 3, "timestamp": at(2), "source": "agent", "message": "I count.",
         "reasoning_content": "A list helps.",
         "tool_calls": [{"tool_call_id": "c1", "function_name": "wc", "arguments": {"f": "trees"}}],
         "observation": {"results": [{"source_call_id": "c1", "content": "12"}]},
         "metrics": {"prompt_tokens": 9, "completion_tokens": 6}},
        {"step_id": 4, "timestamp": at(3), "source": "agent", "message": TWELVE},
    ],
    "final_metrics": {"total_completion_tokens": 9},
}  # fmt: skip

SESSIONS = {
    "copilot": COPILOT,
    "pi": PI,
    "droid": DROID,
    "droid stream": DROID_STREAM,
    "kimi": KIMI,
    "kimi old": KIMI_OLD,
    "chatgpt": as_json([CHATGPT]),
    "claude ai": as_json([CLAUDE_AI]),
    "open webui": as_json(WEBUI),
    "librechat": as_json(LIBRE),
    "opencode": as_json(OPENCODE),
    "vs code": as_json(VSCODE),
    "cline": as_json(CLINE),
    "atif": as_json(ATIF),
}  # fmt: skip


def step(key: str, parent: str | None, kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "trace_id": "t1", "parent_span_id": parent, "type": kind, "name": name,
            "start_time": at(int(key)), "end_time": at(9 - int(key)), **more}  # fmt: skip


OPIK = {"id": "t1", "name": "garden", "spans": [
    step("1", None, "general", "garden_agent", input={"question": TREES}, output={"answer": TWELVE}),
    step("2", "1", "llm", "chat", model="small-1", usage={"completion_tokens": 7},
         input={"messages": [{"role": "user", "content": TREES}]},
         output={"choices": [{"message": {"role": "assistant", "content": TWELVE}}]}),
    step("3", "1", "tool", "wc", input={"file": "trees"}, output={"result": "12"}),
]}  # fmt: skip
BRAINTRUST = as_lines(*(
    {"id": f"r{key}", "span_id": key, "root_span_id": "1", "span_parents": parents,
     "input": given, "output": back, "scores": {}, "metadata": {"model": "small-1"},
     "metrics": {"start": 1772359200.0 + int(key), "end": 1772359209.0 - int(key),
                 "completion_tokens": 7},
     "span_attributes": {"name": name, "type": kind}}
    for key, parents, name, kind, given, back in (
        ("1", None, "garden agent", "task", TREES, TWELVE),
        ("2", ["1"], "Chat Completion", "llm", [{"role": "user", "content": TREES}],
         [{"message": {"role": "assistant", "content": TWELVE}, "finish_reason": "stop"}]),
        ("3", ["1"], "wc", "tool", {"file": "trees"}, "12"),
    )
))  # fmt: skip
LOGFIRE = as_lines(
    {"trace_id": "t1", "span_id": "1", "parent_span_id": None, "span_name": "agent run",
     "start_timestamp": at(0), "end_timestamp": at(9), "attributes": {
         "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "gardener"}},
    {"trace_id": "t1", "span_id": "2", "parent_span_id": "1", "span_name": "chat small-1",
     "start_timestamp": at(1), "end_timestamp": at(2), "attributes": {
         "gen_ai.operation.name": "chat", "gen_ai.usage.output_tokens": 7,
         "gen_ai.input.messages": [{"role": "user", "content": TREES}],
         "gen_ai.output.messages": [{"role": "assistant", "content": TWELVE}]}},
)  # fmt: skip


def bedrock(kind: str, **values: Any) -> dict[str, Any]:
    inner = {"orchestrationTrace": {kind: values}}
    return {"trace": {"agentId": "a1", "sessionId": "s1", "trace": inner}}


BEDROCK = as_lines(
    bedrock("rationale", text="A scout helps."),
    bedrock("invocationInput", agentCollaboratorInvocationInput={
        "agentCollaboratorName": "scout", "input": {"text": "Go west.", "type": "TEXT"}}),
    {"trace": {"agentId": "a2", "sessionId": "s1", "collaboratorName": "scout", "trace": {
        "orchestrationTrace": {"invocationInput": {"actionGroupInvocationInput": {
            "actionGroupName": "field", "function": "ls", "parameters": []}}}}}},
    {"trace": {"agentId": "a2", "sessionId": "s1", "collaboratorName": "scout", "trace": {
        "orchestrationTrace": {"observation": {"actionGroupInvocationOutput": {"text": "12"}}}}}},
    bedrock("observation", agentCollaboratorInvocationOutput={
        "agentCollaboratorName": "scout", "output": {"text": "Twelve.", "type": "TEXT"}}),
    bedrock("observation", finalResponse={"text": TWELVE}),
)  # fmt: skip
AG_UI = as_lines(
    {"type": "RUN_STARTED", "threadId": "s1", "runId": "r1",
     "input": {"messages": [{"id": "m0", "role": "user", "content": TREES}]}},
    {"type": "STEP_STARTED", "stepName": "gardener"},
    {"type": "TOOL_CALL_START", "toolCallId": "c1", "toolCallName": "wc"},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '{"file": '},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c1", "delta": '"trees"}'},
    {"type": "TOOL_CALL_END", "toolCallId": "c1"},
    {"type": "TOOL_CALL_RESULT", "messageId": "m1", "toolCallId": "c1", "content": "12"},
    {"type": "TEXT_MESSAGE_START", "messageId": "m2", "role": "assistant"},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m2", "delta": "There are "},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m2", "delta": "twelve."},
    {"type": "TEXT_MESSAGE_END", "messageId": "m2"},
    {"type": "RUN_FINISHED", "threadId": "s1", "runId": "r1"},
)  # fmt: skip


def kept(key: int, name: str, words: str) -> list[Any]:
    role = "user" if name == "user" else "assistant"
    return [{"id": f"m{key}", "name": name, "role": role, "content": text(words),
             "timestamp": f"2026-03-01 10:00:0{key}.000"}, []]  # fmt: skip


AGENTSCOPE = {
    "gardener": {"name": "gardener", "memory": {"content": [
        kept(1, "user", TREES), kept(2, "gardener", "Go west."), kept(3, "scout", "Twelve."),
        kept(4, "gardener", TWELVE)]}},
    "scout": {"name": "scout", "memory": {"content": [
        kept(2, "gardener", "Go west."), kept(3, "scout", "Twelve.")]}},
}  # fmt: skip
GOOSE = as_lines(
    {"working_dir": "/garden", "description": "Trees", "message_count": 4},
    {"role": "user", "created": 1772359200, "content": text(TREES)},
    {"role": "assistant", "created": 1772359201, "content": [
        {"type": "toolRequest", "id": "c1", "toolCall": {
            "status": "success", "value": {"name": "wc", "arguments": {"file": "trees"}}}}]},
    {"role": "user", "created": 1772359202, "content": [
        {"type": "toolResponse", "id": "c1", "toolResult": {
            "status": "success", "value": text("12")}}]},
    {"role": "assistant", "created": 1772359203, "content": text(TWELVE)},
)  # fmt: skip
LETTA = [
    {"id": "m1", "date": at(1), "message_type": "user_message", "content": TREES},
    {"id": "m2", "date": at(2), "message_type": "reasoning_message", "reasoning": "A list helps."},
    {"id": "m3", "date": at(3), "message_type": "tool_call_message",
     "tool_call": {"name": "wc", "arguments": "{}", "tool_call_id": "c1"}},
    {"id": "m4", "date": at(4), "message_type": "tool_return_message", "tool_return": "12",
     "tool_call_id": "c1"},
    {"id": "m5", "date": at(5), "message_type": "assistant_message", "content": TWELVE},
]  # fmt: skip
MINI_SWE = {"info": {"exit_status": "Submitted"}, "trajectory_format": "mini-swe-agent-1", "messages": [
    {"role": "system", "content": "You count."}, {"role": "user", "content": TREES},
    {"role": "assistant", "content": "I look.\n\n```bash\nwc trees\n```"},
    {"role": "user", "content": "<returncode>0</returncode>\n<output>\n12\n</output>"},
    {"role": "assistant", "content": TWELVE}, {"role": "exit", "content": ""},
]}  # fmt: skip

SESSIONS |= {
    "opik": as_json(OPIK),
    "braintrust": BRAINTRUST,
    "logfire": LOGFIRE,
    "bedrock": BEDROCK,
    "ag ui": AG_UI,
    "agentscope": as_json(AGENTSCOPE),
    "goose": GOOSE,
    "letta": as_json(LETTA),
    "mini swe": as_json(MINI_SWE),
}  # fmt: skip

DIFY = {"limit": 20, "has_more": False, "data": [
    {"id": "m2", "conversation_id": "c1", "query": "And the pears?", "answer": TWELVE,
     "created_at": 1772359205, "agent_thoughts": []},
    {"id": "m1", "conversation_id": "c1", "query": TREES, "answer": "Twelve.",
     "created_at": 1772359200, "agent_thoughts": [
         {"id": "a1", "thought": "A list helps.", "tool": "wc", "tool_input": "{}",
          "observation": "12", "created_at": 1772359201}]},
]}  # fmt: skip
CAMEL = {
    "id": "1",
    "role_1": "Gardener_RoleType.ASSISTANT",
    "original_task": "Trees",
    "specified_task": "Count them all.",
    "message_1": {"role_name": "Owner", "role_type": "USER", "instruction": TREES, "input": "none"},
    "message_2": {"role_name": "Gardener", "role_type": "ASSISTANT", "content": TWELVE},
    "num_messages": 2,
}
RUN_RESULT = {
    "input": TREES, "final_output": TWELVE, "raw_responses": [
        {"output": [{"type": "function_call", "name": "wc", "arguments": "{}", "call_id": "c1"}],
         "usage": {"output_tokens": 3}},
        {"output": [{"type": "message", "role": "assistant", "content": [
            {"type": "output_text", "text": TWELVE}]}], "usage": {"output_tokens": 4}},
    ],
}  # fmt: skip


def taken(index: int, source: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"step_index": index, "source": source, "type": kind, "status": "DONE",
            "created_at": at(index), **more}  # fmt: skip


ANTIGRAVITY = as_lines(
    taken(0, "USER_EXPLICIT", "USER_INPUT", content=TREES),
    taken(1, "SYSTEM", "CONVERSATION_HISTORY"),
    taken(2, "MODEL", "PLANNER_RESPONSE", thinking="A list helps.",
          tool_calls=[{"name": "run", "args": {"line": "wc trees"}}]),
    taken(3, "MODEL", "RUN_COMMAND", content="12"),
    taken(4, "MODEL", "PLANNER_RESPONSE", content=TWELVE),
)  # fmt: skip
OTHER_PROGRAM = as_lines(*(
    {"type": kind, "uuid": f"u{key}", "sessionId": "s1", "agentSlug": "digger", "timestamp": at(key),
     "message": {"role": kind, **message}}
    for key, (kind, message) in enumerate([
        ("user", {"content": TREES}),
        ("tool", {"tool_name": "wc", "tool_input": '{"file": "trees"}', "tool_output": "12"}),
        ("assistant", {"content": TWELVE}),
    ])
))  # fmt: skip
SESSIONS |= {"antigravity": ANTIGRAVITY, "other program": OTHER_PROGRAM}
SESSIONS |= {"dify": as_json(DIFY), "camel": as_json(CAMEL), "run result": as_json(RUN_RESULT)}
