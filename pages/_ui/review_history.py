"""Who decided what, when and why; taking a decision back; and the decisions as files."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import streamlit as st

from core.carrying import CARRIED
from core.review import STATUS_OF, ReviewEvent, ReviewState
from pages._ui.downloads import csv_bytes, download, jsonl_bytes
from pages._ui.messages import diff_view
from pages._ui.person import reviewer
from pages._ui.review_act import DONE, Target, act
from pages._ui.review_queue import STATUS_WORDS, item_key
from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened, opened
from pages._ui.when import iso, when

_VERBS = DONE | {"order": "Ordered a repair", "wrong_verdict": "Called the check wrong"}


def standing(target: Target, state: ReviewState) -> None:
    """Say where the boundary stands, with the way back."""
    if state.by is None or state.status == "pending":
        return
    by = state.by
    why = f": “{by.reason}”" if by.reason else ""
    text = f"{STATUS_WORDS[state.status].capitalize()}{_by_words(by)}{why}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(f'<p class="bt-note">{html_escape(text)}</p>', width="stretch")
        if state.can_revert:
            st.button(
                "Revert",
                icon=":material/undo:",
                key="verb:revert",
                disabled=not reviewer(),
                on_click=act,
                args=(target, "revert"),
                kwargs={"payload": {"of": by.id}, "move_on": False},
                help="Opens it again. The history keeps both.",
            )


def _by_words(event: ReviewEvent) -> str:
    """Return who decided and when; of what was carried over, when it was decided and under what."""
    source = event.payload.get(CARRIED)
    if not source:
        return f" by {event.author}, {when(event.at)}"
    at = f", {when(datetime.fromisoformat(source['at']))}" if source.get("at") else ""
    return (
        f" earlier by {event.author}{at}, under {source.get('contract', 'another analysis')}; carried "
        "over, as gap, text and repairs are the same"
    )


def asked_again(shown: Opened, target: Target, state: ReviewState) -> None:
    """Say what was decided about this message under another analysis, and why it isn't so here."""
    if state.by is not None:
        return
    found = services().workspace.reviews.earlier(shown.id)
    one = next((e for e in found if e.event.seq == target.report.seq), None)
    if one is None or not one.why_not:
        return
    status = STATUS_WORDS[STATUS_OF[one.event.kind]]
    text = (
        f"{status.capitalize()} earlier by {one.event.author}, {when(one.event.at)}, under "
        f"{one.contract}. Not carried over: {one.why_not}."
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(f'<p class="bt-note">{html_escape(text)}</p>', width="stretch")
        link_to(
            "review",
            "That decision",
            analysis=one.event.analysis_id,
            status="all",
            item=item_key(one.event.analysis_id, one.event.seq),
        )


def history(shown: Opened, target: Target, state: ReviewState) -> None:
    """Draw every event of the boundary, newest first."""
    if not state.history:
        st.html('<p class="bt-quiet">Nobody has decided yet.</p>')
        return
    lines = "".join(
        f"<li><span class='bt-muted'>{html_escape(when(event.at))}</span>"
        f"<span><b>{html_escape(_said(event))}</b> · {html_escape(event.author)}"
        + (", carried over from an earlier analysis" if event.payload.get(CARRIED) else "")
        + (f" · {html_escape(event.reason)}" if event.reason else "")
        + "</span></li>"
        for event in reversed(state.history)
    )
    st.html(f'<ul class="bt-lines">{lines}</ul>')
    last = next((e for e in reversed(state.history) if e.payload.get("text")), None)
    if last is not None:
        with st.expander(f"The text of the last {'edit' if last.kind == 'edit' else 'order'}"):
            diff_view(target.report.original, str(last.payload["text"]), key="history_diff")


def _said(event: ReviewEvent) -> str:
    word = _VERBS.get(event.kind, event.kind)
    if event.kind == "order":
        word = f"Ordered {event.payload.get('repair', 'a repair')}"
    if event.kind == "judge":
        word = f"Judged the turn {event.payload.get('verdict', '')}"
    if event.kind == "effect":
        word = (
            f"Judged {event.payload.get('repair', 'the repair')}: {event.payload.get('effect', '')}"
        )
    if event.kind == "wrong_verdict" and event.payload.get("fact"):
        word = _override_words(event)
    if event.kind == "opinion" and "opinions" not in event.payload:
        word = f"Asked {event.payload.get('model', 'a model')} for its opinion on the turn: "
        word += f"E {event.payload.get('energy', 0.0):.2f}"
    elif event.kind == "opinion":
        given = [f"{o['fact']} {o['label'].replace('_', ' ')}" for o in event.payload["opinions"]]
        word = f"Asked {event.payload.get('model', 'a model')} for its opinion: "
        word += "; ".join(given) or "no answer that counts"
    failed = [c["name"] for c in event.payload.get("postconditions", []) if not c.get("holds")]
    return f"{word} (fails: {', '.join(failed)})" if failed else word


def _override_words(event: ReviewEvent) -> str:
    what = event.payload
    pair = f"{what['fact']} for {what.get('recipient', '')}"
    if not what.get("status"):
        return f"Took back that {pair} is {what.get('was', '')}"
    kept = ", text kept as an example" if what.get("example") else ""
    return f"Called the check wrong: {pair} is {what['status']}, not {what.get('was', '')}{kept}"


def export_part(trace_id: str) -> None:
    """Draw the downloads of decisions: those of the chosen run, else all of the workspace."""
    total, scope = _total(trace_id)
    with st.expander(
        f"Export decisions ({total:,})", icon=":material/download:", key="review_export"
    ):
        st.caption(
            f"{count(total, 'event')} {scope}, with author, time, reason, the text before and after. "
            "A CSV cell that a spreadsheet would run gets an apostrophe in front."
        )
        with st.container(horizontal=True, gap="small"):
            download(
                f"{count(total, 'event')} as JSONL",
                lambda: jsonl_bytes(decision_rows(trace_id)),
                "decisions.jsonl",
                key="export:jsonl",
                disabled=not total,
            )
            download(
                f"{count(total, 'event')} as CSV",
                lambda: csv_bytes(decision_rows(trace_id)),
                "decisions.csv",
                key="export:csv",
                disabled=not total,
            )


def _total(trace_id: str) -> tuple[int, str]:
    if trace_id:
        return len(list(_events(trace_id))), "of the chosen run"
    return services().workspace.reviews.all(limit=0).total, "of the whole workspace"


def _events(trace_id: str) -> Iterable[ReviewEvent]:
    workspace = services().workspace
    if trace_id:
        for info in workspace.analyses.list(trace_id=trace_id):
            yield from workspace.reviews.for_analysis(info.id)
        return
    offset = 0
    while True:
        page = workspace.reviews.all(limit=1000, offset=offset)
        yield from page.rows
        offset += len(page.rows)
        if not page.rows or offset >= page.total:
            return


def decision_rows(trace_id: str = "") -> list[dict[str, Any]]:
    """Return decisions as flat rows, oldest first.

    Args:
        trace_id: Only those on analyses of this trace; empty for all.
    """
    rows = []
    for event in _events(trace_id):
        shown = opened(event.analysis_id)
        report = shown.reports.get(event.seq)
        after = event.payload.get("text") or (report.released if report else "")
        if event.kind == "reject" and report:
            after = report.original
        rows.append(
            {
                "schema": "baton/decision/1",
                "id": event.id,
                "at": iso(event.at),
                "author": event.author,
                "kind": event.kind,
                "reason": event.reason,
                "trace": shown.trace_id,
                "trace_name": shown.trace.name,
                "analysis": event.analysis_id,
                "contract": shown.analysis.inputs.contract,
                "seq": event.seq,
                "sender": report.sender if report else "",
                "recipients": list(report.recipients) if report else [],
                "controller": report.decision if report else "",
                "controller_reason": report.reason if report else "",
                "before": report.original if report else "",
                "after": after,
                "payload": dict(event.payload),
                "digest": event.digest,
            }
        )
    return sorted(rows, key=lambda row: str(row["at"]))
