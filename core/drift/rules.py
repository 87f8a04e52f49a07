"""Rules of a profile, compiled to predicates where that is certain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from core.drift.model import RoleProfile


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One obligation or prohibition that can be checked."""

    text: str
    kind: Literal["obligation", "prohibition"]
    condition: Any


def compile_rules(profile: RoleProfile) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """Return the rules that can be checked, and the sentences that can't."""
    texts = [
        rule if isinstance(rule, str) else str(rule.get("rule", rule))
        for rule in (*profile.obligations, *profile.prohibitions)
    ]
    return (), tuple(texts)
