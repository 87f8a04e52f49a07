"""What went wrong at the endpoint, in words and as an error that says whether to try again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from core.errors import (
    BrokenAnswerError,
    BusyModelError,
    ContextLimitError,
    KeyRefusedError,
    ModelError,
    NoToolsError,
    SlowModelError,
    UnknownModelError,
    UnreachableError,
)
from core.llm.endpoint import Endpoint
from core.llm.model import ChatRequest

_CONTEXT = re.compile(
    r"context[ _-]?(length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|n_ctx|exceeds? .{0,40}context|input is too long",
    re.IGNORECASE,
)
_NO_TOOLS = re.compile(
    r"tools?\b.{0,80}(not|n't|un)\s?(be )?(support|allow|permit|enabl|availab)|"
    r"(not|n't|un)\s?support.{0,40}(tools?\b|function call|tool_choice)|"
    r"tool[ _]?(calls?|params?)?\b.{0,40}\b(requires?|needs?)\b|unknown (field|parameter).{0,10}tools",
    re.IGNORECASE,
)
_NO_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing", re.IGNORECASE)
MOST_SAID = 300
"""Characters of a server's own words that a message quotes."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt."""

    error: ModelError
    again: bool = False
    """Whether another attempt may help."""
    wait: float | None = None
    """Seconds the server asked us to wait (``Retry-After``)."""
    status: int | None = None
    said: str = ""
    """The server's own words, without the key."""


def explain(error: BaseException, endpoint: Endpoint, request: ChatRequest | None) -> Failure:
    """Return what an exception of the client means.

    Args:
        error: What the `openai` client raised.
        endpoint: Where the call went; its key is taken out of every word.
        request: The call, if it was a chat.
    """
    import httpx2
    import openai

    at = endpoint.shown
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        return Failure(too_slow(endpoint))
    if isinstance(error, openai.APIStatusError):
        return _status(error, endpoint, request)
    if isinstance(error, openai.APIConnectionError | httpx2.TransportError):
        return Failure(
            UnreachableError(
                f"The model endpoint {at} can't be reached or broke the connection. "
                "Is it running, and is the address right?"
            ),
            again=True,
        )
    if isinstance(error, openai.APIError):  # an error inside a stream
        return _said_in_stream(error, endpoint, request)
    return Failure(
        BrokenAnswerError(
            f"The model endpoint {at} sent an answer that can't be read ({type(error).__name__}). "
            "Does the address end with the version, such as /v1?"
        )
    )


def too_slow(endpoint: Endpoint) -> SlowModelError:
    """Return the error of an answer that didn't come in time."""
    return SlowModelError(
        f"The model endpoint {endpoint.shown} gave no whole answer within {endpoint.seconds:g} "
        "seconds. Allow more time, or fewer tokens for an answer."
    )


def dropped(endpoint: Endpoint) -> Failure:
    """Return the failure of a stream that ended in the middle."""
    error = UnreachableError(
        f"The model endpoint {endpoint.shown} broke the connection in the middle of an answer."
    )
    return Failure(error, again=True)


def _status(error: Any, endpoint: Endpoint, request: ChatRequest | None) -> Failure:
    status: int = error.status_code
    said = _words(error, endpoint)
    known = _by_words(said, endpoint, request)
    if known is not None and status not in (401, 403):
        return Failure(known, status=status, said=said)
    model = f" '{request.model}'" if request else ""
    at = endpoint.shown
    if status in (401, 403):
        made: ModelError = KeyRefusedError(
            f"The model endpoint {at} refuses the key (status {status}). "
            "Check it in Settings or in OPENAI_API_KEY."
        )
        return Failure(made, status=status, said=said)
    if status == 404:
        made = UnknownModelError(
            f"The model endpoint {at} knows no model{model}, or the address is wrong.{_quote(said)}"
        )
        return Failure(made, status=status, said=said)
    if status == 429 and _NO_QUOTA.search(said):
        made = BusyModelError(f"The account at {at} has no quota left.{_quote(said)}")
        return Failure(made, status=status, said=said)
    if status in (408, 409, 425, 429) or status >= 500:
        what = "has too many requests" if status == 429 else "is out of order"
        made = BusyModelError(f"The model endpoint {at} {what} (status {status}).{_quote(said)}")
        wait = _retry_after(error.response.headers)
        return Failure(made, again=True, wait=wait, status=status, said=said)
    made = BrokenAnswerError(
        f"The model endpoint {at} refuses the request (status {status}).{_quote(said)}"
    )
    return Failure(made, status=status, said=said)


def _said_in_stream(error: Any, endpoint: Endpoint, request: ChatRequest | None) -> Failure:
    said = _words(error, endpoint)
    known = _by_words(said, endpoint, request)
    if known is not None:
        return Failure(known, said=said)
    made = BusyModelError(
        f"The model endpoint {endpoint.shown} stopped in the middle of an answer.{_quote(said)}"
    )
    return Failure(made, again=True, said=said)


def _by_words(said: str, endpoint: Endpoint, request: ChatRequest | None) -> ModelError | None:
    model = f" '{request.model}'" if request else ""
    if _CONTEXT.search(said):
        return ContextLimitError(
            f"The conversation is longer than the model{model} can take in. "
            "Give the agents shorter documents or fewer turns, or take a model with more context."
        )
    if request is not None and request.tools and _NO_TOOLS.search(said):
        return NoToolsError(f"The model{model} at {endpoint.shown} can't call tools.")
    return None


def _words(error: Any, endpoint: Endpoint) -> str:
    body = getattr(error, "body", None)
    parts: list[str] = []
    if isinstance(body, dict):
        parts = [str(body[key]) for key in ("code", "message", "detail", "error") if body.get(key)]
    said = " ".join(parts) or str(error)
    return endpoint.scrub(" ".join(said.split()))


def _quote(said: str) -> str:
    cut = said[:MOST_SAID] + ("…" if len(said) > MOST_SAID else "")
    return f" It says: {cut}" if cut else ""


def _retry_after(headers: Any) -> float | None:
    value = headers.get("retry-after-ms")
    try:
        if value is not None:
            return max(0.0, float(value) / 1000)
        value = headers.get("retry-after")
        return None if value is None else max(0.0, float(value))
    except ValueError:  # a date; our own pause will do
        return None
