"""One message as the model vendors and frameworks write it.

Read here: OpenAI chat (``content``, ``tool_calls``, role ``tool``), Anthropic content blocks,
the parts of the OpenTelemetry conventions for generative AI, Gemini parts, and LangChain messages
(``type`` in place of ``role``). What a message means in a conversation is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

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
from core.trace.importers.part_forms import plain_parts

Role: TypeAlias = Literal["system", "user", "assistant", "tool", ""]

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
_BESIDE_TEXT: Final = frozenset(
    ("tool_calls", "function_call", "reasoning_content", "additional_kwargs")
)
"""Keys with which a message says more than its text."""


@dataclass(slots=True)
class Call:
    """A tool call inside a message."""

    tool: str
    text: str
    """The arguments, as JSON text or as the file writes them."""
    call_id: str | None = None


@dataclass(slots=True)
class Result:
    """A tool's result inside a message."""

    tool: str | None
    text: str
    call_id: str | None = None


class Message:
    """What one message says, before anybody asks who it is for.

    Most messages are a text and no more: the rest stands on the class until it is needed.
    """

    thoughts: Sequence[str] = ()
    calls: Sequence[Call] = ()
    results: Sequence[Result] = ()

    def __init__(self, role: Role, raw_role: str, text: str) -> None:
        self.role = role
        """The standard role, or '' if the file's role is none (it may be a name then)."""
        self.raw_role = raw_role
        self.text = text

    @property
    def is_empty(self) -> bool:
        """Whether it holds no word, call, result or thought."""
        return not (self.text or self.thoughts or self.calls or self.results)


def standard_role(text: str) -> Role:
    """Return the standard role that a role's text means, or ''."""
    found = _ROLES.get(text)
    return _ROLES.get(text.strip().casefold(), "") if found is None else found


def looks_like_message(value: object) -> bool:
    """Whether a JSON value has the shape of a chat message."""
    if not isinstance(value, dict):
        return False
    value = plain_message(value)
    if isinstance(value.get("from"), str) and "value" in value:
        return True
    says_who = any(
        isinstance(value.get(key), str) for key in ("role", "name", "source", "sender", "speaker")
    ) or (isinstance(value.get("type"), str) and standard_role(value["type"]) != "")
    return says_who and any(
        key in value for key in ("content", "tool_calls", "parts", "function_call")
    )


def read_message(raw: Mapping[str, Any]) -> Message:
    """Read one message.

    Raises:
        NotTextError: If a number or the like stands where text is due.
    """
    raw_role = raw.get("role")
    if raw_role is None:
        if "from" in raw and "value" in raw:
            return _shared(raw)
        kind = raw.get("type")
        if isinstance(kind, str):
            if kind in _ITEMS:
                return _ITEMS[kind](raw)
            raw_role = kind if standard_role(kind) else None
    if raw_role is not None and not isinstance(raw_role, str):
        raise NotTextError(f"“role” must be text, but it is {type_word(raw_role)}")
    role_text = (raw_role or "").strip()
    role = standard_role(role_text)
    content = raw.get("content")
    if content is None and isinstance(raw.get("parts"), list):
        content = raw["parts"]
    if isinstance(content, list):
        content = _common_parts(content)
    if isinstance(content, str):
        if role != "tool" and _BESIDE_TEXT.isdisjoint(raw):
            return Message(role, role_text, content)  # most messages are no more than this
        text, blocks = content, []
    else:
        text, blocks = content_text(_texts_only(content)), list(_blocks(content))
    calls = [*_calls(raw), *(call for call in map(_block_call, blocks) if call)]
    results = [result for result in map(_block_result, blocks) if result]
    if role == "tool" and not results:
        results.append(_tool_result(raw, text))
        text = ""
    thoughts = [thought for thought in map(_block_thought, blocks) if thought]
    reasoning = text_or_none(raw.get("reasoning_content"))
    if reasoning:
        thoughts.append(reasoning)
    message = Message(role, role_text, text)
    message.thoughts, message.calls, message.results = thoughts, calls, results
    return message


def _common_parts(content: list[Any]) -> str | list[Any]:
    """Return the text of parts that say no more, else the parts in the common form."""
    plain = _plain_text(content)
    if plain is not None:
        return plain
    return [common for part in content for common in plain_parts(part)]


def _tool_result(raw: Mapping[str, Any], text: str) -> Result:
    key = id_text(raw.get("tool_call_id"))
    if key is None and "requestor" in raw:
        key = id_text(raw.get("id"))  # tau2: the message has the id of the call
    return Result(text_or_none(raw.get("name")), text, key)


def _shared(raw: Mapping[str, Any]) -> Message:
    """Read a message as ShareGPT and data sets like it write it: ``from`` and ``value``."""
    who, value = str(raw["from"]).strip(), raw["value"]
    if who == "function_call":
        call = read_nested(value)
        if isinstance(call, dict):
            message = _called(call)
            message.raw_role = "gpt"
            return message
    if who == "observation":
        return read_message({"role": "tool", "content": value})
    return read_message({"role": who, "content": value})


