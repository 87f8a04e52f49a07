"""One episode: a faulted prefix, continued natively and with each repair that can be used."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from core.contract.checks import FactCheck
from core.gate.model import FrontierName, RepairName
from core.live import desk
from core.live.driver import Driver, ModelsFor
from core.live.events import LiveEvent
from core.live.spec import RunSpec
from core.live.state import Held, RunState
from core.llm.model import ChatModel
from core.probe.agents import Delayed
from core.probe.faults import Edit, Skip
from core.probe.memory import MemoryJournal
from core.probe.prefix import RUN, Planned, edit_at, prefix
from core.probe.spec import CONTROL, ProbeSpec
from core.probe.tape import Tape
from core.probe.verifiers import CompiledVerifier, Subject
from core.provenance.model import Frontier

Effect: TypeAlias = Literal["helped", "neutral", "harmed"]
_BY = "probe"
_KEPT = 6_000
"""Characters of a text that are kept with an episode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a continuation ended."""

    passed: bool
    reason: str
    """What the verifier said."""
    tokens: int
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What could be known at the boundary where the gap was seen. Agent text is hostile."""

    sender: str
    recipients: tuple[str, ...]
    kind: str
    """message or output."""
    text: str
    """The held text; shortened."""
    fact: str
    """Id of the fact that the gap is about."""
    statement: str
    recipient: str
    """Who should have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One repair against the native continuation."""

    repair: RepairName
    frontier: FrontierName
    """As the controller detected it."""
    model: str
    """Whose behaviour the repair uses."""
    decision: str
    """COMMIT, ROLLBACK or FORWARD."""
    ending: Ending
    effect: Effect
    added: int
    """Tokens that the repair added: its own calls, and what it put into prompts."""
    unchecked: Ending | None = None
    """How the run ends if a repair that was rolled back is sent all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What one episode showed. Nothing in it depends on the clock."""

    boundary: int
    fault: str
    fact: str
    seed: int
    native: Ending | None = None
    detected: FrontierName | None = None
    case: Case | None = field(default=None, compare=False)
    """None where there was no gap, and in episodes from before it was kept."""
    arms: tuple[Arm, ...] = ()
    reason: str = ""
    """Why there is no comparison."""
    failed: bool = False
    """Whether a model gave no answer; such an episode counts for nothing."""
    calls: int = 0
    tokens: int = 0
    """Of all continuations, the common prefix once."""
    run: int = 0
    """From which of the clean runs it began, from 0."""

    @property
    def place(self) -> str:
        """Name of the boundary in its calibration; from the second run on with the run's number."""
        return f"{self.run + 1}:{self.boundary}" if self.run else str(self.boundary)

    @property
    def key(self) -> str:
        """Name of the episode in its calibration: place, fault, fact, seed."""
        return f"{self.place}/{self.fault}/{self.fact}/{self.seed}"


def effect_of(native: bool, repaired: bool) -> Effect:
    """Return what a repair did: helped if only it passes, harmed if only the native one does."""
    if native == repaired:
        return "neutral"
    return "helped" if repaired else "harmed"


