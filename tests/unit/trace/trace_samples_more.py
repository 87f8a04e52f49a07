"""More small files: frameworks, tracing tools and free-text logs, in words of our own."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from typing import Any


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def as_lines(*values: Any) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def _line(kind: str, number: int, message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number > 1 else None,
        "isSidechain": False,
        "sessionId": "s1",
        "timestamp": f"2026-03-01T10:00:{number:02}.000Z",
        "message": {"role": kind, **message},
        **more,
    }


def _block(kind: str, **values: Any) -> dict[str, Any]:
    return {"type": kind, **values}


PROMPT = "Count the hives on the south slope."
CLAUDE: list[dict[str, Any]] = [
    {"type": "summary", "summary": "Bees", "leafUuid": "u9"},
    _line("user", 1, {"content": "How many hives do we have?"}),
    _line(
        "assistant",
        2,
        {
            "id": "m1",
            "model": "small-1",
            "content": [_block("text", text="I ask somebody.")],
            "usage": {"output_tokens": 3},
        },
    ),
    _line(
        "assistant",
        3,
        {
            "id": "m1",
            "model": "small-1",
            "content": [
                _block(
                    "tool_use",
                    id="t1",
                    name="Task",
                    input={"subagent_type": "counter", "description": "count", "prompt": PROMPT},
                )
            ],
            "usage": {"output_tokens": 31},
        },
    ),
    _line("user", 4, {"content": PROMPT}, isSidechain=True, parentUuid=None),
    _line(
        "assistant",
        5,
        {"id": "m2", "content": [_block("text", text="I look at the map.")], "usage": {"output_tokens": 5}},
        isSidechain=True,
    ),
    _line(
        "assistant",
        6,
        {"id": "m2", "content": [_block("tool_use", id="t2", name="Read", input={"path": "map"})],
         "usage": {"output_tokens": 5}},
        isSidechain=True,
    ),
    _line(
        "user",
        7,
        {"content": [_block("tool_result", tool_use_id="t2", content="14 hives")]},
        isSidechain=True,
    ),
    _line(
        "assistant",
        8,
        {"id": "m3", "content": [_block("text", text="There are 14.")], "usage": {"output_tokens": 4}},
        isSidechain=True,
    ),
    _line(
        "user",
        9,
        {"content": [_block("tool_result", tool_use_id="t1", content=[_block("text", text="There are 14.")])]},
        parentUuid="u3",
        toolUseResult="There are 14.",
    ),
    _line("assistant", 10, {"id": "m4", "content": [_block("text", text="14 hives.")]}),
]  # fmt: skip

ADK: dict[str, Any] = {
    "id": "session-1",
    "events": [
        {"id": "e1", "invocation_id": "i1", "author": "user", "timestamp": 1772359200.5,
         "content": {"role": "user", "parts": [{"text": "Is the bridge open?"}]}},
        {"id": "e2", "invocation_id": "i1", "author": "desk", "timestamp": 1772359201.5,
         "content": {"role": "model", "parts": [
             {"function_call": {"name": "transfer_to_agent", "args": {"agent_name": "roads"}}}]},
         "actions": {"transfer_to_agent": "roads"}},
        {"id": "e3", "invocation_id": "i1", "author": "desk", "timestamp": 1772359201.6,
         "content": {"role": "user", "parts": [
             {"function_response": {"name": "transfer_to_agent", "response": {"ok": True}}}]}},
        {"id": "e4", "invocation_id": "i1", "author": "roads", "timestamp": 1772359202.5,
         "content": {"role": "model", "parts": [
             {"function_call": {"name": "status", "args": {"road": "B7"}}}]}},
        {"id": "e5", "invocation_id": "i1", "author": "roads", "timestamp": 1772359203.5,
         "content": {"role": "user", "parts": [
             {"function_response": {"name": "status", "response": {"open": False}}}]}},
        {"id": "e6", "invocation_id": "i1", "author": "roads", "timestamp": 1772359204.5,
         "content": {"role": "model", "parts": [{"text": "Closed until Friday."}]}},
    ],
    "event_logs": [
        {"event_id": "e6", "model_request": {"model": "small-1", "config": {"system_instruction": "You know roads."}},
         "model_response": {"usage_metadata": {"candidates_token_count": 6}}},
    ],
}  # fmt: skip

MANAGED: list[Any] = [
    ["client.sessions.create", {"agent": {"name": "Clerk", "system": "You file.", "model": {"id": "small-1"}}}],
    ["client.sessions.events.send", ["s1", {"events": [
        {"type": "user.message", "content": [{"type": "text", "text": "File this."}]}]}]],
    ["client.sessions.events.stream", {"id": "v1", "type": "user.message", "processed_at": "2026-03-01T10:00:00Z",
        "content": [{"type": "text", "text": "File this."}]}],
    ["client.sessions.events.stream", {"id": "v2", "type": "span.model_request_start"}],
    ["client.sessions.events.stream", {"id": "v3", "type": "agent.custom_tool_use", "name": "file",
        "input": {"n": 1}, "evaluated_permission": "ask"}],
    ["client.sessions.events.stream", {"id": "v4", "type": "span.model_request_end",
        "model_usage": {"output_tokens": 12}}],
    ["client.sessions.events.stream", {"id": "v5", "type": "user.tool_confirmation", "tool_use_id": "v3", "result": "allow"}],
    ["client.sessions.events.send", ["s1", {"events": [
        {"type": "user.custom_tool_result", "custom_tool_use_id": "v3", "content": [{"type": "text", "text": "filed"}]}]}]],
    ["client.sessions.events.stream", {"id": "v6", "type": "agent.message", "content": [{"type": "text", "text": "Done."}]}],
]  # fmt: skip

INSPECT: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {"task": "locks", "model": "small-1", "run_id": "r1"},
    "plan": {},
    "results": {"scores": [{"name": "match"}]},
    "samples": [
        {
            "id": "a",
            "epoch": 1,
            "input": "attachment://0123456789abcdef0123456789abcdef",
            "target": "closed",
            "scores": {"match": {"value": "C"}},
            "attachments": {"0123456789abcdef0123456789abcdef": "Is lock 4 closed?"},
            "messages": [
                {"id": "1", "role": "user", "source": "input", "content": "attachment://0123456789abcdef0123456789abcdef"},
                {"id": "2", "role": "assistant", "source": "generate", "content": "",
                 "tool_calls": [{"id": "c1", "function": "transfer_to_keeper", "arguments": {}}]},
                {"id": "3", "role": "tool", "tool_call_id": "c1", "function": "transfer_to_keeper", "content": "ok"},
                {"id": "4", "role": "assistant", "source": "generate", "content": "It is closed."},
            ],
            "events": [
                {"event": "span_begin", "id": "s1", "type": "agent", "name": "porter", "timestamp": "2026-03-01T10:00:00Z"},
                {"event": "model", "span_id": "s1", "timestamp": "2026-03-01T10:00:01Z",
                 "output": {"choices": [{"message": {"id": "2", "role": "assistant"}}], "usage": {"output_tokens": 9}}},
                {"event": "span_begin", "id": "s2", "type": "agent", "name": "keeper", "timestamp": "2026-03-01T10:00:02Z"},
                {"event": "model", "span_id": "s2", "timestamp": "2026-03-01T10:00:03Z",
                 "output": {"choices": [{"message": {"id": "4", "role": "assistant"}}], "usage": {"output_tokens": 5}}},
            ],
        }
    ],
}  # fmt: skip


def eval_archive() -> bytes:
    """Return the same log as an archive."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", json.dumps({"eval": INSPECT["eval"]}))
        file.writestr("samples/a_epoch_1.json", json.dumps(INSPECT["samples"][0]))
        file.writestr("summaries.json", "[]")
    return target.getvalue()


