"""The author's side: a fact's statement parsed into what has to be found in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.contract.checks import cues
from core.contract.checks.moments import Moment
from core.contract.checks.quantities import Comparator, Quantity
from core.contract.checks.view import TextView, read_text
from core.contract.checks.words import STOP, Lang, Token, closed, fold, tokenize
from core.contract.model import Fact

GENERIC = frozenset(
    [
        "#client",
        "#team",
        "#patient",
        "#person",
        "#number",
        "#contract",
        "#require",
        "#include",
        "#exclude",
        "#only",
        "#forbid",
        "#cap",
        "#least",
        "#day",
        "#group",
        "#total",
    ]
)
"""Concepts that say little about which quantity is meant."""

RELATED: dict[str, dict[str, float]] = {
    "#budget": {"#cap": 0.9, "#cost": 0.8, "#price": 0.7},
    "#cost": {"#budget": 0.85, "#price": 0.95, "#total": 0.8},
    "#price": {"#cost": 0.95, "#total": 0.8, "#offer": 0.6},
    "#total": {"#cost": 0.6},
    "#weight": {"mass": 1.0},
    "#deadline": {"#validity": 0.6, "#end": 0.7},
    "#validity": {"#deadline": 0.8},
    "#visit": {"#meeting": 0.8},
    "#attendance": {"#person": 0.7},
    "#sample": {"#person": 0.7, "#trial": 0.5},
    "#retain": {"#log": 0.3},
    "#arrival": {"#delivery": 0.5},
    "#enrolment": {"#start": 0.2},
    "#end": {"#deadline": 0.85},
    "#owner": {"#manager": 0.5},
    "#fee": {"#cost": 0.85, "#payment": 0.7},
    "#rate": {"#interest": 0.8, "#price": 0.8},
    "#interest": {"#rate": 0.8},
    "#discountrate": {"#rate": 0.5},
    "#salary": {"#cost": 0.4},
}
"""Concepts that often stand for each other, and how well."""

_STRUCTURE = frozenset(["#cap", "#least", "#require", "#only", "#include", "#exclude", "#forbid"])
_COMPARING = frozenset(fold(word) for word in closed("comparing"))
"""Words that belong to a comparison, not to what is compared."""
_VAGUE = frozenset(fold(word) for word in closed("generic"))
"""Nouns that say little about which quantity is meant."""
_LIGHT = frozenset(fold(word) for word in closed("light"))
"""Verbs that say little on their own."""
_CONDITION = re.compile(
    r"\b(?:provided(?: that)?|if|unless|only if|on condition that|as long as|after|before|until|when|once|при условии(?:, что)?|если|"
    r"после|только после|wenn|sofern|falls|à condition que|si|siempre que)\s+(?P<rest>.+)$",
    re.I,
)
_INCLUSION = re.compile(
    r"(?P<word>[^\W\d_]+)\s+(?P<after>included|excluded|включ[её]н\w*|inklusive|inbegriffen|comprise?s?|exclue?s?(?!\w)|incluid\w*|excluid\w*)|"
    r"(?P<sign>including|incl\.?|inclusive of|with|excluding|excl\.?|exclusive of|without|net of|plus|с|без|включая|"
    r"inkl\.?|einschließlich|mit|ohne|zzgl\.?|exkl\.?|avec|sans|hors|y compris|con|sin|más)\s+(?:the\s+)?(?P<object>[^\W\d_]+)",
    re.I,
)
_EXCLUDES = re.compile(
    r"^(?:exclu|excl|without|net of|plus|без|ohne|zzgl|exkl|sans|hors|sin|más|not)", re.I
)
_IDENTIFIER = re.compile(
    r"(?<![\w.])(?:[#№]\s?[\w-]*\w|(?=[\w./:_-]*\d)(?=[\w./:_-]*[^\W\d])[\w]+(?:[./:_-]+\w+)*|\w+(?:[_/]\w+)+(?:\.\w+)*|\w+(?:\.\w+)*_\w+|"
    r"[A-ZА-ЯЁ]{2,}[ -]?\d[\w-]*|\d+(?:[-./]\w+)+)"
)
_CODE_AND_NUMBER = re.compile(r"\b[A-ZА-ЯЁ]{2,}\s\d{3,}[\w-]*")
_FORMER = re.compile(
    r"\(?[,;]?\s*\b(?:was|were|previously|formerly|originally|first announced(?: as)?|moved (?:forward |back )?from|changed from|swapped from|updated(?: value)?|new value|corrected|instead of|up from|down from|"
    r"было?|была|ранее|прежде|вместо|вместо|новое время|новая дата|war|bisher|statt|auparavant|avant|au lieu de|antes|en vez de)\b[:;,]?\s*(?P<rest>[^)]*)\)?",
    re.I,
)
"""What a statement says about the value before: '(was 8.5%)'."""
_COPULA = re.compile(
    r"(?:\b(?:is|are|was|were|be|equals?|must|may|can|will|shall|should|has|have|delivers?|contains?|lasts?|takes?|weighs?|costs?|holds?|needs?|applies|remains?|stays?|belongs?|consists?|allowed|runs?|starts?|ends?|closes|opens|"
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
    proper: bool = False
    """It is a name, a quotation or a code: no synonym will do."""
    keys: tuple[tuple[str, float], ...] = ()
    """Senses that match it and how well: itself 1, related concepts and synonyms less."""


def term(token: Token, weight: float, proper: bool = False) -> Term:
    """Make a term of a token of the statement, with all it may be matched by."""
    keys: dict[str, float] = {}
    for sense in token.senses:
        for key, factor in _keys(sense):
            keys[key] = max(keys.get(key, 0.0), factor)
    ordered = tuple(sorted(keys.items(), key=lambda item: (-item[1], item[0])))
    return Term(token.text, token.senses, weight, token.start, proper, ordered)


def _keys(sense: str) -> list[tuple[str, float]]:
    if sense.startswith("@"):
        # The same set of synonyms; or a narrower word, whose broader set is this one.
        return [(sense, 0.8), ("^" + sense[1:], 0.7)]
    if sense.startswith("^"):
        return [("@" + sense[1:], 0.5)]
    return [(sense, 1.0), *RELATED.get(sense, {}).items()]


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
    former_quantities: tuple[Quantity, ...] = ()
    former_moments: tuple[Moment, ...] = ()
    """Values that the statement calls outdated."""
    timed: bool = False
    """A rule that holds before, after or until something."""

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
    former = _former(fact.statement)
    statement = (
        fact.statement[: former[0]] + fact.statement[former[1] :] if former else fact.statement
    )
    view = read_text(statement)
    quantities, moments = view.quantities, view.moments
    old = read_text(former[2]) if former else None
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
        names = _names(fact, statement, view)
    condition = _CONDITION.search(statement) if fact.kind in ("limit", "value") else None
    limit = condition.start() if condition else len(statement)
    if condition and not _content(tokenize(condition["rest"], view.lang), view.lang):
        condition, limit = None, len(statement)
    kept = tuple(q for q in quantities if q.start < limit)
    inclusions = _inclusions(statement, view.lang) if fact.kind in ("limit", "value") else ()
    spans = [(q.start, q.end) for q in kept] + [(m.start, m.end) for m in moments]
    if fact.kind in ("requirement", "prohibition", "free_text") or (
        fact.kind in ("value", "limit") and not kept
    ):
        subject = _rule_terms(view, spans)
    else:
        subject = _subject(view, spans, limit, names, inclusions, fact.kind == "date")
    return FactSpec(
        fact=fact,
        view=view,
        subject=subject,
        quantities=kept,
        moments=moments,
        identifiers=identifiers,
        names=names,
        items=items,
        conditions=tuple(_terms(_content(view.words(limit, len(statement)), view.lang)))
        if condition
        else (),
        inclusions=inclusions,
        comparator=_comparator(fact, statement, kept),
        former_quantities=old.quantities if old else (),
        former_moments=old.moments if old else (),
        timed=bool(
            re.search(
                r"\b(?:before|until|prior to|unless|до|пока|прежде|vor|bevor|bis|avant|antes|hasta)\b",
                statement,
                re.I,
            )
        ),
        negative=bool(cues.NEGATION.search(_without_limits(statement))),
    )


def _former(statement: str) -> tuple[int, int, str] | None:
    """Return where a statement speaks of its former value, and the words after 'was'."""
    match = re.search(r"\(" + _FORMER.pattern, statement, re.I)
    if match is None or match.start() < 4:
        return None
    return match.start(), match.end(), match["rest"]


def _without_limits(statement: str) -> str:
    return re.sub(
        r"\b(?:no|not|never|не|nicht|pas)\s+(?:more|longer|later|less|fewer|higher|over|above|below|exceed\w*|более|больше|выше|позднее|позже|превыша\w+|может превыша\w+|mehr|plus)|(?:must|may|can|should)(?: not|not) exceed|не может превышать|no single",
        " ",
        statement,
        flags=re.I,
    )


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


def _content(tokens: tuple[Token, ...], lang: Lang) -> list[Token]:
    return [t for t in tokens if t.low not in STOP[lang] and t.senses and not t.is_number]


def _terms(tokens: list[Token]) -> list[Term]:
    return [term(t, 0.5 if t.senses & GENERIC else 1.0) for t in tokens]


def _subject(
    view: TextView,
    spans: list[tuple[int, int]],
    limit: int,
    names: tuple[tuple[str, ...], ...],
    inclusions: tuple[Inclusion, ...],
    event: bool = False,
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
        for t in _content(view.words(0, limit), view.lang)
        if not any(a <= t.start < b for a, b in spans)
        and t.text.casefold() not in named
        and not (t.senses & included)
        and t.low not in _COMPARING
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
    plain = (
        [t for t in group if not t.senses & GENERIC and t.low not in _VAGUE]
        or [t for t in tokens if not t.senses & GENERIC and t.low not in _VAGUE]
        or group
    )
    head = plain[-1]
    terms = []
    for t in tokens:
        weight = 1.0 if t is head else 0.6 if t in before else 0.5
        if (t.senses & GENERIC or t.low in _VAGUE) and t is not head:
            weight *= 0.5
        elif event and t.senses & _EVENTS:
            # In 'the group arrives on ...' the verb says which date is meant.
            weight = 1.0
        terms.append(term(t, weight))
    return tuple(terms)


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


_SCOPE = re.compile(
    r"\b(?:in|on|at|during|before|after|until|within|for|by|when|в|на|при|до|после|bei|im|während|vor|dans|avant|pendant|en|durante|antes)\b|\(",
    re.I,
)


def _rule_terms(view: TextView, spans: list[tuple[int, int]]) -> tuple[Term, ...]:
    """Content words of a rule; names weigh most, words of its scope ('in the proposal') less."""
    text = view.text
    tokens = [
        t for t in _content(view.tokens, view.lang) if not any(a <= t.start < b for a, b in spans)
    ]
    kept = [t for t in tokens if not (t.senses & _RULE_WORDS)] or tokens
    quoted = [m.span() for m in re.finditer(r"[«\"“„]([^»\"”“]{2,60})[»\"”“]", text)]
    quoted += [
        m.span(1)
        for m in re.finditer(
            r"\b(?:the )?(?:word|name|term|phrase|слово|имя|Wort|mot|palabra)s? (\w+)", text
        )
    ]
    scope = next(
        (m.start() for m in _SCOPE.finditer(text) if any(t.start < m.start() for t in kept[1:2])),
        len(text),
    )
    terms = []
    for t in kept:
        start = text[: t.start].rstrip(' «"“„(')
        capital = (
            t.text[:1].isupper() and bool(start) and start[-1] not in ".!?:" and view.lang != "de"
        )
        code = any(a <= t.start < b for a, b in quoted) or (t.text.isupper() and len(t.text) > 1)
        proper = capital or code
        weight = (
            1.5
            if proper
            else 0.5
            if t.senses & GENERIC or t.low in _LIGHT
            else 0.6
            if t.start > scope
            else 1.0
        )
        terms.append(term(t, weight, proper))
    return tuple(terms)


_RULE_WORDS = frozenset("#require #forbid #only".split())


_EVENTS = frozenset(
    "#arrival #departure #delivery #pickup #launch #start #end #payment #publication #operation #maintenance #validity".split()
)


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
        copula = _COPULA.search(view.text)
        rest = view.words(copula.end(), len(view.text)) if copula else ()
        content = tuple(t.text for t in _content(tuple(rest), view.lang))
        if content:
            found = [content]
    return (*found[-1:], *(tuple(_WORD.findall(alias)) for alias in fact.aliases))


def _inclusions(statement: str, lang: Lang) -> tuple[Inclusion, ...]:
    found = []
    for match in _INCLUSION.finditer(statement):
        word = match["word"] or match["object"]
        sign = match["after"] or match["sign"]
        senses = tokenize(word, lang)
        if (
            senses
            and senses[0].senses
            and (senses[0].senses & {"#tax", "#breakfast"} or match["after"] or len(sign) > 4)
        ):
            found.append(Inclusion(senses[0].senses, word, not _EXCLUDES.match(sign)))
    return tuple(found)


def list_items(statement: str) -> tuple[str, ...]:
    """Return the items of a list statement ('Formats are CSV, Parquet and XLSX')."""
    match = re.search(r":\s+", statement) or re.search(
        r"\b(?:are|is|includes?|sind|ist|sont|est|son|consists? of|in)\b\s*:?\s*", statement
    )
    body = statement[match.end() :] if match else statement
    body = re.sub(r"\([^)]*\)", "", body)
    parts = [part.strip(" .\t") for part in _ITEM_SPLIT.split(body)]
    if match is None and len(parts) > 1:
        # 'Drop rows with status test, void, draft': only the last words of the first part are an item.
        longest = max(len(part.split()) for part in parts[1:])
        parts[0] = " ".join(parts[0].split()[-longest:])
    items = [
        re.sub(r"^(?:the|an?|der|die|das|le|la|les|el|los|las)\s+", "", part, flags=re.I)
        for part in parts
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
