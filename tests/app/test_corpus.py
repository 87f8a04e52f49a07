"""The corpus page: replay in another process, what is lost in how many runs, and reload."""

import csv
import io
from dataclasses import replace

import pytest

from core.corpus import tally, tally_rows
from core.review import ReviewEvent
from pages._ui.corpus_fit import fitting, kept_key, tick_key
from pages._ui.corpus_job import CorpusRequest
from pages._ui.corpus_part import results
from pages._ui.downloads import csv_bytes
from pages._ui.priors_default import set_default_priors
from pages._ui.services import services
from tests.app.runs import FACTS, MODEL, open_page, param, shown_words, store, team_run
from tests.app.support import HOSTILE, run, work_as


@pytest.fixture
def contract(workspace):
    for number in range(3):
        workspace.traces.add(team_run(f"run {number}", extra=f"Note {number}."), "run.json")
    workspace.traces.add(run(name=HOSTILE, writer="Painter"), "other.json")
    return workspace.contracts.save(FACTS, "Ada").contract


def replay(contract, **more):
    ids = tuple(row.id for row in services().workspace.traces.list().rows)
    job = services().start_corpus(CorpusRequest(contract=contract, trace_ids=ids, **more), "Ada")
    job.future.result(timeout=120)
    return job


def test_a_replay_stores_ordinary_analyses_and_reload_shows_them(app, workspace, contract):
    job = replay(contract)
    assert (job.handled, job.failure, job.cancelled) == (4, "", False)
    assert len(workspace.analyses.list(contract="proposal")) == job.replayed >= 3
    again = replay(contract)
    assert (again.replayed, again.there) == (0, job.replayed)  # nothing is done twice
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal", fact="deadline", recipient="Writer", q="run ")
    words = shown_words(app)
    assert "Lost in 3 of 3 runs" in words
    links = [link for link in app.get("page_link") if "fact=deadline" in link.proto.query_string]
    assert len(links) == 3


def test_the_page_starts_a_replay_and_says_what_it_came_to(app, workspace, contract):
    work_as(app, "Ada")
    open_page(app, "corpus")
    assert "No run has been checked under this version yet" in shown_words(app)
    app.button(key="corpus:start").click().run()
    services().corpus(("proposal", 1)).future.result(timeout=120)
    app.run()
    assert "replayed" in shown_words(app)
    assert "runs of 4 checked" in shown_words(app)
    assert param(app, "contract") in (None, "proposal")


OTHER = """\
apiVersion: baton/v1
kind: FactContract
name: a-menu
facts:
  - {id: salt, statement: No salt., owner: Cook, recipients: [Brief Writer, Waiter], check: {type: phrase, pattern: salt}}
"""


