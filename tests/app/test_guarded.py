"""Messages of an engineer's own agents, decided about on the dashboard."""

import pytest

from core import guard
from core.errors import InputError
from core.guard import Repaired
from storage import guard_store
from tests.app.runs import open_page, shown_words
from tests.app.support import HOSTILE, work_as
from tests.unit.controller.team_live import GOOD, MODEL
from tests.unit.provenance.team import contract

STATED = ("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = ("Collector", "Writer", "Please write the offer.")


@pytest.fixture
def person(app):
    work_as(app, "Ada")
    return app


@pytest.fixture
def baton(workspace):
    models = dict.fromkeys(("Collector", "Writer", "Reviewer"), MODEL)
    with guard.open(
        contract(), priors=GOOD, models=models, store=guard_store(f"sqlite:///{workspace.path}"),
        approval="always", name=f"Tuesday {HOSTILE}",
    ) as opened:  # fmt: skip
        first = opened.message(*STATED)
        opened.decide(first.digest, by="Bo")
        yield opened


def links(app):
    return [
        str(link.proto.page) + "?" + str(link.proto.query_string) for link in app.get("page_link")
    ]


@pytest.mark.parametrize("page", ["review", "live"])
def test_what_is_parked_shows_where_people_look(person, workspace, baton, page):
    parked = baton.message(*LOST)
    words = shown_words(open_page(person, page))
    assert "Waits for you" in words
    assert "Collector → Writer" in words
    assert "<img" not in words
    assert any(parked.digest in link for link in links(person))


def buttons(app, label):
    return [button for button in app.button if button.label == label]


def test_a_held_message_is_sent_repaired_and_once(person, workspace, baton):
    parked = baton.message(*LOST)
    (info,) = workspace.guards.list()
    words = shown_words(open_page(person, "live", guard=info.id))
    assert "What would be sent: with INTEGRATE" in words
    (send,) = buttons(person, "Send it with INTEGRATE")
    # In another tab:
    workspace.guards.decide(info.id, parked.digest, "original", by="Bo", reason="I know him.")
    send.click().run()
    assert "Bo has decided already" in person.warning[0].value
    assert baton.wait_decision(parked, 5).text == LOST[2]
    words = shown_words(open_page(person, "live", guard=info.id, event=2))
    assert "decided</span> by Bo: I know him." in words


def test_the_same_words_parked_again_are_another_decision(person, workspace, baton):
    first = baton.message(*LOST)
    (info,) = workspace.guards.list()
    open_page(person, "live", guard=info.id, held=first.digest)
    (send,) = buttons(person, "Send it with INTEGRATE")
    baton.decide(first.digest, "original", by="Bo")
    second = baton.message(*LOST)
    send.click().run()
    assert "Bo has decided; what went out" in person.warning[0].value
    assert [one.held.digest for one in workspace.guards.parked()] == [second.digest]


def test_a_text_of_a_persons_own_goes_out_with_her_reason(person, workspace, baton):
    parked = baton.message(*LOST)
    (info,) = workspace.guards.list()
    open_page(person, "live", guard=info.id)
    buttons(person, "Edit")[0].click().run()
    person.text_area[0].set_value("Write it: $45,000.")
    buttons(person, "Send this text")[0].click().run()
    assert "Please give a reason" in shown_words(person)
    person.text_input(key="guard_reason").set_value("Shorter.")
    buttons(person, "Send this text")[0].click().run()
    ended = baton.wait_decision(parked, 5)
    assert isinstance(ended, Repaired)
    assert (ended.text, ended.report.outcome.because) == ("Write it: $45,000.", "Shorter.")


def test_a_hidden_secret_is_not_replaced_by_its_mark(person, workspace, baton):
    key = "sk-proj-" + "a1B2" * 12
    parked = baton.message("Collector", "Writer", f"The budget is 45,000 dollars. Token {key}")
    (info,) = workspace.guards.list()
    assert "Secrets are hidden here" in shown_words(open_page(person, "live", guard=info.id))
    buttons(person, "Edit")[0].click().run()
    person.text_input(key="guard_reason").set_value("Shorter.")
    buttons(person, "Send this text")[0].click().run()
    assert "holds a mark such as [redacted: key]" in person.warning[0].value.replace("\\", "")
    with pytest.raises(InputError, match="holds a mark"):
        baton.decide(parked.digest, "edit", by="Ada", text="Token [redacted: key]")
    workspace.guards.decide(info.id, parked.digest, "proposed", by="Ada")
    assert key in baton.wait_decision(parked, 5).text


def test_what_a_dead_process_left_can_be_kept(person, workspace, baton, monkeypatch):
    (info,) = workspace.guards.list()
    monkeypatch.setattr("pages._ui.guard_run.SILENT", -1.0)
    words = shown_words(open_page(person, "live", guard=info.id))
    assert "has been silent since" in words
    buttons(person, "Keep it as it is")[0].click().run()
    assert workspace.guards.info(info.id).analysis_id
    assert workspace.traces.list().total == 1


def test_a_link_to_no_guarded_run_says_so(person):
    assert "There is no such run" in shown_words(open_page(person, "live", guard="nothing"))


def test_a_form_that_was_overtaken_says_by_whom(person, workspace, baton):
    parked = baton.message(*LOST)
    (info,) = workspace.guards.list()
    open_page(person, "live", guard=info.id)
    (edit,) = buttons(person, "Edit")
    edit.click().run()
    workspace.guards.decide(info.id, parked.digest, "original", by="Bo")
    person.run()
    assert "Bo has decided meanwhile" in person.warning[0].value
    assert "What you had typed was not sent" in person.warning[0].value
    second = baton.message(*LOST)
    open_page(person, "live", guard=info.id, held=second.digest)
    buttons(person, "Edit")[0].click().run()
    baton.wait_decision(second, 0)  # its program doesn't wait any longer
    person.run()
    assert "Nobody decided in time" in person.warning[0].value


def test_a_form_whose_run_is_over_says_that_nobody_sends_it(person, workspace, baton):
    baton.message(*LOST)
    (info,) = workspace.guards.list()
    open_page(person, "live", guard=info.id)
    buttons(person, "Edit")[0].click().run()
    workspace.guards.file(workspace, info.id)  # somebody keeps what a dead process left
    person.run()
    assert "Nobody sends this message any more" in person.warning[0].value


def test_a_guarded_run_that_is_over_can_be_deleted_and_says_what_goes(person, workspace, baton):
    open_page(person, "live")
    assert not buttons(person, "Delete…")  # its program is there
    baton.close()
    open_page(person, "live")
    buttons(person, "Delete…")[0].click().run()
    words = shown_words(person)
    assert "Its program can't take it up again" in words and "Its trace, if chosen" in words
