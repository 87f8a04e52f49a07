"""Whole messages as other frameworks write them, in the common form, and in the order of acts.

A message of the common form has ``role``, ``content``, perhaps ``name`` and ``tool_calls``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.trace.importers.fields import id_text, json_text
from core.trace.importers.part_forms import invocations, plain_parts

_WRAPS: Final = ("llm_message", "message")
"""Keys under which a record holds the message itself."""
_LISTS: Final = ("items", "Items", "blocks", "contents", "_content")
"""Keys of a message's parts."""
_BESIDE: Final = ("toolInvocations", "toolCalls")
_SAID: Final = ("text", "message")
"""Keys of a message's words, where they don't stand under ``content``."""
_BODIES: Final = ("payload", "body", "data")
"""Keys of what is handed over, as an object, where a message names sender and recipient."""
_TO: Final = ("receiver", "recipient", "to", "recipients", "target")
_SPEAKERS: Final = (
    "sender", "speaker", "from", "agent", "agent_name", "agentName", "from_agent", "actor",
)  # fmt: skip
"""Keys that say who speaks, without a doubt, where there is no role."""
_NAMES: Final = ("AuthorName", "authorName", "author_name", "agent_name", "agentName")
MARKS: Final = frozenset(
    (
        *_WRAPS,
        *_LISTS,
        *_BESIDE,
        *_SAID,
        *_NAMES,
        *_SPEAKERS,
        "message_type",
        "Role",
        "_role",
        "message_id",
        "parts",
        "toolCallId",
    )
)
"""Keys of messages that may be of another form than the common one."""
_CLOSER: Final = frozenset((*_LISTS, *_BESIDE, *_NAMES, "Role", "_role"))
"""Keys for which a message with a role is written anew."""
_HOLDS: Final = frozenset(
    ("content", "tool_calls", "function_call", *_LISTS, *_BESIDE, "parts", "value")
)
"""Keys under which a message says something already."""
_LETTA: Final = {
    "user_message": "user", "system_message": "system", "assistant_message": "assistant",
    "reasoning_message": "assistant", "tool_call_message": "assistant",
    "tool_return_message": "tool",
}  # fmt: skip
"""Kinds of messages of Letta, and who speaks."""
_WORDS: Final = ("text", "input_text", "output_text")
"""Types of parts that are words."""
_ROLE_KEYS: Final = ("role", "Role", "_role")


def _role(raw: Mapping[str, Any]) -> str | None:
    for key in _ROLE_KEYS:
        value = raw.get(key)
        if isinstance(value, dict):  # .NET writes a role as an object with a label
            value = value.get("Label") or value.get("label") or value.get("value")
        if isinstance(value, str):
            return value
    return None


