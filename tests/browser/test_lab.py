"""The policy lab and two priors sets side by side, in a real browser."""

import json

import pytest
from playwright.sync_api import expect

from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.priors import priors_hash
from storage import open_workspace
from tests.browser.support import settle, violations
from tests.probe_support import EPISODES, keep

WINS = "With the gate 30 of 30 runs end well"


@pytest.fixture(scope="module")
def probe(server):
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        return keep(workspace, EPISODES)


def test_a_link_shows_who_wins_and_the_table_goes_home(new_page, server, probe):
    page = new_page(server.url)
    page.goto(f"/lab?id={probe}&least=20")
    settle(page)
    expect(page.get_by_text("nothing was repaired")).to_be_visible()
    back = page.get_by_role("button", name="Back to the published limits")
    back.click()
    expect(page.get_by_text(WINS)).to_be_visible()
    expect(back).to_have_count(0)  # it fades, and would be read as text that is too pale
    settle(page)
    expect(page).to_have_url(f"{server.url}/lab?id={probe}")
    expect(page.locator(".js-plotly-plot .bars").first).to_be_attached()
    assert violations(page) == []
    with page.expect_download() as got:
        page.get_by_role("button", name="JSON").click()
    found = json.loads(got.value.path().read_text("utf-8"))
    assert found["policies"][2]["wins"] == 10 and len(found["episodes"]) == 30


def test_two_sets_stand_side_by_side_on_a_narrow_dark_page(new_page, server):
    page = new_page(server.url, width=900, dark=True)
    pair = ",".join(priors_hash(one)[:12] for one in (GPT_TERRA, DEEPSEEK))
    page.goto(f"/priors?compare={pair}")
    settle(page)
    expect(page.get_by_text("The gate flips on INTEGRATE × all gaps.")).to_be_visible()
    expect(page.get_by_text("different models")).to_be_visible()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
