"""Proposes the facts of a contract from a trace, so that its author begins with a list to judge.

Read are the task, the first briefs to every agent, and records that a tool gave out and somebody
used. What is proposed is a passage of the trace, word for word, with a typed check; of a task that
is a question, each condition that it sets. Owner and
recipients are guesses and say so. The same trace gives the same list; no model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.contract.checks import read_text
from core.contract.guess import suggest_id
from core.contract.model import Contract, Fact
from core.contract.names import name_tokens
from core.contract.suggest_candidates import (
    Candidate,
    Source,
    is_binding,
    make_candidate,
    make_condition,
    same_fact,
)
from core.contract.suggest_question import conditions
from core.contract.suggest_text import passages
from core.trace.manner import words_of_matter
from core.trace.model import Event, Trace, is_machine_made
from core.trace.outputs import is_private

MOST = 16
TASK = "the task"
TICKED = 8
"""Above eight facts a contract is hard to keep in mind; the linter warns there too."""
_NAMED = 4
"""Words of a task that name a contract."""
_SAY_NOTHING = frozenset(
    "run runs log logs trace traces line output outputs sample session sessions test tests message messages "
    "json jsonl txt export data file conversation chat history result results untitled new default example".split()
)
"""Words in a run's name that tell no run from another."""
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")
_LOOKED_AT = 40
"""Candidates whose use in the run is looked up."""
_EVENTS, _CHARACTERS = 80, 4_000
"""Handoffs, and characters of each, in which the use of a fact is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One proposed fact, and what the proposal rests on."""

    fact: Fact
    seq: int | None
    """Event that is quoted; None: the task, which no event repeats."""
    span: tuple[int, int]
    """Place of the quoted passage in that text, in characters."""
    source: str
    """Such as 'the task' or 'brief in event 4'."""
    owner_because: str
    recipients_because: str
    check: str
    """How the fact would be checked, in words."""
    score: float
    is_record: bool = False
    """Whether a tool gave it out: it may be a fact of this run alone."""
    ticked: bool = False
    """Whether it is among the first that one would take; a record never is."""


def suggest_facts(trace: Trace) -> tuple[Suggestion, ...]:
    """Propose facts for a contract.

    Args:
        trace: A run of the kind that the contract will be for.

    Returns:
        At most :data:`MOST` suggestions, the best first, no two of them about the same.
    """
    tools = {event.tool for event in trace.events if event.tool}
    agents = [a.name for a in trace.agents if a.name not in tools]
    found: list[Candidate] = []
    split: set[str] = set()
    for text in _texts(trace, agents):
        for passage in passages(text.text):
            candidate = make_candidate(passage, text, len(found))
            if candidate is not None:
                found.append(candidate)
        if text.source == TASK:
            parts, whole = _split_up(found, text)
            split |= whole
            found += parts
    # The brief that repeats the task holds the whole question once more.
    found = [c for c in found if c.passage.statement not in split]
    found.sort(key=lambda c: (-c.score, c.order))
    said = [e for e in trace.events if e.is_boundary and not is_private(e) and e.text][:_EVENTS]
    people = {a.name for a in trace.agents if a.is_person}
    kept: list[Candidate] = []
    made: list[Suggestion] = []
    for candidate in found[:_LOOKED_AT]:
        known = next((at for at, other in enumerate(kept) if same_fact(candidate, other)), None)
        if known is not None and not _is_origin(candidate, kept[known]):
            continue
        suggestion = _suggestion(candidate, said, agents, people)
        if suggestion is None:
            continue
        if known is not None:
            kept[known], made[known] = candidate, suggestion
        else:
            kept.append(candidate)
            made.append(suggestion)
    made.sort(key=lambda s: -s.score)
    return tuple(_named(made[:MOST]))


