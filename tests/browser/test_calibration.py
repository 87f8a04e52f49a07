"""A calibration begun on its page, over a reload and a killed server, to the rows in Priors."""

import re

import pytest
from playwright.sync_api import expect

from storage import open_workspace
from tests.browser.support import Server, settle, violations
from tests.live_support import CONTRACT, TEAM


@pytest.fixture
def site(tmp_path, forks):
    server = Server(tmp_path / "baton.db", tmp_path / "log.txt", forks=forks)
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        workspace.contracts.save(CONTRACT, "Ada")
        workspace.teams.save(TEAM + "contract: tour\n", "Ada")
    server.start()
    yield server
    server.stop()


def counted(page, more_than=0):
    """Wait until so many episodes are shown, without touching the page: it looks for news by itself."""
    tile = page.locator(".bt-tile", has_text="episodes").first
    wanted = "|".join(str(number) for number in range(more_than + 1, 401))
    expect(tile).to_contain_text(re.compile(rf"^({wanted}) of 400"), timeout=60_000)
    return int(tile.inner_text().split()[0])


@pytest.mark.long  # two servers and four pages
@pytest.mark.timeout(360)
def test_from_the_form_over_a_reload_and_a_killed_server_to_the_priors(site, new_page):
    page = new_page(site.url)
    page.goto("/calibration?new=1&team=Tour")
    expect(page.get_by_role("heading", name="What it takes")).to_be_visible(timeout=60_000)
    tile = page.locator(".bt-tile", has_text="episodes").first
    for name, value, episodes in (
        ("Most episodes", "400", re.compile(r"^\d\d")),
        ("Seeds for each fault", "50", re.compile("^400")),
    ):
        settle(page)
        field = page.get_by_role("spinbutton", name=name)
        field.fill(value)
        field.press("Enter")
        expect(field).to_have_value(value)
        expect(tile).to_contain_text(episodes, timeout=60_000)
    begin = page.get_by_role("button", name="Begin the calibration")
    expect(begin).to_be_enabled()
    settle(page)
    begin.click()
    expect(page).to_have_url(re.compile(r"/calibration\?id=\w+$"), timeout=60_000)
    seen = counted(page)
    page.reload()
    seen = counted(page, seen)

    site.process.kill()
    site.process.wait(10)
    site.start()
    page.goto(page.url)
    go_on = page.get_by_role("button", name="Go on")
    # Its worker has a process of its own: until that one notices, or its lease is over, it is at work.
    expect(go_on).to_be_visible(timeout=60_000)
    expect(page.get_by_text("The process that worked on it is gone.")).to_be_visible()
    settle(page)
    go_on.click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=60_000)
    counted(page, seen)
    settle(page)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    freeze = page.get_by_role("button", name="Freeze these counts")
    expect(freeze).to_be_visible(timeout=60_000)
    settle(page)
    freeze.click()
    link = page.get_by_role("link", name="Open in Priors")
    expect(link).to_be_visible(timeout=60_000)
    settle(page)
    assert violations(page) == []
    rows = page.locator(".bt-table tbody tr").locator("td:first-child")
    repairs = rows.all_inner_texts()
    assert repairs
    link.click()
    expect(page.get_by_role("heading", name=re.compile("^Segments"))).to_be_visible(timeout=60_000)
    expect(page.get_by_text(re.compile("calibration [0-9a-f]{12}"))).to_be_visible()
    assert rows.all_inner_texts() == repairs
