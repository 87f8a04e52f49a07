"""What earlier live runs of a workspace say about a priors set's repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import BatonError
from core.gate.history import History
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.live.state import RunState
from core.probe.runtime import Final, history_of
from core.probe.verifiers import Subject, compile_verifier

if TYPE_CHECKING:
    from storage.workspace import Workspace

MOST_RUNS = 200
"""So many of the newest runs are looked at."""


def runtime_history(workspace: Workspace, priors: PriorsSet) -> History:
    """Return how repairs fared in the ended live runs that were led by a set.

    The final verifier is the test by which the set was counted, where that calibration is here and
    the run has its contract. Other runs are judged by rollbacks alone.
    """
    wanted = priors_hash(priors)
    runs = []
    for info in workspace.live.list()[:MOST_RUNS]:
        if info.status not in ("finished", "stopped"):
            continue
        state = workspace.live.state(info.id)
        own = state.run.priors
        if own is not None and priors_hash(own) == wanted:
            runs.append(state)
    return history_of(reversed(runs), _final(workspace, priors))


def _final(workspace: Workspace, priors: PriorsSet) -> Final:
    tests = []
    for info in workspace.probes.list():
        spec = workspace.probes.spec(info.id)
        if any(spec.digest[:12] in source for source in priors.sources):
            tests.append((spec.contract, spec.verifier))

    def final(run: RunState) -> bool | None:
        contract = run.run.filled  # the test reads its facts with the values of this run
        for own, verifier in tests:
            if run.status == "finished" and (own.name, own.version) == (
                contract.name,
                contract.version,
            ):
                try:
                    test = compile_verifier(verifier, contract)
                except BatonError:
                    continue
                return test.verify(Subject(run.events)).passed
        return None

    return final
