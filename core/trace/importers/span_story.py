"""From a tree of spans to a run: who asked whom, with which words, in which order.

The rules; each leaves its name in the event:

* An agent span inside another agent's span is a handoff to it, and its last answer is the way
  back. The words are the agent's input and output, or those of its first and last model call.
* A model call is given its whole history each time: a message is counted when it occurs more
  often in a call than in all that the agent was given or wrote before.
* Texts that an agent was given under its own role, and never wrote in this record, are its own
  context: private.
* If words that one agent wrote turn up as another's input, they were sent to it.
* A tool's result goes to the agent whose span it lies in; call and result are joined by id, else by
  the tool's name.
* Events take the recorded start or end of their span; without times the order is the file's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.trace.importers import smolagents
from core.trace.importers.base import Report
from core.trace.importers.dialects import (
    Call,
    Message,
    same_name_key,
)
from core.trace.importers.fields import NotTextError
from core.trace.importers.handing_over import handoff_target, is_handoff_tool
from core.trace.importers.span_order import default_agent, moments
from core.trace.importers.span_tools import MAX_OPEN, Draft, ToolStory
from core.trace.importers.span_tree import Tree
from core.trace.importers.spans import Span, at_nanos

NESTED: Final = "an agent's span inside another agent's span is a handoff"
ASKED: Final = "the caller of an agent writes the user messages of its model calls"
ANSWERED: Final = "the last answer of an agent goes back to its caller"
REUSED: Final = "its words turn up as the input of the recipient's model call"
HANDS_OVER: Final = "a tool call that hands over to another agent"

USER: Final = "user"
_NEAR: Final = 10
"""So many events before a tool's span its call is looked for."""
_SAME: Final = 120
"""Characters by which an agent knows its own words again, though they were cut or completed."""


@dataclass
class _Visit:
    """One agent span on its way."""

    agent: str
    caller: str
    handoff: Draft | None = None
    last: Draft | None = None
    """The last words that the agent wrote in it."""


