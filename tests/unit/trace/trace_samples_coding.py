"""Small runs as coding assistants and their command lines keep them."""

from __future__ import annotations

from typing import Any

from tests.unit.trace.trace_samples_tools import as_json, as_lines, at


def rollout(second: int, kind: str, /, **payload: Any) -> dict[str, Any]:
    return {"timestamp": at(second), "type": kind, "payload": payload}


def item(second: int, kind: str, /, **payload: Any) -> dict[str, Any]:
    return rollout(second, "response_item", type=kind, **payload)


def told(second: int, kind: str, /, **payload: Any) -> dict[str, Any]:
    return rollout(second, "event_msg", type=kind, **payload)


def words(kind: str, text: str) -> list[dict[str, Any]]:
    return [{"type": kind, "text": text}]


CODEX = as_lines(
    rollout(0, "session_meta", id="s1", cwd="/garden", originator="codex_exec",
            cli_version="0.65.0", instructions=None, source="exec"),
    item(1, "message", role="user",
         content=words("input_text", "<environment_context>\n  <cwd>/garden</cwd>\n</environment_context>")),
    item(1, "message", role="user", content=words("input_text", "Count the plum trees.")),
    told(1, "user_message", message="Count the plum trees.", kind="plain"),
    rollout(1, "turn_context", cwd="/garden", model="small-1", effort="high"),
    told(2, "agent_reasoning", text="**Looking at the list**"),
    item(2, "reasoning", summary=words("summary_text", "**Looking at the list**"), content=None,
         encrypted_content="gAAA"),
    item(3, "function_call", name="shell", arguments='{"command":["wc","-l","trees"]}', call_id="c1"),
    told(3, "token_count", info={
        "total_token_usage": {"output_tokens": 20}, "last_token_usage": {"output_tokens": 20}}),
    item(4, "function_call_output", call_id="c1", output='{"output":"12 trees\\n","metadata":{}}'),
    item(5, "custom_tool_call", status="completed", call_id="c2", name="apply_patch", input="*** Begin"),
    item(6, "custom_tool_call_output", call_id="c2", output="Done"),
    told(7, "agent_message", message="There are twelve."),
    item(7, "message", role="assistant", content=words("output_text", "There are twelve.")),
    told(8, "token_count", info={
        "total_token_usage": {"output_tokens": 27}, "last_token_usage": {"output_tokens": 7}}),
)  # fmt: skip
CODEX_OLD = as_lines(
    {"id": "s1", "timestamp": at(0), "instructions": None, "git": {}},
    {"record_type": "state"},
    {"type": "message", "id": None, "role": "user",
     "content": words("input_text", "Count the plum trees.")},
    {"type": "reasoning", "id": "rs1", "summary": [], "encrypted_content": "gAAA"},
    {"type": "local_shell_call", "id": "l1", "call_id": "c1", "status": "completed",
     "action": {"type": "exec", "command": ["wc", "-l", "trees"]}},
    {"type": "function_call_output", "call_id": "c1", "output": '{"output":"12 trees"}'},
    {"record_type": "state"},
    {"type": "message", "id": None, "role": "assistant",
     "content": words("output_text", "There are twelve.")},
)  # fmt: skip
CODEX_STREAM = as_lines(
    {"type": "thread.started", "thread_id": "t1"},
    {"type": "turn.started"},
    {"type": "item.completed", "item": {"id": "i0", "type": "reasoning", "text": "**Counting**"}},
    {"type": "item.started", "item": {"id": "i1", "type": "command_execution",
     "command": "wc -l trees", "aggregated_output": "", "status": "in_progress"}},
    {"type": "item.completed", "item": {"id": "i1", "type": "command_execution",
     "command": "wc -l trees", "aggregated_output": "12 trees\n", "exit_code": 0,
     "status": "completed"}},
    {"type": "item.completed", "item": {"id": "i2", "type": "agent_message",
     "text": "There are twelve."}},
    {"type": "turn.completed", "usage": {"input_tokens": 9, "output_tokens": 7}},
)  # fmt: skip