SWE: dict[str, Any] = {
    "environment": "main",
    "trajectory": [{"action": "ls", "observation": "a.py", "thought": "Look."}],
    "history": [
        {"role": "system", "content": "You mend code.", "agent": "main"},
        {"role": "user", "content": "This is how it's done.", "agent": "main", "is_demo": True},
        {"role": "user", "content": "Mend the gate.", "agent": "main"},
        {"role": "assistant", "content": "Look.\n```\nls\n```", "thought": "Look.", "action": "ls", "agent": "main"},
        {"role": "user", "content": "a.py\r\n", "agent": "main"},
    ],
    "info": {"submission": "--- a.py", "exit_status": "submitted", "model_stats": {"tokens_sent": 900}},
}  # fmt: skip

MARBLE: list[dict[str, Any]] = [
    {
        "task": "Paint the fence.",
        "coordination_mode": "graph",
        "iterations": [
            {
                "iteration": 1,
                "task_assignments": {"agent1": "Mix the paint.", "agent2": "Sand the wood."},
                "task_results": [
                    {"agent_id": "agent1", "result": "Result from the model:I mixed it.\nResult from the function:"
                     + json.dumps({"ok": True, "full_chat_history": "In Session ab-1 \nFrom agent1 to agent2: Which colour?\nFrom agent2 to agent1: Green."})},
                    {"agent2": "Result from the model:\nResult from the function:{\"ok\": true}"},
                ],
                "summary": "Half of it is done.",
                "communications": ["In Session ab-1 \nFrom agent1 to agent2: Which colour?\nFrom agent2 to agent1: Green."],
            }
        ],
        "planning_scores": [4],
        "token_usage": 700,
    }
]  # fmt: skip

