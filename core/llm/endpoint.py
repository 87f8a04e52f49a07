"""Where the model is, and the key to it. The key never leaves this object in any readable form."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from core.errors import NoEndpointError, SettingError

BASE_URL = "OPENAI_BASE_URL"
API_KEY = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent where no key is set: servers on one's own machine ask for none."""


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
