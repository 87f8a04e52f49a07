"""One message as the model vendors and frameworks write it.

Read here: OpenAI chat (``content``, ``tool_calls``, role ``tool``), Anthropic content blocks,
the parts of the OpenTelemetry conventions for generative AI, Gemini parts, and LangChain messages
(``type`` in place of ``role``). What a message means in a conversation is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from core.trace.importers.fields import (
    IMAGE,
    NotTextError,
    content_text,
    id_text,
    json_text,
    read_nested,
    text_or_none,
    type_word,
)
from core.trace.importers.message_forms import plain_message
from core.trace.importers.message_model import Call as Call
from core.trace.importers.message_model import Message as Message
from core.trace.importers.message_model import PlainMessage as PlainMessage
from core.trace.importers.message_model import Result as Result
from core.trace.importers.message_model import Role as Role
from core.trace.importers.part_forms import plain_parts

_ROLES: Final[dict[str, Role]] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "bot": "assistant",
    "gpt": "assistant",
    "tool": "tool",
    "function": "tool",
    "ipython": "tool",
    "usermessage": "user",
    "apimessage": "assistant",
    "toolresult": "tool",
    "tool_result": "tool",
    "tool_response": "tool",
}


_TEXT_TYPES: Final = ("text", "input_text", "output_text")
_CALL_TYPES: Final = ("tool_use", "tool_call", "function_call")
_RESULT_TYPES: Final = ("tool_result", "tool_call_response", "function_response")
_OTHER_NAMES: Final = ("tool", "tool_name", "toolName")
_ARGUMENTS: Final = ("arguments", "args", "input", "parameters")
_THOUGHT_TYPES: Final = ("thinking", "reasoning")
_GEMINI: Final = {
    "call": ("function_call", "functionCall"),
    "response": ("function_response", "functionResponse"),
}
_LONGEST_ROLE: Final = 300
"""Longer roles are not remembered."""
_LOOK_CLOSER: Final = frozenset((*_GEMINI["call"], *_GEMINI["response"], "reasoning"))
"""Keys of parts that say more than their type does."""
NO_CALLS: Final[Sequence[Call]] = ()
BESIDE_TEXT: Final = frozenset(
    ("tool_calls", "function_call", "reasoning_content", "additional_kwargs")
)
"""Keys with which a message says more than its text."""


def standard_role(text: str) -> Role:
    """Return the standard role that a role's text means, or ''."""
    found = _ROLES.get(text)
    return _ROLES.get(text.strip().casefold(), "") if found is None else found


def looks_like_message(value: object) -> bool:
    """Whether a JSON value has the shape of a chat message."""
    if not isinstance(value, dict):
        return False
    value = plain_message(value)
    if isinstance(value.get("role"), str) and "content" in value:
        return True
    if isinstance(value.get("from"), str) and "value" in value:
        return True
    says_who = any(
        isinstance(value.get(key), str) for key in ("role", "name", "source", "sender", "speaker")
    ) or (isinstance(value.get("type"), str) and standard_role(value["type"]) != "")
    return says_who and any(
        key in value for key in ("content", "tool_calls", "parts", "function_call")
    )


@lru_cache(1024)
def known_role(role: str) -> tuple[Role, str]:
    """Return the standard role that a role's text means, or '', and the text without space."""
    text = role.strip()
    return standard_role(text), text


def read_message(raw: Mapping[str, Any]) -> Message:
    """Read one message.

    Raises:
        NotTextError: If a number or the like stands where text is due.
    """
    raw_role = raw.get("role")
    if isinstance(raw_role, str):
        if len(raw_role) > _LONGEST_ROLE:
            return _read(raw, standard_role(raw_role), raw_role.strip())
        role, text = known_role(raw_role)
        content = raw.get("content")
        if isinstance(content, str) and role != "tool" and BESIDE_TEXT.isdisjoint(raw):
            return PlainMessage(role, text, content)  # most messages are no more than this
        return _read(raw, role, text)
    if raw_role is not None:
        raise NotTextError(f"“role” must be text, but it is {type_word(raw_role)}")
    if "from" in raw and "value" in raw:
        return _shared(raw)
    kind = raw.get("type")
    if isinstance(kind, str):
        if kind in _ITEMS:
            return _ITEMS[kind](raw)
        if role := standard_role(kind):
            return _read(raw, role, kind.strip())
    return _read(raw, "", "")


