"""Counting tokens where the server doesn't."""

from __future__ import annotations

from collections.abc import Iterable

from core.llm.model import ChatMessage, Usage

CHARS = 4.0
"""Characters of a token in Latin script; in other scripts about two (ours, a rule of thumb)."""
PER_MESSAGE = 4


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has.

    Example:
        >>> estimate_tokens("Four words of text")
        5
    """
    latin = sum(ch.isascii() for ch in text)
    return round(latin / CHARS + (len(text) - latin) / (CHARS / 2) + 0.5) if text else 0


def estimate_usage(messages: Iterable[ChatMessage], answer: str) -> Usage:
    """Return an estimate for a whole call, marked as such."""
    prompt = sum(estimate_tokens(m.content) + PER_MESSAGE for m in messages)
    return Usage(prompt=prompt, completion=estimate_tokens(answer), estimated=True)
