"""States as small labels: icon, word, colour, and the meaning on hover.

st.html(badge("absent"))                 # one badge as HTML
show_badges([("absent", 2), ("ok", 9)])  # a row of badges with counts
legend()                                 # every state with its meaning, folded away
badge_markdown("COMMIT")                 # for st.markdown and table cells in Markdown
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from pages._ui.status import STATUSES, look
from pages._ui.text import html_escape


def badge(name: str, text: str = "", *, title: str = "") -> str:
    """Return one badge as HTML. ``text`` replaces the word and is escaped here."""
    shown = look(name)
    return (
        f'<span class="bt-badge bt-s-{shown.name}" title="{html_escape(title or shown.meaning)}">'
        f'<span class="bt-i bt-i-{shown.name}" aria-hidden="true"></span>'
        f"{html_escape(text or shown.word)}</span>"
    )


def tag(text: str, *, title: str = "") -> str:
    """Return a neutral label as HTML, for things that aren't states (format, model, inferred)."""
    return f'<span class="bt-tag" title="{html_escape(title)}">{html_escape(text)}</span>'


def badge_row(counts: Iterable[tuple[str, int]]) -> str:
    """Return badges with counts as HTML; zero counts are left out."""
    shown = [badge(name, f"{n:,} {look(name).word}") for name, n in counts if n]
    return f'<span class="bt-row">{"".join(shown)}</span>'


def show_badges(counts: Iterable[tuple[str, int]]) -> None:
    """Draw badges with counts."""
    st.html(badge_row(counts))


def badge_markdown(name: str) -> str:
    """Return the badge in Streamlit's Markdown."""
    shown = look(name)
    return f":{shown.family}-badge[{shown.material} {shown.word}]"


def legend(names: Iterable[str] = tuple(STATUSES), *, expanded: bool = False) -> None:
    """Draw what each state means, folded away behind one line."""
    lines = "".join(f"<dt>{badge(n)}</dt><dd>{html_escape(look(n).meaning)}</dd>" for n in names)
    st.html(
        f'<details class="bt-legend"{" open" if expanded else ""}><summary>What the states mean</summary><dl class="bt-defs">{lines}</dl></details>'
    )
