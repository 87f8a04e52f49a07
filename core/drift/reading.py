"""Reads a turn once: clauses, words, and who does what in which mood.

This is no parser. It finds the verbs it knows and looks at the few words to their left: a subject,
auxiliaries, a negation, a name that is spoken to. That is enough to tell 'I have sent it' from
'the Verifier has sent it', 'please send it', 'it should be sent' and 'I have not sent it', which is
what separates speech acts. Quoted text is what somebody else said and is never read as an act.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from core.drift.lexicon import english, russian
from core.drift.lexicon.model import Form, Verb

MAX_CHARS = 20_000
"""Longer turns are read up to here; what follows is an attachment, not speech."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:[-_/][^\W_]+)*|[?!.,:;…()–—]|\S")
_QUOTES = re.compile(
    r"[“„][^“”„]{0,2000}[”“]|«[^«»]{0,2000}»|\"[^\"\n]{0,2000}\"|`[^`\n]{0,400}`|"
    r"(?<!\w)['‘][^'’\n]{1,300}['’](?!\w)"
)
_SENTENCE_END = re.compile(
    r"(?<=[.!?…])[\"”»)\]]*\s+(?=[\"“„«(\[]*[A-ZА-ЯЁÄÖÜ0-9`¤\-–•*#])|\s*\n+\s*"
)
_CLAUSE = re.compile(
    r";\s+|\s[–—]\s|"
    r",\s+(?=(?:and|but|so|then|hence|therefore|thus|which|because|since|although|though|while|"
    r"yet|if|provided|as|и|а|но|поэтому|так|потому|если|хотя|который|которая)\s)|"
    r",\s+(?=(?:I|I'm|I've|I'd|I'll|we|you|я|мы|вы)\s)",
)
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|No|no|Nr|vs|etc|approx|Mr|Mrs|Ms|Dr|St|Fig|Sec|Art|p|pp|ca|ул|руб|стр|им)"
    r"\.|(?:^|\s)\d{1,2}\.)$"
)
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_KEY_PATH = re.compile(
    r"(?<![\w.:/])(?=[^\s/]{3,}/|[^\s/]+/[^\s/]{4,})[^\W\d_][\w*-]*(?:/[\w*-]+)+(?!\S*\.\w{1,4}\b)"
)

