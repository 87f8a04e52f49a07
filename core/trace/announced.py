"""Secrets without a mark of their own: known by what stands before them, and by looking drawn.

That is a name (``api_key=``), a scheme (``Bearer``), a header of cookies, the address of a hook. Quotes
and signs that assign may be escaped, as in JSON that is written twice and in addresses.
"""

from __future__ import annotations

import binascii
import math
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from core.trace.passwords import PASSWORD_NAME
from core.trace.vendor_keys import SHORTEST, is_drawn, is_scrambled

_KEY_KINDS: Final = (
    "account|api|access|auth|client|private|secret|signing|encryption|service|license"
)
_SECRET_KEY: Final = re.compile(
    rf"(?:(?:{_KEY_KINDS})[ _-]?key|secret|token|passw(?:or)?d|passphrase|credentials?"
    r"|connection[_-]?string)$",
    re.IGNORECASE,
)
_PAGE: Final = re.compile(r"(?:page|continuation)[_-]?token$", re.IGNORECASE)
"""Names of what tells where a list goes on."""
VALUE_SIGNS: Final = "".join(
    sign for sign in map(chr, range(128)) if sign.isalnum() or sign in "_.~+/=!@#$%^&*-"
)
"""What a secret without a mark of its own is written with."""
_VALUE: Final = re.compile(rf"[{re.escape(VALUE_SIGNS)}]{{0,500}}")
_IN_ADDRESS: Final = re.compile(r"(?:[A-Za-z0-9_.~+/=-]|%(?:25)?(?:2[BbFf]|3[Dd])){0,500}")
"""The value of a parameter in an address that is itself a parameter."""
_NEXT: Final = re.compile(r"&(?:[\w.-]{1,40}=|amp;?|quot|apos|#)")
"""What follows a value without belonging to it."""
_SCHEME_VALUE: Final = re.compile(r"[A-Za-z0-9._~+/=-]{16,2000}")
NAMES: Final = (
    "key", "token", "secret", "passw", "passphrase", "credential", "connection", "authorization",
    "bearer", "basic", "sig=",
)  # fmt: skip
"""Words of which one stands before every secret without a mark of its own, in small letters."""
_QUOTE: Final = r"(?:[\\\"']{0,3}|(?:\\{1,4}u00|\\{1,4}x|%(?:25)?)2[27]|&(?:quot|apos|#34|#39);)"
_ASSIGNED: Final = rf"{_QUOTE}\s{{0,3}}(?:[:=]>?|(?:\\{{1,4}}u00|\\{{1,4}}x|%(?:25)?)3[ad])(?:\s|%20|\+){{0,3}}{_QUOTE}"
_NAMED: Final = re.compile(
    rf"(?:(?:(?:{_KEY_KINDS})[ _-]?key|secret|token|passw(?:or)?d|passphrase|credential"
    rf"|connection[_-]?string)s?{_ASSIGNED}|(?<=[?&])sig="
    rf"|authorization{_ASSIGNED}(?:(?:token|api-?key|key)[ =])?)"
    rf"(?P<value>[{re.escape(VALUE_SIGNS)}]{{0,8}})\Z",
    re.IGNORECASE,
)
SCHEMES: Final = ("bearer", "basic")
"""What may stand before a token, in small letters."""
_SCHEME: Final = re.compile(
    r"(?:\A|[^A-Za-z])(?:(?P<bearer>bearer)|basic)(?:[ \t]{1,9}|%20|\+|\\t|"
    rf"{_ASSIGNED})\Z",
    re.IGNORECASE,
)
_PARTS: Final = re.compile("[-_.~/+=]")
_HOOK: Final = re.compile(
    r"com/(?:(?:services|workflows|triggers)/(?P<slack>[\w/-]{20,200})"
    r"|api/(?:v\d{1,2}/)?webhooks/\d{5,20}/(?P<discord>[\w-]{20,200})"
    r"|webhookb2/(?P<office>[\w@/-]{20,300})|hooks/catch/(?P<zapier>[\w/-]{8,100}))"
)
_HOSTS: Final = {
    "slack": ("hooks.slack.", "hooks.slack-gov."),
    "discord": ("discord.", "discordapp."),
    "office": ("webhook.office.",),
    "zapier": ("hooks.zapier.",),
}
HOOKS: Final = (
    "com/services/", "com/workflows/", "com/triggers/", "com/api/webhooks/", "com/api/v",
    "com/webhookb2/", "com/hooks/catch/",
)  # fmt: skip
"""How a run begins in which the secret part of a hook's address stands."""
_COOKIES: Final = re.compile(r"ookie2?[\\\"']{0,3}\s{0,3}[:=][^\r\n]*[\s;:,\"'=][\w.-]{1,60}=\Z")
_COOKIE: Final = re.compile(r"[^\s;,\"'\\]{16,2000}")
_HEADER: Final = 400
"""Signs of a header of cookies that are looked through."""
_LOOK_BACK: Final = 60
BEHIND: Final = 14
"""Signs before a value in which a colon or a sign of equality stands, if the value has a name."""
LONGEST_NAME: Final = 40
"""Signs before a value in which its whole name stands."""


@lru_cache(4096)
def _is_secret_name(name: str) -> bool:
    if _PAGE.search(name):
        return False
    return _SECRET_KEY.search(name) is not None or name.casefold() == "authorization"


