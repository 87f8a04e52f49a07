"""Chats of coding assistants inside an editor: VS Code's chat export, and what Cline's page shows.

VS Code keeps a request with all that answered it; Cline and Roo Code keep lines of what was said
(``say``) and asked (``ask``). The conversation that Cline sends to the model is a list of messages
and is read as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, json_text, read_nested, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

COPILOT: Final = "GitHub Copilot"
CLINE: Final = "Cline"
_SAYS: Final = ("say", "ask")


def _is_request(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("message"), dict | str)
        and isinstance(value.get("response"), list)
    )


def _requests(value: Any) -> list[Any] | None:
    found = value.get("requests") if isinstance(value, dict) else None
    return found if isinstance(found, list) and any(map(_is_request, found[:3])) else None


class VsCodeChatImporter:
    """Chats that VS Code exports."""

    name = "vscode_chat"
    title = "VS Code chat"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a chat with requests and what answered them."""
        return _requests(source.first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each chat."""
        for record in source.records():
            requests = _requests(record.value)
            if requests is None:
                report.record()
                report.bad("This is no chat with requests.", record.where)
                continue
            log = SessionLog()
            if text_or_none(record.value.get("sessionId")):
                log.about["session_id"] = record.value["sessionId"]
            agent = text_or_none(record.value.get("responderUsername")) or COPILOT
            for index, request in enumerate(requests):
                where = f"{record.where}.requests[{index}]"
                report.record()
                if _is_request(request):
                    _request(log, request, agent, where)
                else:
                    report.bad("This is no request with an answer.", where)
            own = record.where if source.is_lines else ""
            trace = log.trace(source, report, self.name, own)
            if trace is not None:
                yield trace


def _request(log: SessionLog, request: dict[str, Any], agent: str, where: str) -> None:
    at, asked = request.get("timestamp"), request["message"]
    text = asked.get("text") if isinstance(asked, dict) else asked
    if text_or_none(text):
        log.add({"role": "user", "content": text}, where, at)
    result = request.get("result")
    meta = result.get("metadata") if isinstance(result, dict) else None
    given, back = _rounds(meta if isinstance(meta, dict) else {})
    said: list[str] = []

    def flush() -> None:
        words = "".join(said).strip()
        said.clear()
        if words:
            log.add({"role": "assistant", "name": agent, "content": words}, where)

    for item in request["response"]:
        if not isinstance(item, dict):
            continue
        kind = item.get("kind")
        if kind == "toolInvocationSerialized":
            flush()
            _ran(log, item, agent, where, given, back)
        elif kind == "thinking" and text_or_none(_text(item.get("value"))):
            flush()
            thought = {"type": "thinking", "thinking": _text(item["value"])}
            log.add({"role": "assistant", "name": agent, "content": [thought]}, where)
        elif kind in (None, "markdownContent", "markdownVuln"):
            said.append(_text(item.get("content") if kind else item.get("value", item)))
        elif kind == "inlineReference":
            said.append(_text(item.get("name")))
    flush()


def _text(value: Any) -> str:
    """Return words that may be wrapped with what the page needs to show them."""
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, list):
        return "\n".join(filter(None, map(_text, value)))
    return value if isinstance(value, str) else ""


def _rounds(meta: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what the calls were given and what came back, by the ids of the calls."""
    given: dict[str, Any] = {}
    back: dict[str, str] = {}
    rounds = meta.get("toolCallRounds")
    for one in rounds if isinstance(rounds, list) else ():
        calls = one.get("toolCalls") if isinstance(one, dict) else None
        for call in calls if isinstance(calls, list) else ():
            key = id_text(call.get("id")) if isinstance(call, dict) else None
            if key is not None:
                given[_plain(key)] = call.get("arguments")
    results = meta.get("toolCallResults")
    for key, result in results.items() if isinstance(results, dict) else ():
        content = result.get("content") if isinstance(result, dict) else None
        texts = [_text(part) for part in content if part] if isinstance(content, list) else []
        back[_plain(key)] = "\n".join(filter(None, texts))
    return given, back


def _plain(key: str) -> str:
    return key.split("__vscode", 1)[0]


def _ran(
    log: SessionLog, item: dict[str, Any], agent: str, where: str, given: Mapping[str, Any],
    back: Mapping[str, str],
) -> None:  # fmt: skip
    key = id_text(item.get("toolCallId")) or where
    details, special = item.get("resultDetails"), item.get("toolSpecificData")
    details = details if isinstance(details, dict) else {}
    special = special if isinstance(special, dict) else {}
    line = special.get("commandLine")
    command = line.get("original") if isinstance(line, dict) else special.get("command")
    tool = text_or_none(item.get("toolId")) or "tool"
    asked = given.get(_plain(key))
    if special.get("kind") == "subagent" and asked is None:
        asked = {k: special.get(k) for k in ("agentName", "prompt", "description")}
    if asked is None:
        asked = details.get("input") or command or special.get("rawInput")
    log.call(agent, tool, asked or _text(item.get("invocationMessage")), where, key=key)
    found = back.get(_plain(key)) or _text(details.get("output")) or _text(special.get("result"))
    found = found or _text(item.get("pastTenseMessage"))
    if found:
        log.back(key, found, where, tool=tool)


def _is_shown(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") in _SAYS and "ts" in value


class ClineShownImporter:
    """What the page of Cline or Roo Code shows of a task."""

    name = "cline_shown"
    title = "Cline or Roo Code task"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a list of what was said and asked."""
        first = source.first
        return isinstance(first, list) and any(map(_is_shown, first[:3]))

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the task."""
        log = SessionLog()
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = f"{record.where}[{index}]"
                report.record()
                if not _is_shown(item):
                    report.bad("This is nothing that the page showed.", where)
                elif item.get("partial") is not True:
                    _shown(log, item, where)
        trace = log.trace(source, report, self.name)
        if trace is not None:
            yield trace


def _shown(log: SessionLog, item: dict[str, Any], where: str) -> None:
    kind = text_or_none(item.get(item["type"])) or ""
    text, at = text_or_none(item.get("text")), item.get("ts")
    if text is None:
        return
    first = not log.messages
    if first or kind in ("user_feedback", "user_feedback_diff"):
        log.add({"role": "user", "content": text}, where, at)
    elif kind in ("tool", "command", "use_mcp_server", "use_mcp_tool"):
        inner = read_nested(text)
        tool = text_or_none(inner.get("tool")) if isinstance(inner, dict) else None
        log.call(CLINE, tool or kind, text, where, at=at)
    elif kind in ("command_output", "mcp_server_response", "browser_action_result"):
        log.back(None, text, where, at=at)
    elif kind == "reasoning":
        thought = {"type": "thinking", "thinking": text}
        log.add({"role": "assistant", "name": CLINE, "content": [thought]}, where, at)
    elif kind in ("text", "completion_result", "followup", "plan_mode_respond"):
        inner = read_nested(text)
        said = inner.get("question") or inner.get("response") if isinstance(inner, dict) else None
        said = text_or_none(said) or text
        last = log.messages[-1]
        if last.get("role") != "assistant" or last.get("content") != said:
            log.add({"role": "assistant", "name": CLINE, "content": json_text(said)}, where, at)
