"""How rules in plain words speak of a doing.

A prohibition may be put as an order ('Do not assign tasks') or name what must not be there ('No tasks,
no sign-off'). In the second form a noun stands for the doing, so nouns are read as doings there and
only there: 'the order' in 'Do not change the order' is none.
"""

from __future__ import annotations

import re

NOUN_FORM = re.compile(
    r"^\W*(?:no\b(?! longer)|not (?:a|one|any)\b|never any|without any|nothing (?:that|of)|neither|zero|"
    r"(?:it |the \w+ )?(?:keeps?|stays?|steers?) (?:out|away|clear|off)|hands off|refrains?|abstains?|avoids?|"
    r"leaves?\b.{0,120}\bto\b|никак\w+|ни слова|без|воздерж\w+|избега\w+)\s"
)
"""How a prohibition opens that names what must not be there."""

FORBIDDEN: tuple[tuple[str, str], ...] = (
    (
        "assigns_work",
        r"\b(?:assign|delegate|coordinate|hand (?:out|over)|give orders|order others|instruct|task others|distribute|set due|direct other|tell (?:other|agents)|order others)\w*\b|"
        r"\b(?:assign|give|hand|set|pass)\w*\b.*\b(?:tasks?|work|orders|follow-?ups?|due (?:times?|dates?)|deadlines?)\b|"
        r"\broute\b|\bsend (?:others|agents|somebody)\b|\b(?:поруч|назнач|распредел|раздав|координир|приказ)\w*",
    ),
    (
        "approves",
        r"\b(?:approv|releas|clear (?:for|the|it|any)|sign(?:ing)? off|authori[sz]|accept\w* (?:on behalf|the result)|publish|grant|allow|permit|accept (?:work|results?|deliver|items?))\w*\b|"
        r"\b(?:promise|decide)\b.*\boutcomes?\b|\b(?:одобр|утвержд|согласов|допуска|выпуска|принима)\w*",
    ),
    ("rejects", r"\b(?:reject|veto)\w*\b|\bотклон\w*"),
    (
        "verifies",
        r"\b(?:verif|grade|validat|certif|confirm|judge\b(?! whether)|check(?:ing)? (?:the )?(?:results?|facts|work)|mark (?:the )?(?:work|results?)|call (?:them|it|results?) (?:correct|right|wrong))\w*\b|\b(?:verdicts?|declare them correct|declare \w+ correct|whether \w+ \w+ is (?:right|true|correct))\b|\b(?:провер|сверя|подтвержд)\w*",
    ),
    (
        "recommends",
        r"\b(?:recommend|advis|advice|suggest|propos|counsel|urge)\w*\b|\b(?:рекоменд|совет|предлага)\w*",
    ),
    (
        "plans",
        r"\b(?:plan|schedule|sequence)(?:s|ning)? (?:the |any |your )?(?:next|further|follow|remed|steps|work)\w*|\b(?:make|draw up|write) plans?\b|\bпланир\w*",
    ),
    (
        "edits_content",
        r"\b(?:rewrit|redraft|fix(?:es|ing)?\b|repair|edit(?!ors?\b)|amend|rephras|polish|improv|reword|mend|retouch|revis)\w*|\b(?:alter|touch)\w* (?:the |any )?(?:requirements?|limits?|wording|draft|text|content|figures?|facts?|terms)\b|\b(?:correct|alter)(?:ing|s)? (?:the|it|them|any|other|entries|material|items?|texts?)\b|\b(?:change|modify)\w* (?:the )?(?:wording|text|draft|content|plan|source|requirement|document)\w*|\b(?:перепис|исправл|правит|редактир)\w*",
    ),
    (
        "changes_plan",
        r"\b(?:change|alter|modify|redesign|deviate|add|skip)\w*\b.*\b(?:plan|steps?|task|order|procedure)\b|\b(?:менять|изменять|отступать)\b.*\b(?:план|шаг|порядок)\w*",
    ),
    (
        "claims_change",
        r"\b(?:execut|carry out|carry it out|perform|implement|publish|deploy|act(?:s|ing)? (?:on|in)|act(?=\s*(?:,|$|\.|nor\b|or\b|yourself\b|itself\b))|switch|run (?:commands|tools|the process|scripts)|call tools|take action|operate|intervene)\w*\b|\b(?:выполн|исполн|запуск|действов)\w*",
    ),
    (
        "writes_memory",
        r"\b(?:write|update|store|save|record|edit|change|modify|add)\w*\b.*\b(?:memory|entries|entry|knowledge base|store|sources)\b|\bwrite, edit\b|\b(?:запис|внос|сохран)\w*.*\b(?:памят|запис)\w*",
    ),
    (
        "deletes",
        r"\b(?:delete|overwrite|remove|erase|discard)\w*\b|\b(?:удал|стира|перезапис)\w*",
    ),
    (
        "concludes",
        r"\b(?:interpret|conclude|conclusion|infer|deduc|draw\w* (?:any )?conclusions?)\w*\b|\b(?:вывод|толков|интерпрет)\w*",
    ),
    (
        "guesses",
        r"\b(?:guess|fill\w* (?:in )?(?:the |a |any )?(?:gaps?|missing|blanks?)|fill in (?:what|answers?)|supply (?:what|missing)|invent|speculat|estimat|assume|make up|general knowledge|infer facts)\w*\b|\b(?:догад|предполаг|выдум|домысл|придум)\w*",
    ),
    (
        "opines",
        r"\binvent\w* (?:\w+ )?rules?\b|\b(?:opinions?|judg(?:e|es|ing)\b|evaluate|assess|weigh|views\b|comment|praise|critici[sz]e|take (?:a )?sides?|preference|own views?)\w*\b|\b(?:мнени|оцен|сужд)\w*",
    ),
    (
        "settles",
        r"\b(?:settle|resolve|decide|arbitrate)\w*\b(?!.*\b(?:conflict-free)\b)|\b(?:разреша|решат|улаж)\w*",
    ),
    (
        "claims_change",
        r"\b(?:write|add|change)\w*\b.*\b(?:sources?|systems?|records?)\b",
    ),
    ("diagnoses", r"\b(?:diagnos|cause|explain why|explain the)\w*\b|\b(?:диагно|причин)\w*"),
    (
        "waives",
        r"\b(?:relax|waive|exception|loosen|bend|soften|change requirements)\w*\b|\b(?:смягч|исключен|послабл)\w*",
    ),
    (
        "uses_outside_source",
        r"\b(?:outside|elsewhere|other sources|beyond)\b.*\b(?:memory|source|store)\b|\b(?:search|look|retrieve)\w* (?:anywhere )?(?:outside|elsewhere|beyond)|\bвне памяти\b",
    ),
    (
        "suppresses",
        r"\b(?:suppress|mute|silence|hide|withhold|ignore|(?:hold|keep)\w* (?:\w+ ){0,3}back|leave out|drop)\w*\b|\b(?:скрыва|заглуш|подавл|замалч)\w*",
    ),
    (
        "adds_unsourced_fact",
        r"\b(?:new|unverified|own|outside) facts?\b|\badd\w* (?:any )?facts?\b|\bновы\w+ факт\w*",
    ),
    (
        "takes_over_work",
        r"\b(?:produce|do|write|create)\w*\b.*\b(?:subject|content|work yourself|the work of|domain work)\b|\bпредметн\w+ работ\w*",
    ),
)  # fmt: skip
"""Predicate -> how a prohibition speaks of it."""

