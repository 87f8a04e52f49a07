"""What keys and tokens look like, and finding them in a text in linear time.

Keys are long runs of letters, digits, dashes and underscores. Runs are found by searching a copy of
the text in which all such signs are the same, and only what stands at a run and right before it is
looked at. A secret without a vendor's prefix is known by the name it stands under and by looking
drawn at random.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

SHORTEST: Final = 16
"""Fewest characters of a secret."""
SMALLEST: Final = 9
"""Fewest characters of a text that something is taken out of: a password behind its name."""

_W: Final = "[A-Za-z0-9_-]"
_VENDORS: Final[tuple[tuple[str, str], ...]] = (
    ("sk-", rf"sk-(?:ant-|proj-|svcacct-|or-v1-|lf-)?{_W}{{16,}}"),
    ("pk-lf-", rf"pk-lf-{_W}{{16,}}"),
    ("sk_", r"sk_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("rk_", r"rk_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("gh", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    ("github_pat_", r"github_pat_[A-Za-z0-9_]{30,}"),
    ("glpat-", rf"glpat-{_W}{{16,}}"),
    ("AKIA", r"AKIA[A-Z0-9]{16}"),
    ("ASIA", r"ASIA[A-Z0-9]{16}"),
    ("AIza", rf"AIza{_W}{{30,}}"),
    ("ya29.", rf"ya29\.{_W}{{20,}}"),
    ("xox", r"xox[abeoprs]-[A-Za-z0-9-]{12,}"),
    ("hf_", r"hf_[A-Za-z0-9]{20,}"),
    ("gsk_", r"gsk_[A-Za-z0-9]{20,}"),
    ("xai-", r"xai-[A-Za-z0-9]{20,}"),
    ("tvly-", r"tvly-[A-Za-z0-9-]{16,}"),
    ("lsv2_", r"lsv2_(?:pt|sk)_[A-Za-z0-9_]{16,}"),
    ("npm_", r"npm_[A-Za-z0-9]{30,}"),
    ("pypi-", rf"pypi-{_W}{{30,}}"),
    ("dop_v1_", r"dop_v1_[a-f0-9]{40,}"),
    ("SG.", rf"SG\.{_W}{{16,}}\.{_W}{{16,}}"),
    ("r8_", r"r8_[A-Za-z0-9]{30,}"),
    ("shp", r"shp(?:at|ss|pa|ca)_[a-fA-F0-9]{30,}"),
)
_PATTERNS: Final = re.compile("|".join(text for _, text in _VENDORS))
_STARTS: Final = tuple(mark for mark, _ in _VENDORS if not mark.endswith("."))
FIRST_TWO: Final = frozenset(("ey", *(mark[:2] for mark in _STARTS)))
"""How a key or a token with a mark of its own begins."""
LAST_TWO: Final = frozenset(("r ", "R ", "c ", "C ", "r\t", "R\t", "c\t", "C\t", "9.", "G."))
"""How ends what stands before a key or token: ``bearer``, ``basic``, and marks with a dot."""
_MIXED: Final = re.compile("[a-z][A-Z]+[a-z]|[A-Z][a-z]+[A-Z]")
_JWT: Final = re.compile(rf"eyJ{_W}{{8,}}\.eyJ{_W}{{8,}}\.{_W}{{4,}}")
_INSIDE: Final = re.compile("[/+_-](?=" + "|".join(map(re.escape, _STARTS)) + ")|[/+](?=eyJ)")
"""Behind what in a run a key may begin: in an address, behind a dash."""
_KEY_BLOCK: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----.*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)
LOGIN: Final = re.compile(r"[^\s/:@]{1,80}:([^\s/:@]{3,200})@")
_SCHEMES: Final = ("bearer ", "basic ", "bearer\t", "basic\t")
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
NAMES: Final = ("key", "token", "secret", "passw", "passphrase", "credential", "connection")
"""Words of which one is in the name of every secret, in small letters."""
_NAMED: Final = re.compile(
    rf"(?:(?:{_KEY_KINDS})[ _-]?key|secret|token|passw(?:or)?d|passphrase|credential"
    r"|connection[_-]?string)s?[\\\"']{0,3}\s{0,3}[:=]>?\s{0,3}[\\\"']{0,3}"
    rf"(?P<value>[{re.escape(VALUE_SIGNS)}]{{0,8}})\Z",
    re.IGNORECASE,
)
_PASSWORD_NAME: Final = re.compile(r"(?:passw(?:or)?d|passphrase|pwd)$", re.IGNORECASE)
_PASSWORD: Final = re.compile(
    r"(?:passw(?:or)?d|passphrase|pwd)(?=[\\\"'\]\s]{0,6}[:=]|(?<=-password)|(?<=-passwd)|(?<=-pwd)|(?<=-passphrase))(?:\\{0,3}[\"'])?\]?(?:"
    # between quotes, whole: "password": "…", password = '…'
    r"(?:[ \t]{0,3}(?::=|=>?)[ \t]{0,3}|\s{0,3}:\s{0,12})(?P<quote>\\{0,3}[\"'])"
    r"(?P<quoted>(?:(?!(?P=quote))(?:\\[^\n]|[^\\\n])){6,200})(?P=quote)"
    # bare, as in commands, addresses, settings: password=…, password: …, --password …
    r"|(?:[ \t]?(?::=|=(?![=~>]))[ \t]?|(?P<says>:[ \t]{1,3})"
    r"|(?P<option>(?:(?<=-password)|(?<=-passwd)|(?<=-pwd)|(?<=-passphrase))[ \t]{1,3}))(?:\\?[\"'])?"
    r"(?P<bare>(?:[^\s\"'\\&;,<`]|[&;,](?![\s&;,]|\Z|[\w.-]{1,40}[=:])|<(?!/?[a-z]{1,12}/?>)){6,200})"
    r")",
    re.IGNORECASE | re.ASCII,
)
_OPTION: Final = re.compile(r"(?<![\w-])--[\w-]{0,40}\Z")
_STANDS_FOR: Final = re.compile(
    # ${X}, <your password>, %(x)s, $DB_PASSWORD, %PASSWORD%, YOUR_PASSWORD_1
    r"[\[{<(].*|\$[{(].*|\$[A-Z_][A-Z0-9_]*|\$\w*(?:pass|pwd|secret)\w*|%\(.*|%\w+%|\.\.\..*"
    r"|(?=\w*(?:PASS|PWD|SECRET|YOUR))[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?i:your|new|old|some|enter)[_-][\w-]+"
    # addresses, paths, dates, what a password should be like
    r"|https?:.*|(?:~|\.{1,2})?(?:/[\w.@+-]*)+|\d{4}-\d\d-\d\d(?:[T ].*)?|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,8}"
    r"|\d+\+?[ _-]?(?i:characters|chars|signs|digits|letters)",
    re.DOTALL,
)
"""What stands in the place of a password, or is none, wherever it is found."""
_IN_CODE: Final = re.compile(
    # variables, attributes, calls: password1, step_2, config::pass1, args.password1, sha256(…)
    r"(?:[a-z]\w*_)?(?:password|passwd|passphrase|pass|pwd)_?\d?|[a-z]+(?:Password|Passwd|Pass|Pwd)\d?"
    r"|[A-Za-z]+(?:_[A-Za-z]+)*_\d{1,2}|[A-Za-z_]\w*(?:(?:::|->)\w+)+"
    r"|(?:self|this|args|opts|options|params|config|cfg|conf|settings|env|os|process|request|req)(?:\.[A-Za-z_]\w*)+"
    r"|[A-Za-z_][\w.]*\.\w*(?i:pass|pwd|secret|token|cred)\w*"
    r"|(?:[a-z_]\w*|[A-Z][A-Za-z]*)(?:(?:\.|::|->)\w+)*[(\[].*|[A-Za-z_]\w*(?:(?:\.|::|->)\w+)+[(\[].*",
)
"""What stands for a value where no quotes are around it."""
_OTHER: Final = re.compile(r"[\d!@#$%^&*+?]")
_CLOSED: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
_LOOK_BACK: Final = 60
BEHIND: Final = 14
"""Signs before a value in which a colon or a sign of equality stands, if the value has a name."""
LONGEST_NAME: Final = 40
"""Signs before a value in which its whole name stands."""
BASE64: Final = ";base64,"
_NOT_BASE64: Final = re.compile(r"[^A-Za-z0-9+/=]")
CLASSES: Final = bytes(
    97 if chr(code).isascii() and (chr(code).isalnum() or chr(code) in "_-/+") else 32
    for code in range(256)
)
_RUN: Final = b"a" * SHORTEST
BLOCK: Final = "PRIVATE KEY"
Put = Callable[[str], str]
"""Counts a secret of a kind and returns what stands in its place."""


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
    return is_secret_name(name) or _PASSWORD_NAME.search(name) is not None


def announces_secret(fields: Mapping[str, object]) -> str:
    """Return the name of a secret that stands beside its value, or '': ``{"name": …, "value": …}``."""
    if "value" in fields:
        for field in ("name", "key"):
            name = fields.get(field)
            if isinstance(name, str) and may_name_secret(name):
                return name
    return ""


def is_password(name: str, value: str) -> bool:
    """Whether a field holds a password that a person has chosen: ``password``, ``hunter2``."""
    return _PASSWORD_NAME.search(name) is not None and _is_chosen(value)


def _is_chosen(value: str) -> bool:
    """Whether a value may be a password that somebody chose: letters, and a digit or sign among them.

    A word alone says what a password is like (*required*, *string*), and so does a sentence without
    a digit; stars and ``$PASSWORD`` stand for one.
    """
    if not 6 <= len(value) <= 200 or len(set(value)) < 4:
        return False
    inner = value.rstrip(".:!?,;") if " " in value else value
    if not _OTHER.search(inner) or not any(map(str.isalpha, value)):
        return False
    return _STANDS_FOR.fullmatch(value) is None


def _bare_password(match: re.Match[str], text: str) -> str:
    """Return the password that stands without quotes behind its name, or ''."""
    value = match["bare"].partition("[redacted")[0].rstrip(".:,;")
    while value[-1:] in _CLOSED and value.count(value[-1]) > value.count(_CLOSED[value[-1]]):
        value = value[:-1].rstrip(".:,;")
    if not _is_chosen(value) or _IN_CODE.fullmatch(value):
        return ""
    if match["says"]:
        # Prose says 'password: short1' too; only all kinds of signs together tell.
        sure = any(map(str.isdigit, value)) and any(s in "!@#$%^&*+?" for s in value)
        return value if sure else ""
    if match["option"] and not _OPTION.search(text, max(0, match.start() - 44), match.start()):
        return ""
    return value if _OTHER.search(value.rstrip("!?")) else ""


def is_random(value: str) -> bool:
    """Whether a value looks drawn by chance, as keys do: letters and digits, few of them twice."""
    if len(value) < SHORTEST or value.startswith(("http:", "https:", "/", "./")):
        return False
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


def without_secrets(text: str, put: Put) -> str:
    """Return a text without keys and tokens; the same object if there are none.

    Args:
        text: Any text.
        put: Counts what is taken out.
    """
    # One byte for each sign, so that places in both are the same.
    signs = text.encode("ascii", "replace")
    small = signs.lower()
    has_password = b"assw" in small or b"assphr" in small or b"pwd" in small
    if len(text) < SHORTEST and not has_password:
        return text
    del small
    signs = signs.translate(CLASSES)
    start = signs.find(_RUN)
    has_login = "@" in text and "://" in text
    if start < 0 and not has_login and not has_password and BLOCK not in text:
        return text
    if BLOCK in text:
        cleaned = _KEY_BLOCK.sub(lambda match: put("private key"), text)
        if cleaned != text:
            return without_secrets(cleaned, put)
    spans = _secret_runs(text, signs, start)
    if has_login:
        spans += _logins(text)
    if has_password:
        spans += _passwords(text, spans)
    if not spans:
        return text
    spans.sort()
    parts, last = [], 0
    for first, stop, kind in spans:
        if first >= last:
            parts += [text[last:first], put(kind)]
            last = stop
    return "".join((*parts, text[last:]))


def _names_secret(before: str) -> bool:
    """Whether what stands before a value may be the name of a secret."""
    return any(map(before.lower().__contains__, NAMES))


def _secret_runs(text: str, signs: bytes, start: int) -> list[tuple[int, int, str]]:
    """Return where secrets begin and end, and their kinds."""
    found: list[tuple[int, int, str]] = []
    length = len(text)
    pictures = BASE64 in text
    while start >= 0:
        if pictures and (end := _end_of_picture(text, start)):
            start = signs.find(_RUN, end)
            continue
        end = signs.find(b" ", start)
        end = length if end < 0 else end
        secret = secret_at(text, start, end) if _is_marked(text, start) else None
        if secret is None:
            secret = _secret_inside(text, start, end)
        if secret is not None:
            found.append(secret)
            end = max(end, secret[1])
        start = signs.find(_RUN, end)
    return found


def _secret_inside(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Return the first key with a mark of its own that begins inside of a run."""
    if text[start] in "bfnrt" and text[start - 1 : start] == "\\":
        # The letter belongs to an escaped line break.
        secret = key_at(text, start + 1, end)
        if secret is not None:
            return secret
    place = _INSIDE.search(text, start, end)
    while place is not None:
        first = place.end()
        secret = key_at(text, first, end)
        if secret is not None:
            return secret
        # What looks like words as a whole does so from any place in it.
        words = _PATTERNS.match(text, first)
        place = _INSIDE.search(text, max(first, words.end() - 1) if words else first, end)
    return None


