"""Taking secrets out of a trace before it is kept.

Keys and tokens go by default: those that their vendors mark with a prefix, JSON web tokens, bearer
tokens, private keys, values that look random under a name like ``api_key``, and passwords that are
assigned (``password=...``, ``"password": "..."``). E-mail addresses,
phone numbers, given names, whole fields and own patterns can be added. What was taken out is
counted by rule; the words themselves are kept nowhere.

The work is linear in the text; `core.trace.secrets` knows what secrets look like, and
`core.trace.marked` finds the few events that are worth a look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from core.errors import InputError, SettingError
from core.trace.announced import announces_secret, is_random, is_secret_name, may_name_secret
from core.trace.marked import OFTEN, marked_events, names_and_ids
from core.trace.model import Agent, Event, Trace
from core.trace.passwords import is_password
from core.trace.safe_regex import bounded_pattern
from core.trace.secrets import without_secrets

MAX_FIELD: Final = 64

_EMAIL: Final = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?!\w)"
)
_PHONE: Final = re.compile(
    r"(?<![\w.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{2,5}(?:[ .-]\d{2,8}){1,5}(?![\w-])"
)


_PLACEHOLDER: Final = re.compile(r"\[redacted: [\w -]{1,40}\]")


def has_placeholder(text: str) -> bool:
    """Whether a text holds what stands where something was taken out.

    Example:
        >>> has_placeholder("key [redacted: key]")
        True
    """
    return _PLACEHOLDER.search(text) is not None


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is taken out of a trace.

    Example:
        >>> found, counts = redact_text("key sk-proj-abcdefghijklmnop1234", Rules())
        >>> found, counts
        ('key [redacted: key]', Counter({'key': 1}))
    """

    secrets: bool = True
    """Keys, tokens, private keys, and random values under names like ``api_key``."""
    emails: bool = False
    phones: bool = False
    names: tuple[str, ...] = ()
    """Words to take out wherever they stand alone, whatever their case."""
    fields: tuple[str, ...] = ()
    """Names of metadata fields whose values are taken out whole, whatever their case."""
    patterns: tuple[str, ...] = ()
    """Regular expressions that `core.trace.safe_regex` lets pass; each is counted under its own text."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is taken out."""
        return not (
            self.secrets or self.emails or self.phones or self.names or self.fields or self.patterns
        )


DEFAULT: Final = Rules()
NOTHING: Final = Rules(secrets=False)


def check_rules(rules: Rules) -> None:
    """Raise the SettingError that `redact` would raise, before a file is read for nothing."""
    _Worker(rules)


def redact(
    trace: Trace, rules: Rules = DEFAULT, *, progress: Callable[[int], None] | None = None
) -> tuple[Trace, Counter[str]]:
    """Take secrets out of every text and metadata value of a trace.

    Args:
        trace: Any trace; it is not changed.
        rules: What to take out.
        progress: Called with the number of events now and then; what it raises stops the work.

    Returns:
        The trace without them (the same object if there were none), and how many of each kind
        were taken out: ``key``, ``json web token``, ``bearer token``, ``private key``,
        ``webhook``, ``cookie``, ``secret field``, ``password``, ``e-mail``, ``phone``, ``name``, ``field: x``, ``pattern: x``.

    Raises:
        SettingError: If a pattern of the rules is no regular expression, or a slow one.
    """
    return redact_all((trace,), rules, progress=progress)[0]


def redact_all(
    traces: Sequence[Trace],
    rules: Rules = DEFAULT,
    *,
    progress: Callable[[int], None] | None = None,
) -> list[tuple[Trace, Counter[str]]]:
    """Do for each of several traces what `redact` does for one, in less time if they are short.

    Example:
        >>> len(redact_all(()))
        0
    """
    worker = _Worker(rules)
    if rules.is_empty:
        return [(trace, Counter()) for trace in traces]
    tell = progress or (lambda number: None)
    marked = {} if worker.reads_all else marked_events(traces, tell)
    found: list[tuple[Trace, Counter[str]]] = []
    for number, trace in enumerate(traces):
        if not worker.reads_all and number not in marked:
            found.append((trace, Counter()))
            continue
        worker.counts = Counter()
        numbers = range(len(trace.events)) if worker.reads_all else marked[number]
        found.append((_cleaned(trace, worker, numbers, tell), worker.counts))
    return found


def _cleaned(
    trace: Trace, worker: _Worker, numbers: Iterable[int], tell: Callable[[int], None]
) -> Trace:
    """Return a trace with some of its events, and what stands around them, cleaned."""
    clean, walk = worker.text, worker.value
    events: list[Event] = list(trace.events)
    for done, number in enumerate(numbers):
        if done % OFTEN == 0:
            tell(number)
        event = events[number]
        text = clean(event.text)
        metadata = walk(event.metadata) if event.metadata else event.metadata
        if text is not event.text or metadata is not event.metadata:
            events[number] = replace(event, text=text, metadata=metadata)
    found, calls = names_and_ids(trace)
    ids = _apart(calls, clean)
    called: Callable[[str], str]
    if worker.reads_names:
        # People whose names are taken out needn't be told apart; agents, tools and calls must be.
        called = clean
        renamed = True
    else:
        names = _apart(found, clean)
        called = names.__getitem__
        renamed = any(old != new for known in (names, ids) for old, new in known.items())
    if renamed:
        events = [_renamed(event, called, ids, clean) for event in events]
    agents = _agents(trace.agents, called, clean)
    task, name = clean(trace.task), clean(trace.name)
    labels, metadata = walk(trace.labels), walk(trace.metadata)
    if not worker.counts:
        return trace
    return Trace(
        name=name,
        format=trace.format,
        agents=agents,
        events=tuple(events),
        task=task,
        labels=labels,
        metadata=metadata,
    )