def test_runs_that_do_not_fit_are_named_and_skipped_unless_ticked(app, workspace, contract):
    work_as(app, "Ada")
    workspace.contracts.save(OTHER, "Ada")
    open_page(app, "corpus")
    # 'a-menu' is first by alphabet, yet only 'proposal' fits.
    assert app.selectbox(key="param:contract").value == "proposal"
    assert "4 of 4 runs fit this contract" in shown_words(app)
    open_page(app, "corpus", contract="a-menu")
    words = shown_words(app)
    assert "0 of 4 runs fit this contract; 4 are skipped unless ticked" in words
    assert app.button(key="corpus:start").disabled
    menu = workspace.contracts.get("a-menu").contract
    key = tick_key(menu, fitting(menu, workspace.traces.list().rows)[1])
    app.session_state[key] = {
        "edited_rows": {1: {"Replay all the same": True}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    assert app.button(key="corpus:start").label == "Replay over 1 run"


def test_a_run_of_the_same_agents_about_something_else_is_not_ticked_and_says_why(
    app, workspace, contract
):
    other = team_run("Another customer")
    said = [replace(e, text=f"{e.sender} speaks of 9,000 and July 3.") for e in other.events]
    workspace.traces.add(replace(other, events=tuple(said)), "other.json")
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal")
    words = shown_words(app)
    assert "4 of 5 runs fit this contract; 1 is skipped unless ticked" in words
    assert "1 of them by the same agents about another matter" in words
    assert app.button(key="corpus:start").label == "Replay over 4 runs"
    ((info, why),) = fitting(contract, workspace.traces.list().rows)[1]
    assert info.name == "Another customer"
    assert why.startswith("Same agents, other matter") and "missing budget, deadline" in why


def test_a_run_that_fits_can_be_left_out(app, workspace, contract):
    work_as(app, "Ada")
    open_page(app, "corpus")
    assert app.button(key="corpus:start").label == "Replay over 4 runs"
    assert "4 runs fit this contract" in [one.label for one in app.expander]
    fit, _ = fitting(contract, workspace.traces.list().rows)
    app.session_state[kept_key(contract, fit)] = {
        "edited_rows": {0: {"Replay": False}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    assert app.button(key="corpus:start").label == "Replay over 3 runs"


def test_no_contract_is_chosen_if_none_fits(app, workspace):
    work_as(app, "Ada")
    workspace.traces.add(team_run(), "run.json")
    workspace.contracts.save(OTHER, "Ada")
    open_page(app, "corpus")
    assert app.selectbox(key="param:contract").value is None
    assert "Choose a contract" in shown_words(app)


def test_the_numbers_are_exported_with_their_runs(workspace, contract):
    replay(contract)
    found = results(contract, workspace.traces.list(search="run ").rows)
    rows = tally_rows(tally(found))
    text = csv_bytes(rows).decode("utf-8-sig")
    line = next(r for r in csv.DictReader(io.StringIO(text)) if r["fact"] == "deadline")
    assert (line["lost"], line["of"]) == ("3", "3")
    assert "run 0" in line["lost_in"]


def test_a_persons_word_counts_in_the_corpus(workspace, contract):
    from core.overrides import override_payload

    replay(contract)
    rows = workspace.traces.list(search="run ").rows
    one = next(r for r in results(contract, rows))
    state = next(s for s in one.final if s.fact == "deadline")
    seq = workspace.analyses.boundaries(one.analysis_id)[0].seq
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=one.analysis_id,
            seq=seq,
            kind="wrong_verdict",
            author="Ada",
            payload=override_payload(state, "ok"),
        )
    )
    assert len(tally(results(contract, rows))["deadline", "Writer"].lost) == 2


def test_a_cancelled_replay_keeps_what_is_stored(workspace, contract):
    ids = tuple(row.id for row in workspace.traces.list().rows)
    services()._corpus_thread.submit(lambda: None).result()
    job = services().start_corpus(CorpusRequest(contract=contract, trace_ids=ids), "Ada")
    job.cancel()
    job.future.result(timeout=120)
    assert job.done and job.cancelled
    assert len(workspace.analyses.list(contract="proposal")) == job.replayed < 4


def test_each_run_fills_its_own_values(app, workspace, contract):
    text = FACTS.replace("facts:", "parameters: [{name: sum}]\nfacts:", 1).replace(
        'check: {type: phrase, pattern: "45,000"}', 'check: {type: phrase, pattern: "{sum}"}'
    )
    saved = workspace.contracts.save(text, "Ada").contract
    from core.contract.parameters import read_table

    table = read_table('run,sum\nrun 0,"45,000"\nrun 1,"99,000"\n', saved)
    replay(saved, table=table)
    rows = workspace.traces.list(search="run ").rows
    one = tally(results(saved, rows))["budget", "Writer"]
    said = {found.name: word for found, word in one.runs}
    assert said["run 0"] == "ok" and said["run 1"] == "absent"
    assert [found.name for found in one.not_checked] == ["run 2"]
    open_page(app, "corpus", contract="proposal", fact="budget", recipient="Writer", q="run ")
    assert "has no value" in shown_words(app)


def test_without_a_contract_or_a_run_it_says_so(app, workspace):
    open_page(app, "corpus")
    assert "No fact contract yet" in shown_words(app)
    workspace.contracts.save(FACTS, "Ada")
    open_page(app, "corpus", contract="proposal", q="nothing like this")
    assert "No run passes the filter" in shown_words(app)


ROLES = """\
apiVersion: baton/v1
kind: RoleSet
name: desk
roles:
  - name: Writer
    description: Writes offers and letters for clients.
    allowed_speech_acts: [ASSERT]
    demonstrations: ["The offer is attached, with all prices."]
  - name: Reviewer
    description: Checks offers against the rules and reports what is wrong with them.
    allowed_speech_acts: [VERIFY]
    demonstrations: ["I checked the totals; two lines don't add up."]
"""


def test_a_replay_takes_roles_and_priors_as_well(app, workspace, contract):
    workspace.roles.save(ROLES, "Ada")
    chosen = next(iter(workspace.priors.list()))
    work_as(app, "Ada")
    replay(contract)
    open_page(app, "corpus", contract="proposal", q="run ", roles="desk", priors=chosen.hash)
    app.checkbox(key="corpus:other").set_value(True)
    app.run()
    app.button(key="corpus:start").click().run()
    job = services().corpus(("proposal", 1))
    job.future.result(timeout=120)
    # What lay there was made without them: it is another analysis.
    assert (job.replayed, job.there, job.failure) == (3, 0, "")
    found = workspace.analyses.list(contract="proposal", newest_only=True)
    mine = [info for info in found if info.roles]
    assert {(info.roles, info.priors_hash) for info in mine} == {("desk@1", chosen.hash)}
    assert len(mine) == 3 and all(info.settings["confirmed_other_model"] for info in mine)
    assert workspace.analyses.turns(mine[0].id)[0].energy is not None


def test_the_documents_of_the_last_analyses_are_the_default_so_that_decisions_stay(
    app, workspace, contract
):
    info = workspace.priors.list()[0]
    replay(contract, priors=workspace.priors.get(info.hash))
    known = {one.id for one in workspace.analyses.list()}
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal")
    assert app.selectbox(key="param:priors").value == info.hash
    app.button(key="corpus:start").click().run()
    services().corpus(("proposal", 1)).future.result(timeout=120)
    assert {one.id for one in workspace.analyses.list()} == known


def test_the_priors_of_the_workspace_are_proposed_where_no_analysis_has_any(
    app, workspace, contract
):
    info = workspace.priors.list()[1]
    set_default_priors(info.hash)
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal")
    assert app.selectbox(key="param:priors").value == info.hash
    replay(contract)  # without any
    open_page(app, "corpus", contract="proposal")
    assert app.selectbox(key="param:priors").value == info.hash
    open_page(app, "corpus", contract="proposal", priors="none")
    assert app.selectbox(key="param:priors").value == "none"


def test_a_run_is_proposed_only_priors_that_fit_it_and_why_is_said(app, workspace, contract):
    built = {info.model: info for info in workspace.priors.list()}
    work_as(app, "Ada")
    runs = {row.name: row.id for row in workspace.traces.list().rows}
    open_page(app, "traces", trace=runs["run 0"])
    assert app.selectbox(key="param:priors").value == built[MODEL].hash
    assert f"fits: it was measured on {MODEL}, which plays Collector, Writer" in plainly(app)
    own = built["DeepSeek-V4.1-flash"]
    set_default_priors(own.hash)
    open_page(app, "traces", trace=runs["run 0"])
    assert app.selectbox(key="param:priors").value == built[MODEL].hash
    open_page(app, "traces", trace=runs[HOSTILE])  # whose log names no model
    assert app.selectbox(key="param:priors").value == "none"
    assert "own set, published-deepseek-v4.1-flash, isn’t proposed" in plainly(app)


def plainly(app):
    return shown_words(app).replace("\\", "")


def test_a_replay_under_other_documents_than_people_decided_under_is_announced(
    app, workspace, contract
):
    replay(contract, priors=workspace.priors.get(workspace.priors.list()[0].hash))
    waiting = next(one for one in workspace.analyses.list() if one.open_reviews)
    target = next(b for b in workspace.analyses.boundaries(waiting.id) if b.needs_review)
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=waiting.id,
            seq=target.seq,
            kind="approve",
            author="Ada",
            digest=target.digest,
        )
    )
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal")
    assert "decided under other documents" not in shown_words(app)
    open_page(app, "corpus", contract="proposal", priors="none")
    assert "In 1 of these runs people have decided under other documents" in shown_words(app)


