import dataclasses

import pytest

from core.controller import analyse
from core.gate.builtin import BUILT_IN
from core.provenance.model import Evidence, ObligationState
from core.provenance.reasons import DOUBT
from core.settings import ReplaySettings
from pages._ui.downloads import csv_bytes
from pages._ui.once import KEPT, forget_counts, once
from pages._ui.trace_analysis import opened
from pages._ui.trace_marks import doubt_words, places, sureness
from pages._ui.trace_result import result_rows
from pages._ui.trace_summary import tiles
from pages._ui.trace_words import first_trouble, gap_sentence, trouble_label, verdict_sentence
from tests.app.runs import (
    FACTS,
    MODEL,
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
    trace = team_run()
    trace_id = workspace.traces.add(trace, "run.json").id
    analysis = workspace.analyses.add(analyse(trace, contract_of()), trace_id, "")
    for page in ("trace_view", "provenance", "review"):
        open_page(app, page, analysis=analysis)
        assert not app.exception
        assert not app.error
    open_page(app, "trace_view", analysis=analysis)
    assert "isn&#x27;t in this workspace" in shown_words(app)


def state_of(status, *, due, **more):
    return ObligationState(
        fact="deadline", recipient="Writer", seq=9, status=status, due_seq=due, **more
    )


def test_what_is_sure_goes_before_a_doubt_in_the_headline(analysis):
    doubt, sure = state_of("absent", due=1, unsure=True), state_of("late", due=3, delivered_seq=3)
    other = state_of("ok", due=2, contradicted=True, other_value="June 20.")
    assert first_trouble([doubt, sure, other]) is other
    assert trouble_label(other) == "Earliest gap"
    assert first_trouble([doubt]) is doubt
    assert trouble_label(doubt) == "First doubt"
    assert gap_sentence(opened(analysis), doubt).startswith("Perhaps: ")
    assert first_trouble([state_of("ok", due=1), state_of("pending", due=None)]) is None


def test_a_sure_contradiction_is_told_as_sure_where_the_rest_is_doubtful(analysis):
    mixed = state_of("absent", due=1, unsure=True, contradicted=True, other_value="June 20.")
    said = gap_sentence(opened(analysis), mixed)
    assert "another value stands there, June 20. Whether" in said
    assert "Perhaps" not in said


LISTED = """\
apiVersion: baton/v1
kind: FactContract
name: modules
version: 1
facts:
  - id: modules
    statement: "Modules to offer: Fleet Planner, Yard Board, Driver App"
    kind: list
    owner: Collector
    recipients: [Writer]
    items: [Fleet Planner, Yard Board, Driver App]
"""


def test_every_item_of_a_list_is_marked(workspace):
    run_ = team_run(extra="Modules: Fleet Planner, Yard Board and Driver App.")
    shown = opened(store(workspace, run_, contract=LISTED))
    state = shown.state(("modules", "Writer"))
    item = next(i for i in state.evidence if i.role == "delivers")
    text = shown.events[item.seq].text
    marked = [text[start:end] for start, end in places(shown, state, item)]
    assert [m for m in marked if m] == ["Fleet Planner", "Yard Board", "Driver App"]


def test_a_doubt_is_worded_by_what_the_check_leans_to(analysis):
    shown = opened(analysis)
    item = Evidence(seq=2, role="unsure", span=None, reason="", confidence=0.62)
    state = shown.state(("deadline", "Writer"))
    assert doubt_words(shown, state, item) == "probably not reflected here (62 %)"
    reader = ObligationState(fact="deadline", recipient="Reviewer", seq=2, status="absent")
    assert doubt_words(shown, reader, item) == "probably not stated here (62 %)"


@pytest.fixture
def foreign(workspace):
    """An analysis that used the priors of another model, as a person confirmed."""
    trace = team_run()
    contract = workspace.contracts.save(FACTS, "Ada").contract
    priors = next(p for p in BUILT_IN if p.model != MODEL)
    found = analyse(trace, contract, None, priors, ReplaySettings(confirmed_other_model=True))
    return workspace.analyses.add(found, workspace.traces.add(trace, "run.json").id, "Ada")


@pytest.mark.parametrize("page", ["trace_view", "provenance", "drift", "review"])
def test_every_screen_says_that_priors_of_another_model_were_used(app, foreign, page):
    open_page(app, page, analysis=foreign)
    assert "Priors of another model" in shown_words(app)


def test_home_says_it_too(app, foreign):
    app.run()
    assert "another model’s priors" in shown_words(app)


@pytest.mark.parametrize("page", ["trace_view", "provenance", "drift", "review"])
def test_fitting_priors_are_not_warned_of(app, analysis, page):
    open_page(app, page, analysis=analysis)
    assert "another model" not in shown_words(app).lower().replace("other model&#x27;s", "")


def test_what_was_analysed_names_who_is_who_and_the_priors(app, analysis, foreign):
    open_page(app, "trace_view", analysis=foreign)
    words = shown_words(app)
    assert "Collector as Collector" in words
    assert "a person confirmed their use for this analysis" in words
    open_page(app, "trace_view", analysis=analysis)
    assert "not confirmed: the priors count only" in shown_words(app)


def test_an_older_analysis_says_so_and_leads_to_the_newest(app, workspace, analysis):
    newest = store(workspace, contract=FACTS.replace("June 15", "June 16"))
    open_page(app, "trace_view", analysis=analysis)
    assert "This is an older analysis of the run" in shown_words(app)
    app.button(key="analysis:newest").click().run()
    assert param(app, "analysis") == newest
    assert "older analysis" not in shown_words(app)


def test_the_events_that_pass_the_filters_can_be_exported(app, analysis):
    open_page(app, "trace_view", analysis=analysis, agent="Writer")
    whole = len(opened(analysis).trace.events)
    said = shown_words(app)
    assert f"of {whole} events that pass the filters" in said
    assert len([b for b in app.get("download_button") if b.key.startswith("timeline:export")]) == 4


def test_the_matrix_can_be_exported_with_what_decided_and_why(app, workspace, analysis):
    open_page(app, "trace_view", analysis=analysis)
    assert "The matrix at the end: 4 rows, one for each fact and recipient." in shown_words(app)
    found = [b for b in app.get("download_button") if b.key.startswith("matrix:export")]
    assert [b.label for b in found] == ["4 rows as CSV", "4 rows as JSONL"]
    rows = {(row["fact"], row["recipient"]): row for row in result_rows(opened(analysis))}
    assert list(rows) == [
        ("budget", "Writer"),
        ("budget", "Reviewer"),
        ("deadline", "Writer"),
        ("tax", "Writer"),
    ]
    row = rows["deadline", "Writer"]
    assert (row["status"], row["unsure"], row["owner"]) == ("unconsumed", False, "Collector")
    assert row["statement"] == "The deadline is June 15." and row["confidence"] == 1.0
    assert "doesn't reflect it" in row["reason"]
    first = row["evidence"][0]
    assert (first["event"], first["role"], first["words"]) == (1, "delivers", "June 15")
    assert (row["person_label"], row["check_status"]) == ("", "unconsumed")
    assert rows["tax", "Writer"]["confidence"] is None
    lines = csv_bytes(result_rows(opened(analysis), 1)).decode("utf-8-sig").splitlines()
    assert len(lines) == 5 and lines[0].startswith("schema,trace,trace_name,analysis,contract")


def test_a_doubt_is_told_once(analysis):
    shown = opened(analysis)
    said = gap_sentence(shown, state_of("absent", due=1, unsure=True))
    assert said.startswith("Perhaps: ") and "sure" not in said
    told = f"Not due yet. {DOUBT}"
    state = state_of("pending", due=None, unsure=True, reason=told)
    assert gap_sentence(shown, state) == f"“deadline” for Writer: {told}"
    assert gap_sentence(shown, state).count("sure") == 1


def test_a_doubt_is_told_in_the_words_of_its_evidence(analysis):
    shown = opened(analysis)
    doubt = Evidence(seq=1, role="unsure", span=None, reason="Points elsewhere.", confidence=0.54)
    # Best guess or not: what the evidence calls probable is never told as having happened.
    for status in ("ok", "absent", "misrouted"):
        state = state_of(status, due=1, unsure=True, evidence=(doubt,), reason="Delivered.")
        said = gap_sentence(shown, state)
        assert said.startswith("“deadline” for Writer is open: probably stated in event 1 (Coll")
        assert said.endswith(DOUBT) and "Delivered" not in said
        assert doubt_words(shown, state, doubt) == "probably stated here (54 %)"


def test_what_is_held_has_not_gone_astray_yet(analysis):
    shown = dataclasses.replace(opened(analysis), held=1)
    said = gap_sentence(shown, state_of("absent", due=1, retrievable=True))
    assert said == (
        "“deadline” isn't in this message to Writer, and nobody has sent it before. "
        "It can be looked up."
    )
    assert "never reached" in gap_sentence(shown, state_of("absent", due=2))


def test_what_is_counted_over_a_run_is_counted_once(workspace):
    counted = []

    @once
    def events(trace):
        counted.append(trace.name)
        return len(trace.events)

    one, other = team_run("one"), team_run("other")
    assert [events(one), events(one), events(other), events(one)] == [3, 3, 3, 3]
    assert counted == ["one", "other"]
    forget_counts()  # as after a deletion
    assert events(one) == 3 and counted == ["one", "other", "one"]
    for number in range(KEPT + 1):
        events(team_run(str(number)))
    events(one)
    assert counted.count("one") == 3


def test_a_count_says_of_when_it_is():
    made = tiles([("gap, at the end", 0), ("agent", 1)])
    assert "s</abbr> at the end</span>" in made and "<b>1</b><span>agent</span>" in made


@pytest.mark.parametrize(
    ("confidence", "seen", "words"),
    [
        (0.914, True, "91 %"),
        (0.9996, True, "over 99 %"),
        (1.0, True, "100 %"),
        (0.9996, False, "95 % at most"),
        (1.0, False, "95 % at most"),
        (0.62, False, "62 %"),
    ],
)
def test_nobody_is_sure_beyond_doubt_of_what_is_not_there(confidence, seen, words):
    assert sureness(confidence, seen=seen) == words