def suggested_contract(trace: Trace, suggestions: Iterable[Suggestion], name: str = "") -> Contract:
    """Return a contract of the given suggestions.

    Args:
        trace: Whence they come.
        suggestions: Those to take, in the order that the contract shall have.
        name: Name of the contract; by default one made of the trace's name, or of the task where
            that name says nothing: a digest, a number, 'log'.
    """
    facts = tuple(suggestion.fact for suggestion in suggestions)
    parties = dict.fromkeys(p for fact in facts for p in (fact.owner, *fact.recipients) if p)
    clean = re.sub(r"[^\w.-]+", "-", (name or _subject(trace)).strip()).strip("-.")[:80]
    return Contract(
        name=clean or "suggested",
        description=f"Begun with the run {trace.name}"[:300],
        parties=tuple(parties),
        facts=facts,
    )


def _subject(trace: Trace) -> str:
    """Return what a contract of a run may be called: after the run, or after what was asked."""
    told = [
        w for w in name_tokens(trace.name) if len(w) > 2 and w.isalpha() and w not in _SAY_NOTHING
    ]
    if len(told) > 1 and not is_machine_made(trace.name):
        return trace.name
    # A question says it best; what says how to work ('You have one question to answer') says nothing.
    sentences = _SENTENCE.split(trace.task[:4_000])
    for sentence in sorted(sentences, key=lambda said: not said.endswith("?")):
        words = [w.casefold() for w in words_of_matter(sentence) if not w.isdigit()]
        if len(words) > 1:
            return "-".join(words[:_NAMED])
    return trace.name if told else f"run-{trace.name}" if trace.name else ""


def suggestion_notes(suggestion: Suggestion) -> str:
    """Return in one line where a suggestion comes from and what about it is guessed."""
    return (
        f"from {suggestion.source}; guessed: owner {suggestion.fact.owner} "
        f"({suggestion.owner_because}), recipients ({suggestion.recipients_because}), "
        f"kind {suggestion.fact.kind} (checked as {suggestion.check})"
    )


# -- where facts stand ------------------------------------------------------------------------


