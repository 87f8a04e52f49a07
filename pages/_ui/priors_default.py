"""The priors set that new analyses and live runs of the workspace propose."""

from __future__ import annotations

from collections.abc import Iterable

from pages._ui.services import services

_KEY = "priors"


def default_priors(known: Iterable[str] | None = None) -> str:
    """Return the hash of the set that is proposed; empty if none is.

    Args:
        known: Hashes among which it must be; None: whatever was set.
    """
    key = str(services().setting(_KEY, "") or "")
    return key if known is None or key in known else ""


def set_default_priors(key: str) -> None:
    """Propose a set from now on, by its hash; empty proposes none."""
    services().set_setting(_KEY, key)
