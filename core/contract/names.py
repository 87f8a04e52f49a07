"""Comparing names as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_UPPER = "A-ZÀ-ÖØ-ÞА-ЯЁ"
_LOWER = "a-zß-öø-ÿа-яё0-9"
_CAMEL = re.compile(f"(?<=[{_LOWER}])(?=[{_UPPER}])|(?<=[{_UPPER}])(?=[{_UPPER}][{_LOWER}])")
_PARTS = re.compile(r"[^\W_]+")


def name_tokens(name: str) -> tuple[str, ...]:
    """Return the words of a name, lower case: ``Verification_Expert`` -> verification, expert.

    Words end at spaces, underscores, punctuation and where a capital follows a small letter.
    """
    return tuple(part.lower() for part in _PARTS.findall(_CAMEL.sub(" ", name)))


def squashed(name: str) -> str:
    """Return a name without case, spaces and punctuation, for comparing."""
    return "".join(_PARTS.findall(name)).casefold()


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return the choice that a mistyped word most likely means, or an empty string."""
    by_key = {choice.casefold(): choice for choice in choices}
    if len(word) > 200:
        return ""
    found = get_close_matches(word.casefold(), list(by_key), n=1, cutoff=0.7)
    return by_key[found[0]] if found else ""
