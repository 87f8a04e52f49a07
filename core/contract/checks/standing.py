"""Which of two values of a text is the one in force: 'was 12, now 15', 'not 12 but 15', '15 (was 12)'."""

from __future__ import annotations

import re

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.number_cues import CHANGING
from core.contract.checks.signals import signals
from core.contract.checks.view import TextView

_REACH = 280
"""Characters between a value and the one that replaces it."""

_FORMER = AnyCase(
    r"(?:\b(?:was|were|had been|used to be|formerly|previously|originally|initially|at first|first|earlier|before|old|until (?:now|then|recently|today)|"
    r"planned|expected|quoted|announced|wrote|written|thought|assumed|had|so far|not|isn['’]t|wasn['’]t|aren['’]t|no longer|last (?:week|month|year|time)|"
    r"can['’]t|cannot|unable|impossible|not possible|doesn['’]t work|won['’]t|supposed to|due|yesterday|draft|said|told|stated|reported|different from|"
    r"был[аои]?|раньше|прежде|ранее|изначально|сначала|не|прежн\w+|стар\w{2}|планировал\w*|вчера|утром|до сих пор|писал\w*|говорил\w*|сообщал\w*|называл\w*|больше не|не смож\w+|не получ\w+|"
    r"war|waren|bisher|bislang|ursprünglich|früher|zuerst|zunächst|nicht|alte[rsn]?|geplant|gestern|schrieb\w*|hieß es|genannt|"
    r"était|étaient|auparavant|initialement|d['’]abord|ancien\w*|pas|prévu\w*|jusqu['’]ici|écrit|n['’]est plus|ne sont plus|empêch\w+|"
    r"era|eran|antes|originalmente|al principio|anterior|previst\w+|hasta ahora|ya no|dij\w+|escrib\w+)\b[^.;!?\n]{0,48}|~~\s?)$",
    re.I,
)
"""Words left of a value that say it was so once, or isn't so."""

_FORMER_AFTER = AnyCase(
    r"[^.;!?\n,]{0,24}?(?:\b(?:any ?more|any longer|no longer|until (?:now|then|recently|last|yesterday|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|the end of)|at first|originally|previously|before|in the (?:old|first|previous|earlier|draft)\w*|is (?:gone|history|out|off|old|wrong|outdated)|"
    r"(?:does|do|did)(?:n['’]t| not) (?:hold|apply|stand)|больше не|раньше|до сих пор|устарел\w*|nicht mehr|bisher|früher|n['’]est plus|auparavant|ya no|antes)\b|~~)",
    re.I,
)

_TURN = AnyCase(
    r"(?:\b(?:but|however|actually|now|today|currently|since|then|instead|in fact|meanwhile|ha(?:s|ve) been|became|becomes?|new|final|signed|correct\w*|turned out|turns out|"
    r"rather|going forward|from now on|latest|agreed|settled|confirmed|current|so that|so|therefore|only|already|"
    r"теперь|сейчас|но|однако|стал\w*|а|итог\w*|на самом деле|окончательн\w+|так что|поэтому|вечером|с (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)|"
    r"jetzt|aber|nun|inzwischen|seit|doch|sondern|endgültig\w*|tatsächlich|neu\w*|ab|schon|bereits|nur|"
    r"mais|désormais|maintenant|depuis|finalement|en fait|donc|nouveau|nouvelle|"
    r"pero|ahora|desde|sino|finalmente|en realidad|nuev[oa]|basta|solo|desde)\b|->|→|=>|~~)",
    re.I,
)
"""Words between two values that say the second one holds instead."""

_CANCELLED = AnyCase(
    r"[^.;!?\n]{0,40}?\b(?:(?:is|was|has been|had to be|been|be) (?:\w+ )?(?:cancelled|canceled|called off|dropped|postponed|moved|scrapped|abandoned)|falls through|"
    r"отмен[её]н\w*|отменил\w*|перен[её]с\w*|abgesagt|verschoben|fällt aus|entfällt|annulée?s?|reportée?s?|déplacée?s?|cancelad[oa]s?|aplazad[oa]s?|suspendid[oa]s?)\b",
    re.I,
)
"""Right behind a value: what it belongs to doesn't take place."""

_PAST = AnyCase(
    r"\b(?:was|were|had|been|был[аои]?|war|waren|était|étaient|era|eran)\b[^.;!?\n]{0,12}$", re.I
)

_SAID_BEFORE = AnyCase(
    r"\b(?:formerly|previously|originally|initially|at first|earlier|planned|quoted|announced|wrote|written|thought|assumed|said|told|yesterday|draft|"
    r"раньше|прежде|ранее|изначально|сначала|писал\w*|говорил\w*|вчера|утром|ursprünglich|früher|zuerst|zunächst|schrieb\w*|gestern|"
    r"auparavant|initialement|d['’]abord|écrit|antes|originalmente|al principio|dij\w+|escrib\w+)\b",
    re.I,
)

