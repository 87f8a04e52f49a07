"""Measures role drift on labelled turns: ``python -m core eval drift TURNS --roles ROLES``.

Every number comes with what it was counted on. A turn is scored alone, without history, and with
nothing but the profiles given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.drift import (
    CompiledRoles,
    DriftSettings,
    Encoder,
    RoleProfile,
    RoleSet,
    TurnScore,
    compile_roles,
    get_encoder,
    score_turn,
)
from core.drift.acts import speech_acts
from core.drift.energy import leakage, out_of_role
from core.drift.model import SPEECH_ACTS
from core.drift.pragmatics import clause_features
from core.drift.predicates import Context
from core.drift.reading import read
from core.drift.rules import broken_rules
from core.errors import DocumentError

LIKE_LENGTH = 0.15
"""Pairs whose lengths differ by at most this share are 'of like length'."""

PUBLISHED_MEANS = {"consistent": 0.36, "drifted": 1.47}
"""Mean energies in the paper; they belong to another encoder."""

_ACT_CONFIDENCE = 0.5
_TIMED_TURNS = 200


@dataclass(frozen=True, slots=True)
class _Turn:
    id: str
    role: str
    text: str
    drifted: bool
    drift_into: str | None
    acts: frozenset[str]
    language: str


def role_set_from_list(roles: Iterable[Mapping[str, Any]]) -> RoleSet:
    """Build a role set from a bare list of profiles, where a name may be called 'role'.

    Raises:
        DocumentError: A profile without a name, or with fields of the wrong kind.
    """
    profiles = []
    for number, entry in enumerate(roles, start=1):
        fields = {key: value for key, value in entry.items() if key != "role"}
        name = entry.get("name", entry.get("role"))
        if not isinstance(name, str) or not name:
            raise DocumentError("A role has no name.", where=f"profile {number}")
        try:
            profiles.append(RoleProfile(**{**fields, "name": name}))
        except ValueError as problem:
            raise DocumentError(
                "This profile can't be read.", where=name, hint=str(problem)
            ) from problem
    return RoleSet(name="evaluated", roles=tuple(profiles))


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float | None:
    """Return the chance that a positive scores higher than a negative, ties counted half.

    None if either side is empty.
    """
    if not len(positive) or not len(negative):
        return None
    high = np.asarray(positive, dtype=np.float64)[:, None]
    low = np.asarray(negative, dtype=np.float64)[None, :]
    return round(float(np.mean((high > low) + 0.5 * (high == low))), 4)


def evaluate_drift(
    turns: Iterable[Mapping[str, Any]],
    roles: Iterable[Mapping[str, Any]] | Mapping[str, Any],
    *,
    encoder: Encoder | None = None,
    settings: DriftSettings | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Score labelled turns and measure how well drift is told.

    Args:
        turns: Records with ``id, role, text, label`` (``consistent`` or ``drifted``) and, where
            known, ``drift_into``, ``acts``, ``lang``.
        roles: The profiles, as a list (a name may stand under ``name`` or ``role``) or as a
            RoleSet document.
        encoder: ``wordllama`` by default.
        settings: The published weights by default.

    Returns:
        A summary, and one row per turn: ``id, energy, flagged, terms, acts, nearest_role``.

    Raises:
        DocumentError: A turn lacks a field, or names a role without a profile.
    """
    settings = settings or DriftSettings()
    listed = roles.get("roles", ()) if isinstance(roles, Mapping) else roles
    compiled = compile_roles(role_set_from_list(listed), encoder or get_encoder())
    parsed = [_parse(record, number, compiled) for number, record in enumerate(turns, start=1)]
    scores = [score_turn(compiled, t.role, t.text, settings=settings) for t in parsed]
    tau = settings.threshold(compiled)
    rows = [_row(turn, score, tau) for turn, score in zip(parsed, scores, strict=True)]
    return _summary(parsed, scores, compiled, settings), rows


