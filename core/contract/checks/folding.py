"""Words without case and accents, so that spellings meet."""

from __future__ import annotations

import unicodedata


def fold(word: str) -> str:
    """Return the word in lower case without accents ('Kündigung' -> 'kundigung')."""
    low = word.casefold()
    if low.isascii():
        return low
    low = low.replace("ё", "е").replace("’", "'")
    return "".join(
        c
        for c in unicodedata.normalize("NFD", low)
        if not unicodedata.combining(c) or c == "\u0306"
    )
