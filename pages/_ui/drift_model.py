"""The model that may be asked for a rewrite: at the visit's endpoint, with a name that is remembered."""

from __future__ import annotations

import os

import streamlit as st

from core.drift.rewrite import Ask
from core.llm.endpoint import Endpoint
from core.llm.model import Cancelled
from pages._ui.services import services
from pages._ui.text import plain

_SETTING = "rewrite_model"


def endpoint_shown() -> str:
    """Return the address of this visit's endpoint without its key; empty if it has none."""
    return services().live.shown_endpoint


def asking(endpoint: Endpoint, model: str, purpose: str, cancelled: Cancelled) -> Ask:
    """Return what asks a model; draws nothing, so that a thread may use it.

    Args:
        endpoint: Where; take it before the thread begins.
        model: Name of the model there.
        purpose: What for; never sent.
        cancelled: Once it returns True, the call is given up at once.
    """
    from core.drift.rewrite_model import asker
    from core.llm.openai_client import OpenAIModel

    return asker(OpenAIModel(endpoint), model, purpose=purpose, cancelled=cancelled)


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
        help=plain(f"Asked at {endpoint_shown()}. The name is remembered for everybody."),
    )
