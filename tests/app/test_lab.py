"""The policy lab without a browser, on episodes whose effects are known."""

import html
import json
import time
from types import SimpleNamespace

import pytest

from core.gate.builtin import GPT_TERRA
from core.gate.merge import merge_priors
from core.gate.priors import priors_hash
from core.gate.statistics import mcnemar_exact
from core.llm.model import Completion, Usage
from core.probe.counts import freeze
from core.probe.decide import ask_model
from core.probe.lab import PolicyResult, Replayed
from core.probe.record import CleanRun
from core.probe.runner import priors_of
from pages._ui import lab_choice, lab_demo, lab_results, state
from pages._ui.calib_service import CalibrationService
from pages._ui.lab_results import by_name
from tests.app.support import HOSTILE
from tests.probe_support import EPISODES, keep, probe_spec


@pytest.fixture
def probe(workspace):
    return keep(workspace, EPISODES)


@pytest.fixture
def open_lab(app):
    def go(**params):
        for name, value in params.items():
            app.query_params[name] = value
        return app.run().switch_page("lab.py").run()

    return go


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def test_an_empty_workspace_offers_the_demo(open_lab):
    page = open_lab()
    assert not page.exception
    assert "No calibration yet" in text(page)
    assert page.button(key="lab:demo")


def test_the_lab_says_who_wins(open_lab, probe):
    page = open_lab()
    assert not page.exception
    shown = text(page)
    assert "With the gate 30 of 30 runs end well, without any repair 20: 10 won, 0 lost" in shown
    assert "Repairing every gap: 24 of 30, 10 won, 6 lost." in shown
    assert "probability of 0.002" in shown
    assert "Scripted agents played this" in shown
    assert page.query_params.get("id") in (None, probe)


def test_a_slider_changes_what_the_gate_does_and_lies_in_the_url(open_lab, probe):
    page = open_lab(id=probe)
    page.slider(key="param:least").set_value(20).run()
    assert page.query_params["least"] == "20"
    assert "nothing was repaired" in text(page)
    page.slider(key="param:least").set_value(5).run()
    assert "least" not in page.query_params
    assert "10 won, 0 lost" in text(page)


def test_a_link_brings_its_limits_and_counts(open_lab, probe):
    page = open_lab(id=probe, harm="40", wx="0", counts="same")
    assert page.slider(key="param:harm").value == 40
    assert "In-sample" in text(page)


def test_a_broken_link_falls_back_to_what_is_published(open_lab, probe):
    page = open_lab(id=probe, harm="9999", wx="x", counts="nothing")
    assert not page.exception
    assert page.slider(key="param:harm").value == 5
    assert "10 won, 0 lost" in text(page)


def test_counts_of_another_model_need_a_word(open_lab, probe):
    key = priors_hash(GPT_TERRA)[:12]
    page = open_lab(id=probe, counts=key)
    assert "repairs nothing" in text(page) and "nothing was repaired" in text(page)
    page.checkbox(key="param:other").check().run()
    assert page.query_params["other"] == "yes"
    assert "Counts of another model" in text(page)
    assert "10 won, 0 lost" in text(page)


def test_episodes_without_gaps_are_explained(open_lab, workspace):
    probe_id = keep(workspace, EPISODES[20:])
    page = open_lab(id=probe_id)
    assert "every policy ends alike" in text(page)


def test_hostile_names_stay_text(open_lab, workspace):
    page = open_lab(id=keep(workspace, EPISODES, name=HOSTILE))
    assert not page.exception
    assert "<img src=x" not in text(page)


