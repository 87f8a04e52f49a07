"""Live runs: teams of agents with the controller between them, as a resumable state machine."""

from core.live.desk import branch_events, decide, pause, resume, stop, undo
from core.live.document import parse_team, team_schema
from core.live.driver import Advanced, Driver
from core.live.events import LiveEvent
from core.live.fold import apply, fold
from core.live.spec import RunSpec, make_spec
from core.live.state import RunState
from core.live.team import Team

__all__ = [
    "Advanced",
    "Driver",
    "LiveEvent",
    "RunSpec",
    "RunState",
    "Team",
    "apply",
    "branch_events",
    "decide",
    "fold",
    "make_spec",
    "parse_team",
    "pause",
    "resume",
    "stop",
    "team_schema",
    "undo",
]
