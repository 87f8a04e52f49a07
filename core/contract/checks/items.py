"""The items of a list statement."""

from __future__ import annotations

import re

_ITEM_SPLIT = re.compile(
    r"\s*(?:,|;|\n|\s/\s|\band\b|\bas well as\b|\bplus\b|\s&\s|\sи\s|\sund\b|\bsowie\b|\bet\b|\sy\s|\se\s)\s*",
    re.I,
)


_COMMA_RUN = re.compile(r"(?<![\w,.])\d+(?:,\d+)+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_UNIT_AFTER = re.compile(
    r"[ \u00a0\u2009\u202f]?(?:[%€$£₽°]|(?!(?:and|or|to|as|plus|und|oder|et|ou|y|e|o|и|или)\b)[^\W\d])",
    re.I,
)
_KEPT_COMMA = "\ue000"
"""Stands for a comma inside a number while a statement is cut into items."""


def _keep_number_commas(text: str) -> str:
    """Hide the commas that belong to a number: '1,200', and '3,5 kg' or '€3,50'."""

    def hidden(match: re.Match[str]) -> str:
        run = match.group()
        decimal = run.count(",") == 1 and (
            text[match.start() - 1 : match.start()] in tuple("$€£₽")
            or _UNIT_AFTER.match(text, match.end()) is not None
        )
        # '80,443,8080' has no form of a number: its commas part items.
        return run.replace(",", _KEPT_COMMA) if _THOUSANDS.fullmatch(run) or decimal else run

    return _COMMA_RUN.sub(hidden, text)


_OPENER = re.compile(
    r"\b(?:are|is|includes?|sind|ist|sont|est|son|consists? of|comprises?|covers?|contains?|umfasst|umfassen|enthält|enthalten|comprend|comprennent|couvre|"
    r"contient|incluye|cubre|comprende|contiene|включает|входят|покрывает|содержит|in)\b\s*:?\s*"
)


def _ahead(statement: str, opener: re.Match[str]) -> str:
    """Return what stands before the verb where the items do: 'Desks 3, 8 and 11 are to be kept free'."""
    before, behind = statement[: opener.start()], statement[opener.end() :]
    # A verb may have nothing behind it that could be parted; two items or more stand before it.
    if _ITEM_SPLIT.search(behind) or len(_ITEM_SPLIT.findall(_keep_number_commas(before))) < 2:
        return ""
    return before


def list_items(statement: str) -> tuple[str, ...]:
    """Return the items of a list statement ('Formats are CSV, Parquet and XLSX')."""
    match = re.search(r":\s+", statement) or _OPENER.search(statement)
    body = statement[match.end() :] if match else statement
    ahead = _ahead(statement, match) if match else ""
    if ahead:
        match, body = None, ahead
    body = re.sub(r"\([^)]*\)", "", body)
    parts = [
        part.replace(_KEPT_COMMA, ",").strip(" .\t")
        for part in _ITEM_SPLIT.split(_keep_number_commas(body))
    ]
    if match is None and len(parts) > 1:
        # 'Drop rows with status test, void, draft': only the last words of the first part are an item.
        longest = max(len(part.split()) for part in parts[1:])
        parts[0] = " ".join(parts[0].split()[-longest:])
    numbered = [re.search(r"\d+$", part) for part in parts]
    if len(parts) > 1 and all(re.fullmatch(r"\d{1,5}", part) for part in parts[1:]) and numbered[0]:
        parts[0] = numbered[0].group()
    items = [
        re.sub(r"^(?:the|an?|der|die|das|le|la|les|el|los|las)\s+", "", part, flags=re.I)
        for part in parts
    ]
    kept: list[str] = []
    for item in items:
        if item and re.search(r"\w", item):
            kept.append(item)
    if kept and match:
        # 'The offices are in Lyon', 'visas are needed for the Kenyan': what leads up to the first item.
        kept[0] = (
            re.sub(
                r"^(?:\w+\s){0,3}(?:for|in|on|at|to|from|by|with|of|für|in|im|bei|pour|à|para|en|для|в|на)\s(?:the\s|der\s|die\s|den\s|la\s|le\s|les\s|el\s|los\s)?",
                "",
                kept[0],
                flags=re.I,
            )
            or kept[0]
        )
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
