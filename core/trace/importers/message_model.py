"""What one message holds once it is read: its words, calls, results and thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["system", "user", "assistant", "tool", ""]


@dataclass(slots=True)
class Call:
    """A tool call inside a message."""

    tool: str
    text: str
    """The arguments, as JSON text or as the file writes them."""
    call_id: str | None = None


@dataclass(slots=True)
class Result:
    """A tool's result inside a message."""

    tool: str | None
    text: str
    call_id: str | None = None


class Message:
    """What one message says, before anybody asks who it is for.

    Most messages are a text and no more: the rest stands on the class until it is needed.
    """

    thoughts: Sequence[str] = ()
    calls: Sequence[Call] = ()
    results: Sequence[Result] = ()
    is_plain = False
    """Whether it is known to be a text and no more."""

    def __init__(self, role: Role, raw_role: str, text: str) -> None:
        self.role = role
        """The standard role, or '' if the file's role is none (it may be a name then)."""
        self.raw_role = raw_role
        self.text = text

    @property
    def is_empty(self) -> bool:
        """Whether it holds no word, call, result or thought."""
        return not (self.text or self.thoughts or self.calls or self.results)


class PlainMessage(Message):
    """A message that is a text and no more."""

    is_plain = True
