"""Who handed what to whom in the shapes that frameworks, interfaces and assistants write.

Each run is told in short lines: ``A > B: words`` is recorded, ``A ~> B`` inferred, ``A ?: words`` of
unknown recipient, ``A: (words)`` private, ``A calls tool: arguments``, ``tool gives A: result``.
"""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from tests.unit.trace.trace_samples_answers import ANSWERS, CONDENSED, POOL
from tests.unit.trace.trace_samples_coding import CODING
from tests.unit.trace.trace_samples_frameworks import FRAMEWORKS
from tests.unit.trace.trace_samples_tools import as_json, as_lines, at

SHAPES = {**CODING, **FRAMEWORKS, **ANSWERS}


def told(trace):
    return [_line(event) for event in trace.events]


def _line(event):
    who = ", ".join(event.recipients)
    if event.kind == "tool_call":
        return f"{event.sender} calls {event.tool}: {event.text}"
    if event.kind == "tool_result":
        return f"{event.sender} gives {who}: {event.text}"
    if event.is_private:
        return f"{event.sender}: ({event.text})"
    arrow = {"recorded": ">", "inferred": "~>", "unknown": "?"}[event.recipients_from]
    return f"{event.sender} {arrow} {who}: {event.text}".replace("? :", "?:")


AGENTS = [
    "user > harvester: Pick the plums.",
    "harvester ~> carter: Fetch the plums.",
    "carter ~> harvester: Fetched.",
    "harvester ~> user: All plums are in.",
]
WEIGHED = [
    "user ~> assistant: Pick the plums.",
    'assistant calls weigh: {"of": "plums"}',
    'weigh gives assistant: {"kilos": 9}',
    "assistant ~> user: All plums are in.",
]
THOUGHT = [
    "user ~> assistant: Pick the plums.",
    "assistant: (Weigh.)",
    'assistant calls weigh: {"of": "plums"}',
    "weigh gives assistant: 9 kilos",
    "assistant ~> user: All plums are in.",
]
COUNTED = [
    "user ~> Gemini CLI: Count the plum trees.",
    "Gemini CLI: (Counting: The list is in trees.)",
    'Gemini CLI calls read_file: {"path": "trees"}',
    "read_file gives Gemini CLI: 12 trees",
    "Gemini CLI ~> user: There are twelve.",
]
DELEGATED = [
    "user ~> OpenHands: Count the plum trees.",
    "OpenHands: (The list is in trees.)",
    'OpenHands calls execute_bash: {"command": "wc -l trees"}',
    "execute_bash gives OpenHands: 12 trees",
    "OpenHands > BrowsingAgent: Find the price of plums.",
    "BrowsingAgent > OpenHands: Two euros.",
    "OpenHands ~> user: There are twelve.",
]
RAN = [
    "user ~> OpenHands: Count the plum trees.",
    "OpenHands: (The list is in trees.)",
    "OpenHands: (Hm.)",
    'OpenHands calls terminal: {"command": "wc -l trees"}',
    "terminal gives OpenHands: 12 trees",
    "OpenHands ~> user: There are twelve.",
]
TEAM = [
    "user ~> Harvest: Pick the plums.",
    "Harvest > Carter: Fetch the plums.",
    "Carter > Harvest: Fetched.",
    "Harvest ~> user: All plums are in.",
]
TRANSFERRED = [
    "user > harvester: Pick the plums.",
    "harvester > carter: ",
    "transfer_to_carter gives harvester: Successfully transferred to carter",
    "user > carter: Fetch the plums.",
    "carter ~> user: Fetched.",
]
SESSION = [
    "user ~> harvester: Pick the plums.",
    'harvester > carter: {"agent_name": "carter"}',
    'transfer_to_agent gives harvester: {"result": null}',
    "carter ~> user: Fetched.",
]
STUDIO = [
    "user ~> harvester: Pick the plums.",
    "harvester > carter: Fetch the plums.",
    "carter ~> harvester: Fetched.",
]
STEPS = [
    "user ~> smolagents agent: Pick the plums.",
    "smolagents agent: (Thought: I weigh them.\n```py\nweigh('plums')\n```)",
    "smolagents agent calls python_interpreter: weigh('plums')",
    "python_interpreter gives smolagents agent: Execution logs:\n9 kilos",
    "smolagents agent ~> user: All plums are in.",
]

