"""Drives one run: reads where it stands, does one thing, stores it, and so on.

Every effect is stored before it is used, and a call is announced before it is made. So a run can
be killed anywhere and goes on from its last event: a stored reply is never asked for again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from core.drift.encoders import Encoder
from core.errors import (
    CancelledError,
    ConflictError,
    ModelError,
    NoToolsError,
    SettingError,
    TransitionError,
)
from core.lease import LeaseLostError
from core.live.approval import asks_a_person
from core.live.boundary import (
    boundary_data,
    delivered_data,
    held_event,
    is_returned,
    proposed_event,
    ruling_about,
)
from core.live.documents import MAX_CALLS, READ, run_tool, spells_call
from core.live.events import LiveEvent, LiveKind
from core.live.fold import apply, fold
from core.live.journal import Journal
from core.live.judge import Judge
from core.live.prompts import overhead_tokens, turn_request
from core.live.spec import RunSpec
from core.live.state import RunState
from core.live.steps import Step, next_step
from core.live.voice import Voice
from core.llm.model import ChatModel, ChatRequest, Completion

ModelsFor: TypeAlias = Callable[[RunSpec], ChatModel]
"""Returns what plays the agents of a run."""
LOOK = 0.25
"""Seconds between two looks at the journal while a model writes."""
SHOW = 0.3
"""Seconds between two shown states of what is being written."""
_TRIES = 50


def utc_now() -> datetime:
    """Return the time, UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced:
    """What one step did."""

    what: Literal["moved", "waits", "idle"]
    state: RunState
    until: datetime | None = None
    """When something happens by itself."""


