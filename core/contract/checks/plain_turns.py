"""Short plain sentences that turn a fact round: a duty waived, a ban lifted, sides or order changed, another member of a class.

'Invoices don't have to state the number' has all words of the rule and takes it back. Only a short
text is read so: in a long one the waiver may be of something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import Finding, stands_for
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import LIGHT
from core.contract.checks.view import TextView
from core.contract.checks.words import STOP, Token, fold

_MOST = 30
"""Words of a text at most that is taken for a plain one."""
_ABOUT = 0.55
"""Share of the fact's weight that a sentence must have to be about it."""

WAIVED = AnyCase(
    r"\b(?:(?:do|does|did|will)(?:n['’]t| not) (?:have|need) to|need(?:n['’]t| not)\b(?! be (?:more|less))|(?:there is |there['’]s )?no (?:longer a )?need to|"
    r"(?:leave|keep|drop|omit) the [^.;!?\n]{1,50} (?:off|out of)\b|(?:is|are) (?:entirely |now |purely )?(?:optional|voluntary)|(?:is|are) not (?:needed|required|necessary|mandatory|obligatory|compulsory)|"
    r"(?:is|are)(?:n['’]t| no longer) (?:needed|required|necessary|mandatory|obligatory|compulsory)|no longer (?:require|need|have to|insist)\w*|as you like|if you like|"
    r"(?:may|can) be (?:\w+ )?in any|nicht (?:mehr )?(?:nötig|notwendig|erforderlich|verpflichtend)|(?:müssen|muss|brauchen?|braucht)\b[^.;!?\n]{0,60}\bnicht\b(?! (?:ohne|später))[^.;!?\n]{0,40}\w+en\b|"
    r"(?:ist|sind) (?:freiwillig|optional)|(?:не нужно|не надо|не обязательно|необязательно|больше не требуется|не требуется|по желанию)|"
    r"n['’]est (?:pas|plus) (?:nécessaire|obligatoire|requise?)|ne sont (?:pas|plus) (?:nécessaires|obligatoires|requise?s)|(?:est|sont) facultati\w+|pas besoin de|"
    r"no (?:hace falta|es necesario|es obligatorio|son obligatori\w+|se requiere|hay que)|ya no (?:es|hace|se exige|hay)\b|(?:es|son) opcional\w*)",
    re.I,
)
"""A duty is taken back: 'don't have to', 'optional', 'no longer required'."""
LIFTED = AnyCase(
    r"\b(?:(?:ban|prohibition|embargo|restriction) [^.;!?\n]{0,60}\b(?:lifted|withdrawn|dropped|no longer (?:applies|holds)|has ended|is over)|no longer (?:forbidden|prohibited|banned|off limits)|"
    r"verbot[^.;!?\n]{0,60}\b(?:aufgehoben|gilt nicht mehr)|nicht mehr verboten|запрет[^.;!?\n]{0,60}(?:снят|отменён|отменен)|больше не запрещ\w+|"
    r"interdiction [^.;!?\n]{0,60}\blevée|n['’]est plus interdit\w*|prohibición [^.;!?\n]{0,60}\blevantado|ya no está prohibid\w+)",
    re.I,
)
"""A ban is taken back."""
LACKING = AnyCase(
    r"\b(?:without|missing|lacking|ohne|без|sans|sin)\b[^.;!?\n]{2,70}\b(?:(?:be|is|are|get|gets) (?:rejected|returned|refused|sent back|declined)|(?:abgelehnt|zurückgewiesen|zurückgeschickt)|"
    r"(?:не принима\w+|отклон\w+|возвраща\w+)|(?:refusée?s?|rejetée?s?|renvoyée?s?)|(?:rechaz\w+|devuel\w+|devolver\w+))",
    re.I,
)
"""What lacks a thing is refused: the thing is required."""
_NOT_BUT = AnyCase(
    r",? (?:and |but )?(?:not|nicht|а не|pas|et non|y no|no) (?:(?:by|because of|due to|in|through|durch|wegen|из-за|par|por) )?(?:the |an? |der |die |das |einen? |eine |l['’]|les? |la |une? |el |los )?([\w'’-]+)(?=[.;!\n]|$)",
    re.I,
)
"""'..., not by a strike': what a sentence says that it isn't."""
_SIDES = AnyCase(
    r"\b(?:prefers?|before|after|replaces|replaced|reports? to|more \w+ than|less \w+ than|\w+er than|supersedes|precedes|follows|causes)\b",
    re.I,
)
"""Relations whose sides can't be changed."""
_BEFORE = AnyCase(
    r"\b(?:before|prior to|ahead of|vor|до|перед|avant|antes del?)\s+(?:the |der |dem |die |le |la |les |el |los |las )?([\w'’-]+)",
    re.I,
)
_AFTER = AnyCase(
    r"\b(?:after|nach|после|après|después del?)\s+(?:the |der |dem |die |le |la |les |el |los |las )?([\w'’-]+)",
    re.I,
)
"""What must be first, and what is second: 'before payment', 'after payment'."""
_PASSIVE = AnyCase(r"\b(?:is|are|was|were|been) \w+ (?:by|over)\b", re.I)
_REPLACED = AnyCase(
    r"(?:has|have|had)? ?\b(?:replaced|succeeded|succeeds|replaces|took over from|takes over from|has taken over from|instead of|in place of|rather than|hat|löst|statt|anstelle von|вместо|сменил\w*|remplace|a remplacé|au lieu de|sustituye a|reemplaza a|en lugar de)\s+(?:Ms\.? |Mr\.? |Mrs\.? |Frau |Herrn? )?$|"
    r"\((?:was|formerly|previously|before|früher|bisher|ранее|раньше|avant|antes|ex)[ :]+$",
    re.I,
)
"""What stands before the name of somebody who is no longer in a role."""


