"""The author's side: a fact's statement parsed into what has to be found in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.items import list_items
from core.contract.checks.moment import Moment
from core.contract.checks.number_cues import Comparator
from core.contract.checks.qualifiers import name_number, years_in
from core.contract.checks.quantities import Quantity
from core.contract.checks.terms import (
    COPULA,
    Inclusion,
    Term,
    content,
    literal,
    plain_terms,
    rule_terms,
    subject_terms,
)
from core.contract.checks.view import TextView, read_text
from core.contract.checks.words import Lang, tokenize
from core.contract.model import Fact

_CONDITION = AnyCase(
    r"\b(?:provided(?: that)?|if|unless|only if|on condition that|as long as|after|before|until|when|once|при условии(?:, что)?|если|"
    r"после|только после|wenn|sofern|falls|à condition que|si|siempre que)\s+(?P<rest>.+)$",
    re.I,
)


_INCLUSION = AnyCase(
    r"(?<![^\W\d_])(?P<word>[^\W\d_]{1,40})\s{1,4}(?P<after>included|excluded|включ[её]н\w*|inklusive|inbegriffen|comprise?s?|exclue?s?(?!\w)|incluid\w*|excluid\w*)|"
    r"(?<![^\W\d_])(?P<sign>including|incl\.?|inclusive of|with|excluding|excl\.?|exclusive of|without|net of|plus|с|без|включая|"
    r"inkl\.?|einschließlich|mit|ohne|zzgl\.?|exkl\.?|avec|sans|hors|y compris|con|sin|más)\s{1,4}(?:the\s{1,4})?(?P<object>[^\W\d_]{1,40})",
    re.I,
)


_EXCLUDES = AnyCase(
    r"^(?:exclu|excl|without|net of|plus|без|ohne|zzgl|exkl|sans|hors|sin|más|not)", re.I
)


_IDENTIFIER = re.compile(
    r"(?<![\w.])(?:[#№]\s?[\w-]*\w|(?=[\w./:_-]*\d)(?=[\w./:_-]*[^\W\d])[\w]+(?:[./:_-]+\w+)*|\w+(?:[_/]\w+)+(?:\.\w+)*|\w+(?:\.\w+)*_\w+|"
    r"[A-ZА-ЯЁ]{2,}[ -]?\d[\w-]*|\d+(?:[-./]\w+)+)"
)


_GROUPED = re.compile(
    r"(?<![\w+])(?:[A-Z]{2}\d{2}(?:[ -][A-Z0-9]{1,4}){3,8}|\+?\d{1,4}(?:[ /-]\(?\d{2,5}\)?){2,6}|[A-Z]{1,4}\d{0,3}(?:[ -]\d{2,5}){2,6})(?!\w)"
)
"""Codes written in groups: account numbers, telephone numbers."""


_CODE_AND_NUMBER = re.compile(r"\b[A-ZА-ЯЁ]{2,}\s\d{3,}[\w-]*")


_FORMER = AnyCase(
    r"\(?[,;]?\s*\b(?:was|were|previously|formerly|originally|first announced(?: as)?|moved (?:forward |back )?from|changed from|swapped from|updated(?: value)?|new value|corrected|instead of|up from|down from|"
    r"было?|была|ранее|прежде|вместо|вместо|новое время|новая дата|war|bisher|statt|auparavant|avant|au lieu de|antes|en vez de)\b[:;,]?\s*(?P<rest>[^)]*)\)?",
    re.I,
)
"""What a statement says about the value before: '(was 8.5%)'."""


_LONGEST = 4000
"""Characters of a statement that are parsed; a fact is a sentence, not a document."""
_MOST_VALUES = 40
"""Numbers, dates and codes of a statement that are looked for: each is compared with each of a text."""
_MOST_WORDS = 120
"""Its content words, and items of a list, that are looked for: each in each sentence of a text."""


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
    former_quantities: tuple[Quantity, ...] = ()
    former_moments: tuple[Moment, ...] = ()
    """Values that the statement calls outdated."""
    numbered: frozenset[str] = frozenset()
    """Stems of what is told apart by a number: 'valve' of 'valve 6'."""
    naming: bool = False
    """A rule about naming something: its name alone breaks it."""
    timed: bool = False
    """A rule that holds before, after or until something."""
    plain: tuple[Term, ...] = ()
    """The words that a plain statement of the fact has, matched without synonyms."""

    @property
    def has_proper(self) -> bool:
        """Whether the subject has a name or a code in it."""
        return any(term.proper for term in self.subject)


def parse(fact: Fact) -> FactSpec:
    """Parse a fact's statement.

    Args:
        fact: The fact; its kind decides what the statement is searched for.

    Returns:
        What a text has to say to convey it.
    """
    whole = re.sub(r"\s{2,}", " ", fact.statement[:_LONGEST])
    former = _former(whole)
    statement = whole[: former[0]] + whole[former[1] :] if former else whole
    view = read_text(statement)
    quantities, moments = view.quantities[:_MOST_VALUES], view.moments[:_MOST_VALUES]
    old = read_text(former[2]) if former else None
    identifiers: tuple[str, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    if fact.kind in ("identifier",):
        identifiers = tuple(m.group() for m in _GROUPED.finditer(statement))
        rest = _GROUPED.sub(" ", statement)
        identifiers += tuple(dict.fromkeys(m.group().strip() for m in _IDENTIFIER.finditer(rest)))
        if not identifiers:
            identifiers = tuple(re.findall(r"\b\d[\d.]*\b", statement))
    elif fact.kind == "value" and not quantities and not moments:
        # 'The steel is S355/J2': a value that is a code.
        identifiers = tuple(
            code
            for code in dict.fromkeys(m.group().strip() for m in _IDENTIFIER.finditer(statement))
            if any(c.isdigit() for c in code) and len(code) >= 3
        )
    if fact.kind == "date":
        quantities = tuple(q for q in quantities if q.dim == "time" or not moments)
    elif fact.kind not in ("list",):
        moments = moments if fact.kind in ("requirement", "prohibition") else ()
    if fact.kind == "list":
        items = list_items(statement)[:_MOST_WORDS]
    if fact.kind in ("entity", "identifier") or (fact.kind == "value" and not quantities):
        names = _names(fact, statement, view)
    condition = _CONDITION.search(statement) if fact.kind in ("limit", "value") else None
    limit = condition.start() if condition else len(statement)
    if condition and not content(tokenize(condition["rest"], view.lang), view.lang):
        condition, limit = None, len(statement)
    kept, numbered = _measuring(statement, tuple(q for q in quantities if q.start < limit))
    inclusions = (
        _inclusions(statement, view.lang, ruled=fact.kind == "requirement")
        if fact.kind in ("limit", "value", "requirement")
        else ()
    )
    spans = [(q.start, q.end) for q in kept] + [(m.start, m.end) for m in moments]
    if fact.kind in ("requirement", "prohibition", "free_text") or (
        fact.kind in ("value", "limit") and not kept
    ):
        subject = rule_terms(view, spans)
    else:
        subject = subject_terms(view, spans, limit, names, inclusions, fact.kind == "date")
    return FactSpec(
        fact=fact,
        view=view,
        subject=subject[:_MOST_WORDS],
        quantities=kept,
        moments=moments,
        identifiers=identifiers[:_MOST_VALUES],
        names=names,
        items=items,
        conditions=tuple(
            plain_terms(content(view.words(limit, len(statement)), view.lang))[:_MOST_WORDS]
        )
        if condition
        else (),
        plain=literal((() if items else subject) + _named_terms(fact, items, names, view.lang))[
            :_MOST_WORDS
        ],
        inclusions=inclusions,
        numbered=numbered,
        comparator=_comparator(fact, statement, kept),
        former_quantities=old.quantities[:_MOST_VALUES] if old else (),
        former_moments=old.moments[:_MOST_VALUES] if old else (),
        naming=bool(cues.NAMING.search(statement)),
        timed=bool(
            re.search(
                r"\b(?:before|until|prior to|unless|до|пока|прежде|vor|bevor|bis|avant|antes|hasta)\b",
                statement,
                re.I,
            )
        ),
        negative=bool(cues.NEGATION.search(cues.without_limits(statement))),
    )


def _measuring(
    statement: str, found: tuple[Quantity, ...]
) -> tuple[tuple[Quantity, ...], frozenset[str]]:
    """Split the numbers that are part of a name ('valve 6 opens at 22 %') or a year from the rest.

    Returns:
        The other numbers, or all if there are no others; and the stems of the names.
    """
    years = {start for start, _, _ in years_in(statement)}
    measured = any(q.dim for q in found)

    def names(q: Quantity) -> bool:
        code = q.comparator == "range" and measured and not q.counted and q.raw.strip().isascii()
        if q.dim or not q.label or not (q.comparator == "eq" or code):
            return False
        if code:
            return bool(re.fullmatch(r"\d+[-/]\d+", q.raw.strip()))  # 'claim 88-204'
        return name_number(q.label) or (measured and q.token <= 4)

    rest = tuple(q for q in found if not names(q) and q.start not in years)
    if not rest:
        return found, frozenset()
    labels = [q.label for q in found if names(q)]
    return rest, frozenset(s for label in labels for s in label if s[0] not in "@^#")


def _named_terms(
    fact: Fact, items: tuple[str, ...], names: tuple[tuple[str, ...], ...], lang: Lang
) -> tuple[Term, ...]:
    """Return the words of a list's items and of an entity's name as terms."""
    words = " ".join(items) if items else ""
    if fact.kind == "entity" and names:
        words = " ".join(names[0])
    return tuple(plain_terms(content(tokenize(words, lang), lang)))


def _former(statement: str) -> tuple[int, int, str] | None:
    """Return where a statement speaks of its former value, and the words after 'was'."""
    match = re.search(r"\(" + _FORMER.pattern, statement, re.I)
    if match is None or match.start() < 4:
        return None
    return match.start(), match.end(), match["rest"]


_LIMIT_WORDS: tuple[tuple[Comparator, re.Pattern[str]], ...] = (
    ("ge", re.compile(r"at least|minimum|\bmin\b|mindest|wenigstens|не менее|не меньше|не ниже|миним|au moins|al menos|mínim|minim")),
    ("le", re.compile(
        r"at most|up to|no (?:more|longer|higher|later|single)|not (?:more|exceed|be more|above|over|longer)|never (?:above|over|more|exceed)|max|limit|cap\b|capped|"
        r"ceiling|exceed|within|below|under|less than|latest|until|only|не (?:более|больше|выше|дольше|позднее|превыш)|до|макс|лимит|предел|"
        r"höchst|maxim|nicht (?:mehr|über)|überschreit|bis zu|unter|au plus|dépass|plafond|jusqu|moins de|como máximo|hasta|máxim|no más|límite")),
)  # fmt: skip


def _comparator(fact: Fact, statement: str, quantities: tuple[Quantity, ...]) -> Comparator:
    if not quantities:
        return "eq"
    first = quantities[0]
    if fact.kind == "limit" and first.comparator == "eq":
        low = statement.casefold()
        for name, words in _LIMIT_WORDS:
            if words.search(low):
                return name
        return "eq"
    if first.comparator == "gt" and re.search(
        r"\b(?:no|not|never|nicht|ne|no single|не)\b[^.]{0,24}$",
        statement[: first.start],
        re.I,
    ):
        return "le"
    return first.comparator


def _identifiers(statement: str) -> tuple[str, ...]:
    """Return the codes of a statement: words with digits, underscores or slashes in them."""
    found = [m.group() for m in _CODE_AND_NUMBER.finditer(statement)]
    rest = statement
    for code in found:
        rest = rest.replace(code, " ")
    found += [m.group().strip(".:") for m in _IDENTIFIER.finditer(rest)]
    if not found:
        found = re.findall(r"\b\d[\d.]*\b", statement)
    if not found:
        found = re.findall(r"\b[A-ZА-ЯЁ]{2,}\b", statement)
    return tuple(dict.fromkeys(found))


_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")


def _names(fact: Fact, statement: str, view: TextView) -> tuple[tuple[str, ...], ...]:
    """Return the proper name a statement gives, and the aliases."""
    plain = re.sub(r"\([^)]*\)", " ", statement)
    found = [tuple(_WORD.findall(m)) for m in re.findall(r"[«\"“„]([^»\"”]{2,60})[»\"”]", plain)]
    if not found:
        runs = re.findall(
            r"(?<!^)(?<![.!?] )\b(?:[A-ZА-ЯЁÄÖÜ][\w'’-]*(?:[ -](?=[A-ZА-ЯЁÄÖÜ0-9]))?)+[\w'’-]*",
            plain,
        )
        found = [tuple(_WORD.findall(run)) for run in runs]
        found = [f for f in found if any(len(w) > 1 for w in f)]
    if not found:
        copula = COPULA.search(view.text)
        rest = view.words(copula.end(), len(view.text)) if copula else ()
        predicate = tuple(t.text for t in content(tuple(rest), view.lang))
        if predicate:
            found = [predicate]
    known = (*found[-1:], *(tuple(_WORD.findall(alias)) for alias in fact.aliases))
    return tuple(name[:_MOST_WORDS] for name in known)


_INCLUDES = AnyCase(
    r"(?P<not>\b(?:not|nicht|ne|no|не)\s+)?\b(?:includes?|enthalten|enthält|inclu(?:ent|yen|ye)|comprennent|включа\w+|содерж\w+)\s+(?:the\s+)?"
    r"(?P<object>[^\W\d_]+(?:\s[^\W\d_]+)?)",
    re.I,
)


def _inclusions(statement: str, lang: Lang, *, ruled: bool) -> tuple[Inclusion, ...]:
    """Return what a statement says to be part of a value, or extra to it.

    Args:
        statement: The fact.
        lang: Its language.
        ruled: The fact is a rule: only taxes and meals are looked for, which a text says in few words.
    """
    found = []
    for match in _INCLUSION.finditer(statement):
        word = match["word"] or match["object"]
        sign = match["after"] or match["sign"]
        senses = tokenize(word, lang)
        if not senses or not senses[0].senses:
            continue
        known = bool(senses[0].senses & _PARTS)
        if known or (not ruled and (match["after"] or len(sign) > 4)):
            found.append(Inclusion(senses[0].senses, word, not _EXCLUDES.match(sign)))
    for match in _INCLUDES.finditer(statement) if ruled else ():
        for token in tokenize(match["object"], lang):
            if token.senses & _PARTS:
                found.append(Inclusion(token.senses & _PARTS, token.text, not match["not"]))
    return tuple(found)


_PARTS = frozenset({"#tax", "#breakfast"})
