"""Tables of messages in which many conversations lie: each row names its own."""

from __future__ import annotations

from typing import Any, Final

from core.trace.importers.fields import id_text

_TALK_KEYS: Final = (
    "conversation_id", "conversationId", "session_id", "sessionId", "thread_id", "threadId",
    "chat_id", "chatId", "dialogue_id", "episode_id", "test_id", "trace_id", "traceId",
)  # fmt: skip
"""Keys of messages that say to which conversation of several they belong."""


def talks(values: list[Any]) -> dict[str, list[int]]:
    """Return the places of messages by their conversation; one group if they don't name any.

    Args:
        values: The messages.
    """
    for key in _TALK_KEYS:
        found: dict[str, list[int]] = {}
        for index, value in enumerate(values):
            own = id_text(value.get(key)) if isinstance(value, dict) else None
            if own is None:
                break
            found.setdefault(own, []).append(index)
        else:
            few = len(found) * 2 <= len(values)  # a key of each message tells nothing
            return found if len(found) > 1 and few else {"": list(range(len(values)))}
    return {"": list(range(len(values)))}
