"""A key typed into Settings serves the calls, and is found nowhere else."""

from pathlib import Path

from playwright.sync_api import expect

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.live import make_spec
from storage import open_workspace
from tests.browser.support import settle
from tests.live_support import contract, team
from tests.llm_server import KEY, serving

WRONG = "sk-proj-" + "Wr0ngKey" * 4
PAGES = (
    "", "traces", "trace_view", "contracts", "roles", "priors", "corpus", "provenance", "drift",
    "review", "live", "teams", "lab", "settings",
)  # fmt: skip


def type_endpoint(page, address, key):
    page.goto("/settings")
    settle(page)
    page.get_by_label("Address").fill(address)
    page.get_by_label("Key", exact=True).fill(key)
    page.get_by_role("button", name="Use it").click()
    expect(
        page.get_by_text("In use for this browser, until you close it or forget it here.")
    ).to_be_visible()
    expect(page.get_by_label("Key", exact=True)).to_have_value("")


def begin(page, workspace, address, name):
    """Have a run wait for an endpoint, and let it go on with the one that this visit typed."""
    spec = make_spec(team(), contract(), endpoint=address, author="Ada")
    run = workspace.live.start(spec, name=name)
    page.goto(f"/live?run={run}")
    expect(page.get_by_text("belonged to another visit").first).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).first.click()
    return run


def test_a_typed_key_is_in_no_page_no_log_no_database_and_no_export(new_server, new_page, capsys):
    received, seen = [], {}
    site = new_server()
    with serving() as (plan, address), open_workspace(f"sqlite:///{site.database}") as workspace:
        workspace.settings.set("people", ["Ada"])
        page = new_page(site.url)
        page.on("websocket", lambda s: s.on("framereceived", lambda data: received.append(data)))

        type_endpoint(page, address, WRONG)
        failed = begin(
            page, workspace, address, "Refused"
        )  # the server quotes the key that it refuses
        expect(page.get_by_text("refuses the key").first).to_be_visible()
        assert workspace.live.info(failed).status == "failed"
        seen["refused"] = page.content()
        page.reload()  # the same visit
        page.goto("/settings")
        expect(page.get_by_text("typed in this browser")).to_be_visible()

        type_endpoint(page, address, KEY)
        plan.reply = lambda body: f"Your key is {KEY}. The tour starts on June 3."
        ended = begin(page, workspace, address, "Served")
        page.goto(f"/live?run={ended}&show=story")
        expect(page.get_by_text("finished").first).to_be_visible()
        expect(page.get_by_role("link", name="Trace view").last).to_be_visible()
        for name in PAGES:
            page.goto(f"/{name}")
            settle(page)
            expect(page.get_by_test_id("stMain").locator("h1, h2, h3").first).to_be_visible()
            seen[name] = page.content()
        trace_id = workspace.live.info(ended).trace_id
    assert len(plan.requests) > 2  # it did serve
    for form in ("jsonl", "otlp", "prov", "graphml"):
        words = ["export", trace_id, "--format", form, "--db", f"sqlite:///{site.database}"]
        assert main(words, WorkspaceLibrary) == 0
        seen[f"export {form}"] = capsys.readouterr().out
        assert len(seen[f"export {form}"]) > 100
    site.stop()
    kept = b"".join(
        path.read_bytes()
        for path in Path(site.database).parent.iterdir()
        if path.name.startswith(site.database.name) or path == site.log
    )
    assert b"Served" in kept  # it was looked at
    frames = b"".join(f if isinstance(f, bytes) else f.encode() for f in received)
    assert b"Served" in frames
    for key in (KEY, WRONG):
        assert [where for where, text in seen.items() if key in text] == []
        assert key.encode() not in kept
        assert key.encode() not in frames
