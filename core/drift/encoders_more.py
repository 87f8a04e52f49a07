"""Encoders that need more than Baton ships with: ONNX models (for endpoints: encoders_endpoint.py)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from core.drift.encoders import Matrix, unit_rows
from core.errors import SettingError

FASTEMBED_MODELS = {
    "bge-small-en-v1.5": 384,
    "bge-base-en-v1.5": 768,
    "bge-large-en-v1.5": 1024,
}
"""Models of BAAI that can be chosen, with the length of their vectors."""

_KEEP = 20_000
"""Vectors kept for the process; a clause is often encoded more than once."""


class Remembering:
    """Encodes each text once and remembers the latest."""

    dimension: int

    def __init__(self) -> None:
        self._known: OrderedDict[str, Matrix] = OrderedDict()
        self._guard = Lock()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        raise NotImplementedError

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row per text; see :class:`core.drift.encoders.Encoder`."""
        rows = np.zeros((len(texts), self.dimension))
        with self._guard:
            new = [t for t in dict.fromkeys(texts) if t.strip() and t not in self._known]
        fresh = dict(zip(new, unit_rows(self._embed(new)), strict=True)) if new else {}
        with self._guard:
            for index, text in enumerate(texts):
                if not text.strip():
                    continue
                row = fresh.get(text)
                if row is None:
                    row = self._known[text]
                rows[index] = row
            for text, row in fresh.items():
                self._known[text] = row
            while len(self._known) > _KEEP + len(texts):
                self._known.popitem(last=False)
        return rows


class FastEmbedEncoder(Remembering):
    """A BGE model in ONNX form, run by the package ``fastembed`` on the processor."""

    def __init__(self, model: str = "bge-small-en-v1.5", folder: str | Path | None = None) -> None:
        """Name a model; it is loaded at first use.

        Args:
            model: One of :data:`FASTEMBED_MODELS`.
            folder: Where the model's files lie (``.onnx``, ``tokenizer.json``, ``config.json``,
                ``tokenizer_config.json``, ``special_tokens_map.json``). None looks in the cache of
                ``fastembed`` on this machine. Nothing is fetched either way.

        Raises:
            SettingError: Unknown model, no such folder, or ``fastembed`` isn't installed.
        """
        super().__init__()
        self._model = model
        if model not in FASTEMBED_MODELS:
            raise SettingError(
                f"There is no model called '{model}'.",
                hint=f"Choose one of {', '.join(FASTEMBED_MODELS)}.",
            )
        try:
            package = package_version("fastembed")
        except PackageNotFoundError:
            raise SettingError(
                "The encoder 'fastembed' needs a package that isn't installed.",
                hint="Install it with: pip install 'baton[encoders]'.",
            ) from None
        self.name = f"fastembed-{model}"
        self._model_name = f"BAAI/{model}"
        self._folder = Path(folder) if folder is not None else None
        self.version = package
        if self._folder is not None:
            self.version = f"{package}+{_folder_digest(self._folder)}"
        self._loaded: Any = None
        self._lock = Lock()
        self._dimension: int | None = FASTEMBED_MODELS[model] if folder is None else None

    @property
    def dimension(self) -> int:  # type: ignore[override]
        """Length d of a vector; of a folder's model only known once it has been run."""
        if self._dimension is None:
            self._dimension = int(self._run(["."]).shape[1])
        return self._dimension

    def _embed(self, texts: Sequence[str]) -> Matrix:
        return self._run(texts)

    def _run(self, texts: Sequence[str]) -> Matrix:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            found = list(self._loaded.embed(list(texts), batch_size=64))
        return np.asarray(found, dtype=np.float64)

    def _load(self) -> Any:
        from fastembed import TextEmbedding  # slow import, and optional

        try:
            if self._folder is None:
                return TextEmbedding(self._model_name, local_files_only=True)
            return _from_folder(self._folder, self.version, FASTEMBED_MODELS[self._model])
        except Exception as problem:
            raise SettingError(
                f"The model {self._model_name} can't be loaded from this machine.",
                where=str(self._folder) if self._folder else "",
                hint="Put its files into a folder and name that folder; Baton fetches nothing by "
                f"itself. ({type(problem).__name__}: {problem})",
            ) from problem


def _from_folder(folder: Path, version: str, dimension: int) -> Any:
    """Load whatever BGE model lies in a folder, under a name that its content fixes."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"local/{version}"
    if name not in {known["model"] for known in TextEmbedding.list_supported_models()}:
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.CLS,  # as the BGE models were trained
            normalization=True,
            sources=ModelSource(hf="local/none"),
            dim=dimension,
            model_file=_model_files(folder)[0].name,
        )
    return TextEmbedding(name, specific_model_path=str(folder), local_files_only=True)


def _model_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.onnx")) if folder.is_dir() else []


def _folder_digest(folder: Path) -> str:
    """Return 8 hex digits that fix the model's files.

    Raises:
        SettingError: No such folder, or no model in it.
    """
    files = _model_files(folder)
    if not files:
        raise SettingError(
            "No model was found: no file ends in .onnx.",
            where=str(folder),
            hint="Name the folder that holds the model's files themselves.",
        )
    digest = sha256()
    for file in [*files, *sorted(folder.glob("*.json"))]:
        digest.update(f"{file.name}\n{file.stat().st_size}\n".encode())
        with file.open("rb") as content:
            while block := content.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:8]
