"""What a person can do beyond letting a message go: certify, limit costs, tell the story, delete."""

import json

import pytest

from core.contract.document import parse_contract
from core.errors import ConflictError, InputError, NotFoundError
from core.live import Driver, make_spec
from core.live.cost import cost_of
from core.live.models import models_for
from core.live.story import story
from core.llm.model import Completion, Usage
from core.provenance.certificate import certificate_of
from storage import open_workspace
from tests.live_support import spec, team

FIRST_AID = """
name: tour
facts:
- {id: aid, statement: Only guides with first aid training drive the bus, kind: requirement,
   owner: Scout, recipients: [Writer]}
"""
VAGUE = "Someone trained in first aid may come along."
PRICES = "model: tiny\nprices:\n- {model: tiny, input: 2.0, output: 10.0}\n"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "led.db")) as opened:
        yield opened


class Cut:
    """A model that always stops at its limit of tokens."""

    def complete(self, request, on_delta=None, cancelled=None):
        usage = Usage(prompt=1000, completion=100)
        text = "The price is at most $900.\nThe tour starts on June 3, and the"
        return Completion(text=text, usage=usage, model="tiny-on-a-server", finish="length")


def led(workspace, made, model=None):
    run_id = workspace.live.start(made)
    models = models_for() if model is None else (lambda spec: model)
    return run_id, Driver(run_id=run_id, journal=workspace.live, models=models)


def held_by(workspace, run_id):
    held = workspace.live.state(run_id).held
    return {"seq": held.seq, "digest": held.digest}


def modelled(more="", **rest):
    made = spec("tools: false\n" + more, scripted=False, **rest)
    return made


def test_an_answer_that_was_cut_off_is_asked_about_and_marked_in_the_trace(workspace):
    run_id, drive = led(workspace, modelled(approval="flagged"), Cut())
    assert drive.run().status == "waiting"
    held = workspace.live.state(run_id).held
    assert held.is_cut and "the answer was cut off at its limit of tokens" in held.reasons
    workspace.live.decide(run_id, **held_by(workspace, run_id), action="approve", author="Ann")
    drive.run()
    state = workspace.live.state(run_id)
    assert state.outcomes[0].is_cut
    sent = [e for e in state.events if e.sender == "Scout" and e.is_boundary]
    assert sent[0].metadata["cut_off"] is True
    workspace.live.decide(
        run_id,
        **held_by(workspace, run_id),
        action="edit",
        author="Ann",
        text="Our offer: $850, as the price is at most $900. The tour starts on June 3.",
    )
    drive.run()
    edited = [e for e in workspace.live.state(run_id).events if e.sender == "Writer"]
    assert "cut_off" not in edited[-1].metadata  # a person's text is whole


def test_nobody_is_asked_about_a_cut_answer_in_auto_mode(workspace):
    _, drive = led(workspace, modelled(approval="auto"), Cut())
    state = drive.run()
    assert state.status == "finished" and all(o.is_cut for o in state.outcomes)


def test_costs_are_counted_where_a_price_is_known_and_named_where_it_is_not(workspace):
    _, drive = led(workspace, modelled(), Cut())
    cost = cost_of(drive.run())
    assert (cost.known, cost.unpriced) == (0.0, ("tiny",))
    _, drive = led(workspace, modelled(PRICES.removeprefix("model: tiny\n")), Cut())
    state = drive.run()
    into, out = state.usage["tiny"]
    assert (into, out) == (3000, 300)  # three agents, one turn each
    assert cost_of(state).known == pytest.approx((into * 2 + out * 10) / 1e6)


def test_a_budget_of_dollars_ends_the_run(workspace):
    more = "prices:\n- {model: tiny, input: 2.0, output: 10.0}\nbudgets: {cost: 0.002}\n"
    _, drive = led(workspace, modelled(more), Cut())
    state = drive.run()
    assert (state.status, state.how) == ("finished", "budget")
    assert state.reason == "The budget of $0.0020 is used up."
    assert state.turn_count == 1


def test_an_ended_run_is_deleted_whole_and_its_trace_stays(workspace):
    run_id, drive = led(workspace, spec())
    with pytest.raises(ConflictError, match="Stop it first"):
        workspace.live.delete(run_id)
    drive.run()
    trace_id, _ = workspace.file_run(run_id)
    counted = workspace.live.deletion_count(run_id)
    assert counted == len(workspace.live.events(run_id))
    other = workspace.live.start(spec())
    assert workspace.live.delete(run_id) == counted
    for ask in (workspace.live.info, workspace.live.state, workspace.live.deletion_count):
        with pytest.raises(NotFoundError):
            ask(run_id)
    assert workspace.traces.info(trace_id).id == trace_id
    assert workspace.live.info(other).status == "running"


def test_the_story_says_who_did_what_when_and_why(workspace):
    run_id, drive = led(workspace, spec(approval="always"))
    drive.run()
    first = held_by(workspace, run_id)
    workspace.live.decide(run_id, **first, action="approve", author="Bea", reason="Fits.")
    workspace.live.undo(run_id, **first, author="Bea", reason="Not yet.")
    workspace.live.decide(
        run_id, **first, action="reject", author="Ann", reason="Shorter.", then="again"
    )
    drive.run()
    workspace.live.stop(run_id, author="Ann", reason="Enough.")
    told = story(workspace.live.events(run_id))
    said = [(c.who, c.what, c.why) for c in told]
    assert said[0] == ("Ann", "started the run", "")
    assert ("Bea", "let it go as proposed", "Fits.") in said
    assert ("Bea", "took the decision of Bea back: let it go as proposed", "Not yet.") in said
    assert ("Ann", "sent it back to its author", "Shorter.") in said
    assert said[-1] == ("Ann", "stopped the run", "Enough.")
    decided = [c for c in told if c.who == "Bea"]
    assert {c.digest for c in decided} == {first["digest"]} and all(c.at for c in told)
    json.dumps([c.to_dict() for c in told])


def doubtful(workspace):
    """Return a run that stands at a text of which the check can't tell whether it says the rule."""
    agents = (team().agents[0].model_copy(update={"script": (VAGUE,), "documents": ()}),)
    agents += team().agents[1:]
    made = make_spec(
        team().model_copy(update={"agents": agents, "documents": ()}),
        parse_contract(FIRST_AID),
        scripted=True,
        approval="flagged",
        author="Ann",
    )
    run_id, drive = led(workspace, made)
    drive.run()
    return run_id, drive


def test_a_person_certifies_what_the_check_cannot_tell(workspace):
    run_id, drive = doubtful(workspace)
    held = workspace.live.state(run_id).held
    verify = next(c for c in held.report.candidates if c.repair == "VERIFY")
    assert held.report.frontiers[0].unsure and verify.proposal is not None
    here = held_by(workspace, run_id)
    with pytest.raises(InputError, match="needs a certificate"):
        workspace.live.decide(run_id, **here, action="order", repair="VERIFY", author="Ann")
    workspace.live.decide(
        run_id, **here, action="order", repair="VERIFY", author="Ann",
        reason="I know the figure.", certificate={"label": "conveyed"},
    )  # fmt: skip
    drive.run()
    state = workspace.live.state(run_id)
    outcome = state.outcomes[0]
    assert outcome.report.decision == "COMMIT" and outcome.released == VAGUE
    found = [certificate_of(event) for event in state.events]
    (certificate,) = [c for c in found if c is not None]
    assert (certificate.by, certificate.label, certificate.fact) == ("Ann", "conveyed", "aid")
    assert any("certified: conveyed" in c.what for c in story(workspace.live.events(run_id)))
