"""Fixed turns of phrase that speak for a speech act, per language.

Weights are confidences in [0, 1] set by hand from what the phrase means, not fitted to any data.
Patterns run on lower-case text in which quotations are blanked by '¤'.
"""

from __future__ import annotations

from core.drift.lexicon.model import ClausePattern, clause_pattern
from core.drift.lexicon.more_cues import MORE_CUES

_DEADLINE_EN = (
    r"\b(?:by|until|till|before|at|on|this|due)\s+(?:the\s+)?(?:tomorrow|tonight|today|noon|midnight|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|afternoon|evening|"
    r"end of|one|two|three|four|five|six|seven|eight|nine|ten|eleven|\d{1,2}(?::\d\d)?(?:st|nd|rd|th)?(?=[\s.,;)]|$)(?!,\d|\.\d| ?(?:%|per ?cent|points?|days|weeks|minutes|rows|mm|cm|m\b|kg)))"
    r"|\b(?:tonight|tomorrow|today|at once|right away|immediately|right now|this week|next week)\b"
)
_DEADLINE_RU = (
    r"\b(?:до|к)\s+(?:завтра|вечер\w*|утр\w*|обед\w*|полудн\w*|понедельник\w*|вторник\w*|сред\w+|"
    r"четверг\w*|пятниц\w*|суббот\w*|\d+|конц\w+|час\w*|шест\w+|сем\w+|восьм\w+|девят\w+)"
    r"|\b(?:сегодня|завтра|немедленно|сразу|срочно)\b"
)
DEADLINE = clause_pattern(f"{_DEADLINE_EN}|{_DEADLINE_RU}")

MEMORY = clause_pattern(
    r"\b(?:shared memory|team memory|memory|memories|entry|entries|\w*keys?|knowledge base|history|"
    r"log ?book|notes? store|память|памяти|памятью|записи|запись|записей|ключ\w*|журнал\w*)\b"
)
"""Nouns of the team's memory."""

REFERENCE = clause_pattern(
    r"\b(?:section|clause|page|pages|p\.|line|lines|row|rows|table|paragraph|chapter|annex|article|"
    r"item|point|leaf|sheet|field|column|appendix|figure|footnote|§|"
    r"раздел\w*|пункт\w*|п\.|страниц\w*|стр\.|лист\w*|строк\w*|таблиц\w*|абзац\w*|глав\w+|статья|"
    r"статьи|seite|absatz|abschnitt)\s*(?:no\.?\s*|№\s*)?[\da-z]{1,4}(?:\.\d+)*\b"
)
"""A place in a source."""

