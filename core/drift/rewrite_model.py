"""Lets a model at an endpoint be asked for rewrites."""

from __future__ import annotations

from core.drift.rewrite import Ask, Reply
from core.llm.model import ChatMessage, ChatModel, ChatRequest

MOST_TOKENS = 1_500
"""Of one answer; a rewrite is hardly longer than its message."""


def asker(chat: ChatModel, model: str) -> Ask:
    """Return what asks a model for a rewrite, as cold as it gets, so that answers repeat.

    Args:
        chat: What answers conversations, such as an endpoint.
        model: Name of the model there.
    """

    def ask(system: str, user: str) -> Reply:
        done = chat.complete(
            ChatRequest(
                model=model,
                messages=(
                    ChatMessage(role="system", content=system),
                    ChatMessage(role="user", content=user),
                ),
                temperature=0.0,
                max_tokens=MOST_TOKENS,
                note={"purpose": "rewrite"},
            )
        )
        return Reply(text=done.text, tokens=done.usage.total)

    return ask