def _called(raw: Mapping[str, Any]) -> Message:
    message = Message("assistant", "assistant", "")
    message.calls = [_call({**raw, "id": raw.get("call_id") or raw.get("id")})]
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
ITEM_TYPES: Final = frozenset(_ITEMS)
"""Items that stand beside messages and have no role, as in OpenAI's responses."""


def _plain_text(parts: list[Any]) -> str | None:
    """Return the text of parts that are lines or plain texts, None if one says more."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, dict) and part.get("type") in _TEXT_TYPES:
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
    for key in (f"function_{what}", f"function{what.title()}"):
        if isinstance(part.get(key), dict):
            return part[key]  # type: ignore[no-any-return]
    return None


def _calls(raw: Mapping[str, Any]) -> Iterable[Call]:
    calls = raw.get("tool_calls")
    extra = raw.get("additional_kwargs")
    if not calls and isinstance(extra, dict):  # LangChain keeps the raw calls beside parsed ones
        calls = extra.get("tool_calls")
    if isinstance(calls, list):
        for call in calls:
            if isinstance(call, dict):
                yield _call(call)
    legacy = raw.get("function_call")
    if isinstance(legacy, dict):
        yield _call(legacy)


def _call(call: Mapping[str, Any]) -> Call:
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    named = (text_or_none(inner.get(key)) for key in ("name", "tool", "tool_name", "toolName"))
    tool = next(filter(None, named), None) or text_or_none(function) or "tool"
    keys = ("arguments", "args", "input", "parameters")
    found = (one[key] for one in (inner, call) for key in keys if one.get(key) is not None)
    arguments = next(found, None)
    return Call(tool, "" if arguments is None else json_text(arguments), id_text(call.get("id")))


def _block_call(part: Mapping[str, Any]) -> Call | None:
    gemini = _gemini(part, "call")
    if gemini is not None:
        return _call({"id": gemini.get("id"), "function": gemini})
    if part.get("type") in ("tool_use", "tool_call", "function_call"):
        return _call({**part, "id": part.get("call_id") or part.get("id")})
    return None


def _block_result(part: Mapping[str, Any]) -> Result | None:
    gemini = _gemini(part, "response")
    if gemini is not None:
        text = json_text(gemini.get("response", ""))
        return Result(text_or_none(gemini.get("name")), text, id_text(gemini.get("id")))
    if part.get("type") not in ("tool_result", "tool_call_response", "function_response"):
        return None
    body: Any = ""
    for key in ("content", "response", "result", "output"):
        if part.get(key) is not None:
            body = part[key]
            break
    text = content_text(body) if isinstance(body, list) else json_text(body)
    call_id = id_text(part.get("tool_use_id")) or id_text(part.get("call_id"))
    return Result(text_or_none(part.get("name")), text, call_id or id_text(part.get("id")))


def _block_thought(part: Mapping[str, Any]) -> str | None:
    if part.get("type") not in ("thinking", "reasoning"):
        return None
    for key in ("thinking", "text", "content", "reasoning"):
        if isinstance(part.get(key), str):
            return text_or_none(part[key])
    return None


# --- handing over by tool --------------------------------------------------------------------

_HANDS_OVER: Final = re.compile(
    r"(?:transfer|hand_?off|delegate)(?:_work|_task|_back)?_to_(?P<to>.+)", re.IGNORECASE
)
_ANYBODY: Final = frozenset(
    ("agent", "other_agent", "another_agent", "coworker", "co_worker", "member", "team_member",
     "subagent", "sub_agent", "specialist", "worker")
)  # fmt: skip
"""Words in a tool's name that stand for the agent that the arguments name."""
_TARGET_KEYS: Final = (
    "agent_name", "agent", "target", "recipient", "coworker", "to_agent", "to", "member_id",
    "member_name", "member", "agent_id", "worker", "specialist", "subagent", "name",
)  # fmt: skip


def handoff_target(call: Call) -> str | None:
    """Return the agent that a tool call hands over to, or None if it is an ordinary call.

    Frameworks hand over with tools named ``transfer_to_billing``, ``handoff_to_billing`` or
    ``transfer_to_agent(agent_name="billing")``.
    """
    found = _HANDS_OVER.fullmatch(call.tool.strip())
    if not found:
        return None
    if found["to"].casefold() not in _ANYBODY:
        return found["to"]
    arguments = read_nested(call.text)
    if isinstance(arguments, dict):
        for key in _TARGET_KEYS:
            target = text_or_none(arguments.get(key))
            if target:
                return target
    return None


def is_handoff_tool(name: str) -> bool:
    """Whether a tool of this name hands over to an agent."""
    return _HANDS_OVER.fullmatch(name.strip()) is not None


@lru_cache(4096)
def same_name_key(name: str) -> str:
    """Return a key that is equal for spellings of a name: ``Billing Agent``, ``billing_agent``."""
    return re.sub(r"[\W_]+", "", name).casefold()
