import csv
import dataclasses
import io
from types import SimpleNamespace

import pytest

from core.provenance.model import ObligationState
from core.review import ReviewEvent, boundary_digest
from pages._ui.downloads import csv_bytes
from pages._ui.review_gate import figures, segment_words
from pages._ui.review_history import decision_rows
from pages._ui.review_panel import concerns, named_at
from pages._ui.review_queue import risk_words
from pages._ui.review_verbs import approve_label, verb_words
from pages._ui.trace_analysis import opened
from tests.app.runs import FACTS, hostile_run, open_page, param, shown_words, store, team_run
from tests.app.support import work_as


@pytest.fixture
def analysis(app, workspace):
    work_as(app, "Ada")
    return store(workspace)


@pytest.fixture
def review(app, analysis):
    return open_page(app, "review")


def state(workspace, analysis, seq):
    return workspace.reviews.state(analysis, seq)


def decide(workspace, analysis, seq, kind, author="Bo"):
    report = opened(analysis).reports[seq]
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=analysis,
            seq=seq,
            kind=kind,
            author=author,
            digest=boundary_digest(report),
        )
    )


def test_an_empty_workspace_says_what_to_do(app):
    open_page(app, "review")
    assert "Nothing waits for you" in shown_words(app)


def test_the_first_of_the_queue_is_open(review, workspace, analysis):
    words = shown_words(review)
    assert "1 of 2 in this filter" in words.replace("\\", "")
    assert "can&#x27;t be unsent" in words
    assert "What the gate knew" in words


def test_a_name_is_asked_for_before_the_first_decision(app, workspace):
    store(workspace)
    open_page(app, "review")
    assert [field.label for field in app.text_input] == ["Words", "Your name"]
    app.text_input[1].set_value("Ada")
    next(b for b in app.button if b.label == "Continue").click().run()
    assert workspace.settings.get("people") == ["Ada"]


def test_approving_stores_it_and_goes_on(review, workspace, analysis):
    seq = 1
    review.query_params["item"] = f"{analysis}:{seq}"
    review.run()
    review.button(key="verb:approve").click().run()
    assert state(workspace, analysis, seq).status == "approved"
    assert state(workspace, analysis, seq).by.author == "Ada"
    assert param(review, "item") == f"{analysis}:2"
    assert "Approved event 1." in shown_words(review)
    review.button(key="review:undo").click().run()
    assert param(review, "item") == f"{analysis}:1"


def test_a_rejection_needs_a_reason(app, workspace, analysis):
    open_page(app, "review", item=f"{analysis}:2")
    app.button(key="verb:reject").click().run()
    submit(app, "Reject it")
    assert "Please give a reason" in shown_words(app)
    assert state(workspace, analysis, 2).status == "pending"
    app.text_input(key="review_reason_reject").set_value("Not in the deliverable.")
    submit(app, "Reject it")
    assert state(workspace, analysis, 2).status == "rejected"
    assert state(workspace, analysis, 2).by.reason == "Not in the deliverable."


def test_a_key_that_meant_the_row_just_left_decides_nothing(review, workspace, analysis):
    review.query_params["item"] = f"{analysis}:1"
    review.run()
    review.query_params["item"] = f"{analysis}:2"  # the next row was asked for, not yet drawn
    review.button(key="verb:approve").click().run()
    assert state(workspace, analysis, 1).status == "pending"
    assert state(workspace, analysis, 2).status == "pending"
    assert "Nothing was stored; please press again" in review.warning[0].value
    review.button(key="verb:approve").click().run()
    assert state(workspace, analysis, 2).status == "approved"


def test_a_refused_repair_can_be_ordered_with_a_reason(app, workspace, analysis):
    open_page(app, "review", item=f"{analysis}:1")
    app.button(key="verb:order").click().run()
    assert "The gate refused it" in shown_words(app)
    app.text_input(key="review_reason_order").set_value("The owner is at hand.")
    submit(app, "Order ASK")
    event = state(workspace, analysis, 1).by
    assert event.kind == "order"
    assert event.payload["repair"] == "ASK"
    assert event.payload["addressee"] == "Collector"
    assert "utility" in event.payload["gate"]


def test_an_edit_shows_the_changes_and_checks_them_before_it_is_sent(app, workspace, analysis):
    open_page(app, "review", item=f"{analysis}:1")
    app.button(key="verb:edit").click().run()
    assert not any(button.label == "Submit the edit" for button in app.button)
    app.text_area[0].set_value("Budget 45,000, deadline June 15. Prices include sales tax.")
    submit(app, "Show changes and check")
    words = shown_words(app)
    assert "What you changed" in words
    assert "gap closed" in words
    assert "fails" not in words
    app.text_input(key="review_reason_edit").set_value("The tax rule was missing.")
    submit(app, "Submit the edit")
    event = state(workspace, analysis, 1).by
    assert event.kind == "edit"
    assert event.payload["text"].endswith("sales tax.")
    assert [c["holds"] for c in event.payload["postconditions"]] == [True, True, True]


