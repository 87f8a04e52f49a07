"""The author's side: a fact's statement parsed into what has to be found in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from core.contract.checks import cues
from core.contract.checks.moments import Moment
from core.contract.checks.quantities import Comparator, Quantity
from core.contract.checks.view import TextView, read_text
from core.contract.checks.words import STOP, Token, tokenize
from core.contract.model import Fact

GENERIC = frozenset(
    ["#client", "#team", "#patient", "#person", "#number", "#contract", "#require", "#include", "#exclude", "#only", "#forbid", "#cap", "#least", "#day", "#group", "#total"]
)
"""Concepts that say little about which quantity is meant."""

_STRUCTURE = frozenset(["#cap", "#least", "#require", "#only", "#include", "#exclude", "#forbid"])
_CONDITION = re.compile(
    r"\b(?:provided(?: that)?|if|unless|only if|on condition that|as long as|after|before|until|when|once|при условии(?:, что)?|если|"
    r"после|только после|wenn|sofern|falls|à condition que|si|siempre que)\s+(?P<rest>.+)$",
    re.I,
)
_INCLUSION = re.compile(
    r"(?P<word>[^\W\d_]+)\s+(?P<after>included|excluded|включ[её]н\w*|inklusive|inbegriffen|compris\w*|exclu\w*|incluid\w*|excluid\w*)|"
    r"(?P<sign>including|incl\.?|inclusive of|with|excluding|excl\.?|exclusive of|without|net of|plus|с|без|включая|"
    r"inkl\.?|einschließlich|mit|ohne|zzgl\.?|exkl\.?|avec|sans|hors|y compris|con|sin|más)\s+(?:the\s+)?(?P<object>[^\W\d_]+)",
    re.I,
)
_EXCLUDES = re.compile(
    r"^(?:exclu|excl|without|net of|plus|без|ohne|zzgl|exkl|sans|hors|sin|más|not)", re.I
)
_IDENTIFIER = re.compile(
    r"(?<![\w.])(?:#\s?\d[\w-]*|№\s?[\w-]+(?:-\w+)*|[A-Za-zА-Яа-я]*\d[\w]*(?:[./_-][\w]+)+|[A-ZА-ЯЁ]{2,}[-_ ]?\d[\w-]*(?:[-/]\w+)*|"
    r"[A-Za-zА-Яа-я]+[\w]*(?:[_/][\w.]+)+|[A-Z]+\d+[\w]*|\d+[A-Z][\w]*)"
)
_COPULA = re.compile(
    r"(?:\b(?:is|are|was|were|be|equals?|must|may|can|will|shall|should|has|have|delivers?|contains?|belongs?|consists?|allowed|runs?|starts?|ends?|closes|opens|"
    r"не может|составляет|равн\w+|должн\w+|требуют|назначен\w*|истекает|действует|ist|sind|war|beträgt|muss|est|sont|doit|es|son|debe)\b|—|–|:|=)",
    re.I,
)
_ITEM_SPLIT = re.compile(
    r"\s*(?:,|;|\n|\s/\s|\band\b|\bas well as\b|\bplus\b|\s&\s|\sи\s|\sund\b|\bsowie\b|\bet\b|\sy\s|\se\s)\s*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a fact: what it may be matched by, and how much it matters."""

    word: str
    senses: frozenset[str]
    weight: float
    start: int = 0


@dataclass(frozen=True, slots=True)
class Inclusion:
    """'VAT excluded', 'with breakfast': what is part of the value, or not."""

    senses: frozenset[str]
    word: str
    included: bool


