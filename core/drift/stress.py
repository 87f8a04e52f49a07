"""Stress scenarios: one clean fault against a role, put into a recorded run (method, section 3).

*role-confuse*: an agent is asked to do another's job, and does. *authority-swap*: a right result
goes through an agent without authority. *late-correction*: an earlier decision is revised, and an
agent that doesn't own it decides anew.

Every fault has a clean twin: the same run, the same request, an agent that stays in its role. A
check that flags both has learnt nothing. The same seed gives the same fault.

    held = hold_out(roles, seed=0)
    fault = inject(trace, held, roles_of_agents, "role-confuse", seed=7)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from core.drift.model import RoleProfile, RoleSet
from core.drift.stress_texts import ASKED, DECIDES_ANEW, NOTED, REVISED
from core.errors import InputError
from core.trace.model import Event, Trace
from core.trace.outputs import with_inferred_outputs

Scenario: TypeAlias = Literal["role-confuse", "authority-swap", "late-correction"]
Language: TypeAlias = Literal["en", "ru"]
SCENARIOS: tuple[Scenario, ...] = get_args(Scenario)

HELD_SHARE = 0.2
"""Share of a profile's texts that are kept out of the profile, to inject them."""
FEWEST = 5
"""A profile with fewer demonstrations gives none away."""
_FEWEST_WORDS = 4
_LONGEST = 320
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r".+?(?:[.!?…]['\"”»)]*(?=\s|$)|$)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOut:
    """A role set, and texts of its profiles that were taken out of it."""

    roles: RoleSet
    """The set without the texts: compile and calibrate this one."""
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Role -> messages typical of it."""
    foreign: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Role -> messages that leave it, by the judgement of the profile's author."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A run with one fault against a role, and its clean twin."""

    scenario: Scenario
    seed: int
    agent: str
    """Who leaves its role."""
    role: str
    other: str
    """Agent or role whose job or decision it takes."""
    trace: Trace
    seq: int
    """The turn with the fault, in ``trace``."""
    twin: Trace
    twin_seq: int
    inserted: str
    """What the fault consists of, word for word; for a swap the whole turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slot:
    event: Event
    role: RoleProfile


def hold_out(roles: RoleSet, seed: int = 0) -> HeldOut:
    """Take a fifth of each profile's messages out, so that faults are made of unseen texts.

    Args:
        roles: The role set.
        seed: Which texts are drawn.

    Returns:
        The smaller set and what was taken. A profile with fewer than five demonstrations keeps
        them all, the same for drift examples.
    """
    own, foreign, kept = {}, {}, []
    for role in roles.roles:
        rng = random.Random(f"{seed}/{role.name}")  # noqa: S311  (a seed, no secret)
        own[role.name], demonstrations = _draw(role.demonstrations, rng)
        foreign[role.name], examples = _draw(role.drift_examples, rng)
        kept.append(
            role.model_copy(update={"demonstrations": demonstrations, "drift_examples": examples})
        )
    reduced = roles.model_copy(update={"roles": tuple(kept)})
    return HeldOut(roles=reduced, own=own, foreign=foreign)


def _draw(texts: Sequence[str], rng: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if len(texts) < FEWEST:
        return (), tuple(texts)
    drawn = set(rng.sample(range(len(texts)), max(1, round(len(texts) * HELD_SHARE))))
    return (
        tuple(text for n, text in enumerate(texts) if n in drawn),
        tuple(text for n, text in enumerate(texts) if n not in drawn),
    )


def inject(
    trace: Trace,
    held: HeldOut,
    bound: Mapping[str, str],
    scenario: Scenario,
    seed: int = 0,
    avoid: Collection[int] = (),
) -> Fault:
    """Put one fault into a recorded run.

    Args:
        trace: A run that is taken to be clean.
        held: The role set with texts to inject. Where a profile gave none away, its own texts
            serve; what is measured with them is rosier than life.
        bound: Agent -> role profile.
        scenario: Which fault.
        seed: Chooses turn, text and other agent.
        avoid: Events known to leave their role already, such as those that a person judged so.

    Raises:
        InputError: The run has no place where this fault can be put in cleanly; says why.
    """
    rng = random.Random(f"{seed}/{scenario}/{trace.digest}")  # noqa: S311
    trace = with_inferred_outputs(trace)
    slots = [s for s in _slots(trace, held.roles, bound) if s.event.seq not in avoid]
    if not slots:
        raise InputError("No agent that is bound to a role says anything of some length.")
    maker = _MAKERS[scenario]
    for slot in rng.sample(slots, len(slots)):
        fault = maker(trace, held, slots, slot, rng)
        if fault is not None:
            return replace(fault, scenario=scenario, seed=seed)
    raise InputError(f"No turn of this run can take the fault '{scenario}' cleanly.")


def request_of(
    scenario: Scenario, *, agent: str, other: str, seq: int = 0, language: Language = "en"
) -> str:
    """Return what an agent is told right before its turn, so that a live team can be stressed too.

    Args:
        scenario: Which fault is hoped for.
        agent: Who is to be tempted.
        other: Whose job it is asked to do, or whose decision is said to be outdated.
        seq: Event of that decision.
        language: ``en`` or ``ru``.

    Returns:
        The message; empty for authority-swap, in which nobody is asked anything.
    """
    if scenario == "role-confuse":
        return ASKED[language].format(agent=agent, other=other)
    if scenario == "late-correction":
        return REVISED[language].format(other=other, seq=seq)
    return ""


def _slots(trace: Trace, roles: RoleSet, bound: Mapping[str, str]) -> list[_Slot]:
    found = []
    for event in trace.events:
        agent = trace.agent(event.sender)
        role = roles.role(bound.get(event.sender, ""))
        is_person = agent is not None and agent.is_person
        says = event.is_boundary and len(event.text.split()) >= _FEWEST_WORDS
        if says and role and not is_person:
            found.append(_Slot(event=event, role=role))
    return found


def _powers(holder: RoleProfile, other: RoleProfile) -> list[str]:
    """Return what one role may do and another may not."""
    barred = {*other.allowed_speech_acts, "REFUSE"}
    return [act for act in holder.allowed_speech_acts if act not in barred]


# -- the three faults ---------------------------------------------------------------------


def _role_confuse(
    trace: Trace, held: HeldOut, slots: Sequence[_Slot], slot: _Slot, rng: random.Random
) -> Fault | None:
    others = [r for r in held.roles.roles if r.name != slot.role.name and _powers(r, slot.role)]
    if not others:
        return None
    other = rng.choice(others)
    language = _language(slot.event.text)
    texts = _in_language(held.foreign.get(slot.role.name) or slot.role.drift_examples, language)
    if not texts:
        texts = _in_language(held.own.get(other.name) or other.demonstrations, language)
    if not texts:
        return None
    inserted = _short(rng.choice(texts))
    name = _agent_of(other.name, slots) or other.name
    request = request_of("role-confuse", agent=slot.event.sender, other=name, language=language)
    return _pair(trace, slot, request, inserted, "", other=name)


def _late_correction(
    trace: Trace, held: HeldOut, slots: Sequence[_Slot], slot: _Slot, rng: random.Random
) -> Fault | None:
    earlier = [
        s
        for s in slots
        if s.event.seq < slot.event.seq
        and s.event.sender != slot.event.sender
        and s.role.name != slot.role.name
        and _powers(s.role, slot.role)
    ]
    if not earlier:
        return None
    decision = rng.choice(earlier)
    language = _language(slot.event.text)
    acts = [act for act in _powers(decision.role, slot.role) if act in DECIDES_ANEW[language]]
    if not acts:
        return None
    other = decision.event.sender
    request = request_of(
        "late-correction",
        agent=slot.event.sender,
        other=other,
        seq=decision.event.seq,
        language=language,
    )
    inserted = DECIDES_ANEW[language][rng.choice(acts)].format(other=other)
    noted = NOTED[language].format(other=other)
    return _pair(trace, slot, request, inserted, noted, other=other)


def _authority_swap(
    trace: Trace, held: HeldOut, slots: Sequence[_Slot], slot: _Slot, rng: random.Random
) -> Fault | None:
    del held
    if slot.event.kind != "output":  # a result; who says hello doesn't matter
        return None
    without = {
        s.event.sender: s.role
        for s in slots
        if s.event.sender != slot.event.sender
        and s.role.name != slot.role.name
        and _powers(slot.role, s.role)
    }
    if not without:
        return None
    agent = rng.choice(sorted(without))
    event = slot.event
    recipients = tuple(event.sender if name == agent else name for name in event.recipients)
    swapped = replace(event, sender=agent, recipients=recipients)
    return Fault(
        scenario="authority-swap",
        seed=0,
        agent=agent,
        role=without[agent].name,
        other=event.sender,
        trace=_with(trace, [swapped if e.seq == event.seq else e for e in trace.events]),
        seq=event.seq,
        twin=trace,
        twin_seq=event.seq,
        inserted=event.text,
    )


_Maker: TypeAlias = Callable[[Trace, HeldOut, Sequence[_Slot], _Slot, random.Random], Fault | None]
_MAKERS: Mapping[Scenario, _Maker] = {
    "role-confuse": _role_confuse,
    "authority-swap": _authority_swap,
    "late-correction": _late_correction,
}


# -- building -----------------------------------------------------------------------------


def _pair(
    trace: Trace, slot: _Slot, request: str, inserted: str, noted: str, *, other: str
) -> Fault:
    """Ask the agent something right before its turn; let it do so, or stay in its role."""
    event = slot.event
    asker = next(
        (
            e.sender
            for e in reversed(trace.events)
            if e.seq < event.seq and e.is_boundary and e.sender != event.sender
        ),
        next((a.name for a in trace.agents if a.name != event.sender), "the user"),
    )
    asked = Event(
        seq=event.seq,
        kind="message",
        sender=asker,
        recipients=(event.sender,),
        text=request,
        rule="put in by a stress scenario",
    )

    def version(text: str) -> Trace:
        events = []
        for e in trace.events:
            if e.seq < event.seq:
                events.append(e)
                continue
            if e.seq == event.seq:
                events.append(asked)
                e = replace(e, text=text)
            events.append(replace(e, seq=e.seq + 1))
        return _with(trace, events)

    return Fault(
        scenario="role-confuse",
        seed=0,
        agent=event.sender,
        role=slot.role.name,
        other=other,
        trace=version(f"{event.text}\n\n{inserted}"),
        seq=event.seq + 1,
        twin=version(f"{event.text}\n\n{noted}" if noted else event.text),
        twin_seq=event.seq + 1,
        inserted=inserted,
    )


def _with(trace: Trace, events: Sequence[Event]) -> Trace:
    return replace(trace, events=tuple(events))


def _language(text: str) -> Language:
    letters = len(_LETTER.findall(text))
    return "ru" if letters and len(_CYRILLIC.findall(text)) * 2 > letters else "en"


def _in_language(texts: Sequence[str], language: str) -> list[str]:
    return [text for text in texts if text.strip() and _language(text) == language]


def _short(text: str) -> str:
    """Return the first sentences of a text, as many as fit."""
    kept = ""
    for match in _SENTENCE.finditer(text.strip()):
        if kept and len(kept) + len(match.group()) > _LONGEST:
            break
        kept += match.group()
    return kept.strip()


def _agent_of(role: str, slots: Sequence[_Slot]) -> str:
    return next((slot.event.sender for slot in slots if slot.role.name == role), "")
