"""Lets an engineer's own functions, plain or async, help with a repair."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from core.errors import RepairError
from core.guard.ports import AskCall, CertifyCall, RedoCall, Said
from core.llm.tokens import estimate_tokens
from core.repair.means import (
    Answer,
    Certificate,
    CertificateRequest,
    Means,
    Question,
    Redo,
    Rewriter,
)

Q = TypeVar("Q")
T = TypeVar("T")

LOOP: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("baton_loop", default=None)
"""Event loop of the caller, while a guard works for it in a thread of its own."""
HELPING: ContextVar[bool] = ContextVar("baton_helping", default=False)
"""Whether we are inside a function that the guard called for help; it must not call the guard."""


@dataclass(slots=True)
class Spent:
    """Tokens that help has cost since somebody looked."""

    tokens: int = 0
    estimated: bool = False

    def add(self, asked: str, answer: Answer) -> None:
        """Count one question with its answer; about, where nobody has counted."""
        if answer.tokens is None:
            self.estimated = True
            self.tokens += estimate_tokens(asked) + estimate_tokens(answer.text)
        else:
            self.tokens += answer.tokens

    def take(self) -> dict[str, int | bool]:
        """Return what was counted, and begin anew."""
        found: dict[str, int | bool] = {"tokens": self.tokens, "estimated": self.estimated}
        self.tokens, self.estimated = 0, False
        return found


def means_of(
    ask: AskCall | None,
    redo: RedoCall | None,
    certify: CertifyCall | None,
    rewriter: Rewriter | None,
    spent: Spent,
) -> Means:
    """Return the helpers as the controller knows them; what they cost is added to ``spent``."""
    return Means(
        asker=_Asks(ask, spent) if ask else None,
        author=_Redoes(redo, spent) if redo else None,
        certifier=_Certifies(certify) if certify else None,
        rewriter=rewriter,
    )


class _Asks:
    def __init__(self, call: AskCall, spent: Spent) -> None:
        self._call, self._spent = call, spent

    def ask(self, question: Question) -> Answer:
        answer = _answer(cast(Said, _finished(self._call, question)))
        self._spent.add(question.text, answer)
        return answer


class _Redoes:
    def __init__(self, call: RedoCall, spent: Spent) -> None:
        self._call, self._spent = call, spent

    def redo(self, request: Redo) -> str:
        answer = _answer(cast(Said, _finished(self._call, request)))
        self._spent.add(request.prompt, answer)
        return answer.text


class _Certifies:
    def __init__(self, call: CertifyCall) -> None:
        self._call = call

    def certify(self, request: CertificateRequest) -> Certificate | None:
        return _finished(self._call, request)


def _answer(said: Said) -> Answer:
    return said if isinstance(said, Answer) else Answer(text=said)


def _finished(call: Callable[[Q], T | Awaitable[T]], request: Q) -> T:
    """Call a helper; if it is async, wait for it on the caller's loop, or on one of its own."""
    token = HELPING.set(True)
    try:
        found = call(request)
    finally:
        HELPING.reset(token)
    if not isinstance(found, Awaitable):
        return found
    loop = LOOP.get()
    if loop is not None:
        return cast(T, asyncio.run_coroutine_threadsafe(_helping(found), loop).result())
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return cast(T, asyncio.run(_helping(found)))
    if inspect.iscoroutine(found):
        found.close()
    raise RepairError("An async helper can't be awaited here: use amessage or aoutput.")


async def _helping(work: Awaitable[Any]) -> Any:
    HELPING.set(True)
    return await work
