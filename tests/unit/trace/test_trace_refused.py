"""Files that lie beside traces and are none: each is refused with what it is and what to do."""

from __future__ import annotations

import json

import pytest

from core.errors import NotATraceError, TraceFormatError
from core.trace.importers import read_bytes
from pages._ui.work_import import read_file

SOMETHING_ELSE = {
    "evaluation set": ({"eval_set_id": "e", "eval_cases": []}, "evaluation set"),
    "evaluation set, newer": ({"evalSetId": "e", "evalCases": [{"conversation": []}]}, "evaluation set"),
    "old expectations": ([{"query": "hi", "expected_tool_use": [], "reference": "x"}], "expectations"),
    "evaluation results": ({"eval_set_result_id": "r", "eval_case_results": []}, "results"),
    "annotations": ({"errors": [], "scores": []}, "annotations"),
    "labels": ({"trace_id": 1, "human_labels": {"1.1": 0}}, "labels"),
    "label queue": ([{"annotation_queue_id": "q", "run_id": "r"}], "labels"),
    "metrics": ({"resourceMetrics": []}, "metrics"),
    "log records": ({"resourceLogs": []}, "log records"),
    "search": ({"traces": [{"traceID": "a", "rootServiceName": "x"}]}, "a search found"),
    "traces without spans": ({"data": [{"id": "t", "htmlPath": "/t", "observations": ["o"]}]}, "without what happened"),
    "session of traces": ({"id": "s", "traces": [{"id": "t", "sessionId": "s", "input": "a"}]}, "without what happened"),
    "scores": ([{"id": "s", "traceId": "t", "name": "x", "value": 1, "dataType": "NUMERIC"}], "scores"),
    "feedback": ([{"run_id": "r", "key": "good", "score": 1, "feedback_source": {}}], "feedback"),
    "typed prompts": ([{"sessionId": "s", "messageId": 0, "type": "user", "message": "hi"}], "what a person typed"),
    "notebook": ({"cells": [], "metadata": {}, "nbformat": 4}, "notebook"),
    "package": ({"name": "x", "version": "1", "dependencies": {}}, "package of software"),
    "lock file": ({"name": "x", "lockfileVersion": 3, "packages": {}}, "package of software"),
    "build": ({"compilerOptions": {"strict": True}}, "build tool"),
    "tool servers": ({"mcpServers": {"a": {"command": "x"}}}, "tool servers"),
    "assistant settings": ({"permissions": {"allow": []}, "env": {}}, "settings"),
    "workflow": ({"nodes": [{"type": "n8n-nodes-base.set", "typeVersion": 1}], "connections": {}}, "workflow"),
    "team": ({"agents": [{"role": "Cook", "goal": "Cook."}], "tasks": []}, "team of agents"),
    "component": ({"provider": "autogen_agentchat.teams.RoundRobinGroupChat", "config": {}}, "component"),
    "model": ({"architectures": ["X"], "model_type": "x"}, "language model"),
    "embeddings": ({"object": "list", "data": [{"embedding": [0.1], "index": 0}]}, "embeddings"),
    "models": ({"object": "list", "data": [{"id": "m", "object": "model", "owned_by": "x"}]}, "list of models"),
    "map": ({"type": "FeatureCollection", "features": []}, "map"),
    "web traffic": ({"log": {"version": "1.2", "entries": []}}, "web traffic"),
    "profile": ({"traceEvents": [{"ph": "X", "ts": 1, "pid": 1}]}, "profile"),
    "schema": ({"$schema": "https://json-schema.org/", "type": "object"}, "schema"),
    "interface": ({"openapi": "3.1.0", "paths": {}}, "schema"),
    "tools": ([{"type": "function", "function": {"name": "weigh"}}], "tools on offer"),
    "prompts": ([{"act": "Gardener", "prompt": "You garden."}], "collection of prompts"),
    "prompt template": ({"name": "x", "template": "Hi {a}", "input_variables": ["a"]}, "collection of prompts"),
    "patches": ([{"instance_id": "i", "model_patch": "diff", "model_name_or_path": "m"}], "patches"),
    "benchmark tasks": ([{"instance_id": "i", "problem_statement": "x", "patch": "d"}], "tasks of a benchmark"),
    "simulated tasks": ([{"id": "1", "user_scenario": {}, "evaluation_criteria": {}}], "tasks of a benchmark"),
    "tasks with notes": ([{"id": "1", "user_scenario": {}, "evaluation_criteria": {}, "annotations": None}], "tasks of a benchmark"),
    "split": ({"train": ["1", "2"], "test": ["3"]}, "for training"),
    "results": ({"results": [{"condition": "a", "pass": True}]}, "results"),
    "measures": ({"model": "m", "accuracy": 0.5, "n": 3}, "scores or measures"),
    "questions": ([{"question": "1+1?", "answer": "2"}], "data set"),
    "instructions": ([{"instruction": "Add.", "input": "1 1", "output": "2"}], "data set"),
    "preferences": ([{"prompt": "Hi", "chosen": "Hello", "rejected": "No"}], "data set"),
    "retrieval cases": ([{"user_input": "x", "retrieved_contexts": ["y"], "reference": "z"}], "data set"),
    "texts": (["one", "two"], "list of texts"),
    "numbers": ([1, 2, 3], "list of numbers"),
}  # fmt: skip
TEXTS = {
    "log": ("2026-03-01 10:00:01,123 INFO app: started\n2026-03-01 10:00:02,000 INFO app: ok\n", "program's log"),
    "levels": ("INFO: started\nWARNING: slow\nERROR: gone\n", "program's log"),
    "markdown": ("# Plums\n\nHow to pick them.\n", "Markdown"),
    "markdown with a sample": (
        "# Our runs\n\nA head comes first:\n\n"
        '{"object": "trace", "id": "trace_1", "workflow_name": "plums"}\n\n'
        'then one `{"object": "trace.span"}` for each step.\n',
        "Markdown",
    ),
    "contract": ("# What counts.\n# Here.\napiVersion: baton/v1\nkind: FactContract\nname: x\n", "fact contract"),
    "roles": ("apiVersion: \"baton/v1\"\nkind: RoleSet\n", "role profiles"),
    "team": ("# Three agents.\napiVersion: baton/v1\nkind: Team\n", "own team"),
    "verifier": ("apiVersion: baton/v1\nkind: Verifier\n", "verifier"),
    "of another program": ("apiVersion: v1\nkind: Team\n", "YAML"),
    "python": ("import json\n\nprint(1)\n", "Python source"),
    "script": ("#!/bin/sh\necho x\n", "script"),
    "toml": ("[project]\nname = \"x\"\n", "configuration"),
    "environment": ("API_URL=http://x\nDEBUG=1\n", "environment"),
    "patch": ("diff --git a/x b/x\n--- a/x\n", "patch"),
    "yaml": ("agents:\n  - name: x\n", "YAML"),
    "page": ("<!DOCTYPE html><html></html>", "web page"),
}  # fmt: skip


