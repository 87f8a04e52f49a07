"""Rules that a profile implies: what it doesn't say, since it says what the role may do.

A profile that lists the acts of a role forbids other roles' work and authority, whether or not a sentence
repeats it; and where the roles of a set show work products of some kind, the others don't issue them.
Roles without any stated rule get none of these: nobody has begun to bind them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.drift.authority import CLAIM_KINDS, NEEDS, documents_of_others
from core.drift.doubt import doubts
from core.drift.model import RoleProfile, Rule

_POWERS = (
    "VERIFY",
    "EXECUTE",
    "DELEGATE",
    "PLAN",
    "RECOMMEND",
    "APPROVE",
    "WRITE_MEMORY",
)
"""Acts by which one role takes another's work or authority. To state, to ask, to decline, to look
something up and to put it in short take nothing from anybody."""
_ACT_OF = {
    "assigns_work": "DELEGATE",
    "approves": "APPROVE",
    "verifies": "VERIFY",
    "recommends": "RECOMMEND",
    "plans": "PLAN",
    "claims_change": "EXECUTE",
    "writes_memory": "WRITE_MEMORY",
}
_SURE_ACT = 0.7
"""Confidence from which an act outside the list counts as a broken rule and not only as leaning."""


def implied_rules(
    profile: RoleProfile, stated: Sequence[Rule], others: Sequence[RoleProfile] = ()
) -> tuple[Rule, ...]:
    """Return the prohibitions that follow from a profile and from its set.

    Args:
        profile: The role; it is taken to state at least one rule.
        stated: Its own rules, so that nothing is forbidden twice.
        others: The other roles of the set.
    """
    rules = (
        _own_acts_only(profile, stated),
        _no_authority(profile),
        _no_work_of_others(profile, others),
    )
    return tuple(rule for rule in rules if rule is not None)


def _no_authority(profile: RoleProfile) -> Rule | None:
    """Return the prohibition to claim an authority for which the role lacks the act."""
    allowed = profile.allowed_speech_acts
    lacking = [kind for kind, act in NEEDS.items() if act not in allowed]
    if not allowed or not lacking:
        return None
    acts = " and ".join(dict.fromkeys(NEEDS[kind] for kind in lacking))
    return Rule(
        text=f"Claim no authority that this role lacks (no {acts})",
        kind="prohibition",
        condition={"predicate": "claims_authority", "kind": lacking},
        detail="; ".join(CLAIM_KINDS[kind] for kind in lacking),
        adds=True,
    )


def _no_work_of_others(profile: RoleProfile, others: Sequence[RoleProfile]) -> Rule | None:
    """Return the prohibition to issue work products that other roles of the set show as theirs."""
    kinds = documents_of_others(profile, others)
    if not kinds:
        return None
    whose = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds.items())
    return Rule(
        text=f"Issue no work product of another role ({whose})",
        kind="prohibition",
        condition={"predicate": "issues_document", "kind": list(kinds)},
        detail=f"issues {' or '.join(kinds)}",
        adds=True,
    )


def _own_acts_only(profile: RoleProfile, rules: Sequence[Rule]) -> Rule | None:
    """Return the prohibition that a list of allowed acts implies: other roles' work is not done.

    A profile that lists what a role may do forbids the rest, whether or not a sentence repeats it.
    Acts of which a stated prohibition speaks already are left to that one, so that nothing counts twice.
    """
    if not profile.allowed_speech_acts:
        return None
    named = {
        act for rule in rules if rule.kind == "prohibition" for act in _acts_of(rule.condition)
    }
    others = [a for a in _POWERS if a not in named and a not in profile.allowed_speech_acts]
    if not others:
        return None
    doubt = doubts(profile)
    condition = {
        "any": [
            {"predicate": "performs", "act": act, "at_least": _surely(doubt.get(act, 0.0))}
            for act in others
        ]
    }
    return Rule(
        text=f"Keep to the acts of this role (not {', '.join(others)})",
        kind="prohibition",
        condition=condition,
        detail="acts of other roles",
    )


def _surely(doubt: float) -> float:
    """Return the confidence of which enough is left when the doubt is taken off."""
    return round(doubt + (1 - doubt) * _SURE_ACT, 6)


def _acts_of(condition: Mapping[str, Any]) -> set[str]:
    """Return the acts of which a condition speaks."""
    inner = [*condition.get("any", ()), *condition.get("all", ())]
    if "not" in condition:
        inner.append(condition["not"])
    found = {act for part in inner for act in _acts_of(part)}
    name = condition.get("predicate")
    act = condition.get("act") if name == "performs" else _ACT_OF.get(str(name))
    return found | ({str(act)} if act else set())
