"""The second opinion on the page: off by default, one call, marked as a model's, verdict untouched."""

import json

import pytest

from pages._ui.opinion_part import SETTING
from pages._ui.services import services
from pages._ui.trace_analysis import opened
from pages._ui.trace_words import boundary_words
from tests.app.runs import open_page, shown_words, store
from tests.app.support import work_as
from tests.llm_server import KEY, serving

FACTS = """\
name: tone
facts:
  - {id: tone, statement: The letter should sound warm to families, kind: requirement, owner: Collector, recipients: [Writer]}
"""


@pytest.fixture
def analysis(workspace):
    from core.trace.model import Agent, Event, Trace

    trace = Trace(
        name="Letter",
        format="baton",
        agents=tuple(Agent(name=n) for n in ("Collector", "Writer")),
        events=(
            Event(
                seq=1,
                kind="message",
                sender="Collector",
                recipients=("Writer",),
                text="Write the letter so that families feel a warm sound in it.",
            ),
            Event(seq=2, kind="output", sender="Writer", text="Dear all, come in."),
        ),
    )
    return store(workspace, trace, contract=FACTS)


@pytest.fixture
def unsure(analysis):
    shown = opened(analysis)
    (state,) = shown.final
    seqs = [e.seq for e in state.evidence if e.role == "unsure" and e.seq in shown.reports]
    if not seqs:
        pytest.skip("the checks have become sure of this text")
    return seqs[0]


def page(app, analysis):
    work_as(app, "Ada")
    return open_page(app, "trace_view", analysis=analysis, fact="tone", recipient="Writer")


def asks(app):
    return [b for b in app.button if b.label == "Ask a model"]


def test_it_is_off_by_default(app, analysis, unsure, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert asks(page(app, analysis)) == []


def test_an_answer_is_marked_as_a_models_and_changes_no_verdict(
    app, workspace, analysis, unsure, monkeypatch
):
    with serving() as (plan, url):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        quote = opened(analysis).events[unsure].text[:12].strip()
        given = {"fact": "tone", "verdict": "conveyed", "quote": quote, "reason": "It asks for it."}
        plan.reply = lambda body: json.dumps({"opinions": [given]})
        services().set_setting(SETTING, {"on": True, "model": "tiny"})
        before = opened(analysis).final
        stored = workspace.analyses.get(analysis).digest
        asks(page(app, analysis))[0].click().run()
        assert services().calls.get(("facts", analysis, unsure)).wait(20)
        app.run()
        assert len(plan.requests) == 1
    words = shown_words(app)
    assert "model’s opinion" in words and "It asks for it." in words and "asked by Ada" in words
    assert opened(analysis).final == before
    assert workspace.analyses.get(analysis).digest == stored
    (event,) = workspace.reviews.for_analysis(analysis)
    assert (event.kind, event.payload["opinions"][0]["label"]) == ("opinion", "conveyed")
    assert KEY not in json.dumps(dict(event.payload))


def test_the_page_stays_free_while_the_model_answers_and_the_call_can_be_given_up(
    app, workspace, analysis, unsure, monkeypatch
):
    with serving() as (plan, url):
        plan.modes = ["slow"]
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        services().set_setting(SETTING, {"on": True, "model": "tiny"})
        asks(page(app, analysis))[0].click().run()
        call = services().calls.get(("facts", analysis, unsure))
        assert call.state == "running" and "tiny reads the message…" in shown_words(app)
        app.run()  # anything else goes on meanwhile
        assert asks(app)[0].disabled
        next(b for b in app.button if b.label == "Give up").click().run()
        assert call.state == "cancelled" and not asks(app)[0].disabled
        assert call.wait(20)
    assert not workspace.reviews.for_analysis(analysis)


def test_the_switch_needs_a_model(app, workspace):
    def save():
        next(b for b in app.button if b.form_id == "settings:opinion").click().run()

    open_page(app, "settings")
    app.toggle(key="settings:opinion:on").set_value(True)
    save()
    assert "Name the model first" in shown_words(app)
    assert services().setting(SETTING) is None
    app.text_input(key="settings:opinion:model").set_value(" tiny ")
    save()
    assert services().setting(SETTING) == {"on": True, "model": "tiny"}


def test_a_boundary_of_which_the_check_is_unsure_is_not_told_to_be_without_a_gap(
    app, analysis, unsure
):
    open_page(app, "trace_view", analysis=analysis, event=unsure)
    words = shown_words(app)
    assert "No sure gap at this boundary, but the check is unsure about tone for Writer." in words
    assert "No gap at this boundary." not in words
    open_page(app, "review", item=f"{analysis}:{unsure}")
    assert "The check is unsure here; a repair is considered only for a gap." in shown_words(app)
    shown = opened(analysis)
    assert boundary_words(shown, shown.reports[1]) == "No gap at this boundary."
