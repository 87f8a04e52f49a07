"""How numbers are written, and the words around a number that say what it does."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from core.contract.checks.anycase import AnyCase

Comparator: TypeAlias = Literal["eq", "le", "ge", "lt", "gt", "range"]


GAP = " \u00a0\u202f\u2009'’_"


NUMBER = re.compile(
    rf"(?<![\w#])(?<!\d[.,:/])(?:(?<![^\W\d]-)|(?<=\d[kKmMкК]-))(?<!№ )(?<!№)(?:\d{{1,3}}(?:(?P<sep>[.,{GAP}])\d{{3}}(?!\d))(?:(?P=sep)\d{{3}}(?!\d))*(?:[.,]\d+)?"
    r"|\d+(?:[.,]\d+)?(?:[eE][+-]?\d{1,2}(?!\w))?|(?<![^\s($€£<>=≤≥~])\.\d{1,4})(?!\d|[.:/]\d|-\d{3,}-)"
)


SCALE = re.compile(
    r"[ \u00a0\u202f-]?(?:(?P<k>[kKкК]|(?i:тыс\.?|тысяч\w?|тысячи|thousand|grand(?=\s*(?:[.,;:!?)]|$|(?:a|per|in|for|on|to|and|or|from|at|each|more|less|tops|max|is|was)\b))|tsd\.?|tausend|mille?|mil))|"
    r"(?P<m>(?i:mn|mln|mio\.?|million\w*|млн\.?|миллион\w*|millón|millones)|M(?![²³/\w]))|"
    r"(?P<b>(?i:bn|billion\w*|млрд\.?|миллиард\w*|mrd\.?|milliarde\w*|milliard\w*))|"
    r"(?P<d>(?i:dozen|дюжин\w*|dutzend|douzaines?|docenas?)))(?![^\W\d_])"
)


AND_HALF = AnyCase(
    r"[ \u00a0-](?:and[ -]a[ -]half|с половиной|y medi[ao]|et demie?)(?!\w)|\s?½|\s1/2(?!\d)",
    re.IGNORECASE,
)


QUARTERS = {"½": 0.5, "¼": 0.25, "¾": 0.75}


NO_CENTS = re.compile(r"[,.][-–—]{1,2}(?=[\s€.)]|$)")
"""'45,- EUR': nothing behind the comma."""


OF_UNIT = AnyCase(r"[ \u00a0](?:d['’]|de |of )(?=[^\W\d_]{3})", re.IGNORECASE)
"""What joins a number in words, or its scale, to its unit: 'deux millions d'euros'."""


PHONE = re.compile(
    r"(?<![\w+])\+\d{1,3}(?:[ \-./]?\(?\d{2,}\)?){2,}|(?<![\w.,-])0\d{2,4}[-/ ]\d{5,}(?!\w)"
    r"|\bISBN(?:-1[03])?:? ?[\d-]{10,17}"
)
"""Numbers that one dials or looks a book up by."""


COLD = AnyCase(
    r"\s?(?:below(?: zero| freezing)?(?=\W|$)|мороза|ниже нуля|unter null|sous zéro|bajo cero)",
    re.IGNORECASE,
)


WORKED = AnyCase(
    r"[ \u00a0-](?:GPU|CPU|TPU|vCPU|core|node|machine|man|person|staff|engine|flight|labou?r|человеко)[ \u00a0-](?=[^\W\d_])",
    re.IGNORECASE,
)
"""'300 GPU hours', '12 man-days': a time that something or somebody works."""


NET = AnyCase(r"\bnet\s*$", re.IGNORECASE)
"""'net 30' in terms of payment: thirty days."""


SPEED = {frozenset({"hour"}): 3600.0, frozenset({"second"}): 1.0}


SCALE_WORDS = frozenset(
    [
        "thousand",
        "million",
        "billion",
        "tausend",
        "millionen",
        "mille",
        "mil",
        "million",
        "millions",
        "millones",
        "millón",
        "milliard",
        "milliards",
        "billion",
        "hundred",
    ]
)


SIZES = (
    (1e9, ("billion", "milliarde", "milliarden", "milliard", "milliards", "миллиард", "миллиарда", "миллиардов")),
    (1e6, ("million", "millionen", "millions", "millón", "millones", "миллион", "миллиона", "миллионов")),
    (1e3, ("thousand", "tausend", "mille", "mil", "тысяча", "тысячи", "тысяч")),
)  # fmt: skip
"""What the last word of a number in words multiplies by."""


LITTLE_M = re.compile(r"m(?![²³/\w])")


