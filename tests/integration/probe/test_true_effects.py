"""Scripted agents whose true effects are known: the probe finds them, and the gate heeds them."""

from dataclasses import dataclass, replace

import pytest

from core.errors import UnreachableError
from core.gate.priors import priors_table
from core.llm.model import ChatModel
from core.probe.lab import compare_policies
from core.probe.runner import Runner
from storage import open_workspace
from tests.probe_support import probe_spec

SEEDS = 6
PRICE = {
    "name": "price",
    "test": {"type": "fact", "fact": "price", "how": "states", "at": "outputs", "agent": "Writer"},
}


@dataclass(frozen=True)
class Misled:
    """In two of three seeds, the writer forgets the price if a repair put something into its brief."""

    inner: ChatModel

    def complete(self, request, on_delta=None, cancelled=None):
        done = self.inner.complete(request, on_delta, cancelled)
        writes = request.note["agent"] == "Writer" and request.seed is not None
        brief = "".join(m.content for m in request.messages if m.role == "user")
        if writes and request.seed % 3 and "[Carried over from" in brief:
            return replace(done, text="Our offer is in the making.")
        return done


class MisledRunner(Runner):
    def _players(self, spec, checks):
        find = super()._players(spec, checks)
        return lambda run: Misled(find(run))


@pytest.fixture
def probe(tmp_path):
    def run(kind, **spec):
        made = probe_spec(
            verifier=PRICE, lapse=0.0, seeds=SEEDS, controls=False, faults=("drop",), **spec
        )
        with open_workspace(str(tmp_path / "baton.db")) as workspace:
            runner = kind(probe_id=workspace.probes.create(made), store=workspace.probes)
            assert runner.run() == "done"
            (priors,) = runner.priors()
            lab = compare_policies(
                runner.state.episodes, cost_reference=priors.cost_reference_tokens,
                by_place=False,  # there are two places, and only one of them matters
            )  # fmt: skip
        rows = {(view.row.repair, view.row.frontier): view for view in priors_table(priors)}
        return rows, {result.name: result for result in lab}

    return run


def test_a_repair_that_mends_what_matters_is_admitted_and_wins(probe):
    rows, lab = probe(Runner)
    # Price and day are dropped in as many episodes; the test of the run asks for the price.
    counts = rows["RETRIEVE", "absent"].row
    assert (counts.episodes, counts.helped, counts.harmed) == (2 * SEEDS, SEEDS, 0)
    assert rows["RETRIEVE", "absent"].admitted
    assert rows["INTEGRATE", "unconsumed"].row.neutral == SEEDS
    assert lab["full"].wins == SEEDS and lab["full"].success > lab["never"].success


def test_a_repair_that_misleads_is_refused_and_always_repairing_ends_below_never(probe):
    rows, lab = probe(MisledRunner)
    counts = rows["RETRIEVE", "absent"].row
    assert (counts.episodes, counts.helped, counts.harmed) == (12, 2, 4)
    assert not any(view.admitted for view in rows.values())
    assert lab["always"].success < lab["never"].success
    assert (lab["always"].wins, lab["always"].losses) == (2, 4)
    assert lab["full"].success == lab["never"].success and lab["full"].interventions == 0


class Gone:
    """An endpoint that answers the clean run and is gone afterwards."""

    def __init__(self, inner, calls):
        self.inner, self.left = inner, calls

    def complete(self, request, on_delta=None, cancelled=None):
        self.left -= 1
        if self.left < 0:
            raise UnreachableError("The endpoint can't be reached.")
        return self.inner.complete(request, on_delta, cancelled)


class GoneRunner(Runner):
    def _players(self, spec, checks):
        gone = Gone(super()._players(spec, checks)(spec.run_spec(None)), 4)
        return lambda run: gone


def test_an_endpoint_that_is_gone_ends_it_and_a_resumed_one_counts_all(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as workspace:
        made = probe_spec(most=5, seeds=2, controls=False, faults=("drop",))
        probe_id = workspace.probes.create(made)
        gone = GoneRunner(probe_id=probe_id, store=workspace.probes)
        assert gone.run() == "failed"
        assert gone.state.plan is not None and not gone.state.frozen
        again = Runner(probe_id=probe_id, store=workspace.probes)
        assert again.run() == "done"
        failed = [episode for episode in again.state.episodes if episode.failed]
        assert len(again.state.episodes) == 5 and len(failed) == 2
        assert all("reached" in episode.reason for episode in failed)
