"""*This verdict is wrong*: a person's word against the check, marked as hers, with a way back.

What is judged stays stored as it was; what a person says is an event, laid over it wherever the
analysis is read. On her wish a text is kept as a labelled example of the contract as well.
"""

from __future__ import annotations

from typing import Any, Literal, cast

import streamlit as st

from core.contract.model import Example
from core.contract.writing import update_text
from core.errors import BatonError, NotFoundError
from core.overrides import LABELS, Override, override_payload, withdrawn_payload
from core.provenance.model import ObligationState
from core.review import ReviewEvent
from pages._ui.contract_edit import with_example
from pages._ui.contract_fact import LABELS as TEXT_LABELS
from pages._ui.frame import calm
from pages._ui.person import require_person, reviewer
from pages._ui.services import services
from pages._ui.status import look
from pages._ui.text import html_escape, plain, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.when import when

_OPEN = "wrong:open"
_TOLD = "wrong:told"


def wrong_part(shown: Opened, state: ObligationState, *, boundary: int | None = None) -> None:
    """Draw what a person said about a verdict, or the way to say it.

    Args:
        shown: The analysis.
        state: The obligation as it is shown.
        boundary: Where the event is kept; None finds the boundary that it is about.
    """
    place = boundary if boundary is not None else _boundary(shown, state)
    if place is None:
        return
    key = f"wrong:{state.fact}:{state.recipient}:{state.seq}"
    _told(key)
    said = shown.override_of(state)
    if said is not None:
        _standing(shown, said, key)
        return
    if st.session_state.get(_OPEN) != key:
        st.button(
            "This verdict is wrong",
            key=f"{key}:open",
            icon=":material/thumb_down:",
            type="tertiary",
            on_click=_set_open,
            args=(key,),
            help="Say what is true. Your word then stands here instead of the check's, under your "
            "name; the check's own verdict stays stored.",
        )
        return
    with st.container(border=True, key="bt_wrong"):
        if require_person("wrong_person"):
            _form(shown, state, place, key)


def _boundary(shown: Opened, state: ObligationState) -> int | None:
    """Return the boundary that a state is about, else the last one before it changed."""
    wanted = (shown.boundary_of(state), state.due_seq, state.reflected_seq, state.delivered_seq)
    for seq in wanted:
        if seq in shown.reports:
            return seq
    before = [seq for seq in shown.boundaries if seq <= state.seq]
    return before[-1] if before else next(iter(shown.boundaries), None)


def _set_open(key: str) -> None:
    st.session_state[_OPEN] = key


def _told(key: str) -> None:
    level, said = st.session_state.get(_TOLD, {}).pop(key, ("", ""))
    if said:
        {"warning": st.warning, "error": st.error}.get(level, st.success)(plain(said))


def _tell(key: str, text: str, level: str = "success") -> None:
    st.session_state.setdefault(_TOLD, {})[key] = (level, text)


def _standing(shown: Opened, said: Override, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<p class="bt-quiet">Overridden by {html_escape(said.author)}, '
            f"{html_escape(when(said.at))}. What the check said stays stored.</p>",
            width="stretch",
        )
        st.button(
            "Take it back",
            key=f"{key}:back",
            icon=":material/undo:",
            type="tertiary",
            disabled=not reviewer(),
            on_click=_take_back,
            args=(shown, said, key),
            help="The check's verdict stands again. The history keeps both.",
        )


@calm
def _take_back(shown: Opened, said: Override, key: str) -> None:
    services().workspace.reviews.append(
        ReviewEvent(
            analysis_id=shown.id,
            seq=said.boundary,
            kind="wrong_verdict",
            author=reviewer(),
            payload=withdrawn_payload(said),
        )
    )
    _tell(key, "Taken back: the check's verdict stands again.")


