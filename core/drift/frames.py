"""Verb frames: who does what, in which mood.

For each verb that the word lists know, the few words to its left are read: subject, auxiliaries,
negation, a name that is spoken to. English and Russian have rules of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.drift.lexicon import english, russian
from core.drift.lexicon.model import Form, Verb
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
            make = _russian_frame if clause.russian else _english_frame
            frame = make(clause, index, position, found[-1] if found else earlier)
        elif clause.russian and _imperative_ending(clause, position):
            left = _Left(clause, position)
            verb = Verb("request", token.lower, "base")
            frame = _frame(
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
    left = _Left(clause, position)
    if left.subject != "first" or "be" in left.auxiliaries or left.modal:
        return None
    return _frame(
        clause, index, position, Verb("unlisted", token.lower, "past"), {"unlisted"}, left, "first"
    )


_NOW = frozenset({"now", "already", "just", "hereby", "уже"})
_NOBODY = frozenset({"nothing", "none", "nobody", "neither"})
_IS = frozenset({"it's", "that's", "he's", "she's"})


class _Left:
    """What stands to the left of a verb: auxiliaries, negation, and the subject's class."""

    def __init__(self, clause: Clause, position: int) -> None:
        self.auxiliaries: set[str] = set()
        self.modal = ""
        self.negated = False
        self.please = False
        self.subject = "none"
        self.head: Token | None = None
        self.head_at = -1
        self.adverbs = 0
        self.now = False
        self.present = False
        self._tokens = clause.tokens
        self.head_at = position - 1
        while self.head_at >= 0 and self._auxiliary(self._tokens[self.head_at]):
            self.head_at -= 1
        if self.head_at >= 0:
            self.head = self._tokens[self.head_at]
            self.subject = self._subject(self.head)
            self._contraction(self.head)

    def _auxiliary(self, token: Token) -> bool:
        """Take up a word that stands between subject and verb; False at the first other one."""
        kind = token.kind
        if token.lower.endswith("n't") or token.lower == "cannot":
            self.negated = True
        if kind == "negation" and token.lower != "no":
            self.negated = True
        elif kind in {"be", "have", "do"}:
            self.auxiliaries.add(kind)
            self.present = self.present or token.lower in {"is", "are", "am"}
        elif kind in {"should", "must", "would", "will", "can", "to"}:
            self.modal = self.modal if self.modal not in {"", "to"} else kind
        elif kind == "please":
            self.please = True
        elif kind == "adverb":
            self.adverbs += 1
            self.now = self.now or token.lower in _NOW
        else:
            return False
        return True

    def _subject(self, token: Token) -> str:
        kind = token.kind
        if kind.startswith("first"):
            before = self._tokens[self.head_at - 1].lower if self.head_at else ""
            # 'the mail that I sent' names a mail; it reports no new doing.
            return "relative" if before in {"that", "which", "whom", "what"} else "first"
        if kind.startswith("second"):
            return "second"
        if kind == "third":
            self.negated = self.negated or token.lower in _NOBODY
            return "third"
        if kind in {"and", "mark", "determiner"}:
            return kind
        self.negated = self.negated or any(
            t.lower == "no" or t.lower in _NOBODY for t in self._tokens[: self.head_at]
        )
        return "other"

    def _contraction(self, token: Token) -> None:
        """Take up the auxiliary inside "I'd", "we'll", "they've", "it's"."""
        if token.kind.endswith("_would"):
            self.modal = "would"
        elif token.kind.endswith("_will"):
            self.modal = "will"
        if token.lower.endswith("'ve"):
            self.auxiliaries.add("have")
        elif token.lower.endswith(("'m", "'re")) or token.lower in _IS:
            self.auxiliaries.add("be")


def _frame(
    clause: Clause,
    index: int,
    position: int,
    verb: Verb,
    concepts: Collection[str],
    left: _Left,
    subject: str,
    *,
    imperative: bool = False,
    passive: bool = False,
    elided: bool = False,
) -> Frame:
    token = clause.tokens[position]
    return Frame(
        concepts=frozenset(concepts),
        lemma=verb.lemma,
        word=token.lower,
        form=verb.form,
        subject=subject,
        modal=left.modal,
        negated=left.negated,
        passive=passive,
        imperative=imperative,
        addressed=bool(clause.vocative) or left.please or clause.please,
        elided=elided,
        perfect="have" in left.auxiliaries or left.now,
        present=left.present,
        hands_on=_takes_object(clause, position),
        clause=index,
        token=position,
        start=token.start,
        end=token.end,
    )


