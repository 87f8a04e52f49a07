"""Which passages of a run could be facts of a contract: typed, firm, and no mere talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.checks.moment import Moment
from core.contract.checks.quantities import Quantity
from core.contract.guess import guess_kind
from core.contract.model import Fact, FactKind
from core.contract.suggest_text import Passage
from core.errors import DocumentError
from core.trace.manner import is_manner

_CHAT = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks|thank you|sure|okay|ok\b|great|certainly|of course|let'?s|i(?:'ll|'m|'ve|'d)?\b|"
    r"we(?:'re|'ll)?\b(?! (?:must|need|have to))|here (?:is|are)|now\b|next\b|first\b|then\b|finally\b|please (?:let|proceed|continue|note)|note\b|(?:most )?importantly|"
    r"you(?:'re| are)? (?:not )?(?:a|an|the|now|in|given|allowed|working|can|may|might|could)\b|your (?:task|goal|job|role)\b|as an? |to \w+[^,.]{0,60},|"
    r"based on\b|remember\b|привет|здравствуй|добрый|доброе|спасибо|хорошо|давайте|сейчас|отлично|конечно)",
    re.I,
)
_HANGS = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|which|and|or|but|so|also|otherwise|however|then|because|это|этот|эта|они|он|она|но|и|или)\b",
    re.I,
)
_TALK = re.compile(
    r"\bterminate\b|\b(?:reply|respond) (?:me )?only\b|\bgroup chat\b|\bexit ?code\b|\btraceback\b|\bas follows\b|\bmy (?:plan|next)\b|\bstep (?:\d|by step)|\bdiscuss|\bexpert\b|"
    r"\bcollect information from\b|\bbelow\b|\bfollowing\b|\bmake sure you\b|\bwe (?:need|should|will|can)\b|\ball (?:the )?given\b|\ball (?:these|this)\b|\bthis (?:information|problem|task|message)\b|\babove\b|\bviewport\b|\bscreenshot\b|://\S*[?&]|\bog:|^\w+://",
    re.I,
)
_JUDGES = re.compile(
    r"^(?:findings?|issues?|remarks?|verdict|checked|problems?|замечани[ея]|вывод|проверено)\b\s*(?:\d+\s*)?:|"
    r"\b(?:is|are|was|were) (?:still )?(?:missing|absent|not (?:there|mentioned|stated|named))\b|\b(?:says?|states?|mentions?) nothing (?:about|on|of)\b|"
    r"\bthe (?:draft|review|finding)\b|\b(?:stays?|is|are) (?:inside|within|under) (?:the|its|their) (?:\w+ )?(?:budget|limit)\b|\bfits? (?:the|its|their) (?:budget|limit)\b|"
    r"\bas the brief (?:asks|says)\b|\bstated in the (?:first|last|\w+) line\b|\b(?:отсутству\w+|не указан\w*|не упомянут\w*|черновик\w*|укладыва\w+ в)\b",
    re.I,
)
"""Words about somebody's work: what it has, lacks or keeps to is no fact of the task."""
_ASKS_FOR = re.compile(
    r"(?:^|,\s|\bplease\s|\bthen\s)(?:return|report|round|give|express|format|submit|provide|use|include|exclude|assume|ignore|keep|"
    r"верни|укажи|округли|используй|ответь)\w*\b",
    re.I,
)
_RULE = re.compile(
    r"\b(?:must|shall|has to|have to|need(?:s)? to be|required to|only|always|never|do not|don't|must not|may not|not allowed|should (?:be|not|include|contain|use|have|report|return))\b|"
    r"долж|обязат|нельзя|запрещ|всегда|никогда|только",
    re.I,
)
_BINDS = re.compile(
    r"\b(?:must|shall|has to|have to|need(?:s)? to|required?|mandatory|at (?:the )?(?:most|least|latest)|no (?:more|less|fewer|later|earlier) than|not (?:more|less|later) than|"
    r"(?:less|fewer|more) than|up to|not exceed|under|below|within|limit(?:ed)?|max(?:imum)?|min(?:imum)?|cap(?:ped)?|only|never|do not|don['’]t|mustn['’]t|not allowed|forbidden|"
    r"deadline|due|no later|until|before|by (?:the )?(?:end\b|noon|midnight|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec|\d)\w*)\b|[≤≥]|"
    r"должн|обязат|нельзя|запрещ|никогда|не (?:более|больше|менее|меньше|позже|позднее|выше|ниже|превыша)|максимум|минимум|срок|\bдо \d|только|"
    r"\b(?:muss|müssen|darf|dürfen|höchstens|mindestens|spätestens|niemals|frist|bis (?:zum|spätestens)|doit|doivent|au plus|au moins|jamais|avant le|interdit|"
    r"debe|deben|como (?:máximo|mínimo)|nunca|antes del|prohibido|plazo)\b",
    re.I,
)
"""Words by which a source itself says that something binds."""
_BUILDS = re.compile(
    r"^(?:please )?(?:implement|develop|create|design|build|add|ensure|support|display|handle|allow|prevent|validate|store|show|реализ|добав|обеспеч)\w*\b",
    re.I,
)
_VAGUE = re.compile(
    r"\b(?:accura\w+|complete|correct|careful|proper|appropriate|acceptable|clear|reliable|balanced|efficient|best|well|good|high.quality)(?:ly)?\b|корректн|аккуратн|качественн",
    re.I,
)
_FIRM = re.compile(r"\d|(?<!\w)['\"‘“«`]")
_DAY_DOT_MONTH = re.compile(r"\d{1,2}\.\d{1,2}\.?")
_LOOSE_ITEM = re.compile(r"\b(?:you|can|if|that|which|etc|will|is|are|it)\b", re.I)
_HEDGED = re.compile(
    r"\b(?:might|maybe|perhaps|probably|possibly|could|e\.g\.|for example|such as|would)\b|возможно|наверное|например",
    re.I,
)
_BASE: dict[FactKind, float] = {
    "limit": 3.0,
    "prohibition": 2.6,
    "date": 2.2,
    "list": 1.8,
    "requirement": 1.8,
    "identifier": 1.4,
    "value": 1.4,
    "entity": 1.0,
    "free_text": 0.4,
}
_CONDITIONS = ("limit", "date", "value", "list", "entity")
"""What a condition in the middle of a question can be; a rule is a sentence of its own."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text of the run in which facts may stand."""

    text: str
    seq: int | None
    owner: str
    to: tuple[str, ...]
    source: str
    weight: float
    record: bool = False
    offset: int = 0
    """Where the text begins in that event."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a check can be made of."""

    passage: Passage
    kind: FactKind
    text: Source
    check: FactCheck
    score: float
    order: int


