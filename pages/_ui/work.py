"""Work that may run in a process of its own: plain functions of picklable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.model import RoleSet, Weights
from core.errors import SettingError
from core.gate.model import PriorsSet
from core.report import Analysis
from core.settings import ReplaySettings
from core.trace.model import Trace


@dataclass(frozen=True, kw_only=True)
class AnalysisRequest:
    """Everything one analysis uses."""

    trace_id: str
    contract: Contract
    roles: RoleSet | None = None
    priors: PriorsSet | None = None
    binding: Binding = field(default_factory=Binding)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``core.settings.ReplaySettings`` that differ from their defaults."""
    bases: bytes = b""
    """The compiled role set, for a process that hasn't compiled it yet; may be empty."""


def replay_settings(values: Mapping[str, Any]) -> ReplaySettings:
    """Return settings from stored values; what is missing keeps its default.

    Raises:
        SettingError: A value is of the wrong kind, or this version doesn't know it.
    """
    fields = dict(values)
    try:
        if isinstance(fields.get("weights"), Mapping):
            fields["weights"] = Weights(**fields["weights"])
        return ReplaySettings(**fields)
    except TypeError as error:
        raise SettingError(
            "The analysis defaults can't be used.", hint="Save them again under Settings."
        ) from error


def role_texts(roles: RoleSet | None) -> dict[str, str]:
    """Return what each role says of itself, by which agents are bound to roles."""
    found = roles.roles if roles else ()
    return {role.name: " ".join((role.description, *role.demonstrations)) for role in found}


def analyse_request(trace: Trace, request: AnalysisRequest) -> Analysis:
    """Run the controller over a trace."""
    from core.controller import analyse
    from core.drift import get_encoder
    from core.drift.bases import unpack_roles

    settings = replay_settings(request.settings)
    if request.roles and request.bases:
        unpack_roles(request.bases, request.roles, get_encoder(settings.encoder))
    return analyse(
        trace,
        request.contract,
        roles=request.roles,
        priors=request.priors,
        settings=settings,
        binding=request.binding,
    )
