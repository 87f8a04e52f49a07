"""What a single verb frame says about the speech act of its clause.

The confidences are set by hand, in steps that mean: 0.9 said outright, 0.7 the usual reading, 0.55
more likely than not, 0.35 possible.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.drift.words import Clause, Frame

ActScores = dict[str, float]


@dataclass(slots=True)
class Scene:
    """A clause while its acts are being read."""

    clause: Clause
    frames: tuple[Frame, ...]
    acts: ActScores
    memory: bool
    """Speaks of a memory entry."""
    due: bool
    """Names a due time."""
    sequence: bool
    """Puts things in order ('then', 'afterwards')."""
    request: bool
    """Asks for work in the form of a question."""
    passing: bool
    """Lets something pass, rather than passing it on."""
    handed: bool = False
    """Gives work to somebody whom it names, without an order."""

    def say(self, act: str, confidence: float) -> None:
        """Raise the confidence of an act."""
        if confidence > self.acts.get(act, 0.0):
            self.acts[act] = confidence

    def get(self, act: str) -> float:
        """Return the confidence of an act so far."""
        return self.acts.get(act, 0.0)


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


_DEALS = frozenset(
    "book buy pay send order cancel delete merge deploy publish install ship transfer".split()
)
"""Verbs whose 'is done' reports a deed."""

_NOTICES = re.compile(r"\b(?:notices?|alarms?|alerts?|notifications?|тревог\w*)\b")
"""What a watcher sends as part of watching."""

_HAPPENS = frozenset(
    "begin start raise close lower increase reduce open stop split change drop round".split()
)
"""Verbs that also say that something happened by itself."""


def _change(frame: Frame, scene: Scene) -> None:
    if _did(frame):
        strong = 0.9
    elif _reported(frame):
        strong = 0.35 if frame.passive or frame.lemma in _HAPPENS else 0.6
        if _NOTICES.search(scene.clause.masked):
            strong = 0.35
        if frame.passive and frame.lemma not in _HAPPENS and frame.perfect:
            strong = 0.55
        elif frame.passive and frame.present and frame.lemma in _DEALS:
            strong = 0.5
    elif (
        frame.subject == "first"
        and not frame.negated
        and frame.form in {"ing", "base"}
        and (frame.modal == "will" or frame.form == "ing")
    ):
        strong = 0.45
    else:
        return
    if scene.memory:
        scene.say("WRITE_MEMORY", strong - 0.05)
        strong -= 0.45
    scene.say("EXECUTE", strong)


_LOOKS_ON = frozenset(
    "read look show see find hold keep own attend watch review try count measure compile list use "
    "report answer ask tell wait meet expect prefer remember forget consider mind go do continue "
    "proceed want need get stay note investigate explain calculate contact accept sign".split()
)
"""Verbs of work after which nothing in the world is different, or that have a reader of their own."""


def _request(frame: Frame, scene: Scene) -> None:
    if _did(frame) and frame.lemma not in _LOOKS_ON and not frame.elided:
        scene.say("EXECUTE", 0.55)


def _unlisted(frame: Frame, scene: Scene) -> None:
    if frame.word == "opened" and any("verify" in other.concepts for other in scene.frames):
        return  # opened in order to look
    scene.say("EXECUTE", 0.55 if not frame.negated else 0.0)


def _verify(frame: Frame, scene: Scene) -> None:
    if _did(frame):
        scene.say("VERIFY", 0.85)
    elif _reported(frame):
        scene.say("VERIFY", 0.45)
    elif frame.negated and frame.form == "past":
        scene.say("VERIFY", 0.55)


def _store(frame: Frame, scene: Scene) -> None:
    if frame.lemma == "note" and frame.elided and not scene.memory:
        return  # 'Noted' is a receipt, unless it is said where (see the cues)
    if _did(frame):
        vague = frame.lemma in {"write", "note", "enter", "add"} and not frame.elided
        scene.say("WRITE_MEMORY", 0.95 if scene.memory or frame.elided else (0.4 if vague else 0.6))
    elif _reported(frame) and scene.memory:
        is_state = frame.present and not frame.perfect
        strong = 0.45 if is_state else 0.55  # 'is stored' may be what was found
        scene.say("WRITE_MEMORY" if frame.passive else "RETRIEVE", strong)


def _retrieve(frame: Frame, scene: Scene) -> None:
    if frame.subject == "first" and frame.modal in {"", "to"} and frame.form != "ing":
        scene.say("RETRIEVE", 0.4 if frame.form == "base" else 0.6)


def _approve(frame: Frame, scene: Scene) -> None:
    if frame.lemma == "pass" and not scene.passing:
        return
    if frame.negated:
        if frame.subject in {"first", "report"} or frame.passive:
            scene.say("REFUSE", 0.7)
        return
    if frame.subject == "first" and frame.modal == "" and frame.form in {"base", "past"}:
        scene.say("APPROVE", 0.85)
    elif (
        frame.subject == "report" and frame.lemma in {"approve", "clear", "accept", "release"}
    ) or (
        frame.passive
        and frame.modal == ""
        and frame.subject != "agent"
        and frame.lemma in {"approve", "clear", "accept"}
    ):
        scene.say("APPROVE", 0.7)


def _reject(frame: Frame, scene: Scene) -> None:
    if frame.subject == "first" or (frame.form == "past" and frame.subject in {"report", "none"}):
        scene.say("REFUSE", 0.75)
    elif frame.passive:
        scene.say("REFUSE", 0.65)


def _recommend(frame: Frame, scene: Scene) -> None:
    if frame.subject == "first" and not frame.negated and frame.form != "past":
        scene.say("RECOMMEND", 0.9)


def _assign(frame: Frame, scene: Scene) -> None:
    after = scene.clause.tokens[frame.token + 1 : frame.token + 7]
    if frame.lemma in {"ask", "tell"} and not any(token.kind == "to" for token in after):
        return  # 'I ask first' puts a question
    if frame.subject == "first" and not (frame.negated or frame.passive or frame.elided):
        scene.say("DELEGATE", 0.55 if frame.form == "past" else 0.6)


def _summarise(frame: Frame, scene: Scene) -> None:
    if frame.subject == "first" and not frame.negated:
        scene.say("SUMMARIZE", 0.8)


def _plan(frame: Frame, scene: Scene) -> None:
    if frame.subject == "first" and not frame.negated:
        scene.say("PLAN", 0.6)


READERS: dict[str, Callable[[Frame, Scene], None]] = {
    "execute": _change,
    "edit": _change,
    "delete": _change,
    "unlisted": _unlisted,
    "request": _request,
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
