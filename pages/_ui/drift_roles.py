"""The role set of an analysis, compiled once per process, and the energy of a text in it."""

from __future__ import annotations

import streamlit as st

from core.drift import CompiledRoles, DriftSettings, Weights, score_turn
from core.drift.model import RoleSet
from core.errors import ModelError, SettingError
from core.report import BoundaryReport
from core.trace.quotes import own_words
from pages._ui.services import services
from pages._ui.trace_analysis import Opened

_CONTEXT_TURNS = 8


@st.cache_resource(max_entries=4, show_spinner=False)
def _compiled(digest: str, encoder: str, mark: str, _roles: RoleSet) -> CompiledRoles:
    return services().compiled_roles(_roles, encoder)


def compiled_roles(shown: Opened) -> CompiledRoles | None:
    """Return the compiled role set that an analysis used, or None if there is none here.

    None too where its encoder can't be used on this machine: another one's vectors say nothing.
    """
    if shown.roles is None:
        return None
    inputs = shown.analysis.inputs
    try:
        found = _compiled(inputs.roles_hash, _encoder(shown), mark_of(shown), shown.roles)
    except (SettingError, ModelError):
        return None
    # Behind the same name there may be another model by now.
    return found if inputs.encoder in ("", found.encoder_name) else None


def mark_of(shown: Opened) -> str:
    """Return what tells this visit's vectors from another's, where the encoder is at an endpoint.

    Raises:
        NoEndpointError: It is, and this visit has none.
    """
    return services().live.mark(_encoder(shown))


def _encoder(shown: Opened) -> str:
    return str(shown.analysis.inputs.settings.get("encoder") or "wordllama")


def weights_of(shown: Opened) -> Weights:
    """Return the weights of the energy that an analysis used."""
    known = shown.analysis.inputs.settings.get("weights") or {}
    return Weights(**{name: float(known[name]) for name in Weights.__slots__ if name in known})


def tau_of(shown: Opened) -> float | None:
    """Return the threshold that an analysis used, or None."""
    tau = shown.analysis.inputs.settings.get("tau_used")
    return float(tau) if tau is not None else None


def energy_of(shown: Opened, report: BoundaryReport, text: str) -> tuple[float, float] | None:
    """Return energy and threshold of a text in the place of a turn; None where there is none."""
    compiled, tau = compiled_roles(shown), tau_of(shown)
    role = report.drift.role if report.drift else None
    if compiled is None or tau is None or role is None or role not in compiled.roles:
        return None
    earlier = [e.text for e in shown.trace.events if e.seq < report.seq][-_CONTEXT_TURNS:]
    try:
        score = score_turn(
            compiled,
            role,
            own_words(text),
            history=earlier,
            agents=shown.trace.agent_names,
            settings=DriftSettings(weights=weights_of(shown), tau=tau),
        )
    except ModelError:
        return None  # the encoder is at an endpoint that can't be reached
    return score.energy, tau