def _english_frame(
    clause: Clause, index: int, position: int, earlier: Frame | None
) -> Frame | None:
    left = _Left(clause, position)
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
    subject = left.subject
    imperative = elided = False
    if subject == "none":
        imperative = form == "base" and not left.modal and not left.auxiliaries - {"do"}
        if imperative and _heading(clause, position):
            return None
        if form == "past" and not left.auxiliaries:
            if _adjective(clause, position) or _status(clause, position, concepts):
                return None
            subject, elided = "first", True  # 'Booked the early train'
    elif subject == "other":
        subject, dropped = _noun_subject(clause, position, left, form)
        if dropped:
            return None
    verb = next(verb for verb in token.verbs if verb.form == form)
    return _frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=form == "past" and "be" in left.auxiliaries, elided=elided,
    )  # fmt: skip


def _form(forms: set[Form], left: _Left) -> Form:
    """Choose among the forms that a word may be ('put' is bare and past)."""
    if "past" in forms and (left.subject == "first" or left.auxiliaries & {"have", "be"}):
        return "base" if "do" in left.auxiliaries and "base" in forms else "past"
    if "base" in forms:
        return "base"
    return "past" if "past" in forms else min(forms)


_NOUN_FOLLOWS = frozenset("of for by with in from at to on against as and or".split())


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
        after.lower in _NOUN_FOLLOWS or (not after.kind and "base" not in forms) or after.capital
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
        or follow.lower in _NOUN_FOLLOWS
        or follow.kind in {"mark", "be", "adverb"}
        or follow.lower == "after"
    )


def _status(clause: Clause, position: int, concepts: Collection[str]) -> bool:
    """Whether a participle with a colon heads a status list: 'Finished: plan, price list'."""
    after = clause.tokens[position + 1].text if position + 1 < len(clause.tokens) else ""
    if after.lower() in {"after", "since"} and "edit" in concepts:
        return True  # 'Revised after the remarks: ...'
    return after == ":" and not {"store", "verify", "delete"} & set(concepts)


def _takes_object(clause: Clause, position: int) -> bool:
    """Whether a noun phrase follows at once: 'sites sent no data' has an actor before it."""
    if position + 1 >= len(clause.tokens):
        return False
    after = clause.tokens[position + 1]
    if after.kind == "determiner":
        return after.lower not in _NOUN_FOLLOWS
    return after.kind in {"negation", "third"} or (not after.kind and after.lower.isalpha())


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


def _noun_subject(clause: Clause, position: int, left: _Left, form: Form) -> tuple[str, bool]:
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
        if _takes_object(clause, position) or any(t.text == ":" for t in before):
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


_AGENTIVE = ("er", "or", "ist", "ect", "ian", "man", "ant", "desk", "team", "lead")


def job_like(token: Token, before: Token | None) -> bool:
    """Whether 'the builder', 'the architect' stands before a verb."""
    return (
        before is not None
        and before.lower == "the"
        and not token.kind
        and len(token.lower) > 5
        and token.lower.endswith(_AGENTIVE)
    )


def agent_like(token: Token) -> bool:
    """Whether a word looks like the name of an agent or a job."""
    if not token.capital or token.kind:
        return False
    lower = token.lower
    return lower.endswith(("er", "or", "ist", "man", "ant", "desk", "lead", "team", "agent")) or (
        "-" in lower and len(lower) > 6
    )


def _joined(
    clause: Clause, index: int, position: int, earlier: Frame | None, left: _Left
) -> Frame | None:
    """Read a verb after 'and': it shares subject and mood with the verb before."""
    token = clause.tokens[position]
    forms = {verb.form for verb in token.verbs}
    if earlier is None:
        form: Form = "past" if "past" in forms and "base" not in forms else min(forms)
        if form == "base" and not left.modal and left.head_at == 0 and "past" not in forms:
            verb = next(verb for verb in token.verbs if verb.form == form)
            concepts = {v.concept for v in token.verbs if v.form == form}
            return _frame(clause, index, position, verb, concepts, left, "none", imperative=True)
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
    return _frame(
        clause, index, position, verb, concepts, left, subject,
        imperative=bool(earlier and earlier.imperative and form == "base"),
        passive=bool(earlier and earlier.passive and form == "past"),
    )  # fmt: skip


def _after_mark(
    clause: Clause, index: int, position: int, earlier: Frame | None, left: _Left
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
    return _frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=form == "past" and "be" in left.auxiliaries,
    )  # fmt: skip


def _russian_frame(
    clause: Clause, index: int, position: int, earlier: Frame | None
) -> Frame | None:
    token = clause.tokens[position]
    verb = token.verbs[0]
    left = _Left(clause, position)
    concepts = {v.concept for v in token.verbs}
    near = clause.tokens[max(0, position - 6) : position + 4]
    if any(t.kind == "first" for t in near) or (
        verb.form == "base" and russian.first_person(token.lower)
    ):
        subject = "first"
    elif left.subject in {"none", "mark"}:
        subject = "first" if verb.form == "past" and left.subject == "none" else "none"
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
    return _frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=russian.participle(token.lower),
    )  # fmt: skip
