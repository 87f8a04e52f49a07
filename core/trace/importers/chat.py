"""Chat-message lists: bare, under a key of an object, one to a line, or many in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final, TypeGuard

from core.trace.importers.agents_own import OF_AUTOGEN, numbered, with_others_of
from core.trace.importers.base import Report, Source
from core.trace.importers.conversation import converse
from core.trace.importers.dialects import looks_like_message
from core.trace.importers.fields import NotTextError, content_text, id_text, read_nested
from core.trace.importers.list_order import newest_first
from core.trace.importers.talks import talks
from core.trace.importers.turns import read_turns
from core.trace.manner import first_request
from core.trace.model import Trace

MESSAGE_KEYS: Final = (
    "messages",
    "history",
    "trajectory",
    "traj",
    "conversation",
    "chat_history",
    "conversations",
    "turns",
    "dialogue",
    "dialog",
    "transcript",
    "conversation_history",
    "message_history",
    "all_messages",
    "contents",
)
_HOLDING: Final = frozenset(MESSAGE_KEYS)
_LISTS: Final = ("simulations", "runs", "conversations", "episodes", "trajectories")
"""Keys under which a document may have a list of runs, each with messages."""
_INSIDE: Final = ("trace",)
"""Keys under which a run may lie one level deeper, as an object or as JSON in a text."""
_TASK_KEYS: Final = ("question", "problem_statement", "task", "prompt")
_TOLD_KEYS: Final = ("system", "system_prompt", "systemPrompt", "system_instruction")
"""Keys beside the messages with what the one agent was told to be."""
_TOLD: Final = frozenset(_TOLD_KEYS)
_PROMPT_KEYS: Final = ("system_prompt", "system_prompts")
_ID_KEYS: Final = ("trace_id", "instance_id", "question_ID", "trajectory_id", "task_id", "id")
_DESCRIPTIVE: Final = frozenset(
    (
        *_ID_KEYS,
        *("benchmark_name", "created_at", "level", "llm_name", "mas_name", "metadata", "model"),
        *("round", "session_id", "timestamp", "tools", "topology", "trial", "version"),
    )
)
"""Keys beside the messages that can't hold an answer. All others are kept as labels: a key that
nobody knows may hold the truth, and detectors must not see it."""


@dataclass(frozen=True, slots=True)
class Run:
    """A message list and what stands beside it."""

    messages: list[Any]
    path: str
    beside: Mapping[str, Any]


def find_runs(value: Any, path: str, report: Report | None = None) -> Iterator[Run]:
    """Yield the message lists in a JSON value, with the path of each.

    Args:
        value: A list of messages, an object with one, or a list of such objects.
        path: Where the value lies.
        report: Takes the items of a list that hold no messages, if given.
    """
    if isinstance(value, list):
        if _is_message_list(value):
            for own, chosen in talks(value).items():
                listed = [value[index] for index in chosen] if own else value
                yield Run(listed, path, {"id": own} if own else {})
            return
        for index, item in enumerate(value):
            run = _find_in_object(item, f"{path}[{index}]")
            if run is not None:
                yield run
            elif report is not None:
                report.record()
                report.bad("This item holds no list of messages.", f"{path}[{index}]")
        return
    if isinstance(value, dict):
        yield from _in_object(value, path, report)


_OUTCOMES: Final = frozenset(
    ("won", "win", "success", "succeeded", "passed", "failed", "resolved", "reward", "score", "scores",
     "correct", "is_correct", "answer", "expected", "expected_answer", "ground_truth", "label", "labels",
     "verdict", "outcome")
)  # fmt: skip
"""What says how a run went, or should have gone, among things that describe it."""


def _in_object(value: dict[str, Any], path: str, report: Report | None) -> Iterator[Run]:
    run = _find_in_object(value, path)
    if run is None and (listed := numbered(value)) is not None:
        run = Run(listed[0], path, listed[1])
    if run is not None:
        yield run
        return
    with_others = value.get("chat_messages")
    if isinstance(with_others, dict):
        for other, messages in with_others_of(with_others):
            yield Run(messages, f"{path}.chat_messages.{other}", {})
        return
    for key in _LISTS:
        items = value.get(key)
        if isinstance(items, list) and any(_find_in_object(item, "") for item in items[:3]):
            yield from find_runs(items, f"{path}.{key}", report)
            return
    if all(
        isinstance(items, list) and (not items or _is_message_list(items))
        for items in value.values()
    ):
        if all(map(OF_AUTOGEN.fullmatch, value)):
            for other, messages in with_others_of(value):
                yield Run(messages, f"{path}.{other}", {})
            return
        for key, items in value.items():  # conversations by their ids
            if items:
                yield Run(items, f"{path}.{key}", {"id": key})


def _grown(runs: Iterator[Run], report: Report) -> Iterator[Run]:
    """Yield the runs without those that the next one repeats from its beginning.

    Streams of states and logs of requests hold a conversation again after each step.
    """
    held: Run | None = None
    repeated = 0
    for run in runs:
        if held is not None and _begins_with(run.messages, held.messages):
            repeated += 1
        elif held is not None:
            yield held
        held = run
    if held is not None:
        yield held
    if repeated:
        report.info(
            f"{repeated:,} times a conversation stands here again and goes on; it was counted once.",
            code="accumulated",
        )


def _begins_with(messages: list[Any], start: list[Any]) -> bool:
    """Whether a list repeats another one and goes on."""
    return len(messages) > len(start) and all(
        one == other or _same_id(one, other) for one, other in zip(messages, start, strict=False)
    )


def _same_id(one: Any, other: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    own = id_text(one.get("id"))
    return own is not None and own == id_text(other.get("id"))


def _is_message_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether the first usable items of a list look like messages."""
    if not isinstance(value, list) or not value:
        return False
    return looks_like_message(value[0]) or any(map(looks_like_message, value[1:5]))


