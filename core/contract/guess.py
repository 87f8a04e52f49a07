"""What is guessed about a fact from its sentence alone: its kind, and a short id."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.contract.checks import compile_fact
from core.contract.checks.items import list_items
from core.contract.model import Fact, FactKind
from core.errors import DocumentError
from core.trace.manner import words_of_matter

_FORBIDS = re.compile(
    r"\b(?:never|must not|mustn't|do not|don't|may not|not allowed|no mention|without mentioning|forbidden|avoid)\b|"
    r"никогда|нельзя|не (?:упомин|называ|должн|использ|раскрыва)|запрещ",
    re.I,
)
_LIMITS = re.compile(
    r"\b(?:at most|at least|no more than|not more than|no less than|(?:less|fewer|more) than|up to|not exceed|max(?:imum)?|min(?:imum)?|below|under|over|cap)\b|[≤≥<>]|"
    r"не (?:более|больше|менее|меньше|выше|ниже|превыша)|максимум|минимум",
    re.I,
)
_REQUIRES = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|required?|includes?|ensure|always)\b|долж|обязат|включа|всегда|необходим",
    re.I,
)
_CODE = re.compile(
    r"\b(?=\w*\d)(?=\w*[^\W\d])[\w-]{4,}\b|\b[A-Z]{2,}[-_ ]\d[\w-]*|https?://|\S+@\S+\.\w"
)
_BETWEEN_ITEMS = re.compile(r"[,;](?!\d)")
"""A comma inside a number is none between items."""
_AMOUNT = re.compile(r"\w\s+[$€£₽]?\s?\d|\d\s*[$€£₽%]|[$€£₽]\s?\d|\d\s+\w")
"""A number among other words: 'total $1,200', unlike the code 'A1'."""
_VALUE_FIRST = re.compile(r"\s*[$€£₽]?\s?\d")
_PERIOD = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b20\d\d-\d\d-\d\d\b")


def _has_moment(text: str) -> bool:
    try:
        return bool(compile_fact(Fact(id="guess", statement=text, kind="date")).spec.moments)
    except (DocumentError, ValueError, ArithmeticError, RecursionError):
        return False


def _is_list(rest: str) -> bool:
    """Whether what follows a colon names items; two clauses with amounts are none."""
    if not _BETWEEN_ITEMS.search(rest) or _VALUE_FIRST.match(rest):
        return False
    items = list_items(f"Items: {rest}")
    return len(items) > 2 or not any(_AMOUNT.search(item) for item in items)


def guess_kind(statement: str) -> FactKind:
    """Guess a fact's kind from its sentence; the author sees the guess and can change it."""
    text = statement.strip()
    if _FORBIDS.search(text):
        return "prohibition"
    head, colon, rest = text.partition(":")
    digits = any(c.isdigit() for c in text)
    bounded = bool(re.search(r"\d", rest) and _LIMITS.search(rest))
    if colon and not bounded and _is_list(rest):
        return "list"
    if digits and _LIMITS.search(text):
        return "limit"
    if digits:
        if _PERIOD.search(text) or _has_moment(text):
            return "date"
        return "identifier" if _CODE.search(text) else "value"
    if _REQUIRES.search(text):
        return "requirement"
    words = (head if not colon else rest).split()
    named = [word for word in words[1:] if word[:1].isupper()]
    return "entity" if named else "free_text"


_LATIN = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" "),
        strict=True,
    )
)
_SMALL = frozenset(
    "the a an is are be must should shall has have to of and or for in on at by with it its that this our their "
    "most least no not more than never do up was were will can may "
    "не и в на с по для до от что это более менее никогда должен должна должно должны быть".split()
)


def suggest_id(statement: str, taken: Sequence[str]) -> str:
    """Suggest a short id from a sentence: 'The budget is at most $45,000' gives 'budget'."""
    head = statement.partition(":")[0]
    # 'Please solve the puzzle for each row' is about the puzzle and the row.
    said = " ".join(word.partition("'")[0] for word in words_of_matter(head))
    parts = re.findall(r"[^\W\d_]+", said.lower()) or re.findall(r"[^\W\d_]+", head.lower())
    latin = ["".join(_LATIN.get(c, c) for c in word) for word in parts if word not in _SMALL]
    kept = [word for word in latin if word.isascii() and len(word) > 1]
    stem = "-".join(kept[:1] if len("".join(kept[:1])) > 8 else kept[:2])[:32].strip("-")
    stem = stem or "fact"
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return name
