"""Words and idioms of work in five languages: groups with broader groups, and idioms by mood.

``data/lexicon.txt`` holds a group a line, ``name < broader: English | Russian | German | French | Spanish``:
its entries stand for each other, and each of them for a word of the broader group. ``data/modality.txt``
holds idioms that forbid, allow, waive. '*' ends a prefix, several words are a phrase, '…' stands for
up to four words. A file that isn't there counts as empty.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path

from core.contract.checks.anycase import AnyCase
from core.contract.checks.folding import fold

_DATA = Path(__file__).with_name("data")
_LANGS = ("en", "ru", "de", "fr", "es")


def lines(name: str) -> list[str]:
    """Return the lines of a file of the data folder, plain or compressed; comments left out."""
    path, packed = _DATA / f"{name}.txt", _DATA / f"{name}.txt.gz"
    if path.exists():
        text = path.read_text(encoding="utf-8")
    elif packed.exists():
        text = gzip.decompress(packed.read_bytes()).decode("utf-8")
    else:
        return []
    return [line for line in text.splitlines() if line.strip() and not line.startswith("//")]


@lru_cache(maxsize=64)
def idioms(kind: str, lang: str) -> AnyCase | None:
    """Return an expression for the idioms of one mood in a language; None if there are none."""
    found: set[str] = set()
    for line in lines("modality"):
        name, _, entries = line.partition(":")
        columns = dict(zip(_LANGS, entries.split("|"), strict=False))
        if name.strip() == kind:
            found |= {e.strip() for e in columns.get(lang, "").split(",") if len(e.strip()) > 2}
    if not found:
        return None
    parts = sorted((_expression(entry) for entry in found), key=len, reverse=True)
    return AnyCase(r"(?<!\w)(?:" + "|".join(parts) + r")(?!\w)", re.I)


def _expression(entry: str) -> str:
    words = []
    for word in entry.replace("…", " … ").split():
        if word == "…":
            words.append("…")
            continue
        prefix = word.endswith("*")
        plain = re.escape(word.rstrip("*")).replace("'", "['’]")
        words.append(plain + (r"\w*" if prefix else ""))
    return (
        r"\s+".join(words).replace(r"\s+…\s+", r"\s+(?:[^\s.;!?]+\s+){0,4}?").replace("…", r"\w+")
    )


@lru_cache(maxsize=1)
def _refrains() -> list[tuple[AnyCase, AnyCase]]:
    found = []
    for line in lines("refrains"):
        acts, sign, phrases = line.partition(" = ")
        if sign:
            found.append((_any_of(acts), _any_of(phrases)))
    return found


def _any_of(entries: str) -> AnyCase:
    parts = sorted({_expression(e.strip()) for e in entries.split(",") if e.strip()}, key=len)
    return AnyCase(r"(?<!\w)(?:" + "|".join(reversed(parts)) + r")(?!\w)", re.I)


@lru_cache(maxsize=4096)
def refrains(act: str) -> tuple[AnyCase, ...]:
    """Return what says that an act is left undone without a 'not': 'stays secret' for 'tell'.

    Args:
        act: The verb as the fact has it.
    """
    return tuple(said for acts, said in _refrains() if acts.fullmatch(act))


_HEAD = re.compile(r"(?P<name>[\w-]+)\s*(?:<(?P<broader>[^:]*))?")

Phrase = tuple[tuple[str, ...], frozenset[str]]


class _Groups:
    """The groups of ``lexicon.txt`` for one language: words, prefixes and phrases with their senses."""

    def __init__(self) -> None:
        self.whole: dict[str, set[str]] = {}
        self.prefixes: dict[str, list[tuple[str, frozenset[str]]]] = {}
        self.phrases: dict[str, list[Phrase]] = {}

    def add(self, entry: str, senses: frozenset[str]) -> None:
        """Enter a word, a prefix ('deploy*') or a phrase ('shut down')."""
        words = fold(entry).split()
        if len(words) > 1:
            self.phrases.setdefault(words[0].rstrip("*")[:3], []).append((tuple(words), senses))
        elif words and words[0].endswith("*"):
            self.prefixes.setdefault(words[0][:3], []).append((words[0][:-1], senses))
        elif words:
            self.whole.setdefault(words[0], set()).update(senses)


@lru_cache(maxsize=1)
def _groups() -> dict[str, _Groups]:
    groups = {lang: _Groups() for lang in _LANGS}
    for line in lines("lexicon"):
        head, colon, entries = line.partition(":")
        found = _HEAD.match(head.strip())
        if not colon or found is None:
            continue
        broader = (found["broader"] or "").split(",")
        senses = frozenset(
            {"@+" + found["name"]} | {"^+" + b.strip() for b in broader if b.strip()}
        )
        for lang, words in zip(_LANGS, entries.split("|"), strict=False):
            for entry in words.split(","):
                groups[lang].add(entry.strip(), senses)
    return groups


def group_senses(low: str, lang: str) -> frozenset[str]:
    """Return the groups of a folded word as '@+group', and their broader groups as '^+group'."""
    groups = _groups()[lang]
    found = set(groups.whole.get(low, ()))
    for start, senses in groups.prefixes.get(low[:3], ()):
        if low.startswith(start):
            found |= senses
    return frozenset(found)


def group_phrases(lang: str, start: str) -> list[Phrase]:
    """Return the phrases that begin with three letters, each with its senses."""
    return _groups()[lang].phrases.get(start, [])