EXPECTED = {
    # name: format, tokens, what happened
    "codex": ("codex", 27, [
        "user ~> Codex: Count the plum trees.",
        "Codex: (**Looking at the list**)",
        'Codex calls shell: {"command":["wc","-l","trees"]}',
        "shell gives Codex: 12 trees\n",
        "Codex calls apply_patch: *** Begin",
        "apply_patch gives Codex: Done",
        "Codex ~> user: There are twelve.",
    ]),
    "codex old": ("codex", 0, [
        "user ~> Codex: Count the plum trees.",
        'Codex calls local_shell: {"type": "exec", "command": ["wc", "-l", "trees"]}',
        "local_shell gives Codex: 12 trees",
        "Codex ~> user: There are twelve.",
    ]),
    "codex stream": ("codex", 7, [
        "Codex: (**Counting**)",
        "Codex calls command_execution: wc -l trees",
        "command_execution gives Codex: 12 trees\n",
        "Codex ?: There are twelve.",
    ]),
    "gemini session": ("gemini_cli", 12, COUNTED),
    "gemini lines": ("gemini_cli", 12, COUNTED),
    "gemini checkpoint": ("chat", 0, [
        "user ~> model: Count the plum trees.",
        'model calls read_file: {"path": "trees"}',
        'read_file gives model: {"output": "12 trees"}',
        "model ~> user: There are twelve.",
    ]),
    "openhands": ("openhands", 0, DELEGATED),
    "openhands lines": ("openhands", 0, DELEGATED),
    "openhands output": ("openhands", 0, DELEGATED),
    "openhands pairs": ("openhands", 0, DELEGATED[:-1]),
    "openhands sdk": ("openhands", 0, RAN),
    "openhands sdk lines": ("openhands", 0, RAN),
    "claude new": ("claude_code", 12, [
        "user > Claude Code: Count the plum trees.",
        "Claude Code: (Ask.)",
        "Claude Code > Explore: Find the plums.",
        'Explore calls Grep: {"pattern": "plum"}',
        "Grep gives Explore: 12 lines",
        "Explore > Claude Code: Twelve.",
        "Claude Code ~> user: There are twelve.",
    ]),
    "claude agent": ("claude_code", 4, [
        "Claude Code ~> sub-agent a1: Find the plums.",
        "sub-agent a1: (Twelve.)",
    ]),
    "responses items": ("chat", 0, [
        "user ~> assistant: Pick the plums.",
        "assistant calls weigh: {}",
        "weigh gives assistant: 9 kilos",
        "assistant ~> user: All plums are in.",
    ]),
    "responses": ("openai_answers", 5, [
        "assistant: (Weigh.)",
        "assistant calls weigh: {}",
        "assistant ?: All plums are in.",
    ]),
    "response with input": ("openai_answers", 5, [
        "user ~> assistant: Pick the plums.",
        "assistant: (Weigh.)",
        "assistant calls weigh: {}",
        "assistant ~> user: All plums are in.",
    ]),
    "thread messages": ("chat", 0, WEIGHED[::3]),
    "completions": ("openai_answers", 4, WEIGHED[::3]),
    "kernel python": ("chat", 0, [
        "user ~> harvester: Pick the plums.",
        "harvester calls scale-weigh: {}",
        "scale-weigh gives harvester: 9 kilos",
        "harvester ~> carter: Fetch the plums.",
        "carter ?: Fetched.",
    ]),
    "kernel net": ("chat", 0, [
        "user ~> harvester: Pick the plums.",
        "harvester calls weigh: {}",
        "weigh gives harvester: 9 kilos",
        "harvester ~> carter: Fetch the plums.",
        "carter ?: Fetched.",
    ]),
    "haystack messages": ("chat", 0, [
        *WEIGHED[:2], "weigh gives assistant: 9 kilos", "assistant: (Enough.)", WEIGHED[3],
    ]),
    "haystack spans": ("otlp", 5, [
        'orchard calls retriever: {"query": "Pick the plums."}',
        "retriever gives orchard: Plums are ripe.",
        "user > orchard: Pick the plums.",
        "orchard ~> user: All plums are in.",
    ]),
    "converse": ("chat", 0, THOUGHT),
    "strands session": ("chat", 0, THOUGHT),
    "strands spans": ("otlp", 11, [
        AGENTS[0], 'harvester calls carter: {"task": "Fetch the plums."}', *AGENTS[1:3],
        "carter gives harvester: Fetched.", AGENTS[3],
    ]),
    "vercel ui": ("chat", 0, [
        "user ~> assistant: Pick the plums.",
        "assistant: (Weigh.)",
        "assistant ~> user: I weigh them.",
        *WEIGHED[1:3],
        "assistant calls price: {}",
        "price gives assistant: No price.",
        "assistant ~> user: All plums are in.",
    ]),
    "vercel old": ("chat", 0, WEIGHED),
    "vercel messages": ("chat", 0, WEIGHED),
    "vercel spans": ("otlp", 9, [
        AGENTS[0], 'harvester calls weigh: {"of": "plums"}', 'weigh gives harvester: {"kilos": 9}',
        AGENTS[3],
    ]),
    "agno team": ("agno", 9, TEAM),
    "agno session": ("agno", 9, TEAM),
    "agno agent": ("agno", 2, [
        "user ~> Carter: Fetch the plums.", "Carter ~> user: Fetched.",
    ]),
    "smol steps": ("smolagents", 11, STEPS),
    "smol run": ("smolagents", 11, STEPS),
    **{name: ("otlp", 0, AGENTS)
       for name in ("tempo", "tempo v2", "otlp flat", "jaeger v3", "phoenix otlp")},
    **{name: ("jaeger", 0, AGENTS) for name in ("jaeger answer", "jaeger stored", "jaeger hits")},
    **{name: ("zipkin", 0, AGENTS) for name in ("zipkin", "zipkin traces")},
    **{name: ("langfuse", 4, AGENTS) for name in ("langfuse list", "langfuse rows")},
    **{name: ("phoenix", 0, AGENTS)
       for name in ("phoenix answer", "phoenix columns", "phoenix split")},
    "langsmith answer": ("langsmith", 4, TRANSFERRED),
    "langsmith rows": ("langsmith", 4, TRANSFERRED),
    "adk session": ("google_adk", 4, SESSION),
    "adk sessions": ("google_adk", 4, SESSION),
    "adk events": ("google_adk", 4, SESSION),
    "crew": ("crewai", 0, [
        "crew > harvester: Pick the plums.",
        "harvester ~> carter: All plums are in.",
        "crew > carter: Fetch the plums.",
        "carter > : Fetched.",
    ]),
    "autogen core": ("autogen_core", 4, [
        "user > harvester: Pick the plums.",
        "harvester > carter: Fetch the plums.",
        'carter calls weigh: {"of": "plums"}',
        "weigh gives carter: 9 kilos",
        "carter > harvester: Fetched.",
    ]),
    "autogen studio": ("autogen", 6, STUDIO),
    "autogen studio runs": ("autogen", 6, STUDIO),
    "inspect condensed": ("inspect_ai", 9, [
        "user ~> harvester: Pick the plums.",
        "harvester ~> user: Fetch the plums.",
        'harvester calls weigh: {"of": "plums"}',
        "weigh gives harvester: 9 kilos",
        "harvester ~> user: All plums are in.",
    ]),
    "tau2 user tools": ("chat", 3, [
        "assistant ~> user: How can I help?",
        "user ~> assistant: My phone is dead.",
        "user calls check_status_bar: {}",
        "check_status_bar gives user: No signal",
        "assistant ~> user: Restart it.",
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", list(EXPECTED))
def test_who_handed_what_to_whom(name):
    form, tokens, lines = EXPECTED[name]
    result = read_bytes(SHAPES[name], "run.json")
    trace = result.traces[0]
    assert (result.format, result.bad_records) == (form, 0), result.problems
    assert told(trace) == lines
    assert sum(event.tokens or 0 for event in trace.events) == tokens


def test_every_shape_is_expected():
    assert set(SHAPES) - set(EXPECTED) == {"langfuse session"}


def test_a_session_of_langfuse_is_what_went_in_and_out_where_it_says_so():
    result = read_bytes(SHAPES["langfuse session"], "run.json")
    assert result.format == "langfuse" and "words-only" in [p.code for p in result.problems]
    session = json.loads(SHAPES["langfuse session"])
    for trace in session["traces"]:
        trace["input"] = trace["output"] = None
    with pytest.raises(TraceFormatError, match="Langfuse traces without what happened"):
        read_bytes(as_json(session), "run.json")


def test_turns_of_a_session_come_in_the_order_of_their_times():
    def turn(key, second, asked, answered):
        return {"id": key, "sessionId": "s1", "name": "desk", "timestamp": at(second),
                "input": asked, "output": answered}  # fmt: skip

    traces = [turn("t2", 5, "And the pears?", "Nine."),
              turn("t1", 1, {"messages": [{"role": "user", "content": "Plums?"}]}, "Twelve.")]  # fmt: skip
    (trace,) = read_bytes(as_json({"id": "s1", "traces": traces}), "run.json").traces
    assert [e.text for e in trace.events] == ["Plums?", "Twelve.", "And the pears?", "Nine."]
    assert trace.agent_names == ("user", "desk")


def test_what_a_program_puts_before_a_person_s_words_is_no_request():
    (trace,) = read_bytes(CODING["codex"], "run.json").traces
    assert trace.task == "Count the plum trees."
    assert "environment_context" in trace.agents[1].description


def test_a_list_that_begins_with_the_newest_message_is_turned_round_and_said():
    result = read_bytes(FRAMEWORKS["thread messages"], "run.json")
    assert [problem.code or problem.message[:21] for problem in result.problems] == [
        "The list begins with "
    ]
    assert [event.where for event in result.traces[0].events] == ["$.data[1]", "$.data[0]"]


def test_labels_stay_apart_from_the_run():
    (trace,) = read_bytes(CODING["openhands output"], "run.json").traces
    assert set(trace.labels) == {"metrics", "test_result"}
    (trace,) = read_bytes(ANSWERS["inspect condensed"], "run.json").traces
    assert set(trace.labels) == {"target", "scores"}


def chunked():
    """The sample of the condensed log, cut in pieces as newer archives keep it."""
    head = {
        key: value
        for key, value in CONDENSED.items()
        if key not in ("messages", "events", "events_data", "attachments")
    }
    attached = {"content": "attachment://0"}
    pool = [POOL[0], {**POOL[1], **attached}, POOL[2]]
    files = {
        "header.json": {"version": 2, "eval": {"task": "plums", "model": "small-1"}},
        "samples/1_epoch_1/sample.json": {**head, "message_refs": [[0, 3]]},
        "samples/1_epoch_1/messages/0.json": pool[:2],
        "samples/1_epoch_1/messages/2.json": pool[2:],
        "samples/1_epoch_1/events/0.json": CONDENSED["events"],
        "samples/1_epoch_1/events/stats.json": {"chunks": []},
        "samples/1_epoch_1/attachments/0.json": list(CONDENSED["attachments"].values()),
        "samples/1_epoch_1/skeleton.json": {},
    }
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, as_json(value))
    return target.getvalue()


def test_a_sample_cut_in_pieces_is_put_together():
    result = read_bytes(chunked(), "log.eval")
    (trace,) = result.traces
    assert result.bad_records == 0
    assert told(trace) == EXPECTED["inspect condensed"][2][:4]


def test_messages_between_agents_of_a_team_say_who_sent_them():
    mate = '<teammate-message teammate_id="Carter" color="blue">Fetched.</teammate-message>'
    base = {"sessionId": "s1", "isSidechain": False}
    use = {"type": "tool_use", "id": "t1", "name": "SendMessage",
           "input": {"type": "message", "recipient": "Carter", "content": "Fetch the plums."}}  # fmt: skip
    lines = [
        {**base, "type": "user", "uuid": "a", "message": {"role": "user", "content": "Go."}},
        {**base, "type": "assistant", "uuid": "b", "message": {"role": "assistant", "content": [use]}},
        {**base, "type": "user", "uuid": "c", "message": {"role": "user", "content": mate}},
        {**base, "type": "user", "uuid": "d", "isCompactSummary": True,
         "message": {"role": "user", "content": "Summary: plums."}},
    ]  # fmt: skip
    (trace,) = read_bytes(as_json(lines), "run").traces
    assert told(trace) == [
        "user > Claude Code: Go.",
        "Claude Code > Carter: Fetch the plums.",
        "Carter > Claude Code: Fetched.",
        "Claude Code: (Summary: plums.)",
    ]


def test_several_results_at_once_find_their_calls():
    calls = [
        {"id": f"c{n}", "name": "weigh", "arguments": {}, "requestor": "assistant"} for n in (1, 2)
    ]
    results = [
        {"id": f"c{n}", "role": "tool", "content": f"{n} kilos", "requestor": "assistant"}
        for n in (2, 1)
    ]
    run = {"simulations": [{"id": "s", "messages": [
        {"role": "user", "content": "Weigh."},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_messages": results},
    ]}]}  # fmt: skip
    (trace,) = read_bytes(as_json(run), "run").traces
    assert [e.call_id for e in trace.events if e.kind == "tool_result"] == ["c2", "c1"]


def test_what_the_screen_showed_is_read_where_a_session_keeps_nothing_else():
    lines = CODING["codex"].splitlines()
    shown = [line for line in lines if b"response_item" not in line]
    (trace,) = read_bytes(b"\n".join(shown), "run").traces
    assert told(trace) == [
        "user ~> Codex: Count the plum trees.", "Codex ~> user: There are twelve.",
    ]  # fmt: skip


def test_a_role_may_stand_beside_the_message_that_it_belongs_to():
    lines = [
        {"role": "user", "message": {"content": [{"type": "text", "text": "Count."}]}},
        {"role": "assistant", "message": {"content": [{"type": "text", "text": "Twelve."}]}},
    ]
    (trace,) = read_bytes(as_lines(*lines), "run").traces
    assert told(trace) == ["user ~> assistant: Count.", "assistant ~> user: Twelve."]


def test_events_of_another_assistant_are_not_taken_for_those_of_managed_agents():
    event = {"type": "user.message", "id": "e1", "data": {"content": "Hi."}, "parentId": None}
    result = read_bytes(as_lines(event), "run")
    assert (result.format, [e.text for e in result.traces[0].events]) == ("copilot_cli", ["Hi."])


def test_what_a_model_was_given_may_stand_beside_its_answer_and_settings():
    answer = {
        "object": "chat.completion",
        "choices": [{"message": {"role": "assistant", "content": "Twelve."}}],
    }
    asked = [{"role": "user", "content": "Count."}]
    value = {"messages": asked, "kwargs": {"top_p": 1}, "response": answer}
    (trace,) = read_bytes(as_json(value), "run").traces
    assert told(trace) == ["user ~> assistant: Count.", "assistant ~> user: Twelve."]