def _is_marked(text: str, start: int) -> bool:
    """Whether the signs around a run make it worth a closer look."""
    before = text[max(0, start - BEHIND) : start]
    return (
        text[start : start + 2] in FIRST_TWO
        or before[-2:] in LAST_TWO
        or (
            (":" in before or "=" in before)
            and _names_secret(text[max(0, start - LONGEST_NAME) : start])
        )
    )


def _end_of_picture(text: str, start: int) -> int:
    """Return where a picture that a run is part of ends, or 0."""
    mark = text.rfind(BASE64, max(0, start - 40), start)
    if mark < 0:
        return 0
    found = _NOT_BASE64.search(text, mark + len(BASE64))
    end = found.start() if found else len(text)
    return end if end > start else 0


def key_at(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Return the key with a vendor's mark, or the token, that begins at a place in a run."""
    if text.startswith(_STARTS, start, end):
        key = _PATTERNS.match(text, start)
        if key is not None and _is_drawn(key[0]):
            return start, key.end(), "key"
    if text.startswith("eyJ", start) and (token := _JWT.match(text, start)):
        return start, token.end(), "json web token"
    return None


def _is_drawn(key: str) -> bool:
    """Whether something between the dashes of a key is no word and no year.

    Where it is in doubt, it is a key: long parts are, even if they are all letters.
    """
    return any(
        len(part) >= SHORTEST
        or (len(part) >= 8 and part.isdigit())
        or (len(part) >= 5 and not part.isdigit() and not part.isalpha())
        or _MIXED.search(part) is not None
        for part in re.split("[-_]", key)
    )


def secret_at(text: str, start: int, end: int, low: int = 0) -> tuple[int, int, str] | None:
    """Return the secret that a run is, or is part of; nothing before `low` belongs to its text."""
    own = key_at(text, start, end)
    if own is not None:
        return own
    before = text[max(low, start - _LOOK_BACK) : start]
    if before.endswith(("ya29.", "SG.")):
        first = start - (5 if before.endswith("ya29.") else 3)
        key = _PATTERNS.match(text, first)
        if key is not None:
            return first, key.end(), "key"
    if before.endswith((" ", "\t")) and before[-8:].lower().endswith(_SCHEMES):
        value = _VALUE.match(text, start)
        if value is not None and (before.endswith(("earer ", "earer\t")) or is_random(value[0])):
            return start, value.end(), "bearer token"
    if ":" not in before[-BEHIND:] and "=" not in before[-BEHIND:]:
        return None
    if not _names_secret(before) or text[start:end].isalpha():
        return None
    named = _NAMED.search(before)
    if named is None:
        return None
    if named[0][:1] in "tT" and before[: named.start()].lower().endswith(
        ("page_", "page-", "page")
    ):
        return None
    first = start - len(named["value"])
    value = _VALUE.match(text, first)
    if value is None or not is_random(value[0]):
        return None
    return first, value.end(), "secret field"


def _passwords(text: str, known: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return where passwords stand that somebody chose, and that aren't taken out anyway."""
    found = []
    known = sorted(known)
    place, taken = 0, 0
    for match in _PASSWORD.finditer(text):
        first, stop = match.span("quoted")
        if first < 0:
            first = match.start("bare")
            stop = first + len(_bare_password(match, text))
        elif not _is_chosen(match["quoted"]):
            continue
        if first == stop:
            continue
        while place < len(known) and known[place][0] < stop:
            taken = max(taken, known[place][1])
            place += 1
        if first < taken:
            continue
        found.append((first, stop, "password"))
    return found


def _logins(text: str) -> list[tuple[int, int, str]]:
    """Return where passwords stand in addresses such as ``https://user:password@host``."""
    found = []
    position = text.find("://")
    while position >= 0:
        login = LOGIN.match(text, position + 3)
        if login is not None:
            found.append((*login.span(1), "password in a URL"))
        position = text.find("://", position + 3)
    return found
