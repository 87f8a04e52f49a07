"""Lists of a role as text in one box, and back without losing what the box can't show.

Rules stand one a line. A typed rule is shown by its sentence; a line that is left alone stays the
typed rule that it was. Messages are set apart by a blank line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Rule: TypeAlias = str | dict[str, Any]

_INNER = "¶"
"""Stands for a blank line inside a message."""


def rule_text(rule: str | Mapping[str, Any]) -> str:
    """Return the sentence of a rule."""
    text = (
        rule if isinstance(rule, str) else str(rule.get("rule") or "typed rule without a sentence")
    )
    return " ".join(text.split())


def rules_to_text(rules: Sequence[Rule]) -> str:
    """Return rules as lines."""
    return "\n".join(rule_text(rule) for rule in rules)


def text_to_rules(text: str, before: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return lines as rules; a line that says what a rule said is that rule.

    Args:
        text: What stands in the box.
        before: The rules that it was made from.
    """
    known: dict[str, list[Rule]] = {}
    for rule in before:
        known.setdefault(rule_text(rule), []).append(rule)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return tuple(known[line].pop(0) if known.get(line) else line for line in lines if line)


def messages_to_text(messages: Sequence[str]) -> str:
    """Return messages as blocks with a blank line between them."""
    return "\n\n".join(_shown(message) for message in messages)


def text_to_messages(text: str, before: Sequence[str]) -> tuple[str, ...]:
    """Return blocks as messages; a block that shows a message unchanged is that message.

    Args:
        text: What stands in the box.
        before: The messages that it was made from.
    """
    known = {_shown(message): message for message in before}
    blocks = [block.strip() for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n"))]
    return tuple(known.get(block, _read(block)) for block in blocks if block)


def _shown(message: str) -> str:
    lines = message.replace("\r\n", "\n").strip().split("\n")
    return "\n".join(line if line.strip() else _INNER for line in lines) or _INNER


def _read(block: str) -> str:
    return "\n".join("" if line.strip() == _INNER else line for line in block.split("\n"))
