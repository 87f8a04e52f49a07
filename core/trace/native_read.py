"""Reading Baton's own trace form: every problem is told with its JSON path, none ends the reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from core.errors import TraceFormatError
from core.trace.model import Agent, Event, Problem, Trace
from core.trace.schema import API_VERSION

FORMAT: Final = "baton"

EVENT_KINDS: Final = ("message", "tool_call", "tool_result", "output", "verifier")
ORIGINS: Final = ("recorded", "inferred", "unknown")


class NativeFormatError(TraceFormatError):
    """A native trace that breaks its own form.

    Attributes:
        problems: Everything that is wrong, each with its JSON path; the message names the first.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        more = len(self.problems) - 1
        super().__init__(
            first.message,
            where=first.where,
            hint=f"There {'is' if more == 1 else 'are'} {more} more like it." if more else "",
        )


EVENT_DEFAULTS: Final[dict[str, Any]] = {
    "to": [],
    "text": "",
    "tool": None,
    "call_id": None,
    "at": None,
    "recipients_from": "recorded",
    "kind_from": "recorded",
    "rule": "",
    "broadcast": False,
    "tokens": None,
    "where": "",
    "metadata": {},
}
"""What a key of an event holds where it is left out."""

_TYPE_WORDS: Final[dict[type, str]] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def type_word(value: object) -> str:
    """Return what a JSON value is, in a person's words."""
    return _TYPE_WORDS.get(type(value), type(value).__name__)


class _Reader:
    """Takes typed values out of one JSON object and notes what is wrong with them."""

    def __init__(self, data: Mapping[str, Any], path: str, problems: list[Problem]) -> None:
        self.data = data
        self.path = path
        self.problems = problems

    def wrong(self, key: str, message: str, code: str = "wrong-type") -> None:
        where = f"{self.path}.{key}" if key else self.path
        self.problems.append(Problem(severity="error", message=message, where=where, code=code))

    def _typed(self, key: str, kind: type, default: Any, *, null: bool) -> Any:
        if key not in self.data:
            return default
        value = self.data[key]
        if value is None and null:
            return default
        if type(value) is not kind:
            self.wrong(key, f"“{key}” must be {_TYPE_WORDS[kind]}, but it is {type_word(value)}.")
            return default
        return value

    def text(self, key: str, default: str = "") -> str:
        return self._typed(key, str, default, null=False)  # type: ignore[no-any-return]

    def text_or_none(self, key: str) -> str | None:
        return self._typed(key, str, None, null=True)  # type: ignore[no-any-return]

    def flag(self, key: str) -> bool:
        return self._typed(key, bool, False, null=False)  # type: ignore[no-any-return]

    def count_or_none(self, key: str, least: int) -> int | None:
        value = self.data.get(key)
        if isinstance(value, float) and value.is_integer():  # JSON doesn't tell 2 from 2.0
            value = int(value)
        else:
            value = self._typed(key, int, None, null=True)
        if value is not None and not least <= value < 2**63:
            self.wrong(key, f"“{key}” must be a whole number from {least} on.", "out-of-range")
            return None
        return value

    def object(self, key: str) -> dict[str, Any]:
        return self._typed(key, dict, {}, null=False)  # type: ignore[no-any-return]

    def list(self, key: str) -> list[Any]:
        return self._typed(key, list, [], null=False)  # type: ignore[no-any-return]

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        value = self.text(key, default)
        if value not in choices:
            self.wrong(
                key,
                f"“{key}” must be one of {', '.join(choices)}, but it is “{_short(value)}”.",
                "unknown-value",
            )
            return default
        return value

    def name(self, key: str) -> str:
        value = self.text(key)
        if key not in self.data:
            self.wrong("", f"“{key}” is missing.", "missing-key")
        elif isinstance(self.data[key], str) and not value.strip():
            self.wrong(key, f"“{key}” is empty.", "empty")
        return value

    def unknown_keys(self, known: Iterable[str], severity: str) -> None:
        expected = frozenset(known)
        for key in (key for key in self.data if key not in expected):  # in the file's order
            self.problems.append(
                Problem(
                    severity="warning" if severity == "warning" else "error",
                    message=f"The key “{_short(str(key))}” is not part of the form; put data of "
                    "your own under “metadata”.",
                    where=self.path,
                    code="unknown-key",
                )
            )