def test_an_edit_that_breaks_a_condition_says_so(app, workspace, analysis):
    open_page(app, "review", item=f"{analysis}:1")
    app.button(key="verb:edit").click().run()
    app.text_area[0].set_value("Nothing much.")
    submit(app, "Show changes and check")
    assert "A condition fails" in shown_words(app)


def test_somebody_elses_decision_is_told_in_words(review, workspace, analysis):
    review.query_params["item"] = f"{analysis}:1"
    review.run()
    decide(workspace, analysis, 1, "reject")
    review.button(key="verb:approve").click().run()
    words = shown_words(review).replace("\\", "")
    assert "rejected already: reject by Bo" in words
    assert "was not stored" in words
    assert state(workspace, analysis, 1).status == "rejected"


def test_a_decision_can_be_reverted_and_both_stay_in_the_history(app, workspace, analysis):
    decide(workspace, analysis, 1, "approve")
    open_page(app, "review", item=f"{analysis}:1", status="all")
    assert app.button(key="verb:approve").disabled
    app.button(key="verb:revert").click().run()
    assert state(workspace, analysis, 1).status == "reverted"
    words = shown_words(app)
    assert "<b>Approved</b> · Bo" in words
    assert "<b>Reverted</b> · Ada" in words
    assert not app.button(key="verb:approve").disabled


def test_skipping_sets_aside_and_has_its_own_filter(review, workspace, analysis):
    review.button(key="verb:skip").click().run()
    assert workspace.reviews.queue().total == 1
    open_page(review, "review", status="skipped", item="")
    assert "Showing all 1 boundary" in shown_words(review)


def test_next_and_previous_walk_exactly_the_filtered_rows(app, workspace, analysis):
    other = store(workspace, team_run(name="Another run", extra="Berlin"))
    open_page(app, "review", q="berlin", sort="age")
    seen = {param(app, "item") or ""}
    for _ in range(5):
        if app.button(key="review:on").disabled:
            break
        app.button(key="review:on").click().run()
        seen.add(param(app, "item"))
    assert {item.split(":")[0] for item in seen if item} == {other}


def test_a_filter_that_lets_nothing_through_is_named(app, analysis):
    open_page(app, "review", q="no such words", status="all")
    assert "the words “no such words”" in shown_words(app).replace("\\", "")
    app.button(key="review:clear").click().run()
    assert param(app, "q") is None


@pytest.mark.parametrize("item", ["nonsense", "deadbeef0000:1", "{id}:99"])
def test_a_link_to_a_boundary_that_is_not_there_is_explained(app, analysis, item):
    open_page(app, "review", item=item.format(id=analysis))
    assert app.error
    assert not app.exception


def test_counts_and_interval_are_said_in_words(workspace, analysis):
    candidates = opened(analysis).reports[2].candidates
    admission = next(c.admission for c in candidates if c.repair == "INTEGRATE")
    words = segment_words(admission)
    assert "n = 6, helped 4 of 6" in words
    assert "harmed 0 of 6, up to 39% harm not excluded" in words


def test_exported_decisions_hold_before_and_after_and_no_formula(app, workspace):
    work_as(app, "=cmd()")
    analysis = store(workspace, hostile_run())
    open_page(app, "review", item=f"{analysis}:2")
    app.button(key="verb:approve").click().run()
    row = decision_rows()[0]
    assert row["author"] == "=cmd()"
    assert row["before"].startswith("An offer")
    assert row["kind"] == "approve"
    cells = next(csv.DictReader(io.StringIO(csv_bytes([row]).decode("utf-8-sig"))))
    assert cells["author"] == "'=cmd()"


def test_agent_text_is_never_markup(app, workspace):
    work_as(app, "Ada")
    analysis = store(workspace, hostile_run())
    for seq in (1, 2):
        open_page(app, "review", item=f"{analysis}:{seq}")
        assert not app.exception
        assert "<img" not in shown_words(app)


def submit(app, label):
    next(button for button in app.button if button.label == label).click().run()


