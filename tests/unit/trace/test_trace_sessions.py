"""Sessions of command lines, editors and chat pages: who asked whom for what, told once."""

from __future__ import annotations

import json

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from tests.unit.trace.trace_samples_bots import BOTS, N8N, RASA, STEPS, flat, posted, ran, step
from tests.unit.trace.trace_samples_sessions import CHATGPT, SESSIONS, TREES, TWELVE
from tests.unit.trace.trace_samples_tools import as_json, as_lines, at

# format, agents in the order in which they take part, kinds of events, tokens
EXPECTED = {
    "copilot": ("copilot_cli", "user, Copilot CLI, scout", "m m m c r m m", 12),
    "pi": ("session_lines", "user, assistant", "m p c r m", 7),
    "droid": ("session_lines", "user, Droid", "m c r m", 0),
    "droid stream": ("session_lines", "user, Droid", "m c r m", 8),
    "kimi": ("kimi_cli", "user, Kimi, scout", "m p m m m", 15),
    "kimi old": ("kimi_cli", "user, Kimi, scout", "m m c r m m", 5),
    "chatgpt": ("chat_export", "user, ChatGPT", "m p c r m", 0),
    "claude ai": ("chat_export", "user, Claude", "m p c r m", 0),
    "open webui": ("chat_export", "user, small-1", "m m", 4),
    "librechat": ("chat_export", "user, Gardener", "m p c r m", 0),
    "opencode": ("opencode", "user, build, scout", "m p m m m", 9),
    "vs code": ("vscode_chat", "user, GitHub Copilot, scout", "m m c r m m m", 0),
    "cline": ("cline_shown", "user, Cline", "m p c r m", 0),
    "atif": ("atif", "user, digger", "m p m c r m", 6),
    "opik": ("span_rows", "user, garden_agent", "m c r m", 7),
    "braintrust": ("span_rows", "user, garden agent", "m c r m", 7),
    "logfire": ("span_rows", "user, gardener", "m m", 7),
    "ag ui": ("ag_ui", "user, gardener", "m c r m", 0),
    "agentscope": ("agentscope", "user, gardener, scout", "m m m m", 0),
    "goose": ("session_lines", "user, assistant", "m c r m", 0),
    "letta": ("chat", "user, assistant", "m p c r m", 0),
    "dify": ("dify", "user, assistant", "m p c r m m m", 0),
    "run result": ("openai_answers", "user, assistant", "m c m", 7),
    "antigravity": ("antigravity", "user, Antigravity", "m p c r m", 0),
    "other program": ("claude_code", "user, digger", "m c r m", 0),
    "mini swe": ("chat", "user, assistant", "m m c r m", 0),
    "kiro": ("kiro", "user, Kiro", "m c r m m m", 0),
    "amazon q": ("kiro", "user, Kiro", "m c r m m m", 0),
    "kiro lines": ("kiro", "user, Kiro", "m c r m", 0),
    "rasa": ("rasa", "user, gardener", "m c r m", 0),
    "rasa events": ("rasa", "user, gardener", "m c r m", 0),
    "run steps": ("run_steps", "user, gardener", "m c r c r c r m", 7),
    "n8n": ("n8n", "user, Planner, Writer", "m c r m m", 15),
    "n8n list": ("n8n", "user, Planner, Writer", "m c r m m", 15),
    "n8n flatted": ("n8n", "user, Planner, Writer", "m c r m m", 15),
}
LETTERS = {"message": "m", "tool_call": "c", "tool_result": "r", "output": "o"}


def kinds(trace):
    return " ".join("p" if e.is_private and e.kind == "message" and e.sender != "scout"
                    else LETTERS[e.kind] for e in trace.events)  # fmt: skip


@pytest.mark.parametrize("name", list(EXPECTED))
def test_sessions(name):
    result = read_bytes({**SESSIONS, **BOTS}[name], "run.json")
    (trace,) = result.traces
    told = (result.format, ", ".join(trace.agent_names), kinds(trace),
            sum(event.tokens or 0 for event in trace.events))  # fmt: skip
    assert told == EXPECTED[name]
    assert not [problem for problem in result.problems if problem.severity == "error"]
    assert trace.events[0].text.startswith(TREES) and trace.events[-1].text == TWELVE
    assert [agent.name for agent in trace.agents if agent.is_person] == ["user"]
    calls = {event.call_id for event in trace.events if event.kind == "tool_call"}
    assert all(e.call_id in calls for e in trace.events if e.kind == "tool_result")


