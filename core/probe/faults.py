"""Handoff faults: the smallest edit of a text after which one fact is gone, by the fact's own check.

*drop*: the fact is left out of a handoff. *ignore*: a recipient's own output works without it.
*misroute*: the text goes to somebody else. *delay*: left out now, said with the sender's next text.
*stale*: an earlier value of the run stands in its place. *wrong*: another value does. *truncate*: a
list loses its last item. (Method, section 2, 'Probe', names the first three; the others are ours.)

An edit counts only if every other fact reads as before. What can't be done cleanly is skipped, with
the reason; nothing is injected by force.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from core.contract.checks import FactCheck
from core.live.route import TO_LINE

FaultName: TypeAlias = Literal["drop", "ignore", "misroute", "delay", "stale", "wrong", "truncate"]
FAULTS: tuple[FaultName, ...] = get_args(FaultName)
_PASSAGE = re.compile(r"[^\n]+?(?:[.!?](?=\s|$)|(?=\n)|$)")
_CLAUSE = re.compile(r"[^,;]+(?:[,;]|$)")
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_ROUNDS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """A text at a boundary, recorded or live, and what is known around it."""

    sender: str
    text: str
    recipients: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Agents to whom the sender might have sent it instead; empty: it has no choice."""
    is_output: bool = False
    """Whether it is its author's own work, so that it must reflect what the author was told."""
    writes_again: bool = False
    """Whether the sender writes to one of the recipients later in the run."""
    earlier: tuple[str, ...] = ()
    """Texts of the run before it, documents included, the newest last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A handoff with one fault in it."""

    fault: FaultName
    fact: str
    text: str
    recipients: tuple[str, ...]
    removed: tuple[str, ...] = ()
    """Passages that are gone, word for word."""
    put: str = ""
    """What stands there instead."""
    later: str = ""
    """delay: what the sender adds to its next text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """A fault that can't be injected cleanly."""

    fault: FaultName
    fact: str
    reason: str


def inject(
    handoff: Handoff, fault: FaultName, fact: str, checks: Mapping[str, FactCheck]
) -> Edit | Skip:
    """Put one fault into a handoff.

    Args:
        handoff: The text and what is around it.
        fault: Which fault.
        fact: Id of the fact that it hits.
        checks: Compiled checks of every fact of the contract.

    Returns:
        The edited handoff, checked; or why the fault can't be injected here.

    Example:
        >>> from core.contract.checks import compile_fact
        >>> from core.contract.model import Fact
        >>> day = compile_fact(Fact(id="day", statement="The tour starts on June 3", kind="date"))
        >>> brief = Handoff(sender="Scout", text="Nine hikers come. The tour starts on June 3.")
        >>> inject(brief, "drop", "day", {"day": day}).text
        'Nine hikers come.'
    """
    check = checks[fact]

    def skip(reason: str) -> Skip:
        return Skip(fault=fault, fact=fact, reason=reason)

    works = fault == "ignore"
    if works and not handoff.is_output:
        return skip("the text is no work product")
    if not _has(check, handoff.text, works):
        return skip("the text doesn't convey the fact")
    if fault == "misroute":
        return _misroute(handoff, fact) or skip("the sender has no choice of recipients")
    if fault == "delay" and not handoff.writes_again:
        return skip("the sender doesn't write to this recipient again")
    changed = _changed(handoff, fault, check)
    if isinstance(changed, str):
        return skip(changed)
    for text, removed, put in changed:
        if not text.strip() or _spoiled(handoff.text, text, fact, checks, works):
            continue
        if fault == "truncate" and not check.states(text, in_run=True).partial:
            continue
        later = "\n".join(part.strip() for part in removed) if fault == "delay" else ""
        return Edit(
            fault=fault, fact=fact, text=text, recipients=handoff.recipients,
            removed=removed, put=put, later=later,
        )  # fmt: skip
    return skip("no edit takes this fact away and leaves all others as they are")


def without(text: str, check: FactCheck) -> str:
    """Return a text without the passages that state a fact; other facts in them are lost too."""
    return next((left for left, _, _ in _without(text, check, works=False)), text)


Changed: TypeAlias = Iterator[tuple[str, tuple[str, ...], str]]
"""Candidate texts with what was removed and what was put there, the smallest edit first."""


def _changed(handoff: Handoff, fault: FaultName, check: FactCheck) -> Changed | str:
    if fault in ("drop", "delay", "ignore"):
        return _without(handoff.text, check, works=fault == "ignore")
    if fault == "wrong":
        return _other_numbers(handoff.text, check)
    if fault == "truncate":
        if len(check.spec.items) < 2:
            return "the fact is no list"
        return _shorter(handoff.text, check)
    earlier = _earlier_value(handoff, check)
    if not earlier:
        return "no earlier value of the fact stands in the run"
    return _in_place(handoff.text, check, earlier)


# -- reading ------------------------------------------------------------------------------------


def _has(check: FactCheck, text: str, works: bool) -> bool:
    verdict = check.reflects(text) if works else check.states(text, in_run=True)
    return verdict.label == "conveyed"


