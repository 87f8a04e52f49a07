"""The behaviour vector z = f(message): what a turn does, as a point on the unit sphere.

Sentence embeddings encode topic, roles are about function, and a single clause can carry the whole
drift. So f looks at clauses one by one, and at what they do more than at what they are about:

1. Every clause becomes a row: functional features (:mod:`core.drift.pragmatics`) beside its
   embedding.
2. Discriminative whitening: a ridge regression from the clauses of all demonstrations to the roles
   that speak them. What all roles share (topic, politeness, plain assertion) gets no weight, what
   sets a role apart gets much. Each role so has one axis.
3. Per axis the clause that leans most to that role counts, so one clause is enough to be seen; what
   leans away from a role counts as 0.
4. A weak copy of the plain features is put behind the axes. It keeps z defined where there is
   nothing to tell apart (a role set with one role) and tells the correction what the turn was.

The result is scaled to length one. Nothing is fitted but the ridge regression, and that at run time
to the profiles at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.drift.encoders import Encoder, unit_rows
from core.drift.model import RoleProfile
from core.drift.pragmatics import FEATURES, clause_features
from core.drift.reading import Reading, read

Matrix = NDArray[np.float64]

RIDGE = 5.0
"""Strength of the ridge penalty, in units of one clause."""

PLAIN_WEIGHT = 0.25
"""Length of the plain block beside the role axes, which have length one."""

TOPIC_DIRECTIONS = 16
"""Directions of the embedding that are kept in the plain block."""


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """f, learnt from all profiles of a role set for one encoder."""

    VERSION: ClassVar[str] = "1"

    encoder: Encoder = field(repr=False)
    centre: Matrix = field(repr=False)
    """Mean clause, shape ``(p,)``."""
    axes: Matrix = field(repr=False)
    """Clause row -> leaning to each role, shape ``(p, R)``; R = 0 with fewer than two roles."""
    topics: Matrix = field(repr=False)
    """Strongest directions of the embedding, shape ``(encoder.dimension, q)``."""
    left_out: Mapping[str, Matrix] = field(default_factory=dict, repr=False)
    """Demonstration -> its z as f would give it, had it not been among the training set."""

    @property
    def dimension(self) -> int:
        """Length d of z."""
        return int(self.axes.shape[1] + len(FEATURES) + self.topics.shape[1])

    @classmethod
    def learn(cls, profiles: Sequence[RoleProfile], encoder: Encoder) -> Behaviour:
        """Learn f.

        Args:
            profiles: Their demonstrations are the training set; two entries with the same
                demonstrations share one axis.
            encoder: Turns clauses into vectors.
        """
        groups: dict[tuple[str, ...], int] = {}
        texts: list[str] = []
        rows: list[Matrix] = []
        labels: list[int] = []
        weights: list[float] = []
        for profile in profiles:
            if not profile.demonstrations or profile.demonstrations in groups:
                continue
            label = groups[profile.demonstrations] = len(groups)
            for text in profile.demonstrations:
                row = _rows(read(text), encoder)
                texts.append(text)
                rows.append(row)
                labels.extend([label] * len(row))
                weights.extend([max(1, len(row)) ** -0.5] * len(row))
        width = len(FEATURES) + encoder.dimension
        stacked = np.vstack(rows) if rows else np.zeros((0, width))
        topics = _topics(stacked[:, len(FEATURES) :])
        if len(groups) < 2 or not len(stacked):
            return cls(
                encoder=encoder, centre=np.zeros(width), axes=np.zeros((width, 0)), topics=topics
            )
        fit = _Ridge(stacked, np.array(labels), np.array(weights), len(groups))
        left_out: dict[str, Matrix] = {}
        begin = 0
        for text, row in zip(texts, rows, strict=True):
            leanings = fit.left_out(slice(begin, begin + len(row)))
            left_out[text] = _join(row, leanings, topics)
            begin += len(row)
        return cls(
            encoder=encoder, centre=fit.centre, axes=fit.axes, topics=topics, left_out=left_out
        )

    def clause_leanings(self, reading: Reading) -> Matrix:
        """Return how much each clause leans to each role axis, shape ``(clauses, R)``."""
        return _leanings(_rows(reading, self.encoder), self.centre, self.axes)

    def vector(self, reading: Reading) -> Matrix:
        """Return z of one turn, shape ``(dimension,)``; zeros for a text without letters."""
        rows = _rows(reading, self.encoder)
        if not len(rows):
            return np.zeros(self.dimension)
        return _join(rows, _leanings(rows, self.centre, self.axes), self.topics)

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text, shape ``(len(texts), dimension)``."""
        if not texts:
            return np.zeros((0, self.dimension))
        return np.array([self.vector(read(text)) for text in texts])


