"""Writing for a terminal: agent text is hostile there too."""

from __future__ import annotations

import unicodedata
from io import TextIOWrapper
from typing import TextIO

_KEEP = {"\t"}


def clean(text: str, limit: int = 0) -> str:
    """Return text without control characters, so that no trace can steer the terminal.

    Escape sequences, carriage returns, bidirectional overrides and the like become U+FFFD; line
    breaks become a space.

    Args:
        text: Any text.
        limit: Cut after so many characters, with an ellipsis; 0 keeps all.
    """
    flat = text.replace("\r\n", " ").replace("\n", " ")
    shown = "".join(
        "\ufffd" if unicodedata.category(ch) in ("Cc", "Cf", "Cs") and ch not in _KEEP else ch
        for ch in flat
    )
    return shown[: limit - 1] + "…" if limit and len(shown) > limit else shown


def prepare(stream: TextIO, *, utf8: bool = False) -> None:
    """Let a stream spell what its encoding lacks, so that no name of a file or agent stops a report.

    Args:
        stream: ``sys.stdout`` or ``sys.stderr``.
        utf8: Write UTF-8 whatever the terminal's encoding: JSON and JUnit are UTF-8 by definition.
    """
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8" if utf8 else None, errors="backslashreplace")


def count(value: int, one: str) -> str:
    """Return a number with its noun: ``count(1, 'turn')`` is '1 turn'."""
    return f"{value} {one if value == 1 else one + 's'}"


def p_words(p: float | None) -> str:
    """Return a p-value for a table; nothing where there is none."""
    if p is None:
        return ""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def table(rows: list[tuple[str, ...]]) -> str:
    """Return rows as columns aligned with spaces; the first row is the heading."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