def _wrapped(raw: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the message that a record of a session holds, with the record's role and time."""
    if "content" in raw:
        return None
    for key in _WRAPS:
        if key not in raw or not isinstance(inner := raw[key], dict):
            continue
        role = inner.get("role", raw.get("role"))
        if isinstance(role, str) and ("content" in inner or "role" in inner):
            found = {**inner, "role": role}
            for time in ("timestamp", "created_at"):
                if time in raw:
                    found.setdefault(time, raw[time])
            return found
    return None


def _body(raw: Mapping[str, Any]) -> str | None:
    """Return what a message hands over: the words in its body, else the body itself."""
    body = next((raw[key] for key in _BODIES if isinstance(raw.get(key), dict | str)), None)
    if not isinstance(body, dict):
        return body
    words = (body.get(key) for key in ("content", "text", "message", "msg"))
    return next((word for word in words if isinstance(word, str) and word.strip()), json_text(body))


def _common_keys(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a message with its words under ``content`` and a call's id under the common key."""
    found = raw
    if not _HOLDS.intersection(raw):
        said = next((raw[key] for key in _SAID if isinstance(raw.get(key), str)), None)
        if said is None and any(key in raw for key in _TO):
            said = _body(raw)
        found = raw if said is None else {**raw, "content": said}
    if "toolCallId" in raw and "tool_call_id" not in raw:
        found = {**found, "tool_call_id": raw["toolCallId"]}
        if isinstance(raw.get("toolName"), str):
            found.setdefault("name", raw["toolName"])
    return found


def _letta(raw: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return a message of Letta in the common form."""
    found: dict[str, Any] = {"role": _LETTA[kind], "content": raw.get("content")}
    if isinstance(raw.get("name"), str):
        found["name"] = raw["name"]
    if "date" in raw:
        found["date"] = raw["date"]
    if kind == "reasoning_message":
        found["content"] = [{"type": "thinking", "thinking": raw.get("reasoning")}]
    elif kind == "tool_call_message":
        call = raw.get("tool_call")
        call = call if isinstance(call, dict) else {}
        found["tool_calls"] = [{**call, "id": call.get("tool_call_id")}]
    elif kind == "tool_return_message":
        found |= {"tool_call_id": raw.get("tool_call_id"), "content": raw.get("tool_return")}
    return found


def plain_message(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a message in the common form; one that has it already as it is."""
    if MARKS.isdisjoint(raw):
        return raw
    inner = _wrapped(raw)
    if inner is not None:
        raw = inner
        if MARKS.isdisjoint(raw):
            return raw
    kind = raw.get("message_type")
    if isinstance(kind, str) and kind in _LETTA:
        return _letta(raw, kind)
    role = _role(raw)
    if role is None:
        speaker = next((raw[key] for key in _SPEAKERS if isinstance(raw.get(key), str)), None)
        if speaker is None or ("from" in raw and "value" in raw):
            return raw
        return {"sender": speaker, **_common_keys(raw)}
    raw = _common_keys(raw)
    return raw if _CLOSER.isdisjoint(raw) else _rewritten(raw, role)


def _rewritten(raw: dict[str, Any], role: str) -> dict[str, Any]:
    """Return a message with its role, name and parts under the common keys."""
    parts = next((raw[key] for key in _LISTS if isinstance(raw.get(key), list)), None)
    content = raw.get("content")
    beside = [part for key in _BESIDE for part in invocations(raw.get(key))]
    name = next((raw[key] for key in _NAMES if isinstance(raw.get(key), str)), None)
    if parts is None and not beside and name is None and "Role" not in raw and "_role" not in raw:
        return raw
    found = {
        key: value
        for key, value in raw.items()
        if key not in _LISTS and key not in _BESIDE and key not in ("Role", "_role")
    }
    found["role"] = role
    if name is not None:
        found.setdefault("name", name)
    if parts is not None and not isinstance(content, str):
        found["content"] = parts
    if beside:
        said = content if isinstance(content, list) else [content] if content else []
        found.pop("parts", None)
        found["content"] = [*beside, *said]
    if isinstance(found.get("content"), list):  # read by their kind, whatever that is called
        found["content"] = [plain for part in found["content"] for plain in plain_parts(part)]
    return found


def acts(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a message as the acts that it holds, in their order.

    Some write a whole turn as one message: words, a call, what came back, and words again. It is
    cut where something came back.

    Args:
        raw: A message in the common form.

    Returns:
        The message alone, or its acts; what came back is an act of the tool.
    """
    several = raw.get("tool_messages")
    if isinstance(several, list):  # tau2: the results of calls that were made at once
        return [one for one in several if isinstance(one, dict)] or [raw]
    calls = raw.get("tool_calls")
    if isinstance(calls, list) and any(map(_came_back, calls)):
        return [raw, *map(_result_of, filter(_came_back, calls))]
    content = raw.get("content")
    if content is None:
        content = raw.get("parts")
    if not isinstance(content, list) or len(content) < 2 or raw.get("role") == "tool":
        return [raw]
    if all([isinstance(part, str) or _says_only(part) for part in content]):
        return [raw]
    parts = [plain for part in content for plain in plain_parts(part)]
    kinds = [part.get("type") if isinstance(part, dict) else None for part in parts]
    if "tool_result" not in kinds:
        return [raw]
    typed = list(zip(parts, kinds, strict=True))
    called = {id_text(part.get("id")) for part, kind in typed if kind == "tool_use"}
    called.discard(None)
    back = [kind == "tool_result" and _result_id(part) in called for part, kind in typed]
    if True not in back:
        return [raw]
    shared = {
        key: value for key, value in raw.items() if key not in ("content", "parts", "id", "usage")
    }
    found: list[dict[str, Any]] = []
    tool = {key: value for key, value in shared.items() if key not in ("name", "role")}
    tool["role"] = "tool"
    for part, is_back in zip(parts, back, strict=True):
        if is_back:
            found.append({**tool, "content": [part]})
        elif found and found[-1].get("role") != "tool":
            found[-1]["content"].append(part)
        else:
            found.append({**shared, "content": [part]})
    if "usage" in raw:
        found[0]["usage"] = raw["usage"]
    return found


def _says_only(part: Any) -> bool:
    """Whether a part is known to hold no call and nothing that came back."""
    if not isinstance(part, dict):
        return False
    kind = part.get("type")
    return kind in _WORDS or (kind == "image" and len(part) == 1)


def _came_back(call: Any) -> bool:
    """Whether a call holds what came back, as some write it."""
    if not isinstance(call, dict):
        return False
    return call.get("output") is not None or call.get("result") is not None


def _result_of(call: Mapping[str, Any]) -> dict[str, Any]:
    found = call["output"] if call.get("output") is not None else call["result"]
    name = next((call[key] for key in ("tool", "name") if isinstance(call.get(key), str)), None)
    text = found if isinstance(found, str) else json_text(found)
    return {"role": "tool", "tool_call_id": call.get("id"), "name": name, "content": text}


def _result_id(part: Mapping[str, Any]) -> str | None:
    for key in ("call_id", "tool_use_id", "id"):
        if key in part and (found := id_text(part[key])):
            return found
    return None
