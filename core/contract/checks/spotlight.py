"""Which of several things that stand side by side a fact is about: only that one is read.

The price of the standard plan isn't in the row of the basic one. Labels of records that stand side by side
(``records``) are compared by the words in which they differ. Where just one of them fits the fact best, the others
are left out before the check looks for values; where none fits although all of them are given what the fact is
given, the fact's thing isn't among them, and all are left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace

from core.contract.checks.evidence import SAME, stands_for
from core.contract.checks.measure import comparable
from core.contract.checks.numerals import spelled_numbers
from core.contract.checks.parallel import others_values
from core.contract.checks.records import Group, Record, groups
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import GENERIC, LIGHT, VAGUE
from core.contract.checks.view import TextView
from core.contract.checks.words import STOP, Lang, Token, fold, tokenize

Span = tuple[int, int]

_OF_ONE_THING = ("value", "limit", "date", "entity", "identifier")
"""Kinds of facts that give one thing one value; the items of a list and the parts of a rule may stand side by side."""
_NOTES = re.compile(
    r"^\W*(?:(?:re)?marks?|notes?|comments?|updates?|corrections?|corrected|changes?|changed|status|reason|caveat|attention|warning|important|nb|n\.b|ps|p\.s|todo|"
    r"примечан\w*|коммент\w*|важно|внимание|изменен\w*|исправлен\w*|статус|hinweis\w*|bemerkung\w*|anmerkung\w*|achtung|änderung\w*|korrektur\w*|wichtig|"
    r"remarques?|attention|correction|modification|nota|notas|aviso|observaci\w+|cambio|corrección)\b",
    re.IGNORECASE,
)
"""Labels of what is said about the rest: never another thing."""


@dataclass(frozen=True, slots=True)
class _Label:
    words: tuple[Token, ...]
    numbers: frozenset[str]


def spotlight(spec: FactSpec, view: TextView, *, alone: bool = True) -> TextView:
    """Return the text without the records that belong to other things than the fact's.

    Args:
        spec: The parsed fact.
        view: The text.
        alone: It is no event of a run. In a run a needless alarm does more harm than none, so there
            sentences that give several things a value are read as they stand.

    Returns:
        The view itself, or one in which what was left out is blank; places stay the same.
    """
    if spec.fact.kind not in _OF_ONE_THING:
        return view
    dropped = others_values(spec, view) if alone else []
    for group, labels in _groups(view):
        for record in _others(spec, view, group, labels):
            dropped += record.spans
    if not dropped:
        return view
    spans = tuple(_merged(dropped))
    known = view.memo.get(("without", hash(spans), len(spans)))
    if known is None:
        known = view.memo["without", hash(spans), len(spans)] = _without(view, spans)
    return known


def _groups(view: TextView) -> list[tuple[Group, list[_Label]]]:
    known = view.memo.get(("groups", 0, 0))
    if known is None:
        known = [(g, _labels(g.records, view.lang)) for g in groups(view.text)]
        view.memo["groups", 0, 0] = known
    return known


def _labels(records: tuple[Record, ...], lang: Lang) -> list[_Label]:
    """Return the words and numbers of each label that not all labels have."""
    read = [(tokenize(r.label, lang), _numbers(r.label, lang)) for r in records]
    common = frozenset.intersection(
        *(
            frozenset(s for t in tokens for s in (t.senses or {t.low}) if s[0] not in "@^")
            for tokens, _ in read
        )
    )
    every = frozenset.intersection(*(numbers for _, numbers in read))
    return [_Label(_telling(tokens, common, lang), numbers - every) for tokens, numbers in read]


def _telling(tokens: tuple[Token, ...], common: frozenset[str], lang: Lang) -> tuple[Token, ...]:
    """Return the words of a label that tell it from others: 'Este' too, if there is no better one."""
    words = [t for t in tokens if not t.is_number and len(t.low) > 1]
    words = [t for t in words if common.isdisjoint(t.senses or {t.low})]
    return tuple([t for t in words if t.senses and t.low not in STOP[lang]] or words)


_LETTER = re.compile(r"(?<=[^\W\d_][ _-])(?:[A-ZА-Я]|[a-zа-я](?=$))(?![^\W_])")
"""A single letter behind a word, as in 'parcel B' and 'parcel_b'."""


def _numbers(text: str, lang: Lang) -> frozenset[str]:
    """Return the numbers and single letters by which things of one name are told apart."""
    found = {t.lstrip("0") or "0" for t in re.findall(r"\d+", text)}
    found |= {letter.upper() for letter in _LETTER.findall(text)}
    spelled = spelled_numbers(text, tokenize(text, lang), lang)
    return frozenset(found | {f"{n.value:g}" for n in spelled})


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a fact has to compare labels with."""

    keys: frozenset[str]
    lows: frozenset[str]
    numbers: frozenset[str]


