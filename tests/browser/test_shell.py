"""Links, errors and accessibility of the shell and its first pages."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.app.support import CONTRACT, HOSTILE, run
from tests.browser.support import ROOT, settle, violations

PATHS = ["/", "/traces", "/settings"]


def fill(database: Path) -> str:
    """Put a run and a contract into a server's workspace; return the trace's id."""
    from storage import open_workspace

    with open_workspace(f"sqlite:///{database}") as workspace:
        workspace.contracts.save(CONTRACT, "Ada")
        return workspace.traces.add(run(name=HOSTILE), HOSTILE).id


def test_a_deep_link_on_a_fresh_server_opens_the_page_in_the_shell(new_server, new_page):
    server = new_server()
    page = new_page(server.url)
    page.goto("/settings")
    settle(page)
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    files = [p.stem for p in (ROOT / "pages").glob("[a-z]*.py")]
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(len(files))
    expect(page.get_by_text("Page not found")).to_have_count(0)


def test_a_pasted_link_opens_the_same_selection(new_server, new_page):
    server = new_server()
    trace_id = fill(server.database)
    page = new_page(server.url)
    page.goto(f"/traces?trace={trace_id}")
    settle(page)
    expect(page.get_by_role("button", name="Run the analysis")).to_be_visible()
    expect(page.locator("img[src*=evil]")).to_have_count(0)


def test_links_and_the_menu_lead_on_from_the_page_that_is_open(server, page):
    page.goto("/live?run=nobody-knows")
    settle(page)
    page.get_by_test_id("stMain").get_by_role("link", name="All live runs").click()
    expect(page.get_by_role("heading", name="Start a team")).to_be_visible()
    expect(page).to_have_url(f"{server.url}/live")
    page.go_back()
    expect(page.get_by_text("There is no such run")).to_be_visible()
    menu = page.get_by_test_id("stSidebarNavLink").filter(has_text="Live runs")
    menu.click()
    expect(page.get_by_text("There is no such run")).to_have_count(0)
    expect(page).to_have_url(f"{server.url}/live")


def test_the_headers_keep_everything_on_this_machine(server, page):
    response = page.goto("/")
    policy = response.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    settle(page)


def test_a_newer_database_is_refused_in_words(new_server, new_page):
    import sqlite3
    from contextlib import closing

    server = new_server()
    fill(server.database)
    server.stop()
    with closing(sqlite3.connect(server.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    server.start()
    page = new_page(server.url)
    page.goto("/traces")
    settle(page)
    expect(page.get_by_role("alert").first).to_contain_text("newer")
    expect(page.get_by_text("Traceback")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_pages_are_accessible_and_fit_a_narrow_window(new_page, server, path, dark):
    trace_id = fill(server.database)
    page = new_page(server.url, width=900, dark=dark)
    page.goto(f"{path}?trace={trace_id}")
    settle(page)
    expect(page.locator("h1")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_name_is_asked_once_and_survives_a_restart(new_server, new_page):
    server = new_server()
    page = new_page(server.url)
    page.goto("/settings")
    settle(page)
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Working as Ada")).to_be_visible()
    server.restart()
    page.goto("/")
    settle(page)
    expect(page.get_by_text("Working as Ada")).to_be_visible()


def test_another_browser_is_asked_and_the_first_one_is_not(new_server, new_page):
    server = new_server()
    first = new_page(server.url, person="")
    first.goto("/settings")
    settle(first)
    first.get_by_label("Name", exact=True).fill("Zoë")
    first.get_by_role("button", name="Save").first.click()
    expect(first.get_by_text("Working as Zoë")).to_be_visible()
    tab = first.context.new_page()
    tab.goto("/traces")
    settle(tab)
    expect(tab.get_by_text("Working as Zoë")).to_be_visible()

    other = new_page(server.url, person="")
    other.goto("/traces")
    settle(other)
    expect(other.get_by_role("link", name="Say who you are")).to_be_visible()
    expect(other.get_by_text("Working as")).to_have_count(0)

    tab.get_by_role("button", name="Not you?").click()
    expect(tab.get_by_role("link", name="Say who you are")).to_be_visible()
    settle(tab)
    tab.reload()
    settle(tab)
    expect(tab.get_by_role("link", name="Say who you are")).to_be_visible()
