"""Finding keys and tokens in a text in linear time.

Keys are long runs of letters, digits, dashes and underscores. Runs are found by searching a copy of
the text in which all such signs are the same, and only what stands at a run and right before it is
looked at: `core.trace.vendor_keys` knows marks of vendors, `core.trace.announced` what announces a
secret, `core.trace.passwords` what people choose.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from core.trace.announced import BEHIND, HOOKS, LONGEST_NAME, SCHEMES, announced, names_secret
from core.trace.passwords import logins, passwords
from core.trace.vendor_keys import (
    DOTTED,
    FIRST_THREE,
    SHORTEST,
    STARTS,
    dotted_key,
    key_at,
    looks_like_words,
)

SMALLEST: Final = 9
"""Fewest characters of a text that something is taken out of: a password behind its name."""
RUN_BEGINS: Final = frozenset((*FIRST_THREE, *(hook[:3] for hook in HOOKS), "Bea", "bea", "BEA"))
"""The first signs of runs that are looked at; where only two are named, any may follow."""
_KEY_BLOCK: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
_INSIDE: Final = re.compile(
    "[/+_-](?=["
    + "".join(sorted({start[0] for start in STARTS}))
    + "]["
    + re.escape("".join(sorted({start[1] for start in STARTS})))
    + "])(?="
    + "|".join(map(re.escape, STARTS))
    + ")|[/+](?=eyJ)"
)
"""Behind what in a run a key may begin: in an address, behind a dash."""
_PERCENT: Final = re.compile("(?:25)?[0-9A-Fa-f]{2}")
_BACKSLASH: Final = re.compile("u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[bfnrt]")
_BEFORE: Final = (*DOTTED, "\\", "%")
_BLANKS: Final = (" ", "\t")
BASE64: Final = ";base64,"
_NOT_BASE64: Final = re.compile(r"[^A-Za-z0-9+/=]")
CLASSES: Final = bytes(
    97 if chr(code).isascii() and (chr(code).isalnum() or chr(code) in "_-/+") else 32
    for code in range(256)
)
_RUN: Final = b"a" * SHORTEST
BLOCK: Final = "PRIVATE KEY"
Put = Callable[[str], str]
"""Counts a secret of a kind and returns what stands in its place."""


def without_secrets(text: str, put: Put) -> str:
    """Return a text without keys and tokens; the same object if there are none.

    Args:
        text: Any text.
        put: Counts what is taken out.
    """
    # One byte for each sign, so that places in both are the same.
    signs = text.encode("ascii", "replace")
    small = signs.lower()
    has_password = b"assw" in small or b"assphr" in small or b"pwd" in small
    if len(text) < SHORTEST and not has_password:
        return text
    del small
    signs = signs.translate(CLASSES)
    start = signs.find(_RUN)
    has_login = "@" in text and "://" in text
    if start < 0 and not has_login and not has_password and BLOCK not in text:
        return text
    if BLOCK in text:
        cleaned = _KEY_BLOCK.sub(lambda match: put("private key"), text)
        if cleaned != text:
            return without_secrets(cleaned, put)
    spans = _secret_runs(text, signs, start)
    if has_login:
        spans += logins(text)
    if has_password:
        spans += passwords(text, spans)
    if not spans:
        return text
    spans.sort()
    parts, last = [], 0
    for first, stop, kind in spans:
        if first >= last:
            parts += [text[last:first], put(kind)]
            last = stop
    return "".join((*parts, text[last:]))


def _secret_runs(text: str, signs: bytes, start: int) -> list[tuple[int, int, str]]:
    """Return where secrets begin and end, and their kinds."""
    found: list[tuple[int, int, str]] = []
    length = len(text)
    pictures = BASE64 in text
    while start >= 0:
        if pictures and (end := _end_of_picture(text, start)):
            start = signs.find(_RUN, end)
            continue
        end = signs.find(b" ", start)
        end = length if end < 0 else end
        secret = secret_at(text, start, end) if _is_marked(text, start) else None
        if secret is None:
            secret = _secret_inside(text, start, end)
        if secret is not None:
            found.append(secret)
            end = max(end, secret[1])
        start = signs.find(_RUN, end)
    return found


def secret_at(text: str, start: int, end: int, low: int = 0) -> tuple[int, int, str] | None:
    """Return the secret that a run is, or is part of; nothing before `low` belongs to its text."""
    first = start + escape_tail(text, start)
    own = key_at(text, first, end)
    if own is None and first > start:
        own = key_at(text, start, end)  # it was no escape
    if own is None:
        own = dotted_key(text, first)
    if own is None and text[first : first + 7].lower() == "bearer+":
        first += 7
    return own or announced(text, first, end, low)


def escape_tail(text: str, start: int) -> int:
    r"""Return how many signs at the beginning of a run belong to an escape before it.

    Example:
        >>> [escape_tail(text, 1) for text in ("%3Dabc", "%253Dabc", r"\u003dabc", r"\nabc", "-abc")]
        [2, 4, 5, 1, 0]
    """
    if start < 1:
        return 0
    found = (_PERCENT if text[start - 1] == "%" else _BACKSLASH).match(text, start)
    return len(found[0]) if found and text[start - 1] in "%\\" else 0


def _secret_inside(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Return the first key with a mark of its own that begins inside of a run."""
    tail = escape_tail(text, start)
    if tail:
        secret = key_at(text, start + tail, end)
        if secret is not None:
            return secret
    place = _INSIDE.search(text, start, end)
    while place is not None:
        first = place.end()
        secret = key_at(text, first, end)
        if secret is not None:
            return secret
        # What looks like words as a whole does so from any place in it.
        words = looks_like_words(text, first)
        place = _INSIDE.search(text, max(first, words - 1), end)
    return None


def _is_marked(text: str, start: int) -> bool:
    """Whether the signs around a run make it worth a closer look."""
    before = text[max(0, start - BEHIND) : start]
    return (
        text[start : start + 3] in RUN_BEGINS
        or text[start : start + 2] in RUN_BEGINS
        or before.endswith(_BEFORE)
        or (before[-1:] in _BLANKS and before.rstrip(" \t").lower().endswith(SCHEMES))
        or (
            (":" in before or "=" in before)
            and names_secret(text[max(0, start - LONGEST_NAME) : start])
        )
        or before.endswith("=")
    )


def _end_of_picture(text: str, start: int) -> int:
    """Return where a picture that a run is part of ends, or 0."""
    mark = text.rfind(BASE64, max(0, start - 40), start)
    if mark < 0:
        return 0
    found = _NOT_BASE64.search(text, mark + len(BASE64))
    end = found.start() if found else len(text)
    return end if end > start else 0
