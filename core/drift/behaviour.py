"""The behaviour vector z = f(message): what a turn does, as a point on the unit sphere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.drift.encoders import Encoder
from core.drift.model import RoleProfile

Matrix = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """f, learnt from a role set."""

    VERSION: ClassVar[str] = "1"

    encoder: Encoder = field(repr=False)
    dimension: int

    @classmethod
    def learn(cls, profiles: Sequence[RoleProfile], encoder: Encoder) -> Behaviour:
        """Learn f from all profiles."""
        return cls(encoder=encoder, dimension=encoder.dimension)

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text, shape ``(len(texts), dimension)``."""
        return self.encoder.encode(texts)
