"""One episode to read: the fault, the common beginning, and what each continuation wrote.

Nothing of it is stored apart: the episode is run once more, from the replies that its records hold
(or by scripted agents), and no model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.contract.checks import compile_fact
from core.errors import InputError
from core.live.models import models_for
from core.live.state import RunState
from core.probe.episode import Bench, Episode
from core.probe.faults import Edit
from core.probe.prefix import edit_at, reply_before
from core.probe.record import ProbeState, ProbeStore
from core.probe.runner import players
from core.probe.spec import CONTROL
from core.probe.tape import HaltedError, Tape
from core.probe.verifiers import compile_verifier
from core.trace.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """An episode with its texts."""

    episode: Episode
    before: str
    """The text of the boundary as its author wrote it."""
    edit: Edit | None
    """What the fault made of it; None for a control."""
    shared: tuple[Event, ...]
    """What every continuation has in common, the faulted text last."""
    ends: Mapping[str, tuple[Event, ...]]
    """``native``, and each repair -> what went out: natively after the faulted text, with a repair
    from what became of it on."""
    is_same: bool
    """Whether this version of Baton sees the episode as the one that counted it."""


def look_at(store: ProbeStore, probe_id: str, state: ProbeState, number: int) -> Look:
    """Return an episode with its texts.

    Args:
        store: Where the records are.
        probe_id: The calibration.
        state: After its records.
        number: Of the episode, from 1.

    Raises:
        InputError: There is no such episode, or its replies were not kept.
    """
    if state.plan is None or not 1 <= number <= len(state.episodes):
        raise InputError(f"There is no episode {number} yet.")
    episode, planned = state.episodes[number - 1], state.plan.episodes[number - 1]
    spec, events = store.spec(probe_id).at(episode.run), state.runs[episode.run].events
    checks = {fact.id: compile_fact(fact) for fact in spec.contract.facts}
    records = store.records(probe_id, state.places[number - 1], state.places[number])
    tape = Tape(kept=[record.data for record in records if record.kind == "call"])
    ends: dict[str, RunState] = {}
    bench = Bench(
        spec=spec,
        events=events,
        models=players(spec, checks, models_for()) if spec.scripted else None,
        checks=checks,
        verifier=compile_verifier(spec.verifier, spec.contract),
        tape=tape,
        watch=ends.__setitem__,
    )
    try:
        again = bench.run(planned)
    except HaltedError as error:
        raise InputError("What the models said in this episode was not kept.") from error
    edit = None
    if planned.slot.fault != CONTROL:
        slot = planned.slot
        found = edit_at(spec, events, slot.boundary, slot.fault, slot.fact, checks)
        edit = found if isinstance(found, Edit) else None
    at = events[planned.slot.boundary - 1].data["seq"]
    native = ends.get("native")
    return Look(
        episode=episode,
        before=str(reply_before(events, planned.slot.boundary).data["text"]),
        edit=edit,
        shared=tuple(e for e in native.events if e.seq <= at) if native else (),
        ends={
            name: tuple(e for e in s.events if e.seq >= at + (name == "native"))
            for name, s in ends.items()
        },
        is_same=again == episode,
    )
