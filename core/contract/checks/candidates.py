"""The numbers of a text seen as possible statements of a fact's quantity."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.bounds import REFUSED
from core.contract.checks.evidence import bridged, coverage, match
from core.contract.checks.layout import Clause, Zone
from core.contract.checks.measure import comparable, rounded, same_value
from core.contract.checks.qualifiers import conflict as scope_conflict
from core.contract.checks.qualifiers import named_later
from core.contract.checks.quantities import Quantity, dimension_concept
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import GENERIC
from core.contract.checks.view import TextView, mode

_EXTRA = AnyCase(
    r"\b(?:exclu\w+|excl|without|net of|plus|extra|on top|separate\w*|not included|not include\w*|\w+n['’]t (?:\w+ )?inclu\w+|nicht (?:\w+ )?enth\w+|не включ\w+|не содерж\w+|not in the price|без|сверху|сверх|отдельно|не включ\w+|"
    r"ohne|zzgl|zuzüglich|exkl\w*|netto|sans|hors|en sus|ht|sin|más|aparte|no incluid\w+)\b",
    re.IGNORECASE,
)


_PART = AnyCase(
    r"\b(?:inclu\w+|incl|with|covers?|in the (?:price|rate)|gross|included|с|включ\w+|в том числе|уже|inkl\w*|einschließlich|mit|enth[aä]lt\w*|содерж\w+|brutto|"
    r"avec|compris\w*|ttc|con|incluid\w+)\b",
    re.IGNORECASE,
)


_LIMITING = {"#cap", "#budget", "#least", "#timeout", "#deadline", "#deductible"}


_BEYOND = AnyCase(
    r"\b(?:(?:above|beyond|over|past|exceeding) (?:that|this|it)|(?:anything|everything|nothing|whatever|whoever|any) (?:\w+ )?(?:above|over|beyond|more|longer|later|bigger|larger|higher|less|below|under)|"
    r"not (?:a|one) \w+ (?:more|longer|later|less)|(?:не )?(?:больше|выше|свыше|сверх) (?:этого|нельзя|не)|ни \w+ (?:больше|позже)|alles (?:darüber|über|was)|darüber|au-delà|tout dépassement|por encima|más allá)\b",
    re.IGNORECASE,
)
"""Words elsewhere in a sentence that make its number a limit."""


_MOST = 300
"""Numbers of one text that are weighed for one fact."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number of the text, seen as a possible statement of the fact's quantity."""

    quantity: Quantity
    about: float
    """How well the place is about the fact's subject, in [0, 1]."""
    near: float
    """The same within the clause, label and column only."""
    same: bool
    rounded: bool
    mode: str
    bound: bool
    """It is given as a limit."""
    conflict: bool
    """The text counts or names something else with it."""
    alien: bool = False
    """It belongs to another month, another numbered thing, or is the share of other things."""

    @property
    def span(self) -> tuple[int, int]:
        """Its place in the text."""
        return self.quantity.start, self.quantity.end


def candidates(spec: FactSpec, fact: Quantity, view: TextView) -> list[Candidate]:
    """Return the numbers of the text that could be the fact's, with how well they fit."""
    spec = replace(spec, subject=bridged(spec.subject, spec.view.lang, view))
    fitting = (q for q in view.quantities if comparable(fact, q))
    return [_candidate(spec, fact, q, view) for q in islice(fitting, _MOST)]


def _candidate(spec: FactSpec, fact: Quantity, q: Quantity, view: TextView) -> Candidate:
    clause = view.clauses[view.clause_at(q.start)]
    zone = view.zones[clause.zone]
    about, near = _said_of(view, q)
    heads = near.keys() | (zone.context if zone.kind in ("bullet", "row", "pair") else frozenset())
    bound = q.comparator != "eq" or bool(_LIMITING & heads) or _ruled(view, q.start)
    counted = fact.counted
    fit, near_fit = _fit(spec, about), _fit(spec, near)
    if counted and akin(counted, q.counted):
        # 'It has 48 ports': what is counted is the same, whoever 'it' is.
        plain = bool(counted & q.counted - GENERIC)
        fit, near_fit = max(fit, 0.62 if plain else 0.5), max(near_fit, 0.6 if plain else 0.5)
    conflict = bool(
        not q.dim
        and not (q.label and akin(_senses(spec), q.label))
        and (
            (
                q.counted
                and counted
                and near_fit < 0.55
                and not akin(counted, q.counted)
                and not akin(_senses(spec), q.counted)
            )
            or (
                q.counted
                and fact.dim
                and near_fit < 0.4
                and not akin(_senses(spec), q.counted)
                and not {"#cap"} & q.counted
            )
            or (
                q.label and not q.counted and not akin(_senses(spec) | counted, q.label) and counted
            )
        )
    )
    if near_fit < 0.3 and _discussed_later(spec, view, clause.zone):
        fit -= 0.25
    late = named_later(spec.subject, view, q.start)
    fit -= 0.35 * late * (1.0 - min(1.0, near_fit))
    alien = (
        scope_conflict(spec.view, spec.numbered, view, q.start)
        or _name_with_number(spec, view, q)
        or _share_of_other(spec, view, q, near)
        or _other_row(spec, view, zone, clause)
    )
    return Candidate(
        quantity=q,
        about=fit,
        near=near_fit,
        same=same_value(fact, q) and not (q.approx and not fact.approx and _round_looking(q)),
        rounded=rounded(fact, q),
        mode=_mode(view, q),
        bound=bound,
        conflict=conflict,
        alien=alien,
    )


