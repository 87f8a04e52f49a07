"""A model's second opinion on what the check can't tell: off until somebody switches it on.

Shown as a model's opinion, beside the check's doubt; it changes no verdict. A person who agrees
says so herself, by *This verdict is wrong*.
"""

from __future__ import annotations

import streamlit as st

from core.contract.model import Fact
from core.contract.opinion import second_opinion, unsure_facts
from core.llm.model import Cancelled
from core.provenance.model import Evidence, ObligationState
from core.review import ReviewEvent
from pages._ui.badges import badge, tag
from pages._ui.frame import section
from pages._ui.model_call import watch
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.when import when

SETTING = "second_opinion"
_LOOKS = {"conveyed": "ok", "not_conveyed": "absent", "contradicted": "contradicted"}
_WORDS = {
    "conveyed": "conveyed",
    "not_conveyed": "not conveyed",
    "contradicted": "another value",
}
_WORK_WORDS = {"conveyed": "reflected", "not_conveyed": "not reflected", "contradicted": "broken"}


def switched_on() -> str:
    """Return the name of the model that may be asked; '' while the second opinion is off."""
    kept = services().setting(SETTING, {})
    on = isinstance(kept, dict) and kept.get("on") and services().live.shown_endpoint
    return str(kept.get("model", "")).strip() if on else ""


def opinion_part(shown: Opened, state: ObligationState, item: Evidence, *, key: str) -> None:
    """Draw what a model said about a doubtful text, or the way to ask it."""
    if item.role != "unsure" or item.seq not in shown.reports or shown.contract is None:
        return
    found = shown.opinion_on(item.seq, state.fact)
    if found is not None:
        st.html(_said(shown, found, item, state.fact))
        return
    name = switched_on()
    if not name:
        return
    facts = _unsure(shown, item.seq)
    if state.fact not in [fact.id for fact, _ in facts]:
        return
    # One call answers for all facts of the message, whichever of them is looked at.
    call = services().calls.get(_key(shown, item.seq))
    if st.button(
        "Ask a model",
        key=f"{key}:ask",
        icon=":material/psychology:",
        type="tertiary",
        disabled=not reviewer() or (call is not None and call.state == "running"),
        help=plain(
            f"Sends this message and the {count(len(facts), 'fact')} that the check can't tell in it to "
            f"{name} at {services().live.shown_endpoint}, in one call."
        ),
    ):
        _ask(shown, item.seq, name)
        call = services().calls.get(_key(shown, item.seq))
    if watch(call, key=f"{key}:call"):
        st.rerun()  # it is stored by now


def _key(shown: Opened, seq: int) -> tuple[str, str, int]:
    return ("facts", shown.id, seq)


def _unsure(shown: Opened, seq: int) -> tuple[tuple[Fact, bool], ...]:
    event, contract = shown.events[seq], shown.contract
    if contract is None:
        return ()
    party = shown.party(event.sender)
    work = [f.id for f in contract.facts if party in f.recipients]
    return unsure_facts(contract.facts, event.text, work if event.kind == "output" else ())


def _ask(shown: Opened, seq: int, name: str) -> None:
    """Ask in the background, about all doubtful facts of one message."""
    from core.llm.openai_client import OpenAIModel

    app, who = services(), reviewer()
    model, text, facts = (
        OpenAIModel(app.live.endpoint()),
        shown.events[seq].text,
        _unsure(shown, seq),
    )

    def work(cancelled: Cancelled) -> None:
        found = second_opinion(model, name, text, facts, cancelled=cancelled)
        if cancelled():
            return
        app.workspace.reviews.append(
            ReviewEvent(
                analysis_id=shown.id, seq=seq, kind="opinion", author=who, payload=found.to_dict()
            )
        )

    app.calls.start(_key(shown, seq), f"{name} reads the message…", work)


def _said(shown: Opened, event: ReviewEvent, item: Evidence, fact: str) -> str:
    payload = event.payload
    by = f"{payload.get('model', 'a model')}, asked by {event.author}, {when(event.at)}"
    one = next((o for o in payload.get("opinions", []) if o.get("fact") == fact), None)
    if one is None:
        why = str(payload.get("dropped", {}).get(fact, "The model said nothing about it."))
        return (
            f'<p class="bt-evidence">{tag("model’s opinion")} <span class="bt-quiet">'
            f"None that counts. {html_escape(why)} ({html_escape(by)})</span></p>"
        )
    label = str(one.get("label", ""))
    words = _WORK_WORDS if one.get("work") else _WORDS
    quote = ""
    if span := one.get("span"):
        passage = shown.events[item.seq].text[int(span[0]) : int(span[1])]
        quote = f" “{shorten(passage, 240)}”"
    return (
        f'<p class="bt-evidence">{tag("model’s opinion", title="No verdict of the check.")} '
        f"{badge(_LOOKS.get(label, 'unsure'), words.get(label, label))}{html_escape(quote)}<br>"
        f'<span class="bt-quiet">{html_escape(one.get("reason", ""))} ({html_escape(by)})</span></p>'
    )


def opinion_settings() -> None:
    """Draw the switch and the model's name."""
    section("Second opinion", "asks a model about what the checks can't tell; off by default")
    kept = services().setting(SETTING, {})
    kept = kept if isinstance(kept, dict) else {}
    where = services().live.shown_endpoint
    with st.form("settings:opinion"):
        on = st.toggle(
            "A model may be asked about single messages",
            value=bool(kept.get("on")),
            key="settings:opinion:on",
            help="Nothing is asked by itself. A button then stands beside each doubt, and at each turn "
            "whose energy lies near the threshold; pressing it sends that one message, and the facts "
            "in doubt or the rules of the role. The answer is shown as a model's opinion and changes "
            "no verdict.",
        )
        name = st.text_input(
            "Model",
            value=str(kept.get("model", "")),
            max_chars=120,
            placeholder="Its name at the endpoint",
            key="settings:opinion:model",
        )
        st.caption(
            plain(f"Asked at {where}.")
            if where
            else "No model endpoint is configured yet, so nothing can be asked."
        )
        if st.form_submit_button("Save"):
            name = (name or "").strip()
            if on and not name:
                st.error("Name the model first.")
            else:
                services().set_setting(SETTING, {"on": bool(on), "model": name})
                st.success("Saved.")
