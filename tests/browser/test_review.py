"""The queue by keyboard, and what is left of a decision after a restart."""

import csv
import io
import json
import re

import pytest
from playwright.sync_api import expect

from tests.app.runs import hostile_run, team_run
from tests.browser.runs import fill
from tests.browser.support import press, settle, violations


@pytest.fixture
def filled(new_server):
    server = new_server()
    return server, fill(server)


def title(page):
    return page.locator(".bt-panel-title").first


def open_item(page, analysis, seq, more=""):
    page.goto(f"/review?item={analysis}:{seq}{more}")
    settle(page)
    expect(page.get_by_role("button", name=re.compile("^(Agree|Approve)"))).to_be_visible()


def test_decisions_by_keyboard_survive_a_restart(filled, new_page):
    server, analysis = filled
    page = new_page(server.url)
    open_item(page, analysis, 1, "&status=all")
    press(page, "a")
    expect(page.get_by_text("Approved event 1.")).to_be_visible()
    expect(title(page)).to_contain_text("#2 Writer → Reviewer")
    press(page, "x")
    expect(page.get_by_label("Why do you reject it?")).to_be_focused()
    page.keyboard.type("An axe is no repair.")
    press(page, "Enter")
    expect(page.get_by_text("Rejected event 2.")).to_be_visible()
    server.restart()
    page = new_page(server.url)
    page.goto(f"/review?item={analysis}:2&status=all")
    settle(page)
    expect(page.get_by_text("An axe is no repair.").first).to_be_visible()
    expect(page.get_by_role("button", name="Revert")).to_be_enabled()


def test_a_refused_repair_is_ordered_and_an_edit_is_checked(filled, new_page):
    server, analysis = filled
    page = new_page(server.url)
    open_item(page, analysis, 1, "&status=all")
    press(page, "o")
    expect(page.get_by_label("Why against the gate?")).to_be_focused()
    page.keyboard.type("The owner is here.")
    press(page, "Enter")
    expect(page.get_by_text("Repair ordered at event 1.")).to_be_visible()
    expect(title(page)).to_contain_text("#2 Writer → Reviewer")
    press(page, "e")
    field = page.get_by_label("The text that should have gone out")
    expect(field).to_be_focused()
    field.fill("An offer for 45,000, live on June 15.")
    page.get_by_role("button", name="Show changes and check").click()
    expect(page.locator("ins").first).to_be_visible()
    expect(page.get_by_text("gap closed").last).to_be_visible()
    expect(page.get_by_role("button", name="Submit the edit")).to_be_visible()
    settle(page)
    page.get_by_label("Why this text?").fill("With the date.")
    press(page, "Enter")
    expect(page.get_by_text("Edited event 2.")).to_be_visible()


def test_arrows_walk_the_queue_and_s_sets_aside(filled, new_page):
    server, _ = filled
    page = new_page(server.url)
    page.goto("/review?sort=age")
    settle(page)
    expect(page.get_by_text("1 of 2 in this filter")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_enabled()
    press(page, "ArrowRight")
    expect(page.get_by_text("2 of 2 in this filter")).to_be_visible()
    press(page, "ArrowLeft")
    expect(page.get_by_text("1 of 2 in this filter")).to_be_visible()
    press(page, "s")
    expect(page.get_by_text("Skipped event 1.")).to_be_visible()
    expect(page.get_by_text("1 of 1 in this filter")).to_be_visible()
    press(page, "z")
    expect(title(page)).to_contain_text("#1 Collector → Writer")


def test_two_tabs_and_one_boundary(filled, new_page):
    server, analysis = filled
    first, second = new_page(server.url), new_page(server.url)
    open_item(first, analysis, 1, "&status=all")
    open_item(second, analysis, 1, "&status=all")
    press(first, "a")
    expect(first.get_by_text("Approved event 1.")).to_be_visible()
    press(second, "a")
    expect(second.get_by_text("is approved already")).to_be_visible()


def test_decisions_are_exported_with_author_and_reason(filled, new_page):
    server, analysis = filled
    page = new_page(server.url)
    open_item(page, analysis, 1)
    press(page, "a")
    expect(page.get_by_text("Approved event 1.")).to_be_visible()
    page.get_by_text("Export decisions (1)").click()
    rows = {}
    for name in ("JSONL", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"1 event as {name}").click()
        rows[name] = download.value.path().read_text("utf-8-sig")
    row = json.loads(rows["JSONL"])
    assert (row["author"], row["kind"], row["seq"]) == ("Ada", "approve", 1)
    assert next(csv.DictReader(io.StringIO(rows["CSV"])))["before"].startswith("Budget 45,000")


def test_hostile_text_stays_text(new_server, new_page):
    server = new_server()
    analysis = fill(server, hostile_run())
    page = new_page(server.url)
    open_item(page, analysis, 2)
    expect(page.locator(".bt-msg").first).to_contain_text("onerror")
    expect(page.locator("img[src*=evil], img[src=x]")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits_a_narrow_window(new_page, server, dark):
    analysis = fill(server, team_run(name="Narrow"))
    page = new_page(server.url, width=900, dark=dark)
    open_item(page, analysis, 2, "&status=all")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
