"""What an agent is told: who it is, whom it may write to, what lies open, and what it received."""

from __future__ import annotations

from core.drift.model import RoleProfile
from core.live.documents import TOOLS
from core.live.route import DONE
from core.live.state import RunState
from core.llm.model import ChatMessage, ChatRequest, ToolCall
from core.llm.tokens import estimate_tokens
from core.trace.model import Event


def turn_request(state: RunState, agent: str) -> ChatRequest:
    """Return the conversation to which the agent's next reply belongs.

    Args:
        state: The run; nothing outside it is used, so the same state gives the same request.
        agent: Whose turn it is.
    """
    spec = state.run
    own = spec.team.agent(agent)
    messages = [ChatMessage(role="system", content=system_prompt(state, agent))]
    messages += _conversation(state, agent)
    number = state.turn.number if state.turn else state.turns.get(agent, 0) + 1
    return ChatRequest(
        model=spec.team.model_of(agent),
        messages=tuple(messages),
        temperature=own.temperature,
        max_tokens=own.max_tokens,
        tools=TOOLS if state.uses_tools(agent) else (),
        seed=spec.seed,
        note={"agent": agent, "turn": number, "purpose": "turn"},
    )


def question_request(state: RunState, agent: str, question: str, purpose: str) -> ChatRequest:
    """Return the conversation in which the controller puts a question to an agent."""
    spec = state.run
    own = spec.team.agent(agent)
    messages = [ChatMessage(role="system", content=system_prompt(state, agent))]
    opening = ChatMessage(role="user", content=_opening(state, agent))
    asked = ChatMessage(role="user", content=question)
    messages += _merged([opening, *_history(state, agent), asked])
    return ChatRequest(
        model=spec.team.model_of(agent),
        messages=tuple(messages),
        temperature=own.temperature,
        max_tokens=own.max_tokens,
        seed=spec.seed,
        note={"agent": agent, "turn": state.turns.get(agent, 0), "purpose": purpose},
    )


def rewrite_request(state: RunState, agent: str, system: str, user: str) -> ChatRequest:
    """Return the request that brings a message back into its role, by its author's own model."""
    spec = state.run
    return ChatRequest(
        model=spec.team.model_of(agent),
        messages=(
            ChatMessage(role="system", content=system),
            ChatMessage(role="user", content=user),
        ),
        temperature=0.0,
        max_tokens=spec.team.agent(agent).max_tokens,
        seed=spec.seed,
        note={"agent": agent, "turn": state.turns.get(agent, 0), "purpose": "rewrite"},
    )


def system_prompt(state: RunState, agent: str) -> str:
    """Return the system prompt: identity, role, routes, and what can be read."""
    spec = state.run
    team, own = spec.team, spec.team.agent(agent)
    parts = [f"You are {agent}, one agent of a team: {', '.join(team.agent_names)}."]
    profile = spec.roles.role(spec.binding.roles.get(agent, "")) if spec.roles else None
    if profile is not None:
        parts.append(_role(profile))
    if own.prompt:
        parts.append(own.prompt.strip())
    parts.append(_routes(state, agent))
    if state.uses_tools(agent):
        names = ", ".join(d.name for d in team.documents_of(agent))
        parts.append(f"Documents you can read with the tools: {names}. Read them first.")
    return "\n\n".join(parts)


def overhead_tokens(state: RunState, agent: str) -> int:
    """Return about how many tokens of the agent's next prompt were put there by repairs."""
    added = 0
    original = {o.report.seq: o.report.original for o in state.outcomes if o.by == "repair"}
    for event in state.events:
        if event.seq in original and (agent in event.recipients or event.sender == agent):
            more = estimate_tokens(event.text) - estimate_tokens(original[event.seq])
            added += max(0, more)
    return added


