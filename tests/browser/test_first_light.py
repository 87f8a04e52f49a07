"""The whole of it: from a log that nobody has seen to decisions that are still there tomorrow.

An analyst holds the log of a run that went wrong. She imports it, writes five facts, binds the
agents, reads matrix and graph, approves one decision, overrides another with a reason, and takes
priors and decisions home. Then the server is restarted, and all of it is found again.
"""

import json
import re

from playwright.sync_api import Page, expect

from core.gate.document import parse_priors
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from storage import open_workspace
from tests.browser.support import press, settle

LOG = {
    "question": "Write an offer for the harbour office.",
    "ground_truth": "an offer inside the budget",
    "is_corrected": False,
    "mistake_agent": "Orchestrator",
    "mistake_step": "3",
    "mistake_reason": "The deadline was left out.",
    "history": [
        {"role": "human", "content": "Write an offer for the harbour office."},
        {"role": "Orchestrator (thought)", "content": "First the research, then the text."},
        {
            "role": "Orchestrator (-> Researcher)",
            "content": "Please look the customer up. The customer number is KF-2209. "
            "The deadline is June 15.",
        },
        {
            "role": "Researcher",
            "content": "The budget is at most $45,000. They need 120 seats. Never mention Acme.",
        },
        {
            "role": "Orchestrator (-> Writer)",
            "content": "Please write the offer. The budget is at most $45,000. They need 120 seats. "
            "Never mention Acme. The customer number is KF-2209.",
        },
        {
            "role": "Writer",
            "content": "Offer KF-2209 for the harbour office: 120 seats for $52,000 in total.",
        },
    ],
}

FACTS = [
    ("The budget is at most $45,000", "limit", "Orchestrator"),
    ("The deadline is June 15", "date", "Orchestrator"),
    ("The customer needs 120 seats", "value", "Orchestrator"),
    ("Never mention Acme", "prohibition", "Orchestrator"),
    ("The customer number is KF-2209", "identifier", "Orchestrator"),
]

