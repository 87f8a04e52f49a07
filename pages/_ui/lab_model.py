"""'A model decides' in the lab: asking a model about every gap, once, with a budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import streamlit as st

from core.llm.model import Cancelled
from core.probe.decide import (
    NONE,
    PROMPT,
    Asked,
    ask_model,
    estimate_asking,
    model_policies,
    to_ask,
)
from core.probe.lab import compared
from core.probe.notes import is_final
from pages._ui.badges import tag
from pages._ui.endpoint import endpoint_words
from pages._ui.frame import calm, section
from pages._ui.lab_choice import Lab
from pages._ui.model_call import watch
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import count, html_escape, number, plain

_NAME = "lab:model"


def model_part(lab: Lab) -> None:
    """Draw what models chose, and the way to ask one."""
    section(
        "A model decides", "each question is asked once; answers are kept, so none is paid twice"
    )
    gaps = [e for e in compared(lab.state.episodes) if e.arms]
    for name in dict.fromkeys(choice.model for choice in lab.state.choices):
        st.html(f'<p class="bt-quiet">{_said(lab, name, len(gaps))}</p>')
    if not any(episode.case for episode in gaps):
        st.caption(
            "This calibration is from before the texts at the gaps were kept, so no model can be asked."
        )
        return
    if not is_final(lab.state):
        st.caption("A model can be asked once the calibration has ended or was stopped.")
        return
    words, known = endpoint_words()
    if not known:
        st.caption(plain(words))
        link_to("settings", "Name an endpoint", icon=":material/settings:")
        return
    _form(lab, words)


def _said(lab: Lab, name: str, gaps: int) -> str:
    own = [c for c in lab.state.choices if c.model == name and c.prompt == PROMPT]
    broken = sum(not choice.valid for choice in own)
    paid = [choice for choice in own if not choice.is_copied]
    chosen = Counter(choice.repair or NONE for choice in own)
    words = ", ".join(f"{name} {times}" for name, times in chosen.most_common())
    text = (
        f"{len(own)} of {count(gaps, 'gap')} by {count(len(paid), 'answer')}, "
        f"{number(sum(c.tokens for c in paid))} tokens; it chose {words}"
    )
    if broken:
        text += f"; {count(broken, 'answer')} named no choice it had, and count as none"
    if f"model:{name}" not in {policy.name for policy in model_policies(lab.state)}:
        text += ". It joins the table when all are answered"
    return f"{tag(name, title='A decision of this model, no count.')} {html_escape(text)}."


def _form(lab: Lab, words: str) -> None:
    if _NAME not in st.session_state:
        asked = [choice.model for choice in lab.state.choices]
        st.session_state[_NAME] = asked[-1] if asked else lab.spec.team.model
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Model", key=_NAME, max_chars=200, width=320,
            placeholder="Name of a model that the endpoint offers",
        ).strip()  # fmt: skip
        left = to_ask(lab.state, name) if name else ()
        calls, tokens = estimate_asking(lab.state, name) if name else (0, 0)
        most = st.number_input(
            "Calls at most", min_value=1, max_value=max(1, calls), value=max(1, calls), width=140,
            key=f"lab:model:most:{lab.id}:{calls}",
        )  # fmt: skip
        st.button(
            _label(len(left), min(calls, int(most))),
            icon=":material/psychology:",
            key="lab:ask",
            disabled=not (left and reviewer()),
            on_click=calm(_start),
            args=(lab.id, name, int(most), reviewer()),
            help=None if reviewer() else "Say who you are first, at the left.",
        )
    if name and not left:
        st.caption("This model was asked about every gap.")
    elif name:
        st.caption(
            plain(
                f"{words} It gets the text, the fact, what is wrong and the repairs; never how the run ended. "
                f"{count(len(left), 'gap')} put {count(calls, 'different question')}, each asked once: about "
                f"{number(tokens)} tokens at most for {count(calls, 'call')}."
            )
        )
    done = watch(
        services().calls.get(_key(lab.id)),
        key="lab:asking",
        kept="What was answered before is kept.",
    )
    if done and _key(lab.id) not in _told():
        _told().add(_key(lab.id))
        st.rerun()


def _label(gaps: int, calls: int) -> str:
    if calls:
        return f"Ask {count(calls, 'question')}"
    return f"Take its answers over to {count(gaps, 'gap')}" if gaps else "Ask"


def _key(probe_id: str) -> Hashable:
    return ("lab", "ask", probe_id)


def _told() -> set[Hashable]:
    found: set[Hashable] = st.session_state.setdefault("lab:asked", set())
    return found


def _start(probe_id: str, name: str, most: int, author: str) -> None:
    app = services()
    endpoint = app.live.endpoint()
    _told().discard(_key(probe_id))

    def show(number: int, of: int) -> None:
        if (call := app.calls.get(_key(probe_id))) is not None:
            call.words = f"{name} is being asked: gap {number + 1} of {of}."

    def work(cancelled: Cancelled) -> Asked:
        from core.llm.openai_client import OpenAIModel

        return ask_model(
            app.workspace.probes, probe_id, OpenAIModel(endpoint), name,
            author=author, most_calls=most, cancelled=cancelled, show=show,
        )  # fmt: skip

    app.calls.start(_key(probe_id), f"{name} is being asked.", work)