@pytest.mark.parametrize("name", ["copilot", "kimi", "kimi old", "opencode", "vs code"])
def test_a_sub_agent_is_given_its_errand_and_answers(name):
    (trace,) = read_bytes(SESSIONS[name], "run.json").traces
    main = trace.agent_names[1]
    between = [
        (event.sender, event.recipients)
        for event in trace.events
        if "scout" in (event.sender, *event.recipients) and event.recipients
        and event.kind == "message"
    ]  # fmt: skip
    assert between == [(main, ("scout",)), ("scout", (main,))]


def test_a_supervisor_and_its_collaborator():
    (trace,) = read_bytes(SESSIONS["bedrock"], "run.json").traces
    assert [(e.kind, e.sender, e.recipients, e.text) for e in trace.events] == [
        ("message", "supervisor", (), "A scout helps."),
        ("message", "supervisor", ("scout",), "Go west."),
        ("tool_call", "scout", (), "{}"),
        ("tool_result", "ls", ("scout",), "12"),
        ("message", "scout", ("supervisor",), "Twelve."),
        ("message", "supervisor", ("user",), TWELVE),
    ]


def test_two_roles_that_talk():
    (trace,) = read_bytes(SESSIONS["camel"], "run.json").traces
    assert [(e.sender, e.recipients, e.text) for e in trace.events] == [
        ("Owner", ("Gardener",), TREES),
        ("Gardener", ("Owner",), TWELVE),
    ]
    assert trace.task == "Count them all."


def test_who_keeps_a_message_has_got_it():
    (trace,) = read_bytes(SESSIONS["agentscope"], "run.json").traces
    assert [(e.sender, e.recipients, e.recipients_from) for e in trace.events][:3] == [
        ("user", ("gardener",), "recorded"),
        ("gardener", ("scout",), "recorded"),
        ("scout", ("gardener",), "recorded"),
    ]


def test_only_the_branch_on_the_screen_is_the_run_and_the_rest_is_counted():
    result = read_bytes(as_json([CHATGPT]), "run.json")
    assert "Eleven, I guess." not in [event.text for event in result.traces[0].events]
    assert any("1 messages lie on branches" in problem.message for problem in result.problems)
    without = {key: value for key, value in CHATGPT.items() if key != "current_node"}
    assert read_bytes(as_json(without), "x").traces[0].events[-1].text == TWELVE


def test_a_loop_in_a_tree_ends():
    mapping = json.loads(json.dumps(CHATGPT["mapping"]))
    mapping["n2"]["parent"] = "n7"
    assert read_bytes(as_json({**CHATGPT, "mapping": mapping}), "x").traces[0].events


def test_several_conversations_of_one_table_are_several_runs():
    rows = [
        {"conversation_id": key, "role": role, "content": words}
        for key in ("a", "b")
        for role, words in (("user", f"Count {key}."), ("assistant", f"Twelve {key}."))
    ]
    for data in (as_lines(*rows), as_json(rows)):
        assert [len(trace.events) for trace in read_bytes(data, "x").traces] == [2, 2]


def test_what_is_tested_is_no_recipient():
    rows = [{"target": "codex", "role": "user", "content": TREES},
            {"target": "codex", "role": "assistant", "content": TWELVE}]  # fmt: skip
    (trace,) = read_bytes(as_lines(*rows), "x").traces
    assert trace.agent_names == ("user", "assistant")
    named = [{"name": "Ann", "target": "Ben", "role": "assistant", "content": TREES}]
    (trace,) = read_bytes(as_json(named), "x").traces
    assert trace.events[0].recipients == ("Ben",)


