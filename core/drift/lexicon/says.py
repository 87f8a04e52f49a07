"""What a clause speaks of, as far as that sets roles apart: rules, limits, steps, sources, causes."""

from __future__ import annotations

from core.drift.lexicon.model import ClausePattern, clause_pattern

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

SAYS: dict[str, ClausePattern] = {
    name: clause_pattern(pattern) for name, pattern in _PATTERNS.items()
}
"""Name -> pattern."""
