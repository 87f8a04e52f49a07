"""Runs whose agents are played by a server that speaks the protocol, well and badly."""

import json
import threading
import time
from pathlib import Path

import pytest

from core.live import Driver
from core.live.documents import MAX_CALLS
from core.live.models import models_for
from core.live.worker import Worker
from core.llm import Endpoint
from storage import open_workspace
from tests.live_support import spec
from tests.llm_server import KEY, serving

SAID = {
    "Scout": "The price is at most $900. The tour starts on June 3.",
    "Writer": "Our offer: $850, which keeps to the price of at most $900. The tour starts on June 3.",
    "Checker": "Checked: the tour starts on June 3.",
}


@pytest.fixture
def server():
    with serving() as (plan, url):
        plan.reply = lambda body: next(
            said
            for name, said in SAID.items()
            if f"You are {name}" in body["messages"][0]["content"]
        )
        yield plan, url


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def drive(workspace, run_id, url, **endpoint):
    there = Endpoint(**{"base_url": url, "key": KEY, "retries": 2} | endpoint)
    return Driver(run_id=run_id, journal=workspace.live, models=models_for(lambda: there))


def live(more="tools: false\n", **rest):
    return spec(more, scripted=False, **rest)


@pytest.mark.parametrize(
    "modes",
    [
        ["ok"],
        ["no_usage"],
        ["down", "ok"],
        ["busy", "ok", "dropped", "ok"],
        ["tool"],
        ["no_tools"],
        ["spelled"],
    ],
    ids="-".join,
)
def test_the_run_comes_to_its_end(workspace, server, modes):
    plan, url = server
    plan.modes = list(modes)
    run_id = workspace.live.start(live(more=""))
    state = drive(workspace, run_id, url).run()
    assert (state.status, state.how) == ("finished", "quiet")
    assert [e.text for e in state.events if e.is_boundary] == list(SAID.values())
    assert state.account.estimated == (modes == ["no_usage"])
    assert state.seconds > 0
    # Who read nothing in its first turn, for whatever reason, gets the documents in its prompt.
    called = modes == ["tool"]
    assert state.events[0].kind == ("tool_call" if called else "tool_result")
    assert set(state.no_tools) == (set() if called else {"Scout"})


def test_a_team_may_do_without_tools_from_the_start(workspace, server):
    plan, url = server
    run_id = workspace.live.start(live())
    state = drive(workspace, run_id, url).run()
    assert [e.kind for e in state.events][:2] == ["tool_result", "message"]
    assert not any("tools" in body for body in plan.requests)


def test_without_tools_the_documents_go_into_the_prompt_of_whoever_may_read_them(workspace, server):
    plan, url = server
    plan.modes = ["no_tools"]
    run_id = workspace.live.start(live(more=""))
    state = drive(workspace, run_id, url).run()
    assert set(state.no_tools) == {"Scout"}
    shown = state.events[0]
    assert (shown.kind, shown.recipients, shown.metadata) == (
        "tool_result", ("Scout",), {"in_prompt": True}
    )  # fmt: skip
    prompts = [json.dumps(b["messages"]) for b in plan.requests if "tools" not in b]
    assert ["[Document: notes]" in prompt for prompt in prompts] == [True, False, False]


@pytest.mark.parametrize(
    ("mode", "code", "said"),
    [
        ("unknown_model", "unknown-model", "knows no model 'tiny'"),
        ("too_long", "context", "longer than the model"),
        ("broken_json", "broken-answer", "can't be read"),
        ("no_quota", "busy", "no quota"),
    ],
)
def test_a_failed_run_says_why_and_can_go_on(workspace, server, mode, code, said):
    plan, url = server
    plan.modes = ["ok", mode]
    run_id = workspace.live.start(live())
    state = drive(workspace, run_id, url).run()
    assert (state.status, state.how) == ("failed", code)
    assert said in state.reason
    plan.modes = ["ok"]
    workspace.live.resume(run_id, author="Ann")
    state = drive(workspace, run_id, url).run()
    assert state.status == "finished"
    replies = [e for e in workspace.live.events(run_id) if e.kind == "reply"]
    assert len(replies) == 3  # the stored one was not asked for again


def test_no_key_reaches_the_file(workspace, server, tmp_path):
    _, url = server
    wrong = "sk-wrong-abcdef123456"
    run_id = workspace.live.start(live())
    state = drive(workspace, run_id, url, key=wrong).run()
    assert (state.status, state.how) == ("failed", "key")
    workspace.live.resume(run_id, author="Ann")
    drive(workspace, run_id, url).run()
    workspace.file_run(run_id)
    assert repr(drive(workspace, run_id, url)).count(KEY) == 0
    workspace.close()
    for file in Path(tmp_path).glob("baton.db*"):
        content = file.read_bytes()
        assert KEY.encode() not in content and wrong.encode() not in content


def test_stopping_ends_a_slow_answer_at_once(workspace, server):
    plan, url = server
    plan.modes = ["slow"]
    plan.reply = lambda body: "word " * 200
    there = Endpoint(base_url=url, key=KEY)
    worker = Worker(workspace.live, models_for(lambda: there), workspace.file_run)
    run_id = workspace.live.start(live())
    worker.start()
    tick = threading.Event()
    try:
        while not workspace.live.info(run_id).writing:
            tick.wait(0.05)
        assert workspace.live.info(run_id).writing_agent == "Scout"
        began = time.monotonic()
        workspace.live.stop(run_id, author="Ann", reason="Wrong task.")
        while worker.driving():
            tick.wait(0.01)
        assert time.monotonic() - began < 2
    finally:
        worker.close()
    info = workspace.live.info(run_id)
    assert (info.status, info.reason, info.writing, info.is_driven) == (
        "stopped", "Wrong task.", "", False
    )  # fmt: skip
    assert not any(e.kind == "reply" for e in workspace.live.events(run_id))


def test_a_pause_lets_the_call_end_and_nothing_more_begin(workspace, server):
    plan, url = server
    run_id = workspace.live.start(live())
    driver = drive(workspace, run_id, url)
    plan.reply = lambda body: workspace.live.pause(run_id, author="Ann") and SAID["Scout"]
    state = driver.run()
    assert state.status == "paused"
    assert [e.kind for e in workspace.live.events(run_id)] == [
        "started", "tool_result", "call_begun", "paused", "reply"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("budgets", "turns"), [("turns: 2", 2), ("tokens: 60", 2), ("seconds: 0.000001", 1)]
)
def test_a_budget_ends_the_run_between_two_turns(workspace, server, budgets, turns):
    _, url = server
    run_id = workspace.live.start(live(more=f"tools: false\nbudgets: {{{budgets}}}\n"))
    state = drive(workspace, run_id, url).run()
    assert (state.status, state.how, state.turn_count) == ("finished", "budget", turns)
    assert "budget of" in state.reason
    assert len(state.outcomes) == turns  # what was written went out


def test_a_reply_with_thousands_of_tool_calls_has_a_few_carried_out(workspace, server):
    plan, url = server
    call = {"type": "function", "function": {"name": "read_document", "arguments": "{}"}}
    calls = [{"index": n, "id": f"x{n}"} | call for n in range(2000)]
    plan.modes = ["given", "ok"]
    plan.pieces = [
        {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny",
         "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        for delta, finish in (({"tool_calls": calls}, None), ({}, "tool_calls"))
    ]  # fmt: skip
    run_id = workspace.live.start(live(more=""))
    state = drive(workspace, run_id, url).run()
    assert state.status == "finished"
    assert sum(e.kind == "tool_result" for e in state.events) == MAX_CALLS