def _read(raw: Mapping[str, Any], role: Role, role_text: str) -> Message:
    content = raw.get("content")
    if content is None and isinstance(raw.get("parts"), list):
        content = raw["parts"]
    says_more = not BESIDE_TEXT.isdisjoint(raw)
    is_plain = role != "tool" and not says_more
    plain = _plain_text(content) if isinstance(content, list) else None
    if plain is not None and is_plain:
        return PlainMessage(role, role_text, plain)
    parts = _said(content) if plain is None else Said(plain)
    if is_plain and not parts.says_more:
        return PlainMessage(role, role_text, parts.text)
    message = Message(role, role_text, parts.text)
    message.thoughts, message.results = parts.thoughts, parts.results
    message.calls = parts.calls
    if role == "tool" and not parts.results:
        message.results = [_tool_result(raw, parts.text)]
        message.text = ""
    if says_more:
        message.calls = [*_calls(raw), *parts.calls]
        reasoning = text_or_none(raw.get("reasoning_content"))
        if reasoning:
            message.thoughts = [*parts.thoughts, reasoning]
    return message


class Said:
    """What the content of a message says."""

    calls: Sequence[Call] = ()
    results: Sequence[Result] = ()
    thoughts: Sequence[str] = ()
    says_more = False
    """Whether there is more than the text, or it took a closer look to know."""

    def __init__(self, text: str) -> None:
        self.text = text


def _said(content: Any) -> Said:
    """Return what the content of a message says that is no list of plain texts."""
    if isinstance(content, str):
        return Said(content)
    if content is None:
        nothing = Said("")
        nothing.says_more = True
        return nothing
    if isinstance(content, list):
        usual = said_in(content)
        if usual is not None:
            return usual
        content = [common for part in content for common in plain_parts(part)]
    found = Said(content_text(_texts_only(content)))
    blocks = list(_blocks(content))
    found.calls = [call for call in map(_block_call, blocks) if call]
    found.results = [result for result in map(_block_result, blocks) if result]
    found.thoughts = [thought for thought in map(_block_thought, blocks) if thought]
    found.says_more = True
    return found


def said_in(content: list[Any]) -> Said | None:
    """Return what parts of the usual types say, None if one needs a closer look.

    The same as the long way returns, in a third of the time.
    """
    texts: list[str] = []
    calls: list[Call] = []
    results: list[Result] = []
    thoughts: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
            continue
        if not isinstance(part, dict) or not _LOOK_CLOSER.isdisjoint(part):
            return None
        kind = part.get("type")
        if kind in _TEXT_TYPES or (kind is None and len(part) == 1):
            text = part.get("text")
            if text is None:
                text = part.get("content")
            if not isinstance(text, str):
                return None
            texts.append(text)
        elif kind == "image" and len(part) == 1:
            texts.append(IMAGE)
        elif kind in _CALL_TYPES:
            calls.append(_call(part, part.get("call_id") or part.get("id")))
        elif kind in _RESULT_TYPES:
            results.append(_typed_result(part))
        elif kind in _THOUGHT_TYPES:
            thought = _block_thought(part)
            if thought:
                thoughts.append(thought)
        else:
            return None
    found = Said(texts[0] if len(texts) == 1 else "\n".join(texts))
    found.calls, found.results, found.thoughts = calls, results, thoughts
    found.says_more = bool(calls or results or thoughts)
    return found


