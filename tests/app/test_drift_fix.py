"""Role drift: other values tried, the way back into the role, and the figures of the log."""

import json

import pytest

from core.drift.aggregates import aggregate
from core.drift.rewrite import Reply
from core.errors import InputError
from core.review import ReviewEvent
from core.trace.model import Agent, Event, Trace
from pages._ui import drift_fix
from pages._ui.downloads import csv_bytes, jsonl_bytes
from pages._ui.drift_charts import floors_of
from pages._ui.drift_lens import lens_of
from pages._ui.drift_log import after_of, judgements, rewrites_of, turn_rows
from pages._ui.trace_analysis import opened
from tests.app.runs import open_page, param, shown_words, store
from tests.app.support import work_as

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


def with_model(monkeypatch, *answers):
    left = list(answers)

    def ask(system, user):
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Reply(text=answer, tokens=50)

    monkeypatch.setattr(drift_fix, "asking", lambda: ask)
    monkeypatch.setattr(drift_fix, "model_name", lambda: "tiny")
    monkeypatch.setattr(drift_fix, "choose_model", lambda: None)


def test_a_usable_rewrite_is_taken_over_as_an_edit(app, workspace, analysis, monkeypatch):
    with_model(monkeypatch, "1: The date differs from the source")
    open_page(app, "drift", analysis=analysis, seq=2)
    app.button(key="drift:rewrite").click().run()
    assert "Written by a model: usable" in shown_words(app)
    assert "50 tokens" in shown_words(app)
    app.button(key="drift:rewrite:take").click().run()
    assert not app.exception
    rewrite = rewrites_of(analysis)[2]
    assert rewrite["text"] == f"{KEPT} The date differs from the source."
    assert workspace.reviews.state(analysis, 2).status == "edited"
    rows = list(turn_rows(opened(analysis), {}, vectors=False))
    assert rows[1]["rewritten"] == rewrite["text"] and rows[1]["rewrite_tokens"] == 50
    assert after_of(rows) == {2: rewrite["energy"]}
    assert "taken over by a reviewer" in shown_words(app)


def test_refused_tries_say_why_and_leave_the_original(app, workspace, analysis, monkeypatch):
    with_model(monkeypatch, "1: Writer, please change it to 12 May", InputError("No answer came."))
    open_page(app, "drift", analysis=analysis, seq=2)
    app.button(key="drift:rewrite").click().run()
    words = shown_words(app)
    assert "Written by a model: refused" in words and "above the threshold" in words
    assert "No answer came." in words and "Both tries were refused" in words
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