def test_a_link_opens_the_boundaries_of_exactly_one_analysis(app, workspace, analysis):
    other = store(workspace, team_run(name="Another run", extra="Berlin"))
    open_page(app, "review", analysis=other)
    assert f"of {workspace.analyses.info(other).open_reviews} in this filter" in shown_words(app)
    box = next(box for box in app.selectbox if box.label == "Analysis")
    assert box.value == other
    for _ in range(5):
        assert (param(app, "item") or other).startswith(other)
        if app.button(key="review:on").disabled:
            break
        app.button(key="review:on").click().run()
    app.query_params["analysis"] = analysis  # as going back does
    del app.query_params["item"]
    app.run()
    assert next(box for box in app.selectbox if box.label == "Analysis").value == analysis


def test_also_an_analysis_that_was_replaced_can_be_looked_through(app, workspace, analysis):
    store(workspace, contract=FACTS.replace("June 15", "June 16"))
    open_page(app, "review", analysis=analysis)
    words = shown_words(app)
    assert "1 of 2 in this filter" in words.replace("\\", "")
    assert "This is an older analysis of the run" in words


def test_choosing_another_run_drops_the_analysis_of_the_first(app, workspace, analysis):
    other = store(workspace, team_run(name="Another run", extra="Berlin"))
    open_page(app, "review", analysis=analysis, trace=opened(other).trace_id)
    assert param(app, "analysis") is None
    assert "Another run" in shown_words(app)


def test_what_only_drifted_is_no_critical_gap():
    item = SimpleNamespace(risk=4, review_reasons=("role drift is above the threshold",))
    assert risk_words(item) == "drift"
    item = SimpleNamespace(risk=4, review_reasons=("budget is absent for Writer",))
    assert risk_words(item) == "critical gap"
    item = SimpleNamespace(risk=3, review_reasons=("budget may be absent for Writer",))
    assert risk_words(item) == "doubtful"


def test_the_first_verb_says_what_it_approves(review, analysis):
    report = next(iter(opened(analysis).reports.values()))
    assert approve_label(dataclasses.replace(report, decision="FORWARD")) == (
        "Agree: let it pass as sent"
    )
    repaired = dataclasses.replace(report, decision="COMMIT", chosen="INTEGRATE")
    assert approve_label(repaired) == "Approve INTEGRATE"
    assert "as INTEGRATE repaired it" in verb_words(repaired)
    words = shown_words(review)
    assert "Escalate: somebody else." in words


def test_the_gate_says_why_it_took_an_aggregate(analysis):
    candidates = opened(analysis).reports[2].candidates
    admission = next(c.admission for c in candidates if c.repair == "INTEGRATE")
    said = figures(dataclasses.replace(admission, is_aggregate=True, frontier="misrouted"))
    assert "no row for misrouted: the aggregate over all gaps was used" in said
    assert "aggregate over" not in figures(dataclasses.replace(admission, is_aggregate=False))


def test_the_evidence_that_is_open_is_of_the_first_gap_in_the_title(workspace, analysis):
    title = (
        "old-day for Writer is absent; day for Writer may be absent; price is contradicted at Bo"
    )
    states = [
        ObligationState(fact=fact, recipient=who, seq=1, status="absent")
        for fact, who in (("seats", "Writer"), ("price", "Bo"), ("day", "Writer"), ("old-day", "Writer"))
    ]  # fmt: skip
    ordered = sorted(states, key=lambda one: named_at(title, one))
    assert [one.fact for one in ordered] == ["old-day", "day", "price", "seats"]
    report = opened(analysis).reports[2]
    first = concerns(opened(analysis), report)[0]
    assert "; ".join(report.review_reasons).startswith(f"{first.fact} for {first.recipient}")


def shown_to_the_scroller(app):
    (script,) = (
        one.proto for one in app.get("bidi_component") if one.proto.component_name == "baton_scroll"
    )
    return script.json


def test_the_next_one_comes_up_at_its_start(review, analysis):
    review.query_params["item"] = f"{analysis}:1"
    review.run()
    assert f"{analysis}:1" in shown_to_the_scroller(review)
    review.button(key="verb:skip").click().run()
    assert f"{analysis}:2" in shown_to_the_scroller(review)
    assert ".st-key-bt_review_panel" in shown_to_the_scroller(review)


@pytest.mark.parametrize("page", ["trace_view", "drift"])
def test_a_link_to_a_boundary_keeps_the_queue_to_its_run(app, workspace, analysis, page):
    store(workspace, team_run(name="Another run"))
    open_page(app, page, analysis=analysis, event=2, seq=2)
    links = [
        link.proto.query_string
        for link in app.get("page_link")
        if "item=" in link.proto.query_string
    ]
    assert links
    for link in links:
        assert f"&analysis={analysis}" in link and "status=all" in link
