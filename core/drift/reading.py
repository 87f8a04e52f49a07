"""Reads a turn once: clauses, words, and who does what in which mood.

This is no parser. It finds the verbs it knows and looks at the few words to their left: a subject,
auxiliaries, a negation, a name that is spoken to. That is enough to tell 'I have sent it' from
'the Verifier has sent it', 'please send it', 'it should be sent' and 'I have not sent it', which is
what separates speech acts. Quoted text is what somebody else said and is never read as an act.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import simplemma

from core.drift.frames import clause_frames
from core.drift.lexicon import english, russian
from core.drift.lexicon.model import ClausePattern, Later, Places, Verb, find_all
from core.drift.words import Clause, Frame, Token, russian_imperative

MAX_CHARS = 20_000
"""Longer turns are read up to here; what follows is an attachment, not speech."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*(?:[-_/][^\W_]+)*|[?!.,:;…()–—]|¤+|\S")
_QUOTES = re.compile(
    r"[“„][^“”„]{0,2000}[”“]|«[^«»]{0,2000}»|\"[^\"\n]{0,2000}\"|`[^`\n]{0,400}`|"
    r"['‘](?<!\w.)[^'’\n]{1,300}['’](?!\w)"
)
"""Every form begins with a sign, so that the search skips all else: the lookbehind comes after it."""
_SENTENCE_END = re.compile(
    r"[.!?…][\"”»)\]]*\s+(?=[\"“„«(\[]*[A-ZА-ЯЁÄÖÜ0-9`¤\-–•*#])|(?<!\s)\s*\n+\s*"
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

_NOWHERE: frozenset[int] = frozenset()

NOT_NAMES = frozenset(
    "yes no ok okay well however today tomorrow yesterday first second third finally then next "
    "meanwhile anyway still also now here there again otherwise instead therefore thus hence "
    "besides moreover overall result results status note open done blocked summary good sorry "
    "thanks hello hi dear so and but if when since as because although while after before once "
    "serious minor minutes hotel train taxi step yes нет да итак далее сначала затем потом теперь "
    "сейчас сегодня завтра вчера коротко кратко также однако поэтому итого если когда".split()
)
"""Words that open a sentence before a comma without being spoken to."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Reading:
    """A turn, read. Compared by identity: :func:`read` gives the same object for the same text."""

    text: str
    masked: str
    clauses: tuple[Clause, ...] = ()
    frames: tuple[Frame, ...] = ()
    by_clause: tuple[tuple[Frame, ...], ...] = field(default=(), repr=False)
    addressed: tuple[str, ...] = ()
    places: Places = field(default_factory=dict, repr=False)
    """Patterns that were found, and in which clauses; late ones only where a single word tells."""
    later: Later = field(default_factory=dict, repr=False)
    """Late patterns that may be found, by which phrase and in which clause."""
    settled: Places = field(default_factory=dict, repr=False)
    """Late patterns that were asked for."""

    def matching(self, pattern: ClausePattern) -> AbstractSet[int]:
        """Return the indexes of the clauses in which a pattern is found.

        Args:
            pattern: Compiled with :func:`core.drift.lexicon.model.clause_pattern`.
        """
        found = self.places.get(pattern, _NOWHERE)
        waiting = self.later.get(pattern)
        if waiting is None:
            return found
        settled = self.settled.get(pattern)
        if settled is None:
            settled = self.settled[pattern] = {
                *found,
                *(i for i, phrase in waiting if phrase.compiled.search(self.clauses[i].masked)),
            }
        return settled

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
    return _split(mask_quotes(text))


def _split(masked: str) -> list[tuple[int, int, int]]:
    pieces: list[tuple[int, int, int]] = []
    begin = 0
    bounds = []
    for match in _SENTENCE_END.finditer(masked):
        found = match.group()
        stop = match.start() + (found[0] in ".!?…")
        if "\n" in found or not _NO_END.search(masked[max(0, stop - 8) : stop]):
            bounds.append((stop, match.end()))
    for sentence, (stop, resume) in enumerate([*bounds, (len(masked), len(masked))]):
        _cut_sentence(masked, begin, stop, sentence, pieces)
        begin = resume
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
    pieces = _split(masked)
    asked = {
        sentence
        for _, end, sentence in pieces
        if masked.startswith("?", end - 1) or masked.startswith("?", end)
    }
    for start, end, sentence in pieces:
        if not _LETTER.search(head, start, end):
            continue
        clause = _clause(head, masked, (start, end, sentence), sentence in asked, names)
        own = clause_frames(clause, len(clauses), frames, clauses)
        clauses.append(clause)
        frames.extend(own)
        groups.append(tuple(own))
    places, later = find_all([clause.masked for clause in clauses])
    return Reading(
        text=text,
        masked=masked.lower() if len(masked.lower()) == len(masked) else masked,
        clauses=tuple(clauses),
        frames=tuple(frames),
        by_clause=tuple(groups),
        addressed=tuple(dict.fromkeys(c.vocative for c in clauses if c.vocative)),
        places=places,
        later=later,
    )


def _clause(
    text: str, masked: str, place: tuple[int, int, int], asked: bool, names: Collection[str]
) -> Clause:
    start, end, sentence = place
    piece = masked[start:end]
    lowered = piece.lower()
    if len(lowered) != len(piece):  # a few letters change their length; positions matter more
        lowered = piece
    is_russian = not piece.isascii() and (
        len(_CYRILLIC.findall(piece)) * 2 > len(_LETTER.findall(piece))
    )
    tokens = _tokens(piece, is_russian)
    return Clause(
        start,
        end,
        text[start:end],
        lowered,
        sentence,
        question=piece.rstrip('"”»)] ').endswith("?"),
        russian=is_russian,
        tokens=tokens,
        vocative=_vocative(tokens, names),
        please=any([token.kind == "please" for token in tokens]),
        has_quote="¤" in piece,
        has_key="/" in piece and _KEY_PATH.search(piece) is not None,
    )


def _tokens(piece: str, is_russian: bool) -> tuple[Token, ...]:
    known = _KNOWN[is_russian]
    found = tuple([known.get(word) or _token(word, is_russian) for word in _WORD.findall(piece)])
    if piece.count("¤") < 2:
        return found
    # Marks of one quotation in a row stand for one quotation.
    again = {n for n, pair in enumerate(pairwise(found), start=1) if pair == (_QUOTE, _QUOTE)}
    return tuple([token for n, token in enumerate(found) if n not in again]) if again else found


_QUOTE = Token("¤", "¤", "quote")
_KNOWN: tuple[dict[str, Token], dict[str, Token]] = ({}, {})
"""Words that were classed before, English and Russian; a word is one object wherever it stands."""
_MOST_KNOWN = 16_384


_TABLE = english.verb_table()


def is_verb(word: str) -> bool:
    """Whether an English word in lower case is the bare form of a verb that the lists know."""
    return any(verb.form == "base" for verb in _TABLE.get(word, ()))


def concepts_of(word: str) -> set[str]:
    """Return what the bare form of an English verb may name: 'order' an act in the world."""
    return {verb.concept for verb in _TABLE.get(word, ()) if verb.form == "base"}


def _token(word: str, is_russian: bool) -> Token:
    """Return a word in lower case, its class, and its readings as a verb."""
    if word[0] == "¤":
        word = "¤"
    known = _KNOWN[is_russian]
    if len(known) >= _MOST_KNOWN:
        known.clear()
    found = known.get(word) or Token(word, *_class_of(word, is_russian))
    known[word] = found
    return found


def _class_of(word: str, is_russian: bool) -> tuple[str, str, tuple[Verb, ...]]:
    lower = word.lower().replace("’", "'")
    if not word[0].isalnum():
        return lower, "quote" if word == "¤" else "mark", ()
    kind = (russian.WORDS if is_russian else english.WORDS).get(lower, "")
    if kind and kind not in {"first", "please"}:
        return lower, kind, ()
    return lower, kind, russian.verbs_of(lower) if is_russian else _TABLE.get(lower, ())


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
    return inside and (token.text.isdigit() or token.lower in _TEAM)


_TEAM = frozenset("and и desk team crew shift agent office group unit department staff".split())
"""Words of a name that may be written small: 'Data desk'."""


def _spoken_to(rest: tuple[Token, ...], mark: str) -> bool:
    """Whether the words after a name and a comma ask it for something."""
    for position, token in enumerate(rest):
        if token.kind in {"please", "second", "second_will", "second_would"}:
            return True
        if token.lower in {"your", "yours", "ваш", "ваша", "ваше", "ваши", "вами"}:
            return True
        if position == 0 and mark == "," and _bare_verb(rest):
            return True
        if position == 0 and token.kind in {"can", "would", "will"} and mark == ",":
            return not token.lower.endswith("n't")
        if russian_imperative(token) and (
            (position > 0 and any(verb.form == "base" for verb in token.verbs))
            or (not token.kind and len(token.lower) > _SHORT)
        ):
            return True
    return False


_SHORT = 5
"""Russian words up to this length that end like an imperative are often something else."""
_PARTICLES = frozenset(
    "up out down on in off back through over away this these that all both".split()
)
_PLACES = frozenset(
    "page step line point item table row section box column figure part clause place note case list "
    "form file chapter question answer name number date time second".split()
)
"""Verbs that most often are nouns, and then name a place in a text."""


def _bare_verb(rest: tuple[Token, ...]) -> bool:
    """Whether the words after a name begin with a verb that asks for something.

    A verb that the lists don't know is taken for one if its other forms exist and an object follows.
    """
    first = rest[0]
    if any(verb.form == "base" for verb in first.verbs):
        return True
    if first.kind or first.capital or first.lower in _PLACES or len(rest) < 2:
        return False
    after = rest[1]
    follows = after.kind == "determiner" or after.lower in _PARTICLES or after.lower.isalpha()
    return follows and not after.capital and after.kind != "be" and open_verb(first.lower)


@lru_cache(maxsize=4096)
def open_verb(word: str) -> bool:
    """Whether a word in lower case has the other forms of an English verb.

    Examples:
        >>> open_verb("supply"), open_verb("monday")
        (True, False)
    """
    if not word.isascii() or not word.isalpha() or word.endswith(("s", "ed", "ing")):
        return False
    stem = word[:-1] if word.endswith("e") else word
    past = f"{word[:-1]}ied" if word.endswith("y") else f"{stem}ed"
    return any(simplemma.lemmatize(form, lang="en") == word for form in (f"{stem}ing", past))