def _parse(record: Mapping[str, Any], number: int, compiled: CompiledRoles) -> _Turn:
    where = f"turn {record.get('id', number)}"
    for key in ("role", "text", "label"):
        if not isinstance(record.get(key), str):
            raise DocumentError(f"The field '{key}' is missing or no text.", where=where)
    if record["label"] not in {"consistent", "drifted"}:
        raise DocumentError(
            f"The label is '{record['label']}'.", where=where, hint="Use consistent or drifted."
        )
    if record["role"] not in compiled.roles:
        raise DocumentError(f"There is no profile for the role '{record['role']}'.", where=where)
    into = record.get("drift_into")
    return _Turn(
        id=str(record.get("id", number)),
        role=record["role"],
        text=record["text"],
        drifted=record["label"] == "drifted",
        drift_into=into if isinstance(into, str) else None,
        acts=frozenset(str(act) for act in record.get("acts") or ()),
        language=str(record.get("lang") or "unknown"),
    )


def _row(turn: _Turn, score: TurnScore, tau: float) -> dict[str, Any]:
    terms = score.terms
    return {
        "id": turn.id,
        "energy": score.energy,
        "flagged": score.energy > tau,
        "terms": {
            "out": terms.out,
            "leak": terms.leak,
            "ling": terms.ling,
            "logic": terms.logic,
        },
        "acts": dict(score.acts),
        "nearest_role": score.nearest_role,
    }


def _summary(
    turns: list[_Turn], scores: list[TurnScore], compiled: CompiledRoles, settings: DriftSettings
) -> dict[str, Any]:
    tau = settings.threshold(compiled)
    energies = [score.energy for score in scores]
    return {
        "turns": len(turns),
        "drifted": sum(turn.drifted for turn in turns),
        "encoder": compiled.encoder_name,
        "tau": tau,
        "leak_dimension_ratio": round(compiled.leak_dimension_ratio, 4),
        "auroc": {
            "energy": _auroc_of(turns, energies),
            "out": _auroc_of(turns, [s.terms.out for s in scores]),
            "leak": _auroc_of(turns, [s.terms.leak for s in scores]),
            "ling": _auroc_of(turns, [s.terms.ling for s in scores]),
            "logic": _auroc_of(turns, [s.terms.logic for s in scores]),
        },
        "auroc_like_length": _like_length(turns, energies),
        "balanced_accuracy": _balanced_accuracy(turns, energies, tau),
        "mean_energy": {
            "consistent": _mean(e for t, e in zip(turns, energies, strict=True) if not t.drifted),
            "drifted": _mean(e for t, e in zip(turns, energies, strict=True) if t.drifted),
            "published": PUBLISHED_MEANS,
        },
        "nearest_role": _nearest(turns, scores),
        "speech_acts": _act_scores(turns, scores),
        "by_role": _groups(turns, energies, tau, lambda turn: turn.role),
        "by_language": _groups(turns, energies, tau, lambda turn: turn.language),
        "milliseconds_per_turn": _timing(turns[:_TIMED_TURNS], compiled, settings),
    }


def _auroc_of(turns: list[_Turn], values: Sequence[float]) -> float | None:
    return auroc(
        [v for t, v in zip(turns, values, strict=True) if t.drifted],
        [v for t, v in zip(turns, values, strict=True) if not t.drifted],
    )


def _like_length(turns: list[_Turn], energies: list[float]) -> dict[str, Any]:
    length = np.array([len(turn.text) for turn in turns], dtype=np.float64)
    energy = np.array(energies)
    drifted = np.array([turn.drifted for turn in turns], dtype=bool)
    high, low = np.flatnonzero(drifted), np.flatnonzero(~drifted)
    longer = np.maximum(length[high][:, None], length[low][None, :])
    alike = np.abs(length[high][:, None] - length[low][None, :]) <= LIKE_LENGTH * longer
    wins = (energy[high][:, None] > energy[low][None, :]) + 0.5 * (
        energy[high][:, None] == energy[low][None, :]
    )
    pairs = int(alike.sum())
    return {"auroc": round(float(wins[alike].mean()), 4) if pairs else None, "pairs": pairs}


