"""Files that are no traces but often lie beside them: what they are, and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from core.errors import NotATraceError, TraceFormatError
from core.trace.importers.refused_sessions import PIECES, Fits

_THE_RUN: Final = "Import the file in which the agents speak."
_THE_LOG: Final = "Import the log or the trace of the run itself."
_NO_RUN: Final = "Choose the file with the run in it."


def _has(*keys: str) -> Fits:
    """Return whether an object has all of these keys."""
    return lambda value: all(key in value for key in keys)


def _any(*keys: str) -> Fits:
    """Return whether an object has one of these keys."""
    return lambda value: any(key in value for key in keys)


def _list(key: str) -> Fits:
    return lambda value: isinstance(value.get(key), list)


def _pair(first: tuple[str, ...], second: tuple[str, ...]) -> Fits:
    """Return whether an object has a key of both sets."""
    return lambda value: any(k in value for k in first) and any(k in value for k in second)


def _first_has(key: str, *inner: str) -> Fits:
    """Return whether the first item of a list has one of these keys."""

    def fits(value: Mapping[str, Any]) -> bool:
        items = value.get(key)
        first = items[0] if isinstance(items, list) and items else None
        return isinstance(first, dict) and any(name in first for name in inner)

    return fits


_QUESTIONS: Final = (
    "question", "instruction", "query", "problem", "prompt", "input", "inputs", "user_input",
)  # fmt: skip
_ANSWERS: Final = (
    "answer", "answers", "expected_output", "expected", "reference", "reference_outputs",
    "ground_truth", "target", "solution", "chosen", "completion", "response", "output", "outputs",
    "choices", "actual_output", "label", "article", "report",
)  # fmt: skip
_SPEAKS: Final = (
    "role", "sender", "speaker", "source", "from", "author", "actor", "agent", "agent_name",
    "agent_id", "who", "to", "recipient", "step", "turn", "timestamp",
)  # fmt: skip
"""Keys that say that somebody acted: such records may be mapped, whatever else they hold."""
_SCORES: Final = ("score", "scores", "metrics", "accuracy", "pass_rate", "pass@1", "resolved")


def _is_prompt(value: Mapping[str, Any]) -> bool:
    """Whether an object is a prompt that waits to be used."""
    if any(key in value for key in _ANSWERS):
        return False
    if any(key in value for key in ("template", "prompt_template", "input_variables")):
        return True
    beside = ("act", "name", "title", "tags", "labels", "version")
    return "prompt" in value and any(key in value for key in beside)


_KINDS: Final[tuple[tuple[Fits, str, str], ...]] = (
    (
        lambda v: str(v.get("apiVersion", "")).startswith("baton/") and v.get("kind") != "Trace",
        "This is a document of Baton's own, but no trace",
        "Contracts, role sets and priors are opened on their own pages.",
    ),
    (
        _any("eval_cases", "evalCases"),
        "This is an evaluation set: what an agent is expected to do, not what it did",
        "Import the session of a run.",
    ),
    (
        lambda v: "query" in v and ("expected_tool_use" in v or "expected_intermediate" in v),
        "These are expectations for an evaluation, not a run",
        "Import the session of a run.",
    ),
    (
        _any("eval_set_result_id", "eval_case_results", "evalCaseResults"),
        "These are results of an evaluation, without the runs",
        "Import the sessions that were evaluated.",
    ),
    (
        lambda v: isinstance(v.get("errors"), list) and "scores" in v,
        "These are annotations of a trace (errors and scores), not the trace",
        "Import the trace file itself; labels are never shown to a detector.",
    ),
    (
        lambda v: "failures" in v and ("root_cause" in v or "trajectory_id" in v),
        "These are annotations of failed runs, not the runs",
        "Import the file with the messages of the run.",
    ),
    (
        _pair(
            ("instance_id", "user_scenario", "evaluation_criteria"),
            ("problem_statement", "patch", "description", "user_scenario", "base_commit"),
        ),
        "These are tasks of a benchmark, not runs of them",
        "Import the runs, simulations or trajectories.",
    ),
    (
        lambda v: any(
            v.get(key) is not None
            for key in ("human_labels", "mast_annotation", "annotations", "annotation_queue_id")
        ),
        "These are labels of a run, not the run",
        "Import the log or the trace that they belong to.",
    ),
    (
        lambda v: isinstance(v.get("labels"), dict) and "modes" in v,
        "These are labels of many runs, not the runs",
        "Import the file with the records of the runs.",
    ),
    (
        _any("resourceMetrics", "resource_metrics"),
        "These are metrics of OpenTelemetry, not traces",
        "Export the traces; metrics hold no words of agents.",
    ),
    (
        _any("resourceLogs", "resource_logs"),
        "These are log records of OpenTelemetry, not traces",
        "Export the traces of the same run.",
    ),
    (
        lambda v: "traces" in v and _first_has("traces", "rootServiceName", "rootTraceName")(v),
        "This is a list of traces that a search found, without their spans",
        "Open one of them and export it.",
    ),
    (
        lambda v: (
            _first_has("traces", "sessionId", "htmlPath", "latency")(v)
            or ("htmlPath" in v and "observations" in v)
            or _first_has("data", "htmlPath")(v)
        ),
        "This is a list of Langfuse traces without what happened in them",
        "Download each trace, or the observations of its session.",
    ),
    (
        lambda v: "traceId" in v and "dataType" in v and "value" in v,
        "These are scores of traces, not the traces",
        "Export the traces; scores that lie in them are kept as labels.",
    ),
    (
        lambda v: "feedback_source" in v or ("run_id" in v and "key" in v and "score" in v),
        "This is feedback on runs, not the runs",
        "Export the runs that it belongs to.",
    ),
    (_any("nbformat", "nbformat_minor"), "This is a Jupyter notebook", _NO_RUN),
    (
        lambda v: "cells" in v and "metadata" in v,
        "This is a notebook",
        _NO_RUN,
    ),
    (
        lambda v: (
            "lockfileVersion" in v
            or ("name" in v and _any("dependencies", "devDependencies", "scripts")(v))
        ),
        "This describes a package of software",
        _NO_RUN,
    ),
    (_any("compilerOptions", "eslintConfig", "prettier"), "This configures a build tool", _NO_RUN),
    (
        _any("mcpServers", "mcp_servers"),
        "This names the tool servers of an assistant",
        _THE_LOG,
    ),
    (
        lambda v: "permissions" in v and isinstance(v["permissions"], dict) and "uuid" not in v,
        "These are settings of an assistant",
        _THE_LOG,
    ),
    (
        lambda v: (
            _first_has("nodes", "type", "data", "typeVersion")(v)
            and ("connections" in v or "edges" in v)
        ),
        "This is the plan of a workflow (its nodes and connections), not a run of it",
        "Export an execution, or the trace of one.",
    ),
    (
        lambda v: (
            isinstance(v.get("workflow"), dict)
            and isinstance(v.get("execution") or v.get("trigger"), dict)
            and not _any("data", "workflowData")(v)
        ),
        "This tells that an execution of n8n failed, without what its nodes did",
        "Export the execution itself, with its data.",
    ),
    (
        _any("graphs", "langgraph_version", "assistants"),
        "This configures an application of agents, not a run of it",
        _THE_LOG,
    ),
    (
        lambda v: (
            _first_has("agents", "role", "goal", "system_prompt", "instructions")(v)
            and not _any("events", "messages")(v)
        ),
        "This describes a team of agents, not a run of it",
        _THE_LOG,
    ),
    (
        lambda v: "agentspec_version" in v or ("component_type" in v and "metadata" in v),
        "This describes an agent or a flow (Agent Spec), not a run of it",
        _THE_LOG,
    ),
    (
        lambda v: str(v.get("provider", "")).startswith("autogen_") and "config" in v,
        "This is a component of AutoGen (its configuration), not a run",
        _THE_LOG,
    ),
    (_has("architectures", "model_type"), "This configures a language model", _NO_RUN),
    (_any("tokenizer_class", "added_tokens"), "This configures a tokenizer", _NO_RUN),
    (
        lambda v: "embedding" in v or _first_has("data", "embedding")(v),
        "These are embeddings, not a run",
        _NO_RUN,
    ),
    (
        lambda v: v.get("object") == "list" and _first_has("data", "owned_by")(v),
        "This is a list of models",
        _NO_RUN,
    ),
    (
        lambda v: v.get("type") in ("FeatureCollection", "Feature"),
        "This is a map (GeoJSON)",
        _NO_RUN,
    ),
    (
        lambda v: isinstance(v.get("log"), dict) and "entries" in v["log"],
        "This is a recording of web traffic (HAR)",
        "Import the trace of the run, as the framework or its tracing tool writes it.",
    ),
    (
        lambda v: "traceEvents" in v or {"ph", "ts", "pid"} <= set(v),
        "This is a profile of a program, not a trace of agents",
        _NO_RUN,
    ),
    (_any("$schema", "$defs", "openapi", "swagger"), "This is a schema, not a trace", _NO_RUN),
    (
        lambda v: v.get("type") == "object" and "properties" in v,
        "This is a schema, not a trace",
        _NO_RUN,
    ),
    (
        lambda v: v.get("type") == "function" and ("function" in v or "parameters" in v),
        "This is a list of tools on offer, not of their calls",
        _THE_LOG,
    ),
    (
        _has("name", "description", "input_schema"),
        "This is a list of tools on offer, not of their calls",
        _THE_LOG,
    ),
    (
        _is_prompt,
        "This is a collection of prompts, not a run",
        _THE_LOG,
    ),
    (
        _has("instance_id", "model_patch"),
        "These are proposed patches, without the runs that made them",
        "Import the trajectories.",
    ),
    (
        lambda v: (
            isinstance(v.get("results"), list | dict)
            and not _any("messages", "events", "spans", "samples")(v)
        ),
        "These are results of runs, without their messages",
        _THE_RUN,
    ),
    (
        lambda v: v.get("status") in ("success", "error") and "samples" not in v and "eval" in v,
        "This log holds only results, no samples",
        "Import the log with its samples.",
    ),
    (
        lambda v: _any(*_SCORES)(v) and not _any("messages", "events", "spans", "content")(v),
        "These are scores or measures of runs, without their messages",
        _THE_RUN,
    ),
    (
        lambda v: _pair(_QUESTIONS, _ANSWERS)(v) and not _any(*_SPEAKS)(v),
        "This is a data set of questions and answers, not a run of agents",
        "Import the log of the agents that answered them.",
    ),
    (
        lambda v: len(v) > 1 and set(v) <= {"train", "test", "dev", "validation", "base", "val"},
        "This says which tasks are for training and which for testing",
        _THE_RUN,
    ),
    (
        lambda v: "task_id" in v and ("intent" in v or "start_url" in v) and "eval" in v,
        "These are tasks of a benchmark, not runs of them",
        "Import the runs, simulations or trajectories.",
    ),
    (
        lambda v: (
            ("model_answer" in v and ("task_id" in v or "reasoning_trace" in v))
            or {"Task_id", "Question"} <= set(v)
            or {"task_id", "Question", "Final answer"} <= set(v)
        ),
        "These are tasks of a benchmark and the answers to them, without the messages",
        _THE_RUN,
    ),
    (
        lambda v: "chosen" in v and "rejected" in v,
        "These are pairs of answers to learn from, not a run",
        _THE_RUN,
    ),
)

_LOG_LINE: Final = re.compile(
    r"\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\[?\d{2}:\d{2}:\d{2}|\w{3} +\d{1,2} \d{2}:\d{2}:\d{2} "
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\b"
)
_TEXTS: Final[tuple[tuple[re.Pattern[str], str, str], ...]] = (
    (re.compile(r"#!"), "This is a script", _NO_RUN),
    (
        re.compile(
            r"import (?:[^\n]{0,200}\bfrom )?['\"]|import (?:type )?\{|export (?:type|const|default|\{)"
            r"|const \w+ = |['\"]use (?:strict|client)"
        ),
        "This is JavaScript or TypeScript source",
        _NO_RUN,
    ),
    (
        re.compile(r"(?:from [\w.]+ import |import [\w.]+\s|\"\"\"|def \w+\(|class \w+)"),
        "This is Python source",
        _NO_RUN,
    ),
    (re.compile(r"# [^\n]+\n"), "This is a text in Markdown", _THE_LOG),
    (re.compile(r"\[[\w. -]+\]\s*\n\s*[\w.-]+\s*="), "This is a configuration file", _NO_RUN),
    (re.compile(r"[A-Z][A-Z0-9_]+="), "These are settings of an environment", _NO_RUN),
    (re.compile(r"diff --git |--- a/"), "This is a patch", _NO_RUN),
    (re.compile(r"TN:|SF:"), "This is a report of test coverage", _NO_RUN),
)
"""Texts that aren't JSON, by how they start."""


