"""Role control: encoders, role bases, speech acts, rules, energy, correction."""

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.drift.encoders import Encoder, get_encoder, wordllama_encoder
    from core.drift.energy import cumulative, system_drift
    from core.drift.geometry import CompiledRoles, compile_roles
    from core.drift.model import RoleProfile, RoleSet, Terms, TurnScore, Weights
    from core.drift.score import DriftSettings, score_turn

__all__ = [
    "CompiledRoles",
    "DriftSettings",
    "Encoder",
    "RoleProfile",
    "RoleSet",
    "Terms",
    "TurnScore",
    "Weights",
    "compile_roles",
    "cumulative",
    "get_encoder",
    "score_turn",
    "system_drift",
    "wordllama_encoder",
]

__getattr__ = on_demand(
    __name__,
    {
        "Encoder": "core.drift.encoders",
        "get_encoder": "core.drift.encoders",
        "wordllama_encoder": "core.drift.encoders",
        "cumulative": "core.drift.energy",
        "system_drift": "core.drift.energy",
        "CompiledRoles": "core.drift.geometry",
        "compile_roles": "core.drift.geometry",
        "RoleProfile": "core.drift.model",
        "RoleSet": "core.drift.model",
        "Terms": "core.drift.model",
        "TurnScore": "core.drift.model",
        "Weights": "core.drift.model",
        "DriftSettings": "core.drift.score",
        "score_turn": "core.drift.score",
    },
)
