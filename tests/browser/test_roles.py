"""Role profiles by hand: from the library to a scored message, typing, accessibility."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.test_roles import ROLES
from tests.browser.support import press, settle, violations


@pytest.fixture
def kept(new_server, new_page):
    from storage import open_workspace

    server = new_server()
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        workspace.roles.save(ROLES, "Ada")
        yield server, workspace, new_page


def go(page, path):
    page.goto(path)
    settle(page)


def test_an_act_is_ticked_and_the_set_saved(kept):
    server, workspace, new_page = kept
    page = new_page(server.url)
    go(page, "/roles?name=team&role=Writer")
    page.locator(".st-key-bt_roleform [data-testid=stButtonGroup]").get_by_text("Summarize").click()
    expect(page.get_by_text("unsaved changes")).to_be_visible()
    page.get_by_role("button", name="Save version 2").click()
    expect(page.get_by_text("Saved as version 2")).to_be_visible()
    acts = workspace.roles.get("team").roles.roles[0].allowed_speech_acts
    assert acts == ("ASSERT", "QUESTION", "SUMMARIZE")


def test_a_message_is_scored(kept):
    server, _, new_page = kept
    page = new_page(server.url)
    go(page, "/roles?name=team&role=Writer&view=try")
    page.get_by_role("textbox", name="Message to try").fill("Approved, it may go out.")
    press(page, "Control+Enter")
    expect(page.get_by_text("D_logic")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Do not approve anything").first).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_every_view_is_accessible(kept, dark):
    server, _, new_page = kept
    page = new_page(server.url, dark=dark)
    for view in ("form", "yaml", "try", "versions"):
        go(page, f"/roles?name=team&view={view}")
        expect(page.get_by_role("button", name=re.compile("^Save"))).to_be_visible()
        assert violations(page) == [], view
