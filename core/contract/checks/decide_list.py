"""Decide list facts: all items, in any order."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from core.contract.checks.anycase import AnyCase
from core.contract.checks.calendar_words import word_day
from core.contract.checks.cues import DENIAL, NEGATION
from core.contract.checks.evidence import Finding
from core.contract.checks.quantities import Quantity
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import GENERIC, VAGUE
from core.contract.checks.view import TextView, mode, read_text
from core.contract.checks.words import STOP, Token, language, tokenize


def find_item(view: TextView, item: str) -> tuple[int, int] | None:
    """Return where an item stands: all its content words near each other, numbers equal."""
    words, numbers = _parsed(item)
    if numbers and not words:
        return _number_place(view, numbers[0].low)
    for index, zone in enumerate(view.zones):
        own = view.words(zone.start, zone.end)
        hits = [next((o for o in own if _same(t, o)), None) for t in words]
        good = [h for h in hits if h is not None]
        if good and all(h.senses & GENERIC or h.low in VAGUE for h in good) and len(words) > 1:
            continue  # 'days' alone doesn't stand for 'sick days'.
        named = item[:1].isupper() and len(words) > 1
        if not words or len(good) < (len(words) if named else max(1, round(len(words) * 0.6))):
            continue
        if numbers:
            values = [q.low for q in view.quantities if zone.start <= q.start < zone.end]
            if not all(n.low in values or n.low == 1 for n in numbers):
                continue
        del index
        if good:
            return min(h.start for h in good), max(h.end for h in good)
    return None


@lru_cache(maxsize=4096)
def _parsed(item: str) -> tuple[tuple[Token, ...], tuple[Quantity, ...]]:
    """Return the content words of an item, and its numbers without a unit."""
    lang = language(item)
    tokens = [t for t in tokenize(item, lang) if t.low not in STOP[lang]]
    return (
        tuple(t for t in tokens if not t.is_number),
        tuple(q for q in _quantities(item) if not q.dim),
    )


def _number_place(view: TextView, number: float) -> tuple[int, int] | None:
    """Return where an item that is only a number stands, in digits or as an ordinal in words."""
    for token in view.tokens:
        if token.is_number and float(token.text) == number:
            return token.start, token.end
        if not token.is_number and len(token.low) > 3 and word_day(token.low) == number:
            return token.start, token.end
    return next(((q.start, q.end) for q in view.quantities if not q.dim and q.low == number), None)


def _absence(view: TextView, missing: tuple[str, ...]) -> float:
    """How surely an item is missing: the surer, the fewer of its words the text has anywhere."""
    shares = []
    for item in missing:
        lang = language(item)
        words = [t for t in tokenize(item, lang) if t.low not in STOP[lang]]
        there = sum(any(s in view.senses for s in t.senses if s[0] not in "@^") for t in words)
        shares.append(there / max(1, len(words)))
    return 0.95 - 0.6 * min(shares)


def _quantities(item: str) -> tuple[Quantity, ...]:
    """Quantities of an item."""
    return read_text(item).quantities


def _same(one: Token, other: Token) -> bool:
    """Whether two words share a stem, a concept or a set of synonyms; a common broader word won't do.

    Names also meet across scripts and as adjectives: 'Lyon' and 'Лион', 'Kenya' and 'Kenyan'.
    """
    if any(sense in other.senses for sense in one.senses if sense[0] != "^"):
        return True
    return one.text[:1].isupper() and other.text[:1].isupper() and _alike(one.low, other.low)


_LATIN = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i i k l m n o p r s t u f kh ts ch sh shch _ y _ e iu ia".split(),
        strict=True,
    )
)


@lru_cache(maxsize=16384)
def _skeleton(low: str) -> str:
    """Return a name in Latin letters, without vowels that are written differently from language to language."""
    latin = "".join(_LATIN.get(c, c) for c in low).replace("_", "")
    for one, other in (
        ("ck", "k"),
        ("c", "k"),
        ("ph", "f"),
        ("w", "v"),
        ("th", "t"),
        ("y", "i"),
        ("j", "i"),
        ("x", "ks"),
        ("z", "s"),
    ):
        latin = latin.replace(one, other)
    return latin[:1] + "".join(c for c in latin[1:] if c not in "aeiou")


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 3:
        return True
    if one.isascii() == other.isascii() or min(len(one), len(other)) < 4:
        return False
    a, b = _skeleton(one), _skeleton(other)
    return len(a) >= 2 and (
        a == b
        or (len(a) >= 3 and (b.startswith(a) or a.startswith(b)) and abs(len(a) - len(b)) <= 1)
    )


def _negated(view: TextView, place: tuple[int, int] | None) -> bool:
    if place is None:
        return False
    clause = view.clauses[view.clause_at(place[0])]
    zone = view.zones[clause.zone]
    after = view.text[clause.start : min(zone.end, clause.end + 20)]
    return bool(DENIAL.search(after) or NEGATION.search(view.text[clause.start : clause.end]))


_NEEDED = AnyCase(
    r"\b(?:unless|without|lacking|missing|if\b[^.;!?\n]{0,40}\b(?:not|isn['’]t|aren['’]t|missing|lacking|fails?)|(?:no|not|nobody|nothing|never)\b[^.;!?\n]{0,60}\b(?:unless|until|without)|"
    r"без|если (?:нет|не)|пока не|ohne|wenn [^.;!?\n]{0,40}(?:fehlt|nicht)|es sei denn|sans|à moins|sin|a menos)\b",
    re.IGNORECASE,
)
"""'No file is opened without a passport' asks for the passport."""


def _needed(view: TextView, place: tuple[int, int] | None) -> bool:
    """Whether a sentence says that nothing goes without an item."""
    if place is None:
        return False
    zone = view.zones[view.zone_at(place[0])]
    return bool(_NEEDED.search(view.text[zone.start : zone.end]))


_LACKING = AnyCase(
    r"\b(?:missing|lack\w*|outstanding|open|pending|still needed|to be (?:sent|done|delivered)|не хвата\w+|отсутств\w+|недоста\w+|fehl\w+|ausstehend\w*|"
    r"manqu\w+|en attente|falt\w+|pendiente\w*)\b",
    re.IGNORECASE,
)
"""A list of what isn't there yet: an item that has come contradicts it, a 'not' doesn't."""

_ARRIVED = AnyCase(
    r"\b(?:came (?:in|this|today|yesterday)|(?:has|have|had) (?:come|arrived|been (?:sent|received|delivered|done|found))|arrived|received|off the list|is (?:there|here|in|done|complete)|"
    r"found|no longer|получ\w+|приш[её]л\w*|пришл\w+|поступ\w+|ist da|liegt vor|eingegangen|erhalten|reçu\w*|arrivé\w*|lleg\w+|recibid\w+)\b",
    re.IGNORECASE,
)

_GONE = AnyCase(
    r"\b(?:(?:became|becomes?|is|are|now|made) (?:now )?optional|(?:is|are|was|were|has been|have been) (?:\w+ )?(?:waived|abolished|deleted|cancel\w+|lifted|void|out)|no longer (?:\w+ )?(?:needed|required|necessary|applies|part|mandatory|a condition)|"
    r"(?:was|were|is|are|has been|have been|had been|got) (?:\w+ly |now |thereby )?(?:closed|removed|dropped|withdrawn|struck|taken (?:off|out)|left out|cut|postponed|discontinued|replaced|cleared|ruled out)|"
    r"struck (?:\w+ )?(?:off|out)|crossed (?:\w+ )?(?:off|out)|withdrew|(?:has|have) left|stays? (?:in|at|here|behind|where)|(?:does|do|did)(?:n['’]t| not) (?:come|travel|go|apply|count|belong)|"
    r"(?:isn['’]t|aren['’]t|is not|are not|no longer) (?:\w+ )?(?:part|on the list|among|in it)|вычерк\w+|не (?:входит|считается|нужн\w+)|bleibt (?:hier|in|im)|zählt nicht|gehört nicht|rayé\w*|tachad\w+|ya no|ne fait (?:pas|plus) partie|"
    r"not (?:be )?(?:affected|included|needed|required|part of|switched off)|"
    r"закрыт\w*|исключ\w+|снят\w*|убран\w*|убрали|не (?:будем|затронут\w*|входит|отключ\w+|попада\w+)|entfällt|entfallen|gestrichen|entfernt|geschlossen|nicht (?:betroffen|enthalten|dabei)|"
    r"supprimé\w*|retiré\w*|fermé\w*|eliminad\w+|retirad\w+|cerrad\w+)\b",
    re.IGNORECASE,
)


def _arrived(view: TextView, place: tuple[int, int] | None) -> bool:
    return place is not None and bool(_ARRIVED.search(_clause_on(view, place)))


def _gone(view: TextView, place: tuple[int, int] | None) -> bool:
    return place is not None and bool(_GONE.search(_clause_on(view, place)))


def _clause_on(view: TextView, place: tuple[int, int]) -> str:
    """Return the text from an item to the end of its clause and the next within the sentence."""
    clause = view.clauses[view.clause_at(place[0])]
    zone = view.zones[clause.zone]
    return view.text[place[1] : min(zone.end, max(clause.end, place[1] + 70))].split(";")[0]


def _included(view: TextView, place: tuple[int, int] | None) -> bool:
    """Whether the sentence of an item says 'included' and nothing of 'excluded'."""
    if place is None:
        return False
    senses = view.zone_senses(view.zone_at(place[0]))
    return "#include" in senses and "#exclude" not in senses


_ONE_OF = AnyCase(
    r"\b(?:the (?:first|second|third|fourth|last|latter|former|other)|one of (?:these|them|those|the)|перв\w+|втор\w+|трет\w+|последн\w+|die (?:erste|zweite|dritte|letzte)|der (?:erste|zweite|dritte|letzte)|"
    r"le (?:premier|deuxième|troisième|dernier)|la (?:première|deuxième|troisième|dernière)|[eé]l (?:primero|segundo|tercero|último)|la (?:primera|segunda|tercera|última))\b[^.;!?\n]{0,50}$",
    re.IGNORECASE,
)


def _dropped(view: TextView, places: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Return where the text says that one of the items, told by its number, no longer counts."""
    last = max(view.zone_at(start) for start, _ in places)
    end = view.zones[min(last + 2, len(view.zones) - 1)].end
    for gone in _GONE.finditer(view.text, min(start for start, _ in places), end):
        if _ONE_OF.search(view.text[max(0, gone.start() - 80) : gone.start()]):
            return gone.span()
    return None


