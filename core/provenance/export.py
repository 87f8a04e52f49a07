"""The provenance graph for other tools: PROV-JSON (W3C) and GraphML."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any

import networkx as nx
from prov.model import ProvDocument

from core.provenance.graph import ProvenanceGraph

_NAMESPACE = "urn:baton:trace#"
_NOT_XML = re.compile("[^\\t\\n\\r\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def to_prov_json(provenance: ProvenanceGraph) -> str:
    """Return the graph as PROV-JSON.

    Messages, outputs, evidence and facts become entities, tool calls activities, agents agents.
    An event that states a fact was derived from it; what an agent sent is attributed to it.
    """
    document = ProvDocument()
    document.add_namespace("baton", _NAMESPACE)
    graph = provenance.graph
    for node, data in graph.nodes(data=True):
        attributes: dict[Any, Any] = {
            "prov:label": data["label"],
            "baton:kind": data["kind"],
            "baton:text": data["text"],
        }
        name = f"baton:{node.replace(':', '.')}"
        if data["kind"] == "agent":
            document.agent(name, attributes)
        elif data["kind"] == "action":
            document.activity(name, other_attributes=attributes)
        else:
            document.entity(name, attributes)
    for source, target, data in graph.edges(data=True):
        _prov_edge(document, source, target, data)
    return str(document.serialize(indent=1))


def _prov_edge(document: ProvDocument, source: str, target: str, data: Mapping[str, Any]) -> None:
    left, right = (f"baton:{node.replace(':', '.')}" for node in (source, target))
    details: dict[Any, Any] = {"baton:seq": data["seq"], "baton:origin": data["origin"]}
    kind = str(data["kind"])
    match kind:
        case "sent":
            document.wasAttributedTo(right, left, other_attributes=details)
        case "called":
            document.wasAssociatedWith(right, left, other_attributes=details)
        case "returned":
            document.wasGeneratedBy(right, left, other_attributes=details)
        case "states" | "used":
            document.wasDerivedFrom(right, left, other_attributes=details)
        case _:
            details["baton:relation"] = kind
            document.wasInfluencedBy(right, left, other_attributes=details)


def to_graphml(provenance: ProvenanceGraph) -> str:
    """Return the graph as GraphML. Characters that XML can't hold are replaced by U+FFFD."""
    clean: nx.MultiDiGraph = nx.MultiDiGraph()
    for node, data in provenance.graph.nodes(data=True):
        clean.add_node(node, **{k: _xml(v) for k, v in data.items()})
    for source, target, key, data in provenance.graph.edges(keys=True, data=True):
        clean.add_edge(source, target, key=key, **{k: _xml(v) for k, v in data.items()})
    out = io.BytesIO()
    nx.write_graphml(clean, out)
    return out.getvalue().decode("utf-8")


def _xml(value: object) -> object:
    return _NOT_XML.sub("\ufffd", value) if isinstance(value, str) else value
