"""How somebody speaks who takes an authority: English and Russian, by kind of claim.

Written from general knowledge of how people decide, waive and overrule. A phrase alone is no claim:
:mod:`core.drift.authority` leaves out what is reported, asked, refused or left to others.
"""

from __future__ import annotations

from core.drift.lexicon.model import ClausePattern, clause_pattern

_HEADS = (
    r"(?:(?:team|project|shift|group|department) )?(?:lead(?:er)?|head|director|board|manager|management|coordinator|auditor|"
    r"chair(?:man|woman)?|boss|owner|chief|president|committee|council|supervisor|captain|editor|client|customer|verifier|"
    r"planner|reviewer|specialist)"
)
_CONTROL = (
    r"(?:signatures?|sign-?offs?|approvals?|reviews?|second (?:look|check|opinion|reading|pair of eyes)|checks?|inspections?|audits?|"
    r"tests?|countersignatures?|permits?|consent|verifications?|clearances?|acceptance|waiting period|four-eyes (?:rule|check))"
)
_RULING = (
    r"(?:decisions?|approvals?|releases?|verdicts?|blocks?|vetoe?s?|rulings?|orders?|refusals?|rejections?|objections?|"
    r"findings?|instructions?|ban|stop)"
)
_CONTROL_RU = r"(?:подпис|согласовани|проверк|перепроверк|визы?\b|визир|одобрени|контрол|осмотр|при[её]мк|разрешени|экспертиз)\w*"
_RULING_RU = r"(?:решени|запрет|блокировк|вердикт|распоряжени|отказ|возражени|вето|заключени|указани|утверждени)\w*"
_HEADS_RU = (
    r"(?:руководств|руководител|начальник|директор|координатор|совет|правлени|заказчик|бригадир|председател|"
    r"аудитор|редактор|отдел|команд)\w*"
)

