"""Keeps traces, documents, analyses, decisions and settings in one SQLite file.

from storage import open_workspace

with open_workspace("sqlite:///data/baton.db") as workspace:
    workspace.traces.list()
"""

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.review import ReviewEvent, ReviewState, boundary_digest
    from storage.guarding import GuardStore, guard_store
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

__getattr__ = on_demand(
    __name__,
    {
        "ReviewEvent": "core.review",
        "ReviewState": "core.review",
        "boundary_digest": "core.review",
        "GuardStore": "storage.guarding",
        "guard_store": "storage.guarding",
        "AnalysisInfo": "storage.info",
        "BoundaryInfo": "storage.info",
        "ContractInfo": "storage.info",
        "ContractVersion": "storage.info",
        "DeletionCount": "storage.info",
        "DocumentInfo": "storage.info",
        "Neighbours": "storage.info",
        "Page": "storage.info",
        "PriorsInfo": "storage.info",
        "QueueFilter": "storage.info",
        "QueueItem": "storage.info",
        "RolesInfo": "storage.info",
        "RolesVersion": "storage.info",
        "StoredTrace": "storage.info",
        "TraceInfo": "storage.info",
        "TurnInfo": "storage.info",
        "Waiting": "storage.info",
        "Workspace": "storage.workspace",
        "open_workspace": "storage.workspace",
    },
)
