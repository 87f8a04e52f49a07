"""Role drift of one turn: the four terms, the energy, and where the turn should have been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from core.drift.acts import speech_acts
from core.drift.calibrate import tau_for
from core.drift.doubt import doubted, doubted_clauses
from core.drift.energy import energy, leakage, linguistic, out_of_role
from core.drift.geometry import CompiledRoles
from core.drift.model import Broken, ClauseAct, Terms, TurnScore, Weights
from core.drift.predicates import Context
from core.drift.quoting import own_words
from core.drift.reading import read
from core.drift.rules import broken_rules
from core.errors import NotFoundError

Mode: TypeAlias = Literal["never", "above_tau", "every_turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftSettings:
    """How drift is weighed, and when a rewrite is proposed (method, section 3)."""

    weights: Weights = field(default_factory=Weights)
    lam: float = 0.5
    """lambda: how strongly other roles repel the correction target."""
    rho: float = 0.95
    """Share of the cumulative drift that is remembered from turn to turn."""
    tau: float | None = None
    """Threshold of the energy; None takes the calibrated one of the role set."""
    mode: Mode = "above_tau"
    """When a rewrite is proposed: never, where E > tau, or at every turn (the full method)."""

    def threshold(self, compiled: CompiledRoles) -> float:
        """Return tau as it is used for a role set.

        A calibrated threshold belongs to the weights it was calibrated with: other weights have
        the profiles' own texts scored again.
        """
        if self.tau is not None:
            return self.tau
        return tau_for(compiled, self.weights)


def score_turn(
    compiled: CompiledRoles,
    role_name: str,
    text: str,
    *,
    history: Sequence[str] = (),
    agents: Sequence[str] = (),
    settings: DriftSettings | None = None,
) -> TurnScore:
    """Score one turn against its role.

    Args:
        compiled: The role set, compiled for an encoder.
        role_name: Name of the role profile that the speaking agent is bound to.
        text: The message or output.
        history: Earlier texts, oldest first; rules with scope 'run' look at them, and a line behind
            '>' is a quotation only if it stands in one of them.
        agents: Names of the agents in the run; makes it certain who is spoken to.
        settings: Weights and lambda; the published ones by default.

    Returns:
        The score. Numbers are rounded to 6 decimals, vectors to 5, so that a replay is identical
        byte for byte. A text without letters says nothing: all terms are 0. A role without
        description and demonstrations has no subspace: D_out and D_leak are 0 and no target is
        given; acts and rules are judged all the same.

    Raises:
        NotFoundError: The role set has no role of that name.
    """
    settings = settings or DriftSettings()
    role = compiled.roles.get(role_name)
    if role is None:
        raise NotFoundError(
            f"The role set '{compiled.name}' has no role '{role_name}'. "
            f"It has: {', '.join(compiled.roles) or 'none'}."
        )
    reading = read(own_words(text, history), frozenset(agents))
    if not reading.clauses:
        return TurnScore(
            role=role_name,
            encoder=compiled.encoder_name,
            terms=Terms(out=0.0, leak=0.0, ling=0.0, logic=0.0),
            energy=0.0,
            acts={},
            unchecked=role.unchecked,
        )
    heard, parts = speech_acts(reading)
    acts, clauses = doubted(heard, role.doubt), doubted_clauses(parts, role.doubt)
    broken = broken_rules(
        role.rules,
        Context(
            reading=reading,
            agents=frozenset(agents),
            history=tuple(read(turn, frozenset(agents)) for turn in history)
            if any(rule.scope == "run" for rule in role.rules)
            else (),
        ),
    )
    vector, leanings = compiled.behaviour.view(reading)
    known = role.rank > 0 and bool(np.any(vector))
    terms = Terms(
        out=round(out_of_role(role.own, vector), 6) if known else 0.0,
        leak=round(leakage(role.other, vector), 6) if known else 0.0,
        ling=round(linguistic(acts, role.allowed), 6),
        logic=float(len(broken)),
    )
    target = role.correction(settings.lam) @ vector if known else None
    return TurnScore(
        role=role_name,
        encoder=compiled.encoder_name,
        terms=terms,
        energy=round(energy(terms, settings.weights), 6),
        acts=acts,
        clauses=clauses,
        broken=broken,
        unchecked=role.unchecked,
        nearest_role=_leans_to(compiled, role_name, leanings, clauses, broken)
        or compiled.nearest(vector, apart_from=role_name),
        vector=_rounded(vector),
        target=_rounded(target) if target is not None else (),
    )


def _leans_to(
    compiled: CompiledRoles,
    role_name: str,
    leanings: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    clauses: Sequence[ClauseAct],
    broken: Sequence[Broken],
) -> str | None:
    """Return the other role to which the offending clauses lean; None if no clause offends.

    A clause offends by as much as it performs foreign acts, and by one if it breaks a rule.
    """
    axes = compiled.behaviour.axis_of
    own = axes.get(role_name)
    allowed = compiled.roles[role_name].allowed
    spans = {one.span for one in broken}
    weights = np.array(
        [
            linguistic(clause.acts, allowed) + ((clause.start, clause.end) in spans)
            for clause in clauses
        ]
    )
    if not weights.any():
        return None
    toward = weights @ np.maximum(leanings, 0.0)
    best, most = None, 1e-9
    for name, axis in axes.items():
        if axis != own and toward[axis] > most + 1e-9:
            best, most = name, float(toward[axis])
    return best


def _rounded(vector: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, ...]:
    rounded: list[float] = (np.round(vector, 5) + 0.0).tolist()
    return tuple(rounded)
