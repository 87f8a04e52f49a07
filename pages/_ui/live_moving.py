"""What moves in a live run: messages, facts, graph, energy, tokens."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.live.state import Held, Outcome, RunState
from core.provenance.model import Frontier, ObligationState
from pages._ui.charts import EnergyPoint, energy_chart
from pages._ui.frame import section
from pages._ui.graph import graph_view
from pages._ui.live_branch import branch_form
from pages._ui.live_place import SWITCH, choose, chosen
from pages._ui.live_snapshot import graph_now, snapshot
from pages._ui.live_story import story_part
from pages._ui.live_tokens import cost_tile, tokens_part
from pages._ui.live_words import BY, digest_html, verdict_word
from pages._ui.matrix import Cell, fact_matrix, from_states
from pages._ui.messages import diff_view, message_view
from pages._ui.provenance_picture import draw
from pages._ui.review_gate import orderable
from pages._ui.text import count, html_escape, shorten
from pages._ui.trace_matrix import evidence_panel
from pages._ui.trace_rows import Row, row_list
from pages._ui.trace_split import split

SHOW = {
    "facts": "Facts",
    "graph": "Graph",
    "energy": "Energy",
    "tokens": "Tokens",
    "story": "Story",
}


def moving(info: Any, state: RunState) -> None:
    """Draw everything that changes while a run goes on."""
    st.html(_tiles(info, state))
    main, side = split("live", 1, 1)
    with main:
        section("Messages", _sent(state))
        _writing(info, state)
        _messages(info, state)
    with side:
        _side(info, state)


def _sent(state: RunState) -> str:
    sent = count(len(state.outcomes), "message")
    if state.held is None:
        return sent
    return f"{sent} sent, one held" if state.outcomes else "none sent yet, one held"


def _tiles(info: Any, state: RunState) -> str:
    budgets = state.run.team.budgets
    about = "about " if state.account.estimated else ""
    shown = (
        (f"{state.turn_count:,} of {budgets.turns:,}", "turns", state.turn_count / budgets.turns),
        (
            f"{about}{state.account.total:,} of {budgets.tokens:,}",
            "tokens",
            state.account.total / budgets.tokens,
        ),
        (
            f"{state.seconds:.0f} of {budgets.seconds:.0f} s",
            "of model calls",
            state.seconds / budgets.seconds,
        ),
        *cost_tile(state),
        (*_who_next(info, state), None),
    )
    parts = "".join(
        f'<div class="bt-tile"><b>{html_escape(value)}</b><span>{words}</span>{_filled(share)}</div>'
        for value, words, share in shown
    )
    return f'<div class="bt-tiles bt-live-tiles">{parts}</div>'


def _filled(share: float | None) -> str:
    """Return the bar of a budget; what has no budget has none."""
    if share is None:
        return ""
    return (
        '<span class="bt-track" aria-hidden="true">'
        f'<span class="bt-fill" style="width:{min(1, share):.0%}"></span></span>'
    )


def _who_next(info: Any, state: RunState) -> tuple[str, str]:
    """Return who acts next, and what that is, in the words of the badge above."""
    if info.status == "waiting":
        return "a person", "it waits for"
    if info.status not in ("running", "new"):
        return "nobody", "at work"
    if state.call is not None:
        return state.call.agent, "at work"
    if state.held is not None:
        return "the controller", "at work"
    agent = state.turn.agent if state.turn else (state.queue[0] if state.queue else "–")
    return agent, "has the turn"


def _writing(info: Any, state: RunState) -> None:
    """Show what an agent is writing just now; it has reached nobody yet."""
    if not info.writing_agent or state.held is not None or info.status != "running":
        return
    tail = info.writing[-1200:]
    st.html(
        f'<div class="bt-msg bt-live-writing" aria-live="off"><div class="bt-msg-head">'
        f"{html_escape(info.writing_agent)} is writing…</div>"
        f'<div class="bt-msg-text">{"…" if len(info.writing) > 1200 else ""}{html_escape(tail)}</div></div>'
    )


def _messages(info: Any, state: RunState) -> None:
    rows = [_row(outcome) for outcome in state.outcomes]
    if state.held is not None:
        held = state.held
        rows.append(
            Row(
                id=f"held:{held.seq}",
                lead=f"#{held.seq}",
                title=f"{held.agent} → {', '.join(held.recipients) or 'nobody'}",
                text=shorten(held.text, 200),
                kind=held.kind,
                tags=("held", "cut off") if held.is_cut else ("held",),
            )
        )
    if not rows:
        st.caption("No message has gone out yet.")
        return
    number = chosen("event")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 12 else None
    if at is None and state.outcomes and state.held is None:
        at = state.outcomes[-1].seq
    row_list(
        rows,
        key="live_messages",
        label="Messages of the run",
        selected=next(
            (row.id for row in reversed(rows) if row.id.partition("/")[0] == str(at)), ""
        ),
        on_pick=lambda row: choose(event=row.removeprefix("held:").partition("/")[0]),
        max_height=420,
    )
    picked = next((o for o in reversed(state.outcomes) if o.seq == at), None)
    if picked is not None:
        _read(info, picked)


def _row(outcome: Outcome) -> Row:
    report = outcome.report
    told = ("agent", "person", "returned") if outcome.verdict is not None else ("agent",)
    tags = [BY[outcome.by]] if outcome.by not in told else []
    if outcome.verdict is not None:
        tags.append(f"{verdict_word(outcome.verdict)} by {outcome.verdict.author}")
    if outcome.is_cut:
        tags.append("cut off")
    return Row(
        id=f"{outcome.seq}/{outcome.live_seq}",
        lead=f"#{outcome.seq}",
        title=f"{report.sender} → {', '.join(report.recipients) or 'nobody'}",
        text=shorten(outcome.released, 200),
        kind=report.kind,
        badges=(report.decision,) if report.decision != "FORWARD" else (),
        tags=tuple(tags),
        quiet=outcome.by == "returned",
    )


def _read(info: Any, outcome: Outcome) -> None:
    report = outcome.report
    head = f"#{outcome.seq} {report.sender} → {', '.join(report.recipients) or 'nobody'}"
    key = f"live:{info.id}:{outcome.live_seq}"
    if outcome.released != report.original:
        diff_view(report.original, outcome.released, key=key, head=f"{head}, as it went out")
    else:
        message_view(outcome.released, key=key, head=head, limit=2500)
    why = [report.reason]
    if outcome.verdict is not None and outcome.verdict.reason:
        why.append(f"{outcome.verdict.author}: {outcome.verdict.reason}")
    if outcome.expired:
        why.append("Expired: nobody decided in time, so the agent's own text went out.")
    if outcome.is_cut:
        why.append("The model's answer ended at its limit of tokens, in the middle of the text.")
    st.html("".join(f'<p class="bt-note">{html_escape(line)}</p>' for line in why if line))
    if outcome.verdict is not None or outcome.expired:
        st.html(f'<p class="bt-quiet">{digest_html(outcome.digest)}</p>')
    branch_form(info, outcome.boundary_live_seq, outcome.seq)


def _side(info: Any, state: RunState) -> None:
    show = chosen("show", "facts")
    st.session_state[SWITCH] = show if show in SHOW else "facts"
    st.segmented_control(
        "Show",
        list(SHOW),
        format_func=SHOW.__getitem__,
        key=SWITCH,
        required=True,
        label_visibility="collapsed",
        on_change=lambda: choose(show=st.session_state[SWITCH]),
    )
    {"graph": _graph, "energy": _energy, "tokens": tokens_part, "story": story_part}.get(
        st.session_state[SWITCH], _facts
    )(info, state)


def _facts(info: Any, state: RunState) -> None:
    shown = snapshot(info.id, state)
    final = shown.analysis.final
    if not final:
        st.caption("The contract asks nothing of the agents of this team.")
        return
    rows, columns, cells = from_states(state.run.filled, final)
    if state.held is not None and state.held.is_parked:
        gaps = state.held.report.frontiers
        doubts = [c for c in state.held.report.changes if c.is_gap or c.unsure]
        for gap in (*doubts, *gaps):
            cells[gap.fact, gap.recipient] = _held_cell(state.held, gap)
    wanted = (chosen("fact"), chosen("recipient"))
    fact_matrix(
        rows,
        columns,
        cells,
        selected=wanted,
        on_pick=lambda fact, recipient: choose(fact=fact, recipient=recipient),
        key="live_matrix",
    )
    found = shown.state(wanted)
    if found is not None:
        with st.container(border=True):
            evidence_panel(shown, found, links=False)


def _held_cell(held: Held, gap: Frontier | ObligationState) -> Cell:
    """Return what the held message leaves behind as its author wrote it, and what would mend that."""
    report, status = held.report, "unsure" if gap.unsure else gap.status
    first = report.frontiers[0] if report.frontiers else None
    worked_on = first is not None and (first.fact, first.recipient) == (gap.fact, gap.recipient)
    if worked_on and report.chosen:
        title = f"The agent's own text leaves this behind; {report.chosen} is proposed against it."
        return Cell(status, note=f"without {report.chosen}", title=title)
    title = "What the held message leaves behind if it is sent as it is."
    offered = [c.repair for c in orderable(report)] if worked_on else []
    if offered:
        title += f" {' or '.join(offered)} can be ordered against it."
    return Cell(status, note="if sent as it is", title=title)


def _graph(info: Any, state: RunState) -> None:
    if not state.events:
        st.caption("The graph grows with the first message.")
        return
    shown = snapshot(info.id, state)
    provenance, reach = graph_now(info.id, state)
    picture = draw(shown, provenance.graph, reach, state.events[-1].seq, None)
    graph_view(
        picture.nodes,
        picture.edges,
        key="live_graph",
        selected=f"event:{state.events[-1].seq}",
        height=460,
    )
    st.caption(
        f"{count(len(picture.nodes), 'node')}. The table of messages and the matrix say the same."
    )


def _energy(info: Any, state: RunState) -> None:
    shown = snapshot(info.id, state)
    points = [
        EnergyPoint(r.seq, r.sender, r.drift.energy, r.drift_flagged, shorten(r.original, 90))
        for r in shown.reports.values()
        if r.drift is not None
    ]
    if not points:
        st.caption("No role profiles, or no agent is bound to one: there is no energy.")
        return
    energy_chart(
        points,
        tau=shown.analysis.inputs.settings.get("tau_used"),
        key="live_energy",
        on_pick=lambda seq: choose(event=seq),
    )
