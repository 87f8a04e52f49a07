"""Vectors from a server that speaks the embeddings protocol.

The server's address and key never become part of an encoder's name: a log names the model, and a
fingerprint of its vectors, so that another model behind the same name is another encoder.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias

import numpy as np

from core.drift.encoders import Matrix
from core.drift.encoders_more import Remembering
from core.errors import BatonError, SettingError
from core.llm.endpoint import Endpoint, current_endpoint

PREFIX = "endpoint:"
"""Begins the name of such an encoder; the rest is the model's name at the endpoint."""
BATCH = 64
"""Texts of one call."""
PROBE = "The reviewer compared both tables and found the third row missing."
"""Encoded first, to learn what the model is like."""
_STRONGEST = 10
_SECONDS = 30.0
_REST = 10.0
"""Seconds for which an endpoint that failed isn't asked again, so that a page shows it once."""

Embed: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Turns texts into vectors, one each, in order."""


class EndpointEncoder(Remembering):
    """Vectors of an embeddings endpoint, through a callable that reaches it."""

    def __init__(
        self, model: str, embed: Embed, *, dimension: int | None = None, version: str = ""
    ) -> None:
        """Wrap an endpoint; nothing is asked before it has to be.

        Args:
            model: The model's name at the endpoint.
            embed: Takes texts and returns their vectors in order; see ``core.llm``.
            dimension: Length of a vector; None learns it from the first answer.
            version: What fixes the numbers; empty takes length and fingerprint of a known text's
                vector.
        """
        super().__init__()
        self.name = f"{PREFIX}{model}"
        self._call = embed
        self._dimension = dimension
        self._version = version
        self._asking = threading.Lock()
        self._failed: tuple[float, BatonError] | None = None

    @property
    def dimension(self) -> int:  # type: ignore[override]
        """Length d of a vector. Raises what :meth:`encode` raises, if it must be asked for."""
        if self._dimension is None:
            self._probe()
        assert self._dimension is not None  # noqa: S101  (the probe has set it)
        return self._dimension

    @property
    def version(self) -> str:
        """Length and fingerprint: positions and signs of a known vector's strongest entries."""
        if not self._version:
            self._probe()
        return self._version

    def _probe(self) -> None:
        row = self._ask([PROBE])[0]
        if self._dimension is None:
            self._dimension = len(row)
        elif len(row) != self._dimension:
            raise self._odd((1, len(row)), 1)
        strongest = sorted(int(i) for i in np.argsort(-np.abs(row), kind="stable")[:_STRONGEST])
        signs = ",".join(f"{i}{'-' if row[i] < 0 else '+'}" for i in strongest)
        self._version = self._version or f"{len(row)}d-{sha256(signs.encode()).hexdigest()[:6]}"

    def _embed(self, texts: Sequence[str]) -> Matrix:
        wanted = self.dimension
        rows = np.zeros((len(texts), wanted))
        for begin in range(0, len(texts), BATCH):
            part = texts[begin : begin + BATCH]
            found = self._ask(part)
            if found.shape[1] != wanted:
                raise self._odd(found.shape, len(part))
            rows[begin : begin + len(part)] = found
        return rows

    def _ask(self, texts: Sequence[str]) -> Matrix:
        """Return one row per text, of whatever length, finite."""
        with self._asking:
            if self._failed is not None and time.monotonic() < self._failed[0]:
                raise self._failed[1]
            try:
                rows = self._checked(self._call(list(texts)), len(texts))
            except BatonError as error:
                self._failed = (time.monotonic() + _REST, error)
                raise
            self._failed = None
            return rows

    def _checked(self, answer: Sequence[Sequence[float]], count: int) -> Matrix:
        try:
            rows: Matrix = np.asarray(answer, dtype=np.float64)
        except ValueError:  # rows of different lengths, or no numbers
            rows = np.zeros((0, 0))
        if rows.ndim != 2 or rows.shape[0] != count or rows.shape[1] == 0:
            raise self._odd(rows.shape, count)
        if not np.all(np.isfinite(rows)):
            raise SettingError(
                "The model answered with numbers that aren't finite.",
                where=self.name,
                hint="Choose another encoder under Settings.",
            )
        return rows

    def _odd(self, shape: tuple[int, ...], count: int) -> SettingError:
        wanted = f" of {self._dimension}" if self._dimension else ""
        return SettingError(
            f"The model answered {count} texts with numbers of shape {shape}, not with one row"
            f"{wanted} each.",
            where=self.name,
            hint="Check that the name is that of an embedding model.",
        )


def endpoint_encoder(model: str) -> EndpointEncoder:
    """Return the encoder for a model at the endpoint of the work at hand.

    An encoder stays with the endpoint for which it was made, so that vectors never mix.

    Raises:
        NoEndpointError: None is configured.
        SettingError: The model has no name, or the address can't be used.
    """
    if not model.strip():
        raise SettingError(
            "The encoder 'endpoint' needs the name of an embedding model.",
            hint=f"Write {PREFIX} and the model's name at the endpoint.",
        )
    return _encoder_at(current_endpoint(), model.strip())


@lru_cache(maxsize=8)
def _encoder_at(endpoint: Endpoint, model: str) -> EndpointEncoder:
    # A page may be waiting, so this gives up sooner than a model that writes.
    brief = replace(
        endpoint, seconds=min(endpoint.seconds, _SECONDS), retries=min(endpoint.retries, 1)
    )

    def embed(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        from core.llm.openai_client import OpenAIModel

        return OpenAIModel(brief).embeddings(texts, model)

    return EndpointEncoder(model, embed)


def forget_endpoints() -> None:
    """Drop the encoders of this process, and with them the keys that they hold."""
    _encoder_at.cache_clear()


__all__ = ["PREFIX", "EndpointEncoder", "endpoint_encoder", "forget_endpoints"]
