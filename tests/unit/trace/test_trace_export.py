"""Exports come back as the same run."""

from __future__ import annotations

import json

import pytest

from core.provenance.export_trace import TRACE_FORMS, export_text
from core.trace.export import count_export, part_of, to_jsonl, to_otlp
from core.trace.importers import count_handoffs, read_bytes
from tests.unit.trace import trace_samples
from tests.unit.trace.trace_samples_more import MORE
from tests.unit.trace.trace_samples_tools import TOOLS

FILES = {**trace_samples.FILES, **MORE, **TOOLS}


@pytest.mark.parametrize("name", list(FILES))
def test_both_forms_give_back_the_same_trace(name):
    trace = read_bytes(FILES[name], "file").traces[0]
    for text in (to_jsonl(trace), to_otlp(trace)):
        result = read_bytes(text.encode(), "other")
        assert result.bad_records == 0
        (again,) = result.traces
        assert again == trace
        assert again.digest == trace.digest
        assert count_handoffs([again]) == count_handoffs([trace])


def test_other_tools_find_the_conventions():
    trace = read_bytes(FILES["google_adk"], "file").traces[0]
    spans = json.loads(to_otlp(trace))["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert len(spans) == len(trace.events) + 1
    assert {span["parentSpanId"] for span in spans[1:]} == {spans[0]["spanId"]}
    attributes = {one["key"]: one["value"] for one in spans[4]["attributes"]}
    assert attributes["gen_ai.operation.name"] == {"stringValue": "execute_tool"}
    assert attributes["gen_ai.tool.name"] == {"stringValue": "status"}
    assert attributes["gen_ai.agent.name"] == {"stringValue": "roads"}


def test_no_time_is_invented():
    trace = read_bytes(FILES["marble"], "file").traces[0]
    spans = json.loads(to_otlp(trace))["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert {span["startTimeUnixNano"] for span in spans} == {"0"}


def test_what_an_export_holds_is_counted():
    count = count_export(read_bytes(FILES["google_adk"], "file").traces[0])
    assert (count.agents, count.events, count.handoffs, count.labels) == (3, 6, 3, 0)


def test_a_part_holds_what_a_filter_lets_through():
    trace = read_bytes(FILES["google_adk"], "file").traces[0]
    assert part_of(trace, trace.events) is trace
    kept = [event for event in trace.events if event.sender == "roads"]
    part = part_of(trace, kept)
    assert part.events == tuple(kept)
    assert "roads" in part.agent_names
    assert len(part.agents) < len(trace.agents)
    assert part.metadata["part_of"] == trace.digest[:12]
    (again,) = read_bytes(to_jsonl(part).encode(), "x").traces
    assert again == part


@pytest.mark.parametrize("form", [form.name for form in TRACE_FORMS])
def test_every_form_holds_every_event(form):
    trace = read_bytes(FILES["google_adk"], "file").traces[0]
    text = export_text(trace, form)
    assert all(event.sender in text for event in trace.events)