def _said_of(view: TextView, q: Quantity) -> tuple[dict[str, float], dict[str, float]]:
    """Return the senses that a number is about, and those of its clause, label and column alone.

    Found once for each number: the answer is shared and not to be changed.
    """
    place = ("said of", id(q), 0)  # The view keeps its numbers.
    known = view.memo.get(place)
    if known is not None:
        found: tuple[dict[str, float], dict[str, float]] = known
        return found
    about = dict(view.about(q.start))
    near = dict(view.clause_senses(view.clause_at(q.start)))
    implied = dimension_concept(q.dim)
    for weights in (about, near):
        weights.update(dict.fromkeys(q.counted | q.label, 1.0))
        if implied:
            weights.setdefault(
                implied, 0.4 if q.dim == "time" or q.dim.startswith("money") else 0.7
            )
        if q.comparator != "eq":
            weights.setdefault("#cap", 0.9)
    view.memo[place] = about, near
    return about, near


def _ruled(view: TextView, position: int) -> bool:
    """Whether the clause of a number, or its sentence, is worded as a limit."""
    index = view.clause_at(position)
    known = view.memo.get(("ruled", index, 0))
    if known is None:
        clause = view.clauses[index]
        sentence = view.zone_text(clause.zone)
        known = bool(_BEYOND.search(sentence)) or bool(
            cues.LIMIT_RULE.search(view.text[clause.start : clause.end])
            and not cues.READING.search(sentence)
        )
        view.memo["ruled", index, 0] = known
    return bool(known)


def _name_with_number(spec: FactSpec, view: TextView, q: Quantity) -> bool:
    """Whether the number is part of a name ('ticket 112') of what the fact counts ('112 tickets')."""
    if q.dim or not q.label or q.counted or not q.token:
        return False
    before = view.tokens[q.token - 1].low
    return any(t.low in (before + "s", before + "es") for t in spec.view.tokens)


def _other_row(spec: FactSpec, view: TextView, zone: Zone, clause: Clause) -> bool:
    """Whether a number stands in a table's row that is named after something else than the fact's."""
    if zone.kind != "row" or spec.view.lang != view.lang or not zone.label:
        return False
    label = dict.fromkeys(zone.label, 1.0)
    named = {s for s in zone.label if not s.isdigit() and s[0] not in "@^#"}
    if not named or any(match(term, label) for term in spec.subject):
        return False
    column = dict.fromkeys(clause.context, 1.0)
    return any(match(term, column) for term in spec.subject)


_OF = AnyCase(
    r"\s?(?:of|der|des|von|de la|des|du|de los|de las|от|из|among)\s+(?:the |all |our |those |these |all of the )*(?P<what>[^\W\d_]{3,})",
    re.IGNORECASE,
)


def _share_of_other(spec: FactSpec, view: TextView, q: Quantity, near: dict[str, float]) -> bool:
    """Whether a percentage is the share of things ('4 % of customers') that the fact isn't about.

    'The fee: 4 % of the invoice' is about the fee, as that stands before the number.
    """
    if q.dim != "percent" or (match := _OF.match(view.text, q.end)) is None:
        return False
    clause = view.clauses[view.clause_at(q.start)]
    head = max(spec.subject, key=lambda term: term.weight, default=None)
    if head is None:
        return False
    before = clause.context | view.zones[clause.zone].label
    for token in view.words(clause.start, q.start):
        before |= token.senses
    if akin(head.senses, before):
        return False
    what = next(iter(view.words(match.start("what"), match.end("what"))), None)
    return what is not None and bool(what.senses) and not akin(_senses(spec), what.senses)