def _scattered(view: TextView, places: list[tuple[int, int]]) -> bool:
    """Whether an item stands far from all others: two sentences or more between them."""
    zones = sorted(view.zone_at(start) for start, _ in places)
    return any(later - earlier > 2 for earlier, later in pairwise(zones))


_ONLY = AnyCase(
    r"\b(?:only|just|solely|exclusively|no others?|nothing else|that['’]s all|and no more|только|лишь|исключительно|больше ничего|nur|ausschließlich|lediglich|sonst nichts|"
    r"seulement|uniquement|rien d['’]autre|sólo|solo|solamente|únicamente|nada más)\b",
    re.IGNORECASE,
)


def _closed(view: TextView, places: list[tuple[int, int]]) -> bool:
    """Whether the sentence that has the items says that there are no others."""
    zones = {view.zone_at(start) for start, _ in places}
    return len(zones) == 1 and bool(_ONLY.search(view.zone_text(zones.pop())))


def decide(spec: FactSpec, view: TextView) -> Finding:
    """Decide a list: conveyed with all items, contradicted if one is denied."""
    places = {item: find_item(view, item) for item in spec.items}
    found = tuple(item for item, place in places.items() if place)
    missing = tuple(item for item, place in places.items() if not place)
    lacking = bool(_LACKING.search(spec.view.text))
    excluding = bool({"#exclude", "#delete"} & spec.view.senses) or spec.negative or lacking
    if found and all(mode(view, *p) == "asked" for p in places.values() if p):
        return Finding(
            "not_conveyed",
            0.6,
            "The items are only asked about.",
            next(p for p in places.values() if p),
            missing=missing,
            found=found,
            rival="conveyed",
            code="asked",
        )
    denied = [
        item
        for item in found
        if not excluding and _negated(view, places[item]) and not _needed(view, places[item])
    ]
    if lacking:
        denied += [item for item in found if _arrived(view, places[item])]
    elif excluding:
        denied += [item for item in found if _included(view, places[item])]
    denied += [item for item in found if not excluding and _gone(view, places[item])]
    if denied and len(denied) < len(spec.items):
        item = denied[0]
        return Finding(
            "contradicted",
            0.5,
            f"{item} is denied.",
            places[item],
            item,
            missing=missing,
            found=found,
            code="denied",
        )
    if missing and found and _closed(view, [p for p in places.values() if p]):
        return Finding(
            "contradicted",
            0.4,
            "The text says that its list is the whole one; missing: " + ", ".join(missing) + ".",
            next(p for p in places.values() if p),
            ", ".join(found),
            missing=missing,
            found=found,
            rival="not_conveyed",
            code="list-closed",
        )
    if missing:
        return Finding(
            "not_conveyed",
            _absence(view, missing),
            "Missing: " + ", ".join(missing) + ".",
            None,
            missing=missing,
            found=found,
            rival="conveyed",
            code="missing",
        )
    first = next((p for p in places.values() if p), None)
    dropped = _dropped(view, [p for p in places.values() if p]) if not excluding else None
    if dropped is not None:
        return Finding(
            "contradicted",
            0.4,
            "One of the items is taken back.",
            dropped,
            view.text[dropped[0] : dropped[1]].strip()[:60],
            found=found,
            rival="conveyed",
            code="item-dropped",
        )
    if _scattered(view, [p for p in places.values() if p]):
        return Finding(
            "conveyed",
            0.3,
            "All items are there, but not together.",
            first,
            found=found,
            rival="not_conveyed",
            code="items-scattered",
        )
    return Finding(
        "conveyed", 0.6, "All items are there.", first, found=found, code="all-items-are"
    )
