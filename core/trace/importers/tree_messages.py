"""Single messages of chat pages' exports, in the common form.

Each function takes a message as the page keeps it and returns what it says: none if it is hidden,
two or more if words, calls and results lie in it together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.trace.importers.fields import json_text, text_or_none

CHATGPT: Final = "ChatGPT"
CLAUDE: Final = "Claude"
_EVERYBODY: Final = ("all", "user", "")
_NO_WORDS: Final = (
    "reasoning_recap", "user_editable_context", "model_editable_context", "system_error",
)  # fmt: skip
"""Kinds of ChatGPT's contents that nobody said."""


def chatgpt_message(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a message of ChatGPT's tree.

    Words for somebody else than the user are a call of the tool that they name.
    """
    author, content, meta = raw.get("author"), raw.get("content"), raw.get("metadata")
    if not isinstance(author, dict) or not isinstance(content, dict):
        return []
    role, kind = author.get("role"), content.get("content_type")
    hidden = isinstance(meta, dict) and meta.get("is_visually_hidden_from_conversation") is True
    if kind in _NO_WORDS or hidden or not isinstance(role, str):
        return []
    at = raw.get("create_time")
    if kind == "thoughts":
        thoughts = [_thought(item) for item in _list(content.get("thoughts"))]
        parts = [{"type": "thinking", "thinking": text} for text in thoughts if text]
        message = {"role": "assistant", "name": CHATGPT, "content": parts, "timestamp": at}
        return [message] if parts else []
    text = _chatgpt_text(content)
    if not text.strip():
        return []
    if role == "tool":
        tool = text_or_none(author.get("name"))
        return [{"role": "tool", "name": tool, "content": text, "timestamp": at}]
    if role != "assistant":
        return [{"role": role, "content": text, "timestamp": at}]
    message = {"role": "assistant", "name": CHATGPT, "content": text, "timestamp": at}
    to = text_or_none(raw.get("recipient")) or ""
    if to not in _EVERYBODY:
        message |= {"content": None, "tool_calls": [{"name": to, "arguments": text}]}
    return [message]


def _thought(item: Any) -> str:
    if not isinstance(item, dict):
        return ""
    return ": ".join(filter(None, map(text_or_none, (item.get("summary"), item.get("content")))))


def _chatgpt_text(content: Mapping[str, Any]) -> str:
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(filter(None, map(_chatgpt_part, parts)))
    for key in ("text", "result", "content"):
        if isinstance(content.get(key), str):
            return str(content[key])
    return ""


def _chatgpt_part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    kind = str(part.get("content_type", ""))
    if "image" in kind:
        return "[image]"
    text = part.get("text")
    return text if isinstance(text, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def claude_message(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a message of Claude's export: its parts, else its text; with the texts of files."""
    person = raw.get("sender") in ("human", "user")
    content: Any = raw.get("content")
    parts = [part for part in _list(content) if isinstance(part, dict)]
    parts = [part for part in parts if part.get("type") not in ("token_budget", "flag")]
    said = raw.get("text") if isinstance(raw.get("text"), str) else content
    content = parts or (said if isinstance(said, str) else "")
    for file in _list(raw.get("attachments")):
        text = file.get("extracted_content") if isinstance(file, dict) else None
        if text_or_none(text):
            content = [*(content if isinstance(content, list) else [content]), text]
    message = {
        "role": "user" if person else "assistant", "content": content,
        "timestamp": raw.get("created_at"),
    }  # fmt: skip
    if not person:
        message["name"] = CLAUDE
    return [message] if content else []


def webui_message(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a message of Open WebUI; the model that answers is who speaks."""
    role, content = raw.get("role"), raw.get("content")
    if not isinstance(role, str) or not content:
        return []
    message = {"role": role, "content": content, "timestamp": raw.get("timestamp")}
    name = text_or_none(raw.get("modelName")) or text_or_none(raw.get("model"))
    if role == "assistant" and name is not None:
        message["name"] = name
    usage = raw.get("usage")
    if isinstance(usage, dict):
        written = usage.get("completion_tokens", usage.get("eval_count"))
        message["usage"] = {"output_tokens": written}
    return [message]


def libre_message(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a message of LibreChat: words, thoughts, calls with what came back, and handovers."""
    at, person = raw.get("createdAt"), raw.get("isCreatedByUser") is True
    if person:
        text = text_or_none(raw.get("text"))
        return [{"role": "user", "content": text, "timestamp": at}] if text else []
    name = text_or_none(raw.get("sender")) or text_or_none(raw.get("model")) or "assistant"
    common = {"role": "assistant", "name": name, "timestamp": at}
    found = list(_libre_acts(_list(raw.get("content")), common))
    text = text_or_none(raw.get("text"))
    if not found and text:
        found = [{**common, "content": text}]
    if found and isinstance(raw.get("tokenCount"), int):
        found[0]["usage"] = {"output_tokens": raw["tokenCount"]}
    return found


def _libre_acts(parts: list[Any], common: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    name = common["name"]
    for part in parts:
        if not isinstance(part, dict):
            continue
        kind = part.get("type")
        inner = part.get(kind) if isinstance(kind, str) else None
        if kind == "text":
            text = inner.get("value") if isinstance(inner, dict) else inner
            if text_or_none(text):
                yield {**common, "name": name, "content": text}
        elif kind == "think" and text_or_none(inner):
            yield {**common, "name": name, "content": [{"type": "thinking", "thinking": inner}]}
        elif kind == "agent_update" and isinstance(inner, dict):
            name = text_or_none(inner.get("agentId")) or name
        elif kind == "tool_call" and isinstance(inner, dict):
            key, tool = inner.get("id"), inner.get("name")
            given = inner.get("args", inner.get("arguments", {}))
            call = {"id": key, "name": tool, "arguments": given}
            yield {**common, "name": name, "content": None, "tool_calls": [call]}
            if inner.get("output") is not None:
                back = json_text(inner["output"])
                yield {"role": "tool", "tool_call_id": key, "name": tool, "content": back}
