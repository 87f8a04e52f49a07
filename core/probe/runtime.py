"""Run-time outcomes of repairs, from live runs that have ended: what the history adjustment learns from.

Only runs that were led by the same priors count: counts and history belong to one model and set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from core.gate.history import History
from core.gate.model import RepairName
from core.live.state import RunState

Final = Callable[[RunState], bool | None]
"""What the final verifier says about a run; None if there is none for it."""


def history_of(runs: Iterable[RunState], final: Final = lambda run: None) -> History:
    """Return how repairs fared in runs.

    Args:
        runs: Ended live runs with the same priors.
        final: Asked once for each run in which something was repaired.
    """
    history = History()
    for run in runs:
        used = [
            (report.frontiers[0].status, report.outcome)
            for report in (outcome.report for outcome in run.outcomes if outcome.by != "returned")
            if report.frontiers and report.outcome is not None
            and report.outcome.repair and report.outcome.repaired is not None
        ]  # fmt: skip
        passed = final(run) if used else None
        for frontier, outcome in used:
            step = outcome.repaired
            assert step is not None  # noqa: S101  (filtered above)
            history = history.after(
                cast("RepairName", outcome.repair), frontier,
                rolled_back=not step.kept, passed=passed,
            )  # fmt: skip
    return history
