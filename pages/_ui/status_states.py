"""How a state is shown, and the states of runs and of what was found; see :mod:`pages._ui.status`.

No icon stands for two things: those of a fact's state are used for nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """How one state is shown."""

    name: str
    """The state as the core writes it."""
    word: str
    glyph: str
    """One character, for places that take only text."""
    material: str
    """Icon for Streamlit elements, such as ``:material/check_circle:``."""
    path: str
    """SVG strokes on a 16 x 16 grid."""
    light: tuple[str, str]
    """Text and tint on light pages."""
    dark: tuple[str, str]
    """Text and tint on dark pages."""
    family: str
    """Nearest of Streamlit's colour names, for its own badges."""
    meaning: str


RING = "M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5"

RUN_STATES: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "run-new",
            "starting",
            "…",
            ":material/pending:",
            "M3.5 8h.01M8 8h.01M12.5 8h.01",
            ("#54626f", "#eef1f4"),
            ("#a9b6c2", "#20282f"),
            "gray",
            "Nobody has taken it up yet.",
        ),
        Look(
            "run-running",
            "running",
            "▶",
            ":material/play_arrow:",
            "M5 3l8 5l-8 5z",
            ("#155e75", "#e0f2f7"),
            ("#7cc9de", "#12303a"),
            "blue",
            "An agent or the controller is at work.",
        ),
        Look(
            "run-waiting",
            "waits for a person",
            "☝",
            ":material/person_raised_hand:",
            "M8 7.5a2.6 2.6 0 1 0 0-5.2a2.6 2.6 0 1 0 0 5.2M3 14c0-2.8 2.2-4.4 5-4.4s5 1.6 5 4.4",
            ("#7a3e00", "#fff0d6"),
            ("#ffc46b", "#38290f"),
            "orange",
            "A message is held until somebody decides.",
        ),
        Look(
            "run-paused",
            "paused",
            "⏸",
            ":material/pause:",
            "M5.5 3v10M10.5 3v10",
            ("#54626f", "#eef1f4"),
            ("#a9b6c2", "#20282f"),
            "gray",
            "Nothing happens until somebody lets it go on.",
        ),
        Look(
            "run-stopped",
            "stopped",
            "■",
            ":material/stop:",
            "M4 4h8v8H4z",
            ("#54626f", "#eef1f4"),
            ("#a9b6c2", "#20282f"),
            "gray",
            "It ended before its work was done.",
        ),
        Look(
            "run-failed",
            "failed",
            "⚠",
            ":material/warning:",
            "M8 2.2L14.6 13.6H1.4zM8 6.4v3.4M8 11.6h.01",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "It can be let go on once the cause is mended.",
        ),
        Look(
            "run-finished",
            "finished",
            "⚑",
            ":material/flag:",
            "M4 14.5V2.5h8.5l-2 3l2 3H4",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "It ended by itself.",
        ),
        Look(
            "run-decided",
            "decided",
            "✎",
            ":material/how_to_reg:",
            "M6.5 7.5a2.4 2.4 0 1 0 0-4.8a2.4 2.4 0 1 0 0 4.8M2 13.8c0-2.6 1.9-4 4.5-4c1 0 1.9.2 2.6.6"
            "M9.6 12.2l1.7 1.7l3-3.6",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "A person has decided.",
        ),
    )
}
"""How a live or guarded run stands, and what people did to it. No icon of a fact's state is used."""

CHECK_STATES: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "holds",
            "holds",
            "☑",
            ":material/check_box:",
            "M2.5 2.5h11v11h-11zM5 8.2l2.2 2.2L11 5.8",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "The condition holds.",
        ),
        Look(
            "fails",
            "fails",
            "☒",
            ":material/disabled_by_default:",
            "M2.5 2.5h11v11h-11zM5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "The condition does not hold.",
        ),
        Look(
            "below",
            "below",
            "↓",
            ":material/south:",
            "M3 3h10M8 6v8M5 11l3 3l3-3",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "The energy is not above the threshold.",
        ),
        Look(
            "above",
            "above",
            "↑",
            ":material/north:",
            "M3 13h10M8 10V2M5 5l3-3l3 3",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "The energy is above the threshold.",
        ),
        Look(
            "broken",
            "broken",
            "⊘",
            ":material/block:",
            "M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5M3.7 3.7l8.6 8.6",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "A rule of the role is broken.",
        ),
        Look(
            "admitted",
            "admitted",
            "⚿",
            ":material/lock_open:",
            "M3.5 7.5h9v6.5h-9zM5.5 7.5V4.6a2.5 2.5 0 0 1 4.9-.7",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "The counts let this repair through.",
        ),
        Look(
            "refused",
            "refused",
            "⛨",
            ":material/lock:",
            "M3.5 7.5h9v6.5h-9zM5.5 7.5V4.8a2.5 2.5 0 0 1 5 0v2.7",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "The counts don't let this repair through.",
        ),
        Look(
            "source",
            "source",
            "≡",
            ":material/description:",
            "M4 1.8h5.5L12.5 5v9.2H4zM6.2 7.5h4M6.2 10.5h4",
            ("#245aa8", "#e7f0fb"),
            ("#90bdf5", "#182a42"),
            "blue",
            "The fact lies here, though nobody sent it.",
        ),
    )
}
"""What was found about a condition, a rule, an energy, a repair, or a place where a fact lies."""
