"""From a finding to the probabilities of the three labels.

A multinomial logistic regression on the features of ``weigh``. The weights were fitted on labelled
texts and runs with penalties that pool: a rare class of evidence is drawn towards its leaning and
family, these towards the whole (``scripts/fit_calibration.py`` makes ``data/calibration.json`` and
says there how often verdicts were right on texts of other authors). On a single text of which
nothing is known the probabilities are brought closer together: the rules know the texts that they
were written with too well. In the messages of a run they hold as they are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.contract.checks.evidence import Finding
from core.contract.checks.model import Label, Verdict
from core.contract.checks.weigh import turned

SURE = 0.83
"""From this probability on a verdict is given; below it, it is 'unsure'."""
LABELS: tuple[Label, ...] = ("conveyed", "contradicted", "not_conveyed")
_LEANING = 1.35
"""How many times likelier than 'conveyed' another label must be to be the guess of a statement or a prohibition (ours).
Whoever says a rule in words that no check has foreseen is taken for silent, and whoever is silent seldom for
saying it; across authors of labelled texts the better guess was 'conveyed' where the two stood near
each other. And a needless repair does more harm than none. A value, a date or a name is there or not:
for these the likeliest label is the better guess."""
_TYPED = ("family number", "family name")
"""Features of facts that have something to look for: a value, a date, a name, items."""
_NEVER_SURE = ("left-open", "nothing-breaks-requirement")
"""Classes that can't be sure: what is usual is not said; silence doesn't show that a rule is obeyed."""
_CERTAIN = ("pattern-found", "pattern-not-found", "found", "not-found")
"""Classes that no doubt is left in: the author of the fact wrote the pattern."""

Weights = Mapping[str, tuple[float, float, float]]
"""Feature -> weight for each of ``LABELS``."""


@lru_cache(maxsize=2)
def _table(*, single: bool = False) -> tuple[Weights, float]:
    """Read the weights for a single text, fitted on all labelled texts, or for the events of a run."""
    name = "calibration_texts.json" if single else "calibration.json"
    path = Path(__file__).with_name("data") / name
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    weights = {name: tuple(values) for name, values in content["weights"].items()}
    return weights, float(content["flatten"])


def probabilities(
    features: Mapping[str, float], weights: Weights, flatten: float = 1.0
) -> dict[Label, float]:
    """Return the probability of each label; they sum to 1.

    Args:
        features: Name -> value (see ``weigh.features``).
        weights: Feature -> weight for each label.
        flatten: What the odds are multiplied by; below 1 brings the probabilities closer together.
    """
    first = second = third = 0.0
    for name, value in features.items():
        found = weights.get(name)
        if found is not None:
            first += value * found[0]
            second += value * found[1]
            third += value * found[2]
    odds = (first, second, third)
    top = max(odds)
    raised = [math.exp(max(-30.0, flatten * (one - top))) for one in odds]
    total = sum(raised)
    return {label: one / total for label, one in zip(LABELS, raised, strict=True)}


def to_verdict(finding: Finding, features: dict[str, float], *, single: bool = True) -> Verdict:
    """Turn a finding into the verdict that is shown.

    Args:
        finding: What a decider found.
        features: What it is weighed by.
        single: The text stands alone; False for an event of a run.

    Returns:
        A verdict that leans to the likeliest label, and is sure of it from a probability of SURE on.
    """
    if finding.code in _CERTAIN:
        scores = {label: 1.0 if label == finding.lean else 0.0 for label in LABELS}
    else:
        weights, flatten = _table(single=single)
        scores = probabilities(features, weights, flatten if single else 1.0)
        if not single:
            scores = _told_apart(scores, finding.lean)
        if finding.code in _NEVER_SURE or (
            finding.lean == "not_conveyed" and scores["conveyed"] >= SURE
        ):
            # Nobody is sure of what wasn't seen, however usual it is.
            scores = _capped(scores, SURE - 0.1)
    if finding.missing and scores["conveyed"] >= SURE:
        # Whoever reads that items are missing won't believe that the list came.
        scores = _capped(scores, SURE - 0.1)
    if single and not _steady(finding.code, features, scores):
        scores = _capped(scores, _WAVERING)
    worded = single and not any(name in features for name in _TYPED)
    shown = _rounded(_levelled(scores, finding.lean) if worded else scores)
    lean = max(LABELS, key=lambda label: (shown[label], label == finding.lean))
    reason = finding.reason
    if lean != finding.lean:
        # Most of what the text does speaks against what its decider saw: say what.
        here, there = LABELS.index(lean), LABELS.index(finding.lean)
        weights, _ = _table(single=single)
        known = [(name, weights[name]) for name in features if name in weights]
        gain = {name: w[here] - w[there] for name, w in known}
        reason = f"{reason.rstrip('.')}, but {turned(features, gain)}."
    return Verdict(
        label=lean if shown[lean] >= SURE else "unsure",
        lean=lean,
        confidence=shown[lean],
        span=finding.span,
        reason=reason,
        other_value=finding.other_value if lean == "contradicted" else "",
        missing=finding.missing,
        found=finding.found,
        scores=shown,
    )


_WAVERING = SURE - 0.02
"""Most that a single text may make sure of a verdict that it doesn't stand by (ours). Across authors of labelled texts the
verdicts above this were right in nine of ten where a text stood by what it says, in eight of ten elsewhere."""
_PLAIN = ("part-not-mentioned", "part-stated", "says-opposite-part", "names-forbidden")
"""Classes of rules that are plain by what they look for: a part of a price, a name."""
_UNSAID = ("does-not-state", "prohibition-not-passed")
"""Classes of what isn't said in words of the fact: a single text may well say it in others."""
_AKIN = 0.1
"""Share of a fact's words, or of words near them in meaning, from which a text may be about the same."""
_ALL = 0.9
"""Share of a fact's words from which a sentence has all of them."""
_DOUBTS = ("unknown", "elsewhere", "changed", "doubt", "flipped")


