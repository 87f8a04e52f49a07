"""Verb frames of English clauses."""

from __future__ import annotations

from collections.abc import Collection

from core.drift.lexicon.model import Form
from core.drift.surroundings import (
    PREPOSITIONS,
    Left,
    agent_like,
    doer_after,
    job_like,
    make_frame,
    takes_object,
)
from core.drift.words import Clause, Frame


def english_frame(clause: Clause, index: int, position: int, earlier: Frame | None) -> Frame | None:
    """Read the verb at a position of an English clause; None if it is no verb there."""
    left = Left(clause, position)
    if left.subject == "determiner":
        return None
    if left.subject == "and":
        return _joined(clause, index, position, earlier, left)
    if left.subject == "mark":
        return _after_mark(clause, index, position, earlier, left)
    token = clause.tokens[position]
    form = _form({verb.form for verb in token.verbs}, left)
    concepts = {verb.concept for verb in token.verbs if verb.form == form}
    if not concepts:
        return None
    if form == "past" and left.head is not None and left.head.lower == "as":
        return None  # 'as printed', 'as approved' tell how something is
    subject = left.subject
    imperative = elided = False
    passive = form == "past" and "be" in left.auxiliaries
    doer = doer_after(clause, position) if form == "past" and subject != "first" else ""
    if doer:
        subject, passive = doer, passive and doer == "agent"
    elif subject == "none":
        imperative = form == "base" and not left.modal and not left.auxiliaries - {"do"}
        if _no_verb(clause, position, form, left, concepts):
            return None
        if form == "past" and not left.auxiliaries:
            subject, elided = "first", True  # 'Booked the early train'
    elif subject == "other":
        subject, dropped = _noun_subject(clause, position, left, form)
        if dropped:
            return None
    verb = next(verb for verb in token.verbs if verb.form == form)
    return make_frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=passive, elided=elided,
    )  # fmt: skip


def _no_verb(
    clause: Clause, position: int, form: Form, left: Left, concepts: Collection[str]
) -> bool:
    """Whether a word that opens a clause is a noun or an adjective there."""
    if form == "past":
        return not left.auxiliaries and (
            _adjective(clause, position) or _status(clause, position, concepts)
        )
    bare = form == "base" and not left.modal and not left.auxiliaries - {"do"}
    return bare and _heading(clause, position)


def _form(forms: set[Form], left: Left) -> Form:
    """Choose among the forms that a word may be ('put' is bare and past)."""
    if "past" in forms and (left.subject == "first" or left.auxiliaries & {"have", "be"}):
        return "base" if "do" in left.auxiliaries and "base" in forms else "past"
    if "base" in forms:
        return "base"
    return "past" if "past" in forms else min(forms)


def _heading(clause: Clause, position: int) -> bool:
    """Whether a bare form is the noun of a heading: 'Order of points', 'Release notes'."""
    tokens = clause.tokens
    lemma_is_noun = tokens[position].lower in _NOUNS
    if position + 1 >= len(tokens):
        return lemma_is_noun
    after = tokens[position + 1]
    if after.kind == "mark":
        return lemma_is_noun or after.text in ":("
    if after.kind in {"be", "have", "do", "will", "can", "should", "must", "would"}:
        return True
    forms = {verb.form for verb in after.verbs}
    if forms and forms <= {"s", "past"}:
        return True  # 'Counsel sees', 'Print closed'
    return lemma_is_noun and (
        after.lower in PREPOSITIONS or (not after.kind and "base" not in forms) or after.capital
    )


def _adjective(clause: Clause, position: int) -> bool:
    """Whether a participle that opens a clause belongs to a noun: 'Revised plan after ...'."""
    tokens = clause.tokens
    if position + 1 >= len(tokens):
        return False
    after = tokens[position + 1]
    if after.kind or after.capital or not after.lower.isalpha():
        return False
    follow = tokens[position + 2] if position + 2 < len(tokens) else None
    return (
        follow is None
        or follow.lower in PREPOSITIONS
        or follow.kind in {"mark", "be", "adverb"}
        or follow.lower == "after"
    )


def _status(clause: Clause, position: int, concepts: Collection[str]) -> bool:
    """Whether a participle with a colon heads a status list: 'Finished: plan, price list'."""
    after = clause.tokens[position + 1].text if position + 1 < len(clause.tokens) else ""
    if after.lower() in {"after", "since"} and "edit" in concepts:
        return True  # 'Revised after the remarks: ...'
    return after == ":" and not {"store", "verify", "delete"} & set(concepts)


def _speaker_before(clause: Clause, position: int, earlier: Frame | None) -> bool:
    """Whether 'I' was the last subject before a verb of an enumeration."""
    for token in reversed(clause.tokens[:position]):
        if token.kind.startswith("first"):
            return True
        if token.kind in {"third", "second"}:
            return False
    return earlier is not None and earlier.subject == "first"


