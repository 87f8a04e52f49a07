"""The behaviour vector z = f(message): what a turn does, as a point on the unit sphere.

Sentence embeddings encode topic, roles are about function, and a single clause can carry the whole
drift. So f looks at clauses one by one, and at what they do more than at what they are about:

1. Every clause becomes a row: functional features (:mod:`core.drift.pragmatics`) beside its
   embedding.
2. Discriminative whitening: a ridge regression from the clauses of all demonstrations to the roles
   that speak them. What all roles share (topic, politeness, plain assertion) gets no weight, what
   sets a role apart gets much. Each role so has one axis. A demonstration shows what its author
   thought of; the acts that a profile allows say the same in general, so each act also counts as
   some clauses of the roles that may perform it.
3. The leanings of a clause compete: a softmax over the roles and one neutral answer. Per axis the
   clause that leans most to that role counts, so one clause is enough to be seen. How neutral the
   turn is on average has an axis of its own, which all roles share.
4. Another axis that all roles share stands for what any two turns have in common. It keeps z defined
   where there is nothing to tell apart (a role set with one role), and keeps the geometry in
   proportion to acts and rules, which know more.
5. A weak copy of the plain features tells the correction what the turn was.

The result is scaled to length one. Nothing is fitted but the ridge regression, and that at run time
to the profiles at hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.drift.encoders import Encoder
from core.drift.model import SPEECH_ACTS, RoleProfile
from core.drift.pragmatics import FEATURES, clause_features
from core.drift.reading import Reading, read

Matrix = NDArray[np.float64]

RIDGE = 5.0
"""Strength of the ridge penalty, in units of one clause."""

ACT_CLAUSES = 10.0
"""As how many clauses an act that a profile allows counts, shared among the roles that may do it."""

SHARPNESS = 20.0
"""Factor of the leanings before the softmax; 1 / 0.05."""

NEUTRAL = 0.2
"""Leaning of the neutral answer."""

ROLE_WEIGHT = 0.5
"""Length of the axes of the roles (with the neutral one) in z."""

COMMON_WEIGHT = 1.3
"""Length of the axis that all turns share."""

PLAIN_WEIGHT = 0.1
"""Length of the plain block beside the others, before z is scaled."""

_TINY = 1e-12

TOPIC_DIRECTIONS = 16
"""Directions of the embedding that are kept in the plain block."""


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """f, learnt from all profiles of a role set for one encoder."""

    VERSION: ClassVar[str] = "2"

    encoder: Encoder = field(repr=False)
    centre: Matrix = field(repr=False)
    """Mean clause, shape ``(p,)``."""
    axes: Matrix = field(repr=False)
    """Clause row -> leaning to each role, shape ``(p, R)``; R = 0 with fewer than two roles."""
    topics: Matrix = field(repr=False)
    """Strongest directions of the embedding, shape ``(encoder.dimension, q)``."""
    axis_of: Mapping[str, int] = field(default_factory=dict)
    """Role -> its axis; roles without demonstrations have none."""
    left_out: Mapping[str, Matrix] = field(default_factory=dict, repr=False)
    """Demonstration -> its z as f would give it, had it not been among the training set."""

    @property
    def dimension(self) -> int:
        """Length d of z."""
        return int(self.axes.shape[1] + 2 + len(FEATURES) + self.topics.shape[1])

    @property
    def shared_axes(self) -> Matrix:
        """Directions that belong to every role: neutral and common, shape ``(dimension, 2)``."""
        shared = np.zeros((self.dimension, 2))
        count = self.axes.shape[1]
        shared[count, 0] = shared[count + 1, 1] = 1.0
        return shared

    @classmethod
    def learn(cls, profiles: Sequence[RoleProfile], encoder: Encoder) -> Behaviour:
        """Learn f.

        Args:
            profiles: Their demonstrations are the training set; two entries with the same
                demonstrations share one axis.
            encoder: Turns clauses into vectors.
        """
        places = role_axes(profiles)
        count = len(set(places.values()))
        texts: list[str] = []
        rows: list[Matrix] = []
        labels: list[int] = []
        weights: list[float] = []
        told: set[int] = set()
        for profile in profiles:
            label = places.get(profile.name)
            if label is None or label in told:
                continue
            told.add(label)
            for text in profile.demonstrations:
                row = _rows(read(text), encoder)
                texts.append(text)
                rows.append(row)
                labels.extend([label] * len(row))
                weights.extend([max(1, len(row)) ** -0.5] * len(row))
        width = len(FEATURES) + encoder.dimension
        stacked = np.vstack(rows) if rows else np.zeros((0, width))
        topics = _topics(stacked[:, len(FEATURES) :])
        if count < 2 or not len(stacked):
            return cls(
                encoder=encoder,
                centre=np.zeros(width),
                axes=np.zeros((width, 0)),
                topics=topics,
            )
        allowed = np.zeros((len(SPEECH_ACTS), count))
        for profile in profiles:
            if profile.name in places:
                for act in set(profile.allowed_speech_acts) & set(SPEECH_ACTS):
                    allowed[SPEECH_ACTS.index(act), places[profile.name]] = 1.0
        fit = _Ridge(stacked, np.array(labels), np.array(weights), allowed)
        left_out: dict[str, Matrix] = {}
        begin = 0
        for text, row in zip(texts, rows, strict=True):
            leanings = fit.left_out(slice(begin, begin + len(row)))
            left_out[text] = _join(row, leanings, topics)
            begin += len(row)
        return cls(
            encoder=encoder,
            centre=fit.centre,
            axes=fit.axes,
            topics=topics,
            axis_of=places,
            left_out=left_out,
        )

    def clause_leanings(self, reading: Reading) -> Matrix:
        """Return how much each clause leans to each role axis, shape ``(clauses, R)``."""
        return _leanings(_rows(reading, self.encoder), self.centre, self.axes)

    def vector(self, reading: Reading) -> Matrix:
        """Return z of one turn, shape ``(dimension,)``; zeros for a text without letters."""
        return self.view(reading)[0]

    def view(self, reading: Reading) -> tuple[Matrix, Matrix]:
        """Return z and :meth:`clause_leanings` of one turn, encoded once."""
        rows = _rows(reading, self.encoder)
        leanings = _leanings(rows, self.centre, self.axes)
        return _join(rows, leanings, self.topics), leanings

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text, shape ``(len(texts), dimension)``."""
        if not texts:
            return np.zeros((0, self.dimension))
        return np.array([self.vector(read(text)) for text in texts])


