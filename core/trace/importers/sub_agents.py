"""Calls that start a sub-agent and wait for its answer, whatever the tool is called.

Coding agents and frameworks give a part of the work away with a tool: ``Task``, ``Agent``,
``runSubagent``, ``new_task``. Its arguments say who is to do what; its result is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core.trace.importers.dialects import Call, same_name_key
from core.trace.importers.fields import read_nested, text_or_none

UNNAMED: Final = "sub-agent"
HANDS_OVER: Final = "the tool that starts a sub-agent hands over to it"
RETURNS: Final = "the result of the call that started a sub-agent is its answer"
_PLAIN: Final = frozenset(("task", "delegate", "delegatetask", "newtask"))
"""Names of tools that start a sub-agent if their arguments say so."""
_CLEAR: Final = frozenset(
    ("agent", "subagent", "runsubagent", "spawnagent", "spawnsubagent", "dispatchagent", "launchagent",
     "invokeagent", "invokesubagent", "callagent", "callsubagent", "startagent", "createsubagent")
)  # fmt: skip
"""Names of tools that can mean nothing else."""
_WHO: Final = (
    "subagent_type", "subagentType", "agent_type", "agentType", "agentName", "agent_name",
    "subagent_name", "subagentName", "subagent", "agent", "mode",
)  # fmt: skip
_WHAT: Final = ("prompt", "task", "message", "instructions", "objective", "query", "description")


class Errand(NamedTuple):
    """A part of the work that is given away."""

    agent: str
    text: str
    answered: bool
    """Whether the call's result is the answer; some calls only start and are asked later."""


def errand_of(call: Call) -> Errand | None:
    """Return what a call gives to a sub-agent, None if it is an ordinary call.

    Args:
        call: The call, with its arguments as text.
    """
    key = same_name_key(call.tool)
    if key not in _PLAIN and key not in _CLEAR:
        return None
    given = read_nested(call.text)
    if not isinstance(given, dict):
        return None
    agent = _first(given, _WHO)
    text = _first(given, _WHAT if key != "agent" or agent is not None else _WHAT[:1])
    if text is None or (agent is None and key not in _CLEAR and not _is_brief(given)):
        return None
    return Errand(agent or UNNAMED, text, not key.startswith("spawn"))


def _is_brief(given: Mapping[str, Any]) -> bool:
    """Whether arguments without a name are a prompt and its title."""
    return all(text_or_none(given.get(key)) for key in ("prompt", "description"))


def _first(given: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((found for key in keys if (found := text_or_none(given.get(key)))), None)
