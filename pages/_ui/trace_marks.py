"""What a check found in one text, looked at again for the screen: its lean, and all that decided.

An analysis keeps one span per piece of evidence. For a list that is its first item only; here all
items are marked, and for a rule the whole sentence.
"""

from __future__ import annotations

import re

import streamlit as st

from core.contract.checks import TextView, Verdict, compile_fact, read_text
from core.contract.checks.decide_list import find_item
from core.contract.model import Fact
from core.provenance.model import Evidence, ObligationState
from pages._ui.trace_analysis import Opened

Place = tuple[int, int]
_WORK = ("reflects", "contradicts", "ignores")
_SENTENCE = 400
"""Longest sentence in characters that is marked whole."""
LEANS = {
    "conveyed": "probably stated",
    "not_conveyed": "probably not stated",
    "contradicted": "probably another value",
}
WORK_LEANS = {
    "conveyed": "probably reflected",
    "not_conveyed": "probably not reflected",
    "contradicted": "probably contradicted",
}


def _place(view: TextView, text: str, item: str) -> Place | None:
    """Return where a list's item stands: word for word if it does, else where its words are."""
    literal = r"\s+".join(re.escape(word) for word in item.split())
    found = re.search(literal, text, re.IGNORECASE)
    return found.span() if found else find_item(view, item)


@st.cache_data(max_entries=1024, show_spinner=False)
def _look(document: str, text: str, work: bool) -> tuple[Verdict, tuple[Place, ...]]:
    fact = Fact.model_validate_json(document)
    check, view = compile_fact(fact), read_text(text)
    verdict = check.reflects(view) if work else check.states(view, in_run=True)
    places = [_place(view, text, item) for item in verdict.found]
    found = tuple(place for place in places if place)
    if not found and verdict.span and fact.kind in ("requirement", "prohibition"):
        zone = view.zones[view.zone_at(verdict.span[0])]
        if zone.end - zone.start <= _SENTENCE:
            found = ((zone.start, zone.end),)
    return verdict, found


def looked_at(
    shown: Opened, state: ObligationState, item: Evidence
) -> tuple[Verdict, tuple[Place, ...]] | None:
    """Return the verdict on the text of a piece of evidence and the places that decided it.

    Returns:
        None where the contract's own text isn't stored, or the event is gone.
    """
    fact = shown.contract.fact(state.fact) if shown.contract else None
    event = shown.events.get(item.seq)
    if fact is None or event is None:
        return None
    return _look(fact.model_dump_json(by_alias=True), event.text, _is_work(shown, state, item))


def _is_work(shown: Opened, state: ObligationState, item: Evidence) -> bool:
    event = shown.events[item.seq]
    if item.role == "unsure":
        return event.kind == "output" and shown.party(event.sender) == state.recipient
    return item.role in _WORK


def places(shown: Opened, state: ObligationState, item: Evidence) -> tuple[Place, ...]:
    """Return all parts of a text to mark: every item of a list, the sentence of a rule, a value."""
    own = (item.span,) if item.span else ()
    found = looked_at(shown, state, item)
    if found is None or item.role in ("ignores",):
        return own
    verdict, marked = found
    if not marked or (item.role == "contradicts" and verdict.found):
        return own
    outside = [p for p in own if not any(a <= p[0] and p[1] <= b for a, b in marked)]
    return tuple(sorted({*marked, *outside}))


def lean_words(shown: Opened, state: ObligationState, item: Evidence) -> str:
    """Return what a doubtful check leans to, such as 'probably not stated in'; a place follows."""
    found = looked_at(shown, state, item)
    if found is None:
        return "the check can't tell whether it is stated in"
    words = WORK_LEANS if _is_work(shown, state, item) else LEANS
    return f"{words[found[0].lean]} in"


def doubt_words(shown: Opened, state: ObligationState, item: Evidence) -> str:
    """Return the same for the text itself, with how sure, such as 'probably not stated here (62 %)'."""
    if looked_at(shown, state, item) is None:
        return "may state the fact; the check can't tell"
    leans = lean_words(shown, state, item).removesuffix(" in")
    return f"{leans} here ({sureness(item.confidence, seen=is_seen(item))})"


MOST_UNSEEN = 0.95
"""Most certainty that is shown for a verdict that rests on an absence (ours)."""


def is_seen(item: Evidence) -> bool:
    """Whether something decided that one can point at: a passage of the text, or a certificate."""
    return item.span is not None or item.reason.startswith("Certified by")


def sureness(confidence: float, *, seen: bool) -> str:
    """Return a confidence for people: '91 %', 'over 99 %'.

    Args:
        confidence: From 0 to 1.
        seen: Whether something in the text decided. Where nothing did, no more than
            :data:`MOST_UNSEEN` is shown: what isn't there may stand in words that no check knows.
    """
    if not seen and confidence > MOST_UNSEEN:
        return f"{MOST_UNSEEN:.0%} at most".replace("%", " %")
    if 0.995 <= confidence < 1.0:
        return "over 99 %"
    return f"{confidence:.0%}".replace("%", " %")
