"""Recorded runs as the beginning of a calibration: one or several, of one team and one contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.contract.model import Contract
from core.errors import InputError
from core.live.events import LiveEvent
from core.live.fold import fold
from core.live.spec import RunSpec, start_values
from core.live.team import Team
from core.probe.bound import bound_run
from core.probe.prefix import recorded_run
from core.probe.spec import ProbeSpec, Start
from core.trace.model import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A live run that has ended."""

    id: str
    name: str
    run: RunSpec
    events: Sequence[LiveEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who plays, by which contract."""

    team: Team
    contract: Contract
    """Of one run with its values in it; of several as all of them have it."""
    scripted: bool


def played(run_id: str, name: str, events: Sequence[LiveEvent]) -> Played:
    """Return a live run from which a calibration can begin.

    Args:
        run_id: Its id.
        name: As people call it.
        events: All of its events.

    Raises:
        InputError: It hasn't ended by itself, or was changed on its way.
    """
    recorded = recorded_run(events, name)[0]
    return Played(id=run_id, name=name, run=fold(recorded).run, events=recorded)


def cast_of(runs: Sequence[Played]) -> Cast:
    """Return what live runs have in common.

    Args:
        runs: At least one.

    Raises:
        InputError: They were played by different teams, by different players, or by different
            contracts; their counts would say nothing together.
    """
    first = runs[0].run
    for other in runs[1:]:
        if _played(other.run.team) != _played(first.team):
            raise InputError(
                f"{other.name} was played by another team, or another version of it, than "
                f"{runs[0].name}.",
                hint="Take runs of one team; their tasks may differ.",
            )
        if other.run.scripted != first.scripted:
            raise InputError(
                f"In one of {runs[0].name} and {other.name} scripted agents played, in the other a model."
            )
        if other.run.contract != first.contract:
            raise InputError(
                f"{other.name} was led by another contract, or another version of it, than "
                f"{runs[0].name}.",
                hint="Take runs of one contract; their values may differ.",
            )
    contract = first.filled if len(runs) == 1 else first.contract
    return Cast(team=first.team, contract=contract, scripted=first.scripted)


def _played(team: Team) -> object:
    """Return a team without what may differ from run to run."""
    return team.model_copy(update={"task": "", "values": {}, "version": 1}).to_dict()


def live_spec(spec: ProbeSpec, runs: Sequence[Played]) -> ProbeSpec:
    """Return a spec that begins from live runs of its team.

    Args:
        spec: Team, contract, verifier.
        runs: In the order in which they are numbered.
    """
    starts = tuple(
        Start(
            source=f"run:{one.id}",
            name=one.name,
            task=one.run.team.task,
            values=start_values(one.run.team, spec.contract, one.run.binding.values).values,
        )
        for one in runs
    )
    return replace(spec, starts=starts)


def bases_of(
    spec: ProbeSpec,
    live: Callable[[str], Sequence[LiveEvent]],
    trace: Callable[[str], Trace],
) -> tuple[Sequence[LiveEvent], ...]:
    """Return the clean runs from which a calibration begins; none if it makes one.

    Args:
        spec: What is probed.
        live: Returns the events of a live run by its id.
        trace: Returns a run of another program by its id.

    Raises:
        BatonError: A run is gone, or can't be gone on from.
    """
    found: list[Sequence[LiveEvent]] = []
    for number, start in enumerate(spec.starts):
        key = start.source.partition(":")[2]
        if start.is_bound:
            found.append(bound_run(trace(key), spec.at(number)))
        else:
            found.append(recorded_run(live(key), start.name)[0])
    return tuple(found)