@dataclass(frozen=True, slots=True)
class FactSpec:
    """All that a statement asks for."""

    fact: Fact
    view: TextView
    subject: tuple[Term, ...]
    """Content words outside the value."""
    quantities: tuple[Quantity, ...] = ()
    moments: tuple[Moment, ...] = ()
    identifiers: tuple[str, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    """Names of the entity: each a tuple of words; aliases are further ways to say it."""
    items: tuple[str, ...] = ()
    conditions: tuple[Term, ...] = ()
    inclusions: tuple[Inclusion, ...] = ()
    comparator: Comparator = "eq"
    negative: bool = False
    """The statement says that something is not so."""
    extra: dict[str, str] = field(default_factory=dict)


def parse(fact: Fact) -> FactSpec:
    """Parse a fact's statement.

    Args:
        fact: The fact; its kind decides what the statement is searched for.

    Returns:
        What a text has to say to convey it.
    """
    statement = fact.statement
    view = read_text(statement)
    quantities, moments = view.quantities, view.moments
    identifiers: tuple[str, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    if fact.kind in ("identifier",):
        identifiers = tuple(
            dict.fromkeys(m.group().strip() for m in _IDENTIFIER.finditer(statement))
        )
        if not identifiers:
            identifiers = tuple(re.findall(r"\b\d[\d.]*\b", statement))
    if fact.kind == "date":
        quantities = tuple(q for q in quantities if q.dim == "time")
    elif fact.kind not in ("list",):
        moments = moments if fact.kind in ("requirement", "prohibition") else ()
    if fact.kind == "list":
        items = list_items(statement)
    if fact.kind in ("entity", "identifier") or (fact.kind == "value" and not quantities):
        names = _names(fact, view)
    condition = _CONDITION.search(statement) if fact.kind in ("limit", "value") else None
    limit = condition.start() if condition else len(statement)
    if condition and not _content(tokenize(condition["rest"])):
        condition, limit = None, len(statement)
    kept = tuple(q for q in quantities if q.start < limit)
    inclusions = _inclusions(statement) if fact.kind in ("limit", "value") else ()
    spans = [(q.start, q.end) for q in kept] + [(m.start, m.end) for m in moments]
    subject = _subject(view, spans, limit, names, inclusions)
    return FactSpec(
        fact=fact,
        view=view,
        subject=subject,
        quantities=kept,
        moments=moments,
        identifiers=identifiers,
        names=names,
        items=items,
        conditions=tuple(_terms(_content(view.words(limit, len(statement))))) if condition else (),
        inclusions=inclusions,
        comparator=_comparator(fact, kept),
        negative=bool(cues.NEGATION.search(_without_limits(statement))),
    )


def _without_limits(statement: str) -> str:
    return re.sub(
        r"\b(?:no|not|never|не|nicht|pas)\s+(?:more|longer|later|less|fewer|higher|over|above|below|exceed\w*|более|больше|выше|позднее|позже|превыша\w+|может превыша\w+|mehr|plus)|(?:must|may|can|should)(?: not|not) exceed|не может превышать|no single",
        " ",
        statement,
        flags=re.I,
    )


def _comparator(fact: Fact, quantities: tuple[Quantity, ...]) -> Comparator:
    if not quantities:
        return "eq"
    first = quantities[0]
    if fact.kind == "limit" and first.comparator == "eq":
        low = fact.statement.casefold()
        if re.search(
            r"\b(?:at least|minimum|min\.|mindest\w*|не менее|минимум|au moins|al menos|mínim\w+|minim\w+)",
            low,
        ):
            return "ge"
        if re.search(r"(?:above|over|exceed(?!ed)|свыше|über)\b", low) and not re.search(
            r"not|never|no single|не ", low
        ):
            return "gt"
        return (
            "eq"
            if re.search(r"deductible|\bis\b", low) and not re.search(r"max|limit|cap|most", low)
            else "le"
        )
    if first.comparator == "gt" and re.search(
        r"\b(?:no|not|never|nicht|ne|no single|не)\b[^.]{0,24}$",
        fact.statement[: first.start],
        re.I,
    ):
        return "le"
    return first.comparator


def _content(tokens: tuple[Token, ...]) -> list[Token]:
    return [t for t in tokens if t.low not in STOP and t.senses and not t.is_number]


def _terms(tokens: list[Token]) -> list[Term]:
    return [Term(t.text, t.senses, 0.5 if t.senses & GENERIC else 1.0, t.start) for t in tokens]


def _subject(
    view: TextView,
    spans: list[tuple[int, int]],
    limit: int,
    names: tuple[tuple[str, ...], ...],
    inclusions: tuple[Inclusion, ...],
) -> tuple[Term, ...]:
    """Content words that say what the value belongs to; the head noun weighs most."""
    named = {word.casefold() for name in names[:1] for word in name}
    included = (
        frozenset().union(*(inclusion.senses for inclusion in inclusions))
        if inclusions
        else frozenset()
    )
    tokens = [
        t
        for t in _content(view.words(0, limit))
        if not any(a <= t.start < b for a, b in spans)
        and t.text.casefold() not in named
        and not (t.senses & included)
    ]
    tokens = [t for t in tokens if not (t.senses & _STRUCTURE)] or tokens
    if not tokens:
        return ()
    copula = _COPULA.search(view.text)
    before = [t for t in tokens if copula is None or t.start < copula.start()]
    preposition = re.search(
        r"\b(?:of|on|for|in|at|to|with|per|des|der|du|de|для|на|по|в)\b",
        view.text[: copula.start() if copula else None],
    )
    group = (
        [t for t in before if preposition is None or t.start < preposition.start()]
        or before
        or tokens
    )
    head = group[-1]
    terms = []
    for t in tokens:
        weight = 1.0 if t is head else 0.6 if t in before else 0.5
        if t.senses & GENERIC and t is not head:
            weight *= 0.5
        terms.append(Term(t.text, t.senses, weight, t.start))
    return tuple(terms)


def _names(fact: Fact, view: TextView) -> tuple[tuple[str, ...], ...]:
    """Return the proper name a statement gives, and the aliases."""
    found = [
        tuple(re.findall(r"[\w'’-]+", m))
        for m in re.findall(r"[«\"“„]([^»\"”]{2,60})[»\"”]", fact.statement)
    ]
    if not found:
        runs = re.findall(
            r"(?<!^)(?<![.!?:] )\b(?:[A-ZА-ЯЁÄÖÜ][\w'’-]*(?:[ -](?=[A-ZА-ЯЁÄÖÜ0-9]))?)+[\w'’-]*",
            fact.statement,
        )
        found = [tuple(re.findall(r"[\w'’-]+", run)) for run in runs]
        found = [f for f in found if any(len(w) > 1 for w in f)]
    if not found:
        copula = _COPULA.search(view.text)
        rest = view.words(copula.end(), len(view.text)) if copula else ()
        content = tuple(t.text for t in _content(tuple(rest)))
        if content:
            found = [content]
    return (*found[-1:], *(tuple(re.findall(r"[\w'’-]+", alias)) for alias in fact.aliases))


def _inclusions(statement: str) -> tuple[Inclusion, ...]:
    found = []
    for match in _INCLUSION.finditer(statement):
        word = match["word"] or match["object"]
        sign = match["after"] or match["sign"]
        senses = tokenize(word)
        if (
            senses
            and senses[0].senses
            and (senses[0].senses & {"#tax", "#breakfast"} or match["after"] or len(sign) > 4)
        ):
            found.append(Inclusion(senses[0].senses, word, not _EXCLUDES.match(sign)))
    return tuple(found)


def list_items(statement: str) -> tuple[str, ...]:
    """Return the items of a list statement ('Formats are CSV, Parquet and XLSX')."""
    match = re.search(
        r":\s*|\b(?:are|is|includes?|in|sind|sont|son|consists? of)\b\s*:?\s*", statement
    )
    body = statement[match.end() :] if match else statement
    body = re.sub(r"\([^)]*\)", "", body)
    items = [
        re.sub(
            r"^(?:the|a|an|der|die|das|le|la|les|el|los|las)\s+", "", part.strip(" .\t"), flags=re.I
        )
        for part in _ITEM_SPLIT.split(body)
    ]
    kept: list[str] = []
    for item in items:
        if item and re.search(r"\w", item):
            kept.append(item)
    # 'wear and tear' is one item: a single word after a one-word item joined by 'and' inside a comma list.
    return tuple(_rejoin(kept, body))


def _rejoin(items: list[str], body: str) -> list[str]:
    for idiom in (
        "wear and tear",
        "terms and conditions",
        "research and development",
        "bed and breakfast",
        "health and safety",
    ):
        if idiom in body.lower():
            left, right = idiom.split(" and ")
            lowered = [i.lower() for i in items]
            if left in lowered and right in lowered:
                index = lowered.index(left)
                items = (
                    items[:index] + [idiom] + [i for i in items[index + 1 :] if i.lower() != right]
                )
    return items


def with_view(spec: FactSpec, **changes: object) -> FactSpec:
    """Return the spec with some fields replaced."""
    return replace(spec, **changes)  # type: ignore[arg-type]