def _leanings(rows: Matrix, centre: Matrix, axes: Matrix) -> Matrix:
    leanings: Matrix = (rows - centre) @ axes
    return leanings


def _length(vector: Matrix) -> float:
    """Return the length of a vector, or 1 where it is too short to be scaled."""
    length = math.sqrt(vector @ vector)
    return length if length > _TINY else 1.0


def _rows(reading: Reading, encoder: Encoder) -> Matrix:
    """Return functional features beside the embedding, one row per clause."""
    if not reading.clauses:
        return np.zeros((0, len(FEATURES) + encoder.dimension))
    embedded = encoder.encode([clause.text for clause in reading.clauses])
    return np.hstack((clause_features(reading), embedded))


def _join(rows: Matrix, leanings: Matrix, topics: Matrix) -> Matrix:
    """Return z from the rows of a turn's clauses and their leanings to the roles."""
    if not len(rows):
        return np.zeros(leanings.shape[1] + 2 + len(FEATURES) + topics.shape[1])
    # The ufuncs are called by name: the methods of an array cost more than the few numbers here.
    top = np.maximum.reduce(leanings, axis=1, initial=NEUTRAL)
    shares = np.exp(SHARPNESS * (leanings - top[:, None]))
    neutral = np.exp(SHARPNESS * (NEUTRAL - top))
    whole = np.add.reduce(shares, axis=1) + neutral
    count = leanings.shape[1]
    vector = np.empty(count + 2 + len(FEATURES) + topics.shape[1])
    answer, plain = vector[: count + 1], vector[count + 2 :]
    np.maximum.reduce(shares / whole[:, None], axis=0, out=answer[:count])
    answer[count] = np.add.reduce(neutral / whole) / len(rows)
    answer *= ROLE_WEIGHT / _length(answer)
    vector[count + 1] = COMMON_WEIGHT
    np.maximum.reduce(rows[:, : len(FEATURES)], axis=0, out=plain[: len(FEATURES)])
    embedded = np.add.reduce(rows[:, len(FEATURES) :], axis=0) / len(rows)
    plain[len(FEATURES) :] = embedded @ topics
    plain *= PLAIN_WEIGHT / _length(plain)
    vector /= _length(vector)
    return vector


def role_axes(profiles: Sequence[RoleProfile]) -> dict[str, int]:
    """Return which axis belongs to which role; same demonstrations share one, none have none."""
    groups: dict[tuple[str, ...], int] = {}
    places: dict[str, int] = {}
    for profile in profiles:
        if profile.demonstrations:
            place = groups.setdefault(profile.demonstrations, len(groups))
            places.setdefault(profile.name, place)
    return places


class _Ridge:
    """Weighted ridge regression from clause rows to roles, with exact leave-one-out answers."""

    def __init__(
        self, rows: Matrix, labels: NDArray[np.int_], weights: Matrix, allowed: Matrix
    ) -> None:
        """Fit.

        Args:
            rows: Clauses, shape ``(n, p)``; the first columns are the speech acts.
            labels: Axis of each clause, shape ``(n,)``.
            weights: Shape ``(n,)``.
            allowed: Who may perform which act, shape ``(acts, axes)``.
        """
        self.centre: Matrix = (rows * weights[:, None]).sum(axis=0) / weights.sum()
        wanted = np.eye(allowed.shape[1])[labels]
        mean = wanted.mean(axis=0)
        acts = np.eye(len(allowed), rows.shape[1]) - np.eye(len(allowed), rows.shape[1]) * (
            self.centre
        )
        shared = allowed.sum(axis=1, keepdims=True)
        known = shared[:, 0] > 0
        centred = np.vstack((rows - self.centre, acts[known]))
        self._wanted = np.vstack((wanted, allowed[known] / shared[known])) - mean
        heavy = np.concatenate((weights, np.full(int(known.sum()), ACT_CLAUSES)))
        weighted = centred * heavy[:, None]
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
