"""How the sentences of a text stand to a rule or a statement: by mood, and by how much they are about it.

For each mood (rules, forbids, allows, waives, done, not done, planned, asked, supposed) the reading says
how well the best sentence of that mood covers what the fact is about. 'No hats' is broken by a
sentence about hats that reports something done, passed on by one that forbids. ``weigh`` makes features of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.contract.checks.anycase import AnyCase
from core.contract.checks.evidence import match
from core.contract.checks.forbidden import forbidden_act
from core.contract.checks.lexicon import refrains
from core.contract.checks.moods import Moods, moods
from core.contract.checks.passage import negative, surroundings
from core.contract.checks.spec import FactSpec
from core.contract.checks.terms import Term
from core.contract.checks.view import TextView
from core.contract.checks.words import concepts, fold, stem

_MOST_ZONES = 400

CONDITION = AnyCase(
    r"\b(?:before|until|till|unless|without|prior to|after|once|when|if|while|during|as long as|"
    r"до|пока|перед|прежде чем|без|после|если|когда|во время|bevor|bis|vor|ohne|nach|wenn|während|solange|außer|"
    r"avant|jusqu|sans|après|tant que|pendant|si|antes|hasta|sin|después|mientras)\b",
    re.I,
)

CAUSE = AnyCase(
    r"\b(?:because(?: of)?|due to|owing to|as a result of|thanks to|on account of|since|caused by|so that|in order to|even if|although|"
    r"потому что|из-за|так как|поскольку|благодаря|вследствие|weil|da|wegen|aufgrund|infolge|parce que?|car|à cause de|en raison de|puisque|grâce à|porque|debido a|a causa de|ya que|puesto que)\b",
    re.I,
)
"""What comes behind gives the reason for what stands before."""

MOODS = (
    "ruling", "banning", "allowing", "waiving", "done", "failing", "planned", "asked", "supposed"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """What the sentences of a text do with the subject of a fact."""

    covers: tuple[float, ...]
    """How well each sentence, with its neighbours, covers the main part of the fact."""
    best: float
    by_mood: dict[str, float]
    """Cover of the best sentence of each mood; 0 if there is none."""
    places: dict[str, int]
    """Its zone."""
    condition: float
    """Cover of the words of the fact's condition in the best sentence; 1 if it has none."""
    anywhere: float
    """The same in the sentence that covers them best."""
    denied: float
    """The same in the best sentence with a negation."""
    head: float
    """How well the words that weigh most are met near the best sentence, the worst of them."""
    text: frozenset[str]
    """Moods that occur anywhere in the text."""
    tight: dict[str, float]
    """The same as ``by_mood`` for the words of a single clause, and the act among them."""
    conditioned: dict[str, float]
    """Cover of the words of the condition in the best sentence of each mood."""


def reading(spec: FactSpec, view: TextView) -> Reading:
    """Read a text for a rule or a statement.

    Args:
        spec: The parsed fact, its words softened for the text or not.
        view: The text.
    """
    main, condition = slots(spec)
    found = moods(view)
    total = sum(t.weight for t in main) or 1.0
    covers = []
    best, at = -1.0, 0
    for index in range(min(len(view.zones), _MOST_ZONES)):
        about = _about(view, index)
        cover = sum(t.weight * match(t, about) for t in main) / total
        covers.append(cover)
        if cover > best:
            best, at = cover, index
    by_mood, places = {}, {}
    left = _left_undone(spec, view)
    for mood in MOODS:
        zones = [i for i in getattr(found, mood) if i < len(covers)]
        if mood == "banning":
            zones += [i for i in left if i < len(covers)]
        place = max(zones, key=lambda i: (covers[i], -i), default=None)
        by_mood[mood] = covers[place] if place is not None else 0.0
        if place is not None:
            places[mood] = place
    about = _about(view, at) if view.zones else {}
    apart = [_share(condition, _about(view, i)) for i in range(len(covers))] if condition else []
    heavy = [t for t in main if t.weight >= 1.0] or list(main)
    return Reading(
        covers=tuple(covers),
        best=max(0.0, best),
        by_mood=by_mood,
        places=places,
        condition=sum(match(t, about) for t in condition) / len(condition) if condition else 1.0,
        anywhere=max(apart, default=0.0) if condition else 1.0,
        denied=max((c for i, c in enumerate(apart) if negative(view, i)), default=0.0),
        head=min((match(t, about) for t in heavy), default=0.0),
        text=frozenset(m for m in MOODS if getattr(found, m)),
        tight=_tight(spec, view, main, found),
        conditioned=_conditioned(view, condition, found) if condition else {},
    )


