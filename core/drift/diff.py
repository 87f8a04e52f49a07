"""What changed between two versions of a role set, and what that breaks.

Energies are measured against all roles at once: whatever changes one role's description or
demonstrations moves its own subspace and, by the leak term, everybody else's score. Such changes
are breaking: scores before and after can't be compared, and tau has to be calibrated again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract.diff import Change, simple_changes
from core.contract.reading import Path
from core.drift.model import RoleProfile, RoleSet

__all__ = ["Change", "diff_roles"]


def diff_roles(old: RoleSet, new: RoleSet) -> list[Change]:
    """List what changed between two versions of a role set.

    Args:
        old: The version that turns were scored against.
        new: The version that replaces it.

    Returns:
        Changes: the set's own keys first, then roles in the order of ``new``, removed roles last.
    """
    rules = {
        "name": (False, "The name is what people call it; no score depends on it."),
        "description": (False, "This description is for people; no score depends on it."),
    }
    skip = ("apiVersion", "kind", "version", "roles")
    changes = list(simple_changes(old.to_dict(), new.to_dict(), (), rules, skip))
    before = {role.name: role for role in old.roles}
    after = {role.name: role for role in new.roles}
    for role in after.values():
        if role.name in before:
            changes += _role_changes(before[role.name], role)
        else:
            changes.append(_whole("added", role))
    changes += [_whole("removed", role) for role in before.values() if role.name not in after]
    return changes


def _whole(kind: Any, role: RoleProfile) -> Change:
    values = role.model_dump(mode="json")
    why = (
        "What the new role says counts as foreign to all others, so their scores change."
        if kind == "added"
        else "Agents that played it have no energy now, and the others' leak term shrinks."
    )
    return Change(
        kind=kind,
        path=("roles", role.name),
        before=None if kind == "added" else values,
        after=values if kind == "added" else None,
        breaking=True,
        why=why,
    )


def _role_changes(old: RoleProfile, new: RoleProfile) -> Iterator[Change]:
    path: Path = ("roles", new.name)
    moved = "It moves the role's subspace: scores before and after can't be compared."
    rules = {
        "description": (True, moved),
        "demonstrations": (True, moved),
        "basis_rank": (True, moved),
        "drift_examples": (False, "Examples of drift test the scores; they don't change them."),
    }
    listed = ("allowed_speech_acts", "obligations", "prohibitions")
    yield from simple_changes(
        old.model_dump(mode="json"), new.model_dump(mode="json"), path, rules, ("name", *listed)
    )
    acts = ("speech act", "may be used now", "costs energy now")
    yield from _list_changes(old, new, path, "allowed_speech_acts", acts, adding_breaks=False)
    for key, noun in (("obligations", "obligation"), ("prohibitions", "prohibition")):
        words = (noun, "can be broken now", "is no longer checked")
        yield from _list_changes(old, new, path, key, words, adding_breaks=True)


def _list_changes(
    old: RoleProfile,
    new: RoleProfile,
    path: Path,
    key: str,
    words: tuple[str, str, str],
    *,
    adding_breaks: bool,
) -> Iterator[Change]:
    before, after = list(getattr(old, key)), list(getattr(new, key))
    noun, added, removed = words
    for item in after:
        if item not in before:
            yield Change(
                kind="added",
                path=(*path, key),
                before=None,
                after=item,
                breaking=adding_breaks,
                why=f"One more {noun} that {added}.",
            )
    for item in before:
        if item not in after:
            yield Change(
                kind="removed",
                path=(*path, key),
                before=item,
                after=None,
                breaking=not adding_breaks,
                why=f"One {noun} that {removed}.",
            )
