"""Decide facts about a named entity."""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, coverage
from core.contract.checks.semantic import soften
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.synonyms import synonym_senses
from core.contract.checks.terms import CALENDAR, literal
from core.contract.checks.view import TextView, mode
from core.contract.checks.words import concepts, fold, stem, tokenize


def word_places(view: TextView, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the places where all significant words of a name stand within one zone."""
    found = _full_places(view, words)
    return found or _surname_places(view, words)


def _surname_places(view: TextView, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return where a person is named by surname alone, or with an initial or a title before it.

    Only for a name of two or three words whose last is no common word; another first name before it
    means somebody else.
    """
    if not 2 <= len(words) <= 4 or not all(w[:1].isupper() for w in words):
        return []
    last = fold(words[-1])
    if len(last) < 4 or not last.isalpha() or concepts(last) or synonym_senses(last):
        return []
    found = []
    for i, token in enumerate(view.tokens):
        if token.low != last or not token.text[:1].isupper():
            continue
        before = view.tokens[i - 1] if i else None
        close = before is not None and len(view.text[before.end : token.start]) <= 2
        if close and before is not None and before.text[:1].isupper():
            own = [fold(w) for w in words[:-1]]
            initial = len(before.low) == 1 and any(w.startswith(before.low) for w in own)
            first = (
                not view.text[: before.start].strip()
                or view.text[: before.start].rstrip()[-1] in ".!?:\n"
            )
            if not (
                initial
                or before.low in own
                or before.low in _TITLES
                or (first and before.low in _LEADS)
            ):
                continue
        found.append((token.start, token.end))
    return found


_TITLES = frozenset(
    "mr mrs ms miss dr prof professor herr frau dres mme m monsieur madame sr sra senor senora don dona г гн госпожа господин доктор".split()
)
_LEADS = frozenset("ask tell call contact see since for with and if when please the".split())


def _full_places(view: TextView, words: tuple[str, ...]) -> list[tuple[int, int]]:
    parts = [t.text for t in tokenize(" ".join(words), view.lang)]
    wanted = [(stem(w), concepts(fold(w))) for w in parts if len(w) > 1] or [
        (stem(w), concepts(fold(w))) for w in parts
    ]
    found = []
    for zone in view.zones:
        tokens = view.words(zone.start, zone.end)
        hits = []
        for own, shared in wanted:
            hit = next(
                (t for t in tokens if own in t.senses or stem(t.text) == own or shared & t.senses),
                None,
            )
            if hit is None:
                break
            hits.append(hit)
        else:
            if hits:
                found.append((min(h.start for h in hits), max(h.end for h in hits)))
    return found


_PROPER = re.compile(r"(?<![.!?:]\s)(?<!^)(?<=\s)(?:[A-ZА-ЯЁ][\w'’-]+)(?:\s+[A-ZА-ЯЁ][\w'’-]+)*")


def _other_name(spec: FactSpec, view: TextView) -> tuple[int, int] | None:
    """Return a proper name that the text puts into the role of the statement."""
    own = {sense for token in spec.view.tokens for sense in token.senses}
    for zone in view.zones:
        # A field named after the role: its value is the name.
        colon = view.text.find(":", zone.start, zone.end)
        words = view.words(colon + 1, zone.end)
        field = (
            zone.kind == "pair" and coverage(spec.subject, dict.fromkeys(zone.label, 1.0)) >= 0.5
        )
        if field and colon > 0 and 1 <= len(words) <= 4 and words[0].text[:1].isupper():
            return words[0].start, words[-1].end
    for match_ in _PROPER.finditer(view.text):
        if all(fold(word) in CALENDAR for word in match_.group().split()):
            continue
        words = view.words(match_.start(), match_.end())
        clause = view.clauses[view.clause_at(match_.start())]
        here = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        fresh = [
            t for t in words if not t.senses & own and not any(s.startswith("#") for s in t.senses)
        ]
        if fresh and coverage(spec.subject, here) >= 0.75:
            return fresh[0].start, fresh[-1].end
    return None


_OUT = AnyCase(
    r"\b(?:from|instead of|no longer|replac\w+|(?:hand(?:ed|s|ing)?|pass(?:ed|es)?|gave|given|transferr?ed|turned over) (?:\w+ ){0,4}?(?:over )?to|передал\w*|übergeben|abgegeben|confié\w*|cédé\w*|entregad\w*|turned (?:\w+ )?down|stood down|steps? down|resign\w*|(?:fell|is|has fallen) ill|(?:had|has|have) no (?:\w+ )?(?:slots?|capacity|time|room|rooms|vessel|free \w+|availability)|(?:is|was|were|are) (?:fully booked|unavailable|overbooked)|(?:could|can)(?:n['’]t| not) (?:do|take|come|make|deliver|offer|accept)|declined|re(?:booked|assigned|placed)|switched|fell through|dropped out|withdrew|"
    r"withdrawn|(?:was|were) the first|first idea|initially|originally|used to|had been|rejected|failed|cancel\w+|out of the question|not any ?more|left us|has left|"
    r"вместо|заболел\w*|отказал\w*|уволил\w*|заменил\w*|больше не|раньше|прежн\w+|перенес\w+|statt|anstelle|nicht mehr|erkrankt\w*|ausgefallen|abgesagt|bisher|ersetz\w+|"
    r"au lieu d\w*|n'est plus|remplac\w+|malade|en lugar de|ya no|sustitu\w+|enferm\w+)\b",
    re.I,
)
_IN = AnyCase(
    r"\b(?:to|by|with|will|now|instead|new|takes? over|took over|steps? in|comes? from|goes to|go to|chosen|replac\w+|is|are|"
    r"теперь|возглав\w+|будет|станет|новый|новая|займ[её]т|übernimmt|übernehmen|jetzt|neu\w*|wird|ist|désormais|sera|est|ahora|será|es)\b",
    re.I,
)


_WHICH_OF = AnyCase(
    r"\W*(?:which|who) (?:one )?of (?:the (?:two|three|four)|them|these|those)\b|\W*(?:кто|котор\w+|какая|какой) из (?:них|двух|трёх|трех|этих)|\W*(?:wer|welche[rs]?) (?:von (?:ihnen|beiden)|der (?:beiden|zwei|drei))|"
    r"\W*(?:lequel|laquelle|lesquels|qui) d(?:es|['’]entre)|\W*(?:cuál|quién) de (?:los|las|ellos|ellas)",
    re.I,
)
"""The next sentence leaves open which of the names it is."""


def _successor(spec: FactSpec, view: TextView, span: tuple[int, int]) -> tuple[int, int] | None:
    """Return a later name that takes the place of the one that a sentence puts out of its role."""
    zone = view.zones[view.zone_at(span[0])]
    sentence = view.text[zone.start : zone.end]
    corrected = signals(view).corrected
    here = view.zone_at(span[0])
    weak = not _OUT.search(sentence)
    if cues.QUESTION.search(sentence) or (weak and not corrected & {here, here + 1, here + 2}):
        return None
    own = {sense for token in spec.view.tokens for sense in token.senses}
    last = min(here + (4 if corrected else 1), len(view.zones) - 1)
    for found in _PROPER.finditer(view.text, zone.start, view.zones[last].end):
        words = view.words(found.start(), found.end())
        fresh = [t for t in words if not t.senses & own and not t.is_number]
        if not fresh or found.start() < span[1] or fold(fresh[0].text) in CALENDAR:
            continue
        clause = view.clauses[view.clause_at(fresh[0].start)]
        about = dict.fromkeys(
            (s for t in view.words(clause.start, clause.end) for s in t.senses), 1.0
        )
        same = view.zone_at(fresh[0].start) == view.zone_at(span[0])
        if _IN.search(view.text[clause.start : clause.end]) and (
            (same and not weak) or coverage(spec.subject, about) >= (0.5 if weak else 0.25)
        ):
            return fresh[0].start, fresh[-1].end
    return None


def _in_the_role(
    spec: FactSpec, view: TextView, places: list[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return another name whose clause has the words of the role, where no clause of the fact's name has."""
    own = {sense for token in spec.view.tokens for sense in token.senses}
    strict = literal(spec.subject)

    def fit(start: int) -> float:
        clause = view.clauses[view.clause_at(start)]
        words = view.words(clause.start, clause.end)
        near = dict.fromkeys((s for t in words for s in t.senses), 1.0)
        near.update(dict.fromkeys(clause.context | view.zones[clause.zone].label, 1.0))
        return coverage(strict, near)

    if not spec.subject:
        return None
    taken = {view.clause_at(start) for start, _ in places}
    best = max(fit(start) for start, _ in places)
    for found in _PROPER.finditer(view.text):
        words = view.words(found.start(), found.end())
        fresh = [
            t
            for t in words
            if not t.senses & own
            and not t.is_number
            and fold(t.text) not in CALENDAR
            and not concepts(t.low)
            and not synonym_senses(t.low)
        ]
        if not fresh or view.clause_at(found.start()) in taken:
            continue
        if cues.QUESTION.search(view.zone_text(view.zone_at(found.start()))):
            continue
        score = fit(found.start())
        if score >= 0.6 and score >= best + 0.4:
            return fresh[0].start, fresh[-1].end
    return None


def decide_entity(spec: FactSpec, view: TextView, *, work: bool = False) -> Finding:
    """Decide an entity fact: the name must stand in the role that the statement gives it.

    Args:
        spec: The parsed fact.
        view: The text.
        work: The text is a work product: using the name is enough.
    """
    if not spec.names:
        return Finding(
            "not_conveyed",
            0.0,
            "The statement names nothing that could be looked for.",
            rival="conveyed",
            code="statement-names-nothing",
        )
    places = [place for name in spec.names for place in word_places(view, name)]
    spec = replace(spec, subject=soften(spec.subject, view))
    if not places:
        other = _other_name(spec, view)
        if other is not None:
            raw = view.text[other[0] : other[1]]
            return Finding(
                "contradicted",
                0.3,
                f"{raw}: another name is given.",
                other,
                raw,
                rival="not_conveyed",
                code="another-name-given",
            )
        return Finding(
            "not_conveyed",
            0.8,
            "The name is not there.",
            rival="contradicted",
            code="name-not-there",
        )
    scored = [(coverage(spec.subject, view.about(a)), (a, b)) for a, b in places]
    about, span = max(scored)
    successor = _successor(spec, view, span)
    if successor is not None:
        raw = view.text[successor[0] : successor[1]]
        return Finding(
            "contradicted",
            0.3,
            f"{raw}: another name takes its place.",
            successor,
            raw,
            rival="conveyed",
            code="name-replaced",
        )
    here = view.zone_at(span[0])
    behind = view.zone_text(here + 1) if here + 1 < len(view.zones) else ""
    if (
        mode(view, *span) in ("asked", "rejected", "old")
        or cues.OPEN.search(view.zone_text(here))
        or _WHICH_OF.match(behind)
    ):
        return Finding(
            "not_conveyed",
            0.2,
            "The name is only asked or rejected.",
            span,
            rival="contradicted",
            code="name-asked-or",
        )
    rival = None if work else _in_the_role(spec, view, places)
    if rival is not None:
        raw = view.text[rival[0] : rival[1]]
        return Finding(
            "contradicted",
            0.4,
            f"{raw}: another name stands in that role.",
            rival,
            raw,
            rival="conveyed",
            code="name-in-role",
        )
    rare = max((sum(w[:1].isupper() for w in name) for name in spec.names), default=0) >= 2
    if rare and about < 0.25 and not work and len(spec.subject) <= 1:
        # A full name is hardly somebody else's; 'Counterparty: ...' is a label, not a role to prove.
        return Finding(
            "conveyed", 0.3, "The full name is there.", span, rival="not_conveyed", code="full-name"
        )
    if about >= (0.0 if work else 0.25 if rare else 0.38):
        return Finding(
            "conveyed",
            0.2 + 0.7 * about,
            "The name stands in that role.",
            span,
            code="name-stands-role",
        )
    return Finding(
        "not_conveyed",
        0.6 - about,
        "The name occurs in another role.",
        span,
        rival="conveyed",
        code="name-occurs-another",
    )
