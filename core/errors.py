"""What can go wrong, as a tree.

Every message is written for the person who reads it: what is wrong, where, and what to do.

    BatonError
    ├── InputError              something a person handed in can't be used
    │   ├── TraceFormatError    a trace file
    │   │   └── NotATraceError  a file of a known kind that holds no trace
    │   ├── DocumentError       a contract, role set, priors set or binding
    │   └── SettingError        a setting or an environment variable
    ├── NotFoundError           a name or an id that doesn't exist
    ├── ConflictError           somebody else changed it first, or it is decided already
    │   └── OvertakenError      another program goes on with the run; this one may not
    ├── RepairError             a repair whose prerequisites don't hold
    ├── TransitionError         an event that can't follow what a run has seen so far
    ├── ModelError              a model endpoint that gave no usable answer
    │   ├── NoEndpointError     none is configured
    │   ├── UnreachableError    it can't be reached, or the connection broke
    │   ├── SlowModelError      no answer in time
    │   ├── KeyRefusedError     the key is wrong or may not do this
    │   ├── UnknownModelError   the endpoint has no such model
    │   ├── ContextLimitError   the conversation is too long for the model
    │   ├── NoToolsError        the model or server can't call tools
    │   ├── BusyModelError      too many requests, or the server is out of order
    │   ├── BrokenAnswerError   an answer that can't be read
    │   └── CancelledError      the caller gave up on purpose
    └── StorageError            the database file can't be used
"""

from __future__ import annotations

from typing import ClassVar


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


class NotATraceError(TraceFormatError):
    """A file that is known to be something else; no mapping can make a trace of it."""


class DocumentError(InputError):
    """A contract, role set, priors set or binding that can't be used."""


class SettingError(InputError):
    """A setting or an environment variable that can't be used."""


class NotFoundError(BatonError):
    """A name or an id that doesn't exist."""


class ConflictError(BatonError):
    """The thing was changed or decided by somebody else first."""


class OvertakenError(ConflictError):
    """Another program has taken the run up: this one sends, decides and keeps nothing more."""


class RepairError(BatonError):
    """A repair that may not be used here; the message says which prerequisite fails."""


class StorageError(BatonError):
    """The database file can't be used as it is."""


class TransitionError(BatonError):
    """An event that can't follow what a live run has seen so far."""


class ModelError(BatonError):
    """A model endpoint gave no usable answer. Messages never hold a key."""

    code: ClassVar[str] = "model"
    """Short stable name, as events of a live run store it."""


class NoEndpointError(ModelError):
    """No model endpoint is configured."""

    code = "no-endpoint"


class UnreachableError(ModelError):
    """The endpoint can't be reached, or the connection broke."""

    code = "unreachable"


class SlowModelError(ModelError):
    """The endpoint didn't answer in time."""

    code = "timeout"


class KeyRefusedError(ModelError):
    """The endpoint refuses the key, or the key may not do this."""

    code = "key"


class UnknownModelError(ModelError):
    """The endpoint has no model of that name."""

    code = "unknown-model"


class ContextLimitError(ModelError):
    """The conversation is longer than the model can take in."""

    code = "context"


class NoToolsError(ModelError):
    """The model or its server can't call tools."""

    code = "no-tools"


class BusyModelError(ModelError):
    """Too many requests, or the server is out of order; trying again later may help."""

    code = "busy"


class BrokenAnswerError(ModelError):
    """The endpoint's answer can't be read."""

    code = "broken-answer"


class CancelledError(ModelError):
    """The caller gave the request up on purpose."""

    code = "cancelled"
