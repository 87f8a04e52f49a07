"""Words that change what a sentence does with a value: question, hypothesis, negation, update, rejection.

One expression per phenomenon for all five languages; they are tried on one sentence or clause.
"""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase

QUESTION = re.compile(r"\?\s*[\"'»”)\]]*\s*$")
ASKING = AnyCase(
    r"\b(?:(?:please |can you |could you )?(?:confirm|check|clarify|find out|ask) (?:whether|if|with|what|which|when|how|who)|"
    r"(?:not|isn't|is not|wasn't) (?:yet )?(?:clear|known|decided|confirmed|fixed|settled|agreed)|"
    r"(?:unclear|unknown|undecided|to be (?:confirmed|decided|determined|announced)|tbd|tbc|don't know|do not know|unsure|no idea|"
    r"have asked|i asked|still asking|still open|still waiting|awaiting|wait(?:ing)? for (?:an answer|confirmation|news)|to be clarified)|"
    r"(?:не ясно|неясно|неизвестно|не знаю|не известно|уточн\w+|не решен\w*|не решил\w*|под вопросом|пока не|ждем ответ\w*|ждём ответ\w*|спрос\w+)|"
    r"(?:unklar|nicht bekannt|noch offen|nicht entschieden|weiß nicht|zu klären)|"
    r"(?:pas encore|à confirmer|à préciser|inconnu|ne sais pas|à clarifier)|(?:por confirmar|por definir|no se sabe|desconocid\w+|sin confirmar))\b",
    re.I,
)
HYPOTHETICAL = AnyCase(
    r"\b(?:would|could|might|may be(?! (?:\w+ )?(?:only|at most|no (?:more|longer|later|higher|larger|bigger)|up to|not)\b)|perhaps|maybe|suppose|assuming|assume|hypothetical\w*|what if|for example|e\.g\.|for instance|say we|"
    r"in case|if (?:we|they|it|the|you|she|he)|had we|one option|an option|alternatively|consider(?:ed|ing)?|imagine|typical\w*|usually|"
    r"proposed|suggest\w*|if only|"
    r"если бы|допустим|предположим|возможно|может быть|например|вариант|обычно|предлага\w+|"
    r"falls|angenommen|vielleicht|könnte\w*|würde\w*|zum beispiel|z\.b\.|üblicherweise|"
    r"si (?:on|nous|le|la)|peut-être|supposons|par exemple|pourrait|serait|"
    r"quizá\w*|tal vez|supong\w+|por ejemplo|podría\w*|sería)\b",
    re.I,
)
POINTER = AnyCase(
    r"\b(?:see (?:the |section|page|chapter|annex|appendix|chart|attach|my|our)|as (?:described|stated|noted|listed) in|refer to|"
    r"is (?:treated|described|explained|covered|listed|found) in|can be found|is (?:in|on) the (?:attach\w*|annex|appendix|sheet|file|delivery note|document)|"
    r"как указано в|см\.|смотри|указан\w* в|во вложении|по документу|siehe|steht (?:auf|in|im)|gemäß anhang|voir|figure dans|consta en|véase|ver (?:el|la|anexo))\b",
    re.I,
)
NEGATION = AnyCase(
    r"(?:\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|stop|cease|don't|doesn't|didn't|won't|can't|mustn't|shouldn't|isn't|aren't|"
    r"wasn't|weren't|hasn't|haven't|needn't|refuse[sd]?|decline[sd]?|(?:leav\w+|left|keep\w*|kept|stay\w*) [^.;\n]{0,30}\b(?:out|off|away|aside)|hands off|drop(?:ped)?|cancel\w*|lacks?|lacking|"
    r"не|нет|ни|без|никогда|никак\w*|отмен\w+|отказ\w+|нельзя|"
    r"nicht|kein\w*|nie|niemals|niemand\w*|nichts|ohne|weder|"
    r"pas|ne|jamais|aucun\w*|sans|ni|"
    r"nunca|jamás|nadie|sin|ningun\w*|ningún|tampoco)\b|n't\b|\bn'(?=[aeiouyéêh]))",
    re.I,
)
REJECTED = AnyCase(
    r"(?:off the table|no longer(?! than)|(?:is|was|are|were) (?:wrong|incorrect|outdated|obsolete|superseded|withdrawn|rejected|refused|void|out of date|a typo|a mistake|an error)|"
    r"is not (?:right|true|correct|valid|what)|isn't (?:right|true|correct|valid)|does not (?:apply|hold)|doesn't (?:apply|hold)|contrary to|ignore (?:the|that|any|this)|"
    r"disregard|must not be used|rumou?r|someone (?:wrote|claimed|said)|mistakenly|by mistake|scratch that|strike that|forget (?:the|about)|we (?:reject|dispute|refuse)|not acceptable|"
    r"already done|устарел\w*|неверн\w*|ошибочн\w*|больше не|не действует|отклон\w+|отмен\w+|не соответствует|забудьте|слух\w*|"
    r"veraltet|falsch|gilt nicht|stimmt nicht|nicht mehr(?! als)|abgelehnt|überholt|irrtümlich|hinfällig|"
    r"n'est plus|obsolète|erroné\w*|refus\w+|rejet\w+|ne s'applique|caduc|"
    r"obsolet\w+|incorrect\w+|ya no|rechaz\w+|no se aplica|descartad\w+)",
    re.I,
)
OLD_BEFORE = AnyCase(
    r"(?:\b(?:was|were|had been|used to [a-z]+|formerly|previously|originally|initially|old|earlier|instead of|rather than|down from|up from|replaces?|replacing|"
    r"not(?! (?:more|over|less|exceed|later|above|below|to exceed))|no longer|moved from|changed from|from|swapped from|first said|had|"
    r"был[аои]?|раньше|прежде|ранее|вместо|а не|не|изначально|с|со|прежн\w+|старый|старая|"
    r"war|waren|bisher|statt|anstatt|ursprünglich|früher|vom|von|nicht|"
    r"était|auparavant|initialement|au lieu de?|plutôt que|ancien\w*|du|(?:pass(?:e|ent|er|era|é|ée|és|ées)|(?:port|ramen|relev|abaiss|augment|baiss)(?:é|ée|és|ées)) de|"
    r"era|antes|en vez de|en lugar de|originalmente|anterior|(?:pas(?:a|an|ó|aron|ará|ar)|sub(?:e|ió|irá)|baj(?:a|ó|ará)|cambi(?:a|ó|ado)) del?)\b(?:\s+(?:for|the|a|on|at|about|by|is|der|dem|den|am|um|le|la|el|au|в|на|по|около))*\W{0,3}|[~]{2})$",
    re.I,
)
NEW_BEFORE = AnyCase(
    r"(?:\b(?:now|new|currently|updated to|changed to|moved to|postponed (?:to|until)|shifted to|rescheduled (?:to|for)|raised to|lowered to|increased to|cut to|"
    r"instead|correct(?:ed|ion)?|revised|as of today|final\w*|latest|rather|go up to|takes?|to|at|on|"
    r"теперь|сейчас|новый|новая|новое|стал[аои]?|перенес\w+|перенос\w*|на|изменен\w*|итогов\w+|исправлен\w*|"
    r"jetzt|nun|neu\w*|auf|stattdessen|korrigiert|künftig|"
    r"désormais|maintenant|nouveau|nouvelle|au|à|reporté\w* au|plutôt|"
    r"ahora|nuev[oa]|pasa a|al|aplazad\w+ (?:al|a|hasta)|corregid\w+)\b[^.;\n]{0,12}|->|→|=>)\s*$",
    re.I,
)
UPDATE = AnyCase(
    r"(?:\b(?:scratch that|strike that|correction|corrected|correcting|update[ds]?|updating|moved|postponed|rescheduled|shifted|changed|change of|no longer|off the table|"
    r"instead|revised|replaced|replaces|supersed\w+|raised|lowered|increased|reduced|cut|swapped|brought forward|pushed|slipped|delayed|"
    r"now|since (?:yesterday|today|monday|then|this)|as of (?:today|now|monday)|from now on|new (?:value|date|number|figure|limit|deadline|time)|went up|went down|"
    r"теперь|с (?:сегодня|вчера|понедельника)\w*|отныне|перен[её]с\w*|перенос\w*|сдвин\w+|изменил\w*|изменен\w*|вместо|исправл\w*|поправк\w+|уточнен\w*|повысил\w*|снизил\w*|увеличил\w*|новое|новый|новая|заменил\w*|"
    r"ab sofort|seit gestern|verschieb\w*|verschoben|geändert|statt|stattdessen|korrektur|korrigiert|neu\w*|erhöht|gesenkt|jetzt|nunmehr|ersetzt|"
    r"reporté\w*|modifié\w*|décalé\w*|désormais|au lieu|correction|rectifi\w+|remplac\w+|relevé|abaissé|"
    r"aplaz\w+|cambi\w+|modific\w+|ahora|en lugar|correcci\w+|corregi\w+|sustitu\w+|aument\w+|reduj\w+)\b)",
    re.I,
)
RULE = AnyCase(
    r"(?:\b(?:must|should|shall|never|always|only|required?|has to|have to|needs? to|make sure|ensure|please|do not|don't|may not|cannot|can't|no one|nobody|"
    r"rule|constraint|policy|requirement|instruction|condition|mandatory|forbidden|not allowed|allowed|keep|avoid|until|before|"
    r"должн\w+|нельзя|обязательн\w+|только|нужно|надо|необходимо|запре\w+|не\s+\w+ть|просьба|правил\w+|следует|требу\w+|"
    r"muss|müssen|darf|dürfen|nur|bitte|immer|niemals|soll|sollen|verpflicht\w+|verboten|"
    r"doit|doivent|il faut|merci de|veuillez|jamais|toujours|interdit\w*|obligatoire\w*|uniquement|consigne|"
    r"debe\w*|hay que|nunca|siempre|prohibid\w+|obligatori\w+|solo|por favor)\b)",
    re.I,
)
ABSENT_RULE = AnyCase(
    r"\b(?:no need|no (?:\w+ ){1,3}(?:is |are |was )?(?:needed|required|necessary)|no (?:condition|must|requirement|obligation)|not a (?:must|condition|requirement)|not (?:necessary|required|needed|mandatory)|needn't|optional|without (?:a |an |any |the )?|skip(?:ped)?|waive[ds]?|instead of|exempt\w*|"
    r"не (?:нужн\w+|требу\w+|обязательн\w+|надо)|необязательн\w+|без|кроме|"
    r"nicht (?:nötig|erforderlich|notwendig)|entfällt|ohne|verzicht\w+|"
    r"pas (?:besoin|nécessaire|obligatoire)|inutile|sans|facultati\w+|"
    r"no (?:hace falta|es necesario|se requiere)|sin|opcional)\b",
    re.I,
)

