"""The policy lab's result as one JSON document: the table, and every episode under every policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.gate.utility import GateRule
from core.probe.lab import PolicyResult, compared
from core.probe.record import ProbeState
from core.probe.spec import ProbeSpec

SCHEMA = "baton/policy-lab/1"


def lab_document(
    probe_id: str,
    spec: ProbeSpec,
    state: ProbeState,
    results: Sequence[PolicyResult],
    rule: GateRule,
    counts: Mapping[str, Any],
) -> dict[str, Any]:
    """Return everything that the lab found as JSON values.

    Args:
        probe_id: The calibration.
        spec: What it was started with.
        state: Its episodes.
        results: Of :func:`core.probe.lab.compare_policies` on all of them.
        rule: The gate's weights and limits.
        counts: Whose counts the gate used, in the caller's words.
    """
    episodes = compared(state.episodes)
    return {
        "schema": SCHEMA,
        "calibration": {
            "id": probe_id,
            "digest": spec.digest,
            "models": list(dict.fromkeys(a.model for e in episodes for a in e.arms)),
            "scripted": spec.scripted,
        },
        "counts": dict(counts),
        "rule": asdict(rule),
        "policies": [result.to_row() for result in results],
        "episodes": [
            {
                "run": episode.run + 1,
                "place": episode.boundary,
                "fault": episode.fault,
                "fact": episode.fact,
                "seed": episode.seed,
                "gap": episode.detected,
                "native": bool(episode.native and episode.native.passed),
                "policies": {
                    one.name: {"repair": one.replayed[n].repair, "passed": one.replayed[n].passed}
                    for one in results
                },
            }
            for n, episode in enumerate(episodes)
        ],
    }
