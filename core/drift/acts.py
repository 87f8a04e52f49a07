"""Speech acts per clause, with confidences.

Two sources of evidence are joined by rules: verb frames (who does what, in which mood; see
:mod:`core.drift.reading`) and fixed phrases (:mod:`core.drift.lexicon.cues`). A linear model then says how
sure each act is (:mod:`core.drift.act_model`). A clause may carry several acts. The confidence of an act
in a turn is the highest of its clauses. Length, digits and punctuation are no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from core.drift.act_frames import READERS, Scene
from core.drift.act_model import TITLED, confidences
from core.drift.lexicon.cues import CUES, DEADLINE, MEMORY, REFERENCE
from core.drift.lexicon.model import clause_pattern
from core.drift.model import SPEECH_ACTS, ClauseAct
from core.drift.naming import HANDED, gives_to_somebody
from core.drift.reading import Reading, is_verb
from core.drift.scope import scoped
from core.drift.words import Frame

FLOOR = 0.1
"""Confidences below this are not reported."""


_ASKS_THE_READER = frozenset(
    "tell advise confirm say clarify specify name explain answer let note".split()
)
"""Imperatives that ask the reader for information rather than for work."""


_SEQUENCE = clause_pattern(
    r"\b(?:then|first|afterwards|next|later|second|finally|сначала|затем|потом|после)\b"
)
_FIRST = clause_pattern(
    r"\b(?:first|firstly|at first|start with|starts? with|begin with|begins? with|to begin|one|"
    r"сначала|сперва|вначале|первым делом|начинаем|начать)\b"
)
_THEN = clause_pattern(
    r"^(?:and |but )?(?:then|afterwards|after that|next|finally|lastly|later)\b|"
    r"^(?:а |и )?(?:затем|потом|после этого|дальше|наконец|под конец)\b"
)
_PASSING = clause_pattern(r"\bpass(?:ed)? it\b(?! on)")
_REQUEST = clause_pattern(
    r"\b(?:can|could|would|will) you (?:please |kindly |also )?"
    r"(?!tell|say|confirm|explain|clarify|let|mean|see|have\b|be\b|need|know|want|like|prefer)[a-z]+\b"
)


_ASKS_OTHER = re.compile(
    r"^(?:can|could|would|will) (?!(?:it|there|this|that|i|we)\b)(?:the |our )?[a-z]+ [a-z]+\b"
)
_WHY_NOT = re.compile(r"\bwhy not\b|\bwouldn't it be\b|\bне лучше ли\b|\bпочему бы\b")
_HEADLINE = re.compile(r"^(?:the )?[\w-]+(?: [\w-]+)? to (?!be\b|the\b|a\b|me\b|\d)([a-z]{3,})\b")
"""'Finance to release the funds by Friday.'"""


def _mood(scene: Scene) -> None:
    """Read vocatives, imperatives, and agents that are given something to do."""
    if scene.clause.question:
        return
    if scene.clause.vocative:
        scene.say("DELEGATE", 0.9)
    for frame in scene.frames:
        if frame.imperative:
            _imperative(frame, scene)
        elif scene.clause.russian:
            _russian_order(frame, scene)
        elif (
            scene.due
            and frame.modal in {"should", "must"}
            and frame.subject in {"other", "third"}
            and not frame.negated
            and not frame.passive
        ) or (
            frame.subject == "agent"
            and frame.hands_on
            and frame.form == "s"
            and not frame.negated
            and not frame.modal
            and "say" not in frame.concepts
        ):
            scene.say("DELEGATE", 0.6)
        elif (
            frame.subject == "agent"
            and frame.form in {"s", "base"}
            and not frame.negated
            and frame.modal in ({"should", "must", "", "will"} if scene.due else {"should", "must"})
        ):
            scene.say("DELEGATE", 0.65)


def _russian_order(frame: Frame, scene: Scene) -> None:
    """Hear 'the works department orders bolts by Friday', which in Russian is an order."""
    if (
        scene.due
        and frame.form == "s"
        and frame.subject in {"other", "agent"}
        and not frame.negated
        and not frame.word.endswith("ся")
        and not frame.concepts & {"say", "guess", "infer"}
    ):
        scene.say("DELEGATE", 0.6)


def _imperative(frame: Frame, scene: Scene) -> None:
    asks = frame.lemma in _ASKS_THE_READER
    if frame.addressed:
        scene.say("DELEGATE", 0.4 if asks and not scene.clause.vocative else 0.85)
    elif scene.sequence:
        scene.say("PLAN", 0.65)
        scene.say("RECOMMEND", 0.4)
    elif asks:
        scene.say("DELEGATE", 0.35)
    else:
        scene.say("DELEGATE", 0.45 if scene.due else 0.35)
        scene.say("RECOMMEND", 0.45)


def _scenes(reading: Reading) -> list[Scene]:
    memory = reading.matching(MEMORY)
    due = reading.matching(DEADLINE)
    sequence = reading.matching(_SEQUENCE)
    request = reading.matching(_REQUEST)
    passing = reading.matching(_PASSING)
    handed = reading.matching(HANDED)
    timed = {reading.clauses[index].sentence for index in due}
    scenes = [
        Scene(
            clause=clause,
            frames=frames,
            acts={},
            memory=clause.has_key or index in memory,
            due=index in due,
            sequence=index in sequence,
            request=index in request,
            passing=index in passing,
        )
        for index, (clause, frames) in enumerate(
            zip(reading.clauses, reading.by_clause, strict=True)
        )
    ]
    for index, scene in enumerate(scenes):
        if index in handed or gives_to_somebody(scene.clause, due=scene.clause.sentence in timed):
            scene.handed = True
            scene.say("DELEGATE", 0.65)
    return scenes


def _read_scene(scene: Scene) -> None:
    """Read the verb frames of a clause."""
    if scene.clause.question:
        scene.acts["QUESTION"] = 0.95
    for frame in scene.frames:
        for concept in frame.concepts:
            reader = READERS.get(concept)
            if reader is not None:
                reader(frame, scene)
    _mood(scene)


_REPORTABLE = frozenset(("VERIFY", "RECOMMEND", "APPROVE", "PLAN", "RETRIEVE"))
"""Acts that belong to somebody else in 'the Verifier says that table 2 fails'."""


def _finish_scene(scene: Scene, cites: bool) -> None:
    """Add what follows from the other acts of the clause."""
    if scene.clause.has_key and scene.get("WRITE_MEMORY") < 0.5:
        scene.say("RETRIEVE", 0.6)
    if scene.clause.has_quote and cites:
        scene.say("RETRIEVE", 0.6)
    if any(
        "say" in frame.concepts and frame.subject == "agent" and frame.form != "base"
        for frame in scene.frames
    ):
        for act in _REPORTABLE & scene.acts.keys():
            scene.acts[act] *= 0.4
    if scene.clause.question:
        for act in scene.acts:
            if act not in {"QUESTION", "REFUSE"} and not (act == "DELEGATE" and scene.handed):
                scene.acts[act] *= 0.4
        if scene.request:
            scene.say("DELEGATE", 0.65 if scene.clause.vocative else 0.5)
        elif scene.due and _ASKS_OTHER.search(scene.clause.masked):
            scene.say("DELEGATE", 0.5)
        if _WHY_NOT.search(scene.clause.masked):
            scene.say("RECOMMEND", 0.65)
    elif scene.due and _is_headline(scene):
        scene.say("DELEGATE", 0.5)


_EMBEDDED = clause_pattern(
    r"\bwhether\b|\w ли\b|^which (?:of \w+ (?:\w+ )?)?(?:is|are|was|were) (?:right|correct|valid|true|wrong|current|better)\b|"
    r"\b(?:as to|know|say|tell|decide|judge|unclear|open) which\b|\b(?:какая|какое|какой|которая|который) из (?:них|двух|записей|значений)\b"
)
"""Opens what is asked or left open rather than said."""
_DISCLAIMED = clause_pattern(
    r"(?:\bnot|n't) (?:for me|mine|my (?:call|job|task|part|decision|business|role)) (?:to\b|$)|"
    r"\bне мне\b|\bне мо[яёе] (?:дело|задача|решение)\b"
)
"""Leaves a doing to somebody else."""
_OVER = clause_pattern(
    r"\b(?:done|completed?|finished|executed|carried out|выполнен\w*|сделан\w*)\b"
)
"""What is over is no plan."""
_FOR_OTHERS = ("APPROVE", "VERIFY", "EXECUTE", "RECOMMEND", "PLAN", "DELEGATE")


def _is_headline(scene: Scene) -> bool:
    match = _HEADLINE.search(scene.clause.masked)
    return match is not None and is_verb(match.group(1))


def _settle_scope(reading: Reading, scenes: list[Scene]) -> None:
    """Lower acts that a clause only speaks about: asked for, left to others, or over."""
    disclaimed = reading.matching(_DISCLAIMED)
    for index in disclaimed:
        scenes[index].say("REFUSE", 0.7)
        for act in _FOR_OTHERS:
            _scale(scenes[index], act, 0.5)
    for index in reading.matching(_EMBEDDED) - disclaimed:
        scene = scenes[index]
        if not scene.clause.question:
            own = {c for frame in scene.frames if frame.subject == "first" for c in frame.concepts}
            for act in _FOR_OTHERS:
                if act.lower() not in own:
                    _scale(scene, act, 0.5)
    for index in reading.matching(_OVER):
        if scenes[index].get("PLAN") >= 0.5:
            _scale(scenes[index], "PLAN", 0.5)


_FILING = frozenset(
    "add remove delete mark put set change keep replace correct merge erase insert update".split()
)
"""Verbs that, next to a memory entry, are done to the memory."""

_GIST = clause_pattern(
    r"^(?:[\w'’-]+ ){0,3}(?:calls?|meetings?|threads?|memos?|kick-?off|workshop|letters?|interviews?|judgment|"
    r"reports?|minutes|hearing|chats?|discussion|conversation|debate|debrief|e-?mails?|mails|messages|replies|"
    r"comments|feedback|answers|survey|session|article|paper|study|briefing|talk|consultation|visit|story|"
    r"review|round|statement|complaints?|correspondence)"
    r"(?: (?:of|with|from|on|about|between|in|by)\b[^.:;]{0,60}?|,[^.:;]{0,40}?)?[,.:(]|"
    r"^(?:встреча|созвон|совещание|переписка|письма|звонок|обсуждение|разговор|собрание|отзывы|опрос)\b"
)
"""How a turn opens that condenses something."""


def _in_context(reading: Reading, scenes: list[Scene]) -> None:
    """Settle what only the whole turn tells."""

    def highest(act: str) -> float:
        return max([scene.acts.get(act, 0.0) for scene in scenes])

    filing = highest("WRITE_MEMORY") >= 0.8
    checking = highest("VERIFY") >= 0.75
    busy = max([highest(act) for act in ("VERIFY", "RETRIEVE", "PLAN", "EXECUTE")])
    _hear_sequence(reading, scenes)
    _hear_summary(reading, scenes, busy)
    for scene in scenes if filing or checking else ():
        if scene.get("WRITE_MEMORY") >= 0.8:
            _scale(scene, "EXECUTE", 0.35)
        elif filing and any(frame.lemma in _FILING for frame in scene.frames):
            if scene.get("EXECUTE") >= 0.5:
                scene.say("WRITE_MEMORY", 0.7)
            _scale(scene, "EXECUTE", 0.35)
        if filing and scene.get("RETRIEVE") <= 0.85:
            _scale(scene, "RETRIEVE", 0.6)
        elif checking and scene.get("RETRIEVE") < 0.85:
            _scale(scene, "RETRIEVE", 0.7)


def _hear_sequence(reading: Reading, scenes: list[Scene]) -> None:
    """Hear steps that a sentence puts in order over several clauses: 'first the roof, then ...'."""
    opens = reading.matching(_FIRST)
    for index in reading.matching(_THEN):
        before = index - 1
        if before not in opens or _over(scenes[before]) or _over(scenes[index]):
            continue
        if scenes[before].clause.sentence == scenes[index].clause.sentence:
            scenes[before].say("PLAN", 0.7)
            scenes[index].say("PLAN", 0.7)


def _over(scene: Scene) -> bool:
    """Whether a clause reports what has been."""
    return scene.clause.question or any(
        frame.form == "past" and not frame.modal for frame in scene.frames
    )


def _hear_summary(reading: Reading, scenes: list[Scene], busy: float) -> None:
    """Hear a summary by how the turn opens and by how often it says what others said."""
    if TITLED.search(reading.text):
        for scene in scenes:  # 'In short' opens a part of the document that the turn is
            _scale(scene, "SUMMARIZE", 0.6)
    if busy >= 0.75 or any(frame.subject == "first" for frame in reading.frames):
        return
    if 0 in reading.matching(_GIST):
        scenes[0].say("SUMMARIZE", 0.7)
    told = sum(_quotes_others(scene) for scene in scenes)
    if told >= 2:
        scenes[0].say("SUMMARIZE", 0.65 if told >= 3 else 0.5)


def _scale(scene: Scene, act: str, factor: float) -> None:
    if act in scene.acts:
        scene.acts[act] *= factor


def _quotes_others(scene: Scene) -> int:
    """Return how many things others are said to have said in a clause."""
    if scene.clause.vocative:
        return 0
    return sum(
        "say" in frame.concepts
        and frame.subject in {"agent", "other", "third"}
        and frame.form != "base"
        for frame in scene.frames
    )


def weigh_evidence(reading: Reading) -> list[Scene]:
    """Return the clauses of a turn with what speaks for each act, by rules alone.

    Args:
        reading: The turn, read.
    """
    scenes = _scenes(reading)
    if not scenes:
        return []
    for scene in scenes:
        _read_scene(scene)
    for pattern, places in reading.places.items():
        cue = CUES.get(pattern)
        if cue is not None:
            for index in places:
                scenes[index].say(cue[0], cue[1])
    cites = reading.matching(REFERENCE)
    for index, scene in enumerate(scenes):
        _finish_scene(scene, index in cites)
    _settle_scope(reading, scenes)
    _in_context(reading, scenes)
    for scene in scenes:
        strongest = max((v for k, v in scene.acts.items() if k != "REFUSE"), default=0.0)
        scene.acts["ASSERT"] = 0.15 if scene.clause.question else max(0.1, 0.9 - strongest)
    return scenes


@lru_cache(maxsize=2048)
def speech_acts(reading: Reading) -> tuple[Mapping[str, float], tuple[ClauseAct, ...]]:
    """Return the speech acts of a turn.

    Args:
        reading: The turn, read.

    Returns:
        Confidence in [0, 1] per act of the whole turn (acts below 0.1 are left out; in the order of
        :data:`SPEECH_ACTS`), and per clause.
    """
    scenes = weigh_evidence(reading)
    if not scenes:
        return {}, ()
    sure = scoped(reading, confidences(reading, scenes))
    total = _kept(sure.max(axis=0).tolist())
    found = tuple(
        ClauseAct(start=scene.clause.start, end=scene.clause.end, acts=_kept(row))
        for scene, row in zip(scenes, sure.tolist(), strict=True)
    )
    return total, found


def _kept(confidences: list[float]) -> dict[str, float]:
    return {
        act: round(value, 6)
        for act, value in zip(SPEECH_ACTS, confidences, strict=True)
        if value >= FLOOR
    }
