"""What observability tools and newer versions of frameworks write."""

from __future__ import annotations

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from tests.unit.trace.trace_samples_tools import JAEGER, TOOLS, as_json, as_lines, chain


def spoken(name):
    (trace,) = read_bytes(TOOLS[name], "run").traces
    return [
        (event.sender, event.recipients, event.text)
        for event in trace.events
        if event.kind == "message" and not event.is_private
    ]


@pytest.mark.parametrize(
    ("name", "form", "who"),
    [
        ("langfuse trace", "langfuse", ("harvester", "carter")),
        ("langfuse traces", "langfuse", ("harvester", "carter")),
        ("langfuse observations", "langfuse", ("harvester", "carter")),
        ("mlflow", "mlflow", ("harvester", "carter")),
        ("mlflow 3", "mlflow", ("harvester", "carter")),
        ("weave", "weave", ("Harvester", "Carter")),
    ],
)
def test_an_agent_inside_another_is_handed_its_task_and_answers(name, form, who):
    result = read_bytes(TOOLS[name], "run")
    assert (result.format, result.bad_records) == (form, 0)
    first, second = who
    found = spoken(name)
    assert ("user", (first,), "Pick the plums.") in found
    assert (first, (second,), "Fetch the plums.") in found
    assert (second, (first,), "Fetched.") in found
    assert [text for _, _, text in found].count("Fetched.") == 1
    assert all(event.at is not None for event in result.traces[0].events)


def test_scores_are_labels():
    (trace,) = read_bytes(TOOLS["langfuse trace"], "run").traces
    assert trace.labels == {"scores": [{"name": "ripe", "value": 1}]}


def test_tokens_of_the_model_call():
    (trace,) = read_bytes(TOOLS["langfuse observations"], "run").traces
    assert sum(event.tokens or 0 for event in trace.events) == 4


def test_spans_with_tags():
    (trace,) = read_bytes(TOOLS["jaeger"], "run").traces
    assert trace.format == "jaeger"
    assert trace.agent_names[:2] == ("harvester", "carter") or "carter" in trace.agent_names
    two = as_json({"data": JAEGER["data"] + [{**JAEGER["data"][0], "traceID": "cd"}]})
    broken = as_json({"data": [{**JAEGER["data"][0], "spans": [*JAEGER["data"][0]["spans"], {}]}]})
    assert read_bytes(two, "run").traces
    assert read_bytes(broken, "run").bad_records == 1


def test_each_simulation_is_a_run_and_its_reward_a_label():
    one, two = read_bytes(TOOLS["tau2"], "results").traces
    assert (one.name, two.name) == ("results · 0", "results · 0") or one.name != two.name
    assert one.events[1].text == "Cancel order 7."
    assert [event.kind for event in one.events][2:4] == ["tool_call", "tool_result"]
    assert one.labels["reward_info"] == {"reward": 1.0}
    assert one.events[0].where == "$.simulations[0].messages[0]"


def test_the_saved_state_of_a_team():
    assert [(a, c) for a, _, c in spoken("autogen state")] == [
        ("user", "Fetch the plums."), ("carter", "Fetched."),
    ]  # fmt: skip


def test_a_sub_agent_in_a_stream_is_known_by_the_call_that_started_it():
    assert spoken("claude stream") == [
        ("Claude Code", ("carter",), "Fetch."), ("carter", ("Claude Code",), "Fetched."),
    ]  # fmt: skip


def test_items_beside_messages_are_calls_and_thoughts():
    (trace,) = read_bytes(TOOLS["openai items"], "run").traces
    assert trace.agent_names == ("user", "assistant")
    assert [event.kind for event in trace.events if not event.is_private] == [
        "message", "message", "tool_call", "tool_result", "message",
    ]  # fmt: skip
    assert [e.text for e in trace.events if e.is_private] == ["The barn, perhaps."]
    assert [e.tool for e in trace.events if e.tool] == ["look", "look"]


@pytest.mark.parametrize(
    "name", ["langgraph states", "langgraph values", "langgraph parts", "langsmith chains"]
)
def test_a_state_that_grows_is_one_run(name):
    assert spoken(name) == [
        ("human", ("harvester",), "Fetch the plums."),
        ("harvester", ("carter",), "The carter can."),
        ("carter", (), "Fetched."),
    ]


def test_conversations_with_one_beginning_stay_apart():
    ask = {"role": "user", "content": "Plums?"}
    runs = [{"messages": [ask, {"role": "assistant", "content": text}]} for text in ("Yes.", "No.")]
    assert len(read_bytes(as_lines(*runs), "runs").traces) == 2


def test_chains_that_say_nothing_are_refused_with_what_they_are():
    with pytest.raises(TraceFormatError, match=r"chains alone \(“sum”\)"):
        read_bytes(as_json([chain(1, None, "sum", {"x": 1}, {"y": 2})]), "run")


@pytest.mark.parametrize("name", ["pydantic ai", "pydantic ai lines"])
def test_parts_of_requests_and_responses(name):
    (trace,) = read_bytes(TOOLS[name], "run").traces
    shown = [(e.kind, e.sender, e.text) for e in trace.events if not e.is_private]
    assert shown == [
        ("message", "user", "Where are the plums?"),
        ("message", "assistant", "Let me look."),
        ("tool_call", "assistant", "{}"),
        ("tool_result", "look", '{"in": "the barn"}'),
        ("message", "assistant", "In the barn."),
    ]
    assert [e.text for e in trace.events if e.is_private] == ["The barn, perhaps."]
    assert [agent.description for agent in trace.agents if agent.name == "assistant"] == [
        "Be brief."
    ]
    assert sum(e.tokens or 0 for e in trace.events) == 7
    assert all(event.at is not None for event in trace.events)


def test_messages_from_and_value():
    (trace,) = read_bytes(TOOLS["sharegpt"], "run").traces
    assert [(e.kind, e.sender) for e in trace.events] == [
        ("message", "human"), ("tool_call", "gpt"), ("tool_result", "look"), ("message", "gpt"),
    ]  # fmt: skip


def test_what_an_agent_keeps_of_its_talk_with_another():
    assert spoken("autogen chat_messages") == [
        ("assistant", ("carter",), "Fetch the plums."), ("carter", ("assistant",), "Fetched."),
    ]  # fmt: skip
