"""The work of a guard: one event at a time is judged, parked, decided, recorded."""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from types import TracebackType
from typing import Literal, Self, TypeAlias

from core.approval import Approval, asks_a_person
from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.encoders import Encoder, get_encoder
from core.drift.model import RoleSet
from core.errors import BatonError, ConflictError, NotFoundError, RepairError
from core.gate.model import PriorsSet, RepairName
from core.guard.decisions import Decision, Forward, Parked, Repaired
from core.guard.help import HELPING, Spent
from core.guard.journal import refuse_placeholder
from core.guard.ports import Store
from core.guard.record import FORMAT, agents_of, kept_run, opened_data
from core.guard.recorder import POLL, Recorder
from core.held import AS_PROPOSED, Held, Ruling, Settled
from core.pipeline import Controller
from core.repair.means import Means
from core.report import Act, BoundaryReport
from core.review import boundary_digest
from core.settings import ReplaySettings
from core.trace.model import Agent, Event, EventKind, Trace
from core.trace.redact import has_placeholder

OnError: TypeAlias = Literal["forward", "raise"]
Ended: TypeAlias = Forward | Repaired

_LOG = logging.getLogger("baton.guard")


@dataclass(slots=True)
class _Waiting:
    """A boundary that a person has to decide on; nothing of it has gone out."""

    event: Event
    content: str
    """Digest of what would be sent, whatever number the event gets."""


