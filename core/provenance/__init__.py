"""Who had which fact when: obligations, frontiers, and the provenance graph."""

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