def _wanted(spec: FactSpec) -> _Wanted:
    taken = [(q.start, q.end) for q in spec.quantities] + [(m.start, m.end) for m in spec.moments]
    counted = frozenset(s for q in spec.quantities for s in q.counted)
    outside = spec.view.text
    for start, end in taken:
        outside = outside[:start] + " " * (end - start) + outside[end:]
    values = {fold(word) for name in spec.names for word in name}
    terms = [
        t
        for t in spec.plain
        if fold(t.word) not in values
        and counted.isdisjoint(t.senses)
        and not any(a <= t.start < b for a, b in taken)
    ]
    return _Wanted(
        frozenset(k for t in terms for k, factor in t.keys if factor >= SAME),
        frozenset(fold(t.word) for t in terms),
        _numbers(outside, spec.view.lang),
    )


def _others(spec: FactSpec, view: TextView, group: Group, labels: list[_Label]) -> list[Record]:
    """Return the records of a group that belong to other things than the fact's."""
    wanted = _wanted(spec)
    fits = [_fit(label, wanted) for label in labels]
    rivals = [i for i, record in enumerate(group.records) if not _NOTES.match(record.label)]
    giving = [i for i in rivals if _gives(spec, view, group.records[i])]
    best = max((fits[i] for i in rivals), default=(0, 0))
    if best[0] > 0:
        chosen = [i for i in rivals if fits[i] == best]
        if len(chosen) > 1 or not (chosen[0] in giving or _open(view, group.records[chosen[0]])):
            return []
        return [
            group.records[i]
            for i in rivals
            if i != chosen[0] and (i in giving or _open(view, group.records[i]))
        ]
    if len(giving) < 2 or not all(fits[i][1] < 0 for i in rivals):
        return []
    told_by_number = bool(wanted.numbers) and all(labels[i].numbers for i in rivals)
    if not (told_by_number or _unnamed(spec, view)) or not _shared(spec, view, group, rivals):
        return []
    return [group.records[i] for i in giving]


def _fit(label: _Label, wanted: _Wanted) -> tuple[int, int]:
    """Return how many words and numbers of a label the fact has, and less those that it hasn't."""
    fitting = sum(not wanted.keys.isdisjoint(t.senses) or t.low in wanted.lows for t in label.words)
    numbers = len(label.numbers & wanted.numbers)
    strange = len(label.words) - fitting + len(label.numbers) - numbers
    return fitting + numbers, -strange


def _shared(spec: FactSpec, view: TextView, group: Group, rivals: list[int]) -> bool:
    """Whether what stands over a group, or in each of its records, is what the fact says of its thing."""
    senses: set[str] = set()
    for token in tokenize(group.above, spec.view.lang):
        senses |= token.senses
    each = [
        frozenset(
            sense
            for start, end in group.records[i].spans
            for token in view.words(start, end)
            for sense in token.senses
        )
        for i in rivals
    ]
    senses |= frozenset.intersection(*each)
    if spec.view.lang != view.lang:
        # In another language the fact's thing may be named by a word that isn't known.
        senses = {sense for sense in senses if sense[0] not in "#@^"}
    return any(stands_for(term, senses) for term in spec.plain)


