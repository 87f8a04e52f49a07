"""What a calibration begins from: a team, live runs, or runs of another program with their players."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.files import kept_trace, read_traces
from core.cli.ports import Lazy, Library
from core.cli.terminal import clean
from core.errors import InputError, NotFoundError

if TYPE_CHECKING:
    from core.contract.model import Contract
    from core.live.events import LiveEvent
    from core.live.team import Team
    from core.probe.spec import ProbeSpec
    from core.probe.starts import Played
    from core.trace.model import Trace

Bases = Sequence[Sequence["LiveEvent"]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Who plays, and what was recorded of it before."""

    team: Team
    contract: Contract | None
    scripted: bool
    runs: tuple[Played, ...] = ()
    traces: tuple[Trace, ...] = ()
    bind: tuple[tuple[str, str], ...] = ()

    @property
    def is_several(self) -> bool:
        """Whether episodes are drawn over more than one run; each has its own task and values."""
        return len(self.runs) + len(self.traces) > 1

    def begin(self, spec: ProbeSpec) -> tuple[ProbeSpec, Bases]:
        """Return the spec with its runs, and these as the clean runs; none makes one.

        Raises:
            InputError: A run can't be gone on from.
        """
        from core.probe.bound import bind_spec
        from core.probe.starts import bases_of, live_spec

        if self.runs:
            return live_spec(spec, self.runs), [run.events for run in self.runs]
        known = {trace.digest[:12]: trace for trace in self.traces}
        for key, trace in known.items():
            spec = bind_spec(spec, trace, key, _bound(trace, spec.team, self.bind))
        return spec, bases_of(spec, lambda _: (), known.__getitem__)


def find_source(options: argparse.Namespace, library: Lazy) -> Source:
    """Return what the options name.

    Raises:
        BatonError: There is no such thing, or it can't be used.
    """
    from core.cli.live import find_team

    if options.runs and not options.players:
        if options.bind:
            raise InputError("--bind says who plays a run; add --team T.")
        return _live(options.runs, library)
    found = find_team(
        options.players or options.team, library, contract=not options.contract, roles=False
    )
    source = Source(team=found.team, contract=found.contract, scripted=options.scripted)
    if not options.runs:
        return source
    bind = tuple(_pair(words) for words in options.bind)
    traces = {
        trace.digest: trace
        for name in options.runs
        for trace in _traces(name, library, found.team, bind)
    }
    names = {name for trace in traces.values() for name in trace.agent_names}
    if unknown := next((name for name, _ in bind if name not in names), ""):
        raise InputError(f"No run has an agent '{unknown}'.")
    return Source(
        team=found.team, contract=found.contract, scripted=options.scripted,
        traces=tuple(traces.values()), bind=bind,
    )  # fmt: skip


def bases_again(known: Library, probe_id: str) -> Bases:
    """Return the clean runs of a calibration whose plan isn't made yet; none where they are gone."""
    from core.probe.record import fold_records
    from core.probe.starts import bases_of

    if fold_records(known.probes.records(probe_id)).plan is not None:
        return ()
    try:
        return bases_of(known.probes.spec(probe_id), known.live.events, known.trace)
    except NotFoundError:
        return ()


def _live(names: Sequence[str], library: Lazy) -> Source:
    from core.probe.starts import cast_of, played

    known = library.get()
    try:
        runs = tuple(played(name, name, known.live.events(name)) for name in dict.fromkeys(names))
    except NotFoundError as error:
        raise NotFoundError(
            f"{error} A run of another program needs --team: who shall go on from it."
        ) from error
    finally:
        known.close()
    cast = cast_of(runs)
    return Source(team=cast.team, contract=cast.contract, scripted=cast.scripted, runs=runs)


def _traces(
    name: str, library: Lazy, team: Team, bind: Sequence[tuple[str, str]]
) -> Iterator[Trace]:
    """Return the runs that a word names: one of the database, those of a file, or of a folder.

    Of a folder, files that can't be read and runs that the team can't play are named and skipped.
    """
    from core.probe.bound import problem

    path = Path(name)
    if not path.exists() and len(name) == 12 and set(name) <= set("0123456789abcdef"):
        yield kept_trace(name, library)
        return
    any_used = False
    for found in read_traces(path):
        if found.error and not path.is_dir():
            raise InputError(found.error)
        for trace in found.traces:
            why = problem(trace, team, _bound(trace, team, bind), scripted=True)
            if why and path.is_dir():
                print(clean(f"Skipped {found.source}: {why}"), file=sys.stderr)
                continue
            any_used = True
            yield trace
        if found.error:
            print(clean(f"Skipped {found.error}"), file=sys.stderr)
    if not any_used:
        raise InputError(f"{team.name} can play no run of the folder.", where=name)


def _bound(trace: Trace, team: Team, bind: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return who plays whom: as told, else as the names suggest."""
    from core.probe.bound import suggest_bind

    names = {name: match.name for name, match in suggest_bind(trace, team).items() if match.name}
    told = {name: agent for name, agent in bind if name in trace.agent_names}
    return {**names, **told}


def _pair(words: str) -> tuple[str, str]:
    left, sign, right = words.partition("=")
    if not (sign and left.strip() and right.strip()):
        raise InputError(
            f"'{words}' binds nobody.", hint='Write --bind "Agent of the run=Agent of the team".'
        )
    return left.strip(), right.strip()
