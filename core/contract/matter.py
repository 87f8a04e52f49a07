"""Whether a run is about the matter that a contract's facts are about, not only by the same team.

A team of the same agents writes for many customers. Facts that name a number, a date, a name or a code
belong to one of them. A run in whose task, briefs, records and messages fewer than half of these
particulars stand is taken to be about something else (ours). A contract with parameters takes such
values from each run, so it says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.model import Contract, Fact
from core.trace.model import Trace

OTHER_MATTER = "Same agents, other matter"
"""How every reason begins."""
_NUMBER = re.compile(r"\d+(?:[.,\s\u00a0]\d{3})*")
_AROUND = 240
"""Characters on both sides of a particular that are read with it."""
_PLACES = 4
"""Places in one text at which a particular is looked at."""
_NAMED = 5
"""Facts that a sentence names."""


@dataclass(frozen=True, slots=True)
class Particular:
    """A fact that names something which tells one matter from another."""

    fact: str
    check: FactCheck
    marks: re.Pattern[str]
    """Without any of these a text can't state the fact: a cheap first look."""

    def stands_in(self, text: str) -> bool:
        """Return whether a text states the fact, or leans that way."""
        read, looked_at = -1, 0
        for found in self.marks.finditer(text):
            if found.start() <= read - _AROUND // 2:
                continue  # It stood in the middle of what was read already.
            if looked_at == _PLACES:
                break
            start, read = max(0, found.start() - _AROUND), found.end() + _AROUND
            looked_at += 1
            if self.check.states(read_text(text[start:read]), in_run=True).lean == "conveyed":
                return True
        return False


def particulars(contract: Contract) -> tuple[Particular, ...]:
    """Return the facts of a contract that tell its matter from others; none if it has parameters."""
    if contract.parameters:
        return ()
    return tuple(one for fact in contract.facts if (one := _particular(fact)) is not None)


def other_matter(wanted: tuple[Particular, ...], trace: Trace) -> str:
    """Return why a run seems to be about something else; '' if it doesn't, or nothing tells.

    Args:
        wanted: :func:`particulars` of the contract; a single one is too little to tell.
        trace: A run whose agents play the contract's parties.

    Returns:
        A sentence for a person, or ''.
    """
    if len(wanted) < 2:
        return ""
    missing = list(wanted)
    for text in _texts(trace):
        missing = [one for one in missing if not one.stands_in(text)]
        if 2 * (len(wanted) - len(missing)) >= len(wanted):
            return ""
    found = len(wanted) - len(missing)
    names = [one.fact for one in missing]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    stand = f"only {found} of {len(wanted)} stand" if found else f"none of {len(wanted)} stands"
    return (
        f"{OTHER_MATTER}: of the facts that name a number, a date or a name, "
        f"{stand} anywhere in it; missing {', '.join(names[:_NAMED])}{more}."
    )


def _texts(trace: Trace) -> Iterator[str]:
    """Yield what a run says, what it was asked for first."""
    yield trace.task
    yield from (str(value) for value in trace.metadata.values() if isinstance(value, str))
    for event in trace.events:
        yield event.text


def _particular(fact: Fact) -> Particular | None:
    check = compile_fact(fact)
    spec = check.spec
    marks: list[str] = []
    if fact.check.type != "auto":
        own = fact.check.pattern
        tells = any(c.isdigit() or c.isupper() for c in own)
        marks = [re.escape(own) if fact.check.type == "phrase" else f"(?:{own})"] if tells else []
    elif spec.quantities or spec.moments or spec.identifiers or spec.names or spec.has_proper:
        marks = [*_number_marks(fact), *_word_marks(spec.view.text, check)]
    if not marks:
        return None
    try:
        return Particular(fact.id, check, re.compile("|".join(dict.fromkeys(marks)), re.I))
    except re.error:
        return None  # An author's expression that only stands at the start of a pattern.


def _number_marks(fact: Fact) -> Iterator[str]:
    """Yield patterns for the numbers of a statement: 45,000 is also 45k."""
    for found in _NUMBER.finditer(fact.statement):
        digits = re.sub(r"\D", "", found.group())
        yield r"(?<!\d)" + r"[.,\s\u00a0]?".join(digits.rstrip("0") or digits)


def _word_marks(statement: str, check: FactCheck) -> Iterator[str]:
    """Yield the beginnings of the words in a statement, whatever their endings: 'two' may be 2."""
    spec = check.spec
    words: list[str] = [word for name in spec.names for word in name]
    words += [term.word for term in spec.subject]
    words += spec.identifiers
    words += [statement[m.start : m.end] for m in spec.moments]
    for word in words:
        for part in re.findall(r"[^\W\d_]{3,}", word):
            yield rf"\b{re.escape(part[:5])}"
