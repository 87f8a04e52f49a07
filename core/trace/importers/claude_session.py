"""A session of a coding agent that starts sub-agents: who speaks in which chain, and to whom.

A sub-agent is started by a call of a tool whose prompt is the first line of its chain, and answers
in that call's result; call, first line and result, last words are the same words and are counted
once. What a sub-agent writes on the way stays with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from core.trace.importers.base import Report
from core.trace.importers.dialects import Message
from core.trace.importers.fields import read_nested, text_or_none
from core.trace.importers.sub_agents import HANDS_OVER, RETURNS, UNNAMED
from core.trace.importers.writer import RunWriter

USER: Final = "user"
STARTS: Final = frozenset(("Task", "Agent", "task"))
SHOWN: Final = "what the main agent writes is shown to the session's user"
SUMMED_UP: Final = "the summary of a conversation repeats what was said before"
_MATE: Final = re.compile(
    r'<teammate-message teammate_id="(?P<who>[^"<>\n]{1,80})"[^>]{0,200}>'
    r"(?P<said>[^<]*(?:<(?!/teammate-message>)[^<]*)*)</teammate-message>"
)
"""How a message of another agent of a team arrives."""
SENDS: Final = "SendMessage"
INNER: Final = "a sub-agent's words on the way stay in its own chain"
_SPENT: Final = Message("", "", "")


@dataclass(slots=True)
class SessionLine:
    """One line of a session."""

    message: Message
    where: str
    at: datetime | None
    chain: str
    """Root of the chain of a sub-agent, or '' for the main chain."""
    session: str
    agent_id: str | None
    is_meta: bool
    is_summary: bool
    """Whether the line sums up what came before, when the conversation grew too long."""
    message_id: str | None
    model: str | None
    tokens: int | None


@dataclass(slots=True)
class Start:
    """A call that starts a sub-agent."""

    agent: str
    call_id: str | None
    prompt: str
    caller: str
    last: int | None = None
    """Index of the last words of the sub-agent."""
    taken: bool = False


class AgentSession:
    """Turns the lines of one session into events."""

    def __init__(
        self, lines: list[SessionLine], report: Report, main: str, format_name: str
    ) -> None:
        self.main = main
        if all(line.at is not None for line in lines):
            lines = sorted(lines, key=lambda line: (line.at, line.where == ""))
        self.lines = lines
        self.report = report
        self.run = RunWriter(format_name)
        self.run.persons.add(USER)
        self.starts: list[Start] = []
        self.by_chain: dict[str, Start | None] = {}
        self.names: dict[str, str] = {}
        self.tools: dict[str, tuple[str, str]] = {}
        self.given: dict[str, str] = {}
        self.counted: set[str] = set()
        self.tokens: dict[str, int] = {}
        self.summed = False
        self.by_call: dict[str, Start] = {}
        self.taken_names: set[str] = set()

    def write(self) -> RunWriter:
        """Return the run that the lines tell."""
        self._name_sub_agents()
        for line in self.lines:
            self._write_line(line)
            line.message = _SPENT
        return self.run

    def _name_sub_agents(self) -> None:
        """Give each started sub-agent a name of its own."""
        kinds: dict[str, int] = {}
        for line in self.lines:
            for call in line.message.calls:
                if call.tool in STARTS:
                    kind = _kind(call.text)
                    kinds[kind] = kinds.get(kind, 0) + 1
        self.kinds = kinds
        self.numbers: dict[str, int] = {}

    def _new_name(self, kind: str) -> str:
        self.numbers[kind] = number = self.numbers.get(kind, 0) + 1
        return kind if self.kinds.get(kind, 0) < 2 else f"{kind} {number}"

    def _speaker(self, line: SessionLine) -> str:
        if not line.chain:
            return self.main
        if line.chain not in self.by_chain:
            text = line.message.text.strip()
            start = self.by_call.get(line.chain) or next(
                (s for s in self.starts if not s.taken and s.prompt == text), None
            )
            if start is not None:
                start.taken = True
            self.by_chain[line.chain] = start
            unnamed = f"sub-agent {line.agent_id}" if line.agent_id else "sub-agent"
            self.names[line.chain] = start.agent if start else self._free(unnamed)
        return self.names[line.chain]

    def _free(self, name: str) -> str:
        found, number = name, 1
        while found in self.taken_names:
            number += 1
            found = f"{name} {number}"
        self.taken_names.add(found)
        return found

    def _tokens(self, line: SessionLine) -> int | None:
        """Return the tokens of a model call once; its usage grows on each of its lines."""
        key = line.message_id
        if key is None:
            return line.tokens
        if not self.summed:
            self.summed = True
            for other in self.lines:
                own, count = other.message_id, other.tokens
                if own is not None and count is not None:
                    self.tokens[own] = max(count, self.tokens.get(own, 0))
        if key in self.counted:
            return None
        self.counted.add(key)
        return self.tokens.get(key)

    def _write_line(self, line: SessionLine) -> None:
        is_new = line.chain and line.chain not in self.by_chain
        agent = self._speaker(line)
        if line.message.role == "assistant":
            self._answer(line, agent)
            return
        for call in line.message.calls:
            self._call(line, agent, call.tool, call.text, call.call_id, None)
        for result in line.message.results:
            self._result(line, agent, result.text, result.call_id, result.tool)
        text = line.message.text
        if not text.strip():
            return
        start = self.by_chain.get(line.chain) if line.chain else None
        if is_new and start is not None:
            return  # the prompt of the call that started it, word for word
        if line.is_summary:
            self.run.add(
                "message", agent, text, line.where, at=line.at, metadata={"private": True},
                rule=SUMMED_UP,
            )  # fmt: skip
            return
        mates = list(_MATE.finditer(text))
        for mate in mates:
            self.run.add(
                "message", mate["who"], mate["said"].strip(), line.where, at=line.at,
                recipients=(agent,),
            )  # fmt: skip
        text = _MATE.sub("", text) if mates else text
        if not text.strip():
            return
        sender = USER if not line.chain else self.main
        self.run.add(
            "message", sender, text, line.where, at=line.at, recipients=(agent,),
            metadata={"meta": True} if line.is_meta else {},
            **({"recipients_from": "inferred", "rule": HANDS_OVER} if line.chain else {}),
        )  # fmt: skip

    def _answer(self, line: SessionLine, agent: str) -> None:
        if line.model is not None and not line.model.startswith("<"):
            self.run.models.setdefault(agent, line.model)
        tokens = self._tokens(line)
        common: dict[str, Any] = {"at": line.at}
        for thought in line.message.thoughts:
            self.run.add(
                "message", agent, thought, line.where, metadata={"private": True},
                tokens=tokens, **common,
            )  # fmt: skip
            tokens = None
        if line.message.text.strip():
            values: dict[str, Any] = {
                "recipients": (USER,), "recipients_from": "inferred", "rule": SHOWN,
            }  # fmt: skip
            if line.chain:
                values = {"metadata": {"private": True}, "rule": INNER}
            index = self.run.add(
                "message", agent, line.message.text, line.where, tokens=tokens, **values, **common
            )
            tokens = None
            start = self.by_chain.get(line.chain) if line.chain else None
            if start is not None:
                start.last = index
        for call in line.message.calls:
            self._call(line, agent, call.tool, call.text, call.call_id, tokens)
            tokens = None

    def _call(
        self,
        line: SessionLine,
        agent: str,
        tool: str,
        text: str,
        call_id: str | None,
        tokens: int | None,
    ) -> None:
        if call_id is not None:
            if self.given.get(call_id) == text:
                return  # streamed, or copied into a session that goes on
            self.tools[call_id], self.given[call_id] = (tool, agent), text
        mate = _argument(text, "recipient") or _argument(text, "to") if tool == SENDS else None
        if mate is not None:
            said = _argument(text, "content") or _argument(text, "message") or text
            self.run.add(
                "message", agent, said, line.where, at=line.at, recipients=(mate,), tool=tool,
                call_id=call_id, tokens=tokens,
            )  # fmt: skip
            return
        if tool not in STARTS:
            self.run.add(
                "tool_call", agent, text, line.where, at=line.at, tool=tool, call_id=call_id,
                tokens=tokens,
            )  # fmt: skip
            return
        kind = _kind(text)
        prompt = _argument(text, "prompt") or text
        name = self._new_name(kind)
        self.taken_names.add(name)
        start = Start(name, call_id, prompt.strip(), agent)
        self.starts.append(start)
        if call_id is not None:
            self.by_call.setdefault(call_id, start)
        title = _argument(text, "description")
        self.run.add(
            "message", agent, prompt, line.where, at=line.at, recipients=(name,), tool=tool,
            call_id=call_id, tokens=tokens, kind_from="inferred", rule=HANDS_OVER,
            metadata={"title": title} if title else {},
        )  # fmt: skip

    def _result(
        self, line: SessionLine, agent: str, text: str, call_id: str | None, named: str | None
    ) -> None:
        tool, caller = self.tools.get(call_id or "", (named or "tool", agent))
        start = self.by_call.get(call_id) if call_id else None
        if start is None:
            self.run.add(
                "tool_result", tool, text, line.where, at=line.at, recipients=(caller,), tool=tool,
                call_id=call_id,
            )  # fmt: skip
            return
        last = start.last
        if last is not None and self.run.events[last].text.strip() == text.strip():
            self.run.change(
                last, recipients=(caller,), recipients_from="recorded", rule=RETURNS, metadata={}
            )
            return
        self.run.add(
            "message", start.agent, text, line.where, at=line.at, recipients=(caller,),
            kind_from="inferred", rule=RETURNS, call_id=call_id,
        )  # fmt: skip


def _argument(text: str, key: str) -> str | None:
    found = read_nested(text)
    return text_or_none(found.get(key)) if isinstance(found, dict) else None


def _kind(text: str) -> str:
    """Return what kind of sub-agent a call starts."""
    return _argument(text, "subagent_type") or _argument(text, "agent_type") or UNNAMED