GEMINI_SESSION: dict[str, Any] = {
    "sessionId": "s1",
    "projectHash": "ab",
    "startTime": at(0),
    "lastUpdated": at(9),
    "messages": [
        {"id": "m1", "timestamp": at(1), "type": "user", "content": "Count the plum trees."},
        {
            "id": "m2", "timestamp": at(2), "type": "gemini", "content": "", "model": "gem-1",
            "thoughts": [{"subject": "Counting", "description": "The list is in trees.",
                          "timestamp": at(2)}],
            "toolCalls": [
                {"id": "read_file-1", "name": "read_file", "args": {"path": "trees"},
                 "status": "success", "timestamp": at(3), "resultDisplay": "",
                 "result": [{"functionResponse": {"id": "read_file-1", "name": "read_file",
                                                  "response": {"output": "12 trees"}}}]},
            ],
            "tokens": {"input": 9, "output": 7, "cached": 0, "total": 16},
        },
        {"id": "m3", "timestamp": at(4), "type": "info", "content": "Request cancelled."},
        {"id": "m4", "timestamp": at(5), "type": "gemini", "model": "gem-1",
         "content": [{"text": "There are twelve."}], "tokens": {"output": 5}},
    ],
}  # fmt: skip
GEMINI_LINES = as_lines(
    {key: value for key, value in GEMINI_SESSION.items() if key != "messages"},
    GEMINI_SESSION["messages"][0],
    {"$set": {"lastUpdated": at(6)}},
    {**GEMINI_SESSION["messages"][1], "toolCalls": []},
    GEMINI_SESSION["messages"][1],
    GEMINI_SESSION["messages"][3],
)
GEMINI_CHECKPOINT = as_json([
    {"role": "user", "parts": [{"text": "Count the plum trees."}]},
    {"role": "model", "parts": [{"functionCall": {"name": "read_file", "args": {"path": "trees"}}}]},
    {"role": "user", "parts": [{"functionResponse": {"id": "r1", "name": "read_file",
                                                     "response": {"output": "12 trees"}}}]},
    {"role": "model", "parts": [{"text": "There are twelve."}]},
])  # fmt: skip

HANDS: list[dict[str, Any]] = [
    {"id": 0, "timestamp": at(0), "source": "agent", "message": "", "action": "system",
     "args": {"content": "You count trees.", "tools": []}},
    {"id": 1, "timestamp": at(1), "source": "user", "message": "Count the plum trees.",
     "action": "message", "args": {"content": "Count the plum trees.", "image_urls": [],
                                   "wait_for_response": False}},
    {"id": 2, "timestamp": at(2), "source": "agent", "message": "", "observation": "agent_state_changed",
     "content": "", "extras": {"agent_state": "running"}},
    {"id": 3, "timestamp": at(3), "source": "agent", "message": "Running command: wc -l trees",
     "action": "run", "args": {"command": "wc -l trees", "thought": "The list is in trees."},
     "tool_call_metadata": {"function_name": "execute_bash", "tool_call_id": "c1"}},
    {"id": 4, "timestamp": at(4), "source": "agent", "message": "Command executed", "cause": 3,
     "observation": "run", "content": "12 trees", "extras": {"command": "wc -l trees"},
     "tool_call_metadata": {"function_name": "execute_bash", "tool_call_id": "c1"}},
    {"id": 5, "timestamp": at(5), "source": "agent", "message": "",
     "action": "delegate", "args": {"agent": "BrowsingAgent", "inputs": {"task": "Find the price of plums."},
                                    "thought": ""}},
    {"id": 6, "timestamp": at(6), "source": "agent", "message": "", "cause": 5,
     "observation": "delegate", "content": "Two euros.", "extras": {"outputs": {}}},
    {"id": 7, "timestamp": at(7), "source": "agent", "message": "All done!", "action": "finish",
     "args": {"final_thought": "There are twelve.", "outputs": {}}},
]  # fmt: skip
HANDS_SDK: list[dict[str, Any]] = [
    {"kind": "SystemPromptEvent", "id": "e0", "timestamp": at(0), "source": "agent",
     "system_prompt": {"type": "text", "text": "You count trees."}, "tools": []},
    {"kind": "MessageEvent", "id": "e1", "timestamp": at(1), "source": "user",
     "llm_message": {"role": "user", "content": words("text", "Count the plum trees.")}},
    {"kind": "ActionEvent", "id": "e2", "timestamp": at(2), "source": "agent",
     "thought": words("text", "The list is in trees."), "reasoning_content": "Hm.",
     "action": {"kind": "TerminalAction", "command": "wc -l trees"}, "tool_name": "terminal",
     "tool_call_id": "c1", "tool_call": {"id": "c1", "name": "terminal",
                                         "arguments": '{"command": "wc -l trees"}'}},
    {"kind": "ObservationEvent", "id": "e3", "timestamp": at(3), "source": "environment",
     "observation": {"kind": "TerminalObservation", "content": words("text", "12 trees")},
     "action_id": "e2", "tool_name": "terminal", "tool_call_id": "c1"},
    {"kind": "ConversationStateUpdateEvent", "id": "e4", "timestamp": at(3), "source": "environment",
     "key": "execution_status", "value": "running"},
    {"kind": "MessageEvent", "id": "e5", "timestamp": at(4), "source": "agent",
     "llm_message": {"role": "assistant", "content": words("text", "There are twelve.")}},
]  # fmt: skip


