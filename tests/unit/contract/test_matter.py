"""A run of the same agents may be about another matter than the contract's facts."""

import pytest

from core.contract.document import parse_contract
from core.contract.matter import other_matter, particulars
from core.trace.model import Agent, Event, Trace

CONTRACT = """\
apiVersion: baton/v1
kind: FactContract
name: move
facts:
  - {id: budget, statement: "The budget is at most 12,500 EUR", kind: limit, owner: Desk, recipients: [Planner]}
  - {id: day, statement: "The move is on 14 May", kind: date, owner: Desk, recipients: [Planner]}
  - {id: lift, statement: "The lift key is LK-204", kind: identifier, owner: Desk, recipients: [Planner]}
  - {id: care, statement: "Handle every crate with care", kind: requirement, owner: Desk, recipients: [Planner]}
"""


def told(*texts, task=""):
    return Trace(
        name="run",
        format="baton",
        task=task,
        agents=(Agent(name="Desk"), Agent(name="Planner")),
        events=tuple(
            Event(seq=n, kind="message", sender="Desk", recipients=("Planner",), text=text)
            for n, text in enumerate(texts, 1)
        ),
    )


@pytest.fixture(scope="module")
def wanted():
    return particulars(parse_contract(CONTRACT))


def test_only_facts_that_name_something_tell_matters_apart(wanted):
    assert [one.fact for one in wanted] == ["budget", "day", "lift"]


@pytest.mark.parametrize(
    "run",
    [
        told("You may spend 12.5k euros at most, and we move on May 14."),
        # What was lost on the way still stands in the task.
        told("Please plan it.", task="Plan the move on 14 May with key LK-204."),
        told("Padding. " * 900 + "The move is on the fourteenth of May. The lift key is LK-204."),
    ],
)
def test_a_run_in_which_half_of_them_stand_is_of_this_matter(wanted, run):
    assert other_matter(wanted, run) == ""


def test_another_customers_run_says_what_it_lacks(wanted):
    other = told("Budget at most 9,000 EUR, move on 3 June, lift key LK-204, with care.")
    assert other_matter(wanted, other) == (
        "Same agents, other matter: of the facts that name a number, a date or a name, only 1 of 3 "
        "stand anywhere in it; missing budget, day."
    )
    assert "none of 3 stands" in other_matter(wanted, told("Write a poem about the sea."))


def test_what_differs_from_run_to_run_tells_nothing(wanted):
    with_values = CONTRACT.replace("facts:", "parameters: [{name: sum}]\nfacts:")
    assert particulars(parse_contract(with_values)) == ()
    assert other_matter((), told("Anything.")) == ""
    assert other_matter(wanted[:1], told("Anything.")) == ""


def test_an_own_pattern_tells_if_it_names_something():
    text = CONTRACT.replace(
        "kind: requirement,", "kind: requirement, check: {type: regex, pattern: 'crate [0-9]+'},"
    )
    wanted = particulars(parse_contract(text))
    assert [one.fact for one in wanted][-1] == "care"
    assert wanted[-1].stands_in("x" * 5_000 + " Mind crate 17.")
    assert not wanted[-1].stands_in("Mind the crate.")