def _tight(
    spec: FactSpec, view: TextView, main: tuple[Term, ...], found: Moods
) -> dict[str, float]:
    act = {t.start for t in act_of(spec)}
    thing = [t for t in main if t.start not in act]
    verbs = [t for t in spec.subject if t.start in act]
    total = sum(t.weight for t in thing) or 1.0
    out = dict.fromkeys(
        [f"{m} {part}" for m in ("banning", "ruling", "done") for part in ("act", "thing")], 0.0
    )
    for i, clause in enumerate(view.clauses):
        if clause.zone >= _MOST_ZONES:
            break
        here = [m for m in ("banning", "ruling", "done") if clause.zone in getattr(found, m)]
        if not here:
            continue
        own = view.clause_senses(i)
        acted = max((match(t, own) for t in verbs), default=0.0)
        cover = sum(t.weight * match(t, own) for t in thing) / total
        for mood in here:
            if acted + cover > out[f"{mood} act"] + out[f"{mood} thing"]:
                out[f"{mood} act"], out[f"{mood} thing"] = acted, cover
    return out


_DUTY = AnyCase(
    r"\b(?:must|shall|should|has to|have to|needs? to|is to|are to|may only|can only)\s+(?:only\s+|always\s+)?(?:be\s+|have\s+been\s+)?(?:\w+ly\s+)?(?P<a>[a-z]+)|"
    r"\b(?:needs?|requires?)\s+(?:a |an |the |\w+ )*?(?P<b>[a-z]+)|"
    r"(?:долж\w+|нужно|надо|необходимо|следует|обязан\w*|требуется)\s+(?:быть\s+)?(?:\w+о\s+)?(?P<c>[а-яё]+)|"
    r"\b(?:muss|müssen|soll|sollen|darf|dürfen)\b.*?(?P<d>[a-zäöüß]+)(?:\s+(?:werden|sein))?\W*(?:,.*)?$|"
    r"\b(?:doit|doivent|il faut)\s+(?:être\s+)?(?P<e>[a-zéèêàç]+)|\b(?:deben?|hay que)\s+(?:ser\s+)?(?P<f>[a-záéíóúñ]+)",
    re.I,
)


def act_of(spec: FactSpec) -> tuple[Term, ...]:
    """Return the verb of a rule: what it says must be done, or not be done."""
    if spec.fact.kind == "prohibition":
        return forbidden_act(spec)[0]
    found = _DUTY.search(spec.view.text)
    if found is None or found.lastgroup is None:
        return ()
    start = found.start(found.lastgroup)
    return tuple(t for t in spec.subject if t.start == start)


def _left_undone(spec: FactSpec, view: TextView) -> list[int]:
    """Return the sentences that say in positive words that the forbidden act is left undone."""
    if spec.fact.kind != "prohibition":
        return []
    return sorted(
        {
            view.zone_at(match.start())
            for verb in act_of(spec)
            for said in refrains(verb.word.lower())
            for match in said.finditer(view.text)
        }
    )


def _share(terms: tuple[Term, ...], about: dict[str, float]) -> float:
    return sum(match(t, about) for t in terms) / len(terms) if terms else 0.0


def _conditioned(view: TextView, terms: tuple[Term, ...], found: Moods) -> dict[str, float]:
    out = {}
    for mood in ("done", "planned", "failing", "ruling"):
        best = 0.0
        for index in getattr(found, mood):
            if index < _MOST_ZONES:
                about = _about(view, index)
                best = max(best, sum(match(t, about) for t in terms) / len(terms))
        out[mood] = best
    return out