class Story(ToolStory):
    """Goes through the moments of a trace and writes its events."""

    def __init__(self, spans: Sequence[Span], report: Report) -> None:
        super().__init__()
        self.report = report
        self.spans = spans
        self.tree = Tree(spans)
        self.descriptions: dict[str, dict[str, None]] = {}
        self.models: dict[str, str] = {}
        self.default = default_agent(spans, self.tree)
        self.in_order = all([span.start is not None for span in spans])
        self.visits: dict[str, _Visit] = {}
        self.doubled: set[str] = set()
        self.asked: dict[str, tuple[str, str | None]] = {}
        self.given: defaultdict[str, dict[tuple[str, str], int]] = defaultdict(dict)
        self.written: dict[str, Draft] = {}
        self.own: defaultdict[str, set[str]] = defaultdict(set)
        self.names = {same_name_key(name): name for span in self.spans if (name := span.agent_name)}
        self.user_spoke = False
        self.is_smol = any(span.kind == "agent" and span.shape.is_smol for span in spans)

    # --- the tree ------------------------------------------------------------------------

    def _agent_of(self, span: Span) -> str:
        if span.agent_name is not None:
            return span.agent_name
        above = span.agent_above
        named = above.agent_name if above is not None else span.named_above
        return named or self.default

    # --- telling it ----------------------------------------------------------------------

    def tell(self) -> None:
        """Write the drafts."""
        for span, starts in moments(self.spans, self.report):
            if (
                span.kind == "llm"
                and (above := span.busy_above) is not None
                and above.kind == "llm"
            ):
                continue  # recorded a second time, by the library beneath
            try:
                if span.kind != "llm":
                    self._tell_moment(span, starts)
                elif starts:
                    self._model_asked(span)
                else:
                    self._model_answers(span)
            except NotTextError as error:
                if starts:
                    self.report.bad(f"The span can't be read: {error}.", span.where, "wrong-type")

    def _tell_moment(self, span: Span, starts: bool) -> None:
        kind = span.kind
        if kind == "agent":
            if starts:
                self._agent_starts(span)
            else:
                self._agent_ends(span)
        elif kind == "handoff":
            if starts:
                self._handed_over(span)
        elif not starts:
            self._tool_answers(span)
        elif not self._is_handoff(span):
            self._tool_called(span)

    def _is_handoff(self, span: Span) -> bool:
        """Whether a tool's span is the handoff that the call before it recorded already."""
        if not is_handoff_tool(span.tool):
            return False
        agent = self._agent_of(span)
        return any(
            draft.rule == HANDS_OVER and draft.sender == agent and draft.tool == span.tool
            for draft in self.drafts[-_NEAR:]
        )

    def _handed_over(self, span: Span) -> None:
        """Write a handoff that is a span of its own, unless the call for it was written."""
        sender = span.first(("handoff.from",)) or self._agent_of(span)
        target = span.first(("handoff.to",))
        if target is None:
            self.report.info("A handoff doesn't say to whom.", span.where, "no-recipient")
            return
        for draft in reversed(self.drafts[-_NEAR:]):
            if draft.rule == HANDS_OVER and draft.sender == sender:
                if same_name_key(draft.recipients[0]) == same_name_key(target):
                    draft.recipients = (target,)
                    return
                break
        self._add(
            "message", sender, "", span,
            at=at_nanos(span.start), recipients=(target,), metadata={"text_missing": True},
        )  # fmt: skip

    def _caller(self, span: Span) -> str:
        above = span.caller
        return (above.agent_name or USER) if above is not None else USER

    def _visit(self, span: Span) -> _Visit | None:
        own = span if span.kind == "agent" else span.agent_above
        return self.visits.get(own.span_id) if own is not None else None

    def _describe(self, agent: str, text: str) -> None:
        if text:
            texts = self.descriptions.setdefault(agent, {})
            texts[text] = None

    def _agent_starts(self, span: Span) -> None:
        agent = self._agent_of(span)
        above = span.agent_above
        caller = self._caller(span)
        self.visits[span.span_id] = visit = _Visit(agent, caller)
        self.models.setdefault(agent, span.model or "")
        self._describe(agent, span.system_text())
        if above is not None and above.agent_name == agent:  # one run recorded twice
            self.visits[span.span_id] = self.visits.get(above.span_id, visit)
            self.doubled.add(span.span_id)
            return
        asked = [message for message in span.inputs() if message.role == "user"]
        text = asked[-1].text.strip() if asked else ""
        if caller == USER and not text:
            return
        self._note_given(agent, "user", text)
        if text and self._link(agent, text):
            return
        self.user_spoke |= caller == USER
        visit.handoff = Draft(
            "message",
            caller,
            asked[-1].text if text else "",
            span.where,
            at_nanos(span.start),
            (agent,),
            "recorded" if caller == USER else "inferred",
            "recorded",
            "" if caller == USER else NESTED,
        )
        self.drafts.append(visit.handoff)

    def _agent_ends(self, span: Span) -> None:
        visit = self.visits.get(span.span_id)
        if visit is None or span.span_id in self.doubled:
            return
        if visit.handoff is not None and not visit.handoff.text:
            visit.handoff.metadata["text_missing"] = True
        answers = [message for message in span.outputs() if message.text.strip()]
        text = answers[-1].text if answers else ""
        last = visit.last
        if last is not None and (last.text.strip() in text or _wraps(last.text, text)):
            draft = last
        elif text:
            draft = self._add("message", visit.agent, text, span, at=at_nanos(span.end))
        else:
            return
        if not draft.recipients and (visit.caller != USER or self.user_spoke):
            draft.recipients = (visit.caller,)
            draft.recipients_from, draft.rule = "inferred", ANSWERED
        elif not draft.recipients:
            draft.recipients_from = "unknown"
        self._note_given(visit.agent, "assistant", text.strip())
        self.written[text.strip()] = draft

    # --- model calls ---------------------------------------------------------------------

    def _note_given(self, agent: str, role: str, text: str) -> None:
        given, key = self.given[agent], (role, text)
        given[key] = given.get(key, 0) + 1

    def _new_messages(self, agent: str, messages: Sequence[Message]) -> Iterator[Message]:
        """Yield what the agent was not given before, counting repetitions."""
        now: dict[tuple[str, str], int] = {}
        given = self.given[agent]
        for message in messages:
            text = message.text.strip()
            if not text:
                if message.results:
                    yield message
                continue
            key = (message.role, text)
            now[key] = count = now.get(key, 0) + 1
            if count > given.get(key, 0):
                given[key] = count
                yield message

    def _model_agent(self, span: Span, messages: Sequence[Message]) -> tuple[str, str | None]:
        """Return who called the model, and its caller if only the prompt tells."""
        agent = self._agent_of(span)
        named = smolagents.name_in_prompt(messages)
        if named is not None and named != agent and self._visit(span) is None:
            return named, agent
        return agent, None

    def _model_asked(self, span: Span) -> None:
        messages = span.inputs()
        agent, told = self.asked[span.span_id] = self._model_agent(span, messages)
        if not self.models.get(agent) and (model := span.model):
            self.models[agent] = model
        self._describe(agent, span.system_text())
        others = []
        for message in messages:
            if message.role == "system":
                self._describe(agent, message.text.strip())
            else:
                others.append(message)
        for message in self._new_messages(agent, others) if others else ():
            for result in message.results:
                self._result(agent, result, span)
            if message.role in ("user", ""):
                self._asked(agent, message.text, span, told)
            elif message.role == "assistant" and not self._is_own(agent, message.text):
                self._add(
                    "message", agent, message.text, span,
                    at=at_nanos(span.start), metadata={"private": True},
                )  # fmt: skip

    def _is_own(self, agent: str, text: str) -> bool:
        """Whether an agent is given what it wrote itself in this trace, or nothing."""
        start = text.strip()[:_SAME]
        return not start or start in self.own[agent]

    def _asked(self, agent: str, text: str, span: Span, told: str | None) -> None:
        words = text.strip()
        if not words:
            return
        visit = self._visit(span)
        if (visit is not None or not self.is_smol) and self._remembered(agent, text, span):
            return
        if self.is_smol and self._is_framework(visit):
            if visit is None or visit.handoff is None or visit.handoff.text.strip() not in text:
                self._add(
                    "message", agent, text, span,
                    at=at_nanos(span.start), metadata={"private": True}, rule=smolagents.OWN,
                )  # fmt: skip
            return
        if visit is not None and (handoff := visit.handoff) is not None:
            request = handoff.text.strip()
            if not request:
                handoff.text, handoff.where = text, span.where
                return
            if request in text:
                return  # the request again, inside a prompt around it
        if self._link(agent, words):
            return
        caller = told or (visit.caller if visit is not None else USER)
        self.user_spoke |= caller == USER
        rule = smolagents.NAMED if told else "" if caller == USER else ASKED
        draft = Draft(
            "message",
            caller,
            text,
            span.where,
            at_nanos(span.start),
            (agent,),
            "inferred" if rule else "recorded",
            "recorded",
            rule,
        )
        self.drafts.append(draft)
        if visit is not None and visit.handoff is None:
            visit.handoff = draft

    def _is_framework(self, visit: _Visit | None) -> bool:
        """Whether smolagents wrote a prompt: the task is known, or no agent's span is near."""
        return visit is None or (visit.handoff is not None and bool(visit.handoff.text))

    def _link(self, agent: str, text: str) -> bool:
        """Take an input as the arrival of what another agent wrote, if the words are the same.

        Args:
            agent: Who is given it.
            text: The words, without space around them.
        """
        draft = self.written.get(text)
        if draft is None or draft.sender == agent:
            return False
        if agent not in draft.recipients:
            draft.recipients = (*draft.recipients, agent)
            draft.recipients_from, draft.rule = "inferred", REUSED
        return True

    def _model_answers(self, span: Span) -> None:
        agent, told = self.asked.get(span.span_id) or (self._agent_of(span), None)
        visit = self._visit(span)
        tokens = span.tokens
        for message in span.outputs():
            for thought in message.thoughts:
                self._add(
                    "message",
                    agent,
                    thought,
                    span,
                    at=at_nanos(span.end),
                    metadata={"private": True},
                )
            if text := message.text.strip():
                draft = Draft(
                    "message", agent, message.text, span.where, at_nanos(span.end), (), "unknown"
                )
                self.drafts.append(draft)
                draft.tokens, tokens = tokens, None
                self._note_given(agent, "assistant", text)
                self.own[agent].add(text[:_SAME])
                self.written[text] = draft
                if visit is not None:
                    visit.last = draft
                elif told is None:
                    self._last_unowned(agent, draft)
            for call in message.calls:
                tokens = self._called(agent, call, span, told, tokens)

    def _last_unowned(self, agent: str, draft: Draft) -> None:
        """Remember the last words of an agent without a span; they may go to the user."""
        key = f"\0{agent}"
        visit = self.visits.get(key)
        if visit is None:
            visit = self.visits[key] = _Visit(agent, USER)
        visit.last = draft

    def _called(
        self, agent: str, call: Call, span: Span, told: str | None, tokens: int | None
    ) -> int | None:
        at = at_nanos(span.end)
        target = handoff_target(call)
        answer = smolagents.final_answer(call) if told else None
        if target is not None or answer is not None:
            name = told or "" if target is None else self.names.get(same_name_key(target), target)
            text = answer if answer is not None else call.text
            self._add(
                "message", agent, "" if text.strip() in ("{}", "null") else text, span,
                at=at, tokens=tokens, recipients=(name,), tool=call.tool, call_id=call.call_id,
                kind_from="inferred", rule=HANDS_OVER if target else smolagents.FINAL,
                recipients_from="recorded" if target else "inferred",
            )  # fmt: skip
            return None
        ran = self._already_ran(agent, call, at_nanos(span.start))
        if ran is not None:
            ran.tokens, ran.call_id = tokens, ran.call_id or call.call_id
            return None
        draft = self._add(
            "tool_call", agent, call.text, span,
            at=at, tokens=tokens, tool=call.tool, call_id=call.call_id,
        )  # fmt: skip
        self.open_calls[agent].append(draft)
        del self.open_calls[agent][:-MAX_OPEN]
        return None

    # --- the end -------------------------------------------------------------------------

    def finish(self) -> None:
        """Send the last words of agents that have no span of their own to the user."""
        for key, visit in self.visits.items():
            last = visit.last
            if (
                key.startswith("\0")
                and last is not None
                and not last.recipients
                and self.user_spoke
            ):
                last.recipients, last.recipients_from = (USER,), "inferred"
                last.rule = ANSWERED


def _wraps(said: str, answer: str) -> bool:
    """Whether a model's words are an agent's answer with a few words around it."""
    answer = answer.strip()
    return not answer or (len(answer) * 2 > len(said) and answer in said)
