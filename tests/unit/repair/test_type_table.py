"""The type table over every state an obligation can be in at a boundary."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import compile_fact
from core.errors import RepairError
from core.gate.model import FrontierName
from core.provenance.model import Frontier
from core.repair import REPAIRS, RepairContext
from core.trace.model import Event
from tests.unit.repair.test_prerequisites import IN_TOOL, MESSAGE, STATED, fact

STATUSES = ("unconsumed", "misrouted", "absent")
KINDS = ("value", "limit", "list", "requirement", "prohibition", "free_text")
FLAGS = ("unsure", "contradicted", "retrievable", "partial")


def make(status: FrontierName, kind, source, flags, *, owner="Collector", own=False, output=False):
    spec = fact(kind=kind, owner=owner)
    check = compile_fact(spec)
    event = replace(MESSAGE, kind="output" if own or output else "message")
    return RepairContext(
        frontier=Frontier(
            fact=spec.id,
            recipient="Writer",
            status=status,
            boundary_seq=2,
            due_seq=2,
            side="sender" if own else "recipient",
            critical=True,
            **dict(zip(FLAGS, flags, strict=True)),
        ),
        fact=spec,
        event=event,
        text=event.text,
        checks={spec.id: check},
        verdicts={spec.id: check.states(event.text)},
        source=source,
        source_is_state=source is IN_TOOL,
    )


EVERY = [
    make(status, kind, source, flags, owner=owner, own=own, output=output)
    for status, kind, source, owner, own, output in product(
        STATUSES, KINDS, (None, STATED, IN_TOOL), ("Collector", ""), (False, True), (False, True)
    )
    for flags in product((False, True), repeat=len(FLAGS))
]
contexts = st.sampled_from(EVERY)


def constructed(context):
    found = {}
    for kind in REPAIRS:
        try:
            found[kind.name] = kind(context)
        except RepairError as error:
            assert kind.refusal(context) in str(error)
        else:
            assert not kind.refusal(context)
    return found


def test_the_type_table_holds_in_every_state():
    for context in EVERY:
        gap, repairs = context.frontier, constructed(context)
        if gap.contradicted:
            assert not repairs
        if "ASK" in repairs:
            assert gap.status == "absent" and context.fact.owner
        if "INTEGRATE" in repairs:
            assert gap.status in ("unconsumed", "misrouted") and context.source is not None
        if "RETRIEVE" in repairs:
            assert context.source is not None and gap.status != "unconsumed"
            assert gap.status == "absent" or context.source is IN_TOOL
        if "DECOMPOSE" in repairs:
            assert context.fact.kind == "list" and gap.partial
        if "VERIFY" in repairs:
            assert gap.unsure and context.fact.kind != "free_text"


@given(contexts)
def test_what_can_be_constructed_can_be_proposed(context):
    for name, repair in constructed(context).items():
        proposal = repair.propose()
        assert proposal.repair == name
        assert (proposal.text is None) == bool(proposal.needs)
        assert proposal.text is None or context.text in proposal.text


@given(contexts)
def test_code_never_writes_a_rule_into_a_deliverable(context):
    deliverable = context.on_own_output or context.event.kind == "output"
    for repair in constructed(context).values():
        if deliverable and context.fact.kind in ("limit", "requirement", "prohibition"):
            assert repair.propose().text is None


@pytest.mark.parametrize("status", STATUSES)
def test_there_is_a_repair_for_every_sure_gap_with_a_source(status):
    source = IN_TOOL if status == "absent" else STATED
    context = make(status, "value", source, (False, False, status == "absent", False))
    assert constructed(context)


def test_an_output_that_a_rule_of_ours_inferred_is_a_handoff():
    context = make("misrouted", "limit", STATED, (False,) * 4, output=True)
    inferred = replace(context, event=replace(context.event, kind_from="inferred"))
    assert not inferred.rule_in_deliverable
    assert isinstance(inferred.event, Event)
