"""Which changes break what was checked before."""

import pytest
from hypothesis import given, settings

from core.contract.diff import diff_contracts, is_breaking
from core.contract.model import Contract, Fact
from tests.unit.contract.strategies import contracts

BASE = Fact(id="a", statement="At most 5", kind="limit", owner="A", recipients=("B",))


def contract(*facts, **values):
    return Contract(name="c", facts=facts, **values)


CHANGES = {
    "statement": ({"statement": "At most 6"}, ("changed", "statement", True)),
    "kind": ({"kind": "value"}, ("changed", "kind", True)),
    "owner": ({"owner": "C"}, ("changed", "owner", True)),
    "new recipient": ({"recipients": ("B", "C")}, ("added", "C", True)),
    "recipient gone": ({"recipients": ()}, ("removed", "B", False)),
    "no longer critical": ({"critical": False}, ("changed", "critical", False)),
    "waits": ({"depends_on": ("b",)}, ("added", "b", False)),
    "alias": ({"aliases": ("five",)}, ("added", "five", False)),
    "own key": ({"ticket": "X"}, ("added", "ticket", False)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_one_fact(name):
    values, (kind, last, breaking) = CHANGES[name]
    new = Fact.model_validate(BASE.model_dump() | values)
    (change,) = diff_contracts(contract(BASE), contract(new))
    assert (change.kind, change.path[-1], change.breaking) == (kind, last, breaking)
    assert change.path[:2] == ("facts", "a")
    assert change.why.endswith(".")


def test_new_and_removed_facts():
    minor = BASE.model_copy(update={"id": "b", "critical": False})
    (added,) = diff_contracts(contract(), contract(BASE))
    assert added.breaking
    (removed,) = diff_contracts(contract(BASE), contract())
    assert not removed.breaking
    (unimportant,) = diff_contracts(contract(), contract(minor))
    assert not unimportant.breaking


def test_one_more_name_of_a_forbidden_thing_breaks():
    ban = Fact(id="a", statement="Never name Aerolux", kind="prohibition", recipients=("B",))
    wider = ban.model_copy(update={"aliases": ("ALX",)})
    assert is_breaking(diff_contracts(contract(ban), contract(wider)))
    assert not is_breaking(diff_contracts(contract(wider), contract(ban)))


def test_descriptions_versions_and_order_break_nothing():
    other = BASE.model_copy(update={"id": "b", "statement": "x"})
    changes = diff_contracts(
        contract(BASE, other), contract(other, BASE, description="new", version=2)
    )
    assert [(change.kind, change.where) for change in changes] == [
        ("changed", "description"),
        ("moved", "facts"),
    ]
    assert not is_breaking(changes)


@settings(max_examples=40, deadline=None)
@given(contracts())
def test_a_contract_does_not_differ_from_itself(one):
    assert diff_contracts(one, one) == []


@settings(max_examples=40, deadline=None)
@given(contracts(), contracts())
def test_every_difference_is_found(one, other):
    same = one.model_copy(update={"version": 1}) == other.model_copy(update={"version": 1})
    ordered = [fact.recipients for fact in one.facts] != [fact.recipients for fact in other.facts]
    if not same and not ordered:
        assert diff_contracts(one, other)
