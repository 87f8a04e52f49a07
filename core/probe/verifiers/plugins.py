"""Verifiers in Python: only what is installed as an entry point, never code from a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from core.contract.names import did_you_mean
from core.errors import DocumentError
from core.trace.model import Event

GROUP = "baton.verifiers"
PluginVerifier: TypeAlias = Callable[[Sequence[Event], Mapping[str, Any]], bool]
"""Gets the events of the run and the options of the document; says whether the run passed."""


def plugin(name: str) -> PluginVerifier:
    """Return an installed verifier.

    Args:
        name: Name of its entry point in the group ``baton.verifiers``.

    Raises:
        DocumentError: None of that name is installed, or it can't be loaded.
    """
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        guess = did_you_mean(name, list(found))
        hint = f"Did you mean '{guess}'?" if guess else f"Install a package with one in '{GROUP}'."
        raise DocumentError(f"No verifier is installed under the name '{name}'.", hint=hint)
    try:
        loaded: PluginVerifier = found[name].load()
    except Exception as error:
        raise DocumentError(f"The installed verifier '{name}' can't be loaded: {error}.") from error
    return loaded
