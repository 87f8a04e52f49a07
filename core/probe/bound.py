"""A run of another program as the clean run: its agents are bound to a team that can play them.

The log says what was said, not how the agents work. Somebody who can go on from there is needed: a
team with prompts and models. Up to the boundary of an episode, the log is the shared prefix; from
there on the team plays. A text that the team's flow would have sent to somebody else stays part of
the history, and no fault is put into it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.contract.bind import Match, match_name
from core.contract.model import Contract
from core.contract.parameters import values_for
from core.errors import InputError
from core.live.driver import Driver, utc_now
from core.live.events import LiveEvent
from core.live.fold import apply, fold
from core.live.route import DONE
from core.live.spec import RunSpec
from core.live.state import RunState
from core.live.team import AgentSpec, Team
from core.llm.model import Cancelled, ChatModel, ChatRequest, Completion, OnDelta
from core.llm.tokens import estimate_usage
from core.probe.memory import MemoryJournal
from core.probe.prefix import RUN
from core.probe.spec import ProbeSpec, Start
from core.trace.model import Event, Trace
from core.trace.native import event_to_dict

RECORDED = "recorded"


def speakers(trace: Trace) -> tuple[str, ...]:
    """Return who wrote something in a run and is no person: all of them have to be bound."""
    wrote = {event.sender for event in trace.events if event.is_boundary}
    return tuple(a.name for a in trace.agents if a.name in wrote and not a.is_person)


def suggest_bind(trace: Trace, team: Team) -> dict[str, Match]:
    """Propose which agent of a team plays which agent of a run, with the reason.

    Args:
        trace: The run.
        team: Who shall go on from it.
    """
    return {name: match_name(name, team.agent_names, "agent") for name in speakers(trace)}


def outsiders(trace: Trace, contract: Contract, bind: Mapping[str, str]) -> dict[str, str]:
    """Return who isn't played but is a party of the contract, such as the person with the task."""
    left = [agent.name for agent in trace.agents if agent.name not in bind]
    found = {name: match_name(name, contract.party_names).name for name in left}
    return {name: party for name, party in found.items() if party}


def problem(trace: Trace, team: Team, bind: Mapping[str, str], *, scripted: bool) -> str:
    """Return why a team can't go on from a run; empty if it can.

    Args:
        trace: The run.
        team: Who shall play.
        bind: Agent of the run -> agent of the team.
        scripted: Whether scripted agents play; they need neither prompt nor model.
    """
    for name, agent in bind.items():
        if name not in trace.agent_names:
            return f"The run has no agent '{name}'."
        if agent not in team.agent_names:
            return f"{team.name} has no agent '{agent}'."
    if free := [name for name in speakers(trace) if name not in bind]:
        return f"Nobody plays {', '.join(free)}. Bind every agent that writes in the run."
    if scripted:
        return ""
    played = dict.fromkeys(bind.values())
    for lack, what in (
        ([n for n in played if not team.agent(n).prompt.strip()], "prompt"),
        ([n for n in played if not team.model_of(n)], "model"),
    ):
        if lack:
            return f"{', '.join(lack)} of {team.name}: no {what}, so nobody knows how to go on."
    return ""


def bind_spec(spec: ProbeSpec, trace: Trace, source: str, bind: Mapping[str, str]) -> ProbeSpec:
    """Return a spec that begins from a run of another program, beside those it has already.

    Args:
        spec: Team, contract, verifier.
        trace: The run.
        source: Its id or digest.
        bind: Agent of the run -> agent of the team.

    Raises:
        InputError: The team can't play it.
    """
    if why := problem(trace, spec.team, bind, scripted=spec.scripted):
        raise InputError(why)
    start = Start(
        source=f"trace:{source}",
        name=trace.name,
        bind=dict(bind),
        outside=outsiders(trace, spec.contract, bind),
        task=trace.task,
        values=values_for(spec.contract, trace).values,
    )
    return replace(spec, starts=(*spec.starts, start))


def bound_run(trace: Trace, spec: ProbeSpec) -> list[LiveEvent]:
    """Return a run as the events of a live run of the team that shall go on from it.

    Args:
        trace: The run.
        spec: With the team, and the run as its only start.

    Raises:
        InputError: The team can't play it, or the run doesn't fit into the team's budgets.
    """
    (start,) = spec.starts
    if why := problem(trace, spec.team, start.bind, scripted=spec.scripted):
        raise InputError(why)
    stage = _Stage(spec.run_spec(None), dict(start.bind))
    for event in trace.events:
        if not event.is_private:
            stage.take(event)
    return stage.end()


def draft_team(trace: Trace, name: str) -> Team:
    """Return a team with the agents of a run, to be completed: prompts and models as the log has them.

    Args:
        trace: The run.
        name: What the team is called.
    """
    names = {who: _team_name(who) for who in speakers(trace)}
    routes = {who: _routes(trace, who, names) for who in names}
    fixed = all(len(ways) <= 1 for ways in routes.values())
    agents = tuple(
        AgentSpec(
            name=names[agent.name],
            prompt=agent.description.strip(),
            model=agent.model or "",
            sends_to=tuple(dict.fromkeys(to for way in routes[agent.name] for to in way)),
            produces="output" if _has_outputs(trace, agent.name) else "message",
            may_finish=not fixed,
        )
        for agent in trace.agents
        if agent.name in names
    )
    flow: Any = "sequence" if fixed else "graph"
    return Team(name=name, task=trace.task, flow=flow, agents=agents)


