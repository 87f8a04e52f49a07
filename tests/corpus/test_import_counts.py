"""Counts of every corpus file against a reading of its own, and against a table read by eye."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.errors import TraceFormatError
from core.trace.importers import count_handoffs, read_path
from tests.corpus import counting

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif("BATON_SHARED" not in os.environ, reason="BATON_SHARED is not set"),
]
ROOT = Path(os.environ.get("BATON_SHARED", ".")) / "traces"
SUFFIXES = (".json", ".jsonl", ".log", ".eval", ".traj")
FILES = sorted(p for p in ROOT.rglob("*") if p.suffix in SUFFIXES) if ROOT.is_dir() else []

REFUSED = ("annotations.json", "labels.json", ".test.json", "ground_truth.subset.json")
REFUSED_STARTS = ("gold_labels", "test_random_format")

TABLE = {
    # file: format, traces, agents, events, recorded, inferred, unknown; read by eye
    "google_adk/sample.session.json": ("google_adk", 1, 7, 9, 1, 5, 0),
    "google_adk/successful_test.session.json": ("google_adk", 1, 2, 6, 0, 4, 0),
    "anthropic_managed_agents/anthropic_managed_custom_tools.jsonl": (
        "managed_agents",
        1,
        2,
        4,
        0,
        2,
        0,
    ),
    "anthropic_managed_agents/anthropic_managed_mcp_tools.jsonl": (
        "managed_agents",
        1,
        2,
        5,
        1,
        2,
        0,
    ),
    "claude_code_jsonl/agent-test-hash-123.jsonl": ("claude_code", 1, 2, 2, 0, 1, 0),
    "claude_code_jsonl/todowrite_examples.jsonl": ("claude_code", 1, 2, 11, 2, 3, 0),
    "inspect_ai/2025-05-12T20-27-36-04-00_browser.json": ("inspect_ai", 1, 2, 10, 0, 2, 0),
    "inspect_ai/log_formats.eval": ("inspect_ai", 1, 2, 2, 0, 2, 0),
    "inspect_ai/log_formats.json": ("inspect_ai", 1, 2, 2, 0, 2, 0),
    "mast/human19/idx00_AppWorld_Test-C.log": ("appworld", 1, 2, 22, 4, 0, 0),
    "mast/human19/idx03_ChatDev_ProgramDev.log": ("chatdev", 1, 6, 27, 14, 12, 0),
    "mast/human19/idx04_MetaGPT_ProgramDev.json": ("mast", 1, 3, 5, 0, 4, 1),
    "mast/human19/idx16_MetaGPT_MMLU.log": ("metagpt", 1, 4, 6, 0, 5, 1),
    "mast/human19/idx17_GAIA_Magentic.log": ("magentic", 1, 3, 13, 0, 12, 1),
    "otlp_json/rag_earnings_agent.json": ("otlp", 1, 2, 4, 1, 1, 0),
    "otlp_json/agento_run.otlp.json": ("otlp", 2, 5, 4, 0, 3, 1),
}
COUNTERS = {
    "claude_code_jsonl": counting.claude_code,
    "google_adk": counting.google_adk,
    "anthropic_managed_agents": counting.managed_agents,
    "inspect_ai": counting.inspect_ai,
    "langsmith_batch": counting.langsmith,
    "marble": counting.marble,
    "swe_agent_traj": counting.swe_agent,
    "autogen_events": counting.autogen,
    "GAIA": counting.phoenix,
    "SWE_Bench": counting.phoenix,
    "chatdev_mad_full": counting.mast,
}
MAST = {"AppWorld": counting.appworld, "HyperAgent": counting.mast, "ChatDev": counting.chatdev,
        "MAGENTIC": counting.magentic, "GAIA_Magentic": counting.magentic}  # fmt: skip


def shown(path):
    return path.relative_to(ROOT).as_posix()


def is_refused(path):
    return path.name.endswith(REFUSED) or path.name.startswith(REFUSED_STARTS)


def counter_of(path):
    if path.parent.name == "human19":
        if "MetaGPT" in path.name:
            return counting.metagpt if path.suffix == ".log" else counting.mast
        return next((count for key, count in MAST.items() if key in path.name), None)
    return COUNTERS.get(path.parent.name)


COUNTED = [p for p in FILES if not is_refused(p) and counter_of(p)]


def found_in(result):
    events = [event for trace in result.traces for event in trace.events]
    kinds = [event.kind for event in events]
    return {
        "traces": len(result.traces),
        "messages": kinds.count("message")
        + (kinds.count("output") if result.format == "marble" else 0),
        "outputs": kinds.count("output"),
        "calls": kinds.count("tool_call"),
        "results": kinds.count("tool_result"),
        "recorded": count_handoffs(result.traces).recorded,
        "tokens": sum(event.tokens or 0 for event in events),
        "agents": sum(len(trace.agents) for trace in result.traces),
    }


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_every_trace_is_read_and_everything_else_refused(path):
    if is_refused(path):
        with pytest.raises(TraceFormatError) as caught:
            read_path(path)
        assert caught.value.hint
        return
    result = read_path(path)
    assert result.traces
    assert result.bad_records == (5 if path.name == "edge_cases.jsonl" else 0)


@pytest.mark.parametrize("path", COUNTED, ids=shown)
def test_counts_agree_with_a_reading_of_its_own(path):
    expected = counter_of(path)(path)
    found = found_in(read_path(path))
    names = expected.pop("named", set())
    assert {key: found[key] for key in expected} == expected
    for trace in read_path(path).traces:
        assert names <= set(trace.agent_names)


@pytest.mark.parametrize("name", list(TABLE))
def test_counts_read_by_eye(name):
    result = read_path(ROOT / name)
    counts = count_handoffs(result.traces)
    assert (
        result.format,
        len(result.traces),
        sum(len(trace.agents) for trace in result.traces),
        sum(len(trace.events) for trace in result.traces),
        counts.recorded,
        counts.inferred,
        counts.unknown,
    ) == TABLE[name]
