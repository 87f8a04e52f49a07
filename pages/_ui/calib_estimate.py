"""What a calibration will take, before a single call was made, and the word that it may."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.contract.checks import compile_fact
from core.errors import BatonError
from core.live.events import LiveEvent
from core.live.fold import fold
from core.probe.prefix import Clean, Slot, clean_run, find_slots, make_plan
from core.probe.runner import CONTINUATIONS, Estimate, estimate_before, players
from core.probe.spec import ProbeSpec
from core.probe.verifiers import Subject, compile_verifier
from pages._ui.calib_source import Source, recorded
from pages._ui.calib_words import duration
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain

PLACES = 2
"""Handoffs at which a fact matters, at a guess, where no run was seen yet."""
GUESSED_SECONDS = 5.0
"""Seconds for an answer that an example reckons with where nobody has measured the model."""
_LOOKED = 6
"""Live runs that are looked through for the pace of a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What can be known before it begins."""

    episodes: int
    possible: int | None
    """How many the faults and seeds would give; None where no clean run was seen yet."""
    failing: int = 0
    """How many runs fail the test without a fault, as far as they were seen."""
    reason: str = ""
    """Why the first of them does."""
    seconds: float | None = None
    """Of scripted agents: measured on the clean run."""
    skips: int = 0
    runs: tuple[int, ...] = ()
    """Episodes that begin from each run."""


def estimate_part(spec: ProbeSpec, source: Source) -> bool:
    """Draw episodes, calls, tokens and time; return whether it may begin.

    Args:
        spec: What will be probed.
        source: What it begins from.
    """
    try:
        outlook = _outlook(spec, source)
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return False
    found = estimate_before(spec, outlook.episodes)
    st.html(_tiles(outlook, found, spec))
    for line in _lines(outlook, found, spec):
        st.html(f'<p class="bt-quiet">{html_escape(line)}</p>')
    if outlook.failing:
        who = (
            f"{outlook.failing} of {len(outlook.runs)} runs fail the test without a fault"
            if len(outlook.runs) > 1
            else "The run without a fault fails the test"
        )
        st.warning(
            plain(
                f"{who}: {outlook.reason} No repair can be shown to help where nothing passes. Look at "
                "the test first."
            ),
            icon=":material/rule:",
        )
    if outlook.episodes == 0:
        st.warning("No fault can be put into this run, and there are no controls.")
        return False
    if spec.scripted:
        return True
    return st.checkbox(
        f"Yes, make up to {found.calls:,} calls to {plain(_host(spec))}",
        key=f"calib:agreed:{found.calls}",
    )


def _host(spec: ProbeSpec) -> str:
    return spec.endpoint or "the endpoint"


def _outlook(spec: ProbeSpec, source: Source) -> Outlook:
    if not spec.scripted and not source.is_given:
        facts = sum(fact.critical for fact in spec.contract.facts)
        about = (PLACES * facts * len(spec.faults) + 3 * spec.controls) * spec.seeds
        return Outlook(episodes=min(spec.most or about, about), possible=None)
    return _planned(spec.digest, source.key, spec)


@st.cache_resource(max_entries=24, show_spinner="Looking where faults can be put…")
def _planned(digest: str, source: str, _spec: ProbeSpec) -> Outlook:
    """Make the plan as the calibration will, with a run that costs nothing."""
    took = 0.0
    runs = list(recorded(_spec))
    if not runs:
        checks = {fact.id: compile_fact(fact) for fact in _spec.contract.facts}
        play = players(_spec, checks, _nobody)
        clean_run(_spec, play)  # the first one loads what is needed, and would tell too long a time
        began = time.monotonic()
        runs = [clean_run(_spec, play)[0]]
        took = time.monotonic() - began
    cleans = [_clean(_spec.at(number), events) for number, events in enumerate(runs)]
    slots = find_slots(cleans)
    possible = sum(isinstance(one, Slot) for one in slots) * _spec.seeds
    plan = make_plan(_spec, cleans, slots)
    found = [
        compile_verifier(one.spec.verifier, one.spec.contract).verify(
            Subject(fold(one.events).events)
        )
        for one in cleans
    ]
    failing = [result for result in found if not result.passed]
    return Outlook(
        episodes=len(plan.episodes),
        possible=possible,
        failing=len(failing),
        reason=failing[0].reason if failing else "",
        seconds=took * CONTINUATIONS * len(plan.episodes) or None,
        skips=len(plan.skips),
        runs=tuple(
            sum(planned.slot.run == number for planned in plan.episodes)
            for number in range(len(cleans))
        ),
    )


def _clean(spec: ProbeSpec, events: Sequence[LiveEvent]) -> Clean:
    checks = {fact.id: compile_fact(fact) for fact in spec.contract.facts}
    return Clean(spec=spec, events=events, checks=checks)


def _nobody(run: Any) -> Any:
    raise AssertionError("scripted agents need no model")


def _tiles(outlook: Outlook, found: Estimate, spec: ProbeSpec) -> str:
    calls = ("0", "calls of a model") if spec.scripted else (f"{found.calls:,}", "calls at most")
    tokens = ("0", "tokens") if spec.scripted else (f"{found.tokens:,}", "tokens, roughly, at most")
    shown = [(f"{found.episodes:,}", "episodes"), calls, tokens, _time(outlook, found, spec)]
    tiles = "".join(
        f'<div class="bt-tile"><b>{html_escape(value)}</b><span>{html_escape(words)}</span></div>'
        for value, words in shown
    )
    return f'<div class="bt-tiles">{tiles}</div>'


def _time(outlook: Outlook, found: Estimate, spec: ProbeSpec) -> tuple[str, str]:
    if outlook.seconds is not None:
        return duration(outlook.seconds), "at most, as the clean run went"
    if spec.scripted:
        return "–", "time; the first episode will tell"
    pace = seconds_per_call(spec)
    if pace is None:
        return duration(found.calls * GUESSED_SECONDS), f"if an answer takes {GUESSED_SECONDS:g} s"
    return duration(found.calls * pace), f"at {pace:.1f} s an answer, as measured here"


def _lines(outlook: Outlook, found: Estimate, spec: ProbeSpec) -> list[str]:
    lines = []
    if outlook.possible is None:
        lines.append(
            "How many faults fit is known after the run without a fault; these are upper figures."
        )
    elif outlook.possible > outlook.episodes:
        lines.append(f"{outlook.possible:,} are possible; {outlook.episodes:,} of them are drawn.")
    if len(outlook.runs) > 1:
        lines.append(
            f"They are drawn over {len(outlook.runs)} runs, in an order that the seed fixes: "
            f"{', '.join(f'{number:,} from run {n}' for n, number in enumerate(outlook.runs, 1))}."
        )
    if outlook.skips:
        lines.append(
            f"{count(outlook.skips, 'fault')} can't be put in cleanly and will be skipped, with the reason."
        )
    if not spec.scripted:
        lines.append(
            "Calls go to the endpoint one after the other. Every answer is kept before it is used, so "
            "nothing is paid twice; you can pause at any time."
        )
    return lines


def seconds_per_call(spec: ProbeSpec) -> float | None:
    """Return how long an answer of the team's model took in the newest live runs; None if unknown."""
    live = services().workspace.live
    for info in [i for i in live.list() if not i.scripted][:_LOOKED]:
        state = live.state(info.id)
        if state.calls and spec.team.model and spec.team.model in state.usage:
            return float(state.seconds / state.calls)
    return None