def plain_calls(calls: Any) -> Sequence[Call] | None:
    """Return the calls under ``tool_calls``, None if they need a closer look.

    They do if one holds what came back as well: it is an act of its own then.
    """
    if not calls:
        return NO_CALLS if calls is None or calls == [] else None
    if not isinstance(calls, list):
        return None
    for call in calls:
        if call.__class__ is not dict or call.get("output") is not None:
            return None
        if call.get("result") is not None:
            return None
    return [_call(call) for call in calls]


def full_message(
    role: Role, raw_role: str, text: str, said: Said | None, calls: Sequence[Call]
) -> Message:
    """Return a message that says a text and more.

    Args:
        role: Its standard role.
        raw_role: Its role as it stands there.
        text: Its words.
        said: What its parts say, if it has any.
        calls: Calls that stand beside its text.
    """
    message = Message(role, raw_role, text)
    if said is None:
        message.calls = calls
    else:
        message.thoughts, message.results = said.thoughts, said.results
        message.calls = [*calls, *said.calls] if calls else said.calls
    return message


def result_id(raw: Mapping[str, Any]) -> str | None:
    """Return the id of the call that a message of a tool answers, None if it doesn't say it.

    Args:
        raw: The message, of the role of a tool.
    """
    own = raw.get("tool_call_id")
    key = None if own is None else id_text(own)
    if key is None and "requestor" in raw:
        key = id_text(raw.get("id"))  # tau2: the message has the id of the call
    return key


def _tool_result(raw: Mapping[str, Any], text: str) -> Result:
    return Result(text_or_none(raw.get("name")), text, result_id(raw))


def _shared(raw: Mapping[str, Any]) -> Message:
    """Read a message as ShareGPT and data sets like it write it: ``from`` and ``value``."""
    who, value = str(raw["from"]).strip(), raw["value"]
    if who == SHARED_ACTS[0]:
        called = shared_call(value)
        if called is not None:
            return called
    if who == SHARED_ACTS[1]:
        return read_message({"role": "tool", "content": value})
    return read_message({"role": who, "content": value})


def shared_call(value: Any) -> Message | None:
    """Return the call that a message of ShareGPT holds, None if it holds none.

    Args:
        value: What stands there, mostly JSON in a text.
    """
    call = read_nested(value)
    if not isinstance(call, dict):
        return None
    message = _called(call)
    message.raw_role = "gpt"
    return message


def _called(raw: Mapping[str, Any]) -> Message:
    message = Message("assistant", "assistant", "")
    message.calls = [_call(raw, raw.get("call_id"))]
    return message


def _returned(raw: Mapping[str, Any]) -> Message:
    message = Message("tool", "tool", "")
    found = (raw[key] for key in ("output", "result", "content") if raw.get(key) is not None)
    value = next(found, None)
    text = json_text(value) if isinstance(value, dict) else content_text(value)
    message.results = [Result(text_or_none(raw.get("name")), text, id_text(raw.get("call_id")))]
    return message


def _reasoned(raw: Mapping[str, Any]) -> Message:
    message = Message("assistant", "assistant", "")
    message.thoughts = [text for text in (content_text(raw.get("summary")),) if text]
    return message


_ITEMS: Final = {
    "function_call": _called,
    "tool_call": _called,
    "tool_use": _called,
    "function_call_output": _returned,
    "function_result": _returned,
    "tool_result": _returned,
    "reasoning": _reasoned,
}
SHARED_ACTS: Final = ("function_call", "observation")
"""What ShareGPT says in place of somebody where a tool is called and where it answers."""
ITEM_TYPES: Final = frozenset(_ITEMS)
"""Items that stand beside messages and have no role, as in OpenAI's responses."""


