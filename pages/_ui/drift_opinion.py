"""A model's second opinion on a turn near the threshold: one call, off until somebody switches it on.

It is kept beside the analysis and changes neither energy nor flag.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from core.drift.score import DriftSettings
from core.drift.second_opinion import BAND, is_near, second_opinion
from core.errors import BrokenAnswerError
from core.llm.model import Cancelled
from core.report import BoundaryReport
from core.review import ReviewEvent
from core.trace.quotes import own_words
from pages._ui.badges import badge, tag
from pages._ui.drift_ask import is_under_way
from pages._ui.drift_lens import Lens
from pages._ui.drift_log import OPINION, opinions_of
from pages._ui.drift_model import asking, endpoint_shown
from pages._ui.drift_roles import compiled_roles, weights_of
from pages._ui.model_call import watch
from pages._ui.opinion_part import switched_on
from pages._ui.person import reviewer
from pages._ui.services import services
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.when import when


def drift_opinion(shown: Opened, report: BoundaryReport, lens: Lens) -> None:
    """Draw what a model said about a turn, or the way to ask it if the turn is near the threshold."""
    found = opinions_of(shown.id).get(report.seq)
    if found is not None:
        st.html(_said(found, report, lens))
        return
    score, name = report.drift, switched_on()
    if not name or score is None or lens.tau is None or not is_near(score, lens.tau):
        return
    compiled = compiled_roles(shown)
    if compiled is None or score.role not in compiled.roles:
        return
    key = ("opinion", shown.id, report.seq)
    who = reviewer()
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"Within {BAND:g} of the threshold: the measure alone may be wrong here.")
        pressed = st.button(
            "Ask a model",
            key="drift:opinion",
            icon=":material/psychology:",
            type="tertiary",
            disabled=not who or is_under_way(key),
            help=plain(
                f"Sends this message and the rules of {score.role} to {name} at {endpoint_shown()}, "
                "in one call. The answer is kept as a model's opinion and changes no verdict."
            )
            if who
            else "Say who you are first.",
        )
    if pressed:
        _start(key, shown, report, who, name)
    if watch(services().calls.get(key), key="drift:opinion"):
        st.rerun()  # it is stored by now


def _start(
    key: tuple[str, str, int], shown: Opened, report: BoundaryReport, who: str, name: str
) -> None:
    app, score, compiled = services(), report.drift, compiled_roles(shown)
    assert score is not None and compiled is not None  # noqa: S101  (the caller has looked)
    endpoint, weights = app.live.endpoint(), weights_of(shown)
    text = own_words(report.original)

    def work(cancelled: Cancelled) -> None:
        said = second_opinion(
            compiled,
            asking(endpoint, name, "opinion", cancelled),
            score.role,
            text,
            score,
            settings=DriftSettings(weights=weights),
            model=name,
        )
        if said is None:
            raise BrokenAnswerError(
                f"What {name} answered can't be read as an opinion. Nothing was kept; another model "
                "may do better."
            )
        if cancelled():
            return
        app.workspace.reviews.append(
            ReviewEvent(
                analysis_id=shown.id,
                seq=report.seq,
                kind="opinion",
                author=who,
                payload={"about": OPINION, "role": score.role, **said.to_dict()},
            )
        )

    app.calls.start(key, f"{name} reads the turn…", work)


def _said(event: ReviewEvent, report: BoundaryReport, lens: Lens) -> str:
    said = event.payload
    energy, measured = float(said.get("energy", 0.0)), report.drift
    by = f"{said.get('model', 'a model')}, asked by {event.author}, {when(event.at)}"
    words = "above" if lens.tau is not None and energy > lens.tau else "below"
    mark = badge("above" if words == "above" else "below", words)
    own = f", measured {measured.energy:.2f}" if measured else ""
    items = "".join(f"<li>{line}</li>" for line in _lines(said, report.original))
    dropped = int(said.get("dropped") or 0)
    left = (
        f" {count(dropped, 'statement')} that it could not show in the text "
        f"{'was' if dropped == 1 else 'were'} dropped."
        if dropped
        else ""
    )
    return (
        f'<p class="bt-reason">{tag("model’s opinion", title="Changes neither energy nor flag.")} '
        f"{mark} mean of both <b>E = {energy:.2f}</b>{own}</p>"
        + (f'<ul class="bt-checks">{items}</ul>' if items else "")
        + f'<p class="bt-quiet">{html_escape(by)}.{html_escape(left)}</p>'
    )


def _lines(said: Mapping[str, Any], text: str) -> Iterable[str]:
    """Return what the model named and showed: acts by clause, then rules that a clause breaks."""
    for clause in said.get("clauses", ()):
        if acts := clause.get("acts"):
            quote = shorten(text[int(clause["start"]) : int(clause["end"])], 120)
            names = ", ".join(str(act).replace("_", " ") for act in acts)
            yield f"<span>“{html_escape(quote)}” <b>{html_escape(names)}</b></span>"
    for one in said.get("broken", ()):
        span = one.get("span")
        quote = f" “{shorten(text[int(span[0]) : int(span[1])], 120)}”" if span else ""
        kind = str(one.get("kind", "rule"))
        rule = str(one.get("rule", ""))
        yield f"{badge('broken', kind)}<span>{html_escape(rule)}{html_escape(quote)}</span>"
