"""From bytes to text and JSON values: encodings, things that are no text, limits."""

from __future__ import annotations

import codecs
import json
import math
import re
from typing import Any, Final, NoReturn

from pydantic_core import from_json

from core.errors import NotATraceError, TraceFormatError

SIZE_LIMIT: Final = 512 * 2**20
DEPTH_LIMIT: Final = 200
DIGIT_LIMIT: Final = 4300
"""Longest whole number; what Python itself reads at most."""
"""Deepest nesting of lists and objects that is read."""

_MAGIC: Final[tuple[tuple[bytes, str, str], ...]] = (
    (b"\x1f\x8b", "a gzip archive", "Unpack it first and import the file in it."),
    (b"PK\x03\x04", "a zip archive", "Unpack it first and import the files in it."),
    (b"BZh", "a bzip2 archive", "Unpack it first and import the file in it."),
    (b"\xfd7zXZ\x00", "an xz archive", "Unpack it first and import the file in it."),
    (b"(\xb5/\xfd", "a zstd archive", "Unpack it first and import the file in it."),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "Unpack it first and import the files in it."),
    (b"SQLite format 3\x00", "a SQLite database", "Export its traces as JSON or JSONL."),
    (b"\x89PNG", "a PNG picture", "Choose the JSON or JSONL file of the run."),
    (b"\xff\xd8\xff", "a JPEG picture", "Choose the JSON or JSONL file of the run."),
    (b"GIF8", "a GIF picture", "Choose the JSON or JSONL file of the run."),
    (b"%PDF", "a PDF document", "Choose the JSON or JSONL file of the run."),
    (b"PAR1", "a Parquet file", "Convert it to JSONL first."),
    (b"\x7fELF", "a program", "Choose the JSON or JSONL file of the run."),
    (b"MZ", "a program", "Choose the JSON or JSONL file of the run."),
    (b"\x80\x04\x95", "a Python pickle", "Export the run as JSON; pickles are never opened."),
)
_BOMS: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BLANKS: Final = b" \t\r\n"
_LONE: Final = re.compile("[\ud800-\udfff]")
_LONE_ESCAPE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
"""Finds each lone surrogate, and now and then a pair inside JSON that is itself a string."""


def check_bytes(data: bytes, *, limit: int = SIZE_LIMIT) -> None:
    """Refuse what is too large, empty, or known not to be text.

    Raises:
        TraceFormatError: Saying which.
    """
    if len(data) > limit:
        raise TraceFormatError(
            f"The file has {_megabytes(len(data))} MB, the limit is {_megabytes(limit)} MB.",
            hint="Split it, or raise the limit in the settings.",
        )
    if not data[:4096].strip() and not data.strip():
        raise TraceFormatError("The file is empty.", hint="Choose the file with the run in it.")
    _check_magic(data)


def _check_magic(data: bytes) -> None:
    """Refuse what begins as a known form that is no text; blanks before it don't hide it."""
    start = data[:4096].lstrip(_BLANKS)
    before = len(data[:4096]) - len(start)
    for magic, what, hint in _MAGIC:
        if not start.startswith(magic) or (magic == b"MZ" and b"\x00" not in start[:512]):
            continue
        if not before:
            raise NotATraceError(f"This is {what}, not a trace.", hint=hint)
        if any(sign > 126 or sign < 9 for sign in start[:512]):
            raise NotATraceError(
                f"This is {what} behind {before:,} {'blank' if before == 1 else 'blanks'}: so it "
                "can't be unpacked.",
                hint="Copy the file again as it was, without changing its line ends.",
            )


def decode(data: bytes, *, limit: int = SIZE_LIMIT) -> str:
    """Return the text of a file.

    Args:
        data: The file's bytes.
        limit: Largest size in bytes that is read.

    Raises:
        TraceFormatError: If the file is empty, too large, not text, or in an unknown encoding.
    """
    check_bytes(data, limit=limit)
    text = _decode(data)
    marked = any(data.startswith(bom) for bom, _ in _BOMS)
    starts_as_json = text.lstrip("\ufeff \t\r\n")[:1] in "{["
    if "\x00" in text or (b"\x00" in data[:64] and not marked and not starts_as_json):
        raise TraceFormatError(
            "The file holds binary data, not text.",
            hint="Choose the JSON or JSONL file of the run.",
        )
    if not text.strip():
        raise TraceFormatError("The file is empty.", hint="Choose the file with the run in it.")
    return text


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.1f}".removesuffix(".0")


