"""The parts of the home page: what waits, the latest analyses, and the first steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from core.provenance.model import ObligationState
from pages._ui.badges import badge_row, legend, tag
from pages._ui.frame import section
from pages._ui.person import reviewer
from pages._ui.run_names import analysis_words, run_names
from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.status import STATUSES
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_analysis import foreign_priors, opened
from pages._ui.trace_words import first_trouble
from pages._ui.when import when

RECENT = 6
_STEPS = (
    (
        "Import a run",
        "The log of a team of agents: chat messages, OTLP spans, or Baton's own form.",
    ),
    ("Write down the facts", "What the task can't do without, who produces it, and who needs it."),
    ("See what was lost", "Each fact for each agent, with the evidence, and what could repair it."),
)


def first_steps() -> None:
    """Draw what to do in an empty workspace."""
    cells = "".join(
        f"<li><b>{number}</b><div><strong>{html_escape(title)}</strong><p>{html_escape(text)}</p></div></li>"
        for number, (title, text) in enumerate(_STEPS, start=1)
    )
    st.html(f'<ol class="bt-steps">{cells}</ol>')
    with st.container(horizontal=True, vertical_alignment="center"):
        demo_button(primary=True)
        link_to("traces", "Import a run of your own", icon=":material/upload_file:")
    legend(expanded=True)


def demo_button(*, primary: bool = False) -> None:
    """Draw the button that loads the demo workspace."""
    if st.button(
        "Load the demo workspace",
        key="load_demo",
        type="primary" if primary else "secondary",
        icon=":material/science:",
        help="A team that writes sales proposals, in English and in Russian, with twelve runs. "
        "Loading it twice adds nothing.",
    ):
        with st.spinner("Loading and analysing the demo runs…"):
            loaded = services().load_demo(reviewer() or "demo")
        st.session_state["home:told"] = (
            f"The demo is here: {count(loaded.traces, 'run')}, {count(loaded.contracts, 'contract')}, "
            f"{count(loaded.analyses, 'analysis', 'analyses')}."
            if loaded.new_traces
            else "The demo was loaded before; nothing was added."
        )
        st.rerun()


def told() -> None:
    """Say once what the last act did."""
    if text := st.session_state.pop("home:told", ""):
        st.toast(plain(text), icon=":material/check_circle:")


def waiting(counts: Any) -> None:
    """Draw what waits for a person, each figure with its link."""
    tiles: list[tuple[int, str, str, str, dict[str, str]]] = [
        (counts.boundaries, "to decide", "review", "Open the queue", {}),
        (counts.escalated, "escalated", "review", "Show escalated", {"status": "escalated"}),
        (counts.skipped, "skipped", "review", "Show skipped", {"status": "skipped"}),
        (counts.traces_without_analysis, "not analysed", "traces", "Show traces", {"only": "new"}),
    ]
    for column, (value, words, page, label, params) in zip(st.columns(4), tiles, strict=True):
        with column, st.container(border=True, height="stretch"):
            quiet = "" if value else " bt-zero"
            st.html(f'<div class="bt-figure{quiet}"><b>{value:,}</b><span>{words}</span></div>')
            link_to(page, label, **params)


def running_jobs() -> None:
    """Say which analyses are under way in this process."""
    for job in services().running():
        link_to(
            "traces", f"Analysing {plain(job.title)}…", icon=":material/hourglass_top:", job=job.id
        )


def recent(infos: list[Any]) -> None:
    """Draw the latest analyses, each as a summary that fits a glance."""
    section("Latest analyses", "who took part, what was handed over, what was lost")
    newest = [info for info in infos if info.is_newest]
    names = run_names(info.trace_id for info in newest[:RECENT])
    for info in newest[:RECENT]:
        _summary(info, names)
    older = len(infos) - len(newest)
    if older or len(newest) > RECENT:
        label = count(len(newest), "analysis", "analyses")
        more = f", and {older:,} older that newer ones replaced" if older else ""
        link_to("traces", f"All {label}, by trace{more}", icon=":material/list:")


def headline(states: Iterable[ObligationState]) -> str:
    """Return what a card says first, as HTML: the earliest sure gap, else the first doubt."""
    state = first_trouble(states)
    if state is None:
        return "no gap found"
    words = "first gap" if state.is_gap else "first doubt"
    return (
        f"{words}: <b>{html_escape(state.fact)}</b> for {html_escape(shorten(state.recipient, 40))}"
    )


def _summary(info: Any, run_words: dict[str, str]) -> None:
    trace = services().workspace.traces.info(info.trace_id)
    names = ", ".join(shorten(name, 32) for name in trace.agent_names[:6])
    more = len(trace.agent_names) - 6
    people = names + (f" and {more} more" if more > 0 else "")
    first = headline(opened(info.id).final)
    foreign = (
        f" {tag('another model’s priors', title='A person confirmed their use.')}"
        if foreign_priors(opened(info.id))
        else ""
    )
    counts = ((name, info.statuses.get(name, 0)) for name in STATUSES)
    with st.container(border=True, gap="xsmall"):
        left, right = st.columns([4, 1], vertical_alignment="center")
        with left:
            st.html(
                f'<div class="bt-run"><strong>{html_escape(run_words.get(info.trace_id, info.trace_name))}</strong>'
                f'<div class="bt-row">{badge_row(counts)}<span class="bt-small">{first}</span></div>'
                f'<div class="bt-small bt-muted">{html_escape(people)} · '
                f"{count(trace.handoffs, 'handoff')} in {count(trace.events, 'event')} · "
                f"{html_escape(analysis_words(info))} · "
                f'<span class="bt-when">{html_escape(when(info.run_at))}</span>{foreign}</div></div>'
            )
        with right:
            link_to(
                "trace_view",
                "Open",
                icon=":material/grid_on:",
                help="The matrix of facts and agents",
                trace=info.trace_id,
                analysis=info.id,
            )
            if info.open_reviews:
                link_to(
                    "review",
                    f"{info.open_reviews:,} to decide",
                    icon=":material/rule:",
                    analysis=info.id,
                )
