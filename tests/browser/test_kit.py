"""The page elements in a real browser: clicks, keys, hostile text, narrow windows."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.support import Server, settle, violations

GRAPH = """() => [...document.querySelectorAll("*")]
  .map(element => element.shadowRoot?.querySelector(".graph")).find(Boolean)"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kit")
    script = Path(__file__).with_name("kit_page.py")
    running = Server(folder / "baton.db", folder / "log.txt", script=script).start()
    yield running
    running.stop()


@pytest.fixture
def tab(kit, new_page):
    page = new_page(kit.url)
    page.goto("/")
    settle(page)
    expect(page.get_by_role("table", name="Facts and the agents")).to_be_visible()
    return page


def cell(page, fact, recipient):
    return page.locator(f'button[data-fact="{fact}"][data-recipient="{recipient}"]')


def test_a_click_on_a_cell_selects_the_obligation(tab):
    cell(tab, "fact_2", "Reviewer").click()
    expect(tab.get_by_text("Picked: fact_2 / Reviewer")).to_be_visible()
    expect(cell(tab, "fact_2", "Reviewer")).to_have_attribute("aria-pressed", "true")
    assert "fact=fact_2" in tab.url


def test_the_matrix_is_worked_by_keyboard(tab):
    cell(tab, "fact_1", "Requirements Collector").focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowRight")
    expect(cell(tab, "fact_2", "Copywriter")).to_be_focused()
    tab.keyboard.press("End")
    expect(cell(tab, "fact_2", "Автор")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.get_by_text("Picked: fact_2 / Автор")).to_be_visible()
    expect(cell(tab, "fact_2", "Автор")).to_be_focused()


def test_a_cell_says_its_state_in_words(tab):
    button = cell(tab, "fact_1", "Requirements Collector")
    expect(button).to_have_accessible_name("fact_1 for Requirements Collector: pending, at #1")
    assert "Not due yet" in button.get_attribute("title")


def test_a_big_matrix_scrolls_inside_itself_and_keeps_its_headings(kit, new_page):
    page = new_page(kit.url, width=900, height=1400)
    page.goto("/?size=big")
    settle(page)
    table = page.get_by_role("table", name="Facts and the agents")
    expect(table).to_be_visible()
    cell(page, "fact_29", "Agent 9").scroll_into_view_if_needed()
    expect(table.get_by_role("columnheader", name="Agent 9")).to_be_in_viewport()
    expect(table.get_by_role("rowheader", name="fact_29")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_click_on_a_node_selects_it(tab):
    tab.wait_for_function(f"({GRAPH})()?.dataset.revision")
    x, y = tab.evaluate(
        f"""() => {{ const box = ({GRAPH})(); box.scrollIntoView(); const r = box.getBoundingClientRect();
        const p = box.network.canvasToDOM(box.network.getPositions(["b"])["b"]);
        return [p.x + r.left, p.y + r.top]; }}"""
    )
    tab.mouse.click(x, y)
    expect(tab.get_by_text("Node: b")).to_be_visible()


def test_a_tooltip_is_text(tab):
    tab.wait_for_function(f"({GRAPH})()?.dataset.revision")
    x, y = tab.evaluate(
        f"""() => {{ const box = ({GRAPH})(); box.scrollIntoView(); const r = box.getBoundingClientRect();
        const p = box.network.canvasToDOM(box.network.getPositions(["a"])["a"]);
        return [p.x + r.left, p.y + r.top]; }}"""
    )
    tab.mouse.move(x - 3, y)
    tab.mouse.move(x, y)
    expect(tab.locator(".vis-tooltip")).to_contain_text("onerror")
    assert tab.evaluate("window.hacked") is None


def test_a_long_message_is_cut_and_can_be_seen_whole(tab):
    expect(tab.get_by_text("Showing 4,000 of 10,000 characters.")).to_be_visible()
    tab.get_by_role("button", name="Show all").click()
    expect(tab.get_by_text("Showing 4,000 of")).to_have_count(0)
    tab.get_by_role("button", name="Show less").click()
    expect(tab.get_by_text("Showing 4,000 of")).to_be_visible()


def test_nothing_of_an_agents_text_runs_or_loads(tab):
    expect(tab.locator("img[src*=evil]")).to_have_count(0)
    assert tab.evaluate("window.hacked") is None


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_kit_is_accessible(kit, new_page, dark):
    page = new_page(kit.url, width=900, dark=dark)
    page.goto("/")
    settle(page)
    expect(page.get_by_text("What changed")).to_be_visible()
    assert violations(page) == []