BEFORE_CUE: list[tuple[Comparator, AnyCase]] = [
    ("le", AnyCase(
        r"(?:at most|at or (?:below|under)|a lo sumo|от силы|up to(?: and including)?|no more than|not more than|max(?:imum)?\.?(?: of)?|no longer than|not exceed(?:ing)?|"
        r"must not exceed|capped at|cap(?:ped)?(?: of| is)?|ceiling(?: of| is)?|limit(?: is| of)?|limited to|within|≤|<=|"
        r"no higher than|not over|no later than|inside|upper bound(?: of| is)?|fit (?:in|inside|into|within)|"
        r"не более|не больше|не выше|не превыш\w+|не дольше|до|максимум|уложиться в|в пределах|не позднее|"
        r"höchstens|maximal|bis zu|nicht mehr als|nicht über|max\.|"
        r"au maximum|au plus|ne (?:doit|peut) pas dépasser|jusqu['’]à|pas plus de|maximum de|plafond de|"
        r"como máximo|no más de|hasta|máximo(?: de)?|no superar|no exceder)[\s:|*=(\"']*$", re.I)),
    ("lt", AnyCase(
        r"(?:below|under|less than|fewer than|stay below|lower than|<|ниже|менее|меньше|unter|weniger als|"
        r"(?<!pas )moins de|en dessous de|inférieure? à|menos de|por debajo de|inferior a)\s*$", re.I)),
    ("ge", AnyCase(
        r"(?:at least|no less than|not less than|minimum(?: of)?|(?<!\d)(?<!\d )\bmin\.?|pas moins de|à partir de|a partir de|por lo menos|по крайней мере|\bab|≥|>=|no fewer than|no earlier than|"
        r"не менее|не меньше|не ниже|минимум|mindestens|wenigstens|au moins|au minimum|al menos|como mínimo|mínimo(?: de)?)[\s:|*=(\"']*$",
        re.I)),
    ("gt", AnyCase(
        r"(?:above|over|more than|in excess of|upwards? of|exceed(?:s|ing)?|\w{3,}er than|beyond|>|свыше|более|больше|выше|дороже|длиннее|теплее|тяжелее|дольше|позже|позднее|über|(?:länger|höher|größer|schwerer|teurer|später) als|mehr als|"
        r"plus de|au-delà de|supérieure? à|más de|por encima de|superior a)\s*$", re.I)),
]  # fmt: skip


AFTER_CUE: list[tuple[Comparator, AnyCase]] = [
    ("le", AnyCase(
        r"^(?:[- ](?:cap|ceiling|limit)\b|,? (?:and |и |und |et |y )?(?:no|not(?: an?)?|не|keine?|pas|ni)(?: \w+)? (?:more|больше|mehr|plus|más)\b(?! (?:than|als|que|de))|[^.;\n|]{0,28}?(?:\bmax(?:imum)?\b|or less|or fewer|or colder|or lower|или холоднее|или ниже|(?:or|and|und|oder|et|ou|y|o|и|или) (?:shallower|smaller|shorter|lighter|thinner|narrower|cooler|earlier|younger|cheaper|slower|below|under|fewer|darunter|weniger|kleiner|kürzer|früher|au-dessous|en dessous|moins|menos|por debajo|ниже|меньше|раньше|короче|легче)\b|oder kälter|oder kühler|ou moins froid|at most|or below|tops\b|максимум|не более|или меньше|"
        r"höchstens|maximal|oder weniger|au maximum|au plus|maximum|ou moins|como máximo|máximo|o menos|at the latest))", re.I)),
    ("ge", AnyCase(
        r"^(?:\+(?!\d)|[^.;\n|]{0,20}?(?:(?<![\d/])(?<![\d/] )(?<!per )(?<!pro )(?<!par )\bmin(?:imum)?\b|(?:and|or) up(?:wards?)?\b|upwards?\b(?! of)|au moins|al menos|por lo menos|как минимум|по крайней мере|or more|at least|or above|(?:or|and) (?:deeper|higher|larger|bigger|longer|taller|wider|thicker|heavier|greater|above|over|upwards?|beyond|better|later|older|warmer|hotter|faster|stronger|more)\b|(?:und|oder) (?:darüber|mehr|höher|tiefer|länger|größer|später|älter)\b|(?:et|ou) (?:au-dessus|au-delà|plus)\b|(?:y|o) (?:por encima|más)\b|(?:и|или) (?:выше|больше|более|глубже|длиннее|позже|старше)\b|минимум|или больше|mindestens|oder mehr|au minimum|"
        r"ou plus|como mínimo|o más))", re.I)),
]  # fmt: skip


ARTICLES = frozenset(
    ("a", "an", "un", "une", "una", "ein", "eine", "einem", "einer", "eines", "einen")
)


OPPOSITE: dict[Comparator, Comparator] = {"gt": "le", "lt": "ge"}


COMPLEMENT: dict[Comparator, Comparator] = {"ge": "lt", "le": "gt"}
"""What is left free where a range with its end is refused: 'closed at 35 and above' allows less than 35."""


