"""What the keys of vendors look like: a mark to begin with, and what may follow it.

A mark alone is a word as well (``sk-learn``), so what follows must have a vendor's length and signs, and
some part of it must look drawn.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from itertools import pairwise
from typing import Final

SHORTEST: Final = 16
"""Fewest characters of a secret."""

_W: Final = "[A-Za-z0-9_-]"
_A: Final = "[A-Za-z0-9]"
_H: Final = "[a-f0-9]"
_B: Final = "[A-Za-z0-9+/]"
_END: Final = "(?![A-Za-z0-9_-])"
_VENDORS: Final[tuple[tuple[str, str], ...]] = (
    # models and what serves them
    ("sk-", f"(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?{_W}{{16,}}"),
    ("pk-lf-", f"{_W}{{16,}}"),
    ("sess-", f"{_A}{{40}}{_END}"),
    ("AIza", f"{_W}{{30,}}"),
    ("GOCSPX-", f"{_W}{{24,}}"),
    ("1//0", f"{_W}{{40,}}"),
    ("hf_", f"{_A}{{20,}}"),
    ("gsk_", f"{_A}{{20,}}"),
    ("xai-", f"{_A}{{20,}}"),
    ("pplx-", f"{_A}{{32,}}"),
    ("nvapi-", f"{_W}{{40,}}"),
    ("csk-", f"{_A}{{40,}}"),
    ("fw_", f"{_A}{{20,}}{_END}"),
    ("r8_", f"{_A}{{30,}}"),
    ("tgp_v1_", f"{_W}{{30,}}"),
    ("rpa_", f"{_A}{{30,}}"),
    ("jina_", f"{_W}{{40,}}"),
    ("pa-", f"{_W}{{43}}{_END}"),
    ("llx-", f"{_A}{{32,}}"),
    ("ABSK", f"{_B}{{60,}}={{0,2}}"),
    ("bedrock-api-key-", f"{_B}{{40,}}={{0,2}}"),
    # tools of agents, and what watches them
    ("tvly-", "[A-Za-z0-9-]{16,}"),
    ("fc-", f"{_H}{{32}}{_END}"),
    ("BSA", f"{_W}{{27,28}}{_END}"),
    ("e2b_", f"{_H}{{40}}{_END}"),
    ("bb_live_", f"{_W}{{20,}}"),
    ("apify_api_", f"{_A}{{30,}}"),
    ("pcsk_", f"{_A}{{4,8}}_{_A}{{30,}}"),
    ("m0-", f"{_A}{{40}}{_END}"),
    ("ak_", f"{_W}{{20}}{_END}"),
    ("app-", f"{_A}{{24}}{_END}"),
    ("pat_", f"{_A}{{64}}{_END}"),
    ("lsv2_", "(?:pt|sk)_[A-Za-z0-9_]{16,}"),
    ("ls__", f"{_H}{{32}}{_END}"),
    ("glsa_", f"{_A}{{32}}_[A-Fa-f0-9]{{8}}"),
    ("glc_", f"{_B}{{32,}}={{0,2}}"),
    ("sntrys_", "[A-Za-z0-9+/=_]{40,}"),
    ("sntryu_", f"{_H}{{40,}}"),
    ("NRAK-", "[A-Z0-9]{27}"),
    ("phx_", f"{_A}{{40,}}"),
    # code and what builds it
    ("gh", rf"[pousr]_{_A}{{30,}}"),
    ("github_pat_", "[A-Za-z0-9_]{30,}"),
    ("glpat-", rf"{_W}{{16,}}(?:\.{_A}{{2}}\.{_A}{{9}})?"),
    ("gl", rf"(?:dt|rt|ptt|cbt|ft|soat|imt|agent|oas)-{_W}{{20,}}(?:\.{_A}{{2}}\.{_A}{{9}})?"),
    ("npm_", f"{_A}{{30,}}"),
    ("pypi-", f"{_W}{{30,}}"),
    ("rubygems_", f"{_H}{{48}}"),
    ("cio", f"{_A}{{32}}{_END}"),
    ("oy2", f"[a-z0-9]{{43}}{_END}"),
    ("dckr_", f"(?:pat|oat)_{_W}{{20,}}"),
    ("PMAK-", f"{_H}{{24}}-{_H}{{34}}"),
    ("pul-", f"{_H}{{40}}{_END}"),
    ("vercel_blob_rw_", "[A-Za-z0-9_]{20,}"),
    ("nfp_", f"{_A}{{36,}}"),
    ("sbp_", f"{_H}{{40}}"),
    ("sb_secret_", f"{_W}{{20,}}"),
    ("fm2_", r"[A-Za-z0-9+/=,_-]{60,}"),
    ("HRKU-", f"{_W}{{30,}}"),
    ("figd_", f"{_W}{{30,}}"),
    ("lin_", f"(?:api|oauth)_{_A}{{32,}}"),
    ("ntn_", f"{_A}{{40,}}"),
    ("secret_", f"{_A}{{40,}}{_END}"),
    ("pat", rf"{_A}{{14}}\.{_H}{{64}}"),
    ("AT", f"(?:ATT3|CTT3|BB){_W}{{20,}}(?:=[A-F0-9]{{8}})?"),
    ("CFPAT-", f"{_W}{{40,}}"),
    ("pnu_", f"{_A}{{36}}"),
    # clouds
    ("A", r"(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}"),
    ("LTAI", f"{_A}{{20}}{_END}"),
    ("AKID", f"{_A}{{32}}{_END}"),
    ("do", "[por]_v1_[a-f0-9]{40,}"),
    ("dapi", rf"{_H}{{32}}(?:-\d)?{_END}"),
    ("AGE-SECRET-KEY-1", "[A-Z0-9]{58}"),
    ("ops_", f"eyJ{_B}{{100,}}={{0,2}}"),
    # payment, mail, chat
    ("sk_", f"(?:(?:live|test|prod)_{_A}{{16,}}|{_H}{{40,}})"),
    ("rk_", f"(?:live|test)_{_A}{{16,}}"),
    ("whsec_", f"{_B}{{24,}}={{0,2}}"),
    ("sq0", f"(?:atp|csp)-{_W}{{22,}}"),
    ("EAAA", f"{_W}{{56,}}"),
    ("shp", "(?:at|ss|pa|ca)_[a-fA-F0-9]{30,}"),
    ("SK", f"{_H}{{32}}{_END}"),
    ("key-", f"{_H}{{32}}{_END}"),
    ("xkeysib-", f"{_H}{{64}}-{_A}{{16}}"),
    ("xox", "[abeoprs]-[A-Za-z0-9-]{12,}"),
    ("xapp-", rf"\d-[A-Z0-9]+-\d+-{_A}{{20,}}"),
)  # fmt: skip
_DOTTED: Final[tuple[tuple[str, str, str], ...]] = (
    ("ya29.", "", f"{_W}{{20,}}"),
    ("SG.", "", rf"{_W}{{16,}}\.{_W}{{16,}}"),
    ("AQ.", "", f"Ab{_W}{{30,}}"),
    ("hvs.", "", f"{_W}{{20,}}"),
    ("hvb.", "", f"{_W}{{20,}}"),
    ("dp.pt.", "", f"{_A}{{40,}}"),
    ("dp.st.", "", rf"(?:{_W}+\.)?{_A}{{40,}}"),
    ("dt0c01.", "", rf"{_A}{{24}}\.{_A}{{64}}"),
    (".atlasv1.", f"{_A}{{14}}", f"{_W}{{40,}}"),
    ("Q~", r"[A-Za-z0-9_~.]{3}\d", r"[A-Za-z0-9_~.-]{31,34}"),
)
"""Marks that end with a sign that is in no run, what stands before them, and what behind."""

_EXPANDED: Final = {
    "gh": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    "gl": ("gldt", "glrt", "glpt", "glcb", "glft", "glso", "glim", "glag", "gloa"),
    "AT": ("ATAT", "ATCT", "ATBB"),
    "A": ("AKIA", "ASIA", "ABIA", "ACCA"),
    "do": ("dop_", "doo_", "dor_"),
}
STARTS: Final = tuple(start for mark, _ in _VENDORS for start in _EXPANDED.get(mark, (mark[:8],)))
"""How keys with a mark of their own begin."""
_NONE: Final[list[tuple[str, re.Pattern[str]]]] = []
_BY_BEGINNING: Final[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}
for _mark, _rest in _VENDORS:
    _pattern = re.compile(re.escape(_mark) + _rest)
    for _start in dict.fromkeys(one[:3] for one in _EXPANDED.get(_mark, (_mark,))):
        _BY_BEGINNING.setdefault(_start, []).append((_mark, _pattern))
_SNOWFLAKES: Final = frozenset(("MT", "Mj", "Mz", "MD", "ND", "NT", "Nj", "Nz", "OD", "OT"))
"""How a number in base64 begins, as in the tokens of Discord's bots."""
FIRST_THREE: Final = tuple(
    dict.fromkeys((*(start[:3] for start in STARTS), "eyJ", "AA", *sorted(_SNOWFLAKES)))
)
"""The first signs of keys and tokens; where only two are named, any may follow."""
_AIRTABLE: Final = "pat"
MARKS: Final[dict[bytes, re.Pattern[bytes]]] = {
    three.encode(): re.compile(
        "|".join(
            _A + "{17}[.]" if start == _AIRTABLE else re.escape(start)
            for start in STARTS
            if start.startswith(three)
        ).encode()
    )
    for three in {start[:3] for start in STARTS}
    if len(three) > 2
}
"""How keys go on that begin with three signs, as a quick look at bytes: most are words."""
DOTTED: Final = tuple(mark for mark, _, _ in _DOTTED)
_DOTS: Final = tuple(
    (mark, re.compile(f"(?:{before}){re.escape(mark)}{rest}"), before)
    for mark, before, rest in _DOTTED
)
_BEFORE_DOTS: Final = 14
_MIXED: Final = re.compile("[a-z][A-Z]+[a-z]|[A-Z][a-z]+[A-Z]")
_JWT: Final = re.compile(rf"eyJ{_W}{{8,}}\.eyJ{_W}{{8,}}\.{_W}{{4,}}")
_TELEGRAM: Final = re.compile(rf"AA{_W}{{32,34}}{_END}")
_BOT_NUMBER: Final = re.compile(r"\d{8,12}(?::|%3[Aa])\Z")
_DISCORD: Final = re.compile(rf"([MNO]{_W}{{22,27}})\.{_W}{{6}}\.{_W}{{27,40}}")
_CLASSES: Final = str.maketrans(
    {
        **dict.fromkeys("abcdefghijklmnopqrstuvwxyz", "a"),
        **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A"),
        **dict.fromkeys("0123456789", "0"),
    }
)


