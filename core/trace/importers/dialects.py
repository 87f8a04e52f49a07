"""One message as the model vendors and frameworks write it.

Read here: OpenAI chat (``content``, ``tool_calls``, role ``tool``), Anthropic content blocks,
the parts of the OpenTelemetry conventions for generative AI, Gemini parts, and LangChain messages
(``type`` in place of ``role``). What a message means in a conversation is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from core.trace.importers.contents import Said, calls_of, content_said, plain_text, read_call
from core.trace.importers.fields import (
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


_LONGEST_ROLE: Final = 300
"""Longer roles are not remembered."""
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
    if isinstance(value.get("role"), str) and "content" in value:
        return True
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
    plain = plain_text(content) if isinstance(content, list) else None
    if plain is not None and is_plain:
        return PlainMessage(role, role_text, plain)
    parts = content_said(content) if plain is None else Said(plain)
    if is_plain and not parts.says_more:
        return PlainMessage(role, role_text, parts.text)
    message = Message(role, role_text, parts.text)
    message.thoughts, message.results = parts.thoughts, parts.results
    message.calls = parts.calls
    if role == "tool" and not parts.results:
        message.results = [_tool_result(raw, parts.text)]
        message.text = ""
    if says_more:
        message.calls = [*calls_of(raw), *parts.calls]
        reasoning = text_or_none(raw.get("reasoning_content"))
        if reasoning:
            message.thoughts = [*parts.thoughts, reasoning]
    return message


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
    message.calls = [read_call(raw, raw.get("call_id"))]
    return message


def _returned(raw: Mapping[str, Any]) -> Message:
    message = Message("tool", "tool", "")
    found = (raw[key] for key in ("output", "result", "content") if raw.get(key) is not None)
    value = next(found, None)
    text = json_text(value) if isinstance(value, dict) else content_text(value)
    message.results = [Result(text_or_none(raw.get("name")), text, id_text(raw.get("call_id")))]
    return message


def read_item(kind: str, raw: Mapping[str, Any]) -> Message | None:
    """Return an item that stands beside messages, None if this is another kind."""
    reader = _ITEMS.get(kind)
    return None if reader is None else reader(raw)


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


@lru_cache(4096)
def same_name_key(name: str) -> str:
    """Return a key that is equal for spellings of a name: ``Billing Agent``, ``billing_agent``."""
    return re.sub(r"[\W_]+", "", name).casefold()
