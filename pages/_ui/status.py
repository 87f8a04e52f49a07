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

from urllib.parse import quote

from pages._ui.status_states import CHECK_STATES, RING, RUN_STATES, Look

STATUSES: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "ok",
            "ok",
            "✓",
            ":material/check_circle:",
            f"{RING}M5.2 8.2l2 2l3.7-4.2",
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
            f"{RING}M5 8h.01M8 8h.01M11 8h.01",
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
            f"{RING}M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.4h.01",
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
            f"{RING}M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8",
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
            f"{RING}M8 4.5V8l2.4 1.6",
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

_UNKNOWN = Look(
    "unknown",
    "unknown",
    "·",
    ":material/radio_button_unchecked:",
    RING,
    ("#54626f", "#eef1f4"),
    ("#a9b6c2", "#20282f"),
    "gray",
    "This version doesn't know the state.",
)

LOOKS: dict[str, Look] = STATUSES | DECISIONS | RUN_STATES | CHECK_STATES


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