LANGSMITH: dict[str, Any] = {
    "post": [
        {"id": "r1", "trace_id": "r1", "name": "graph", "run_type": "chain", "dotted_order": "20260301T100000000000Zr1",
         "start_time": "2026-03-01T10:00:00Z", "inputs": {"input": "Is it raining?"}},
        {"id": "r2", "trace_id": "r1", "parent_run_id": "r1", "name": "model", "run_type": "llm",
         "dotted_order": "20260301T100000000000Zr1.20260301T100001000000Zr2", "start_time": 1772359201000,
         "inputs": {"messages": [{"role": "user", "content": "Is it raining?"}]},
         "extra": {"metadata": {"ls_model_name": "small-1", "langgraph_node": "weather"}}},
    ],
    "patch": [
        {"dotted_order": "20260301T100000000000Zr1.20260301T100001000000Zr2", "trace_id": "r1", "end_time": 1772359202000,
         "outputs": {"choices": [{"message": {"role": "assistant", "content": "Yes."}}], "usage_metadata": {"output_tokens": 2}}},
    ],
}  # fmt: skip

OPENAI_AGENTS: list[dict[str, Any]] = [
    {"object": "trace", "id": "trace_1", "workflow_name": "front desk"},
    {"object": "trace.span", "id": "span_1", "trace_id": "trace_1", "parent_id": None, "started_at": "2026-03-01T10:00:00Z",
     "ended_at": "2026-03-01T10:00:03Z", "span_data": {"type": "agent", "name": "Desk", "handoffs": ["Billing"]}},
    {"object": "trace.span", "id": "span_2", "trace_id": "trace_1", "parent_id": "span_1", "started_at": "2026-03-01T10:00:01Z",
     "ended_at": "2026-03-01T10:00:02Z", "span_data": {"type": "response", "response_id": "x", "usage": {"output_tokens": 8}}},
    {"object": "trace.span", "id": "span_3", "trace_id": "trace_1", "parent_id": "span_1", "started_at": "2026-03-01T10:00:02Z",
     "ended_at": "2026-03-01T10:00:02.5Z", "span_data": {"type": "handoff", "from_agent": "Desk", "to_agent": "Billing"}},
    {"object": "trace.span", "id": "span_4", "trace_id": "trace_1", "parent_id": None, "started_at": "2026-03-01T10:00:03Z",
     "ended_at": "2026-03-01T10:00:06Z", "span_data": {"type": "agent", "name": "Billing"}},
    {"object": "trace.span", "id": "span_5", "trace_id": "trace_1", "parent_id": "span_4", "started_at": "2026-03-01T10:00:04Z",
     "ended_at": "2026-03-01T10:00:05Z", "span_data": {"type": "function", "name": "refund", "input": "{}", "output": "done"}},
]  # fmt: skip

