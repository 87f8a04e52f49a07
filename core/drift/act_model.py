"""How sure a speech act is: a linear model over what was read in a clause.

The rules of :mod:`core.drift.acts` say what speaks for an act, with a strength set by hand. How far
that can be trusted depends on what else stands in the clause: who is its subject, in which mood and
tense, whether a place is cited, whether somebody is spoken to, what the rest of the turn does. One
logistic regression per act weighs all of it. Its weights lie in ``data/acts.json`` and are made by
``scripts/fit_acts.py`` from labelled turns. Length, digits and punctuation are no features.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.drift.act_frames import Scene
from core.drift.lexicon.cues import CUES, REFERENCE
from core.drift.lexicon.hints import HINTS
from core.drift.lexicon.model import ClausePattern
from core.drift.lexicon.says import SAYS
from core.drift.model import SPEECH_ACTS
from core.drift.reading import Reading
from core.drift.words import Frame

Matrix = NDArray[np.float64]

WEIGHTS = Path(__file__).parent / "data" / "acts.json"

_CONCEPTS = (
    "execute", "edit", "delete", "verify", "store", "retrieve", "approve", "reject", "recommend",
    "assign", "say", "infer", "guess", "request", "plan", "summarise", "unlisted", "any",
)  # fmt: skip
_SHAPES = (
    "negated", "told", "asked", "wished", "will", "can", "has been done", "is done", "was done",
    "reported", "did", "others did", "doing", "does", "others do",
)  # fmt: skip
_FLAGS = (
    "vocative", "please", "quote", "key", "due", "memory", "question", "sequence", "russian",
    "handed",
)  # fmt: skip

NAMES: tuple[str, ...] = (
    *(f"evidence {act}" for act in SPEECH_ACTS),
    *(f"turn {act}" for act in SPEECH_ACTS),
    *(f"cue {name}" for _, _, name in CUES.values()),
    *(f"hint {name}" for name in HINTS.values()),
    *(f"says {name}" for name in SAYS),
    *(f"{concept} {shape}" for concept in _CONCEPTS for shape in _SHAPES),
    *_FLAGS,
    "reference",
)
"""Names of the features, in order. The first two groups are strengths in [0, 1], the others 0 or 1."""

TITLED = re.compile(r"^#{1,6} \S", re.MULTILINE)
"""A heading: the turn is a work product with parts."""

_INDEX = {name: place for place, name in enumerate(NAMES)}
_FLAG_COLUMNS = tuple(_INDEX[name] for name in _FLAGS)
_COLUMNS = {
    shape: {concept: _INDEX[f"{concept} {shape}"] for concept in _CONCEPTS} for shape in _SHAPES
}
_EVIDENCE = 2 * len(SPEECH_ACTS)
"""Features that are strengths; the rest is there or isn't."""
_NOTHING = len(NAMES)
"""Row of the weights that adds nothing."""
_BY_PATTERN: dict[ClausePattern, int] = {
    **{pattern: _INDEX[f"cue {name}"] for pattern, (_, _, name) in CUES.items()},
    **{pattern: _INDEX[f"hint {name}"] for pattern, name in HINTS.items()},
    **{pattern: _INDEX[f"says {name}"] for name, pattern in SAYS.items()},
    REFERENCE: _INDEX["reference"],
}


_CONDENSES = frozenset(
    place
    for name, place in _INDEX.items()
    if name.startswith("cue SUMMARIZE") or name in {"hint in_lines", "says gist"}
)
"""'In short' opens a part of a document with headings; a message that says so condenses others' words."""


def _shape(frame: Frame) -> str:
    """Return who does it in which mood, as one of a few kinds."""
    own = frame.subject == "first"
    if frame.negated:
        return "negated"
    if frame.imperative:
        return "told" if frame.addressed else "asked"
    if frame.modal in {"should", "must", "would"}:
        return "wished"
    if frame.modal in {"will", "can"}:
        return frame.modal
    if frame.form == "past":
        if frame.passive:
            return "has been done" if frame.perfect else "is done" if frame.present else "was done"
        return "reported" if frame.subject == "report" else "did" if own else "others did"
    return "doing" if frame.form == "ing" else "does" if own else "others do"


def turn_features(reading: Reading, scenes: Sequence[Scene]) -> Matrix:
    """Return what the model looks at, shape ``(clauses, len(NAMES))``, values in [0, 1].

    Args:
        reading: The turn.
        scenes: Its clauses with the evidence that rules have found.
    """
    evidence, present = _seen(reading, scenes)
    rows = np.zeros((len(scenes), len(NAMES)))
    rows[:, :_EVIDENCE] = evidence
    for row, columns in zip(rows, present, strict=True):
        row[list(columns)] = 1.0
    return rows


def _seen(reading: Reading, scenes: Sequence[Scene]) -> tuple[Matrix, list[set[int]]]:
    """Return the strengths, shape ``(clauses, 2 * acts)``, and which other features each clause has."""
    acts = len(SPEECH_ACTS)
    evidence = np.zeros((len(scenes), _EVIDENCE))
    evidence[:, :acts] = [
        [found.get(act, 0.0) for act in SPEECH_ACTS] for found in [scene.acts for scene in scenes]
    ]
    evidence[:, acts:] = evidence[:, :acts].max(axis=0)
    present = [_present(scene) for scene in scenes]
    ignored = _CONDENSES if TITLED.search(reading.text) else frozenset()
    for pattern, places in reading.places.items():
        column = _BY_PATTERN.get(pattern)
        if column is not None and column not in ignored:
            for place in places:
                present[place].add(column)
    return evidence, present


def _present(scene: Scene) -> set[int]:
    clause = scene.clause
    flags = (
        clause.vocative,
        clause.please,
        clause.has_quote,
        clause.has_key,
        scene.due,
        scene.memory,
        clause.question,
        scene.sequence,
        clause.russian,
        scene.handed,
    )
    found = set(compress(_FLAG_COLUMNS, flags))
    for frame in scene.frames:
        columns = _COLUMNS[_shape(frame)]
        found.add(columns["any"])
        for concept in frame.concepts:
            if concept in columns:
                found.add(columns[concept])
    return found


@lru_cache(maxsize=1)
def _weights() -> tuple[Matrix, Matrix]:
    """Return the weights, shape ``(features + 1, acts)``, the last row zero, and the offsets."""
    data = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    weights = np.zeros((len(NAMES) + 1, len(SPEECH_ACTS)))
    for name, row in data["weights"].items():
        place = _INDEX.get(name)
        if place is not None:
            for act, value in row.items():
                weights[place, SPEECH_ACTS.index(act)] = value
    return weights, np.array([data["offsets"][act] for act in SPEECH_ACTS])


def confidences(reading: Reading, scenes: Sequence[Scene]) -> Matrix:
    """Return how sure each act is in each clause, in [0, 1], shape ``(clauses, acts)``."""
    weights, offsets = _weights()
    evidence, present = _seen(reading, scenes)
    # Few of the features are there: their weights are added up, the others aren't looked at.
    flat: list[int] = []
    starts = []
    for columns in present:
        starts.append(len(flat))
        flat += sorted(columns)
        flat.append(_NOTHING)
    logits = evidence @ weights[:_EVIDENCE] + offsets
    logits += np.add.reduceat(weights.take(flat, axis=0), starts, axis=0)
    sure: Matrix = 1 / (1 + np.exp(-logits))
    return sure
