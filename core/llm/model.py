"""What is said to a model and what comes back, whatever stands behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

Speaker: TypeAlias = Literal["system", "user", "assistant", "tool"]
OnDelta: TypeAlias = Callable[[str], None]
"""Called with the whole text so far, whenever more of it arrives (a retry begins anew)."""
Cancelled: TypeAlias = Callable[[], bool]
"""Asked often while a call is under way; True gives the call up at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool that the model wants called."""

    id: str
    name: str
    arguments: str
    """JSON as the model wrote it; may be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool the model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of the arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of a conversation."""

    role: Speaker
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    """Of an assistant's message."""
    call_id: str = ""
    """Of a tool's message: the call that it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One question to a model."""

    model: str
    messages: tuple[ChatMessage, ...]
    temperature: float | None = None
    max_tokens: int | None = None
    tools: tuple[ToolSpec, ...] = ()
    seed: int | None = None
    json_schema: Mapping[str, Any] | None = None
    """Ask for an answer of this form; servers that can't are asked in words alone."""
    note: Mapping[str, Any] = field(default_factory=dict)
    """Who asks and why (agent, turn, purpose). Stays in this process; never sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call."""

    prompt: int
    completion: int
    estimated: bool = False
    """The server sent no counts; these are ours (see :func:`core.llm.tokens.estimate_tokens`)."""

    @property
    def total(self) -> int:
        """Prompt and completion together."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A model's answer."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage
    model: str
    """As the server names it."""
    finish: str = "stop"
    """Why it ended: ``stop``, ``length``, ``tool_calls``, or the server's own word."""
    seconds: float = 0.0
    """From sending the request to the last byte, retries included."""
    attempts: int = 1


class ChatModel(Protocol):
    """Anything that answers a conversation."""

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return the answer.

        Args:
            request: The conversation and its limits.
            on_delta: Receives the text piece by piece while it is being written.
            cancelled: Once it returns True, the call is given up at once.

        Raises:
            ModelError: There is no usable answer; the sentence says why and what to do.
        """
        ...


class EmbeddingModel(Protocol):
    """Anything that turns texts into vectors."""

    def embeddings(self, texts: Sequence[str], model: str) -> list[list[float]]:
        """Return one vector per text, in their order.

        Raises:
            ModelError: There is no usable answer.
        """
        ...
