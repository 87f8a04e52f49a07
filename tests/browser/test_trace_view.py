"""Matrix and timeline, as somebody with a mouse, a keyboard and a narrow window meets them."""

import pytest
from playwright.sync_api import expect

from tests.app.runs import hostile_run
from tests.browser.runs import fill
from tests.browser.support import press, settle, violations


@pytest.fixture(scope="module")
def analysis(server):
    return fill(server)


def cell(page, fact, recipient):
    return page.locator(f'button[data-fact="{fact}"][data-recipient="{recipient}"]')


def test_a_pasted_link_opens_matrix_and_evidence_on_a_fresh_server(new_server, new_page):
    server = new_server()
    analysis = fill(server)
    server.restart()
    page = new_page(server.url)
    page.goto(f"/trace_view?analysis={analysis}&fact=deadline&recipient=Writer")
    settle(page)
    expect(cell(page, "deadline", "Writer")).to_have_attribute("aria-pressed", "true")
    expect(cell(page, "deadline", "Writer")).to_contain_text("unconsumed")
    expect(page.get_by_text("deadline for Writer", exact=True)).to_be_visible()


def test_a_cell_opens_its_evidence_and_the_address_follows(page, analysis):
    page.goto(f"/trace_view?analysis={analysis}")
    settle(page)
    cell(page, "budget", "Reviewer").click()
    expect(page.get_by_text("budget for Reviewer", exact=True)).to_be_visible()
    expect(page.locator("mark").first).to_contain_text("45,000")
    assert "fact=budget" in page.url
    assert "recipient=Reviewer" in page.url


def test_keys_walk_the_boundaries(page, analysis):
    page.goto(f"/trace_view?analysis={analysis}")
    settle(page)
    expect(page.get_by_text("at the end", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Previous boundary")).to_be_enabled()
    press(page, "p")
    expect(page.get_by_text("as it stood after event 3")).to_be_visible()
    press(page, "p")
    expect(page.get_by_text("as it stood after event 2")).to_be_visible()
    press(page, "n")
    expect(page.get_by_text("as it stood after event 3")).to_be_visible()
    assert "seq=3" in page.url


def test_the_timeline_is_walked_by_keyboard_and_opens_the_whole_text(page, analysis):
    page.goto(f"/trace_view?analysis={analysis}")
    settle(page)
    first = page.locator('button[data-id="1"]')
    expect(first).to_be_visible()
    first.focus()
    page.keyboard.press("ArrowDown")
    press(page, "Enter")
    expect(page.get_by_text("#2 Writer → Reviewer", exact=True)).to_be_visible()
    assert "event=2" in page.url


def test_hostile_text_stays_text(new_server, new_page):
    server = new_server()
    analysis = fill(server, hostile_run())
    page = new_page(server.url)
    page.goto(f"/trace_view?analysis={analysis}&event=1")
    settle(page)
    expect(page.locator(".bt-msg").last).to_contain_text("onerror")
    expect(page.locator("img[src*=evil], img[src=x]")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits_a_narrow_window(new_page, server, analysis, dark):
    page = new_page(server.url, width=900, dark=dark)
    page.goto(f"/trace_view?analysis={analysis}&event=1")
    settle(page)
    expect(cell(page, "budget", "Writer")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
