"""A live run followed and led from several tabs."""

import re

import pytest
from playwright.sync_api import expect

from core.contract.document import parse_contract
from core.live import make_spec
from core.live.ready import ready_team
from storage import open_workspace
from tests.browser.support import press, settle, violations
from tests.live_support import team


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    from tests.browser.support import Server

    folder = tmp_path_factory.mktemp("live")
    server = Server(folder / "baton.db", folder / "log.txt")
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
    server.start()
    yield server
    server.stop()


def begin(server, approval="always", team="sales-proposal", grace=0.0, wait=3600.0):
    """Start a scripted run; the server drives it."""
    ready = ready_team(team)
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        spec = make_spec(
            ready.team,
            ready.contract,
            approval=approval,
            scripted=True,
            grace_seconds=grace,
            wait_seconds=wait,
            author="Ada",
        )
        return workspace.live.start(spec, name=f"A run of {team}")


def doubtful(server):
    """Start a run whose first message leaves the check in doubt, and goes on to be asked about."""
    contract = parse_contract(
        "name: tour\nfacts:\n- {id: aid, kind: requirement, owner: Scout, recipients: [Writer],\n"
        "   statement: Only guides with first aid training drive the bus}\n"
    )
    scout, *others = team().agents
    scout = scout.model_copy(
        update={"script": ("Someone trained in first aid may come along.",), "documents": ()}
    )
    made = team().model_copy(update={"agents": (scout, *others), "documents": ()})
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        spec = make_spec(made, contract, approval="always", scripted=True, author="Ada")
        return workspace.live.start(spec, name="A doubtful tour")


def held(page):
    return page.locator(".st-key-bt_live_held .bt-panel-title").first


def filed(page):
    """The way to the trace that an ended run left; the menu has a link of that name as well."""
    return page.get_by_test_id("stMain").get_by_role("link", name="Trace view")


def open_run(page, run):
    page.goto(f"/live?run={run}")
    settle(page)


def test_a_team_is_started_parked_and_found_again_after_a_reload(site, new_page):
    page = new_page(site.url)
    page.goto("/live")
    settle(page)
    page.get_by_role("button", name="Start…").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Start "))).to_be_visible()
    expect(page.get_by_text("A person, at every message")).to_be_visible()
    page.get_by_text("A person, at every message").click()
    settle(page)
    page.get_by_role("button", name="Start the run").click()
    expect(held(page)).to_be_visible(timeout=60_000)  # the roles are measured first
    page.reload()
    settle(page)
    expect(held(page)).to_be_visible()
    review = new_page(site.url)
    review.goto("/review")
    settle(review)
    expect(review.get_by_role("heading", name=re.compile("^Waits for you"))).to_be_visible()
    review.get_by_role("link", name="Decide").first.click()
    expect(held(review)).to_be_visible()


def test_one_tab_approves_while_another_watches(site, new_page):
    run = begin(site)
    first, second = new_page(site.url), new_page(site.url)
    open_run(first, run)
    open_run(second, run)
    expect(held(first)).to_contain_text("Requirements Collector")
    expect(held(second)).to_contain_text("Requirements Collector")
    press(first, "a")
    expect(held(second)).to_contain_text("Copywriter → Reviewer")
    expect(second.get_by_text("approved by Ada").first).to_be_visible()
    expect(held(first)).to_contain_text("Copywriter → Reviewer")


def test_one_message_is_edited_one_sent_back_and_the_run_branched(site, new_page):
    run = begin(site)
    page = new_page(site.url)
    open_run(page, run)
    expect(held(page)).to_contain_text("Requirements Collector")
    press(page, "e")
    field = page.get_by_label("The text that goes out")
    expect(field).to_be_focused()
    field.fill("The total price is at most $18,000. Running by September 4. 12 shops.")
    page.get_by_label("Why this text?").fill("Shorter.")
    page.get_by_role("button", name="Send this text").click()
    expect(held(page)).to_contain_text("Copywriter → Reviewer")
    press(page, "x")
    expect(page.get_by_label("Why?")).to_be_focused()
    page.keyboard.type("The shops are missing.")
    press(page, "Enter")
    expect(page.get_by_text("sent back by Ada").first).to_be_visible()
    expect(held(page)).to_contain_text("Copywriter → Reviewer")
    page.locator("button", has_text="#3").first.click()
    expect(page.get_by_text("Ada: Shorter.")).to_be_visible()
    page.get_by_text("Branch from here").click()
    page.get_by_role("button", name="Branch", exact=True).click()
    expect(page.get_by_text("A branch of another run.")).to_be_visible()
    expect(held(page)).to_contain_text("Requirements Collector")
    with open_workspace(f"sqlite:///{site.database}") as workspace:
        assert workspace.live.info(run).status == "waiting"  # the parent stands where it stood


def test_a_decision_is_undone_in_time_and_a_run_is_stopped(site, new_page):
    run = begin(site, grace=30.0)
    page = new_page(site.url)
    open_run(page, run)
    expect(held(page)).to_be_visible()
    press(page, "a")
    expect(page.get_by_text("about to be carried out, at")).to_be_visible()
    press(page, "z")
    expect(page.get_by_text("Undone: approved by Ada. Decide again.")).to_be_visible()
    expect(held(page)).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).first.click()
    expect(page.get_by_text("Stopped by a person.")).to_be_visible()
    expect(filed(page)).to_be_visible()


def test_a_doubt_is_certified_and_the_story_read_and_the_run_deleted(site, new_page):
    run = doubtful(site)
    page = new_page(site.url)
    open_run(page, run)
    expect(held(page)).to_contain_text("Scout")
    expect(page.get_by_text("digest").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Certify")).last).to_be_visible()
    press(page, "v")
    page.get_by_label("How do you know?").fill("I asked them.")
    page.get_by_role("button", name="Certify and send").click()
    expect(page.get_by_text("certified: conveyed by Ada").first).to_be_visible()
    page.goto(f"/live?run={run}&show=story")
    settle(page)
    expect(page.get_by_text("I asked them.").first).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).first.click()
    expect(filed(page)).to_be_visible()
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_text("Events of the run")).to_be_visible()
    page.get_by_text("Delete the trace that it left").click()
    settle(page)
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name=re.compile("^Start a team"))).to_be_visible()
    with open_workspace(f"sqlite:///{site.database}") as workspace:
        assert run not in [info.id for info in workspace.live.list()]


def test_a_message_that_nobody_decides_on_says_that_it_expired(site, new_page):
    run = begin(site, wait=1.0)
    page = new_page(site.url)
    open_run(page, run)
    expect(page.get_by_text("expired: nobody decided in time").first).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_accessible_and_fits_a_narrow_window(site, new_page, dark):
    run = begin(site)
    page = new_page(site.url, width=900, dark=dark)
    open_run(page, run)
    expect(held(page)).to_be_visible()
    settle(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
