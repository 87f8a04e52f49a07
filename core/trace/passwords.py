"""Passwords that somebody chose: known by the name that they are assigned to, or by their place in an address.

They are short and may be words, so what stands for one (a variable, a path, a rule about passwords) has
to be told from one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

LOGIN: Final = re.compile(r"[^\s/:@]{1,80}:([^\s/:@]{3,200})@")
PASSWORD_NAME: Final = re.compile(r"(?:passw(?:or)?d|passphrase|pwd)$", re.IGNORECASE)
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
_POLICY: Final = re.compile(
    r"(?i)\b(?:must|should|at least|at most|minimum|maximum|required?|characters?|chars|contains?|digits?"
    r"|letters|symbols?|invalid|incorrect|wrong|expired?|expires|reset|forgot(?:ten)?|enter|your|passwords?)\b"
)
"""Words of a sentence about passwords; where one stands in several words, they are no password."""
_DIGEST: Final = re.compile(r"(?:sha\d+|md5|blake\w+):[0-9a-fA-F]{16}")
_IMAGES: Final = ("docker", "oci", "docker-daemon", "containers-storage")
"""Addresses in which a colon stands before a version."""


def is_password(name: str, value: str) -> bool:
    """Whether a field holds a password that a person has chosen: ``password``, ``hunter2``."""
    return PASSWORD_NAME.search(name) is not None and _is_chosen(value)


def _is_chosen(value: str) -> bool:
    """Whether a value may be a password that somebody chose: letters, and a digit or sign among them.

    A word alone says what a password is like (*required*, *string*), and so does a sentence without
    a digit; stars and ``$PASSWORD`` stand for one.
    """
    if not 6 <= len(value) <= 200 or len(set(value)) < 4:
        return False
    inner = value.rstrip(".:!?,;") if " " in value else value
    if " " in value and _POLICY.search(value):
        return False
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


def passwords(text: str, known: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
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


def logins(text: str) -> list[tuple[int, int, str]]:
    """Return where passwords stand in addresses such as ``https://user:password@host``."""
    found = []
    position = text.find("://")
    while position >= 0:
        login = LOGIN.match(text, position + 3)
        if login is not None and not _is_no_login(text, position, login):
            found.append((*login.span(1), "password in a URL"))
        position = text.find("://", position + 3)
    return found


def _is_no_login(text: str, position: int, login: re.Match[str]) -> bool:
    """Whether what looks like a name and a password is a version before a digest, or a variable."""
    scheme = re.search(r"[a-z+-]{2,30}\Z", text[max(0, position - 30) : position])
    return (
        _DIGEST.match(text, login.end()) is not None
        or (scheme is not None and scheme[0] in _IMAGES)
        or _STANDS_FOR.fullmatch(login[1]) is not None
    )
