"""This verdict is wrong: a person's word in the matrix, in the history, in exports, and back."""

import pytest

from pages._ui.review_history import decision_rows
from pages._ui.trace_analysis import opened
from pages._ui.trace_result import result_rows
from tests.app.runs import open_page, shown_words, store
from tests.app.support import work_as


@pytest.fixture
def analysis(workspace):
    return store(workspace)


def open_cell(app, analysis):
    work_as(app, "Ada")
    open_page(app, "trace_view", analysis=analysis, fact="deadline", recipient="Writer")
    key = next(b.key for b in app.button if str(b.key).endswith(":open") and "wrong:" in b.key)
    app.button(key=key).click().run()
    return key.removesuffix(":open")


def answer(app, key, label="ok", reason="He says mid-June, that is enough here.", keep=None):
    app.selectbox(key=f"{key}:label").set_value(label)
    app.text_input(key=f"{key}:reason").set_value(reason)
    if keep:
        app.session_state[f"{key}:keep"] = keep
    next(b for b in app.button if b.label == "Override the check").click().run()


def test_a_word_against_the_check_shows_at_the_cell_and_in_the_counts(app, workspace, analysis):
    before = dict(workspace.analyses.info(analysis).statuses)
    stored = workspace.analyses.get(analysis).digest
    key = open_cell(app, analysis)
    answer(app, key)
    words = shown_words(app)
    assert "“deadline” for Writer is ok, says Ada, not unconsumed" in words
    assert "Overridden by Ada" in words
    after = workspace.analyses.info(analysis).statuses
    assert after["ok"] == before["ok"] + 1
    assert after.get("unconsumed", 0) == before["unconsumed"] - 1
    assert workspace.analyses.get(analysis).digest == stored  # no row was edited
    row = next(r for r in result_rows(opened(analysis)) if r["fact"] == "deadline")
    assert (row["status"], row["check_status"], row["person"]) == ("ok", "unconsumed", "Ada")
    assert row["person_label"] == "ok" and "is ok, says Ada" in row["reason"]


def test_it_is_in_the_export_and_can_be_taken_back(app, analysis):
    key = open_cell(app, analysis)
    answer(app, key)
    (row,) = decision_rows(opened(analysis).trace_id)
    assert (row["kind"], row["author"]) == ("wrong_verdict", "Ada")
    assert (row["payload"]["status"], row["payload"]["was"]) == ("ok", "unconsumed")
    app.button(key=f"{key}:back").click().run()
    assert "is ok, says Ada" not in shown_words(app)
    assert opened(analysis).overrides == {}
    assert len(decision_rows(opened(analysis).trace_id)) == 2


def test_the_text_becomes_an_example_in_a_new_version(app, workspace, analysis):
    key = open_cell(app, analysis)
    answer(app, key, keep="conveyed")
    latest = workspace.contracts.get("proposal")
    (example,) = latest.contract.fact("deadline").examples
    assert (latest.version, latest.author) == (2, "Ada")
    assert (example.label, example.author) == ("conveyed", "Ada")
    assert example.text in {event.text for event in opened(analysis).events.values()}
    assert "is an example in proposal@2" in shown_words(app).replace("\\", "")


def test_without_a_reason_nothing_is_stored(app, analysis):
    key = open_cell(app, analysis)
    answer(app, key, reason=" ")
    assert "Say what is true, and why" in shown_words(app)
    assert opened(analysis).overrides == {}


def test_review_offers_it_and_its_history_says_it(app, workspace, analysis):
    work_as(app, "Ada")
    item = next(
        i
        for i in workspace.reviews.queue().rows
        if any("deadline" in why for why in i.review_reasons)
    )
    open_page(app, "review", item=f"{analysis}:{item.seq}")
    key = next(
        b.key for b in app.button if str(b.key).startswith("wrong:deadline") and b.label != ""
    ).removesuffix(":open")
    app.button(key=f"{key}:open").click().run()
    answer(app, key, label="misrouted")
    assert "Called the check wrong: deadline for Writer is misrouted" in shown_words(app)


def test_the_graph_starts_at_the_earliest_gap_that_stands(app, analysis):
    from pages._ui.provenance_part import default_seq

    first = default_seq(opened(analysis))
    work_as(app, "Ada")
    open_page(app, "trace_view", analysis=analysis, fact="tax", recipient="Writer")
    key = next(b.key for b in app.button if str(b.key).startswith("wrong:tax"))
    app.button(key=key).click().run()
    answer(app, key.removesuffix(":open"))
    shown = opened(analysis)
    assert shown.state(("tax", "Writer")).display == "ok"
    assert default_seq(shown) != first
