"""Work given to somebody by name without an order: 'Could Vera look at it by noon?', 'it goes to Oskar'.

The name does it: a word in capitals inside a clause that no list of function words holds, where a due time
stands beside it, or where a verb hands something over.
"""

from __future__ import annotations

from core.drift.lexicon.model import clause_pattern
from core.drift.words import Clause, Token

HANDED = clause_pattern(
    r"\b(?:would|will|should) be the (?:one|person|man|woman|right one) to\b|"
    r"\b(?:had better|had best|should best|ought to|should) be \w+(?:ed|en|t) by\b|"
    r"\b(?:is|are) (?:the one|best placed) to\b(?=.*\b(?:by|before|until)\b)"
)
"""Says who is to do something, in a roundabout way."""

_ASKING = frozenset(
    "could couldn't can can't would wouldn't will won't might shall мог могла может сможет".split()
)
_TITLES = frozenset("mr mrs ms dr prof miss sir herr frau г-н г-жа".split())
_HANDING = frozenset(
    "goes go falls fall left parked placed given handed passed over up is are rests lies belongs за на у "
    "остаётся достаётся передан передана передано".split()
)
_LINKS = frozenset("to with for by за".split())


def gives_to_somebody(clause: Clause, *, due: bool) -> bool:
    """Whether a clause gives work to somebody whom it names, apart from orders.

    Args:
        clause: The clause.
        due: Whether its sentence says by when.
    """
    tokens = clause.tokens
    if not due or len(tokens) < 3 or clause.vocative:
        return False
    if clause.question and tokens[0].lower in _ASKING:
        return _named(tokens, 1)
    return any(
        token.lower in _LINKS
        and place > 0
        and (token.lower == "за" or tokens[place - 1].lower in _HANDING)
        and _named(tokens, place + 1)
        for place, token in enumerate(tokens[:-1])
    )


def _named(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a name of a person or an agent stands at a place."""
    if place >= len(tokens):
        return False
    token = tokens[place]
    if token.lower.rstrip(".") in _TITLES:
        return True
    return token.capital and not token.kind and token.text[1:].islower() and not token.verbs