def _form(shown: Opened, state: ObligationState, place: int, key: str) -> None:
    texts = _texts(shown, state)
    with st.form(f"{key}:form", border=False, enter_to_submit=True):
        label = st.selectbox(
            f"The check says {look(state.display).word}. What is true?",
            [name for name in LABELS if name != state.display],
            index=None,
            format_func=lambda name: f"{look(name).word}: {look(name).meaning}",
            placeholder="Choose what is true",
            key=f"{key}:label",
        )
        reason = st.text_input("Why?", key=f"{key}:reason", max_chars=2000)
        event, text_label = _example_fields(shown, texts, key) if texts else (None, None)
        with st.container(horizontal=True, gap="small"):
            sent = st.form_submit_button("Override the check", type="primary")
            dropped = st.form_submit_button("Cancel")
    if dropped:
        st.session_state.pop(_OPEN, None)
        st.rerun()
    if not sent:
        return
    if label is None or not (reason or "").strip():
        st.error("Say what is true, and why: the next reader has only your words.")
        return
    chosen = (event, text_label) if event is not None and text_label else None
    _store(shown, state, place, key, str(label), (reason or "").strip(), chosen)
    st.session_state.pop(_OPEN, None)
    st.rerun()


def _example_fields(shown: Opened, texts: list[int], key: str) -> tuple[int | None, str | None]:
    name = shown.contract.name if shown.contract else ""
    text_label = st.segmented_control(
        "Keep the text as an example that…",
        list(TEXT_LABELS),
        format_func=lambda one: TEXT_LABELS[one],
        key=f"{key}:keep",
        help=f"Optional. Saves a new version of the contract {plain(name)}, in which this text is a "
        "labelled example of the fact; every later save runs the check on it.",
    )
    event = st.selectbox(
        "Which text",
        texts,
        format_func=lambda seq: f"#{seq} {shorten(shown.events[seq].text, 90)}",
        key=f"{key}:event",
    )
    return event, text_label


def _texts(shown: Opened, state: ObligationState) -> list[int]:
    """Return the events whose text can be kept, the one that decided first."""
    if shown.contract is None or shown.contract.fact(state.fact) is None:
        return []
    seqs = [*(item.seq for item in reversed(state.evidence)), state.due_seq, state.delivered_seq]
    found = (seq for seq in dict.fromkeys(seqs) if seq is not None and seq in shown.events)
    return [seq for seq in found if shown.events[seq].text]


@calm
def _store(
    shown: Opened,
    state: ObligationState,
    place: int,
    key: str,
    label: str,
    reason: str,
    example: tuple[int, str] | None,
) -> None:
    payload: dict[str, Any] = override_payload(state, label)
    kept, problem = "", ""
    if example is not None:
        seq, text_label = example
        try:
            kept = _keep(shown, state.fact, seq, text_label)
        except BatonError as error:
            problem = str(error)
        else:
            payload["example"] = {"event": seq, "label": text_label, "contract": kept}
    services().workspace.reviews.append(
        ReviewEvent(
            analysis_id=shown.id,
            seq=place,
            kind="wrong_verdict",
            author=reviewer(),
            reason=reason,
            payload=payload,
        )
    )
    if problem:
        _tell(key, f"Your word stands here, but the example was not kept: {problem}", "warning")
    elif kept:
        _tell(key, f"Your word stands here, and the text is an example in {kept}.")


def _keep(shown: Opened, fact_id: str, seq: int, label: str) -> str:
    """Save a version of the contract with the text as an example; return ``name@version``."""
    store = services().workspace.contracts
    name = shown.contract.name if shown.contract else ""
    example = Example(
        text=shown.events[seq].text,
        label=cast("Literal['conveyed', 'not_conveyed', 'contradicted']", label),
        author=reviewer(),
    )
    latest = store.get(name)
    at = next((n for n, fact in enumerate(latest.contract.facts) if fact.id == fact_id), None)
    if at is None:
        raise NotFoundError(f"Version {latest.version} of {name} has no fact ‘{fact_id}’ any more.")
    text = update_text(latest.text, with_example(latest.contract, at, example))
    saved = store.save(text, reviewer(), base=latest.version)
    return f"{saved.name}@{saved.version}"
