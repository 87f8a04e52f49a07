"""Writing a fact contract by hand: five facts, text and form, saving, links, keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.support import CONTRACT, HOSTILE
from tests.app.test_contracts import FACTS
from tests.browser.support import settle, violations


@pytest.fixture
def site(new_server, new_page):
    server = new_server()
    return server, new_page(server.url)


@pytest.fixture
def kept(site):
    from storage import open_workspace

    server, page = site
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        workspace.contracts.save(CONTRACT, "Ada")
        yield workspace, page


def go(page, path):
    page.goto(path)
    settle(page)


def field(page, name, role="textbox"):
    return page.get_by_role(role, name=name, exact=True)


def test_five_facts_are_written_and_saved(site):
    from storage import open_workspace

    server, page = site
    go(page, "/contracts")
    page.get_by_role("button", name="New contract").click()
    field(page, "Contract name").fill("proposal")
    field(page, "Contract name").press("Enter")
    expect(page.locator(".bt-doc")).to_contain_text("proposal")
    settle(page)
    field(page, "Parties").fill("Collector, Copywriter, Reviewer")
    field(page, "Parties").press("Enter")
    settle(page)
    expect(field(page, "Parties")).to_have_value("Collector, Copywriter, Reviewer")
    for statement in FACTS:
        new = field(page, "New fact")
        new.fill(statement)
        new.press("Enter")
        expect(field(page, "Statement")).to_have_value(statement)
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Saved as version 1 of proposal.")).to_be_visible()
    expect(page).to_have_url(re.compile("name=proposal"))
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        contract = workspace.contracts.get("proposal").contract
    assert [fact.statement for fact in contract.facts] == FACTS
    assert {fact.recipients for fact in contract.facts} == {("Copywriter", "Reviewer")}


def test_text_and_form_are_kept_in_step_while_typing(kept):
    _, page = kept
    go(page, "/contracts?name=proposal&view=yaml")
    editor = field(page, "Contract text")
    editor.fill(CONTRACT.replace("[Copywriter]", "[]"))
    expect(page.get_by_role("button", name="has no recipient")).to_be_visible()
    expect(page.get_by_role("button", name="Save version")).to_be_disabled()
    page.get_by_role("button", name="has no recipient").click()
    expect(editor).to_be_focused()
    selected = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert "recipients: []" in editor.evaluate(selected)
    page.goto(page.url)  # a reload forgets what wasn't saved, and says so nowhere else
    settle(page)
    expect(field(page, "Contract text")).to_have_value(re.compile(r"\[Copywriter\]"))


def test_a_recipient_is_ticked_with_one_click(kept):
    workspace, page = kept
    go(page, "/contracts?name=proposal&fact=deadline")
    pills = page.locator(".st-key-bt_factform").get_by_text("Reviewer", exact=True)
    pills.click()
    expect(page.get_by_text("unsaved changes")).to_be_visible()
    page.get_by_role("button", name="Save version 2").click()
    expect(page.get_by_text("Saved as version 2")).to_be_visible()
    assert set(workspace.contracts.get("proposal").contract.facts[1].recipients) == {
        "Copywriter",
        "Reviewer",
    }


def test_save_key_takes_over_what_is_being_typed(kept):
    workspace, page = kept
    go(page, "/contracts?name=proposal&fact=budget")
    statement = field(page, "Statement")
    statement.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" It includes travel.")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as version 2")).to_be_visible()
    assert workspace.contracts.get("proposal").contract.facts[0].statement.endswith("travel.")


def test_save_key_works_in_the_text(kept):
    workspace, page = kept
    go(page, "/contracts?name=proposal&view=yaml")
    field(page, "Contract text").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# for May\n")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Saved as version 2")).to_be_visible()
    assert workspace.contracts.get("proposal").text.startswith("# for May\n")


def test_a_slow_click_on_save_after_typing_is_not_lost(kept):
    _, page = kept
    go(page, "/contracts?name=proposal&fact=budget")
    field(page, "Statement").fill("The budget is at most $46,000.")
    box = page.get_by_role("button", name="Saved").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 15)
    page.mouse.down()
    page.wait_for_timeout(400)
    page.mouse.up()
    expect(page.get_by_text("Saved as version 2")).to_be_visible()


def test_quick_clicks_never_undo_what_was_written(kept):
    workspace, page = kept
    go(page, "/contracts?name=proposal")
    facts = page.locator(".st-key-bt_facts")
    for said in ("deadline", "budget", "deadline", "budget", "deadline"):
        facts.get_by_text(f"The {said} is").click()
    expect(field(page, "Statement")).to_have_value("The deadline is June 15.")
    expect(page.get_by_text("unsaved changes")).not_to_be_visible()
    assert workspace.contracts.get("proposal").version == 1


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("?name=proposal&fact=deadline", "fact 2 of 2"),
        ("?name=proposal&view=try", "Does the check see what you see?"),
        ("?name=proposal&view=versions", "every save is kept"),
        ("?name=proposal&view=prompt&lang=ru&text=rules", "Русский"),
        ("?name=proposal&version=1", "read-only"),
    ],
)
def test_a_link_opens_the_same_on_a_fresh_server(kept, path, seen):
    workspace, page = kept
    workspace.contracts.save(CONTRACT.replace("June 15", "June 16"), "Ada")
    go(page, f"/contracts{path}")
    expect(page.get_by_text(seen).first).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_every_view_is_accessible(kept, site, new_page, dark):
    server, _ = site
    page = new_page(server.url, dark=dark)
    for view in ("form", "yaml", "try", "versions", "prompt"):
        go(page, f"/contracts?name=proposal&view={view}")
        expect(page.get_by_role("button", name=re.compile("^Save"))).to_be_visible()
        assert violations(page) == [], view


def test_hostile_text_runs_nowhere(site):
    _, page = site
    go(page, "/contracts")
    page.get_by_role("button", name="New contract").click()
    field(page, "New fact").fill(HOSTILE)
    field(page, "New fact").press("Enter")
    expect(field(page, "Statement")).to_have_value(HOSTILE)
    assert page.locator(".stMain img").count() == 0


def test_the_chosen_view_stays_when_it_is_pressed_again(kept):
    _, page = kept
    go(page, "/contracts?name=proposal&view=versions")
    chosen = page.get_by_role("radio", name="Versions")
    expect(chosen).to_be_visible()
    chosen.click()
    settle(page)
    expect(page).to_have_url(re.compile("view=versions"))
    expect(page.get_by_text("every save is kept")).to_be_visible()