OPEN = AnyCase(
    r"(?:\b(?:who (?:of|among) (?:them|us|you|the)|which (?:one )?of (?:them|us|you|the|those|these)|(?:will|to) be (?:announced|decided|named|chosen|settled) (?:later|at|on|after|by|in)|"
    r"(?:is|are) still (?:being )?(?:discussed|considered|debated|looked for)|candidates?|shortlist\w*|among others|"
    r"кто из|котор\w+ из них|(?:объяв\w+|реш\w+|определ\w+|назнач\w+) (?:позже|потом|на|после)|кандидат\w*|"
    r"wer von|welche\w* von|wird (?:noch|später)|steht noch|kandidat\w*|(?:qui|lequel) d'entre|sera annoncé|quién de|se anunciará)\b)",
    re.I,
)
"""Who or what it will be is left open."""

AFTERWARDS = AnyCase(
    r"(?:\b(?:afterwards?|later on|after the fact|retroactively|retrospectively|subsequently|straight away|right away|in the meantime|can (?:follow|wait)|catch up|"
    r"within (?:\w+ )?(?:days?|weeks?|months?) (?:after|of)|задним числом|впоследствии|постфактум|потом (?:оформ|сдела|дослат|пришл)\w*|сразу|не дожида\w+|"
    r"nachträglich|im nachhinein|hinterher|später nach\w*|sofort|après coup|a posteriori|ensuite|tout de suite|plus tard|después|luego|con posterioridad)\b)",
    re.I,
)
"""Something that should come first comes later."""

