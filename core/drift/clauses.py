"""Which clauses of a turn leave its role, and what would be left without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.drift.energy import ALWAYS_ALLOWED
from core.drift.geometry import CompiledRoles
from core.drift.model import TurnScore

CERTAIN = 0.5
"""Confidence from which a clause counts as performing an act."""
MOST_TRIALS = 24
"""Clauses that are tried; of more, the first ones."""
_KEPT = 1e-9
_ENDS = '.!?…:)"”»`*|\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """One clause that does what its role may not."""

    start: int
    end: int
    acts: tuple[str, ...] = ()
    """Speech acts that the role may not use, the surest first."""
    rules: tuple[str, ...] = ()
    """Rules that the clause breaks, in the profile's words."""

    @property
    def why(self) -> str:
        """What is wrong with it, in words."""
        parts = []
        if self.acts:
            parts.append("does " + ", ".join(act.replace("_", " ") for act in self.acts))
        parts += [f"breaks “{rule}”" for rule in self.rules]
        return "; ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A turn without its offending clauses: a preview made by code, never sent by itself."""

    text: str
    score: TurnScore
    dropped: tuple[tuple[int, int], ...]
    """Stretches of the original that are gone, in order."""


def offences(compiled: CompiledRoles, score: TurnScore) -> tuple[Offence, ...]:
    """Return the clauses that use forbidden acts or break rules, in the order of the text.

    Args:
        compiled: The role set.
        score: A turn's score; nothing is scored again.
    """
    role = compiled.roles[score.role]
    allowed = {*role.allowed, ALWAYS_ALLOWED}
    found = []
    for clause in score.clauses:
        acts = [
            (confidence, act)
            for act, confidence in clause.acts.items()
            if confidence >= CERTAIN and act not in allowed
        ]
        rules = [
            broken.rule
            for broken in score.broken
            if broken.kind == "prohibition"
            and broken.span
            and broken.span[0] < clause.end
            and clause.start < broken.span[1]
        ]
        if acts or rules:
            found.append(
                Offence(
                    start=clause.start,
                    end=clause.end,
                    acts=tuple(act for _, act in sorted(acts, key=lambda a: (-a[0], a[1]))),
                    rules=tuple(dict.fromkeys(rules)),
                )
            )
    return tuple(found)


def closest_demonstrations(
    compiled: CompiledRoles, score: TurnScore, count: int = 2
) -> tuple[str, ...]:
    """Return the demonstrations of the role that lie nearest to the correction target.

    Args:
        compiled: The role set.
        score: A turn's score with its target; without one the first demonstrations are taken.
        count: How many.
    """
    texts = compiled.roles[score.role].profile.demonstrations
    if not score.target or len(texts) <= count:
        return texts[:count]
    closeness = compiled.behaviour.vectors(texts) @ np.asarray(score.target)
    order = np.argsort(-closeness, kind="stable")[:count]
    return tuple(texts[place] for place in order)


def without_clauses(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Return a text without some stretches, with the marks and spaces around them tidied."""
    out: list[str] = []
    at = 0
    for start, end in sorted(spans):
        out.append(text[at:start])
        at = max(at, end)
        while at < len(text) and text[at] in ",;.!?:":
            at += 1
    out.append(text[at:])
    joined = ""
    for piece in (_trim(piece) for piece in out if piece.strip()):
        if joined:
            ends = joined.rstrip(" \t")[-1:]
            if ends not in _ENDS and piece.strip()[:1].isupper():
                joined = joined.rstrip(" \t") + "."
            if ends in _ENDS:
                piece = _capital(piece)
            if not joined[-1].isspace() and not piece[0].isspace():
                piece = " " + piece
            elif joined[-1] in " \t":
                piece = piece.lstrip(" \t")
        joined += piece
    joined = _capital(joined.strip())
    cut_at_end = bool(spans) and not text[at:].strip()
    return joined + "." if joined and cut_at_end and joined[-1] not in _ENDS else joined


def _trim(piece: str) -> str:
    body = piece.rstrip(" \t")
    return body.rstrip(",;:–—- ") if body.endswith((",", ";", ":", "–", "—")) else piece


def _capital(text: str) -> str:
    head = len(text) - len(text.lstrip())
    return text[:head] + text[head : head + 1].upper() + text[head + 1 :]


def remove_offences(
    compiled: CompiledRoles, text: str, score: TurnScore, rescore: Callable[[str], TurnScore]
) -> Removal | None:
    """Drop the clauses that stand between a turn and its correction target.

    Of the offending clauses those are dropped, one by one, whose removal brings the energy down
    most; of equal ones that which brings the vector nearest to z_target. It goes on as long as
    the energy falls. A preview for people: cutting clauses can cut sense, so code never sends it.

    Args:
        compiled: The role set.
        text: The turn.
        score: Its score.
        rescore: Scores a text in the same place of the run.

    Returns:
        What is left, or None if nothing can be dropped or nothing would be left.
    """
    open_spans = [(o.start, o.end) for o in offences(compiled, score)][:MOST_TRIALS]
    target = np.asarray(score.target) if score.target else None
    chosen: tuple[tuple[int, int], ...] = ()
    best = Removal(text=text, score=score, dropped=())
    while open_spans:
        trials = sorted(
            _trials(text, chosen, open_spans, rescore),
            key=lambda trial: (round(trial.score.energy, 6), _distance(trial.score, target)),
        )
        if not trials or trials[0].score.energy >= best.score.energy - _KEPT:
            break
        best = trials[0]
        chosen = best.dropped
        open_spans = [span for span in open_spans if span not in chosen]
    return best if best.dropped else None


def _trials(
    text: str,
    chosen: tuple[tuple[int, int], ...],
    spans: list[tuple[int, int]],
    rescore: Callable[[str], TurnScore],
) -> Iterator[Removal]:
    for span in spans:
        dropped = tuple(sorted((*chosen, span)))
        left = without_clauses(text, dropped)
        if any(c.isalpha() for c in left):
            yield Removal(text=left, score=rescore(left), dropped=dropped)


def _distance(
    score: TurnScore, target: np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None
) -> float:
    if target is None or not score.vector:
        return 0.0
    return float(np.linalg.norm(np.asarray(score.vector) - target))