def _role(profile: RoleProfile) -> str:
    lines = [f"Your role, {profile.name}: {profile.description.strip()}"]
    for title, rules in (("You must", profile.obligations), ("You must not", profile.prohibitions)):
        words = [rule if isinstance(rule, str) else str(rule.get("rule", "")) for rule in rules]
        if said := [word for word in words if word]:
            lines.append(f"{title}: {'; '.join(said)}.")
    return "\n".join(lines)


def _routes(state: RunState, agent: str) -> str:
    team = state.run.team
    allowed = team.recipients_of(agent)
    ending = f"To end the work, begin with the line TO: {DONE}" if team.may_finish(agent) else ""
    if team.chooses(agent) and allowed:
        names = ", ".join(allowed)
        order = (
            "Begin your answer with one line that says who gets it, such as "
            f"TO: {allowed[0]}\nYou may write to: {names}."
        )
        return f"{order} {ending}".strip()
    if allowed:
        return f"Your answer goes to: {', '.join(allowed)}. {ending}".strip()
    return f"Your answer is the last word of this work. {ending}".strip()


def _conversation(state: RunState, agent: str) -> list[ChatMessage]:
    found = [ChatMessage(role="user", content=_opening(state, agent)), *_history(state, agent)]
    if agent in state.returned:
        why = state.returned[agent] or "No reason was given."
        found += [
            ChatMessage(role="assistant", content=state.returned_text[agent]),
            ChatMessage(
                role="user", content=f"This was not sent. Write it again. The reason: {why}"
            ),
        ]
    found = _merged(found)
    for exchange in state.turn.exchanges if state.turn else ():
        calls = tuple(
            ToolCall(id=c["id"], name=c["name"], arguments=c["arguments"])
            for c in exchange.tool_calls
        )
        found.append(ChatMessage(role="assistant", content=exchange.text, tool_calls=calls))
        found += [
            ChatMessage(role="tool", content=result["text"], call_id=result["id"])
            for result in exchange.results
        ]
    return found


def _opening(state: RunState, agent: str) -> str:
    """Return what lies before everything else: the documents, the task.

    It stands in the user's turn: small models overlook what is in the system prompt.
    """
    team = state.run.team
    parts = []
    if not state.uses_tools(agent):
        parts += [f"[Document: {d.name}]\n{d.text.strip()}" for d in team.documents_of(agent)]
    if team.task:
        parts.append(f"The team's task: {team.task.strip()}")
    parts.append("Do your own part of it now, as your role says, and write nothing else.")
    return "\n\n".join(parts)


def _history(state: RunState, agent: str) -> list[ChatMessage]:
    """Return what the agent sent and received, in order."""
    found = []
    for event in state.events:
        if event.kind in ("tool_call", "tool_result"):
            found += _tool(state, event, agent)
        elif event.sender == agent and event.kind in ("message", "output"):
            found.append(ChatMessage(role="assistant", content=event.text))
        elif agent in event.recipients:
            found.append(ChatMessage(role="user", content=f"From {event.sender}:\n{event.text}"))
    return found


def _tool(state: RunState, event: Event, agent: str) -> list[ChatMessage]:
    """Return what an earlier turn read; the calls of the turn under way are told as calls."""
    if event.kind != "tool_result" or agent not in event.recipients:
        return []
    if event.metadata.get("in_prompt"):
        return []
    turn = state.turn
    current = {r["id"] for x in turn.exchanges for r in x.results} if turn else set()
    if event.call_id in current:
        return []
    return [ChatMessage(role="user", content=f"From the tool {event.sender}:\n{event.text}")]


def _merged(messages: list[ChatMessage]) -> list[ChatMessage]:
    """Join neighbours of one speaker: many servers want them to take turns."""
    found: list[ChatMessage] = []
    for message in messages:
        if found and found[-1].role == message.role and not message.tool_calls:
            joined = f"{found[-1].content}\n\n{message.content}"
            found[-1] = ChatMessage(role=message.role, content=joined)
        else:
            found.append(message)
    return found
