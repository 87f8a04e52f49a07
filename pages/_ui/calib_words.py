"""The words of calibrations: what a fault does, how one stands, what an episode showed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.probe.episode import Episode
from core.probe.spec import CONTROL, ProbeSpec
from pages._ui.badges import badge
from pages._ui.text import count

FAULT_WORDS = {
    "drop": "drop: the fact is left out",
    "ignore": "ignore: its recipient works without it",
    "misroute": "misroute: the text goes to somebody else",
    "delay": "delay: it comes with the next text",
    "stale": "stale: an earlier value of the run",
    "wrong": "wrong: another value",
    "truncate": "truncate: a list loses its last item",
}
STATUS = {
    "running": ("run-running", "running", "Episodes are being run."),
    "pausing": ("run-running", "pausing", "It stands after the answer that is being written."),
    "done": ("run-finished", "done", "Every planned episode was run."),
    "paused": ("run-paused", "paused", "Nothing happens until somebody lets it go on."),
    "stopped": ("run-stopped", "stopped", "It was ended for good before all was run."),
    "budget": ("run-paused", "budget reached", "The next episode might go beyond the budget."),
    "failed": ("run-failed", "failed", "It can go on once the cause is mended."),
    "elsewhere": ("run-running", "in another process", "Another process works on it just now."),
    "interrupted": (
        "run-waiting",
        "interrupted",
        "The process that worked on it is gone. It goes on when somebody says so.",
    ),
}
"""Where a calibration stands: the look that it takes, its word, its meaning."""
EFFECTS = {"helped": "ok", "neutral": "pending", "harmed": "absent"}
"""What a repair did, and the look that it takes."""


def status_badge(status: str) -> str:
    """Return where a calibration stands as HTML."""
    look, word, meaning = STATUS[status]
    return badge(look, word, title=meaning)


def effect_badge(effect: str) -> str:
    """Return what a repair did as HTML."""
    words = {"neutral": "changed nothing"}
    return badge(EFFECTS[effect], words.get(effect, effect))


def players(spec: ProbeSpec) -> str:
    """Return who plays the team, in words."""
    if spec.scripted:
        return "scripted agents, no model"
    names = list(dict.fromkeys(spec.team.model_of(a.name) or "no model" for a in spec.team.agents))
    at = f" at {spec.endpoint}" if spec.endpoint else ""
    return ", ".join(names) + at


def begins_from(spec: ProbeSpec) -> str:
    """Return from which recorded runs a calibration begins, in words; empty where it makes one."""
    if not spec.starts:
        return ""
    kind = "imported" if spec.is_bound else "live"
    one = f"an {kind}" if spec.is_bound else f"a {kind}"
    return f"from {one} run" if len(spec.starts) == 1 else f"from {len(spec.starts)} {kind} runs"


def run_title(spec: ProbeSpec, run: int) -> str:
    """Return what one of several runs is called: its number and its name."""
    return f"Run {run + 1}: {spec.starts[run].name or spec.starts[run].source}"


def fault_title(episode: Episode) -> str:
    """Return what was done in an episode, in a few words."""
    return "control, no fault" if episode.fault == CONTROL else f"{episode.fault} {episode.fact}"


def shown_result(episode: Episode) -> str:
    """Return what came of an episode, in a few words."""
    if episode.failed:
        return f"no answer: {episode.reason}"
    if not episode.arms:
        return episode.reason
    native = "passes" if episode.native and episode.native.passed else "fails"
    effects = ", ".join(f"{arm.repair} {_did(arm.effect)}" for arm in episode.arms)
    return f"natively {native}; {effects}"


_PLACES = {
    "output": "last output",
    "outputs": "outputs",
    "messages": "messages",
    "tool_calls": "tool calls",
    "tool_results": "tool results",
}


def tested(test: Any) -> str:
    """Return whose texts a test reads, in words."""
    return ", ".join(dict.fromkeys(_read(test)))


def _read(test: Any) -> Iterator[str]:
    if parts := getattr(test, "tests", ()):
        for part in parts:
            yield from _read(part)
    elif at := getattr(test, "at", ""):
        yield f"{_PLACES[at]} of {test.agent or 'anybody'}"
    else:
        yield "the whole run"


def _did(effect: str) -> str:
    return "changed nothing" if effect == "neutral" else effect


def duration(seconds: float) -> str:
    """Return a length of time as people say it."""
    if seconds < 90:
        return count(max(1, round(seconds)), "second")
    if seconds < 5400:
        return count(round(seconds / 60), "minute")
    return f"{seconds / 3600:.1f} hours"
