"""The states of a live run in words, and who decides when."""

from __future__ import annotations

from typing import Any

from core.live.state import Held, Verdict
from pages._ui.badges import badge
from pages._ui.text import html_escape

APPROVALS = {
    "auto": "Nobody: the controller decides by itself",
    "flagged": "A person, where something is flagged",
    "always": "A person, at every message",
}
"""Approval modes for people: who lets a message go."""
BY = {
    "agent": "as written",
    "repair": "repaired",
    "person": "edited by a person",
    "expiry": "expired: nobody decided in time",
    "returned": "sent back to its author",
}
"""What became of a held message."""


_VERDICTS = {
    "approve": "approved",
    "edit": "edited",
    "reject": "refused",
    "order": "repair ordered",
}


def verdict_word(verdict: Verdict) -> str:
    """Return what a person decided, in a word or two."""
    if verdict.certificate is not None:
        return f"certified: {verdict.certificate.label.replace('_', ' ')}"
    if verdict.action == "reject" and verdict.then == "again":
        return "sent back"
    if verdict.action == "order" and verdict.repair:
        return f"ordered {verdict.repair}"
    return _VERDICTS[verdict.action]


def again_words(held: Held) -> str:
    """Return that a held text was sent back before and written again; empty if it wasn't."""
    return " · sent back before, and written again" if held.is_again else ""


def digest_html(digest: str) -> str:
    """Return the short name of exactly what is or was held, as HTML; empty without one."""
    if not digest:
        return ""
    return (
        '<span class="bt-digest" title="Digest of exactly what is about to be sent. A decision counts for '
        f'this alone: {html_escape(digest)}">digest <code>{html_escape(digest[:12])}</code></span>'
    )


def run_badge(status: str) -> str:
    """Return the status of a run as HTML."""
    return badge(f"run-{status}")


def reason_html(info: Any) -> str:
    """Return why a run stands or ended, as HTML; empty if there is nothing to say."""
    if not info.reason or info.status in ("running", "waiting", "failed"):
        return ""
    return f'<p class="bt-reason">{html_escape(info.reason)}</p>'
