"""What a calibration has seen, as append-only records; where it stands is a fold over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias

from core.errors import TransitionError
from core.lease import Leases
from core.live.events import LiveEvent
from core.probe.episode import Arm, Case, Ending, Episode
from core.probe.faults import Skip
from core.probe.notes import Choice, Judgement, choice_of, judgement_of
from core.probe.prefix import Plan, Planned, Slot
from core.probe.spec import ProbeSpec

RecordKind: TypeAlias = Literal[
    "planned", "episode", "frozen", "begun", "call", "ended", "choice", "judged"
]
NOTES = ("choice", "judged")
"""Kinds about episodes that were run; whoever writes them doesn't run the calibration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRecord:
    """One record.

    ``begun``: somebody began to run it, or took it up again; ``by``, and budgets if they changed.
    ``planned``: the clean runs and the plan. ``call``: a reply of a model, kept before it was used.
    ``episode``: what one showed. ``ended``: ``how`` (``halted``, ``budget``, ``failed``, ``stopped``)
    and ``reason``. ``frozen``: all was run; hashes of the sets. ``choice``, ``judged``: what a model
    chose and what a person thinks, added at the end (:mod:`core.probe.notes`).
    """

    seq: int
    """Position, from 1, without gaps."""
    kind: RecordKind
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtWork:
    """Who works on a calibration just now."""

    owner: str
    """The worker that holds the lease."""
    until: datetime
    """When the lease ends, unless it is renewed before."""
    by: str = ""
    """Who let it run."""
    since: datetime | None = None


class ProbeStore(Leases, Protocol):
    """Where calibrations are kept. Every method is one short transaction."""

    def create(self, spec: ProbeSpec, name: str = "") -> str:
        """Keep a new calibration; return its id."""
        ...

    def spec(self, probe_id: str) -> ProbeSpec:
        """Return what it was started with. Raises NotFoundError."""
        ...

    def records(
        self, probe_id: str, after: int = 0, until: int | None = None
    ) -> Sequence[ProbeRecord]:
        """Return the records with a number above ``after``, up to ``until``. Raises NotFoundError."""
        ...

    def append(self, probe_id: str, record: ProbeRecord, owner: str | None = None) -> None:
        """Keep one more.

        Args:
            probe_id: The calibration.
            record: With its number.
            owner: Who works on it and holds the lease; None for what a person does.

        Raises:
            ConflictError: Its number isn't the next.
            LeaseLostError: ``owner`` doesn't hold the lease any more.
        """
        ...

    def at_work(self, probe_id: str) -> AtWork | None:
        """Return who works on it just now; None if it can be taken up. Raises NotFoundError."""
        ...


@dataclass(frozen=True, kw_only=True)
class CleanRun:
    """A run without a fault, and what the test says about it."""

    events: tuple[LiveEvent, ...]
    passes: bool
    reason: str

    @property
    def calls(self) -> int:
        """Calls of models, whoever paid for them."""
        return sum(event.kind == "call_begun" for event in self.events)

    @property
    def tokens(self) -> int:
        """Tokens, whoever paid for them."""
        return _tokens(event.data["usage"] for event in self.events if event.kind == "reply")


@dataclass(frozen=True, kw_only=True)
class ProbeState:
    """Where a calibration stands."""

    seq: int = 0
    plan: Plan | None = None
    runs: tuple[CleanRun, ...] = ()
    """The clean runs; one, where none was recorded before."""
    episodes: tuple[Episode, ...] = ()
    frozen: tuple[str, ...] = ()
    """Hashes of the sets it was frozen to."""
    places: tuple[int, ...] = ()
    """Numbers of the records that hold the plan and the episodes."""
    tape: tuple[Mapping[str, Any], ...] = ()
    """Replies of the episode, or of the clean run, that is under way."""
    how: str = ""
    """How it last ended; empty while somebody runs it, or where that process died."""
    reason: str = ""
    by: str = ""
    """Who ran it last, or ended it."""
    budgets: tuple[int, int] | None = None
    """Most calls and tokens, where they were changed on the way."""
    choices: tuple[Choice, ...] = ()
    """What models chose at the gaps."""
    judgements: tuple[Judgement, ...] = ()
    """What people think that repairs did; never part of the counts."""
    is_given: bool = False
    """Whether the clean run was recorded before and cost nothing here."""

    @property
    def clean_passes(self) -> bool:
        """Whether every clean run passes the test."""
        return bool(self.runs) and all(run.passes for run in self.runs)

    @property
    def clean_reason(self) -> str:
        """What the test says about the first clean run that fails it, else about the first."""
        first = next((run for run in self.runs if not run.passes), None)
        return (first or self.runs[0]).reason if self.runs else ""

    @property
    def clean_calls(self) -> int:
        """Calls of the clean run with the most, whoever paid for them."""
        return max((run.calls for run in self.runs), default=0)

    @property
    def clean_tokens(self) -> int:
        """Tokens of the clean run with the most, whoever paid for them."""
        return max((run.tokens for run in self.runs), default=0)

    @property
    def calls(self) -> int:
        """Calls of models so far, those of the clean run and of the episode under way included."""
        own = 0 if self.is_given else self.clean_calls
        return sum(e.calls for e in self.episodes) + own + len(self.tape)

    @property
    def tokens(self) -> int:
        """Tokens so far, those of the clean run and of the episode under way included."""
        own = 0 if self.is_given else self.clean_tokens
        under_way = _tokens(call["reply"]["usage"] for call in self.tape)
        return sum(e.tokens for e in self.episodes) + own + under_way

    @property
    def is_done(self) -> bool:
        """Whether every planned episode was run."""
        return self.plan is not None and len(self.episodes) >= len(self.plan.episodes)