PHOENIX: dict[str, Any] = {
    "trace_id": "t1",
    "spans": [
        {
            "span_id": "s1", "parent_span_id": None, "span_name": "CodeAgent.run", "timestamp": "2026-03-01T10:00:00Z",
            "duration": "PT9S", "service_name": "demo",
            "span_attributes": {"openinference.span.kind": "AGENT", "input.value": "{\"task\": \"Find the oldest oak.\"}",
                                "output.value": "1 204 years", "smolagents.max_steps": 5},
            "child_spans": [
                {"span_id": "s2", "parent_span_id": "s1", "span_name": "ToolCallingAgent.run", "timestamp": "2026-03-01T10:00:02Z",
                 "duration": "PT5S",
                 "span_attributes": {"openinference.span.kind": "AGENT", "output.value": "It is 1 204 years old.",
                     "input.value": "{\"task\": \"You're a helpful agent named 'forester'. You have been submitted this task by your manager. Find it.\"}"},
                 "child_spans": []},
            ],
        }
    ],
}  # fmt: skip
PHOENIX_ROWS: list[dict[str, Any]] = [
    {"name": "desk", "span_kind": "AGENT", "parent_id": None, "start_time": "2026-03-01T10:00:00Z", "status_code": "OK",
     "context.span_id": "a", "context.trace_id": "t", "attributes.agent.name": "desk", "attributes.input.value": "Hello?"},
    {"name": "call", "span_kind": "LLM", "parent_id": "a", "start_time": "2026-03-01T10:00:01Z", "status_code": "OK",
     "context.span_id": "b", "context.trace_id": "t",
     "attributes.llm.output_messages": [{"message": {"role": "assistant", "content": "Good morning."}}]},
]  # fmt: skip

LANGGRAPH: list[Any] = [
    {"lead": {"messages": [{"type": "human", "id": "1", "content": "Who waters the ferns?"},
                           {"type": "ai", "id": "2", "content": "I ask the gardener."}], "next": "gardener"}},
    {"gardener": {"messages": [{"type": "human", "id": "1", "content": "Who waters the ferns?"},
                               {"type": "ai", "id": "2", "content": "I ask the gardener."},
                               {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"],
                                "kwargs": {"id": "3", "content": "Nobody, since May."}}]}},
]  # fmt: skip

CREWAI: dict[str, Any] = {
    "raw": "A poem.",
    "tasks_output": [
        {
            "description": "Gather three facts on moss.",
            "raw": "Moss has no roots.",
            "agent": "Researcher",
        },
        {"description": "Write a poem.", "raw": "A poem.", "agent": "Poet"},
    ],
    "token_usage": {"total_tokens": 90},
}
CREW_LOG: list[dict[str, Any]] = [
    {"timestamp": "2026-03-01 10:00:00", "task": "Count.", "agent": "Counter", "status": "started"},
    {
        "timestamp": "2026-03-01 10:00:05",
        "task": "Count.",
        "agent": "Counter",
        "status": "completed",
        "output": "7",
    },
    {"timestamp": "2026-03-01 10:00:06", "task": "Check.", "agent": "Checker", "status": "started"},
]

PRINTED: dict[str, Any] = {
    "question": "Which kiln is hot?",
    "ground_truth": "kiln 2",
    "history": [
        {"role": "Assistant", "name": "Lead", "content": "TextMessage: id='1' source='Lead' models_usage=None metadata={} created_at="
         "datetime.datetime(2026, 3, 1, 10, 0, 0, 5, tzinfo=datetime.timezone.utc) content='It\\'s your turn:\\ncheck kilns.' type='TextMessage'"},
        {"role": "Assistant", "name": "Checker", "content": "MultiModalMessage: id='2' source='Checker' models_usage=RequestUsage(prompt_tokens=4, "
         "completion_tokens=9) metadata={} content=[\"Kiln 2's hot.\", <autogen_core._image.Image object at 0x1>] type='MultiModalMessage'"},
    ],
}  # fmt: skip

CHATDEV = """[2026-31-03 09:00:00 INFO] **[Preprocessing]**

**task_prompt**: A clock for the kitchen.

**project_name**: Clock

[2026-31-03 09:00:01 INFO] System: **[chatting]**

| Parameter | Value |
| --- | --- |
| **assistant_role_name** | Programmer |
| **user_role_name** | Chief |

[2026-31-03 09:00:01 INFO] Chief: **[Start Chat]**

[We build clocks. You are Programmer. You write code.]

Please write the clock.

[2026-31-03 09:00:02 INFO] **[OpenAI_Usage_Info Receive]**
prompt_tokens: 10
completion_tokens: 6
total_tokens: 16

[2026-31-03 09:00:03 INFO] Programmer: **Programmer<->Chief on : Coding, turn 0**

[We build clocks. You are Chief. You decide.]

It ticks.

[2026-31-03 09:00:04 INFO] **[Seminar Conclusion]**:

It ticks.
"""