def _short(text: str, length: int = 40) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _read_time(reader: _Reader) -> datetime | None:
    text = reader.text_or_none("at")
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        reader.wrong("at", f"“{_short(text)}” is not an ISO 8601 time.", "bad-time")
        return None
    if at.tzinfo is None:
        reader.wrong(
            "at", f"The time “{_short(text)}” has no zone; end it with Z for UTC.", "bad-time"
        )
        return None
    try:
        return at.astimezone(UTC)
    except OverflowError:
        reader.wrong("at", f"The time “{_short(text)}” is out of range.", "bad-time")
        return None


_EVENT_KEYS: Final = ("seq", "kind", "from", *EVENT_DEFAULTS)


def event_from_dict(
    data: object, *, path: str, next_seq: int, unknown: str = "error"
) -> tuple[Event | None, list[Problem]]:
    """Read one event.

    Args:
        data: The JSON value.
        path: Where it lies, for the problems, such as ``$.events[3]`` or ``line 4``.
        next_seq: Number it takes if it has none.
        unknown: Severity of keys that the form doesn't have, ``error`` or ``warning``.

    Returns:
        The event, None if there is an error, and all problems.
    """
    problems: list[Problem] = []
    if not isinstance(data, dict):
        message = f"An event must be an object, but this is {type_word(data)}."
        return None, [Problem(severity="error", message=message, where=path, code="wrong-type")]
    reader = _Reader(data, path, problems)
    recipients = []
    for index, name in enumerate(reader.list("to")):
        if isinstance(name, str) and name.strip():
            recipients.append(name)
        else:
            reader.wrong(
                f"to[{index}]", f"A recipient must be a name, but this is {type_word(name)}."
            )
    if len(set(recipients)) < len(recipients):
        reader.wrong("to", "A recipient is named twice.", "duplicate-recipient")
    seq = reader.count_or_none("seq", 1)
    reader.unknown_keys(_EVENT_KEYS, unknown)
    event = Event(
        seq=next_seq if seq is None else seq,
        kind=reader.choice("kind", EVENT_KINDS, "message"),  # type: ignore[arg-type]
        sender=reader.name("from"),
        recipients=tuple(recipients),
        text=reader.text("text"),
        tool=reader.text_or_none("tool"),
        call_id=reader.text_or_none("call_id"),
        at=_read_time(reader),
        recipients_from=reader.choice("recipients_from", ORIGINS, "recorded"),  # type: ignore[arg-type]
        kind_from=reader.choice("kind_from", ORIGINS, "recorded"),  # type: ignore[arg-type]
        rule=reader.text("rule"),
        broadcast=reader.flag("broadcast"),
        tokens=reader.count_or_none("tokens", 0),
        where=reader.text("where"),
        metadata=reader.object("metadata"),
    )
    if event.is_private and event.recipients:
        reader.wrong("to", "A private thought can't have recipients.", "private")
    failed = any(problem.severity == "error" for problem in problems)
    return (None if failed else event), problems