def test_what_is_taken_home_is_what_is_shown(open_lab, workspace, probe, monkeypatch):
    seen = {}
    monkeypatch.setattr(
        lab_results, "download", lambda label, build, name, **rest: seen.update({label: build()})
    )
    open_lab(id=probe)
    document = json.loads(seen["JSON"])
    assert document["schema"] == "baton/policy-lab/1"
    full = next(row for row in document["policies"] if row["policy"] == "full")
    assert (full["passed"], full["wins"], full["losses"]) == (30, 10, 0)
    assert document["rule"]["max_harm"] == 0.05
    ended = [one["policies"]["full"]["passed"] for one in document["episodes"]]
    assert (len(ended), sum(ended)) == (30, 30)
    lines = seen["CSV"].decode("utf-8-sig").splitlines()
    assert len(lines) == 1 + len(document["policies"]) and lines[0].startswith("policy,title")


def test_the_demo_runs_beside_the_page_and_can_be_gone_on_with(open_lab, workspace, running):
    page = open_lab()
    page.button(key="lab:demo").click().run()
    assert not page.exception
    (info,) = workspace.probes.list()
    assert info.name == lab_demo.DEMO and page.query_params["id"] == info.id
    running.calibrations.pause(info.id)
    for _ in range(400):
        if not running.calibrations.is_running(info.id):
            break
        time.sleep(0.02)
    page.run()
    assert page.button(key="lab:demo").label == "Go on with the demo"


def test_a_calibration_under_way_is_not_told_to_be_run(open_lab, workspace, monkeypatch):
    probe_id = workspace.probes.create(probe_spec())
    assert "Run it first" in text(open_lab(id=probe_id))
    monkeypatch.setattr(CalibrationService, "is_running", lambda self, key: key == probe_id)
    shown = text(open_lab(id=probe_id))
    assert "Run it first" not in shown
    assert "It is being run" in shown and "Nothing to compare yet" in shown


def test_a_demo_that_is_there_is_not_offered_again(open_lab, workspace):
    keep(workspace, EPISODES, name=lab_demo.DEMO)  # of other agents: not the demo
    page = open_lab()
    assert page.button(key="lab:demo").label == "Make the demo"
    spec = lab_demo.demo_spec()
    keep(workspace, EPISODES, name=lab_demo.DEMO, made=spec)
    page.run()
    assert not [button for button in page.button if button.key == "lab:demo"]


def test_a_model_that_was_asked_joins_the_table(open_lab, workspace, probe):
    class Says:
        def complete(self, request, on_delta=None, cancelled=None):
            text = '{"choice": "INTEGRATE"}' if "INTEGRATE" in request.messages[1].content else "?"
            return Completion(text=text, usage=Usage(prompt=90, completion=10), model="m")

    ask_model(workspace.probes, probe, Says(), "small", author="Ada")
    shown = text(open_lab(id=probe))
    assert "A model decides: small" in shown
    assert (
        "20 of 20 gaps by 2 answers, 200 tokens; it chose INTEGRATE 10, NONE 10; 10 answers named"
        in shown
    )


