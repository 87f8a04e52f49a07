"""Lint rules about the names of parties and agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations

from core.contract.lint_model import Finding
from core.contract.model import Contract
from core.contract.names import did_you_mean, squashed
from core.contract.reading import Path


def _places(contract: Contract) -> Iterator[tuple[str, Path]]:
    """Yield every use of a party's name in the facts, with its place."""
    for position, fact in enumerate(contract.facts):
        if fact.owner:
            yield fact.owner, ("facts", position, "owner")
        for step, name in enumerate(fact.recipients):
            yield name, ("facts", position, "recipients", step)


def party_findings(contract: Contract) -> Iterator[Finding]:
    """Yield undeclared, unused and nearly equal party names."""
    first: dict[str, Path] = {}
    for step, name in enumerate(contract.parties):
        if name in first:
            yield Finding(
                "warning", "duplicate-party", ("parties", step), f"Party '{name}' is listed twice."
            )
        first.setdefault(name, ("parties", step))
    used: set[str] = set()
    for name, path in _places(contract):
        used.add(name)
        if not name.strip():
            yield Finding("error", "empty-name", path, "A party's name is empty.")
        elif contract.parties and name not in contract.parties:
            guess = _guess(name, contract.parties)
            hint = f" Did you mean '{guess}'?" if guess else ""
            yield Finding(
                "error", "unknown-party", path, f"'{name}' is not among the parties.{hint}"
            )
        first.setdefault(name, path)
    for step, name in enumerate(contract.parties):
        if name not in used:
            yield Finding(
                "info", "unused-party", ("parties", step), f"Party '{name}' appears in no fact."
            )
    for one, other in combinations(list(first)[:200], 2):
        if nearly_equal(one, other):
            yield Finding(
                "warning",
                "similar-names",
                first[other],
                f"'{other}' and '{one}' look like the same party written in two ways.",
            )


def agent_findings(contract: Contract, agents: Sequence[str]) -> Iterator[Finding]:
    """Yield parties that no agent of a trace is called, each once."""
    keys = {squashed(agent) for agent in agents}
    told: set[str] = set()
    for name, path in _places(contract):
        if name in told or not name.strip():
            continue
        told.add(name)
        if name in agents or squashed(name) in keys:
            continue
        guess = _guess(name, agents)
        hint = f" Did you mean '{guess}'?" if guess else ""
        yield Finding(
            "warning",
            "unknown-agent",
            path,
            f"No agent is called '{name}'; bind it to one before checking.{hint}",
        )


def nearly_equal(one: str, other: str) -> bool:
    """Say whether two different names are probably the same one.

    ``Verification_Expert`` and ``VerificationExpert`` are; ``Agent 1`` and ``Agent 2`` aren't.
    """
    if one == other:
        return False
    left, right = squashed(one), squashed(other)
    if left == right:
        return bool(left)
    digits = [[c for c in key if c.isdigit()] for key in (left, right)]
    if digits[0] != digits[1] or min(len(left), len(right)) < 6:
        return False
    return SequenceMatcher(None, left[:200], right[:200]).ratio() > 0.92


def _guess(name: str, choices: Sequence[str]) -> str:
    same = [choice for choice in choices if squashed(choice) == squashed(name)]
    return same[0] if same else did_you_mean(name, choices)
