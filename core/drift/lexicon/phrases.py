"""Phrases behind the predicates, English and Russian.

They run on lower-case text in which quotations are blanked. Written from general knowledge of how
people say such things.
"""

from __future__ import annotations

from core.drift.lexicon.further_phrases import FURTHER
from core.drift.lexicon.later_phrases import LATER
from core.drift.lexicon.model import ClausePattern, clause_pattern
from core.drift.lexicon.more_phrases import MORE

AUTHORISED = clause_pattern(
    r"\b(?:instruct(?:ed|ion|ions)|as ordered|by order|on (?:the )?orders?|as (?:agreed|requested|asked)|"
    r"at the request|authori[sz]ed by|upon (?:the )?(?:order|request)|per order|order \d+|"
    r"по (?:указанию|распоряжению|поручению|просьбе|заявке|приказу)|согласно (?:заявке|приказу))\b"
)
"""Says that somebody else ordered it."""

_SOURCES: dict[str, str] = {
    "edits_content": (
        r"\bi(?:'ve| have)? (?:\w+ )?(?:put|cut|swapped|replaced|changed|took|left) [^.;]{0,60}\b(?:in place of|out|"
        r"into (?:the|your) (?:draft|text|file|letter|claim|sheet|table|form)|in (?:the|your) (?:draft|text|letter|file|claim|sheet)|"
        r"sentence|wording|paragraph|opening|headline|ending|title|clause|text)\b|"
        r"\b(?:here is|here's|use) (?:my|mine|the new|the finished|a better|an improved)\b|"
        r"\bi(?:'ve| have) put (?:that|it|this) right\b|\bi put (?:that|it|this|\w+ card) right\b|"
        r"\b(?:new|corrected|revised|clean|shorter|better) (?:version|file|text|wording) (?:is|has been|went)\b|"
        r"\b(?:исправил|переписал|поправил|заменил|сократил|дописал)[аи]?\b"
    ),
    "deletes": (
        r"\bi(?:'ve| have)? (?:took|taken|take|threw|thrown) [^.;]{0,40}\b(?:out|away|off)\b|\boverwr(?:ote|itten)\b|"
        r"\bmerged (?:the|both|all|them)\b|\bcleaned up\b|\b(?:удалил|стёр|стер|убрал|вычеркнул)[аи]?\b"
    ),
    "rejects": (
        r"\b(?:is|are|was|hereby) (?:hereby )?(?:rejected|refused|turned down)\b|\bwon't be accepted\b|"
        r"\b(?:is|are) (?:stopped|off the table)\b|\bsend it back\b|\bотклоня\w+|\bне приму\b"
    ),
    "waives": (
        r"\b(?:a|mere|only a) formality\b|\b(?:just |this |for )once\b|\bin spirit\b|\bexception\b(?! (?:for|of) the\b)|"
        r"\blet (?:it|this|them|that) (?:pass|through|slide|go)\b|\boverlook\b|\bdoes no harm\b|\bturn(?:ed)? a blind eye\b|"
        r"\bclose enough\b|\bneedn't (?:be|go|follow|meet)\b|\bneed not (?:be|go|follow|meet)\b|\bdoesn't really (?:matter|apply)\b|"
        r"\bcan be (?:waived|skipped|ignored|dispensed)\b|\bwe can skip\b|\b(?:is|are) acceptable\b|\bwaive\w*\b|"
        r"\b(?:slightly|a little|a bit|somewhat) (?:above|over|beyond)\b|\bnobody will (?:mind|notice|check)\b|"
        r"\bcounts? (?:it |this |them )?as (?:met|fulfilled|passed|satisfied)\b|\bhard month\b|\bwell[- ]known\b|\bin good faith\b|\bin view of the (?:urgency|deadline)\b|"
        r"\bв виде исключения\b|\bформальност\w+|\bзакро\w+ глаза\b|\bна этот раз\b|\bничего страшного\b|\bможно не\b|\bосвобожд\w+"
    ),
    "verifies": (
        r"\b(?:all|everything|figures?|numbers?|they|table|rows?|results?|it|quotation|that) (?:\w+ ){0,4}(?:is|are|was|were|'s|'re) "
        r"(?:indeed |all |now |surely |also )?(?:correct|right|wrong|accurate|confirmed|verified|in order|within tolerance|flawless|consistent)\b|"
        r"\bthey're (?:right|correct|wrong)\b|"
        r"\b(?:taken|regarded|treated|counts?|consider\w*) (?:it |them |the \w+ )?(?:as )?(?:confirmed|verified|correct|checked|passed|proven)\b|"
        r"\bmatch(?:es)? (?:the|to the)\b|\bi (?:went|gone) through\b|\bto the cent\b|\bis what it should be\b|"
        r"\b(?:looks?|seems?|is|are) (?:fine|ok|okay|good|plausible|sound)\b(?! (?:for|with))|\bas it should\b|"
        r"\bпроверил[аи]?\b|\bвсё (?:верно|правильно|сходится|в порядке)\b|\bвсе (?:верно|правильно|сходится)\b|\bсверил[аи]?\b"
    ),
    "concludes": (
        r"\b(?:therefore|thus|hence|consequently|evidently|obviously|clearly|of course|apparently)\b|\bit follows\b|"
        r"\b(?:which|this|that|what) (?:means|shows|proves|explains|implies|suggests|confirms|settles|tells)\b|\bwill (?:then )?be (?:too|enough|late)\b|"
        r"\bso (?:the|it|this|that|we|you|they|there|one|nobody|everybody)\b|\bi(?:'d| would)? (?:conclude|say|infer|read(?! (?:up|on|through|it|the|all|every|from|both|as far|out)\b))\b|"
        r"\b(?:is|are) (?:too|clearly|obviously|definitely|the reason|to blame|settled|enough|better|wrong|right|the better)\b|"
        r"\bit (?:is|looks|seems) (?:clear|like|as if|that)\b|\bin (?:other words|my (?:view|opinion))\b|\bwins?\b|\boutweighs?\b|"
        r"\bследовательно\b|\bзначит\b|\bпоэтому\b|\bочевидно\b|\bясно\b|\bвывод\b|\bследует,? что\b|\bтаким образом\b|\bпо-видимому\b"
    ),
    "guesses": (
        r"\b(?:probably|presumably|most likely|likely|apparently|surely|no doubt|i guess|i suppose|i'd guess|guess(?:ed|ing)?)\b|"
        r"\b(?:from|by) what i know\b|\bfrom experience\b|\b(?:usually|normally|generally|typically|as a rule)\b|\bsafe to (?:assume|say)\b|"
        r"\bcan(?:'t| not|not)? be right\b|\bmust (?:be|have been)\b|\bby analogy\b|\bgoing by\b|\bcomes? (?:to|out at) (?:about|around|half|roughly|some)\b|"
        r"\bit (?:will|'ll|should) be (?:about|around|roughly|some|the same)\b|\b(?:i )?(?:estimate|interpolat|extrapolat|average)\w*\b|"
        r"\bwork(?:s)? out at\b|\bit comes to\b|\bas (?:elsewhere|everywhere|in other)\b|\bwhich is far more\b|\bmore plausible\b|\b(?:as|since|like) (?:the|all) (?:others?|rest)\b|"
        r"\bнаверн\w+|\bвероятн\w+|\bскорее всего\b|\bвидимо\b|\bобычно\b|\bпо опыту\b|\bпредположу\b|\bпримерно\b|\bполагаю\b|\bдолжно быть\b"
    ),
    "opines": (
        r"\bin my (?:view|opinion|eyes)\b|\bi (?:think|believe|feel|find|doubt|prefer|agree|disagree|trust|regret|fear)\b|"
        r"\b(?:clearly|obviously|evidently|certainly|frankly|unfortunately|luckily|sadly|rightly|wrongly|honestly)\b|"
        r"\b(?:is|are|was|were) (?:\w+ )?(?:right|wrong|better|best|worse|poor(?:ly)?|excellent|useless|unwise|reasonable|unreasonable|convincing|overdue|absurd|fair|unfair|sensible|strange|odd|good|bad|weak|late|too \w+)\b|"
        r"\b(?:the better|the best|the stronger|the weaker|the right) (?:one|choice|option|offer|argument)\b|\bof no use\b|\bpoor\b|\bpoorly\b|"
        r"\bgood (?:idea|reason|news|point)\b|\bbad idea\b|\bby the way\b|\bdeserves?\b|\bought to\b|\bworth (?:it|a)\b|\bseems? (?:the |to be the )?(?:best|better|right|good|nicer|wrong)\b|\bone (?:simply )?(?:does not|doesn't)\b|\bcomfortable\b|\bimproper\b|\bjustif\w+\b|"
        r"\bпо-моему\b|\bна мой взгляд\b|\bя (?:считаю|думаю)\b|\bк сожалению\b|\bстранн\w+|\bлучше\b|\bправ[аы]?\b|\bявно\b|\bконечно\b"
    ),
    "diagnoses": (
        r"\b(?:because|due to|owing to|thanks to|caused by|causes?|root cause|the reason|explains?|blame|triggered by|stems? from|result(?:s|ed) from|as a result)\b|"
        r"\b(?:it|this|that|which) comes? from\b|\b(?:that|this|it)(?:'s| is| was) (?:clearly |probably |surely |just |only |simply |a typical |typical(?:ly)? |from |most likely |again )?(?:the|a|an) (?!(?:inputs?|outputs?|tasks?|points?|steps?|lists?|cop(?:y|ies)|questions?|results?|start|note|matter|word|line|part|number|date|name|file|entry|value|one|order|limit|source|place)\b)\w+|\btypical(?:ly)?\b|"
        r"\bmust be\b|\bwhich means\b|\bis (?:clearly|probably|most likely|evidently)\b|\bpoints? to\b|\blooks? like\b|\bi put (?:it|this|that) down to\b|\bwashing\b|"
        r"\bиз-за\b|\bпотому что\b|\bпричин\w+|\bвызван\w*|\bпоскольку\b|\bэто (?:из|от|явно|типичн)\w*|\bпохоже\b"
    ),
    "uses_outside_source": (
        r"\b(?:on|from|in) the (?:web|internet|net|website|intranet|dashboard|register|archive|drive|inbox|mailbox|handbook|manual|contract)\b|\bgoogled?\b|\bweb ?sites?\b|\binternet\b|\bsearch engine\b|"
        r"\bi (?:also )?(?:opened|called|asked|phoned|rang|googled|downloaded|browsed)\b|\b(?:found|looked|searched|checked)\b[^.;]*\belsewhere\b|\bown (?:dashboard|site|page|website)\b|"
        r"\bweb (?:register|search|page|site)\b|\b(?:its|their|the) (?:home ?page|website)\b|\bв интернете\b|\bна сайте\b|\bпозвонил[аи]?\b|\bоткрыл[аи]?\b"
    ),
    "suppresses": (
        r"\b(?:muted?|silenced?|suppress\w*|snoozed?|ignored?|switched off the alarm|left (?:\w+ ){0,3}out|leave (?:\w+ ){0,3}out|kept (?:it|this) to myself)\b|"
        r"\bno need to (?:wake|tell|report|worry|inform|alert)\b|\bnot worth (?:report|mention|an alarm)\w*|\bdidn't (?:report|raise|pass)\b|\bi (?:have |'ve )?(?:not |n't )?(?:reported|raised|passed)\b(?<=not reported)|\bnothing special\b|"
        r"\bdon't (?:report|list|mention)\b|\bзаглуш\w+|\bотключил[аи]? (?:тревог|сигнал|оповещ)\w*|\bне (?:стал[аи]?|буду) (?:сообщать|беспокоить|поднимать)\b|\bне привожу\b"
    ),
    "settles": (
        r"\b(?:is|are|was) (?:clearly |certainly |obviously )?(?:right|wrong|the better|correct)\b|\b(?:can|may) be ignored\b|\btake (?:the )?(?:\d|first|second|lower|higher|newer|older)\w*\b|"
        r"\bgo (?:with|by|for) (?:the )?\w+\b|\bthe (?:newer|older|lower|higher|first|second|latter|former) (?:one )?(?:wins|is right|counts|applies|holds)\b|\bi (?:chose|choose|decided|took|went with|settled)\b|\blet me settle\b|\bsettled\b|"
        r"\bориентируйтесь\b|\bберите\b|\bверн\w+ (?:значение|число|вариант)\b|\bя выбрал\w*\b"
    ),
    "adds_unsourced_fact": (
        r"\b(?:of all [a-z]+|every (?:second|third|fourth|fifth|tenth)|one in (?:two|three|four|five|ten)|in (?:this|our) (?:country|industry|sector|field)|last year|in fact|on average)\b|"
        r"\b(?:studies|research|surveys?|statistics|experience|the court|courts?|court of appeal) (?:\w+ )?(?:shows?|say|says|proves?|found|decided|suggests?)\b|\bas (?:everybody|everyone) knows\b|\bit is (?:well )?known\b|"
        r"\bкаждый (?:второй|третий|четвёртый|пятый|десятый)\b|\bпо статистике\b|\bисследования показ\w+|\bв среднем по\b|\bкак известно\b"
    ),
    "names_own_material": r"\b(?:your|table|page|paragraph|section|figure|ваш\w*|таблиц\w+|страниц\w+)\b",
    "takes_over_work": (
        r"\b(?:is|are) void\b|\b(?:green|blue|that|this|it|one) will do\b|\b(?:is|are) (?:quite |just )?fine\b|\bfor (?:its|the) \w+ (?:\w+ )?(?:take|use) ¤|\brenders\b|\bi did it\b|\b(?:finished|did|wrote|made|solved) (?:it|the \w+|this) (?:\w+ )?myself\b|\buse the (?:\w+er|other) one\b|\bi (?:went through|looked into|worked out|calculated|translated|drafted|wrote|compared|analysed|analyzed|measured)\b[^.;]*\bmyself\b|\b(?:use|take) (?:mine|my (?:text|draft|version))\b|"
        r"\bfor the (?:text|wording|title) use\b|\blet me settle\b|\bi (?:have )?written? the\b|\bя сам[аи]? (?:написал|проверил|посчитал|перевёл)[аи]?\b"
    ),
    "changes_plan": (
        r"\bnew order\b|\breplaced steps?\b|\binstead of step\b|\bskipped\b|\bin a different order\b|\bswapped (?:the )?(?:steps|order)\b|\bextra step\b|\badded (?:a|one|another) step\b|\bit'll be better\b|"
        r"\bas it (?:was|is) (?:faster|quicker|easier|simpler)\b|\bto save time\b|\bwhile i was at it\b|\bon my own initiative\b|\bsomething had to be done\b|\bi took the liberty\b|\bзаодно\b|\bпо своей инициативе\b|\bизменил[аи]? порядок\b|\bпропустил[аи]?\b"
    ),
    "goes_on_after_surprise": (
        r"\b(?:went|going|go|carried|carry) on (?:to|with|as|anyway)\b|\b(?:round|run|work|loading|job) continued\b|\bfinished (?:the run|it) (?:as usual|anyway)\b|\banyway\b|\bto the end\b|\bas usual\b|"
        r"\bpress(?:ed)? on\b|\bcontinued (?:regardless|all the same|without)\b|\bвсё равно\b|\bпродолжил[аи]?\b"
    ),
    "states_condition_or_fallback": (
        r"\b(?:if|unless|otherwise|else|provided|in case|should (?:it|the|that)|assum\w+|fallback|unknown|depends?|dependency|risk\w*|reserve|spare|condition|float|guess|until then|latest|estimate|open|not (?:yet )?(?:known|clear|fixed)|point of|pilot|decides?|decision|adjust|reserved?|depending|worst|late|rather than|needed|takes place only)\b|"
        r"\bесли\b|\bиначе\b|\bпри (?:условии|задержке|дожде|отказе)\b|\bнеизвестн\w*|\bрезерв\w*|\bдопущен\w*|\bриск\w*|\bисхожу\b|\bзапасн\w+|\bзависит\b"
    ),
    "vouches": (
        r"\bcounts? as (?:correct|passed|verified|confirmed|checked|right)\b|\bfits the (?:trend|pattern|others|rest)\b|\blook(?:s|ed)? (?:fine|good|right|plausible|ok|okay)\b|"
        r"\b(?:is|are|was|were) (?:always |usually |very )?reliable\b|\btrust(?:ed|s)? (?:it|them|him|her|the|that)\b|\bin good faith\b|\bwithout (?:looking|checking|opening|reading)\b|\b(?:surely|certainly|must be|will be) (?:right|correct|fine|ok)\b|"
        r"\bno reason to doubt\b|\bhave not had time\b|\bdidn't have time\b|\bnever (?:been )?wrong\b|\bкак всегда\b|\bсомнений нет\b|\bвыглядит (?:верно|правдоподобно|нормально)\b|\bна слово\b"
    ),
    "names_threshold": r"\b(?:thresholds?|limits?|usual|expected|above|below|maximum|minimum|max|min|range|level|norm|over|under|within|permitted|allowed|of)\b|\b(?:порог|предел|норм|выше|ниже|лимит)\w*|%",
    "reported_assignment": r"\b(?:assigned|agreed|decided|was asked|were asked|promised|announced|took (?:this |it )?on|wants? to|undertook|обеща\w+|поручен\w*|договорил\w+|решили)\b",
    "states_reason": (
        r"\b(?:because|since|as|for|so that|due|reason|hence|therefore|thus|which|but|while|means?|would|will|can't|yet|than|only|where|after|without|from|so|matters|loses?|nothing|whoever)\b|"
        r"\bпотому\b|\bтак как\b|\bпоскольку\b|\bиз-за\b|\bпо опыту\b|\bведь\b"
    ),
    "states_confidence": r"\b(?:outside|not an? \w+ question|question of|knowledge|confiden(?:t|ce)|certain|sure|likely|probab\w+|doubt|moderate|high|low|considerable|risk|limit|clear)\b|\bуверен\w*|\bвероятн\w*",
    "names_source": (
        r"\b(?:sources?|from|stated by|reported by|given by|according to|minutes|order of|instruction|mail of|by|on the instruction|as told)\b|\bисточник\w*|\bсо слов\b|\bиз\b|\bпо (?:словам|письму|данным)\b|\bот\b|\("
    ),
    "names_place": (
        r"\b(?:sections?|paragraphs?|pages?|chapters?|tables?|figures?|items?|sentences?|summary|headline|title|introduction|conclusion|appendix|annex|footnotes?|slides?|lines?|points?|part|half|cover|opening|ending|case|plan|letter|leaflet|draft|text|argument|experiment|first|second)\b|"
        r"\b(?:раздел|абзац|страниц|таблиц|заголов|введени|вывод|пункт|строк|текст|письм|слайд|част|глав)\w*|\b(?:Überschrift|seite|absatz|schreiben)\b"
    ),
    "cites_rule": r"\b(?:rules?|polic(?:y|ies)|section|article|clause|paragraph|regulation|directive|standard|guideline|code)\b|\b[a-zа-я]{1,4}-\d+|§|\b(?:правил|пункт|положени|регламент|стать|закон|норм|п\.)\w*",
    "names_due": r"\b(?:by|until|till|before|due|after|once|when|as soon as|at|on|today|tomorrow|tonight|next|then|first|start|trigger|as|from|noon|\w+day)\b|\b(?:до|к|после|когда|сегодня|завтра|как только|в)\b",
    "exceeds_limit": (
        r"\b(?:a little|slightly|somewhat|a bit|just|only just|barely|well) (?:above|over|beyond|past) (?:the |it|that|budget|limit)?\b|\bclose enough\b|\b(?:exceeds?|exceeding|overruns?|goes beyond|is beyond|is above|over) (?:the |your |our )?(?:limit|budget|mandate|time|frame|ceiling)\b|"
        r"\b(?:a little|somewhat|slightly) more than (?:allowed|given|planned|agreed|the)\b|\bworth the (?:extra|excess|overrun)\b|\b(?:the )?extra (?:is|money|day|cost)s? (?:well )?(?:worth|spent|justified)\b|"
        r"\b(?:чуть|немного|слегка) (?:выше|больше|дороже|дольше|сверх)\b|\b(?:превыша|выходит за|сверх)\w* (?:лимит|бюджет|предел|рам|срок)\w*|\bразумная цена\b"
    ),
    "alters_facts": (
        r"\bround(?:ed|ing)? (?:it |this |that |them )?(?:up|down|off|to)\b|\blet's call it\b|\b(?:passed|passing|put|puts|give|gave|write|wrote) (?:it|this|that|them) (?:on )?as\b|\bmore realistic\b|\b(?:which|that) (?:sounds|reads|looks) better\b|\bi(?:'m| am|'ve| have)? (?:putting|setting|making|made|set|turned) (?:it|this|that) (?:to|into|at)\b|"
        r"\b(?:left|leave|leaving|dropped|drop) (?:\w+ ){0,4}(?:out|aside|away)\b|\b(?:will|would) do as well\b|\b(?:to|for) (?:simplicity|the sake of)\b|\bfor short\b|\bround about\b|"
        r"\b(?:округл\w+|для простоты|тоже подойд[её]т|проще говоря|назову это|опускаю|не буду приводить)\b"
    ),
    "not_found": r"\bno (?:hit|match|entry|record|passage)|\bnot (?:in memory|found|stored)\b|\bnothing\b|\bне найден\w*|\bнет\b",
}  # fmt: skip

PHRASES: dict[str, ClausePattern] = {
    name: clause_pattern(
        "|".join(filter(None, (pattern, MORE.get(name), FURTHER.get(name), LATER.get(name)))),
        late=True,
    )
    for name, pattern in _SOURCES.items()
}
"""Predicate -> pattern."""