def _balanced_accuracy(turns: list[_Turn], energies: list[float], tau: float) -> float | None:
    hits = [e > tau for t, e in zip(turns, energies, strict=True) if t.drifted]
    rests = [e <= tau for t, e in zip(turns, energies, strict=True) if not t.drifted]
    if not hits or not rests:
        return None
    return round((sum(hits) / len(hits) + sum(rests) / len(rests)) / 2, 4)


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return round(float(np.mean(found)), 4) if found else None


def _nearest(turns: list[_Turn], scores: list[TurnScore]) -> dict[str, Any]:
    named = [
        score.nearest_role == turn.drift_into
        for turn, score in zip(turns, scores, strict=True)
        if turn.drifted and turn.drift_into
    ]
    return {"right": round(sum(named) / len(named), 4) if named else None, "turns": len(named)}


def _act_scores(turns: list[_Turn], scores: list[TurnScore]) -> dict[str, Any]:
    counts = {act: [0, 0, 0] for act in SPEECH_ACTS}  # right, too much, missed
    for turn, score in zip(turns, scores, strict=True):
        if not turn.acts:
            continue
        found = {act for act, value in score.acts.items() if value >= _ACT_CONFIDENCE}
        for act in SPEECH_ACTS:
            if act in found and act in turn.acts:
                counts[act][0] += 1
            elif act in found:
                counts[act][1] += 1
            elif act in turn.acts:
                counts[act][2] += 1
    right, excess, missed = (sum(c[i] for c in counts.values()) for i in range(3))
    return {
        "micro_f1": _f1(right, excess, missed),
        "per_act": {
            act: {"f1": _f1(*c), "right": c[0], "too_much": c[1], "missed": c[2]}
            for act, c in counts.items()
        },
    }


def _f1(right: int, excess: int, missed: int) -> float | None:
    total = 2 * right + excess + missed
    return round(2 * right / total, 4) if total else None


def _groups(
    turns: list[_Turn], energies: list[float], tau: float, key: Callable[[_Turn], str]
) -> dict[str, Any]:
    result = {}
    for name in sorted({key(turn) for turn in turns}):
        pairs = [(t, e) for t, e in zip(turns, energies, strict=True) if key(t) == name]
        chosen, values = [t for t, _ in pairs], [e for _, e in pairs]
        result[name] = {
            "turns": len(chosen),
            "auroc": _auroc_of(chosen, values),
            "balanced_accuracy": _balanced_accuracy(chosen, values, tau),
        }
    return result


def _timing(
    turns: list[_Turn], compiled: CompiledRoles, settings: DriftSettings
) -> dict[str, float]:
    """Return mean milliseconds of processor time per turn and part, past all caches."""
    spent = dict.fromkeys(("reading", "acts", "encode", "geometry", "predicates"), 0.0)
    for turn in turns:
        role = compiled.roles[turn.role]
        clock = [time.process_time()]
        reading = read.__wrapped__(turn.text)
        clock.append(time.process_time())
        speech_acts(reading)
        clause_features(reading)
        clock.append(time.process_time())
        compiled.encoder.encode([clause.text for clause in reading.clauses])
        clock.append(time.process_time())
        broken_rules(role.rules, Context(reading=reading))
        clock.append(time.process_time())
        vector = compiled.behaviour.vector(reading)
        vectored = time.process_time()
        out_of_role(role.own, vector)
        leakage(role.other, vector)
        role.correction(settings.lam) @ vector
        compiled.nearest(vector, apart_from=turn.role)
        clock.append(time.process_time())
        encode = clock[3] - clock[2]
        spent["reading"] += clock[1] - clock[0]
        spent["acts"] += clock[2] - clock[1]
        spent["encode"] += encode
        spent["predicates"] += clock[4] - clock[3]
        # The vector encodes once more; that part is counted above.
        spent["geometry"] += max(0.0, vectored - clock[4] - encode) + clock[5] - vectored
    count = max(1, len(turns))
    parts = {name: round(1000 * seconds / count, 4) for name, seconds in spent.items()}
    total = sum(parts.values())
    return {
        **parts,
        "without_encoder": round(total - parts["encode"], 4),
        "with_encoder": round(total, 4),
    }