def make_candidate(passage: Passage, text: Source, order: int) -> Candidate | None:
    """Return a passage as a candidate, or None if it is no fact that a check can hold on to.

    Args:
        passage: What was said.
        text: Where it stands.
        order: Its place among all that was read.
    """
    statement = passage.statement
    if statement.endswith("?") or _CHAT.search(statement) or _TALK.search(statement):
        return None
    if is_manner(statement):
        return None
    if _HANGS.search(statement) or (_HEDGED.search(statement) and not passage.pair):
        return None
    if text.record and not passage.pair:
        return None
    if text.source != "the task" and _JUDGES.search(statement):
        return None
    kind = _kind(passage, text)
    if kind is None:
        return None
    try:
        check = compile_fact(Fact(id="guess", statement=statement, kind=kind))
    except (DocumentError, ValueError, ArithmeticError, RecursionError):
        return None
    if not _typed(check, passage, text):
        return None
    score = _BASE[kind] + text.weight + (0.8 if passage.headed else 0.0)
    score += 0.3 if passage.pair and not text.record else 0.0
    score -= 0.4 if len(statement) > 160 else 0.0
    return Candidate(passage, kind, text, check, score, order)


def is_binding(candidate: Candidate) -> bool:
    """Whether the source itself says that the fact binds: 'must', 'at most', 'never', a deadline."""
    if candidate.text.record:
        return False
    return candidate.passage.binding or _BINDS.search(candidate.passage.statement) is not None


