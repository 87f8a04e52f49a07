"""A boundary of a run in which messages were held: what went out, who ruled, what held."""

import pytest

from core import guard
from core.guard import Parked
from core.report import Outcome
from pages._ui.review_outcome import ruling_words
from storage import guard_store
from tests.app.runs import open_page, shown_words
from tests.app.support import HOSTILE, work_as
from tests.unit.controller.team_live import GOOD, MODEL
from tests.unit.provenance.team import contract

LOST = ("Collector", "Writer", "Please write the offer.")


def run(workspace, *, act="proposed", **more):
    url = f"sqlite:///{workspace.path}"
    models = dict.fromkeys(("Collector", "Writer", "Reviewer"), MODEL)
    with guard.open(
        contract(),
        priors=GOOD,
        models=models,
        store=guard_store(url),
        approval="flagged",
        ask=lambda question: "It is 45,000.",
        on_error="raise",
    ) as baton:
        decision = baton.message(*LOST)
        assert isinstance(decision, Parked)
        baton.decide(decision.digest, act, by="Ada", **more)
    return baton.analysis_id


def panel(app, analysis, seq):
    work_as(app, "Ada")
    app.query_params["item"] = f"{analysis}:{seq}"
    return shown_words(open_page(app, "review"))


def test_what_went_out_and_what_held(app, workspace):
    words = panel(app, run(workspace), 3)
    assert "What went out, with the changes" in words
    assert "Ada approved what was proposed." in words
    assert "answer states the fact" in words
    assert "This run is over" in words
    assert "This run is recorded" not in words


def test_a_text_of_a_person_and_her_reason(app, workspace):
    analysis = run(workspace, act="edit", text=HOSTILE, reason=HOSTILE)
    words = panel(app, analysis, 1)
    assert "Ada wrote the text that went out" in words
    assert "<img" not in words


def test_the_agents_own_text(app, workspace):
    analysis = run(workspace, act="original", reason="He knows it.")
    words = panel(app, analysis, 1)
    assert "Sent as its author wrote it" in words
    assert "Ada had the agent&#x27;s own text sent: He knows it." in words


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(act="proposed"), "Nobody was asked; the controller did what it had found."),
        (
            Outcome(act="original", because="nobody decided in time"),
            "Nobody ruled: nobody decided in time.",
        ),
        (
            Outcome(act="order", by="Bo", because="I saw it."),
            "Bo ordered a repair: I saw it.",
        ),
    ],
)
def test_who_ruled_in_words(outcome, said):
    assert ruling_words(outcome) == said
