"""The `openai` client behind the protocol: streaming, time-outs, retries, and giving up at once."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from core.errors import CancelledError
from core.llm.endpoint import NO_KEY, Endpoint
from core.llm.failures import Failure, dropped, explain, too_slow
from core.llm.model import (
    Cancelled,
    ChatMessage,
    ChatRequest,
    Completion,
    OnDelta,
    ToolCall,
    Usage,
)
from core.llm.tokens import estimate_usage

LOOK = 0.05
"""Seconds between two looks at 'cancelled' while nothing arrives."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
LONGEST_ASKED = 60.0
"""Most seconds that a server's Retry-After is followed."""
MOST_CHARACTERS = 1_000_000
"""Of one answer; more than the largest 'max_tokens' of an agent, so only a broken server sends more."""
MOST_TOKENS = 1_000_000_000
"""A count above this, or below nothing, is none."""
_DROPPABLE = ("stream_options", "response_format", "seed", "temperature", "max_tokens")
"""Parameters that some servers refuse; a call is repeated without the one that is complained of."""


class OpenAIModel:
    """A model at an endpoint that speaks the chat completions protocol.

    Every attempt runs in a thread of its own that hands over what arrives, so that a caller who
    gives up never waits for a slow server.

    Args:
        endpoint: Where, with which key, how long, how often.
        pause: Waits so many seconds; for tests.
    """

    def __init__(self, endpoint: Endpoint, pause: Callable[[float], None] | None = None) -> None:
        self.endpoint = endpoint
        self._pause = pause
        self._without: set[str] = set()

    def __repr__(self) -> str:
        return f"OpenAIModel({self.endpoint.shown!r})"

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return the answer. ``on_delta`` receives the whole text so far, at every piece of it.

        Raises:
            ModelError: There is no usable answer.
        """
        stop = cancelled or (lambda: False)
        began = time.monotonic()
        attempt = 0
        while True:
            attempt += 1
            try:
                done = self._once(request, on_delta, stop)
            except _FailedError as failed:
                failure = failed.failure
                if self._drop(failure):
                    attempt -= 1
                    continue
                if not failure.again or attempt > self.endpoint.retries:
                    raise failure.error from None
                self._wait(failure, attempt, stop)
                continue
            return replace(done, seconds=time.monotonic() - began, attempts=attempt)

    def embeddings(self, texts: Sequence[str], model: str) -> list[list[float]]:
        """Return one vector per text, in their order.

        Raises:
            ModelError: There is no usable answer.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                with self._client() as client:
                    found = client.embeddings.create(
                        input=list(texts), model=model, encoding_format="float"
                    )
                ordered = sorted(found.data, key=lambda item: item.index)
                return [[float(x) for x in item.embedding] for item in ordered]
            except Exception as error:
                failure = explain(error, self.endpoint, None)
                if not failure.again or attempt > self.endpoint.retries:
                    raise failure.error from None
                self._wait(failure, attempt, lambda: False)

    def models(self) -> list[str]:
        """Return the names of the models that the endpoint offers.

        Raises:
            ModelError: It can't be reached, refuses the key, or answers something else.
        """
        try:
            with self._client() as client:
                found = client.models.list().data or ()
                return sorted(self.endpoint.scrub(whole(str(model.id))) for model in found)
        except Exception as error:
            raise explain(error, self.endpoint, None).error from None

    # -- one attempt ------------------------------------------------------------------------

    def _client(self) -> Any:
        import openai  # 0.4 s, and only who calls a model needs it

        # It logs every request; each call is an event of its run already.
        logging.getLogger("httpx2").setLevel(logging.WARNING)
        return openai.OpenAI(
            base_url=self.endpoint.base_url,
            api_key=self.endpoint.key or NO_KEY,
            timeout=self.endpoint.seconds,
            max_retries=0,
        )

    def _once(self, request: ChatRequest, on_delta: OnDelta | None, stop: Cancelled) -> Completion:
        arrived: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        given_up = threading.Event()
        threading.Thread(
            target=self._receive, args=(request, arrived, given_up), daemon=True, name="baton-llm"
        ).start()
        answer = _Answer(request, self.endpoint)
        try:
            for chunk in self._chunks(arrived, request, stop):
                if _taken(answer, chunk) and on_delta is not None:
                    on_delta(self.endpoint.scrub(answer.text))
        finally:
            given_up.set()
        if not answer.ended:
            raise _FailedError(dropped(self.endpoint))
        return answer.completion()

    def _receive(
        self,
        request: ChatRequest,
        arrived: queue.SimpleQueue[tuple[str, Any]],
        given_up: threading.Event,
    ) -> None:
        try:
            with (
                self._client() as client,
                client.chat.completions.create(**self._arguments(request)) as stream,
            ):
                for chunk in stream:
                    if given_up.is_set():
                        return
                    arrived.put(("chunk", chunk))
            arrived.put(("end", None))
        except BaseException as error:
            arrived.put(("error", error))

    def _chunks(
        self,
        arrived: queue.SimpleQueue[tuple[str, Any]],
        request: ChatRequest,
        stop: Cancelled,
    ) -> Iterator[Any]:
        deadline = time.monotonic() + self.endpoint.seconds
        while True:
            if stop():
                raise CancelledError("The call was given up.")
            if time.monotonic() > deadline:
                raise too_slow(self.endpoint)
            with suppress(queue.Empty):
                what, value = arrived.get(timeout=LOOK)
                if what == "end":
                    return
                if what == "error":
                    raise _FailedError(explain(value, self.endpoint, request))
                yield value

    def _arguments(self, request: ChatRequest) -> dict[str, Any]:
        found: dict[str, Any] = {
            "model": request.model,
            "messages": [_message(m) for m in request.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
        }
        if request.tools:
            found["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": dict(tool.parameters),
                    },
                }
                for tool in request.tools
            ]
        if request.json_schema is not None:
            found["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(request.json_schema)},
            }
        if "max_tokens" in self._without:
            found["max_completion_tokens"] = request.max_tokens
        return {
            key: value
            for key, value in found.items()
            if value is not None and key not in self._without
        }

    # -- trying again -----------------------------------------------------------------------

    def _drop(self, failure: Failure) -> bool:
        """Leave out a parameter that the server complains of; return whether that is new."""
        if failure.status not in (400, 422):
            return False
        for name in _DROPPABLE:
            if name in failure.said and name not in self._without:
                self._without.add(name)
                return True
        return False

    def _wait(self, failure: Failure, attempt: int, stop: Cancelled) -> None:
        seconds = min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE)
        if failure.wait is not None:
            if failure.wait > LONGEST_ASKED:
                raise failure.error from None
            seconds = failure.wait
        if self._pause is not None:
            self._pause(seconds)
            return
        until = time.monotonic() + seconds
        never = threading.Event()
        while (left := until - time.monotonic()) > 0:
            if stop():
                raise CancelledError("The call was given up.")
            never.wait(min(LOOK, left))


