"""Role drift: other values tried, the way back into the role, and the figures of the log."""

import json
import time

import pytest

from core.drift.aggregates import aggregate
from core.llm.endpoint import Endpoint
from core.review import ReviewEvent
from core.trace.model import Agent, Event, Trace
from pages._ui.downloads import csv_bytes, jsonl_bytes
from pages._ui.drift_charts import floors_of
from pages._ui.drift_lens import lens_of
from pages._ui.drift_log import after_of, judgements, rewrites_of, turn_rows
from pages._ui.services import services
from pages._ui.trace_analysis import opened
from tests.app.runs import open_page, param, shown_words, store
from tests.app.support import type_endpoint, work_as
from tests.llm_server import KEY, serving

KEPT = "The total of 40 agrees with the invoice."
DRIFTED = f"{KEPT} Writer, please change the date by Friday."
ROLES = """\
apiVersion: baton/v1
kind: RoleSet
name: pair
version: 1
roles:
  - name: Reviewer
    description: Checks results against evidence.
    allowed_speech_acts: [VERIFY, ASSERT, QUESTION]
    prohibitions: ["Do not assign work to others"]
    demonstrations:
      - "The total agrees with the invoice. The date was not checked."
      - "Claim 2 fails: the report says 40. Claim 3 holds."
      - "All five checksums match the source."
    drift_examples: ["Claim 2 fails. Author, please change it by Friday."]
  - name: Writer
    description: Writes the offer.
    allowed_speech_acts: [ASSERT, EXECUTE]
    demonstrations:
      - "Here is the offer with all modules."
      - "I wrote the second part and sent it."
      - "The draft is done, three pages."
"""


def review_run():
    said = (
        ("message", "Writer", ("Reviewer",), "I wrote the offer, three pages."),
        ("output", "Reviewer", ("Writer",), DRIFTED),
        ("message", "Reviewer", ("Writer",), KEPT),
    )
    return Trace(
        name="Review run",
        format="baton",
        agents=(Agent(name="Writer"), Agent(name="Reviewer")),
        events=tuple(
            Event(seq=n, kind=kind, sender=sender, recipients=to, text=text, tokens=100 * n)
            for n, (kind, sender, to, text) in enumerate(said, 1)
        ),
    )


@pytest.fixture
def analysis(app, workspace, monkeypatch):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    work_as(app, "Ada")
    return store(workspace, review_run(), roles=ROLES)


def test_other_values_are_tried_without_touching_what_is_stored(app, workspace, analysis):
    before = workspace.analyses.get(analysis).digest
    open_page(app, "drift", analysis=analysis)
    assert "1 of 3" in shown_words(app)
    app.button(key="drift:lens:toggle").click().run()
    app.slider(key="drift:lens:tau").set_value(0.0).run()
    assert param(app, "tau") == "0"
    assert "3 of 3" in shown_words(app) and "You are trying τ 0.00 instead of" in shown_words(app)
    app.slider(key="drift:lens:lambda").set_value(2.0).run()
    assert "The target at λ 2 lies" in shown_words(app)
    app.button(key="drift:lens:undo").click().run()
    assert param(app, "tau") is None and "You are trying" not in shown_words(app)
    assert not app.exception
    assert workspace.analyses.get(analysis).digest == before


@pytest.mark.parametrize("value", ["nonsense", "nan", "-1e9", "1e300", ""])
def test_a_tampered_address_is_no_accident(app, analysis, value):
    open_page(app, "drift", analysis=analysis, tau=value, **{"lambda": value})
    assert not app.exception and not app.error


def test_a_stronger_lambda_never_raises_what_leaks_at_the_target(app, analysis):
    open_page(app, "drift", analysis=analysis)
    shown = opened(analysis)
    scored = [r for r in shown.analysis.reports if r.drift]
    low = floors_of(shown, scored, lens_with(shown, 0.0))
    high = floors_of(shown, scored, lens_with(shown, 4.0))
    assert high and all(high[seq] <= low[seq] + 1e-9 for seq in high if seq in low)
    assert all(high[r.seq] < r.drift.energy for r in scored if r.seq in high)


def lens_with(shown, lam):
    from dataclasses import replace

    return replace(lens_of(shown), lam=lam)


def test_the_preview_is_marked_as_made_by_code(app, analysis):
    open_page(app, "drift", analysis=analysis, seq=2)
    words = shown_words(app)
    assert "Preview made by code. It can cut sense, so it is never sent by itself." in words
    assert "broken by</span> “Writer, please change the date by Friday" in words
    assert "What a model would be asked" in [e.label for e in app.expander]
    request = words.split('aria-label="Request to the model"')[1]
    assert "- Do not assign work to others" in request and DRIFTED in request


def test_a_turn_below_the_threshold_needs_nothing(app, analysis):
    open_page(app, "drift", analysis=analysis, seq=3)
    assert "nothing to correct" in shown_words(app)
    assert "Request to the model" not in shown_words(app)


