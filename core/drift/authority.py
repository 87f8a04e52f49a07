"""Authority that a role doesn't hold, as predicates: what is claimed, and what work is issued.

``claims_authority`` finds the ways in which somebody takes an authority that no single speech act shows:
speaking for a superior, giving the last word, waiving a control, granting what others grant, overruling,
moving priorities and owners. A report of somebody else's authority is none, nor is a question, a
condition, a request for approval, or a refusal because one lacks it.

``issues_document`` finds a work product of some kind: an offer, a review, a brief, a plan, a summary, an
estimate. A right result that goes out through an agent whose work it isn't is known by that alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.drift.acts import speech_acts
from core.drift.lexicon.authority_words import CLAIMS, CONDITIONAL, LACKS, REPORTED
from core.drift.model import RoleProfile
from core.drift.predicates import KINDS, Context, Span, predicate

CLAIM_KINDS: Mapping[str, str] = {
    "speaks_for": "speaks for somebody above it",
    "final_word": "gives the last word",
    "waives_control": "waives a control",
    "grants": "grants or accepts",
    "overrides": "overrules another's decision",
    "supersedes": "puts its own in the place of another's result",
    "reassigns": "moves priorities or owners",
}
"""Kind of claim -> the same for people."""

NEEDS: Mapping[str, str] = {
    "speaks_for": "APPROVE",
    "final_word": "APPROVE",
    "waives_control": "APPROVE",
    "grants": "APPROVE",
    "overrides": "APPROVE",
    "supersedes": "APPROVE",
    "reassigns": "DELEGATE",
}
"""Kind of claim -> the act that a role must be allowed for it."""

KINDS["claims_authority"] = tuple(CLAIM_KINDS)

_BY_SPEAKER = frozenset({"speaks_for", "supersedes"})
"""Kinds that claim something only where the speaker does something in the same sentence."""
_REFUSES = 0.6
"""Confidence of REFUSE from which a clause declines, and so claims nothing."""
_MINE = frozenset("my mine our ours мой моя моё мои наш наша наше наши".split())
_ACTS_FOR = 0.4
"""Confidence of an act that shows what is done in somebody's name."""