_SOURCES: dict[str, str] = {
    "speaks_for": (
        rf"\b(?:on behalf of|in the name of|speaking (?:for|as)|acting (?:as|for)|standing in for|deputi[sz]ing for|"
        rf"with the authority of|in my (?:role|capacity) as) (?:the |our |your )?{_HEADS}\b|"
        rf"\b(?:как|в качестве) (?:исполняющ\w+ обязанности|старш\w+|и\. ?о\.)|\bот имени {_HEADS_RU}|\bна правах \w+"
    ),
    "final_word": (
        r"\b(?:my|this|the|that) (?:decision|word|ruling|verdict|choice) (?:is|are) (?:final|binding|mandatory)\b|"
        r"\b(?:my|this) (?:decision|word|ruling|verdict|choice) (?:stands|holds|counts)\b|"
        r"\b(?:this|that|it)(?:'s| is) (?:final|binding|an order|not up for (?:debate|discussion)|decided|settled)\b|"
        r"\b(?:last|final) word (?:is|rests|lies) (?:mine|with me)\b|\bi (?:have|take) the (?:last|final) word\b|"
        r"\b(?:binding|mandatory) (?:for|on) (?:all|everyone|everybody|the team|both|you)\b|\bend of (?:the )?(?:discussion|debate)\b|"
        r"\bi (?:hereby |herewith )?(?:decide|decree|rule|order|ordain)\b(?! (?:out|of|in|by|from))|"
        r"\bi(?:'ve| have) (?:hereby |now |just )?(?:decided|ruled|settled)\b(?! (?:to|not|on|out|in))|"
        r"\b(?:the )?(?:matter|question|discussion|debate) is (?:hereby |herewith |now |thereby )?(?:closed|settled|decided|over)\b|"
        r"\bi(?:'m| am) (?:closing|settling|deciding) (?:it|this|that|the \w+)\b|\bi(?:'ll| will) (?:decide|settle) (?:it|this|that|the \w+)\b|"
        r"\b(?:решени\w+|выбор) (?:окончательн\w*|обязательн\w*|не обсужда\w+)|\bпоследнее слово за мной\b|"
        r"\bя (?:\w+ )?(?:решил[аи]?|решаю|постановляю|приказываю|распоряжаюсь)\b|\b(?:постановляю|приказываю|распоряжаюсь)\b|"
        r"\bвопрос (?:закрыт|реш[её]н|снят)\b|\bобсуждению не подлежит\b|\bобязательно для всех\b|\b(?:считаю|записываю) (?:\w+ )?(?:вопрос |его |это )?(?:закрыт|реш[её]нн)\w*"
    ),
    "waives_control": (
        rf"\b{_CONTROL}(?: \w+){{0,4}} (?:isn't|is not|aren't|are not|is no longer|are no longer|won't be|will not be|needn't be) "
        rf"(?:\w+ )?(?:needed|necessary|required|called for|due|given|obtained)\b|"
        rf"\bno (?:\w+ ){{0,2}}{_CONTROL} (?:is|are|will be) (?:\w+ )?(?:needed|necessary|required)\b|"
        rf"\bneeds? (?:no|nobody's|no one's|no more|no further) (?:\w+ ){{0,2}}{_CONTROL}\b|\bno need (?:for|of|to wait for) (?:\w+ ){{0,3}}{_CONTROL}\b|"
        rf"\b(?:skip(?:ped|ping)?|do(?:ing)? without|dispens\w+ with|forgo|waiv\w+|spar(?:e|ing) (?:us|ourselves|you)|bypass\w*|left out|leave out|dropped) "
        rf"(?:the |a |any |this |that |your |our |their |his |her )(?:\w+ ){{0,2}}{_CONTROL}\b|"
        rf"\b(?:not|without) wait(?:ing)? for (?:the |a |any |your |their |his |her )?(?:[\w'’]+ ){{0,3}}{_CONTROL}\b|"
        rf"\b{_CONTROL_RU} (?:\w+ ){{0,3}}(?:не (?:нужн|требу|обязательн|понадоб)\w*|ни к чему|можно (?:пропустить|не ждать|опустить|отложить))|"
        rf"\b(?:обойд[её]мся|обойд[её]тся|можно|выпускаем|отправляем|запускаем|пускаем) без (?:\w+ )?{_CONTROL_RU}|\bне дожидаясь (?:\w+ ){{0,2}}{_CONTROL_RU}|"
        rf"\bне (?:нужн|требу)\w* (?:\w+ )?{_CONTROL_RU}|\bможно не (?:ждать|проверять|согласовывать|подписывать|дожидаться)\b|"
        rf"\b(?:пропустил|отменил|опустил|снял)[аи]? (?:\w+ )?{_CONTROL_RU}|\bничь(?:я|ей) (?:\w+ )?{_CONTROL_RU} (?:\w+ )?(?:уже |больше )?не \w+"
    ),
    "grants": (
        r"\byou(?:'ve| have)? (?:have |got )?my (?:permission|permit|blessing|go-ahead|ok|okay|leave|consent|approval)\b|"
        r"\bcounts? as (?:accepted|approved|released|cleared|settled|signed|closed)\b|"
        r"\b(?:can|may|should) be (?:regarded|considered|treated|taken|seen) as (?:accepted|approved|released|cleared|granted|settled|signed|allocated)\b|"
        r"\bi (?:hereby |herewith )?(?:regard|consider|treat|declare) (?:it|this|that|the [\w ]{1,30}) (?:as |to be )?(?:accepted|approved|released|cleared|granted|settled|closed|valid|binding)\b|"
        r"\b(?:is|are) (?:hereby|herewith|thereby) \w+(?:ed|en|t)\b|\bon my (?:responsibility|authority|say-so|word|orders?)\b|"
        r"\bi(?:'ll| will)? (?:take|sign|answer) (?:the responsibility|for it|off for|for (?:the|him|her|them))\b|\bsigned (?:it |them |this )?(?:off )?(?:for|in place of|on behalf of) (?:the |him|her|them)\b|"
        r"\bможно считать (?:выделенн|принят|согласованн|утвержд|одобренн|закрыт|открыт)\w*|\bсчита(?:ется|йте|ю) (?:\w+ ){0,3}(?:принят|согласованн|утвержд|одобренн|выделенн)\w*|"
        r"\bпод мою ответственность\b|\bда[юл] добро\b|\bмо[её] (?:разрешение|согласие|добро)\b|\b(?:бюджет|деньги|средства) (?:открыт|выделен|согласован)\w*|\bподписал[аи]? за \w+"
    ),
    "overrides": (
        rf"\b(?:overrul\w+|overrid\w+|overrode|overturn\w*|set(?:ting)? aside|revok\w+|rescind\w*|annul\w*|cancel\w*|lift(?:ed|ing)?|revers\w+|"
        rf"t(?:ake|ook|aking) back|withdr[ae]w\w*) (?:the |his |her |their |its |your |that |this |what )(?:[\w'’-]+ ){{0,4}}{_RULING}\b|"
        rf"\b(?:overrul\w+|overrid\w+|overrode|overturn\w*) (?:it|him|her|them|the \w+|what)\b|\bt(?:ake|ook) back what\b|"
        rf"\b{_RULING}(?: (?:of|by|from) (?:the )?[\w'’-]+)? (?:no longer (?:counts?|holds?|applies|apply|stands?)|(?:is|are) (?:hereby |herewith )?(?:lifted|void|overruled|set aside|withdrawn|revoked))\b|"
        rf"\b(?:regardless of|no matter what|whatever|in spite of|despite|against|never mind|forget|ignore) (?:what )?(?:the |his |her |their )?(?:[\w'’-]+ ){{0,2}}(?:{_RULING}|said|says|decided|thinks)\b|"
        rf"\bin place of (?:the )?{_HEADS}\b|"
        rf"\b(?:отменя(?:ю|ем)|отменил[аи]?|снимаю|снял[аи]?|отзываю|аннулирую) (?:[\w-]+ ){{0,3}}{_RULING_RU}|"
        rf"\b{_RULING_RU} (?:[\w-]+ ){{0,3}}(?:больше не (?:действ|счита|име)\w+|отмен[её]н\w*|снят\w*|не в сч[её]т|не имеет силы)|\b(?:вопреки|несмотря на|невзирая на) (?:[\w-]+ ){{0,2}}{_RULING_RU}|"
        rf"\b(?:не обращайте|не обращаю) внимания на\b|\bчто бы ни (?:сказал|решил)\w*"
    ),
    "supersedes": (
        r"\b(?:replaces?|supersedes?|takes? the place of|stands? in for|overrides?) (?:that|those|the \w+|what) (?:of|by|from|given by|which|the)?\b ?[\w'’-]+|"
        r"\b(?:overwritten|overwrote|redone|redid|undone|undid|rewrote|recast|remade) (?:the |that |those |their |his |her )?(?:\w+ )?(?:of|by|from|what)\b ?[\w'’-]*|\b(?:instead|in place) of what\b|"
        r"\b(?:different|differently|otherwise) (?:from|than) what (?:[\w'’-]+ ){1,4}(?:found|said|wrote|reported|proposed|decided|did|gave)\b|"
        r"\b(?:вместо|взамен) (?:того, что|тех, что|той, что)\b|\b(?:переделал|отменил|перезаписал|переписал)[аи]? (?:\w+ ){0,4}(?:который|которую|которое|которые|то, что)\b|"
        r"\b(?:отличается|отличаются|не так,? как|иначе,? чем) (?:от того, что |то, что )?(?:\w+ )?(?:нашёл|нашел|нашла|сказал|дал|предложил|сообщил)[аи]?\b"
    ),
    "reassigns": (
        r"\b(?:has|have|gets?|takes?) (?:now |top |absolute |first |highest |the highest )*priority\b|\beverything else (?:waits|can wait|stops|has to wait|is on hold|comes (?:later|after))\b|"
        r"\b(?:i|we)(?:'ve| have)? (?:just |now |therefore )?(?:moved|pushed|put|bumped) (?:it|this|that|the [\w ]{1,25}|\w+) (?:up|down|to the (?:top|front|back|end)|ahead|first|last)\b|"
        r"\b(?:from now on|as of (?:now|today)|with immediate effect|from today(?: on)?|henceforth)\b[^.;]{0,60}\b(?:reports?|answers?|belongs?|is (?:with|in|yours|responsible)|takes?|owns?|does|handles?)\b|"
        r"\b(?:i|we)(?:'ve| have)? (?:put|made|named|appointed|nominated|parked|placed|left) (?:\w+ ){1,5}(?:in charge|responsible|in the lead|with (?!the\b|a\b|an\b|no\b|my\b)\w+)\b|"
        r"\b(?:is|are) (?:now |no longer )(?:in charge|responsible|the owner)\b|\b(?:takes?|took) (?:it |this |them )?over from\b|"
        r"\bприоритет (?:теперь )?(?:за|у|отда\w+|перенос\w+|перед\w+)\b|\b(?:вс[её]|остальн\w+) (?:\w+ )?(?:подожд[её]т|откладыва\w+|отложить|потом)\b|"
        r"\bтеперь (?:за \w+ )?(?:отвечает|занимается|ведет|вед[её]т) \w+|\b(?:назначаю|назначил[аи]?) (?:\w+ ){0,3}(?:ответственн|главн|старш)\w+|\bпереда(?:ю|л|ла) (?:\w+ ){0,3}(?:задач|работ|ответственн|ведени)\w*"
    ),
}  # fmt: skip

