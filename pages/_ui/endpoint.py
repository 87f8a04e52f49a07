"""The model endpoint: where it is, whether it answers, and a key that one visit alone may use."""

from __future__ import annotations

import streamlit as st

from core.errors import BatonError
from core.llm.endpoint import Endpoint
from pages._ui.frame import calm, section
from pages._ui.services import services
from pages._ui.text import html_escape, plain

DEFAULT_SECONDS = 120
_TOLD = "endpoint:told"
_TURN = "endpoint:turn"


def endpoint_words() -> tuple[str, bool]:
    """Return what this visit has, in one sentence, and whether it has an endpoint at all."""
    try:
        return f"At {services().live.endpoint().shown}.", True
    except BatonError as error:
        return str(error), False


@calm
def endpoint_part() -> None:
    """Draw where the model is, and the form that changes it for this visit."""
    section(
        "Model endpoint",
        "any server that speaks the OpenAI protocol; what is typed here serves this browser alone",
    )
    app = services()
    words, known = endpoint_words()
    # Here 'Settings' is where the reader is already.
    words = words.replace("into Settings.", "below.")
    source = (
        "typed in this browser, and used for it alone"
        if app.live.endpoint_is_typed
        else "from the environment, for everybody"
    )
    st.html(f'<p class="bt-quiet">{html_escape(words)}{f" ({source})" if known else ""}</p>')
    if told := st.session_state.pop(_TOLD, ""):
        st.success(plain(told), icon=":material/check_circle:")
    now = app.live.endpoint().shown if known else ""
    with st.form("settings:endpoint", clear_on_submit=False):
        left, right, third = st.columns([3, 3, 2])
        address = left.text_input("Address", now, placeholder="http://127.0.0.1:8000/v1")
        key = right.text_input(
            "Key",
            type="password",
            # A new field after every use: what was typed doesn't stay in the visitor's session.
            key=f"endpoint:key:{st.session_state.get(_TURN, 0)}",
            autocomplete="off",
            placeholder="For this browser, never stored",
            help="It serves this browser alone, until you close it, forget the key here, or don't use it "
            "for 12 hours. Runs and calibrations that you start take it along until they end. It is "
            "never written to the database, a log or an export.",
        )
        seconds = third.number_input(
            "Most seconds for one answer",
            min_value=5,
            max_value=3600,
            value=int(app.live.endpoint().seconds) if known else DEFAULT_SECONDS,
            step=30,
            help="A call that takes longer is given up, and the run fails with that reason; it can go on. "
            "A small model without a graphics card may need minutes.",
        )
        with st.container(horizontal=True):
            saved = st.form_submit_button("Use it", type="primary")
            tried = st.form_submit_button("Try it", icon=":material/network_check:")
            forgotten = st.form_submit_button("Forget it", disabled=not app.live.endpoint_is_typed)
    if forgotten:
        app.live.set_endpoint(None)
        st.session_state[_TOLD] = "Forgotten. Runs that took it along keep it until they end."
        st.rerun()
    if not (saved or tried):
        return
    endpoint = _given(address or "", key or "", float(seconds or DEFAULT_SECONDS))
    if tried:
        with st.spinner("Asking for its models…"):
            st.success(plain(_models(endpoint)), icon=":material/check_circle:")
    if saved:
        app.live.set_endpoint(endpoint)
        st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
        st.session_state[_TOLD] = "In use for this browser, until you close it or forget it here."
        st.rerun()


def _given(address: str, key: str, seconds: float) -> Endpoint:
    """Return the endpoint of the form; an empty key keeps the one that is known for the address."""
    app = services()
    address, key = address.strip(), key.strip()
    if not key:
        try:
            known = app.live.endpoint()
            key = known.key if known.base_url.rstrip("/") == address.rstrip("/") else ""
        except BatonError:
            pass
    return Endpoint(base_url=address, key=key, seconds=seconds)


def _models(endpoint: Endpoint) -> str:
    from core.llm.openai_client import OpenAIModel

    names = OpenAIModel(endpoint).models()
    some = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"It answers and offers: {some}." if names else "It answers and names no model."
