"""What changed between two versions of a contract, and what that breaks.

A change is *breaking* if a run that passed under the old version may fail under the new one: then
its analyses must be made again before anybody relies on them. Taking a demand away never breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel

from core.contract.model import Contract, Fact
from core.contract.reading import Path

ChangeKind: TypeAlias = Literal["added", "removed", "changed", "moved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between two versions of a document."""

    kind: ChangeKind
    path: Path
    """Where; lists of facts and roles by id or name, such as ``("facts", "budget", "owner")``."""
    before: Any
    """Old value as JSON; None if it was added."""
    after: Any
    """New value as JSON; None if it was removed."""
    breaking: bool
    """Whether a run that passed before may fail now."""
    why: str
    """One sentence: why it is breaking, or why not."""

    @property
    def where(self) -> str:
        """The path for people, such as ``facts / budget / owner``."""
        return " / ".join(str(step) for step in self.path)


def diff_contracts(old: Contract, new: Contract) -> list[Change]:
    """List what changed between two versions of a contract.

    Args:
        old: The version that runs were checked against.
        new: The version that replaces it.

    Returns:
        Changes: the contract's own keys first, then facts in the order of ``new``, removed facts
        last. Empty if both say the same; the version number itself is no change.
    """
    changes = list(_top_changes(old, new))
    before = {fact.id: fact for fact in old.facts}
    after = {fact.id: fact for fact in new.facts}
    for fact in after.values():
        if fact.id in before:
            changes += _fact_changes(before[fact.id], fact)
        else:
            changes.append(_added_fact(fact))
    changes += [_removed_fact(fact) for fact in before.values() if fact.id not in after]
    order_before = [key for key in before if key in after]
    order_after = [key for key in after if key in before]
    if order_before != order_after:
        changes.append(
            Change(
                kind="moved",
                path=("facts",),
                before=order_before,
                after=order_after,
                breaking=False,
                why="The order only decides which of two gaps that fell due together comes first.",
            )
        )
    return changes


def is_breaking(changes: Sequence[Change]) -> bool:
    """Say whether any of the changes is breaking."""
    return any(change.breaking for change in changes)


def _dump(model: BaseModel) -> dict[str, Any]:
    if isinstance(model, Contract):
        return model.to_dict()
    return model.model_dump(mode="json", by_alias=True)


def _top_changes(old: Contract, new: Contract) -> Iterator[Change]:
    rules = {
        "name": (False, "The name is what people call it; no verdict depends on it."),
        "description": (False, "A description is for people; no verdict depends on it."),
        "parties": (False, "The list of names only helps the linter."),
        "parameters": (
            True,
            "Facts that wait for a value of the run may be checked now, or no longer be.",
        ),
    }
    skip = ("apiVersion", "kind", "version", "facts")
    yield from simple_changes(_dump(old), _dump(new), (), rules, skip)


def simple_changes(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    path: Path,
    rules: Mapping[str, tuple[bool, str]],
    skip: Sequence[str] = (),
) -> Iterator[Change]:
    """Yield the keys that differ, each judged by a table.

    Args:
        before: Old values.
        after: New values.
        path: Where they stand.
        rules: Key -> whether a change of it is breaking, and why.
        skip: Keys that are compared elsewhere or not at all.
    """
    unknown = (False, "A key that Baton doesn't know; no verdict depends on it.")
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if key in skip or one == other:
            continue
        breaking, why = rules.get(key, unknown)
        yield Change(
            kind="added" if key not in before else "removed" if key not in after else "changed",
            path=(*path, key),
            before=one,
            after=other,
            breaking=breaking,
            why=why,
        )


def _added_fact(fact: Fact) -> Change:
    demands = fact.critical and bool(fact.recipients)
    if demands:
        why = "A new critical fact: runs in which it was never handed over fail now."
    elif not fact.recipients:
        why = "Nobody is to receive it, so nothing new is demanded."
    else:
        why = "The new fact is not critical: its loss is shown, but fails no run."
    return Change(
        kind="added", path=("facts", fact.id), before=None, after=_dump(fact),
        breaking=demands, why=why,
    )  # fmt: skip