def _texts(trace: Trace, agents: Sequence[str]) -> Iterator[Source]:
    names = set(agents)
    people = {agent.name for agent in trace.agents if agent.is_person}
    said = [e for e in trace.events if e.is_boundary and not is_private(e)]
    start = said[0] if said else None
    task = trace.task.strip()
    if task:
        place = 0
        holder = next((e for e in said[:6] if task[:200] in e.text), None)
        if holder is not None:
            place = holder.text.index(task[:200])
            task = holder.text[place : place + len(task)]
        poser = holder or start
        yield Source(
            task,
            holder.seq if holder else None,
            poser.sender if poser else "",
            poser.recipients if poser else (),
            TASK,
            2.0,
            offset=place,
        )
    briefed: set[str] = set()
    early = max(12, len(said) // 3)
    for event in said[:early]:
        fresh = [name for name in event.recipients if name in names and name not in briefed]
        is_first = event is start
        if (fresh or is_first or event.sender in people) and not _machine(event.text):
            briefed.update(fresh)
            weight = 1.0 if is_first or fresh else 0.4
            yield Source(
                event.text,
                event.seq,
                event.sender,
                event.recipients,
                f"brief in event {event.seq}",
                weight,
            )
    for event in trace.events[: 4 * early]:
        if event.kind == "tool_result" and 20 < len(event.text) < 4_000:
            owner = next((name for name in event.recipients if name in names), "")
            yield Source(
                event.text,
                event.seq,
                owner,
                (),
                f"record from {event.tool or event.sender} in event {event.seq}",
                -0.4,
                record=True,
            )


def _machine(text: str) -> bool:
    """Whether a message is data or code rather than words to a colleague."""
    start = text.lstrip()[:400]
    return (
        start[:1] == "{"
        or bool(re.match(r"\[\s*[\[{\"]", start))
        or start.startswith(("```", "<?xml", "<html"))
        or "Ledger:" in start
    )


def _is_origin(one: Candidate, other: Candidate) -> bool:
    """Whether a fact comes from one passage, and the other only repeats it: somebody else, later."""
    earlier = one.text.seq is not None and other.text.seq is not None
    if not earlier or one.text.source == TASK or other.text.source == TASK or one.text.record:
        return False
    return (one.text.seq or 0) < (other.text.seq or 0) and one.text.owner != other.text.owner


def _split_up(found: Sequence[Candidate], text: Source) -> tuple[list[Candidate], set[str]]:
    """Return the conditions of the questions in a task, and which whole questions they replace."""
    asked = [make_condition(q, text, len(found) + n) for n, q in enumerate(conditions(text.text))]
    parts = [part for part in asked if part is not None]

    def inside(whole: Candidate) -> int:
        start, end = whole.passage.start, whole.passage.end
        return sum(start <= p.passage.start and p.passage.end <= end for p in parts)

    own = [candidate for candidate in found if candidate.text is text]
    return parts, {c.passage.statement for c in own if inside(c) > 1}


# -- who owns it, who needs it ----------------------------------------------------------------


def _suggestion(
    candidate: Candidate, said: Sequence[Event], agents: Sequence[str], people: set[str]
) -> Suggestion | None:
    text, owner = candidate.text, candidate.text.owner
    users = _users(candidate, said, owner)
    # What a tool gave out is a fact of the task only if somebody worked with it.
    if text.record and not users:
        return None
    if not owner:
        return None
    told = _told(candidate, said, agents, (owner, *people))
    working = [name for name in users if name in agents and name not in people]
    if working:
        recipients = list(dict.fromkeys([*working, *(told if len(told) <= 2 else ())]))
        places = ", ".join(f"{name} in event {users[name]}" for name in working[:4])
        because = f"work with it: {places}"
    elif told:
        recipients, because = told, f"event {text.seq} is addressed to them"
    else:
        others = [name for name in agents if name not in (owner, *people)]
        last = next((e.sender for e in reversed(said) if e.sender in others), "")
        recipients, because = ([last] if last else others[:3]), "nobody is named; they take part"
        because = "wrote the last message of the run" if last else because
    if not recipients:
        return None
    quoted = "poses the task" if text.source == TASK else f"says it in event {text.seq}"
    if text.record:
        quoted = f"received the record in event {text.seq}"
    return Suggestion(
        fact=Fact(
            id="guess",
            statement=candidate.passage.statement,
            kind=candidate.kind,
            owner=owner,
            recipients=tuple(recipients[:6]),
            critical=is_binding(candidate),
        ),
        seq=text.seq,
        span=(text.offset + candidate.passage.start, text.offset + candidate.passage.end),
        source=text.source,
        owner_because=quoted,
        recipients_because=because,
        check=candidate.check.words,
        score=round(candidate.score + 0.5 * min(len(users), 3), 3),
        is_record=text.record,
    )


def _told(
    candidate: Candidate, said: Sequence[Event], agents: Sequence[str], not_these: Iterable[str]
) -> list[str]:
    """Return to whom the owner wrote the very passage, in whichever messages."""
    text = candidate.text
    quoted = text.text[candidate.passage.start : candidate.passage.end]
    names = list(text.to)
    names += [
        to for e in said if e.sender == text.owner and quoted in e.text for to in e.recipients
    ]
    return [name for name in dict.fromkeys(names) if name in agents and name not in set(not_these)]


def _users(candidate: Candidate, said: Sequence[Event], owner: str) -> dict[str, int]:
    """Return who, other than the owner, says something about the fact, and where first."""
    users: dict[str, int] = {}
    for event in said:
        if event.sender == owner or event.sender in users:
            continue
        if candidate.text.seq is not None and event.seq <= candidate.text.seq:
            continue
        verdict = candidate.check.states(read_text(event.text[:_CHARACTERS]), in_run=True)
        if verdict.label in ("conveyed", "contradicted"):
            users[event.sender] = event.seq
    return users


def _named(made: Sequence[Suggestion]) -> Iterator[Suggestion]:
    taken: list[str] = []
    ticked = 0
    for suggestion in made:
        name = suggest_id(suggestion.fact.statement, taken)
        taken.append(name)
        fact = suggestion.fact.model_copy(update={"id": name})
        take = not suggestion.is_record and ticked < TICKED
        ticked += take
        yield replace(suggestion, fact=fact, ticked=take)
