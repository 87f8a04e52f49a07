"""Shows text that nobody has checked: names, messages, file contents.

``plain(text)`` for everything Streamlit reads as Markdown (labels, captions, alerts, ``st.write``).
``html_escape(text)`` for pieces of HTML handed to ``st.html``.
``shorten(text, n)`` for one-line previews; ``count(3, "trace")`` for "3 traces".
Where a plain element exists (``st.text``, ``st.code``, ``st.dataframe``), prefer it to either.
"""

from __future__ import annotations

import html
import re

_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:^=&\"'@/])")
_SPACES = re.compile(r"\s+")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
)


def plain(text: object) -> str:
    r"""Escape ``text`` so that Streamlit's Markdown shows it literally.

    Unescaped text in a label or alert could load a remote image or look like our own words.
    """
    return _PUNCTUATION.sub(r"\\\1", visible(str(text)))


def html_escape(text: object) -> str:
    """Escape ``text`` for use between tags and inside quoted attributes."""
    return html.escape(visible(str(text)), quote=True)


def visible(text: str) -> str:
    """Replace by a mark what could hide or reorder text, and halves of characters.

    Streamlit sends UTF-8, which can't spell a lone surrogate: one would take the page away.
    """
    return _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)


def shorten(text: str, limit: int = 80) -> str:
    """Return one line of at most ``limit`` characters; cut text ends with an ellipsis."""
    line = _SPACES.sub(" ", visible(text[: limit * 4])).strip()
    return line if len(line) <= limit and len(text) <= limit * 4 else line[: limit - 1] + "…"


def shorten_middle(text: str, limit: int = 80) -> str:
    """Return one line of at most ``limit`` characters, cut in the middle: both ends tell."""
    line = shorten(text, max(limit, len(text)))
    if len(line) <= limit:
        return line
    tail = (limit - 1) // 2
    return f"{line[: limit - 1 - tail].rstrip()}…{line[len(line) - tail :].lstrip()}"


def number(value: int) -> str:
    """Return a whole number with thousands separators."""
    return f"{value:,}"


def signed(value: float) -> str:
    """Return a figure with its sign and two digits; more where two would read as zero.

    ``signed(0.004)`` is '+0.004': whoever reads it must see on which side of zero it lies.
    """
    for digits in (2, 3, 4):
        shown = f"{value:+.{digits}f}"
        if not value or float(shown):
            break
    return shown


def count(value: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: ``count(1, 'trace')`` is '1 trace'."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"
