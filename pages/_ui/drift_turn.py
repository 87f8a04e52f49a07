"""One turn under role control: its energy term by term, its clauses, the rules it breaks."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from core.drift.model import TurnScore, Weights
from core.report import BoundaryReport
from pages._ui.badges import badge
from pages._ui.drift_roles import tau_of, weights_of
from pages._ui.messages import Span, message_view
from pages._ui.text import html_escape
from pages._ui.trace_analysis import Opened
from pages._ui.trace_words import route

ALWAYS_ALLOWED = "REFUSE"


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


def turn_terms(shown: Opened, report: BoundaryReport) -> None:
    """Draw energy and terms of one turn, and what broke."""
    score = report.drift
    if score is None:
        st.html(f'<p class="bt-note">No energy: {html_escape(report.no_drift_reason)}</p>')
        return
    tau = tau_of(shown)
    bars = "".join(_bar(row) for row in weighted(score, weights_of(shown)))
    limit = f", threshold {tau:.2f}" if tau is not None else ""
    mark = badge("absent", "above") if report.drift_flagged else badge("ok", "below")
    st.html(
        f'<p class="bt-reason">{mark} <b>E = {score.energy:.2f}</b>{limit}, as '
        f"{html_escape(score.role)}</p>{bars}"
    )
    st.html(_broken(score))


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


def _broken(score: TurnScore) -> str:
    items = [
        f"<li>{badge('absent', b.kind)}<span>{html_escape(b.rule)}"
        + (f' <span class="bt-muted">{html_escape(b.detail)}</span>' if b.detail else "")
        + "</span></li>"
        for b in score.broken
    ]
    text = f'<ul class="bt-checks">{"".join(items)}</ul>' if items else ""
    if score.nearest_role and score.nearest_role != score.role:
        text += (
            f'<p class="bt-quiet">Sounds most like <b>{html_escape(score.nearest_role)}</b>, '
            f"not {html_escape(score.role)}.</p>"
        )
    return text or '<p class="bt-quiet">No rule that a machine can check is broken.</p>'


def act_spans(shown: Opened, score: TurnScore) -> Iterator[Span]:
    """Return the clauses of a turn with their acts, the forbidden ones marked as such."""
    profile = shown.roles.role(score.role) if shown.roles else None
    for broken in score.broken:
        if broken.span is not None:
            yield Span(*broken.span, "absent", f"breaks: {broken.rule}")
    for clause in score.clauses:
        acts = ", ".join(f"{act} {share:.0%}" for act, share in _strongest(clause.acts))
        if not acts:
            continue
        top = _strongest(clause.acts)[0][0]
        allowed = profile is None or top in profile.allowed_speech_acts or top == ALWAYS_ALLOWED
        yield Span(clause.start, clause.end, "pending" if allowed else "unconsumed", acts)


def _strongest(acts: object) -> list[tuple[str, float]]:
    pairs = sorted(dict(acts).items(), key=lambda pair: (-pair[1], pair[0]))  # type: ignore[call-overload]
    return pairs[:2]


def turn_message(shown: Opened, report: BoundaryReport) -> None:
    """Draw the message of a turn with its clauses marked."""
    score = report.drift
    spans = list(act_spans(shown, score)) if score else []
    event = shown.events[report.seq]
    message_view(
        report.original, spans, key=f"turn:{report.seq}", head=f"#{report.seq} {route(event)}"
    )


def unchecked_rules(score: TurnScore) -> None:
    """Say which rules of the role no machine checks."""
    if score.unchecked:
        items = "".join(f"<li><span>{html_escape(rule)}</span></li>" for rule in score.unchecked)
        with st.expander(f"Rules of {_plain(score.role)} that are not machine-checked"):
            st.html(f'<ul class="bt-checks">{items}</ul>')


def _plain(text: str) -> str:
    from pages._ui.text import plain

    return plain(text)
