"""Lines behind '>': what others said, if they said it.

Such a line is a quotation where the words stand in something that was said before. Where they don't,
the speaker says them, whatever mark stands in front: an order isn't less of one for being indented.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUOTED = re.compile(r"^([ \t]*(?:>[ \t]*)+)([^\n]*)$", re.MULTILINE)
_BETWEEN = re.compile(r"[\W_]+")


def own_words(text: str, history: Sequence[str] = ()) -> str:
    """Return a text in which quoted lines are blanked and other lines behind '>' stand free.

    Args:
        text: What an agent wrote.
        history: What was said before, by anyone.

    Returns:
        A text of the same length, so that places in it are places in the original. A line behind
        '>' is a quotation if its words, in this order, stand in one text of the history.

    Examples:
        >>> own_words("> Paint it.", ["Please paint it today."])
        '¤¤¤¤¤¤¤¤¤¤¤'
        >>> own_words("> Paint it.")
        '  Paint it.'
    """
    if ">" not in text:
        return text
    said = [_plain(earlier) for earlier in history]

    def settle(line: re.Match[str]) -> str:
        words = _plain(line[2])
        if words.strip() and any(words in earlier for earlier in said):
            return "¤" * len(line[0])
        return line[1].replace(">", " ") + line[2]

    return _QUOTED.sub(settle, text)


def _plain(text: str) -> str:
    return f" {_BETWEEN.sub(' ', text.lower()).strip()} "