class HeaderReader:
    """Reads everything of a native trace but its events.

    Args:
        data: The document, or the first line of a JSONL file.
        path: Where it lies: ``$`` for a document, ``line 1`` for JSONL.
        unknown: Severity of keys that the form doesn't have, ``error`` or ``warning``.
    """

    KEYS: Final = (
        "apiVersion", "kind", "name", "format", "task", "agents", "events", "labels", "metadata",
    )  # fmt: skip

    def __init__(self, data: Mapping[str, Any], *, path: str = "$", unknown: str = "error") -> None:
        self.problems: list[Problem] = []
        reader = _Reader(data, path, self.problems)
        reader.choice("apiVersion", (API_VERSION,), API_VERSION)
        reader.choice("kind", ("Trace",), "Trace")
        reader.unknown_keys(self.KEYS, unknown)
        self.name = reader.text("name")
        self.format = reader.text("format", FORMAT) or FORMAT
        self.task = reader.text("task")
        self.labels = reader.object("labels")
        self.metadata = reader.object("metadata")
        self.agents: list[Agent] = []
        names: set[str] = set()
        for index, item in enumerate(reader.list("agents")):
            self._agent(item, f"{path}.agents[{index}]", names, unknown)

    def _agent(self, item: object, path: str, names: set[str], unknown: str) -> None:
        if not isinstance(item, dict):
            message = f"An agent must be an object with a name, but this is {type_word(item)}."
            self.problems.append(
                Problem(severity="error", message=message, where=path, code="wrong-type")
            )
            return
        before = len(self.problems)
        reader = _Reader(item, path, self.problems)
        agent = Agent(
            name=reader.name("name"),
            description=reader.text("description"),
            model=reader.text_or_none("model"),
            is_person=reader.flag("is_person"),
        )
        reader.unknown_keys(("name", "description", "model", "is_person"), unknown)
        if agent.name in names:
            reader.wrong("name", f"Two agents are named “{_short(agent.name)}”.", "duplicate-id")
        names.add(agent.name)
        if not any(problem.severity == "error" for problem in self.problems[before:]):
            self.agents.append(agent)

    def trace(self, events: Sequence[Event], *, name: str = "") -> Trace:
        """Return the trace that this header and the events make."""
        return Trace(
            name=self.name or name,
            format=self.format,
            agents=with_participants(self.agents, events),
            events=tuple(events),
            task=self.task,
            labels=self.labels,
            metadata=self.metadata,
        )


def participants(events: Iterable[Event]) -> dict[str, None]:
    """Return who takes part in some events, in order of first appearance.

    Tools (senders of results, the tool of a call) and verifiers don't, unless they also speak for
    themselves.
    """
    found: dict[str, None] = {}
    for event in events:
        kind = event.kind
        if kind != "tool_result" and kind != "verifier":
            found[event.sender] = None
        if kind != "tool_call":
            for name in event.recipients:
                found[name] = None
    return found


def with_participants(agents: Iterable[Agent], events: Iterable[Event]) -> tuple[Agent, ...]:
    """Return the agents, and after them each of the `participants` that isn't among them."""
    found = {agent.name: agent for agent in agents}
    for name in participants(events):
        if name not in found:
            found[name] = Agent(name=name)
    return tuple(found.values())


def trace_from_dict(data: object) -> Trace:
    """Read a trace in the native form, strictly.

    Args:
        data: JSON values, as `trace_to_dict` returns them.

    Returns:
        The trace.

    Raises:
        NativeFormatError: Naming the first problem with its JSON path; `problems` holds all.
    """
    if not isinstance(data, dict):
        message = f"A trace must be an object, but this is {type_word(data)}."
        raise NativeFormatError(
            [Problem(severity="error", message=message, where="$", code="wrong-type")]
        )
    header = HeaderReader(data)
    problems = list(header.problems)
    items = data.get("events", [])
    if not isinstance(items, list):
        message = f"“events” must be a list, but it is {type_word(items)}."
        problems.append(
            Problem(severity="error", message=message, where="$.events", code="wrong-type")
        )
        items = []
    events: list[Event] = []
    last = 0
    for index, item in enumerate(items):
        path = f"$.events[{index}]"
        event, wrong = event_from_dict(item, path=path, next_seq=last + 1)
        problems += wrong
        if event is None:
            last += 1
            continue
        if event.seq <= last:
            problems.append(seq_problem(event.seq, last, path))
            continue
        last = event.seq
        events.append(event)
    if any(problem.severity == "error" for problem in problems):
        raise NativeFormatError([p for p in problems if p.severity == "error"])
    return header.trace(events)


def seq_problem(seq: int, last: int, path: str) -> Problem:
    """Return the problem of an event whose number doesn't rise."""
    message = (
        f"The number {seq} occurs twice; each event needs its own."
        if seq == last
        else f"The number {seq} comes after {last}; numbers must rise."
    )
    return Problem(severity="error", message=message, where=f"{path}.seq", code="duplicate-id")