class Engine:
    """Follows one run of a team and answers for every message; ``Guard`` adds the comforts.

    Safe to share between threads: one event at a time is judged, in the order of the calls. A
    parked message holds up nobody else.
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
        on_error: OnError,
        store: Store | None,
        name: str,
        task: str,
        encoder: Encoder | None,
        spent: Spent,
    ) -> None:
        self.name, self.task = name, task
        self.approval: Approval = approval
        self.analysis_id: str | None = None
        """Where the run was kept, once it is closed."""
        self.errors: list[str] = []
        """What went wrong inside the guard, in words."""
        self._on_error: OnError = on_error
        self._store = store
        self._contract, self._roles, self._priors = contract, roles, priors
        settings = settings or ReplaySettings()
        self._encoder = encoder
        if encoder is None and roles and binding.roles:
            self._encoder = get_encoder(settings.encoder)
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
            encoder=self._encoder,
            live=True,
            means=means,
        )
        self._turn = threading.Condition(threading.RLock())
        self._events: list[Event] = []
        self._reports: list[BoundaryReport] = []
        self._waiting: dict[str, _Waiting] = {}
        self._parked: dict[str, Parked] = {}
        self._answers: dict[str, Ended] = {}
        self._again: dict[str, str] = {}
        """Digest of what was parked anew, by the digest before."""
        self._parks = 0
        self._closed = False
        self._spent = spent
        self._tokens = {"repair": 0, "estimated": False}
        self._recorder = Recorder(store, self._failed)
        self._recorder.begin(
            name,
            opened_data(
                name=name, task=task, approval=approval, contract=contract, roles=roles,
                priors=priors, models=self._known, people=people, binding=binding,
                settings=settings,
            ),
        )  # fmt: skip
        if store is not None:
            atexit.register(self.close)

    # -- events ---------------------------------------------------------------------------

    def message(self, sender: str, to: str | Sequence[str], text: str) -> Decision:
        """Return what to do with a message that is about to be sent.

        Args:
            sender: Agent that wrote it.
            to: Agent or agents that would get it.
            text: Its text.
        """
        return self._boundary("message", sender, to, text)

    def output(self, sender: str, text: str, to: str | Sequence[str] = ()) -> Decision:
        """Return what to do with a work product: an offer, a report, code.

        Args:
            sender: Agent that made it.
            text: The work itself.
            to: Who gets it; nobody if it is filed or final.
        """
        return self._boundary("output", sender, to, text)

    def tool_call(self, agent: str, tool: str, text: str = "", call_id: str | None = None) -> None:
        """Take in that an agent called a tool."""
        self._note("tool_call", agent, (), text, tool, call_id)

    def tool_result(
        self, tool: str, to: str | Sequence[str], text: str, call_id: str | None = None
    ) -> None:
        """Take in what a tool returned, or a document that an agent has read."""
        self._note("tool_result", tool, to, text, tool, call_id)

    # -- decisions ------------------------------------------------------------------------

    @property
    def parked(self) -> tuple[Parked, ...]:
        """What waits for a person, oldest first."""
        with self._turn:
            return tuple(self._parked.values())

    @property
    def reports(self) -> tuple[BoundaryReport, ...]:
        """One report per boundary that has gone out."""
        with self._turn:
            return tuple(self._reports)

    def decide(
        self,
        digest: str,
        act: Act = "proposed",
        *,
        by: str,
        reason: str = "",
        text: str = "",
        repair: RepairName | None = None,
    ) -> Ended:
        """Decide on a parked message.

        Args:
            digest: Of the :class:`Parked` that the person saw.
            act: ``proposed``: do what was proposed; ``original``: send the agent's own text;
                ``edit``: send ``text``; ``order``: apply ``repair``, whatever the gate says.
            by: Name of the person.
            reason: Why; kept with the decision.
            text: For ``edit``.
            repair: For ``order``.

        Returns:
            What went out.

        Raises:
            ConflictError: It was decided already, or the run has gone on and something else would
                be sent now; then it is parked anew under another digest.
            InputError: The text holds a mark of the record where the agent wrote a secret.
            NotFoundError: Nothing was parked under that digest.
            RepairError: The prerequisites of an ordered repair don't hold.
        """
        if not by.strip():
            raise ConflictError("A decision needs the name of the person who made it.")
        with self._turn:
            parked = self._parked.get(digest)
            if act == "edit" and parked is not None and not has_placeholder(parked.text):
                refuse_placeholder(text)
            return self._decide(
                digest, Ruling(act=act, by=by, reason=reason, text=text, repair=repair)
            )

    def wait_decision(self, parked: Parked, seconds: float) -> Ended:
        """Wait for somebody to decide; after that time the agent's own text goes out.

        A message that is parked anew meanwhile is waited for under its new digest.

        Args:
            parked: What waits.
            seconds: How long at most.

        Raises:
            NotFoundError: This guard never parked it.
        """
        until = time.monotonic() + seconds
        with self._turn:
            while True:
                self._listen(at_once=True)
                digest = self._latest(parked.digest)
                left = until - time.monotonic()
                if digest in self._answers or left <= 0:
                    return self._answers.get(digest) or self._expire(digest)
                self._turn.wait(min(left, POLL) if self._recorder.is_on else left)

    def close(self) -> str | None:
        """End the run and keep it, if there is a store. What still waits goes out as it is.

        Returns:
            Id of the kept analysis, or None.
        """
        with self._turn:
            if self._closed:
                return self.analysis_id
            self._listen(at_once=True)
            for digest in list(self._waiting):
                self._expire(digest)
            self._closed = True
            atexit.unregister(self.close)
            if self._store is None or not self._events:
                self._recorder.closed("")
                return None
            try:
                trace, analysis = kept_run(
                    self._controller,
                    self._contract,
                    self._trace(),
                    self._reports,
                    roles=self._roles,
                    priors=self._priors,
                    encoder=self._encoder,
                    approval=self.approval,
                )
                self.analysis_id = self._store.run(trace, analysis)
            except Exception as error:
                self._failed(error)
            self._recorder.closed(self.analysis_id or "")
            return self.analysis_id

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- inside ---------------------------------------------------------------------------

    def _boundary(
        self, kind: EventKind, sender: str, to: str | Sequence[str], text: str
    ) -> Decision:
        with self._turn:
            try:
                self._check_open()
                self._listen()
                return self._judge(self._event(kind, sender, to, text))
            except Exception as error:
                self._recover()
                said = self._failed(error)
        return Forward(text=text, reason="The guard could not look at it.", error=said)

    def _recover(self) -> None:
        """Let go of what is still held after an error, so that the next event can be taken in."""
        held = self._controller.holding
        if held is not None:
            self._controller.withdraw(held)

    def _note(
        self,
        kind: EventKind,
        sender: str,
        to: str | Sequence[str],
        text: str,
        tool: str,
        call_id: str | None,
    ) -> None:
        try:
            with self._turn:
                self._check_open()
                event = replace(self._event(kind, sender, to, text), tool=tool, call_id=call_id)
                self._controller.step(event)
                self._events.append(event)
                self._recorder.event(event)
        except Exception as error:
            self._failed(error)

    def _check_open(self) -> None:
        if self._closed:
            raise ConflictError(f"The guard of '{self.name}' is closed.")
        if HELPING.get():
            raise RepairError("A function that helps the guard can't go through the guard.")

    def _event(self, kind: EventKind, sender: str, to: str | Sequence[str], text: str) -> Event:
        return Event(
            seq=self._controller.next_seq,
            kind=kind,
            sender=sender,
            recipients=(to,) if isinstance(to, str) else tuple(to),
            text=text,
            at=datetime.now(UTC),
        )

    def _judge(self, event: Event) -> Decision:
        held = self._propose(event)
        reasons = asks_a_person(self.approval, held.report)
        if reasons:
            return self._park(held, reasons)
        return self._settle(held, AS_PROPOSED)

    def _propose(self, event: Event) -> Held:
        held = self._controller.propose(event)
        if held is None:
            raise ConflictError(f"Event {event.seq} is no boundary.")
        return held

    def _listen(self, *, at_once: bool = False) -> None:
        """Carry out what people have decided on the dashboard since the last look."""
        for said in self._recorder.decisions(at_once=at_once):
            data = said.data
            ruling = Ruling(
                act=data["act"],
                by=data["by"],
                reason=data["reason"],
                text=data["text"],
                repair=data["repair"] or None,
            )
            try:
                self._decide(data["digest"], ruling)
            except Exception as error:  # who waits for the decision goes on waiting
                self._recorder.refused(data["digest"], error)

    def _park(self, held: Held, reasons: tuple[str, ...], instead_of: str = "") -> Parked:
        self._controller.withdraw(held)
        self._parks += 1
        content = _content(held)
        digest = sha256(f"{self._parks}:{content}".encode()).hexdigest()
        self._waiting[digest] = _Waiting(held.event, content)
        parked = Parked(digest=digest, reasons=reasons, report=held.report, text=held.event.text)
        self._parked[digest] = parked
        self._recorder.parked(parked, held.event, instead_of)
        return parked

    def _decide(self, digest: str, ruling: Ruling) -> Ended:
        if digest in self._answers:
            raise ConflictError("This message was decided already; what went out can't be unsent.")
        waiting = self._waiting.get(digest)
        if waiting is None:
            raise NotFoundError("Nothing waits under this digest.")
        held = self._propose(replace(waiting.event, seq=self._controller.next_seq))
        try:
            if ruling.act in ("proposed", "order") and _content(held) != waiting.content:
                again = self._park(held, self._parked[digest].reasons, digest)
                self._forget(digest)
                self._again[digest] = again.digest
                raise ConflictError(
                    "The run has gone on, and something else would be sent now. "
                    f"Look at it again: {again.digest}."
                )
            seen = held.digest if ruling.by else ""
            ended = self._settle(held, replace(ruling, digest=seen), digest)
        except Exception:
            self._recover()
            raise
        self._forget(digest)
        self._answers[digest] = ended
        self._turn.notify_all()
        return ended

    def _latest(self, digest: str) -> str:
        while digest in self._again:
            digest = self._again[digest]
        return digest

    def _expire(self, digest: str) -> Ended:
        """Send the agent's own text; an error inside is no reason to keep it."""
        waiting = self._waiting.get(digest)
        try:
            return self._decide(digest, Ruling(act="original", reason="nobody decided in time"))
        except Exception as error:
            if waiting is None:
                raise
            self._recorder.given_up(digest, error)
            said = self._failed(error)
        ended = Forward(
            text=waiting.event.text, reason="The guard could not look at it.", error=said
        )
        self._forget(digest)
        self._answers[digest] = ended
        self._turn.notify_all()
        return ended

    def _forget(self, digest: str) -> None:
        del self._waiting[digest], self._parked[digest]

    def _settle(self, held: Held, ruling: Ruling, digest: str = "") -> Ended:
        settled: Settled = self._controller.settle(held, ruling)
        self._events += settled.events
        self._reports.append(settled.report)
        spent = self._spent.take()
        self._tokens["repair"] += spent["tokens"]
        self._tokens["estimated"] |= bool(spent["estimated"])
        self._recorder.settled(settled, digest, spent)
        report, own = settled.report, held.event.text
        if settled.text == own:
            return Forward(text=own, reason=report.reason, report=report)
        return Repaired(text=settled.text, reason=report.reason, report=report, original=own)

    def _failed(self, error: Exception) -> str:
        said = str(error) if isinstance(error, BatonError) else f"{type(error).__name__}: {error}"
        self.errors.append(said)
        if self._on_error == "raise":
            raise error
        _LOG.error("baton: %s", said, exc_info=not isinstance(error, BatonError))
        return said

    def _trace(self) -> Trace:
        events = tuple(self._events)
        return Trace(
            name=self.name,
            format=FORMAT,
            agents=agents_of(events, self._known, self._people),
            events=events,
            task=self.task,
            metadata={
                "guard": {
                    "approval": self.approval,
                    "errors": len(self.errors),
                    "tokens": dict(self._tokens),
                }
            },
        )


def _content(held: Held) -> str:
    """Name what would be sent, whatever number the event gets."""
    return boundary_digest(replace(held.report, seq=0))
