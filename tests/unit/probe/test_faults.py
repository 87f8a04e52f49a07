"""Faults: one fact is gone by its own check, and nothing else has changed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.checks import compile_fact
from core.contract.document import parse_contract
from core.probe.faults import Edit, Handoff, Skip, inject

CONTRACT = parse_contract("""
name: tour
facts:
- {id: price, statement: The price is at most $900, kind: limit}
- {id: day, statement: The tour starts on June 3, kind: date}
- {id: gear, statement: "Gear to bring: rope, helmet, lamp", kind: list}
- {id: quiet, statement: Never mention the cave, kind: prohibition}
""")
CHECKS = {fact.id: compile_fact(fact) for fact in CONTRACT.facts}
LINES = {
    "price": "The price is at most $900.",
    "day": "The tour starts on June 3.",
    "gear": "Gear to bring: rope, helmet, lamp.",
    "quiet": "The cave must never be mentioned.",
}
BRIEF = "Hello Writer,\n" + "\n".join(LINES.values()) + "\nSee you."


def put(fault, fact, text=BRIEF, **around):
    around = {"sender": "Scout", "recipients": ("Writer",), **around}
    return inject(Handoff(text=text, **around), fault, fact, CHECKS)


@pytest.mark.parametrize("fact", LINES)
def test_a_dropped_fact_takes_its_own_line_along_and_nothing_else(fact):
    edit = put("drop", fact)
    assert edit.removed == (LINES[fact],)
    assert edit.text == BRIEF.replace(LINES[fact] + "\n", "")
    for name, check in CHECKS.items():
        assert check.states(edit.text, in_run=True).conveyed is (name != fact)


def test_a_fact_that_is_said_twice_is_dropped_twice():
    edit = put("drop", "day", BRIEF + " Remember: we start on June 3!")
    assert len(edit.removed) == 2 and not CHECKS["day"].states(edit.text, in_run=True).conveyed


def test_a_wrong_value_changes_one_number_only():
    edit = put("wrong", "price")
    assert (edit.removed, edit.put) == (("900",), "500")
    assert edit.text == BRIEF.replace("900", "500")
    assert CHECKS["price"].states(edit.text, in_run=True).label == "contradicted"


def test_a_list_loses_its_last_item():
    edit = put("truncate", "gear")
    assert edit.text == BRIEF.replace(", lamp", "")
    assert CHECKS["gear"].states(edit.text, in_run=True).missing == ("lamp",)
    assert put("truncate", "price").reason == "the fact is no list"


def test_a_stale_value_is_one_that_the_run_has_seen():
    assert "no earlier value" in put("stale", "day").reason
    edit = put("stale", "day", earlier=("Draft. The tour starts on June 10. More.",))
    assert edit.text == BRIEF.replace("June 3", "June 10")
    assert CHECKS["day"].states(edit.text, in_run=True).label == "contradicted"


def test_a_delayed_fact_comes_with_the_next_text():
    assert "again" in put("delay", "day").reason
    assert put("delay", "day", writes_again=True).later == LINES["day"]


def test_an_ignored_fact_is_gone_from_the_work():
    work = "Our offer: $850 for all.\nThe tour starts on June 3.\nBring rope, helmet and lamp."
    edit = put("ignore", "day", work, is_output=True)
    assert edit.text == work.replace("The tour starts on June 3.\n", "")
    assert put("ignore", "day").reason == "the text is no work product"
    # Silence keeps to a prohibition, so that nobody can ignore it by leaving something out.
    assert isinstance(put("ignore", "quiet", work, is_output=True), Skip)


def test_a_text_goes_to_somebody_else_only_where_there_is_a_choice():
    assert "no choice" in put("misroute", "day").reason
    edit = put("misroute", "day", "TO: Writer\n" + BRIEF, others=("Writer", "Checker"))
    assert edit.recipients == ("Checker",) and edit.text == "TO: Checker\n" + BRIEF


def test_what_hangs_together_is_left_alone():
    text = "We start on June 3 for at most $900 with rope, helmet, lamp"
    found = put("drop", "day", text)
    assert isinstance(found, Skip) and "leaves all others" in found.reason


@settings(max_examples=25, deadline=None)
@given(
    st.permutations(list(LINES)), st.sampled_from(list(LINES)), st.sampled_from([" ", "\n", "\n\n"])
)
def test_every_order_and_layout(order, fact, gap):
    text = gap.join(LINES[name] for name in order)
    edit = put("drop", fact, text)
    if isinstance(edit, Edit):
        assert not CHECKS[fact].states(edit.text, in_run=True).conveyed
        kept = [LINES[name] for name in order if name != fact]
        assert all(line in edit.text for line in kept)
        assert "".join("".join(kept).split()) == "".join(edit.text.split())