def slots(spec: FactSpec) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Split the words of a fact into those of its main clause and those of its condition."""
    text = spec.view.text
    cue = CAUSE if spec.fact.kind == "free_text" else CONDITION
    for found in cue.finditer(text):
        condition = tuple(t for t in spec.subject if t.start > found.start())
        main = tuple(t for t in spec.subject if t.start < found.start())
        if len(main) >= 1 and found.start() > 8:
            return main, condition
    return spec.subject, ()


def _about(view: TextView, index: int) -> dict[str, float]:
    known = view.memo.get(("around", index, 0))
    if known is None:
        known = view.memo["around", index, 0] = dict(surroundings(view, index))
        _add_typed(view, index, known)
    found: dict[str, float] = known
    return found


_TYPED = {
    "money": "amount sum figure price salary fee money cost pay rate сумма цена размер зарплата betrag summe preis gehalt prix montant salaire importe precio cantidad sueldo",
    "day": "date deadline day appointment дата срок datum termin date délai fecha plazo",
    "share": "percentage percent discount share rate процент скидка prozent rabatt remise descuento porcentaje",
    "mail": "address e-mail mail contact адрес почта adresse correo dirección",
    "code": "number phone telephone card account номер телефон карта nummer telefon karte numéro téléphone carte número teléfono tarjeta",
}
"""What a value that stands in a text is called: a text with 45 euros in it gives a price."""

_TYPED_SENSES = {
    kind: frozenset(
        {stem(w) for w in words.split()}.union(*(concepts(fold(w)) for w in words.split()))
    )
    for kind, words in _TYPED.items()
}
_MAIL = re.compile(r"\w@\w+\.\w")
_LONG_NUMBER = re.compile(r"\d(?:[ -]?\d){6,18}")
_GIVEN = 0.7


def _add_typed(view: TextView, index: int, about: dict[str, float]) -> None:
    """Let an amount of money stand for 'amount', 'price', 'salary', a day for 'date'."""
    zone = view.zones[index]
    here = [q for q in view.quantities if zone.start <= q.start < zone.end]
    kinds = []
    if any(q.dim.startswith("money") for q in here):
        kinds.append("money")
    if any(q.dim == "percent" for q in here):
        kinds.append("share")
    if any(zone.start <= m.start < zone.end and m.day is not None for m in view.moments):
        kinds.append("day")
    text = view.zone_text(index)
    if _MAIL.search(text):
        kinds.append("mail")
    if _LONG_NUMBER.search(text):
        kinds.append("code")
    for kind in kinds:
        for sense in _TYPED_SENSES[kind]:
            about[sense] = max(about.get(sense, 0.0), _GIVEN)


_KEEPING = {"ban": "banning", "duty": "ruling"}
_BREAKING = {"ban": ("done", "allowing", "ruling"), "duty": ("failing", "waiving", "banning")}
_OBEYING = {"ban": ("failing",), "duty": ("done",)}


def norm_features(spec: FactSpec, view: TextView, lean: str) -> dict[str, float]:
    """Return the features of a reading, by name; only for rules and statements.

    A prohibition and a requirement are brought to one form: what rules, what breaks, what obeys.
    """
    group = {"prohibition": "ban", "requirement": "duty", "free_text": "claim"}.get(spec.fact.kind)
    if group is None or not view.zones or not spec.subject:
        return {}
    if group == "duty" and spec.negative:
        group = "ban"
    found = reading(spec, view)
    if group == "claim":
        return _claimed(found)
    by, top = found.by_mood, found.best - 0.05
    rules = by[_KEEPING[group]]
    values = {
        "norm best": found.best - 0.5,
        "norm head": found.head - 0.5,
        "norm condition": found.condition - 0.5,
        "norm rules": rules,
        "norm rules thing": found.tight[f"{_KEEPING[group]} thing"],
        "norm rules act": found.tight[f"{_KEEPING[group]} act"],
        "norm breaks": by[_BREAKING[group][0]],
        "norm waives": by[_BREAKING[group][1]],
        "norm turns": by[_BREAKING[group][2]],
        "norm obeys": by[_OBEYING[group][0]],
        "norm asked": by["asked"],
        "norm supposed": by["supposed"],
        "norm planned": by["planned"],
    }
    for name, moods_ in (("rules", (_KEEPING[group],)), ("breaks", _BREAKING[group][:2])):
        if any(m in found.places and found.covers[found.places[m]] >= top for m in moods_):
            values[f"norm {name} most"] = found.best
    for mood in MOODS:
        if mood in found.text:
            values[f"norm any {mood}"] = 0.5
    if not found.text & {"ruling", "banning", "allowing", "waiving"}:
        values |= {"norm told": 1.0, f"norm told {lean}": 1.0, "norm told best": found.best - 0.5}
    if found.conditioned:
        values["norm late"] = _late(found, group)
    own = {f"of-{group} {name.removeprefix('norm ')}": value for name, value in values.items()}
    return values | own


def _late(found: Reading, group: str) -> float:
    """How well the text says that what must come first comes later or not at all."""
    after = found.conditioned
    if group == "ban":
        return min(found.by_mood["done"], max(after["planned"], after["failing"]))
    put_off = max(found.by_mood[m] for m in ("planned", "failing", "waiving"))
    return min(put_off, after["done"])


def _claimed(found: Reading) -> dict[str, float]:
    by = found.by_mood
    values = {
        "claim best": found.best - 0.5,
        "claim head": found.head - 0.5,
        "claim asked": by["asked"],
        "claim supposed": by["supposed"],
        "claim negated": max(by["failing"], by["banning"]),
        "claim done": by["done"],
    }
    if found.anywhere < 1.0:
        values |= {
            "claim cause": found.anywhere - 0.5,
            "claim cause denied": found.denied,
            "claim both": min(found.anywhere, found.best) - 0.5,
        }
    return values