def test_hostile_text_stays_text_in_preview_and_request(app, workspace):
    from dataclasses import replace

    from tests.app.support import HOSTILE

    work_as(app, "Ada")
    run = review_run()
    events = [replace(e, text=f"{HOSTILE} {e.text}") for e in run.events]
    analysis = store(workspace, replace(run, events=tuple(events)), roles=ROLES)
    open_page(app, "drift", analysis=analysis, seq=2, tau=0)
    assert "Request to the model" in shown_words(app)
    assert "<img src=x" not in shown_words(app) and not app.exception


def test_an_endpoint_without_a_model_name_asks_for_it(app, workspace, analysis, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    open_page(app, "drift", analysis=analysis, seq=2)
    assert app.button(key="drift:rewrite").disabled
    app.text_input(key="drift:model").set_value("tiny").run()
    assert not app.button(key="drift:rewrite").disabled
    assert workspace.settings.get("rewrite_model", None) == "tiny"


@pytest.fixture
def model(app):
    """A model at an endpoint that somebody typed in; answers what is put into the list, in order."""
    with serving() as (plan, url):
        plan.answers = []
        plan.reply = lambda body: plan.answers.pop(0)
        type_endpoint(app, Endpoint(base_url=url, key=KEY, retries=0))
        services().set_setting("rewrite_model", "tiny")
        yield plan


def ask(app, analysis, seq=2):
    open_page(app, "drift", analysis=analysis, seq=seq)
    app.button(key="drift:rewrite").click().run()
    assert not app.exception
    assert services().calls.get(("rewrite", analysis, seq)).wait(20)
    app.run()


def test_a_usable_rewrite_is_taken_over_as_an_edit(app, workspace, analysis, model):
    model.answers = ["1: The date differs from the source"]
    ask(app, analysis)
    assert "Written by a model: usable" in shown_words(app)
    (sent,) = model.requests
    assert sent["model"] == "tiny" and "Do not assign work" in json.dumps(sent["messages"])
    app.button(key="drift:rewrite:take").click().run()
    assert not app.exception
    rewrite = rewrites_of(analysis)[2]
    assert rewrite["text"] == f"{KEPT} The date differs from the source."
    assert workspace.reviews.state(analysis, 2).status == "edited"
    rows = list(turn_rows(opened(analysis), {}, vectors=False))
    assert rows[1]["rewritten"] == rewrite["text"]
    assert rows[1]["rewrite_tokens"] == 40 + len("1: The date differs from the source".split())
    assert after_of(rows) == {2: rewrite["energy"]}
    assert "taken over by a reviewer" in shown_words(app)


def test_refused_tries_say_why_and_leave_the_original(app, workspace, analysis, model):
    model.answers = ["1: Writer, please change it to 12 May"]
    model.modes = ["ok", "unknown_model"]
    ask(app, analysis)
    words = shown_words(app)
    assert "Written by a model: refused" in words and "above the threshold" in words
    assert "knows no model" in words and "Both tries were refused" in words
    assert workspace.reviews.for_analysis(analysis) == ()


def test_a_slow_model_blocks_nobody_and_can_be_given_up(app, workspace, analysis, model):
    model.modes = ["slow"]
    model.answers = ["word " * 100] * 2
    open_page(app, "drift", analysis=analysis, seq=2)
    began = time.monotonic()
    app.button(key="drift:rewrite").click().run()
    assert time.monotonic() - began < 10  # it would write for twenty seconds
    assert "tiny writes" in shown_words(app)
    call = services().calls.get(("rewrite", analysis, 2))
    assert call.state == "running"
    for _ in range(100):  # until the question has gone out
        if model.requests:
            break
        time.sleep(0.05)
    app.run()  # the page lives on, and a second question isn't asked meanwhile
    assert app.button(key="drift:rewrite").disabled
    app.button(key="drift:rewrite:cancel").click().run()
    assert call.state == "cancelled" and call.wait(5)
    app.run()
    assert "Given up" in " ".join(c.value for c in app.caption)
    assert len(model.requests) == 1
    assert workspace.reviews.for_analysis(analysis) == ()


def near_the_threshold(analysis):
    """Return a tau at which turn 2 is a near thing."""
    return round(opened(analysis).reports[2].drift.energy - 0.1, 2)


def asks(app):
    return [b for b in app.button if b.key == "drift:opinion"]


def test_a_second_opinion_is_off_until_somebody_switches_it_on(app, analysis, model):
    tau = near_the_threshold(analysis)
    assert asks(open_page(app, "drift", analysis=analysis, seq=2, tau=tau)) == []
    services().set_setting("second_opinion", {"on": True, "model": "judge"})
    assert asks(open_page(app, "drift", analysis=analysis, seq=2, tau=tau))
    assert asks(open_page(app, "drift", analysis=analysis, seq=2, tau=tau - 0.6)) == []
    assert model.requests == []


def test_a_models_opinion_on_a_turn_is_kept_apart_and_marked(app, workspace, analysis, model):
    services().set_setting("second_opinion", {"on": True, "model": "judge"})
    stored = workspace.analyses.get(analysis).digest
    energy = opened(analysis).reports[2].drift.energy
    said = {
        "clauses": [
            {"clause": 1, "acts": ["VERIFY"], "quote": "agrees with the invoice"},
            {"clause": 2, "acts": ["APPROVE"], "quote": "words that stand nowhere"},
        ],
        "broken": [{"rule": 1, "clause": 2, "quote": "please change the date"}],
    }
    model.answers = [json.dumps(said)]
    tau = near_the_threshold(analysis)
    open_page(app, "drift", analysis=analysis, seq=2, tau=tau)
    asks(app)[0].click().run()
    assert services().calls.get(("opinion", analysis, 2)).wait(20)
    open_page(app, "drift", analysis=analysis, seq=2, tau=tau)
    words = shown_words(app)
    assert "model’s opinion" in words and "judge, asked by Ada" in words
    assert "1 statement that it could not show in the text was dropped" in words
    assert not app.exception and asks(app) == []
    assert len(model.requests) == 1
    assert workspace.analyses.get(analysis).digest == stored
    assert opened(analysis).reports[2].drift.energy == energy
    (event,) = workspace.reviews.for_analysis(analysis)
    assert event.kind == "opinion" and workspace.reviews.state(analysis, 2).status == "pending"
    rows = list(turn_rows(opened(analysis), {}, vectors=False))
    assert rows[1]["energy"] == energy
    assert rows[1]["model_opinion_by"] == "judge" and rows[1]["model_opinion_asked_by"] == "Ada"
    assert rows[1]["model_opinion_acts"] == {"VERIFY": 0.9}
    assert rows[1]["model_opinion_broken"][0]["rule"] == "Do not assign work to others"
    assert rows[0]["model_opinion_by"] is None
    assert KEY not in json.dumps(dict(event.payload))
    open_page(app, "review", item=f"{analysis}:2", status="all")
    assert "Asked judge for its opinion on the turn" in shown_words(app)


def test_an_answer_that_is_no_opinion_is_said_and_not_kept(app, workspace, analysis, model):
    services().set_setting("second_opinion", {"on": True, "model": "judge"})
    model.answers = ["I like this message."]
    tau = near_the_threshold(analysis)
    open_page(app, "drift", analysis=analysis, seq=2, tau=tau)
    asks(app)[0].click().run()
    assert services().calls.get(("opinion", analysis, 2)).wait(20)
    app.run()
    assert "be read as an opinion" in " ".join(e.value for e in app.error)
    assert workspace.reviews.for_analysis(analysis) == ()


def test_the_figures_come_out_of_the_exported_log(app, workspace, analysis):
    for seq, verdict in ((1, "consistent"), (2, "drifted"), (3, "consistent")):
        workspace.reviews.append(
            ReviewEvent(
                analysis_id=analysis,
                seq=seq,
                kind="judge",
                author="Ada",
                payload={"verdict": verdict},
            )
        )
    shown = opened(analysis)
    judged = judgements(analysis)
    direct = aggregate(turn_rows(shown, judged, vectors=False))
    exported = jsonl_bytes(turn_rows(shown, judged, vectors=True)).decode("utf-8")
    assert aggregate(json.loads(line) for line in exported.splitlines()) == direct
    assert direct.consistency == pytest.approx(2 / 3) and direct.sources == {"person": 3}
    assert (direct.above, direct.tokens, direct.scored) == (1, 600, 3)
    assert direct.judged_means["drifted"][0] > direct.judged_means["consistent"][0]
    assert csv_bytes(turn_rows(shown, judged, vectors=False)).count(b"baton/turn/2") == 3
    open_page(app, "drift", analysis=analysis)
    words = shown_words(app)
    assert "67%" in words and "of 3 turns judged by a person" in words


def test_the_gain_needs_a_run_to_compare_with(app, workspace, analysis):
    other = store(workspace, review_run_without_control(), roles=ROLES)
    for where, seq, verdict in ((analysis, 1, "consistent"), (other, 1, "drifted")):
        workspace.reviews.append(
            ReviewEvent(
                analysis_id=where, seq=seq, kind="judge", author="Ada", payload={"verdict": verdict}
            )
        )
    open_page(app, "drift", analysis=analysis)
    assert "RC here is 100%" in shown_words(app)
    app.selectbox(key="param:base").set_value(other).run()
    assert "÷ 0.06 = +1666.67 points per 10,000 tokens" in shown_words(app)


def review_run_without_control():
    from dataclasses import replace

    return replace(review_run(), name="Under a prompt alone", task="The same, without Baton")
