"""How far a speech act is to be doubted in a role.

A critic names places of a draft as a retriever does, a memory reader says 'stored' as a memory writer
does. A role's demonstrations show such habits: they are in the role by definition, so what is heard in
them of acts that the role may not perform is a likeness. The more of it there is, the surer the
same act has to be in a turn before it counts as foreign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.drift.acts import FLOOR, speech_acts
from core.drift.energy import ALWAYS_ALLOWED
from core.drift.model import ClauseAct, RoleProfile
from core.drift.reading import read

STRENGTH = 4.0
"""How much doubt the mean confidence in the demonstrations makes; they are few, and each is short."""

BEFORE: Mapping[str, float] = {"RETRIEVE": 0.4, "SUMMARIZE": 0.4}
"""Doubt that needs no demonstration: most roles name places and put things in short in passing. Of forty
turns of five authors in which one of the two was heard outside its role, ten were meant so."""

MOST = 0.9
"""No act is doubted more than this."""


def doubts(profile: RoleProfile, without: str | None = None) -> dict[str, float]:
    """Return the doubt about each act that a role may not perform, in [0, 0.9].

    Args:
        profile: The role.
        without: A demonstration that is left out, as when it is itself to be judged.

    Returns:
        Act -> doubt; acts that are not doubted are left out. A profile without a list of acts, or
        without demonstrations, gives no doubts.
    """
    texts = [text for text in profile.demonstrations if text != without]
    allowed = {*profile.allowed_speech_acts, ALWAYS_ALLOWED}
    if not profile.allowed_speech_acts or not texts:
        return {}
    heard: dict[str, float] = {}
    for text in texts:
        for act, confidence in speech_acts(read(text))[0].items():
            if act not in allowed:
                heard[act] = heard.get(act, 0.0) + confidence
    share = STRENGTH / (len(texts) + 1)
    found = {act: BEFORE.get(act, 0.0) + share * total for act, total in heard.items()}
    found |= {act: least for act, least in BEFORE.items() if act not in {*heard, *allowed}}
    return {act: min(MOST, value) for act, value in found.items()}


def doubted(acts: Mapping[str, float], doubt: Mapping[str, float]) -> Mapping[str, float]:
    """Return confidences with the doubt taken off: ``max(0, (l - d) / (1 - d))``.

    Examples:
        >>> doubted({"VERIFY": 0.9, "RETRIEVE": 0.6}, {"RETRIEVE": 0.5})
        {'VERIFY': 0.9, 'RETRIEVE': 0.2}
    """
    if not doubt:
        return acts
    found = {}
    for act, confidence in acts.items():
        taken = doubt.get(act, 0.0)
        left = round((confidence - taken) / (1 - taken), 6) if taken else confidence
        if left >= FLOOR:
            found[act] = left
    return found


def doubted_clauses(
    clauses: Iterable[ClauseAct], doubt: Mapping[str, float]
) -> tuple[ClauseAct, ...]:
    """Return clauses with the doubt taken off their acts."""
    if not doubt:
        return tuple(clauses)
    return tuple(
        ClauseAct(start=clause.start, end=clause.end, acts=doubted(clause.acts, doubt))
        for clause in clauses
    )