def test_what_came_back_may_stand_in_the_call():
    call = {"tool": "wc", "id": "c1", "input": {"f": "trees"}, "output": {"n": 12}}
    rows = [{"role": "user", "content": TREES}, {"role": "assistant", "tool_calls": [call]},
            {"role": "assistant", "content": TWELVE}]  # fmt: skip
    (trace,) = read_bytes(as_json(rows), "x").traces
    assert kinds(trace) == "m c r m"
    assert [event.tool for event in trace.events] == [None, "wc", "wc", None]
    assert trace.events[2].text == '{"n": 12}'


@pytest.mark.parametrize(
    "message",
    [{"role": "user", "text": TREES}, {"sender": "user", "message": TREES},
     {"role": "user", "message": TREES}, {"speaker": "user", "text": TREES}],
)  # fmt: skip
def test_words_under_other_keys(message):
    answer = {**message, **dict.fromkeys(message, "assistant")}
    answer = {**answer, **{key: TWELVE for key in ("text", "message") if key in message}}
    (trace,) = read_bytes(as_json([message, answer]), "x").traces
    assert [event.text for event in trace.events] == [TREES, TWELVE]


def test_calls_and_results_may_be_items_of_the_list():
    rows = [
        {"role": "user", "content": TREES, "timestamp": at(1)},
        {"type": "tool_call", "function": {"name": "wc"}, "arguments": {"f": "trees"}},
        {"type": "tool_result", "name": "wc", "result": {"n": 12}},
        {"role": "assistant", "content": TWELVE, "timestamp": at(2)},
    ]
    (trace,) = read_bytes(as_lines(*rows), "x").traces
    assert kinds(trace) == "m c r m"
    assert trace.events[1].text == '{"f": "trees"}'


@pytest.mark.parametrize(
    "answer",
    [{"type": "message", "role": "assistant", "content": [{"type": "text", "text": TWELVE}],
      "stop_reason": "end_turn", "usage": {"output_tokens": 4}},
     {"candidates": [{"content": {"role": "model", "parts": [{"text": TWELVE}]}}],
      "usageMetadata": {"candidatesTokenCount": 4}}],
)  # fmt: skip
def test_answers_of_other_vendors_with_what_was_asked(answer):
    key, words = ("contents", "parts") if "candidates" in answer else ("messages", "content")
    asked = [{"role": "user", words: [{"text": TREES, "type": "text"}]}]
    (trace,) = read_bytes(as_json({"request": {key: asked}, "response": answer}), "x").traces
    assert [(e.text, e.tokens) for e in trace.events] == [(TREES, None), (TWELVE, 4)]


def test_a_line_that_comes_twice_counts_once():
    lines = SESSIONS["copilot"].splitlines(keepends=True)
    result = read_bytes(b"".join(lines[:4] + lines[3:]), "x")
    assert len(result.traces[0].events) == 7
    assert "duplicate-id" in [problem.code for problem in result.problems]


def test_an_empty_session_says_that_nothing_happened():
    with pytest.raises(TraceFormatError, match="no event of a run"):
        read_bytes(as_json({"requests": [{"message": {"text": ""}, "response": []}]}), "x")


def test_a_home_made_log_of_who_sent_what_to_whom():
    rows = [
        {"id": str(key), "sender": one, "receiver": other, "type": "task", "timestamp": at(key),
         "payload": payload}
        for key, (one, other, payload) in enumerate([
            ("mail", "mood", {"text": TREES, "score": None}), ("mood", "desk", {"text": "", "n": 12}),
        ])
    ]  # fmt: skip
    (trace,) = read_bytes(as_json(rows), "x").traces
    assert [(e.sender, e.recipients, e.text) for e in trace.events] == [
        ("mail", ("mood",), TREES),
        ("mood", ("desk",), '{"text": "", "n": 12}'),
    ]


@pytest.mark.parametrize("key", ["from", "agent", "from_agent", "actor"])
def test_other_words_for_who_speaks(key):
    rows = [{key: "Ann", "content": TREES}, {key: "Ben", "content": TWELVE}]
    (trace,) = read_bytes(as_json(rows), "x").traces
    assert trace.agent_names == ("Ann", "Ben")


def test_conversations_may_lie_under_their_ids():
    rows = [{"from": "Ann", "to": "Ben", "content": TREES}]
    other = [{"from": "Ann", "to": "Cem", "content": TWELVE}, *rows]
    traces = read_bytes(as_json({"r1": rows, "r2": [], "r3": other}), "x").traces
    assert [len(trace.events) for trace in traces] == [1, 2]