WISH = AnyCase(
    r"(?:\b(?:would (?:like|prefer|be (?:nice|good|great|better))|if possible|ideally|nice to have|wish(?:es|ed)?|hope[sd]?|welcome|preferably|"
    r"if (?:we|they|you|he|she|it|anyone|somebody|someone) (?:ever|should|were)|were it|had better|"
    r"хотел\w* бы|желательно|по возможности|хорошо бы|если когда-нибудь|wünsch\w*|möglichst|wäre (?:schön|gut)|gern\w*|"
    r"souhait\w*|si possible|de préférence|idéalement|desea\w*|si es posible|preferiblemente|ojalá)\b)",
    re.I,
)
"""What follows or stands before it is wished or imagined, not ruled."""

READING = AnyCase(
    r"(?:\b(?:forecast|reading|measured|currently|at the moment|observed|display|showed|shows|rising|falling|rose|fell|recorded|actual|"
    r"показани\w*|замер\w*|сейчас|прогноз\w*|на \d\d:\d\d|gemessen|anzeige|prognose|relevé|mesuré|prévision\w*|medido|lectura|pronóstico)\b)",
    re.I,
)
LIMIT_RULE = AnyCase(
    r"(?:\b(?:must|never|no|not|nothing|only|keep|kept|stay\w*|abort|stop|as soon as|once|anything|beyond|exceed\w*|allow\w*|limit\w*|max\w*|cap\w*|ceiling|"
    r"most|longer|than|within|inside|fit|under|below|above|over|until|agreed|rule|mandate|has to|have to|"
    r"должн\w+|нельзя|только|не|нет|предел\w*|лимит\w*|держ\w+|если|больше|уложиться|выше|ниже|"
    r"muss|darf|nur|nie|nicht|kein\w*|höchst\w*|grenze|doit|ne|pas|seulement|plafond|limite|debe|no|solo|límite|máxim\w*)\b|[<>≤≥])",
    re.I,
)

