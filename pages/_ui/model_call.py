"""Calls to a model that go on while nobody watches.

calls = services().calls
calls.start(key, words, work)   # work(cancelled) runs in a thread of the server; -> ModelCall
calls.get(key)                  # the last call of that key in this process, or None
watch(call)                     # draws how long it has taken, a way to give it up, and its failure
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import streamlit as st

from core.errors import BatonError
from core.llm.endpoint import taking_along
from core.llm.model import Cancelled
from pages._ui.heartbeat import heartbeat
from pages._ui.text import html_escape, plain

log = logging.getLogger("baton")
LOOK = 0.4
"""Seconds between two looks of a page at a call under way."""
PATIENCE = 0.3
"""Seconds that a page waits for a quick answer before it begins to look."""
_KEEP = 100

Work: TypeAlias = Callable[[Cancelled], Any]
"""Asks the model and returns what came of it; asks often whether it is still wanted."""


@dataclass(kw_only=True)
class ModelCall:
    """One call, from the button to its end."""

    words: str
    """What is under way, as a sentence; whoever works may say more."""
    future: Future[Any] = field(default_factory=Future, repr=False)
    begun: float = field(default_factory=time.monotonic)
    _given_up: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def state(self) -> Literal["running", "done", "failed", "cancelled"]:
        """Where the call stands. What was given up stays so, whatever comes later."""
        if self._given_up.is_set():
            return "cancelled"
        if not self.future.done():
            return "running"
        return "failed" if self.future.cancelled() or self.future.exception() else "done"

    @property
    def result(self) -> Any:
        """What came of it; None unless it is done."""
        return self.future.result() if self.state == "done" else None

    @property
    def problem(self) -> str:
        """What went wrong, fit to show; empty unless it failed."""
        if self.state != "failed":
            return ""
        error = None if self.future.cancelled() else self.future.exception()
        return str(error) if isinstance(error, BatonError) else _UNEXPECTED

    def cancel(self) -> None:
        """Give it up: the connection is closed, and its answer counts for nothing."""
        if not self.future.done():
            self._given_up.set()

    def is_cancelled(self) -> bool:
        """Whether somebody gave it up."""
        return self._given_up.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the end; return whether it came."""
        try:
            self.future.exception(timeout=seconds)
        except TimeoutError:
            return False
        return True


_UNEXPECTED = "The call stopped because of an internal error. The server's log says more."


class ModelCalls:
    """The calls of a server; a key has one call under way at most."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="baton-call")
        self._calls: OrderedDict[Hashable, ModelCall] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, key: Hashable, words: str, work: Work) -> ModelCall:
        """Begin a call; one of the same key that is under way is returned instead of a second.

        Args:
            key: What it is about, such as an analysis and a turn.
            words: What is under way, as a sentence.
            work: Does it; runs in a thread of the server, so it must not draw. The visit's endpoint
                is current there.
        """
        with self._lock:
            known = self._calls.get(key)
            if known is not None and known.state == "running":
                return known
            call = self._calls[key] = ModelCall(words=words)
            self._calls.move_to_end(key)
            while len(self._calls) > _KEEP:
                self._calls.popitem(last=False)
        self._threads.submit(taking_along(_run), call, work)
        return call

    def get(self, key: Hashable) -> ModelCall | None:
        """Return the last call of a key in this process, or None."""
        return self._calls.get(key)

    def close(self) -> None:
        """Give up whatever is under way."""
        for call in tuple(self._calls.values()):
            call.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _run(call: ModelCall, work: Work) -> None:
    if call.is_cancelled():
        call.future.cancel()
        return
    try:
        call.future.set_result(work(call.is_cancelled))
    except BatonError as error:
        call.future.set_exception(error)
    except Exception as error:
        log.exception("a call to a model failed")
        call.future.set_exception(error)


def watch(call: ModelCall | None, *, key: str, kept: str = "Nothing was kept.") -> bool:
    """Draw a call that is under way or failed; return whether its result is there.

    Args:
        call: The call, or None.
        key: Unique on the page.
        kept: What is left of a call that was given up.
    """
    if call is None:
        return False
    if call.state == "running":
        call.wait(PATIENCE)
    if call.state == "failed":
        st.error(plain(call.problem), icon=":material/error:")
    elif call.state == "cancelled":
        st.caption(plain(f"Given up. {kept}"))
    elif call.state == "running":
        _progress(call, key)
    return call.state == "done"


def _progress(call: ModelCall, key: str) -> None:
    """Draw a call under way once; the browser counts the seconds, and news draw the page anew."""
    seen = (call.state, call.words)
    took = time.monotonic() - call.begun
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.html(
            f'<p class="bt-quiet">{html_escape(call.words)} '
            f'<span class="bt-seconds" style="animation-delay:-{took:.0f}s"></span> '
            "You can leave this page.</p>"
        )
        st.button(
            "Give up",
            key=f"{key}:cancel",
            icon=":material/close:",
            type="tertiary",
            on_click=call.cancel,
            help="Closes the connection. What the model has written so far is dropped.",
        )
    heartbeat(LOOK, seen, lambda: (call.state, call.words), name=key)
