"""One turn under role control: its energy term by term, its clauses, the rules it breaks."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.drift.model import SPEECH_ACTS, Broken, TurnScore, Weights
from core.report import BoundaryReport
from pages._ui.badges import badge
from pages._ui.drift_roles import weights_of
from pages._ui.messages import message_view
from pages._ui.text import html_escape, plain, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.trace_words import route

ALWAYS_ALLOWED = "REFUSE"
LIMIT = 6_000
"""Characters of a message that are shown with their clauses."""


def weighted(
    score: TurnScore, weights: Weights
) -> tuple[tuple[str, str, float, float, float], ...]:
    """Return the terms: name, what it measures, its value, its weight, and their product."""
    terms = score.terms
    rows = (
        ("D_out", "outside the own role", terms.out, weights.alpha),
        ("D_leak", "inside the other roles", terms.leak, weights.beta),
        ("D_ling", "speech acts that the role may not use", terms.ling, weights.gamma),
        ("D_logic", "rules broken", terms.logic, weights.delta),
    )
    return tuple(
        (name, words, value, weight, value * weight) for name, words, value, weight in rows
    )


def turn_terms(shown: Opened, report: BoundaryReport, *, tau: float | None, flagged: bool) -> None:
    """Draw energy and terms of one turn, and what broke.

    Args:
        shown: The analysis, for its weights.
        report: The turn.
        tau: The threshold in use.
        flagged: Whether the energy lies above it.
    """
    score = report.drift
    if score is None:
        st.html(f'<p class="bt-note">No energy: {html_escape(report.no_drift_reason)}</p>')
        return
    bars = "".join(_bar(row) for row in weighted(score, weights_of(shown)))
    limit = f", threshold {tau:.2f}" if tau is not None else ""
    mark = badge("above" if flagged else "below")
    st.html(
        f'<p class="bt-reason">{mark} <b>E = {score.energy:.2f}</b>{limit}, as '
        f"{html_escape(score.role)}</p>{bars}"
    )
    st.html(_broken(score, report.original, flagged=flagged))


def _bar(row: tuple[str, str, float, float, float]) -> str:
    name, words, value, weight, product = row
    width = min(100.0, product * 100)
    return (
        f'<div class="bt-bar"><span><b>{name}</b> {words} '
        f"<small>{weight:g} × {value:.2f}</small></span>"
        f'<span class="bt-track" aria-hidden="true"><span class="bt-fill" '
        f'style="width:{width:.1f}%"></span></span>'
        f'<span class="bt-value">{product:.2f}</span></div>'
    )


def _broken(score: TurnScore, text: str, *, flagged: bool) -> str:
    items = [
        f"<li>{badge('broken', b.kind)}<span>{html_escape(b.rule)}{_breaker(b, text)}</span></li>"
        for b in score.broken
    ]
    text = f'<ul class="bt-checks">{"".join(items)}</ul>' if items else ""
    # Some role is always the nearest; of a turn within its own that says nothing.
    if flagged and score.nearest_role and score.nearest_role != score.role:
        text += (
            f'<p class="bt-quiet">Sounds most like <b>{html_escape(score.nearest_role)}</b>, '
            f"not {html_escape(score.role)}.</p>"
        )
    return text or '<p class="bt-quiet">No rule that a machine can check is broken.</p>'


def _breaker(broken: Broken, text: str) -> str:
    """Return the clause that broke a rule, and how the rule was checked."""
    quote = ""
    if broken.span:
        clause = shorten(text[broken.span[0] : broken.span[1]], 160)
        verb = "broken by" if broken.kind == "prohibition" else "owed by"
        quote = f'<br><span class="bt-muted">{verb}</span> “{html_escape(clause)}”'
    elif broken.kind == "obligation":
        quote = '<br><span class="bt-muted">nothing in the message does this</span>'
    how = (
        f' <span class="bt-muted">(checked: {html_escape(broken.detail.replace("_", " "))})</span>'
    )
    return quote + (how if broken.detail else "")


def turn_message(shown: Opened, report: BoundaryReport) -> None:
    """Draw the message of a turn, each clause with its speech act, broken rules marked."""
    head = f"#{report.seq} {route(shown.events[report.seq])}"
    score = report.drift
    if score is None or not (score.clauses or score.broken):
        message_view(report.original, key=f"turn:{report.seq}", head=head)
        return
    body = marked_clauses(shown, score, report.original[:LIMIT])
    st.html(
        f'<div class="bt-msg"><div class="bt-msg-head">{html_escape(head)}</div>'
        f'<div class="bt-msg-text" tabindex="0" role="region" aria-label="Message text">{body}</div>'
        f'<div class="bt-msg-foot">{_legend(len(report.original))}</div></div>'
    )
    if len(report.original) > LIMIT:
        with st.expander("The whole message"):
            message_view(report.original, key=f"turn:{report.seq}")


def marked_clauses(shown: Opened, score: TurnScore, text: str) -> str:
    """Return a message as HTML: every clause underlined and followed by its strongest act."""
    profile = shown.roles.role(score.role) if shown.roles else None
    allowed = {*profile.allowed_speech_acts, ALWAYS_ALLOWED} if profile else None
    parts: list[str] = []
    at = 0
    for clause in sorted(score.clauses, key=lambda c: c.start):
        start, end = max(clause.start, at), min(clause.end, len(text))
        acts = strongest(clause.acts)
        if start >= end or not acts:
            continue
        outside = allowed is not None and acts[0][0] not in allowed
        broken = [b for b in score.broken if b.span and b.span[0] < end and start < b.span[1]]
        title = ", ".join(f"{act} {share:.0%}" for act, share in acts)
        title += "; not allowed to this role" if outside else ""
        title += "".join(f"; breaks: {b.rule}" for b in broken)
        look = (" bt-outside" if outside else "") + (" bt-broken" if broken else "")
        parts.append(html_escape(text[at:start]))
        parts.append(
            f'<span class="bt-clause bt-a-{_css(acts[0][0])}{look}" title="{html_escape(title)}">'
            f"{html_escape(text[start:end])}</span>"
            f'<span class="bt-act bt-a-{_css(acts[0][0])}{" bt-outside" if outside else ""}">'
            f"{'✕ ' if outside else ''}{html_escape(acts[0][0].replace('_', ' '))}</span>"
        )
        at = end
    parts.append(html_escape(text[at:]))
    return "".join(parts)


def _css(act: str) -> str:
    return act.lower() if act in SPEECH_ACTS else "other"


def _legend(length: int) -> str:
    text = (
        'Behind each clause its speech act; <span class="bt-act bt-outside">✕ ACT</span> is not '
        'allowed to the role, a <span class="bt-clause bt-broken">red clause</span> breaks a rule.'
    )
    return text + (f" Showing {LIMIT:,} of {length:,} characters." if length > LIMIT else "")


def strongest(acts: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the two speech acts with the highest confidence, the highest first."""
    return sorted(acts.items(), key=lambda pair: (-pair[1], pair[0]))[:2]


def unchecked_rules(score: TurnScore) -> None:
    """Say which rules of the role no machine checks."""
    if score.unchecked:
        items = "".join(f"<li><span>{html_escape(rule)}</span></li>" for rule in score.unchecked)
        with st.expander(f"Rules of {plain(score.role)} that are not machine-checked"):
            st.html(f'<ul class="bt-checks">{items}</ul>')
