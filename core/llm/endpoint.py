"""Where the model is, and the key to it. The key never leaves this object in any readable form.

current_endpoint()                  # of the work at hand: its own, else the environment's
with endpoint_from(source): ...     # what this thread does here uses that one
pool.submit(taking_along(work))     # another thread does it, with the endpoint that is current here
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from typing import ParamSpec, TypeAlias, TypeVar
from urllib.parse import urlsplit, urlunsplit

from core.errors import BatonError, NoEndpointError, SettingError

BASE_URL = "OPENAI_BASE_URL"
API_KEY = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent where no key is set: servers on one's own machine ask for none."""
_SALT = secrets.token_bytes(16)
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server that speaks the chat completions protocol.

    Example:
        >>> Endpoint(base_url="http://127.0.0.1:8000/v1", key="a-secret")
        Endpoint(base_url='http://127.0.0.1:8000/v1', seconds=120.0, retries=4)
    """

    base_url: str
    key: str = field(default="", repr=False)
    seconds: float = 120.0
    """Most seconds for one answer, from the first byte sent to the last received."""
    retries: int = 4
    """How often a call is tried again after 429, 5xx or a dropped connection."""

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SettingError(
                "The address of the model endpoint must begin with http:// or https://.",
                where=BASE_URL,
                hint="Write it as http://127.0.0.1:8000/v1.",
            )
        if not 0 < self.seconds < float("inf"):
            raise SettingError(
                f"{self.seconds:g} seconds is no time in which a model can answer.",
                hint="Name a number above 0.",
            )
        if parts.username or parts.password or parts.query:
            raise SettingError(
                "The address of the model endpoint holds a name, password or question mark.",
                where=BASE_URL,
                hint="Give the key in its own field, so that it stays out of logs.",
            )

    def __reduce__(self) -> str:
        raise TypeError("An endpoint holds a key and is never pickled.")

    @property
    def shown(self) -> str:
        """The address without anything secret, for screens and events."""
        parts = urlsplit(self.base_url)
        return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))

    @property
    def mark(self) -> str:
        """What tells this endpoint from others in this process's memory; says nothing of the key."""
        return f"{self.shown}#{blake2b(self.key.encode(), key=_SALT, digest_size=12).hexdigest()}"

    def scrub(self, text: str) -> str:
        """Return a text without the key, should a server have quoted it."""
        return text.replace(self.key, "[key]") if len(self.key) >= 4 else text

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Endpoint:
        """Return the endpoint that ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY`` name.

        Args:
            environment: Variables to look at; None takes those of the process.

        Raises:
            NoEndpointError: Neither variable is set.
            SettingError: The address can't be used.
        """
        found = os.environ if environment is None else environment
        base, key = found.get(BASE_URL, "").strip(), found.get(API_KEY, "").strip()
        if not base and not key:
            raise NoEndpointError(
                f"No model endpoint is configured. Set {BASE_URL} (and {API_KEY} if it needs one) "
                "or use scripted agents."
            )
        return cls(base_url=base or DEFAULT_BASE_URL, key=key)


Source: TypeAlias = Callable[[], Endpoint]
"""Finds an endpoint; raises NoEndpointError where there is none."""

_own: ContextVar[Source | None] = ContextVar("endpoint", default=None)
_otherwise: Source = Endpoint.from_environment


def current_endpoint() -> Endpoint:
    """Return the endpoint of the work at hand: the one it has, else the one that holds for all.

    Raises:
        NoEndpointError: There is neither.
        SettingError: The address can't be used.
    """
    return (_own.get() or _otherwise)()


def use_endpoint(source: Source) -> None:
    """Take the endpoint of all work that has none of its own from a function.

    Args:
        source: Such as a server's, that looks who is visiting. By default the environment's.
    """
    global _otherwise
    _otherwise = source


@contextmanager
def endpoint_from(source: Source) -> Iterator[None]:
    """Let what this thread does in the block find its endpoint there."""
    before = _own.set(source)
    try:
        yield
    finally:
        _own.reset(before)


def taking_along(work: Callable[P, R]) -> Callable[P, R]:
    """Return the same work, done with the endpoint that is current now, whichever thread does it.

    Where there is none now, there is none then, with the same words.
    """
    try:
        found = current_endpoint()
    except BatonError as error:
        source = _raising(error)
    else:

        def source() -> Endpoint:
            return found

    @wraps(work)
    def carried(*args: P.args, **kwargs: P.kwargs) -> R:
        with endpoint_from(source):
            return work(*args, **kwargs)

    return carried


def _raising(error: BatonError) -> Source:
    def source() -> Endpoint:
        raise error.with_traceback(None)

    return source
