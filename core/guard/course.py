"""The course of a guarded run: the controller beside it, what went out, and what that cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from core.approval import Approval
from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.encoders import Encoder, get_encoder
from core.drift.model import RoleSet
from core.errors import ConflictError
from core.gate.model import PriorsSet
from core.guard.decisions import Forward, Repaired
from core.guard.help import Spent
from core.guard.journal import GuardState
from core.guard.record import FORMAT, agents_of, kept_run, opened_data
from core.guard.recorder import Recorder
from core.held import Held, Ruling, Settled
from core.pipeline import Controller
from core.repair.means import Means
from core.report import Analysis, BoundaryReport
from core.settings import ReplaySettings
from core.trace.model import Agent, Event, EventKind, Trace

Ended: TypeAlias = Forward | Repaired


class Course:
    """Follows one run: takes events in, proposes, settles. One caller at a time.

    Args:
        contract: The facts.
        roles: Role profiles; None for handoff control alone.
        priors: Frozen counts; None: nothing is repaired.
        models: Agent -> name of its model.
        people: Agents that are persons.
        binding: Which agent is which party and role.
        settings: Settings of the controller; None takes the defaults.
        approval: When a person decides.
        means: Who can help with a repair.
        spent: Counts what help costs.
        name: What the run is called.
        task: What the team was asked to do.
        encoder: Encoder of the behaviour vector; None takes the one of the settings.
        recorder: Writes down what happens.
    """

    def __init__(
        self,
        contract: Contract,
        *,
        roles: RoleSet | None,
        priors: PriorsSet | None,
        models: Mapping[str, str],
        people: Collection[str],
        binding: Binding,
        settings: ReplaySettings | None,
        approval: Approval,
        means: Means,
        spent: Spent,
        name: str,
        task: str,
        encoder: Encoder | None,
        recorder: Recorder,
    ) -> None:
        settings = settings or ReplaySettings()
        if encoder is None and roles and binding.roles:
            encoder = get_encoder(settings.encoder)
        self._name, self._task, self._approval = name, task, approval
        self._contract, self._roles, self._priors = contract, roles, priors
        self._encoder, self._recorder, self._spent = encoder, recorder, spent
        self._known = dict.fromkeys(binding.parties, "") | dict(models)
        self._people = frozenset(people)
        participants = tuple(
            Agent(name=agent, model=model or None, is_person=agent in self._people)
            for agent, model in self._known.items()
        )
        self._controller = Controller(
            contract,
            trace=Trace(name=name, format=FORMAT, agents=participants, events=()),
            binding=binding,
            roles=roles,
            priors=priors,
            settings=settings,
            encoder=encoder,
            live=True,
            means=means,
        )
        self.events: list[Event] = []
        """What went out and what was read."""
        self.reports: list[BoundaryReport] = []
        """One per boundary that has gone out."""
        self._tokens = {"repair": 0, "estimated": False}
        self.opened: dict[str, Any] = opened_data(
            name=name, task=task, approval=approval, contract=contract, roles=roles,
            priors=priors, models=self._known, people=people, binding=binding, settings=settings,
        )  # fmt: skip
        """All that the run is checked with, as JSON values."""

    @property
    def next_seq(self) -> int:
        """Number of the next event."""
        return self._controller.next_seq

    def event(self, kind: EventKind, sender: str, to: str | Sequence[str], text: str) -> Event:
        """Return what would be the next event."""
        return Event(
            seq=self.next_seq,
            kind=kind,
            sender=sender,
            recipients=(to,) if isinstance(to, str) else tuple(to),
            text=text,
            at=datetime.now(UTC),
        )

    def note(self, event: Event, event_id: str) -> None:
        """Take in what an agent called or read."""
        self._controller.step(event)
        self.events.append(event)
        self._recorder.event(event, event_id)

    def propose(self, event: Event) -> Held:
        """Judge a text that has not gone out.

        Raises:
            ConflictError: Something else is held.
        """
        held = self._controller.propose(event)
        if held is None:
            raise ConflictError(f"Event {event.seq} is no boundary.")
        return held

    def withdraw(self, held: Held) -> None:
        """Take back what was proposed: nothing goes out."""
        self._controller.withdraw(held)

    def recover(self) -> None:
        """Let go of what is still held after an error, so that the next event can be taken in."""
        held = self._controller.holding
        if held is not None:
            self._controller.withdraw(held)

    def settle(self, held: Held, ruling: Ruling, *, digest: str = "", event_id: str = "") -> Ended:
        """Do what was ruled about a held text, and write down what went out.

        Args:
            held: What :meth:`propose` returned.
            ruling: What shall be done.
            digest: Under which it waited for a person; empty if it didn't.
            event_id: The program's own name of the event.
        """
        settled: Settled = self._controller.settle(held, ruling)
        self.events += settled.events
        self.reports.append(settled.report)
        spent = self._spent.take()
        self._tokens["repair"] += spent["tokens"]
        self._tokens["estimated"] |= bool(spent["estimated"])
        self._recorder.settled(settled, digest, event_id, spent)
        return ended(settled.report, settled.text, held.event.text)

    def replay(self, state: GuardState) -> None:
        """Stand where the run's former program stood: nothing is decided, nobody is asked."""
        for event in state.events:
            self._controller.step(event)
        self.events += state.events
        self.reports += state.reports
        self._tokens = {"repair": state.tokens, "estimated": state.estimated}

    def kept(self, errors: int) -> tuple[Trace, Analysis]:
        """Close the controller and return the run as it may be kept."""
        events = tuple(self.events)
        trace = Trace(
            name=self._name,
            format=FORMAT,
            agents=agents_of(events, self._known, self._people),
            events=events,
            task=self._task,
            metadata={
                "guard": {
                    "approval": self._approval,
                    "errors": errors,
                    "tokens": dict(self._tokens),
                }
            },
        )
        return kept_run(
            self._controller,
            self._contract,
            trace,
            self.reports,
            roles=self._roles,
            priors=self._priors,
            encoder=self._encoder,
            approval=self._approval,
        )


def ended(report: BoundaryReport, text: str, own: str) -> Ended:
    """Return what went out, as the guard answers it.

    Args:
        report: How the boundary ended.
        text: What went out.
        own: What its agent wrote.
    """
    if text == own:
        return Forward(text=own, reason=report.reason, report=report)
    return Repaired(text=text, reason=report.reason, report=report, original=own)
