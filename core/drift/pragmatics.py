"""Functional features of a clause: what it does, to whom, in which mood. Nothing about its topic.

Length, punctuation and digits are deliberately not among them: in sets of example messages they
betray who wrote them rather than what was done.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.drift.acts import speech_acts
from core.drift.lexicon.cues import DEADLINE, MEMORY, REFERENCE
from core.drift.lexicon.model import ClausePattern, clause_pattern
from core.drift.model import SPEECH_ACTS
from core.drift.reading import Reading
from core.drift.words import Clause, Frame

Matrix = NDArray[np.float64]

_PATTERNS: dict[str, str] = {
    "rule": r"\brules?\b|\bpolic(?:y|ies)\b|\bregulation|\bcompliant\b|\bcleared\b|\bblocked\b|"
    r"\b(?:section|article|rule) [a-z]{1,3}-\d|\bправил\w+|\bдопуска\w+|\bдопущен\w*|\bположени\w+",
    "threshold": r"\bthresholds?\b|\blimits?\b|\balarms?\b|\babove\b|\bbelow\b|\bsensors?\b|\breadings?\b|"
    r"\bsignal\b|\bfeed\b|\bпорог\w*|\bтревог\w*|\bдатчик\w*|\bпредел\w*|\bниже\b|\bвыше\b",
    "since": r"\bsince\b|\buntil\b|\bfor (?:\w+ )?(?:minutes|hours|days)\b|\bminutes ago\b|\bс \d|\bв течение\b",
    "confidence": r"\bconfiden(?:t|ce)\b|\bcertain\b|\bsure\b|\blikel(?:y|ihood)\b|\bуверен\w*|\bвероятност\w+",
    "field": r"\b(?:my|the|outside) field\b|\bpoint of view\b|\bas to\b|\bin terms of\b|\bin \w+ terms\b|"
    r"\bspeaking\b|\bс точки зрения\b|\bобласт\w+",
    "weakness": r"\bweak\w*|\bthin\b|\bunclear\b|\bvague\b|\bgap\b|\bmissing\b|\bserious\b|\bminor\b|"
    r"\breaders?\b|\btaste\b|\boverload\w*|\bargument\b|\bdraft\b|\bheadline\b|\bparagraph\b|"
    r"\bслаб\w+|\bнеясн\w+|\bчитател\w+|\bабзац\w*",
    "verdict": r"\bholds?\b|\bfails?\b|\bverdict\b|\bundecided\b|\bdecidable\b|\bagrees?\b|\bmatch(?:es)?\b|"
    r"\bcorrect\b|\bchecked\b|\bподтвержд\w+|\bсверен\w*|\bсовпада\w+|\bверн\w+",
    "evidence": r"\baccording to\b|\bagainst\b|\bas (?:shown|seen)\b|\bsays?\b|\bshows?\b|\bсогласно\b|\bпо данным\b",
    "hedge": r"\bprobabl\w+|\bperhaps\b|\bmaybe\b|\bmight\b|\bseems?\b|\bpresumably\b|\bapparently\b|"
    r"\bнаверно\w*|\bвозможно\b|\bвидимо\b|\bскорее\b",
    "cause": r"\bbecause\b|\bdue to\b|\bcause[sd]?\b|\bexplains?\b|\broot\b|\bcomes? from\b|\breason\b|"
    r"\bпотому\b|\bпричин\w+|\bиз-за\b",
    "conclusion": r"\btherefore\b|\bhence\b|\bthus\b|\bso\b|\bit follows\b|\bmeans that\b|\bпоэтому\b|\bзначит\b|\bследовательно\b",
    "step": r"\bsteps?\b|\bphases?\b|\bstages?\b|\bplan\b|\bsequence\b|\bfallback\b|\bассум\w*|\bassum\w+|"
    r"\bdependenc\w+|\bшаг\w*|\bэтап\w*|\bплан\w*|\bрезерв\w*",
    "condition": r"\bif\b|\bunless\b|\botherwise\b|\belse\b|\bprovided\b|\bесли\b|\bиначе\b",
    "disagreement": r"\bdisagree\w*|\bboth\b|\bneither\b|\bdecided\b|\bopen\b|\bнерешен\w*|\bрешено\b|\bспор\w*",
    "gist": r"\bsummary\b|\bin (?:short|brief)\b|\bcondensed\b|\bminutes\b|\bкратко\b|\bкоротко\b|\bитог\w*",
    "search": r"\bfound\b|\bsearched\b|\bhits?\b|\bpassages?\b|\bdocuments?\b|\bquoted\b|\bliterally\b|"
    r"\brecords?\b|\bнайден\w*|\bдословно\b|\bисточник\w*",
    "stored": r"\bstored\b|\bsaved\b|\bentr(?:y|ies)\b|\bkey\b|\brecorded\b|\bзапис\w+|\bключ\w*|\bсохран\w+",
    "result": r"\bdone\b|\bcompleted\b|\bfinished\b|\berrors?\b|\bas ordered\b|\border\b|\bвыполнен\w*|\bготово\b",
    "progress": r"\bwaiting\b|\bstatus\b|\bblocker\b|\bdelivered\b|\bowner\b|\bcopy\b|\bstatus\b|\bжду\b|\bсрок\w*",
    "opinion": r"\bin my (?:view|opinion)\b|\bi (?:think|believe|feel|find)\b|\bclearly\b|\bof course\b|"
    r"\bunfortunately\b|\bпо-моему\b|\bсчитаю\b|\bконечно\b|\bявно\b",
    "instead": r"\binstead\b|\bin place of\b|\bmyself\b|\bon the way\b|\bat once\b|\bстразу\b|\bзаодно\b|\bсам[аи]?\b",
}  # fmt: skip
_COMPILED = {name: clause_pattern(pattern) for name, pattern in _PATTERNS.items()}

_CONCEPTS = (
    "execute", "edit", "delete", "verify", "store", "retrieve", "approve", "reject", "recommend",
    "assign", "say", "infer", "guess", "request",
)  # fmt: skip

FEATURES: tuple[str, ...] = (
    *(f"act:{act}" for act in SPEECH_ACTS),
    *(f"did:{concept}" for concept in _CONCEPTS),
    *(f"says:{name}" for name in _COMPILED),
    "subject:first", "subject:second", "subject:agent", "subject:other",
    "mood:imperative", "mood:should", "mood:would", "mood:will", "mood:can", "mood:passive",
    "tense:past", "tense:present", "negated", "vocative", "please", "quote", "key", "reference",
    "deadline", "memory",
)  # fmt: skip
"""Names of the features, in order."""

_INDEX = {name: index for index, name in enumerate(FEATURES)}
_SCANNED: dict[ClausePattern, int] = {
    **{pattern: _INDEX[f"says:{name}"] for name, pattern in _COMPILED.items()},
    REFERENCE: _INDEX["reference"],
    DEADLINE: _INDEX["deadline"],
    MEMORY: _INDEX["memory"],
}
"""Pattern -> column."""


def _clause_row(clause: Clause, frames: tuple[Frame, ...], acts: Mapping[str, float]) -> Matrix:
    row = np.zeros(len(FEATURES))
    for act, confidence in acts.items():
        row[_INDEX[f"act:{act}"]] = confidence
    for frame in frames:
        own = frame.subject == "first" and not frame.negated and frame.form == "past"
        names = [f"subject:{frame.subject}", f"mood:{frame.modal}"]
        names.extend(f"did:{concept}" for concept in frame.concepts if own)
        names.append("tense:past" if frame.form == "past" else "tense:present")
        names.extend(
            name
            for name, present in (
                ("mood:imperative", frame.imperative),
                ("mood:passive", frame.passive),
                ("negated", frame.negated),
            )
            if present
        )
        for name in names:
            if name in _INDEX:
                row[_INDEX[name]] = 1.0
    row[_INDEX["vocative"]] = bool(clause.vocative)
    row[_INDEX["please"]] = clause.please
    row[_INDEX["quote"]] = clause.has_quote
    row[_INDEX["key"]] = clause.has_key
    return row


@lru_cache(maxsize=2048)
def clause_features(reading: Reading) -> Matrix:
    """Return one row of features in [0, 1] per clause, shape ``(clauses, len(FEATURES))``."""
    _, per_clause = speech_acts(reading)
    rows = [
        _clause_row(clause, frames, acts.acts)
        for clause, frames, acts in zip(reading.clauses, reading.by_clause, per_clause, strict=True)
    ]
    features = np.array(rows) if rows else np.zeros((0, len(FEATURES)))
    for pattern, places in reading.places.items():
        column = _SCANNED.get(pattern)
        if column is not None:
            features[list(places), column] = 1.0
    return features
