"""The replies of models inside one episode: kept before they are used, so that none is paid twice.

A killed calibration takes the episode under way up again: the same conversations come in the same
order, and what was answered before is taken from the tape. The same tape shows the episode again
later, without any call.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from core.errors import BatonError, CancelledError
from core.live.driver import ModelsFor
from core.live.spec import RunSpec
from core.llm.model import (
    Cancelled,
    ChatModel,
    ChatRequest,
    Completion,
    OnDelta,
    ToolCall,
    Usage,
)

Keep = Callable[[dict[str, Any]], None]
"""Stores one reply."""


class HaltedError(BatonError):
    """A calibration was halted in the middle of an episode; its replies are kept."""


class BudgetError(HaltedError):
    """It was halted because all that it may take is used up."""


@dataclass(kw_only=True)
class Tape:
    """Replies of one episode, and what stands behind them.

    Args:
        kept: Replies stored so far, in their order.
        most: Calls and tokens after which nobody is asked any more, kept replies included; 0: no limit.
        keep: Stores one more; None keeps nothing, since asking again costs nothing.
        halted: Once set, nobody is asked any more.
        cut: Set when a call was refused for that; set it from elsewhere to give up the call under way.
    """

    kept: Iterable[Mapping[str, Any]] = ()
    most: tuple[int, int] = (0, 0)
    keep: Keep | None = None
    halted: threading.Event = field(default_factory=threading.Event)
    cut: threading.Event = field(default_factory=threading.Event)
    calls: int = field(default=0, init=False)
    tokens: int = field(default=0, init=False)
    _left: dict[str, deque[Mapping[str, Any]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._left = defaultdict(deque)
        for reply in self.kept:
            self._left[reply["key"]].append(reply)
            self.count(completion_of(reply["reply"]))

    def over(self, models: ModelsFor | None) -> ModelsFor:
        """Return what plays a run with the tape before it; None: the tape alone."""

        def find(run: RunSpec) -> ChatModel:
            return _Taped(self, run, models)

        return find

    def take(self, key: str) -> Completion | None:
        """Return the next reply to a request that was kept, or None."""
        left = self._left.get(key)
        return completion_of(left.popleft()["reply"]) if left else None

    def count(self, reply: Completion) -> None:
        """Count a reply that was paid for."""
        self.calls += 1
        self.tokens += reply.usage.prompt + reply.usage.completion

    @property
    def is_spent(self) -> bool:
        """Whether all that it may take is used up."""
        calls, tokens = self.most
        return bool((calls and self.calls >= calls) or (tokens and self.tokens >= tokens))

    def check(self) -> None:
        """Raise HaltedError if a call was given up; BudgetError if for its price."""
        if self.cut.is_set() and self.is_spent and not self.halted.is_set():
            raise BudgetError("The budget is used up.")
        if self.cut.is_set():
            raise HaltedError("The calibration was halted.")


class _Taped:
    """What plays one continuation."""

    def __init__(self, tape: Tape, run: RunSpec, models: ModelsFor | None) -> None:
        self.tape, self.run, self.models = tape, run, models
        self.inner: ChatModel | None = None

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """Return the kept reply, or ask and keep it. Errors are the inner model's."""
        key = key_of(request)
        known = self.tape.take(key)
        if known is not None:
            return known
        if self.models is None or self.tape.halted.is_set() or self.tape.is_spent:
            self.tape.cut.set()
            raise CancelledError("The calibration was halted.")
        if self.inner is None:
            self.inner = self.models(self.run)
        done = self.inner.complete(request, on_delta, cancelled)
        self.tape.count(done)
        if self.tape.keep is not None:
            self.tape.keep({"key": key, "reply": asdict(done)})
        return done


def key_of(request: ChatRequest) -> str:
    """Return a digest of everything that a request says."""
    text = json.dumps(asdict(request), sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def completion_of(data: Mapping[str, Any]) -> Completion:
    """Return a reply from its JSON values."""
    values = dict(data)
    values["usage"] = Usage(**values["usage"])
    values["tool_calls"] = tuple(ToolCall(**call) for call in values["tool_calls"])
    return Completion(**values)