REQUIRED: tuple[tuple[str, str | None, str], ...] = (
    (
        "cites_reference",
        None,
        r"\b(?:give|cite|name|state|provide|add)\w*\b.*\b(?:reference|citation|place|page|line)s?\b|"
        r"\b(?:each|every|all|any) (?:hit|passage|quot\w+|extract|excerpt|result)s?\b.*\b(?:reference|citation|place|page|where)\b|"
        r"\b(?:with|has|carries) (?:its|their|a|the) (?:references?|citations?)\b|"
        r"\b(?:reference|citation|place|page|line)s?\b.*\b(?:each|every|all|any) (?:hit|passage|quot\w+|extract|excerpt|result|finding)s?\b|\bссылк\w*",
    ),
    (
        "names_source",
        None,
        r"\b(?:with|give|return)\w*\b.*(?<!in the )\bsources?\b|\bnam\w+ (?:the |its )?sources?\b|\bисточник\w*",
    ),
    (
        "states_condition_or_fallback",
        "PLAN",
        r"\b(?:assumption|fallback|dependenc|risk)\w*\b|\b(?:допущен|риск|запасн)\w*",
    ),
    (
        "cites_rule",
        "VERIFY",
        r"\b(?:cite|name|quote|give|state)\w* (?:the |each |every |a |its )?(?:rule|policy|regulation|clause)\b|\bправил\w*",
    ),
    (
        "names_place",
        "ASSERT",
        r"\b(?:tie|tied|anchor|link|point|attach)\w*\b.*\b(?:place|passage|part|draft|section)\b",
    ),
    (
        "states_confidence",
        None,
        r"\b(?:confidence|certainty|how sure|how certain)\b|\bуверенност\w*",
    ),
    ("names_threshold", None, r"\bthresholds?\b|\b(?:values?|readings?)\b.*\blimits?\b|\bпорог\w*"),
    (
        "names_due",
        "DELEGATE",
        r"\b(?:due (?:time|date)|deadline)s?\b|\btasks?\b.*\b(?:time|trigger|by when|until when|upon which)\b|\bсрок\w*",
    ),
)
"""Predicate, the act in which it counts, and how an obligation speaks of it."""

