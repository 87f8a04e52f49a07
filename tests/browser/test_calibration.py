"""A calibration begun on its page, over a reload and a killed server, to the rows in Priors."""

import re

import pytest
from playwright.sync_api import expect

from storage import open_workspace
from tests.browser.support import Server, settle, violations
from tests.live_support import CONTRACT, TEAM


@pytest.fixture
def site(tmp_path):
    server = Server(tmp_path / "baton.db", tmp_path / "log.txt")
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        workspace.contracts.save(CONTRACT, "Ada")
        workspace.teams.save(TEAM + "contract: tour\n", "Ada")
    server.start()
    yield server
    server.stop()


def counted(page):
    """Wait until more episodes are shown than now; the page counts on by itself. Return how many."""
    tile = page.locator(".bt-tile", has_text="episodes").first
    expect(tile).to_contain_text(re.compile(r"^\d+ of 400"), timeout=60_000)
    before = int(tile.inner_text().split()[0])
    expect(tile).not_to_contain_text(f"{before} of 400", timeout=60_000)
    return before + 1


# On a busy machine about one walk in ten ends with "Bad delta path index" in the browser's own code, after
# which the page stands still until it is loaded again. Until that is understood it is no gate.
@pytest.mark.long
@pytest.mark.timeout(360)  # two servers and four pages, on a busy machine
def test_from_the_form_over_a_reload_and_a_killed_server_to_the_priors(site, new_page):
    page = new_page(site.url)
    page.goto("/calibration?new=1&team=Tour")
    expect(page.get_by_role("heading", name="What it takes")).to_be_visible(timeout=60_000)
    for name, value in (("Seeds for each fault", "50"), ("Most episodes", "400")):
        field = page.get_by_role("spinbutton", name=name)
        field.fill(value)
        field.press("Enter")
        settle(page)
    expect(page.locator(".bt-tile", has_text="episodes").first).to_contain_text("400")
    begin = page.get_by_role("button", name="Begin the calibration")
    expect(begin).to_be_enabled()
    settle(page)
    begin.click()
    expect(page).to_have_url(re.compile(r"/calibration\?id=\w+$"), timeout=60_000)
    counted(page)
    page.reload()
    assert counted(page) > 1

    site.process.kill()
    site.process.wait(10)
    site.start()
    page.goto(page.url)
    expect(page.get_by_text("The server that ran it has ended.")).to_be_visible(timeout=60_000)
    settle(page)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=60_000)
    assert counted(page) > 2
    settle(page)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    freeze = page.get_by_role("button", name="Freeze these counts")
    expect(freeze).to_be_visible(timeout=60_000)
    settle(page)
    freeze.click()
    link = page.get_by_role("link", name="Open in Priors")
    expect(link).to_be_visible()
    settle(page)
    assert violations(page) == []
    rows = page.locator(".bt-table tbody tr").locator("td:first-child")
    repairs = rows.all_inner_texts()
    assert repairs
    link.click()
    expect(page.get_by_role("heading", name=re.compile("^Segments"))).to_be_visible()
    expect(page.get_by_text(re.compile("calibration [0-9a-f]{12}"))).to_be_visible()
    assert rows.all_inner_texts() == repairs
