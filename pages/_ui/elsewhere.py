"""Runs a plain function in a process of its own, so that long work doesn't slow other visitors.

    Elsewhere().call(read_file, name, data)
    running = Running()
    Elsewhere().call(read_upload, name, [data], running=running)   # in a thread of its own
    running.said, running.cancel()                                 # from any other thread

Python's own process pool can't be used here: it starts its workers by running the main script
again, and under Streamlit that is a page. Function and arguments go over a pipe instead; both ends
are this program, so nothing that was uploaded is ever unpickled as code. Large bytes go as they
are, so that they are in memory once on each side.
"""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from core.errors import BatonError

log = logging.getLogger("baton")
ROOT = Path(__file__).parents[2]
LARGE = 65_536
"""Bytes from which an argument is sent as it is."""
_SIZE = struct.Struct("!Q")
R = TypeVar("R")


class CancelledError(BatonError):
    """Somebody stopped the work."""


class Running:
    """One call under way, seen from other threads.

    Args:
        hear: Called with each thing that the function tells, in the thread that waits for it.
    """

    def __init__(self, hear: Callable[[Any], None] | None = None) -> None:
        self._hear = hear
        self.said: Any = None
        """What the function last told about its progress."""
        self.cancelled = False
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """End the call, whether or not it has begun; it raises CancelledError."""
        with self._lock:
            self.cancelled = True
            if self._child is not None:
                self._child.terminate()

    def tell(self, value: Any) -> None:
        """Take what the function told about its progress."""
        self.said = value
        if self._hear is not None:
            self._hear(value)

    def begin(self, child: subprocess.Popen[bytes]) -> None:
        """Take note of the process that does the work."""
        with self._lock:
            self._child = child
            if self.cancelled:
                child.terminate()


class Elsewhere:
    """Starts one process per call, at most ``limit`` at a time."""

    def __init__(self, limit: int = 2) -> None:
        self._slots = threading.BoundedSemaphore(limit)
        self._lock = threading.Lock()
        self._children: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def call(
        self,
        function: Callable[..., R],
        *args: Any,
        running: Running | None = None,
        files: Sequence[int] = (),
    ) -> R:
        """Return what ``function(*args)`` returns.

        Args:
            function: A function at the top level of a module. With ``running`` it also gets the
                argument ``tell``, which takes one picklable value.
            args: Values that can be pickled.
            running: Takes what the function tells, and can cancel the call.
            files: Numbers of open files that the process may use too.

        Raises:
            BatonError: As the function raised it.
            CancelledError: The call was cancelled.
            RuntimeError: The process ended without an answer; the log says why.
        """
        follow = running or Running()
        with self._slots, tempfile.TemporaryFile() as said:
            if follow.cancelled:
                raise CancelledError("It was cancelled.")
            child = self._start(said, files)
            follow.begin(child)
            answer = None
            try:
                # A process that ended early closes its pipes; its exit code tells why.
                with suppress(BrokenPipeError, EOFError):
                    _send(child.stdin, (function.__module__, function.__name__, args, running is not None))  # fmt: skip
                    answer = _answer(child.stdout, follow)
            finally:
                child.terminate() if answer is None else child.wait()
                for pipe in (child.stdin, child.stdout):
                    with suppress(BrokenPipeError):
                        pipe.close()  # type: ignore[union-attr]
                child.wait()
                with self._lock:
                    self._children.discard(child)
            if follow.cancelled:
                raise CancelledError("It was cancelled.")
            if answer is None:
                said.seek(0)
                log.error("work in another process failed: %s", said.read()[-4000:].decode("utf-8", "replace"))  # fmt: skip
                raise RuntimeError("The work was interrupted.")
        error, value = answer
        if error is not None:
            raise error
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """End what is running."""
        with self._lock:
            self._closed = True
            for child in self._children:
                child.terminate()

    def _start(self, said: IO[bytes], files: Sequence[int]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise RuntimeError("The program is closing.")
            child = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
                [sys.executable, "-m", __name__],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                pass_fds=tuple(files),
            )
            self._children.add(child)
            return child


def _answer(pipe: IO[bytes] | None, follow: Running) -> tuple[BatonError | None, Any]:
    """Return the answer, after all that was told before it. Raises EOFError if none comes."""
    while True:
        kind, value = _receive(pipe)
        if kind == "answer":
            return value  # type: ignore[no-any-return]
        follow.tell(value)


def _send(pipe: IO[bytes] | None, value: Any) -> None:
    """Write a value; large bytes in it follow as they are."""
    raw: list[pickle.PickleBuffer] = []
    body = pickle.dumps(_outside(value), protocol=5, buffer_callback=raw.append)
    out = cast("IO[bytes]", pipe)
    out.write(_SIZE.pack(len(body)) + _SIZE.pack(len(raw)) + body)
    for buffer in raw:
        with buffer.raw() as part:
            out.write(_SIZE.pack(len(part)))
            out.write(part)
    out.flush()


def _outside(value: Any) -> Any:
    if isinstance(value, bytes) and len(value) >= LARGE:
        return pickle.PickleBuffer(value)
    if type(value) in (list, tuple):
        return type(value)(map(_outside, value))
    return value


def _receive(pipe: IO[bytes] | None) -> Any:
    size, count = _SIZE.unpack(_exactly(pipe, _SIZE.size))[0], _SIZE.unpack(_exactly(pipe, _SIZE.size))[0]  # fmt: skip
    body = _exactly(pipe, size)
    raw = [_exactly(pipe, _SIZE.unpack(_exactly(pipe, _SIZE.size))[0]) for _ in range(count)]
    return pickle.loads(body, buffers=raw)  # noqa: S301  (written by our own process)


def _exactly(pipe: IO[bytes] | None, size: int) -> bytes:
    data = pipe.read(size)  # type: ignore[union-attr]
    if len(data) < size:
        raise EOFError
    return data


def main() -> None:
    """Answer one task from standard input."""
    # Whatever a library prints must not end up in the answer.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    module, name, args, tells = _receive(sys.stdin.buffer)
    function = getattr(importlib.import_module(module), name)
    more = {"tell": lambda value: _send(out, ("told", value))} if tells else {}
    answer: tuple[BatonError | None, Any]
    try:
        answer = (None, function(*args, **more))
    except BatonError as error:
        answer = (error, None)
    _send(out, ("answer", answer))
    out.close()


if __name__ == "__main__":
    main()
