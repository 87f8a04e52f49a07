"""Drives one run: reads where it stands, does one thing, stores it, and so on.

Every effect is stored before it is used, and a call is announced before it is made. So a run can
be killed anywhere and goes on from its last event: a stored reply is never asked for again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from core.drift.encoders import Encoder
from core.errors import (
    CancelledError,
    ConflictError,
    ModelError,
    NoToolsError,
    RepairError,
    SettingError,
    TransitionError,
)
from core.live.approval import asks_a_person
from core.live.boundary import (
    boundary_data,
    delivered_data,
    held_event,
    is_returned,
    proposed_event,
    ruling_about,
)
from core.live.documents import READ, run_tool
from core.live.events import LiveEvent, LiveKind, Purpose
from core.live.fold import apply, fold
from core.live.journal import Journal, LeaseLostError
from core.live.judge import Judge
from core.live.prompts import overhead_tokens, question_request, turn_request
from core.live.spec import RunSpec
from core.live.state import RunState
from core.live.steps import Step, next_step
from core.llm.model import ChatModel, ChatRequest, Completion
from core.repair.means import Answer, Means, Question, Redo

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
    _judge: Judge | None = field(default=None, init=False, repr=False)
    _broken: ConflictError | CancelledError | None = field(default=None, init=False, repr=False)

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
        if agent in self.state.no_tools:
            self._show_documents(agent)
        if self.state.call is None:
            self._append(
                "call_begun",
                call=f"c{self.state.calls + 1}",
                agent=agent,
                turn=self.state.turns.get(agent, 0) + (self.state.turn is None),
                purpose="turn",
            )
        try:
            request = turn_request(self.state, agent)
            done = self._complete(request, agent)
        except NoToolsError as error:
            self._append("tools_off", agent=agent, reason=str(error))
            return
        except CancelledError:
            raise
        except (ModelError, SettingError) as error:
            self._append("failed", code=getattr(error, "code", "setting"), reason=str(error))
            return
        self._append_reply(agent, done, overhead=overhead_tokens(self.state, agent))

    def _show_documents(self, agent: str) -> None:
        """Say in the record what the prompt will hold: the documents, as if the agent read them."""
        shown = {e.call_id for e in self.state.events if e.metadata.get("in_prompt")}
        for document in self.state.run.team.documents_of(agent):
            call_id = f"prompt:{agent}:{document.name}"
            if call_id not in shown:
                self._append(
                    "tool_result", agent=agent, tool=READ, call_id=call_id, arguments="",
                    text=document.text, in_prompt=True,
                )  # fmt: skip

    def _do_tool(self, step: Step) -> None:
        turn = self.state.turn
        call = turn.exchanges[-1].open_tool if turn else None
        assert call is not None  # noqa: S101  (next_step has looked)
        documents = self.state.run.team.documents_of(step.agent)
        self._append(
            "tool_result",
            agent=step.agent,
            tool=call["name"],
            call_id=call["id"],
            arguments=call["arguments"],
            text=run_tool(call["name"], call["arguments"], documents),
        )

    def _do_judge(self, step: Step) -> None:
        event, way = proposed_event(self.state)
        with self._unbroken():
            held = self.judge.propose(self.state, event)
        self._append("boundary", **boundary_data(self.state, event, way, held))

    def _do_park(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        self._append(
            "parked",
            seq=held.seq,
            digest=held.digest,
            reasons=list(asks_a_person(self.state.run, held.report)),
        )

    def _do_expire(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        self._append("expired", seq=held.seq, digest=held.digest)

    def _do_deliver(self, step: Step) -> None:
        held = self.state.held
        assert held is not None  # noqa: S101  (next_step has looked)
        if is_returned(held):
            why = held.verdict.reason if held.verdict else ""
            self._append("returned", seq=held.seq, agent=held.agent, reason=why)
            return
        with self._unbroken():
            settled = self.judge.settle(
                self.state, held_event(held), held.digest, ruling_about(held)
            )
        self._append("delivered", **delivered_data(held, settled))

    _do_apply = _do_deliver

    def _do_finish(self, step: Step) -> None:
        kind: LiveKind = "stopped" if step.how == "refusals" else "finished"
        self._append(kind, how=step.how, reason=step.reason)

    # -- calls ------------------------------------------------------------------------------

    def _complete(self, request: ChatRequest, agent: str) -> Completion:
        show = _Shown(self.journal, self.run_id, agent)
        try:
            return self.model.complete(request, on_delta=show, cancelled=_Watch(self))
        finally:
            show.end()

    def _append_reply(self, agent: str, done: Completion, **more: Any) -> None:
        call = self.state.call
        assert call is not None  # noqa: S101  (a call was begun)
        self._append_surely(
            "reply",
            call=call.call,
            agent=agent,
            text=done.text,
            tool_calls=[
                # Not every server keeps its ids apart; ours are.
                {"id": f"{call.call}.{n}", "name": c.name, "arguments": c.arguments}
                for n, c in enumerate(done.tool_calls, start=1)
            ],
            usage={
                "prompt": done.usage.prompt,
                "completion": done.usage.completion,
                "estimated": done.usage.estimated,
            },
            model=done.model,
            finish=done.finish,
            seconds=round(done.seconds, 3),
            attempts=done.attempts,
            **more,
        )

    @contextmanager
    def _unbroken(self) -> Iterator[None]:
        """Let the controller ask agents; if the run was taken from us meanwhile, nothing counts.

        A question that fails rolls a repair back. But if a person stopped the run, or the lease or
        the race for the next event was lost, the boundary isn't settled at all.
        """
        self._broken = None
        yield
        if self._broken is not None:
            raise self._broken

    def ask(self, key: str, purpose: Purpose, addressee: str, text: str) -> Answer:
        """Put a question of the controller to an agent; a stored answer is not asked for again.

        Raises:
            RepairError: Nobody of that name is in the team.
            ModelError: There is no answer.
        """
        if addressee not in self.state.run.team.agent_names:
            raise RepairError(f"{addressee} is not in the team.")
        held = self.state.held
        turn = held.turn if held else 0  # a text that was written again is another question
        key = f"{key}:{turn}"
        try:
            said, tokens = self._ask(key, purpose, addressee, text)
        except (ConflictError, CancelledError) as error:
            self._broken = error
            raise
        return Answer(text=said, tokens=tokens)

    def _ask(self, key: str, purpose: str, addressee: str, text: str) -> tuple[str, int]:
        """Return an agent's answer to a question of the controller; a stored one is not asked for again."""
        if key not in self.state.asked:
            self._append("question", key=key, purpose=purpose, addressee=addressee, text=text)
        asked = self.state.asked[key]
        if asked.reply is None:
            if self.state.call is None:
                self._append(
                    "call_begun",
                    call=f"c{self.state.calls + 1}",
                    agent=addressee,
                    turn=self.state.turns.get(addressee, 0),
                    purpose=purpose,
                )
            request = question_request(self.state, addressee, text, purpose)
            self._append_reply(addressee, self._complete(request, addressee))
            asked = self.state.asked[key]
        if not asked.is_answered:
            self._append("answer", key=key, text=asked.reply, tokens=asked.tokens)
        return asked.reply or "", asked.tokens

    # -- the journal ------------------------------------------------------------------------

    @property
    def model(self) -> ChatModel:
        """What plays the agents. Raises NoEndpointError or SettingError."""
        if self._model is None:
            self._model = self.models(self.state.run)
        return self._model

    @property
    def judge(self) -> Judge:
        """The controller beside the run."""
        if self._judge is None:
            voice = _Voice(self)
            means = Means(asker=voice, author=voice)
            self._judge = Judge(self.state.run, self.encoder, means)
        return self._judge

    def _refresh(self) -> None:
        new = self.journal.events(self.run_id, after=self.state.seq)
        self.state = fold(new, self.state)

    def _append(self, kind: LiveKind, /, **data: Any) -> None:
        event = LiveEvent(seq=self.state.seq + 1, kind=kind, data=data, at=self.clock())
        after = apply(self.state, event)
        self.journal.append(self.run_id, event, after, self.owner)
        self.state = after

    def _append_surely(self, kind: LiveKind, /, **data: Any) -> None:
        """Store what must not be lost, such as a reply that has cost money, behind what others wrote.

        Raises:
            ConflictError: It can't follow any more: the run was stopped meanwhile.
        """
        for _ in range(_TRIES):
            try:
                self._append(kind, **data)
                return
            except LeaseLostError:
                raise
            except ConflictError:
                self._refresh()
            except TransitionError as error:
                raise ConflictError(str(error)) from error
        raise ConflictError("Others write to this run without a pause.")


class _Voice:
    """Puts the controller's questions to the agents of the run."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def ask(self, question: Question) -> Answer:
        """Ask the owner of a fact."""
        return self._driver.ask(question.key, "ask", question.addressee, question.text)

    def redo(self, request: Redo) -> str:
        """Have an author write an output again."""
        return self._driver.ask(request.key, "author", request.agent, request.prompt).text


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