def test_a_handoff_finds_the_agent_whose_name_ends_in_agent():
    call = {"id": "c1", "function": {"name": "transfer_to_triage", "arguments": "{}"}}
    rows = [
        {"role": "user", "content": TREES},
        {"role": "assistant", "name": "Front Agent", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "Triage Agent"},
        {"role": "assistant", "name": "Triage Agent", "content": TWELVE},
    ]
    (trace,) = read_bytes(as_json(rows), "x").traces
    assert trace.agent_names == ("user", "Front Agent", "Triage Agent")


def test_what_a_model_of_autogen_was_given():
    call = {"id": "c1", "name": "wc", "arguments": "{}"}
    back = {"content": "12", "name": "wc", "call_id": "c1", "is_error": False}
    rows = [
        {"type": "UserMessage", "source": "User", "content": TREES},
        {"type": "AssistantMessage", "source": "Gardener", "content": [call], "thought": None},
        {"type": "FunctionExecutionResultMessage", "content": [back]},
        {"type": "AssistantMessage", "source": "Gardener", "content": TWELVE, "thought": None},
    ]
    result = read_bytes(as_json({"messages": rows}), "x")
    assert (result.format, result.bad_records) == ("autogen", 0)
    assert kinds(result.traces[0]) == "m c r m"


def test_spans_of_agentops_with_attributes_in_each_other():
    def span(key, parent, kind, attributes):
        return {"span_id": key, "parent_span_id": parent, "span_name": f"x.{kind}",
                "start_time": at(int(key)), "end_time": at(9 - int(key)), "attributes": {},
                "span_attributes": {"agentops": {"span": {"kind": kind}}, **attributes}}  # fmt: skip

    spans = [
        span("1", "", "workflow", {}),
        span("2", "1", "agent", {"agent": {"role": "Gardener"}}),
        span("3", "2", "llm", {"gen_ai": {
            "prompt": [{"role": "user", "content": TREES}],
            "completion": [{"role": "assistant", "content": TWELVE}],
            "usage": {"completion_tokens": "7"}}}),
    ]  # fmt: skip
    (trace,) = read_bytes(as_json({"trace": {"trace_id": "t1"}, "spans": spans}), "x").traces
    assert trace.agent_names == ("user", "Gardener")
    assert [(e.text, e.tokens) for e in trace.events] == [(TREES, None), (TWELVE, 7)]


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"id": "p1", "messageID": "m1", "type": "text", "text": "x"}, "part of a message of Open"),
        (
            {"id": "m1", "sessionID": "s1", "role": "user", "time": {}},
            "head of one message of Open",
        ),
        ({"session_id": "s1", "num_messages": 4, "title": "Trees"}, "counts the messages"),
        ({"chain": [], "recruitments": []}, "plan of a company"),
        ({"createdAt": 1, "updatedAt": 2, "title": "x", "agents": {}}, "state of a session"),
    ],
)
def test_pieces_of_sessions_are_refused_by_what_they_are(value, what):
    with pytest.raises(TraceFormatError, match=what):
        read_bytes(as_json(value), "x")


def test_source_of_a_page_is_no_trace():
    with pytest.raises(TraceFormatError, match="JavaScript or TypeScript"):
        read_bytes(b'import { a } from "b";\n', "x.ts")