ACT_CUES: dict[str, tuple[tuple[float, str], ...]] = {
    "QUESTION": (
        (0.7, r"\bmay i ask\b|\bi (?:need|would like|want|'d like) to know (?:who|which|what|when|whether|how|if)\b"),
        (0.7, r"\bplease (?:say|tell|let me know|confirm|advise|state|specify|clarify)\b[^.;]*\b(?:which|whether|what|who|how|if)\b|\b(?:which|what|whom?) do you (?:mean|want|need)\b|\bпожалуйста,? (?:уточните|скажите|подтвердите)\b|\bуточните\b"),
    ),
    "RETRIEVE": (
        (0.75, r"\b(?:passage|document|record|entry|file)s? you (?:want|need|asked|mean)\b|\b(?:i )?could (?:only )?find\b|\bsearch results?\b|\bmemory (?:has|holds|says)\b"),
        (0.5, r"\b(?:manual|handbook|minutes|agreement|contract|policy|list|register|table|section|clause) (?:\d+ )?(?:says?|reads?|gives?|states?|lists?)\b"),
        (0.75, r"\bнашёл\b|\bнашел\b|\bнашла\b|\bсписок ниже\b|\bв (?:памяти|договоре|инструкции)\b[^.;]*\b(?:есть|сказано|указано|записано)\b"),
        (0.9, r"\bno (?:hits?|match(?:es)?|entr(?:y|ies)|such entry|passages?)\b|\bnothing (?:was )?(?:found|stored|on)\b"),
        (0.6, r"\b(?:not|nothing) in (?:the )?memory\b|\b(?:from|in|by) (?:the )?memory\b(?!\.)"),
        (0.85, r"\bmatch(?:es)? the query\b|\bsearched\b|\blooked (?:under|in|into|through|up)\b"),
        (0.8, r"(?:^|\bi |\bwas )found (?:in|no|it|under|the|at|clause|section|two|three|four|one)\b|\bi found\b|\bi find (?:an? |no |two |three )?(?:entr|record|passage|hit|match)\w*"),
        (0.6, r"\bliterally\b|\bverbatim\b|\bquoted (?:below|above|in full|here)\b|\bcopied (?:below|from|as)\b|\bnearest (?:entry|passage)\b|\bclosest passage\b"),
        (0.7, r"\b(?:turns up|is mentioned) (?:\w+ ){0,2}times?\b|\b(?:two|three|four|five|one) (?:entries|entry|records?|hits?|passages?)\b"),
        (0.85, r"\bentr(?:y|ies) (?:under|on|for|says?|fits?|match)\b|\bfrom the (?:repository|register|archive|database|manual|minutes|log)\b|^\s*key\b"),
        (0.7, r"\bas (?:printed|stored)\b|\bstored (?:on|in|since|last|by)\b"),
        (0.9, r"\b(?:из|в) памяти\b|\bне найден\w*|\bсовпадений нет\b|\bзаписей (?:о|об|про|нет)\b|\bупоминани\w+\b"),
        (0.5, r"\bдословно\b|\bцитир\w+|\b(?:два|две|три|четыре|одна|пять) запис\w+|\bключ\b"),
    ),
    "VERIFY": (
        (0.75, r"\b(?:is|are|was|were) (?:not |indeed |clearly |perfectly |quite )?(?:genuine|true|untrue|false|incorrect|inaccurate|valid|invalid|authentic|plausible|sound|off by|flawless|identical)\b|\bcan be trusted\b|\bthe same in both\b|\bit should (?:read|be|say) [\d¤]|\bcomes out the same\b|\b(?:everything|all) is in order\b|\bno (?:mistakes?|discrepanc\w+)\b"),
        (0.8, r"\b(?:is|are|was|were) (?:mistaken|unreliable|flawed)\b|\b(?:недостоверн|ошибочн)\w*|\b(?:не)?верно\b|\bневерн\w+|\bошибок нет\b|\bподлинн\w+|\bв пределах\b|\bсход(?:ит|ят)ся\b|\bперепровер\w+|\bвсё (?:верно|в порядке|правильно)\b"),
        (0.6, r"^[a-zа-я]{1,3}-\d+\b[^.;]{0,40}\b(?:blocked|cleared|met|kept|violated)\b|\bkeeps (?:rule|[a-z]{1,3}-\d)|\b(?:passes|fails) (?:the|for|on|in|by|at)\b|\bequals? the\b|\b(?:stimmt|geprüft|stimmen)\b"),
        (0.7, r"\b(?:bears? out|borne out|tallies|add(?:s)? up|checks? out|is (?:confirmed|refuted|supported)|are (?:confirmed|supported)|proven|can be relied on|no (?:deviations?|discrepanc\w+|errors? found))\b"),
        (0.8, r"\b(?<!if it )(?<!or )(?<!on )(?<!until it )(?<!when it )(?<!which of them )(?:holds?|fails?)\b(?=\s*(?:[.,;:()]|$|for all|as |because|by |only |again))|\b(?:agrees?|match(?:es)?) (?:with|the|in|apart|except|to the)\b(?! (?:query|request|search))|\bagrees?\b(?=[.,;:]|$)|\bundecided\b|\b(?:not |un)decidable\b"),
        (0.8, r"\b(?:checked|compared|verified|tested|audited|measured) (?:\w+ ){0,3}(?:against|with|by \w+ing)\b|\bfact[- ]check\b|^check of\b"),
        (0.75, r"\bverdict\b|\bcan(?:'t|not) be (?:decided|judged|verified|confirmed)\b|\bno verdict\b|\bin accordance with\b"),
        (0.75, r"\b(?:is|are|was|were|all|indeed|figures|everything) (?:\w+ ){0,2}(?:correct|right(?! that)|wrong|accurate|confirmed|within tolerance|consistent(?! with)|identical|equal)\b(?! (?:after|before|now|away))"),
        (0.8, r"\b(?:is|are|was) (?:not )?met\b|\bisn't met\b|\baren't met\b|\b(?:not )?met\b[:;,.]|\b(?:is|was) (?:met|violated|broken|breached)\b|\b(?:complies|compliant|comply|violates?|contravenes?)\b|\bdoes(?:n't| not) apply\b"),
        (0.7, r"\b(?:doesn't|does not|isn't|is not|not) support(?:ed)?\b|\bcontradicts?\b|\bnot compatible\b|\bdeviates?\b|\bdiffers? (?:in|from)\b|\bcounts as passed\b|\bwithin (?:tolerance|what)\b"),
        (0.6, r"\bnot (?:checked|compared|verified|part of the (?:check|audit))\b|\bdid(?:n't| not) (?:check|compare|look at)\b|\bfindings?:|\b(?:under|rules?|правил\w+|по|by) [a-zа-я]{1,3}-\d|\blacks? the\b"),
        (0.6, r"\b(?:rule|policy|regulation|clause|section|[a-z]{1,3}-\d+)\b[^.;]{0,40}\b(?:requires|demands|forbids|calls for|asks for|wants|prescribes|foresees|allows|permits)\b"),
        (0.8, r"\b(?:не )?подтвержда\w+|\bсверен\w*|\bсверк\w+|\bвер(?:на|но|ны|ен)\b|\bсовпада\w+|\bрасход\w+|\bне сходит\w*|\b(?:не )?соблюд\w+|\b(?:пункт|услови|правил|требован|позици)\w*[^.;]*выполнен\w*|\bне проверя\w+|\bсоответству[ею]\w*|\bрешить нельзя\b|\bнарушен\w*"),
    ),
    "APPROVE": (
        (0.8, r"\b(?:regard|consider|count|see|treat|take)\b[^.;]{0,30}\bas (?:accepted|approved|done|settled|closed|passed|released|final|met)\b|\bсчитаю\b[^.;]{0,30}\b(?:соблюд|принят|закрыт|выполнен|согласован)\w*"),
        (0.8, r"\brequest (?:is )?granted\b|\bpermission (?:is )?granted\b|\bsign(?:ing|ed)? (?:this|it|that|them) off\b|\b(?:ok|okay|cleared|fit|ready|good) for (?:release|use|sale|service|dispatch|launch)\b|\bnothing (?:speaks|stands|is) (?:against|in the way)\b|\btake (?:it|this|that) as (?:agreed|approved|accepted|settled)\b|\bmy (?:okay|blessing|consent)\b|\bcan go out\b"),
        (0.8, r"\b(?:партия|работ\w+|поставк\w+|документ\w*|отчёт|акт|заявк\w+|оборудование) (?:принят|одобрен|утвержд[её]н|согласован)\w*\b|\bможно (?:отправлять|сдавать|пускать|оплачивать|печатать)\b"),
        (0.8, r"\b(?:freigegeben|genehmigt)\b"),
        (0.8, r"\b(?:nothing stands in the way|no objections? (?:from|on) my|fine (?:by|with) me|has my signature|signed and sealed|ready for (?:release|publication|print|shipment|shipping|signature|use)|(?:ok|okay|good|safe|clear|free) to (?:go|send|ship|print|publish|release|sign|use|leave|sail|start)|you're clear to|counts as (?:accepted|approved|released)|consider (?:it|this|that) (?:approved|accepted|released|done|final)|i(?:'m| am) (?:letting|happy for) (?:it|this)|accepted as (?:it is|is)|that settles (?:it|the matter)|can (?:now )?be regarded as (?:accepted|final|approved))\b"),
        (0.75, r"\b(?:goes|can go|may go|will go) (?:out|live|online|to print|to the (?:client|customer|press))\b(?!.*\bif\b)|\byou may (?:now )?(?:start|proceed|order|pay|print|send|publish|use|sign|begin|release|ship)\b"),
        (0.85, r"\b(?:даю (?:согласие|разрешение)|можно (?:выпускать|пускать|сдавать|везти|начинать|оплачивать)|принято|подписываю|к выпуску готов\w*|считать (?:принят|согласован|утвержд)\w+)\b"),
        (0.9, r"\bi (?:hereby )?(?:approve|release|clear|authori[sz]e|accept|sign off)\b|\bmy (?:\w+ )?(?:approval|clearance|go-ahead|green light|blessing|ok|okay)\b|\bi (?:hereby )?(?:give|gave|grant|granted)\b[^.]*\b(?:approval|clearance|go-ahead|green light|permission)\b|\bhereby (?:cleared|approved|released|accepted|signed)\b"),
        (0.85, r"(?:^|[:;,] |\b(?:is|are|so|hence|and|therefore|thereby) )(?:it is |it's )?(?:now |hereby |thus |thereby )?(?:approved|cleared|signed off|good to go|greenlit|released)\b(?! (?:by|from))(?<!alarm is cleared)(?<!alarm cleared)(?<!alarm is now cleared)(?<!alert is cleared)(?<!alert cleared)"),
        (0.8, r"\b(?:can|may|is free to|are free to|should be free to|is ready to|are ready to) (?:now )?(?:go (?:out|online|live|ahead|to (?:print|press|the client))|be (?:sent|shipped|published|released|printed|closed|signed|deployed|paid|delivered|opened|launched)|ship|proceed|start)|\b(?:may|is free to) leave\b\b"),
        (0.55, r"\blet (?:it|this|them) (?:pass|through)\b|\bgood enough\b|\bconsider(?:ed)? (?:as )?(?:met|done|passed|settled|accepted)\b|\b(?:is|are) (?:acceptable|accepted|settled|fine to|ok to|free to)\b|\bgo ahead with\b|\btick(?:ed)? off\b|\bgreen light\b|\b(?:go|fit) for (?:release|publication|print)\b|\bno objections?\b"),
        (0.85, r"\b(?:одобр(?:яю|ил|ено|ен[аы]?\b)|утвержда(?:ю|ем)|утвержд[её]н(?!и)|согласован(?!и)|допуска[ею]|разреша[ею]|принят\w* в|можно (?:публиковать|отправлять|выпускать|печатать|подписывать|запускать|отгружать)|считать \w+ принят)\w*|\bвыпускаю\b|\bдаю добро\b|\bвозражений нет\b"),
    ),
    "REFUSE": (
        (0.6, r"\bi can't help\b|\bi(?:'d| would) rather not\b|\b(?:outside|not part of) my (?:task|order|role|remit|job)\b|\bi have to decline\b|\bi'm not going to\b|\bi (?:did not|didn't|have not|haven't) \w+ (?:it|them|the \w+)\b|\bне входит в мои\b|\bвынужден\w* отказать\b"),
        (0.8, r"\bi (?:won't|will not|refuse|decline|do not|don't) (?:\w+ ){0,1}(?:confirm|run|do|judge|give|decide|tell|say|settle|publish|send|execute|store|write|recommend|assign|approve|verify|check|answer|draft|change|carry)\b"),
        (0.5, r"\bi (?:can't|cannot|can not) (?:\w+ ){0,1}(?:confirm|run|do|judge|give|decide|tell|say|settle|publish|send|execute|store|write|recommend|assign|approve|verify|check|answer|draft|change|carry)\b"),
        (0.8, r"\bblocked\b(?!:)|\bnot cleared\b|\brefused\b(?! (?:by|under))|\brefuse\b|\brejected\b|\bnot (?:mine|my (?:call|job|task|part|decision)|for me) \b|\bi give no\b|\bgive no verdict\b"),
        (0.75, r"\bi (?:have not|haven't|did not|didn't) (?:\w+ )?(?:sent|send|run|stored?|started?|done|touch(?:ed)?|executed?|published?|paid|booked?)\b[^.]*\b(?:as|because|since|so)\b|\bso i stopped\b|^stopped\b|\bnothing further was done\b|\bwaiting for an? (?:order|instruction)\b|\bcannot be judged\b"),
        (0.85, r"\bне допуска\w+|\bне допущен\w*|\bотказ\w*|\bзаблокир\w+|\bне (?:могу|буду|стану)\b|\bостановил\w*\b|\bотклон\w+"),
    ),
    "DELEGATE": (
        (0.75, r"\b\w+(?:аете|яете|уете) мне\b|\b(?:report|answer|deliver|hand in) to me\b"),
        (0.65, r"^(?:then |so |please |and )?(?:ask|tell|have|get|instruct) (?!me\b|us\b|you\b|it\b|them\b|to\b|a\b|an\b|in\b|on\b|no\b|had\b|been\b)(?:the |our )?[a-z]+(?:[ -][a-z]+)? (?:to )?[a-z]+\b|^let (?!me\b|us\b|it\b|alone\b)(?:the |our )?[a-z]+ [a-z]+\b|\bi (?:want|need|expect) (?:the )?[a-z]+ to [a-z]+"),
        (0.7, r"^(?:please )?(?:send|give|bring|get|hand|mail|show) me\b|\b(?:is|are) (?:now )?up to (?:the )?[a-z]+ to\b|\bgoes (?:back )?to the [a-z]+\b|\bleave (?:it|the rest|this|that) to\b|\byou(?:'ll| will) (?:do|take|handle|write|check|bring|prepare)\b|\bi(?:'ve| have)? put [a-z]+ on (?:the|it|this)\b|\btakes? over from here\b"),
        (0.65, r"\b(?:нужно|надо|следует|придётся|предстоит) (?:будет )?\w+ть\b[^.;]*\b(?:до|к) \w+|\bжду\b[^.;]*\bот\b|^(?!.*\b(?:решени|выбор|слово)).*\b(?:за|на) (?:вами|тобой)\b"),
        (0.6, r"\bbitte\b"),
        (0.75, r"\b(?:i need (?:it|this|that|the \w+|them) from|make sure (?:that )?(?:you|the|it)|see to it|let me have|get back to me|i expect (?:you|the|an?|your|it)|i(?:'d| would) like you to|over to you|it's on you|falls to|is up to (?:the )?(?!you\b)\w+ to|up to you to)\b"),
        (0.7, r"\b(?:have|get|let|ask) (?:the |our )?[a-z]+(?:-[a-z]+)? (?:to )?(?:look|check|fix|do|redo|send|call|prepare|write|confirm|sign|test|run|take|bring|correct|update|rerun)\b|\bto (?:check|send|deliver|prepare|fix|report|confirm|sign|write) (?:it |this |them |the \w+ )?(?:by|until|before) (?:\w+day|noon|tomorrow|tonight|\d)"),
        (0.7, r"\b(?:сделайте|попросите|передайте|подготовьте|пришлите|проверьте|возьмите|отправьте|сообщите|исправьте|свяжитесь)\b.*"),
        (0.9, r"(?<!decision )(?<!choice )(?<!verdict )\b(?:is|are) yours\b|\byou (?:own|take over|start|are next)\b|\bis (?:now )?your (?:task|job|input|part|slot)\b|\bthis is (?:now )?(?:yours|for your)\b|\b(?:is|are) for you(?:r|\b)|\bplease (?:report|enter|look up|take|send|check|pull|give|have|do|put|prepare|update|finish|write|go ahead|replace|get|bring|watch|return|deliver|start|review|draft|compare|run|fix|provide|collect|finalize|finalise|add|make|ask|correct|rerun|verify)\b"),
        (0.8, r"\breport (?:back )?to me\b|\beveryone reports\b|\b(?:tell|send|report to) me (?:by|when|as soon|personally|if)\b|\btake (?:this|it) over\b|\bi want to hear from\b|\bplease confirm to me\b|\bthen (?:send )?(?:it )?back to me\b|\bhand (?:it|this|the \w+) to\b|\bi(?:'ve| have)? (?:asked|told|instructed|assigned|tasked) (?:the )?[\w-]+ (?:[\w-]+ )?to\b"),
        (0.5, r"\b(?:had better|would have to|needs? to|has to|have to|is to|are to|shall|ought to be)\s+(?!be\b)(?:\w+)\b[^.]*\b(?:by|until|till|before|today|tomorrow|tonight|first)\b|\bhave the [a-z]+ (?:look|check|fix|do|redo|send)\b"),
        (0.6, r"\bnext is\b|\bowner (?:is|:)\b|\bassigned to\b|\b(?:takes|take) (?:step|the|row|section|points?|task)\b|\bdue (?:on |by |at )?(?:\w+day|noon|tomorrow|\d)"),
        (0.85, r"\bпусть\b|\bпрошу\b|\bна (?:вас|тебе)\b|\bваша задача\b|\bваш\w* (?:срок|задач\w+|часть)\b|\bжду от\b|\bпоручаю\b|^(?!.*\b(?:решени|выбор|слово)).*\bза вами\b"),
    ),
    "RECOMMEND": (
        (0.75, r"(?:'d|\bwould|\bmight) (?:surely |rather )?be (?:more \w+|less \w+|\w+er|better|best|wise|good) (?:to|if|not to)\b|\b(?:удобнее|проще|умнее|вернее)\b"),
        (0.6, r"\b(?:needs?|has|have) to be \w+(?:ed|en|t)\b|\bwould have (?:\w+ )?(?:better|cheaper|faster|easier)\b|\bbetter next time\b"),
        (0.75, r"\bwhy not\b|\b(?:stick|stay) (?:with|to)\b|\b(?:strong|good) case for\b|\bin your place\b|\bif i were you\b|(?:^|, |and |but |so )(?:please )?(?:don't|do not|never) (?!know\b|have\b|see\b|think\b|like\b|mind\b|log\b|fill\b)[a-z]+\b"),
        (0.75, r"\bимел\w* (?:бы )?смысл\b|\bне (?!\w*ите ли)\w+(?:йте|ите|ьте)\b|\bне стоит\b|\bлучше бы\b"),
        (0.7, r"\b(?:is|remains|seems) the (?:wiser|better|best|safer|safest|cheaper|stronger|smarter|obvious|sensible) (?:choice|option|way|bet|one|route|course)\b|\b(?:is|are) worth (?:its|the|their)\b|\bdeserves?\b|\bwould have been (?:cheaper|better|faster|wiser|safer|easier)\b|\blet me (?:suggest|propose|recommend|advise)\b|\bis in order\b"),
        (0.55, r"\b(?:my pick|the (?:sensible|safest|best|simplest|wisest|cheapest|obvious) (?:thing|course|choice|way|option|step|solution|bet)|makes? (?:more )?sense|it pays to|(?:better|well) off|opt for|best to|is advisable|(?:is|be) preferable|called for|would do well|you'd do well|why not|do yourself|no harm in|deserves (?:a|its|to)|drop it from|pick one|needs a (?:paragraph|sentence|word|reason|source|table|date|heading|line)|worth (?:the|trying|checking))\b"),
        (0.55, r"\bwould (?:not )?(?!have\b|like\b|rather\b|need\b|not\b|be (?:the|due|in)\b)[a-z]+\b(?!.*\b(?:asked|said|wrote|according)\b)"),
        (0.7, r"\b(?:empfehle|würde|wäre|sollten?|lieber|besser)\b"),
        (0.8, r"\b(?:целесообразно|разумнее|правильнее|выгоднее|надёжнее|было бы|нужно бы|имеет смысл|надо бы|хорошо бы)\b"),
        (0.9, r"\b(?:i|we)(?:'d| would| might| can only)? (?:strongly |still |also |rather )?(?:recommend|suggest|advise|propose)\b|\bmy (?:recommendation|advice|suggestion)\b|\bas a hint\b"),
        (0.8, r"\byou (?:should|ought|could|can go|had better|might want|may want|need to)\b|\b(?:would|might) be (?:well advised|better|best|wiser|safer|fine|enough|more honest|a good|good|honest|useful|worth)\b|\bgo for it\b|\bwell advised\b"),
        (0.75, r"\b(?:i'd|i would|we'd)(?! (?:like|not like|need|say|be|have|guess|assume|call|conclude|know|place|put it|go on)\b) (?:also |rather |not |still |either |just |quote |never )?\w+"),
        (0.5, r"\b(?:people|teams?|everyone|everybody|they|readers?) (?:should|ought to)\b|\bhad (?:better|best)\b|(?<!is )(?<!the )(?<!a )\bbetter (?:to|look|wait|take|not|ask|drop|keep|use)\b|\b(?:it is|it's|it'll be|it would be|it will be) (?:better|best|wiser|safer) to\b|\b(?<!who )(?<!that i )(?<!whether i )(?<!whether we )(?:should|ought to) (?:not )?(?:be \w+ed\b|(?!have|pass|arrive|be\b|do\b|work|hold|last|not|it|the|there|a|we|i)\w+)|\bone (?:should|would best|could|might)\b|\bit (?:would|might) (?:help|pay|be)\b|\bwe (?:should|ought|could)\b|\bconsider \w+ing\b|\bwould (?:help|protect|answer|support|gain|make (?:it|the|this)|save|calm|solve|be (?:a )?(?:small|enough))\b|\bcould come first\b|\bworth (?:\w+ing|a)\b"),
        (0.85, r"\b(?:рекомендую|рекомендуем|рекомендовал\w*|рекомендуется|советую|посоветовал\w*|советовал\w*|предлагаю(?! в (?:два|три|четыре))|лучше(?! чем)|стоит(?= \w+ть)|следует|следовало бы|имеет смысл|желательно|я бы)\b"),
    ),
    "PLAN": (
        (0.65, r"(?:^|, |^from \w+ on |^next week |^on \w+day )we (?:will )?(?:start|begin|go|move|switch|wait|keep|repeat|test|build|pack|finish|continue|proceed|set up)\b|\bcomes? after that\b|\btests? follows? on \w+day\b|\bas a buffer\b|\b(?:is|are) spread over\b|\bthe way forward\b|\bthe week after\b|\bfinish by\b"),
        (0.55, r"^(?:if|should) (?:it|the|that|this|there|more|fewer|less|one|either|rain)\b(?!.*\?)"),
        (0.7, r"\b(?:дальше|порядок) так\b|\bпервый (?:этап|шаг)\b|\bв (?:понедельник|вторник|среду|четверг|пятницу)\b.*\b(?:во? (?:понедельник|вторник|среду|четверг|пятницу)|затем)\b|^если\b.*|\bon \w+day\b.*\bon \w+day\b"),
        (0.75, r"\b(?:сделаем так|поступим так|делаем так|действуем так)\b"),
        (0.7, r"\b(?:let's do it like this|here is how|we do it (?:like this|as follows)|proceed as follows|this sequence|the running order|zuerst|danach)\b"),
        (0.7, r"^after that\b|\b(?:followed by|timeline|roadmap|day (?:one|two|three)\b.*\bday|the order would be|(?:start|begin)s? with\b.*\b(?:then|and end)|(?<!since )then comes|two rounds|next comes)\b"),
        (0.65, r"\bthen (?:the|a|we|it|they|on|by|at|from|switch|move|go|in)\b(?!.*\b(?:was|were|did|had|said)\b)"),
        (0.75, r"\b(?:затем|после этого|потом)\b.*|\b(?:во-первых|первым делом|в первую очередь)\b"),
        (0.85, r"^(?:(?!in|on|by|the|a|this|that|his|her|their|its|under|as|business|floor|test|lesson|seating|pension|care)\w+ ){0,2}plan (?:in (?!brief|short)|for|as above|of|after|b)\b|^plan\s*[:,.]|\b(?:my|here is the) plan\b|^(?:phases|steps|sequence|schedule)\b[^.]{0,40}[:.]|^order(?: of [\w ]+)?:|\bin (?:two|three|four|five|six|\d) (?:steps|phases|stages)\b|\bi would place\b|\bsteps (?:as|for)\b"),
        (0.75, r"\bfallback\b|\bassumptions?:|\bi assume\b|\bpoint of (?:decision|no return)\b|\bas a (?:reserve|fallback)\b|\bin reserve\b|\bdependency\b|\bspare day\b|\bfloat of\b|\bunknown(?: so far|:)|\bi mark\b"),
        (0.8, r"(?:^|, )next (?:we|i|steps?)\b|\bfirst\b[^.]*\b(?:then|afterwards|next|later)\b|\bthe way to get there\b|\blet's (?:do|start|move|plan)\b|\bnew order (?:therefore|is|:)|\bwe (?:ought to|should|will) (?:\w+ )?(?:compare|repeat|start|switch|move|split)\b|\bsequence by\b|\bi propose this (?:sequence|order)\b"),
        (0.7, r"\b(?:step|week|phase|stage|day|session|sessions) (?:one|two|three|\d)\b[^.]*\b(?:step|week|phase|stage|then|day|sessions?) ?(?:one|two|three|\d)?\b|^\s*(?:\d[.)] [a-z])|\bif (?:that|it|this|the|they|she|he|either|fewer|less|more|not|moisture|rain)\b[^.]*\b(?:then|else|otherwise|moves?|go back|falls?|takes?|we|wait|cut|becomes?)\b|\bif late\b|\bshould (?:the|it) [^.]*fail"),
        (0.6, r"\bmoves (?:to|forward)\b|\bthe rest follows\b|\bpostpone\b"),
        (0.8, r"\b(?:план|порядок|этапы|шаги)\b\s*[:—–]|^\s*план(?: [а-яё]+){0,3}\s*(?:[:—–.]|на \d|так\w+)|\bсначала\b[^.]*\b(?:затем|потом|после)\b|\b(?:шаг|этап) \d+\s*[:—–)]|\bзапасной вариант\b|\bрезерв\w*\b|\bисхожу из\b|\bдопущени\w+\b|\bнеизвестн\w+\b|\bпри (?:задержке|дожде|отказе)\b|\bесли\b[^.]*\b(?:то|ждём|переносим|переходим|сдвига\w+|берём)\b"),
    ),
    "SUMMARIZE": (
        (0.85, r"\b(?:put|to put it) briefly\b|\bthe gist\b|\ball in all\b|\bboils? down to\b|\bkey points\b|\boverview of the (?:discussion|meeting|call|thread)\b|\bthe essence of\b|\bin (?:short form|a few (?:lines|words))\b|\bto summari[sz]e\b|\bin a word\b"),
        (0.85, r"\b(?:в общем|суть|если коротко|подытож\w+|итак|в целом)\b|\b(?:основное|главное)(?= [—–-]|[:,])"),
        (0.8, r"\b(?:zusammengefasst|kurzfassung|in kürze)\b"),
        (0.6, r"\bin (?:short|brief|a nutshell|sum)\b"),
        (0.95, r"\bsummary(?: of| in|:)|^summary\b|\bin (?:short|brief)[:,]? (?:the|of|from|as)\b|\bcondensed\b|\bin (?:one|two|three|four|five|six|ten) (?:sentences?|lines|points)[:.]|\bshort version\b|\bto sum up\b|\bsumming up\b|\bminutes(?: in short)?:"),
        (0.7, r"^(?:decided|not decided|postponed|open|agreed|recommended by)\b ?(?:-|:|,)|\bdisagree(?:ment|s)?\b|\bthe (?:report|reviewers|thread|letters|judgment) (?:says?|see|disagree|asks?)\b|\baltogether\b|\bso far the\b"),
        (0.6, r"\b(?:кратко|коротко|вкратце|в двух словах)\b"),
        (0.95, r"\b(?:резюме|сводк\w+|итоги|краткое изложение)\b|\bв (?:двух|трёх|четырёх|пяти) (?:фразах|предложениях)\b"),
    ),
    "WRITE_MEMORY": (
        (0.8, r"\b(?:is|are) (?:now )?in (?:the )?(?:shared |team )?memory now\b|\b(?:filed|put|kept|saved|noted|registered|logged) (?:\w+ ){0,3}(?:in|into|on|under) (?:the )?(?:memory|record|wiki|knowledge base|notes|shared \w+|team \w+)\b|\bthe key now (?:reads|says|holds)\b|\bput (?:it|this|that|them) on record\b|\bmade a note of\b|\b(?:marked|tagged|flagged) (?:the |that |this |an? )?(?:\w+ )?(?:entry|entries|record|key|value)\b|\bchanged the stored\b"),
        (0.85, r"\b(?:обновил|добавил|внёс|внес|пометил|изменил|исправил|записал)\w*\b[^.;]*\b(?:запис|заметк|памят|баз|ключ|журнал)\w*|\bзанес[её]н\w*\b"),
        (0.8, r"\b(?:gespeichert|eingetragen|abgelegt)\b"),
        (0.85, r"\b(?:made|created|added|put|set) (?:an? |the |this |it |that )?(?:\w+ )?(?:entry|note|record|key)\b|\b(?:in|into|to|on) (?:the )?(?:team|shared|common|project) (?:notes|wiki|file|board|log|store|notebook|knowledge base)\b|\bis now (?:in|under) (?:the )?\w*\s?(?:memory|key)\b"),
        (0.95, r"^(?:stored|recorded|saved|written|entered|removed|deleted|logged)\b|^noted\b(?=[^;.]*\b(?:in|into|on|under|as) (?:the |our |this )?\w+)|\bentry (?:saved|stored|written|recorded|updated|added|closed|is written)\b|^done: the (?:rule|entry)\b"),
        (0.85, r"\b(?:is|are|has been|have been) (?:now )?(?:stored|saved|recorded|kept) (?:as|under|with|word)\b|\bnot (?:yet )?(?:stored|written)\b|\b(?:into|to) (?:the )?(?:shared |team(?:'s)? |common )?memory\b"),
        (0.9, r"^(?:записано|сохранено|внесено|занесено|удалено|зафиксировано)\b|\bв (?:общую )?память\b"),
    ),
    "EXECUTE": (
        (0.75, r"\b(?:taken|took) the liberty\b|\bi (?:gave|have given|'ve given) the order\b|\bwent ahead\b|\bis (?:now |already )?(?:up on|online on|live on)\b|\bi let (?:the |them |him |her )?\w* ?know\b|\bhad (?:it|them|the \w+) \w+(?:ed|ld|nt|wn)\b"),
        (0.7, r"\b(?:подал|перевёл|перевел|разослал|очистил|обновил|сменил|собрал|дозвонил|договорил|перезапустил)(?:а|и|ся|ась|ись)?\b|\b(?:куплен|подан|оплачен|отправлен)[аоы]?\b"),
        (0.6, r"\bas (?:ordered|specified|per (?:the )?order|approved)\b"),
        (0.7, r"\bich habe\b[^.]*\b(?:ge\w+(?:t|en)|\w+iert)\b"),
        (0.7, r"\b(?:is (?:now )?(?:running|live|online|in place|up and running)|took care of|taken care of|is (?:now )?(?:booked|ordered|paid|sent|installed|published)|i(?:'m| am) (?:already |now )?(?:running|sending|starting|loading|booking|installing|switching|ordering|printing))\b(?!.*\bby the\b)"),
        (0.8, r"^(?:step|steps|point) [\w ]{1,8}(?:done|finished|started|completed|executed)\b|^(?:done|stopped|executed|booked|printed|payment made)\b(?!:)|\b(?:done|started|finished|completed|executed) (?:at|from|by) \d|\bas (?:ordered|per order|instructed)\b|\bkicked off\b|\bput [^.]{1,30} on\b|\bin place of\b"),
        (0.6, r"\bgoing on with\b|\bwent on\b|\bround continued\b|\bset down\b"),
        (0.85, r"^(?:выполнен\w*|сделано|готово|отправлен\w*)\b|\bвыполнен[ао]? в\b|\b(?:заявка|погрузка|отгрузка|шаг|задание) [\w№ ]{0,12}выполнен\w*"),
    ),
    "ASSERT": (),
}  # fmt: skip
"""Act -> (confidence, pattern)."""


CUES: dict[ClausePattern, tuple[str, float, str]] = {
    clause_pattern(pattern): (act, weight, f"{act}:{number}")
    for act, group in ACT_CUES.items()
    for number, (weight, pattern) in enumerate((*group, *MORE_CUES.get(act, ())))
}
"""Pattern -> act, confidence, and a name of its own."""
