"""From a clean run to faulted prefixes: where a fault can be put, and the run up to there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.contract.checks import FactCheck
from core.errors import InputError
from core.live.driver import Driver, ModelsFor, utc_now
from core.live.events import LiveEvent
from core.live.fold import fold
from core.live.state import RunState
from core.probe.faults import Edit, Handoff, Skip, inject
from core.probe.memory import MemoryJournal
from core.probe.spec import CONTROL, ProbeSpec
from core.probe.tape import Tape

RUN = "probe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One place of the clean run with one fault, or none."""

    boundary: int
    """Number of the ``boundary`` event in the clean run."""
    fault: str
    """Name of the fault, or ``control``."""
    fact: str = ""
    """The fact that is hit; empty for a control."""
    run: int = field(default=0, repr=False)
    """Which of the clean runs, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One episode that is to be run."""

    slot: Slot
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All episodes in the order in which they are run, and what can't be injected."""

    episodes: tuple[Planned, ...]
    skips: tuple[Skip, ...]
    cost_reference: int


@dataclass(frozen=True, kw_only=True)
class Clean:
    """One clean run, with what is needed to put faults into it."""

    spec: ProbeSpec
    """Of this run alone (:meth:`ProbeSpec.at`)."""
    events: Sequence[LiveEvent]
    checks: Mapping[str, FactCheck]
    """Compiled checks of its contract's facts."""


def clean_run(
    spec: ProbeSpec, models: ModelsFor, tape: Tape | None = None
) -> tuple[list[LiveEvent], RunState]:
    """Run the team once without any fault.

    Args:
        spec: What is probed.
        models: Who plays the agents.
        tape: Replies of this run so far, and whether it is still wanted.

    Raises:
        HaltedError: It was halted; the tape holds what was answered.
        InputError: The run doesn't end by itself, so that there is nothing to compare with.
    """
    run = spec.run_spec(None if spec.scripted else spec.seed)
    started = LiveEvent(seq=1, kind="started", data={"spec": run.to_dict()}, at=utc_now())
    journal = MemoryJournal([started])
    tape = tape or Tape()
    state = Driver(run_id=RUN, journal=journal, models=tape.over(models), halted=tape.cut).run()
    tape.check()
    if state.status != "finished" or not state.outcomes:
        raise InputError(
            f"The run without a fault {state.status or 'did not end'}: {state.reason}",
            hint="Let the team finish a run before it is probed.",
        )
    return journal.kept, state


def unusable(state: RunState) -> str:
    """Return why a live run can't serve as a clean run, in a few words; empty if it can.

    What follows a text that somebody changed doesn't show how the team works natively.
    """
    if state.status != "finished" or not state.outcomes:
        return "it has not ended by itself"
    changed = next((o for o in state.outcomes if o.by != "agent" or o.verdict is not None), None)
    if changed is None:
        return ""
    return f"boundary {changed.seq} was decided or repaired"


def recorded_run(events: Sequence[LiveEvent], name: str = "") -> tuple[list[LiveEvent], RunState]:
    """Take a live run of the team that was recorded as the clean run.

    Args:
        events: All of its events.
        name: As people call it, for the message; empty where there is only one.

    Raises:
        InputError: It hasn't ended by itself, or somebody changed what an agent wrote: what follows
            such a text doesn't show how the team works natively.
    """
    state = fold(events)
    if state.status != "finished" or not state.outcomes:
        raise InputError(
            f"{name or 'The run'} is {state.status}; only one that has ended by itself can be probed."
        )
    if why := unusable(state):
        where = f"the run {name}," if name else "this run"
        raise InputError(
            f"In {where} {why}, so it doesn't show how the team works natively.",
            hint="Take a run without priors and without approval.",
        )
    return list(events), state


def find_slots(runs: Sequence[Clean]) -> list[Slot | Skip]:
    """Return where the faults can be put, over all runs, and what can't be injected.

    Args:
        runs: The clean runs, in the order of the calibration's ``starts``.
    """
    return [one for number, clean in enumerate(runs) for one in _slots(clean, number)]


