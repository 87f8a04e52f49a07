"""Words of a text: tokens with offsets, stems, languages and shared concepts.

Two words mean the same here when they have the same stem or belong to the same concept of
``data/concepts.txt``. Concepts join synonyms and languages, so that 'ceiling', 'cap' and 'лимит'
meet, and a fact in English can be found in a Russian text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from core.contract.checks.folding import fold as fold
from core.contract.checks.lexicon import Phrase, group_phrases, group_senses
from core.contract.checks.synonyms import synonym_senses

Lang: TypeAlias = Literal["en", "ru", "de", "fr", "es"]

MAX_WORD = 60
"""A longer run of letters is no word: it means nothing, and costs no time."""

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-zа-я]{3})(?=[A-ZА-Я][a-zа-я]{2})")

_DATA = Path(__file__).with_name("data")


def _sections() -> dict[str, list[str]]:
    """Read the closed-class words: function words, stop words, suffixes."""
    found = {}
    for line in (_DATA / "closed.txt").read_text(encoding="utf-8").splitlines():
        name, _, words = line.partition(": ")
        found[name] = words.split()
    return found


_CLOSED = _sections()


def closed(name: str) -> list[str]:
    """Return the words of one section of the closed-class file."""
    return _CLOSED[name]


_FUNCTION: dict[Lang, frozenset[str]] = {
    "en": frozenset(_CLOSED["function-en"]),
    "de": frozenset(_CLOSED["function-de"]),
    "fr": frozenset(_CLOSED["function-fr"]),
    "es": frozenset(_CLOSED["function-es"]),
}

_LETTERS = {
    "en": re.compile(r"(?!)"),
    "de": re.compile("[äöüß]"),
    "fr": re.compile("[éèêçàœ]"),
    "es": re.compile("[ñ¿¡óáí]"),
}
"""Letters that a language uses and the others mostly don't."""


STOP: dict[Lang, frozenset[str]] = {
    "en": frozenset(fold(word) for word in _CLOSED["stop-en"]),
    "ru": frozenset(fold(word) for word in _CLOSED["stop-ru"]),
    "de": frozenset(fold(word) for word in _CLOSED["stop-de"]),
    "fr": frozenset(fold(word) for word in _CLOSED["stop-fr"]),
    "es": frozenset(fold(word) for word in _CLOSED["stop-es"]),
}


def _suffixes(name: str, least: int) -> dict[str, list[tuple[str, int]]]:
    """Return suffixes by their last letter, longest first, each with the letters of a word that it needs."""
    found: dict[str, list[tuple[str, int]]] = {}
    for suffix in sorted(_CLOSED[name], key=len, reverse=True):
        keep = max(least, 4) if len(suffix) > 3 else least
        found.setdefault(suffix[-1], []).append((suffix, keep + len(suffix)))
    return found


_LATIN = _suffixes("latin-suffixes", 4)
_CYRILLIC = _suffixes("cyrillic-suffixes", 3)


_FLEETING = ("ок", "ек", "ец")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a light stem of a word in any of the five languages.

    Only meant for comparing words with each other: 'rotation', 'rotated' and 'rotate' agree.
    """
    low = fold(word)
    if "'" in low:
        left, _, right = low.partition("'")
        low = left if len(right) <= 2 else right
    if low.isdigit() or len(low) <= 3:
        return low
    if "а" <= low[0] <= "я":
        low = _strip(low, _CYRILLIC)
        # 'Задаток, задатка', 'конец, конца': the vowel of the last syllable comes and goes.
        return low[:-2] + low[-1] if len(low) > 4 and low.endswith(_FLEETING) else low
    return _strip(low, _LATIN)


def _strip(low: str, suffixes: dict[str, list[tuple[str, int]]]) -> str:
    """Take off at most two suffixes, always leaving some letters."""
    for _ in range(2):
        for suffix, needed in suffixes.get(low[-1], ()):
            if len(low) >= needed and low.endswith(suffix):
                low = low[: -len(suffix)]
                break
        else:
            break
    if len(low) > 4 and low[-1] == low[-2]:
        low = low[:-1]
    return low


class Token(NamedTuple):
    """One word or run of digits of a text."""

    start: int
    end: int
    text: str
    low: str
    """Folded: lower case, no accents."""
    senses: frozenset[str]
    """The stem and every concept of the word, as '#concept'; empty for a function word."""

    @property
    def is_number(self) -> bool:
        """Whether it is a run of digits that make a number; '²' and '①' don't."""
        return self.text.isdecimal()


def _load() -> tuple[
    dict[str, set[str]], list[tuple[str, str]], dict[str, list[tuple[tuple[str, ...], str]]]
]:
    """Read the concept file: whole words, prefixes, and phrases by their first word."""
    whole: dict[str, set[str]] = {}
    prefixes: list[tuple[str, str]] = []
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    path = _DATA / "concepts.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, entries = line.partition(":")
        if line.startswith("//") or not entries:
            continue
        concept = "#" + name.strip()
        for entry in re.split(r"[,|]", entries):
            words = entry.strip().split()
            if len(words) > 1:
                key = tuple(fold(word) for word in words)
                phrases.setdefault(key[0].rstrip("*")[:3], []).append((key, concept))
            elif words and words[0].endswith("*"):
                prefixes.append((fold(words[0][:-1]), concept))
            elif words:
                whole.setdefault(fold(words[0]), set()).add(concept)
    return whole, prefixes, phrases