def _gone(check: FactCheck, text: str, works: bool) -> bool:
    """Whether the fact is surely not there: no doubt that leans to it."""
    verdicts = [check.states(text, in_run=True), *([check.reflects(text)] if works else [])]
    return all(v.label != "conveyed" and v.lean != "conveyed" for v in verdicts)


def _spoiled(
    before: str, after: str, fact: str, checks: Mapping[str, FactCheck], works: bool
) -> bool:
    """Whether the fact is still there, or another one reads otherwise than before."""
    if not _gone(checks[fact], after, works):
        return True
    return any(
        _reading(check, before) != _reading(check, after)
        for name, check in checks.items()
        if name != fact
    )


def _reading(check: FactCheck, text: str) -> tuple[object, ...]:
    """What a check finds. Not how sure it is: that depends a little on the length of the text."""
    states, reflects = check.states(text, in_run=True), check.reflects(text)
    return (states.lean, frozenset(states.found), states.other_value, reflects.lean)


def _where(check: FactCheck, text: str, works: bool) -> tuple[int, int] | None:
    """Return what still conveys the fact."""
    found = [check.states(text, in_run=True), *([check.reflects(text)] if works else [])]
    for verdict in found:
        if (verdict.label == "conveyed" or verdict.lean == "conveyed") and verdict.span:
            return verdict.span
    return None


def _around(text: str, place: int, pieces: re.Pattern[str]) -> tuple[int, int]:
    for match in pieces.finditer(text):
        if match.start() <= place < match.end():
            return match.start(), match.end()
    return place, place


# -- editing ------------------------------------------------------------------------------------


def _without(text: str, check: FactCheck, *, works: bool) -> Changed:
    for pieces in (_PASSAGE, _CLAUSE):
        left, removed = text, []
        for _ in range(_ROUNDS):
            span = _where(check, left, works)
            if span is None:
                break
            start, end = _around(left, span[0], _PASSAGE)
            if pieces is _CLAUSE:
                inner = _around(left[start:end], span[0] - start, _CLAUSE)
                start, end = start + inner[0], start + inner[1]
            removed.append(left[start:end])
            left = _joined(left[:start], left[end:])
        if removed:
            yield left, tuple(removed), ""


def _joined(head: str, tail: str) -> str:
    """Join what was around a passage, with one break where there were two."""
    if not head.strip():
        return tail.lstrip("\n ") if not head else head + tail.lstrip()
    if tail.startswith("\n") and head.endswith("\n"):
        return head + tail[1:]
    return head.rstrip(" ") + tail if head.endswith(" ") else head + tail


def _other_numbers(text: str, check: FactCheck) -> Changed:
    span = _where(check, text, False)
    if span is None:
        return
    start, end = _around(text, span[0], _PASSAGE)
    seen = {match.group() for match in _NUMBER.finditer(text[start : max(end, span[1])])}
    inside = {match.group() for match in _NUMBER.finditer(text[span[0] : span[1]])}
    for number in sorted(seen, key=lambda n: (n not in inside, -len(n), n)):
        other = _other(number)
        pattern = rf"(?<![\d.,]){re.escape(number)}(?![\d]|[.,]\d)"
        yield re.sub(pattern, other, text), (number,), other


def _other(number: str) -> str:
    """Return another number of the same look: its last digit that is no zero is changed."""
    places = [n for n, ch in enumerate(number) if ch in "123456789"]
    if not places:
        return number + "1"
    last = places[-1]
    return number[:last] + str((int(number[last]) + 4) % 9 + 1) + number[last + 1 :]


def _shorter(text: str, check: FactCheck) -> Changed:
    for item in reversed(check.states(text, in_run=True).found or check.spec.items):
        name = re.escape(item).replace(r"\ ", r"\s+")
        pattern = rf"(?:,?\s*(?:\band\b|&)\s+|,\s*|\n[-*•]\s*)?\b(?:the\s+)?{name}"
        if re.search(pattern, text, re.IGNORECASE):
            yield re.sub(pattern, "", text, flags=re.IGNORECASE), (item,), ""


def _earlier_value(handoff: Handoff, check: FactCheck) -> str:
    for text in reversed(handoff.earlier):
        verdict = check.states(text, in_run=True)
        if verdict.label == "contradicted" and verdict.span:
            start, end = _around(text, verdict.span[0], _PASSAGE)
            return text[start:end].strip()
    return ""


def _in_place(text: str, check: FactCheck, passage: str) -> Changed:
    span = _where(check, text, False)
    if span is not None:
        start, end = _around(text, span[0], _PASSAGE)
        yield text[:start] + passage + text[end:], (text[start:end],), passage


def _misroute(handoff: Handoff, fact: str) -> Edit | None:
    others = [name for name in handoff.others if name not in handoff.recipients]
    if not others or not handoff.recipients:
        return None
    head = TO_LINE.match(handoff.text)
    text = f"TO: {others[0]}\n{handoff.text[head.end() :]}" if head else handoff.text
    return Edit(
        fault="misroute", fact=fact, text=text, recipients=(others[0],),
        removed=handoff.recipients, put=others[0],
    )  # fmt: skip
