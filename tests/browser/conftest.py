"""Fixtures for tests that drive a real Chromium against a real server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pages._ui.person import COOKIE, to_cookie
from tests.browser.forks import Forks
from tests.browser.support import CHROMIUM, FLAGS, Server, Watch

expect.set_options(timeout=20_000)  # a busy machine is no failure


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The session's server; its workspace is empty at first and shared by the tests."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(folder / "baton.db", folder / "log.txt").start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Starts servers warm."""
    with Forks() as running:
        yield running


@pytest.fixture
def new_server(tmp_path: Path, forks: Forks) -> Iterator[Callable[[], Server]]:
    """Makes servers with an empty workspace each."""
    servers: list[Server] = []

    def make() -> Server:
        number = len(servers)
        database, log = tmp_path / f"baton{number}.db", tmp_path / f"log{number}.txt"
        servers.append(Server(database, log, forks=forks))
        return servers[-1].start()

    yield make
    for one in servers:
        one.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes tabs; at the end of the test none may have left the machine or broken."""
    contexts, watch = [], Watch()

    def make(
        url: str, *, width: int = 1440, height: int = 900, dark: bool = False, person: str = "Ada"
    ) -> Page:
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
        )
        contexts.append(context)
        context.set_default_navigation_timeout(120_000)  # nor is it one here
        if person:  # counts only where the workspace knows the name
            context.add_cookies([{"name": COOKIE, "value": to_cookie(person), "url": url}])
        page = context.new_page()
        watch.follow(page, url)
        return page

    yield make
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def page(new_page: Callable[..., Page], server: Server) -> Page:
    """A tab on the session's server."""
    return new_page(server.url)
