"""What a run comes to, on one screen: the verdict, the counts, who took part, what was used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from core.trace.model import Trace
from pages._ui.badges import badge, badge_row, tag
from pages._ui.services import services
from pages._ui.status import STATUSES
from pages._ui.text import count, html_escape, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.trace_words import verdict_sentence
from pages._ui.when import when


def summary(shown: Opened) -> None:
    """Draw the summary of an analysis."""
    final = shown.analysis.final
    pair = shown.analysis.earliest_gap
    state = shown.state(pair) if pair else next((s for s in final if s.contradicted), None)
    mark = badge(state.display if state else _calm(shown))
    label = "<span class='bt-muted bt-small'>Earliest gap</span> " if pair else ""
    st.html(f'<p class="bt-verdict">{mark}{label}{html_escape(verdict_sentence(shown))}</p>')
    info = services().workspace.analyses.info(shown.id)
    counts: Counter[str] = Counter(s.display for s in final)
    st.html(
        tiles(
            (
                ("agent", len(shown.trace.agents)),
                ("handoff", handoffs(shown.trace)),
                ("gap", sum(s.is_gap for s in final)),
                ("unsure check", sum(s.unsure for s in final)),
                ("open review", info.open_reviews),
            )
        )
        + f'<p class="bt-quiet">{count(len(final), "obligation")} at the end: '
        f"{badge_row((name, counts[name]) for name in STATUSES)}</p>" + people(shown.trace, shown)
    )
    with st.expander("What was analysed, with what", icon=":material/inventory_2:"):
        _inputs(shown, info.run_at, info.author)


def _calm(shown: Opened) -> str:
    if any(s.unsure for s in shown.analysis.final):
        return "unsure"
    return "ok" if any(s.status == "ok" for s in shown.analysis.final) else "pending"


def handoffs(trace: Trace) -> int:
    """Return the number of boundaries with at least one recipient."""
    return sum(event.is_boundary and bool(event.recipients) for event in trace.events)


def tiles(pairs: Iterable[tuple[str, int]]) -> str:
    """Return a row of figures as HTML; each has its noun in the singular."""
    parts = (
        f'<div class="bt-tile"><b>{n:,}</b><span>{html_escape(name + "s" * (n != 1))}</span></div>'
        for name, n in pairs
    )
    return f'<div class="bt-tiles">{"".join(parts)}</div>'


def people(trace: Trace, shown: Opened | None = None) -> str:
    """Return who took part as HTML: name, party, model, and how often each one spoke."""
    spoke = Counter(event.sender for event in trace.events if event.is_boundary)
    items = []
    for agent in trace.agents:
        party = shown.parties.get(agent.name) if shown else None
        notes = [f"as {party}"] if party and party != agent.name else []
        if shown and not party:
            notes.append("not in the contract")
        if agent.is_person:
            notes.append("a person")
        if agent.model:
            notes.append(agent.model)
        notes.append(count(spoke[agent.name], "message"))
        items.append(
            f"<li>{html_escape(agent.name)} <small>{html_escape(' · '.join(notes))}</small></li>"
        )
    return f'<ul class="bt-people" aria-label="Who took part">{"".join(items)}</ul>'


def _inputs(shown: Opened, run_at: object, author: str) -> None:
    inputs = shown.analysis.inputs
    rows = [
        ("Trace", shown.trace.name, inputs.trace_digest),
        ("Contract", inputs.contract, inputs.contract_hash),
        ("Role profiles", inputs.roles or "none", inputs.roles_hash),
        ("Priors", inputs.priors or "none", inputs.priors_hash),
    ]
    lines = "".join(
        f"<dt>{html_escape(name)}</dt><dd>{html_escape(value)} "
        + (f"<code title='{html_escape(digest)}'>{digest[:12]}</code>" if digest else "")
        + "</dd>"
        for name, value, digest in rows
    )
    by = f" by {author}" if author else ""
    extra = [
        ("Encoder", inputs.encoder or "none: no drift was measured"),
        ("Method", f"version {inputs.method}"),
        ("Run", f"{when(run_at)}{by}"),  # type: ignore[arg-type]
        ("Task", shorten(shown.trace.task, 400) or "not recorded"),
    ]
    lines += "".join(f"<dt>{html_escape(n)}</dt><dd>{html_escape(v)}</dd>" for n, v in extra)
    notes = ""
    if shown.contract is None:
        notes = tag("The contract's own text isn't in this workspace.")
    if inputs.settings.get("confirmed_other_model"):
        notes += tag("The priors were measured on another model; a person confirmed their use.")
    st.html(f'<dl class="bt-facts">{lines}</dl>{notes}')