HYPERAGENT = """HyperAgent_clock-1 - INFO - Initialized HyperAgent instance clock-1
HyperAgent_clock-1 - INFO - Initialized HyperAgent instance clock-1
HyperAgent_clock-1 - INFO - Initialized tools
HyperAgent_clock-1 - INFO - Planner's Response: Thought: find it.

Intern Name: Codebase Navigator
Subgoal: Find the spring.
HyperAgent_clock-1 - INFO - Planner's Response: Thought: find it.

Intern Name: Codebase Navigator
Subgoal: Find the spring.
HyperAgent_clock-1 - INFO - Inner-Navigator-Assistant's Response: Thought: open it.

Action:
```python
print(1)
```
HyperAgent_clock-1 - INFO - Navigator->Planner: It is in spring.py.
"""

METAGPT = """=== MetaGPT Agent Communication Log - Started at 2026-03-01 09:00:00 ===

[2026-03-01 09:00:01] FROM: Human TO: {'<all>'}
ACTION: metagpt.actions.add_requirement.UserRequirement
CONTENT:
Add two numbers.
----------------------------------------

[2026-03-01 09:00:05] NEW MESSAGES:

Coder: 
def add(a, b): return a + b
----------------------------------------

[2026-03-01 09:00:09] NEW MESSAGES:

Tester: It adds.
----------------------------------------
"""  # noqa: W291

METAGPT_CONSOLE = """2026-03-01 09:00:01.100 | INFO     | metagpt.roles.role:_act:391 - Ann(Coder): to do Write(Write)
def add(a, b): return a + b
2026-03-01 09:00:02.100 | INFO     | __main__:_act:85 - Ben(Tester): to do Test(Test)
assert add(1, 1) == 2
"""

APPWORLD = """
******************** Task 1/2 (ab12_1)  ********************
Play my oldest song.
Response from Supervisor Agent
    send_message(app_name='music', message='Find the oldest song')


Code Execution Output

    # CallExtension
    reply = self.send_message(app_name='music', message='Find the oldest song')


Entering Music Agent message loop
    Message to Music Agent
        Find the oldest song

    Response from Music Agent
        print(apis.music.list())

    Message to Music Agent
        ["Rain"]

    Reply from Music Agent to Supervisor
        It is Rain.

Exiting Music Agent message loop
Response from send_message API
    It is Rain.

Message to Supervisor Agent
    It is Rain.

Response from Supervisor Agent
    apis.supervisor.complete_task()

Code Execution Output

    Code executed successfully.


Evaluation
{"success": true}
"""

MAGENTIC = """Collecting tiktoken
Installing build dependencies: started
---------- user ----------
How tall is the tower?
---------- MagenticOneOrchestrator ----------
Please look it up.
---------- WebSurfer ----------
It has 61 metres.
---------- MagenticOneOrchestrator ----------
FINAL ANSWER: 61
SCENARIO.PY COMPLETE !#!#
RUN.SH COMPLETE !#!#
"""

MAST: list[dict[str, Any]] = [
    {"mas_name": "ChatDev", "trace_id": 1, "trace": {"key": "k", "index": 1, "trajectory": CHATDEV}, "mast_annotation": {"1.1": 1}},
    {"mas_name": "HyperAgent", "trace_id": 2, "trace": json.dumps({"problem_statement": ["Mend", "it."], "trajectory": HYPERAGENT.split("\n"),
                                                                     "note": {"options": {}}})},
]  # fmt: skip

MORE: dict[str, bytes] = {
    "claude_code": as_lines(*CLAUDE),
    "google_adk": as_json(ADK),
    "managed_agents": as_lines(*MANAGED),
    "inspect_ai": as_json(INSPECT),
    "inspect_ai archive": eval_archive(),
    "swe_agent": as_json(SWE),
    "marble": as_lines(*MARBLE, {**MARBLE[0], "task": "Paint the gate."}),
    "langsmith": as_json(LANGSMITH),
    "openai_agents": as_json({"data": OPENAI_AGENTS}),
    "phoenix": as_json(PHOENIX),
    "phoenix rows": as_json(PHOENIX_ROWS),
    "langgraph": as_json(LANGGRAPH),
    "crewai": as_json(CREWAI),
    "crewai log": as_json(CREW_LOG),
    "autogen printed": as_json(PRINTED),
    "chatdev": CHATDEV.encode(),
    "hyperagent": HYPERAGENT.encode(),
    "metagpt": METAGPT.encode(),
    "metagpt console": METAGPT_CONSOLE.encode(),
    "appworld": APPWORLD.encode(),
    "magentic": MAGENTIC.encode(),
    "mast": as_json(MAST),
}
