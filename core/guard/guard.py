"""The guard of one run: sync, async, and around plain functions."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import json
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar, cast

from core.guard.course import Ended
from core.guard.decisions import Decision, Parked
from core.guard.engine import Engine
from core.guard.help import LOOP

P = ParamSpec("P")
R = TypeVar("R")


class Guard(Engine):
    """Stands between the agents of one run. Made by ``guard.open``; use it as a context manager.

    Safe to share between threads and tasks. The async calls do the same as the plain ones, in a
    thread of their own, so that an event loop is never blocked.

    Example:
        >>> from core import guard
        >>> with guard.open("{name: demo, apiVersion: baton/v1, kind: FactContract}") as baton:
        ...     baton.message("Collector", "Writer", "Please write.").text
        'Please write.'
    """

    async def amessage(
        self, sender: str, to: str | Sequence[str], text: str, *, event_id: str = ""
    ) -> Decision:
        """Return what to do with a message; see :meth:`message`."""
        call = functools.partial(self.message, event_id=event_id)
        return await _in_thread(call, sender, to, text)

    async def aoutput(
        self, sender: str, text: str, to: str | Sequence[str] = (), *, event_id: str = ""
    ) -> Decision:
        """Return what to do with a work product; see :meth:`output`."""
        call = functools.partial(self.output, event_id=event_id)
        return await _in_thread(call, sender, text, to)

    async def await_decision(self, parked: Parked, seconds: float) -> Ended:
        """Wait for somebody to decide; see :meth:`wait_decision`."""
        return await _in_thread(self.wait_decision, parked, seconds)

    def released(self, decision: Decision, patience: float = 0.0) -> str:
        """Return the text to send, waiting for a person where one has to decide.

        Args:
            decision: What a call returned.
            patience: Seconds to wait at most; then the agent's own text goes out.
        """
        if isinstance(decision, Parked):
            return self.wait_decision(decision, patience).text
        return decision.text

    def agent(
        self,
        name: str,
        *,
        to: str | Sequence[str] = (),
        output: bool = False,
        patience: float = 0.0,
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Guard a function, plain or async, that returns what an agent has to say as text.

        Args:
            name: The agent.
            to: Who gets it.
            output: Whether it is a work product rather than a message.
            patience: Seconds to wait for a person, where one has to decide.

        Returns:
            A decorator. The decorated function returns the text that may be sent.
        """

        def judge(text: str) -> str:
            said = self.output(name, text, to) if output else self.message(name, to, text)
            return self.released(said, patience)

        return functools.partial(_wrapped, judge)

    def tool(self, name: str, *, by: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Record a tool, a plain or async function: its call, and what it returned to the agent.

        Args:
            name: The tool.
            by: Agent that uses it.
        """

        def decorate(function: Callable[P, R]) -> Callable[P, R]:
            def note(result: Any) -> Any:
                self.tool_result(name, by, result if isinstance(result, str) else _json(result))
                return result

            def call(given: dict[str, Any]) -> None:
                self.tool_call(by, name, _json(given))

            return _wrapped(note, function, before=call)

        return decorate


def _wrapped(
    after: Callable[[Any], Any],
    function: Callable[P, R],
    before: Callable[[dict[str, Any]], None] | None = None,
) -> Callable[P, R]:
    def announce(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if before is not None:
            before({"arguments": list(args), **kwargs} if args else kwargs)

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def later(*args: P.args, **kwargs: P.kwargs) -> Any:
            await _in_thread(announce, args, kwargs)
            return await _in_thread(after, await function(*args, **kwargs))

        return cast(Callable[P, R], later)

    @functools.wraps(function)
    def now(*args: P.args, **kwargs: P.kwargs) -> R:
        announce(args, kwargs)
        return cast(R, after(function(*args, **kwargs)))

    return now


async def _in_thread(call: Callable[..., R], *args: Any) -> R:
    """Run a call in a thread that knows the loop, so that async helpers run on the caller's.

    The thread is the call's own. The loop's pool is small and belongs to the agents: calls that wait
    for a person would fill it, and a helper that needs one of its threads would never end.
    """
    loop = asyncio.get_running_loop()
    token = LOOP.set(loop)
    context = contextvars.copy_context()
    LOOP.reset(token)
    ended: asyncio.Future[R] = loop.create_future()

    def tell(result: Any, error: BaseException | None) -> None:
        if ended.done():  # who called was cancelled meanwhile
            return
        if error is None:
            ended.set_result(result)
        elif isinstance(error, StopIteration):  # a future takes any other
            ended.set_exception(RuntimeError("The function raised StopIteration."))
        else:
            ended.set_exception(error)

    def work() -> None:
        result, caught = None, None
        try:
            result = context.run(call, *args)
        except BaseException as error:
            caught = error
        with suppress(RuntimeError):  # the loop is closed; nobody listens
            loop.call_soon_threadsafe(tell, result, caught)

    threading.Thread(target=work, name="baton-guard", daemon=True).start()
    return await ended


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
