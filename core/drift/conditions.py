"""Whether a condition of a typed rule can be understood: its predicates and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.drift.model import SPEECH_ACTS
from core.drift.predicates import KINDS, PREDICATES, SURE
from core.errors import DocumentError


def check_condition(condition: Any) -> None:
    """Raise where a condition of a typed rule can't be understood.

    Raises:
        DocumentError: Not a mapping, an unknown predicate, act or kind, or an empty combination.
    """
    if not isinstance(condition, Mapping):
        raise DocumentError("A typed rule needs a condition such as {predicate: assigns_work}.")
    for key in ("all", "any"):
        if key in condition:
            if not isinstance(condition[key], list | tuple) or not condition[key]:
                raise DocumentError(f"'{key}' needs a list of conditions.")
            for part in condition[key]:
                check_condition(part)
            return
    if "not" in condition:
        check_condition(condition["not"])
        return
    name = condition.get("predicate")
    if not isinstance(name, str) or name not in PREDICATES:
        raise DocumentError(
            f"There is no predicate '{name}'.", hint=f"Known are: {', '.join(sorted(PREDICATES))}."
        )
    _check_parameters(name, condition)


def _check_parameters(name: str, condition: Mapping[str, Any]) -> None:
    if name == "performs" and condition.get("act") not in SPEECH_ACTS:
        raise DocumentError(
            f"There is no speech act '{condition.get('act')}'.",
            hint=f"Known are: {', '.join(SPEECH_ACTS)}.",
        )
    at_least = condition.get("at_least", SURE)
    if isinstance(at_least, bool) or not isinstance(at_least, int | float):
        raise DocumentError("'at_least' needs a number from 0 to 1.")
    for key in ("object", "with"):
        if not isinstance(condition.get(key), str | list | tuple | None):
            raise DocumentError(f"'{key}' needs a noun or a list of nouns.")
    if name in KINDS and "kind" in condition:
        given = condition["kind"]
        for kind in given if isinstance(given, list | tuple) and given else [given]:
            if kind not in KINDS[name]:
                raise DocumentError(
                    f"'{name}' has no kind '{kind}'.", hint=f"Known are: {', '.join(KINDS[name])}."
                )
