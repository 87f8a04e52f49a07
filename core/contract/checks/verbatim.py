"""A fact whose statement stands in a text word for word, or with one value or a 'not' changed.

Whatever a fact's kind makes of its words, a sentence that repeats its statement states it, and one
that repeats all but a number or puts a 'not' into it says otherwise. Rules that look for parts (a
value, a period, a name) can miss that: the author chose another kind than they expect, or the
statement is worded as something that usually isn't meant ('may be').
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from core.contract.checks import cues
from core.contract.checks.evidence import Finding
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView
from core.contract.checks.words import Token

_BEGINS = r"(?:^|(?<=\n)|(?<=[.!;]\s))[ \t>*#•·–—\-\d.)\]\[]*"
"""Where a sentence, a line or an item of a list begins."""
_ENDS = r"[ \t*_]*(?=[.!;]?(?:\s|$)(?!\s*(?:\?|,)))"
_LONGEST = 400
"""Signs of a statement that is looked for; nobody repeats a longer one."""


_FEWEST = 4
"""Words that a statement needs for a sentence to be called the same but for one of them."""
_MOST_ZONES = 400
"""Sentences of one text that are compared with one statement."""


def verbatim(spec: FactSpec, view: TextView, finding: Finding) -> Finding:
    """Return what a sentence shows that repeats the statement, or repeats it with a change.

    A text that corrects something, doesn't know something or rejects what it quotes is left to what
    the decider found: there the same words may stand in order to be taken back.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.

    Returns:
        The same finding; or one that leans to 'conveyed' for a sentence that repeats the statement,
        to 'contradicted' for one that differs in a value or by a negation, with it as the span.
    """
    return _repeated(spec, view, finding) or _altered(spec, view, finding) or finding


def _repeated(spec: FactSpec, view: TextView, finding: Finding) -> Finding | None:
    if finding.lean == "conveyed":
        return None
    words = spec.fact.statement.strip().rstrip(".!;").split()
    if not words or len(spec.fact.statement) > _LONGEST or words[0] not in view.text:
        return None
    said = r"[ \t\u00a0\u202f]+".join(re.escape(word) for word in words)
    place = re.search(f"{_BEGINS}(?P<said>{said}){_ENDS}", view.text)
    if place is None:
        return None
    start, end = place.span("said")
    if _taken_back(view, view.zone_at(start), view.text[:start] + view.text[end:]):
        return None
    return Finding(
        "conveyed",
        0.95,
        "The text repeats the fact word for word.",
        span=(start, end),
        code="verbatim",
    )


def _taken_back(view: TextView, zone: int, rest: str) -> bool:
    """Whether anything beside a sentence corrects, doesn't know, or rejects what it quotes."""
    found = signals(view)
    return bool((found.corrected | found.unknown) - {zone}) or bool(cues.REJECTED.search(rest))


def _altered(spec: FactSpec, view: TextView, finding: Finding) -> Finding | None:
    """Return a contradiction by a sentence that is the statement with one value or 'not' changed."""
    wanted = [token.low for token in spec.view.tokens]
    if finding.lean == "contradicted" or len(wanted) < _FEWEST or len(wanted) > _LONGEST // 4:
        return None
    known = frozenset(wanted)
    for index, zone in enumerate(view.zones[:_MOST_ZONES]):
        tokens = view.words(zone.start, zone.end)
        if abs(len(tokens) - len(wanted)) > 2:
            continue
        said = [token.low for token in tokens]
        if len(known & set(said)) < len(known) - 2:
            continue
        change = _only_change(wanted, said)
        if change is None:
            continue
        text = view.text[zone.start : zone.end]
        if cues.QUESTION.search(text) or cues.HYPOTHETICAL.search(text):
            continue
        if _taken_back(view, index, view.text):
            continue
        before, after = spec.view.tokens[slice(*change[0])], tokens[slice(*change[1])]
        other = view.text[after[0].start : after[-1].end] if after else ""
        if not before and after and not spec.negative and _denies(after):
            reason = f"The text repeats the fact, but with “{other}”."
        elif before and after and _is_value(spec, before) and _has_digit(after):
            reason = f"The text repeats the fact, but with {other}."
        else:
            continue
        return Finding(
            "contradicted",
            0.95,
            reason,
            span=(zone.start, zone.end),
            other_value=other,
            code="verbatim-but",
        )
    return None


def _only_change(
    wanted: list[str], said: list[str]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return where two lists of words differ, if it is in one place and by two words at most."""
    steps = SequenceMatcher(None, wanted, said, autojunk=False).get_opcodes()
    changes = [step for step in steps if step[0] != "equal"]
    if len(changes) != 1:
        return None
    _, i, j, k, m = changes[0]
    return ((i, j), (k, m)) if j - i <= 2 and m - k <= 2 else None


def _denies(tokens: tuple[Token, ...]) -> bool:
    return all(cues.NEGATION.fullmatch(token.low) or token.low in _NO_MORE for token in tokens)


_NO_MORE = frozenset({"longer", "больше", "mehr", "plus", "ya", "ne"})
"""Second words of 'no longer' and its like."""


def _has_digit(tokens: tuple[Token, ...]) -> bool:
    return any(sign.isdecimal() for token in tokens for sign in token.low)


def _is_value(spec: FactSpec, tokens: tuple[Token, ...]) -> bool:
    """Whether words of the statement are the fact's value, not a number that names its thing."""
    if not _has_digit(tokens) or spec.fact.kind not in ("value", "limit", "date"):
        return False
    start, end = tokens[0].start, tokens[-1].end
    places = [(q.start, q.end) for q in spec.quantities] + [(m.start, m.end) for m in spec.moments]
    return any(first <= start and end <= last for first, last in places)
