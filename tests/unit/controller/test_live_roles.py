"""Role rewrite and repair at one boundary: the rewrite first, so that it can't lose the repair."""

from core.contract.binding import Binding
from core.drift.encoders import get_encoder
from core.drift.geometry import compile_roles
from core.drift.model import RoleProfile, RoleSet
from core.drift.rewrite import Reply, RoleRewriter
from core.repair import Means, RoleRewriting
from tests.unit.controller.team_live import Someone, live, play
from tests.unit.provenance.team import say

ROLES = RoleSet(
    name="desk",
    roles=(
        RoleProfile(
            name="Collector",
            description="Collects requirements from the customer and passes them on.",
            allowed_speech_acts=("ASSERT", "SUMMARIZE"),
            demonstrations=("The customer needs 300 seats.", "They asked for a trial period."),
        ),
        RoleProfile(
            name="Reviewer",
            description="Approves or refuses the finished offer.",
            allowed_speech_acts=("APPROVE", "VERIFY"),
            demonstrations=("I approve the offer.", "The offer is released."),
        ),
    ),
)
BINDING = Binding(
    parties={n: n for n in ("Collector", "Writer", "Reviewer")}, roles={"Collector": "Collector"}
)
STATED = say("Collector", "Reviewer", "The budget is 45,000 dollars.")
DRIFTED = say("Collector", "Writer", "I approve and release the offer now.")
IN_ROLE = "The customer asked for an offer."


def run(rewriter):
    controller = live(roles=ROLES, binding=BINDING, means=Means(rewriter=rewriter))
    play(controller, STATED)
    held = controller.propose(DRIFTED(2))
    assert held.report.drift_flagged
    return controller.settle(held)


def test_the_rewrite_comes_first_and_the_repair_on_top_of_it():
    settled = run(Someone(IN_ROLE))
    outcome = settled.report.outcome
    assert outcome.rewritten.kept and outcome.repaired.kept
    assert outcome.accepted == IN_ROLE
    assert settled.text.startswith(IN_ROLE) and "45,000" in settled.text
    assert settled.report.decision == "COMMIT"


def test_a_rewrite_that_is_no_better_is_undone_and_the_repair_still_made():
    settled = run(Someone("I approve, I approve and I release everything."))
    assert not settled.report.outcome.rewritten.kept
    assert settled.text.startswith("I approve and release the offer now.")
    assert "45,000" in settled.text


def test_a_rewriter_that_fails_changes_nothing():
    settled = run(Someone(RuntimeError("no connection")))
    assert "no connection" in settled.report.outcome.rewritten.error
    assert settled.report.outcome.accepted == settled.report.original


def test_the_rewriter_of_role_control_acts_in_the_transaction():
    model = Someone(Reply(text="1: The customer asked for an offer."))
    inner = RoleRewriter(
        compile_roles(ROLES, get_encoder()), lambda system, user: model._reply((system, user))
    )
    rewriter = RoleRewriting(inner, ("Collector", "Writer", "Reviewer"))
    settled = run(rewriter)
    assert model.requests
    assert rewriter.last.original == settled.report.original
    assert settled.report.outcome.accepted == rewriter.last.released
