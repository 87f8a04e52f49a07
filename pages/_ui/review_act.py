"""What a person does at a boundary, stored as an event; and what the page then says about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.errors import BatonError, ConflictError
from core.report import BoundaryReport
from core.review import ReviewEvent, ReviewKind, boundary_digest
from pages._ui.badges import badge
from pages._ui.frame import calm
from pages._ui.person import reviewer
from pages._ui.review_queue import Filter, item_key
from pages._ui.services import services
from pages._ui.state import get_param, set_param
from pages._ui.text import plain

_FLASH = "review:flash"
_FORM = "review:form"
_MOVED = "The page was still changing to this boundary. Nothing was stored; please press again."
DONE = {
    "approve": "Approved",
    "edit": "Edited",
    "reject": "Rejected",
    "order": "Repair ordered at",
    "skip": "Skipped",
    "escalate": "Escalated",
    "revert": "Reverted",
    "judge": "Judged",
    "effect": "Judged the repair at",
}


@dataclass(frozen=True, kw_only=True)
class Target:
    """The boundary that a verb is about, exactly as the person sees it."""

    analysis_id: str
    report: BoundaryReport
    wanted: Filter
    """The filter whose next row comes after a decision."""

    @property
    def key(self) -> str:
        """Name in the URL."""
        return item_key(self.analysis_id, self.report.seq)


@calm
def act(
    target: Target,
    kind: ReviewKind,
    *,
    reason: str = "",
    payload: Mapping[str, Any] | None = None,
    move_on: bool = True,
) -> None:
    """Store a decision and go on to the next row; a conflict is told in words.

    A decision is stored only for the boundary that the URL names: what was pressed before the
    page had caught up is told and dropped.
    """
    if get_param("item", target.key) != target.key:
        # A key pressed while the next row was still being drawn meant the row that was left.
        _flash("moved", _MOVED, get_param("item"))
        return
    reviews = services().workspace.reviews
    near = reviews.neighbours(target.wanted, target.analysis_id, target.report.seq)
    event = ReviewEvent(
        analysis_id=target.analysis_id,
        seq=target.report.seq,
        kind=kind,
        author=reviewer(),
        digest=boundary_digest(target.report),
        reason=reason.strip(),
        payload=payload or {},
    )
    try:
        stored = reviews.append(event)
    except ConflictError as error:
        _flash("conflict", f"{error} Your “{kind}” was not stored.", target.key)
        return
    except BatonError as error:
        _flash("error", str(error), target.key)
        return
    close_form()
    _flash("done", f"{DONE.get(kind, kind)} event {target.report.seq}.", target.key, stored.kind)
    if move_on and near.next is not None:
        set_param("item", item_key(*near.next))
    else:
        set_param("item", target.key)


def _flash(kind: str, text: str, item: str, verb: str = "") -> None:
    st.session_state[_FLASH] = {"kind": kind, "text": text, "item": item, "verb": verb}


def flash() -> None:
    """Say what the last act came to, with a way back to it. Shown once per act."""
    said = st.session_state.pop(_FLASH, None)
    if not said:
        return
    if said["kind"] != "done":
        st.warning(plain(said["text"]), icon=":material/sync_problem:")
        return
    st.html(f'<p class="bt-done" role="status">{badge("ok", said["text"])}</p>', width="content")
    if get_param("item") != said["item"]:
        st.button(
            "Back to it",
            key="review:undo",
            shortcut="z",
            type="tertiary",
            on_click=set_param,
            args=("item", said["item"]),
            help="Opens it again; its decision can be reverted there.",
        )


def open_form(key: str, verb: str) -> None:
    """Open the form of a verb for a boundary. Its own button or another decision closes it."""
    st.session_state[_FORM] = (key, verb)


def close_form() -> None:
    """Close whichever form is open."""
    st.session_state[_FORM] = None


def form_lost(begin: str, waiting: Collection[str]) -> str:
    """Close a form that is about something decided meanwhile; return its key, or nothing.

    Args:
        begin: How the keys of what is drawn here begin.
        waiting: Keys of what still waits.
    """
    found = st.session_state.get(_FORM)
    if not found or not str(found[0]).startswith(begin) or found[0] in waiting:
        return ""
    close_form()
    return str(found[0])


def form_open(key: str) -> str:
    """Return the verb whose form is open for a boundary, or an empty string."""
    found = st.session_state.get(_FORM)
    return str(found[1]) if found and found[0] == key else ""


_focus = st.components.v2.component(
    "baton_focus",
    html="<span></span>\n",
    js="""
const seen = new WeakMap();
export default function ({ data, parentElement }) {
  if (seen.get(parentElement) === data.token) return;
  seen.set(parentElement, data.token);
  const reach = left => {
    const target = document.querySelector(data.selector);
    if (target) target.focus();
    else if (left) setTimeout(() => reach(left - 1), 50);
  };
  setTimeout(() => reach(200), 30);
}
""",
)


def focus_on(widget_key: str, token: str) -> None:
    """Put the keyboard into a text field when it appears, once per token."""
    selector = f".st-key-{widget_key} textarea, .st-key-{widget_key} input"
    _focus(key=f"focus_{widget_key}", data={"selector": selector, "token": token}, height=1)
