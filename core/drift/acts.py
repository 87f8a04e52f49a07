"""Speech acts per clause, with confidences.

Two sources are joined: verb frames (who does what, in which mood; see :mod:`core.drift.reading`) and
fixed phrases (:mod:`core.drift.lexicon.cues`). A clause may carry several acts. The confidence of an
act in a turn is the highest of its clauses. Length, digits and punctuation are no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from core.drift.lexicon.cues import DEADLINE, MEMORY, REFERENCE, compile_cues
from core.drift.model import SPEECH_ACTS, ClauseAct
from core.drift.reading import Clause, Frame, Reading

_CUES = compile_cues()
_FLOOR = 0.2
"""Confidences below this are not reported."""

ActScores = dict[str, float]


def _raise(acts: ActScores, act: str, confidence: float) -> None:
    if confidence > acts.get(act, 0.0):
        acts[act] = confidence


def _did(frame: Frame) -> bool:
    """Whether the speaker reports that it did this."""
    return (
        frame.subject == "first"
        and frame.form == "past"
        and not frame.negated
        and frame.modal in {"", "to"}
        and not frame.passive
    )


def _reported(frame: Frame) -> bool:
    """Whether the clause reports it as done without naming who did it."""
    return (
        frame.form == "past"
        and not frame.negated
        and frame.modal == ""
        and (frame.subject == "report" or (frame.passive and frame.subject in {"other", "third"}))
    )


_HAPPENS = frozenset("begin start raise close lower increase reduce open stop split change".split())
"""Verbs that also say that something happened by itself."""


def _change(frame: Frame, clause: Clause, acts: ActScores) -> None:
    memory = clause.has_key or MEMORY.search(clause.masked) is not None
    if _did(frame):
        strong = 0.9
    elif _reported(frame):
        strong = 0.35 if frame.passive or frame.lemma in _HAPPENS else 0.6
        if frame.passive and frame.perfect and frame.lemma not in _HAPPENS:
            strong = 0.55
    elif (
        frame.subject == "first"
        and not frame.negated
        and frame.form in {"ing", "base"}
        and (frame.modal == "will" or frame.form == "ing")
    ):
        strong = 0.45
    else:
        return
    if memory:
        _raise(acts, "WRITE_MEMORY", strong - 0.05)
        strong -= 0.45
    _raise(acts, "EXECUTE", strong)


def _unlisted(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    _raise(acts, "EXECUTE", 0.55 if not frame.negated else 0.0)


def _verify(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if _did(frame):
        _raise(acts, "VERIFY", 0.85)
    elif _reported(frame):
        _raise(acts, "VERIFY", 0.45 if frame.passive else 0.6)
    elif frame.negated and frame.form == "past":
        _raise(acts, "VERIFY", 0.55)


def _store(frame: Frame, clause: Clause, acts: ActScores) -> None:
    memory = clause.has_key or MEMORY.search(clause.masked) is not None
    if _did(frame):
        _raise(acts, "WRITE_MEMORY", 0.95 if memory or frame.token == 0 else 0.6)
    elif _reported(frame) and memory:
        _raise(acts, "WRITE_MEMORY" if frame.passive else "RETRIEVE", 0.55)


def _retrieve(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" and frame.modal in {"", "to"} and frame.form != "ing":
        _raise(acts, "RETRIEVE", 0.4 if frame.form == "base" else 0.7)


def _approve(frame: Frame, clause: Clause, acts: ActScores) -> None:
    if frame.lemma == "pass" and not re.search(r"\bpass(?:ed)? it\b(?! on)", clause.masked):
        return
    if frame.negated:
        if frame.subject in {"first", "report"} or frame.passive:
            _raise(acts, "REFUSE", 0.7)
        return
    if frame.subject == "first" and frame.modal == "" and frame.form in {"base", "past"}:
        _raise(acts, "APPROVE", 0.85)
    elif frame.passive and frame.modal == "" and frame.lemma in {"approve", "clear", "accept"}:
        _raise(acts, "APPROVE", 0.7)


def _reject(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" or (frame.form == "past" and frame.subject in {"report", "none"}):
        _raise(acts, "REFUSE", 0.75)
    elif frame.passive:
        _raise(acts, "REFUSE", 0.65)


def _recommend(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" and not frame.negated and frame.form != "past":
        _raise(acts, "RECOMMEND", 0.9)


def _assign(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" and not (frame.negated or frame.passive or frame.elided):
        _raise(acts, "DELEGATE", 0.55 if frame.form == "past" else 0.6)


def _summarise(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" and not frame.negated:
        _raise(acts, "SUMMARIZE", 0.8)


def _plan(frame: Frame, _clause: Clause, acts: ActScores) -> None:
    if frame.subject == "first" and not frame.negated:
        _raise(acts, "PLAN", 0.6)


_BY_CONCEPT: dict[str, Callable[[Frame, Clause, ActScores], None]] = {
    "execute": _change,
    "edit": _change,
    "delete": _change,
    "unlisted": _unlisted,
    "verify": _verify,
    "store": _store,
    "retrieve": _retrieve,
    "approve": _approve,
    "reject": _reject,
    "recommend": _recommend,
    "assign": _assign,
    "summarise": _summarise,
    "plan": _plan,
}

_ASKS_THE_READER = frozenset(
    "tell advise confirm say clarify specify name explain answer let note".split()
)
"""Imperatives that ask the reader for information rather than for work."""


_SEQUENCE = re.compile(r"\b(?:then|first|afterwards|next|later|second|finally|сначала|затем|потом|после)\b")


def _mood(clause: Clause, frames: tuple[Frame, ...], acts: ActScores) -> None:
    """Read imperatives, vocatives and agents that are given something to do."""
    due = DEADLINE.search(clause.masked) is not None
    if clause.vocative and not clause.question:
        _raise(acts, "DELEGATE", 0.9)
    for frame in frames:
        if frame.imperative and not clause.question:
            if frame.addressed:
                asks = frame.lemma in _ASKS_THE_READER and not clause.vocative
                _raise(acts, "DELEGATE", 0.4 if asks else 0.85)
            elif _SEQUENCE.search(clause.masked):
                _raise(acts, "PLAN", 0.65)
                _raise(acts, "RECOMMEND", 0.4)
            else:
                _raise(acts, "DELEGATE", 0.55 if due else 0.35)
                _raise(acts, "RECOMMEND", 0.45 if due else 0.6)
        elif frame.subject == "agent" and frame.form in {"s", "base"} and not frame.negated:
            if frame.modal in {"should", "must"} or (due and frame.modal in {"", "will"}):
                _raise(acts, "DELEGATE", 0.65)


_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you (?:please |kindly |also )?"
    r"(?!tell|say|confirm|explain|clarify|let|mean|see|have\b|be\b|need|know|want|like|prefer)[a-z]+\b"
)
"""A request for work in the form of a question."""


def _clause_acts(clause: Clause, frames: tuple[Frame, ...]) -> ActScores:
    acts: ActScores = {}
    if clause.question:
        acts["QUESTION"] = 0.95
    for frame in frames:
        for concept in frame.concepts:
            reader = _BY_CONCEPT.get(concept)
            if reader is not None:
                reader(frame, clause, acts)
    _mood(clause, frames, acts)
    for act, cues in _CUES.items():
        for weight, pattern in cues:
            if acts.get(act, 0.0) < weight and pattern.search(clause.masked):
                acts[act] = weight
    if clause.has_key and acts.get("WRITE_MEMORY", 0.0) < 0.5:
        _raise(acts, "RETRIEVE", 0.6)
    if clause.has_quote and REFERENCE.search(clause.masked):
        _raise(acts, "RETRIEVE", 0.6)
    if clause.question:
        asks = _REQUEST.search(clause.masked) is not None
        for act in tuple(acts):
            if act not in {"QUESTION", "REFUSE"}:
                acts[act] *= 0.4
        if asks:
            _raise(acts, "DELEGATE", 0.65 if clause.vocative else 0.5)
    return acts


_FILING = frozenset(
    "add remove delete mark put set change keep replace correct merge erase insert update".split()
)
"""Verbs that, next to a memory entry, are done to the memory."""

_GIST = re.compile(
    r"^(?:[\w'’-]+ ){0,3}(?:calls?|meetings?|threads?|memos?|kick-?off|workshop|letters?|interviews?|judgment|"
    r"reports?|minutes|hearing|chats?|discussion|conversation|debate|debrief|e-?mails?|mails|messages|replies|"
    r"comments|feedback|answers|survey|session|article|paper|study|briefing|talk|consultation|visit|story|"
    r"review|round|statement|complaints?|correspondence)"
    r"(?: (?:of|with|from|on|about|between|in|by)\b[^.:;]{0,60}?|,[^.:;]{0,40}?)?[,.:(]|"
    r"^(?:встреча|созвон|совещание|переписка|письма|звонок|обсуждение|разговор|собрание|отзывы|опрос)\b"
)
"""How a turn opens that condenses something."""


def _in_context(
    clauses: list[tuple[Clause, tuple[Frame, ...], ActScores]],
) -> None:
    """Settle what only the whole turn tells."""
    highest: ActScores = dict.fromkeys(("VERIFY", "RETRIEVE", "PLAN", "EXECUTE"), 0.0)
    for _, _, acts in clauses:
        for act, confidence in acts.items():
            _raise(highest, act, confidence)
    filing = highest.get("WRITE_MEMORY", 0.0) >= 0.8
    checking = highest.get("VERIFY", 0.0) >= 0.75
    first, _, opening = clauses[0]
    speaks = any(f.subject == "first" for _, frames, _ in clauses for f in frames)
    others = sum(
        1
        for clause, frames, _ in clauses
        if not clause.vocative
        for f in frames
        if "say" in f.concepts and f.subject in {"agent", "other", "third"} and f.form != "base"
    )
    busy = max(highest.get(act, 0.0) for act in ("VERIFY", "RETRIEVE", "PLAN", "EXECUTE"))
    if not speaks and busy < 0.75:
        if _GIST.search(first.masked):
            _raise(opening, "SUMMARIZE", 0.7)
        if others >= 3:
            _raise(opening, "SUMMARIZE", 0.6)
    for _clause, frames, acts in clauses:
        if acts.get("WRITE_MEMORY", 0.0) >= 0.8:
            acts["EXECUTE"] = acts.get("EXECUTE", 0.0) * 0.35
        elif filing and any(frame.lemma in _FILING for frame in frames):
            if acts.get("EXECUTE", 0.0) >= 0.5:
                _raise(acts, "WRITE_MEMORY", 0.7)
            acts["EXECUTE"] = acts.get("EXECUTE", 0.0) * 0.35
        if filing and acts.get("RETRIEVE", 0.0) <= 0.85:
            acts["RETRIEVE"] = acts.get("RETRIEVE", 0.0) * 0.6
        elif checking and acts.get("RETRIEVE", 0.0) < 0.85:
            acts["RETRIEVE"] = acts.get("RETRIEVE", 0.0) * 0.7


@lru_cache(maxsize=2048)
def speech_acts(reading: Reading) -> tuple[Mapping[str, float], tuple[ClauseAct, ...]]:
    """Return the speech acts of a turn.

    Args:
        reading: The turn, read.

    Returns:
        Confidence in [0, 1] per act of the whole turn (acts below 0.2 are left out; in the order of
        :data:`SPEECH_ACTS`), and per clause.
    """
    total: ActScores = {}
    found: list[ClauseAct] = []
    scored = [
        (clause, frames, _clause_acts(clause, frames))
        for clause, frames in zip(reading.clauses, reading.by_clause, strict=True)
    ]
    if scored:
        _in_context(scored)
    for clause, _, acts in scored:
        strongest = max((v for k, v in acts.items() if k != "REFUSE"), default=0.0)
        acts["ASSERT"] = 0.15 if clause.question else round(max(0.1, 0.9 - strongest), 6)
        kept = {a: round(acts[a], 6) for a in SPEECH_ACTS if acts.get(a, 0.0) >= _FLOOR}
        found.append(ClauseAct(start=clause.start, end=clause.end, acts=kept))
        for act, confidence in kept.items():
            _raise(total, act, confidence)
    plain = sum(1 for clause in found if clause.acts.get("ASSERT", 0.0) >= 0.5)
    strong = sum(
        1 for act, value in total.items() if value >= 0.6 and act not in {"ASSERT", "QUESTION"}
    )
    # In a summary, or where nearly every clause does something, statements only carry the doing.
    if "ASSERT" in total and (
        total.get("SUMMARIZE", 0.0) >= 0.6 or (strong >= 2 and plain * 3 <= len(found))
    ):
        total["ASSERT"] = min(total["ASSERT"], 0.45)
    return {act: total[act] for act in SPEECH_ACTS if act in total}, tuple(found)
