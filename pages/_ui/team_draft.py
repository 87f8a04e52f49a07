"""A team that is being written, as its form changes it."""

from __future__ import annotations

from typing import Any

from core.live.team import Team
from pages._ui.document_draft import Draft
from pages._ui.document_fields import held
from pages._ui.team_kind import TEAMS


class TeamForm:
    """Changes of the draft, by callbacks."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def now(self) -> Team:
        """Return the team as it stands."""
        team: Team = self.draft.model(TEAMS)
        return team

    def set(self, **values: Any) -> None:
        """Change fields of the team."""
        self.draft.edit(TEAMS, self.now().model_copy(update=values))

    def word(self, name: str) -> None:
        """Take over what stands in a text field of the team."""
        self.set(**{name: str(held(f"teams:{name}") or "").strip()})

    def set_agent(self, position: int, **values: Any) -> None:
        """Change fields of one agent."""
        agents = list(self.now().agents)
        agents[position] = agents[position].model_copy(update=values)
        self.set(agents=tuple(agents))