OWN_PRIORS = {
    "apiVersion": "baton/v1",
    "kind": "PriorsSet",
    "name": "own-calibration",
    "model": "house-model",
    "sources": ["written for this test"],
    "rows": [
        {"repair": "INTEGRATE", "frontier": None, "episodes": 40, "helped": 30, "harmed": 0},
        {"repair": "ASK", "frontier": None, "episodes": 40, "helped": 5, "harmed": 1},
    ],
}


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a select box by its accessible name."""
    page.get_by_role(
        "combobox", name=re.compile(f"^{re.escape(label)}|{re.escape(label)}$")
    ).first.click()
    page.get_by_role("option", name=option).first.click()
    settle(page)


def tick(page: Page, label: str, wanted: set[str]) -> None:
    """Tick exactly these pills."""
    pills = page.get_by_role("toolbar", name=label).get_by_role("button")
    for number in range(pills.count()):
        pill = pills.nth(number)
        on = (pill.text_content() or "").strip() in wanted
        if (pill.get_attribute("aria-pressed") == "true") is not on:
            pill.click()
            expect(pill).to_have_attribute("aria-pressed", str(on).lower())
            settle(page)


def test_from_a_log_to_decided_handoffs(new_server, new_page, tmp_path):
    server = new_server()
    page = new_page(server.url)
    log = tmp_path / "run-17.json"
    log.write_text(json.dumps(LOG), "utf-8")

    import_the_log(page, log)
    write_five_facts(page)
    import_priors(page, tmp_path)
    analysis = bind_and_analyse(page, server)
    read_matrix_and_graph(page, analysis)
    decide(page, server, analysis)
    before = stored(server, analysis)

    server.restart()
    assert stored(server, analysis) == before
    page = new_page(server.url)
    find_it_again(page, analysis)
    take_it_home(page)


def import_the_log(page: Page, log) -> None:
    page.goto("/traces")
    settle(page)
    page.locator("input[type=file]").set_input_files(log)
    expect(page.get_by_role("button", name="Import 1 trace")).to_be_visible()
    page.get_by_role("button", name="Import 1 trace").click()
    expect(page.get_by_text("Imported 1 trace.")).to_be_visible()


def write_five_facts(page: Page) -> None:
    page.goto("/contracts")
    settle(page)
    page.get_by_role("button", name="New contract").click()
    expect(page.get_by_role("textbox", name="Contract name")).to_be_visible()
    settle(page)
    page.get_by_role("textbox", name="Contract name").fill("harbour-offer")
    page.get_by_role("textbox", name="Contract name").press("Enter")
    settle(page)
    choose(page, "Trace beside it", "run-17")
    expect(page.get_by_role("textbox", name="Parties")).to_have_value(re.compile("Researcher"))
    settle(page)
    for number, (statement, _, _) in enumerate(FACTS, start=1):
        page.get_by_role("textbox", name="New fact").fill(statement)
        page.get_by_role("button", name="Add fact").click()
        expect(page.get_by_text(f"fact {number} of {number}")).to_be_visible()
        settle(page)
        if number == 1:  # later facts begin with owner and recipients of the one before
            choose(page, "Owner", "Orchestrator")
            tick(page, "Recipients", {"Writer"})
    for _, kind, _ in FACTS[-1:]:
        choose(page, "Kind", kind)
    page.get_by_role("button", name=re.compile("^Save")).click()
    page.get_by_role("textbox", name="Your name").fill("Ines")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Working as Ines")).to_be_visible()
    settle(page)
    if not page.get_by_text("version 1", exact=True).count():
        page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_text("version 1", exact=True)).to_be_visible()


def import_priors(page: Page, folder) -> None:
    file = folder / "own.json"
    file.write_text(json.dumps(OWN_PRIORS), "utf-8")
    page.goto("/priors")
    settle(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Keep this set").click()
    expect(page.get_by_text("is kept, under the hash")).to_be_visible()


def bind_and_analyse(page: Page, server) -> str:
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        (trace,) = workspace.traces.list().rows
    page.goto(f"/traces?trace={trace.id}")
    settle(page)
    choose(page, "Fact contract", "harbour-offer")
    choose(page, "Priors", "own-calibration")
    page.get_by_text("Use these priors although").click()
    settle(page)
    page.get_by_role("button", name="Run the analysis").click()
    page.wait_for_url("**/trace_view?**", timeout=60_000)
    settle(page)
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        (info,) = workspace.analyses.list()
    return info.id


def read_matrix_and_graph(page: Page, analysis: str) -> None:
    expect(page.get_by_text(re.compile("never reached Writer")).first).to_be_visible()
    page.get_by_role(
        "button", name=re.compile("deadline.*Writer.*misrouted|misrouted.*deadline", re.I)
    ).first.click()
    expect(page.get_by_text("June 15").last).to_be_visible()
    page.goto(f"/provenance?analysis={analysis}")
    settle(page)
    page.wait_for_function(
        """() => [...document.querySelectorAll("*")].some(
            e => e.shadowRoot?.querySelector(".graph")?.dataset.revision)"""
    )
    expect(page.get_by_text(re.compile("missing")).first).to_be_visible()


def decide(page: Page, server, analysis: str) -> None:
    page.goto(f"/review?item={analysis}:5")
    settle(page)
    expect(page.get_by_text("commit").first).to_be_visible()
    expect(page.get_by_text("up to 9% harm not excluded").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^(Agree|Approve)"))).to_be_enabled()
    press(page, "a")
    expect(page.get_by_text("Approved event 5.")).to_be_visible()
    page.goto(f"/review?item={analysis}:6")
    settle(page)
    expect(page.get_by_role("button", name=re.compile("^Reject"))).to_be_enabled()
    settle(page)
    press(page, "x")
    expect(page.get_by_label("Why do you reject it?")).to_be_focused()
    page.keyboard.type("The price is above the budget.")
    press(page, "Enter")
    expect(page.get_by_text("Rejected event 6.")).to_be_visible()


def stored(server, analysis: str) -> tuple[object, ...]:
    with open_workspace(f"sqlite:///{server.database}") as workspace:
        decisions = [
            (e.seq, e.kind, e.author, e.reason) for e in workspace.reviews.for_analysis(analysis)
        ]
        return (
            workspace.analyses.get(analysis).digest,
            decisions,
            workspace.contracts.get("harbour-offer").hash,
        )


def find_it_again(page: Page, analysis: str) -> None:
    page.goto(f"/review?item={analysis}:6&status=all")
    settle(page)
    expect(page.get_by_text("The price is above the budget.").first).to_be_visible()
    expect(page.get_by_text("Ines").first).to_be_visible()
    page.goto(f"/trace_view?analysis={analysis}")
    settle(page)
    expect(page.get_by_text(re.compile("never reached Writer")).first).to_be_visible()
    page.goto("/contracts?name=harbour-offer")
    settle(page)
    expect(page.get_by_text("The deadline is June 15").first).to_be_visible()


def take_it_home(page: Page) -> None:
    page.goto("/review?status=all")
    settle(page)
    page.get_by_text("Export decisions (2)").click()
    expect(page.get_by_role("button", name="2 events as JSONL")).to_be_visible()
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="2 events as JSONL").click()
    rows = [json.loads(line) for line in download.value.path().read_text("utf-8").splitlines()]
    assert {(row["author"], row["kind"]) for row in rows} == {
        ("Ines", "approve"),
        ("Ines", "reject"),
    }
    page.goto("/priors")
    settle(page)
    choose(page, "Set", "own-calibration")
    expect(page.get_by_text(priors_hash(PriorsSet.model_validate(OWN_PRIORS)))).to_be_visible()
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON", exact=True).click()
    taken = parse_priors(download.value.path().read_bytes(), "own.json")
    assert priors_hash(taken) == priors_hash(PriorsSet.model_validate(OWN_PRIORS))
