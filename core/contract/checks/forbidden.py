"""What a prohibition forbids: an act, or the mere presence of a thing.

'Never mention the rival', 'No nuts in the menu': wherever the thing turns up without a negation, the
rule is broken. 'Do not open the crates before Monday': the crates may turn up, opening them may not.
"""

from __future__ import annotations

import re

import simplemma

from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import match
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import Lang, Token, closed, fold, stem

_ACTS = (
    AnyCase(
        r"\b(?:do(?:es)? not|don['’]t|never|must not|mustn['’]t|may not|cannot|can['’]t|should not|shouldn['’]t|shall not|"
        r"(?:is|are) not to|not to|no one may|nobody may|avoid|refrain from)\s+(?:ever\s+)?(?:be\s+)?(?:\w+ly\s+)?(?P<act>[a-z]+)",
        re.I,
    ),
    AnyCase(r"\b(?:нельзя|запрещено|запрещается|не)\s+(?P<act>[а-яё]+)", re.I),
    AnyCase(
        r"\b(?:nicht|niemals|nie|kein\w*)\b.*?(?P<act>[a-zäöüß]+)(?:\s+(?:werden|sein))?\W*$", re.I
    ),
    AnyCase(
        r"\bne\s+(?:(?:doi(?:t|vent)|peu(?:t|vent))\s+)?(?:pas\s+|jamais\s+)?(?:être\s+)?(?P<act>[a-zéèêàç]+)",
        re.I,
    ),
    AnyCase(
        r"\b(?:no|nunca)\s+(?:se\s+)?(?:deben?\s+|pueden?\s+)?(?:ser\s+)?(?P<act>[a-záéíóúñ]+(?:ar|er|ir|arse|erse|irse|ad[oa]s?|id[oa]s?))\b",
        re.I,
    ),
)

_PRESENCE = frozenset(stem(word) for word in closed("presence"))
"""Verbs that only say that a thing turns up: using, naming, containing, serving."""

_CALLING = frozenset(stem(word) for word in ("call", "name", "label", "describe", "nommer"))

_UN = ("un", "in", "non", "не", "нe")


def forbidden_act(spec: FactSpec) -> tuple[tuple[Term, ...], bool]:
    """Return the verb of a prohibition, if it has one.

    Args:
        spec: A parsed prohibition.

    Returns:
        The verb, and whether a text must have it to break the rule; it needn't where the verb only
        says that the thing turns up ('mention', 'use', 'promise').
    """
    text = spec.view.text
    for pattern in _ACTS:
        found = pattern.search(text)
        if found is None:
            continue
        act = tuple(t for t in spec.subject if t.start == found.start("act"))
        if act and not act[0].proper:
            return act, not (_is(act[0], _PRESENCE, spec.view.lang) or spec.naming)
    return (), False


def _is(verb: Term, known: frozenset[str], lang: Lang) -> bool:
    lemma = simplemma.lemmatize(verb.word.lower(), lang=lang)
    return stem(verb.word) in known or stem(lemma) in known


_PASSIVE = AnyCase(r"\b(?:be|être|ser)\s+(?:\w+ly\s+)?$", re.I)


def ruled_out(spec: FactSpec, verb: Term, keys: list[Term]) -> list[Term]:
    """Return the words of the thing that may not turn up, on its side of the verb.

    'Peanuts must not be used' and 'must not use peanuts'; but in 'must not be called urgent' it is
    what follows.

    Args:
        spec: A parsed prohibition.
        verb: Its verb, one that only says that a thing turns up.
        keys: The words that may be meant.
    """
    passive = _PASSIVE.search(spec.view.text[: verb.start]) is not None
    after = not passive or _is(verb, _CALLING, spec.view.lang)
    return [t for t in keys if (t.start > verb.start) == after] or keys


_SCOPED = AnyCase(
    r"\b(?:in|on|at|during|while|when|before|after|until|within|for|"
    r"в|на|при|до|после|пока|во время|перед|bei|im|am|während|vor|solange|dans|pendant|avant|en|durante|mientras|antes)\b",
    re.I,
)


def scope_of(spec: FactSpec) -> tuple[Term, ...]:
    """Return the words that limit where or when a prohibition holds ('in the leaflet', 'at night')."""
    verb, _ = forbidden_act(spec)
    first = verb[0] if verb else next((t for t in spec.subject if t.weight >= 1.0), None)
    if first is None:
        return ()
    found = _SCOPED.search(spec.view.text, first.start + len(first.word))
    if found is None:
        return ()
    return tuple(t for t in spec.subject if t.start > found.start() and not t.proper)


def undone(view: TextView, start: int, end: int, terms: tuple[Term, ...]) -> Token | None:
    """Return a word of a range that says one of the terms is not so: 'unopened' for 'open'."""
    for token in view.words(start, end):
        low = fold(token.text)
        for prefix in _UN:
            rest = low.removeprefix(prefix)
            if rest == low or len(rest) < 4:
                continue
            if any(stem(rest) == stem(t.word) for t in terms if len(t.word) > 3):
                return token
    return None


def done_in(view: TextView, index: int, act: tuple[Term, ...]) -> bool:
    """Whether a sentence or its key has the forbidden verb."""
    own = dict.fromkeys(view.zone_senses(index) | view.zones[index].label, 1.0)
    return any(match(t, own) >= 0.6 for t in act)
