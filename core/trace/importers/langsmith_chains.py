"""LangSmith runs of chains alone: without model calls, what is said stands in their states.

Each chain's input and output is a state of the conversation, which repeats what came before: a
message counts once, and belongs to the chain that first wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.dialects import looks_like_message
from core.trace.importers.fields import text_or_none
from core.trace.importers.langgraph import Graph, plain_message
from core.trace.importers.spans import Span

_KEYS: Final = ("messages", "input", "output", "chat_history")
_MACHINERY: Final = ("Runnable", "Channel", "LangGraph", "_write", "__")
"""Names that start so belong to the framework, not to an agent."""


def read_chains(spans: Sequence[Span], report: Report) -> Graph:
    """Return the messages in the inputs and outputs of chains, in the order of their times."""
    moments: list[tuple[int, int, int, Span, str]] = []
    for position, span in enumerate(spans):
        moments.append((span.start or 0, 0, position, span, "input"))
        moments.append((span.end or span.start or 0, 1, -position, span, "output"))
    graph = Graph(report)
    for *_, span, side in sorted(moments, key=lambda moment: moment[:3]):
        found = _messages(span.attributes.get(f"{side}.value"))
        graph.add(found, _agent(span) if side == "output" else None, f"{span.where}.{side}s")
    if not graph.messages:
        names = ", ".join(dict.fromkeys(f"“{span.name[:40]}”" for span in spans[:5]))
        report.warn(
            f"These runs are chains alone ({names}), without model calls, tools or messages; "
            "export the runs inside them too.",
            spans[0].where,
            "chains-alone",
        )
    return graph


def _messages(value: Any) -> list[Any]:
    if _is_message(value):
        return [value]
    if isinstance(value, list):
        return value if any(map(_is_message, value[:5])) else []
    if isinstance(value, dict):
        for key in _KEYS:
            if found := _messages(value.get(key)):
                return found
    return []


def _is_message(value: Any) -> bool:
    return plain_message(value) is not None or looks_like_message(value)


def _agent(span: Span) -> str | None:
    for key in ("langgraph_node", "agent_name"):
        if (own := text_or_none(span.attributes.get(key))) is not None:
            return own
    return None if not span.name or span.name.startswith(_MACHINERY) else span.name
