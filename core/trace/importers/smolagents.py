"""What smolagents says about its agents in prose only.

Its spans carry no agent names and no handoffs; the prompts do: a managed agent is told its name
and that its manager sent the task, tools answer in a user message that starts with
"Observation:", and ``final_answer`` hands the result back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.trace.importers.dialects import Call, Message
from core.trace.importers.fields import read_nested, text_or_none

NAMED: Final = "the prompt tells the agent its name and that its manager sent the task"
OBSERVED: Final = "a user message that starts with “Observation:” is a tool's result"
CALLED: Final = "a message that starts with “Calling tools:” repeats the calls that were made"
OWN: Final = "a prompt that the framework writes into the agent's own context"
FINAL: Final = "final_answer hands its argument back to the caller"

_NAMED: Final = re.compile(r"You're a helpful agent named '([^'\n]{1,100})'")
_MANAGED: Final = "submitted this task by your manager"
_OBSERVATION: Final = re.compile(r"\s*(?:Call id: (?P<id>\S{1,80})\s+)?Observation:")
_CALLING: Final = re.compile(
    r"'id': '(?P<id>[^'\n]{1,80})', 'type': 'function', 'function': \{'name': "
    r"'(?P<name>[^'\n]{1,80})', 'arguments': (?P<arguments>.{0,50000}?)\}\}(?=[,\]])",
    re.DOTALL,
)


def name_in_prompt(messages: Sequence[Message]) -> str | None:
    """Return the name that the prompt gives to a managed agent, or None."""
    for message in messages[:4]:
        if message.role == "user" and _MANAGED in message.text:
            found = _NAMED.search(message.text)
            if found:
                return found[1].strip() or None
    return None


def is_observation(text: str) -> bool:
    """Whether a user message is a tool's result."""
    return _OBSERVATION.match(text) is not None


def observed_call(text: str) -> str | None:
    """Return the id of the call that an observation answers, where it names one."""
    found = _OBSERVATION.match(text)
    return found["id"] if found else None


def repeated_calls(text: str) -> list[Call]:
    """Return the calls that a message repeats for the model to remember."""
    if not text.lstrip().startswith("Calling tools:"):
        return []
    return [
        Call(found["name"], found["arguments"], found["id"]) for found in _CALLING.finditer(text)
    ] or [Call("tool", text, None)]


def is_smolagents(attributes: Mapping[str, Any]) -> bool:
    """Whether an agent's span was written by smolagents."""
    return any(key.startswith("smolagents.") for key in attributes)


def name_in_input(value: object) -> str | None:
    """Return the name that the prompt in a span's input gives to a managed agent, or None."""
    if isinstance(value, str) and _MANAGED in value:
        found = _NAMED.search(value)
        return found[1].strip() or None if found else None
    return None


def final_answer(call: Call) -> str | None:
    """Return the answer that a call of ``final_answer`` hands back, or None."""
    if call.tool != "final_answer":
        return None
    arguments = read_nested(call.text)
    if isinstance(arguments, dict):
        return text_or_none(arguments.get("answer")) or call.text
    return call.text