_DISCARDED = AnyCase(
    r"\b(?:(?:unlike|different from|contrary to|not as in|instead of|other than|against) (?:the |our |what |as )?(?:\w+ ){0,2}|"
    r"(?:in|from|of) (?:the |our )?(?:draft|old|previous|former|first|earlier|outdated|last year['’]s) )[^.;!?\n]{0,40}$",
    re.I,
)
"""'Different from the draft, which had 12, ...': what comes next holds instead."""

_BY = AnyCase(
    r"^[^\w]*(?:->|→|=>|~~)[^\w]*(?:[$€£]\s?)?$|^\W{0,3}(?:[^\W\d_]+\s+){0,2}(?:to|на|auf|à|a|до)\s+(?:[$€£]\s?)?$",
    re.I,
)
"""'12 -> 15', 'from 12 to 15'."""

_SINCE = AnyCase(
    r"\b(?:from|between|с|со|von|vom|zwischen|de|du|des|entre|desde)\s+(?:the\s+)?(?:[$€£]\s?)?$",
    re.I,
)
"""Before the first end of a stretch."""

_STRONG_BEFORE = AnyCase(
    r"(?:\b(?:instead of|rather than|no longer|formerly|previously|earlier|originally|initially|(?:down|up) from|replac(?:es|ing)|supersed\w+|used to be|"
    r"changed from|moved from|а не|вместо|ранее|раньше|прежде|statt|anstatt|anstelle von|bisher|früher|vorher|zuvor|nicht|au lieu de?|plutôt que|auparavant|"
    r"contre|en lugar de|en vez de|anteriormente|antes)|\((?:it )?(?:was|were|old|before|not|war|alt|vorher|was|был[аои]?|не|était|avant|era|antes)|,? not)\b"
    r"(?:\s+(?:the|at|on|a|by|den|am|um|der|le|la|el|в|на|it was|were|was))*\W{0,3}$",
    re.I,
)
"""Right before a value: it is what another one, named before, stands in for."""


_NEWLY = AnyCase(
    r"\b(?:now|currently|at present|as of (?:now|today)|from now on|сейчас|теперь|отныне|jetzt|nun|nunmehr|inzwischen|ab sofort|künftig|désormais|maintenant|à présent|"
    r"dorénavant|ahora|actualmente|en adelante)\b[^.;!?\n\d]{0,40}$|"
    r"\b(?:reduced|raised|lowered|cut|increased|changed|moved|extended|corrected|revised|adjusted|shortened|trimmed|shifted|updated|amended|brought (?:forward|down)|voted for|"
    r"went (?:up|down)|снижен\w*|снизил\w*|повы[сш]\w+|увелич\w+|сокра\w+|урез\w+|перен[её]с\w*|измен\w+|gesenkt|erhöht|geändert|verschoben|gekürzt|angehoben|verlängert|"
    r"réduit\w*|porté\w*|porte|relevé\w*|ramené\w*|modifié\w*|reducid\w*|reduj\w+|elevad\w*|ampliad\w*|aument\w+)\b[^.;!?\n\d]{0,24}(?:\b(?:to|at|for|на|до|auf|à|a|en|hasta)\s(?:the\s)?)"
    r"(?:[$€£]\s?|(?:USD|EUR|GBP|CHF|RUB)\s)?$",
    re.I,
)
"""Left of a value that holds now: 'now 15', 'reduced to 15'."""

_STRUCK = AnyCase(
    r"[^.;!?\n\w]{0,4}(?:(?:please )?(?:strike|scratch|delete|ignore|forget|disregard|cross out) (?:this|that|it)\b|~~|зачеркн\w+|вычеркн\w+|(?:bitte )?streichen|à (?:rayer|biffer)|tachar\b)",
    re.I,
)
"""Right behind a value: it is taken back."""

_THAN_BEFORE = AnyCase(
    r"\b(?:than|чем|als|que|gegenüber|frente a|по сравнению с|против|contre|versus|vs\.?|against|compared (?:to|with))\b[^.;!?\n\d]{0,40}"
    r"\b(?:previous|last|prior|old|earlier|before|former|прошл\w+|прежн\w+|предыдущ\w+|vor(?:ige|woche|monat|jahr|tag)\w*|letzt\w+|alte[nmrs]?|précédent\w*|dernier\w*|dernière\w*|anterior\w*|pasad\w+)\b[^.;!?\n\d]{0,20}$",
    re.I,
)
"""Before a value that another one, named before it, is compared with: 'less than the week before (12)'."""