def key_at(text: str, start: int, end: int) -> tuple[int, int, str] | None:
    """Return the key with a vendor's mark, or the token, that begins at a place in a run.

    Args:
        text: Any text.
        start: Where it may begin.
        end: Where the run ends; the key may go on.

    Returns:
        Where it begins and ends, and its kind; None if there is none.

    Example:
        >>> key_at("use ghp_" + "a1B2" * 9, 4, 44)
        (4, 44, 'key')
    """
    begins = text[start : start + 3]
    for mark, pattern in _BY_BEGINNING.get(begins, _BY_BEGINNING.get(begins[:2], _NONE)):
        key = pattern.match(text, start)
        if key and is_drawn(key[0][len(mark) :] if mark in _WORDS else key[0]):
            return start, key.end(), "key"
    if begins == "eyJ" and (token := _JWT.match(text, start)):
        return start, token.end(), "json web token"
    if begins[:2] == "AA":
        number = _BOT_NUMBER.search(text, max(0, start - 15), start)
        token = _TELEGRAM.match(text, start)
        if number is not None and token is not None:
            return number.start(), token.end(), "key"
    if begins[:2] in _SNOWFLAKES:
        token = _DISCORD.match(text, start)
        if token and _is_number(token[1]):
            return start, token.end(), "key"
    return None