_BATON: Final = re.compile(r"(?m)^apiVersion: *[\"']?baton/")
_KIND: Final = re.compile(r"(?m)^kind: *[\"']?(\w+)")
_DOCUMENTS: Final = {
    "FactContract": "fact contract",
    "RoleSet": "set of role profiles",
    "Team": "team",
    "Binding": "binding of agents to parties",
    "PriorsSet": "set of counts",
    "Verifier": "verifier of results",
}
"""What stands in YAML under ``apiVersion: baton/v1``; a comment may go before it."""

_YAML: Final = re.compile(
    r"\s*(?:#[^\n]*\n\s*|---[^\n]*\n\s*|%YAML[^\n]*\n\s*)*(?:- )?[$\w.\"' -]+:(?:\s|$)"
)


def refuse_text(text: str) -> TraceFormatError:
    """Return the error for a text that is no JSON, saying what it looks like.

    Args:
        text: The file's text.
    """
    start = text.lstrip("\ufeff \t\r\n")[:200].lower()
    if start.startswith(("<!doctype html", "<html")):
        return NotATraceError("This is a web page, not a trace.", hint="Export the run as JSON.")
    if start.startswith("<"):
        return NotATraceError("This is XML, not a trace.", hint="Export the run as JSON.")
    known = known_text(text)
    if known is not None:
        return known
    if _YAML.match(text[:2000]):
        return NotATraceError(
            "This looks like YAML, not like a trace.",
            hint="Traces are JSON or JSONL; contracts and role sets are opened on their own pages.",
        )
    return TraceFormatError(
        f"This is neither JSON nor JSONL: it starts with “{' '.join(text.split())[:30]}”.",
        hint="Export the run as JSON or JSONL; the rows of a table can be mapped.",
    )