def _tokens(usages: Iterable[Mapping[str, Any]]) -> int:
    return sum(int(usage["prompt"]) + int(usage["completion"]) for usage in usages)


def fold_records(records: Iterable[ProbeRecord], state: ProbeState | None = None) -> ProbeState:
    """Return where a calibration stands after its records.

    Raises:
        TransitionError: A record can't follow those before it.
    """
    state = state or ProbeState()
    for record in records:
        if record.seq != state.seq + 1 or not _can_follow(record, state):
            raise TransitionError(f"Record {record.seq} of the calibration is out of order.")
        state = ProbeState(**{**vars(state), "seq": record.seq, **_news(state, record)})
    return state


def _can_follow(record: ProbeRecord, state: ProbeState) -> bool:
    if state.how == "stopped":
        return record.kind in NOTES
    needs = {"planned": False, "episode": True, "frozen": True}
    return needs.get(record.kind, state.plan is not None) == (state.plan is not None)


def _news(state: ProbeState, record: ProbeRecord) -> dict[str, Any]:
    """Return what a record changes."""
    data = record.data
    match record.kind:
        case "planned":
            return {
                "plan": _plan(data),
                "runs": tuple(_clean(run) for run in (data, *data.get("more", ()))),
                "is_given": bool(data.get("is_given")),
                "places": (record.seq,),
                "tape": (),
            }
        case "episode":
            return {
                "episodes": (*state.episodes, _episode(data)),
                "places": (*state.places, record.seq),
                "tape": (),
            }
        case "call":
            return {"tape": (*state.tape, data)}
        case "choice":
            return {"choices": (*state.choices, choice_of(data))}
        case "judged":
            return {"judgements": (*state.judgements, judgement_of(data))}
        case "begun" | "ended" if state.frozen:
            return {}  # taken up again after all was run, as it once could be: there was nothing left
        case "begun":
            return _begun(state, data)
        case "ended":
            return {"how": data["how"], "reason": data["reason"], "by": data.get("by") or state.by}
        case _:
            return {"frozen": tuple(data["hashes"]), "how": "done", "reason": ""}


def _begun(state: ProbeState, data: Mapping[str, Any]) -> dict[str, Any]:
    given = data.get("budgets")
    budgets = (int(given[0]), int(given[1])) if given else state.budgets
    return {"how": "", "reason": "", "by": data.get("by", ""), "budgets": budgets}


def planned_data(plan: Plan, runs: Sequence[CleanRun], *, is_given: bool = False) -> dict[str, Any]:
    """Return what a ``planned`` record holds; times are left out, nothing depends on them.

    Args:
        plan: The episodes.
        runs: The clean runs, at least one; those after the first stand under ``more``.
        is_given: Whether they were recorded before.
    """
    first, *more = (_clean_data(run) for run in runs)
    return {
        "episodes": [asdict(planned) for planned in plan.episodes],
        "skips": [asdict(skip) for skip in plan.skips],
        "cost_reference": plan.cost_reference,
        **first,
        "is_given": is_given,
        **({"more": more} if more else {}),
    }


def _clean_data(run: CleanRun) -> dict[str, Any]:
    return {
        "events": [{"seq": e.seq, "kind": e.kind, "data": dict(e.data)} for e in run.events],
        "clean_passes": run.passes,
        "clean_reason": run.reason,
    }


def _clean(data: Mapping[str, Any]) -> CleanRun:
    return CleanRun(
        events=tuple(LiveEvent(**event) for event in data["events"]),
        passes=data["clean_passes"],
        reason=data["clean_reason"],
    )


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
    if case := values.get("case"):
        values["case"] = Case(**{**case, "recipients": tuple(case["recipients"])})
    values["arms"] = tuple(
        Arm(
            **{**arm, "ending": Ending(**arm["ending"]), "unchecked": _ending(arm.get("unchecked"))}
        )
        for arm in values["arms"]
    )
    return Episode(**values)


def _ending(data: Mapping[str, Any] | None) -> Ending | None:
    return Ending(**data) if data else None