def _apart(names: Iterable[str], clean: Callable[[str], str]) -> dict[str, str]:
    """Return what stands for each name; names that look the same when cleaned are numbered."""
    found: dict[str, str] = {}
    taken = set(names)
    for name in names:
        new = cleaned = clean(name)
        number = 1
        while new != name and new in taken:
            number += 1
            new = f"{cleaned} {number}"
        taken.add(new)
        found[name] = new
    return found


def _renamed(
    event: Event,
    called: Callable[[str], str],
    ids: Mapping[str, str],
    clean: Callable[[str], str],
) -> Event:
    """Return an event in which names and ids of calls are the cleaned ones: a result finds its call."""
    return replace(
        event,
        sender=called(event.sender) or "[redacted: name]",
        recipients=tuple(dict.fromkeys(filter(None, map(called, event.recipients)))),
        tool=called(event.tool) if event.tool else event.tool,
        call_id=ids[event.call_id] if event.call_id else event.call_id,
        where=clean(event.where),
    )


def redact_text(text: str, rules: Rules = DEFAULT) -> tuple[str, Counter[str]]:
    """Take secrets out of one text; see `redact`."""
    worker = _Worker(rules)
    return worker.text(text), worker.counts


def _agents(
    agents: Sequence[Agent], called: Callable[[str], str], clean: Callable[[str], str]
) -> tuple[Agent, ...]:
    found: dict[str, Agent] = {}
    for agent in agents:
        name = called(agent.name)
        found.setdefault(
            name,
            Agent(
                name=name,
                description=clean(agent.description),
                model=clean(agent.model) if agent.model else agent.model,
                is_person=agent.is_person,
            ),
        )
    return tuple(found.values())


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return bounded_pattern(pattern)
    except InputError as error:
        raise SettingError(
            f"“{pattern[:60]}” can't be used: {error.what}", hint=error.hint or "Mend or remove it."
        ) from None


@dataclass
class _Worker:
    rules: Rules
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        rules = self.rules
        self._fields = frozenset(name.casefold() for name in rules.fields)
        self._own: list[tuple[re.Pattern[str], str]] = [
            (_compiled(text), f"pattern: {text[:MAX_FIELD]}") for text in rules.patterns
        ]
        words = [re.escape(name.strip()) for name in rules.names if name.strip()]
        if words:
            longest_first = "|".join(sorted(words, key=len, reverse=True))
            self._own.append(
                (re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE), "name")
            )
        self.reads_names = bool(self._own or rules.emails or rules.phones)
        self.reads_all = self.reads_names or bool(self._fields) or not rules.secrets

    def _put(self, kind: str) -> str:
        self.counts[kind] += 1
        return f"[redacted: {kind.partition(':')[0]}]"

    def text(self, text: str) -> str:
        """Return a text without what the rules take out; the same object if there was nothing."""
        if self.rules.secrets:
            text = without_secrets(text, self._put)
        if self.rules.emails and "@" in text:
            text = self._sub(_EMAIL, "e-mail", text)
        if self.rules.phones:
            text = _PHONE.sub(self._phone, text)
        for pattern, kind in self._own:
            text = self._sub(pattern, kind, text)
        return text

    def _sub(self, pattern: re.Pattern[str], kind: str, text: str) -> str:
        return pattern.sub(lambda match: self._put(kind) if match[0] else "", text)

    def _phone(self, match: re.Match[str]) -> str:
        digits = sum(sign.isdigit() for sign in match[0])
        looks = match[0].startswith(("+", "(")) or match[0].count("-") + match[0].count(" ") >= 2
        if not 8 <= digits <= 15 or not looks or re.match(r"(?:19|20)\d\d-\d\d-\d\d", match[0]):
            return match[0]
        return self._put("phone")

    def value(self, value: Any) -> Any:
        """Return a JSON value with its texts cleaned; the same object if nothing changed."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict | Mapping):
            found: dict[str, Any] = {}
            announced = announces_secret(value)
            for key, inner in value.items():
                name = clean = self.text(key)
                number = 1
                while name in found or (name is not key and name in value):
                    number += 1
                    name = f"{clean} {number}"
                above = announced if key == "value" and announced else key
                found[name] = self._under(above, inner, key)
            same = all(
                kept is key and found[kept] is inner
                for (key, inner), kept in zip(value.items(), found, strict=False)
            ) and len(found) == len(value)
            return value if same else found
        if isinstance(value, list | tuple):
            items = [self.value(item) for item in value]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else items
        return value

    def _under(self, key: str, value: Any, own: str) -> Any:
        """Return what stands in a field `own`, with what its name or another, `key`, says of it."""
        if self._fields and own.casefold() in self._fields and value not in (None, "", [], {}):
            return self._put(f"field: {own.casefold()[:MAX_FIELD]}")
        if (
            self.rules.secrets
            and isinstance(value, str)
            and len(value) < 4000
            and ((is_secret_name(key) and is_random(value)) or is_password(key, value))
        ):
            return self._put("secret field")
        if self.rules.secrets and may_name_secret(key):
            # The value may stand one level down: in a list, or as the value of a field.
            if isinstance(value, list | tuple):
                items = [
                    self._under(key, item, "") if isinstance(item, str) else self.value(item)
                    for item in value
                ]
                same = all(new is old for new, old in zip(items, value, strict=True))
                return value if same else items
            if isinstance(value, Mapping) and isinstance(value.get("value"), str):
                inner = self._under(key, value["value"], "value")
                if inner is not value["value"]:
                    return self.value({**value, "value": inner})
        return self.value(value)


def as_lines(counts: Mapping[str, int]) -> Iterable[str]:
    """Yield what was taken out, one line for each rule, the most frequent first."""
    for kind, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        yield f"{count:,} × {kind}"
