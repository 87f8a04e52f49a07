"""The one place that talks to a model endpoint.

Everything else sees the protocol :class:`ChatModel`; the `openai` client stands behind it, and
scripted agents and tests put something else there.
"""

from core.llm.answers import ask_for, read_answer
from core.llm.endpoint import Endpoint
from core.llm.model import (
    ChatMessage,
    ChatModel,
    ChatRequest,
    Completion,
    EmbeddingModel,
    ToolCall,
    ToolSpec,
    Usage,
)
from core.llm.tokens import estimate_tokens

__all__ = [
    "ChatMessage",
    "ChatModel",
    "ChatRequest",
    "Completion",
    "EmbeddingModel",
    "Endpoint",
    "ToolCall",
    "ToolSpec",
    "Usage",
    "ask_for",
    "estimate_tokens",
    "read_answer",
]
