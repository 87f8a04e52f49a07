"""Functional features of a clause: what it does, to whom, in which mood. Nothing about its topic.

Length, punctuation and digits are deliberately not among them: in sets of example messages they
betray who wrote them rather than what was done.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

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


_ACT = {act: _INDEX[f"act:{act}"] for act in SPEECH_ACTS}
_DID = {concept: _INDEX[f"did:{concept}"] for concept in _CONCEPTS}
_SUBJECT = {name[8:]: place for name, place in _INDEX.items() if name.startswith("subject:")}
_MOOD = {name[5:]: place for name, place in _INDEX.items() if name.startswith("mood:")}
_TENSE = {True: _INDEX["tense:past"], False: _INDEX["tense:present"]}
_CLAUSE_FLAGS = tuple(_INDEX[name] for name in ("vocative", "please", "quote", "key"))


def _marks(clause: Clause, frames: tuple[Frame, ...]) -> list[int]:
    """Return the columns that are 1 in a clause."""
    flags = (clause.vocative, clause.please, clause.has_quote, clause.has_key)
    found: list[int | None] = list(compress(_CLAUSE_FLAGS, flags))
    for frame in frames:
        past = frame.form == "past"
        found += (_SUBJECT.get(frame.subject), _MOOD.get(frame.modal), _TENSE[past])
        if frame.subject == "first" and past and not frame.negated:
            found += [_DID.get(concept) for concept in frame.concepts]
        if frame.imperative:
            found.append(_MOOD["imperative"])
        if frame.passive:
            found.append(_MOOD["passive"])
        if frame.negated:
            found.append(_INDEX["negated"])
    return [column for column in found if column is not None]


@lru_cache(maxsize=2048)
def clause_features(reading: Reading) -> Matrix:
    """Return one row of features in [0, 1] per clause, shape ``(clauses, len(FEATURES))``."""
    _, per_clause = speech_acts(reading)
    features = np.zeros((len(reading.clauses), len(FEATURES)))
    for row, clause, frames, acts in zip(
        features, reading.clauses, reading.by_clause, per_clause, strict=True
    ):
        for act, confidence in acts.acts.items():
            row[_ACT[act]] = confidence
        columns = _marks(clause, frames)
        if columns:
            row[columns] = 1.0
    for pattern, places in reading.places.items():
        column = _SCANNED.get(pattern)
        if column is not None:
            features[list(places), column] = 1.0
    return features