def line(key: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": role, "content": content}
    if role == "assistant":
        message |= {"id": f"msg_{key}", "model": "small-1", "usage": {"output_tokens": 4}}
    base = {"uuid": key, "parentUuid": parent, "type": role, "message": message, "sessionId": "s1"}
    return {
        "timestamp": at(int(key[1:])),
        "isSidechain": False,
        "version": "2.1.40",
        **base,
        **more,
    }


TASK = {"type": "tool_use", "id": "toolu_1", "name": "Task",
        "input": {"subagent_type": "Explore", "description": "plums", "prompt": "Find the plums."}}  # fmt: skip


def progress(key: str, inner: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "progress", "uuid": key, "parentUuid": "u2", "sessionId": "s1",
        "timestamp": at(int(key[1:])), "toolUseID": f"agent_{key}", "parentToolUseID": "toolu_1",
        "data": {"type": "agent_progress", "agentId": "a1", "prompt": "Find the plums.",
                 "message": {"type": inner["type"], "uuid": key, "timestamp": at(int(key[1:])),
                             "message": inner["message"]}},
    }  # fmt: skip


CLAUDE_NEW = as_lines(
    {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}, "isSnapshotUpdate": False},
    {"type": "queue-operation", "operation": "enqueue", "timestamp": at(0), "sessionId": "s1"},
    {"type": "permission-mode", "permissionMode": "default", "sessionId": "s1"},
    line("u1", None, "user", "Count the plum trees."),
    line("u2", "u1", "assistant", [{"type": "thinking", "thinking": "Ask.", "signature": "x"}, TASK]),
    progress("p3", line("p3", None, "user", words("text", "Find the plums."))),
    progress("p4", line("p4", "p3", "assistant", [
        {"type": "tool_use", "id": "toolu_2", "name": "Grep", "input": {"pattern": "plum"}}])),
    progress("p5", line("p5", "p4", "user", [
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "12 lines"}])),
    line("u6", "u2", "user", [{"type": "tool_result", "tool_use_id": "toolu_1", "content": words("text", "Twelve.")}],
         toolUseResult={"status": "completed", "agentId": "a1", "totalTokens": 9}),
    {"type": "system", "subtype": "turn_duration", "durationMs": 5, "uuid": "u7", "parentUuid": "u6",
     "timestamp": at(7), "sessionId": "s1"},
    line("u8", "u6", "assistant", words("text", "There are twelve.")),
    {"type": "last-prompt", "lastPrompt": "Count the plum trees.", "sessionId": "s1"},
    {"type": "ai-title", "title": "Plums", "sessionId": "s1"},
)  # fmt: skip
CLAUDE_AGENT = as_lines(
    line("u1", None, "user", "Find the plums.", isSidechain=True, agentId="a1", slug="x"),
    line("u2", "u1", "assistant", words("text", "Twelve."), isSidechain=True, agentId="a1"),
)

CODING = {
    "codex": CODEX,
    "codex old": CODEX_OLD,
    "codex stream": CODEX_STREAM,
    "gemini session": as_json(GEMINI_SESSION),
    "gemini lines": GEMINI_LINES,
    "gemini checkpoint": GEMINI_CHECKPOINT,
    "openhands": as_json(HANDS),
    "openhands lines": as_lines(*HANDS),
    "openhands output": as_lines(
        {"instance_id": "i1", "instruction": "Count the plum trees.", "history": HANDS,
         "metrics": {"accumulated_cost": 1}, "test_result": {"resolved": True}},
    ),
    "openhands pairs": as_json({"instance_id": "i1", "history": [
        [HANDS[1], {"observation": "null", "content": "", "extras": {}, "source": "user"}],
        [HANDS[3], HANDS[4]], [HANDS[5], HANDS[6]],
    ]}),
    "openhands sdk": as_json(HANDS_SDK),
    "openhands sdk lines": as_lines(*HANDS_SDK),
    "claude new": CLAUDE_NEW,
    "claude agent": CLAUDE_AGENT,
}  # fmt: skip