def test_spans_of_monocle_say_in_entities_who_takes_part():
    def span(key, parent, kind, entities, given, back):
        attributes = {"span.type": kind}
        for number, (what, name) in enumerate(entities, 1):
            attributes |= {f"entity.{number}.type": what, f"entity.{number}.name": name}
        return {
            "name": "x", "context": {"trace_id": "t1", "span_id": key}, "parent_id": parent,
            "start_time": at(int(key)), "end_time": at(9 - int(key)), "attributes": attributes,
            "events": [{"name": "data.input", "attributes": {"input": given}},
                       {"name": "data.output", "attributes": {"response": back}},
                       {"name": "metadata", "attributes": {"completion_tokens": 7}}],
        }  # fmt: skip

    agent = ("agent.oss", "Gardener")
    spans = [
        span("1", None, "agentic.invocation", [agent], TREES, TWELVE),
        span("2", "1", "inference", [("inference.x", "y"), ("model.llm.s", "small-1")],
             "[{'user': 'x'}]", '{"assistant": "There are twelve."}'),
        span("3", "1", "agentic.tool.invocation", [("tool.oss", "wc"), agent], '{"f": 1}', "12"),
    ]  # fmt: skip
    (trace,) = read_bytes(as_json(spans), "x").traces
    assert trace.agent_names == ("user", "Gardener")
    assert kinds(trace) == "m c r m"
    assert [(e.tokens, e.tool) for e in trace.events if e.tool or e.tokens] == [
        (None, "wc"), (None, "wc"), (7, None),
    ]  # fmt: skip


def test_nodes_of_n8n_hand_over_to_the_next_agent():
    (trace,) = read_bytes(BOTS["n8n"], "run.json").traces
    handed = [
        (event.sender, event.recipients, event.recipients_from)
        for event in trace.events
        if event.is_boundary
    ]
    assert handed == [
        ("user", ("Planner",), "recorded"),
        ("Planner", ("Writer",), "inferred"),
        ("Writer", ("user",), "inferred"),
    ]
    assert [event.tokens for event in trace.events] == [None, 4, None, 6, 5]
    assert trace.agent("Planner").description == "You plan."
    assert trace.metadata["workflow"] == "Orchard" and trace.labels == {"status": "success"}


def test_what_failed_in_n8n_is_said():
    found = read_bytes(BOTS["n8n failed"], "run.json")
    (trace,) = found.traces
    call, result, last = trace.events[1:]
    assert (call.text, result.text) == ("trees", "Error: Bad request (No such table)")
    assert (call.call_id, result.recipients) == (result.call_id, ("Planner",))
    assert (last.sender, last.text) == ("Planner", "Error: No model")
    assert trace.metadata["last_node"] == "Planner" and trace.metadata["error"] == "Error: No model"
    assert [problem.message for problem in found.problems] == [
        "A step failed: “Model”: Error: Quota"
    ]


def test_a_step_that_goes_on_after_an_error_says_the_error_and_not_what_it_was_given():
    failed = ran(1, 12, "main", {"chatInput": TREES, "error": "No model"}, "Chat")
    runs = {**N8N["data"]["resultData"]["runData"], "Planner": [failed]}
    (trace,) = read_bytes(as_json({**N8N, "data": {"resultData": {"runData": runs}}}), "x").traces
    assert "Error: No model" in [e.text for e in trace.events if e.sender == "Planner"]


@pytest.mark.parametrize("text", [str, json.dumps])
def test_executions_as_the_database_of_n8n_keeps_them(text):
    (plain,) = read_bytes(BOTS["n8n"], "run.json").traces
    data = flat(N8N["data"]) if text is str else json.dumps(flat(N8N["data"]))
    flow = N8N["workflowData"] if text is str else json.dumps(N8N["workflowData"])
    row = {"executionId": 231, "workflowData": flow, "data": data}
    (trace,) = read_bytes(as_json([row]), "run.json").traces
    assert [event.text for event in trace.events] == [event.text for event in plain.events]
    assert trace.agents == plain.agents
    alone = read_bytes(as_json(flat(N8N["data"])), "run.json")
    assert alone.format == "n8n" and alone.traces[0].agent_names == ("user", "Planner", "Writer")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([{"resultData": "1"}, {"runData": "9"}], "is no place in the list"),
        ([{"resultData": "1"}, *({"runData": str(n)} for n in range(2, 400)), {}], "nested more than"),
        ([{"resultData": "1"}, *([str(n)] * 99 for n in range(2, 12)), "x"], "times its size"),
    ],
)  # fmt: skip
def test_a_flatted_execution_that_is_broken_says_so(data, reason):
    with pytest.raises(TraceFormatError, match=reason):
        read_bytes(as_json({"data": data}), "run.json")


def test_a_part_that_points_at_itself_ends_there():
    data = flat(N8N["data"])
    data[1]["error"] = "1"
    assert len(read_bytes(as_json({**N8N, "data": data}), "run.json").traces[0].events) == 5


