"""Runs a calibration: plan, episode after episode, freeze.

Killed anywhere, it goes on from its last record, and no stored reply of a model is asked for again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from core.contract.checks import FactCheck, compile_fact
from core.errors import ConflictError, InputError
from core.gate.model import PriorsSet
from core.lease import LEASE, LeaseLostError, kept_lease, new_owner
from core.live.driver import ModelsFor
from core.live.events import LiveEvent
from core.live.models import models_for
from core.live.prompts import system_prompt
from core.live.scripted import ScriptedModel
from core.live.spec import RunSpec
from core.live.state import RunState
from core.llm.model import ChatModel
from core.llm.tokens import estimate_tokens
from core.probe.agents import Lapsing
from core.probe.counts import freeze, hashes, remark_of
from core.probe.episode import Bench
from core.probe.prefix import Clean, clean_run, make_plan, recorded_run
from core.probe.record import (
    NOTES,
    AtWork,
    CleanRun,
    ProbeRecord,
    ProbeState,
    ProbeStore,
    fold_records,
    planned_data,
)
from core.probe.spec import ProbeSpec
from core.probe.tape import BudgetError, HaltedError, Tape
from core.probe.verifiers import CompiledVerifier, Subject, compile_verifier

Ended: TypeAlias = Literal["done", "budget", "halted", "failed"]
FAILURES = 3
"""So many failed episodes in a row end the work: the endpoint is gone."""
CONTINUATIONS = 3
"""Runs that an episode takes at first guess: native, and two repairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a calibration will take."""

    episodes: int
    calls: int
    tokens: int


def estimate_before(spec: ProbeSpec, episodes: int) -> Estimate:
    """Return a rough upper estimate before anything was called.

    Args:
        spec: What will be probed.
        episodes: How many episodes it will be.
    """
    agents = max(1, len(spec.team.agents))
    state = RunState(spec=spec.at(0).run_spec(None), status="running")
    texts = sum(d.text.count("") for d in spec.team.documents)
    tokens = sum(
        estimate_tokens(system_prompt(state, a.name)) + 2 * (a.max_tokens or 400) + texts // 4
        for a in spec.team.agents
    )
    calls = agents * CONTINUATIONS * episodes
    return Estimate(episodes=episodes, calls=calls, tokens=tokens * CONTINUATIONS * episodes)


def estimate(state: ProbeState) -> Estimate:
    """Return what is left, from what was seen: the clean run, then the episodes run so far."""
    left = len(state.plan.episodes) - len(state.episodes) if state.plan else 0
    if state.episodes:
        count = len(state.episodes)
        calls = sum(e.calls for e in state.episodes) / count
        tokens = sum(e.tokens for e in state.episodes) / count
    else:
        calls, tokens = CONTINUATIONS * state.clean_calls, CONTINUATIONS * state.clean_tokens
    return Estimate(episodes=left, calls=round(calls * left), tokens=round(tokens * left))


def players(spec: ProbeSpec, checks: Mapping[str, FactCheck], models: ModelsFor) -> ModelsFor:
    """Return who plays the team: the models, or scripted agents that lapse now and then."""
    if not spec.scripted:
        return models
    team = spec.run_spec(None).team
    scripted: ChatModel = Lapsing(
        ScriptedModel(team, spec.contract), checks, spec.lapse, spec.distraction
    )

    def find(run: RunSpec) -> ChatModel:
        return scripted

    return find


def _checks(spec: ProbeSpec) -> dict[str, FactCheck]:
    return {fact.id: compile_fact(fact) for fact in spec.contract.facts}


def _verifier(spec: ProbeSpec) -> CompiledVerifier:
    return compile_verifier(spec.verifier, spec.contract)


def priors_of(spec: ProbeSpec, state: ProbeState) -> tuple[PriorsSet, ...]:
    """Return what the episodes so far support, one set for each model."""
    reference = state.plan.cost_reference if state.plan else 1
    return freeze(spec, state.episodes, reference, remark=remark_of(state))


def busy(at_work: AtWork | None) -> str:
    """Say that another process works on a calibration: who let it run, and since when (UTC)."""
    by = f", for {at_work.by}" if at_work and at_work.by else ""
    since = f", since {at_work.since:%Y-%m-%d %H:%M:%S} UTC" if at_work and at_work.since else ""
    return f"Another process works on this calibration just now{by}{since}."


@dataclass(kw_only=True)
class Runner:
    """Advances one calibration.

    Args:
        probe_id: Which one.
        store: Where its records are kept.
        models: Who plays the agents; scripted ones are found by the spec itself.
        bases: Events of the recorded runs that serve as clean runs (:func:`recorded_run`,
            :func:`core.probe.bound.bound_run`), in the order of the spec's starts; none makes one.
        halted: Set to stop after the call under way; its reply is kept.
        cut: Set as well to give that call up.
        by: Who runs it.
        owner: Under which name it holds the lease.
        budgets: Most calls and tokens from now on, 0 for no limit; None leaves them as they are.
    """

    probe_id: str
    store: ProbeStore
    models: ModelsFor | None = None
    bases: Sequence[Sequence[LiveEvent]] = ()
    halted: threading.Event = field(default_factory=threading.Event)
    cut: threading.Event = field(default_factory=threading.Event)
    by: str = ""
    owner: str = field(default_factory=new_owner)
    budgets: tuple[int, int] | None = None
    state: ProbeState = field(default_factory=ProbeState, init=False)
    _taken: ConflictError | None = field(default=None, init=False, repr=False)
    """Set once another process has gone on with it: nothing more is written here."""

    def run(self, show: Callable[[ProbeState], None] | None = None) -> Ended:
        """Plan, then run what is left, then freeze.

        Args:
            show: Is told the state after the plan and after every episode.

        Returns:
            Why it ended; ``done`` if all was run. A calibration that ended otherwise can be taken
            up again, and what it counted so far can be used.

        Raises:
            InputError: The clean run didn't end, or the verifier doesn't fit the contract.
            ConflictError: Another process works on the same calibration, or somebody stopped it.
        """
        if not self.store.take(self.probe_id, self.owner, LEASE):
            raise ConflictError(busy(self.store.at_work(self.probe_id)))
        with kept_lease(self.store, self.probe_id, self.owner, self._lost):
            return self._run(show)

    def _lost(self) -> None:
        """Leave it to whoever works on it now: nothing more is written here."""
        self._taken = LeaseLostError(busy(None))
        self.halted.set()
        self.cut.set()

    def _run(self, show: Callable[[ProbeState], None] | None) -> Ended:
        spec = self.store.spec(self.probe_id)
        self._refresh()
        if self.state.how == "stopped":
            raise ConflictError("This calibration was stopped; begin a new one.")
        if self.state.frozen:
            self._show(show)
            return "done"
        if self.state.plan is None and len(self.bases) != len(spec.starts) and self._needs(spec):
            raise InputError("The runs from which it begins are not at hand any more.")
        self._append("begun", {"by": self.by, "budgets": self.budgets})
        try:
            if self.state.plan is None:
                self._plan(spec)
            self._show(show)
            ended, reason = self._episodes(self._benches(spec), spec, show)
        except BudgetError:
            self.cut.clear()  # nobody from outside gave the call up
            ended, reason = "budget", "The run without a fault takes more than the budget."
        except HaltedError:
            if self._taken is not None and self.state.how != "stopped":
                raise self._taken from None
            ended, reason = "halted", ""
        except InputError as error:
            self._append("ended", {"how": "failed", "reason": str(error)})
            raise
        if self.state.how == "stopped":
            return "halted"
        if ended != "done":
            self._append("ended", {"how": ended, "reason": reason})
        else:
            self._append("frozen", {"hashes": list(hashes(self.priors()))})
        return ended

    def priors(self) -> tuple[PriorsSet, ...]:
        """Return what the episodes so far support, one set for each model."""
        self._refresh()
        return priors_of(self.store.spec(self.probe_id), self.state)

    def _needs(self, spec: ProbeSpec) -> bool:
        """Whether it can't begin without its recorded runs; one live run can be made anew."""
        return spec.is_bound or len(spec.starts) > 1

    def _plan(self, spec: ProbeSpec) -> None:
        cleans, runs = [], []
        for number in range(max(1, len(self.bases))):
            own = spec.at(number)
            checks = _checks(own)
            if self.bases:
                events, end = recorded_run(self.bases[number])
            else:
                tape = self._tape(spec)
                tape.most = self._most(spec)
                events, end = clean_run(own, self._players(own, checks), tape)
            found = _verifier(own).verify(Subject(end.events))
            cleans.append(Clean(spec=own, events=events, checks=checks))
            runs.append(CleanRun(events=tuple(events), passes=found.passed, reason=found.reason))
        plan = make_plan(spec, cleans)
        self._append("planned", planned_data(plan, runs, is_given=bool(self.bases)))

    def _benches(self, spec: ProbeSpec) -> list[Bench]:
        """Return what runs the episodes of each clean run."""
        benches = []
        for number, run in enumerate(self.state.runs):
            own = spec.at(number)
            checks = _checks(own)
            benches.append(
                Bench(
                    spec=own, events=run.events, models=self._players(own, checks), checks=checks,
                    verifier=_verifier(own),
                )
            )  # fmt: skip
        return benches

    def _tape(self, spec: ProbeSpec) -> Tape:
        """Return the tape of what is under way; asking scripted agents again costs nothing."""
        keep = None if spec.scripted else lambda reply: self._append("call", reply)
        return Tape(kept=self.state.tape, keep=keep, halted=self.halted, cut=self.cut)

    def _episodes(
        self, benches: Sequence[Bench], spec: ProbeSpec, show: Callable[[ProbeState], None] | None
    ) -> tuple[Ended, str]:
        assert self.state.plan is not None  # noqa: S101  (run has planned)
        failures = 0
        for planned in self.state.plan.episodes[len(self.state.episodes) :]:
            if self.halted.is_set():
                return "halted", ""
            if self._beyond(spec):
                return "budget", "The next episode might go beyond the budget."
            bench = benches[planned.slot.run]
            bench.tape = self._tape(spec)
            episode = bench.run(planned)
            failures = failures + 1 if episode.failed else 0
            if failures >= FAILURES:
                return "failed", episode.reason
            self._append("episode", asdict(episode))
            self._show(show)
        return "done", ""

    def _beyond(self, spec: ProbeSpec) -> bool:
        """Whether the next episode might go beyond the budget, were it as large as the largest."""
        # What a halted episode has paid already is part of what it will take in all.
        state = ProbeState(**{**vars(self.state), "tape": ()})
        calls = max([e.calls for e in state.episodes] or [CONTINUATIONS * state.clean_calls])
        tokens = max([e.tokens for e in state.episodes] or [CONTINUATIONS * state.clean_tokens])
        most_calls, most_tokens = self._most(spec)
        return bool(
            (most_calls and state.calls + calls > most_calls)
            or (most_tokens and state.tokens + tokens > most_tokens)
        )

    def _most(self, spec: ProbeSpec) -> tuple[int, int]:
        """Return the most calls and tokens; 0 for no limit."""
        return self.state.budgets or (spec.budget_calls, spec.budget_tokens)

    def _players(self, spec: ProbeSpec, checks: dict[str, FactCheck]) -> ModelsFor:
        return players(spec, checks, self.models or models_for())

    def _refresh(self) -> None:
        self.state = fold_records(
            self.store.records(self.probe_id, after=self.state.seq), self.state
        )

    def _append(self, kind: Any, data: dict[str, Any]) -> None:
        if self.state.how == "stopped":
            raise HaltedError("Somebody stopped the calibration.")
        if self._taken is not None:
            raise self._taken
        while True:
            record = ProbeRecord(seq=self.state.seq + 1, kind=kind, data=data)
            try:
                self.store.append(self.probe_id, record, self.owner)
            except ConflictError as error:
                if not self._only_notes():
                    # The driver of an episode takes a conflict for a person's doing and goes on.
                    self._taken = error
                    self.halted.set()
                    self.cut.set()
                    raise
            else:
                break
        self._refresh()

    def _only_notes(self) -> bool:
        """Whether all that others have written meanwhile is about episodes that were run."""
        new = self.store.records(self.probe_id, after=self.state.seq)
        self.state = fold_records(new, self.state)
        return bool(new) and all(record.kind in NOTES for record in new)

    def _show(self, show: Callable[[ProbeState], None] | None) -> None:
        if show is not None:
            show(self.state)
