"""Verifiers at work: a document becomes functions of a run's events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from core.contract.checks import compile_fact, read_text
from core.contract.model import Contract, Fact
from core.errors import DocumentError, InputError
from core.probe.verifiers.json_test import compile_schema
from core.probe.verifiers.model import (
    AllOf,
    AnyOf,
    Contains,
    Count,
    Exact,
    FactTest,
    JsonTest,
    NotContains,
    Number,
    Plugin,
    Regex,
    Test,
    Verifier,
)
from core.probe.verifiers.plugins import plugin
from core.probe.verifiers.result import CheckResult, Subject
from core.trace.safe_regex import bounded_pattern

Check: TypeAlias = Callable[[Subject], CheckResult]
TextCheck: TypeAlias = Callable[[str], tuple[bool, str]]
"""Whether a text passes, and what was found or missed, in words."""
DEEPEST = 12
MOST_TESTS = 500


@dataclass(frozen=True, slots=True)
class CompiledVerifier:
    """A verifier that is ready for any number of runs. Make it with ``compile_verifier``."""

    verifier: Verifier
    check: Check

    def verify(self, subject: Subject) -> CheckResult:
        """Say whether a run passes."""
        return self.check(subject)


def compile_verifier(verifier: Verifier, contract: Contract | None) -> CompiledVerifier:
    """Make a verifier ready; everything that can be wrong with it is found here.

    Args:
        verifier: The document.
        contract: Where its facts are; None checks the document alone, and facts are taken as there.

    Raises:
        DocumentError: A pattern, schema, fact or plugin can't be used; says where.
    """
    return CompiledVerifier(verifier, _Compiler(contract).test(verifier.test, "test", 0))


class _Compiler:
    def __init__(self, contract: Contract | None) -> None:
        self._contract = contract
        self._count = 0

    def test(self, test: Test, where: str, depth: int) -> Check:
        self._count += 1
        if depth > DEEPEST or self._count > MOST_TESTS:
            raise DocumentError(
                f"A verifier has at most {MOST_TESTS} tests, nested {DEEPEST} deep.", where=where
            )
        if isinstance(test, AllOf | AnyOf | Count):
            parts = [
                self.test(t, f"{where}.tests[{n}]", depth + 1) for n, t in enumerate(test.tests)
            ]
            return _joined(test, parts)
        try:
            if isinstance(test, Plugin):
                return _plugged(test)
            return _over_texts(test, self._text_check(test))
        except DocumentError as error:
            raise DocumentError(error.what, where=error.where or where, hint=error.hint) from error
        except InputError as error:
            raise DocumentError(error.what, where=where, hint=error.hint) from error

    def _text_check(self, test: Test) -> TextCheck:
        if isinstance(test, Contains | NotContains):
            return _phrase(test)
        if isinstance(test, Regex):
            pattern = bounded_pattern(test.pattern)
            return lambda text: (pattern.search(text) is not None, f"/{test.pattern}/")
        if isinstance(test, FactTest):
            return self._fact(test)
        if isinstance(test, JsonTest):
            return compile_schema(test.schema_)
        if isinstance(test, Number):
            return _number(test)
        assert isinstance(test, Exact)  # noqa: S101  (tells mypy)
        return _exact(test)

    def _fact(self, test: FactTest) -> TextCheck:
        fact: Fact | None = (
            Fact(id="own", statement=test.statement, kind=test.kind) if (test.statement) else None
        )
        if fact is None and self._contract is None:
            return lambda text: (False, "no contract was given")
        if fact is None and self._contract is not None:
            fact = self._contract.fact(test.fact)
        if fact is None:
            raise DocumentError(
                f"The contract has no fact '{test.fact}'.",
                hint="Use one of its ids, or a statement of its own.",
            )
        check, works = compile_fact(fact), test.how == "reflects"
        name = test.fact or f"“{test.statement}”"

        def look(text: str) -> tuple[bool, str]:
            verdict = check.reflects(text) if works else check.states(text, in_run=True)
            return verdict.label == "conveyed", f"{name}: {verdict.label}, {verdict.reason}"

        return look


def _joined(test: AllOf | AnyOf | Count, parts: list[Check]) -> Check:
    least, most = len(parts), len(parts)
    if isinstance(test, AnyOf):
        least = 1
    elif isinstance(test, Count):
        least = test.at_least
        most = len(parts) if test.at_most is None else test.at_most

    def check(subject: Subject) -> CheckResult:
        found = tuple(part(subject) for part in parts)
        passed = sum(result.passed for result in found)
        wanted = f"{least}" if least == most else f"{least} to {most}"
        reason = f"{passed} of {len(found)} tests pass, {wanted} are needed"
        failed = next((r.reason for r in found if not r.passed), "")
        if passed < least and failed:
            reason = f"{reason}; first failure: {failed}"
        return CheckResult(passed=least <= passed <= most, reason=reason, parts=found)

    return check


def _plugged(test: Plugin) -> Check:
    verify = plugin(test.name)

    def check(subject: Subject) -> CheckResult:
        passed = bool(verify(tuple(subject.events), dict(test.options)))
        return CheckResult(passed=passed, reason=f"verifier '{test.name}' says so")

    return check


def _over_texts(test: Test, look: TextCheck) -> Check:
    assert not isinstance(test, AllOf | AnyOf | Count | Plugin)  # noqa: S101  (tells mypy)
    negative = isinstance(test, NotContains)

    def check(subject: Subject) -> CheckResult:
        texts = subject.texts(test.at, test.agent, test.tool)
        if not texts:
            passed = negative and test.at != "output"
            return CheckResult(passed=passed, reason=f"the run has no {_NOUNS[test.at]}")
        found = [look(text) for text in texts]
        hits = [said for passed, said in found if passed]
        passed = bool(hits) != negative
        said = hits[0] if hits else found[-1][1]
        return CheckResult(passed=passed, reason=f"{'found' if hits else 'not found'}: {said}")

    return check


_NOUNS = {
    "output": "output",
    "outputs": "outputs",
    "messages": "messages",
    "tool_calls": "such tool calls",
    "tool_results": "such tool results",
}


def _plain(text: str, ignore_case: bool) -> str:
    flat = " ".join(text.split())
    return flat.casefold() if ignore_case else flat


def _phrase(test: Contains | NotContains) -> TextCheck:
    wanted = _plain(test.text, test.ignore_case)
    if not wanted:
        raise DocumentError("The phrase to look for is empty.")
    return lambda text: (wanted in _plain(text, test.ignore_case), f"“{test.text}”")


def _exact(test: Exact) -> TextCheck:
    wanted = _plain(test.answer, test.ignore_case)
    return lambda text: (_plain(text, test.ignore_case) == wanted, f"“{test.answer}”")


def _number(test: Number) -> TextCheck:
    room = max(test.tolerance, test.relative * abs(test.value))
    words = f"{test.value:g}" + (f" ± {room:g}" if room else "")
    # Room for the last bit, so that 0.3 is within 0.1 of 0.2.
    room += 1e-9 * max(1.0, abs(test.value))

    def look(text: str) -> tuple[bool, str]:
        numbers = list(_numbers(text, test.after))
        if not numbers:
            return False, f"{words}; there is no number"
        picked = {"any": numbers, "all": numbers, "first": numbers[:1], "last": numbers[-1:]}
        fits = [abs(number - test.value) <= room for number in picked[test.pick]]
        return (all(fits) if test.pick == "all" else any(fits)), words

    return look


def _numbers(text: str, after: str) -> Iterator[float]:
    start = 0
    if after:
        place = text.casefold().find(after.casefold())
        if place < 0:
            return
        start = place + len(after)
    for quantity in read_text(text).quantities:
        if quantity.start >= start and quantity.low == quantity.high:
            yield quantity.low
