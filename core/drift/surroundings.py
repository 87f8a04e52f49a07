"""What stands around a verb: auxiliaries, negation, subject, object."""

from __future__ import annotations

from collections.abc import Collection

from core.drift.lexicon.model import Verb
from core.drift.words import Clause, Frame, Token

PREPOSITIONS = frozenset("of for by with in from at to on against as and or".split())
"""Words after which no object follows at once; 'and' and 'or' count as such."""

_NOW = frozenset({"now", "already", "just", "hereby", "уже"})
_NOBODY = frozenset({"nothing", "none", "nobody", "neither"})
_IS = frozenset({"it's", "that's", "he's", "she's"})


class Left:
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


def make_frame(
    clause: Clause,
    index: int,
    position: int,
    verb: Verb,
    concepts: Collection[str],
    left: Left,
    subject: str,
    *,
    imperative: bool = False,
    passive: bool = False,
    elided: bool = False,
) -> Frame:
    """Put a verb and what was read around it together."""
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
        perfect="have" in left.auxiliaries or left.now or _now_after(clause, position),
        present=left.present,
        hands_on=takes_object(clause, position),
        clause=index,
        token=position,
    )


def _now_after(clause: Clause, position: int) -> bool:
    """Whether 'now' or 'already' follows at once: 'it is mended now'."""
    after = clause.tokens[position + 1 : position + 2]
    return bool(after) and after[0].lower in _NOW


def takes_object(clause: Clause, position: int) -> bool:
    """Whether a noun phrase follows at once: 'sites sent no data' has an actor before it."""
    if position + 1 >= len(clause.tokens):
        return False
    after = clause.tokens[position + 1]
    if after.kind == "determiner":
        return after.lower not in PREPOSITIONS
    return after.kind in {"negation", "third"} or (not after.kind and after.lower.isalpha())


_ME = frozenset("me us myself ourselves мной мною нами".split())
_MEANS = frozenset(
    "hand mail post phone email e-mail order car train truck rail air sea bus default accident chance "
    "mistake itself themselves then now noon midnight today tomorrow tonight half far end hour evening "
    "morning afternoon night week month year weekend time way margin means use reason virtue law rule "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december".split()
)
"""What stands after 'by' and did nothing: a time, a way, a reason."""


def doer_after(clause: Clause, position: int) -> str:
    """Return who is named after a passive verb: 'first' ('by me'), 'agent' ('by the broker') or ''."""
    tokens = clause.tokens
    for place in range(position + 1, min(position + 7, len(tokens) - 1)):
        token = tokens[place]
        if token.kind == "mark" or (token.verbs and token.kind == ""):
            return ""
        if token.lower != "by":
            continue
        after = [t for t in tokens[place + 1 : place + 4] if t.kind != "determiner"]
        if not after or after[0].kind == "mark" or not after[0].lower[:1].isalpha():
            return ""
        if after[0].lower in _ME:
            return "first"
        idle = after[0].lower in _MEANS or after[0].lower.endswith("ing")
        return "" if idle or (len(after) > 1 and after[1].lower in _MEANS) else "agent"
    return ""


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
