"""Tools that hand over to another agent."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from core.trace.importers.dialects import Call
from core.trace.importers.fields import read_nested, text_or_none

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


@lru_cache(1024)
def _named_target(tool: str) -> str | None:
    """Return whom a tool's name hands over to, None if it is an ordinary tool."""
    found = _HANDS_OVER.fullmatch(tool.strip())
    return found["to"] if found else None


def handoff_target(call: Call) -> str | None:
    """Return the agent that a tool call hands over to, or None if it is an ordinary call.

    Frameworks hand over with tools named ``transfer_to_billing``, ``handoff_to_billing`` or
    ``transfer_to_agent(agent_name="billing")``.
    """
    named = _named_target(call.tool)
    if named is None or named.casefold() not in _ANYBODY:
        return named
    arguments = read_nested(call.text)
    if isinstance(arguments, dict):
        for key in _TARGET_KEYS:
            target = text_or_none(arguments.get(key))
            if target:
                return target
    return None


def is_handoff_tool(name: str) -> bool:
    """Whether a tool of this name hands over to an agent."""
    return _named_target(name) is not None