def test_without_an_endpoint_nobody_can_be_asked(open_lab, probe, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    page = open_lab(id=probe)
    assert not [button for button in page.button if button.key == "lab:ask"]


def test_a_choice_from_a_list_that_has_changed_is_none(monkeypatch):
    """The browser sends labels: one of an older list must not become an address."""
    held = SimpleNamespace(session_state={"k": "Demo · 3 episodes"}, query_params={"id": "abc"})
    monkeypatch.setattr(state, "st", held)
    state._keep_known("id", "k", ("abc", "def"))
    assert held.query_params == {"id": "abc"}
    held.session_state["k"] = "def"
    state._keep_known("id", "k", ("abc", "def"))
    assert held.query_params == {"id": "def"}


def test_a_named_model_can_be_asked_with_a_budget(open_lab, workspace, probe, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    page = open_lab(id=probe)
    page.text_input(key="lab:model").input("small").run()
    assert not page.exception
    button = page.button(key="lab:ask")
    assert button.label == "Ask 2 questions" and button.disabled  # nobody has said who asks
    page.text_input(key="lab:model").input("").run()
    assert page.button(key="lab:ask").label == "Ask"


def policy(name, passes, before=(False,) * 10):
    pairs = list(zip(passes, before, strict=True))
    wins, losses = pairs.count((True, False)), pairs.count((False, True))
    return PolicyResult(
        name=name, title={"full": "Full gate", "always": "Repair every gap"}.get(name, "Never repair"),
        episodes=10, passed=sum(passes), wins=wins, losses=losses, p=mcnemar_exact(wins, losses),
        tokens=0, interventions=wins, unchanged=0,
        replayed=tuple(Replayed(repair=None, passed=passed, tokens=0) for passed in passes),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        (
            2,
            ["8 runs well that the gate leaves failing, and 0", "(p 0.008,", "gate's caution cost"],
        ),
        (9, ["1 run well that the gate leaves failing, and 0", "may be chance"]),
    ],
)
def test_a_policy_that_beats_the_gate_is_named_first(gate, said):
    found = by_name([
        policy("never", [False] * 10),
        policy("full", [n < gate for n in range(10)]),
        policy("always", [True] * 10),
    ])  # fmt: skip
    words = lab_results.verdict_words(found)
    assert words[0].startswith("“Repair every gap” came out best, with 10 of 10. With the gate ")
    assert all(part in words[1] for part in said)
    assert words[2] == (
        "That is no argument against the gate yet: it is the best of 3 policies, picked after the fact, "
        "on 10 runs of one team and one test."
    )
    words = lab_results.verdict_words(found, is_scripted=True)
    assert words[2].endswith("played by scripted agents, which say nothing about any model.")


def test_a_gate_that_is_not_beaten_says_so():
    alike = [True] * 4 + [False] * 6
    found = by_name([policy("never", [False] * 10), policy("full", alike), policy("always", alike)])
    assert lab_results.verdict_words(found)[:2] == [
        "With the gate 4 of 10 runs end well, without any repair 0: 4 won, 0 lost.",
        "No other policy ends more runs well than the gate.",
    ]


def test_the_chart_names_all_policies_alike_and_no_colour_without_a_bar(monkeypatch):
    drawn = []
    monkeypatch.setattr("pages._ui.charts.show", lambda figure, **rest: drawn.append(figure))
    lab_results.chart_part([policy("never", [False] * 10), policy("full", [True] * 10)])
    (bars,) = drawn[0].data
    assert bars.name == "Runs won"
    assert list(bars.y) == ["Never repair  <b>0</b> of 10", "Full gate  <b>10</b> of 10"]


def test_counts_whose_clean_run_fails_say_so_wherever_they_are_read(open_lab, workspace):
    clean = CleanRun(events=(), passes=False, reason="No price.")
    probe_id = keep(workspace, EPISODES, clean=clean)
    said = (
        "The run without a fault fails the test: No price. So what passes with a repair is owed to its "
        "mending the team's own lapse, not the fault that was put in."
    )
    shown = html.unescape(text(open_lab(id=probe_id)))
    assert said in shown
    spec, state = workspace.probes.spec(probe_id), lab_choice.probe_state(probe_id)
    (priors,) = priors_of(spec, state)
    (plain,) = freeze(spec, state.episodes, state.plan.cost_reference)
    assert (priors.remark, plain.remark) == (said, "")
    assert priors_hash(priors) == priors_hash(plain) and "remark" not in plain.to_dict()
    kept = workspace.priors.add(priors, "test").hash
    assert workspace.priors.get(kept).remark == said
    other = keep(workspace, EPISODES)
    assert f"{priors.name}: {said}" in html.unescape(text(open_lab(id=other, counts=kept[:12])))
    assert said not in html.unescape(text(open_lab(id=other, counts="places")))
    page = open_lab()
    page.query_params["set"] = kept[:12]
    page.switch_page("priors.py").run()
    assert said in html.unescape(text(page))
    own = plain.model_copy(update={"name": "other", "sources": ("elsewhere",)})
    merged = merge_priors([priors, own], "both")
    assert merged.remark == f"{priors.name}: {said}"
    assert "remark" not in merge_priors([plain, own], "both").to_dict()
