"""Rules about a doing that has no predicate of its own: 'Do not pay invoices'.

A prohibition of that form names a verb and what it is done to. Whether a speaker does just that can
be seen from grammar alone, for any verb: it is the subject, the verb is no wish, question, order or
negation, and the same thing stands in the clause. Anything less certain is left to people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import simplemma

from core.drift.predicates import Context, Span, predicate
from core.drift.surroundings import Left
from core.drift.words import Clause, Token

_ENGLISH = re.compile(
    r"^\W*(?:please\s+)?(?:do not|don['’]t|never|must not|mustn['’]t|may not|shall not|should not|"
    r"it (?:must|may|does) not)\s+(?:ever\s+)?(.+)$"
)
_RUSSIAN = re.compile(r"^\W*(?:никогда\s+)?(?:не|нельзя)\s+([а-яё]+(?:ть|ти|чь)(?:ся)?\b.*)$")
_ENGLISH_TAIL = re.compile(r"\b(?:to|for|with|from|by|on|in|at|about|into|of|behind)\b")
_RUSSIAN_TAIL = re.compile(r"\b(?:для|за|из|на|от|перед|по|про|с|у|в|к|о)\b")
_CONDITION = re.compile(
    r"\b(?:above|below|over|under|more|less|without|unless|except|that|which|who|whose|when|where|while|"
    r"if|as|before|after|until|because|instead|outside|beyond|than|alone|only|"
    r"без|выше|ниже|более|менее|больше|меньше|если|когда|кроме|пока|после|до|чтобы|котор\w+|только)\b|"
    r"[.;:]\s*\w|\d"
)
"""What narrows a rule in a way that a clause alone can't show."""
_JOINED = re.compile(r"\s*,\s*(?:(?:or|and|nor|или|и)\s+)?|\s+(?:or|and|nor|или|и)\s+")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_FILL = frozenset(
    "a an the any all other others another its their his her your our such own some every no more "
    "anything anyone everything something someone it them this that these those yourself itself "
    "любой любые любых чужой чужие чужих свой свои своих другой другие других никакой никакие никаких "
    "что-либо ничего себя own".split()
)
_VAGUE = frozenset(
    "be have do say let use leave keep go come get act try start begin want need seem become work "
    "help mind talk speak think know быть иметь делать говорить думать".split()
)
"""Verbs that say too little to be recognised as the same doing."""
_RUSSIAN_PREFIX = 5
_CYRILLIC = re.compile("[а-яё]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """A verb and what it is done to, in dictionary form."""

    verb: str
    objects: tuple[str, ...]
    tail: tuple[str, ...] = ()
    """Nouns of which one must stand there too, such as whom it is done to."""

    @property
    def condition(self) -> dict[str, Any]:
        """The same as a condition of a typed rule."""
        found: dict[str, Any] = {
            "predicate": "does",
            "verb": self.verb,
            "object": list(self.objects),
        }
        return found | ({"with": list(self.tail)} if self.tail else {})

    @property
    def words(self) -> str:
        """The same for people."""
        nouns = [" / ".join(group) for group in (self.objects, self.tail) if group]
        return f"does “{self.verb} … {' … '.join(nouns)}”"


def forbidden_doing(sentence: str) -> Doing | None:
    """Return what a prohibition forbids, or None where its form leaves doubt.

    Args:
        sentence: Such as 'Do not pay invoices' or 'Не закрывать заявки'. The verb must come right
            after the negation and have an object; verbs that say little ('do', 'use') don't count.
            A rule that holds under a condition only ('above 500 euros') is left to people.

    Examples:
        >>> forbidden_doing("Never disclose personal data to customers")
        Doing(verb='disclose', objects=('data',), tail=('customer',))
        >>> forbidden_doing("Leave the choice to the buyer") is None
        True
    """
    lowered = sentence.lower().strip()
    if _CONDITION.search(lowered):
        return None
    for pattern, tail, language in (
        (_ENGLISH, _ENGLISH_TAIL, "en"),
        (_RUSSIAN, _RUSSIAN_TAIL, "ru"),
    ):
        found = pattern.match(lowered)
        if found is None:
            continue
        verb, _, rest = found.group(1).partition(" ")
        cut = tail.search(rest)
        objects = _heads(rest[: cut.start()] if cut else rest, language)
        if not verb.isalpha() or verb in _VAGUE or not objects:
            return None
        after = _heads(rest[cut.end() :], language) if cut else ()
        return Doing(verb=lemma(verb, language), objects=objects, tail=after)
    return None


def _heads(phrase: str, language: str) -> tuple[str, ...]:
    """Return the head noun of each joined part: the last content word."""
    found = []
    for part in _JOINED.split(phrase):
        words = [w for w in _WORD.findall(part) if w not in _FILL and not w.endswith("ly")]
        if words:
            # In Russian what belongs to a noun follows it ('записи других'); in English it precedes.
            found.append(lemma(words[0 if language == "ru" else -1], language))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def lemma(word: str, language: str) -> str:
    """Return the dictionary form of a word in lower case."""
    return str(simplemma.lemmatize(word, lang=language)).lower()


@predicate("does")
def _does(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """The speaker does something to something. Parameters: verb; object and with, nouns or lists."""
    verb = str(parameters.get("verb", "")).lower()
    groups = [group for key in ("object", "with") if (group := _nouns(parameters.get(key)))]
    return [
        (clause.start, clause.end)
        for clause in context.reading.clauses
        if verb and not clause.question and _clause_does(clause, verb, groups)
    ]


def _nouns(given: Any) -> frozenset[str]:
    return frozenset([given] if isinstance(given, str) else map(str, given or ()))


def _clause_does(clause: Clause, verb: str, groups: Sequence[frozenset[str]]) -> bool:
    language = "ru" if clause.russian else "en"
    if bool(_CYRILLIC.search(verb)) != clause.russian:
        return False
    lemmas = [
        "" if t.kind in {"mark", "quote"} else lemma(t.lower, language) for t in clause.tokens
    ]
    if not all(group.intersection(lemmas) for group in groups):
        return False
    return any(
        _same(word, verb, clause.russian) and _by_speaker(clause, place)
        for place, word in enumerate(lemmas)
        if word
    )


def _same(word: str, verb: str, russian: bool) -> bool:
    if word == verb:
        return True
    if not russian or not word.endswith(("ть", "ти", "чь", "ться")):
        return False
    short, long = sorted((word, verb), key=len)
    # Aspects of one verb: 'закрыть' and 'закрывать', 'платить' and 'оплатить'.
    return word[:_RUSSIAN_PREFIX] == verb[:_RUSSIAN_PREFIX] or (
        len(short) >= _RUSSIAN_PREFIX and long.endswith(short)
    )


def _by_speaker(clause: Clause, place: int) -> bool:
    """Whether the speaker is said to do it, or to have done it."""
    token = clause.tokens[place]
    left = Left(clause, place)
    if left.negated or left.modal or left.please or "be" in left.auxiliaries:
        return False
    if clause.russian:
        return _russian_speaker(clause, place)
    if left.subject == "first" or (left.subject == "and" and _shared_subject(clause, left.head_at)):
        return not token.lower.endswith("ing")
    # 'Paid invoice 12 this morning': a report that leaves out the 'I'.
    begins = all(t.kind in {"mark", "adverb"} for t in clause.tokens[:place])
    return begins and (token.lower.endswith("ed") or _irregular_past(token))


def _shared_subject(clause: Clause, place: int) -> bool:
    """Whether a verb after 'and' has the speaker for its subject: 'I read it and closed it'."""
    people = [
        t.kind for t in clause.tokens[:place] if t.kind.startswith(("first", "second", "third"))
    ]
    return bool(people) and people[0].startswith("first") and not people[-1].startswith("second")


def _irregular_past(token: Token) -> bool:
    word = token.lower
    return lemma(word, "en") != word and not word.endswith(("s", "ing", "ed"))


def _russian_speaker(clause: Clause, place: int) -> bool:
    word = clause.tokens[place].lower
    near = clause.tokens[max(0, place - 4) : place]
    if any(t.kind in {"second", "third"} or t.lower in {"не", "бы", "если"} for t in near):
        return False
    if any(t.kind == "first" for t in near):
        return True
    if word.endswith(("ю", "у", "юсь", "усь", "ем", "им")):
        return True
    return all(t.kind in {"mark", "adverb"} for t in near) and word.endswith(
        ("л", "ла", "ли", "лся", "лась", "лись")
    )
