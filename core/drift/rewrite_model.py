"""Lets a model at an endpoint be asked for rewrites and opinions."""

from __future__ import annotations

from core.drift.rewrite import Ask, Reply
from core.errors import CancelledError
from core.llm.model import Cancelled, ChatMessage, ChatModel, ChatRequest

MOST_TOKENS = 1_500
"""Of one answer; a rewrite is hardly longer than its message."""


def asker(
    chat: ChatModel, model: str, *, purpose: str = "rewrite", cancelled: Cancelled | None = None
) -> Ask:
    """Return what asks a model, as cold as it gets, so that answers repeat.

    Args:
        chat: What answers conversations, such as an endpoint.
        model: Name of the model there.
        purpose: What for; never sent.
        cancelled: Once it returns True, the call is given up at once.
    """

    def ask(system: str, user: str) -> Reply:
        if cancelled is not None and cancelled():
            raise CancelledError("The call was given up.")  # before a second try is sent
        done = chat.complete(
            ChatRequest(
                model=model,
                messages=(
                    ChatMessage(role="system", content=system),
                    ChatMessage(role="user", content=user),
                ),
                temperature=0.0,
                max_tokens=MOST_TOKENS,
                note={"purpose": purpose},
            ),
            cancelled=cancelled,
        )
        return Reply(text=done.text, tokens=done.usage.total)

    return ask
