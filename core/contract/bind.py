"""Who is who: proposes which agent of a trace is which party and plays which role.

A proposal is made for a person to confirm. It says how sure it is and why, in words, and below a
threshold it stays silent: an agent bound to the wrong party turns every verdict wrong, one that
isn't bound only leaves a gap that the screen shows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.names import name_tokens, squashed
from core.trace.model import Agent, Trace

How: TypeAlias = Literal["same", "spelling", "alias", "words", "guess", "none"]

BIND_AT = 0.5
"""Least score at which a name is bound."""
GUESS_AT = 0.18
"""Least similarity of descriptions at which a role is proposed, marked as a guess."""
GUESS_LEAD = 1.25
"""How much nearer the best description must be than the second."""

_SAME_WORDS: tuple[frozenset[str], ...] = (
    frozenset(("orchestrator", "coordinator", "manager", "supervisor", "координатор")),
    frozenset(("verifier", "verification", "validator", "checker", "проверяющий", "верификатор")),
    frozenset(("reviewer", "review", "рецензент", "ревьюер")),
    frozenset(("critic", "critique", "критик")),
    frozenset(("planner", "plan", "planning", "планировщик")),
    frozenset(("coder", "programmer", "developer", "engineer", "разработчик", "программист")),
    frozenset(("executor", "execution", "исполнитель")),
    frozenset(("writer", "copywriter", "author", "копирайтер", "автор")),
    frozenset(("collector", "gatherer", "сборщик")),
    frozenset(("retriever", "retrieval", "searcher", "поисковик")),
    frozenset(("summarizer", "summariser", "summary")),
    frozenset(("analyst", "analyzer", "analysis", "аналитик")),
    frozenset(("researcher", "research", "исследователь")),
    frozenset(("auditor", "audit", "аудитор")),
    frozenset(("editor", "editing", "редактор")),
    frozenset(("tester", "test", "qa", "тестировщик")),
)
"""Words for one job. Small on purpose: WebSurfer is no Retriever by name."""

_FILLERS = frozenset(("agent", "agents", "assistant", "bot", "ai", "llm", "the", "expert", "агент"))
"""Words in names that tell no agent from another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One proposed pairing."""

    name: str | None
    """Party or role; None if nothing fits well enough."""
    score: float
    """From 0 (no likeness) to 1 (the same name); for ordering, not a probability."""
    how: How
    why: str
    """One sentence for a person."""

    @property
    def is_guess(self) -> bool:
        """Whether it rests on descriptions only."""
        return self.how == "guess"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSuggestion:
    """What is proposed for one agent."""

    agent: str
    party: Match
    role: Match


@dataclass(frozen=True, kw_only=True)
class BindingSuggestion:
    """A proposed binding with its reasons."""

    binding: Binding
    agents: tuple[AgentSuggestion, ...]
    """One entry for each participant of the trace, in its order."""
    open_parties: tuple[str, ...] = field(default=())
    """Parties of the contract that no agent plays."""

    def notes(self) -> dict[str, AgentSuggestion]:
        """Return the entries by agent name."""
        return {entry.agent: entry for entry in self.agents}


def suggest_binding(
    trace: Trace, contract: Contract, roles: Mapping[str, str] | None = None
) -> BindingSuggestion:
    """Propose which agent is which party and plays which role.

    Args:
        trace: The run; its participants are bound, its tools aren't.
        contract: Names the parties.
        roles: Role name -> what the role does (description, demonstrations); None or empty: no
            role set.

    Returns:
        The binding, and for each agent what was proposed and why. Several agents may be one
        party. Roles that were guessed from descriptions are in the binding too, marked.
    """
    parties = contract.party_names
    tools = {event.tool for event in trace.events if event.tool} - set(parties)
    texts = _texts(trace)
    corpus = _Weights([*(roles or {}).values(), *texts.values()])
    entries = []
    for agent in trace.agents:
        if agent.name in tools:
            party = role = Match(name=None, score=0.0, how="none", why="A tool is not bound.")
        else:
            party = match_name(agent.name, parties, "party")
            role = _role(agent, roles or {}, texts[agent.name], corpus)
        entries.append(AgentSuggestion(agent=agent.name, party=party, role=role))
    binding = Binding(
        parties={entry.agent: entry.party.name for entry in entries if entry.party.name},
        roles={entry.agent: entry.role.name for entry in entries if entry.role.name},
    )
    bound = set(binding.parties.values())
    return BindingSuggestion(
        binding=binding,
        agents=tuple(entries),
        open_parties=tuple(party for party in parties if party not in bound),
    )


def match_name(name: str, choices: Sequence[str], noun: str = "party") -> Match:
    """Return the choice that a name most likely means.

    Args:
        name: Name of an agent.
        choices: Names to choose from.
        noun: What they are, for the sentence.

    Returns:
        The best match; none if it is below the threshold or two fit equally well.
    """
    ranked = sorted(
        (_compare(name, choice) for choice in dict.fromkeys(choices)),
        key=lambda match: -match.score,
    )
    if not ranked or ranked[0].score < BIND_AT:
        return Match(
            name=None,
            score=ranked[0].score if ranked else 0.0,
            how="none",
            why=f"No {noun} has a similar name." if ranked else f"There is no {noun} to choose.",
        )
    best = ranked[0]
    rivals = [match.name for match in ranked[1:] if match.score == best.score]
    if rivals:
        names = ", ".join(f"'{rival}'" for rival in [best.name, *rivals])
        return Match(
            name=None, score=best.score, how="none", why=f"{names} fit equally well; choose one."
        )
    return best


def _compare(name: str, choice: str) -> Match:
    if name == choice:
        return Match(name=choice, score=1.0, how="same", why="The same name.")
    if squashed(name) and squashed(name) == squashed(choice):
        return Match(
            name=choice, score=0.98, how="spelling", why="The same name, written differently."
        )
    left, right = _words(name), _words(choice)
    if _numbers(left) != _numbers(right) and _numbers(left) and _numbers(right):
        return Match(name=choice, score=0.0, how="none", why="Numbered differently.")
    core_left, core_right = _core(left), _core(right)
    if not core_left or not core_right:
        return Match(name=choice, score=0.0, how="none", why="A name without words.")
    if core_left == core_right:
        return Match(name=choice, score=0.95, how="spelling", why="The same words in the name.")
    shared = core_left & core_right
    alike = {word for word in core_left - shared if _synonyms(word) & (core_right - shared)}
    share = (len(shared) + 0.8 * len(alike)) / (len(core_left | core_right) - len(alike))
    if not shared and not alike:
        return Match(name=choice, score=0.0, how="none", why="No word in common.")
    # One name inside the other ('Collector', 'Requirements Collector') says more than the ratio.
    inside = core_left <= core_right or core_right <= core_left
    score = round(min(0.9, 0.6 + 0.3 * share if inside else share), 3)
    if alike:
        words = ", ".join(f"'{word}'" for word in sorted(alike))
        return Match(
            name=choice, score=score, how="alias", why=f"{words} is another word for the same job."
        )
    words = ", ".join(f"'{word}'" for word in sorted(shared))
    return Match(name=choice, score=score, how="words", why=f"Both names hold {words}.")


def _words(name: str) -> frozenset[str]:
    return frozenset(name_tokens(name))


def _core(words: frozenset[str]) -> frozenset[str]:
    """Return the words that tell what somebody does, without fillers and numbers."""
    return words - _FILLERS - _numbers(words) or words


def _numbers(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in words if word.isdigit())


def _synonyms(word: str) -> frozenset[str]:
    return next((group for group in _SAME_WORDS if word in group), frozenset())


def _role(agent: Agent, roles: Mapping[str, str], text: str, corpus: _Weights) -> Match:
    if agent.is_person:
        return Match(name=None, score=0.0, how="none", why="A person plays no role profile.")
    by_name = match_name(agent.name, tuple(roles), "role")
    if by_name.name or not text.strip() or not roles:
        return by_name
    ranked = sorted(
        ((corpus.similarity(text, described), name) for name, described in roles.items()),
        key=lambda pair: (-pair[0], pair[1]),
    )
    score, name = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    if score < GUESS_AT or score < GUESS_LEAD * second:
        return Match(
            name=None, score=round(score, 3), how="none", why=f"{by_name.why} Nor a description."
        )
    return Match(
        name=name,
        score=round(score, 3),
        how="guess",
        why="A guess: its description uses the words of this role.",
    )


def _texts(trace: Trace) -> dict[str, str]:
    """Return what is said about each agent: its description, never what it says itself."""
    return {agent.name: agent.description for agent in trace.agents}


class _Weights:
    """Cosine of word counts, in which a word that everybody uses counts little."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.total = len(texts)
        self.seen: Counter[str] = Counter()
        for text in texts:
            self.seen.update(set(_stems(text)))

    def similarity(self, one: str, other: str) -> float:
        """Return the cosine of two texts' weighted words, in [0, 1]."""
        left, right = self._vector(one), self._vector(other)
        norm = math.sqrt(sum(v * v for v in left.values()) * sum(v * v for v in right.values()))
        return sum(left[word] * right.get(word, 0.0) for word in left) / norm if norm else 0.0

    def _vector(self, text: str) -> dict[str, float]:
        counts = Counter(_stems(text))
        return {
            word: (1 + math.log(count)) * math.log((1 + self.total) / (0.5 + self.seen[word]))
            for word, count in counts.items()
        }


def _stems(text: str) -> list[str]:
    """Return the longer words of a text, cut so that most inflected forms agree."""
    return [word[:6] for word in name_tokens(text[:4000]) if len(word) > 3]