_WORDS: Final = frozenset(("ak_", "app-", "pa-", "fw_", "BSA", "cio", "m0-", "secret_"))
"""Marks that are ordinary words: what follows must look drawn by itself."""


def dotted_key(text: str, start: int) -> tuple[int, int, str] | None:
    """Return the key of which a mark that ends with a dot stands right before a place."""
    if not text.startswith((".", "~"), start - 1):
        return None
    for mark, pattern, before in _DOTS:
        first = start - len(mark)
        if first < 0 or not text.startswith(mark, first):
            continue
        for place in range(max(0, first - _BEFORE_DOTS), first) if before else (first,):
            key = pattern.match(text, place)
            if key is not None and key.end() > start:
                return place, key.end(), "key"
    return None


def looks_like_words(text: str, start: int) -> int:
    """Return where what begins with a vendor's mark ends, though it is no key; 0 without a mark."""
    begins = text[start : start + 3]
    for _, pattern in _BY_BEGINNING.get(begins, _BY_BEGINNING.get(begins[:2], _NONE)):
        if key := pattern.match(text, start):
            return key.end()
    return 0


def is_drawn(key: str) -> bool:
    """Whether something between the dashes of a key is no word and no year.

    Where it is in doubt, it is a key: long parts are, even if they are all letters.

    Example:
        >>> is_drawn("notifications-service-v2"), is_drawn("x-a8F3kd92")
        (False, True)
    """
    return any(
        len(part) >= SHORTEST
        or (len(part) >= 8 and part.isdigit())
        or (len(part) >= 5 and not part.isdigit() and not part.isalpha())
        or _MIXED.search(part) is not None
        for part in re.split("[-_]", key)
    )


def is_scrambled(value: str) -> bool:
    """Whether small letters, capitals and digits change places as often as in base64, not as in words.

    Example:
        >>> is_scrambled("/k7Gx2mPq9LwZ4t"), is_scrambled("/home/ann/Projects2024/src")
        (True, False)
    """
    classes = value.translate(_CLASSES)
    signs = [sign for sign in classes if sign in "aA0"]
    if len(set(signs)) < 3:
        return False
    changes = sum(one != other for one, other in pairwise(signs))
    return changes >= 0.35 * len(signs)


def _is_number(coded: str) -> bool:
    """Whether a text is a long number in base64."""
    try:
        return b64decode(coded + "=" * (-len(coded) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False
