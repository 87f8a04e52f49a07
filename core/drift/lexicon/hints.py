"""Turns of phrase that hint at a speech act without settling it, English and Russian.

They carry no confidence of their own. What each is worth beside everything else in the clause was
learnt (see :mod:`core.drift.act_model`); here stands only what they look like.
"""

from __future__ import annotations

from core.drift.lexicon.model import ClausePattern, clause_pattern

_SOURCES: dict[str, str] = {
    # Leave given, by a noun: 'release granted', 'acceptance complete', 'has my consent'.
    "leave_given": (
        r"\b(?:release|permission|approval|clearance|acceptance|exception|request|leave|licence|consent|"
        r"access|extension|exemption)s? (?:is |are |was |has been |hereby )*(?:granted|given|complete|allowed|"
        r"issued|agreed|confirmed)\b|\b(?:in force|takes effect|valid) (?:as of|from) (?:now|today)\b|"
        r"\b(?:разрешение|согласие|допуск|одобрение) (?:дан|выдан|получ)\w*|\bдобро\b"
    ),
    "leave_word": (
        r"\b(?:agreed|accepted|approved|allowed|permitted|authori[sz]ed|granted|cleared|passed|final)\b"
        r"(?=[.,;!]|$)|\b(?:принят|одобрен|утвержд[её]н|согласован|допущен|разреш[её]н)[аоы]?(?=[.,;!]|$)|"
        r"^(?:разрешаю|допускается|согласовано|утверждаю|принимаю)\b"
    ),
    "free_to": (
        r"\b(?:is|are|you're) (?:now )?(?:free|clear|fit|ready|good) (?:for|to)\b|\b(?:may|can) (?:now )?"
        r"(?:begin|start|go|leave|open|proceed|be (?:used|sold|sent|paid|printed|published))\b|"
        r"\bможно (?:начинать|продавать|печатать|платить|выпускать|отправлять)\b|\bв печать\b"
    ),
    "my_side": (
        r"\b(?:from|on) (?:my|our) side\b|\bfine (?:with|by) (?:me|us|this|that)\b|\bi'm (?:fine|happy|ok)\b|"
        r"\bno objections?\b|\bнет возражений\b|\bс моей стороны\b|\bя не против\b"
    ),
    # Steps to come.
    "steps_heading": (
        r"^(?:and |so |then |well,? )?(?:the |my |our )?(?:(?:way|road|path) (?:there|from here|forward|out|to\b)|"
        r"(?:remaining|next|further|open|following) (?:steps?|stages?)|how to (?:go on|proceed|continue|get there)|"
        r"(?:steps? )?from here|proposed \w+|order of \w+|sequence|schedule|timetable|agenda|running order)\b"
        r"[^.;:]{0,40}[:,]|^(?:порядок|последовательность|очер[её]дность|дальше|далее|шаги|этапы|схема)\b[^.;:]{0,30}:"
    ),
    "series": (
        r"\b\w+ (?:first|last)\b[,;]|\b(?:first|last),? (?:the )?\w+\b.*,|\bbefore \w+ before\b|"
        r"\b(?:сначала|сперва|вначале)\b|\b(?:в конце|последним|под конец)\b"
    ),
    "infinitives": r"\b[а-яё]+(?:ть|ти|чь)(?:ся)?\b[^.;:]*, (?:и )?[а-яё]+(?:ть|ти|чь)(?:ся)?\b",
    "phased": (
        r"\bin (?:two|three|four|five|six|several) (?:waves?|steps?|stages?|phases?|parts?|rounds?)\b|"
        r"\b(?:phase|stage|step|week|day|wave|round) (?:one|two|three|four|five|\d+)\b|\b(?:first|second|third|last) "
        r"(?:phase|stage|step|week|wave|round)\b|\b(?:первый|второй|третий) (?:этап|шаг)\b|\bв (?:два|три|четыре) (?:этапа|шага)\b"
    ),
    "follows": (
        r"\b(?:follows?|comes?|begins?|starts?) (?:once|when|after|before|next|last|on|as soon as|by)\b|"
        r"\bafter that\b|\bthe (?:week|day|month) after\b|\bпосле (?:этого|монтажа|\w+(?:ния|ки|ции))\b"
    ),
    "reserve": (
        r"\b(?:fall ?back|in reserve|as reserve|spare (?:day|week)|assum\w+|depends on|dependenc\w+|unknown|"
        r"if (?:it|that|this|they|the \w+) (?:fails?|is late|rains?|slips?|is full))\b|"
        r"\b(?:в резерве|запасн\w+|исхожу из|зависит от|неизвестн\w+|при (?:опоздании|отказе|задержке))\b"
    ),
    # Advice.
    "better": (
        r"\b(?:better|best|wiser|safer|cheaper|quicker|simpler|preferable|advisable|recommended|sensible|"
        r"reasonable|worthwhile|worth|wise)\b|\b(?:лучше|разумнее|выгоднее|проще|уместнее|удобнее|вернее|надёжнее|желательно)\b"
    ),
    "would_do": (
        r"\b(?:would|might|could) (?:be (?:enough|good|nice|kinder|better|wise|helpful|useful)|do|help|suffice|pay)\b|"
        r"\b\w+(?:'d| would) (?:need|want|take|use|keep|go|stay|choose|pick|prefer|put|move|file|avoid|expect)\b|"
        r"\b(?:хватило|помогло|стоило|было) бы\b|\bбы\b"
    ),
    "should_be": (
        r"\b(?:should|ought to|needs? to|want to) be \w+(?:ed|en|n|t)\b|\b(?:is|are) called for\b|\bneeds? (?:a|an|some|more|less)\b|"
        r"\bwants (?:a|an)\b|\b(?:нуж(?:ен|на|но|ны)|следует|стоит|не хватает)\b"
    ),
    "rather_than": r"\b(?:rather than|instead of|not the \w+ but)\b|\b(?:вместо|а не)\b",
    "next_time": r"^(?:next time|in future|in your place|if i were)\b|\bв следующий раз\b|\bна вашем месте\b",
    "dont": r"^(?:please )?(?:don't|do not|never|think about|consider)\b|^не \w+(?:йте|ите)\b|^perhaps\b|^maybe\b|\bwhy not\b",
    # Work for others.
    "your_part": (
        r"\b(?:your|his|her|their) (?:part|task|job|turn|share|next step)\b|\b(?:is|are) (?:for|with|up to) the [a-z]+\b|"
        r"\bover to you\b|\bowner\b|\bassigned\b|\binput is\b|\bваш\w* (?:часть|задача|очередь|срок)\b|"
        r"\bза (?:вами|тобой|ним|ней)\b|^за [а-яё]+(?:ом|ем|ой|ей)\b|\bисходн\w+ данн\w+\b"
    ),
    "hand_to": (
        r"\b(?:i'm|i am|we're) (?:handing|giving|passing|sending|leaving) [^.;]{0,30} to\b|\bi (?:hand|give|pass|leave) "
        r"[^.;]{0,30} to (?:the )?[a-z]+\b|\bi(?:'ve| have) put [^.;]{0,25} on\b|\bi expect\b|\bi want (?:the|you|it)\b|"
        r"\b(?:to|for) me (?:by|tonight|tomorrow|when)\b|\b(?:жду|поручаю|передаю|прошу)\b|\bмне (?:к|до|сегодня|завтра)\b|\bпусть\b"
    ),
    "whoever": r"^(?:whoever|somebody|someone|anybody|everybody|everyone|all of you|кто)\b",
    "let_do": r"^(?:let|have|get|ask|tell) (?:the |our )?[a-z]+ [a-z]+|\bis to (?!be\b)[a-z]+\b|\bwill please\b|\bsee to it\b",
    # Own doing.
    "by_me": (
        r"\b(?:by me|by us|by hand|myself|from my (?:account|desk|console|address)|on (?:their|his|her|the \w+) behalf|"
        r"while i was (?:at it|there)|in passing|on the way|just to be|to save time|went ahead|taken the liberty)\b|"
        r"\b(?:мной|мною|нами|заодно|сам|сама|вручную|с моего|чтобы не ждать)\b"
    ),
    "i_had": r"\bi(?:'ve| have| had)? (?:had|let|got) (?:the |them|him|her|it)\b",
    "done_list": (
        r"^(?:\w+ )?(?:complete|completed|done|finished|carried out|over|ready)\b[,.:]|\bas (?:ordered|instructed|per order|requested)\b|"
        r"\b(?:сделан|выполнен|закрыт|проложен|отправлен|куплен|закончен)[аоы]?\b"
    ),
    "no_doer": r"^(?:the )?\w+(?: \w+)? (?:\w+ed|sent|bought|paid|put|sold|cut|shut|set|built|taken)\b(?! by)",
    "others_did": (
        r"\bby (?:the|a|an|our|their|its|his|her|somebody|someone) (?!end\b|hour\b|time\b|evening\b|morning\b|way\b)\w+|"
        r"\b(?:was|were|been) (?:asked|told|ordered|invited|expected)\b|\baccording to\b|\b(?:says?|said|claims?|reports?|writes?)\b|"
        r"\b(?:по словам|по данным|просили|попросили|сообщ\w+)\b"
    ),
    "by_itself": r"\bby itself\b|\bon its own\b|\b(?:fell|rose|dropped|climbed|went up|went down|expands?|ends?|lasts?)\b|\bсам[оа] по себе\b",
    # Check.
    "true_false": (
        r"\b(?:true|false|untrue|wrong|right|correct|incorrect|accurate|mistaken|inflated|genuine|identical|equal|"
        r"proven|fulfilled|met|violated|supported|off by)\b|\b(?:верн|неверн|правильн|ошиб|одинаков|сход|совпада|соблюд|наруш)\w*"
    ),
    "stands": r"\b(?:holds|fails|stands|agrees?|matches|adds? up|tallies|checks out|confirmed|refuted)\b|\b(?:под|опро)верг\w+|\bподтвержд\w+",
    "counted": r"\b(?:re)?(?:counted|checked|compared|tested|measured|weighed|reconciled|went (?:over|through)|gone over)\b|\b(?:сверил|проверил|пересч[иё]тал|сравнил)[аи]?\b",
    "against": r"\b(?:against|with) the (?:originals?|source|list|ledger|accounts?|drawing|invoices?|log|scans?|register|chart)\b|\bс (?:оригинал|журнал|накладн|выписк|договор|отч[её]т)\w*",
    "not_told": r"\bcan(?:'t|not) be (?:told|decided|judged|checked)\b|\bnot (?:decidable|told|readable)\b|\bне (?:разобрать|решить|определить)\b|\bрешить нельзя\b|\bвывода нет\b",
    # Found.
    "reads": r"\b(?:reads|says|has|gives|holds|returns|lists|mentions?|contains)\b[^.;]{0,40}[:¤]|\b(?:turns up|occurs?|appears?)\b|\bвстречается\b|\bсказано\b",
    "place": r"\b(?:page|line|section|clause|chapter|column|row|drawer|footnote|item|paragraph)s? (?:[a-z]+|\d+)\b[^.;]{0,30}[:¤]|\b(?:страниц|пункт|раздел|строк|абзац|сноск)\w*[^.;]{0,25}[:¤]",
    "nothing_there": r"^(?:no|nothing|not|there is no|nowhere)\b[^.;]{0,60}\b(?:found|hit|hits|match|entry|entries|record|there|in memory|passage)\b|\b(?:ничего|пусто|записей нет|нет записей|не встречается)\b",
    "see_below": r"\b(?:see|quoted|copied|attached|given|listed|full text) (?:below|here|as (?:it is|they are|printed))\b|\bhere is what\b|\bas printed\b|\bin memory\b|\bв памяти\b|\bниже\b",
    # Condensed.
    "in_lines": r"\bin (?:one|two|three|four|five|a few) (?:lines?|words?|sentences?|points?)\b|\b(?:essentials?|main points?|briefly|gist|long and the short)\b|\bв (?:двух|тр[её]х|четыр[её]х) (?:строках|словах|фразах)\b|\b(?:коротко|итог|главное|вкратце|кратко)\b",
    "many_said": r"^(?:\w+teen|\w+ty|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+) (?:mails?|letters?|answers?|replies|messages|comments|reports|pages|interviews)\b|^по (?:двум|тр[её]м|четыр[её]м|пяти) [а-яё]+ам\b",
    "sides": r"\b(?:for|against|prefers?|blames?|wants?|thinks?|objects?|nobody|no one|undecided|open)\b[^.]*,[^.]*\b(?:for|against|prefers?|blames?|wants?|thinks?|objects?|nobody|no one|undecided|open)\b|\b(?:за|против)\b[^.]*,[^.]*\b(?:за|против)\b",
    "decided": r"^(?:decided|agreed|not agreed|postponed|open|undecided)\b|^(?:решено|отложено|открыто|не решено|предложено)\b",
    # Declined.
    "not_done": (
        r"\b(?:haven't|have not|hasn't|has not|wasn't|was not|weren't|were not|isn't|is not|not) (?:been |yet |be )*"
        r"(?:touched|begun|started|sent|changed|entered|stored|read|checked|compared|examined|unscrewed|moved)\b|"
        r"\bне (?:тронут|начат|отправлен|изменен|проверен|сверен|внесен)\w*"
    ),
    "not_mine": (
        r"\b(?:not|isn't|aren't|n't) (?:for me|mine|my)\b|\b(?:outside|beyond|not) my (?:field|area|remit|role|job|task)\b|"
        r"\b(?:for|up to) others\b|\bstays with\b|\b(?:no|any) view\b|\bi only\b|\bquestion for\b|"
        r"\bвне моей\b|\bне (?:мне|ко мне|моё|мое|моя)\b|\bне берусь\b|\bсудить (?:хирургу|врачу|\w+у)\b"
    ),
    "wont": (
        r"\b(?:won't|can't|cannot|must decline|decline|refuse|not going to|give no|turned down|rejected|blocked|not cleared)\b|"
        r"\b(?:отклон|отказ|заблок)\w*|\bне (?:буду|могу|стану|отправлю|сделаю|выдам|решаю)\b"
    ),
    "left_alone": r"\b(?:untouched|left (?:it|them|that|the \w+) (?:alone|as)|nothing (?:further|has been|was) (?:done|connected|sent)|not (?:started|executed|sent|done)|haven't started|stopped)\b|\bне (?:выполнен|начат|отправлен)\w*|\bостанов\w+",
    "left_open": (
        r"\bwhether\b|\w ли\b|\b(?:as to|know|say|tell|decide|judge|unclear|open) (?:which|who|if|how|what)\b"
    ),
    # Kept.
    "kept_by": (
        r"\b(?:put in|entered|stored|added|written|recorded|noted|set|filed|saved|given) (?:\w+ ){0,3}by (?!me\b|us\b|hand\b)\w+|"
        r"\b(?:внес|занес|записа|добави|указа)[а-яё]* (?!я\b|мной\b)[а-яё]+(?:ом|ем|ой|ей|ик|ор|ец|ель)\b|\bзапись [а-яё]+(?:а|я|и|ы)\b"
    ),
    "kept_under": r"\b(?:under|in|into|to|on) (?:the |our )?(?:(?:shared|team'?s?|common|project) )?(?:memory|notes|notebook|store|record|knowledge base)\b|\bunder ¤|\b(?:under|key) [a-zа-я]+/",
    "now_says": r"\b(?:entry|key|record|value|note) (?:now )?(?:says|reads|holds|carries)\b|\bis now under\b|\bfrom now on\b|\bfor (?:the others|everybody|everyone|later|the next)\b|\bдля всех\b|\bтеперь лежит\b",
    "marked": r"\b(?:marked|tagged|filed|created|entered|recorded|noted|logged)\b|\b(?:пометил|внес[её]н|записан|сохранен|сохран[её]н|зафиксирован|добавил)\w*",
    # What is only stated.
    "on_record": (
        r"\b(?:alarm|alert|notice|warning|limit|threshold|reading|sensor|signal)s? (?:was |were |is |are |has been )?(?:now )?"
        r"(?:sent|cleared|raised|crossed|closed|reset|over|off|given)\b|\b(?:planned|scheduled|announced|approved) (?:for|by|in|as)\b|"
        r"\bappears? in the\b|\b(?:замечани|вопрос|пункт|задач|тикет)\w* (?:закрыт|снят|решен|открыт)\w*|"
        r"\bпо (?:плану|графику|программе|положению|отчёту|протоколу)\b"
    ),
    "stored_when": r"\b(?:stored|written|recorded|saved) (?:yesterday|on|in|last|by)\b|\bsource\b|\bисточник\b|\bзаписано (?:\d|вчера|в)\b",
    "matters": r"\b(?:because|since|so that|which means|matters|serious|taste|weak|repeats|reader)\b|\b(?:потому|серь[её]зно|вкус|читател)\w*",
    "named_step": r"\b(?:the|a) (?:step|plan|recommendation|approval|decision|remark|rule|claim|statement|verdict)\b",
    # Told in passing.
    "been_done": (
        r"\b(?:has|have|it's|they've|that's)(?: \w+ly| already| now| just| also| since)* been (?:taken (?:out|off|down|away)|\w+(?:ed|wn|en)|put|set|cut|shut|sent|sold|built|bought|paid|made|torn)\b(?! by (?:the|a|an|our|their)\b)|"
        r"\b(?:is|are) (?:gone|off|out|on|up|down) (?:from|now|again|since)\b|\b(?:is|are) (?:now )?at \d+ (?:\w+ )?(?:now|instead)\b|\bwere done\b|"
        r"\b(?:уже|сразу|теперь|заодно|на всякий случай) (?:\w+ ){0,2}(?:снят|сорван|включ|выключ|заказа|отправ|удал|оплач|закры|перенес|сдан|списан|заблок|перевед)\w+|\b(?:включен|выключен|снят|сорван|заказан|отправлен|оплачен|сдан|списан|ушл|ушёл|ушел|опущен|поднят|открыт)[аоы]? (?:сегодня|утром|в \d|до \d|на \d|в компани\w+)|\bуже заказали\b"
    ),
    "would_gain": (
        r"(?:'d|\bwould) (?:\w+ )?(?:be (?:happier|better|safer|cheaper|quicker|easier|wiser|stronger)|sell|save|gain|get|reach|fare|last|do) (?:\w+ ){0,2}(?:more|better|less|with|by|off)\b|\bdo(?:es)? the trick\b|\bthe thing to do\b|"
        r"\bif you ask me\b|\brespond(?:s)? well to\b|\b(?:usually|normally|generally) (?:helps|works|cures|solves|does)\b|\bwould (?:help|calm|do|suffice|hurt)\b|\bобычно (?:это )?помогает\b|\b(?:стоило бы|помог(?:ла|ло)? бы|лучше бы|куда лучше)\b"
    ),
    "bare_advice": (
        r"^(?:so |then |and |just |before \w+ |first )?(?:weigh|check|buy|take|use|call|ask|wait|replace|rebuild|try|leave|keep|drop|give|put|tell|move|stop|avoid|consider|get|bring|do|don't|never) (?:the|a|an|it|them|her|him|your|any|only|some|half|no|this|that|one|another)\b|"
        r"\b(?:принимайте|попробуйте|купите|возьмите|пейте|замените|используйте|обратитесь|запивайте|откажитесь|не берите)\b"
    ),
    "boils_down": (
        r"\bin a nutshell\b|\b(?:boil|boils|come|comes|amounts?) down to\b|\b(?:cut|make) a long story short\b|\bfor (?:those|anyone|readers) in a hurry\b|\bthe long and (?:the )?short\b|\bthe gist\b|\ball in all\b|\bto sum (?:it |this )?up\b|"
        r"\bкороче говоря\b|\bесли коротко\b|\bв двух словах\b|\bсвод(?:ится|ятся) к\b"
    ),
    "stands_in": (
        r"\b(?:stands?|is|are|lies?|sits?|has been) (?:now |also )?(?:in|on|under) (?:the |our )?(?:shared |team |common )?(?:glossary|register|log|log ?book|notebook|calendar|record|wiki|board|database|index|catalogue|memory|ledger)\b|\btyped (?:it|them|this|that) in\b|"
        r"\b(?:now|have|i've|i) (?:\w+ )?(?:noted|entered|put|written|typed|added) (?:\w+ ){0,4}(?:in|into|under|to) (?:the |our )?(?:\w+ )?(?:entry|register|glossary|log|notebook|calendar|record|database|catalogue)\b|"
        r"\b(?:внес|внёс|занес|занёс|вписа|добави)\w* .{0,30}(?:журнал|реестр|памят|баз|каталог|календар)\w*|\bтеперь (?:есть |стоит |значится )?в (?:журнале|реестре|памяти|базе|каталоге)\b"
    ),
    "found_right": (
        r"\bha(?:s|ve) it (?:wrong|right)\b|\b(?:sums?|figures?|numbers?|totals?) (?:tally|tallies|add up|agrees?)\b|\btall(?:y|ies) with\b|\bheld (?:it|them|this) (?:up )?against\b|\bcan be relied\b|\bsame (?:number|figure|sum|value)\b|\b(?:it|they|page numbers|dates) (?:is|are) right now\b|"
        r"\b(?:цифр|сумм|числ|дат)\w* (?:сошлись|сошёлся|бьются|бьёт|верны)\b|\bсовпало\b"
    ),
}  # fmt: skip

HINTS: dict[ClausePattern, str] = {clause_pattern(text): name for name, text in _SOURCES.items()}
"""Pattern -> name of the hint."""
