"""From the spans of one trace to a `Trace`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.trace.importers.base import Report
from core.trace.importers.fields import json_text, text_or_none
from core.trace.importers.span_story import USER, Story
from core.trace.importers.span_tools import as_events
from core.trace.importers.spans import Span
from core.trace.manner import first_request, is_manner
from core.trace.model import Agent, Event, Trace
from core.trace.native import with_participants


def tell_story(
    spans: Sequence[Span], *, name: str, format_name: str, report: Report
) -> Trace | None:
    """Return the run that the spans of one trace tell, or None if no agent appears in them.

    Args:
        spans: Spans of one trace, in the file's order.
        name: Shown name of the trace.
        format_name: Name of the importer.
        report: Takes what can't be read.
    """
    unique: dict[str, Span] = {}
    for span in spans:
        known = unique.get(span.span_id)
        if known is not None and (known.start, known.name) == (span.start, span.name):
            report.info("The span occurs twice and was counted once.", span.where, "duplicate-id")
        elif known is not None:
            report.bad(
                f"Another span has the id “{span.span_id[:40]}”.", span.where, "duplicate-id"
            )
        else:
            unique[span.span_id] = span
    story = Story(list(unique.values()), report)
    story.tell()
    story.finish()
    if not story.drafts:
        report.warn(
            f"The trace {spans[0].trace_id[:16]} holds neither agents nor model calls and was left "
            "out.",
            spans[0].where,
            "no-agents",
        )
        return None
    return _trace(story, name, format_name, report)


def _trace(story: Story, name: str, format_name: str, report: Report) -> Trace:
    events = as_events(story.drafts)
    silent = sum([1 for event in events if event.metadata and "text_missing" in event.metadata])
    if silent:
        report.warn(
            f"{silent:,} handoffs are recorded without their words.", events[0].where, "no-text"
        )
    agents = tuple(
        Agent(
            name=agent.name,
            description="\n\n".join(story.descriptions.get(agent.name, ())),
            model=story.models.get(agent.name) or None,
            is_person=agent.name == USER,
        )
        for agent in with_participants((), events)
    )
    first = story.spans[0]
    metadata: dict[str, Any] = {"trace_id": first.trace_id}
    for key in ("service.name", "service.version", "deployment.environment"):
        if first.resource.get(key) not in (None, ""):
            metadata[key] = json_text(first.resource[key])
    return Trace(
        name=name,
        format=format_name,
        agents=agents,
        events=events,
        task=_task(story, events),
        metadata=metadata,
    )


def _task(story: Story, events: Sequence[Event]) -> str:
    """Return the goal that an attribute names, else the topmost input, else the first request."""
    for span in story.spans:
        for key in span.shape.goal:
            if text := text_or_none(span.attributes[key]):
                return text
    outer = [span for span in story.spans if span.kind in ("other", "agent")]
    outer.sort(key=lambda span: span.depth)
    for span in outer:
        text = text_or_none(span.attributes.get("input.value"))
        if text and text[0] not in "{[" and not is_manner(text):
            return text
    return first_request(events, (USER,))
