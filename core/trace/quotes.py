"""Telling an author's own words from what a message quotes."""

from __future__ import annotations

import re

CARRIED_HEADING = "[Carried over from"
"""How the block begins with which a repair carries a fact into a held message."""

_QUOTED = re.compile(r"^[ \t]*>[^\n]*$|^\[Carried over from [^\n]*\]$", re.MULTILINE)


def own_words(text: str) -> str:
    r"""Return the text with quoted lines blanked out, every other character at its place.

    Quoted lines (``> ...``, as in e-mail and Markdown) are somebody else's words: they say
    nothing about the role of the agent that quotes them. They are replaced by spaces, so that
    positions in the result are positions in the text.

    Example:
        >>> own_words("Agreed.\n> Buy it now.")
        'Agreed.\n             '
    """
    return _QUOTED.sub(lambda match: " " * len(match.group()), text)
