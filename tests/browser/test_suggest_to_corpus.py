"""From a trace to a contract to many runs, as an analyst walks it, in a real browser."""

from dataclasses import replace

from playwright.sync_api import expect

from tests.app.support import run
from tests.browser.support import settle, violations


def fill(server):
    from storage import open_workspace

    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        first = run("Fair 1")
        second = replace(first, name="Fair 2", task="Write another proposal.")
        workspace.traces.add(second, "run.json")
        return workspace.traces.add(first, "run.json").id


def test_suggested_facts_become_a_contract_that_many_runs_are_checked_by(new_server, new_page):
    server = new_server()
    trace = fill(server)
    page = new_page(server.url)
    page.goto(f"/trace_view?trace={trace}")
    settle(page)
    page.get_by_role("link", name="Suggest facts for a contract").click()
    expect(page.get_by_text("Where each comes from")).to_be_visible()
    settle(page)
    expect(page.get_by_role("cell", name="The budget is at most $45,000.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Take 2 facts").click()
    expect(page.get_by_text("fact 1 of 2")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Save", exact=False).first.click()
    expect(page.get_by_text("Saved as version 1")).to_be_visible()
    settle(page)
    page.goto("/corpus")
    expect(page.get_by_text("No run has been checked under this version yet")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Replay over 2 runs").click()
    expect(page.get_by_text("2 runs replayed")).to_be_visible(timeout=60_000)
    settle(page)
    expect(page.get_by_text("2 runs of 2 checked")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text("2 runs of 2 checked")).to_be_visible()  # stored, not remembered
    assert violations(page) == []
    page.get_by_role("link", name="Fair 1").click()
    expect(page.get_by_role("heading", name="Trace view")).to_be_visible()
    expect(page.locator('button[aria-pressed="true"]').first).to_be_visible()
