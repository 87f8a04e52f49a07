"""Keeps traces, documents, analyses, decisions and settings in one SQLite file.

from storage import open_workspace

with open_workspace("sqlite:///data/baton.db") as workspace:
    workspace.traces.list()
"""

from core.review import ReviewEvent, ReviewState, boundary_digest
from storage.guard_store import GuardStore, guard_store
from storage.info import (
    AnalysisInfo,
    BoundaryInfo,
    ContractInfo,
    ContractVersion,
    DeletionCount,
    DocumentInfo,
    Neighbours,
    Page,
    PriorsInfo,
    QueueFilter,
    QueueItem,
    RolesInfo,
    RolesVersion,
    StoredTrace,
    TraceInfo,
    TurnInfo,
    Waiting,
)
from storage.workspace import Workspace, open_workspace

__all__ = [
    "AnalysisInfo",
    "BoundaryInfo",
    "ContractInfo",
    "ContractVersion",
    "DeletionCount",
    "DocumentInfo",
    "GuardStore",
    "Neighbours",
    "Page",
    "PriorsInfo",
    "QueueFilter",
    "QueueItem",
    "ReviewEvent",
    "ReviewState",
    "RolesInfo",
    "RolesVersion",
    "StoredTrace",
    "TraceInfo",
    "TurnInfo",
    "Waiting",
    "Workspace",
    "boundary_digest",
    "guard_store",
    "open_workspace",
]