def _plain_text(parts: list[Any]) -> str | None:
    """Return the text of parts that are lines or plain texts, None if one says more."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, dict):
            if part.get("type") not in _TEXT_TYPES and not (len(part) == 1 and "text" in part):
                return None
            part = part.get("text", part.get("content"))
        if not isinstance(part, str):
            return None
        texts.append(part)
    return texts[0] if len(texts) == 1 else "\n".join(texts)


def _blocks(content: Any) -> Iterable[dict[str, Any]]:
    if isinstance(content, list):
        for part in content:
            if isinstance(part, dict):
                yield part


def _texts_only(content: Any) -> Any:
    """Return the content without Gemini's parts that hold calls or results and have no type."""
    if not isinstance(content, list):
        return content
    return [
        part
        for part in content
        if not (isinstance(part, dict) and (_gemini(part, "call") or _gemini(part, "response")))
    ]


def _gemini(part: Mapping[str, Any], what: str) -> dict[str, Any] | None:
    for key in _GEMINI[what]:
        if isinstance(part.get(key), dict):
            return part[key]  # type: ignore[no-any-return]
    return None


def _calls(raw: Mapping[str, Any]) -> list[Call]:
    calls = raw.get("tool_calls")
    if not calls and isinstance(extra := raw.get("additional_kwargs"), dict):
        calls = extra.get("tool_calls")  # LangChain keeps the raw calls beside parsed ones
    found: list[Call] = []
    if isinstance(calls, list):
        found = [_call(call) for call in calls if isinstance(call, dict)]
    legacy = raw.get("function_call")
    if isinstance(legacy, dict):
        found.append(_call(legacy))
    return found


def _first(value: Mapping[str, Any], keys: Iterable[str]) -> Any:
    for key in keys:
        found = value.get(key)
        if found is not None:
            return found
    return None


def _first_text(value: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    for key in keys:
        found = text_or_none(value.get(key))
        if found is not None:
            return found
    return None


def _call(call: Mapping[str, Any], call_id: Any = None) -> Call:
    """Return a call; the id may stand apart from it."""
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    tool = text_or_none(inner.get("name"))
    if tool is None:
        tool = _first_text(inner, _OTHER_NAMES) or text_or_none(function) or "tool"
    arguments = inner.get("arguments")
    if arguments is None:
        arguments = _first(inner, _ARGUMENTS)
    if arguments is None and inner is not call:
        arguments = _first(call, _ARGUMENTS)
    return Call(
        tool, "" if arguments is None else json_text(arguments), id_text(call_id or call.get("id"))
    )


def _block_call(part: Mapping[str, Any]) -> Call | None:
    gemini = _gemini(part, "call")
    if gemini is not None:
        return _call({"id": gemini.get("id"), "function": gemini})
    if part.get("type") in _CALL_TYPES:
        return _call(part, part.get("call_id") or part.get("id"))
    return None


def _block_result(part: Mapping[str, Any]) -> Result | None:
    gemini = _gemini(part, "response")
    if gemini is not None:
        text = json_text(gemini.get("response", ""))
        return Result(text_or_none(gemini.get("name")), text, id_text(gemini.get("id")))
    return _typed_result(part) if part.get("type") in _RESULT_TYPES else None


def _typed_result(part: Mapping[str, Any]) -> Result:
    body: Any = ""
    for key in ("content", "response", "result", "output"):
        if key in part and part[key] is not None:
            body = part[key]
            break
    text = content_text(body) if isinstance(body, list) else json_text(body)
    call_id = None
    for key in ("tool_use_id", "call_id", "id"):
        if key in part and (call_id := id_text(part[key])):
            break
    return Result(text_or_none(part.get("name")), text, call_id)


def _block_thought(part: Mapping[str, Any]) -> str | None:
    if part.get("type") not in _THOUGHT_TYPES:
        return None
    for key in ("thinking", "text", "content", "reasoning"):
        if isinstance(part.get(key), str):
            return text_or_none(part[key])
    return None


@lru_cache(4096)
def same_name_key(name: str) -> str:
    """Return a key that is equal for spellings of a name: ``Billing Agent``, ``billing_agent``."""
    return re.sub(r"[\W_]+", "", name).casefold()
