"""Opening trace files of any known format.

`read_bytes` finds the format by content, never by a file's name, and returns everything that can
be used together with a line about each thing that can't. The same content gives the same traces,
whatever the file is called.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, Final

from core.errors import NotATraceError, TraceFormatError
from core.trace.garbage import without_collecting
from core.trace.importers.ag_ui import AgUiImporter
from core.trace.importers.agentscope import AgentScopeImporter
from core.trace.importers.agno import AgnoImporter
from core.trace.importers.antigravity import AntigravityImporter
from core.trace.importers.archive import EMPTY, MAGIC, Archive
from core.trace.importers.atif import AtifImporter
from core.trace.importers.autogen import AutogenImporter
from core.trace.importers.autogen_core import AutogenCoreImporter
from core.trace.importers.base import (
    HandoffCounts,
    Importer,
    ImportResult,
    Report,
    Source,
    count_handoffs,
)
from core.trace.importers.bedrock_agents import BedrockAgentsImporter
from core.trace.importers.chat import ChatImporter, TauBenchImporter, WhoWhenImporter
from core.trace.importers.claude_code import ClaudeCodeImporter
from core.trace.importers.codex import CodexImporter
from core.trace.importers.copilot_cli import CopilotCliImporter
from core.trace.importers.crewai import CrewAiImporter
from core.trace.importers.decode import SIZE_LIMIT, check_bytes, decode
from core.trace.importers.dify import DifyImporter
from core.trace.importers.editor_chats import ClineShownImporter, VsCodeChatImporter
from core.trace.importers.event_stream import is_stream, stream_values
from core.trace.importers.gemini_cli import GeminiCliImporter
from core.trace.importers.google_adk import GoogleAdkImporter
from core.trace.importers.gzipped import MAGIC as GZIP
from core.trace.importers.gzipped import plain_name, unpacked
from core.trace.importers.inspect_log import InspectImporter
from core.trace.importers.jaeger import JaegerImporter
from core.trace.importers.kimi_cli import KimiCliImporter
from core.trace.importers.kiro import KiroImporter
from core.trace.importers.langfuse import LangfuseImporter
from core.trace.importers.langgraph import LangGraphImporter
from core.trace.importers.langsmith import LangSmithImporter
from core.trace.importers.logs import LOGS, TextLog, find_log, read_log
from core.trace.importers.managed_agents import ManagedAgentsImporter
from core.trace.importers.marble import MarbleImporter
from core.trace.importers.mast import MastImporter
from core.trace.importers.message_trees import MessageTreesImporter
from core.trace.importers.mlflow import MlflowImporter
from core.trace.importers.n8n import N8nImporter
from core.trace.importers.native import NativeImporter
from core.trace.importers.openai_agents import OpenAIAgentsImporter, spans_in_log
from core.trace.importers.openai_answers import OpenAiAnswersImporter
from core.trace.importers.opencode import OpenCodeImporter
from core.trace.importers.openhands import OpenHandsImporter
from core.trace.importers.otel_sdk import OtelSdkImporter
from core.trace.importers.otlp import OtlpImporter
from core.trace.importers.packed import read_archive
from core.trace.importers.phoenix import PhoenixImporter
from core.trace.importers.pydantic_ai import PydanticAiImporter
from core.trace.importers.rasa import RasaImporter
from core.trace.importers.refused import refuse_value
from core.trace.importers.run_state import RunStateImporter
from core.trace.importers.run_steps import RunStepsImporter
from core.trace.importers.session_lines import SessionLinesImporter
from core.trace.importers.smol_steps import SmolStepsImporter
from core.trace.importers.source import check_numbers, inside, open_source
from core.trace.importers.span_rows import SpanRowsImporter
from core.trace.importers.swe_agent import SweAgentImporter
from core.trace.importers.weave import WeaveImporter
from core.trace.importers.zipkin import ZipkinImporter
from core.trace.model import Trace

__all__ = [
    "IMPORTERS",
    "HandoffCounts",
    "ImportResult",
    "Importer",
    "Report",
    "count_handoffs",
    "formats",
    "read_bytes",
    "read_held",
    "read_path",
]

IMPORTERS: Final[tuple[Importer, ...]] = (
    NativeImporter(),
    OtlpImporter(),
    JaegerImporter(),
    ZipkinImporter(),
    MlflowImporter(),
    WeaveImporter(),
    PhoenixImporter(),
    OtelSdkImporter(),
    LangfuseImporter(),
    RunStateImporter(),
    OpenAIAgentsImporter(),
    LangSmithImporter(),
    ManagedAgentsImporter(),
    MessageTreesImporter(),
    OpenCodeImporter(),
    VsCodeChatImporter(),
    ClineShownImporter(),
    AtifImporter(),
    BedrockAgentsImporter(),
    AgUiImporter(),
    AgentScopeImporter(),
    DifyImporter(),
    RasaImporter(),
    RunStepsImporter(),
    KiroImporter(),
    N8nImporter(),
    CodexImporter(),
    GeminiCliImporter(),
    CopilotCliImporter(),
    KimiCliImporter(),
    AntigravityImporter(),
    SessionLinesImporter(),
    OpenHandsImporter(),
    ClaudeCodeImporter(),
    GoogleAdkImporter(),
    InspectImporter(),
    SweAgentImporter(),
    MarbleImporter(),
    AutogenCoreImporter(),
    AutogenImporter(),
    CrewAiImporter(),
    AgnoImporter(),
    SmolStepsImporter(),
    OpenAiAnswersImporter(),
    LangGraphImporter(),
    PydanticAiImporter(),
    WhoWhenImporter(),
    TauBenchImporter(),
    MastImporter(),
    SpanRowsImporter(),
    ChatImporter(),
)
"""In the order in which they are asked; the last two take whatever looks like spans or messages."""


_JSON_START: Final = re.compile(r'\ufeff?\s*(?:[{"]|\[\s*[{\["\]])')
MOSTLY_BAD: Final = 9
"""A file with more than this many bad records for each good one is taken for something else."""


def formats() -> tuple[str, ...]:
    """Return what people call the formats that Baton reads."""
    titles = (*(importer.title for importer in IMPORTERS), *(log.title for log in LOGS))
    return tuple(dict.fromkeys(titles))


def read_bytes(
    data: bytes,
    name: str,
    *,
    limit: int = SIZE_LIMIT,
    progress: Callable[[int], None] | None = None,
) -> ImportResult:
    """Read the traces in a file's bytes.

    Args:
        data: The content.
        name: The file's name; names the traces, decides nothing.
        limit: Largest size in bytes.
        progress: Called with the number of records now and then; what it raises stops the import.

    Returns:
        The traces and what there is to say about them.

    Raises:
        TraceFormatError: If nothing can be used; says what is wrong, where, and what to do.
    """
    return read_held([data], name, limit=limit, progress=progress)


def read_held(
    held: list[bytes],
    name: str,
    *,
    limit: int = SIZE_LIMIT,
    progress: Callable[[int], None] | None = None,
    parsing: Callable[[int], None] | None = None,
) -> ImportResult:
    """Read the bytes that a list holds; see `read_bytes`.

    ``parsing`` is told the percent of a large file that are parsed.

    The list is emptied as soon as they are parsed, so that a large file isn't kept in memory twice.
    It keeps them if no importer knows the file.
    """
    report = Report(progress=progress, parsing=parsing)
    with without_collecting():
        return _held(held, name, limit, report)


def _held(held: list[bytes], name: str, limit: int, report: Report) -> ImportResult:
    data = held[0]
    try:
        if data.startswith((MAGIC, EMPTY)):
            return _archive(data, name, report, limit)
        if data.startswith(GZIP) and len(data) <= limit:
            data = held[0] = unpacked(data, limit=limit)
            name = plain_name(name)
        check_bytes(data, limit=limit)
        del data
        return _file(held, name, report)
    except RecursionError:
        raise TraceFormatError(
            "The data is nested too deeply to be a trace.",
            hint="Choose the file with the run in it.",
        ) from None


def _file(held: list[bytes], name: str, report: Report) -> ImportResult:
    data = held[0]
    if is_stream(data):
        values = stream_values(decode(data, limit=len(data)))
        data = held[0] = values or data
    log = _text_log(data)
    if log is not None:
        kind, text = log
        return _result(kind.name, kind.title, tuple(read_log(kind, text, name, report)), report)
    try:
        source = open_source(data, name, report)
    except TraceFormatError:
        found = spans_in_log(data, name)
        if found is None:
            raise
        source = found
    importer, source = _find(source, data)
    held.clear()
    del data
    return _result(importer.name, importer.title, tuple(importer.read(source, report)), report)


def _text_log(data: bytes) -> tuple[TextLog, str] | None:
    """Return a log in free text and its kind; a time in brackets may start it, as JSON does."""
    start = data[:4096].lstrip(b" \t\r\n\xef\xbb\xbf")
    if start[:1] == b"{" or (start[:1] == b"[" and not start[1:5].isdigit()):
        return None
    if start[:1] == b"[" and b"]" not in start[:40]:
        return None
    try:
        text = decode(data, limit=len(data))
    except TraceFormatError:
        return None
    if _JSON_START.match(text):
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    kind = find_log(text)
    return None if kind is None else (kind, text)


def _archive(data: bytes, name: str, report: Report, limit: int) -> ImportResult:
    archive = Archive(data, limit=limit)
    if archive.is_eval:
        importer = InspectImporter()
        traces = tuple(importer.read_archive(archive, name, report))
        return _result(importer.name, importer.title, traces, report)
    return read_archive(archive, lambda inner, title: read_bytes(inner, title, limit=limit), report)


def _result(name: str, title: str, traces: tuple[Trace, ...], report: Report) -> ImportResult:
    """Return what was read, or raise the error that says why there is nothing."""
    usable = report.records - report.bad_records
    if not traces or report.bad_records > MOSTLY_BAD * usable:
        raise _nothing(title, report)
    return ImportResult(
        format=name,
        title=title,
        traces=_differing(traces, report),
        problems=report.problems,
        bad_records=report.bad_records,
        records=report.records,
    )


def read_path(
    path: Path, *, limit: int = SIZE_LIMIT, progress: Callable[[int], None] | None = None
) -> ImportResult:
    """Read the traces in a file; see `read_bytes`.

    Raises:
        TraceFormatError: Also if the file can't be opened.
    """
    try:
        with path.open("rb") as file:
            held = [file.read(limit + 1)]  # one byte too many is refused by its size
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise TraceFormatError(
            f"The file can't be opened: {reason}.", where=path.name, hint="Check path and rights."
        ) from None
    return read_held(held, path.name, limit=limit, progress=progress)


def _find(source: Source, data: bytes) -> tuple[Importer, Source]:
    """Return the importer that knows a source, and the source as that importer takes it."""
    *particular, rows, messages = IMPORTERS
    for importer in particular:
        if importer.sniff(source):
            return importer, source
    within = list(inside(source))
    within += [deeper for part in within for deeper in inside(part)]
    for part in within:
        for importer in particular:
            if importer.sniff(part):
                return importer, part
    for general in (rows, messages):
        for one in (source, *within):
            if general.sniff(one):
                return general, one
    refusal = refuse_value(source.first)
    if refusal is not None:
        raise refusal
    check_numbers(data)
    raise TraceFormatError(
        f"This is JSON, but of no form that Baton knows: {_describe(source)}.",
        hint="Say with a mapping where sender, text and time stand. Read without one are traces of "
        "OpenTelemetry and of tracing tools, lists of chat messages, and the logs of agent frameworks.",
    )


def _describe(source: Source) -> str:
    first = source.first
    what = "lines, the first with" if source.is_lines else "an object with"
    if isinstance(first, list):
        if not first:
            return "an empty list"
        if not isinstance(first[0], dict):
            return "a list without objects"
        first, what = first[0], "a list, its first item with"
    if not isinstance(first, dict) or not first:
        return "an empty object"
    keys = [f"“{key[:30]}”" for key in list(first)[:6]]
    more = f" and {len(first) - 6} more" if len(first) > 6 else ""
    return f"{what} the keys {', '.join(keys)}{more}"


def _nothing(title: str, report: Report) -> TraceFormatError:
    problem = next((p for p in report.problems if p.severity == "error"), None)
    if any(p.code == "no-spans" for p in report.problems):
        told = next(p for p in report.problems if p.code == "no-spans")
        return NotATraceError(told.message, hint="Export the traces of the same run.")
    empty = next(
        (p for p in report.problems if p.code in ("chains-alone", "no-samples", "no-agents")), None
    )
    if empty is not None and empty.code == "no-agents":
        return NotATraceError(
            "These spans tell how a program ran: no agent and no model call is among them.",
            where=empty.where,
            hint="Export the spans of the agents and of their models as well.",
        )
    if empty is not None:
        return TraceFormatError(empty.message, where=empty.where)
    hint = f"It looks like the format “{title}”; check that it is the whole file."
    if problem is None:
        return TraceFormatError("The file holds no event of a run.", hint=hint)
    counts = f"{report.bad_records:,} of {report.records:,} records can't be used."
    return TraceFormatError(f"{problem.message} {counts}", where=problem.where, hint=hint)


def _differing(traces: tuple[Trace, ...], report: Report) -> tuple[Trace, ...]:
    """Return the traces without those whose content occurred before."""
    quick = Counter(map(_quick_key, traces))
    if all(count == 1 for count in quick.values()):
        return traces
    found: dict[Hashable, Trace] = {}
    for trace in traces:
        key: Hashable = _quick_key(trace)
        if quick[key] > 1:
            key = _content_key(trace)
        first = found.setdefault(key, trace)
        if first is not trace:
            report.info(
                f"“{trace.name}” has the same content as “{first.name}” and was left out.",
                code="duplicate-run",
            )
    return tuple(found.values())


def _quick_key(trace: Trace) -> Hashable:
    """Return a key that runs with the same content have in common."""
    events = trace.events
    return trace.task, len(events), events[0].text, events[-1].text, events[len(events) // 2].text


def _content_key(trace: Trace) -> Hashable:
    """Return a key that is equal for runs that differ in name and place only."""
    events = tuple(
        (
            *(event.seq, event.kind, event.sender, event.recipients, event.text, event.tool),
            *(event.call_id, event.at, event.recipients_from, event.kind_from, event.rule),
            *(event.broadcast, event.tokens, _as_text(event.metadata)),
        )
        for event in trace.events
    )
    around = _as_text(trace.labels), _as_text(trace.metadata)
    return trace.format, trace.agents, trace.task, events, around


def _as_text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, sort_keys=True) if value else ""
