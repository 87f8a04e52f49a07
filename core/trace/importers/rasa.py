"""Conversations of Rasa: trackers with their events, or the events that a broker handed on.

Users and the bot speak; an action that isn't a prepared answer is a call, and the slots that were set
right after it are what came back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.base import Record, Report, Source
from core.trace.importers.fields import id_text, json_text, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.model import Trace

BOT: Final = "bot"
_KINDS: Final = frozenset(
    ("action", "user", "bot", "slot", "session_started", "active_loop", "action_execution_rejected",
     "restart", "rewind", "undo", "flow_started", "flow_completed", "reset_slots", "followup", "form")
)  # fmt: skip
_MARKS: Final = frozenset(("parse_data", "policy", "utter_action", "action_text", "input_channel"))
"""Keys that no other list of events has beside these kinds."""
_ABOUT: Final = ("slots", "latest_message", "latest_event_time", "latest_input_channel")
_QUIET: Final = ("utter_", "action_listen", "action_session_start", "action_default_")
"""What actions begin with that say their words themselves, or do nothing."""


def _is_event(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("event"), str)
        and value["event"] in _KINDS
        and "timestamp" in value
    )


def _events(value: Any) -> list[Any] | None:
    """Return the events of a tracker, None if it is none."""
    found = value.get("events") if isinstance(value, dict) else None
    if not isinstance(found, list) or not any(map(_is_event, found[:5])):
        return None
    known = "sender_id" in value or any(key in value for key in _ABOUT)
    return found if known or _is_marked(found) else None


def _is_marked(events: list[Any]) -> bool:
    return any(_is_event(one) and not _MARKS.isdisjoint(one) for one in events[:10])


class RasaImporter:
    """Trackers and events of Rasa."""

    name = "rasa"
    title = "Rasa conversation"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a tracker, an event, or a list of either."""
        first = source.first
        items = first if isinstance(first, list) else [first]
        return any(_events(item) is not None for item in items[:3]) or _is_marked(items)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each sender."""
        talks: dict[str, list[Record]] = {}
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{index}]"
                self._gather(talks, item, where, report)
        for own, records in talks.items():
            log = SessionLog()
            if own:
                log.about["session_id"] = own
            _tell(log, records)
            trace = log.trace(source, report, self.name, own[:36] if len(talks) > 1 else "")
            if trace is not None:
                yield trace

    def _gather(
        self, talks: dict[str, list[Record]], item: Any, where: str, report: Report
    ) -> None:
        """Add the events of a tracker, or one event, to those of their sender."""
        events = _events(item)
        if events is None and not _is_event(item):
            report.record()
            report.bad("This is no event of a conversation.", where)
            return
        kept = talks.setdefault(id_text(item.get("sender_id")) or "", [])
        if events is None:
            report.record()
            kept.append(Record(item, where))
            return
        for index, event in enumerate(events):
            report.record()
            place = f"{where}.events[{index}]"
            if isinstance(event, dict) and isinstance(event.get("event"), str):
                kept.append(Record(event, place))
            else:
                report.bad("This is no event of a conversation.", place)


def _tell(log: SessionLog, records: list[Record]) -> None:
    told: dict[str, Any] = {}
    called: str | None = None
    where, at = "", None

    def finish() -> None:
        """Write what the last action set."""
        if called is not None and told:
            log.back(None, json_text(told), where, at=at, tool=called)

    for record in records:
        event = record.value
        kind = event["event"]
        if kind == "slot":
            name = text_or_none(event.get("name"))
            if called is not None and name is not None:
                told[name] = event.get("value")
                where, at = record.where, event.get("timestamp")
            continue
        if kind not in ("user", "bot", "action"):
            continue
        finish()
        told, called = {}, None
        if kind == "action":
            name = text_or_none(event.get("name"))
            if name is not None and not name.startswith(_QUIET):
                log.call(_bot(event), name, {}, record.where, at=event.get("timestamp"))
                called = name
        else:
            _speak(log, event, record.where)
    finish()


def _speak(log: SessionLog, event: dict[str, Any], where: str) -> None:
    text = event.get("text")
    if not text_or_none(text):
        data = event.get("data")
        held = {key: one for key, one in data.items() if one} if isinstance(data, dict) else {}
        text = json_text(held) if held else None
    if text is None:
        return
    message = {"role": "user", "content": text}
    if event["event"] == "bot":
        message = {"role": "assistant", "name": _bot(event), "content": text}
    log.add(message, where, event.get("timestamp"))


def _bot(event: dict[str, Any]) -> str:
    """Return the assistant that an event names, as newer versions do."""
    about = event.get("metadata")
    return (text_or_none(about.get("assistant_id")) if isinstance(about, dict) else None) or BOT
