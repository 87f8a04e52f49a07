"""Runs a plain function in a process of its own, so that long work doesn't slow other visitors.

    Elsewhere().call(read_file, name, data)

Python's own process pool can't be used here: it starts its workers by running the main script
again, and under Streamlit that is a page. Function and arguments go over a pipe instead; both ends
are this program, so nothing that was uploaded is ever unpickled as code.
"""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BatonError

log = logging.getLogger("baton")
ROOT = Path(__file__).parents[2]
R = TypeVar("R")


class Elsewhere:
    """Starts one process per call, at most ``limit`` at a time."""

    def __init__(self, limit: int = 2) -> None:
        self._slots = threading.BoundedSemaphore(limit)
        self._lock = threading.Lock()
        self._children: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def call(self, function: Callable[..., R], *args: Any) -> R:
        """Return what ``function(*args)`` returns.

        Args:
            function: A function at the top level of a module that doesn't import Streamlit.
            args: Values that can be pickled.

        Raises:
            BatonError: As the function raised it.
            RuntimeError: The process ended without an answer; the log says why.
        """
        task = pickle.dumps((function.__module__, function.__name__, args))
        with self._slots:
            child = self._start()
            try:
                answer, said = child.communicate(task)
            finally:
                with self._lock:
                    self._children.discard(child)
        if child.returncode != 0:
            log.error("work in another process failed: %s", said.decode("utf-8", "replace")[-4000:])
            raise RuntimeError("The work was interrupted.")
        error, value = pickle.loads(answer)  # noqa: S301  (written by our own process)
        if error is not None:
            raise error
        return value  # type: ignore[no-any-return]

    def close(self) -> None:
        """End what is running."""
        with self._lock:
            self._closed = True
            for child in self._children:
                child.terminate()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise RuntimeError("The program is closing.")
            child = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
                [sys.executable, "-m", __name__],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            self._children.add(child)
            return child


def main() -> None:
    """Answer one task from standard input."""
    # Whatever a library prints must not end up in the answer.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    module, name, args = pickle.load(sys.stdin.buffer)  # noqa: S301  (written by our own process)
    answer: tuple[BatonError | None, Any]
    try:
        answer = (None, getattr(importlib.import_module(module), name)(*args))
    except BatonError as error:
        answer = (error, None)
    out.write(pickle.dumps(answer))
    out.close()


if __name__ == "__main__":
    main()