WAITING = AnyCase(
    r"\b(?:wait\w*|until|till|not before|only after|only once|once|as soon as|after|first|hold|held|pending|"
    r"ждать|ждём|ждем|дождат\w+|только после|не раньше|сначала|после|warten|erst|bis|nachdem|attend\w*|après|d'abord|esper\w+|después|hasta|primero)\b",
    re.I,
)

DENIAL = AnyCase(
    r"(?:\b(?:(?:is|was|are|were|has|have|had|do|does|did|will|would|can|could) not|isn't|wasn't|aren't|weren't|hasn't|haven't|doesn't|didn't|don't|"
    r"won't|never|no longer|nobody|none of|"
    r"не (?:был\w*|являет\w+|буд\w+|нужн\w+|долж\w+)|нет|никогда|"
    r"(?:ist|war|sind|wurde|wird|hat|haben) nicht|nie|kein\w*|n'(?:est|était|a) pas|ne \w+ pas|no (?:es|fue|está|hay|se))\b)",
    re.I,
)

ELSEWHERE = AnyCase(
    r"\b(?:last (?:year|month|week|quarter|time)|previous (?:year|customer|client|project)s?|similar|others|other (?:customers|clients|projects|teams)|competitors?|industry|"
    r"on average|market|benchmark|for comparison|historical\w*|years? ago|typical\w*|"
    r"в прошлом|прошлогодн\w+|похож\w+|у других|конкурент\w*|в среднем|обычно|по рынку|для сравнения|"
    r"letztes jahr|im vorjahr|ähnliche\w*|durchschnitt\w*|üblich\w*|l'an dernier|similaires|en moyenne|el año pasado|similares|en promedio)\b",
    re.I,
)

