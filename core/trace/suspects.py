"""Which of many texts may hold a secret: a search over all of them at once.

Most texts hold none, and most are short, so looking at each costs more than everything else that is
done with it. Here texts are joined, and whole arrays of signs are compared with the few marks that
every secret bears: a long run of letters and digits behind a name or with a vendor's beginning, a
password's name, an ``@`` behind a ``://``. What is named here is looked at closely by
`core.trace.secrets`; what isn't holds nothing that it would take out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from core.trace.announced import BEHIND, HOOKS, LONGEST_NAME, NAMES, SCHEMES, VALUE_SIGNS
from core.trace.passwords import LOGIN
from core.trace.secrets import BASE64, BLOCK, RUN_BEGINS, SMALLEST, secret_at
from core.trace.vendor_keys import DOTTED, MARKS, SHORTEST

_BETWEEN: Final = "\n"
"""Stands between texts that are searched together; no secret goes across it."""
_TOGETHER: Final = 2**17
"""Signs of texts that are searched together: few enough to stay near the processor."""
_LONG: Final = 2**20
"""Signs of a text that is looked at closely by itself: the arrays take several times its room."""
_LOGIN: Final = 300
"""Signs from the beginning of an address to the end of the password in it, at most."""
_SMALL: Final = 32
"""What makes a capital letter small."""

_Codes: TypeAlias = npt.NDArray[np.uint8]
_ANY: Final = "\0"
_Signs: TypeAlias = npt.NDArray[np.bool_]
_Places: TypeAlias = npt.NDArray[np.intp]


_PairTable: TypeAlias = npt.NDArray[np.bool_]


def _pairs(words: Iterable[str]) -> _PairTable:
    """Return for every pair of signs whether it is among some words of two signs.

    A word of one sign stands for all pairs that end with it, one with a blank behind it for all that
    begin with it.
    """
    table = np.zeros((2**8, 2**8), dtype=np.bool_)
    for word in words:
        if len(word) == 1:
            table[:, ord(word)] = True
        elif word[1] == _ANY:
            table[ord(word[0])] = True
        else:
            table[ord(word[0]), ord(word[1])] = True
    return table.ravel()


def _table(signs: str) -> _Signs:
    """Return for every sign whether it is among some."""
    table = np.zeros(2**8, dtype=np.bool_)
    table[[ord(sign) for sign in signs]] = True
    return table


_BEGINS: Final = _pairs(mark[:2] for mark in RUN_BEGINS)
_GO_ON: Final = _pairs((mark + _ANY)[1:3] for mark in RUN_BEGINS)
_MARKS_BEFORE: Final = (*DOTTED, BASE64)
_ENDS: Final = _pairs(mark[-2:] for mark in _MARKS_BEFORE)
_BEFORE_ENDS: Final = _pairs(mark[-4:-2] or "~" for mark in _MARKS_BEFORE) | _pairs("0123456789")
_SPACED: Final = _pairs(end + blank for end in "rRcC \t" for blank in " \t")
_SCHEMES: Final = tuple(scheme.encode() for scheme in SCHEMES)
_LOOKS: Final = {**MARKS, b"com": re.compile("|".join(HOOKS).encode())}
"""What keys look like that begin with three signs."""
_OTHERS: Final = frozenset(mark.encode() for mark in RUN_BEGINS) - frozenset(_LOOKS)
"""How runs begin of which any is worth a look."""
_ESCAPES: Final = _table("%\\")
_NAMES: Final = tuple(name.encode() for name in NAMES)
_PICTURE: Final = BASE64.encode()
_BLOCK_SIGNS: Final = BLOCK[3:5].encode()
"""Two signs in the name of a key's block that seldom stand together elsewhere."""
_IN_VALUE: Final = _table(VALUE_SIGNS)
_MAY_FOLLOW: Final = _table(f"{VALUE_SIGNS}>\\\"':;\0?" + "".join(map(chr, range(1, 33))))
"""Signs between the one that assigns a value and a run in that value; ``?`` stands for any other."""
_TAILS: Final = (1, 2, 3, 4, 5)
"""How many signs of an escape are in the run behind it."""
_EIGHT: Final = 8
"""Signs that are looked at as one byte, a bit for each."""
_BEHIND: Final = _table("+-/_")
"""Signs in a run behind which a key may begin."""


def _ones(first: bool) -> npt.NDArray[np.uint8]:
    """Return for every byte how many bits are set in a row from its first or last one on."""
    texts = (f"{number:08b}"[:: 1 if first else -1] for number in range(2**8))
    return np.array([len(text.partition("0")[0]) for text in texts], dtype=np.uint8)


_LEADING: Final = _ones(first=True)
_TRAILING: Final = _ones(first=False)


