"""Checks written by hand: phrase and regular expression."""

from __future__ import annotations

import time

import pytest

from core.contract.checks import compile_fact
from core.contract.model import CheckSpec, Fact
from core.errors import DocumentError


def fact(kind: str, pattern: str) -> Fact:
    return Fact(
        id="F1",
        statement="The code word is there",
        kind="value",
        check=CheckSpec.model_validate({"type": kind, "pattern": pattern}),
    )


def test_a_phrase_ignores_case_and_white_space() -> None:
    check = compile_fact(fact("phrase", "two  keys"))
    verdict = check.states("It needs TWO\n keys.")
    assert (verdict.label, verdict.confidence) == ("conveyed", 1.0)
    assert check.states("It needs two keyboards.").label == "not_conveyed"


def test_a_regular_expression_is_searched() -> None:
    verdict = compile_fact(fact("regex", r"ab-\d{3}")).states("see AB-123")
    assert verdict.label == "conveyed"
    assert verdict.span == (4, 10)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+b",
        "(a|b*)*c",
        r"(\w+\s?)+$",
        "(a|aa)+$",
        "(x)(y)\\1",
        "a*b*c*d*",
        "[",
        "",
        "a" * 301,
        "(?:(?:a{1,9}){1,9}){1,9}",
    ],
)
def test_a_slow_or_broken_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(DocumentError):
        compile_fact(fact("regex", pattern))


def test_an_empty_phrase_is_refused() -> None:
    with pytest.raises(DocumentError):
        compile_fact(fact("phrase", "  "))


def test_an_accepted_pattern_is_quick_on_a_long_text() -> None:
    check = compile_fact(fact("regex", r"a.*b.*c"))
    started = time.perf_counter()
    check.states("ab" * 100_000)
    assert time.perf_counter() - started < 20