def refuse_value(first: Any) -> NotATraceError | None:
    """Return the error for a kind of file that is known to be no trace, else None.

    Args:
        first: The document, or the first line.
    """
    if isinstance(first, list) and first:
        if all(isinstance(item, int | float) for item in first[:3]):
            return NotATraceError("This is a list of numbers, not a trace.", hint=_NO_RUN)
        if all(isinstance(item, str) for item in first[:3]):
            return NotATraceError("This is a list of texts, not a trace.", hint=_THE_LOG)
        first = first[0]
    if not isinstance(first, dict):
        return None
    for fits, what, hint in (*PIECES, *_KINDS):
        if fits(first):
            return NotATraceError(f"{what}.", hint=hint)
    return None


def known_text(text: str) -> NotATraceError | None:
    """Return the error for a text of a kind that is known to be no trace, else None.

    Args:
        text: The file's text.
    """
    start = text.lstrip("\ufeff \t\r\n")[:4000]
    lines = [line for line in start.splitlines()[:20] if line.strip()]
    if len(lines) > 1 and sum(bool(_LOG_LINE.match(line)) for line in lines) * 2 > len(lines):
        return NotATraceError(
            "This is a program's log of a form that Baton doesn't know: it can't tell who speaks.",
            hint="Export the run as JSON, or as a trace of OpenTelemetry.",
        )
    if _BATON.search(start) and (own := _KIND.search(start)) and own[1] in _DOCUMENTS:
        return NotATraceError(
            f"This is Baton's own {_DOCUMENTS[own[1]]}, not a trace.",
            hint="Import the run that it is about; documents are opened on their own pages.",
        )
    for pattern, what, hint in _TEXTS:
        if pattern.match(start):
            return NotATraceError(f"{what}, not a trace.", hint=hint)
    return None
