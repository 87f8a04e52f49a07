"""The model that may be asked for a rewrite, or none."""

from __future__ import annotations

from core.drift.rewrite import Ask


def asking() -> Ask | None:
    """Return what asks the configured model; None while no endpoint is configured."""
    return None


def model_name() -> str:
    """Return the name of the configured model, or an empty string."""
    return ""
