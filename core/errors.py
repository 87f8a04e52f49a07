"""What can go wrong, as a tree.

Every message is written for the person who reads it: what is wrong, where, and what to do.

    BatonError
    ├── InputError              something a person handed in can't be used
    │   ├── TraceFormatError    a trace file
    │   ├── DocumentError       a contract, role set, priors set or binding
    │   └── SettingError        a setting or an environment variable
    ├── NotFoundError           a name or an id that doesn't exist
    ├── ConflictError           somebody else changed it first, or it is decided already
    ├── RepairError             a repair whose prerequisites don't hold
    └── StorageError            the database file can't be used
"""

from __future__ import annotations


class BatonError(Exception):
    """Base of every error that is shown to a person."""


class InputError(BatonError):
    """Something a person handed in can't be used.

    Args:
        what: What is wrong, in one sentence.
        where: File, line, column or JSON path; empty if it concerns the whole.
        hint: What to do about it; empty if there is nothing better to say.
    """

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(
            " ".join(part for part in (f"{where}: {what}" if where else what, hint) if part)
        )


class TraceFormatError(InputError):
    """A file that holds no trace Baton can read."""


class DocumentError(InputError):
    """A contract, role set, priors set or binding that can't be used."""


class SettingError(InputError):
    """A setting or an environment variable that can't be used."""


class NotFoundError(BatonError):
    """A name or an id that doesn't exist."""


class ConflictError(BatonError):
    """The thing was changed or decided by somebody else first."""


class RepairError(BatonError):
    """A repair that may not be used here; the message says which prerequisite fails."""


class StorageError(BatonError):
    """The database file can't be used as it is."""