class _FailedError(Exception):
    """One attempt failed."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(str(failure.error))


def _taken(answer: _Answer, chunk: Any) -> bool:
    """Take a chunk in; whatever is in it, it breaks nothing but the answer.

    Raises:
        _FailedError: It isn't what the protocol says: the client checks no types.
    """
    try:
        return answer.add(chunk)
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise _FailedError(explain(error, answer.endpoint, None)) from None


class _Answer:
    """Puts the pieces of a stream together."""

    def __init__(self, request: ChatRequest, endpoint: Endpoint) -> None:
        self._request = request
        self.endpoint = endpoint
        self._calls: dict[int, dict[str, str]] = {}
        self._usage: Usage | None = None
        self._model = request.model
        self._finish = ""
        self._half = ""
        self.text = ""

    @property
    def ended(self) -> bool:
        """Whether the server said that the answer is complete."""
        return bool(self._finish)

    def add(self, chunk: Any) -> bool:
        """Take a chunk in; return whether it brought text."""
        self._model = str(getattr(chunk, "model", None) or self._model)
        usage = getattr(chunk, "usage", None)
        if usage is not None:
            self._usage = _counted(usage) or self._usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return False
        choice = choices[0]
        self._finish = str(choice.finish_reason or self._finish)
        if choice.delta is None:
            return False
        for call in choice.delta.tool_calls or ():
            kept = self._calls.setdefault(call.index, {"id": "", "name": "", "arguments": ""})
            kept["id"] = call.id or kept["id"]
            if call.function is not None:
                kept["name"] += call.function.name or ""
                kept["arguments"] += call.function.arguments or ""
        piece = self._half + (choice.delta.content or "")
        # A character beyond the basic plane may arrive in two halves, the second in the next piece.
        self._half = piece[-1:] if "\ud800" <= piece[-1:] <= "\udbff" else ""
        piece = piece[:-1] if self._half else piece
        self.text += whole(piece)
        if len(self.text) > MOST_CHARACTERS:
            raise ValueError("The answer has no end.")
        return bool(piece)

    def completion(self) -> Completion:
        """Return the whole answer, without the key, should a server have written it there."""
        clean = self._clean
        calls = tuple(
            ToolCall(
                id=call["id"] or f"call-{index}",
                name=clean(call["name"]),
                arguments=clean(call["arguments"]),
            )
            for index, call in sorted(self._calls.items())
        )
        text = clean(self.text + self._half)
        written = text + "".join(call.name + call.arguments for call in calls)
        return Completion(
            text=text,
            tool_calls=calls,
            usage=self._usage or estimate_usage(self._request.messages, written),
            model=clean(self._model),
            finish=clean(self._finish) or "stop",
        )

    def _clean(self, text: str) -> str:
        return self.endpoint.scrub(whole(text))


def whole(text: str) -> str:
    r"""Return a text in which half characters are joined, or replaced where the other half lacks.

    JSON can spell them, and neither a request nor a page can hold them.

    Example:
        >>> whole("\ud83d\ude00, \ud800") == "\U0001f600, \ufffd"
        True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _counted(usage: Any) -> Usage | None:
    """Return the counts of a call, or None if they can't be true: budgets are kept by them."""
    try:
        prompt, completion = int(usage.prompt_tokens or 0), int(usage.completion_tokens or 0)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return None
    if not (0 <= prompt <= MOST_TOKENS and 0 <= completion <= MOST_TOKENS):
        return None
    return Usage(prompt=prompt, completion=completion)


def _message(message: ChatMessage) -> dict[str, Any]:
    found: dict[str, Any] = {"role": message.role, "content": whole(message.content)}
    if message.tool_calls:
        found["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.role == "tool":
        found["tool_call_id"] = message.call_id
    return found


__all__ = ["OpenAIModel", "whole"]