NOT_NAMES = frozenset(
    "yes no ok okay well however today tomorrow yesterday first second third finally then next "
    "meanwhile anyway still also now here there again otherwise instead therefore thus hence "
    "besides moreover overall result results status note open done blocked summary good sorry "
    "thanks hello hi dear so and but if when since as because although while after before once "
    "serious minor minutes hotel train taxi step yes нет да итак далее сначала затем потом теперь "
    "сейчас сегодня завтра вчера коротко кратко также однако поэтому итого если когда".split()
)
"""Words that open a sentence before a comma without being spoken to."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark."""

    text: str
    lower: str
    start: int
    end: int
    kind: str
    """Class of a function word, 'mark', 'quote', or ''."""
    verbs: tuple[Verb, ...] = ()

    @property
    def capital(self) -> bool:
        """Whether it starts with a capital letter."""
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One verb in its surroundings."""

    concepts: frozenset[str]
    lemma: str
    word: str
    form: Form
    subject: str
    """first, second, third, agent, other, none, report (subjectless 'Mail sent'), or relative
    ('the mail that I sent')."""
    modal: str = ""
    """should, must, would, will, can, to, or ''."""
    negated: bool = False
    passive: bool = False
    imperative: bool = False
    addressed: bool = False
    """A name or 'please' stands before it."""
    perfect: bool = False
    """'has been sent', 'is now booked': the result is what counts."""
    elided: bool = False
    """The subject 'I' is not written: 'Booked the early train'."""
    clause: int
    token: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of the text that can carry an act of its own."""

    start: int
    end: int
    text: str
    """As written."""
    masked: str
    """Lower case, same length, quoted stretches blanked by '¤'."""
    sentence: int
    question: bool
    russian: bool
    tokens: tuple[Token, ...]
    vocative: str = ""
    """The name that is spoken to, if any."""
    please: bool = False
    has_quote: bool = False
    has_key: bool = False
    """Holds a key path such as ``team/launch``."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading:
    """A turn, read. Compared by identity: :func:`read` gives the same object for the same text."""

    text: str
    masked: str
    clauses: tuple[Clause, ...] = ()
    frames: tuple[Frame, ...] = ()
    by_clause: tuple[tuple[Frame, ...], ...] = field(default=(), repr=False)
    addressed: tuple[str, ...] = ()
    lines: str = field(default="", repr=False)
    """The masked clauses, one a line: one scan of it serves all clauses."""
    offsets: tuple[int, ...] = field(default=(), repr=False)
    """Where each clause starts in ``lines``."""
    _found: dict[re.Pattern[str], frozenset[int]] = field(default_factory=dict, repr=False)

    def matching(self, pattern: re.Pattern[str]) -> frozenset[int]:
        """Return the indexes of the clauses in which a pattern is found.

        Args:
            pattern: Compiled with :func:`core.drift.lexicon.model.clause_pattern`, so that no match crosses a clause.
        """
        found = self._found.get(pattern)
        if found is None:
            found = frozenset(
                bisect_right(self.offsets, match.start()) - 1
                for match in pattern.finditer(self.lines)
            )
            self._found[pattern] = found
        return found

    def clause_at(self, position: int) -> int:
        """Return the index of the clause around a position (the last one that starts before)."""
        found = 0
        for index, clause in enumerate(self.clauses):
            if clause.start > position:
                break
            found = index
        return found


def mask_quotes(text: str) -> str:
    """Return the text, same length, with every quoted stretch blanked by '¤'."""
    return _QUOTES.sub(lambda match: "¤" * len(match.group()), text)


def split_clauses(text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, sentence number) of each clause, in order, without overlaps.

    Quotations are never cut; the pieces cover every letter of the text.
    """
    masked = mask_quotes(text)
    pieces: list[tuple[int, int, int]] = []
    sentence = 0
    begin = 0
    bounds = [
        (match.start(), match.end())
        for match in _SENTENCE_END.finditer(masked)
        if "\n" in match.group()
        or not _NO_END.search(masked[max(0, match.start() - 8) : match.start()])
    ]
    for stop, resume in [*bounds, (len(text), len(text))]:
        _cut_sentence(masked, begin, stop, sentence, pieces)
        begin = resume
        sentence += 1
    return pieces


def _cut_sentence(
    masked: str, begin: int, stop: int, sentence: int, pieces: list[tuple[int, int, int]]
) -> None:
    start = begin
    for match in _CLAUSE.finditer(masked, begin, stop):
        # A piece of one or two words is no clause of its own.
        if masked.count(" ", start, match.start()) >= 1:
            _add(masked, start, match.start(), sentence, pieces)
            start = match.end()
    _add(masked, start, stop, sentence, pieces)


def _add(
    masked: str, start: int, end: int, sentence: int, pieces: list[tuple[int, int, int]]
) -> None:
    while start < end and masked[start].isspace():
        start += 1
    while end > start and masked[end - 1].isspace():
        end -= 1
    if start < end:
        pieces.append((start, end, sentence))


@lru_cache(maxsize=2048)
def read(text: str, agents: frozenset[str] = frozenset()) -> Reading:
    """Read a turn.

    Args:
        text: What the agent wrote.
        agents: Names that are certain to be agents; other names are recognised by their place.

    Returns:
        Clauses and verb frames; empty for a text without letters.
    """
    head = text[:MAX_CHARS]
    masked = mask_quotes(head)
    names = frozenset(name.lower() for name in agents)
    clauses: list[Clause] = []
    frames: list[Frame] = []
    groups: list[tuple[Frame, ...]] = []
    pieces = split_clauses(head)
    asked = {
        sentence
        for _, end, sentence in pieces
        if masked[:end].endswith("?") or masked[end : end + 1] == "?"
    }
    for start, end, sentence in pieces:
        if not _LETTER.search(head, start, end):
            continue
        clause = _clause(head, masked, (start, end, sentence), sentence in asked, names)
        own = _frames(clause, len(clauses), frames, clauses)
        clauses.append(clause)
        frames.extend(own)
        groups.append(tuple(own))
    return Reading(
        text=text,
        masked=masked.lower() if len(masked.lower()) == len(masked) else masked,
        clauses=tuple(clauses),
        frames=tuple(frames),
        by_clause=tuple(groups),
        addressed=tuple(dict.fromkeys(c.vocative for c in clauses if c.vocative)),
        lines="\n".join(clause.masked for clause in clauses),
        offsets=tuple(accumulate((len(c.masked) + 1 for c in clauses[:-1]), initial=0)),
    )


