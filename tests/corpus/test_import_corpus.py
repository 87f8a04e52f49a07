"""Real trace files, read where they lie: ``BATON_SHARED`` names the folder above ``traces``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from core.errors import TraceFormatError
from core.trace.importers import count_handoffs, read_path
from core.trace.native import trace_from_dict, trace_schema, trace_to_dict

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif("BATON_SHARED" not in os.environ, reason="BATON_SHARED is not set"),
]

ROOT = Path(os.environ.get("BATON_SHARED", ".")) / "traces"
VALIDATOR = jsonschema.Draft202012Validator(trace_schema())
SUPPORTED = (
    "whowhen/Algorithm-Generated",
    "whowhen/Hand-Crafted",
    "agentrx_magentic",
    "tau_bench",
    "invariant_jsonl",
    "mast_ag2_dogfood",
    "otlp_json",
    "otel_sdk_json_any_agent",
    "langfuse",
)
FORMATS = {
    "whowhen/Algorithm-Generated": "whowhen",
    "whowhen/Hand-Crafted": "whowhen",
    "agentrx_magentic": "chat",
    "tau_bench": "tau_bench",
    "invariant_jsonl": "chat",
    "mast_ag2_dogfood": "chat",
    "otlp_json": "otlp",
    "otel_sdk_json_any_agent": "otel_sdk",
    "langfuse": "langfuse",
}
LABELS = ("ground_truth", "gold_labels")
"""Names of files that hold labels only: they are refused."""
LABEL_KEYS = ("mistake_agent", "mistake_step", "mistake_reason", "ground_truth", "reward")
ALONE = {"10.json"}
"""One agent speaks, the others of the team are silent: no handoff."""


def files(folders=("",)):
    if not ROOT.is_dir():
        return []
    found = {path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()}
    return sorted(
        path for path in found if path.suffix in (".json", ".jsonl", ".log", ".eval", ".traj")
    )


def shown(path):
    return str(path.relative_to(ROOT))


def is_labels(path):
    return path.name.startswith(LABELS)


TRACES = [path for path in files(SUPPORTED) if not is_labels(path)]
OTHERS = sorted(set(files()) - set(TRACES))


def messages_of(path):
    """Return the raw message lists of a chat file, by a reading of its own."""
    text = path.read_text()
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.splitlines()]
    if isinstance(values[0], list) and "trace" in values[0][0]:
        values = [json.loads(item["trace"]) for item in values[0]]
    found = []
    for value in values:
        keys = ("history", "traj", "messages", "trajectory")
        found.append(
            value if isinstance(value, list) else next(value[key] for key in keys if key in value)
        )
    return found


def test_the_corpus_is_there():
    assert len(TRACES) > 50


@pytest.mark.parametrize("path", TRACES, ids=shown)
def test_supported_files_give_agents_events_and_handoffs(path):
    result = read_path(path)
    folder = shown(path.parent)
    assert result.format == FORMATS[folder]
    assert result.bad_records == 0
    for trace in result.traces:
        assert trace.events
        data = trace_to_dict(trace)
        VALIDATOR.validate(data)
        assert trace_from_dict(data) == trace
    assert max(len(trace.agents) for trace in result.traces) > 1
    if not (path.name in ALONE and folder == "whowhen/Algorithm-Generated"):
        assert count_handoffs(result.traces).total > 0
    again = read_path(path)
    assert [trace.digest for trace in again.traces] == [trace.digest for trace in result.traces]


@pytest.mark.parametrize("path", TRACES, ids=shown)
def test_every_word_of_a_chat_is_there_once(path):
    if FORMATS[shown(path.parent)] in ("otlp", "otel_sdk", "langfuse"):
        pytest.skip("spans repeat their histories")
    result = read_path(path)
    for messages, trace in zip(messages_of(path), result.traces, strict=True):
        spoken = [m for m in messages if m.get("role") not in ("system", "developer")]
        texts = [
            m["content"] if isinstance(m["content"], str) else None
            for m in spoken
            if m.get("content") is not None
        ]
        events = [e.text for e in trace.events if e.kind != "tool_call"]
        kept = [e for e in events if e or "" in texts]
        assert [text for text in texts if text is not None] == [e for e in kept if e in texts], (
            trace.name
        )


@pytest.mark.parametrize("path", TRACES, ids=shown)
def test_labels_are_kept_apart(path):
    for trace in read_path(path).traces:
        assert not set(LABEL_KEYS) & set(trace.metadata)
        reason = trace.labels.get("mistake_reason")
        if reason:
            assert reason not in trace.task
            assert not any(reason in event.text for event in trace.events)
            assert not any(reason in agent.description for agent in trace.agents)


@pytest.mark.parametrize("path", files(["whowhen/Hand-Crafted", "agentrx_magentic"]), ids=shown)
def test_routed_files_record_every_arrow(path):
    if is_labels(path):
        pytest.skip("labels")
    (messages,) = messages_of(path)
    arrows = [m["role"] for m in messages if "->" in m["role"]]
    (trace,) = read_path(path).traces
    counts = count_handoffs([trace])
    assert counts.recorded == len(arrows)
    assert counts.unknown == 0
    thoughts = [m for m in messages if "(thought)" in m["role"]]
    assert sum(event.is_private for event in trace.events) == len(thoughts)


def test_the_sub_agent_of_a_research_run_is_found():
    (trace,) = read_path(ROOT / "otlp_json" / "smol_deep_research_agent.json").traces
    assert "search_agent" in trace.agent_names
    pairs = {(event.sender, event.recipients) for event in trace.events if event.is_boundary}
    assert ("tavily-quotient-agent", ("search_agent",)) in pairs
    assert ("search_agent", ("tavily-quotient-agent",)) in pairs
    assert [event.tool for event in trace.events if event.kind == "tool_call"] == ["web_search"]


@pytest.mark.parametrize("path", OTHERS, ids=shown)
def test_other_files_are_refused_in_a_sentence_or_read(path):
    try:
        result = read_path(path)
    except TraceFormatError as error:
        assert error.what and error.hint
        return
    assert not is_labels(path)
    for trace in result.traces:
        VALIDATOR.validate(trace_to_dict(trace))