def suspects(texts: Sequence[str]) -> list[int]:
    """Return which of many texts `without_secrets` may change, in rising order.

    Args:
        texts: Any texts.

    Returns:
        Places in the list. A text that isn't among them holds nothing to take out.

    Example:
        >>> suspects(["all is well", "the key is sk-proj-abcdefghijklmnop1234"])
        [1]
    """
    found: list[int] = []
    ends = list(accumulate(map(len, texts)))
    first = 0
    while first < len(texts):
        before = ends[first - 1] if first else 0
        last = min(bisect_right(ends, before + _TOGETHER, first) + 1, len(texts))
        is_long = ends[last - 1] - before > _TOGETHER + _LONG
        part = texts[first : last - is_long]
        found += [first + index for index in _suspects(part)]
        if is_long:
            found.append(last - 1)
        first = last
    return found


def _suspects(texts: Sequence[str]) -> list[int]:
    joined = _BETWEEN.join(texts)
    if len(joined) < SMALLEST:
        return []
    # One byte for each sign, so that places in both are the same.
    raw = joined.encode("ascii", "replace")
    codes = np.frombuffer(raw, dtype=np.uint8)
    small = codes | np.uint8(_SMALL)
    part = _Part(texts, joined, raw)
    if _stand_together(codes, *_BLOCK_SIGNS) and BLOCK in joined:
        part.found.update(index for index, text in enumerate(texts) if BLOCK in text)
    part.add(_passwords(joined, small))
    part.add(_logins(joined, raw))
    signs = _in_runs(codes, small)
    runs = _runs(codes, signs)
    if not any(runs):
        return sorted(part.found)
    inside, names = signs.tobytes(), small.tobytes()
    for start in runs.sure:
        part.add_secret(start, inside)
    for start in runs.begun:
        three = raw[start : start + 3]
        look = _LOOKS.get(three)
        if look.match(raw, start) if look else three in _OTHERS or three[:2] in _OTHERS:
            part.add_secret(start, inside)
    for start in runs.named:
        before = names[max(0, start - LONGEST_NAME) : start]
        if any(map(before.__contains__, _NAMES)) or before[-1:] == b"=":
            part.add_secret(start, inside)
    for start in runs.spaced:
        if names[max(0, start - LONGEST_NAME) : start].rstrip(b" )").endswith(_SCHEMES):
            part.add_secret(start, inside)
    return sorted(part.found)


def _stand_together(codes: _Codes, one: int, other: int) -> bool:
    """Whether two signs stand one after the other; in a quarter of the time that a search takes."""
    return bool(((codes[:-1] == one) & (codes[1:] == other)).any())


def _passwords(joined: str, small: _Codes) -> Iterator[int]:
    """Yield where a password's name stands with a sign near it that may assign one."""
    p, w, s = small == ord("p"), small == ord("w"), small == ord("s")
    marks = p[:-2] & w[1:-1]  # pwd
    p |= w
    s[:-1] &= s[1:]
    marks |= s[:-2] & p[2:]  # passw…, passphrase
    found = marks.tobytes()  # they are few: looking for each is quicker than an array of places
    place = found.find(1)
    while place >= 0:
        near = joined[max(0, place - 3) : place + 16]
        if ":" in near or "=" in near or "-" in near:
            yield place
        place = found.find(1, place + 1)


def _logins(joined: str, raw: bytes) -> Iterator[int]:
    """Yield where a name and a password stand in an address."""
    at = raw.find(b"@")
    while at >= 0:
        start = joined.rfind("://", max(0, at - _LOGIN), at)
        if start >= 0 and LOGIN.match(joined, start + 3):
            yield start
        at = raw.find(b"@", at + 1)


def _in_runs(codes: _Codes, small: _Codes) -> _Signs:
    """Return of each sign whether it is a letter, a digit, or one that keys and paths hold."""
    inside = small - ord("a") < 26
    inside |= codes - ord("/") < 11  # and digits
    for sign in "_-+":
        inside |= codes == ord(sign)
    return inside


class _Runs(NamedTuple):
    """Where long runs begin that the signs around them make suspicious."""

    sure: list[int]
    """Near the beginning, or behind a mark."""
    begun: list[int]
    """With a mark of their own, perhaps; also inside of runs."""
    named: list[int]
    """Behind what may be a name."""
    spaced: list[int]
    """Behind what may be a scheme, and blanks."""


