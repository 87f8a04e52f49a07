"""Shows what an agent wrote, and what changed in it. Everything is escaped here.

    message_view(text, [Span(10, 25, "absent", "budget: 45,000")], key="m12", head="#12 Collector → Writer")
    message_view(text, [(10, 25, "ok", "budget")], key="m12")        # plain tuples work too
    diff_view(before, after, key="d12")                              # word by word

Long texts are cut to ``limit`` characters around the first highlight; the foot says what is shown,
and a button shows the rest.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import streamlit as st

from pages._ui.status import look
from pages._ui.text import html_escape

LIMIT = 4_000
HARD_LIMIT = 200_000
"""No browser gets more of one message than this; the download has all of it."""
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class Span(NamedTuple):
    """A highlighted part of a text."""

    start: int
    """First character, from 0."""
    end: int
    """Character after the last."""
    status: str
    """State whose look it takes."""
    label: str = ""
    """Shown on hover, and read out."""


def message_view(
    text: str,
    spans: Iterable[Span | tuple[int, int, str, str]] = (),
    *,
    key: str,
    head: str = "",
    head_html: str = "",
    limit: int = LIMIT,
) -> None:
    """Draw one message.

    Args:
        text: The message, byte for byte.
        spans: Highlights; where two overlap, the one that starts first wins.
        key: Unique on the page; remembers whether all of a long text is shown.
        head: Line above the text, such as sender and recipients; escaped here.
        head_html: The same as ready HTML (badges); the caller has escaped it.
        limit: Characters shown at first.
    """
    everything = bool(st.session_state.get(f"{key}:all"))
    marks = _tidy(spans, len(text))
    start, end = _window(len(text), marks, HARD_LIMIT if everything else limit)
    body = _marked(text, marks, start, end) or '<span class="bt-muted">(empty message)</span>'
    top = head_html or (html_escape(head) if head else "")
    parts = [f'<div class="bt-msg-head">{top}</div>' if top else ""]
    parts.append(
        f'<div class="bt-msg-text" tabindex="0" role="group" aria-label="Message text">{body}</div>'
    )
    if end - start < len(text):
        parts.append(f'<div class="bt-msg-foot">{_shown(start, end, len(text))}</div>')
    st.html(f'<div class="bt-msg">{"".join(parts)}</div>')
    _more(text, key, everything, cut=end - start < len(text), limit=limit)


def diff_view(before: str, after: str, *, key: str, head: str = "", limit: int = 3 * LIMIT) -> None:
    """Draw what changed between two texts, word by word; line by line for very long ones."""
    if before == after:
        message_view(after, key=key, head=head or "No change")
        return
    body, cut = _difference(before, after, limit)
    top = f'<div class="bt-msg-head">{html_escape(head)}</div>' if head else ""
    foot = '<div class="bt-msg-foot">Unchanged parts are shortened.</div>' if cut else ""
    st.html(
        f'<div class="bt-msg">{top}<div class="bt-msg-text" tabindex="0" role="group" '
        f'aria-label="Changes">{body}</div>{foot}</div>'
    )


def _shown(start: int, end: int, total: int) -> str:
    if start == 0:
        return f"Showing {end:,} of {total:,} characters."
    return f"Showing characters {start + 1:,} to {end:,} of {total:,}."


def _more(text: str, key: str, everything: bool, *, cut: bool, limit: int) -> None:
    if cut and not everything:
        st.button("Show all", key=f"{key}:more", on_click=_show_all, args=(key, True))
    elif everything and len(text) > limit:
        with st.container(horizontal=True):
            st.button("Show less", key=f"{key}:less", on_click=_show_all, args=(key, False))
            if cut:
                st.download_button(
                    "Download the whole text",
                    text.encode("utf-8", "surrogatepass"),
                    "message.txt",
                    key=f"{key}:file",
                    on_click="ignore",
                )


def _show_all(key: str, value: bool) -> None:
    st.session_state[f"{key}:all"] = value


def _tidy(spans: Iterable[Sequence[object]], length: int) -> list[Span]:
    kept: list[Span] = []
    at = 0
    for span in sorted((Span(*s) for s in spans), key=lambda s: (s.start, -s.end)):  # type: ignore[arg-type]
        start, end = max(span.start, at), min(span.end, length)
        if start < end:
            kept.append(span._replace(start=start, end=end))
            at = end
    return kept


def _window(length: int, marks: Sequence[Span], limit: int) -> tuple[int, int]:
    if length <= limit:
        return 0, length
    first = marks[0].start if marks else 0
    start = max(0, min(first - limit // 4, length - limit)) if first > limit * 3 // 4 else 0
    return start, min(length, start + limit)


def _marked(text: str, marks: Sequence[Span], start: int, end: int) -> str:
    parts = ["…" if start else ""]
    at = start
    for mark in marks:
        if mark.end <= start or mark.start >= end:
            continue
        first, last = max(mark.start, start), min(mark.end, end)
        shown = look(mark.status)
        label = f"{shown.word}: {mark.label}" if mark.label else shown.word
        parts.append(html_escape(text[at:first]))
        parts.append(
            f'<mark class="bt-s-{shown.name}" title="{html_escape(label)}">'
            f'<span class="bt-i bt-i-{shown.name}" aria-hidden="true"></span>'
            f'<span class="bt-sr">{html_escape(label)}: </span>{html_escape(text[first:last])}</mark>'
        )
        at = last
    parts.append(html_escape(text[at:end]))
    parts.append("…" if end < len(text) else "")
    return "".join(parts)


def _difference(before: str, after: str, limit: int) -> tuple[str, bool]:
    long = len(before) + len(after) > 40_000
    old = before.splitlines(keepends=True) if long else _WORDS.findall(before)
    new = after.splitlines(keepends=True) if long else _WORDS.findall(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=long)
    shorten = len(before) + len(after) > limit
    parts: list[str] = []
    cut = False
    for kind, a, b, c, d in matcher.get_opcodes():
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        if kind == "equal":
            if shorten and len(gone) > 600:
                gone, cut = f"{gone[:250]}\n⋯\n{gone[-250:]}", True
            parts.append(html_escape(gone))
            continue
        if gone:
            parts.append(f'<del><span class="bt-sr">removed: </span>{html_escape(gone)}</del>')
        if come:
            parts.append(f'<ins><span class="bt-sr">added: </span>{html_escape(come)}</ins>')
    return "".join(parts), cut
