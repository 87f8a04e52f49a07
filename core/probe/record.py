"""What a calibration has seen, as append-only records; where it stands is a fold over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from core.errors import TransitionError
from core.live.events import LiveEvent
from core.probe.episode import Arm, Ending, Episode
from core.probe.faults import Skip
from core.probe.prefix import Plan, Planned, Slot
from core.probe.spec import ProbeSpec

RecordKind: TypeAlias = Literal["planned", "episode", "frozen"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRecord:
    """One record: ``planned`` (clean run and plan), ``episode``, or ``frozen`` (hashes of the sets)."""

    seq: int
    """Position, from 1, without gaps."""
    kind: RecordKind
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON values."""


class ProbeStore(Protocol):
    """Where calibrations are kept. Every method is one short transaction."""

    def create(self, spec: ProbeSpec, name: str = "") -> str:
        """Keep a new calibration; return its id."""
        ...

    def spec(self, probe_id: str) -> ProbeSpec:
        """Return what it was started with. Raises NotFoundError."""
        ...

    def records(self, probe_id: str, after: int = 0) -> Sequence[ProbeRecord]:
        """Return the records with a number above ``after``. Raises NotFoundError."""
        ...

    def append(self, probe_id: str, record: ProbeRecord) -> None:
        """Keep one more. Raises ConflictError if its number isn't the next."""
        ...


@dataclass(frozen=True, kw_only=True)
class ProbeState:
    """Where a calibration stands."""

    seq: int = 0
    plan: Plan | None = None
    events: tuple[LiveEvent, ...] = ()
    """The clean run."""
    clean_passes: bool = False
    clean_reason: str = ""
    episodes: tuple[Episode, ...] = ()
    frozen: tuple[str, ...] = ()
    """Hashes of the sets it was frozen to."""

    @property
    def calls(self) -> int:
        """Calls of models so far, the clean run included."""
        return sum(e.calls for e in self.episodes) + _calls(self.events)

    @property
    def tokens(self) -> int:
        """Tokens so far, the clean run included."""
        clean = sum(
            int(e.data["usage"]["prompt"]) + int(e.data["usage"]["completion"])
            for e in self.events if e.kind == "reply"
        )  # fmt: skip
        return sum(e.tokens for e in self.episodes) + clean

    @property
    def is_done(self) -> bool:
        """Whether every planned episode was run."""
        return self.plan is not None and len(self.episodes) >= len(self.plan.episodes)


def _calls(events: Iterable[LiveEvent]) -> int:
    return sum(event.kind == "call_begun" for event in events)


def fold_records(records: Iterable[ProbeRecord], state: ProbeState | None = None) -> ProbeState:
    """Return where a calibration stands after its records.

    Raises:
        TransitionError: A record can't follow those before it.
    """
    state = state or ProbeState()
    for record in records:
        if record.seq != state.seq + 1 or (record.kind == "planned") != (state.plan is None):
            raise TransitionError(f"Record {record.seq} of the calibration is out of order.")
        state = _with(state, record)
    return state


def _with(state: ProbeState, record: ProbeRecord) -> ProbeState:
    data = record.data
    values = {**vars(state), "seq": record.seq}
    if record.kind == "planned":
        values |= {
            "plan": _plan(data),
            "events": tuple(LiveEvent(**event) for event in data["events"]),
            "clean_passes": data["clean_passes"],
            "clean_reason": data["clean_reason"],
        }
    elif record.kind == "episode":
        values["episodes"] = (*state.episodes, _episode(data))
    else:
        values["frozen"] = tuple(data["hashes"])
    return ProbeState(**values)


def planned_data(
    plan: Plan, events: Sequence[LiveEvent], *, passes: bool, reason: str
) -> dict[str, Any]:
    """Return what a ``planned`` record holds; times are left out, nothing depends on them."""
    return {
        "episodes": [asdict(planned) for planned in plan.episodes],
        "skips": [asdict(skip) for skip in plan.skips],
        "cost_reference": plan.cost_reference,
        "events": [{"seq": e.seq, "kind": e.kind, "data": dict(e.data)} for e in events],
        "clean_passes": passes,
        "clean_reason": reason,
    }


def _plan(data: Mapping[str, Any]) -> Plan:
    return Plan(
        episodes=tuple(
            Planned(slot=Slot(**planned["slot"]), seed=planned["seed"])
            for planned in data["episodes"]
        ),
        skips=tuple(Skip(**skip) for skip in data["skips"]),
        cost_reference=data["cost_reference"],
    )


def _episode(data: Mapping[str, Any]) -> Episode:
    values = dict(data)
    values["native"] = _ending(values["native"])
    values["arms"] = tuple(
        Arm(
            **{**arm, "ending": Ending(**arm["ending"]), "unchecked": _ending(arm.get("unchecked"))}
        )
        for arm in values["arms"]
    )
    return Episode(**values)


def _ending(data: Mapping[str, Any] | None) -> Ending | None:
    return Ending(**data) if data else None