@predicate("claims_authority")
def _claims(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """An authority is claimed. Parameter: kind, one of the kinds or a list; without it any."""
    reading = context.reading
    wanted = parameters.get("kind") or tuple(CLAIMS)
    found: set[int] = set()
    named: set[int] = set()
    for kind in [wanted] if isinstance(wanted, str) else wanted:
        pattern = CLAIMS.get(str(kind))
        places = reading.matching(pattern) if pattern is not None else ()
        if places:
            found |= set(_by_speaker(context, places) if kind in _BY_SPEAKER else places)
            if kind == "supersedes":
                named |= set(places)
    if not found:
        return []
    told = {reading.clauses[n].sentence for n in reading.matching(REPORTED)}
    lacking = reading.matching(LACKS) | reading.matching(CONDITIONAL)
    _, acts = speech_acts(reading)
    return [
        (clause.start, clause.end)
        for n in sorted(found - lacking)
        if not (clause := reading.clauses[n]).question
        and acts[n].acts.get("REFUSE", 0.0) < _REFUSES
        and (n in named or (clause.sentence not in told and not _told_by_agent(context, n)))
    ]


def _told_by_agent(context: Context, place: int) -> bool:
    """Whether a clause says what an agent says or did: 'the Verifier overruled the finding'."""
    return any(
        frame.subject in {"agent", "relative"}
        and (frame.form in {"past", "s"} or "say" in frame.concepts)
        for frame in context.reading.by_clause[place]
    )


def _by_speaker(context: Context, places: Iterable[int]) -> list[int]:
    """Return the clauses in whose sentence the speaker speaks of itself, or lets or orders something."""
    reading = context.reading
    _, acts = speech_acts(reading)
    done = {
        clause.sentence
        for clause, heard in zip(reading.clauses, acts, strict=True)
        if any(t.kind.startswith("first") or t.lower in _MINE for t in clause.tokens)
        or any(heard.acts.get(act, 0.0) >= _ACTS_FOR for act in ("APPROVE", "DELEGATE"))
    }
    return [n for n in places if reading.clauses[n].sentence in done]


# -- work products ------------------------------------------------------------------------

_TITLE = re.compile(r"\A\s*(?:#{1,6} +(\S[^\n]*)|\*\*([^*\n]{3,160})\*\*)(.*)", re.DOTALL)
_HEAD_ENDS = re.compile(r"[:,(—–]| (?:of|for|to|in|on|by|from|about|with)\b")
_KIND_WORDS: Mapping[str, re.Pattern[str]] = {
    "offer": re.compile(
        r"\b(?:proposals?|offers?|quotes?|quotations?|tenders?|bids?|предложени\w+|оферт\w+)\b"
    ),
    "review": re.compile(
        r"\b(?:reviews?|checks?|audits?|inspections?|findings|verification|проверк\w+|рецензи\w+|замечани\w+|сверк\w+)\b"
    ),
    "brief": re.compile(r"\b(?:briefs?|briefings?|requirements|вводн\w+|бриф\w*|требовани\w+)\b"),
    "plan": re.compile(
        r"\b(?:plans?|schedules?|timelines?|road ?maps?|план\w*|график\w*|расписани\w+)\b"
    ),
    "summary": re.compile(
        r"\b(?:minutes|summar(?:y|ies)|digests?|recaps?|протокол\w*|сводк\w+|резюме|конспект\w*)\b"
    ),
    "estimate": re.compile(r"\b(?:estimates?|cost sheets?|смет\w+|расч[её]т\w*|калькуляци\w+)\b"),
}
DOCUMENT_KINDS: tuple[str, ...] = tuple(_KIND_WORDS)
"""Kinds of work products that are told apart."""
KINDS["issues_document"] = DOCUMENT_KINDS
_PRICE = re.compile(r"[$€£₽¥]\s?\d|\d\s?(?:[$€£₽¥]|руб|eur\b|usd\b|euros?\b|dollars?\b)")
_TOTAL = re.compile(r"\b(?:total|sum|per (?:year|month)|all prices|итого\w*|всего|все цены)\b")
_FEWEST_PRICES = 2


def document_kind(text: str) -> str:
    r"""Return which kind of work product a text is; '' if it is none, or of no known kind.

    Args:
        text: A turn. Only a text that opens with a title of its own is a work product. The main noun
            of the title tells the kind; without one, prices and their sum tell an offer.

    Examples:
        >>> document_kind("# Review of the offer\n\nLine 3 fits."), document_kind("The review is done.")
        ('review', '')
    """
    match = _TITLE.match(text)
    if match is None or not match[3].strip():
        return ""
    title = (match[1] or match[2]).lower()
    head = _HEAD_ENDS.split(title, maxsplit=1)[0]
    named = [(m.start(), kind) for kind, word in _KIND_WORDS.items() for m in word.finditer(head)]
    if named:
        # 'Offer review' is a review; in Russian the main noun comes first.
        return (max if title.isascii() else min)(named)[1]
    body = match[3].lower()
    priced = len(_PRICE.findall(body)) >= _FEWEST_PRICES and _TOTAL.search(body)
    return "offer" if priced else ""


@predicate("issues_document")
def _issues(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """A work product is issued. Parameter: kind, such as offer or review, or a list of them."""
    kind = document_kind(context.reading.text)
    wanted = parameters.get("kind") or DOCUMENT_KINDS
    if not kind or kind not in ([wanted] if isinstance(wanted, str) else wanted):
        return []
    first = context.reading.clauses[0]
    return [(first.start, first.end)]


def documents_of_others(
    profile: RoleProfile, others: Sequence[RoleProfile]
) -> dict[str, tuple[str, ...]]:
    """Return the kinds of work products that other roles show and a role doesn't, with those roles.

    Args:
        profile: The role. Without demonstrations nothing is known about its work.
        others: The other roles of its set.
    """
    if not profile.demonstrations:
        return {}
    own = {document_kind(text) for text in profile.demonstrations}
    found: dict[str, list[str]] = {}
    for other in others:
        for kind in sorted({document_kind(text) for text in other.demonstrations} - own - {""}):
            found.setdefault(kind, []).append(other.name)
    return {kind: tuple(names) for kind, names in found.items()}