def refusal(data):
    with pytest.raises(NotATraceError) as caught:
        read_bytes(data, "file.json")
    return caught.value


@pytest.mark.parametrize("name", list(SOMETHING_ELSE))
def test_what_lies_beside_traces(name):
    value, words = SOMETHING_ELSE[name]
    forms = [json.dumps(value), json.dumps(value, indent=1)]
    if isinstance(value, list) and isinstance(value[0], dict):
        forms.append("\n".join(map(json.dumps, value * 2)))
    for form in forms:
        error = refusal(form.encode())
        assert words in error.what
        assert error.hint.endswith(".")
        assert len(str(error)) < 240


@pytest.mark.parametrize("name", list(TEXTS))
def test_texts_that_are_no_traces(name):
    text, words = TEXTS[name]
    assert words in refusal(text.encode()).what


@pytest.mark.parametrize("data", [b'[{"question": "a", "answer": "b"}]', b"# Plums\n\na,b\nc,d\n"])
def test_no_mapping_is_offered_for_what_is_known_to_be_something_else(data):
    reading = read_file("x", data)
    assert reading.error
    assert not reading.can_be_mapped


@pytest.mark.parametrize(
    "data",
    [b'[{"who": "A", "said": "b", "when": 1}]', b"who,said\nA,hello\nB,bye\n",
     b'[{"agent": "A", "question": "b?", "answer": "c"}]'],
)  # fmt: skip
def test_records_that_nobody_knows_can_be_mapped(data):
    reading = read_file("x", data)
    assert reading.can_be_mapped
    assert len(reading.error) < 420
    with pytest.raises(TraceFormatError) as caught:
        read_bytes(data, "x")
    assert "map" in caught.value.hint