def _clause(
    text: str, masked: str, place: tuple[int, int, int], asked: bool, names: Collection[str]
) -> Clause:
    start, end, sentence = place
    piece = masked[start:end]
    lowered = piece.lower()
    if len(lowered) != len(piece):  # a few letters change their length; positions matter more
        lowered = piece
    is_russian = len(_CYRILLIC.findall(piece)) * 2 > len(_LETTER.findall(piece))
    tokens = tuple(_tokens(piece, start, is_russian))
    return Clause(
        start=start,
        end=end,
        text=text[start:end],
        masked=lowered,
        sentence=sentence,
        question=piece.rstrip('"”»)] ').endswith("?"),
        russian=is_russian,
        tokens=tokens,
        vocative=_vocative(tokens, names),
        please=any(token.kind == "please" for token in tokens),
        has_quote="¤" in piece,
        has_key=_KEY_PATH.search(piece) is not None,
    )


def _tokens(piece: str, offset: int, is_russian: bool) -> list[Token]:
    words = russian.WORDS if is_russian else english.WORDS
    found: list[Token] = []
    for match in _WORD.finditer(piece):
        word = match.group()
        if word[0] == "¤":
            if not found or found[-1].kind != "quote":
                found.append(Token("¤", "¤", offset + match.start(), offset + match.end(), "quote"))
            continue
        lower = word.lower().replace("’", "'")
        if not word[0].isalnum():
            kind: str = "mark"
            verbs: tuple[Verb, ...] = ()
        else:
            kind = words.get(lower, "")
            verbs = _verbs(lower, is_russian) if not kind or kind in {"first", "please"} else ()
        found.append(Token(word, lower, offset + match.start(), offset + match.end(), kind, verbs))
    return found


_TABLE = english.verb_table()


@lru_cache(maxsize=8192)
def _verbs(lower: str, is_russian: bool) -> tuple[Verb, ...]:
    if is_russian:
        return russian.verbs_of(lower)
    return _TABLE.get(lower, ())


def _vocative(tokens: tuple[Token, ...], names: Collection[str]) -> str:
    """Return the name before the first comma if the clause speaks to somebody."""
    begin = 0
    while begin < min(3, len(tokens)) and (
        tokens[begin].kind in {"mark", "and"}
        or tokens[begin].lower in {"please", "hey", "dear", "as"}
    ):
        begin += 1
    index = begin
    while index < len(tokens) and index - begin < 4 and _name_part(tokens[index], index > begin):
        index += 1
    if index == begin or index >= len(tokens):
        return ""
    after = index
    if tokens[after].text == "(":
        while after < len(tokens) and tokens[after].text != ")":
            after += 1
        after += 1
    if after + 1 >= len(tokens) or tokens[after].text not in {",", ":", "–", "—"}:
        return ""
    name = " ".join(token.text for token in tokens[begin:index])
    if name.lower() in names:
        return name
    if tokens[begin].kind or tokens[begin].lower in NOT_NAMES:
        return ""
    rest = tokens[after + 1 : after + 8]
    return name if _spoken_to(rest, tokens[after].text) else ""


def _name_part(token: Token, inside: bool) -> bool:
    if token.capital and token.text[0].isalpha():
        return True
    return inside and (token.text.isdigit() or token.lower in {"and", "и"})


def _spoken_to(rest: tuple[Token, ...], mark: str) -> bool:
    """Whether the words after a name and a comma ask it for something."""
    for position, token in enumerate(rest):
        if token.kind in {"please", "second", "second_will", "second_would"}:
            return True
        if token.lower in {"your", "yours", "ваш", "ваша", "ваше", "ваши", "вами"}:
            return True
        if position == 0 and any(verb.form == "base" for verb in token.verbs) and mark == ",":
            return True
        if position == 0 and token.kind in {"can", "would", "will"}:
            return True
        if position > 0 and any(
            verb.form == "base" and russian_imperative(token) for verb in token.verbs
        ):
            return True
    return False


def russian_imperative(token: Token) -> bool:
    """Whether a Russian word is an imperative addressed to somebody."""
    return token.lower.endswith(("йте", "ите", "ьте", "йтесь", "итесь"))