def _runs(codes: _Codes, inside: _Signs) -> _Runs:
    """Return the suspicious runs; most runs are words, paths and lines of dashes."""
    starts, full = _long(inside)
    if not starts.size:
        return _Runs([], [], [], [])
    within = _within(codes, full, starts)
    first = int(np.searchsorted(starts, LONGEST_NAME))
    early: list[int] = starts[:first].tolist()
    starts = starts[first:]
    if not starts.size:
        return _Runs(early, within, [], [])
    ends = _pair(codes, starts - 2)
    sure = _ENDS[ends] & _BEFORE_ENDS[_pair(codes, starts - 4)]
    begun: list[int] = starts[_is_begun(codes, starts)].tolist()
    before = codes[starts[:, None] - np.arange(1, BEHIND + 1)]
    assigned = (before == ord(":")) | (before == ord("="))
    # From the sign that assigns up to the run no other sign may stand than regular ones.
    strange = ~_MAY_FOLLOW[before]
    strange &= ~np.logical_or.accumulate(assigned, axis=1)
    named = assigned.any(axis=1) & ~strange.any(axis=1)
    # What begins with two slashes behind a colon is an address.
    slashes = (codes[starts] == ord("/")) & (codes[starts + 1] == ord("/"))
    named &= ~(slashes & (before[:, 0] == ord(":")))
    named |= _ESCAPES[before[:, 0]]
    return _Runs(
        early + starts[sure].tolist(),
        within + begun,
        starts[named].tolist(),
        starts[_SPACED[ends]].tolist(),
    )


def _is_begun(codes: _Codes, places: _Places) -> _Signs:
    """Return of some places whether a key with a mark of its own may begin there."""
    return _BEGINS[_pair(codes, places)] & _GO_ON[_pair(codes, places + 1)]


def _long(inside: _Signs) -> tuple[_Places, _Places]:
    """Return where long runs begin, and where in them eight signs stand that make up a whole byte.

    A bit for each sign makes the array small. A run of sixteen signs, wherever it begins, holds
    eight that make up a byte; the bytes beside it tell how far the run goes.
    """
    bits = np.zeros(inside.size // _EIGHT + 3, dtype=np.uint8)
    packed = np.packbits(inside)
    bits[1 : 1 + packed.size] = packed
    full = np.flatnonzero(bits == 2**_EIGHT - 1)
    ahead = _TRAILING[bits[full - 1]]
    full, ahead = _both(ahead + _LEADING[bits[full + 1]] >= SHORTEST - _EIGHT, full, ahead)
    begins, ahead = _both(ahead < _EIGHT, full, ahead)
    return (begins - 1) * _EIGHT - ahead, (full - 1) * _EIGHT


def _both(chosen: _Signs, places: _Places, numbers: _Codes) -> tuple[_Places, _Codes]:
    return places[chosen], numbers[chosen]


def _within(codes: _Codes, full: _Places, starts: _Places) -> list[int]:
    """Return where keys may begin inside of runs: behind a slash, a dash, an escaped line break."""
    places = (full[:, None] - np.arange(_EIGHT)).ravel()
    places = places[places > 0]
    places = places[_BEHIND[codes[places - 1]]]
    escaped = starts[_ESCAPES[codes[starts - 1]] & (starts > 0)]
    # Behind an escaped line break: \\n, \\x0a or %0A, \\u000a or %250A.
    places = np.concatenate((places, *(escaped + tail for tail in _TAILS)))
    found: list[int] = places[_is_begun(codes, places)].tolist()
    return found


def _pair(codes: _Codes, places: _Places) -> npt.NDArray[np.uint16]:
    """Return the signs at some places, each with the one behind it."""
    pairs = codes[places].astype(np.uint16)
    pairs <<= 8
    pairs |= codes[places + 1]
    return pairs


class _Part:
    """Texts that are searched together, as far as something in them is suspicious."""

    def __init__(self, texts: Sequence[str], joined: str, raw: bytes) -> None:
        self._texts, self._joined, self._raw = texts, joined, raw
        self.found: set[int] = set()

    @cached_property
    def _ends(self) -> list[int]:
        """Where each text ends, with what stands between it and the next one."""
        return list(accumulate(len(text) + 1 for text in self._texts))

    def add(self, places: Iterable[int]) -> None:
        """Add the texts to which some places belong."""
        self.found.update(bisect_right(self._ends, place) for place in places)

    def add_secret(self, start: int, inside: bytes) -> None:
        """Add the text in which a run begins, if it is a secret or belongs to one."""
        index = bisect_right(self._ends, start)
        if index in self.found:
            return
        raw = self._raw
        end = inside.find(0, start)
        end = end if end >= 0 else len(raw)
        mark = raw.rfind(_PICTURE, max(0, start - LONGEST_NAME), start)
        if mark >= 0 and _goes_on(raw, inside, start, end):
            self.found.add(index)
            return
        low = self._ends[index - 1] if index else 0
        if secret_at(self._joined, start, end, low) is not None:
            self.found.add(index)


def _goes_on(raw: bytes, inside: bytes, start: int, end: int) -> bool:
    """Whether something else may follow a picture without a sign between that is in no run."""
    run = raw[start:end]
    if b"-" in run or b"_" in run:
        return True
    while raw[end : end + 1] == b"=":
        end += 1
    return inside[end : end + 1] == b"\x01"
