"""Writes a tiny ONNX model: each word has a vector, a text the mean of its words' vectors."""

from __future__ import annotations

import json
import struct
from pathlib import Path

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "send", "check", "the", "offer")
SIZE = 6


def write_model(folder: Path) -> None:
    """Write model and tokenizer into an empty folder, as the BGE models are laid out."""
    vectors = [
        [float((row * 7 + column * 3) % 11 - 5) for column in range(SIZE)]
        for row in range(len(WORDS))
    ]
    (folder / "model.onnx").write_bytes(_model(vectors))
    specials = [
        {"id": i, "content": word, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for i, word in enumerate(WORDS[:5])
    ]  # fmt: skip
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": specials,
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": None, "decoder": None,
        "model": {"type": "WordLevel", "vocab": {w: i for i, w in enumerate(WORDS)},
                  "unk_token": "[UNK]"},
    }  # fmt: skip
    _dump(folder / "tokenizer.json", tokenizer)
    _dump(folder / "tokenizer_config.json", {"model_max_length": 64, "pad_token": "[PAD]"})
    _dump(folder / "config.json", {"pad_token_id": 0})
    _dump(folder / "special_tokens_map.json", {"pad_token": "[PAD]", "unk_token": "[UNK]"})


def _dump(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def _number(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def _field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protocol buffer: a number, or bytes with their length before them."""
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    data = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(data)) + data


def _value(name: str, kind: int, dimensions: tuple[str | int, ...]) -> bytes:
    shape = b"".join(
        _field(1, _field(1, d) if isinstance(d, int) else _field(2, d)) for d in dimensions
    )
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _model(vectors: list[list[float]]) -> bytes:
    flat = [number for row in vectors for number in row]
    table = (
        _field(1, len(vectors)) + _field(1, SIZE) + _field(2, 1) + _field(8, "table")
        + _field(9, struct.pack(f"<{len(flat)}f", *flat))
    )  # fmt: skip
    gather = _field(1, "table") + _field(1, "input_ids") + _field(2, "words") + _field(4, "Gather")
    axes = _field(5, _field(1, "axes") + _field(8, 1) + _field(20, 7))
    whole = _field(5, _field(1, "keepdims") + _field(3, 1) + _field(20, 2))
    mean = _field(1, "words") + _field(2, "sentence") + _field(4, "ReduceMean") + axes + whole
    graph = (
        _field(1, gather) + _field(1, mean) + _field(2, "tiny") + _field(5, table)
        + _field(11, _value("input_ids", 7, ("batch", "length")))
        + _field(12, _value("sentence", 1, ("batch", 1, SIZE)))
    )  # fmt: skip
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))
