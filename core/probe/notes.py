"""What is added to a calibration after it has ended: a model's choices and people's judgements.

They are records of the calibration like all others, so that nothing is asked or paid twice. They
change no count: the frozen priors are what the verifier said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from core.errors import ConflictError, InputError
from core.gate.model import RepairName
from core.probe.episode import Effect

if TYPE_CHECKING:
    from core.probe.record import ProbeState, ProbeStore

_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a model chose to do at the gap of an episode."""

    episode: str
    """``Episode.key``."""
    model: str
    """As it was asked for."""
    prompt: str
    """Version of the question."""
    repair: RepairName | None
    """None: it let the message go as it is, or gave no answer that counts."""
    valid: bool
    """Whether its answer was one of the choices it had."""
    reason: str = ""
    tokens: int = 0
    author: str = ""
    """Who had it asked."""
    is_copied: bool = False
    """Whether it is the answer to the same question in another episode, and cost nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a person thinks a repair did in an episode."""

    episode: str
    repair: RepairName
    effect: Effect
    author: str
    reason: str = ""


def choice_of(data: Mapping[str, Any]) -> Choice:
    """Return a choice from its JSON values."""
    return Choice(**data)


def judgement_of(data: Mapping[str, Any]) -> Judgement:
    """Return a judgement from its JSON values."""
    return Judgement(**data)


def is_final(state: ProbeState) -> bool:
    """Whether nothing more will be run, so that notes get in nobody's way."""
    return bool(state.frozen) or state.how in ("done", "stopped")


def add_note(store: ProbeStore, probe_id: str, note: Choice | Judgement) -> ProbeState:
    """Keep a choice or a judgement as the next record.

    Args:
        store: Where the calibration is.
        probe_id: Which one.
        note: What is added.

    Returns:
        The state with it.

    Raises:
        InputError: The calibration hasn't ended for good; its runner may be writing.
        ConflictError: Others write all the time.
    """
    from core.probe.record import ProbeRecord, ProbeState, fold_records

    state = ProbeState()
    for left in range(_TRIES - 1, -1, -1):
        state = fold_records(store.records(probe_id, after=state.seq), state)
        if not is_final(state):
            raise InputError(
                "The calibration hasn't ended yet.",
                hint="Let it run to its end, or stop it; then its episodes can be judged.",
            )
        record = ProbeRecord(
            seq=state.seq + 1,
            kind="choice" if isinstance(note, Choice) else "judged",
            data=asdict(note),
        )
        try:
            store.append(probe_id, record)
        except ConflictError:
            if not left:
                raise
            continue
        return fold_records([record], state)
    raise ConflictError("Others are writing just now.")
