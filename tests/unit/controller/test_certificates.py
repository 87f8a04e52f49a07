"""VERIFY: a person or a typed verifier settles what the check could not tell."""

import pytest

from core.contract.checks import Verdict
from core.contract.model import Example
from core.provenance.certificate import certificate_of
from core.repair import CertificateRequest, ExampleCertifier, Means
from core.trace.model import Event
from tests.unit.controller.team_live import Someone, live, play
from tests.unit.provenance.team import fact, output, say

VAGUE = say("Collector", "Writer", "Perhaps forty-five or so.")


class Doubtful:
    """A check by phrase that can't tell about any text that says 'perhaps'."""

    def __init__(self, check):
        self._check = check
        self.fact, self.spec = check.fact, check.spec

    def states(self, text, **more):
        return self._judge(text, self._check.states)

    def reflects(self, text, **more):
        return self._judge(text, self._check.reflects)

    def _judge(self, text, check):
        words = text if isinstance(text, str) else text.text
        if "perhaps" in words.casefold():
            return Verdict(label="unsure", lean="not_conveyed", confidence=0.5, reason="Perhaps.")
        return check(text)


def doubtful(says):
    controller = live(means=Means(certifier=Someone(says)))
    checks = controller.tracker.observer.checks
    checks["budget"] = Doubtful(checks["budget"])
    return controller


def test_a_doubt_is_settled_and_the_message_stays_as_it_is():
    controller = doubtful("conveyed")
    settled = play(controller, VAGUE)
    assert settled.report.chosen == "VERIFY"
    assert (settled.report.decision, settled.text) == ("COMMIT", settled.report.original)
    boundary, certificate = settled.events
    assert (certificate.kind, certificate.sender, certificate.seq) == ("verifier", "Ada", 2)
    assert certificate_of(certificate).boundary_seq == boundary.seq
    state = controller.tracker.state("budget", "Writer")
    assert (state.status, state.unsure, state.delivered_seq) == ("ok", False, 2)
    (request,) = controller.means.certifier.requests
    assert (request.frontier, request.key) == ("absent", "verify:1:budget:Writer")


def test_a_certificate_is_a_relation_to_its_fact_and_its_boundary():
    controller = doubtful("conveyed")
    play(controller, VAGUE)
    edges = controller.graph.graph.out_edges("event:2", data=True)
    assert {v for _, v, d in edges if d["kind"] == "verifies"} == {"fact:budget", "event:1"}


def test_a_negative_certificate_makes_the_gap_sure_and_the_next_boundary_repairs_it():
    controller = doubtful("not_conveyed")
    play(controller, say("Collector", "Reviewer", "The budget is 45,000."))
    assert play(controller, VAGUE).report.decision == "COMMIT"
    state = controller.tracker.state("budget", "Writer")
    assert (state.status, state.unsure) == ("misrouted", False)
    settled = play(controller, say("Collector", "Writer", "Please begin."))
    assert settled.report.chosen == "INTEGRATE"
    assert "45,000" in settled.text


def test_a_certificate_of_another_value_is_a_contradiction():
    controller = doubtful("contradicted")
    play(controller, VAGUE)
    assert controller.tracker.state("budget", "Writer").contradicted


def test_nobody_can_tell_means_nothing_is_verified():
    settled = play(doubtful(None), VAGUE)
    assert (settled.report.decision, settled.text) == ("ROLLBACK", settled.report.original)
    assert len(settled.events) == 1


@pytest.mark.parametrize(("label", "status"), [("conveyed", "ok"), ("not_conveyed", "unconsumed")])
def test_doubt_about_the_work_is_settled_too(label, status):
    controller = doubtful(label)
    play(controller, say("Collector", "Writer", "The budget is 45,000."))
    settled = play(controller, output("Writer", "Reviewer", "Perhaps this offer fits."))
    assert settled.report.frontiers[0].unsure
    assert settled.report.chosen == "VERIFY"
    state = controller.tracker.state("budget", "Writer")
    assert (state.status, state.unsure) == (status, False)


def example(text, label, author="Bo"):
    return Example(text=text, label=label, author=author)


@pytest.mark.parametrize(
    ("examples", "label"),
    [
        ([example("perhaps  forty-five or so.", "conveyed")], "conveyed"),
        ([example("Perhaps", "conveyed")], "conveyed"),
        ([example("Perhap", "conveyed")], None),
        ([example("another text", "conveyed")], None),
        ([example(" ", "conveyed")], None),
        ([example("Perhaps", "conveyed"), example("or so.", "contradicted")], None),
        ([example("or so.", "not_conveyed", author="")], "not_conveyed"),
    ],
)
def test_a_text_that_somebody_labelled_before_certifies_itself(examples, label):
    request = CertificateRequest(
        fact=fact(examples=examples),
        recipient="Writer",
        frontier="absent",
        text="Perhaps forty-five or so.",
        doubt="",
        boundary_seq=1,
    )
    given = ExampleCertifier().certify(request)
    assert (given and given.label) == label
    assert given is None or given.by.endswith(", by example")


@pytest.mark.parametrize(
    "data",
    [None, "yes", {}, {"label": "conveyed"}, {"label": "maybe", "fact": "budget"}],
)
def test_other_verifiers_certify_nothing(data):
    event = Event(seq=1, kind="verifier", sender="pytest", metadata={"certificate": data})
    assert certificate_of(event) is None
