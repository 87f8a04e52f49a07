"""A file packed with gzip: unpacked in memory, within limits, before anybody looks at it."""

from __future__ import annotations

import zlib
from typing import Final

from core.errors import NotATraceError, TraceFormatError
from core.trace.importers.archive import EMPTY, MAX_RATIO
from core.trace.importers.archive import MAGIC as ZIP

MAGIC: Final = b"\x1f\x8b"
_PART: Final = 2**16
"""Packed bytes that are handed over at once."""
_PIECE: Final = 2**20
"""Most bytes that are unpacked before the limits are looked at again."""
_FILLING: Final = b"\x00 \t\r\n"
_TAR: Final = (b"ustar\x00", b"ustar ")
_TAR_AT: Final = 257


def unpacked(data: bytes, *, limit: int) -> bytes:
    """Return what a gzip file holds; its parts one after the other, if it has several.

    Args:
        data: The packed bytes.
        limit: Most bytes that it may unpack to.

    Raises:
        TraceFormatError: If it is broken, cut off, too large, followed by something else, or holds
            another archive.

    Example:
        >>> import gzip
        >>> unpacked(gzip.compress(b"[]"), limit=10)
        b'[]'
    """
    pieces: list[bytes] = []
    size = position = 0
    while position < len(data):
        opened = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
        while not opened.eof:
            if position >= len(data):
                raise _broken("it is cut off")
            part = data[position : position + _PART]
            waiting, full = part, True
            while (waiting or full) and not opened.eof:
                try:
                    piece = opened.decompress(waiting, _PIECE)
                except zlib.error as error:
                    raise _broken(str(error)) from None
                waiting, full = opened.unconsumed_tail, len(piece) == _PIECE
                pieces.append(piece)
                size += len(piece)
                _check_size(size, len(data), limit)
            position += len(part) - len(opened.unused_data)
        position = _next_part(data, position)
    found = b"".join(pieces)
    _check_content(found)
    return found


def _next_part(data: bytes, position: int) -> int:
    """Return where the part behind one that ends at a place begins; zeros and blanks fill up."""
    if data.startswith(MAGIC, position):
        return position
    rest = data[position:].lstrip(_FILLING)
    if not rest.startswith(MAGIC) and not MAGIC.startswith(rest):
        raise _broken(
            f"{len(rest):,} bytes follow its end that aren't gzip; something was appended to it, "
            "or a later part of it is damaged"
        )
    return len(data) - len(rest)


def plain_name(name: str) -> str:
    """Return a file's name without the ending that says how it is packed."""
    return name[: -len(".gz")] if name.casefold().endswith(".gz") and len(name) > 3 else name


def _check_size(size: int, packed: int, limit: int) -> None:
    if size > limit:
        raise TraceFormatError(
            f"The gzip file unpacks to more than {limit / 2**20:,.0f} MB.",
            hint="Split what is in it, or raise the limit in the settings.",
        )
    if size > 2**20 and size > MAX_RATIO * packed:
        raise TraceFormatError(
            f"The gzip file unpacks to more than {MAX_RATIO} times its size.",
            hint="Unpack it first and import the file in it.",
        )


def _check_content(found: bytes) -> None:
    if found.startswith((MAGIC, ZIP, EMPTY)):
        raise NotATraceError(
            "An archive in an archive isn't opened.",
            hint="Unpack it first and import the file in it.",
        )
    if found[_TAR_AT : _TAR_AT + 6] in _TAR:
        raise NotATraceError(
            "This is a packed tar archive, not a trace.",
            hint="Unpack it first and import the files in it.",
        )


def _broken(reason: str) -> TraceFormatError:
    return TraceFormatError(
        f"The gzip file is broken: {reason[:200]}.", hint="Pack it again, or import what is in it."
    )
