"""What the workspace answers with, where it isn't an object of the core."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:  # Whoever asks for a trace doesn't pay for live runs.
    from core.contract.model import Contract
    from core.drift.model import RoleSet, Terms
    from core.guard.journal import GuardHeld
    from core.live.events import Approval
    from core.live.state import Held, RunStatus
    from core.live.team import Team
    from core.provenance.model import Display
    from core.report import Decision
    from core.review import ReviewStatus

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Page(Generic[T]):
    """Some of many rows: 'showing ``len(rows)`` of ``total``'."""

    rows: tuple[T, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTrace:
    """Where a trace went."""

    id: str
    created: bool
    """False: the same content was there already, and nothing was added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceInfo:
    """A trace without its events."""

    id: str
    digest: str
    name: str
    format: str
    task: str
    agents: int
    agent_names: tuple[str, ...]
    events: int
    boundaries: int
    handoffs: int
    """Boundaries with at least one recipient."""
    inferred: int
    """Events whose recipients or kind were not recorded."""
    problems: int
    source: str
    """Name of the file it came from."""
    imported_at: datetime
    analyses: int
    labels: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_task(self) -> bool:
        """Whether the file says what the team was asked to do."""
        return bool(self.task)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionCount:
    """What goes when a trace goes."""

    events: int
    problems: int
    analyses: int
    boundaries: int
    review_events: int
    texts: int
    """Texts that nothing else quotes."""


@dataclass(frozen=True, kw_only=True)
class ContractVersion:
    """One saved version of a fact contract."""

    name: str
    version: int
    hash: str
    """Of the content without its version number; an analysis names it too."""
    text: str
    """The document as its author wrote it, with the version under which it is kept."""
    contract: Contract
    author: str
    saved_at: datetime


@dataclass(frozen=True, kw_only=True)
class RolesVersion:
    """One saved version of a role set."""

    name: str
    version: int
    hash: str
    """Of the content without its version number; an analysis names it too."""
    text: str
    """The document as its author wrote it, with the version under which it is kept."""
    roles: RoleSet
    author: str
    saved_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentInfo:
    """The latest version of a contract or role set, without its text."""

    name: str
    version: int
    """Latest version."""
    versions: int
    """How many versions are kept."""
    hash: str
    description: str
    size: int
    """Number of facts, or of roles."""
    author: str
    saved_at: datetime


ContractInfo = DocumentInfo
RolesInfo = DocumentInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorsInfo:
    """A frozen set of priors, without its rows."""

    hash: str
    name: str
    model: str
    built_in: bool
    """Shipped with the program and read-only."""
    rows: int
    origin: str
    """Where it came from: a file's name, a calibration, or ``built in``."""
    added_at: datetime


@dataclass(frozen=True, kw_only=True)
class AnalysisInfo:
    """One replay, without its reports."""

    id: str
    digest: str
    trace_id: str
    trace_name: str
    contract_name: str
    contract_version: int | None
    contract_hash: str
    roles: str
    roles_hash: str
    priors: str
    priors_hash: str
    encoder: str
    settings: Mapping[str, Any]
    binding: Mapping[str, Any]
    method: str
    boundaries: int
    needs_review: int
    """Boundaries that want a person, decided or not."""
    open_reviews: int
    """Those of them that nobody has decided yet, skipped and escalated ones included."""
    statuses: Mapping[Display, int]
    """Obligations at the end, counted by the word a screen shows."""
    earliest_gap: tuple[str, str] | None
    author: str
    created_at: datetime
    """When it was stored first."""
    run_at: datetime
    """When it was run last; the same inputs give the same analysis."""
    timings: Mapping[str, float]
    """Seconds by step, of the last run. Beside the hashed result, not in it."""
    is_newest: bool
    """Whether it is the last run of this contract on this trace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundaryInfo:
    """One boundary as a table row."""

    seq: int
    sender: str
    recipients: tuple[str, ...]
    kind: str
    decision: Decision
    reason: str
    frontiers: int
    critical_gaps: int
    energy: float | None
    drift_flagged: bool
    needs_review: bool
    review_reasons: tuple[str, ...]
    status: ReviewStatus
    digest: str
    excerpt: str
    """The first 200 characters of the agent's own text."""


@dataclass(frozen=True, kw_only=True)
class TurnInfo:
    """One drift-scored turn as a table row."""

    seq: int
    sender: str
    role: str
    encoder: str
    terms: Terms
    energy: float
    flagged: bool
    acts: Mapping[str, float]
    cumulative: Mapping[str, float]
    """D_i(t) of every role-bound agent after this turn."""


