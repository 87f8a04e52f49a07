"""Reviewers' judgements on the pages: in Review, in the lab, and as a set on Priors."""

import pytest

from core.probe.look import Look
from core.probe.notes import Judgement, add_note
from core.trace.model import Event
from pages._ui import lab_judge
from tests.app.runs import open_page, shown_words
from tests.app.support import HOSTILE, work_as
from tests.app.test_review_held import run
from tests.probe_support import EPISODES, keep


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def test_review_asks_where_a_repair_went_out(app, workspace):
    analysis = run(workspace)
    work_as(app, "Ada")
    app.query_params["item"] = f"{analysis}:3"
    page = open_page(app, "review")
    assert "what did this repair do?" in shown_words(page)
    page.button(key="effect:helped").click().run()
    (event,) = workspace.reviews.of_kind("effect")
    assert (event.author, event.seq) == ("Ada", 3)
    assert event.payload["effect"] == "helped" and event.payload["repair"] == "ASK"
    assert event.payload["model"] and event.payload["frontier"] == "absent"
    assert workspace.reviews.state(analysis, 3).status == "pending"  # it decides nothing
    words = shown_words(page)
    assert "Said so far: Ada: helped." in words and "Judged ASK: helped" in words


def test_review_does_not_ask_where_nothing_was_repaired(app, workspace):
    analysis = run(workspace, act="original", reason="He knows it.")
    work_as(app, "Ada")
    app.query_params["item"] = f"{analysis}:1"
    page = open_page(app, "review")
    assert "what did this repair do?" not in shown_words(page)


def test_judgements_become_a_set_on_the_page_and_only_there(app, workspace):
    analysis = run(workspace)
    work_as(app, "Ada")
    app.query_params["item"] = f"{analysis}:3"
    open_page(app, "review").button(key="effect:harmed").click().run()
    sets = len(workspace.priors.list())
    page = open_page(app, "priors")
    shown = text(page)
    assert "1 reviewer on 1 repair in" in shown
    assert "Nobody has judged a repair that a test has judged, too." in shown
    assert len(workspace.priors.list()) == sets  # nothing is frozen by itself
    next(b for b in page.button if b.key.startswith("priors:judged:")).click().run()
    kept = workspace.priors.get(page.query_params["set"])
    assert kept.evidence == "reviewers" and kept.row("ASK", "absent").harmed == 1
    assert "reviewers’ judgements" in text(page)


@pytest.fixture
def lab(app, workspace, monkeypatch):
    def look(url, probe_id, number):
        end = (Event(seq=9, kind="output", sender="Writer", text=f"The offer. {HOSTILE}"),)
        episode = EPISODES[number - 1]
        return Look(
            episode=episode, before="", edit=None, shared=(), is_same=True,
            ends={"native": end, episode.arms[0].repair: end},
        )  # fmt: skip

    monkeypatch.setattr(lab_judge, "_look", look)
    probe = keep(workspace, EPISODES)
    work_as(app, "Ada")
    app.query_params["id"], app.query_params["judge"] = probe, "yes"
    return probe, open_page(app, "lab")


def test_the_lab_asks_one_after_the_other_and_hides_what_the_test_said(lab, workspace):
    probe, page = lab
    shown = text(page)
    assert not page.exception and "test: helped" not in shown and "<img src=x" not in shown
    page.button(key="lab:judge:helped").click().run()
    page.button(key="lab:judge:neutral").click().run()
    shown = text(page)
    assert "you: neutral" in shown and "test: helped" in shown and "says otherwise" in shown
    assert "say the same about 1 of 2 repairs" in shown
    assert "You have judged 2 of 20 repairs" in " ".join(c.value for c in page.caption)
    records = [r for r in workspace.probes.records(probe) if r.kind == "judged"]
    assert [r.data["author"] for r in records] == ["Ada", "Ada"]


def test_agreement_with_kappa_stands_on_priors(app, workspace):
    probe = keep(workspace, EPISODES)
    for n, episode in enumerate(EPISODES[:20]):
        effect = "harmed" if n == 0 else episode.arms[0].effect
        note = Judgement(episode=episode.key, repair=episode.arms[0].repair, effect=effect, author="Ada")  # fmt: skip
        add_note(workspace.probes, probe, note)
    shown = text(open_page(app, "priors"))
    assert "say the same about 19 of 20 repairs" in shown and "kappa 0.92" in shown
    assert "test: harmed" in shown
