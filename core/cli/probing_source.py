"""What a calibration begins from: a team, a live run, or a run of another program with its players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.cli.files import one_trace
from core.cli.ports import Lazy
from core.errors import InputError, NotFoundError

if TYPE_CHECKING:
    from core.contract.model import Contract
    from core.live.events import LiveEvent
    from core.live.team import Team
    from core.probe.spec import ProbeSpec
    from core.trace.model import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Who plays, and what was recorded of it before."""

    team: Team
    contract: Contract | None
    scripted: bool
    run_id: str = ""
    events: Sequence[LiveEvent] | None = None
    trace: Trace | None = None
    bind: tuple[tuple[str, str], ...] = ()

    def begin(self, spec: ProbeSpec) -> tuple[ProbeSpec, Sequence[LiveEvent] | None]:
        """Return the spec with its source, and the clean run; None makes one.

        Raises:
            InputError: The run can't be gone on from.
        """
        from dataclasses import replace

        from core.probe.bound import bind_spec, bound_run, suggest_bind

        if self.events is not None:
            return replace(spec, source=f"run:{self.run_id}"), self.events
        if self.trace is None:
            return spec, None
        names = {name: m.name for name, m in suggest_bind(self.trace, spec.team).items() if m.name}
        bind = {**names, **dict(self.bind)}
        spec = bind_spec(spec, self.trace, self.trace.digest[:12], bind)
        return spec, bound_run(self.trace, spec)


def find_source(options: argparse.Namespace, library: Lazy) -> Source:
    """Return what the options name.

    Raises:
        BatonError: There is no such thing, or it can't be used.
    """
    from core.cli.live import find_team

    if options.run_id and not options.players:
        if options.bind:
            raise InputError("--bind says who plays a run; add --team T.")
        return _live(options.run_id, library)
    found = find_team(
        options.players or options.team, library, contract=not options.contract, roles=False
    )
    source = Source(team=found.team, contract=found.contract, scripted=options.scripted)
    if not options.run_id:
        return source
    return Source(
        team=found.team,
        contract=found.contract,
        scripted=options.scripted,
        trace=one_trace(options.run_id, library),
        bind=tuple(_pair(words) for words in options.bind),
    )


def _live(run_id: str, library: Lazy) -> Source:
    from core.live.fold import fold
    from core.probe.prefix import recorded_run

    known = library.get()
    try:
        events = known.live.events(run_id)
    except NotFoundError as error:
        raise NotFoundError(
            f"{error} A run of another program needs --team: who shall go on from it."
        ) from error
    finally:
        known.close()
    recorded = recorded_run(events)[0]
    run = fold(recorded).run
    return Source(
        team=run.team, contract=run.filled, scripted=run.scripted, run_id=run_id, events=recorded
    )


def _pair(words: str) -> tuple[str, str]:
    left, sign, right = words.partition("=")
    if not (sign and left.strip() and right.strip()):
        raise InputError(
            f"'{words}' binds nobody.", hint='Write --bind "Agent of the run=Agent of the team".'
        )
    return left.strip(), right.strip()
