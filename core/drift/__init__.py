"""Role control: encoders, role bases, speech acts, rules, energy, correction."""

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