def _unnamed(spec: FactSpec, view: TextView) -> bool:
    """Whether a word of the fact is named nowhere in the text."""
    return any(
        not stands_for(t, view.senses)
        and not t.senses & GENERIC
        and fold(t.word) not in VAGUE
        and fold(t.word) not in LIGHT
        for t in spec.subject
    )


def _gives(spec: FactSpec, view: TextView, record: Record) -> bool:
    """Whether a record has something that could be taken for what the fact gives."""
    if spec.moments:
        places = [m.start for m in view.moments]
    elif spec.quantities:
        fact = spec.quantities[0]
        places = [
            q.start
            for q in view.quantities
            if comparable(fact, q) and (bool(q.dim) or not fact.dim)
        ]
    elif spec.identifiers:
        return any(_alike(spec.identifiers[0], view.text[a:b]) for a, b in record.spans)
    else:
        return True
    return any(a <= p < b for a, b in record.spans for p in places)


_CODE = re.compile(r"(?<![\w])[\w./:-]*\d[\w./:-]*\w|(?<![\w])\d")


def _alike(code: str, text: str) -> bool:
    """Whether a text has a code of about the length of another, with letters if that has any."""
    lettered = any(c.isalpha() for c in code)
    return any(
        lettered == any(c.isalpha() for c in m.group()) and 0.6 <= len(m.group()) / len(code) <= 1.6
        for m in _CODE.finditer(text)
    )


_UNDECIDED = re.compile(
    r"(?<!\w)(?:tb[adc]|n/?a|null|none|open|pending|unknown|undecided|offen|unbekannt|ausstehend|открыт\w*|неизвестн\w*|уточня\w*|нет данных|"
    r"à (?:définir|confirmer)|inconnue?|por (?:definir|confirmar)|pendiente|\?{1,3}|[-–—](?=\s*(?:\||,|;|$)))(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)


def _open(view: TextView, record: Record) -> bool:
    """Whether a record leaves open what it could give: said of another thing, that says nothing of this one."""
    return any(_UNDECIDED.search(view.text, a, b) for a, b in record.spans)


def _merged(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


def _without(view: TextView, spans: tuple[Span, ...]) -> TextView:
    """Return a view in which some places are blank."""
    starts = [start for start, _ in spans]

    def gone(position: int) -> bool:
        i = bisect_right(starts, position) - 1
        return i >= 0 and position < spans[i][1]

    text = view.text
    for start, end in spans:
        blank = re.sub(r"[^\n]", " ", text[start:end])
        text = text[:start] + blank + text[end:]
    kept = [
        i for i, zone in enumerate(view.zones) if text[zone.start : zone.end].strip(' |"{}[],\n')
    ] or [0]
    number = {old: new for new, old in enumerate(kept)}
    zones = tuple(view.zones[i] for i in kept)
    clauses = tuple(
        replace(c, zone=number[c.zone])
        for c in view.clauses
        if c.zone in number and text[c.start : c.end].strip()
    )
    tokens = tuple(t for t in view.tokens if not gone(t.start))
    old = [k for k, t in enumerate(view.tokens) if not gone(t.start)]
    place = {k: n for n, k in enumerate(old)}
    senses: set[str] = set()
    for token in tokens:
        senses |= token.senses
    return TextView(
        text=text,
        lang=view.lang,
        tokens=tokens,
        zones=zones,
        clauses=clauses,
        moments=tuple(m for m in view.moments if not gone(m.start)),
        quantities=tuple(
            replace(q, token=place.get(q.token, 0)) for q in view.quantities if not gone(q.start)
        ),
        senses=frozenset(senses),
        zone_starts=[zone.start for zone in zones],
        clause_starts=[clause.start for clause in clauses],
        token_starts=[token.start for token in tokens],
    )
