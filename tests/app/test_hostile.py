"""Text and storage that work against the pages: half characters, twin names, a failing disk."""

import pytest

from core.errors import StorageError
from core.trace.model import Agent, Event, Trace
from pages._ui.services import services
from pages._ui.state import labels
from pages._ui.text import shorten, visible
from tests.app.runs import open_page, param, store, team_run
from tests.app.support import work_as

HALF = "half \ud83d emoji"
PAGES = ["home", "traces", "trace_view", "provenance", "drift", "review", "settings"]


def half_run():
    """A run made in Python, whose names and texts hold halves of characters."""
    names = ("Collector", f"Writer {HALF}", "")
    said = ("Budget 45,000, deadline June 15.", f"An offer for 45,000. {HALF}", HALF)
    return Trace(
        name=HALF,
        format="baton",
        task=HALF,
        agents=tuple(Agent(name=name, description=HALF, model=HALF) for name in names),
        events=tuple(
            Event(
                seq=n + 1,
                kind="message",
                sender=names[n],
                recipients=(names[(n + 1) % 3],),
                text=said[n],
                rule=HALF,
                recipients_from="inferred",
                where=HALF,
            )
            for n in range(3)
        ),
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_a_run_with_half_characters(app, workspace, page):
    analysis = store(workspace, half_run())
    trace = workspace.traces.list().rows[0].id
    params = {"trace": trace} if page in ("traces", "settings") else {"analysis": analysis}
    if page == "review":
        params = {"item": f"{analysis}:2", "status": "all"}
    open_page(app, page, **params)
    assert not app.exception
    assert not app.error


def test_the_mark_stands_for_what_can_not_be_sent():
    assert visible(HALF) == "half \N{REPLACEMENT CHARACTER} emoji"
    assert shorten(HALF).encode()


def test_no_two_choices_are_called_alike():
    found = labels(["a1", "b2", "c3"], lambda key: "run" if key != "c3" else "other")
    assert found == {"a1": "run · a1", "b2": "run · b2", "c3": "other"}
    long = ["x" * 300 + "1", "x" * 300 + "2", HALF]
    assert len(set(labels(long).values())) == 3
    assert all(label.encode() for label in labels(long).values())


def test_of_two_runs_with_one_name_the_chosen_one_is_shown(app, workspace):
    for extra in ("first", "second"):
        store(workspace, team_run("Twin", extra=extra))
    ids = [info.id for info in workspace.traces.list().rows]
    open_page(app, "review")
    for wanted in ids:
        box = next(box for box in app.selectbox if box.label == "Run")
        box.select(wanted).run()
        assert param(app, "trace") == wanted
    open_page(app, "trace_view")
    choice = next(box for box in app.selectbox if box.label == "Analysis")
    assert len(set(choice.options)) == 2


def test_a_decision_that_meets_a_failing_disk_is_answered_in_words(app, workspace, monkeypatch):
    work_as(app, "Ada")
    analysis = store(workspace)

    def failing(*_, **__):
        raise StorageError("The disk is full; nothing was saved.")

    open_page(app, "review", item=f"{analysis}:2", status="all")
    monkeypatch.setattr(services().workspace.reviews, "neighbours", failing)
    app.button(key="verb:approve").click().run()
    assert not app.exception
    assert "disk is full" in app.error[0].value
