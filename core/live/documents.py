"""Documents as public state: two tools, and what they answer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from core.live.team import DocumentSpec
from core.llm.model import ToolSpec

READ, SEARCH = "read_document", "search_documents"
MAX_ROUNDS = 6
"""Replies of one turn that may call tools; after that the turn ends with what was said."""
MAX_CALLS = 32
"""Tool calls of one reply that are carried out; a model in a loop writes thousands."""
MAX_HITS = 8
_LONGEST_CALL = 2_000
_FENCE = re.compile(r"```(?:json)?|</?tool_call>")
_WORD = re.compile(r"\w{2,}")

TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(
        name=READ,
        description="Return the whole text of a document.",
        parameters={
            "type": "object",
            "properties": {"name": {"type": "string", "description": "Name of the document."}},
            "required": ["name"],
        },
    ),
    ToolSpec(
        name=SEARCH,
        description="Return the passages of all documents that hold the words.",
        parameters={
            "type": "object",
            "properties": {"query": {"type": "string", "description": "Words to look for."}},
            "required": ["query"],
        },
    ),
)


def run_tool(name: str, arguments: str, documents: Sequence[DocumentSpec]) -> str:
    """Return what a tool answers. A call that can't be carried out gets a sentence that says why.

    Args:
        name: Tool that the model wants.
        arguments: JSON as the model wrote it.
        documents: What the agent may read.
    """
    try:
        values: Any = json.loads(arguments or "{}")
    except (ValueError, RecursionError):  # also a number of thousands of digits
        return "The arguments are no JSON."
    if not isinstance(values, dict):
        return "The arguments must be a JSON object."
    if name == READ:
        return _read(str(values.get("name", "")), documents)
    if name == SEARCH:
        return _search(str(values.get("query", "")), documents)
    return f"There is no tool '{name}'; there are {READ} and {SEARCH}."


def spells_call(text: str) -> bool:
    """Whether an answer is nothing but a tool call, written out as text.

    Small models do that where their server lets tools pass without knowing them.

    Example:
        >>> spells_call('{"name": "read_document", "arguments": {"name": "notes"}}')
        True
    """
    bare = _FENCE.sub("", text).strip()
    if not bare.startswith("{") or len(bare) > _LONGEST_CALL:
        return False
    try:
        value, _ = json.JSONDecoder().raw_decode(bare)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("name") in (READ, SEARCH)


def _read(name: str, documents: Sequence[DocumentSpec]) -> str:
    wanted = name.strip().casefold()
    for document in documents:
        if document.name.casefold() == wanted:
            return document.text
    names = ", ".join(d.name for d in documents)
    return f"There is no document '{name[:80]}'. There are: {names}."


def _search(query: str, documents: Sequence[DocumentSpec]) -> str:
    words = {word.casefold() for word in _WORD.findall(query)}
    hits: list[tuple[int, int, str]] = []
    for document in documents:
        for line in filter(None, map(str.strip, document.text.splitlines())):
            shared = len(words & {word.casefold() for word in _WORD.findall(line)})
            if shared:
                hits.append((-shared, len(hits), f"[{document.name}] {line}"))
    if not hits:
        return "No document holds these words."
    return "\n".join(line for _, _, line in sorted(hits)[:MAX_HITS])