_WHOLE, _PREFIXES, _PHRASES = _load()
_BY_START: dict[str, list[tuple[str, str]]] = {}
for _prefix, _concept in _PREFIXES:
    _BY_START.setdefault(_prefix[:2], []).append((_prefix, _concept))


@lru_cache(maxsize=65536)
def concepts(low: str) -> frozenset[str]:
    """Return the concepts of a folded word; empty if it has none."""
    found = set(_WHOLE.get(low, ()))
    found.update(name for start, name in _BY_START.get(low[:2], ()) if low.startswith(start))
    return frozenset(found)


_LANGS: tuple[Lang, ...] = ("en", "ru", "de", "fr", "es")


def _load_vocabulary() -> tuple[
    dict[tuple[Lang, str], set[str]], dict[tuple[Lang, str], list[tuple[str, str]]]
]:
    """Read the vocabulary: whole words, and prefixes by their first two letters, for each language."""
    whole: dict[tuple[Lang, str], set[str]] = {}
    prefixes: dict[tuple[Lang, str], list[tuple[str, str]]] = {}
    for line in (_DATA / "vocabulary.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("//"):
            continue
        meaning = "#=" + re.split(r"[,|*]", line)[0].strip()
        for lang, words in zip(_LANGS, line.split("|"), strict=False):
            for word in words.split(","):
                low = fold(word.strip())
                if low.endswith("*"):
                    prefixes.setdefault((lang, low[:2]), []).append((low[:-1], meaning))
                elif low and " " not in low:
                    whole.setdefault((lang, low), set()).add(meaning)
    return whole, prefixes


_VOCABULARY, _VOCABULARY_PREFIXES = _load_vocabulary()


@lru_cache(maxsize=65536)
def meanings(low: str, lang: Lang) -> frozenset[str]:
    """Return the meanings of a folded word of one language in the vocabulary, as '#=meaning'."""
    found = set(_VOCABULARY.get((lang, low), ()))
    for start, meaning in _VOCABULARY_PREFIXES.get((lang, low[:2]), ()):
        if low.startswith(start):
            found.add(meaning)
    return frozenset(found)


LOOSE = "="
"""How the name of a group of ``data/relations.txt`` begins, behind '@' or '^'."""


def _load_relations() -> tuple[
    dict[tuple[Lang, str], set[str]],
    dict[tuple[Lang, str], list[tuple[str, str]]],
    dict[tuple[Lang, str], list[tuple[tuple[str, ...], str]]],
]:
    """Read the looser groups: whole words, prefixes and phrases of each language."""
    whole: dict[tuple[Lang, str], set[str]] = {}
    prefixes: dict[tuple[Lang, str], list[tuple[str, str]]] = {}
    phrases: dict[tuple[Lang, str], list[tuple[tuple[str, ...], str]]] = {}
    for line in (_DATA / "relations.txt").read_text(encoding="utf-8").splitlines():
        name, _, entries = line.partition(":")
        if line.startswith("//") or not entries:
            continue
        for lang, words in zip(_LANGS, entries.split("|"), strict=False):
            # English has the synonyms of its dictionary; its own words only meet other languages.
            sense = ("^" if lang == "en" else "@") + LOOSE + name.strip()
            for entry in words.split(","):
                low = fold(entry.strip())
                if " " in low:
                    key = tuple(low.split())
                    phrases.setdefault((lang, key[0].rstrip("*")[:3]), []).append((key, sense))
                elif low.endswith("*"):
                    prefixes.setdefault((lang, low[:2]), []).append((low[:-1], sense))
                elif low:
                    whole.setdefault((lang, low), set()).add(sense)
    return whole, prefixes, phrases


_RELATED, _RELATED_PREFIXES, _RELATED_PHRASES = _load_relations()


@lru_cache(maxsize=65536)
def relations(low: str, lang: Lang) -> frozenset[str]:
    """Return the looser groups of a folded word, as synonym sets that languages share."""
    found = set(_RELATED.get((lang, low), ()))
    for start, sense in _RELATED_PREFIXES.get((lang, low[:2]), ()):
        if low.startswith(start):
            found.add(sense)
    return frozenset(found)


@lru_cache(maxsize=65536)
def senses(word: str, lang: Lang) -> frozenset[str]:
    """Return what a word may be matched by: its stem, its concepts, its synonym sets."""
    if len(word) > MAX_WORD:
        return frozenset()
    low = fold(word)
    own = concepts(low)
    if low in STOP[lang]:
        return own
    found = own | {stem(word)} | meanings(low, lang) | relations(low, lang)
    found |= group_senses(low, lang)
    if lang == "en":
        found |= synonym_senses(low)
    return found | _compound(low, lang)


def _compound(low: str, lang: Lang) -> frozenset[str]:
    """Return the stem and concepts of the last part of a compound ('Raumtemperatur')."""
    least = 5 if lang == "de" else 8
    for cut in range(3, len(low) - least + 1):
        tail = low[cut:]
        shared = concepts(tail)
        if shared:
            return shared | {stem(tail)}
    return frozenset()


@lru_cache(maxsize=65536)
def _known(word: str, lang: Lang) -> tuple[str, frozenset[str]]:
    """Return a word folded, and its senses."""
    return fold(word), senses(word, lang)


def tokenize(text: str, lang: Lang = "en") -> tuple[Token, ...]:
    """Split a text into tokens; names like ``timeoutMs`` and ``timeout_ms`` come apart."""
    tokens: list[Token] = []
    for match in WORD.finditer(text):
        raw, offset = match.group(), match.start()
        pieces = (
            _CAMEL.split(raw) if not (raw.islower() or raw.isupper() or raw.istitle()) else [raw]
        )
        for piece in pieces:
            if piece:
                tokens.append(Token(offset, offset + len(piece), piece, *_known(piece, lang)))
            offset += len(piece)
    return _with_phrases(_with_initials(text, _with_compounds(text, tokens)), lang)


def senses_of(text: str, lang: Lang) -> frozenset[str]:
    """Return the senses of all words of a piece of text."""
    found: set[str] = set()
    for token in tokenize(text, lang):
        found |= token.senses
    return frozenset(found)


def _with_initials(text: str, tokens: list[Token]) -> list[Token]:
    """Let a run of capitalised words stand for its initials too ('European Union', 'EU')."""
    i = 0
    while i < len(tokens):
        end = i
        while (
            end < len(tokens)
            and tokens[end].text[:1].isupper()
            and (end == i or text[tokens[end - 1].end : tokens[end].start] == " ")
        ):
            end += 1
        if 2 <= end - i <= 5:
            short = frozenset({stem("".join(token.text[0] for token in tokens[i:end]))})
            for k in range(i, end):
                old = tokens[k]
                tokens[k] = Token(old.start, old.end, old.text, old.low, old.senses | short)
        i = max(end, i + 1)
    return tokens


def _with_compounds(text: str, tokens: list[Token]) -> list[Token]:
    """Let the parts of a hyphenated word stand for the whole too ('stand-up', 'standup')."""
    for i in range(len(tokens) - 1):
        left, right = tokens[i], tokens[i + 1]
        if text[left.end : right.start] == "-" and not left.is_number and not right.is_number:
            whole = frozenset({stem(left.text + right.text)}) | concepts(left.low + right.low)
            tokens[i] = Token(left.start, left.end, left.text, left.low, left.senses | whole)
            tokens[i + 1] = Token(
                right.start, right.end, right.text, right.low, right.senses | whole
            )
    return tokens


def _with_phrases(tokens: list[Token], lang: Lang) -> tuple[Token, ...]:
    """Give the words of a known phrase ('time zone') the concept of the phrase."""
    for i in range(len(tokens) - 1):
        begun = _phrases(tokens[i].low, lang)
        if not begun:
            continue
        for rest, senses in begun.get(tokens[i + 1].low[0], ()):
            if len(rest) < len(tokens) - i and all(
                _same(tokens[i + k].low, word) for k, word in enumerate(rest, 1)
            ):
                for k in range(i, i + len(rest) + 1):
                    tokens[k] = tokens[k]._replace(senses=tokens[k].senses | senses)
    return tuple(tokens)


@lru_cache(maxsize=65536)
def _phrases(low: str, lang: Lang) -> dict[str, list[Phrase]]:
    """Return the phrases that a folded word may begin, by the first letter of the next word.

    Each is the words that must follow, and its senses.
    """
    start = low[:3]
    concepts = (*_PHRASES.get(start, ()), *_RELATED_PHRASES.get((lang, start), ()))
    known = [(words, frozenset({concept})) for words, concept in concepts]
    found: dict[str, list[Phrase]] = {}
    for words, senses in (*known, *group_phrases(lang, start)):
        if _same(low, words[0]):
            found.setdefault(words[1][0], []).append((words[1:], senses))
    return found


def _same(low: str, pattern: str) -> bool:
    return low.startswith(pattern[:-1]) if pattern.endswith("*") else low == pattern


_LETTERS_ONLY = re.compile(r"[^\W\d_]+")


def language(text: str) -> Lang:
    """Guess the language of a text from its script and function words."""
    plain = text.isascii()
    cyrillic = 0 if plain else sum(1 for c in text if "а" <= c.lower() <= "я")
    if cyrillic and cyrillic > 0.25 * sum(1 for c in text if c.isalpha()):
        return "ru"
    words = _LETTERS_ONLY.findall(text.casefold())
    counts = {
        lang: sum(map(common.__contains__, words))
        + (0 if plain else len(_LETTERS[lang].findall(text)))
        for lang, common in _FUNCTION.items()
    }
    best = max(counts, key=lambda lang: (counts[lang], lang == "en"))
    if counts[best] <= counts["en"]:
        return "en"
    return best
