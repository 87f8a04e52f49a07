"""A real server process, and what browser tests need to look at it.

def test_something(page):                 # ``page``: a tab on the session's server
    page.goto("/traces")
    settle(page)

def test_restart(new_server, new_page):   # servers and tabs of one's own
    server = new_server()
    page = new_page(server.url)
    server.restart()                      # the same database, a new process
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.forks import Forked, Forks

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_SETTLED = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  return app?.dataset.testScriptState === "notRunning" && app?.dataset.testConnectionState === "CONNECTED";
}"""

_DRAWN = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"""


@dataclass
class Server:
    """One server process with a database of its own."""

    database: Path
    log: Path
    script: Path = ROOT / "app.py"
    port: int = 0
    process: subprocess.Popen[bytes] | Forked | None = field(default=None, repr=False)
    forks: Forks | None = field(default=None, repr=False)
    """Starts it warm; None: as a person does."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        self.port = self.port or _free_port()
        self.process = self._started(f"sqlite:///{self.database}")
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1).close()
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                return self
        raise AssertionError(f"the server did not start:\n{self.log.read_text('utf-8')[-3000:]}")

    def _started(self, url: str) -> subprocess.Popen[bytes] | Forked:
        if self.forks is not None:
            return self.forks.start(self.script, self.port, url, self.log)
        env = os.environ | {"BATON_DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
        command = ["-m", "streamlit", "run", str(self.script), "--server.port", str(self.port)]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env=env, stdout=log, stderr=log
            )

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Watch:
    """What a tab did that it must not do."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def follow(self, page: Page, url: str) -> None:
        allowed = ("data:", "blob:", url, url.replace("http", "ws"))
        page.on("request", lambda r: r.url.startswith(allowed) or self.outside.append(r.url))
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        # A blocked load would have left the machine without the content security policy.
        page.on("console", lambda m: "Content Security" in m.text and self.outside.append(m.text))

    def check(self) -> None:
        assert self.outside == [], "the app must not reach outside this machine"
        assert self.errors == []


def settle(page: Page) -> None:
    """Wait until Streamlit is connected and its run has ended.

    Then still ``expect(...)`` the thing itself: the page may be drawn a moment later.
    """
    page.wait_for_function(_SETTLED, timeout=30_000)


def press(page: Page, key: str, *, button: bool = True) -> None:
    """Press a key once what it acts on is there and listens.

    Streamlit says that a run has ended before the browser has drawn its last elements, and a button
    hears its key only after it was drawn.

    Args:
        page: The tab.
        key: As Playwright names it.
        button: Whether a letter is the key of a button; False: of a component or a field.
    """
    settle(page)
    if button and len(key) == 1:
        name = re.compile(rf"Shortcut {re.escape(key.upper())}$")
        page.get_by_role("button", name=name).first.wait_for(state="visible", timeout=20_000)
    page.evaluate(_DRAWN)
    page.keyboard.press(key)


def violations(page: Page) -> list[str]:
    """Return what axe finds wrong, one line each."""
    # Streamlit's own uploader gives its drop zone a label and no role; the rest is ours.
    options = {"rules": {"presentation-role-conflict": {"enabled": False}}}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]