def make_plan(
    spec: ProbeSpec, runs: Sequence[Clean], found: Sequence[Slot | Skip] | None = None
) -> Plan:
    """Draw the order of episodes, over all runs.

    Args:
        spec: Faults, seeds, limits.
        runs: The clean runs, in the order of ``spec.starts``.
        found: Where the faults can be put (:func:`find_slots`), where that was looked up already.
    """
    found = find_slots(runs) if found is None else found
    slots = [one for one in found if isinstance(one, Slot)]
    skips = [one for one in found if isinstance(one, Skip)]
    rng = random.Random(f"{spec.seed}/{spec.digest}")  # noqa: S311  (a seed, no secret)
    episodes = [Planned(slot=slot, seed=spec.seed + n) for slot in slots for n in range(spec.seeds)]
    rng.shuffle(episodes)
    ends = [fold(clean.events) for clean in runs]
    turns = max(1, sum(state.turn_count for state in ends))
    tokens = sum(state.account.total for state in ends)
    return Plan(
        episodes=tuple(episodes[: spec.most or None]),
        skips=tuple(skips),
        cost_reference=spec.cost_reference or max(1, round(tokens / turns)),
    )


def _slots(clean: Clean, run: int) -> Iterator[Slot | Skip]:
    """Return the places of one run, and what can't be injected into it."""
    spec, events = clean.spec, clean.events
    for boundary in (e for e in events if e.kind == "boundary"):
        if spec.controls:
            yield Slot(boundary=boundary.seq, fault=CONTROL, run=run)
        for fault, fact in _pairs(spec, boundary.data["agent"], boundary.data["recipients"]):
            found = edit_at(spec, events, boundary.seq, fault, fact, clean.checks)
            slot = Slot(boundary=boundary.seq, fault=fault, fact=fact, run=run)
            yield found if isinstance(found, Skip) else slot
    for left in (one for e in events if e.kind == "recalled" for one in e.data["left"]):
        for fault, fact in _pairs(spec, left["agent"], left["recipients"]):
            yield Skip(fault=fault, fact=fact, reason=left["why"])


def _pairs(spec: ProbeSpec, agent: str, recipients: Sequence[str]) -> Iterator[tuple[Any, str]]:
    """Return faults with the critical facts that matter at a boundary."""
    party = {agent.name: agent.party or agent.name for agent in spec.team.agents}
    sender = party[agent]
    readers = {party[name] for name in recipients if name in party}
    for fact in spec.contract.facts:
        if not fact.critical:
            continue
        for fault in spec.faults:
            hit = {sender} if fault == "ignore" else readers
            if hit & set(fact.recipients):
                yield fault, fact.id


def edit_at(
    spec: ProbeSpec,
    events: Sequence[LiveEvent],
    boundary: int,
    fault: Any,
    fact: str,
    checks: Mapping[str, FactCheck],
) -> Edit | Skip:
    """Put a fault into the text of a boundary, as its author's model wrote it."""
    data = events[boundary - 1].data
    agent, texts = data["agent"], _texts(events, boundary)
    if len(texts) != 1:
        return Skip(fault=fault, fact=fact, reason="the text was written in several pieces")
    later = (e for e in events[boundary:] if e.kind == "boundary" and e.data["agent"] == agent)
    readers = set(data["recipients"])
    handoff = Handoff(
        sender=agent,
        text=texts[0].data["text"],
        recipients=tuple(data["recipients"]),
        others=spec.team.recipients_of(agent) if spec.team.chooses(agent) else (),
        is_output=data["kind"] == "output",
        writes_again=any(readers & set(e.data["recipients"]) for e in later),
        earlier=tuple(_earlier(events[: boundary - 1])),
    )  # fmt: skip
    return inject(handoff, fault, fact, checks)


def _earlier(events: Sequence[LiveEvent]) -> Iterator[str]:
    for event in events:
        if event.kind in ("tool_result", "boundary"):
            yield str(event.data["text"])
        elif event.kind == "recalled":
            yield from (str(one.get("text", "")) for one in event.data["events"])


def reply_before(events: Sequence[LiveEvent], boundary: int) -> LiveEvent:
    """Return the reply that became the text of a boundary."""
    return _texts(events, boundary)[0]


def _texts(events: Sequence[LiveEvent], boundary: int) -> list[LiveEvent]:
    """Return the replies with a text that make up the turn before a boundary."""
    found: list[LiveEvent] = []
    for event in reversed(events[: boundary - 1]):
        if event.kind in ("boundary", "delivered", "started"):
            break
        if event.kind == "reply" and not event.data["tool_calls"] and event.data["text"].strip():
            found.append(event)
    return found


def prefix(
    spec: ProbeSpec, events: Sequence[LiveEvent], planned: Planned, edit: Edit | None
) -> list[LiveEvent]:
    """Return the clean run up to the text of the slot, with the fault in it and its own seed."""
    reply = reply_before(events, planned.slot.boundary)
    run = spec.run_spec(planned.seed)
    started = replace(events[0], data={**events[0].data, "spec": run.to_dict()})
    if edit is not None:
        reply = replace(reply, data={**reply.data, "text": edit.text})
    return [started, *events[1 : reply.seq - 1], reply]
