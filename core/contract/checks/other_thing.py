"""A short rule or statement about another thing: a noun of the fact that the text names nowhere, and another noun in its place.

'Delivery notes must state the order number' isn't 'invoices must state the order number'. Verbs are
put freely in other words, so a replaced verb says nothing; nor does a word that is near in meaning.
"""

from __future__ import annotations

from dataclasses import replace

from core.contract.checks import cues
from core.contract.checks.evidence import Finding, stands_for
from core.contract.checks.semantic import vectors
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import COPULA, GENERIC, LIGHT, VAGUE, Term
from core.contract.checks.view import TextView
from core.contract.checks.words import STOP, Lang, Token, fold

_MOST = 16
"""Words of a text at most that is taken for a plain one."""
_LEAST = 0.4
"""Share of the fact's weight that the text must have."""
_NEAR = 0.5
"""Cosine from which two words may well name one thing."""
_CODES = (
    "states-similar-words",
    "passes-prohibition-on",
    "does-not-state",
    "part-missing",
    "name-stands-role",
    "full-name",
)
_VERBAL = frozenset(
    "must shall should never not to may can will always be is are was were been has have had don't doesn't cannot please nobody "
    "muss müssen soll sollen darf dürfen nicht nie niemals doit doivent faut ne jamais debe deben no nunca hay que".split()
)
"""Words before a verb."""
_NOMINAL = frozenset(
    "the a an of in on at by for with from to about without every each all any our your this that to les le la l un une des du de au aux dans sur "
    "par pour en sans el los las una unos del al por con sin sobre".split()
)
"""Words before a noun."""
_RUSSIAN_VERB = ("ть", "ти", "ться", "ете", "йте", "ет", "ют", "ит", "ят", "ны", "но", "лся", "ал")

Group = list[int]


def about_another(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that a short text says it of another thing.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.
    """
    if finding.code not in _CODES or spec.view.lang != view.lang or len(view.zones) != 1:
        return finding
    if len(view.tokens) > _MOST or not spec.plain or cues.QUESTION.search(view.text):
        return finding
    lang = view.lang
    said = [t for t in view.tokens if t.low not in STOP[lang] and t.low not in LIGHT]
    own = [t for t in spec.view.tokens if t.low not in STOP[lang] and t.low not in LIGHT]
    terms = {t.start: t for t in spec.plain}
    stands = [
        next((t for t in spec.plain if stands_for(t, w.senses, broader=False)), None) for w in said
    ]
    there = sum(t.weight for t in spec.plain if t in stands)
    if there < _LEAST * sum(t.weight for t in spec.plain):
        return finding
    verbs = (_verbs(spec.view, lang), _verbs(view, lang))
    mine = [terms.get(t.start) for t in own]
    gone = _groups(
        [t is not None and not stands_for(t, view.senses, broader=False) for t in mine],
        own,
        verbs[0],
    )
    strange = _groups([t is None for t in stands], said, verbs[1])
    if not gone or len(gone) != len(strange):
        return finding
    for here, place in zip(gone, strange, strict=True):
        words = [said[i] for i in place]
        if not _swapped([own[i] for i in here], words):
            return finding
        sides = _sides(here, mine), _sides(place, stands)
        # A name may stand on either side of its role.
        name = spec.fact.kind == "entity" and any(sides[0]) and any(sides[1])
        if not (name or any(a and a == b for a, b in zip(*sides, strict=True))):
            return finding
    word, other = own[gone[0][0]].text, said[strange[0][0]].text
    return replace(
        finding,
        lean="not_conveyed",
        strength=0.7,
        reason=f"The text says it of “{other}”, and “{word}” is named nowhere.",
        rival="conveyed",
        code="says-of-another",
    )


def _groups(free: list[bool], words: list[Token], verbs: set[int]) -> list[Group]:
    """Return the runs of words that are free and no verbs, as indexes; common words end a run."""
    found: list[Group] = []
    for i, word in enumerate(words):
        common = word.low in VAGUE or word.is_number or COPULA.fullmatch(word.text) is not None
        if not free[i] or word.start in verbs or common or word.senses & GENERIC:
            continue
        if found and found[-1][-1] == i - 1:
            found[-1].append(i)
        else:
            found.append([i])
    return found


def _verbs(view: TextView, lang: Lang) -> set[int]:
    """Return where the words start that are, or may be, verbs."""
    found = set()
    for i, token in enumerate(view.tokens):
        before = view.tokens[i - 1].low if i else ""
        if lang == "de":
            verb = token.text[:1].islower()
        elif lang == "ru":
            verb = token.low.endswith(_RUSSIAN_VERB)
        elif before in _VERBAL and before not in _NOMINAL:
            verb = True
        elif before == "to":
            verb = token.low not in STOP[lang]
        else:
            after = view.tokens[i + 1].low if i + 1 < len(view.tokens) else ""
            # The first word is a verb if the sentence orders: 'use synthetic data'.
            verb = i == 0 and after in _NOMINAL
            verb = verb or (lang != "en" and before not in _NOMINAL)
        if verb:
            found.add(token.start)
    return found


def _sides(group: Group, terms: list[Term | None]) -> tuple[str, str]:
    """Return the fact's words left and right of a run."""
    left = terms[group[0] - 1] if group[0] else None
    right = terms[group[-1] + 1] if group[-1] + 1 < len(terms) else None
    return (fold(left.word) if left else "", fold(right.word) if right else "")


def _swapped(mine: list[Token], theirs: list[Token]) -> bool:
    """Whether no word of one run comes near to a word of the other."""
    if len(theirs) > 2 or any(_kin(a, b) for a in mine for b in theirs):
        return False
    rows = vectors([t.low for t in (*mine, *theirs)])
    return bool((rows[: len(mine)] @ rows[len(mine) :].T).max() < _NEAR)


def _kin(one: Token, other: Token) -> bool:
    """Whether two words share a meaning, or one is the broader word of the other."""
    own = [{s for s in t.senses if s[0] != "^"} for t in (one, other)]
    broad = [{s.lstrip("^@") for s in t.senses} for t in (one, other)]
    return any(s.lstrip("@") in broad[1] for s in own[0]) or any(
        s.lstrip("@") in broad[0] for s in own[1]
    )
