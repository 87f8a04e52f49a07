"""Importing, analysing, downloading and deleting by hand."""

import json
import re

import pytest
from playwright.sync_api import expect

from core.trace.native import trace_to_dict
from tests.app.support import CONTRACT, HOSTILE, run
from tests.browser.support import press, settle


@pytest.fixture
def site(new_server, new_page):
    server = new_server()
    return server, new_page(server.url)


def test_files_are_shown_first_and_stored_on_demand(site, tmp_path):
    _, page = site
    good, bad = tmp_path / "good.json", tmp_path / "=bad.json"
    good.write_text(json.dumps(trace_to_dict(run(name=HOSTILE))))
    bad.write_text("{" * 100_000)
    page.goto("/traces")
    settle(page)
    page.locator("input[type=file]").set_input_files([good, bad])
    expect(page.get_by_text("1 file can't be imported")).to_be_visible()
    expect(page.get_by_role("button", name="Import the 1 good trace")).to_be_visible()
    press(page, "Control+Enter")
    expect(page.get_by_text("Imported 1 trace.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"trace="))


def test_a_contract_and_a_trace_become_an_analysis(site):
    from storage import open_workspace

    server, page = site
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.contracts.save(CONTRACT, "Ada")
        trace_id = workspace.traces.add(run(), "run.json").id
        page.goto(f"/traces?trace={trace_id}")
        settle(page)
        expect(page.get_by_role("button", name="Run the analysis")).to_be_enabled()
        page.get_by_role("button", name="Run the analysis").click()
        page.wait_for_url("**/trace_view?**", timeout=60_000)
        (info,) = workspace.analyses.list(trace_id=trace_id)
    assert f"analysis={info.id}" in page.url


def test_a_table_downloaded_holds_no_formula(site):
    from storage import open_workspace

    server, page = site
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        workspace.traces.add(run(name="=HYPERLINK(1)"), "run.json")
    page.goto("/traces")
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    text = download.value.path().read_text("utf-8-sig")
    assert "'=HYPERLINK(1)" in text


def test_deleting_says_what_goes(site):
    from storage import open_workspace

    server, page = site
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        trace_id = workspace.traces.add(run(), "run.json").id
        page.goto(f"/traces?trace={trace_id}")
        settle(page)
        page.get_by_role("button", name="Delete…").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text("Review decisions")).to_be_visible()
        dialog.get_by_role("button", name="Delete all of it").click()
        expect(page.get_by_text("No traces yet")).to_be_visible()
        assert workspace.traces.list().total == 0


def test_a_backup_brings_everything_back(site):
    from storage import open_workspace

    server, page = site
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        trace_id = workspace.traces.add(run(), "run.json").id
        page.goto("/settings")
        settle(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download a backup").click()
        workspace.traces.delete(trace_id)
        page.get_by_text("Restore a backup").click()
        page.locator("input[type=file]").set_input_files(download.value.path())
        page.get_by_text("Replace everything in this workspace").click()
        page.get_by_role("button", name="Restore", exact=True).click()
        expect(page.get_by_text("Restored.")).to_be_visible(timeout=20_000)
        assert workspace.traces.list().total == 1


def test_an_unknown_file_is_mapped_where_it_was_refused(site, tmp_path):
    _, page = site
    turns = [{"who": "A", "toward": "B", "msg": "Go left."}, {"who": "B", "msg": "Gone."}]
    for name in ("desk.json", "next.json"):
        (tmp_path / name).write_text(json.dumps({"log": turns, "about": name}))
    page.goto("/traces")
    settle(page)
    page.locator("input[type=file]").first.set_input_files(tmp_path / "desk.json")
    page.get_by_role("button", name="Map desk.json yourself").click()
    expect(page.get_by_text("Records as they are")).to_be_visible()
    expect(page.get_by_text("2 events of 2 agents.")).to_be_visible()
    page.get_by_role("button", name="Save and read the file").click()
    expect(page.get_by_text("was read by the mapping")).to_be_visible()
    page.get_by_role("button", name="Import 1 trace").click()
    expect(page.get_by_text("Imported 1 trace.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
        page.get_by_role("button", name="OTLP JSON").click()
    assert "gen_ai.agent.name" in download.value.path().read_text()


def test_a_file_is_mapped_by_the_keyboard_alone(site, tmp_path):
    _, page = site
    turns = [{"n": 1, "told_by": "A", "msg": "Go left."}, {"n": 2, "told_by": "B", "msg": "Gone."}]
    (tmp_path / "radio.json").write_text(json.dumps({"log": turns}))
    page.goto("/traces")
    settle(page)
    page.locator("input[type=file]").first.set_input_files(tmp_path / "radio.json")
    button = page.get_by_role("button", name="Map radio.json yourself")
    expect(button).to_be_visible()
    settle(page)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Point at sender and text to see what comes out.")).to_be_visible()
    settle(page)
    sender = page.get_by_role("combobox", name="Sender")
    expect(sender).to_be_focused()
    page.keyboard.type("told_by")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 events of 2 agents.")).to_be_visible()
    settle(page)
    save = page.get_by_role("button", name="Save and read the file")
    for _ in range(80):
        page.keyboard.press("Tab")
        if save.evaluate("element => element === document.activeElement"):
            break
    expect(save).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("was read by the mapping")).to_be_visible()
