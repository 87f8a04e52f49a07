"""The calls of a guard: events in, decisions out, one at a time.

The controller and what went out are in :mod:`core.guard.course`, what waits for a person in
:mod:`core.guard.desk`.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Literal, Self, TypeAlias

from core.approval import Approval, asks_a_person
from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.encoders import Encoder
from core.drift.model import RoleSet
from core.errors import BatonError, ConflictError, InputError, OvertakenError, RepairError
from core.gate.model import PriorsSet, RepairName
from core.guard.course import Course, Ended
from core.guard.decisions import Decision, Forward, Parked
from core.guard.desk import Desk, NameTakenError
from core.guard.help import HELPING, Spent
from core.guard.journal import GuardState, fold_guard, refuse_placeholder
from core.guard.ports import Store
from core.guard.record import changed_words
from core.guard.recorder import POLL, Recorder
from core.held import AS_PROPOSED, Ruling
from core.repair.means import Means
from core.report import Act, BoundaryReport
from core.settings import ReplaySettings
from core.trace.model import Event, EventKind
from core.trace.redact import has_placeholder

OnError: TypeAlias = Literal["forward", "raise"]

_LOG = logging.getLogger("baton.guard")


@dataclass(frozen=True, slots=True)
class Left:
    """What a former program of a run has left."""

    run_id: str
    state: GuardState


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
        left: Left | None = None,
    ) -> None:
        self.name, self.task = name, task
        self.approval: Approval = approval
        self.analysis_id: str | None = None
        """Where the run was kept, once it is closed."""
        self.errors: list[str] = []
        """What went wrong inside the guard, in words."""
        self._on_error: OnError = on_error
        self._store = store
        self._turn = threading.Condition(threading.RLock())
        self._closed = False
        self._recorder = Recorder(store, self._failed)
        self._course = Course(
            contract, roles=roles, priors=priors, models=models, people=people, binding=binding,
            settings=settings, approval=approval, means=means, spent=spent, name=name, task=task,
            encoder=encoder, recorder=self._recorder,
        )  # fmt: skip
        self._desk = Desk(self._course, self._recorder, self._failed)
        self._noted: set[str] = set()
        """Names of calls and results that were taken in."""
        if left is None:
            self._recorder.begin(name, self._course.opened)
        else:
            self._take_up(left)
        if store is not None:
            atexit.register(self.close)

    def _take_up(self, left: Left) -> None:
        """Go on where a former program of the run was when it ended."""
        if changed := changed_words(left.state.opened, self._course.opened):
            raise InputError(
                f"The run was checked with another {changed}.",
                hint="Open it with the same documents, or begin a new run.",
            )
        state = fold_guard(self._recorder.resume(left.run_id))
        self._course.replay(state)
        self._desk.restore(state)
        self._noted |= state.noted

    # -- events ---------------------------------------------------------------------------

    def message(
        self, sender: str, to: str | Sequence[str], text: str, *, event_id: str = ""
    ) -> Decision:
        """Return what to do with a message that is about to be sent.

        Args:
            sender: Agent that wrote it.
            to: Agent or agents that would get it.
            text: Its text.
            event_id: Your own name of the event, so that it is judged once: whatever is said under
                the same name again, also by a program that took the run up, gets the same answer.

        Raises:
            ConflictError: Another sender, kind or recipients had that name before.
            OvertakenError: Another program has taken the run up; nothing is sent here any more.
        """
        return self._boundary("message", sender, to, text, event_id)

    def output(
        self, sender: str, text: str, to: str | Sequence[str] = (), *, event_id: str = ""
    ) -> Decision:
        """Return what to do with a work product: an offer, a report, code.

        Args:
            sender: Agent that made it.
            text: The work itself.
            to: Who gets it; nobody if it is filed or final.
            event_id: As in :meth:`message`; so is what it raises.
        """
        return self._boundary("output", sender, to, text, event_id)

    def tool_call(
        self,
        agent: str,
        tool: str,
        text: str = "",
        call_id: str | None = None,
        *,
        event_id: str = "",
    ) -> None:
        """Take in that an agent called a tool; once, if it has a name (see :meth:`message`)."""
        self._note("tool_call", agent, (), text, tool, call_id, event_id)

    def tool_result(
        self,
        tool: str,
        to: str | Sequence[str],
        text: str,
        call_id: str | None = None,
        *,
        event_id: str = "",
    ) -> None:
        """Take in what a tool returned, or a document that an agent has read; once, if it has a name."""
        self._note("tool_result", tool, to, text, tool, call_id, event_id)

    # -- decisions ------------------------------------------------------------------------

    @property
    def run_id(self) -> str:
        """Name of the run in its store, to take it up again by; empty if it isn't recorded."""
        return self._recorder.run_id

    @property
    def parked(self) -> tuple[Parked, ...]:
        """What waits for a person, oldest first."""
        with self._turn:
            return tuple(self._desk.parked.values())

    @property
    def reports(self) -> tuple[BoundaryReport, ...]:
        """One report per boundary that has gone out."""
        with self._turn:
            return tuple(self._course.reports)

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
            OvertakenError: Another program has taken the run up; nothing is sent here any more.
            InputError: The text holds a mark of the record where the agent wrote a secret.
            NotFoundError: Nothing was parked under that digest.
            RepairError: The prerequisites of an ordered repair don't hold.
        """
        if not by.strip():
            raise ConflictError("A decision needs the name of the person who made it.")
        with self._turn:
            parked = self._desk.parked.get(digest)
            if act == "edit" and parked is not None and not has_placeholder(parked.text):
                refuse_placeholder(text)
            ended = self._desk.decide(
                digest, Ruling(act=act, by=by, reason=reason, text=text, repair=repair)
            )
            self._turn.notify_all()
            return ended

    def wait_decision(self, parked: Parked, seconds: float) -> Ended:
        """Wait for somebody to decide; after that time the agent's own text goes out.

        A message that is parked anew meanwhile is waited for under its new digest.

        Args:
            parked: What waits.
            seconds: How long at most.

        Raises:
            ConflictError: A former program parked it, and its record hides a secret in it.
            NotFoundError: This guard never parked it.
            OvertakenError: Another program has taken the run up; nothing is sent here any more.
        """
        until = time.monotonic() + seconds
        with self._turn:
            self._desk.wanted(parked.digest)
            while True:
                self._listen(at_once=True)
                digest = self._desk.latest(parked.digest)
                left = until - time.monotonic()
                if digest in self._desk.answers or left <= 0:
                    ended = self._desk.answers.get(digest) or self._desk.expire(digest)
                    self._turn.notify_all()
                    return ended
                self._turn.wait(min(left, POLL) if self._recorder.is_on else left)

    def close(self) -> str | None:
        """End the run and keep it, if there is a store. What still waits goes out as it is.

        If another program has taken the run up, nothing goes out and nothing is kept here.

        Returns:
            Id of the kept analysis, or None.
        """
        with self._turn:
            if self._closed:
                return self.analysis_id
            try:
                self._listen(at_once=True)
                self._desk.close()
                self._end()
                self._recorder.check(at_once=True)
                return self._file()
            except OvertakenError as error:
                self._end()
                self.errors.append(str(error))
                _LOG.warning("baton: %s", error)
                return None

    def _end(self) -> None:
        self._closed = True
        self._turn.notify_all()
        atexit.unregister(self.close)

    def _file(self) -> str | None:
        if self._store is None or not self._course.events:
            self._recorder.closed("")
            return None
        try:
            trace, analysis = self._course.kept(len(self.errors))
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
        self, kind: EventKind, sender: str, to: str | Sequence[str], text: str, event_id: str
    ) -> Decision:
        with self._turn:
            try:
                event = self._course.event(kind, sender, to, text)
                self._desk.check_name(event_id, event)
                self._recorder.check()
                self._check_open()
                self._listen()
                known = self._desk.known(event_id, event) if event_id else None
                if known is not None:
                    self._listen(at_once=True)
                    known = self._desk.known(event_id, event)
                if known is None:
                    event = replace(event, seq=self._course.next_seq)
                    known = self._judge(event, event_id)
                return known
            except (NameTakenError, OvertakenError):  # it may not be sent here, not even as it is
                self._course.recover()
                self._turn.notify_all()
                raise
            except Exception as error:
                self._course.recover()
                said = self._failed(error)
                if waits := self._desk.waits(event_id):
                    return waits  # an error lets nothing out that a person has to decide about
        return Forward(text=text, reason="The guard could not look at it.", error=said)

    def _judge(self, event: Event, event_id: str) -> Decision:
        held = self._course.propose(event)
        reasons = asks_a_person(self.approval, held.report)
        if reasons:
            return self._desk.park(held, reasons, event_id)
        ended = self._course.settle(held, AS_PROPOSED, event_id=event_id)
        self._desk.said(event_id, event, ended)
        return ended

    def _listen(self, *, at_once: bool = False) -> None:
        with self._turn:
            try:
                self._desk.listen(at_once=at_once)
            finally:
                self._turn.notify_all()

    def _note(
        self,
        kind: EventKind,
        sender: str,
        to: str | Sequence[str],
        text: str,
        tool: str,
        call_id: str | None,
        event_id: str,
    ) -> None:
        try:
            with self._turn:
                event = self._course.event(kind, sender, to, text)
                self._desk.check_name(event_id, event)
                self._check_open()
                if event_id in self._noted:
                    return
                self._course.note(replace(event, tool=tool, call_id=call_id), event_id)
                if event_id:
                    self._noted.add(event_id)
                    self._desk.named(event_id, event)
        except NameTakenError:
            raise
        except Exception as error:
            self._failed(error)

    def _check_open(self) -> None:
        if self._closed:
            raise ConflictError(f"The guard of '{self.name}' is closed.")
        if HELPING.get():
            raise RepairError("A function that helps the guard can't go through the guard.")

    def _failed(self, error: Exception) -> str:
        said = str(error) if isinstance(error, BatonError) else f"{type(error).__name__}: {error}"
        self.errors.append(said)
        if self._on_error == "raise":
            raise error
        _LOG.error("baton: %s", said, exc_info=not isinstance(error, BatonError))
        return said