NOT = AnyCase(
    r"(?:\b(?:not|never|no|nothing|none|nobody|without|cannot|не|нельзя|ни|nicht|nie|kein\w*|ne|jamais|aucun\w*|nunca|ningún|no)\b|n't\b)[^.;:\n]{0,28}$",
    re.I,
)


APPROX = AnyCase(
    r"(?:about|around|approx\w*\.?|roughly|some|nearly|almost|circa|ca\.|c\.|~|≈|just over|just under|in the region of|"
    r"close to|more or less|примерно|около|порядка|почти|где-то|приблизительно|etwa|ungefähr|rund|circa|knapp|gut|"
    r"environ|près de|autour de|à peu près|unos|unas|aproximadamente|alrededor de|cerca de|casi)\s*(?:the\s+)?[$€£]?\s*$",
    re.I,
)


RANGE = AnyCase(
    r"^\s*(?:[-–—‑‒−―~…]|\.{2,3}|to|bis|à|a|до|и|and|und|y|et|through|thru|up to|по)\s*(?:[$€£]\s*)?[-−+]?$",
    re.I,
)


PLUS_MINUS = AnyCase(
    r"(?:±|\+/-|\+-|plus/minus|plus or minus|plus-minus|плюс-минус|más/menos)\s*$", re.I
)


MINUS = AnyCase(
    r"(?:^|[\s(|:=.…])(?:[-−–]|minus|минус|(?<!au )(?<!du )(?<!pas )moins|(?<!al )(?<!lo )menos)\s?$",
    re.I,
)


TIMES = AnyCase(
    r"\b(?:(?P<once>once|q\.?d\.?|один раз|einmal|une fois|una vez)|(?P<twice>twice|b\.?i\.?d\.?|два раза|дважды|zweimal|deux fois|dos veces)|"
    r"(?P<thrice>thrice|t\.?i\.?d\.?|three times|три раза|трижды|dreimal|trois fois|tres veces)|(?P<four>q\.?i\.?d\.?|four times|четыре раза))"
    r"(?=\W|$)(?!\s+more)",
    re.I,
)


FRACTION = AnyCase(
    r"\b(?:(?:a|one|1) )?(?P<f>half|third|quarter|fifth|tenth|(?:половин\w+)|(?:треть\w*)|(?:четверт\w+)|(?:пят\w+|десят\w+)(?= част)|"
    r"hälfte|drittel|viertel|zehntel|fünftel|moitié|tiers|dixième|mitad|tercio|décima parte)(?= (?:of|част|der|des|de|du)\b|\w* част| от)",
    re.I,
)


FRACTIONS = [
    (AnyCase(r"^(?:half|половин|hälfte|moitié|mitad)", re.I), 50.0),
    (AnyCase(r"^(?:third|трет|drittel|tiers|tercio)", re.I), 100 / 3),
    (AnyCase(r"^(?:quarter|четверт|viertel)", re.I), 25.0),
    (AnyCase(r"^(?:fifth|пят|fünftel)", re.I), 20.0),
    (AnyCase(r"^(?:tenth|десят|zehntel|dixième|décima)", re.I), 10.0),
]


LATE_RATE = AnyCase(
    r"[^.;,\n|]{0,24}?(?=(?<=[^\W\d_])/(?:s|sec|min|h|hr|day|week|month|night|user)\b|\s(?:per|pro|par|por|each|every|в|за)\s|\s(?:a|an)\s(?:night|day|week|month|year|hour|minute|second|head|person)\b)",
    re.IGNORECASE,
)


CHANGING = AnyCase(
    r"\b(?:ris(?:es?|en|ing)|rose|go(?:es|ing)?|went|gone|increas\w+|rais\w+|lower(?:ed|s)?|drop\w*|fell|falls?|cut|reduc\w+|chang\w+|mov\w+|revis\w+|up|down|"
    r"adjust\w+|correct\w+|grew|grown?|climb\w*|shift\w*|bump\w*|updat\w+|improv\w+|jump\w*|shrank|shrunk|"
    r"повы\w+|сниз\w+|сниж\w+|вырос\w*|упал\w*|измен\w+|увелич\w+|уменьш\w+|перен\w+|подня\w+|"
    r"erhöh\w+|steig\w+|stieg\w*|senk\w+|gesenkt|sink\w*|sank|geändert|gefallen|gestiegen|angehoben|pass\w+|augment\w+|baiss\w+|relev\w+|réduit\w*|modifi\w+|"
    r"sub\w+|baj\w+|pas[aó]|aument\w+|reduc\w+|cambi\w+)\b[^.;\n\d]{0,40}\b(?:from|von|vom|de|du|desde|с|со|от)\s+[$€£]?$",
    re.I,
)
"""'raised from 29 to 32' names two values, one after the other, not a range."""
