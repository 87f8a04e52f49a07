"""What the name or the role of a speaker says: a person, a terminal, a route, a note in brackets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from core.trace.importers.dialects import same_name_key
from core.trace.importers.turn_model import RECIPIENT_KEYS, Who

MENTIONED: Final = 4096
"""Names whose kind is remembered."""
_TERMINAL: Final = re.compile(r"(?:computer|code)[ _-]?(?:terminal|executor)", re.IGNORECASE)
_ROUTED: Final = re.compile(r"(?P<name>.*?\S)\s*\(\s*(?:->|→)\s*(?P<to>[^()]*[^()\s])\s*\)")
_NOTED: Final = re.compile(r"(?P<name>.*?\S)\s*\((?P<note>[^()]*)\)")
_AIM: Final = "target"
_EVERYBODY: Final = frozenset(("all", "<all>", "*", "everyone", "everybody"))
_PERSONS: Final = frozenset(
    ("human", "user", "customer", "humanuser", "enduser", "humanagent", "humanagents")
)
LONGEST_ROLE: Final = 300
"""A longer role is no name with a note in brackets."""


@lru_cache(MENTIONED)
def is_person(name: str) -> bool:
    """Whether a name is that of the human side of a chat."""
    return same_name_key(name) in _PERSONS


@lru_cache(MENTIONED)
def is_terminal(name: str) -> bool:
    """Whether a name is that of a program that runs code."""
    return _TERMINAL.fullmatch(name) is not None


def read_named_role(who: Who, text: str) -> None:
    """Read a role that is a name, perhaps with a route or a note in brackets."""
    if len(text) > LONGEST_ROLE:
        who.speaker = text
        return
    who.speaker, who.to, who.note, who.private = _named_role(text)
    who.is_person = is_person(who.speaker)


@lru_cache(MENTIONED)
def _named_role(text: str) -> tuple[str, tuple[str, ...] | None, str, bool]:
    """Return the name in a role, its recipients, the note beside it, and whether it is private."""
    routed = _ROUTED.fullmatch(text)
    if routed:
        return routed["name"], (routed["to"],), "", False
    noted = _NOTED.fullmatch(text)
    if not noted:
        return text, None, "", False
    note = noted["note"].strip()
    private = "thought" in note.casefold() or "reasoning" in note.casefold()
    return noted["name"], None if private else (), note, private


def read_recipients(who: Who, raw: Mapping[str, Any]) -> None:
    """Read whom a message names as its recipients."""
    for key in RECIPIENT_KEYS:
        if key == _AIM and who.speaker == who.raw_role:
            continue  # beside a bare role it says what was tested, not who was spoken to
        value = raw.get(key)
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            continue
        found = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
        named = tuple(name for name in found if name.casefold() not in _EVERYBODY)
        who.broadcast = len(named) < len(found)
        if named:
            who.to = named
        return
