"""Which way the words around a number bound it: at most, at least, below, above, or not at all.

A number may be bounded by the words right before it ('at most 5'), by an adjective of what it
measures ('the maximum order is 50'), by its key ('maxUploadBytes: 5'), by what follows it ('5 or
less'), and by what happens beyond it ('files above 5 MB are rejected').
"""

from __future__ import annotations

import re

from core.contract.checks.anycase import AnyCase
from core.contract.checks.number_cues import (
    AFTER_CUE,
    BEFORE_CUE,
    COMPLEMENT,
    NOT,
    OPPOSITE,
    Comparator,
)

_LINK = (
    r"[^.;,!?\n\d|]{0,32}?(?:\b(?:is|are|was|of|at|to|be|beträgt|ist|liegt bei|lag bei|est(?: de)?|es(?: de)?|son|sont|составля\w+)|[:=—–-])"
    r"[\s\"'*]*$"
)

_NOUNS: tuple[tuple[Comparator, AnyCase], ...] = (
    ("le", AnyCase(
        r"\b(?:max(?:imum|imal\w*|\.)?|ceiling|upper (?:limit|bound)|cap|höchst\w*|obergrenze|plafond|máxim\w+|потолок|потолк\w+|максим\w+|предел\w*)\b"
        + _LINK, re.I)),
    ("ge", AnyCase(
        r"\b(?:min(?:imum|imal\w*|\.)?|floor|lower (?:limit|bound)|mindest\w*|untergrenze|mínim\w+|миним\w+)\b" + _LINK, re.I)),
    ("ge", AnyCase(r"\bmindest\w+\s*$", re.I)),
    ("le", AnyCase(r"\bhöchst\w+\s*$", re.I)),
    ("le", AnyCase(r"(?:\b|_)max(?:imum)?(?:[._-]\w+|(?-i:[A-Z])\w+)*[\"'`]?\s*[:=]\s*[\"']?$", re.I)),
    ("ge", AnyCase(r"(?:\b|_)min(?:imum)?(?:[._-]\w+|(?-i:[A-Z])\w+)*[\"'`]?\s*[:=]\s*[\"']?$", re.I)),
)  # fmt: skip

_HINT = AnyCase(r"max|min|ceil|bound|cap|höch|grenze|plafond|máx|mín|макс|потол|предел|floor", re.I)

REFUSED = AnyCase(
    r"[^.;!?\n]{0,70}?\b(?:(?:is|are|was|were|be|gets?|being|will be|automatically)\s+(?:\w+ly\s+)?(?:rejected|refused|declined|blocked|prohibited|forbidden|"
    r"disallowed|banned|returned|discarded|dropped|cut off|invalid|unacceptable|disqualified|out of the question|off limits)|"
    r"(?:(?:is|are)\s+(?:not|never)|isn['’]t|aren['’]t|cannot be|can['’]t be|won['’]t be|will not be|may not be|must not be|not)\s+(?:\w+ )?(?:accepted|allowed|permitted|possible|acceptable|processed|valid|"
    r"admitted|tolerated|approved|ok|okay|fine|considered|taken)|won['’]t (?:go through|work|pass|fit|be)|will (?:fail|bounce)|"
    r"(?:is|are|counts? as|would be) (?:a |an )?(?:\w+ )?(?:violation|breach|finding|defect|error|offence|no-go|reason to (?:stop|reject))|"
    r"не (?:принима\w+|допуска\w+|разреша\w+|рассматрива\w+|проход\w+)|запрещ\w+|отклоня\w+|недопустим\w+|"
    r"(?:wird|werden|ist|sind) (?:nicht (?:angenommen|akzeptiert|zulässig|erlaubt|bearbeitet)|abgelehnt|abgewiesen|zurückgewiesen|verboten|unzulässig)|"
    r"(?:est|sont|sera|seront) (?:refusée?s?|rejetée?s?|interdite?s?|exclue?s?)|n(?:e |['’])(?:est|sont|sera|seront) pas (?:acceptée?s?|admise?s?|autorisée?s?|possibles?)|"
    r"(?:se|es|son|está|están|será|serán) (?:rechaza\w*|prohibid\w+|rechazad\w+)|no (?:se (?:acepta|admite|permite)n?|está\w* permitid\w+))",
    re.I,
)
"""What is beyond the number is turned away: 'files above 5 MB are rejected' allows at most 5 MB."""


_CLOSED = AnyCase(
    r"\b(?:shut|closed?s?|closing|stops?|stopped|fails?|failed|rejects?|rejected|refus\w+|forbidden|banned|prohibited|not (?:allowed|permitted|accepted)|violation|breach|cancel\w*|abort\w*|barred|grounded|suspend\w*|"
    r"закрыт\w*|запрещ\w+|нельзя|не (?:допуска\w+|принима\w+|работа\w+|открыва\w+)|отмен\w+|geschlossen|gesperrt|verboten|abgebrochen|abgelehnt|bleibt zu|"
    r"ferm[ée]\w*|interdit\w*|refus\w+|annul\w+|cerrad\w+|prohibid\w+|rechaz\w+|cancelad\w+)\b",
    re.I,
)
"""What happens in the range that a number begins: 'stays shut at 35 knots and above'."""


_GUARD_BEHIND = AnyCase(
    r"[)\]\s:{;]*?(?:then\s+)?(?:raise|throw|abort|panic|die\b|exit\b|reject|refuse|fail|error|return (?:false|null|none|err|nil|-1)\b)",
    re.IGNORECASE,
)
_GUARD_BEFORE = AnyCase(
    r"\b(?:raises?|throws?|reject\w*|refuse\w*|abort\w*|fails?|deny|denies|drops?|panics?)\b[^;\n]{0,40}\b(?:if|when)\b[^;\n]{0,30}$",
    re.IGNORECASE,
)


def _guarded(left: str, right: str) -> bool:
    """Whether a comparison in code turns away what fulfils it: 'if depth > 9: raise ...'."""
    return bool(_GUARD_BEHIND.match(right) or _GUARD_BEFORE.search(left))


_LONGEST_CUE = 28
"""Characters of the longest words that bound a number, with the blanks and signs behind them."""


def comparator(left: str, right: str) -> Comparator:
    """Return how the words around a number bound it.

    Args:
        left: Some 60 characters before the number.
        right: Some 100 characters behind it and its unit.

    Returns:
        'eq' if nothing bounds it; 'not more than' turns 'more than' round, and so does a refusal of
        what lies beyond.
    """
    near = left[-40:]
    for name, cue in BEFORE_CUE:
        bound = cue.search(near, max(0, len(near) - _LONGEST_CUE))
        if bound:
            turned = name in OPPOSITE and (
                NOT.search(near[: bound.start()]) or REFUSED.match(right)
            )
            if not turned and bound.group().lstrip()[:1] in "<>≤≥" and _guarded(left, right):
                return OPPOSITE.get(name) or COMPLEMENT[name]
            return OPPOSITE[name] if turned else name
    after: Comparator | None = next(
        (name for name, cue in AFTER_CUE if cue.match(right[:48])), None
    )
    if after is not None:
        sentence = re.split(r"[.;!?\n]", left)[-1] + "\n" + re.split(r"[.;!?\n]", right)[0]
        refused = not re.search(r"\b(?:min(?:imum)?|max(?:imum)?)\b", right[:48], re.I)
        return COMPLEMENT[after] if refused and _CLOSED.search(sentence) else after
    if _HINT.search(left):
        return next((name for name, cue in _NOUNS if cue.search(left)), "eq")
    return "eq"