@dataclass(kw_only=True)
class Bench:
    """Runs episodes of one clean run.

    Args:
        spec: What is probed, of this run alone.
        events: The clean run.
        models: Who plays the agents; None: the tape alone.
        checks: Compiled checks of the contract.
        verifier: What decides whether a run passed.
        tape: Replies of the episode so far, and whether it is still wanted.
        watch: Is told how each continuation ended: ``native``, a repair, or a repair ``unchecked``.
    """

    spec: ProbeSpec
    events: Sequence[LiveEvent]
    models: ModelsFor | None
    checks: Mapping[str, FactCheck]
    verifier: CompiledVerifier
    tape: Tape = field(default_factory=Tape)
    watch: Callable[[str, RunState], None] = lambda name, state: None

    def run(self, planned: Planned) -> Episode:
        """Run one episode; a model that fails makes it a failed one.

        Raises:
            HaltedError: It was halted; the tape holds what was answered.
        """
        slot = planned.slot
        edit: Edit | Skip | None = None
        if slot.fault != CONTROL:
            edit = edit_at(
                self.spec, self.events, slot.boundary, slot.fault, slot.fact, self.checks
            )
        models = self.tape.over(self.models)
        if isinstance(edit, Edit) and edit.later:
            models = _delaying(models, self.events[slot.boundary - 1], edit)
        start = prefix(self.spec, self.events, planned, edit if isinstance(edit, Edit) else None)
        journal = MemoryJournal(start)
        driver = Driver(run_id=RUN, journal=journal, models=models, halted=self.tape.cut)
        gap = self._to_the_gap(driver, slot.fact)
        shared, before = list(journal.kept), driver.state
        if gap is None:
            state = self._run(driver)
            self.watch("native", state)
            return self._nothing(planned, state, _used(start))
        held = before.held
        assert held is not None  # noqa: S101  (a gap stands at a held boundary)
        return self._compare(planned, shared, held, gap, models, start)

    def _run(self, driver: Driver) -> RunState:
        state = driver.run()
        self.tape.check()
        return state

    def _to_the_gap(self, driver: Driver, fact: str) -> Frontier | None:
        """Drive to the first boundary whose earliest gap is the fact's and can be repaired."""
        seen = 0
        while True:
            state = driver.advance().state
            self.tape.check()
            if state.is_over or state.status == "failed":
                return None
            if state.held is not None and state.held_live_seq != seen:
                seen = state.held_live_seq
                gap = next(iter(state.held.report.frontiers), None)
                usable = gap is not None and gap.critical and not gap.unsure
                if usable and gap is not None and fact in ("", gap.fact) and repairs_of(state.held):
                    return gap

    def _nothing(self, planned: Planned, state: RunState, spent: tuple[int, int]) -> Episode:
        slot = planned.slot
        ending = None if state.status == "failed" else self._ending(state)
        reason = state.reason if ending is None else "the controller saw no gap it could repair"
        return Episode(
            boundary=slot.boundary, fault=slot.fault, fact=slot.fact, seed=planned.seed, run=slot.run,
            native=ending, reason=reason, failed=ending is None,
            calls=state.calls - spent[0], tokens=state.account.total - spent[1],
        )  # fmt: skip

    def _compare(
        self,
        planned: Planned,
        shared: list[LiveEvent],
        held: Held,
        gap: Frontier,
        models: ModelsFor,
        start: list[LiveEvent],
    ) -> Episode:
        names: list[RepairName | None] = [None, *repairs_of(held)]
        slot = planned.slot  # its number of the run isn't in its words: orders drawn before stay
        random.Random(f"{self.spec.seed}/{slot}/{planned.seed}").shuffle(names)  # noqa: S311
        ends = {name: self._continue(shared, held, name, models) for name in names}
        for name, state in ends.items():
            self.watch(name or "native", state)
        spent, common = _used(start), _used(shared)
        calls = common[0] - spent[0] + sum(s.calls - common[0] for s in ends.values())
        tokens = common[1] - spent[1] + sum(s.account.total - common[1] for s in ends.values())
        head = {"boundary": slot.boundary, "fault": slot.fault, "fact": slot.fact, "run": slot.run}
        bad = next((s for s in ends.values() if s.status != "finished"), None)
        if bad is not None:
            return Episode(
                **head, seed=planned.seed, detected=gap.status, failed=True,  # type: ignore[arg-type]
                reason=bad.reason, calls=calls, tokens=tokens,
            )  # fmt: skip
        native = self._ending(ends[None])
        arms = []
        for name in repairs_of(held):
            arm = self._arm(name, gap, native, ends[name], held)
            text = _proposed(held, name)
            if arm.decision == "ROLLBACK" and text is not None:
                sent = self._continue(shared, held, name, models, text)
                self.watch(f"{name} unchecked", sent)
                calls += sent.calls - common[0]
                tokens += sent.account.total - common[1]
                if sent.status == "finished":
                    arm = replace(arm, unchecked=self._ending(sent))
            arms.append(arm)
        return Episode(
            **head, seed=planned.seed, native=native, detected=gap.status,  # type: ignore[arg-type]
            case=self._case(held, gap), arms=tuple(arms), calls=calls, tokens=tokens,
        )  # fmt: skip

    def _continue(
        self,
        shared: list[LiveEvent],
        held: Held,
        repair: RepairName | None,
        models: ModelsFor,
        text: str | None = None,
    ) -> RunState:
        """Go on natively, with a repair, or with its text sent whether it is verified or not."""
        if repair is None:
            native = MemoryJournal(shared)
            return self._run(
                Driver(run_id=RUN, journal=native, models=models, halted=self.tape.cut)
            )
        events = desk.branch_events(shared, shared[-1].seq, parent=RUN, author=_BY)
        journal = MemoryJournal(events)
        desk.decide(
            journal, RUN, seq=held.seq, digest=held.digest, author=_BY, text=text,
            action="order" if text is None else "edit", repair=repair if text is None else "",
        )  # fmt: skip
        return self._run(Driver(run_id=RUN, journal=journal, models=models, halted=self.tape.cut))

    def _arm(
        self, name: RepairName, gap: Frontier, native: Ending, state: RunState, held: Held
    ) -> Arm:
        ending = self._ending(state)
        ordered = next(o for o in state.outcomes if o.verdict is not None)
        fact = self.spec.contract.fact(gap.fact)
        party = fact.owner if name == "ASK" and fact is not None else gap.recipient
        return Arm(
            repair=name,
            frontier=gap.status,
            model=self.spec.model_of(self._agent(party, held.agent)),
            decision=ordered.report.decision,
            ending=ending,
            effect=effect_of(native.passed, ending.passed),
            added=state.account.repair + state.account.prompt_overhead,
        )

    def _case(self, held: Held, gap: Frontier) -> Case:
        fact = self.spec.contract.fact(gap.fact)
        return Case(
            sender=held.agent,
            recipients=tuple(held.recipients),
            kind=held.kind,
            text=held.text[:_KEPT],
            fact=gap.fact,
            statement=fact.statement if fact is not None else "",
            recipient=gap.recipient,
        )

    def _agent(self, party: str, otherwise: str) -> str:
        agents = self.spec.team.agents
        return next((a.name for a in agents if (a.party or a.name) == party), otherwise)

    def _ending(self, state: RunState) -> Ending:
        result = self.verifier.verify(Subject(state.events))
        return Ending(
            passed=result.passed, reason=result.reason, tokens=state.account.total, how=state.how
        )


def repairs_of(held: Held) -> tuple[RepairName, ...]:
    """Return the repairs that could be carried out at a held boundary without a person."""
    return tuple(
        c.repair
        for c in held.report.candidates
        if c.proposal is not None and c.proposal.needs != "person"
    )


def _proposed(held: Held, repair: RepairName) -> str | None:
    """Return the text that code alone would send for a repair, if it can make one."""
    found = (c.proposal for c in held.report.candidates if c.repair == repair)
    proposal = next(found, None)
    return proposal.text if proposal is not None else None


def _used(events: Sequence[LiveEvent]) -> tuple[int, int]:
    replies = [e.data["usage"] for e in events if e.kind == "reply"]
    calls = sum(e.kind == "call_begun" for e in events)
    return calls, sum(int(u["prompt"]) + int(u["completion"]) for u in replies)


def _delaying(models: ModelsFor, boundary: LiveEvent, edit: Edit) -> ModelsFor:
    def find(run: RunSpec) -> ChatModel:
        agent, turn = boundary.data["agent"], boundary.data["turn"]
        return Delayed(models(run), agent, turn, edit.later)

    return find
