"""The one vocabulary of states and decisions: colour, icon, word, and what it means.

Every screen takes its states from here, so that a state looks the same everywhere and never
depends on colour alone::

    STATUSES["absent"].word          # 'absent'
    STATUSES["absent"].meaning       # the sentence shown on hover
    look("COMMIT").glyph             # a character for tables and chart labels
    status_text("absent")            # '✕ absent', for data frames
    status_css()                     # style rules: .bt-s-absent and .bt-i-absent

Colours are pairs for light and dark pages. Each text colour has a contrast of at least 4.5 on its
own tint and on the page (tested). The order of ``STATUSES`` is the order of legends.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


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


_RING = "M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5"

STATUSES: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "ok",
            "ok",
            "✓",
            ":material/check_circle:",
            f"{_RING}M5.2 8.2l2 2l3.7-4.2",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "Delivered to this recipient and, once it has produced something, reflected there.",
        ),
        Look(
            "pending",
            "pending",
            "○",
            ":material/hourglass_empty:",
            f"{_RING}M5 8h.01M8 8h.01M11 8h.01",
            ("#54626f", "#eef1f4"),
            ("#a9b6c2", "#20282f"),
            "gray",
            "Not due yet: nobody had to deliver or use this fact up to here.",
        ),
        Look(
            "unsure",
            "unsure",
            "?",
            ":material/help:",
            f"{_RING}M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.4h.01",
            ("#5c4a9e", "#efecf9"),
            ("#bcaef2", "#28223f"),
            "violet",
            "The check can't tell from the text; a person should look at the evidence.",
        ),
        Look(
            "unconsumed",
            "unconsumed",
            "◐",
            ":material/inbox:",
            "M2 9.5h3.2l1 2h3.6l1-2H14M2 9.5V13h12V9.5L11.8 3H4.2L2 9.5",
            ("#8a4b08", "#fdf0de"),
            ("#f3b46a", "#3a2a14"),
            "orange",
            "Delivered, but the recipient's later output does not reflect it.",
        ),
        Look(
            "misrouted",
            "misrouted",
            "↷",
            ":material/alt_route:",
            "M2 12h3.5c3.2 0 2.6-7 6-7H14M11.4 2.4L14 5l-2.6 2.6M2 5h3",
            ("#245aa8", "#e7f0fb"),
            ("#90bdf5", "#182a42"),
            "blue",
            "Sent to somebody, but never to this recipient.",
        ),
        Look(
            "absent",
            "absent",
            "✕",
            ":material/cancel:",
            f"{_RING}M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8",
            ("#a3261f", "#fceae8"),
            ("#f59a92", "#3d1d1b"),
            "red",
            "Due, but sent to nobody.",
        ),
        Look(
            "late",
            "late",
            "◷",
            ":material/schedule:",
            f"{_RING}M8 4.5V8l2.4 1.6",
            ("#6b5900", "#f8f2d0"),
            ("#dcc75c", "#302b10"),
            "yellow",
            "Delivered only after the recipient's last output.",
        ),
        Look(
            "contradicted",
            "contradicted",
            "≠",
            ":material/difference:",
            "M3 6h10M3 10h10M10.6 2.8L5.4 13.2",
            ("#96226b", "#fbe9f4"),
            ("#f094cd", "#3b1a30"),
            "violet",
            "The text gives another value than the fact.",
        ),
    )
}
"""The states of one fact for one recipient, in the order of legends."""

DECISIONS: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "FORWARD",
            "forward",
            "→",
            ":material/arrow_forward:",
            "M2.5 8h11M9.5 4l4 4l-4 4",
            ("#54626f", "#eef1f4"),
            ("#a9b6c2", "#20282f"),
            "gray",
            "The message goes out untouched.",
        ),
        Look(
            "COMMIT",
            "commit",
            "✔",
            ":material/verified:",
            "M2.5 8.5l3.5 3.5l7.5-8",
            ("#1d6b3f", "#e6f3ea"),
            ("#7fd3a0", "#17301f"),
            "green",
            "A repair was applied and its own conditions hold. "
            "That says nothing about whether the task succeeds.",
        ),
        Look(
            "ROLLBACK",
            "rollback",
            "↩",
            ":material/undo:",
            "M6 3L2.5 6.5L6 10M2.5 6.5H10a3.25 3.25 0 0 1 0 6.5H7",
            ("#8a4b08", "#fdf0de"),
            ("#f3b46a", "#3a2a14"),
            "orange",
            "A repair was tried, a condition failed, and the original was sent.",
        ),
    )
}
"""What the controller decided at a boundary."""

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

_UNKNOWN = Look(
    "unknown",
    "unknown",
    "·",
    ":material/radio_button_unchecked:",
    _RING,
    ("#54626f", "#eef1f4"),
    ("#a9b6c2", "#20282f"),
    "gray",
    "This version doesn't know the state.",
)

LOOKS: dict[str, Look] = STATUSES | DECISIONS | RUN_STATES


def look(name: str) -> Look:
    """Return how a state or decision is shown; a grey 'unknown' for anything else."""
    return LOOKS.get(name, _UNKNOWN)


def status_text(name: str) -> str:
    """Return icon character and word, for data frames, chart labels and select boxes."""
    shown = look(name)
    return f"{shown.glyph} {shown.word}"


def status_css() -> str:
    """Return the style rules for every state: ``bt-s-NAME`` colours, ``bt-i-NAME`` draws the icon.

    The same text goes into the page and into the shadow root of each component.
    """
    rules = [
        ".bt-i{display:inline-block;width:1em;height:1em;flex:none;background:currentColor;"
        "-webkit-mask:var(--bt-icon) center/contain no-repeat;"
        "mask:var(--bt-icon) center/contain no-repeat}",
    ]
    for shown in (*LOOKS.values(), _UNKNOWN):
        (ink, tint), (night_ink, night_tint) = shown.light, shown.dark
        rules.append(
            f".bt-s-{shown.name}{{--bt-ink:light-dark({ink},{night_ink});"
            f"--bt-tint:light-dark({tint},{night_tint})}}"
        )
        rules.append(f".bt-i-{shown.name}{{--bt-icon:url('{_data_uri(shown.path)}')}}")
    return "\n".join(rules)


def _data_uri(path: str) -> str:
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' "
        f"stroke-width='1.7' stroke-linecap='round' stroke-linejoin='round'><path d='{path}'/></svg>"
    )
    return "data:image/svg+xml," + quote(svg, safe="")
