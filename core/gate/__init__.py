"""Priors, utility, and the admission of repairs."""

from core.gate.admission import admit, find_segment, judge_segment, same_model
from core.gate.builtin import BUILT_IN
from core.gate.model import Admission, Interval, PriorRow, PriorsSet
from core.gate.statistics import mcnemar_exact, wilson_interval
from core.gate.utility import PUBLISHED_RULE, GateRule, utility, utility_terms

__all__ = [
    "BUILT_IN",
    "PUBLISHED_RULE",
    "Admission",
    "GateRule",
    "Interval",
    "PriorRow",
    "PriorsSet",
    "admit",
    "find_segment",
    "judge_segment",
    "mcnemar_exact",
    "same_model",
    "utility",
    "utility_terms",
    "wilson_interval",
]