QueueStatus: TypeAlias = Literal["open", "decided", "skipped", "escalated", "reverted", "all"]
QueueSort: TypeAlias = Literal["risk", "age", "trace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFilter:
    """Which boundaries wait in which order. All parts hold at once."""

    status: QueueStatus = "open"
    """``open``: nobody decided, or it was reverted. ``decided``: approved, edited, rejected or
    ordered. Skipped and escalated ones have their own filters."""
    trace_id: str = ""
    analysis_id: str = ""
    """Naming an analysis lifts the rule of the newest one."""
    contract: str = ""
    text: str = ""
    """Words looked for in the message, sender and trace name, whatever their case."""
    sort: QueueSort = "risk"
    """``risk``: critical gaps first. ``age``: longest waiting first. ``trace``: by trace and seq."""
    all_analyses: bool = False
    """Also older analyses of the same trace and contract."""
    all_boundaries: bool = False
    """Also boundaries that don't ask for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueItem:
    """A boundary in the queue."""

    analysis_id: str
    seq: int
    trace_id: str
    trace_name: str
    contract: str
    """Such as ``sales-proposal@3``."""
    sender: str
    recipients: tuple[str, ...]
    kind: str
    decision: Decision
    reason: str
    review_reasons: tuple[str, ...]
    risk: int
    """4 a sure gap of a critical fact, 3 a doubtful one or a late or contradicted fact, 2 a gap of
    another fact, 1 role drift above the threshold, 0 none of these."""
    critical_gaps: int
    frontiers: int
    energy: float | None
    drift_flagged: bool
    digest: str
    """What a decision must carry."""
    excerpt: str
    status: ReviewStatus
    decided_by: str
    decided_at: datetime | None
    created_at: datetime
    carried: bool = False
    """Whether the decision was made under an earlier analysis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What comes before and after a boundary inside the filtered queue."""

    previous: tuple[str, int] | None
    """Analysis id and seq."""
    next: tuple[str, int] | None
    position: int | None
    """From 1; None if the boundary itself isn't in the filtered queue (any more)."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What waits for the person, for the home page."""

    boundaries: int
    """Open boundaries of the newest analyses."""
    skipped: int
    escalated: int
    traces: int
    analyses: int
    contracts: int
    traces_without_analysis: int


@dataclass(frozen=True, kw_only=True)
class TeamVersion:
    """One saved version of a team."""

    name: str
    version: int
    hash: str
    text: str
    """The document as its author wrote it, with the version under which it is kept."""
    team: Team
    author: str
    saved_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeInfo:
    """A calibration, without its records."""

    id: str
    name: str
    created_at: datetime
    episodes: int
    """Run so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRunInfo:
    """A live run without its events."""

    id: str
    name: str
    team: str
    """Such as ``sales-proposal@2``."""
    contract: str
    approval: Approval
    scripted: bool
    author: str
    created_at: datetime
    changed_at: datetime
    status: RunStatus
    how: str
    """How it ended: done, quiet, phrase, budget, refusals, person; or the code of a failure."""
    reason: str
    last_seq: int
    """Number of its last event: a page that knows it needs no reload."""
    turns: int
    tokens: int
    waiting_seq: int | None
    """The boundary that waits for a person."""
    waiting_digest: str
    waiting_since: datetime | None
    writing_agent: str
    """Who is writing just now; empty if nobody."""
    writing: str
    """What has been written so far."""
    parent: str
    """Run from which this one branched; empty if it didn't."""
    parent_seq: int
    trace_id: str
    """The ended run as a trace of the workspace; empty until then."""
    analysis_id: str
    is_driven: bool
    """Whether some process drives it just now."""
    interrupted: int
    """How often a driver died at it and another took it up."""


@dataclass(frozen=True, kw_only=True)
class ParkedBoundary:
    """A boundary of a live run that waits for a person."""

    run: LiveRunInfo
    held: Held
    since: datetime


@dataclass(frozen=True, kw_only=True)
class GuardRunInfo:
    """A guarded run without its record."""

    id: str
    name: str
    created_at: datetime
    changed_at: datetime
    heard_at: datetime
    """When its process last wrote something or looked for decisions."""
    is_open: bool
    waiting: int
    """Messages that wait for a person."""
    last_seq: int
    analysis_id: str
    """Where the run was kept; empty until then."""


@dataclass(frozen=True, kw_only=True)
class GuardParked:
    """A message of a guarded run that waits for a person."""

    run: GuardRunInfo
    held: GuardHeld
