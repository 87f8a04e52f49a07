"""What narrows a fact: a month, a quarter, a year, a number that is part of a name ('valve 6').

The same value for another month, or for valve 5, is another fact.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.contract.checks.anycase import AnyCase
from core.contract.checks.moment import Moment
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import fold, stem

_THINGS = frozenset(
    fold(word)
    for word in (
        "annex appendix article batch bay bed berth block branch building bus camera case channel chapter claim class clause dock "
        "door episode exit field figure flight floor gate grade greenhouse group hall house invoice item junction lane level line lot "
        "machine model module node option order page paragraph part phase pier plan platform plot point pump question rack reactor "
        "release room round route row season section sensor series server shelf site sprint stage station step store sample table tank "
        "team terminal ticket tier track train turbine type unit valve version ward week well wing zone "
        "дом блок вагон ворота выпуск группа договор заявка зал зона класс корпус линия модуль насос неделя объект пункт раздел рейс секция "
        "скважина стадия строка таблица участок цех часть шаг этап этаж платформа путь партия кабинет палата вариант "
        "abschnitt anlage artikel charge gleis gruppe halle haus kapitel kw klasse linie los modul paragraf phase position raum schritt "
        "seite station stufe tabelle teil tor ventil zimmer zone "
        "annexe bâtiment chapitre étage étape groupe ligne lot partie phase quai salle section semaine vanne voie "
        "anexo andén artículo capítulo edificio etapa fase grupo línea lote nivel parte planta puerta sala sección semana válvula zona"
    ).split()
)
"""Things that are told apart by a number behind their name."""
_STEMS = frozenset(stem(word) for word in _THINGS)
_NUMBERED = AnyCase(
    r"(?<![^\W_])(?P<name>[^\W\d_]{2,})[\"']?\s?[ _:-]\s?(?:no\.?\s?|nr\.?\s?|№\s?|#)?(?P<number>\d{1,4}[a-z]?)(?![\w%]|[.,:/-]\d|\s?(?:%|°))",
    re.IGNORECASE,
)
_TARGET = AnyCase(
    r"\b(?:target\w*|goals?|aims?|aiming|forecast\w*|projected|projection|assum\w+|budgeted|цел[ьи]\w*|прогноз\w*|план\w*|ziel\w*|prognose\w*|geplant\w*|soll(?:wert)?|"
    r"objectif\w*|prévision\w*|prévu\w*|objetivo\w*|previst\w+|pronóstico\w*)\b",
    re.I,
)


_YEARS = AnyCase(
    r"\b(?:in|of|for|since|by|during|im|jahr|seit|für|en|de|depuis|pour|año|desde|para|в|за|на|с)\s(?P<y>(?:19|20)\d\d)\b(?!\s?[%€$£°]|[.,:]\d)|\b(?P<y2>20\d\d)\s(?:год\w*|г\.)",
    re.IGNORECASE,
)
"""A year that says which time a value is of."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a piece of text is narrowed to."""

    months: frozenset[int]
    years: frozenset[int]
    numbered: frozenset[tuple[str, str]]
    """Names with a number: (stem, number)."""
    target: bool


def years_in(text: str) -> list[tuple[int, int, int]]:
    """Return the years that narrow something: place, end and year."""
    return [
        (
            m.start("y") if m["y"] else m.start("y2"),
            m.end("y") if m["y"] else m.end("y2"),
            int(m["y"] or m["y2"]),
        )
        for m in _YEARS.finditer(text)
    ]


@lru_cache(maxsize=4096)
def scope_of(text: str, moments: tuple[Moment, ...], names: frozenset[str]) -> Scope:
    """Return what a sentence is narrowed to.

    Args:
        text: The sentence, row or statement.
        moments: Its dates.
        names: Stems of names with numbers to look for, besides those that often have one.
    """
    numbered = set()
    for match in _NUMBERED.finditer(text):
        name = stem(match["name"])
        if name in _STEMS or name in names:
            numbered.add((name, match["number"].lower()))
    years = {m.year for m in moments if m.year is not None} | {y for _, _, y in years_in(text)}
    return Scope(
        months=frozenset(m.month for m in moments if m.month is not None),
        years=frozenset(years),
        numbered=frozenset(numbered),
        target=bool(_TARGET.search(text)),
    )


def conflict(fact: TextView, names: frozenset[str], view: TextView, position: int) -> bool:
    """Whether the place in the text is narrowed to something else than the fact.

    Args:
        fact: The fact's statement.
        names: Stems of what the fact tells apart by a number ('valve' of 'valve 6').
        view: The text.
        position: A character of the text.
    """
    wanted = scope_of(fact.text, fact.moments, names)
    zone = view.zones[view.zone_at(position)]
    there = scope_of(
        view.text[zone.start : zone.end],
        tuple(m for m in view.moments if zone.start <= m.start < zone.end),
        names,
    )
    if wanted.months and there.months and not wanted.months & there.months:
        return True
    if wanted.years and there.years and not wanted.years & there.years:
        return True
    if wanted.years:
        column = {
            int(s)
            for s in view.clauses[view.clause_at(position)].context
            if s.isdigit() and len(s) == 4
        }
        if column and not column & wanted.years:
            return True
    if wanted.numbered:
        last = _nearest(view.text, position, zone.end, {name for name, _ in wanted.numbered})
        if last is not None and last not in wanted.numbered:
            return True
    return there.target and not wanted.target and _target_here(view, position)


_BACK = 300
"""Characters before a place in which a numbered name still says what it belongs to."""


def _nearest(text: str, position: int, stop: int, names: set[str]) -> tuple[str, str] | None:
    """Return the numbered name that stands last before a place, or else first after it up to ``stop``."""
    start = max(0, position - _BACK)
    found = [
        (m.start() + start, (stem(m["name"]), m["number"].lower()))
        for m in _NUMBERED.finditer(text[start:stop])
        if stem(m["name"]) in names
    ]
    before = [pair for place, pair in found if place < position]
    return before[-1] if before else found[0][1] if found else None


def _target_here(view: TextView, position: int) -> bool:
    clause = view.clauses[view.clause_at(position)]
    return bool(_TARGET.search(view.text[clause.start : clause.end]))


def named_later(terms: tuple[Term, ...], view: TextView, position: int) -> float:
    """Return the weight share of a fact's words that the text first says after a place's clause.

    A value stands with what it belongs to, or after it. A text that names the subject only later
    mostly speaks of something else before: 'sulphate is below 50, nitrate has its own limit'.

    Args:
        terms: Content words of the fact.
        view: The text.
        position: A character of the clause with the value.
    """
    total = sum(term.weight for term in terms)
    if not total:
        return 0.0
    clause = view.clauses[view.clause_at(position)]
    zone = view.zones[clause.zone]
    here = clause.context | zone.label | zone.context
    late = 0.0
    for term in terms:
        senses = {s for s in term.senses if s[0] not in "@^"}
        if not senses or senses & here:
            continue
        first = view.first_with(senses)
        if first is not None and first >= clause.end:
            late += term.weight
    return late / total


def name_number(label: frozenset[str]) -> bool:
    """Whether a number with that word before it is part of a name ('valve 6')."""
    return any(sense in _STEMS for sense in label)