@dataclass(kw_only=True)
class Driver:
    """Advances one run. One thread uses it, and one driver at a time drives a run."""

    run_id: str
    journal: Journal
    models: ModelsFor
    owner: str | None = None
    """Name under which the lease is held; None where nobody else can drive."""
    encoder: Encoder | None = None
    clock: Callable[[], datetime] = utc_now
    halted: threading.Event = field(default_factory=threading.Event)
    """Set to give the run up at once, wherever it is; it can be taken up again later."""
    state: RunState = field(default_factory=RunState, init=False)
    _model: ChatModel | None = field(default=None, init=False, repr=False)
    _let_go_on: int = field(default=0, init=False, repr=False)
    _judge: Judge | None = field(default=None, init=False, repr=False)
    _voice: Voice = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._voice = Voice(self)

    def advance(self) -> Advanced:
        """Do the next thing, if there is any.

        Returns:
            ``moved`` if an event was stored (or somebody else stored one), ``waits`` for time or a
            person, ``idle`` if nothing more can happen.

        Raises:
            LeaseLostError: Another process drives the run.
        """
        self._refresh()
        step = next_step(self.state, self.clock())
        if step.kind == "idle":
            return Advanced(what="idle", state=self.state)
        if step.kind == "wait":
            return Advanced(what="waits", state=self.state, until=step.until)
        try:
            getattr(self, f"_do_{step.kind}")(step)
        except LeaseLostError:
            raise
        except ConflictError:
            self._refresh()  # a person was faster; the next step looks at what she did
        except CancelledError:
            self._refresh()
            if self.halted.is_set():
                return Advanced(what="idle", state=self.state)
        except (ModelError, SettingError) as error:
            # The encoder's endpoint: nothing was judged, so the same step is done again on resuming.
            self._fail(error)
        return Advanced(what="moved", state=self.state)

    def run(self, pause: Callable[[float], None] | None = None) -> RunState:
        """Advance until nothing more can happen.

        Args:
            pause: Waits so many seconds for a person or the clock; None returns instead.
        """
        while not self.halted.is_set():
            done = self.advance()
            if done.what == "idle":
                break
            if done.what == "waits":
                if pause is None:
                    break
                pause(LOOK)
        return self.state

    # -- steps ------------------------------------------------------------------------------

    def _do_call(self, step: Step) -> None:
        agent = step.agent
        if not self.state.uses_tools(agent):
            self._show_documents(agent)
        if self.state.call is None:
            self.append(
                "call_begun",
                call=f"c{self.state.calls + 1}",
                agent=agent,
                turn=self.state.turns.get(agent, 0) + (self.state.turn is None),
                purpose="turn",
            )
        try:
            request = turn_request(self.state, agent)
            done = self.complete(request, agent)
        except NoToolsError as error:
            self.append("tools_off", agent=agent, reason=str(error))
            return
        except CancelledError:
            raise
        except (ModelError, SettingError) as error:
            self._fail(error)
            return
        if request.tools and (why := self._tools_unused(agent, done)):
            usage = usage_data(done)
            self.append_surely(
                "tools_off", agent=agent, reason=why, usage=usage, seconds=round(done.seconds, 3)
            )
            return
        self.append_reply(agent, done, overhead=overhead_tokens(self.state, agent))

    def _fail(self, error: ModelError | SettingError) -> None:
        self.append("failed", code=getattr(error, "code", "setting"), reason=str(error))

    def _tools_unused(self, agent: str, done: Completion) -> str:
        """Return why the agent gets its documents in the prompt after all; empty if it needn't.

        Many servers let tools pass for models that don't know them. Such a model makes its first
        answer up, so that answer isn't used.
        """
        if done.tool_calls:
            return ""
        if spells_call(done.text):
            return f"The model {done.model} writes tool calls as text."
        read = any(e.kind == "tool_result" and agent in e.recipients for e in self.state.events)
        if self.state.turns.get(agent) == 1 and not read:
            return f"The model {done.model} read none of the documents that lie open to it."
        return ""

    def _show_documents(self, agent: str) -> None:
        """Say in the record what the prompt will hold: the documents, as if the agent read them."""
        shown = {e.call_id for e in self.state.events if e.metadata.get("in_prompt")}
        for document in self.state.run.team.documents_of(agent):
            call_id = f"prompt:{agent}:{document.name}"
            if call_id not in shown:
                self.append(
                    "tool_result", agent=agent, tool=READ, call_id=call_id, arguments="",
                    text=document.text, in_prompt=True,
                )  # fmt: skip

    def _do_tool(self, step: Step) -> None:
        turn = self.state.turn
        call = turn.exchanges[-1].open_tool if turn else None
        assert call is not None  # noqa: S101  (next_step has looked)
        documents = self.state.run.team.documents_of(step.agent)
        self.append(
            "tool_result",
            agent=step.agent,
            tool=call["name"],
            call_id=call["id"],
            arguments=call["arguments"],
            text=run_tool(call["name"], call["arguments"], documents),
        )

    def _do_judge(self, step: Step) -> None:
        event, way = proposed_event(self.state)
        with self._voice.unbroken():
            held = self.judge.propose(self.state, event)
        self.append("boundary", **boundary_data(self.state, event, way, held))

    def _do_park(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        self.append(
            "parked",
            seq=held.seq,
            digest=held.digest,
            reasons=list(asks_a_person(self.state.run, held.report, is_cut=held.is_cut)),
        )

    def _do_expire(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        self.append("expired", seq=held.seq, digest=held.digest)

    def _do_deliver(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        if is_returned(held):
            why = held.verdict.reason if held.verdict else ""
            self.append("returned", seq=held.seq, agent=held.agent, reason=why)
            return
        with self._voice.unbroken():
            settled = self.judge.settle(
                self.state,
                held_event(held),
                held.judged,
                ruling_about(held),
                certificate=held.verdict.certificate if held.verdict else None,
            )
        self.append("delivered", **delivered_data(held, settled))

    _do_apply = _do_deliver

    def _do_finish(self, step: Step) -> None:
        kind: LiveKind = "stopped" if step.how == "refusals" else "finished"
        self.append(kind, how=step.how, reason=step.reason)

    # -- calls ------------------------------------------------------------------------------

    def complete(self, request: ChatRequest, agent: str) -> Completion:
        """Have an agent's model answer, for everybody to see, until somebody stops the run."""
        show = _Shown(self.journal, self.run_id, agent)
        try:
            return self.model.complete(request, on_delta=show, cancelled=_Watch(self))
        finally:
            show.end()

    def append_reply(self, agent: str, done: Completion, **more: Any) -> None:
        """Store the reply to the call under way."""
        call = self.state.call
        assert call is not None  # noqa: S101  (a call was begun)
        self.append_surely(
            "reply",
            call=call.call,
            agent=agent,
            text=done.text,
            tool_calls=[
                # Not every server keeps its ids apart; ours are.
                {"id": f"{call.call}.{n}", "name": c.name, "arguments": c.arguments}
                for n, c in enumerate(done.tool_calls[:MAX_CALLS], start=1)
            ],
            usage=usage_data(done),
            model=done.model,
            finish=done.finish,
            seconds=round(done.seconds, 3),
            attempts=done.attempts,
            **more,
        )

    # -- the journal ------------------------------------------------------------------------

    @property
    def model(self) -> ChatModel:
        """What plays the agents. Raises NoEndpointError or SettingError."""
        if self._model is None or self._let_go_on != self.state.let_go_on:
            # Whoever lets a run go on pays from there, also while its last call was still under way.
            self._model, self._let_go_on = self.models(self.state.run), self.state.let_go_on
        return self._model

    @property
    def judge(self) -> Judge:
        """The controller beside the run."""
        if self._judge is None:
            self._judge = Judge(self.state.run, self.encoder, self._voice.means())
            self._voice.compiled = self._judge.compiled
            self._voice.checks = self._judge.checks
        return self._judge

    def _refresh(self) -> None:
        new = self.journal.events(self.run_id, after=self.state.seq)
        self.state = fold(new, self.state)

    def append(self, kind: LiveKind, /, **data: Any) -> None:
        """Store the next event.

        Raises:
            ConflictError: Somebody else has written meanwhile.
            LeaseLostError: Another process drives the run.
        """
        event = LiveEvent(seq=self.state.seq + 1, kind=kind, data=data, at=self.clock())
        after = apply(self.state, event)
        self.journal.append(self.run_id, event, after, self.owner)
        self.state = after

    def append_surely(self, kind: LiveKind, /, **data: Any) -> None:
        """Store what must not be lost, such as a reply that has cost money, behind what others wrote.

        Raises:
            ConflictError: It can't follow any more: the run was stopped meanwhile.
        """
        for _ in range(_TRIES):
            try:
                self.append(kind, **data)
                return
            except LeaseLostError:
                raise
            except ConflictError:
                self._refresh()
            except TransitionError as error:
                raise ConflictError(str(error)) from error
        raise ConflictError("Others write to this run without a pause.")


def usage_data(done: Completion) -> dict[str, Any]:
    """Return the counts of a call as an event holds them."""
    usage = done.usage
    return {
        "prompt": usage.prompt,
        "completion": usage.completion,
        "estimated": usage.estimated,
    }


class _Watch:
    """Says whether the call under way is still wanted."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._next = time.monotonic() + LOOK
        self._gone = False

    def __call__(self) -> bool:
        if self._driver.halted.is_set():
            return True
        if not self._gone and time.monotonic() >= self._next:
            self._next = time.monotonic() + LOOK
            self._gone = self._driver.journal.status(self._driver.run_id) in ("stopped", "failed")
        return self._gone


class _Shown:
    """Lets everybody see what is being written, a few times a second."""

    def __init__(self, journal: Journal, run_id: str, agent: str) -> None:
        self._journal, self._run_id, self._agent = journal, run_id, agent
        self._next = 0.0
        self._used = False

    def __call__(self, text: str) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SHOW
            self._used = True
            self._journal.show_progress(self._run_id, self._agent, text)

    def end(self) -> None:
        """Take the text down."""
        if self._used:
            with suppress(ConflictError):
                self._journal.show_progress(self._run_id, self._agent, "")
