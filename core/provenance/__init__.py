"""Who had which fact when: obligations, frontiers, and the provenance graph."""

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.provenance.graph import ProvenanceGraph
    from core.provenance.model import Evidence, Frontier, ObligationState
    from core.provenance.tracker import ObligationTracker, earliest_gap

__all__ = [
    "Evidence",
    "Frontier",
    "ObligationState",
    "ObligationTracker",
    "ProvenanceGraph",
    "earliest_gap",
]

__getattr__ = on_demand(
    __name__,
    {
        "ProvenanceGraph": "core.provenance.graph",
        "Evidence": "core.provenance.model",
        "Frontier": "core.provenance.model",
        "ObligationState": "core.provenance.model",
        "ObligationTracker": "core.provenance.tracker",
        "earliest_gap": "core.provenance.tracker",
    },
)
