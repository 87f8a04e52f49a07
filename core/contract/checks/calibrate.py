"""From a finding to probabilities: how often this class of evidence was right on labelled texts.

log-odds(right) = offset of the class + slope x strength. Offsets and slope were fitted on labelled
texts and on messages of labelled runs, each offset drawn towards the common one the fewer texts
there were; then all log-odds were shrunk by one factor, chosen on texts that had not been used to
write the rules. The numbers lie in ``data/calibration.json``.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.contract.checks.evidence import Finding
from core.contract.checks.model import Label, Verdict

SURE = 0.8
"""From this probability on a verdict is given; below it, it is 'unsure'."""
LABELS: tuple[Label, ...] = ("conveyed", "contradicted", "not_conveyed")
_RIVAL_SHARE = 0.75
"""Share of the remaining probability that goes to the likelier of the other two labels."""


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    path = Path(__file__).with_name("data") / "calibration.json"
    table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return table


def confidence(finding: Finding, *, work: bool) -> float:
    """Return the probability that a finding leans the right way, in (0, 1)."""
    table = _table()
    offsets = table["work" if work else "states"]
    offset = offsets.get(finding.code, table["default"])
    strength = max(0.0, min(1.0, finding.strength))
    odds = table["shrink"] * (offset + table["slope"] * (strength - 0.5))
    return 1.0 / (1.0 + math.exp(-odds))


def to_verdict(finding: Finding, *, work: bool) -> Verdict:
    """Turn a finding into the verdict that is shown.

    Args:
        finding: What a decider found.
        work: It was found in a work product.

    Returns:
        A verdict whose label is the leaning from a probability of 0.8 on, else 'unsure'.
    """
    certain = finding.code in ("pattern-found", "pattern-not-found", "found", "not-found")
    p = 1.0 if certain else max(0.34, min(0.99, confidence(finding, work=work)))
    rival: Label = finding.rival or (
        "not_conveyed" if finding.lean != "not_conveyed" else "conveyed"
    )
    third = next(label for label in LABELS if label not in (finding.lean, rival))
    share = _RIVAL_SHARE if p > 0.5 else 0.5
    scores: dict[str, float] = {
        finding.lean: p,
        rival: (1 - p) * share,
        third: (1 - p) * (1 - share),
    }
    lean = finding.lean
    return Verdict(
        label=lean if p >= SURE else "unsure",
        lean=lean,
        confidence=round(p, 4),
        span=finding.span,
        reason=finding.reason,
        other_value=finding.other_value if lean == "contradicted" else "",
        missing=finding.missing,
        found=finding.found,
        scores=_rounded(scores),
    )


def _rounded(scores: dict[str, float]) -> dict[str, float]:
    """Round to four digits so that the sum stays one."""
    out: dict[str, float] = {label: round(scores[label], 4) for label in LABELS}
    top = max(out, key=lambda label: out[label])
    out[top] = round(out[top] + 1.0 - sum(out.values()), 4)
    return out
