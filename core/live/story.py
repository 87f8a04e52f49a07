"""The story of a run for people: who let what go, when and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.live.events import LiveEvent

CONTROLLER = "controller"
_ACTS = {
    "approve": "let it go as proposed",
    "edit": "wrote another text",
    "reject": "refused it",
    "order": "ordered a repair",
}
_RUN = {
    "started": "started the run",
    "paused": "paused the run",
    "resumed": "let the run go on",
    "stopped": "stopped the run",
    "branched": "branched from another run",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One thing that somebody did, or that happened to a held message."""

    live_seq: int
    """Number of the run's event."""
    at: datetime | None
    boundary: int | None
    """Number of the message that it is about; None: the run as a whole."""
    who: str
    """A person, or the controller."""
    what: str
    why: str = ""
    digest: str = ""
    """Name of exactly what was held."""

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values, in the order in which people read them."""
        return {
            "event": self.live_seq,
            "at": self.at.isoformat() if self.at else "",
            "message": self.boundary,
            "who": self.who,
            "what": self.what,
            "why": self.why,
            "digest": self.digest,
        }


def story(events: Iterable[LiveEvent]) -> list[Chapter]:
    """Return what people did to a run and what became of what they were asked about.

    Messages that nobody was asked about are left out.

    Args:
        events: Of one run, in order.
    """
    told: list[Chapter] = []
    asked: dict[str, Any] = {}
    decided: dict[int, Mapping[str, Any]] = {}
    for event in events:
        data = event.data
        if event.kind == "decided":
            decided[event.seq] = data
        if event.kind == "undone":
            data = {**data, "of": decided.get(data.get("verdict", 0))}
        if event.kind == "parked":
            asked = dict(data)
        if event.kind == "delivered" and data["seq"] != asked.get("seq"):
            continue
        chapter = _chapter(event, data, asked)
        if chapter is not None:
            told.append(chapter)
    return told


def _chapter(event: LiveEvent, data: Mapping[str, Any], asked: Mapping[str, Any]) -> Chapter | None:
    kind, seq = event.kind, data.get("seq")
    digest = str(data.get("digest") or (asked.get("digest", "") if seq is not None else ""))

    def tell(who: str, what: str, why: str = "") -> Chapter:
        return Chapter(
            live_seq=event.seq, at=event.at, boundary=seq, who=who or "somebody", what=what,
            why=why, digest=digest,
        )  # fmt: skip

    if kind == "started":
        return tell(data["spec"].get("author", ""), _RUN[kind])
    if kind in _RUN:
        how = data.get("how", "person")
        return tell(
            data.get("author", "") if how == "person" else CONTROLLER,
            _RUN[kind],
            data.get("reason", ""),
        )
    if kind in ("failed", "finished"):
        return tell(CONTROLLER, f"the run {kind}", data.get("reason", ""))
    if kind == "parked":
        return tell(CONTROLLER, "held it for a person", "; ".join(data.get("reasons", ())))
    if kind == "decided":
        return tell(data["author"], decided_words(data), data.get("reason", ""))
    if kind == "undone":
        of = data.get("of")
        what = (
            f"took the decision of {of['author']} back: {decided_words(of)}"
            if of
            else "took the decision back"
        )
        return tell(data.get("author", ""), what, data.get("reason", ""))
    if kind == "expired":
        return tell(
            CONTROLLER,
            "let the wait expire: nobody decided in time",
            "the agent's own text goes out",
        )
    if kind == "returned":
        return tell(CONTROLLER, "gave it back to its author")
    if kind == "delivered":
        report = data.get("report", {})
        return tell(
            CONTROLLER, f"sent it: {report.get('decision', 'FORWARD')}", report.get("reason", "")
        )
    return None


def decided_words(data: Mapping[str, Any]) -> str:
    """Return what a decision came to, in words."""
    action, certificate = str(data["action"]), data.get("certificate")
    if certificate:
        said = str(certificate["label"]).replace("_", " ")
        other = f": {certificate['other_value']}" if certificate.get("other_value") else ""
        return f"certified: {said}{other}"
    if action == "order":
        return f"{_ACTS[action]}: {data.get('repair', '')}"
    if action == "reject":
        again = data.get("then") == "again"
        return "sent it back to its author" if again else "refused the repair"
    return _ACTS[action]