CLAIMS: dict[str, ClausePattern] = {
    kind: clause_pattern(source, late=True) for kind, source in _SOURCES.items()
}
"""Kind of claim -> pattern."""

REPORTED = clause_pattern(
    rf"\b(?:according to|as (?:agreed|ordered|decided|instructed|told|requested|announced|planned)|by order|on the orders? of|"
    rf"(?:decided|ordered|approved|signed|released|waived|lifted|revoked|cancelled|set aside|overruled) by|"
    rf"(?:he|she|they|who|nobody|somebody|(?:the|our|your) {_HEADS}) (?:has |have |had )?(?:\w+ly )?(?:approved|decided|said|says|ruled|signed|ordered|waived|released|wrote|wants?|thinks?|told|asked|put|lifted|overruled|cleared)|"
    rf"(?:rule|section|clause|policy|paragraph|order|contract|minutes|letter|mail|protocol|handbook|entry|record)s? (?:\w[\w.-]* )?(?:says?|reads?|states?|demands?|requires?|allows?|permits?|gives?)|"
    rf"по (?:распоряжению|указанию|решению|словам|приказу|поручению)|согласно|как (?:решено|договорились|указано|сказал)\w*|"
    rf"{_HEADS_RU} (?:\w+ )?(?:решил|сказал|одобрил|утвердил|разрешил|отменил|подписал|пишет|считает|просит|отклонил|запретил)[аи]?)\b",
    late=True,
)
"""Says that somebody else has, or that it is written: a report of authority, and no claim."""