def is_secret_name(name: str) -> bool:
    """Whether a field's name says that its value is a secret: ``api_key``, ``Authorization``."""
    return _is_secret_name(name) if len(name) < 200 else _is_secret_name.__wrapped__(name)


def may_name_secret(name: str) -> bool:
    """Whether a field of this name may hold a secret or a password."""
    return is_secret_name(name) or PASSWORD_NAME.search(name) is not None


def announces_secret(fields: Mapping[str, object]) -> str:
    """Return the name of a secret that stands beside its value, or '': ``{"name": …, "value": …}``."""
    if "value" in fields:
        for field in ("name", "key"):
            name = fields.get(field)
            if isinstance(name, str) and may_name_secret(name):
                return name
    return ""


def is_random(value: str) -> bool:
    """Whether a value looks drawn by chance, as keys do: letters and digits, few of them twice."""
    if len(value) < SHORTEST or value.startswith(("http:", "https:", "./")):
        return False
    if value[0] == "/" and not is_scrambled(value):
        return False  # a path
    sample = value[:200]
    if not any(map(str.isdigit, sample)) or not any(map(str.isalpha, sample)):
        return False
    counts = Counter(sample)
    size = len(sample)
    entropy = -sum([_surprise(n, size) for n in counts.values()])
    return entropy >= min(3.2, 0.8 * math.log2(len(sample)))


@lru_cache(4096)
def _surprise(count: int, size: int) -> float:
    """Return what a sign that occurs so often adds to the negative entropy of a text."""
    return count / size * math.log2(count / size)


def names_secret(before: str) -> bool:
    """Whether what stands before a value may be the name of a secret."""
    return any(map(before.lower().__contains__, NAMES))


def announced(text: str, start: int, end: int, low: int = 0) -> tuple[int, int, str] | None:
    """Return the secret in a run that what stands before it announces.

    Args:
        text: Any text.
        start: Where the run begins, behind an escape that it may begin with.
        end: Where it ends; the secret may go on.
        low: Nothing before this place belongs to the text.

    Returns:
        Where the secret begins and ends, and its kind; None if there is none.
    """
    before = text[max(low, start - _LOOK_BACK) : start]
    if text.startswith(HOOKS, start):
        return _hook(text, start, before)
    small = before.lower()
    if "bearer" in small[-18:] or "basic" in small[-18:]:
        found = _of_scheme(text, start, before)
        if found is not None:
            return found
    if before.endswith("=") and (found := _cookie(text, start, low)):
        return found
    if not any(map(small.__contains__, NAMES)) or text[start:end].isalpha():
        return None
    named = _NAMED.search(before)
    if named is None:
        return None
    if named[0][:1] in "tT" and before[: named.start()].lower().endswith(
        ("page_", "page-", "page")
    ):
        return None
    first = start - len(named["value"])
    in_address = before[-6:].lower().endswith(("%3d", "%253d", "%3a", "%22", "%20"))
    value = (_IN_ADDRESS if in_address else _VALUE).match(text, first)
    if value is None:
        return None
    secret = _NEXT.split(value[0], maxsplit=1)[0]
    if first + len(secret) <= start or not is_random(secret):
        return None
    if secret.startswith("//") and before.endswith(":"):
        return None  # an address
    return first, first + len(secret), "secret field"


def _of_scheme(text: str, start: int, before: str) -> tuple[int, int, str] | None:
    """Return the token behind ``Bearer`` or ``Basic``: prose goes on with words instead."""
    scheme = _SCHEME.search(before)
    value = _SCHEME_VALUE.match(text, start)
    if scheme is None or value is None:
        return None
    token = value[0].rstrip(".")
    if scheme["bearer"]:
        is_token = is_drawn(token) if "uthorization" in before else _is_no_word(token)
    else:
        is_token = is_random(token) or _is_login(token)
    return (start, start + len(token), "bearer token") if is_token else None


def _is_no_word(token: str) -> bool:
    """Whether letters and digits are mixed in some part of a token; prose has words and numbers."""
    return any(
        is_drawn(part) and not part.isalpha() and not (part.isdigit() and len(part) < SHORTEST)
        for part in _PARTS.split(token)
    ) or is_scrambled(token)


def _is_login(coded: str) -> bool:
    """Whether a text is a name, a colon and a password in base64."""
    try:
        plain = b64decode(coded, validate=True).decode()
    except (binascii.Error, ValueError):
        return False
    return ":" in plain and plain.isprintable()


def _hook(text: str, start: int, before: str) -> tuple[int, int, str] | None:
    """Return the part of a hook's address that lets anybody who knows it write."""
    found = _HOOK.match(text, start)
    kind = found.lastgroup if found else None
    if found is None or kind is None or not before.endswith(_HOSTS[kind]):
        return None
    return *found.span(kind), "webhook"


def _cookie(text: str, start: int, low: int) -> tuple[int, int, str] | None:
    """Return the value of a cookie in a header of cookies."""
    header = text[max(low, start - _HEADER) : start]
    place = header.rfind("ookie")
    if place < 0 or not _COOKIES.match(header, place):
        return None
    value = _COOKIE.match(text, start)
    return (start, value.end(), "cookie") if value and is_random(value[0]) else None
