"""Which of two values of a text is the one in force: 'was 12, now 15', 'not 12 but 15', '15 (was 12)'."""

from __future__ import annotations

import re

from core.contract.checks import cues
from core.contract.checks.number_cues import CHANGING
from core.contract.checks.signals import signals
from core.contract.checks.view import TextView

_REACH = 280
"""Characters between a value and the one that replaces it."""

_FORMER = re.compile(
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

_FORMER_AFTER = re.compile(
    r"[^.;!?\n,]{0,24}?(?:\b(?:any ?more|any longer|no longer|until (?:now|then|recently|last|yesterday|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|the end of)|at first|originally|previously|before|in the (?:old|first|previous|earlier|draft)\w*|is (?:gone|history|out|off|old|wrong|outdated)|"
    r"(?:does|do|did)(?:n['’]t| not) (?:hold|apply|stand)|больше не|раньше|до сих пор|устарел\w*|nicht mehr|bisher|früher|n['’]est plus|auparavant|ya no|antes)\b|~~)",
    re.I,
)

_TURN = re.compile(
    r"(?:\b(?:but|however|actually|now|today|currently|since|then|instead|in fact|meanwhile|ha(?:s|ve) been|became|becomes?|new|final|signed|correct\w*|turned out|turns out|"
    r"rather|going forward|from now on|latest|agreed|settled|confirmed|current|so that|so|therefore|only|already|"
    r"теперь|сейчас|но|однако|стал\w*|а|итог\w*|на самом деле|окончательн\w+|так что|поэтому|вечером|с (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)|"
    r"jetzt|aber|nun|inzwischen|seit|doch|sondern|endgültig\w*|tatsächlich|neu\w*|ab|schon|bereits|nur|"
    r"mais|désormais|maintenant|depuis|finalement|en fait|donc|nouveau|nouvelle|"
    r"pero|ahora|desde|sino|finalmente|en realidad|nuev[oa]|basta|solo|desde)\b|->|→|=>|~~)",
    re.I,
)
"""Words between two values that say the second one holds instead."""

_CANCELLED = re.compile(
    r"[^.;!?\n]{0,40}?\b(?:(?:is|was|has been|had to be|been|be) (?:\w+ )?(?:cancelled|canceled|called off|dropped|postponed|moved|scrapped|abandoned)|falls through|"
    r"отмен[её]н\w*|отменил\w*|перен[её]с\w*|abgesagt|verschoben|fällt aus|entfällt|annulée?s?|reportée?s?|déplacée?s?|cancelad[oa]s?|aplazad[oa]s?|suspendid[oa]s?)\b",
    re.I,
)
"""Right behind a value: what it belongs to doesn't take place."""

_PAST = re.compile(
    r"\b(?:was|were|had|been|был[аои]?|war|waren|était|étaient|era|eran)\b[^.;!?\n]{0,12}$", re.I
)

_SAID_BEFORE = re.compile(
    r"\b(?:formerly|previously|originally|initially|at first|earlier|planned|quoted|announced|wrote|written|thought|assumed|said|told|yesterday|draft|"
    r"раньше|прежде|ранее|изначально|сначала|писал\w*|говорил\w*|вчера|утром|ursprünglich|früher|zuerst|zunächst|schrieb\w*|gestern|"
    r"auparavant|initialement|d['’]abord|écrit|antes|originalmente|al principio|dij\w+|escrib\w+)\b",
    re.I,
)

_DISCARDED = re.compile(
    r"\b(?:(?:unlike|different from|contrary to|not as in|instead of|other than|against) (?:the |our |what |as )?(?:\w+ ){0,2}|"
    r"(?:in|from|of) (?:the |our )?(?:draft|old|previous|former|first|earlier|outdated|last year['’]s) )[^.;!?\n]{0,40}$",
    re.I,
)
"""'Different from the draft, which had 12, ...': what comes next holds instead."""

_BY = re.compile(
    r"^[^\w]*(?:->|→|=>|~~)[^\w]*(?:[$€£]\s?)?$|^\W{0,3}(?:to|на|auf|à|a|до)\s+(?:[$€£]\s?)?$", re.I
)
"""'12 -> 15', 'from 12 to 15'."""

_SINCE = re.compile(
    r"\b(?:from|between|с|со|von|vom|zwischen|de|du|des|entre|desde)\s+(?:the\s+)?(?:[$€£]\s?)?$",
    re.I,
)
"""Before the first end of a stretch."""

_STRONG_BEFORE = re.compile(
    r"(?:\b(?:instead of|rather than|no longer|formerly|previously|earlier|originally|initially|(?:down|up) from|replac(?:es|ing)|supersed\w+|used to be|"
    r"changed from|moved from|а не|вместо|ранее|раньше|прежде|statt|anstatt|anstelle von|bisher|früher|vorher|zuvor|nicht|au lieu de?|plutôt que|auparavant|"
    r"contre|en lugar de|en vez de|anteriormente|antes)|\((?:it )?(?:was|were|old|before|not|war|alt|vorher|was|был[аои]?|не|était|avant|era|antes)|,? not)\b"
    r"(?:\s+(?:the|at|on|a|by|den|am|um|der|le|la|el|в|на|it was|were|was))*\W{0,3}$",
    re.I,
)
"""Right before a value: it is what another one, named before, stands in for."""


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