def _steady(code: str, features: Mapping[str, float], scores: Mapping[Label, float]) -> bool:
    """Whether a text stands by its verdict.

    A value is surely given, or surely not, where the text takes nothing back, leaves nothing open and points nowhere;
    it is surely contradicted where the text says that something changed or isn't so, or is just one
    sentence with all words of the fact. A fact in its own words is sure, and so is a text without any of them.
    """
    top = max(LABELS, key=lambda label: scores[label])
    if code == "gives-no-value":
        return (
            "void" in features
        )  # Where there is a number of that kind, it may be the fact's in another form.
    if code in _UNSAID and features.get("norm best", -0.5) > _AKIN - 0.5:
        return False
    if code in _CERTAIN or code in _PLAIN or f"bare {top}" in features:
        return True
    if not any(name in features for name in _TYPED):
        return False
    if top != "contradicted":
        return not any(name in features for name in _DOUBTS)
    said = "short contradicted" in features and features.get("best", 0.0) >= _ALL - 0.5
    return said or "changed" in features or "flipped" in features


def _levelled(scores: dict[Label, float], found: Label) -> dict[Label, float]:
    """Put 'conveyed' just before a label that stands only a little before it."""
    top = max(LABELS, key=lambda label: (scores[label], label == found))
    if top == "conveyed" or scores[top] >= min(SURE, _LEANING * scores["conveyed"]):
        return scores
    middle = (scores[top] + scores["conveyed"]) / 2
    return {**scores, top: middle - 0.0001, "conveyed": middle + 0.0001}


def _told_apart(scores: dict[Label, float], lean: Label) -> dict[Label, float]:
    """Let the decider tell 'contradicted' from 'not conveyed' in the events of a run.

    Labelled runs say whether an obligation was met, not which of the two it was, if it wasn't.
    """
    if lean == "conveyed":
        return scores
    other: Label = "not_conveyed" if lean == "contradicted" else "contradicted"
    unmet = scores["contradicted"] + scores["not_conveyed"]
    return {**scores, lean: unmet * _DECIDER, other: unmet * (1 - _DECIDER)}


_DECIDER = 0.98
"""Share of 'unmet' that goes to the one of its two labels that the decider chose."""


def _capped(scores: dict[Label, float], most: float) -> dict[Label, float]:
    """Take what a label has above ``most`` and share it among the others."""
    top = max(scores, key=lambda label: scores[label])
    if scores[top] <= most:
        return scores
    rest = 1.0 - scores[top]
    return {
        label: most if label == top else (1 - most) * (score / rest if rest else 0.5)
        for label, score in scores.items()
    }


def _rounded(scores: Mapping[Label, float]) -> dict[str, float]:
    """Round to four digits so that the sum stays one."""
    out: dict[str, float] = {label: round(scores[label], 4) for label in LABELS}
    top = max(out, key=lambda label: out[label])
    out[top] = round(out[top] + 1.0 - sum(out.values()), 4)
    return out
