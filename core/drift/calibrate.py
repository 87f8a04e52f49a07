"""The threshold tau, from the profiles' own texts."""

from __future__ import annotations

from core.drift.geometry import CompiledRoles


def calibrate(compiled: CompiledRoles) -> CompiledRoles:
    """Return the roles with a calibrated threshold."""
    return compiled