def _removed_fact(fact: Fact) -> Change:
    return Change(
        kind="removed", path=("facts", fact.id), before=_dump(fact), after=None,
        breaking=False, why="Nothing is demanded any more that was demanded before.",
    )  # fmt: skip


def _fact_changes(old: Fact, new: Fact) -> Iterator[Change]:
    path: Path = ("facts", new.id)
    counts = old.critical or new.critical
    minor = "" if counts else " The fact is not critical, so no run fails by it."
    rules = {
        "statement": (counts, "What must be conveyed is another thing now." + minor),
        "kind": (counts, "It is looked for, and counts as used, in another way now." + minor),
        "owner": (counts, "It falls due at another agent's message, so a delivery may be late or "
                  "early where it wasn't." + minor),
        "check": (counts, "It is looked for in another way now." + minor),
        "examples": (False, "Examples test the check; they don't change it."),
    }  # fmt: skip
    special = ("id", "recipients", "critical", "depends_on", "aliases")
    yield from simple_changes(_dump(old), _dump(new), path, rules, special)
    if old.critical != new.critical:
        why = "Losing it fails a run now." if new.critical else "Losing it no longer fails a run."
        yield Change(
            kind="changed", path=(*path, "critical"), before=old.critical, after=new.critical,
            breaking=new.critical, why=why,
        )  # fmt: skip
    yield from _recipient_changes(old, new, path)
    yield from _dependency_changes(old, new, path)
    yield from _alias_changes(old, new, path)


def _recipient_changes(old: Fact, new: Fact, path: Path) -> Iterator[Change]:
    for name in dict.fromkeys(new.recipients):
        if name not in old.recipients:
            why = (
                f"'{name}' must receive and use it now."
                if new.critical
                else f"'{name}' should receive it now; the fact is not critical, so no run fails."
            )
            yield Change(
                kind="added", path=(*path, "recipients", name), before=None, after=name,
                breaking=new.critical, why=why,
            )  # fmt: skip
    for name in dict.fromkeys(old.recipients):
        if name not in new.recipients:
            yield Change(
                kind="removed", path=(*path, "recipients", name), before=name, after=None,
                breaking=False, why=f"'{name}' need no longer receive it.",
            )  # fmt: skip


def _dependency_changes(old: Fact, new: Fact, path: Path) -> Iterator[Change]:
    for name in dict.fromkeys(new.depends_on):
        if name not in old.depends_on:
            yield Change(
                kind="added", path=(*path, "depends_on", name), before=None, after=name,
                breaking=False, why="It falls due later or not at all, never earlier.",
            )  # fmt: skip
    for name in dict.fromkeys(old.depends_on):
        if name not in new.depends_on:
            counts = new.critical
            why = "It falls due without waiting, so a delivery that was in time may be late."
            yield Change(
                kind="removed", path=(*path, "depends_on", name), before=name, after=None,
                breaking=counts, why=why if counts else "The fact is not critical.",
            )  # fmt: skip


def _alias_changes(old: Fact, new: Fact, path: Path) -> Iterator[Change]:
    forbids = new.kind == "prohibition"
    for name in dict.fromkeys(new.aliases):
        if name not in old.aliases:
            why = (
                "One more name that must not appear."
                if forbids
                else "One more name by which it is recognised."
            )
            yield Change(
                kind="added", path=(*path, "aliases", name), before=None, after=name,
                breaking=forbids and new.critical, why=why,
            )  # fmt: skip
    for name in dict.fromkeys(old.aliases):
        if name not in new.aliases:
            why = (
                "One name fewer that must not appear."
                if forbids
                else "Texts that use only this name no longer convey it."
            )
            yield Change(
                kind="removed", path=(*path, "aliases", name), before=name, after=None,
                breaking=not forbids and new.critical, why=why,
            )  # fmt: skip
