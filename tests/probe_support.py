"""A probe of the small team, and calibrations whose effects are known, for tests."""

import json
from dataclasses import asdict

from core.probe.episode import Arm, Case, Ending, Episode, effect_of
from core.probe.prefix import Plan, Planned, Slot
from core.probe.record import CleanRun, ProbeRecord, planned_data
from core.probe.spec import ProbeSpec
from core.probe.verifiers import parse_verifier
from tests.live_support import contract, team

# The offer must name price and day; the checker must have seen the day.
VERIFIER = {
    "name": "offer",
    "test": {
        "type": "all_of",
        "tests": [
            {"type": "fact", "fact": "price", "at": "outputs", "agent": "Writer"},
            {"type": "fact", "fact": "day", "at": "outputs", "agent": "Writer", "how": "states"},
            {"type": "contains", "text": "June 3", "agent": "Checker"},
        ],
    },
}


def probe_spec(**rest):
    verifier = parse_verifier(json.dumps(rest.pop("verifier", VERIFIER)))
    given = {"scripted": True, "seeds": 1, **rest}
    return ProbeSpec(
        team=given.pop("team", team()), contract=contract(), verifier=verifier, **given
    )


def ending(passed, tokens=1000):
    return Ending(passed=passed, reason="", tokens=tokens, how="quiet")


def arm(repair, frontier, native, passed):
    return Arm(
        repair=repair, frontier=frontier, model="scripted", decision="COMMIT",
        ending=ending(passed, 1050), effect=effect_of(native, passed), added=50,
    )  # fmt: skip


def case():
    return Case(
        sender="Desk", recipients=("Writer",), kind="message", text="The offer is ready.",
        fact="price", statement="The price is 300 euros.", recipient="Writer",
    )  # fmt: skip


def gap(place, repair, frontier, native, passed):
    return Episode(
        boundary=place, fault="drop", fact="price", seed=0, native=ending(native),
        detected=frontier, case=case(), arms=(arm(repair, frontier, native, passed),),
    )  # fmt: skip


def keep(workspace, episodes, name="Own team", clean=None, **spec):
    """Store a calibration as if it had been run."""
    made = spec.pop("made", None) or probe_spec(**spec)
    clean = clean or CleanRun(events=(), passes=True, reason="")
    probe_id = workspace.probes.create(made, name)
    slots = tuple(
        Planned(slot=Slot(boundary=e.boundary, fault=e.fault, fact=e.fact), seed=e.seed)
        for e in episodes
    )
    plan = Plan(episodes=slots, skips=(), cost_reference=500)
    data = [("planned", planned_data(plan, [clean]))]
    data += [("episode", asdict(e)) for e in episodes]
    data += [("frozen", {"hashes": []})]
    for seq, (kind, values) in enumerate(data, 1):
        workspace.probes.append(probe_id, ProbeRecord(seq=seq, kind=kind, data=values))
    return probe_id


def control(place):
    return Episode(boundary=place, fault="control", fact="", seed=0, native=ending(True))


# Integrating mends ten of ten, asking harms six of ten, and ten more have no gap at all.
EPISODES = (
    *(gap(n, "INTEGRATE", "unconsumed", False, True) for n in range(10)),
    *(gap(n, "ASK", "absent", True, n >= 16) for n in range(10, 20)),
    *(control(n) for n in range(20, 30)),
)
