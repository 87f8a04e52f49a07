"""A trace for other tools, in each of the forms that Baton writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.contract.binding import Binding
from core.contract.model import Contract
from core.provenance.export import to_graphml, to_prov_json
from core.provenance.graph import ProvenanceGraph
from core.provenance.observe import Observer
from core.trace.export import to_jsonl, to_otlp
from core.trace.model import Trace


@dataclass(frozen=True)
class TraceForm:
    """One form in which a trace can be written."""

    name: str
    title: str
    ending: str
    """Of the file's name."""
    use: str
    """What it is good for, in a few words."""
    write: Callable[[Trace], str]
    has_labels: bool = False
    """Whether it holds the labels that came with the trace."""


def event_graph(trace: Trace) -> ProvenanceGraph:
    """Return the provenance graph of a trace's events, without a contract."""
    contract = Contract(name=trace.name[:120] or "trace")
    graph = ProvenanceGraph(contract)
    observer = Observer(contract, Binding())
    for event in trace.events:
        graph.extend(observer.observe(event))
    return graph


TRACE_FORMS: Final = (
    TraceForm("jsonl", "Baton JSONL", "jsonl", "everything, read back by Baton", to_jsonl, True),
    TraceForm("otlp", "OTLP JSON", "otlp.json", "spans with gen_ai attributes", to_otlp, True),
    TraceForm(
        "prov",
        "PROV-JSON",
        "prov.json",
        "W3C PROV, for provenance tools",
        lambda trace: to_prov_json(event_graph(trace)),
    ),
    TraceForm(
        "graphml",
        "GraphML",
        "graphml",
        "for Gephi, yEd, networkx",
        lambda trace: to_graphml(event_graph(trace)),
    ),
)
"""In the order in which they are offered."""


def export_text(trace: Trace, form: str) -> str:
    """Return a trace in another form.

    Args:
        trace: Any trace.
        form: ``jsonl`` (Baton's own), ``otlp`` (spans with ``gen_ai.*``), ``prov`` (PROV-JSON) or
            ``graphml``; the last two hold the graph of events without facts.
    """
    return next(one for one in TRACE_FORMS if one.name == form).write(trace)
