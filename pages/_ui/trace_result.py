"""The matrix as a file: a row for every fact and recipient, with what decided and why."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.provenance.model import ObligationState
from pages._ui.downloads import csv_bytes, download, jsonl_bytes, safe_file_name
from pages._ui.text import count, html_escape
from pages._ui.trace_analysis import Opened
from pages._ui.trace_matrix import chosen_event
from pages._ui.trace_words import gap_sentence


def result_export(shown: Opened, *, key: str) -> None:
    """Draw the downloads of the matrix as it is on the screen, behind what they hold."""
    seq = chosen_event(shown)
    number = len(shown.final) + len(shown.not_checked)
    when = "at the end" if seq is None else f"after event {seq}"
    st.html(
        f'<p class="bt-quiet">The matrix {when}: {html_escape(count(number, "row"))}, '
        "one for each fact and recipient.</p>"
    )
    with st.container(horizontal=True, gap="small"):
        files = (
            ("csv", lambda: csv_bytes(result_rows(shown, seq))),
            ("jsonl", lambda: jsonl_bytes(result_rows(shown, seq))),
        )
        for form, build in files:
            download(
                f"{count(number, 'row')} as {form.upper()}",
                build,
                safe_file_name(f"{shown.trace.name}-matrix", form),
                key=f"{key}:{form}",
                disabled=not number,
            )


def result_rows(shown: Opened, seq: int | None = None) -> list[dict[str, Any]]:
    """Return the matrix as flat rows, in the order of the contract.

    Args:
        shown: The analysis.
        seq: The event after which it is told; None means the end.
    """
    head = {
        "schema": "baton/matrix/1",
        "trace": shown.trace_id,
        "trace_name": shown.trace.name,
        "analysis": shown.id,
        "contract": shown.analysis.inputs.contract,
        "after_event": seq,
    }
    rows = [head | _row(shown, state) for state in shown.states_at(seq)]
    empty = dict.fromkeys(rows[0]) if rows else {}
    return rows + [
        empty | head | {"fact": fact, "status": "not checked", "reason": why}
        for fact, why in shown.not_checked.items()
    ]


def _row(shown: Opened, state: ObligationState) -> dict[str, Any]:
    fact = shown.contract.fact(state.fact) if shown.contract else None
    said = shown.override_of(state)
    spoken = state.is_gap or state.unsure or said is not None
    return {
        "fact": state.fact,
        "statement": fact.statement if fact else "",
        "owner": fact.owner if fact else "",
        "recipient": state.recipient,
        "critical": fact.critical if fact else None,
        "status": state.display,
        "unsure": state.unsure,
        # The whole is as sure as the least sure of what it rests on.
        "confidence": min((item.confidence for item in state.evidence), default=None),
        "other_value": state.other_value,
        "due_event": state.due_seq,
        "delivered_event": state.delivered_seq,
        "reflected_event": state.reflected_seq,
        "reason": gap_sentence(shown, state) if spoken else state.reason,
        "evidence": [
            {
                "event": item.seq,
                "role": item.role,
                "span": list(item.span) if item.span else None,
                "words": _words(shown, item.seq, item.span),
                "confidence": item.confidence,
                "reason": item.reason,
            }
            for item in state.evidence
        ],
        "person_label": said.label if said else "",
        "person": said.author if said else "",
        "person_reason": said.reason if said else "",
        "check_status": said.was if said else state.display,
    }


def _words(shown: Opened, seq: int, span: tuple[int, int] | None) -> str:
    event = shown.events.get(seq)
    return event.text[slice(*span)] if event and span else ""