CONTRAST = AnyCase(
    r"\b(?:unlike|in contrast to|compared (?:to|with)|than|where|в отличие от|по сравнению с|im gegensatz zu|im vergleich|contrairement à|a diferencia de)\b",
    re.I,
)

STRONG_OLD = AnyCase(
    r"\b(?:instead of|rather than|no longer|not|formerly|previously|а не|вместо|statt|anstatt|nicht|au lieu du?|plutôt que|en lugar de|en vez de)"
    r"(?:\s+(?:the|on|at|am|den|le|el|в|на))*\W*$",
    re.I,
)
AGO = AnyCase(r"\s*(?:\w+\s)?(?:ago|earlier|already|so far|назад|уже|her\b|plus tôt|atrás)", re.I)
AGO_BEFORE = AnyCase(
    r"\b(?:for the (?:last|past)|last|past|vor|il y a|depuis|hace|за последни\w+)\s*$", re.I
)

_LIMITS = AnyCase(
    r"\b(?:no|not|never|не|nicht|pas)\s+(?:more|longer|later|less|fewer|higher|over|above|below|exceed\w*|более|больше|выше|позднее|позже|превыша\w+|может превыша\w+|mehr|plus)|(?:must|may|can|should)(?: not|not) exceed|не может превышать|no single",
    re.I,
)


def without_limits(text: str) -> str:
    """Return a text without the negations that only give a limit ('no more than')."""
    return _LIMITS.sub(" ", text)


USUAL = AnyCase(
    r"\b(?:as usual|the usual|usual (?:rule|terms?|limit|way)|as always|as before|same as (?:before|last time|always)|the standard (?:rule|terms?|limit)|by default|"
    r"как обычно|как всегда|как раньше|как в прошлый раз|обычн\w+ (?:правил|услови|лимит|порядок)\w*|стандартн\w+ услови\w*|по умолчанию|"
    r"wie üblich|wie immer|wie gehabt|die üblich\w+|comme d'habitude|comme toujours|habituel\w*|como siempre|como de costumbre|lo habitual|habitual\w*)\b",
    re.I,
)
"""The text leaves open what applies by pointing to what is usual."""
NAMING = AnyCase(
    r"\b(?:mention\w*|(?:not|never|don't|without) nam(?:e|ing)|named|cit(?:e|es|ed|ing)|refer\w*|appear\w*|occur\w*|quot(?:e|es|ed|ing)|"
    r"упомина\w+|упомян\w+|назыв\w+|ссыла\w+|фигурир\w+|erwähn\w*|nenn\w*|genannt|mentionn\w*|nommer|citer|mencion\w*|nombr\w+|citar)\b",
    re.I,
)
"""A prohibition to name something: the name alone breaks it."""
PERMITTED = AnyCase(
    r"\b(?:may|can|allowed|permitted|use|using|feel free|with|можно|разреш\w+|используй\w*|dürfen|darf|kann|erlaubt|mit|peut|peuvent|autorisé\w*|avec|puede\w*|permitid\w*|con)\b",
    re.I,
)

ASKED_ABOUT = AnyCase(
    r"\b(?:ask(?:s|ed|ing)? (?:\w+ ){0,3}?(?:about|whether|if|for|what|when|how|why|who)|enquir\w+|inquir\w+|wonder\w*|want(?:s|ed)? to know|"
    r"спрашива\w+|спросил\w*|интересу\w+|fragt\w*|gefragt|wollte\w* wissen|demand(?:e|é|ait|ent) (?:si|pourquoi|quand|combien|quel)|pregunt\w+)\b",
    re.I,
)
"""Somebody's question is reported."""