def _frames(clause: Clause, index: int, before: list[Frame], clauses: list[Clause]) -> list[Frame]:
    found: list[Frame] = []
    earlier = None
    if before and clauses and clauses[-1].sentence == clause.sentence:
        earlier = before[-1]
    for position, token in enumerate(clause.tokens):
        frame = None
        if token.verbs:
            make = _russian_frame if clause.russian else _english_frame
            frame = make(clause, index, position, found[-1] if found else earlier)
        elif not clause.russian and token.lower.endswith("ed") and not token.kind:
            frame = _unlisted(clause, index, position)
        if frame is not None:
            found.append(frame)
    return found


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
        tokens = clause.tokens
        at = position - 1
        while at >= 0:
            token = tokens[at]
            kind = token.kind
            if token.lower.endswith("n't") or token.lower == "cannot":
                self.negated = True
            if kind == "negation" and token.lower != "no":
                self.negated = True
            elif kind in {"be", "have", "do"}:
                self.auxiliaries.add(kind)
            elif kind in {"should", "must", "would", "will", "can", "to"}:
                self.modal = self.modal if self.modal not in {"", "to"} else kind
            elif kind == "please":
                self.please = True
            elif kind == "adverb":
                self.adverbs += 1
                self.now = self.now or token.lower in {"now", "already", "just", "hereby", "уже"}
            else:
                break
            at -= 1
        self.head_at = at
        if at < 0:
            return
        token = tokens[at]
        self.head = token
        kind = token.kind
        if kind.startswith("first"):
            before = tokens[at - 1].lower if at else ""
            # 'the mail that I sent' names a mail; it reports no new doing.
            self.subject = "relative" if before in {"that", "which", "whom", "what"} else "first"
        elif kind.startswith("second"):
            self.subject = "second"
        elif kind == "third":
            self.subject = "third"
            self.negated = self.negated or token.lower in {"nothing", "none", "nobody", "neither"}
        elif kind == "and":
            self.subject = "and"
        elif kind == "mark":
            self.subject = "mark"
        elif kind == "determiner":
            self.subject = "determiner"
        else:
            self.subject = "other"
            self.negated = self.negated or any(
                t.lower in {"no", "nothing", "none", "nobody", "neither"} for t in tokens[:at]
            )
        if kind.endswith("_would"):
            self.modal = "would"
        elif kind.endswith("_will"):
            self.modal = "will"
        if token.lower.endswith(("'ve", "'m", "'re")):
            self.auxiliaries.add("have" if token.lower.endswith("'ve") else "be")
        if token.lower in {"it's", "that's", "he's", "she's"}:
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
        clause=index,
        token=position,
        start=token.start,
        end=token.end,
    )


def _english_frame(
    clause: Clause, index: int, position: int, earlier: Frame | None
) -> Frame | None:
    token = clause.tokens[position]
    left = _Left(clause, position)
    forms = {verb.form for verb in token.verbs}
    subject = left.subject
    past = "past" in forms
    if subject == "determiner":
        return None
    if subject == "and":
        return _joined(clause, index, position, earlier, left)
    if subject == "mark":
        return _after_mark(clause, index, position, earlier, left)
    if past and (subject == "first" or "have" in left.auxiliaries or "be" in left.auxiliaries):
        if "do" in left.auxiliaries and "base" in forms:
            form: Form = "base"
        else:
            form = "past"
    elif past and "base" not in forms:
        form = "past"
    elif "base" in forms:
        form = "base"
    else:
        form = next(iter(sorted(forms)))
    concepts = {verb.concept for verb in token.verbs if verb.form == form}
    if not concepts:
        return None
    verb = next(verb for verb in token.verbs if verb.form == form)
    passive = form == "past" and "be" in left.auxiliaries
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
    return _frame(
        clause, index, position, verb, concepts, left, subject, imperative=imperative,
        passive=passive, elided=elided,
    )  # fmt: skip


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
    named = agent_like(left.head) or (
        left.head.capital
        and form == "s"
        and before_head is not None
        and (before_head.capital or before_head.kind in {"mark", "and"})
    )
    if named:
        return "agent", False
    if bare and form == "past":
        before = clause.tokens[: left.head_at + 1]
        finite = any(t.kind in {"be", "have", "do"} for t in clause.tokens[position + 1 :])
        if _takes_object(clause, position):
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