_FROM_HERE = AnyCase(
    r"\b(?:days?|weeks?|months?|hours?|minutes?|fortnight|дн\w+|день|недел\w+|месяц\w*|час\w*|tage?n?|wochen?|monate?n?|stunden?|jours?|semaines?|mois|heures?|días?|semanas?|meses|horas?)\s"
    r"(?:beyond|past|after|later than|before|earlier than|prior to|ahead of|после|позже|раньше|до|nach|vor|später als|früher als|après|avant|au-delà d[eu]|después del?|antes del?)\s(?:the |dem |der |le |el )?$",
    re.I,
)
"""Before a date from which another is counted: 'a week beyond the 12th'."""

_NOT_THIS = AnyCase(
    r"(?:\b(?:not|no longer|never|не|nicht|kein\w*|pas|no)\b|n['’]t\b)(?![^.;!?\n]*\b(?:more|less|than|exceed\w*|over|above|below|(?<!run )(?<!runs )(?<!filed )(?<!listed )(?<!known )(?<!booked )under|later|before|after|until|"
    r"более|больше|менее|меньше|выше|ниже|позднее|позже|mehr|über|unter|weniger|länger|später|plus|moins|dépasser|más|menos|superar|exceder)\b)[^.;!?\n,]{0,30}$",
    re.I,
)
"""Before a value that is denied, and no limit: 'doesn't run under 12'."""


def changed(view: TextView, old: tuple[int, int], new: tuple[int, int], mode: str) -> bool:
    """Whether the text says that one of its values holds now and the other did before.

    Args:
        view: The text.
        old: Place of the value that may be the former one.
        new: Place of the value that may have taken its place.
        mode: How the former one is used (``view.mode``).
    """
    text = view.text
    if abs(new[0] - old[0]) > _REACH:
        return False
    left = text[max(0, old[0] - 60) : old[0]]
    after = text[old[1] : old[1] + 48]
    if _displaced(view, old, new, left, after):
        return True
    if new[0] < old[0]:
        past = _PAST.search(left) and _FORMER_AFTER.match(after)
        return bool(_STRONG_BEFORE.search(left) or past)
    between = text[old[1] : new[0]]
    if _SINCE.search(left) and _BY.match(between):
        # 'From 14:00 to 15:30' is a stretch, unless something is said to move or to change.
        zone = view.zones[view.zone_at(old[0])]
        before = text[zone.start : old[0]]
        if not (cues.UPDATE.search(before) or CHANGING.search(text[zone.start : old[0]])):
            return False
    if _BY.match(between) and (mode == "old" or cues.UPDATE.search(left) or "from" not in left):
        return mode == "old" or not between.strip().isalpha()
    if (
        _CANCELLED.match(text[old[1] : old[1] + 60])
        and view.zone_at(new[0]) - view.zone_at(old[0]) <= 2
    ):
        return True
    former = mode == "old" or _FORMER.search(left) or _FORMER_AFTER.match(after)
    if not former:
        return False
    if view.zone_at(new[0]) - view.zone_at(old[0]) > 1 and not _SAID_BEFORE.search(left):
        return False  # 'It was ... . ... . But ...' needn't be about the same thing.
    if _DISCARDED.search(left):
        return True
    return bool(_TURN.search(between) or cues.UPDATE.search(between + text[new[1] : new[1] + 12]))


def _displaced(
    view: TextView, old: tuple[int, int], new: tuple[int, int], left: str, after: str
) -> bool:
    """Whether the words right beside one of two values say that the other one holds.

    Args:
        view: The text.
        old: Place of the value that may be the former one.
        new: Place of the value that may have taken its place.
        left: What stands before the former one.
        after: What stands behind it.
    """
    near = abs(view.zone_at(new[0]) - view.zone_at(old[0])) <= 1
    if near and _FROM_HERE.search(left):
        return True
    if new[0] < old[0]:
        return near and bool(_THAN_BEFORE.search(left))
    if _STRUCK.match(after):
        return True
    newly = _NEWLY.search(view.text[max(old[1], new[0] - 60) : new[0]])
    return near and bool(newly or _NOT_THIS.search(left))


def overtaken(view: TextView, old: tuple[int, int], new: tuple[int, int]) -> bool:
    """Whether a value that comes later stands where the text corrects or changes what it said.

    Weaker than ``changed``: the words of change may stand in a sentence between the two.

    Args:
        view: The text.
        old: Place of the value that may be the former one.
        new: Place of the value that may have taken its place.
    """
    first, last = view.zone_at(old[0]), view.zone_at(new[0])
    if new[0] < old[1] or last - first > _SENTENCES:
        return False
    between = signals(view).corrected & set(range(first, last + 1))
    return bool(between) and not signals(view).unknown & {last}


_SENTENCES = 5
"""Sentences within which a change of a value is told."""


def denied(view: TextView, start: int, end: int) -> bool:
    """Whether the words right behind a value say that it no longer holds."""
    return bool(_FORMER_AFTER.match(view.text[end : end + 48])) and not cues.LIMIT_RULE.search(
        view.text[max(0, start - 20) : start]
    )
