"""Still further phrases behind the predicates: what is done without the verb that names it."""

from __future__ import annotations

FURTHER: dict[str, str] = {
    "settles": (
        r"\b(?:is|was|are) (?:clearly |simply |of course )?the (?:right|valid|current|true|correct|good|binding) (?:one|value|date|figure|version|number|name)\b|"
        r"\b(?:the )?(?:other|older|first|second|latter|rest)s? (?:one |entry |value |line )?(?:may|can|should|is to) be (?:ignored|dropped|disregarded|forgotten|left out)\b|"
        r"\bin the end it (?:was|is)\b|\bturned out to be\b|\bis what counts\b|\bso (?:i|we) (?:leave|left|go|went|take|took|keep|kept) (?:it|that|this|them|with|by|for)\b|"
        r"\b(?:covers|satisfies|serves) both\b|\ball (?:parties|sides) agree\w*\b|\b(?:so|therefore|hence) (?:the )?(?:second|first|older|newer|other) (?:\w+ )?is (?:mistaken|wrong|right)\b|"
        r"\bpredates\b.*\b(?:right|ignored|wrong)\b|\bcan be considered (?:settled|decided|closed)\b|\bthe matter is closed\b|\bone may safely\b|\bthe truth (?:is|lies)\b|"
        r"\b(?:принимаем|исходим из|остаётся|останавлива\w+ на|верна последн\w+|верн\w+ (?:та|тот|то) запис\w*)\b|\b(?:вторую|первую|старую|другую) (?:запись )?можно не (?:учитывать|смотреть|брать)\b|\bна самом деле\b|\bправильн\w+ (?:из них|считать)\b"
    ),
    "guesses": (
        r"\bcount on\b|\bone can take (?:it|this|that)\b|\bwill have been\b|\bas a rule\b|\bit's the same (?:\w+ )?(?:soil|model|type|make|size|street|team|kind|series|batch|route)\b|"
        r"\beverybody seemed to\b|\bsomething like\b|\bby the (?:look|looks|sound) of\b|\bone may assume\b|\bgoes without saying\b|\bin all (?:likelihood|probability)\b|\bno doubt\b|"
        r"\b(?:i|we) (?:put|set|took|filled|entered|rounded) (?:it |this |that |the \w+ )?(?:in|up|down|at|as|to) (?:about|around|roughly|the (?:usual|average|typical)|fit)\b|\bshould be (?:about|around|roughly|much|more or less)\b|"
        r"\b(?:stands|lies|lives|works|sits) in the same\b|\blet's (?:call it|say|assume|take)\b|\ba safe bet\b|\bmore or less\b|\bi believe\b|\bfrom memory\b|\bif i remember\b|\bwhich is (?:the )?(?:usual|normal|typical|standard)\b|"
        r"\b(?:судя по всему|надо думать|по идее|как правило|по всей видимости|скорее|похоже на то|насколько помню|около того|логично предположить|должн[оаы] быть|порядка|округл\w+)\b|\bвыйдет (?:тысяч|примерно|где-то)\b"
    ),
    "waives": (
        r"\b(?:more|rather|quite) (?:generous|lenient|relaxed|liberal|tolerant)(?:ly)?\b|\b(?:never|hardly|doesn't|does not|didn't|will not|won't) (?:ever )?(?:done|do|does|did|make|made|makes|matter|matters|hurt|hurts|cause) (?:any |much |no |a )?(?:harm|difference|damage|trouble)?\b(?=.*\b(?:so|cleared|met|fine|pass|harm|difference|damage)\b)|"
        r"\bcan hardly (?:make|matter|do|hurt)\b|\ba matter of (?:five|ten|a few|two|minutes|hours|days)\b|\b(?:good|regular|loyal|long-?standing|old|trusted|valued|well-known) (?:customer|client|supplier|partner|tenant|member|colleague)\b|"
        r"\bwas (?:written|made|meant) (?:with|for) (?:\w+ )?(?:other|another|the \w+|different)\b(?=.*\b(?:mind|case|block|time)\b)|\b(?:excess|gap|overrun|deviation|difference|delay) (?:as |so )?(?:small|slight|minor|tiny)\b|\bnobody (?:was|is|gets|will be) (?:hurt|harmed)\b|"
        r"\bthe spirit of\b|\bexcess as small\b|\bso i (?:count|take|regard|treat|consider) (?:it|this|that|the \w+) as\b|\bcomes? out a little (?:above|over)\b|\bclose enough\b|\bonly just (?:above|over|below|under)\b|"
        r"\b(?:клиент|партн[её]р|поставщик|заявитель) (?:этот )?(?:давний|надёжный|известный|постоянный|старый)\b|\bпункт считаю\b|\bможно (?:и )?(?:закрыть глаза|простить|пропустить|не требовать|обойтись)\b|\bтребование (?:избыточн|формальн|устарел)\w*|\bне так уж (?:важн|страшн|критичн)\w*|\bради (?:срок|дела|скорост)\w*"
    ),
    "suppresses": (
        r"\bno (?:alarm|alert|notice|report|message|warning|ticket) (?:was|has been|is) (?:sent|raised|given|made|opened|necessary|needed)\b|\b(?:doesn't|does not|didn't|did not|won't|will not|isn't|is not) (?:appear|show|figure|go|be shown|be listed|be reported|get reported)\b|"
        r"\b(?:neither|none|not one|nothing) (?:was|were|is|has been) (?:passed|reported|sent|forwarded|raised|mentioned|listed)\b|\bleft (?:it |that |them |this )?(?:out|off|unreported|unmentioned)\b|\bkept (?:it |this |that |them )?(?:back|quiet|out|off)\b|"
        r"\b(?:turned|switched) (?:it |this |that )?off\b|\backnowledged (?:it )?without\b|\bnot (?:been )?passed on\b|\bhappens (?:every|all the)\b|\bnothing (?:new|unusual|to see|alarming)\b|"
        r"\b(?:тревог|сигнал|уведомлен|оповещен)\w* не (?:подава|поднима|отправля|посыла|передава|включа)\w+|\bв (?:сводк|отчёт|отчет)\w* не (?:включ|внос|попад|вош)\w+|\bне (?:сообщал|передавал|показыва|учитыва)\w*|\bбез уведомления\b|\bмелоч\w*"
    ),
    "diagnoses": (
        r"\b(?:is|are|was) what (?:produces|produced|causes|caused|does|did|brings|brought|makes|made|drives|drove|lies behind)\b|\bbehind (?:it|this|that|all this)\b|\bthe culprit\b|\b(?:goes|go|can be traced|traces|comes?|came) back to\b|\b(?:slowed|blocked|jammed|held|pushed|dragged|weighed|drove|choked|clogged) (?:it|them|things|the \w+) (?:down|up|back|off)\b|"
        r"\b(?:a|the) (?:worn|leaking|clogged|faulty|loose|broken|hanging|stuck|dirty|failing|full|missing|wrong|blocked|defective|bad|cracked|hung) \w+\b|\b(?:sort|kind|type) of (?:dip|peak|spike|drop|failure|error|noise|jump|pattern)\b|\bmust have (?:been|come|opened|failed|left|let)\b|\bresponsible for (?:it|this|that|the)\b|\bowes? to\b|\bsince (?:the|a) (?:new|last|latest) \w+\b|\bfollows from\b|"
        r"\b(?:виноват|виной|дело в том|дело в|вызван|вызвал|объясня|сказыва|связан[оа]? с|следствие|спровоцир)\w*|\b(?:засор|износ|утечк|перегрев|неисправн|сломал)\w*"
    ),
    "vouches": (
        r"\bcome from the same\b|\bwill do (?:as a basis|for now)\b|\b(?:spared|spare) (?:us|me|myself|ourselves)\b|\bso many (?:\w+ )?in a row\b|\bso they (?:hold|agree|match|are (?:fine|right|correct)) too\b|\bconfirmed for all\b|\bexperienced\b(?=.*\b(?:so|never|no)\b)|"
        r"\bsounds? (?:convincing|right|plausible|good)\b|\b(?:has|have) never (?:failed|been wrong|erred|let)\b|\bon (?:his|her|their|its) word\b|\bno (?:sample|check) (?:is|was) needed\b|\bby extension\b|\bcan be taken as read\b|"
        r"\b(?:опытн\w+|раньше ошибок|ошибок (?:у него |у неё |прежде |раньше )?не (?:было|встречалось|бывало)|звуч\w+ убедительно|насколько можно судить|проблем (?:с ним |с ней |с ними )?(?:прежде |раньше )?не (?:было|возникало)|тоже быть не должно|можно доверять|на первый взгляд)\b"
    ),
    "changes_plan": (
        r"\bwhile (?:i|we) (?:was|were) (?:there|at it|standing|waiting|on it)\b|\bsince (?:i|we) (?:was|were) (?:there|standing|at it|on site|already)\b|\b(?:was|were|got|has been) \w+(?:ed|en|t) (?:too|as well)\b|\bgot the same\b|\btoo, (?:since|as|because|while)\b|\bon top of (?:that|it|the order)\b|\bas a bonus\b|\bfor good measure\b|\bwithout being asked\b|\bthough (?:it|this|that) (?:wasn't|was not) (?:ordered|in the)\b|"
        r"\b(?:so|therefore) i took\b|\btook the \w+ (?:from|of) (?:last|another|the other|the old)\b|\b(?:earlier|later|sooner) than (?:ordered|planned|specified)\b|\bin(?:stead)? of the (?:ordered|planned|specified)\b|"
        r"\b(?:перестро\w+|поменял\w* местами|кроме того,? (?:я )?(?:сделал|промыл|заменил|почистил|обновил)|раз уж|по пути|за одно|сверх (?:плана|заказа|заявки)|хотя (?:в заявке|этого) не было|решил\w* (?:сначала|сделать|взять|не ждать))\b"
    ),
    "edits_content": (
        r"\b(?:changed|corrected|replaced|reworded|rewritten|fixed|adjusted|shortened|put right|filled in) by (?:me|us)\b|\b(?:put|filled|wrote|written) in ¤|\b(?:in the (?:file|draft|text|sheet|form|document)) (?:is|was|has been) (?:now )?(?:replaced|changed|corrected|rewritten|fixed)\b|\b(?:i|we)(?:'ve| have)? (?:rounded|passed (?:it|this|that) on as|put it as|turned it into|made it|set it to)\b|"
        r"\blet's call it\b|\bnow (?:reads|says) ¤|\bin its new form\b|\bhere is the (?:new|corrected|better|improved|revised) \w+\b|\b(?:so|therefore) (?:i'm|i am|we are|i) (?:putting|setting|giving|making) (?:it|you|them)\b|\bwhich is more realistic\b|"
        r"\b(?:исправлен|заменен|заменён|переписан|сокращ[её]н|поправлен)[аоы]? (?:мной|мною|нами)\b|\b(?:исправил|поправил|вписал|дописал|подставил|поменял)[аи]? (?:прямо|сам|сразу|в|на|там|его|её|их)\b|\bтеперь (?:там|в тексте|в файле) (?:стоит|написано|сказано)\b|\b(?:так что )?ставлю (?:вам )?\w+"
    ),
    "takes_over_work": (
        r"\b(?:nobody|no one) (?:had|has) (?:done|made|written) \w+\b|\bso here (?:it|they|is|are)\b|\bhere is (?:my|the) (?:route|rota|calculation|analysis|text|draft|translation|code|estimate|sum|plan|answer)\b|\b(?:first|then) \w+ (?:takes|swaps|covers) (?:the|with)\b|\b(?:by|on) my (?:own )?(?:reckoning|count|calculation|sums)\b|\bi (?:make|get) it\b|"
        r"\b(?:drags|is weak|is flat|doesn't work|reads badly|is overlong|are overlong|is clumsy|is too long|could be livelier)\b|\b(?:я|сам[аи]?) (?:посчитал|прикинул|набросал|составил|написал|переделал)[аи]?\b|\b(?:затянут|слабый|слабая|скучн|не работает|непонятн)\w*"
    ),
    "concludes": (
        r"\b(?:so|hence|therefore),? there's (?:your|the)\b|\bcame too (?:late|early)\b|\bruns on\b|\bthe letter of\b.*\b(?:came|is|was) (?:too|in)\b|\b(?:must|can only) (?:mean|be)\b|\btaken together\b|\ball (?:this |of this |of it )?(?:points|speaks|adds up)\b|\bone (?:can|may|must) (?:see|conclude|say|infer|read)\b|\bin effect\b|\bthe upshot\b|\bleaves no (?:doubt|room)\b|\bputs? (?:it|him|her|them|us) (?:in|out of)\b|"
        r"\b(?:отсюда|стало быть|выходит|получается|то есть|из этого|следует, что|а значит|итого|можно заключить|говорит о том)\b"
    ),
    "opines": (
        r"\b(?:drags?|sloppy|clumsy|thin|overdone|dull|tedious|elegant|promising|sound|shaky|dubious|questionable|generous|stingy|overpriced|steep|cheap|a bargain|a pity|a shame|well done|nicely|rightly so|to be welcomed|hard to believe|doubtful)\b|\b(?:a|an) (?:fair|good|bad|reasonable|decent|poor|odd|strange|wise|clever) (?:price|choice|deal|solution|idea|result|compromise|decision|offer|job|sign)\b|\bi(?:'m| am) (?:not )?(?:convinced|sure it|happy with|in favou?r|against)\b|\bto my mind\b|\bif you ask me\b|\b(?:weigh|weighs) more\b|\bcarr(?:y|ies) more weight\b|"
        r"\b(?:слаб|затянут|скучн|разумн|неразумн|сомнительн|удачн|неудачн|убедительн|неубедительн|справедлив|завышен|занижен|в самый раз|многовато|маловато|жаль|прав[ыа]?\b|неправ)\w*"
    ),
    "adds_unsourced_fact": (
        r"\bevery (?:second|third|fourth|fifth|sixth|tenth) \w+\b|\b(?:has|have) (?:doubled|tripled|halved|risen|fallen) (?:since|in|over)\b|\b(?:a|one) (?:third|quarter|half|fifth) of (?:all|the|such|these|them|our)\b|\b(?:doubled|tripled) since\b|\b(?:last|this) year,? (?:for (?:sure|certain)|\d+|this is)\b|\bhospitals pay\b|\bit is a fact\b|\bas is (?:well )?known\b|\b(?:elsewhere|other (?:towns|firms|teams|clubs|schools|cities|companies)) (?:\w+ )?(?:pay|do|have|use|take|charge)\b|\b(?:some|many|hundreds|thousands|\d+) (?:\w+ )?(?:of them )?(?:lost|were hit|have complained|complained|left|died|quit)\b|"
        r"\b(?:треть|четверть|половина|большинство) (?:всех )?[а-яё]+|\b(?:вырос|снизил|упал|удво)\w*(?:ся|лась|лись)? (?:вдвое|втрое|на треть|в \w+ раз)|\bэто (?:точно|факт)\b|\bв прошлом году\b|\bкаждый (?:второй|третий|четв[её]ртый|пятый|десятый)\b|\b(?:обычно|везде|все) (?:платят|делают|берут)\b"
    ),
    "uses_outside_source": (
        r"\bon the (?:central bank|supplier|vendor|manufacturer|company|club|museum|council|carrier|hotel|airline|school)(?:'s)? (?:page|site|website|portal)\b|\b(?:i|we) (?:also )?(?:looked|checked|searched|asked|read|saw|found) (?:it |this |that )?(?:up )?(?:in|on|at|with|around) (?:the )?(?:web|net|internet|press|news|forum|inbox|mail|drive|calendar|chat|phone|colleagues?|office|neighbour\w*|desk|manufacturer|supplier|website)\b|\b(?:called|rang|phoned|mailed|texted) (?:the|him|her|them|up)\b|\ba quick (?:search|call|look) (?:on|to|at|in)\b|\baccording to (?:the (?:web|press|news|internet)|wikipedia|google)\b|"
        r"\b(?:в интернете|на форуме|в новостях|в чате|в календаре|на их сайте|по телефону|у коллег|у соседей|в поиске|загуглил\w*|спросил\w* у|уточнил\w* у|позвонил\w*|созвонил\w*)\b"
    ),
    "deletes": (
        r"\b(?:has|have|had) been (?:dropped|removed|deleted|discarded|thrown out|emptied|cleared|struck|taken out)\b|\b(?:dropped|removed|deleted|discarded|struck out|thrown out|emptied) by (?:me|us)\b|\b(?:i|we)(?:'ve| have)? (?:got rid of|done away with|tidied (?:up|away)|swept|struck|crossed (?:out|off))\b|\b(?:the )?(?:older|old|former|other|owner's|second|duplicate) (?:\w+ )?(?:value|entry|line|note|one|record|version)s? (?:is|are|was|were|has been|have been) (?:dropped|removed|deleted|gone|discarded|overwritten|replaced)\b|"
        r"\b(?:удален|удалён|ст[её]рт|убран|снесен|снес[её]н|вычеркнут|очищен)[аоы]?\b|\b(?:снёс|выбросил|зачистил|обнулил)[аи]?\b"
    ),
    "goes_on_after_surprise": (
        r"\bcan hardly (?:make|matter)\b|\bwhich (?:should|shouldn't|won't|will not|can't|doesn't) (?:matter|make|hurt|be a problem)\b|\b(?:so|and) i (?:took|used|tried|opened|forced|restarted|chose) (?:the|another|a|it)\b|\bwent through (?:at|on|in|then|after)\b|\bon the (?:second|third) (?:try|attempt)\b|\bworked around\b|\bgot round (?:it|that)\b|\bby force\b|"
        r"\b(?:обош[её]л|обошли|обошлась|со второй попытки|решил\w* не (?:ждать|останавливаться)|всё же|тем не менее)\b"
    ),
    "rejects": r"\b(?:i|we) (?:block|stop|turn down|send back|throw out|strike down)\b|\bне пропускаю\b|\bснимаю с\b|\bзаворачиваю\b",
}  # fmt: skip
"""Predicate -> more alternatives of its pattern."""
