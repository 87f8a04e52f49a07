"""Further phrases behind the predicates, in the same order as in :mod:`core.drift.lexicon.phrases`."""

from __future__ import annotations

_VALUE = (
    r"(?:good|bad|poor|wise|unwise|bold|fine|weak|strong|stronger|weaker|better|best|worse|worst|excellent|great|nice|sloppy|"
    r"careless|clever|silly|exaggerated|overdone|premature|rude|dull|boring|unfair|fair|absurd|reasonable|unreasonable|"
    r"convincing|useless|pointless|impressive|disappointing|needless|overdue|sensible|senseless|strange|odd|unclear|"
    r"right|wrong|justified|unjustified|too \w+|far too \w+|quite \w+ enough|enough|acceptable|brilliant|mediocre|solid)"
)
_THING = (
    r"(?:one|choice|decision|plan|idea|job|offer|argument|case|letter|text|result|move|person|candidate|supplier|"
    r"work|proposal|draft|point|reason|solution|document|leadership|handling)"
)

MORE: dict[str, str] = {
    "guesses": (
        r"\bsooner or later\b|\bwill \w+ anyway\b|\bnothing can go wrong\b|\bcome on \w+day then\b|"
        r"\bi(?:'d| would) (?:think|say|guess)\b|\b(?:for|into) the empty (?:field|cell|line)\b|\bthe usual (?:one|value|figure)\b|\bmost (?:\w+ )?(?:towns|firms|people|companies|teams|cases|offices|shops|suppliers)\b|"
        r"\btends? to\b|\bthe rest will\b|\bthe same (?:goes|will|applies|as)\b|\bfill(?:ed)? (?:in )?(?:the|that|this) (?:gap|blank|hole)\b|\b(?:mean|average) (?:of|value)\b|\bmust (?:have|be|mean|come)\b|"
        r"\bone can (?:tell|see|infer|assume)\b|\bfrom (?:the|these|those) (?:other|others|rest|neighbours|remaining)\b|\bfair bet\b|\bwith (?:a |an )?(?:\w+ ){1,3}of (?:travel|driving|drive|work|margin)\b|"
        r"\bin general\b|\bshould be (?:about|around|roughly|enough|the same)\b|\b(?:about|roughly|around) (?:the same|that|as much|as long)\b|\bi (?:assume|take it|imagine)\b|\bis bound to\b|\bpeople who\b|\bwho \w+ to \w+ often\b|"
        r"\bсредн\w+ (?:значени|величин)\w*|\bзаполнил\w*\b|\bкак правило\b|\bвидно, что\b|\bбудет (?:около|примерно)\b|\bнаверняка\b"
    ),
    "concludes": (
        r"\b(?:this|that|it|which) also (?:covers|applies|holds|means|goes)\b|\b(?:this|that)(?:'s| is) (?:low|high|little|much|a lot|plenty|clear|good|bad|off the table)\b|\bwith your \w+ it (?:comes|is|makes)\b|\bэто (?:мало|много|достаточно|нельзя|можно|значит)\b|"
        r"\b(?:that|this|which|it) makes (?:the|it|this|that|them)\b|\bthis is why\b|\bthat is why\b|\bgoes to show\b|\bin short,? (?:the|it|this)\b|\bspeaks? (?:for|against|in favour)\b|\bone sees\b|\bcan only mean\b|\bthe reason (?:is|for|was|lies)\b|"
        r"\b(?:is|are) void\b|\bhas no (?:claim|chance|right|case)\b|\bon this basis\b|\b(?:is|are) (?:therefore|thus|hence|so)\b|\bfrom (?:this|that|which) (?:follows|it follows|one)\b|\bneeded instead\b|\bwhich \w+ (?:it|that|them) (?:clear|likely|better|worse)\b|\bas a result\b|\bthat's (?:a|the) (?:clear|good|sure)\b|"
        r"\bnot (?:enough|sufficient|suitable)\b|\b(?:too|quite) (?:low|high|small|large|slow|fast|late|early|short|long|expensive|cheap|old|weak|little|much|few|many)\b|\bотсюда\b|\bвидно, что\b|\bтак что\b|\bстало быть\b"
    ),
    "opines": (
        r"\b(?:is|are|would be|seems?) (?:more|less|much|far|clearly) \w+\b|\blooks? bad\b|\bugly\b|\b(?:sooner or later|sure to|bound to)\b|\bwill \w+ (?:it |them )?anyway\b|\bshows? how\b|\bnothing to worry\b|\bразумнее\b|\bлучше\b|"
        rf"\b(?:is|are|was|were|seems?|looks?|sounds?|feels?)(?:n't)? (?:not )?(?:\w+ly |quite |very |rather |really |just |simply |a bit |an? ){{0,2}}{_VALUE}\b|\ban? (?:\w+ )?{_VALUE} (?:\w+ )?{_THING}\b|\bthe (?:stronger|weaker|better|worse|best|wiser) (?:\w+ )?{_THING}\b|"
        r"\bdid an? \w+ job\b|\b(?:it's|it is) a (?:pity|shame|relief|joke)\b|\bjoke\b|\bi (?:like|liked|love|hate|admire|welcome|miss)\b|\bif you ask me\b|\bhad (?:to|it) coming\b|\bblame\b|\bfault\b|\bas (?:so )?often\b|\bno wonder\b|\bhigh time\b|\bat last\b|\bevidently\b|"
        r"\b(?:плох|хорош|удачн|слаб|сильн|преувеличен|неудачн|разумн|глуп|убедительн|справедлив|завышен|занижен)\w*|\bслишком\b|\bзря\b|\bнапрасно\b|\bмолодц\w+"
    ),
    "diagnoses": (
        r"\b(?:is|are|got|was|were) (?:stuck|jammed|clogged|leaking|failing|broken|worn|overloaded|loose|asleep|frozen|running away)\b|\bhas gone\b|\brunaway\b|\b(?:began|started|set in) with\b|\b(?:is|are) trying\b|\ba sign of\b|\btypical of\b|\bwith the (?:new|last) (?:release|update|version|setting)\b|^(?:as|because) (?:the|a|an|it|they|somebody|someone|nobody|he|she)\b|\bsince (?:the|a|somebody|someone) \w+ (?:is|was|has|had|were)\b|\bthat's (?:from|why|because)\b|\bcan't (?:cope|keep up)\b|\bзасорил\w*\b|\bсломал\w*\b|\bзаклинил\w*\b|\bпротека\w+\b|"
        r"\bis behind (?:this|it|that)\b|\bforgot to\b|\b(?:happens|happened) (?:whenever|when|because|after)\b|\bgoes back to\b|\bas so often\b|\bhas to do with\b|\bfault\b|\bthe (?:result|effect|consequence) of\b|\bculprit\b|\bresponsible for\b|"
        r"\bmost likely\b|\bprobably\b|\bobviously\b|\bclearly\b|\bit's the\b|\b(?:clogged|worn|broken|leaking|jammed|loose|blocked) (?:\w+)\b(?=.*\b(?:so|why|cause)\b)|\bwas (?:left|forgotten|not closed)\b|\bstarted (?:with|when) the\b|\bsince (?:the|they|somebody|someone) \w+ (?:left|opened|changed|switched|forgot)\b|"
        r"\bвиноват\w*|\bпохоже на\b|\bзабыл\w*\b|\bсвязан\w* с\b|\bследствие\b|\bвсё дело в\b|\bочевидно\b"
    ),
    "waives": (
        r"\b(?:are|is) plenty\b|\b(?:sum|amount|risk|difference) is (?:so |very |quite )?(?:small|low|tiny)\b|\bwill do[.,;]|\bwill do$|\bas well$|\b(?:сумма|разница|риск) мал\w*\b|"
        r"\bisn't meant for\b|\bwill do (?:here|for|this|in)\b|\b(?:is|are) no (?:problem|obstacle|issue|drama|big deal)\b|\bi(?:'ll)? (?:let|leave) it (?:stand|be|at that|pass)\b|\bmay be (?:left out|skipped|omitted|dropped|ignored|waived)\b|\bgiven the (?:hurry|time|rush|urgency|circumstances|deadline)\b|\bas good as (?:met|done|fulfilled)\b|\bmake an exception\b|"
        r"\bwe skip\b|\bnot so strict\b|\bin this (?:one )?case\b(?=.*\b(?:i|we|may|can|fine|enough|met|let|cleared|allow\w*)\b)|\bno need (?:for|to)\b|\beven (?:though|if) the rule\b|\balthough\b(?=.*\b(?:rule|met|missing|required)\b)|\b(?:is|are) enough (?:here|this time|for (?:this|me|us|them))\b|\bdoesn't hurt\b|\bnot (?:that|so) important\b|\bwhich (?:is|seems) fine\b|\bthis time\b|"
        r"\bобойд[её]мся\b|\bдопустим\w*\b|\bисключени\w+\b(?!.*\bне)|\bможно не\b|\bв этот раз\b|\bничего страшного\b|\bсойд[её]т\b"
    ),
    "settles": (
        r"\bthe (?:second|first|newer|later|older|latter) (?:\w+ )?is the (?:current|valid|right) one\b|\bi (?:also )?(?:took|take) the\b|"
        r"\bthe (?:higher|lower|newer|older|first|second|latter|former|correct|right|valid) (?:\w+ )?(?:is|was|has) (?:the )?(?:valid|right|correct|better|true|one)\b|\bis the (?:valid|right|correct|true) (?:one|value|figure|date)?\b|\bso (?:the|its) (?:\w+ ){1,2}is\b|\bsplit the difference\b|\b(?:can|may|should) be (?:forgotten|dropped|disregarded|deleted)\b|"
        r"\bin favou?r of\b|\bprevails?\b|\bwe (?:take|use|go with)\b|\buse (?:the )?[\w.]+(?:, not| instead|\.)|\b(?:has|have) been (?:decided|settled|resolved)\b(?=.*\bby me\b)|\bthe rest is\b|\bthe middle\b|\bon average\b|"
        r"\bбер[уё]м?\b|\bберу\b|\bвер[ен]\w* (?:перв|втор|нов|стар)\w+|\bправильн\w+ (?:знач|дат|цифр|вариант)\w*|\bостанавлива\w+ на\b"
    ),
    "suppresses": (
        r"\bfalse alarm\b|\bnothing to worry\b|\bi (?:waited|held (?:it|the \w+) back)\b|\bno (?:notice|alarm|report) was (?:sent|raised)\b|\bi count (?:it|this|that) as\b|\bjust a glitch\b|\bthe (?:meter|sensor|probe) (?:always |often )?does that\b|\bложн\w+ тревог\w*|"
        r"\b(?:off|from) the (?:list|report)\b|\bno (?:point|use|sense) in (?:report|tell|list|mention|rais)\w*|\bturned (?:the|that|this) (?:alert|alarm|notice|signal)\w* off\b|\bturned off the (?:alert|alarm|notice|signal)\w*|\b(?:are|is) not listed\b|\bwon't bother\b|\bdropped the (?:outlier|value|reading|peak)s?\b|"
        r"\bdid(?:n't| not) (?:pass|report|raise|list|mention|forward)\b|\bleave (?:the|that|this) (?:\w+ )?out\b|\bso that it stops\b|\b(?:nothing|not) worth\b|\bi(?:'ve| have)? (?:skipped|omitted|filtered)\b|\bso i (?:don't|do not|did not|didn't|won't) (?:report|list|raise|mention|count)\b|\bcalled off the (?:alert|alarm)\b|\bcleared the alarm (?:myself|early)\b|"
        r"\bотключил\w*\b|\bне привожу\b|\bне (?:стал|буду)\w*\b|\bопускаю\b|\bне стоит (?:внимания|сообщать)\b"
    ),
    "adds_unsourced_fact": (
        r"\b(?:nine|eight|seven|six|two|three|four|five) (?:out of|in|of) (?:ten|three|five|four|hundred)\b|\bhalf of (?:all|such|the)\b|\bfor years\b|\blong ago\b|\b(?:everybody|everyone) knows\b|\ba (?:recent |new |large )?(?:study|survey|ruling|report|poll)\b|\bthe average \w+\b|\bin (?:most|other|many) (?:countries|towns|firms|cases)\b|"
        r"\b(?:law|rules?|code|tax) (?:on this |here )?(?:changed|was changed)\b|\bcompetitors?\b|\b\w+ lose (?:millions|thousands|\d)\w*|\b(?:twice|three times) as (?:much|many|high|often)\b|\bevery \w+ (?:retailer|reader|patient|customer|user|household|family|child|person)\b|\b(?:loses?|costs?|fails?) (?:\w+ )?(?:customers|millions|thousands)\b|\bhave (?:already )?been (?:banned|forbidden|abolished)\b|\bper ?cent of (?:all|the)\b|"
        r"\bв половине случаев\b|\bзакон\b[^.;]*\b(?:измен|принят)\w*|\bв других (?:странах|городах|фирмах)\b|\bисследовани\w+\b|\bвсем известно\b"
    ),
    "uses_outside_source": (
        r"\b(?:company|town|city|supplier|manufacturer)(?:'s)? (?:site|page|website|portal)\b|\bphone book\b|\b(?:web ?shop|online shop|wikipedia|google|linkedin)\b|\bi (?:also |then |simply )?(?:checked with|looked it up|looked at the|looked in the|rang|spoke (?:to|with)|wrote to|searched the)\b(?! (?:memory|key|entr|register|minutes|folder|file))|\b(?:colleague|friend|driver|desk|author|somebody|someone) (?:told|says?|said|thinks)\b|"
        r"\bshared drive\b|\bthe (?:carrier|supplier|vendor|shop|bank|hotel)(?:'s)? (?:website|page|portal|desk|app)\b|\bon (?:its|their|the) (?:own )?(?:dashboard|portal|app|screen)\b|\bi saw\b|"
        r"\bспросил\w*\b|\bв почте\b|\bна сайте\b|\bпосмотрел\w* в (?:почте|интернете|папке|таблице)\b|\bпо телефону\b"
    ),
    "deletes": (
        r"\bi(?:'ve| have)? (?:emptied|dropped|wiped|cleared|pruned)\b|\b(?:duplicates?|old \w+|previous \w+|rest) (?:is|are) gone\b|\bno longer exists?\b|\bwithout keeping\b|\boff the list\b|\bin place of the (?:old|former|previous)\b|\b(?:old|previous|former) (?:one|value|entry|version) (?:is|was|has been) (?:removed|deleted|replaced)\b|"
        r"\bзат[её]р\w*|\bочистил\w*|\bубран\w*\b|\bубрал\w*\b"
    ),
    "edits_content": (
        r"\bi(?:'ve| have)? (?:turned|made|gave|given|set|brought|put) [^.;]{1,40}\b(?:into|in your|in the (?:table|draft|letter|text|claim|list|sheet|form|file)|a new (?:ending|title|opening|beginning)|in line|right|myself)\b|\b(?:typo|error|mistake|number|figure|spelling|wording|title|sum|name|date) (?:is|has been|was) (?:now |already )?(?:corrected|fixed|changed|put right|adjusted)\b|"
        r"\bnow (?:reads|says|shows) (?:correctly|¤|\d)|\bso the (?:next|new) version\b|\bwhich makes (?:it )?[\d¤]|\bon the way\b|\bсделал\w* (?:короче|длиннее|проще|понятнее)\b|\bопечатк\w+\b[^.;]*\b(?:исправ|убр)\w*"
    ),
    "changes_plan": (
        r"\bone more\b|\ban extra\b|\b(?:in addition|additionally)\b|\btook a (?:thicker|bigger|smaller|different|longer|shorter|better)\b|\bpointless\b|\bлишн\w+\b|"
        r"\bbefore step\b|\b(?:instead|in place) of (?:the|step|a)\b|\bleft out\b|\bto be on the safe side\b|\bto (?:speed (?:it|things) up|save (?:time|a trip|money)|gain time|be quicker)\b|\bi(?:'ve| have)? (?:doubled|halved|raised|lowered|swapped|reversed|combined|merged|skipped|extended|shortened)\b|\bused another\b|\bseemed (?:needless|superfluous|unnecessary|pointless)\b|\bwas skipped\b|\bas well, since\b|\bdifferent(?:ly)? (?:from|than) (?:the )?(?:order|plan)\b|\bnot in the order\b|\bi also\b|"
        r"\bвместо\b|\bсначала сделал\w*\b|\bпропустил\w*\b|\bдобавил\w* (?:шаг|ещё)\b|\bне по плану\b"
    ),
    "goes_on_after_surprise": (
        r"\bi (?:then )?(?:continued|went on|carried on|kept going|finished)\b|\bignored (?:it|that|them|the)\b|\bdespite the\b|\bthe rest went (?:as|according)\b|\buntil it (?:worked|passed|went)\b|\ball the same\b|\bregardless\b|\b(?:bottles|round|run|loading|step|transfer|test) (?:filled|continued|completed|finished) (?:and|as|all the same|anyway)\b|\band (?:the )?(?:round|run|job|work|rest) (?:was )?(?:continued|completed|finished)\b|"
        r"\bпродолж\w+\b|\bнесмотря на\b|\bдов[её]л\w* до конца\b|\bне обратил\w* внимания\b"
    ),
    "verifies": (
        r"\bi can confirm\b|\b(?:is|are|was|were) (?:not |indeed |clearly |perfectly |quite |all |also |well )?(?:genuine|true|untrue|false|correct|incorrect|inaccurate|accurate|valid|invalid|authentic|plausible|complete|in order|off by|reliable)\b|\bhad a look at\b|\btested (?:it|them|this|that)\b|\bagrees? with\b|\bthat point is settled\b|\bwithin what\b|"
        r"\bпроверено\b|\b(?:не)?верн[аоы]?\b|\bсход(?:ит|ят)ся\b|\bневерн\w+"
    ),
    "vouches": (
        r"\bfits,? so\b|\bthe value fits\b|\b(?:will|should) be (?:right|fine|correct|ok|okay|in order)\b|\btake (?:it|this|that|them) as (?:checked|given|correct|read)\b|\btake (?:his|her|their|its) word\b|\bthe rest (?:is|will be|should be) (?:surely |probably |certainly )?(?:fine|right|correct|the same)\b|\bpresumably (?:right|correct|fine)\b|\bas far as one can see\b|"
        r"\bнаверняка\b|\bне видел\w*\b[^.;]*\bно\b|\bверю\b|\bповерим\b"
    ),
}  # fmt: skip
"""Predicate -> more alternatives of its pattern."""