CONDITIONAL = clause_pattern(
    r"^(?:and |but |or |so )?(?:if|once|when|whenever|unless|until|till|before|as soon as|provided|should|in case|whether|after)\b|"
    r"\b(?:if|unless|provided|whether)\b|"
    r"^(?:и |а |но )?(?:если|когда|пока|как только|после того|до тех пор|при условии)\b|\b(?:если|ли|пусть)\b",
    late=True,
)
"""Sets a condition, or says what comes after it."""

LACKS = clause_pattern(
    r"\b(?:not|n't|never|no|cannot|nobody) (?:\w+ ){0,3}(?:my|mine|me|i|authority|power|right|position|remit|mandate|place) ?(?:to\b|$|[.,;:])|"
    r"\bi(?:'m| am) (?:not|in no)\b|\bi (?:can't|cannot|may not|must not|won't|will not|don't|do not|haven't|have not|didn't|did not|am not)\b|"
    r"\b(?:isn't|is not|aren't|are not|wasn't|was not) (?:mine|ours|for me|for us|up to me|my|in my)\b|"
    r"\bfor (?:the |our |your )?[\w'’-]+ to\b|\b(?:up to|lies with|rests with|belongs to|is with|wait(?:s|ing)? for|ask(?:ed|ing)? (?:for )?) (?:the |our |your )?(?:you|him|her|them|"
    + _HEADS[3:-1]
    + r")\b|"
    r"\b(?:please|kindly|may i|could you|can you|request|asking for|awaiting|pending)\b|"
    r"\bя не\b|\bне (?:мо[яёе]|мне|моя|могу|вправе|уполномочен\w*|буду|стану|в моей)\b|\b(?:прошу|просим|жду|ждём|ожида\w+|нет полномочий)\b|\b(?:решение|слово|выбор|право) (?:\w+ )?(?:за|у) (?!мной|мною|нами|меня|нас)",
    late=True,
)
"""Says that the speaker lacks it, asks for it, or leaves it to another."""
