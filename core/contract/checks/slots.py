"""A sentence that says of another thing what the fact says of its own: the same words, but one in another's place.

'The price of the basic plan is 49' isn't about the standard plan, although it has all other words of the fact.
A longer or freer sentence may well mean the fact's thing by another name; there nothing is concluded.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contract.checks.evidence import Finding, stands_for
from core.contract.checks.semantic import vectors
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import COPULA, GENERIC, LIGHT, VAGUE, Term
from core.contract.checks.view import TextView
from core.contract.checks.words import STOP, Token, fold

_MOST = 25
"""Words of a sentence at most that is taken for a plain one."""
_LEAST = 0.5
"""Share of the fact's words that the sentence must have."""
_NEAR = 0.6
"""Cosine from which two words may well name one thing."""
_HAPPENS = re.compile(r"\b(?:takes?|took|taken|taking) place\b", re.I)
"""A verb in two words: its noun names no thing."""
_STATED = (
    "value-stated-same",
    "date-stated-same",
    "identifier-there",
    "name-stands-role",
    "value-in-other-words",
    "number-in-other-words",
    "date-in-other-words",
)


_BETWEEN = re.compile(
    r"\s*(?:(?:the|an?|of|for|in|on|at|to|by|with|d(?:er|ie|as|es|em|en)|ein\w*|von|für|im|am|zu|l[ae]s?|l|d|du|des?|el|los|del|para|por|en|à|au|pour|sur|в|на|для|по|с|из|за|у)\b['’]?\s*)*",
    re.IGNORECASE,
)
"""Between two words that stand beside each other; 'remember: we start' has a colon and somebody else there."""


def swapped(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that the sentence it rests on is about another thing.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.
    """
    if finding.code not in _STATED or finding.span is None or spec.view.lang != view.lang:
        return finding
    happens = {m.end() for m in _HAPPENS.finditer(spec.view.text)}
    gone = [
        t
        for t in spec.plain
        if _telling(t) and not stands_for(t, view.senses) and t.start + len(t.word) not in happens
    ]
    zone = view.zones[view.zone_at(finding.span[0])]
    words = view.words(zone.start, zone.end)
    if not gone or len(words) > _MOST:
        return finding
    values = [(q.start, q.end) for q in view.quantities]
    values += [(m.start, m.end) for m in view.moments]
    said = [
        w
        for w in words
        if w.senses
        and not w.is_number
        and w.low not in STOP[view.lang]
        and not any(a <= w.start < b for a, b in values)
    ]
    standing = [next((t for t in spec.plain if stands_for(t, w.senses)), None) for w in said]
    there = sum(t.weight for t in spec.plain if t in standing)
    strange = [w for w, term in zip(said, standing, strict=True) if term is None]
    if there < _LEAST * sum(t.weight for t in spec.plain) or len(strange) != len(gone):
        return finding
    if not all(any(_in_place(spec, view, t, w, said, standing) for w in strange) for t in gone):
        return finding
    return replace(
        finding,
        lean="not_conveyed",
        strength=0.7,
        reason=f"The text says it of “{strange[0].text}”, and “{gone[0].word}” is named nowhere.",
        rival="conveyed",
        code="says-of-another",
    )


def _telling(term: Term) -> bool:
    word = fold(term.word)
    common = word in VAGUE or word in LIGHT or COPULA.fullmatch(term.word) is not None
    return not term.senses & GENERIC and not common


def _in_place(
    spec: FactSpec,
    view: TextView,
    term: Term,
    word: Token,
    said: list[Token],
    standing: list[Term | None],
) -> bool:
    """Whether a word of the text stands beside the words that the term stands beside, and means another thing."""
    order = sorted(spec.plain, key=lambda t: t.start)
    i, k = order.index(term), said.index(word)
    statement = spec.view.text

    def beside(t: Term, own: Token, first: bool) -> bool:
        """Whether a term and its match stand on that side of the two, with hardly a word between."""
        here = (
            (t.start + len(t.word), term.start) if first else (term.start + len(term.word), t.start)
        )
        there = (own.end, word.start) if first else (word.end, own.start)
        gaps = statement[here[0] : here[1]], view.text[there[0] : there[1]]
        return all(_BETWEEN.fullmatch(gap) for gap in gaps)

    before = (
        i > 0
        and k > 0
        and standing[k - 1] is order[i - 1]
        and beside(order[i - 1], said[k - 1], True)
    )
    after = (
        i + 1 < len(order)
        and k + 1 < len(said)
        and standing[k + 1] is order[i + 1]
        and beside(order[i + 1], said[k + 1], False)
    )
    if not (before or after):
        return False
    one, other = vectors([fold(term.word), word.low])
    return float(one @ other) < _NEAR