FORBIDDEN_NOUNS: tuple[tuple[str, str], ...] = (
    (
        "assigns_work",
        r"\b(?:tasks?|errands?|assignments?|orders|delegat\w+|coordinat\w+|deadlines?|due (?:times?|dates?)|"
        r"instructions?|handing out|requests? to)\b|\b(?:поручени|заданий|задач|распоряжени|приказ|указани)\w*",
    ),
    (
        "writes_memory",
        r"\b(?:entr(?:y|ies)|notes?|writ\w+|stor\w+|sav\w+|updat\w+|record\w*|chang\w+|edit\w*)\b.*"
        r"\b(?:memory|memories|knowledge base|notebook|sources?|store)\b|^\W*no writing\b|"
        r"\b(?:запис|сохранени)\w*",
    ),
    ("deletes", r"\b(?:delet\w+|removal|removing|overwrit\w+|erasure|erasing)\b|\bудалени\w*"),
    (
        "approves",
        r"\b(?:approv\w+|acceptance|accepting|sign(?:ing)?[ -]?offs?|clearances?|releas\w+|permissions?|"
        r"authori[sz]\w+|go-ahead|green light)\b|\b(?:одобрени|утверждени|согласовани|допуск|разрешени)\w*",
    ),
    ("rejects", r"\b(?:reject\w+|veto\w*|refusals? of)\b|\bотклонени\w*"),
    (
        "claims_change",
        r"\b(?:execut\w+|actions?|acting|acts? on|publication|publishing|deploy\w+|interven\w+|payments?|"
        r"purchas\w+|orders? placed|carrying (?:it )?out|changes? (?:in|to|on) (?:\w+ )?(?:systems?|machines?|"
        r"settings|data)|tool calls?|operations?|implementation)\b|\b(?:действи|исполнени|выполнени|запуск)\w*",
    ),
    (
        "verifies",
        r"\b(?:verdicts?|check(?:s|ing)|grad(?:es|ing)|verif\w+|validat\w+|certif\w+|test results?|"
        r"confirm\w+)\b|\b(?:проверк|вердикт|оцен)\w*",
    ),
    (
        "recommends",
        r"\b(?:advice|advising|recommend\w+|suggest\w+|proposals?|alternatives?|measures|hints?|tips|"
        r"next steps?)\b|\b(?:совет|рекомендаци|предложени)\w*",
    ),
    (
        "plans",
        r"(?<!to the )(?<!of the )\b(?:plans?|planning|next steps?|schedul\w+|road ?maps?|sequences?)\b|"
        r"\b(?:планов|планирован)\w*",
    ),
    (
        "edits_content",
        r"\b(?:rewrit\w+|correcti\w+|redraft\w*|repair\w*|fix(?:es|ing)|edit(?:s|ing)|rephras\w+|reword\w+|"
        r"improv\w+|polish\w*)\b|\bchang\w+ (?:to|of|in) (?:the )?(?:\w+ )?(?:requirements?|limits?|wording|"
        r"texts?|drafts?|content|values?|figures?|material|facts?)\b|\b(?:правк|исправлени|переписывани)\w*",
    ),
    (
        "changes_plan",
        r"\bchang\w+ (?:to|of|in) the (?:plan|order|steps?|procedure|task)\b|"
        r"\b(?:extra|additional|other|new|own|unordered) steps?\b|\bdeviati\w+\b",
    ),
    ("diagnoses", r"\b(?:diagnos\w+|causes?|explanations?)\b|\b(?:диагноз|причин|объяснени)\w*"),
    (
        "concludes",
        r"\b(?:interpret\w+|conclusions?|concluding|inferences?|deductions?|readings? of)\b|"
        r"\b(?:вывод|толковани)\w*",
    ),
    (
        "guesses",
        r"\b(?:guess\w*|filling|assumptions?|inventions?|invented|estimates?|speculation|general knowledge|"
        r"made-up (?:values?|facts?|figures?))\b|\b(?:догад|домысл|предположени)\w*",
    ),
    (
        "opines",
        r"\b(?:opinions?|judge?ments?|judging|comments?|commentary|preferences?|evaluati\w+|assessments?|"
        r"praise|criticism|taking sides)\b|\b(?:мнени|суждени|оцен)\w*",
    ),
    ("settles", r"\b(?:settl\w+|decisions?|deciding|arbitrat\w+|resol\w+)\b|\bрешени\w*"),
    (
        "waives",
        r"\b(?:waiv\w+|exceptions?|exemptions?|leniency|(?:made-up|own|new|invented) rules?|relax\w+)\b|"
        r"\b(?:исключени|послаблени)\w*",
    ),
    (
        "uses_outside_source",
        r"\b(?:search\w*|look\w*|sources?|lookups?)\b.*\b(?:outside|elsewhere|beyond)\b|"
        r"\b(?:outside|other|own) (?:sources?|search\w*)\b",
    ),
    (
        "suppresses",
        r"\b(?:alarms?|alerts?|signals?|values?|reports?)\b.*\b(?:held back|withheld|silenced|muted|suppressed|"
        r"dropped|ignored|filtered)\b|\b(?:suppress\w+|withholding|hiding|muting|silencing)\b",
    ),
    (
        "adds_unsourced_fact",
        r"\b(?:facts?|figures|claims?)\b.*\b(?:of (?:its|their|your|my) own|nobody stated|not in the source|"
        r"as if checked|unsourced|unchecked)\b|\b(?:new|own|added|outside|unsourced) (?:facts?|figures|claims?)\b",
    ),
    (
        "takes_over_work",
        r"\b(?:content|work|analysis|texts?|code)\b.*\b(?:of (?:its|their|your|my) own|of others?|yourself|itself)\b|"
        r"\bdoing of (?:\w+ )?work\b|\b(?:own|subject|domain|specialist) (?:content|work|analysis)\b",
    ),
)
"""Predicate -> how a prohibition names it by a noun."""