_NOUNS = frozenset(
    "plan order sequence call release state report note check process test mail review answer "
    "set change claim access record register schedule estimate query need hold cut split load "
    "post print question present lower open design audit cover start run draft repair trial "
    "measure use return drive issue fill build clear log query notice demand grade commit counsel "
    "view watch lead patch repeat copy trigger block lock list name number limit point structure "
    "mute finish stop control object show report mention".split()
)
"""Bare forms that are at least as often nouns or adjectives."""


def _noun_subject(clause: Clause, position: int, left: Left, form: Form) -> tuple[str, bool]:
    """Return the class of a noun before the verb, and whether this is no verb after all."""
    assert left.head is not None  # noqa: S101  (the caller looked)
    bare = not left.auxiliaries and not left.modal
    before_head = clause.tokens[left.head_at - 1] if left.head_at else None
    named = (
        agent_like(left.head)
        or ((form == "s" or left.modal in {"should", "must"}) and job_like(left.head, before_head))
        or (
            left.head.capital
            and form == "s"
            and not left.head.lower.endswith(("ing", "tion", "ment", "s"))
            and (before_head is None or before_head.capital or before_head.kind in {"mark", "and"})
        )
    )
    if named:
        return "agent", False
    if bare and form == "past":
        before = clause.tokens[: left.head_at + 1]
        finite = any(t.kind in {"be", "have", "do"} for t in clause.tokens[position + 1 :])
        if takes_object(clause, position) or any(t.text == ":" for t in before):
            return "other", False
        if (
            not finite
            and len(before) <= 5
            and not any(t.kind in {"third", "second"} for t in before)
        ):
            return "report", False  # 'Mail sent to the list'
        return "other", False
    if bare and form == "base" and left.adverbs == 0:
        return "other", not left.please  # most often a noun: 'the price check'
    return "other", False


def _joined(
    clause: Clause, index: int, position: int, earlier: Frame | None, left: Left
) -> Frame | None:
    """Read a verb after 'and': it shares subject and mood with the verb before."""
    token = clause.tokens[position]
    forms = {verb.form for verb in token.verbs}
    if earlier is None:
        form: Form = "past" if "past" in forms and "base" not in forms else min(forms)
        if form == "base" and not left.modal and left.head_at == 0 and "past" not in forms:
            verb = next(verb for verb in token.verbs if verb.form == form)
            concepts = {v.concept for v in token.verbs if v.form == form}
            return make_frame(
                clause, index, position, verb, concepts, left, "none", imperative=True
            )
        if form != "past":
            return None
        subject = "first" if _speaker_before(clause, position, None) else "none"
    else:
        form = earlier.form if earlier.form in forms else ("past" if "past" in forms else "")  # type: ignore[assignment]
        if not form or (form == "past" and earlier.form != "past"):
            return None
        subject = earlier.subject
        if left.modal == "" and earlier.modal:
            left.modal = earlier.modal
    verb = next(verb for verb in token.verbs if verb.form == form)
    concepts = {v.concept for v in token.verbs if v.form == form}
    return make_frame(
        clause, index, position, verb, concepts, left, subject,
        imperative=bool(earlier and earlier.imperative and form == "base"),
        passive=bool(earlier and earlier.passive and form == "past"),
    )  # fmt: skip


def _after_mark(
    clause: Clause, index: int, position: int, earlier: Frame | None, left: Left
) -> Frame | None:
    """Read a verb after a comma or colon: an imperative, an elided 'I', or an enumeration."""
    token = clause.tokens[position]
    forms = {verb.form for verb in token.verbs}
    mark = left.head.text if left.head else ","
    enumerates = earlier is not None and earlier.clause == index and mark == ","
    if enumerates and earlier is not None and earlier.form in forms:
        form: Form = earlier.form
        subject = earlier.subject
    elif "base" in forms and not left.auxiliaries and not left.modal:
        if mark not in ",-–•*" or _heading(clause, position):
            return None  # after a colon or a number: an item of a list
        form, subject = "base", "none"
    elif "past" in forms:
        form = "past"
        opening = all(t.kind in {"mark", "quote"} for t in clause.tokens[: left.head_at + 1])
        if opening or (mark == "," and _speaker_before(clause, position, earlier)):
            subject = "first"
        else:
            subject = "report" if mark == ":" else "none"
    else:
        return None
    verb = next(verb for verb in token.verbs if verb.form == form)
    concepts = {v.concept for v in token.verbs if v.form == form}
    imperative = form == "base" and (
        (
            subject == "none"
            and (bool(clause.vocative) or left.please or clause.please or left.head_at <= 3)
        )
        or bool(earlier and earlier.imperative)
    )
    return make_frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=form == "past" and "be" in left.auxiliaries,
    )  # fmt: skip
