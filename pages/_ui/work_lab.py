"""The demo calibration of the policy lab. Nothing here draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.live.ready import ASSETS, ready_team
from core.probe.record import fold_records
from core.probe.runner import Runner
from core.probe.spec import ProbeSpec
from core.probe.verifiers import parse_verifier

DEMO = "Demo with scripted agents"
SEEDS = 4
DISTRACTION = 0.3
"""How often a repair makes a scripted reader lose a fact. Known, so that the lab can be checked."""
_TEAM = "sales-proposal"


def demo_spec() -> ProbeSpec:
    """Return what the demo probes: a ready team, played by scripted agents."""
    ready = ready_team(_TEAM)
    test = ASSETS / "teams" / _TEAM / "verifier.yaml"
    verifier = parse_verifier(test.read_text("utf-8"), test.name)
    return ProbeSpec(
        team=ready.team, contract=ready.contract, verifier=verifier, seeds=SEEDS, scripted=True,
        distraction=DISTRACTION,
    )  # fmt: skip


def find_demo(workspace: Any) -> tuple[str, bool]:
    """Return the id of the demo calibration and whether all of it was run; '' if there is none."""
    wanted = demo_spec().digest
    for info in workspace.probes.list():
        if info.name == DEMO and workspace.probes.spec(info.id).digest == wanted:
            return info.id, fold_records(workspace.probes.records(info.id)).is_done
    return "", False


def make_demo(workspace: Any, tell: Callable[[tuple[int, int]], None]) -> str:
    """Run the demo calibration to its end, or the rest of one that was interrupted.

    Args:
        workspace: Where it is kept.
        tell: Is told the episodes done and planned, after each.

    Returns:
        The id.
    """
    probe_id, done = find_demo(workspace)
    if done:
        return probe_id
    probe_id = probe_id or workspace.probes.create(demo_spec(), DEMO)
    runner = Runner(probe_id=probe_id, store=workspace.probes)
    runner.run(lambda s: tell((len(s.episodes), len(s.plan.episodes) if s.plan else 0)))
    for priors in runner.priors():
        workspace.priors.add(priors, f"calibration {probe_id}")
    return probe_id