_AFTER_NAME = AnyCase(
    r"\b(?:has|have|had)? ?\b(?:replaced|succeeded|succeeds|replaces|took over from|takes over from|has taken over from|сменил\w*|remplace|a remplacé|sustituye a|reemplaza a)\s+$",
    re.I,
)


@lru_cache(maxsize=1)
def _classes() -> dict[str, int]:
    """Read ``data/exclusive.txt``: one class a line, members by commas, forms of a member by '|'."""
    path = Path(__file__).with_name("data") / "exclusive.txt"
    found: dict[str, int] = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(line for line in lines if line and not line.startswith("//")):
        for place, member in enumerate(line.split(",")):
            for form in member.split("|"):
                found[fold(form.strip())] = number * 1000 + place
    return found


def turned_plainly(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that a short text turns the fact round in so many words.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.
    """
    if not view.zones or len(view.tokens) > _MOST or cues.QUESTION.search(view.text):
        return finding
    if spec.fact.kind == "entity":
        return _replaced(spec, view, finding)
    if spec.fact.kind not in ("requirement", "prohibition", "free_text"):
        return finding
    for zone in view.zones:
        words = view.words(zone.start, zone.end)
        if _cover(spec, words) >= _ABOUT:
            turn = _turn(spec, view, (zone.start, zone.end), words)
            if turn is not None:
                return turn
    return finding


def _turn(
    spec: FactSpec, view: TextView, span: tuple[int, int], words: Sequence[Token]
) -> Finding | None:
    text, kind = view.text[span[0] : span[1]], spec.fact.kind
    if kind == "requirement" and not spec.negative:
        if WAIVED.search(text):
            return _against("duty-waived", "The text waives what is required.", span)
        if LACKING.search(text):
            return Finding(
                "conveyed",
                0.7,
                "The text refuses what lacks it.",
                span,
                rival="contradicted",
                code="refused-without",
            )
    if kind == "prohibition" and LIFTED.search(text):
        return _against("ban-lifted", "The text lifts the prohibition.", span)
    if kind == "prohibition":
        return None
    other = _other_member(spec, words)
    if other is not None:
        reason = f"{other.text}: another one of its kind stands there."
        return replace(
            _against("another-of-class", reason, (other.start, other.end)), other_value=other.text
        )
    denied = _NOT_BUT.search(text)
    if denied and not spec.negative:
        at = span[0] + denied.start(1)
        word = next((w for w in words if w.start == at), None)
        if word is not None and any(stands_for(t, word.senses) for t in spec.plain):
            return _against("denied-part", f"The text says that it is not {word.text}.", span)
    if _reordered(spec, view, text, words):
        return _against("order-changed", "The text has it in the other order of time.", span)
    if kind == "free_text" and _crossed(spec, view, text, words):
        return _against("sides-changed", "The text says it the other way round.", span)
    return None


def _against(code: str, reason: str, span: tuple[int, int]) -> Finding:
    return Finding("contradicted", 0.7, reason, span, rival="conveyed", code=code)


def _cover(spec: FactSpec, words: Sequence[Token]) -> float:
    total = sum(t.weight for t in spec.plain)
    met = sum(t.weight for t in spec.plain if any(stands_for(t, w.senses) for w in words))
    return met / total if total else 0.0


def _other_member(spec: FactSpec, words: Sequence[Token]) -> Token | None:
    """Return a word that is of the class of a word of the fact, where the fact's own is missing."""
    classes = _classes()
    own = {classes[low] for t in spec.view.tokens if (low := fold(t.text)) in classes}
    here = {classes[w.low]: w for w in words if w.low in classes}
    if len(own) != 1 or len(here) != 1:
        return None
    mine, (theirs, word) = own.pop(), next(iter(here.items()))
    return word if theirs != mine and theirs // 1000 == mine // 1000 else None


def _crossed(spec: FactSpec, view: TextView, text: str, words: Sequence[Token]) -> bool:
    """Whether the things on both sides of one and the same asymmetric relation have changed places."""
    mine, theirs = _SIDES.search(spec.view.text), _SIDES.search(text)
    if not mine or not theirs or spec.view.lang != view.lang or _PASSIVE.search(text):
        return False
    if cues.NEGATION.search(text) or fold(mine.group()) != fold(theirs.group()):
        return False
    left = [t.low for t in spec.view.tokens if t.low not in STOP[view.lang]]
    right = [t.low for t in words if t.low not in STOP[view.lang]]
    return sorted(left) == sorted(right) and left != right and left[0] != right[-1]


def _reordered(spec: FactSpec, view: TextView, text: str, words: Sequence[Token]) -> bool:
    """Whether the text puts after something what the fact puts before it, or the other way round, and says no more."""
    if spec.view.lang != view.lang or cues.NEGATION.search(text):
        return False
    for one, other in ((_BEFORE, _AFTER), (_AFTER, _BEFORE)):
        mine, theirs = one.search(spec.view.text), other.search(text)
        if mine is None or theirs is None or one.search(text) or other.search(spec.view.text):
            continue
        if fold(mine.group(1)) != fold(theirs.group(1)):
            continue
        own = {t.low for t in spec.view.tokens} | STOP[view.lang] | LIGHT
        return all(w.low in own or any(stands_for(t, w.senses) for t in spec.plain) for w in words)
    return False


def _replaced(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return the finding, or that all places of the name name who was in the role before."""
    if finding.code == "name-replaced" and finding.span is not None:
        start, end = finding.span
        if _AFTER_NAME.search(view.text[max(0, start - 40) : start]):
            return Finding(
                "conveyed",
                0.5,
                "The name takes the role over.",
                (start, end),
                rival="contradicted",
                code="takes-role-over",
            )
    if finding.lean == "contradicted" or not spec.names:
        return finding
    lows = [[fold(w) for w in name] for name in spec.names]
    starts = [
        t.start
        for i, t in enumerate(view.tokens)
        if any([x.low for x in view.tokens[i : i + len(n)]] == n for n in lows)
    ]
    out = [s for s in starts if _REPLACED.search(view.text[max(0, s - 40) : s])]
    if not out or len(out) != len(starts):
        return finding
    zone = view.zones[view.zone_at(out[0])]
    return _against("role-passed-on", "Another name takes its place.", (zone.start, zone.end))
