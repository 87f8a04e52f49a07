"""What plays the agents of a run: models at an endpoint, or scripted agents."""

from __future__ import annotations

from core.errors import SettingError
from core.live.driver import ModelsFor
from core.live.scripted import ScriptedModel
from core.live.spec import RunSpec
from core.llm.endpoint import Source, current_endpoint
from core.llm.model import ChatModel


def models_for(endpoint: Source = current_endpoint) -> ModelsFor:
    """Return a function that finds what plays a run.

    Args:
        endpoint: Finds the endpoint; asked only when a run needs one. By default that of the thread
            that drives the run, else the environment's.
    """

    def find(spec: RunSpec) -> ChatModel:
        if spec.scripted:
            return ScriptedModel(spec.team, spec.filled)
        missing = [a.name for a in spec.team.agents if not spec.team.model_of(a.name)]
        if missing:
            raise SettingError(
                f"{', '.join(missing)} has no model." if len(missing) == 1
                else f"These agents have no model: {', '.join(missing)}.",
                hint="Name one for the team or for the agent, or use scripted agents.",
            )  # fmt: skip
        from core.llm.openai_client import OpenAIModel

        return OpenAIModel(endpoint())

    return find
