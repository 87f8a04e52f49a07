"""Servers forked from a process that has imported what every server imports: a fifth of a cold start.

    with Forks() as forks:
        process = forks.start("app.py", port, database_url, log)   # used like a Popen
        process.terminate(), process.wait(10)

The session's own server and the kit's are started as a person starts them; those of single tests, which
need an empty workspace and not a cold interpreter, come from here. Nothing of ``pages`` is imported before
the fork, since what registers with a running server must do so in that server.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BEFORE = (
    "streamlit.web.cli",
    "streamlit.web.bootstrap",
    "core.controller",
    "core.drift",
    "core.live.worker",
    "core.probe.runner",
    "core.trace.importers",
    "core.trace.redact",
    "storage",
    "alembic",
    "pandas",
)


class Forked:
    """A server that somebody else has for a child; as much of ``Popen`` as a test needs."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """Return None while it is there."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, seconds: float) -> None:
        """Wait for its end."""
        until = time.monotonic() + seconds
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), seconds)
            time.sleep(0.01)

    def terminate(self) -> None:
        """Ask it to end."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Forks:
    """The process that forks."""

    def __enter__(self) -> Forks:
        self._parent = subprocess.Popen(
            [sys.executable, str(Path(__file__))],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self

    def __exit__(self, *_: object) -> None:
        with self._parent:  # closes its pipes, and waits
            self._parent.terminate()

    def start(self, script: Path, port: int, url: str, log: Path) -> Forked:
        """Start a server; as with a new process, it answers a moment later."""
        order = {"script": str(script), "port": port, "url": url, "log": str(log)}
        assert self._parent.stdin and self._parent.stdout
        self._parent.stdin.write((json.dumps(order) + "\n").encode())
        self._parent.stdin.flush()
        return Forked(int(self._parent.stdout.readline()))


def _serve(order: dict[str, Any]) -> None:
    """Become the server."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for number, file in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(file, number)
    os.environ["BATON_DATABASE_URL"] = order["url"]
    sys.argv = ["streamlit", "run", order["script"], "--server.port", str(order["port"])]
    from streamlit.web.cli import main

    main(prog_name="streamlit")


def _listen() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has ended is nobody's zombie
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _serve(json.loads(line))
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for name in BEFORE:
        __import__(name)
    _listen()
