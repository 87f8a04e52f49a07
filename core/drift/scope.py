"""What a clause only speaks about: asked for by others, left open, withheld, agreed elsewhere.

'You want me to say whether the sums are right' gives no verdict, 'Lea checks the addresses, as agreed
in point 4' assigns nothing. Who does such a doing is not the speaker, however it is worded.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.drift.lexicon.model import clause_pattern
from core.drift.model import SPEECH_ACTS
from core.drift.reading import Reading
from core.drift.words import Frame

Matrix = NDArray[np.float64]

UNSAID = clause_pattern(
    r"\b(?<!what )you(?:'d| would|'re| are)? (?:asks?|asked|asking|want|wanted|wanting|like|wish|wished|expect|expected|wonder|wondered|need) "
    r"(?:me |us |to know |to hear )?(?:to|if|whether|which|who|what|how|why|for)\b(?!.*:)|"
    r"\b(?:can't|cannot|can not|couldn't|won't|will not|am not able to|must not|may not|not (?:for me|mine|my \w+)(?: to)?|isn't mine to|isn't for (?:me|a \w+|the \w+) to|not for (?:a|the|any) \w+ to) "
    r"(?:\w+ )?(?:say|tell|judge|decide|settle|rule|vouch|assess|know|choose)\b|"
    r"\bnot (?:yet )?(?:settled|decided|clear|known|said|agreed) (?:is|are|was) (?:which|who|what|whether|when|how)\b|"
    r"\b(?:open|undecided|unclear|disputed) (?:is|are|remains?) (?:which|who|what|whether|when|how)\b|"
    r"\b(?:which|who|whose|what) (?:of (?:the|them|these|those) (?:\w+ )?){0,1}(?:\w+ )?(?:is|are|was|were) (?:\w+ ){0,3}(?:i can't|i cannot|can't be|cannot be|isn't|remains?|is open|is not)\b|"
    r"\bвы (?:\w+ )?(?:спрашива|спросил|просите|хотите|желаете)\w*\b(?!.*:)|\bспрашива(?:ете|ют|ет)\b(?!.*:)|"
    r"\b(?:не могу|не берусь|не стану|не буду|не мне|не моё дело) (?:\w+ )?(?:сказать|судить|решать|оценивать|говорить|знать)\b|\b(?:не решено|неясно|открыт\w*),? (?:кто|какой|какая|какое|что|когда)\b"
)
"""Says what others want to hear, or what the speaker can't or mustn't say."""

SUPPOSED = clause_pattern(
    r"^(?:and |but |or |so )?(?:if|should|in case|unless|whether|until|as long as)\b(?! (?:you ask|i|we|one)\b)|^(?:и |а |но )?(?:если|в случае|пока не)\b",
    late=True,
)
"""Opens with a condition."""

OWN_REASON = clause_pattern(
    r"\bi(?:'ve|'m|'d| have| am)? (?:\w+ ){1,5}(?:because|since|as it)\b|\bя (?:[\w-]+ ){1,5}(?:потому что|поскольку|так как)\b",
    late=True,
)
"""Gives a reason for the speaker's own doing: no cause of what happened."""

_AGREED = clause_pattern(
    r"\bas (?:agreed|decided|settled|noted|recorded|minuted|resolved) (?:in|under|on|at|by|upon)\b|\b(?:agreed|decided|resolved)(?: \w+)?:|"
    r"\bit was (?:agreed|decided|resolved)\b|\bwe(?:'d| had) agreed\b|\bкак (?:решили|решено|договорились|условились)\b|\b(?:решили|договорились|решено):"
)
"""Tells what was agreed."""

_HALVED = tuple(
    SPEECH_ACTS.index(act)
    for act in ("APPROVE", "VERIFY", "EXECUTE", "RECOMMEND", "PLAN", "DELEGATE")
)
_ASSIGNS = tuple(SPEECH_ACTS.index(act) for act in ("DELEGATE", "PLAN"))
_PLAN = SPEECH_ACTS.index("PLAN")


def scoped(reading: Reading, sure: Matrix) -> Matrix:
    """Return the confidences of acts with those halved that a clause only speaks about.

    Args:
        reading: The turn.
        sure: Confidences, shape ``(clauses, acts)``; changed in place.
    """
    for place in reading.matching(UNSAID):
        sure[place, _HALVED] *= 0.5
    agreed = {reading.clauses[place].sentence for place in reading.matching(_AGREED)}
    for place, clause in enumerate(reading.clauses):
        if agreed and clause.sentence in agreed:
            sure[place, _ASSIGNS] *= 0.5
        if sure[place, _PLAN] >= 0.5 and _past(reading.by_clause[place]):
            sure[place, _PLAN] *= 0.5
    return sure


def _past(frames: Sequence[Frame]) -> bool:
    """Whether a clause tells only what has been: no plan."""
    return bool(frames) and all(
        frame.form == "past" and not frame.modal and (not frame.passive or not frame.present)
        for frame in frames
    )
