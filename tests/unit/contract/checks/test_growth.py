"""What reading and checking cost: work that grows with a text's length, and no faster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from core.contract.checks import compile_fact, read_text
from core.contract.checks.check import FactCheck
from core.contract.model import Fact

_STATEMENTS = {
    "limit": "The keel budget of Anna Ort is at most 2,000 USD on 3 May at 10:00",
    "date": "The keel is painted on 3 May at 10:00",
    "requirement": "The keel must be painted before 3 May",
    "list": "The parts are the keel, the mast and the tiller",
    "identifier": "The order is AB-1234",
    "prohibition": "Do not repaint the keel before 3 May",
}
_SEEDS = ("7 ", "(", "a", "not ", "twenty three ", "3 May ", "✅", '{"a":')


def _check(kind: str, statement: str) -> FactCheck:
    return compile_fact(Fact.model_validate({"id": "F1", "statement": statement, "kind": kind}))


def _calls(run: Callable[[], Any]) -> int:
    """Count the calls of functions, in Python and in C, that something makes."""
    count = 0

    def seen(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("seed", _SEEDS)
def test_work_grows_no_faster_than_the_text(seed: str) -> None:
    checks = [_check(kind, said) for kind, said in _STATEMENTS.items()]

    def work(length: int) -> int:
        text = (seed * length)[:length]

        def run() -> None:
            view = read_text(text)
            for check in checks:
                check.states(view)

        return _calls(run)

    work(100)  # load the lexicons
    assert work(1200) < 6 * work(300)


@pytest.mark.parametrize("kind", [*_STATEMENTS, "value", "entity", "free_text"])
@pytest.mark.parametrize("seed", ["4711 0815 ", "3 May ", "the keel, ", "Anna Ort, "])
def test_a_statement_that_is_no_sentence_is_looked_for_in_part(kind: str, seed: str) -> None:
    spec = _check(kind, seed * 600).spec
    values = (spec.quantities, spec.moments, spec.identifiers)
    assert max(map(len, values)) <= 40
    assert max(map(len, (spec.subject, spec.plain, spec.items, *spec.names))) <= 120


def test_a_long_statement_of_numbers_costs_no_more_than_its_share() -> None:
    text = "Order 4711 0815 holds 12 keels and 3 masts. " * 10

    def work(times: int) -> int:
        check = _check("limit", "The order is " + "4711 0815 " * times)
        view = read_text(text + str(times))
        return _calls(lambda: check.states(view))

    assert work(300) < 4 * work(40)
