"""Who takes part in a list of messages: all that is known before the first one is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from core.trace.importers.dialects import same_name_key
from core.trace.importers.roles import is_person
from core.trace.importers.turn_model import Route, Turn
from core.trace.model import Agent


class Cast:
    """Who speaks in some turns, and who speaks after whom."""

    def __init__(self, turns: list[Turn], described: Mapping[str, str]) -> None:
        """Look at all turns.

        Args:
            turns: The turns, in order.
            described: System prompts by agent, from outside of the list.
        """
        self.turns = turns
        self.described = described
        self._look_around()

    def _look_around(self) -> None:
        """Find who speaks at all, and who speaks after whom."""
        described = self.described
        present = dict.fromkeys([turn.who for turn in self.turns])
        speaking: dict[str, None] = {}
        persons: set[str] = set()
        speakers: dict[str, None] = {}
        self._routed = has_told = has_terminal = False
        for who in present:
            speaker = who.speaker
            has_told = has_told or who.is_system
            has_terminal = has_terminal or who.is_terminal
            if who.is_person:
                persons.add(speaker)
            if not (who.is_system or who.is_tool):
                speaking[speaker] = None
                if not who.is_person:
                    speakers[speaker] = None
                if who.to:
                    self._routed = True
        self._told = [turn for turn in self.turns if turn.who.is_system] if has_told else []
        self._before_terminal: set[int] = set()
        if has_terminal:
            placed = enumerate(self.turns, -1)
            self._before_terminal = {index for index, turn in placed if turn.who.is_terminal}
        self._persons, self._speakers = persons, speakers
        self._speaking = speaking
        members = {**speaking, **dict.fromkeys(described)} if described else speaking
        parties = tuple(members) if len(speaking) == len(members) == 2 else ()
        self._others = {parties[0]: parties[1], parties[1]: parties[0]} if parties else {}
        """Of two parties, the other one of each."""
        self._group = not self._routed and not parties and len(members) > 1
        self._routes: dict[str | None, Route] = {}
        self._next = [] if parties else self._next_speakers()

    @cached_property
    def _known(self) -> dict[str, str]:
        """Names by what their spellings have in common."""
        return {same_name_key(name): name for name in (*self.described, *self._speaking)}

    def _next_speakers(self) -> list[str | None]:
        """Return for each turn the next speaker that is another one and no tool."""
        if len(self._speaking) < 2:
            return [None] * len(self.turns)
        found: list[str | None] = []
        following: str | None = None
        after: str | None = None  # the next different speaker after `following`
        for turn in reversed(self.turns):
            who = turn.who
            if who.is_tool or who.is_system:
                found.append(following)
                continue
            speaker = who.speaker
            if following is not None and following != speaker:
                after = following
            following = speaker
            found.append(after)
        found.reverse()
        return found

    def _known_name(self, name: str) -> str:
        """Return the agent that a tool's name means; ``transfer_to_triage`` is to “Triage Agent”."""
        key = same_name_key(name)
        known = self._known
        for spelled in (key, f"{key}agent", key.removesuffix("agent")):
            if spelled in known:
                return known[spelled]
        return name

    def _agents(self, names: Iterable[str]) -> tuple[tuple[Agent, ...], str]:
        """Return the participants; those who never speak come last."""
        prompts = {name: {text: None} for name, text in self.described.items()}
        persons, speakers = self._persons, self._speakers
        orphans: dict[str, None] = {}
        for turn in self._told:
            owner = self._known.get(same_name_key(turn.who.speaker)) if turn.who.speaker else None
            if owner is None and len(speakers) == 1:
                owner = next(iter(speakers))
            texts = orphans if owner is None else prompts.setdefault(owner, {})
            if turn.text:
                texts[turn.text] = None
        agents = []
        for name in dict.fromkeys((*names, *prompts)):
            human = name in persons or (is_person(name) and name not in speakers)
            told = prompts.get(name)
            agent = (
                Agent(name=name, description="\n\n".join(told), is_person=human)
                if told
                else _untold(name, human)
            )
            agents.append(agent)
        return tuple(agents), "\n\n".join(orphans)


@lru_cache(4096)
def _untold(name: str, human: bool) -> Agent:
    """Return an agent of which nothing else is known; the runs of a file have the same ones."""
    return Agent(name=name, is_person=human)
