"""What smolagents says about its agents in prose only.

Its spans carry no agent names and no handoffs; the prompts do: a managed agent is told its name
and that its manager sent the task, tools answer in a user message that starts with
"Observation:", and ``final_answer`` hands the result back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from core.trace.importers.dialects import Call, Message
from core.trace.importers.fields import read_nested, text_or_none

NAMED: Final = "the prompt tells the agent its name and that its manager sent the task"
OBSERVED: Final = "a user message that starts with “Observation:” is a tool's result"
FINAL: Final = "final_answer hands its argument back to the caller"

_NAMED: Final = re.compile(r"You're a helpful agent named '([^'\n]{1,100})'")
_MANAGED: Final = "submitted this task by your manager"


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
    return text.lstrip().startswith("Observation:")


def final_answer(call: Call) -> str | None:
    """Return the answer that a call of ``final_answer`` hands back, or None."""
    if call.tool != "final_answer":
        return None
    arguments = read_nested(call.text)
    if isinstance(arguments, dict):
        return text_or_none(arguments.get("answer")) or call.text
    return call.text
