"""Facts about one of several things that stand side by side, in the structures and sentences that have them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

C, X, N = "conveyed", "contradicted", "not_conveyed"


@dataclass(frozen=True)
class Sibling:
    """A fact about one thing, its neighbours, and what they are given."""

    statement: str
    kind: str
    thing: str
    others: tuple[str, str]
    attribute: str
    right: str
    wrong: str
    beside: tuple[str, str]
    """Another attribute, and its value for all of them."""


SIBLINGS = (
    Sibling(
        "The price of the standard plan is 49 EUR per month",
        "value",
        "Standard plan",
        ("Basic plan", "Premium plan"),
        "Price per month",
        "49 EUR",
        "59 EUR",
        ("Seats", "5"),
    ),
    Sibling(
        "The dose of amoxicillin is 500 mg",
        "value",
        "Amoxicillin",
        ("Ibuprofen", "Paracetamol"),
        "Dose",
        "500 mg",
        "250 mg",
        ("Days", "7"),
    ),
    Sibling(
        "The meeting room on the third floor seats 24 people",
        "value",
        "3",
        ("2", "5"),
        "Meeting room seats",
        "24",
        "16",
        ("Windows", "4"),
    ),
    Sibling(
        "The hotel budget is at most 900 USD",
        "limit",
        "Hotel",
        ("Flights", "Meals"),
        "Budget (max)",
        "900 USD",
        "1,200 USD",
        ("Nights", "3"),
    ),
    Sibling(
        "Line 3 is stopped for maintenance on 17 November",
        "date",
        "Line 3",
        ("Line 1", "Line 2"),
        "Maintenance stop",
        "17 November",
        "24 November",
        ("Crew", "B"),
    ),
    Sibling(
        "The tracking number of parcel B is ZX-48213",
        "identifier",
        "Parcel B",
        ("Parcel A", "Parcel C"),
        "Tracking number",
        "ZX-48213",
        "ZX-48231",
        ("Weight", "2 kg"),
    ),
    Sibling(
        "Die Auflage der Broschüre beträgt 12.500 Stück",
        "value",
        "Broschüre",
        ("Flyer", "Plakat"),
        "Auflage",
        "12.500 Stück",
        "10.000 Stück",
        ("Seiten", "16"),
    ),
    Sibling(
        "Стоимость доставки паллета — 4 800 ₽",
        "value",
        "Паллет",
        ("Коробка", "Конверт"),
        "Стоимость доставки",
        "4 800 ₽",
        "5 200 ₽",
        ("Срок, дней", "3"),
    ),
    Sibling(
        "Le délai de livraison du canapé est de 6 semaines",
        "value",
        "Canapé",
        ("Table", "Lampe"),
        "Délai de livraison",
        "6 semaines",
        "9 semaines",
        ("Étage", "2"),
    ),
    Sibling(
        "El aforo de la sala Norte es de 120 personas",
        "value",
        "Sala Norte",
        ("Sala Sur", "Sala Este"),
        "Aforo",
        "120 personas",
        "90 personas",
        ("Puertas", "2"),
    ),
)

Given = list[tuple[str, str]]
"""Thing and value; '' for a value that is still open."""


def structured() -> Iterator[tuple[str, Sibling, str, str]]:
    """Yield structure, fact, label and text."""
    for s in SIBLINGS:
        one, two = s.others
        settings: tuple[tuple[str, Given], ...] = (
            (C, [(one, s.wrong), (s.thing, s.right), (two, "")]),
            (X, [(one, s.right), (s.thing, s.wrong), (two, "")]),
            (N, [(one, s.right), (two, s.wrong)]),
            (N, [(one, s.right), (s.thing, ""), (two, s.wrong)]),
        )
        for label, given in settings:
            for name, text in _texts(s, given):
                yield name, s, label, text


def _texts(s: Sibling, given: Given) -> Iterator[tuple[str, str]]:
    other, same = s.beside
    rows = [[thing, value or "tbd", same] for thing, value in given]
    head = ["Item", s.attribute, other]
    yield "table", _table([head, *rows])
    yield (
        "table on its side",
        _table([[*column] for column in zip(["", *head[1:]], *rows, strict=True)]),
    )
    csv = [["item", _slug(s.attribute), _slug(other)], *rows]
    yield "csv", "\n".join(",".join(cell.replace(",", "") for cell in row) for row in csv)
    keyed = {_slug(t): {_slug(s.attribute): v or None, _slug(other): same} for t, v in given}
    yield "json", json.dumps(keyed, ensure_ascii=False)
    listed = [{"name": t, _slug(s.attribute): v or None, _slug(other): same} for t, v in given]
    yield "json list", json.dumps(listed, ensure_ascii=False, indent=1)
    yaml = [
        f"{_slug(t)}:\n  {_slug(s.attribute)}: {v or 'tbd'}\n  {_slug(other)}: {same}"
        for t, v in given
    ]
    yield "yaml", "\n".join(yaml)
    yield "comment", re.sub("^", "# ", "\n".join(yaml), flags=re.M)
    yield "bullets", f"{s.attribute}\n" + "\n".join(f"- {t}: {v or 'tbd'}" for t, v in given)
    sections = [f"## {t}\n- {s.attribute}: {v or 'tbd'}\n- {other}: {same}" for t, v in given]
    yield "sections", "\n\n".join(sections)
    bold = [f"* **{t}** – {s.attribute}: {v or 'open'}; {other}: {same}" for t, v in given]
    yield "bold", "\n".join(bold)
    yield "line", "; ".join(f"{s.attribute}, {t}: {v or 'open'}" for t, v in given)


def _slug(words: str) -> str:
    return re.sub(r"\W+", "_", words.lower()).strip("_")


def _table(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


TOLD = {
    "en": (
        ("price", "standard plan", "basic plan", "49 EUR per month", "59 EUR per month", "value"),
        ("warranty", "pump", "motor", "24 months", "12 months", "value"),
        ("deadline", "grant application", "interim report", "15 June 2026", "22 June 2026", "date"),
        ("delivery date", "sofa", "table", "3 March", "10 March", "date"),
    ),
    "de": (
        ("Auflage", "Broschüre", "Zeitung", "12.500 Stück", "10.000 Stück", "value"),
        ("Frist", "Ausschreibung", "Umfrage", "15. Juni", "22. Juni", "date"),
    ),
    "ru": (
        ("гарантия", "насоса", "мотора", "24 месяца", "12 месяцев", "value"),
        ("срок сдачи", "отчёта", "сметы", "20 мая", "27 мая", "date"),
    ),
    "fr": (
        ("capacité", "salle bleue", "salle verte", "180 personnes", "140 personnes", "value"),
        ("date limite", "candidature", "facture", "15 juin", "22 juin", "date"),
    ),
    "es": (
        ("aforo", "sala Norte", "sala Sur", "120 personas", "90 personas", "value"),
        ("fecha de entrega", "mesa", "lámpara", "3 de marzo", "10 de marzo", "date"),
    ),
}
"""Attribute, thing, its neighbour, the right value and another, kind."""

SENTENCES = {
    "en": (
        "The {a} of the {s} is {r}",
        (C, "The {a} of the {s} is {r}, that of the {o} {w}."),
        (X, "The {a} of the {o} is {r}, that of the {s} {w}."),
        (X, "For the {o} we agreed on a {a} of {r}, for the {s} on {w}."),
        (X, "{a}: {o} {r}, {s} {w}."),
        (X, "The {a} of the {s} was changed from {r} to {w}."),
        (C, "The {a} of the {s} was changed from {w} to {r}."),
        (X, "The {a} of the {s} is no longer {r}; please use {w} from now on."),
        (N, "Is the {a} of the {s} really {r}?"),
    ),
    "de": (
        "Die {a} der {s} ist {r}",
        (C, "Die {a} der {s} ist {r}, die der {o} {w}."),
        (C, "Die {a} der {s} wurde von {w} auf {r} geändert."),
        (X, "Die {a} der {s} wurde von {r} auf {w} geändert."),
        (X, "Die {a} der {s} ist nicht mehr {r}, sondern {w}."),
        (N, "Ist die {a} der {s} wirklich {r}?"),
    ),
    "ru": (
        "{a} {s} — {r}",
        (C, "{a} {s} — {r}, а {o} — {w}."),
        (X, "{a} {s} изменили с {r} на {w}."),
        (X, "{a} {s} больше не {r}, а {w}."),
        (N, "А {a} {s} точно {r}?"),
    ),
    "fr": (
        "La {a} de la {s} est de {r}",
        (C, "La {a} de la {s} est de {r}, celle de la {o} de {w}."),
        (X, "La {a} de la {o} est de {r}, celle de la {s} de {w}."),
        (X, "La {a} de la {s} passe de {r} à {w}."),
        (X, "La {a} de la {s} n'est plus de {r} mais de {w}."),
        (N, "La {a} de la {s} est-elle bien de {r} ?"),
    ),
    "es": (
        "El {a} de la {s} es de {r}",
        (C, "El {a} de la {s} es de {r}, el de la {o} de {w}."),
        (X, "El {a} de la {s} pasa de {r} a {w}."),
        (X, "El {a} de la {s} ya no es de {r}, sino de {w}."),
        (N, "¿El {a} de la {s} es realmente de {r}?"),
    ),
}


def told() -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, statement, label and text of a sentence or two."""
    for lang, (frame, *sentences) in SENTENCES.items():
        for a, s, o, r, w, kind in TOLD[lang]:
            words = {"a": a, "s": s, "o": o, "r": r, "w": w}
            for label, sentence in sentences:
                text = sentence.format(**words)
                yield kind, frame.format(**words), label, text[0].upper() + text[1:]
