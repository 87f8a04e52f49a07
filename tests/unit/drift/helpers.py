"""Small role sets and an encoder without weights."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from core.drift import RoleProfile, RoleSet


class HashEncoder:
    """Sums a fixed random vector per word: deterministic, needs no weights."""

    name = "hash"
    version = "1"
    dimension = 32

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimension))
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                seed = int.from_bytes(sha256(word.encode()).digest()[:8], "big")
                row += np.random.default_rng(seed).normal(size=self.dimension)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)


CHECKER = RoleProfile(
    name="Checker",
    description="Checks results against evidence.",
    allowed_speech_acts=("VERIFY", "ASSERT", "QUESTION"),
    obligations=("Be polite",),
    prohibitions=("Do not assign work to others", "Do not correct the material yourself"),
    demonstrations=(
        "The total agrees with the invoice. The date was not checked.",
        "Claim 2 fails: the report says 40. Claim 3 holds.",
        "All five checksums match the source.",
        "I can't give a verdict, the page is missing.",
    ),
    drift_examples=(
        "The total is wrong, so I corrected the invoice and sent it out.",
        "Claim 2 fails. Author, please change it by Friday.",
    ),
)

DOER = RoleProfile(
    name="Doer",
    description="Carries out steps and reports.",
    allowed_speech_acts=("EXECUTE", "ASSERT", "QUESTION"),
    prohibitions=("Do not update shared memory", "Do not recommend alternatives"),
    demonstrations=(
        "Step 1 done, 40 files copied, no error.",
        "I sent the letter to all tenants this morning.",
        "Booked as ordered, two rooms for Monday.",
        "Stopped at step 4, the valve did not close.",
    ),
    drift_examples=(
        "Done. I also stored the price in the shared memory.",
        "I would rather use another supplier, so I recommend Norma.",
    ),
)

KEEPER = RoleProfile(
    name="Keeper",
    description="Stores decisions in shared memory.",
    allowed_speech_acts=("WRITE_MEMORY", "ASSERT", "QUESTION"),
    prohibitions=("Do not delete without an instruction", "Do not guess"),
    demonstrations=(
        'Stored under team/date: "May 4", source minutes of Monday.',
        "Recorded the decision on the logo, word for word.",
        "Entry saved under supplier/paper; the old value is kept.",
    ),
    drift_examples=("Stored. I deleted the old entries, nobody needs them.",),
)

TEAM = RoleSet(name="team", roles=(CHECKER, DOER, KEEPER))
