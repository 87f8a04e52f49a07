"""What a message of a list holds once it is read, and what the names of its keys say already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, TypeAlias

from core.trace.importers.dialects import BESIDE_TEXT, Message, Role
from core.trace.importers.fields import USAGE_KEYS
from core.trace.importers.message_forms import MARKS
from core.trace.model import Origin

SENDER_KEYS: Final = ("name", "source", "sender", "speaker", "author", "agent_name", "from")
RECIPIENT_KEYS: Final = ("to", "recipients", "recipient", "receiver", "to_agent", "target")
TIME_KEYS: Final = ("timestamp", "created_at", "time", "at", "date")
CALLS: Final = "tool_calls"
_SEVERAL: Final = frozenset(("parts", "tool_messages", CALLS))
"""Keys of messages that may hold several acts."""
_SAYING_MORE: Final = (BESIDE_TEXT | _SEVERAL | {*RECIPIENT_KEYS, "message_type"}) - {CALLS}
"""Keys with which a message is more than a text of somebody, and calls."""
_KINDS: Final = frozenset(("type", "value"))
"""Keys that may stand for a role."""
_SHARED: Final = frozenset(("from", "value"))
_NO_ITEM: Final = frozenset(("role", "content", "message_type", *RECIPIENT_KEYS))
"""Keys with which a message is more than an item."""
_REMEMBERED: Final = 4096
"""Sets of keys whose shape is remembered."""


Route: TypeAlias = tuple[tuple[str, ...], Origin, str, bool]
"""Recipients of a message, how they are known, by which rule, and whether all can see it."""


class Who:
    """Who speaks, and what their name or role says of their messages; many turns share one."""

    __slots__ = (
        *("speaker", "role", "raw_role", "is_person", "is_system", "is_tool", "is_terminal"),
        *("private", "note", "to", "broadcast", "is_plain", "route"),
    )

    def __init__(self, role: Role, raw_role: str) -> None:
        self.speaker = ""
        self.role = role
        self.raw_role = raw_role
        self.is_person = False
        self.is_system = False
        self.is_tool = False
        """A tool speaks: the role says so, or it is a code terminal."""
        self.is_terminal = False
        self.private = False
        self.note = ""
        self.to: tuple[str, ...] | None = None
        self.broadcast = False
        self.is_plain = False
        """Known to be no tool and no system prompt, and what is said is no thought."""
        self.route: Route | None = None
        """Where the messages go, if they say it."""

    def settle(self) -> None:
        """Say what follows, once all else is known."""
        self.is_plain = not (self.is_system or self.is_tool or self.private)
        if self.to is not None:
            self.route = (self.to, "recorded", "", self.broadcast)

    def as_person(self) -> Who:
        """Return the same, taken for a person."""
        found = Who(self.role, self.raw_role)
        for key in Who.__slots__:
            setattr(found, key, getattr(self, key))
        found.is_person = True
        return found


class Turn:
    """One message of the list, read but not routed."""

    __slots__ = ("at", "call_id", "message", "tokens", "tool", "where", "who", "words")

    def __init__(
        self, who: Who, where: str, words: str | None, message: Message | None = None
    ) -> None:
        """Keep what was read.

        Args:
            who: Who speaks.
            where: Where the message stands.
            words: The text of a message that is one text and no more, said or given back by a tool.
            message: What any other message holds.
        """
        self.who = who
        self.where = where
        self.words = words
        self.message = message
        self.tool: str | None = None
        """Name of the tool that gives words back, if the message says it."""
        self.call_id: str | None = None
        self.at: datetime | None = None
        self.tokens: int | None = None

    @property
    def text(self) -> str:
        """What is said."""
        if self.words is not None:
            return self.words
        return "" if self.message is None else self.message.text


@dataclass(frozen=True, slots=True)
class Shape:
    """What the keys of a message say about what it holds; messages of a list share few shapes."""

    marked: bool
    """Whether it is of another form than the common one."""
    several: bool
    senders: tuple[str, ...]
    recipients: tuple[str, ...]
    times: tuple[str, ...]
    usages: tuple[str, ...]
    """Keys of the tokens of its model call."""
    has_id: bool
    from_value: bool
    shared: bool
    """Whether it is no more than somebody and a value."""
    item: bool
    """Whether it may be an item that stands beside messages: a call, a result, a thought."""
    plain: bool
    """Whether it has a content or calls, and beside them nothing but who, when and how long."""
    called: bool
    """Whether it has a place for calls."""
    more: tuple[str, ...]
    """Keys that mustn't hold anything in a message that is plain."""


@lru_cache(_REMEMBERED)
def shape_of(keys: tuple[str, ...]) -> Shape:
    """Return the shape of a message with these keys."""
    found = frozenset(keys)
    marked = not MARKS.isdisjoint(found)
    several = not _SEVERAL.isdisjoint(found)
    return Shape(
        marked=marked,
        several=several,
        senders=tuple(key for key in SENDER_KEYS if key in found),
        recipients=tuple(key for key in RECIPIENT_KEYS if key in found),
        times=tuple(key for key in TIME_KEYS if key in found),
        usages=tuple(key for key in USAGE_KEYS if key in found),
        has_id="id" in found,
        from_value="value" in found,
        shared=found == _SHARED,
        item="type" in found
        and not marked
        and not several
        and found.isdisjoint(_NO_ITEM)
        and not found >= _SHARED,
        plain=not marked
        and ("content" in found or CALLS in found)
        and ("role" in found or found.isdisjoint(_KINDS)),
        called=CALLS in found,
        more=tuple(sorted(found & _SAYING_MORE)),
    )
