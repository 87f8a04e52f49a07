"""Functional features of a clause: what it does, to whom, in which mood. Nothing about its topic.

Length, punctuation and digits are deliberately not among them: in sets of example messages they
betray who wrote them rather than what was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.drift.acts import speech_acts
from core.drift.lexicon.cues import DEADLINE, MEMORY, REFERENCE
from core.drift.lexicon.model import ClausePattern
from core.drift.lexicon.says import SAYS
from core.drift.model import SPEECH_ACTS
from core.drift.reading import Reading
from core.drift.words import Clause, Frame

Matrix = NDArray[np.float64]

_CONCEPTS = (
    "execute", "edit", "delete", "verify", "store", "retrieve", "approve", "reject", "recommend",
    "assign", "say", "infer", "guess", "request",
)  # fmt: skip

FEATURES: tuple[str, ...] = (
    *(f"act:{act}" for act in SPEECH_ACTS),
    *(f"did:{concept}" for concept in _CONCEPTS),
    *(f"says:{name}" for name in SAYS),
    "subject:first", "subject:second", "subject:agent", "subject:other",
    "mood:imperative", "mood:should", "mood:would", "mood:will", "mood:can", "mood:passive",
    "tense:past", "tense:present", "negated", "vocative", "please", "quote", "key", "reference",
    "deadline", "memory",
)  # fmt: skip
"""Names of the features, in order."""

_INDEX = {name: index for index, name in enumerate(FEATURES)}
_SCANNED: dict[ClausePattern, int] = {
    **{pattern: _INDEX[f"says:{name}"] for name, pattern in SAYS.items()},
    REFERENCE: _INDEX["reference"],
    DEADLINE: _INDEX["deadline"],
    MEMORY: _INDEX["memory"],
}
"""Pattern -> column."""


def _clause_row(clause: Clause, frames: tuple[Frame, ...], acts: Mapping[str, float]) -> Matrix:
    row = np.zeros(len(FEATURES))
    for act, confidence in acts.items():
        row[_INDEX[f"act:{act}"]] = confidence
    for frame in frames:
        own = frame.subject == "first" and not frame.negated and frame.form == "past"
        names = [f"subject:{frame.subject}", f"mood:{frame.modal}"]
        names.extend(f"did:{concept}" for concept in frame.concepts if own)
        names.append("tense:past" if frame.form == "past" else "tense:present")
        names.extend(
            name
            for name, present in (
                ("mood:imperative", frame.imperative),
                ("mood:passive", frame.passive),
                ("negated", frame.negated),
            )
            if present
        )
        for name in names:
            if name in _INDEX:
                row[_INDEX[name]] = 1.0
    row[_INDEX["vocative"]] = bool(clause.vocative)
    row[_INDEX["please"]] = clause.please
    row[_INDEX["quote"]] = clause.has_quote
    row[_INDEX["key"]] = clause.has_key
    return row


@lru_cache(maxsize=2048)
def clause_features(reading: Reading) -> Matrix:
    """Return one row of features in [0, 1] per clause, shape ``(clauses, len(FEATURES))``."""
    _, per_clause = speech_acts(reading)
    rows = [
        _clause_row(clause, frames, acts.acts)
        for clause, frames, acts in zip(reading.clauses, reading.by_clause, per_clause, strict=True)
    ]
    features = np.array(rows) if rows else np.zeros((0, len(FEATURES)))
    for pattern, places in reading.places.items():
        column = _SCANNED.get(pattern)
        if column is not None:
            features[list(places), column] = 1.0
    return features
