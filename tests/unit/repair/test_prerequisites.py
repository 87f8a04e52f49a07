"""The type table: what can't even be constructed."""

import pytest

from core.contract.checks import compile_fact
from core.errors import RepairError
from core.provenance.model import Frontier
from core.repair import REPAIRS, Ask, Decompose, Integrate, RepairContext, Retrieve, Verify
from core.trace.model import Event
from tests.unit.provenance.team import fact

MESSAGE = Event(
    seq=2, kind="message", sender="Collector", recipients=("Writer",), text="Please write."
)
STATED = Event(
    seq=1, kind="message", sender="Collector", recipients=("Reviewer",), text="Budget: 45,000."
)
IN_TOOL = Event(
    seq=1,
    kind="tool_result",
    sender="crm",
    recipients=("Collector",),
    text="cap 45,000",
    tool="crm",
)


def context(status="misrouted", source=STATED, spec=None, **more):
    spec = spec or fact()
    frontier = Frontier(
        fact=spec.id,
        recipient="Writer",
        status=status,
        boundary_seq=2,
        due_seq=2,
        side=more.pop("side", "recipient"),
        critical=True,
        **more,
    )
    check = compile_fact(spec)
    return RepairContext(
        frontier=frontier,
        fact=spec,
        event=MESSAGE,
        text=MESSAGE.text,
        checks={spec.id: check},
        verdicts={spec.id: check.states(MESSAGE.text)},
        source=source,
        source_is_state=source is not None and source.kind == "tool_result",
    )


@pytest.mark.parametrize("status", ["misrouted", "unconsumed"])
def test_never_ask_for_what_was_delivered(status):
    with pytest.raises(RepairError, match="asking for it again does harm"):
        Ask(context(status)).propose()


def test_never_integrate_what_nobody_stated():
    with pytest.raises(RepairError, match="nobody sent the fact"):
        Integrate(context("absent", source=None)).propose()


def test_ask_puts_one_question_to_the_owner():
    proposal = Ask(context("absent", source=None)).propose()
    assert proposal.addressee == "Collector"
    assert proposal.question.count("?") == 1
    assert proposal.needs == "model"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("value", "with value and unit"),
        ("date", "full date or time"),
        ("list", "every item"),
        ("prohibition", "forbid"),
        ("free_text", "in one sentence"),
    ],
)
def test_the_question_is_worded_by_the_kind_of_fact(kind, words):
    from dataclasses import replace

    there = context("absent", source=None)
    fact = there.fact.model_copy(update={"kind": kind})
    proposal = Ask(replace(there, fact=fact)).propose()
    assert words in proposal.question and proposal.question.count("?") == 1
    assert proposal.addressee not in proposal.question  # the screen says whom it goes to
    assert ("unit" in proposal.question) == (kind == "value")


def test_ask_goes_to_the_sender_where_the_owner_is_not_in_the_run():
    from dataclasses import replace

    there = replace(context("absent", source=None), owner_present=False)
    assert Ask(there).propose().addressee == MESSAGE.sender


def test_retrieve_needs_a_document_or_tool_result():
    assert Retrieve.refusal(context("misrouted", STATED))
    assert not Retrieve.refusal(context("absent", IN_TOOL))
    assert Retrieve.refusal(context("absent", None))


@pytest.mark.parametrize("status", ["unconsumed", "misrouted", "absent"])
def test_nothing_by_code_against_a_contradiction(status):
    contradicted = context(status, contradicted=True, unsure=True)
    assert all(repair.refusal(contradicted) for repair in REPAIRS)


def test_decompose_is_for_lists_of_which_a_part_arrived():
    spec = fact("scope", "a and b", kind="list")
    assert not Decompose.refusal(context("misrouted", spec=spec, partial=True))
    assert Decompose.refusal(context("misrouted", spec=spec))
    assert Decompose.refusal(context("misrouted", partial=True))


def test_verify_is_for_doubt_about_a_typed_fact():
    assert not Verify.refusal(context(unsure=True))
    assert Verify.refusal(context())
    assert Verify.refusal(context(unsure=True, spec=fact(kind="free_text")))


def test_a_verified_proposal_holds_every_postcondition():
    proposal = Integrate(context()).propose()
    assert proposal.verified
    assert proposal.text == MESSAGE.text + proposal.inserted
    assert proposal.source_seq == 1
