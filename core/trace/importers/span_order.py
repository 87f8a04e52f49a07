"""The order in which spans begin and end, and who acts in those that name no agent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from core.trace.importers.base import Report
from core.trace.importers.fields import text_or_none
from core.trace.importers.span_tree import Tree
from core.trace.importers.spans import Span

_HOST: Final = re.compile(r"[0-9a-f]{12}")
"""A container's id in place of a service's name."""
_STARTS: Final = 1
"""The order of a start at its instant; ends have others."""
_NO_SERVICE: Final = ("unknown_service", "unknown")


def default_agent(spans: Sequence[Span], tree: Tree) -> str:
    """Return the name for what no span names: the only agent, the service, the top span."""
    agents = {span.agent_name for span in spans if span.kind == "agent"}
    if len(agents) == 1 and (only := agents.pop()):
        return only
    roots = tree.roots
    for span in (*roots, *spans[:1]):
        places = (span.resource.get("service.name"), span.attributes.get("app.name"))
        for name in map(text_or_none, places):
            if name and not name.startswith(_NO_SERVICE) and not _HOST.fullmatch(name):
                return name
    outer = (
        span.name
        for span in roots
        if span.kind != "llm" and span.name.strip() and not span.name.startswith("Step ")
    )
    return next(outer, "agent")


def moments(spans: Sequence[Span], report: Report) -> list[tuple[Span, bool]]:
    """Return starts (True) and ends (False) of the spans that tell something, in order.

    Args:
        spans: Those of one trace, placed in its tree.
        report: Is told if there are no times.
    """
    timed = all([span.start is not None for span in spans])
    if not timed:
        report.warn("Some spans have no start time; the order is the file's.", code="no-time")
    latest = max([span.end or span.start or 0 for span in spans], default=0)
    # The order and the place in the file differ wherever all else is equal: no spans are compared.
    keys: list[tuple[int, int, int, int, Span]] = []
    for index, span in enumerate(spans):
        kind = span.kind
        if kind == "other":
            continue  # tells nothing
        depth = span.depth
        start = span.start if timed and span.start is not None else index
        end = span.end if timed and span.end is not None else start
        if end < start:
            end = start
        # At one instant: what ends comes before what starts, unless it starts there too.
        keys.append((start, _STARTS, depth, index, span))
        order = 2 if end == start else 0
        if timed and span.end is None and kind == "agent":
            end, order = latest, 3  # its work lies inside it, wherever that ends
        keys.append((end, order, -depth, index, span))
    keys.sort()
    return [(span, order == _STARTS) for _, order, _, _, span in keys]
