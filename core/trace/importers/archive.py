"""Archives: an inspect_ai ``.eval``, or a plain zip of files that are read one by one.

Nothing is ever written to disk, so names lead nowhere; what smells of a trick is refused all the
same: absolute or climbing paths, links, encryption, archives in archives, too many members, and
members that unpack to far more than they are.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from core.errors import TraceFormatError

MAGIC: Final = b"PK\x03\x04"
EMPTY: Final = b"PK\x05\x06"
MAX_MEMBERS: Final = 2_000
MAX_RATIO: Final = 200
"""Unpacked bytes for each packed one, beyond the first megabyte of a member."""
_SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".log", ".txt", ".traj", ".eval", ".csv")


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside an archive."""

    name: str
    data: bytes


class Archive:
    """An opened zip.

    Args:
        data: Its bytes.
        limit: Most bytes that all members together may unpack to.

    Raises:
        TraceFormatError: If it is broken, or breaks a limit.
    """

    def __init__(self, data: bytes, *, limit: int) -> None:
        if data.startswith(EMPTY):
            raise TraceFormatError(
                "This is an empty zip archive.", hint="Import the files themselves."
            )
        self.limit = limit
        self._left = limit
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
            found = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise _broken(str(error)) from None
        if len(found) > MAX_MEMBERS:
            raise TraceFormatError(
                f"The archive holds {len(found):,} files, the limit is {MAX_MEMBERS:,}.",
                hint="Import a folder, or several smaller archives.",
            )
        for info in found:
            _check(info)
        total = sum(info.file_size for info in found)
        if total > limit:
            raise TraceFormatError(
                f"The archive unpacks to {total / 2**20:,.0f} MB, the limit is "
                f"{limit / 2**20:,.0f} MB.",
                hint="Import the files one by one.",
            )
        self.names = [info.filename for info in found if not info.is_dir()]

    @property
    def is_eval(self) -> bool:
        """Whether this is a log of inspect_ai."""
        return "header.json" in self.names or any(
            name.startswith("samples/") for name in self.names
        )

    def members(self) -> Iterator[Member]:
        """Yield the files that may hold a trace, in the order of their names."""
        for name in sorted(self.names):
            base = name.rsplit("/", 1)[-1]
            if name.startswith("__MACOSX/") or base.startswith("."):
                continue
            if base.casefold().endswith(_SUFFIXES):
                yield Member(name, self.read(name))

    def read(self, name: str) -> bytes:
        """Return a member's bytes; what its header claims is not believed.

        Raises:
            TraceFormatError: If it is broken or too large.
        """
        try:
            with self._zip.open(name) as file:
                data = file.read(self._left + 1)
        except NotImplementedError:
            raise TraceFormatError(
                "The archive is packed in a way that can't be unpacked here.",
                where=name[:80],
                hint="Pack its files again as a plain zip; for an .eval file: “inspect log convert”.",
            ) from None
        except (
            zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError,
        ) as error:  # fmt: skip
            raise _broken(f"{name[:80]}: {error}") from None
        self._left -= len(data)
        if self._left < 0:
            raise TraceFormatError(
                f"The archive unpacks to more than {self.limit / 2**20:,.0f} MB.",
                hint="Import the files one by one.",
            )
        return data


def _broken(reason: str) -> TraceFormatError:
    return TraceFormatError(
        f"The zip archive is broken: {reason[:200]}.", hint="Pack it again, or import its files."
    )


def _check(info: zipfile.ZipInfo) -> None:
    name = info.filename
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\x00" in name:
        raise TraceFormatError(
            f"The archive holds a path that leads out of it: “{name[:80]}”.",
            hint="Pack the files again without absolute or climbing paths.",
        )
    if stat.S_ISLNK(info.external_attr >> 16):
        raise TraceFormatError(
            f"The archive holds a link: “{name[:80]}”.", hint="Pack the file itself."
        )
    if info.flag_bits & 0x1:
        raise TraceFormatError(
            "The archive is encrypted.", hint="Unpack it first and import the files in it."
        )
    if info.file_size > 2**20 and info.file_size > MAX_RATIO * max(1, info.compress_size):
        raise TraceFormatError(
            f"“{name[:80]}” unpacks to more than {MAX_RATIO} times its size.",
            hint="Import the file itself.",
        )
