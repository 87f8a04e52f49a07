"""A fact's compiled check."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.contract.checks import (
    decide_date,
    decide_identifier,
    decide_list,
    decide_name,
    decide_period,
    decide_quantity,
    decide_rule,
    manual,
)
from core.contract.checks.attach import placed
from core.contract.checks.calibrate import to_verdict
from core.contract.checks.evidence import Finding
from core.contract.checks.model import Verdict
from core.contract.checks.other_thing import about_another
from core.contract.checks.plain import left_open
from core.contract.checks.plain_turns import turned_plainly
from core.contract.checks.slots import swapped
from core.contract.checks.spec import FactSpec, parse
from core.contract.checks.spotlight import spotlight
from core.contract.checks.verbatim import verbatim
from core.contract.checks.view import TextView, read_text
from core.contract.checks.weigh import features
from core.contract.checks.wording import describe
from core.contract.checks.work import lenient
from core.contract.model import Fact
from core.errors import DocumentError


@dataclass(frozen=True, slots=True)
class FactCheck:
    """A fact as a typed check on texts. Make it with ``compile_fact``."""

    fact: Fact
    spec: FactSpec
    words: str
    """The check in words, for the author: 'budget: at most 45 000 USD'."""
    pattern: re.Pattern[str] | None = None
    phrases: tuple[str, ...] = ()
    type: str = field(default="auto")

    def states(self, text: str | TextView, *, in_run: bool = False) -> Verdict:
        """Say whether a text conveys the fact.

        Args:
            text: The text, or what ``read_text`` made of it.
            in_run: The text is an event of a run whose agents need the fact. What sounds like the
                fact is the fact more often there than in a text about which nothing is known; only
                the confidence depends on it.

        Returns:
            conveyed, contradicted, not_conveyed or unsure, with span and reason.
        """
        return self._verdict(text, work=False, in_run=in_run)

    def reflects(self, text: str | TextView) -> Verdict:
        """Say whether a work product reflects the fact.

        A limit is reflected by staying inside it, a requirement by obeying, a prohibition also by
        silence; anything else by stating it or working with it.

        Args:
            text: The work product, or what ``read_text`` made of it.

        Returns:
            conveyed: reflects it; contradicted: breaks it; not_conveyed: ignores it; or unsure.
        """
        return self._verdict(text, work=True, in_run=True)

    def _verdict(self, text: str | TextView, *, work: bool, in_run: bool) -> Verdict:
        read = read_text(text) if isinstance(text, str) else text
        view = self.reads(read, alone=not (work or in_run))
        finding = self.find(view, work=work, alone=not (work or in_run))
        if self.type != "auto":
            return to_verdict(finding, {})
        values = features(self.spec, view, finding, work=work, run=in_run)
        return to_verdict(finding, values, single=not (work or in_run))

    def reads(self, view: TextView, *, alone: bool = True) -> TextView:
        """Return a text without what it says of other things that stand beside the fact's.

        Args:
            view: The text.
            alone: It is no event of a run.
        """
        return view if self.type != "auto" else spotlight(self.spec, view, alone=alone)

    def find(self, view: TextView, *, work: bool, alone: bool = True) -> Finding:
        """Return what the decider of the fact's kind finds, before it is calibrated.

        Args:
            view: The text, as ``reads`` returns it.
            work: It is a work product.
            alone: It is no event of a run. In a run 'please plan for 12 shops' is the offer's number: there
                a thing that isn't named is hardly another one, and a needless alarm does more harm than none.
        """
        finding = self._find(view, work)
        if self.type != "auto":
            return finding
        finding = left_open(self.spec, view, finding)
        if not work:
            finding = verbatim(self.spec, view, placed(self.spec, view, finding))
            if alone:
                finding = about_another(self.spec, view, finding)
            finding = turned_plainly(self.spec, view, finding)
            if alone:
                finding = swapped(self.spec, view, finding)
        return lenient(self.spec, view, finding) if work else finding

    def _find(self, view: TextView, work: bool) -> Finding:
        if self.pattern is not None:
            return manual.decide_regex(self.pattern, view)
        if self.phrases:
            return manual.decide_phrase(self.phrases, view)
        kind = self.fact.kind
        if kind == "date" and self.spec.moments:
            return decide_date.decide(self.spec, view, work=work)
        if kind == "date":
            period = decide_period.decide_period(self.spec, view)
            if period is not None:
                return period
            if any(q.dim == "time" for q in self.spec.quantities):
                return Finding(
                    "not_conveyed",
                    0.6,
                    "The period is not stated.",
                    rival="conveyed",
                    code="period-not-stated",
                )
        if kind == "identifier" and (self.spec.identifiers or self.spec.names):
            return decide_identifier.decide_identifier(self.spec, view)
        if kind == "value" and self.spec.identifiers:
            return decide_identifier.decide_identifier(self.spec, view)
        if kind == "list" and self.spec.items:
            return decide_list.decide(self.spec, view)
        if kind == "entity" and self.spec.names:
            return decide_name.decide_entity(self.spec, view, work=work)
        if kind in ("value", "limit", "date") and self.spec.quantities:
            return decide_quantity.decide(self.spec, view, work=work)
        return decide_rule.decide(self.spec, view, work=work)


def compile_fact(fact: Fact) -> FactCheck:
    """Turn a fact into its check.

    Args:
        fact: The fact with statement, kind, aliases and check specification.

    Returns:
        The check, ready for any number of texts.

    Raises:
        DocumentError: If the check is written by hand and its pattern is empty or unsafe.
    """
    spec = parse(fact)
    if fact.check.type == "regex":
        compiled = manual.compile_regex(fact.check.pattern)
        return FactCheck(
            fact, spec, f"text matches /{fact.check.pattern}/", pattern=compiled, type="regex"
        )
    if fact.check.type == "phrase":
        phrase = " ".join(fact.check.pattern.split())
        if not phrase:
            raise DocumentError(
                "The phrase to look for is empty.", hint="Write the phrase into check.pattern."
            )
        if len(phrase) > manual.MAX_PATTERN:
            raise DocumentError(
                f"The phrase is longer than {manual.MAX_PATTERN} characters.",
                hint="Use a shorter one.",
            )
        phrases = (phrase, *(alias for alias in fact.aliases if alias.strip()))
        return FactCheck(fact, spec, f"text contains “{phrase}”", phrases=phrases, type="phrase")
    return FactCheck(fact, spec, describe(spec))