def make_condition(quoted: Sequence[Passage], text: Source, order: int) -> Candidate | None:
    """Return a condition of a question as a candidate, in the shortest words that say of what it is.

    Args:
        quoted: What it may be quoted as, the shortest first.
        text: Where it stands.
        order: Its place among all that was read.
    """
    vague: Candidate | None = None
    for passage in quoted if _holds(quoted[0].statement) else quoted[:1]:
        kind = guess_kind(passage.statement)
        if _TALK.search(passage.statement) or kind not in _CONDITIONS:
            continue
        try:
            check = compile_fact(Fact(id="guess", statement=passage.statement, kind=kind))
        except (DocumentError, ValueError, ArithmeticError, RecursionError):
            continue
        firm = bool(check.spec.names) if kind == "entity" else _typed(check, passage, text)
        if not firm:
            continue
        before = text.text[passage.start : vague.passage.start] if vague is not None else ""
        if _holds(before):
            break  # what stands before it is a condition of its own
        made = Candidate(passage, kind, text, check, _BASE[kind] + text.weight - 1.0, order)
        if len(check.spec.subject) > 1:
            return made
        vague = made
    return vague if vague and vague.check.spec.subject else None


def _holds(words: str) -> bool:
    """Whether words name an amount, a day or a time."""
    if not any(c.isalnum() for c in words):
        return False
    view = read_text(words)
    return bool(view.quantities or view.moments)


def _kind(passage: Passage, text: Source) -> FactKind | None:
    kind = guess_kind(passage.statement)
    if kind == "date" and not _dated(passage.statement):
        kind = "requirement" if _RULE.search(passage.statement) else "free_text"
    soft = kind in ("requirement", "free_text", "value", "entity") and not passage.pair
    if soft and text.source == "the task" and _ASKS_FOR.search(passage.statement):
        return "requirement"
    if soft and passage.headed and _BUILDS.search(passage.statement):
        return "requirement"
    if kind == "requirement" and not _RULE.search(passage.statement):
        short = passage.bullet and len(passage.statement.split()) <= 12
        return kind if short else None
    if kind == "free_text":
        return None  # nothing that a check could hold on to
    return kind


def _is_placed(moment: Moment) -> bool:
    """Whether a moment says when: a month alone may be a name, a day alone a count."""
    by_month = moment.month is not None and (moment.day is not None or moment.year is not None)
    return by_month or moment.minute is not None or moment.weekday is not None


def _dated(statement: str) -> bool:
    """Whether the sentence names a day or a time; '3.11' may as well be a version."""
    moments = compile_fact(Fact(id="guess", statement=statement, kind="date")).spec.moments
    return any(
        _is_placed(m) and not _DAY_DOT_MONTH.fullmatch(statement[m.start : m.end]) for m in moments
    )


def _typed(check: FactCheck, passage: Passage, text: Source) -> bool:
    """Whether the check has something firm to hold on to."""
    spec, kind, said = check.spec, check.fact.kind, check.fact.statement
    if kind in ("limit", "value"):
        firm = [
            q
            for q in spec.quantities
            if not q.weak and not q.approx and said[q.end : q.end + 1] != "-" and not _year(q)
        ]
        measured = any(q.dim or q.counted for q in firm)
        told_apart = len(spec.subject) > (1 if text.record else 0)
        return bool(firm) and (measured or passage.pair) and len(firm) <= 3 and told_apart
    if kind == "date":
        dated = [m for m in spec.moments if _is_placed(m)]
        return bool(dated) and len(dated) <= 3 and bool(spec.subject)
    if kind == "list":
        short = all(len(i.split()) <= 6 and not _LOOSE_ITEM.search(i) for i in spec.items)
        return 2 <= len(spec.items) <= 10 and short and not re.search(r"[\[\]{}]", said)
    if kind == "identifier":
        return bool(spec.identifiers) and (passage.pair or passage.headed or text.weight > 0)
    if kind == "entity":
        named = passage.headed or text.source == "the task" or passage.bullet
        return passage.pair and named and not text.record and bool(spec.names)
    return len(said.split()) >= 3 and not (_VAGUE.search(said) and not _FIRM.search(said))


def _year(quantity: Quantity) -> bool:
    """Whether a bare number is a year, which tells apart and is no value of its own."""
    return not quantity.dim and quantity.low == quantity.high and 1500 <= quantity.low <= 2100


def same_fact(one: Candidate, other: Candidate) -> bool:
    """Whether two passages say the same; the better one was taken already."""
    a, b = one.passage.statement, other.passage.statement
    if a.casefold() == b.casefold() or a in b or b in a:
        return True
    words, others = _words(a), _words(b)
    if len(words & others) >= 0.7 * min(len(words), len(others)):
        return True
    return other.check.states(a).conveyed or one.check.states(b).conveyed


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2}