def _team_name(name: str) -> str:
    """Return a name as an agent of a team may have it: its routes are written with commas and colons."""
    return re.sub(r"[\n,:]+", " ", name).strip()[:120] or "agent"


def _routes(trace: Trace, name: str, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return the different sets of agents to which one wrote."""
    said = (e for e in trace.events if e.is_boundary and e.sender == name)
    ways = (tuple(names[to] for to in e.recipients if to in names and to != name) for e in said)
    return list(dict.fromkeys(way for way in ways if way))


def _has_outputs(trace: Trace, name: str) -> bool:
    return any(e.kind == "output" and e.sender == name for e in trace.events)


@dataclass(kw_only=True)
class _Recital:
    """Says what the log says."""

    text: str = ""

    def complete(
        self,
        request: ChatRequest,
        on_delta: OnDelta | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        usage = estimate_usage(request.messages, self.text)
        return Completion(text=self.text, usage=usage, model=RECORDED)


class _Stage:
    """Plays a log, event by event, as the live run that it might have been."""

    def __init__(self, run: RunSpec, bind: dict[str, str]) -> None:
        self._run, self._bind = run, bind
        self._said = _Recital()
        started = LiveEvent(seq=1, kind="started", data={"spec": run.to_dict()}, at=utc_now())
        self._journal = MemoryJournal([started])
        self._driver = Driver(run_id=RUN, journal=self._journal, models=self._find)
        self._queue: list[str] = []
        self._waiting: list[Event] = []
        self._left: list[dict[str, Any]] = []

    def _find(self, run: RunSpec) -> ChatModel:
        return self._said

    def take(self, event: Event) -> None:
        """Take in the next event of the log."""
        event = self._renamed(event)
        if not event.is_boundary:
            self._waiting.append(event)
            return
        readers = [name for name in event.recipients if name in self._run.team.agent_names]
        text, why = self._as_written(event, readers)
        self._queue = [name for name in self._queue if name != event.sender]
        if why:
            self._waiting.append(event)
            if event.sender in self._run.team.agent_names:
                self._left.append({"agent": event.sender, "recipients": readers, "why": why})
        else:
            self._recall([event.sender, *self._queue])
            self._speak(text)
        self._queue += [name for name in readers if name not in self._queue]

    def end(self) -> list[LiveEvent]:
        """Return the events of the whole run."""
        self._recall([])
        state = self._driver.run()
        if state.status != "finished" or not state.outcomes:
            why = state.reason or "no text of it is one that the team would have sent like this"
            raise InputError(
                f"The run can't be played by {self._run.team.name}: {why}",
                hint="Look at who may write to whom in the team, at its budgets and the binding.",
            )
        return self._journal.kept

    def _renamed(self, event: Event) -> Event:
        name = self._bind.get
        return replace(
            event,
            sender=name(event.sender, event.sender),
            recipients=tuple(dict.fromkeys(name(to, to) for to in event.recipients)),
        )

    def _as_written(self, event: Event, readers: Sequence[str]) -> tuple[str, str]:
        """Return the text as the agent of the team would have written it; or why it wouldn't."""
        team, sender, text = self._run.team, event.sender, event.text.strip()
        if sender not in team.agent_names or not text:
            return "", "nobody of the team wrote it" if text else "it has no text"
        allowed = team.recipients_of(sender)
        if not team.chooses(sender):
            if set(allowed) == set(readers):
                return text, ""
            return (
                "",
                f"in the team it would go to {_words(allowed)}, in the log to {_words(readers)}",
            )
        if readers and set(readers) <= set(allowed):
            return f"TO: {', '.join(readers)}\n{text}", ""
        if not readers and (team.may_finish(sender) or not allowed):
            return (f"TO: {DONE}\n{text}" if team.may_finish(sender) else text), ""
        return "", f"in the team {sender} may not write to {_words(readers)}"

    def _recall(self, queue: list[str]) -> None:
        """Put down what happened since the last turn, and whose turn it is."""
        known: RunState = self._driver.state
        state = fold(self._journal.events(RUN, after=known.seq), known)
        first = state.next_seq
        brought = [
            event_to_dict(replace(event, seq=first + n)) for n, event in enumerate(self._waiting)
        ]
        data = {"events": brought, "queue": queue, "left": self._left}
        event = LiveEvent(seq=state.seq + 1, kind="recalled", data=data, at=utc_now())
        self._journal.append(RUN, event, apply(state, event))
        self._waiting, self._left = [], []

    def _speak(self, text: str) -> None:
        """Have the agent whose turn it is say a text, and let it go out."""
        self._said.text = text
        sent = len(self._driver.state.outcomes)
        while len(self._driver.state.outcomes) == sent:
            if self._driver.advance().what != "moved":
                break


def _words(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"
