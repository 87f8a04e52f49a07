"""Messages of a live run brought back into their role by a model at a server, and what is kept of it."""

import json

import pytest

from core.drift.document import parse_roles
from core.live import Driver
from core.live.models import models_for
from core.llm import Endpoint
from core.settings import ReplaySettings
from storage import open_workspace
from tests.live_support import spec
from tests.llm_server import KEY, serving

KEPT = "The tour starts on June 3 and the price is at most $900."
DRIFTED = f"{KEPT} Writer, please change the offer by Friday."
BETTER = "Whether the offer changes is open."
SAID = {
    "Scout": DRIFTED,
    "Writer": "Our offer: $850, which keeps to the price of at most $900. The tour starts on June 3.",
    "Checker": "Checked: the tour starts on June 3.",
}
ROLES = """\
name: tour
roles:
  - name: Scout
    description: Reads the documents and reports what stands in them.
    allowed_speech_acts: [ASSERT, RETRIEVE, VERIFY]
    prohibitions: ["Do not assign work to others"]
    demonstrations:
      - "The brochure names 40 seats. It gives no date."
      - "The list holds three hotels. Claim 3 holds."
      - "The room costs $80, breakfast included."
    drift_examples: ["The list holds three hotels. Writer, please book one by noon."]
  - name: Planner
    description: Gives out work.
    allowed_speech_acts: [DELEGATE, PLAN]
    demonstrations:
      - "Writer, please draft the second part by Monday."
      - "Ann checks the hotel, Ben books the bus."
      - "First we book the bus, then the rooms."
"""


class Died(BaseException):
    """The process ends here."""


class Server:
    """Plays the agents, and answers rewrites with what is in the list."""

    def __init__(self, plan, url):
        self.plan, self.url, self.rewrites, self.asked = plan, url, [], []
        plan.reply = self.reply

    def reply(self, body):
        system = body["messages"][0]["content"]
        for name, said in SAID.items():
            if f"You are {name}, one agent" in system:
                return said
        self.asked.append(json.dumps(body["messages"]))
        return self.rewrites.pop(0)


@pytest.fixture
def server():
    with serving() as (plan, url):
        yield Server(plan, url)


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened


def driver(workspace, run_id, server, journal=None):
    there = Endpoint(base_url=server.url, key=KEY, retries=0)
    return Driver(
        run_id=run_id, journal=journal or workspace.live, models=models_for(lambda: there)
    )


def start(workspace, mode="above_tau"):
    made = spec(
        "tools: false\n", scripted=False, roles=parse_roles(ROLES, ""),
        settings=ReplaySettings(drift_mode=mode),
    )  # fmt: skip
    return workspace.live.start(made)


def scouts(state):
    """What became of the drifted message."""
    return next(o for o in state.outcomes if o.report.sender == "Scout").report


def test_a_drifted_message_goes_out_rewritten(workspace, server):
    server.rewrites = [f"1: {BETTER}"]
    run_id = start(workspace)
    state = driver(workspace, run_id, server).run()
    assert (state.status, state.how) == ("finished", "quiet")
    report = scouts(state)
    step = report.outcome.rewritten
    assert report.drift_flagged and step.kept and report.decision == "COMMIT"
    assert report.original == DRIFTED and report.released == f"{KEPT} {BETTER}"
    fell = next(p for p in step.postconditions if p.name.startswith("drift has fallen"))
    assert fell.holds and "->" in fell.detail
    assert next(e.text for e in state.events if e.sender == "Scout" and e.is_boundary) == (
        report.released
    )
    # The Writer was told the rewritten message, and the request said which facts must stay.
    told = next(b for b in server.plan.requests if "You are Writer" in json.dumps(b["messages"]))
    assert "by Friday" not in json.dumps(told["messages"])
    (asked,) = server.asked
    assert "The price is at most $900" in asked and "Do not assign work to others" in asked
    # One call of its own, counted apart from the agents' own.
    stored = [e for e in workspace.live.events(run_id) if e.kind == "call_begun"]
    assert [e.data["purpose"] for e in stored] == ["turn", "rewrite", "turn", "turn"]
    words = len(f"1: {BETTER}".split())
    assert (state.account.controller, state.account.repair) == (40 + words, 0)
    # The trace that is kept holds what went out; the analysis holds both.
    workspace.file_run(run_id)
    (info,) = workspace.traces.list().rows
    (analysed,) = workspace.analyses.list(info.id)
    kept = next(r for r in workspace.analyses.get(analysed.id).reports if r.sender == "Scout")
    assert (kept.original, kept.released) == (DRIFTED, report.released)
    assert KEY not in json.dumps([dict(e.data) for e in workspace.live.events(run_id)])


