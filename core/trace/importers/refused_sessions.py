"""Pieces of sessions that assistants keep in files of their own: what they are, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Fits: TypeAlias = Callable[[Mapping[str, Any]], bool]

_COUNTS: Final = (
    "num_messages", "num_chat_messages", "message_count", "turnCount", "userMessageCount",
    "total_messages",
)  # fmt: skip
_HOLDS: Final = ("messages", "events", "spans", "history", "turns", "steps")
_MESSAGES: Final = "Import the file with the messages."

PIECES: Final[tuple[tuple[Fits, str, str], ...]] = (
    (
        lambda v: {"sessionId", "messageId", "message"} <= set(v) and isinstance(v["message"], str),
        "This is what a person typed in Gemini CLI, without the answers",
        "Import the session; it lies in the folder “chats”.",
    ),
    (
        lambda v: {"display", "pastedContents"} <= set(v) or {"session_id", "ts", "text"} == set(v),
        "This is a history of what a person typed, without the answers",
        "Import the session itself, one file for each.",
    ),
    (
        lambda v: {"session_id", "session_type", "created_at"} <= set(v),
        "This is the head of a session, without its messages",
        "Import the files with the messages.",
    ),
    (
        lambda v: "messageID" in v and "type" in v and "role" not in v,
        "This is one part of a message of OpenCode",
        "Import the whole session, as “opencode export” writes it.",
    ),
    (
        lambda v: "sessionID" in v and "role" in v and "time" in v and "parts" not in v,
        "This is the head of one message of OpenCode, without its words",
        "Import the whole session, as “opencode export” writes it.",
    ),
    (
        lambda v: {"projectID", "directory", "time"} <= set(v),
        "This is the head of a session of OpenCode, without its messages",
        "Import the whole session, as “opencode export” writes it.",
    ),
    (
        lambda v: any(key in v for key in _COUNTS) and not any(key in v for key in _HOLDS),
        "This counts the messages of a session and doesn't hold them",
        _MESSAGES,
    ),
    (
        lambda v: {"composer_data", "bubble_rows"} <= set(v) or "composerData" in v,
        "This is a row of Cursor's database, without the conversation",
        _MESSAGES,
    ),
    (
        lambda v: {"chain", "recruitments"} <= set(v),
        "This is the plan of a company of ChatDev, not a run of it",
        "Import the log of the run.",
    ),
    (
        lambda v: "agentType" in v and "spawnDepth" in v,
        "This says what kind of sub-agent a session belongs to",
        _MESSAGES,
    ),
    (
        lambda v: {"createdAt", "updatedAt", "title", "agents"} <= set(v),
        "This is the state of a session, without its messages",
        _MESSAGES,
    ),
    (
        lambda v: "lc" not in v and {"start_executor_id", "edge_groups"} <= set(v),
        "This is the plan of a workflow, not a run of it",
        "Import the trace of a run.",
    ),
)
"""What fits, what the file is, and what to do."""
