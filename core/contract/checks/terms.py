"""The content words of a statement: what they may be matched by, and how much each matters."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from core.contract.checks.anycase import AnyCase
from core.contract.checks.view import TextView
from core.contract.checks.words import LOOSE, STOP, Lang, Token, closed, fold

GENERIC = frozenset(
    [
        "#client",
        "#team",
        "#patient",
        "#person",
        "#number",
        "#contract",
        "#require",
        "#include",
        "#exclude",
        "#only",
        "#forbid",
        "#cap",
        "#least",
        "#day",
        "#group",
        "#total",
    ]
)
"""Concepts that say little about which quantity is meant."""


RELATED: dict[str, dict[str, float]] = {
    "#budget": {"#cap": 0.9, "#cost": 0.8, "#price": 0.7},
    "#cost": {"#budget": 0.85, "#price": 0.95, "#total": 0.8},
    "#price": {"#cost": 0.95, "#total": 0.8, "#offer": 0.6},
    "#total": {"#cost": 0.6},
    "#weight": {"mass": 1.0},
    "#deadline": {"#validity": 0.6, "#end": 0.7},
    "#validity": {"#deadline": 0.8},
    "#visit": {"#meeting": 0.8},
    "#attendance": {"#person": 0.7},
    "#sample": {"#person": 0.7, "#trial": 0.5},
    "#retain": {"#lifetime": 0.8},
    "#lifetime": {"#retain": 0.8},
    "#arrival": {"#delivery": 0.5},
    "#start": {"#launch": 0.8, "#open": 0.7},
    "#launch": {"#start": 0.8},
    "#enrolment": {"#start": 0.2},
    "#end": {"#deadline": 0.85},
    "#owner": {"#manager": 0.5},
    "#fee": {"#cost": 0.85, "#payment": 0.7},
    "#rate": {"#interest": 0.8, "#price": 0.8},
    "#interest": {"#rate": 0.8},
    "#discountrate": {"#rate": 0.5},
    "#salary": {"#cost": 0.4},
}
"""Concepts that often stand for each other, and how well."""


_STRUCTURE = frozenset(["#cap", "#least", "#require", "#only", "#include", "#exclude", "#forbid"])


_COMPARING = frozenset(fold(word) for word in closed("comparing"))
"""Words that belong to a comparison, not to what is compared."""


VAGUE = frozenset(fold(word) for word in closed("generic"))
"""Nouns that say little about which quantity is meant."""


LIGHT = frozenset(fold(word) for word in closed("light"))
"""Verbs that say little on their own."""


COPULA = AnyCase(
    r"(?:\b(?:is|are|was|were|be|equals?|must|may|can|will|shall|should|has|have|delivers?|contains?|lasts?|takes?|weighs?|costs?|holds?|needs?|applies|remains?|stays?|belongs?|consists?|allowed|runs?|starts?|ends?|closes|opens|"
    r"не может|составляет|равн\w+|должн\w+|требуют|назначен\w*|истекает|действует|ist|sind|war|beträgt|muss|est|sont|doit|es|son|debe)\b|—|–|:|=)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a fact: what it may be matched by, and how much it matters."""

    word: str
    senses: frozenset[str]
    weight: float
    start: int = 0
    proper: bool = False
    """It is a name, a quotation or a code: no synonym will do."""
    keys: tuple[tuple[str, float], ...] = ()
    """Senses that match it and how well: itself 1, related concepts and synonyms less."""
    names: frozenset[str] = field(init=False, repr=False, compare=False)
    """The senses of ``keys``: most places have none of them, which is soon seen."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset(sense for sense, _ in self.keys))


def term(token: Token, weight: float, proper: bool = False) -> Term:
    """Make a term of a token of the statement, with all it may be matched by."""
    keys: dict[str, float] = {}
    for sense in token.senses:
        if proper and sense[0] in "@^":
            continue
        for key, factor in _keys(sense):
            keys[key] = max(keys.get(key, 0.0), factor)
    ordered = tuple(sorted(keys.items(), key=lambda item: (-item[1], item[0])))
    return Term(token.text, token.senses, weight, token.start, proper, ordered)


def _keys(sense: str) -> list[tuple[str, float]]:
    if sense.startswith("@"):
        # The same set of synonyms; or a narrower word, whose broader set is this one.
        return [(sense, 0.8), ("^" + sense[1:], 0.7)]
    if sense.startswith("^" + LOOSE):
        return [("@" + sense[1:], 0.8)]
    if sense.startswith("^"):
        return [("@" + sense[1:], 0.5)]
    return [(sense, 1.0), *RELATED.get(sense, {}).items()]


@dataclass(frozen=True, slots=True)
class Inclusion:
    """'VAT excluded', 'with breakfast': what is part of the value, or not."""

    senses: frozenset[str]
    word: str
    included: bool


def content(tokens: tuple[Token, ...], lang: Lang) -> list[Token]:
    """Return the tokens that carry content: no function words, numbers or single letters."""
    return [
        t
        for t in tokens
        if t.low not in STOP[lang] and t.senses and not t.is_number and len(t.low) > 1
    ]


def plain_terms(tokens: list[Token]) -> list[Term]:
    """Return tokens as terms of about equal weight."""
    return [term(t, 0.5 if t.senses & GENERIC else 1.0) for t in tokens]


_EACH = re.compile(
    r"\b(?:per|each|every|pro|je|jede\w*|par|chaque|por|cada|кажд\w+)\s+$", re.IGNORECASE
)


def subject_terms(
    view: TextView,
    spans: list[tuple[int, int]],
    limit: int,
    names: tuple[tuple[str, ...], ...],
    inclusions: tuple[Inclusion, ...],
    event: bool = False,
) -> tuple[Term, ...]:
    """Content words that say what the value belongs to; the head noun weighs most."""
    named = {word.casefold() for name in names[:1] for word in name}
    included = (
        frozenset().union(*(inclusion.senses for inclusion in inclusions))
        if inclusions
        else frozenset()
    )
    tokens = [
        t
        for t in content(view.words(0, limit), view.lang)
        if not any(a <= t.start < b for a, b in spans)
        and t.text.casefold() not in named
        and not (t.senses & included)
        and t.low not in _COMPARING
    ]
    tokens = [t for t in tokens if not (t.senses & _STRUCTURE)] or tokens
    if not tokens:
        return ()
    copula = COPULA.search(view.text)
    before = [t for t in tokens if copula is None or t.start < copula.start()]
    preposition = re.search(
        r"\b(?:of|on|for|in|at|to|with|per|over|under|across|between|through|from|near|during|by|des|der|du|de|für|im|auf|bei|von|pour|sur|dans|para|en|del|для|на|по|в|из|от|с)\b",
        view.text[: copula.start() if copula else None],
    )
    group = (
        [t for t in before if preposition is None or t.start < preposition.start()]
        or before
        or tokens
    )
    plain = (
        [t for t in group if not t.senses & GENERIC and t.low not in VAGUE]
        or [t for t in tokens if not t.senses & GENERIC and t.low not in VAGUE]
        or group
    )
    # What a value is counted by isn't what it is a value of: '2 g of salt per meal'.
    plain = [t for t in plain if not _EACH.search(view.text[: t.start])] or plain
    # 'Цена билета', 'el plazo del pago': what follows the first noun only narrows it.
    head = plain[0] if view.lang in ("ru", "fr", "es") else plain[-1]
    terms = []
    for t in tokens:
        weight = 1.0 if t is head else 0.6 if t in before else 0.5
        if (t.senses & GENERIC or t.low in VAGUE) and t is not head:
            weight *= 0.5
        elif event and t.senses & _EVENTS:
            # In 'the group arrives on ...' the verb says which date is meant.
            weight = 1.0
        terms.append(term(t, weight))
    return tuple(terms)


_SCOPE = AnyCase(
    r"\b(?:in|on|at|during|before|after|until|within|for|by|when|в|на|при|до|после|bei|im|während|vor|dans|avant|pendant|en|durante|antes)\b|\(",
    re.I,
)


def rule_terms(view: TextView, spans: list[tuple[int, int]]) -> tuple[Term, ...]:
    """Content words of a rule; names weigh most, words of its scope ('in the proposal') less."""
    text = view.text
    tokens = [
        t for t in content(view.tokens, view.lang) if not any(a <= t.start < b for a, b in spans)
    ]
    kept = [t for t in tokens if not (t.senses & _RULE_WORDS)] or tokens
    quoted = [m.span() for m in re.finditer(r"[«\"“„]([^»\"”“]{2,60})[»\"”“]", text)]
    quoted += [
        m.span(1)
        for m in re.finditer(
            r"\b(?:the )?(?:word|name|term|phrase|слово|имя|Wort|mot|palabra)s? (\w+)", text
        )
    ]
    scope = next(
        (
            m.start()
            for m in _SCOPE.finditer(text)
            if any(t.start < m.start() for t in (kept[:1] if m.group() == "(" else kept[1:2]))
        ),
        len(text),
    )
    terms = []
    for t in kept:
        start = text[: t.start].rstrip(' «"“„(')
        capital = (
            t.text[:1].isupper()
            and bool(start)
            and start[-1] not in ".!?:"
            and view.lang != "de"
            and fold(t.text) not in CALENDAR
        )
        code = any(a <= t.start < b for a, b in quoted) or (t.text.isupper() and len(t.text) > 1)
        proper = capital or code
        weight = (
            1.5
            if proper
            else 0.5
            if t.senses & GENERIC or t.low in LIGHT
            else 0.6
            if t.start > scope
            else 1.0
        )
        terms.append(term(t, weight, proper))
    return tuple(terms)


CALENDAR = frozenset(closed("calendar"))
"""Days and months have capitals in English without being names."""


_RULE_WORDS = frozenset("#require #forbid #only".split())


_EVENTS = frozenset(
    "#arrival #departure #delivery #pickup #launch #start #end #payment #publication #operation #maintenance #validity".split()
)


def literal(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms without their dictionary synonyms: stems and concepts only."""
    return tuple(replace(t, keys=tuple(k for k in t.keys if k[0][0] not in "@^")) for t in terms)