def _decode(data: bytes) -> str:
    encoding, start = "", 0
    for bom, name in _BOMS:
        if data.startswith(bom):
            encoding, start = name, len(bom)
            break
    if not encoding:
        encoding = json.detect_encoding(data)  # finds UTF-16 and UTF-32 by their zero bytes
    try:
        return data[start:].decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(data, start, encoding, error) from None


def _undecodable(
    data: bytes, start: int, encoding: str, error: UnicodeDecodeError
) -> TraceFormatError:
    if b"\x00" in data[:4096]:
        return TraceFormatError(
            "The file holds binary data, not text.",
            hint="Choose the JSON or JSONL file of the run.",
        )
    position = start + error.start
    line = data.count(b"\n", 0, position) + 1
    return TraceFormatError(
        f"The text is not valid {encoding.upper()}: byte 0x{data[position]:02X} at position "
        f"{position:,}.",
        where=f"line {line:,}",
        hint="Save the file as UTF-8 and import it again.",
    )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def whole_number(text: str) -> int:
    """Return a JSON integer; ValueError, in words for people, if it has too many digits."""
    # Python refuses longer ones itself, with advice that is meant for programmers.
    digits = len(text.lstrip("-"))
    if digits > DIGIT_LIMIT:
        raise ValueError(f"a number has {digits:,} digits, the limit is {DIGIT_LIMIT:,}")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    parse_constant=_no_constant, parse_float=_finite, parse_int=whole_number
)


def check_depth(value: object) -> None:
    """Raise ValueError if lists and objects are nested deeper than `DEPTH_LIMIT`."""
    level = [value]
    for _ in range(DEPTH_LIMIT + 1):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)  # type: ignore[attr-defined]
            if isinstance(child, dict | list)
        ]
        if not level:
            return
    raise ValueError(f"lists and objects are nested more than {DEPTH_LIMIT} deep")


def _checked(value: Any, text: str, mended: list[str] | None) -> Any:
    if isinstance(value, dict | list):
        if text.count("[") + text.count("{") > DEPTH_LIMIT:
            check_depth(value)
        if ("\\ud" in text or "\\uD" in text) and _LONE_ESCAPE.search(text):
            value = _whole(value, [] if mended is None else mended)
    return value


def parse_json(text: str, mended: list[str] | None = None, *, strict: bool = False) -> Any:
    """Return the value of a JSON text, checked for depth, numbers and lone surrogates.

    Args:
        text: The JSON text.
        mended: Takes the texts in which lone surrogates were replaced.
        strict: Refuse numbers that no float holds; else they become infinite.

    Raises:
        ValueError: With a reason for people; `json.JSONDecodeError` where it is a matter of
            syntax.
    """
    try:
        # Twice as fast as json; it refuses lone surrogates, deep nesting and NaN.
        if not strict:
            return from_json(text, allow_inf_nan=False, cache_strings="all")
    except ValueError:
        pass
    try:
        value, end = _DECODER.raw_decode(text, _skip_space(text, 0))
    except RecursionError:
        raise ValueError(f"lists and objects are nested more than {DEPTH_LIMIT} deep") from None
    if _skip_space(text, end) < len(text):
        raise json.JSONDecodeError("Extra data", text, _skip_space(text, end))
    return _checked(value, text, mended)


def _skip_space(text: str, start: int) -> int:
    found = re.compile(r"[ \t\r\n]*").match(text, start)
    return found.end() if found else start


def _whole(value: Any, mended: list[str]) -> Any:
    """Return the value with lone surrogates replaced; no file or database could hold them."""
    if isinstance(value, str):
        found = _LONE.sub("\ufffd", value)
        if found != value:
            mended.append(found)
        return found
    if isinstance(value, list):
        return [_whole(item, mended) for item in value]
    if isinstance(value, dict):
        return {_whole(key, mended): _whole(item, mended) for key, item in value.items()}
    return value