def test_decisions_stand_after_a_replay_that_asks_the_same_and_else_it_says_why(
    app, workspace, contract
):
    with_counts = workspace.priors.get(workspace.priors.list()[0].hash)
    replay(contract)
    first = next(one for one in workspace.analyses.list() if one.open_reviews)
    target = next(b for b in workspace.analyses.boundaries(first.id) if b.needs_review)
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=first.id,
            seq=target.seq,
            kind="approve",
            author="Bo",
            digest=target.digest,
        )
    )
    job = replay(contract, priors=with_counts)  # of another model: everything forwards as before
    assert (job.carried, job.asked_again) == (1, 0)
    work_as(app, "Ada")
    open_page(app, "corpus", contract="proposal")
    assert "1 earlier decision stands here as well" in shown_words(app)
    newer = workspace.analyses.list(trace_id=first.trace_id, newest_only=True)[0]
    assert newer.id != first.id and newer.open_reviews == first.open_reviews - 1
    item = f"{newer.id}:{target.seq}"
    open_page(app, "review", status="decided", item=item)
    assert "Approved earlier by Bo" in shown_words(app)
    assert "carried over from an earlier analysis" in shown_words(app)
    # Whether counts of another model may be used is another analysis, if not another question.
    job = replay(contract, priors=with_counts, settings={"confirmed_other_model": True})
    assert (job.there, job.carried, job.asked_again) == (0, 1, 0)
    other = FACTS.replace("Prices include sales tax", "Every price includes sales tax")
    job = replay(workspace.contracts.save(other, "Ada").contract)
    assert (job.carried, job.asked_again) == (0, 1)
    newest = workspace.analyses.list(trace_id=first.trace_id, newest_only=True)[0]
    open_page(app, "review", status="open", item=f"{newest.id}:{target.seq}")
    assert "Approved earlier by Bo" in shown_words(app)
    assert "Not carried over: the contract says something else of tax" in shown_words(app)


def test_one_run_fits(app, workspace):
    work_as(app, "Ada")
    store(workspace)
    open_page(app, "corpus")
    assert "1 of 1 run fits this contract." in shown_words(app)
    assert "1 run fits this contract" in [one.label for one in app.expander]