def _find_in_object(value: Any, path: str) -> Run | None:
    if not isinstance(value, dict):
        return None
    for key in () if _HOLDING.isdisjoint(value) else MESSAGE_KEYS:
        if key in value and _is_message_list(value[key]):
            beside = {name: item for name, item in value.items() if name != key}
            return Run(value[key], f"{path}.{key}", beside)
    for key in _INSIDE:
        if key not in value:
            continue
        inner = read_nested(value[key])
        if not isinstance(inner, dict | list):
            continue
        beside = {name: item for name, item in value.items() if name != key}
        if _is_message_list(inner):
            return Run(inner, f"{path}.{key}", beside)
        if isinstance(inner, dict):
            for name in () if _HOLDING.isdisjoint(inner) else MESSAGE_KEYS:
                if name in inner and _is_message_list(inner[name]):
                    rest = {word: item for word, item in inner.items() if word != name}
                    return Run(inner[name], f"{path}.{key}.{name}", {**rest, **beside})
    return None


class ChatImporter:
    """Message lists of any dialect."""

    name = "chat"
    title = "chat messages"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a message, a message list, or holds one."""
        first = source.first
        if source.is_lines and looks_like_message(first):
            return True
        return next(find_runs(first, "$"), None) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each message list; messages on lines of their own are one list."""
        if source.is_lines and looks_like_message(source.first):
            yield from self._read_lines(source, report)
            return
        runs = _grown(self._runs(source, report), report)
        first = next(runs, None)
        second = next(runs, None)
        if first is not None:
            yield from self._trace(first, source, report, alone=second is None)
        if second is not None:
            yield from self._trace(second, source, report, alone=False)
        for run in runs:
            yield from self._trace(run, source, report, alone=False)

    def _runs(self, source: Source, report: Report) -> Iterator[Run]:
        for record in source.records():
            before = len(report.problems)
            found = False
            for run in find_runs(record.value, record.where, report):
                found = True
                yield run
            if not found and source.is_lines and len(report.problems) == before:
                report.record()
                report.bad("This line holds no list of messages.", record.where)

    def _read_lines(self, source: Source, report: Report) -> Iterator[Trace]:
        values, places = [], []
        for record in source.records():
            values.append(record.value)
            places.append(record.where)
        stem = PurePath(source.name).stem
        for own, chosen in talks(values).items():
            listed = [values[index] for index in chosen] if own else values
            kept = [places[index] for index in chosen] if own else places
            turns = read_turns(listed, kept, report, spend=True)
            events, agents, orphan = converse(turns)
            if events:
                yield Trace(
                    name=f"{stem} · {own[:36]}" if own else stem,
                    format=self.name,
                    agents=agents,
                    events=events,
                    task=_first_request(events, agents),
                    metadata={"system_prompt": orphan} if orphan else {},
                )

    def _trace(self, run: Run, source: Source, report: Report, *, alone: bool) -> Iterator[Trace]:
        stem = _stem(source.name)
        own, beside = run.path, run.beside
        for key in _ID_KEYS:
            if key in beside and (found := id_text(beside[key])):
                own = found
                break
        trace = self.read_run(run, stem if alone else f"{stem} · {own}", report)
        if trace is not None:
            yield trace

    def read_run(
        self, run: Run, name: str, report: Report, places: Sequence[str] = ()
    ) -> Trace | None:
        """Return one message list as a trace, None if nothing in it can be used."""
        messages, beside, path = run.messages, run.beside, run.path
        places = places or [f"{path}[{index}]" for index in range(len(messages))]
        if newest_first(messages):
            report.info("The list begins with the newest message; it was turned round.", run.path)
            messages.reverse()
            places = places[::-1]
        for key in () if _TOLD.isdisjoint(beside) else _TOLD_KEYS:
            told = beside.get(key)
            if isinstance(told, str | list) and told:
                messages = [{"role": "system", "content": told}, *messages]
                places = [run.path, *places]
                beside = {name: value for name, value in beside.items() if name != key}
        if messages and isinstance(messages[-1], dict) and messages[-1].get("role") == "exit":
            messages, places = messages[:-1], places[:-1]  # how mini-swe-agent ends; nobody says it
        turns = read_turns(messages, places, report, spend=True)
        events, agents, orphan = converse(turns, self.described(beside))
        if not events:
            report.warn("This run has no usable message and was left out.", run.path, "empty-run")
            return None
        if len(agents) == 1:
            report.info("Only one agent takes part, so there are no handoffs.", run.path, "alone")
        labels, metadata = self.split(beside)
        if orphan:
            metadata["system_prompt"] = orphan
        return Trace(
            name=name,
            format=self.name,
            agents=agents,
            events=events,
            task=self.task(beside) or _first_request(events, agents),
            labels=labels,
            metadata=metadata,
        )

    def task(self, beside: Mapping[str, Any]) -> str:
        """Return what the team was asked to do, where it stands beside the messages."""
        for key in _TASK_KEYS:
            if key in beside and isinstance(value := beside[key], str | list):
                try:
                    text = content_text(value).strip()
                except NotTextError:
                    continue
                if text:
                    return text
        return ""

    def described(self, beside: Mapping[str, Any]) -> dict[str, str]:
        """Return the system prompts by agent that stand beside the messages."""
        for key in _PROMPT_KEYS:
            value = beside.get(key)
            if isinstance(value, dict):
                return {
                    name.strip(): text
                    for name, text in value.items()
                    if name.strip() and isinstance(text, str)
                }
        return {}

    def split(self, beside: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return labels and metadata out of what stands beside the messages."""
        labels: dict[str, Any] = {}
        metadata: dict[str, Any] = {}
        for key, value in beside.items():
            if key in _TASK_KEYS or (key in _PROMPT_KEYS and isinstance(value, dict)):
                continue
            if key in _DESCRIPTIVE and isinstance(value, dict) and not _OUTCOMES.isdisjoint(value):
                labels[key] = {name: one for name, one in value.items() if name in _OUTCOMES}
                value = {name: one for name, one in value.items() if name not in _OUTCOMES}
            (metadata if key in _DESCRIPTIVE else labels)[key] = value
        return labels, metadata


def read_run(
    run: Run, name: str, report: Report, *, places: Sequence[str] = (), format_name: str = "chat"
) -> Trace | None:
    """Return a message list of no particular dialect as a trace, None if nothing can be used."""
    trace = ChatImporter().read_run(run, name, report, places)
    return None if trace is None else replace(trace, format=format_name)


@lru_cache(64)
def _stem(name: str) -> str:
    return PurePath(name).stem


def _first_request(events: tuple[Any, ...], agents: tuple[Any, ...]) -> str:
    """Return the first message if a person wrote it: the request that the run answers."""
    for event in events:
        if event.kind == "message":
            persons = [agent.name for agent in agents if agent.is_person]
            return first_request(events, persons) if event.sender in persons else ""
    return ""


class WhoWhenImporter(ChatImporter):
    """Failed runs with the agent and the step that failed, in both dialects."""

    name = "whowhen"
    title = "Who&When"

    def sniff(self, source: Source) -> bool:
        """Whether it is an object with a history and its known labels."""
        first = source.first
        return (
            isinstance(first, dict)
            and _is_message_list(first.get("history"))
            and ("mistake_agent" in first or "mistake_step" in first or "ground_truth" in first)
        )


class TauBenchImporter(ChatImporter):
    """A simulated customer and a service agent with tools."""

    name = "tau_bench"
    title = "tau-bench"

    def sniff(self, source: Source) -> bool:
        """Whether it is a trajectory under ``traj``, or a list of such objects."""
        first = source.first
        if isinstance(first, list) and first:
            first = first[0]
        return isinstance(first, dict) and _is_message_list(first.get("traj"))

    def split(self, beside: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Everything but ids is a label: the task names the expected actions."""
        labels = {key: value for key, value in beside.items() if key not in _ID_KEYS}
        return labels, {key: value for key, value in beside.items() if key in _ID_KEYS}

    def task(self, beside: Mapping[str, Any]) -> str:
        """Return nothing: the customer's instruction is hidden from the agent."""
        return ""