def _leanings(rows: Matrix, centre: Matrix, axes: Matrix) -> Matrix:
    leanings: Matrix = (rows - centre) @ axes
    return leanings


def _unit(vector: Matrix) -> Matrix:
    unit: Matrix = unit_rows(vector[None])[0]
    return unit


def _rows(reading: Reading, encoder: Encoder) -> Matrix:
    """Return functional features beside the embedding, one row per clause."""
    if not reading.clauses:
        return np.zeros((0, len(FEATURES) + encoder.dimension))
    embedded = encoder.encode([clause.text for clause in reading.clauses])
    return np.hstack((clause_features(reading), embedded))


def _join(rows: Matrix, leanings: Matrix, topics: Matrix) -> Matrix:
    """Return z from the rows of a turn's clauses and their leanings to the roles."""
    if not len(rows):
        return np.zeros(leanings.shape[1] + len(FEATURES) + topics.shape[1])
    leaning = np.maximum(leanings, 0.0).max(axis=0)
    plain = np.concatenate(
        (
            rows[:, : len(FEATURES)].max(axis=0),
            rows[:, len(FEATURES) :].mean(axis=0) @ topics,
        )
    )
    return _unit(np.concatenate((_unit(leaning), PLAIN_WEIGHT * _unit(plain))))


class _Ridge:
    """Weighted ridge regression from clause rows to roles, with exact leave-one-out answers."""

    def __init__(self, rows: Matrix, labels: NDArray[np.int_], weights: Matrix, count: int) -> None:
        self.centre: Matrix = (rows * weights[:, None]).sum(axis=0) / weights.sum()
        centred = rows - self.centre
        wanted = np.eye(count)[labels]
        self._wanted = wanted - wanted.mean(axis=0)
        weighted = centred * weights[:, None]
        gram = centred.T @ weighted + RIDGE * np.eye(rows.shape[1])
        solved = np.linalg.solve(gram, weighted.T)
        self.axes: Matrix = solved @ self._wanted
        self._hat = centred @ solved

    def left_out(self, place: slice) -> Matrix:
        """Return the leanings of some rows, had they not been in the training set.

        Leaving rows out of a linear smoother H needs no new fit:
        ``(I - H_gg)^-1 (H_g y - H_gg y_g)``.
        """
        own = self._hat[place, place]
        without = self._hat[place] @ self._wanted - own @ self._wanted[place]
        answer: Matrix = np.linalg.solve(np.eye(len(own)) - own, without)
        return answer


def _topics(embedded: Matrix) -> Matrix:
    """Return the strongest directions of some embeddings, shape ``(dimension, q)``."""
    if not len(embedded):
        return np.zeros((embedded.shape[1], 0))
    _, strengths, directions = np.linalg.svd(embedded - embedded.mean(axis=0), full_matrices=False)
    keep = min(TOPIC_DIRECTIONS, int(np.sum(strengths > 1e-9)))
    topics: Matrix = directions[:keep].T.copy()
    for column in range(keep):  # fix the arbitrary sign
        if topics[np.argmax(np.abs(topics[:, column])), column] < 0:
            topics[:, column] *= -1
    return topics