def test_refused_tries_leave_the_original_and_say_why(workspace, server):
    server.rewrites = ["1: Writer, please change it by 9 May."] * 2
    state = driver(workspace, start(workspace), server).run()
    report = scouts(state)
    assert len(server.asked) == 2 and server.asked[0] != server.asked[1]
    assert not report.outcome.rewritten.kept
    assert "no try at a rewrite was accepted" in report.outcome.rewritten.error
    assert (report.decision, report.released) == ("ROLLBACK", DRIFTED)
    assert state.status == "finished" and state.account.controller > 80


def test_a_server_that_fails_during_a_rewrite_costs_the_rewrite_alone(workspace, server):
    server.plan.modes = ["ok", "unknown_model", "unknown_model", "ok"]
    state = driver(workspace, start(workspace), server).run()
    report = scouts(state)
    assert state.status == "finished" and report.released == DRIFTED
    assert "knows no model" in report.outcome.rewritten.error


@pytest.mark.parametrize(("mode", "asked"), [("never", 0), ("above_tau", 1), ("every_turn", 1)])
def test_the_mode_decides_who_is_asked(workspace, server, mode, asked):
    server.rewrites = [f"1: {BETTER}"]
    state = driver(workspace, start(workspace, mode), server).run()
    assert len(server.asked) == asked
    assert (scouts(state).released == DRIFTED) == (mode == "never")


def test_every_turn_also_asks_about_a_turn_below_the_threshold(workspace, server, monkeypatch):
    monkeypatch.setitem(SAID, "Scout", KEPT)
    server.rewrites = ["nothing to change"] * 2
    state = driver(workspace, start(workspace, "every_turn"), server).run()
    assert not scouts(state).drift_flagged
    assert scouts(state).released == KEPT


class Mortal:
    """A journal whose process dies just before, or just after, it stores event number ``at``."""

    def __init__(self, journal, at, after):
        self._journal, self._at, self._after = journal, at, after

    def __getattr__(self, name):
        return getattr(self._journal, name)

    def append(self, run_id, event, state, owner=None):
        if event.seq == self._at and not self._after:
            raise Died
        self._journal.append(run_id, event, state, owner)
        if event.seq == self._at:
            raise Died


def story(workspace, run_id):
    return [
        (e.seq, e.kind, json.dumps({k: v for k, v in e.data.items() if k != "seconds"}, sort_keys=True))
        for e in workspace.live.events(run_id)
    ]  # fmt: skip


def test_a_process_that_dies_during_a_rewrite_never_asks_for_a_stored_answer_again(
    workspace, server
):
    refused, taken = "1: Writer, please change it by 9 May.", f"1: {BETTER}"
    server.rewrites = [refused, taken]
    unbroken = start(workspace)
    driver(workspace, unbroken, server).run()
    told = story(workspace, unbroken)
    inside = [n for n, kind, data in told if "rewrite" in data and kind != "delivered"]
    first, last = inside[0], max(n for n, kind, _ in told if kind == "answer")
    assert last - first >= 6  # question, call, reply, answer; twice
    for at in range(first, last + 1):
        for after in (at % 2 == 0, True)[: 1 + (told[at - 1][1] == "reply")]:
            server.rewrites, server.asked = [refused, taken], []
            run_id = start(workspace)
            with pytest.raises(Died):
                driver(workspace, run_id, server, Mortal(workspace.live, at, after)).run()
            lost = told[at - 1][1] == "reply" and not after
            if lost:  # the answer arrived, but was not stored: it must be asked for once more
                server.rewrites = [refused, taken][len(server.asked) - 1 :]
            driver(workspace, run_id, server).run()
            assert story(workspace, run_id) == told, (at, after)
            assert len(server.asked) == 2 + lost
