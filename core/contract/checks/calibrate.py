"""From a finding to a probability: how often findings like it were right on labelled texts.

log-odds(right) = sum of weight x feature. Features are the class of evidence, the kind of fact, the
leaning, the decider's strength, and how plainly the words alone say the fact (``plain``). The
weights were fitted with penalties that pool: a rare class of evidence is drawn towards its leaning
and kind, these towards the whole (``scripts/fit_calibration.py`` makes ``data/calibration.json``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from core.contract.checks.evidence import Finding
from core.contract.checks.model import Label, Verdict

SURE = 0.83
"""From this probability on a verdict is given; below it, it is 'unsure'."""
LEAN_CONVEYED = 0.35
"""From this probability on an unsure verdict on a single text leans to 'conveyed'. F1 is highest where
the leaning starts at half of the F1 that is reached (Lipton, Elkan and Narayanaswamy, 2014)."""
LABELS: tuple[Label, ...] = ("conveyed", "contradicted", "not_conveyed")
_NEVER_SURE = ("left-open", "nothing-breaks-requirement")
"""Classes that can't be sure: what is usual is not said; silence doesn't show that a rule is obeyed."""
_RIVAL_SHARE = 0.75
"""Share of the remaining probability that goes to the likelier of the other two labels."""


@lru_cache(maxsize=1)
def _table() -> dict[str, float]:
    path = Path(__file__).with_name("data") / "calibration.json"
    table: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return table


def confidence(features: Mapping[str, float]) -> float:
    """Return the probability that a finding leans the right way, in (0, 1).

    Args:
        features: Name -> value (see ``plain.features``).
    """
    weights = _table()
    odds = sum(value * weights.get(name, 0.0) for name, value in features.items())
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


def to_verdict(finding: Finding, features: Mapping[str, float]) -> Verdict:
    """Turn a finding into the verdict that is shown.

    Args:
        finding: What a decider found.
        features: What it is weighed by.

    Returns:
        A verdict whose label is the leaning from a probability of SURE on, else 'unsure'.
    """
    certain = finding.code in ("pattern-found", "pattern-not-found", "found", "not-found")
    p = 1.0 if certain else max(0.2, min(0.98, confidence(features)))
    if finding.code in _NEVER_SURE:
        p = min(p, SURE - 0.1)
    rival: Label = finding.rival or (
        "not_conveyed" if finding.lean != "not_conveyed" else "conveyed"
    )
    third = next(label for label in LABELS if label not in (finding.lean, rival))
    scores: dict[str, float] = {
        finding.lean: p,
        rival: (1 - p) * _RIVAL_SHARE,
        third: (1 - p) * (1 - _RIVAL_SHARE),
    }
    shown = _rounded(scores)
    # Where findings of this class are more often wrong than right, the best guess is their rival.
    lean = max((finding.lean, rival), key=lambda label: shown[label])
    single = "run one" not in features and "work one" not in features
    if single and features and shown["conveyed"] >= LEAN_CONVEYED and shown[lean] < SURE:
        lean = "conveyed"
    return Verdict(
        label=lean if p >= SURE else "unsure",
        lean=lean,
        confidence=shown[lean],
        span=finding.span,
        reason=finding.reason,
        other_value=finding.other_value if lean == "contradicted" else "",
        missing=finding.missing,
        found=finding.found,
        scores=shown,
    )


def _rounded(scores: dict[str, float]) -> dict[str, float]:
    """Round to four digits so that the sum stays one."""
    out: dict[str, float] = {label: round(scores[label], 4) for label in LABELS}
    top = max(out, key=lambda label: out[label])
    out[top] = round(out[top] + 1.0 - sum(out.values()), 4)
    return out