def test_an_execution_without_an_agent_is_refused():
    runs = {"Hook": [{"startTime": 1, "executionTime": 1, "source": [], "data": {"main": [[]]}}]}
    data = as_json({**N8N, "workflowData": None, "data": {"resultData": {"runData": runs}}})
    with pytest.raises(TraceFormatError, match="no event of a run"):
        read_bytes(data, "run.json")


def test_each_sender_of_rasa_is_a_run():
    trackers = [RASA, {**RASA, "sender_id": "s2", "events": RASA["events"][3:]}]
    found = read_bytes(as_json(trackers), "run.json")
    assert [trace.name for trace in found.traces] == ["run · s1", "run · s2"]
    assert [len(trace.events) for trace in found.traces] == [4, 4]


def test_steps_alone_say_that_words_are_missing():
    (trace,) = read_bytes(as_json({"object": "list", "data": STEPS}), "run.json").traces
    assert [event.tool for event in trace.events if event.kind == "tool_call"] == [
        "wc", "code_interpreter", "file_search",
    ]  # fmt: skip
    assert trace.events[-1].metadata == {"text_missing": True}
    results = [event.text for event in trace.events if event.kind == "tool_result"]
    assert results == ["12", "12\n[image]", "A list."]


def _two_turns(second):
    """Return messages and steps of two turns, the oldest first, at the moments that a rule gives."""
    messages = [
        posted(f"m{n}", second(n), role, text)
        for n, (role, text) in enumerate(
            [
                ("user", "Trees?"),
                ("assistant", "Twelve."),
                ("user", "Pears?"),
                ("assistant", "Three."),
            ]
        )
    ]
    call = {
        "id": "call",
        "type": "function",
        "function": {"name": "wc", "arguments": "{}", "output": "12"},
    }
    steps = [
        step(second(1), "tool_calls", 1, tool_calls=[{**call, "id": "call_1"}]),
        step(second(1), "message_creation", 2, message_creation={"message_id": "m1"}),
        step(second(3), "tool_calls", 3, tool_calls=[{**call, "id": "call_2"}]),
        step(second(3), "message_creation", 4, message_creation={"message_id": "m3"}),
    ]  # fmt: skip
    return messages, steps


def _listed(items):
    return {"object": "list", "data": items, "has_more": False}


STORY = ["Trees?", "{}", "12", "Twelve.", "Pears?", "{}", "12", "Three."]


@pytest.mark.parametrize("moments", ["rising", "pairs", "missing", "some", "steps without"])
@pytest.mark.parametrize("newest_first", [True, False])
@pytest.mark.parametrize("form", ["lists", "lines"])
def test_steps_and_messages_in_their_order(moments, newest_first, form):
    seconds = {"pairs": lambda n: n // 2 * 2, "some": lambda n: n}
    messages, steps = _two_turns(seconds.get(moments, lambda n: n))
    without = {"missing": messages + steps, "some": [messages[1], steps[1]], "steps without": steps}
    for item in without.get(moments, ()):
        item["created_at"] = None
    if newest_first:
        messages.reverse()
        steps.reverse()
    data = as_json({"messages": _listed(messages), "steps": _listed(steps)})
    if form == "lines":
        data = as_lines(*steps, *messages)
    (trace,) = read_bytes(data, "run.json").traces
    assert [event.text for event in trace.events] == STORY
    assert [event.tokens for event in trace.events if event.tokens] == [1, 2, 3, 4]


def test_a_list_of_the_interface_in_which_nothing_tells_begins_with_the_newest():
    calls = [
        {"id": f"call_{n}", "type": "function", "function": {"name": f"t{n}", "arguments": "{}"}}
        for n in (2, 1)
    ]
    steps = [step(5, "tool_calls", 1, tool_calls=[call]) for call in calls]
    (trace,) = read_bytes(as_json(_listed(steps)), "run.json").traces
    assert [event.tool for event in trace.events] == ["t1", "t2"]
    (trace,) = read_bytes(as_json(steps), "run.json").traces
    assert [event.tool for event in trace.events] == ["t2", "t1"]
