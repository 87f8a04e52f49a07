"""Verb frames: who does what, in which mood.

For each verb that the word lists know, the few words around it are read: subject, auxiliaries,
negation, a name that is spoken to. English and Russian have rules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.drift.frames_english import english_frame
from core.drift.lexicon import english, russian
from core.drift.lexicon.model import Verb
from core.drift.surroundings import Left, make_frame
from core.drift.words import Clause, Frame, Token, russian_imperative


def clause_frames(
    clause: Clause, index: int, before: Sequence[Frame], clauses: Sequence[Clause]
) -> list[Frame]:
    """Return the verb frames of a clause, in order.

    Args:
        clause: The clause.
        index: Its place in the turn.
        before: Frames of the clauses before it.
        clauses: The clauses before it; a verb after 'and' may share a subject with the last one.
    """
    found: list[Frame] = []
    earlier = None
    if before and clauses and clauses[-1].sentence == clause.sentence:
        earlier = before[-1]
    for position, token in enumerate(clause.tokens):
        frame = None
        if token.verbs:
            make = russian_frame if clause.russian else english_frame
            frame = make(clause, index, position, found[-1] if found else earlier)
        elif clause.russian and _imperative_ending(clause, position):
            left = Left(clause, position)
            verb = Verb("request", token.lower, "base")
            frame = make_frame(
                clause, index, position, verb, {"request"}, left, "none", imperative=True
            )
        elif not clause.russian and token.lower.endswith("ed") and not token.kind:
            frame = _unlisted(clause, index, position)
        if frame is not None:
            found.append(frame)
    return found


def _imperative_ending(clause: Clause, position: int) -> bool:
    """Whether an unlisted Russian word is an imperative and no noun ('на сайте')."""
    token = clause.tokens[position]
    if len(token.lower) < 6 or token.kind or not russian_imperative(token):
        return False
    before = clause.tokens[position - 1].lower if position else ""
    return before not in {"на", "в", "о", "об", "при", "по"}


def _unlisted(clause: Clause, index: int, position: int) -> Frame | None:
    """Read 'I (have) <word in -ed>' of an unlisted verb as doing something."""
    token = clause.tokens[position]
    if len(token.lower) < 5 or token.lower in english.MENTAL:
        return None
    left = Left(clause, position)
    if left.subject != "first" or "be" in left.auxiliaries or left.modal:
        return None
    return make_frame(
        clause, index, position, Verb("unlisted", token.lower, "past"), {"unlisted"}, left, "first"
    )


def russian_frame(clause: Clause, index: int, position: int, earlier: Frame | None) -> Frame | None:
    """Read the verb at a position of a Russian clause."""
    token = clause.tokens[position]
    verb = token.verbs[0]
    left = Left(clause, position)
    concepts = {v.concept for v in token.verbs}
    near = clause.tokens[max(0, position - 6) : position + 4]
    if any(t.kind == "first" for t in near) or (
        verb.form == "base" and russian.first_person(token.lower)
    ):
        subject = "first"
    elif left.subject in {"none", "mark"}:
        subject = (
            "first"
            if verb.form == "past" and _left_out(clause, position, left, earlier)
            else "none"
        )
    elif left.subject == "other" and verb.form == "past" and _fronted(left, token):
        subject = "first"
    elif left.subject == "and" and earlier is not None:
        subject = earlier.subject
    elif left.subject in {"third", "second"}:
        subject = left.subject
    else:
        subject = "report" if russian.participle(token.lower) else "other"
    if russian.participle(token.lower) and subject == "other":
        subject = "report"
    imperative = verb.form == "base" and russian_imperative(token)
    if imperative:
        subject = "none"
    for t in clause.tokens[max(0, position - 4) : position]:
        if t.kind in {"should", "must", "will", "can"}:
            left.modal = t.kind
    if position + 1 < len(clause.tokens) and clause.tokens[position + 1].kind == "would":
        left.modal = "would"
    return make_frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=russian.participle(token.lower) and not any(t.lower in _BY_ME for t in near),
    )  # fmt: skip


_BY_ME = frozenset({"мной", "мною", "нами"})
_ONE = ("л", "ла", "нёс", "нес", "вёз", "вез", "шёл", "шел")
_I_DO = ("аю", "яю", "ую", "ею")
_REFLEXIVE = ("ся", "сь")


def _left_out(clause: Clause, position: int, left: Left, earlier: Frame | None) -> bool:
    """Whether a past verb without a subject before it has the speaker for one.

    After a comma it has, unless a verb before it has a subject of its own that could go on.
    """
    if left.subject == "none":
        return True
    if earlier is None:
        return any(t.lower.endswith(_I_DO) for t in clause.tokens[:position])
    return earlier.subject == "first" or earlier.word.endswith(_REFLEXIVE)


def _fronted(left: Left, token: Token) -> bool:
    """Whether the noun before a past verb is its object: 'Серию проверил', 'Ящики перенёс'.

    Such a noun can't be the subject: it is feminine in the accusative, or plural beside a verb that
    stands for one.
    """
    head = left.head
    return (
        head is not None
        and token.lower.endswith(_ONE)
        and len(head.lower) > _LEAST
        and head.lower.endswith(("у", "ю", "ы", "и", "ие", "ые"))
    )


_LEAST = 3
"""Shorter words are particles more often than nouns."""
