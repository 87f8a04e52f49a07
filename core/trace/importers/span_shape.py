"""What the names of a span's attributes say by themselves.

The spans of a file share few sets of names, so what depends on names alone is found once for each
set: which of the names for an agent, a model or a tool there are, and whether messages are
written one part to an attribute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

AGENT_KEYS: Final = ("gen_ai.agent.name", "agent.name", "agent_name", "llm.agent.name")
NODE_KEYS: Final = ("graph.node.id", "langgraph_node", "metadata.langgraph_node")
MODEL_KEYS: Final = ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name", "model")
TOKEN_KEYS: Final = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
)
TOOL_KEYS: Final = ("gen_ai.tool.name", "tool.name", "tool_name", "traceloop.entity.name")
CALL_ID_KEYS: Final = ("gen_ai.tool.call.id", "tool_call.id", "tool_call_id", "tool.id")
ASKED_PREFIXES: Final = ("llm.input_messages.", "gen_ai.prompt.")
ANSWERED_PREFIXES: Final = ("llm.output_messages.", "gen_ai.completion.")
GOAL_ENDINGS: Final = ("user_goal", "user_task", "user_query")
GIVEN_KEYS: Final = ("gen_ai.input.messages", "gen_ai.prompt")
ENTERED_KEYS: Final = ("input.value", "traceloop.entity.input")
REPLIED_KEYS: Final = ("gen_ai.output.messages", "gen_ai.completion")
LEFT_KEYS: Final = ("gen_ai.output", "gen_ai.response.content", "output.value")
SYSTEM_KEYS: Final = ("gen_ai.system_instructions", "gen_ai.agent.instructions")
ARGUMENT_KEYS: Final = (
    "gen_ai.tool.call.arguments", "tool_arguments", "gen_ai.tool.args", "tool.parameters",
    "input.value", "traceloop.entity.input",
)  # fmt: skip
RESULT_KEYS: Final = (
    "gen_ai.tool.call.result", "tool_response", "gen_ai.output", "output.value",
    "traceloop.entity.output",
)  # fmt: skip
KIND_KEYS: Final = (
    "openinference.span.kind", "gen_ai.operation.name", "traceloop.span.kind",
    "gen_ai.request.model",
)  # fmt: skip
_LARGE: Final = 100
"""Names above which a set is not remembered: it will hardly occur again."""


Group: TypeAlias = tuple[tuple[tuple[str, str], ...], ...]
"""For each message the names of its attributes, whole and without prefix and number."""


@dataclass(frozen=True, slots=True)
class SpanShape:
    """Which names there are, in the order in which they count."""

    agent: tuple[str, ...]
    node: tuple[str, ...]
    ending: tuple[str, ...]
    """All names that end with ``agent.name``."""
    model: tuple[str, ...]
    tokens: tuple[str, ...]
    tool: tuple[str, ...]
    call_id: tuple[str, ...]
    asked: tuple[Group, ...]
    """Messages that are written one part to an attribute, under each prefix that has any."""
    answered: tuple[Group, ...]
    documents: tuple[str, ...]
    goal: tuple[str, ...]
    """Names for what a user wants."""
    is_smol: bool
    """Whether smolagents wrote it."""
    kind: tuple[str, ...]
    given: tuple[str, ...]
    entered: tuple[str, ...]
    replied: tuple[str, ...]
    left: tuple[str, ...]
    system: tuple[str, ...]
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    has_metadata: bool


def shape_of(attributes: Mapping[str, Any]) -> SpanShape:
    """Return what the names of these attributes say."""
    names = tuple(attributes)
    return _shape(names) if len(names) <= _LARGE else _shape.__wrapped__(names)


def message_groups(names: Iterable[str], prefixes: tuple[str, ...]) -> tuple[Group, ...]:
    """Return the messages that attributes like ``prefix.0.message.content`` write, by prefix.

    Args:
        names: Those of all attributes.
        prefixes: What such names may begin with, the more telling first.
    """
    found: dict[str, dict[int, list[tuple[str, str]]]] = {}
    for key in names:
        if key.startswith(prefixes):
            place = _place(key, prefixes)
            if place is not None:
                prefix, number, name = place
                found.setdefault(prefix, {}).setdefault(number, []).append((key, name))
    return tuple(
        tuple([tuple(messages[index]) for index in sorted(messages)])
        for messages in (found[prefix] for prefix in prefixes if prefix in found)
    )


@lru_cache(8192)
def _place(key: str, prefixes: tuple[str, ...]) -> tuple[str, int, str] | None:
    """Return the prefix, the message's number and the rest of a name; long histories repeat them."""
    prefix = next(prefix for prefix in prefixes if key.startswith(prefix))
    number, dot, name = key[len(prefix) :].partition(".")
    if dot and name and number.isdecimal() and len(number) < 7:
        return prefix, int(number), name.removeprefix("message.")
    return None


@lru_cache(1024)
def _shape(names: tuple[str, ...]) -> SpanShape:
    found = frozenset(names)

    def those(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in keys if key in found)

    return SpanShape(
        agent=those(AGENT_KEYS),
        node=those(NODE_KEYS),
        ending=tuple([name for name in names if name.endswith("agent.name")]),
        model=those(MODEL_KEYS),
        tokens=those(TOKEN_KEYS),
        tool=those(TOOL_KEYS),
        call_id=those(CALL_ID_KEYS),
        asked=message_groups(names, ASKED_PREFIXES),
        answered=message_groups(names, ANSWERED_PREFIXES),
        documents=tuple(
            [
                name
                for name in names
                if name.startswith("retrieval.documents.") and name.endswith(".document.content")
            ]
        ),
        goal=tuple([name for name in names if name.endswith(GOAL_ENDINGS)]),
        is_smol=any([name.startswith("smolagents.") for name in names]),
        kind=those(KIND_KEYS),
        given=those(GIVEN_KEYS),
        entered=those(ENTERED_KEYS),
        replied=those(REPLIED_KEYS),
        left=those(LEFT_KEYS),
        system=those(SYSTEM_KEYS),
        arguments=those(ARGUMENT_KEYS),
        results=those(RESULT_KEYS),
        has_metadata="metadata" in found,
    )
