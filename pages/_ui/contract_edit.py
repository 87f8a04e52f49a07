"""What a form does to a contract: every act returns a new contract; nothing here draws."""

from __future__ import annotations

from typing import Any

from core.contract.model import Contract, Example, Fact
from pages._ui.contract_kind import guess_kind, suggest_id


def with_fact(contract: Contract, position: int, **values: Any) -> Contract:
    """Change keys of one fact."""
    facts = list(contract.facts)
    facts[position] = facts[position].model_copy(update=values)
    return _with_facts(contract, facts)


def renamed(contract: Contract, position: int, new: str) -> Contract:
    """Give a fact another id, also where other facts depend on it."""
    old = contract.facts[position].id
    changed = with_fact(contract, position, id=new)
    facts = [
        fact.model_copy(
            update={"depends_on": tuple(new if one == old else one for one in fact.depends_on)}
        )
        if old in fact.depends_on
        else fact
        for fact in changed.facts
    ]
    return _with_facts(changed, facts)


def added(contract: Contract, statement: str) -> tuple[Contract, str]:
    """Add a fact for a sentence; owner and recipients are those of the fact before it.

    Returns:
        The contract and the id of the new fact.
    """
    last = contract.facts[-1] if contract.facts else None
    parties = contract.party_names
    fact = Fact.model_construct(
        id=suggest_id(statement, [fact.id for fact in contract.facts]),
        statement=statement,
        kind=guess_kind(statement),
        owner=last.owner if last else (parties[0] if parties else ""),
        recipients=last.recipients if last else parties[1:],
    )
    return _with_facts(contract, [*contract.facts, fact]), fact.id


def removed(contract: Contract, position: int) -> Contract:
    """Take a fact out, and out of what other facts depend on."""
    gone = contract.facts[position].id
    facts = [
        fact.model_copy(update={"depends_on": tuple(o for o in fact.depends_on if o != gone)})
        if gone in fact.depends_on
        else fact
        for at, fact in enumerate(contract.facts)
        if at != position
    ]
    return _with_facts(contract, facts)


def moved(contract: Contract, position: int, by: int) -> Contract:
    """Move a fact up (-1) or down (+1)."""
    facts = list(contract.facts)
    to = position + by
    if 0 <= to < len(facts):
        facts[position], facts[to] = facts[to], facts[position]
    return _with_facts(contract, facts)


def with_example(contract: Contract, position: int, example: Example) -> Contract:
    """Keep a labelled text with a fact; the same text again only changes its label."""
    others = [one for one in contract.facts[position].examples if one.text != example.text]
    return with_fact(contract, position, examples=(*others, example))


def without_example(contract: Contract, position: int, place: int) -> Contract:
    """Drop a labelled text."""
    examples = contract.facts[position].examples
    return with_fact(
        contract, position, examples=tuple(one for at, one in enumerate(examples) if at != place)
    )


def party_removed(contract: Contract, parties: tuple[str, ...]) -> Contract:
    """Set the list of parties; names that facts still use stay there."""
    return contract.model_copy(update={"parties": parties})


def _with_facts(contract: Contract, facts: list[Fact]) -> Contract:
    return contract.model_copy(update={"facts": tuple(facts)})
