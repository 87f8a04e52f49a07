"""Three ready teams, each with its fact contract and the role library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.contract.document import parse_contract
from core.contract.model import Contract
from core.drift.document import parse_roles
from core.drift.model import RoleSet
from core.live.document import parse_team
from core.live.team import Team

ASSETS: Final = Path(__file__).resolve().parents[2] / "assets"
KEYS: Final = ("sales-proposal", "incident-review", "research-brief")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyTeam:
    """A team with all that it needs, as text and as read."""

    key: str
    """Short name, such as ``sales-proposal``."""
    team_text: str
    team: Team
    contract_text: str
    contract: Contract
    roles_text: str
    roles: RoleSet


def ready_team(key: str) -> ReadyTeam:
    """Return the ready team of that key. Raises KeyError."""
    if key not in KEYS:
        raise KeyError(key)
    folder = ASSETS / "teams" / key
    texts = {
        name: path.read_text(encoding="utf-8")
        for name, path in (
            ("team", folder / "team.yaml"),
            ("contract", folder / "contract.yaml"),
            ("roles", ASSETS / "roles" / "library.yaml"),
        )
    }
    return ReadyTeam(
        key=key,
        team_text=texts["team"],
        team=parse_team(texts["team"], f"{key}/team.yaml"),
        contract_text=texts["contract"],
        contract=parse_contract(texts["contract"], f"{key}/contract.yaml"),
        roles_text=texts["roles"],
        roles=parse_roles(texts["roles"], "library.yaml"),
    )


def ready_teams() -> Iterator[ReadyTeam]:
    """Return all ready teams."""
    return map(ready_team, KEYS)
