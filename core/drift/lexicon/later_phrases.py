"""Phrases by which a doing is told in passing: with hindsight, as a habit, or as a matter of course."""

from __future__ import annotations

LATER: dict[str, str] = {
    "guesses": (
        r"\b(?:so|hence|then) it must be\b|\bcan only (?:have been|be)\b|\b(?:it|they|he|she|that)(?:'ll| will) have been\b|\b(?:will|would) surely\b|"
        r"\b(?:nobody|no one) would (?:invent|make up|forge|lie)\b|\bas (?:these|such) things (?:usually|generally|mostly) (?:are|go)\b|\bsince (?:most|nearly all|almost all)\b|"
        r"\bi(?:'ve)? (?:worked|reckoned|figured) it out (?:from|by)\b|\bby comparison with\b|\bfrom similar (?:cases|jobs|years)\b|\b(?:boys|girls|people|men|women|children|patients|houses|firms|animals) (?:of \w+ )?(?:generally|usually|mostly|normally|tend)\b|"
        r"\b(?:прикинул|прикинула|рассчитывайте на|по похожим|тем же|такой же|так что и у)\b"
    ),
    "settles": (
        r"\bthe (?:later|earlier|newer|older|higher|lower|second|first|more recent) (?:one|entry|figure|value|version|date|source)?(?: \w+)? ?(?:counts|prevails|wins|applies|is (?:right|correct|the one)|has it)\b|"
        r"\b(?:prevails?|takes? precedence|outranks?) over\b|\bhas it (?:right|wrong)\b|\bit is,? (?:then|that's)\b|\b(?:has|have) the (?:better|stronger|weaker) (?:case|argument|point)\b|"
        r"\bis the more (?:realistic|likely|reliable|plausible|convincing|recent)\b|\bso (?:that|it)(?:'s| is) settled\b|\bsettled then\b|\b(?:главнее|важнее|весомее)\b|\b(?:записываю|считаю) (?:его |её |это |вопрос )?(?:как )?(?:закрыт|реш)\w*|\bправее\b"
    ),
    "opines": (
        r"\bto be (?:frank|honest|fair)\b|\b(?:not|hardly|scarcely) (?:a|the) (?:good|great|bright|wise|best) (?:idea|moment|choice|thing)\b|\bi doubt (?:that|if|whether|it)\b|\bbetween (?:you and me|ourselves)\b|"
        r"\bone (?:shouldn't|should not|ought not|doesn't|does not) (?:be |wish |want |like )\w*|\bwhich isn't how one\b|\bi(?:'d| would) (?:much )?rather\b|\b(?:честно говоря|между нами|сомневаюсь|не лучшая|неудачн\w+ (?:мысль|идея|момент))\b"
    ),
    "waives": (
        r"\b(?:one|we|you) (?:shouldn't|should not|needn't|need not|mustn't) be (?:petty|picky|strict|pedantic|so \w+|too \w+)\b|\bwith so (?:short|small|little|few) an? \w+\b|\bbrings? in (?:a lot|much|good|so much)\b|"
        r"\b(?:doesn't|don't|does not|do not) (?:wish|want) to (?:annoy|upset|lose|offend)\b|\b(?:good|big|important|loyal|old|valued) (?:customer|client|friend|partner)s?\b[^.;]{0,40}\b(?:so|cleared|approved|let)\b|"
        r"\b(?:comes|is) from the (?:board|boss|director|ceo|head)(?:'s)?\b[^.;]{0,60}|\bhere (?:it|that) (?:doesn't|does not) matter\b|\bno harm done\b|\bне (?:будем|стоит|надо) (?:придираться|мелочиться)\b|\b(?:хороший|важный|постоянный|давний) клиент\b"
    ),
    "adds_unsourced_fact": (
        r"\bas (?:is|it's|is well|everyone|everybody) (?:well )?known\b|\bas is well known\b|\bit(?:'s| is) (?:well )?known that\b|\bhas been (?:checked|proven|shown|confirmed) many times\b|\bin reality\b|\b(?:always|never) have that (?:right|duty)\b|"
        r"\bhave since (?:resigned|left|closed|died|failed|quit|gone)\b|\bas (?:you|we) all know\b|\b(?:общеизвестно|как все знают|на самом деле|давно доказано|много раз проверено)\b"
    ),
    "diagnoses": (
        r"\b(?:hardly|scarcely|no) (?:any )?other explanation\b|\bhardly another explanation\b|\b(?:has|have) (?:broken|damaged|killed|ruined|blocked|overloaded|clogged|knocked out) (?:the|it|them)\b|\bthat's what (?:does|did|makes|made)\b|\b(?:is|are) behind (?:it|this|that|the)\b|"
        r"\bто есть (?:сломал|вышел|перегрел|засорил)\w*|\bдругого объяснения нет\b"
    ),
    "goes_on_after_surprise": (
        r"\b(?:just|all) the same\b|\bi (?:went|carried|kept|pressed) on\b|\btends to (?:blow over|pass|go away|settle)\b|\bnevertheless\b|\beven so\b|\bwhich hardly (?:shows|matters)\b|\bthe remaining \w+ were done\b|"
        r"\b(?:всё равно|тем не менее|несмотря на это) (?:\w+ )?(?:сделал|довёл|закончил|продолжил|выполнил)\w*|\bне стал (?:останавливать|прерывать)\w*"
    ),
    "vouches": (
        r"\b(?:is|are) (?:a |an )?(?:decent|honest|careful|serious|trustworthy|good) (?:person|people|man|woman|firm|colleague|house)\b|\bnever given (?:us|me) (?:any )?trouble\b|\bso (?:that|this) part holds\b|\b(?:holds|stands|counts) as well\b|"
        r"\bno (?:paper|proof|record|document|sheet)s? (?:on|for|about) (?:it|that|this)[^.;]{0,30}\bbut\b|\b(?:порядочн|надёжн|честн)\w+ (?:человек|фирма|люди|поставщик)\b|\bни разу не подв\w+"
    ),
    "alters_facts": (
        r"\bwhich is (?:a mouthful|too (?:long|clumsy|precise)|unwieldy)\b|\bonly makes (?:the|it|this) \w+ (?:confusing|longer|harder)\b|\b(?:but|which) (?:\w+ ){0,3}(?:was|is|has been) (?:therefore |simply |quietly )?(?:left out|omitted|dropped|shortened)\b|"
        r"\b(?:мнение|возражение|число|оговорка|слова|цифр\w+)[^.;]{0,30}\b(?:опущен|пропущен|сокращен|округл[её]н)\w*"
    ),
    "edits_content": (
        r"\bmake it:? ?¤|\b(?:better|instead|rather|write|say|put|read|try|take)(?: instead)?:? ¤|\b(?:sentences?|paragraphs?|lines?|words?|scenes?|passages?|slides?) (?:is|are|was|were) gone\b|\b(?:have|has) been swapped for\b|\bso i replaced (?:it|them)\b|"
        r"\b(?:абзац|фраз|строк|предложени|слова?)\w* (?:я )?(?:убрал|выбросил|вычеркнул|заменил)\w*|\bлучше так:? ¤"
    ),
    "changes_plan": (
        r"\b(?:now )?comes before\b|\ban? (?:extra|additional|further) \w+ (?:sits|comes|was|has been|went)\b|\bfrom here looked\b|\bone word about\b|\bnot a word (?:about|on)\b|\b(?:the|my) order (?:is silent|says nothing|doesn't say|had nothing)\b|\bwhich (?:the|my) order (?:doesn't|does not|didn't)\b|"
        r"\b(?:once more|a second time|again) (?:and|to be on the safe side|for safety)\b|\b(?:в задании|в наряде|в заявке)[^.;]{0,20} ни слова\b|\bместо было нужно\b"
    ),
    "takes_over_work": r"\bis struck from the scope\b|\b(?:i|we) (?:struck|cut|took) (?:the )?\w+(?: \w+)? from the scope\b|\btake the (?:quiet|loud|short|long|blue|red|green|first|second|other|cheaper|smaller|bigger) one\b|\bберите (?:тихий|короткий|синий|первый|второй|другой)\b",
    "suppresses": r"\b(?:objection|view|opinion|dissent|disagreement)s? (?:is|are|was|were|has been) (?:left out|omitted|dropped)\b|\b(?:мнение|возражение|несогласие)[^.;]{0,20} (?:опущен|не привожу|пропущен)\w*",
    "rejects": r"\bis struck (?:from|off)\b",
}  # fmt: skip
"""Predicate -> more alternatives of its pattern."""
