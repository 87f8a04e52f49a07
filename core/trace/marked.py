"""Which events of traces may hold a secret: all their texts are searched at once.

Events are short and traces of one file may be many, so texts are collected across both before
`core.trace.suspects` searches them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from core.trace.announced import announces_secret, may_name_secret
from core.trace.model import Event, Trace
from core.trace.secrets import SMALLEST, without_secrets
from core.trace.suspects import suspects

OFTEN: Final = 5_000
"""Events after which it is told how many are done."""
_BARE: Final = frozenset((bool, int, float, type(None)))
"""What has no texts in it."""


def marked_events(
    traces: Sequence[Trace], tell: Callable[[int], None]
) -> dict[int, tuple[int, ...]]:
    """Return which events of which traces may hold a secret.

    Args:
        traces: Any traces.
        tell: Told the number of events that are searched, now and then.

    Returns:
        The places of the events, in rising order, by the places of their traces. A trace in which
        only something around its events may hold one has no events there.
    """
    search = _Search()
    before = 0
    for number, trace in enumerate(traces):
        for start in range(0, len(trace.events), OFTEN):
            tell(before + start)
            search.add_events(number, trace.events[start : start + OFTEN], start)
        search.add_rest(number, trace)
        before += len(trace.events)
    search.finish()
    return {
        number: tuple(sorted(places - {_AROUND})) for number, places in sorted(search.found.items())
    }


_AROUND: Final = -1
"""Stands for the place of what is around the events."""


def names_and_ids(trace: Trace) -> tuple[dict[str, None], dict[str, None]]:
    """Return who and which tools take part in a trace, and the ids of its calls; each once.

    Args:
        trace: Any trace.

    Returns:
        Names and ids, in the order in which they occur first.
    """
    events = trace.events
    names = dict.fromkeys([agent.name for agent in trace.agents])
    names |= dict.fromkeys(map(_SENDER, events))
    for recipients in dict.fromkeys(map(_RECIPIENTS, events)):
        for name in recipients:
            names[name] = None
    names |= dict.fromkeys(filter(None, map(_TOOL, events)))
    return names, dict.fromkeys(filter(None, map(_CALL, events)))


_LINES: Final = 1_000
_SENDER: Final = attrgetter("sender")
_RECIPIENTS: Final = attrgetter("recipients")
_TOOL: Final = attrgetter("tool")
_CALL: Final = attrgetter("call_id")


class _Search:
    """Texts of events that wait for being searched, and whose they are."""

    def __init__(self) -> None:
        self.found: dict[int, set[int]] = {}
        """Places of events by the number of their trace."""
        self._quiet: set[str] = set()
        self._texts: list[str] = []
        self._ends: list[int] = []
        """Where the texts of each owner end."""
        self._owners: list[tuple[int, int, int]] = []
        """A trace, the event of the first text, and how many events each text goes on."""
        self._events = 0

    def add_events(self, number: int, events: Sequence[Event], start: int) -> None:
        """Take some events of a trace in, the first of which has the place `start`."""
        texts = self._texts
        texts += [event.text for event in events]
        self._own(number, start, 1)
        for index, event in enumerate(events, start):
            metadata = event.metadata
            if metadata:
                before = len(texts)
                if _gather(metadata, texts, self._quiet):
                    self._mark(number, index)
                if len(texts) > before:
                    self._own(number, index, 0)
        self._events += len(events)
        if self._events >= OFTEN:
            self.finish()

    def add_rest(self, number: int, trace: Trace) -> None:
        """Take in what stands around the events of a trace."""
        texts = self._texts
        before = len(texts)
        if len(trace.task) >= SMALLEST:
            texts.append(trace.task)
        if len(trace.name) >= SMALLEST:
            texts.append(trace.name)
        names, ids = names_and_ids(trace)
        short = [*names, *ids]  # searched as lines of one text
        texts += ["\n".join(short[n : n + _LINES]) for n in range(0, len(short), _LINES)]
        for agent in trace.agents:
            if agent.description:
                texts.append(agent.description)
            if agent.model:
                texts.append(agent.model)
        for value in (trace.labels, trace.metadata):
            if value and _gather(value, texts, self._quiet):
                self._mark(number, _AROUND)
        if len(texts) > before:
            self._own(number, _AROUND, 0)
        self._events += 1

    def finish(self) -> None:
        """Search what waits."""
        for place in suspects(self._texts):
            owner = bisect_right(self._ends, place)
            number, event, step = self._owners[owner]
            first = self._ends[owner - 1] if owner else 0
            self._mark(number, event + step * (place - first))
        self._texts, self._ends, self._owners = [], [], []
        self._events = 0

    def _own(self, number: int, event: int, step: int) -> None:
        self._ends.append(len(self._texts))
        self._owners.append((number, event, step))

    def _mark(self, number: int, event: int) -> None:
        self.found.setdefault(number, set()).add(event)


def _gather(value: Mapping[str, Any], texts: list[str], quiet: set[str]) -> bool:
    """Collect the texts in a JSON value; whether something is to be done about a field's name.

    Args:
        value: The value.
        texts: Takes the texts.
        quiet: Names of fields that neither hold nor announce a secret, as found so far.
    """
    loud = False
    waiting: list[Any] = [value]
    for one in waiting:  # it grows meanwhile
        kind = one.__class__
        if kind is str:
            texts.append(one)
        elif kind is dict:
            if "value" in one and announces_secret(one):
                loud = True
            for key, inner in one.items():
                if key not in quiet and _is_loud(key, quiet):
                    loud = True
                kind = inner.__class__
                if kind is str:
                    if len(inner) >= SMALLEST:
                        texts.append(inner)
                elif kind not in _BARE:
                    waiting.append(inner)
        elif isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, Mapping):
            waiting.append(dict(one))
    return loud


def _is_loud(key: str, quiet: set[str]) -> bool:
    """Whether the name of a field is, or says, something to take out; else it is remembered."""
    if may_name_secret(key) or without_secrets(key, str) != key:
        return True
    quiet.add(key)
    return False
