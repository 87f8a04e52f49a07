import pytest

from core.provenance.model import ObligationState
from pages._ui.trace_analysis import opened
from pages._ui.trace_words import gap_sentence, verdict_sentence
from tests.app.runs import (
    FACTS,
    bare_run,
    contract_of,
    hostile_run,
    open_page,
    param,
    shown_words,
    store,
    team_run,
)
from tests.app.support import run


@pytest.fixture
def analysis(workspace):
    return store(workspace)


def test_the_page_opens_with_the_earliest_gap_in_a_sentence(app, analysis):
    open_page(app, "trace_view", analysis=analysis)
    words = shown_words(app)
    assert "Earliest gap" in words
    assert "never reached Writer: it was due in event 1 (Collector → Writer)" in words
    assert "<b>3</b><span>agents</span>" in words


def test_without_a_link_the_newest_analysis_is_shown_and_written_into_the_address(app, analysis):
    open_page(app, "trace_view")
    assert param(app, "analysis") == analysis


def test_a_link_to_a_trace_opens_its_newest_analysis(app, workspace, analysis):
    open_page(app, "trace_view", trace=opened(analysis).trace_id)
    assert param(app, "analysis") == analysis


def test_a_link_to_a_cell_opens_its_evidence(app, analysis):
    open_page(app, "trace_view", analysis=analysis, fact="budget", recipient="Writer")
    words = shown_words(app)
    assert "budget for Writer" in words
    assert "delivers the fact" in words
    assert "reflects the fact" in words
    assert "sure</span>" in words


def test_a_cell_that_does_not_exist_is_explained(app, analysis):
    open_page(app, "trace_view", analysis=analysis, fact="color", recipient="Writer")
    assert "isn't in this analysis" in shown_words(app)


def test_the_matrix_goes_back_to_an_earlier_event(app, analysis):
    open_page(app, "trace_view", analysis=analysis, seq=1, fact="deadline", recipient="Writer")
    assert "as it stood after event 1" in shown_words(app)
    assert "has produced nothing since" in shown_words(app)
    app.button(key="matrix:on").click().run()
    assert param(app, "seq") == "2"
    assert "reflect it" in shown_words(app)
    app.button(key="matrix:back").click().run()
    assert param(app, "seq") == "1"


def test_states_at_the_last_event_are_the_end_states(workspace, analysis):
    shown = opened(analysis)
    last = max(shown.events)
    assert [s.display for s in shown.states_at(last)] == [s.display for s in shown.states_at(None)]
    assert {s.status for s in shown.states_at(0)} == {"pending"}


def test_the_timeline_shows_a_window_and_says_of_how_many(app, workspace):
    analysis = store(workspace, team_run(events=247))
    open_page(app, "trace_view", analysis=analysis)
    assert "Showing 1–100 of 250 events" in shown_words(app).replace("\\", "")
    app.button(key="timeline:on").click().run()
    assert param(app, "from") == "101"
    app.button(key="timeline:on").click().run()
    assert "Showing 201–250 of 250 events" in shown_words(app).replace("\\", "")


def test_filters_live_in_the_address(app, analysis):
    open_page(app, "trace_view", analysis=analysis, agent="Reviewer")
    assert "Showing all 2 events" in shown_words(app)
    open_page(app, "trace_view", analysis=analysis, agent="Reviewer", kind="message")
    assert "No event passes these filters" in shown_words(app)


def test_a_chosen_event_is_shown_whole(app, analysis):
    open_page(app, "trace_view", analysis=analysis, event=3)
    assert "#3 Reviewer → Collector" in shown_words(app)


def test_a_trace_without_analysis_shows_its_events_and_offers_one(app, workspace):
    trace_id = workspace.traces.add(run(), "run.json").id
    open_page(app, "trace_view", trace=trace_id)
    words = shown_words(app)
    assert "Not analysed yet" in words
    assert "<b>3</b><span>events</span>" in words


def test_agent_text_is_never_markup(app, workspace):
    analysis = store(workspace, hostile_run())
    open_page(app, "trace_view", analysis=analysis, event=1, fact="budget", recipient="Writer")
    words = shown_words(app)
    assert "<img" not in words
    assert "](javascript" not in "".join(str(m.value) for m in app.markdown)
    assert not app.exception


def test_an_analysis_that_is_gone_is_explained(app, workspace, analysis):
    open_page(app, "trace_view", analysis="deadbeef0000")
    assert "There is no analysis" in app.error[0].value


@pytest.mark.parametrize(
    ("status", "more", "part"),
    [
        ("absent", {"retrievable": True}, "could have been looked up"),
        ("misrouted", {}, "went to others"),
        ("unconsumed", {"delivered_seq": 1}, "doesn't reflect it"),
        ("late", {"delivered_seq": 3}, "only in event 3"),
    ],
)
def test_each_kind_of_gap_has_its_sentence(workspace, analysis, status, more, part):
    state = ObligationState(
        fact="deadline", recipient="Writer", seq=3, status=status, due_seq=2, **more
    )
    assert part in gap_sentence(opened(analysis), state)


def test_a_clean_run_says_so(workspace):
    facts = FACTS.split("  - id: deadline")[0]
    analysis = store(workspace, contract=facts)
    assert verdict_sentence(opened(analysis)).startswith("Every fact that fell due reached")


@pytest.mark.parametrize("page", ["trace_view", "provenance", "drift", "review"])
@pytest.mark.parametrize("case", ["no boundary", "no fact"])
def test_pages_of_a_run_open_where_there_is_next_to_nothing(app, workspace, page, case):
    if case == "no boundary":
        analysis = store(workspace, bare_run())
    else:
        analysis = store(workspace, contract=FACTS.split("facts:")[0] + "facts: []\n")
    open_page(app, page, analysis=analysis)
    assert not app.exception
    assert not app.error


def test_a_contract_that_is_not_stored_leaves_the_states_readable(app, workspace):
    from core.controller import analyse

    trace = team_run()
    trace_id = workspace.traces.add(trace, "run.json").id
    analysis = workspace.analyses.add(analyse(trace, contract_of()), trace_id, "")
    for page in ("trace_view", "provenance", "review"):
        open_page(app, page, analysis=analysis)
        assert not app.exception
        assert not app.error
    open_page(app, "trace_view", analysis=analysis)
    assert "isn&#x27;t in this workspace" in shown_words(app)
