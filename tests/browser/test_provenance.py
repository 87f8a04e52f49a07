"""The graph under a mouse, a keyboard and hostile text."""

import json

import pytest
from playwright.sync_api import expect

from tests.app.runs import hostile_run, team_run
from tests.browser.runs import fill
from tests.browser.support import press, settle, violations

GRAPH = """() => [...document.querySelectorAll("*")]
  .map(e => e.shadowRoot?.querySelector(".graph")).find(Boolean)"""


@pytest.fixture(scope="module")
def analysis(server):
    return fill(server)


def centre(page, node):
    page.wait_for_function(f"({GRAPH})()?.dataset.revision")
    return page.evaluate(
        f"""node => {{ const box = ({GRAPH})(), r = box.getBoundingClientRect();
        const p = box.network.canvasToDOM(box.network.getPositions([node])[node]);
        return [p.x + r.left, p.y + r.top] }}""",
        node,
    )


def test_clicking_a_node_reads_it_beside_the_graph(page, analysis):
    page.goto(f"/provenance?analysis={analysis}")
    settle(page)
    page.mouse.click(*centre(page, "fact:budget"))
    expect(
        page.get_by_role("paragraph").filter(has_text="The budget is at most 45,000.")
    ).to_be_visible()
    assert "node=fact%3Abudget" in page.url


def test_a_gap_is_drawn_dashed_and_can_be_read_by_keyboard(page, analysis):
    page.goto(f"/provenance?analysis={analysis}")
    settle(page)
    centre(page, "gap|tax|Writer")
    dashes = page.evaluate(
        f"({GRAPH})().network.body.data.edges.get().filter(e => e.look === 'missing').map(e => e.dashes)"
    )
    assert dashes
    assert all(dashes)
    box = page.get_by_label("Read a node")
    box.click()
    box.press_sequentially("tax for Writer")
    page.keyboard.press("Enter")
    expect(page.get_by_text("tax for Writer", exact=True).last).to_be_visible()
    expect(page.get_by_text("nobody had sent it")).to_be_visible()


def test_the_table_says_the_same_and_files_can_be_taken(page, analysis):
    page.goto(f"/provenance?analysis={analysis}&view=table&hops=all")
    settle(page)
    expect(page.get_by_test_id("stDataFrame")).to_have_count(2)
    expect(page.get_by_text("The whole run:")).to_contain_text("nodes")
    with page.expect_download() as download:
        page.get_by_role("button", name="PROV-JSON").click()
    assert "entity" in json.loads(download.value.path().read_text("utf-8"))
    with page.expect_download() as download:
        page.get_by_role("button", name="GraphML").click()
    assert download.value.path().read_text("utf-8").startswith("<?xml")


def test_tooltips_of_hostile_text_are_text(new_server, new_page):
    server = new_server()
    analysis = fill(server, hostile_run())
    page = new_page(server.url)
    page.goto(f"/provenance?analysis={analysis}")
    settle(page)
    x, y = centre(page, "event:1")
    page.mouse.move(x - 2, y)
    page.mouse.move(x, y)
    expect(page.locator(".vis-tooltip")).to_contain_text("onerror")
    expect(page.locator("img[src*=evil], img[src=x]")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits_a_narrow_window(new_page, server, dark):
    analysis = fill(server, team_run(name="Narrow graph"))
    page = new_page(server.url, width=900, dark=dark)
    page.goto(f"/provenance?analysis={analysis}&hops=all")
    settle(page)
    centre(page, "event:1")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def outside(page):
    page.wait_for_function(f"({GRAPH})()?.dataset.outside !== undefined")
    return int(page.evaluate(f"({GRAPH})().dataset.outside"))


def test_a_small_picture_is_whole_and_a_long_one_says_what_lies_outside(page, server, analysis):
    page.goto(f"/provenance?analysis={analysis}")
    settle(page)
    assert outside(page) == 0
    expect(page.get_by_text("nodes are in view")).to_be_visible()
    long = fill(server, team_run(name="Long", events=40))
    page.goto(f"/provenance?analysis={long}&hops=all")
    settle(page)
    hidden = outside(page)
    assert hidden > 0
    expect(page.get_by_text(f"Drag to see the rest; {hidden} outside.")).to_be_visible()
    press(page, "f", button=False)
    page.wait_for_function(f"({GRAPH})().dataset.outside === '0'")
    expect(page.get_by_text("scroll to zoom in")).to_be_visible()
    page.get_by_role("button", name="Fit").click()
    assert outside(page) == 0
