"""The model that may be asked for a rewrite, or none."""

from __future__ import annotations

import os

import streamlit as st

from core.drift.rewrite import Ask
from core.errors import NoEndpointError
from core.llm.endpoint import Endpoint
from pages._ui.services import services
from pages._ui.text import plain

_SETTING = "rewrite_model"


def asking() -> Ask | None:
    """Return what asks the configured model; None while no endpoint is configured.

    Raises:
        SettingError: The configured address can't be used.
    """
    try:
        endpoint = Endpoint.from_environment()
    except NoEndpointError:
        return None
    from core.drift.rewrite_model import asker
    from core.llm.openai_client import OpenAIModel

    return asker(OpenAIModel(endpoint), model_name())


def model_name() -> str:
    """Return the name of the model for rewrites, or an empty string."""
    return str(services().setting(_SETTING, "") or os.environ.get("OPENAI_MODEL", "")).strip()


def choose_model() -> None:
    """Draw the field for the model's name; it is kept in the workspace."""

    def keep() -> None:
        services().set_setting(_SETTING, str(st.session_state["drift:model"]).strip())

    st.session_state.setdefault("drift:model", model_name())
    st.text_input(
        "Model for rewrites",
        key="drift:model",
        max_chars=120,
        placeholder="Its name at the endpoint",
        on_change=keep,
        help=f"Asked at {plain(Endpoint.from_environment().shown)}.",
    )