def _discussed_later(spec: FactSpec, view: TextView, index: int) -> bool:
    """Whether a later sentence is about the subject far better than this one."""

    def alone(i: int) -> float:
        own = view.memo.get(("own", i, 0))
        if own is None:
            senses = view.zone_senses(i) | view.zones[i].label
            own = view.memo["own", i, 0] = dict.fromkeys(senses, 1.0)
        return coverage(spec.subject, own)

    here = alone(index)
    later = range(index + 1, min(index + 4, len(view.zones)))
    return any(alone(i) >= max(0.5, here + 0.35) for i in later)


def _mode(view: TextView, q: Quantity) -> str:
    if q.dim == "time" and _elapsed(view, q):
        return "elapsed"
    found = mode(view, q.start, q.end)
    if found == "rejected" and q.comparator != "eq" and REFUSED.match(view.text, q.end):
        return "asserted"  # What is rejected lies beyond the number.
    return found


def _round_looking(q: Quantity) -> bool:
    return q.step > 1 or q.dim == ""


def _elapsed(view: TextView, q: Quantity) -> bool:
    """Whether a span of time is one that has passed ('two hours ago')."""
    before = view.text[max(0, q.start - 20) : q.start]
    return bool(cues.AGO.match(view.text[q.end : q.end + 20]) or cues.AGO_BEFORE.search(before))


def elsewhere(view: TextView, position: int) -> bool:
    """Whether the clause of a place, or its sentence so far, speaks of other cases or other times."""
    zone = view.zones[view.zone_at(position)]
    clause = view.clauses[view.clause_at(position)]
    return bool(cues.ELSEWHERE.search(view.text[zone.start : max(clause.end, position)]))


def _senses(spec: FactSpec) -> frozenset[str]:
    return (
        frozenset().union(*(term.senses for term in spec.subject)) if spec.subject else frozenset()
    )


def akin(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two groups of words share a stem, a concept or a set of synonyms."""
    return any(sense in other for sense in one if sense[0] != "^")


_UNNAMED = 0.62
"""How well any place fits a fact that names nothing but its value ('never above 60 °C')."""


def _fit(spec: FactSpec, about: dict[str, float]) -> float:
    if not spec.subject:
        return _UNNAMED
    cover = coverage(spec.subject, about)
    head = max(spec.subject, key=lambda term: term.weight)
    return 0.5 * cover + 0.5 * match(head, about)


def complete_zones(spec: FactSpec, view: TextView, found: list[Candidate]) -> set[int]:
    """Return the sentences and rows of some candidates in which the fact's other values stand too."""
    complete = set()
    for index in {view.zone_at(c.quantity.start) for c in found}:
        zone = view.zones[index]
        row = [q for q in view.quantities if zone.start <= q.start < zone.end]
        if all(
            any(comparable(k, q) and same_value(k, q) for q in row) for k in spec.quantities[1:]
        ):
            complete.add(index)
    return complete


def inclusion_state(view: TextView, senses: frozenset[str], span: tuple[int, int]) -> bool | None:
    """Whether the text says that a thing is included in a value, extra to it, or nothing."""
    best: tuple[int, bool] | None = None
    for clause in view.clauses:
        if not any(token.senses & senses for token in view.words(clause.start, clause.end)):
            continue
        text = view.text[clause.start : clause.end]
        if not (_EXTRA.search(text) or _PART.search(text)):
            zone = view.zones[clause.zone]
            text = view.text[zone.start : zone.end]
        state = False if _EXTRA.search(text) else True if _PART.search(text) else None
        distance = abs(clause.start - span[0])
        if state is not None and (best is None or distance < best[0]):
            best = (distance, state)
    if best is not None:
        return best[1]
    if "#tax" in senses:
        after = view.text[span[1] : span[1] + 14]
        if re.match(r"\W*(?:HT|netto|net)\b", after):
            return False
        if re.match(r"\W*(?:TTC|brutto|gross)\b", after):
            return True
    return None


def alike(spec: FactSpec, view: TextView, c: Candidate) -> float:
    """How much likelier a limit is the fact's by its rate ('per night') and what it includes."""
    fact = spec.quantities[0]
    senses = view.zone_senses(view.zone_at(c.quantity.start))
    parts = any(inclusion.senses & senses for inclusion in spec.inclusions)
    return 0.15 * bool(fact.per & c.quantity.per) + 0.1 * parts
