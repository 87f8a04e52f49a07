"""What turns text into vectors: the encoder protocol and the encoder that ships with Baton."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version as package_version
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from core.errors import SettingError

Matrix = NDArray[np.float64]


@runtime_checkable
class Encoder(Protocol):
    """Turns texts into unit vectors. The same text always gives the same vector."""

    @property
    def name(self) -> str:
        """Name of the model family, such as ``wordllama``."""
        ...

    @property
    def version(self) -> str:
        """Version that fixes the numbers; part of every turn log."""
        ...

    @property
    def dimension(self) -> int:
        """Length d of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text, shape ``(len(texts), dimension)``, float64.

        A text without any known token gives a row of zeros.
        """
        ...


def encoder_id(encoder: Encoder) -> str:
    """Return the name under which an encoder appears in a log: ``name/version``."""
    return f"{encoder.name}/{encoder.version}"


def unit_rows(matrix: Matrix) -> Matrix:
    """Return the rows scaled to length one; rows of zeros stay zeros.

    Args:
        matrix: Shape ``(n, d)``.

    Returns:
        A new matrix of the same shape.
    """
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    scaled: Matrix = np.divide(matrix, norms, out=np.zeros_like(matrix), where=norms > 1e-12)
    return scaled


_MOST_KNOWN = 16_384
"""Words whose pieces are remembered."""


class WordLlamaEncoder:
    """Static word-piece embeddings, averaged; the weights lie in the package, nothing is fetched.

    The model is loaded at first use (about 0.2 s) and kept for the process.

    Notes:
        Sums of word vectors know topic much better than function. That is why
        :mod:`core.drift.behaviour` does not use them raw.
    """

    name = "wordllama"
    dimension = 256

    def __init__(self) -> None:
        self.version = package_version("wordllama")
        self._model: Any = None
        self._known: dict[str, tuple[int, ...]] = {}
        self._lock = Lock()

    def _load(self) -> Any:
        with self._lock:
            if self._model is None:
                level = logging.getLogger().level
                handlers = list(logging.getLogger().handlers)
                import wordllama  # slow import, and not needed by those who bring vectors along

                root = logging.getLogger()
                root.setLevel(level)  # the package calls logging.basicConfig on import
                root.handlers[:] = handlers
                self._model = wordllama.WordLlama.load(
                    config="l2_supercat",
                    dim=self.dimension,
                    cache_dir=Path(wordllama.__file__).parent,
                    disable_download=True,
                )
                self._model.tokenizer.no_padding()
        return self._model

    def _pieces(self, tokenizer: Any, text: str) -> list[int]:
        """Return the word pieces of a text.

        No piece of this vocabulary reaches over a space, so each word has its own whatever stands
        beside it, and is cut once. Several spaces, and marks that the tokenizer takes for its own
        ('</s>'), are left to it as a whole.
        """
        words = text.split(" ")
        if not text.strip():
            return []
        if "" in words or "<" in text:
            return list(self._cut(tokenizer, text))
        known = self._known
        if len(known) > _MOST_KNOWN:
            known.clear()
        found: list[int] = []
        for word in words:
            ids = known.get(word)
            if ids is None:
                ids = known[word] = self._cut(tokenizer, word)
            found += ids
        return found

    @staticmethod
    def _cut(tokenizer: Any, text: str) -> tuple[int, ...]:
        return tuple(tokenizer.encode(text, add_special_tokens=False).ids)

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see :class:`Encoder`."""
        model = self._model or self._load()
        # One by one: the batch call starts a thread pool, which costs more than it saves on short
        # texts. The sum of the word-piece vectors points where the model's own mean does.
        rows = np.zeros((len(texts), self.dimension))
        for row, text in zip(rows, texts, strict=True):
            pieces = self._pieces(model.tokenizer, text)
            if pieces:
                np.add.reduce(model.embedding.take(pieces, axis=0), dtype=np.float64, out=row)
        return unit_rows(rows)


@lru_cache(maxsize=1)
def wordllama_encoder() -> WordLlamaEncoder:
    """Return the process-wide ``wordllama`` encoder."""
    return WordLlamaEncoder()


def get_encoder(name: str = "wordllama") -> Encoder:
    """Return an encoder by name; the same name gives the same object, with its model loaded once.

    Args:
        name: ``wordllama``; ``fastembed-bge-small-en-v1.5`` (base, large) for a model in the
            cache of this machine; the same with ``@`` and a folder for a model that lies there;
            ``endpoint:`` and the name of an embedding model at the configured endpoint. A version
            behind a slash, as a log names it, is ignored, except for an endpoint, whose models
            may have slashes in their names.

    Raises:
        SettingError: No encoder has that name, or it can't be used here.
        NoEndpointError: It needs a model endpoint, and none is configured.
    """
    if name.startswith("endpoint:"):
        from core.drift.encoders_endpoint import endpoint_encoder  # that needs this module

        return endpoint_encoder(name.removeprefix("endpoint:"))
    model, _, folder = name.partition("@")
    return _known_encoder(model.split("/")[0], folder)


@lru_cache(maxsize=8)
def _known_encoder(model: str, folder: str) -> Encoder:
    from core.drift.encoders_more import (
        FASTEMBED_MODELS,
        FastEmbedEncoder,
    )  # that needs this module

    if model == "wordllama":
        return wordllama_encoder()
    kind, _, choice = model.partition("-")
    if kind == "fastembed":
        return FastEmbedEncoder(choice or next(iter(FASTEMBED_MODELS)), folder or None)
    raise SettingError(
        f"There is no encoder called '{model}'.",
        hint=f"Known are {', '.join(ENCODERS)}, and endpoint:MODEL.",
    )


ENCODERS = (
    "wordllama",
    "fastembed-bge-small-en-v1.5",
    "fastembed-bge-base-en-v1.5",
    "fastembed-bge-large-en-v1.5",
)
"""Names that :func:`get_encoder` knows, beside ``endpoint:MODEL``."""
