"""Role drift in a browser: the chart, the turns, a judgement by key."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.app.test_drift import ROLES
from tests.browser.runs import fill
from tests.browser.support import press, settle, violations


@pytest.fixture(scope="module")
def analysis(server):
    return fill(server, roles=ROLES)


def test_a_turn_is_chosen_from_the_list_and_judged_by_key(page, analysis):
    page.goto(f"/drift?analysis={analysis}&seq=2")
    settle(page)
    page.locator('button[data-id="1"]').click()
    expect(page.get_by_role("heading", name="#1 Collector → Writer")).to_be_visible()
    expect(page.get_by_role("button", name="Drifted")).to_be_visible()
    press(page, "d")
    expect(page.get_by_text("Judged drifted by Ada")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text("consistent, of 1 turn judged by a person")).to_be_visible()


def test_the_turn_log_can_be_taken(page, analysis):
    page.goto(f"/drift?analysis={analysis}")
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="3 turns as JSONL").click()
    rows = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert [row["seq"] for row in rows] == [1, 2, 3]
    assert rows[2]["no_energy"] == "Reviewer is bound to no role profile."


def test_a_square_of_the_heat_map_opens_its_turn(page, analysis):
    page.goto(f"/drift?analysis={analysis}&seq=2&chart=heat")
    settle(page)
    expect(page.get_by_role("heading", name="#2 Writer")).to_be_visible()
    squares = page.locator(".js-plotly-plot .scatterlayer path.point")
    expect(squares).to_have_count(2, timeout=30_000)
    # Plotly hears the mouse through a layer above the squares.
    box = squares.first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(page.get_by_role("heading", name="#1 Collector")).to_be_visible()


def test_other_values_are_tried_with_the_keyboard(page, analysis):
    page.goto(f"/drift?analysis={analysis}")
    settle(page)
    expect(page.locator(".js-plotly-plot")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Try other values").click()
    slider = page.get_by_role("slider", name="Threshold τ")
    expect(slider).to_be_visible()
    slider.press("Home")
    expect(page.get_by_text("You are trying τ 0.00")).to_be_visible()
    expect(page).to_have_url(re.compile("tau=0"))
    page.reload()
    settle(page)
    expect(page.get_by_text("2 of 2")).to_be_visible()


@pytest.mark.parametrize("chart", ["energy", "terms", "sum", "heat"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits_a_narrow_window(new_page, server, analysis, dark, chart):
    page = new_page(server.url, width=900, dark=dark)
    # With tau at 0 every turn is flagged, so the way back into the role is on the page too.
    page.goto(f"/drift?analysis={analysis}&chart={chart}&seq=1&tau=0")
    settle(page)
    expect(page.locator(".js-plotly-plot")).to_be_visible(timeout=30_000)
    page.get_by_text("What a model would be asked").click()
    expect(page.get_by_role("region", name="Request to the model")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
