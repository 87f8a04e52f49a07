"""Beginning a calibration: what is probed, by which test and faults, and what it will take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from core.contract.model import Contract
from core.contract.parameters import fill, need_values
from core.errors import BatonError
from core.live.spec import start_values
from core.probe.faults import FAULTS
from core.probe.spec import ProbeSpec
from core.probe.verifiers import Verifier
from pages._ui.calib_estimate import estimate_part
from pages._ui.calib_source import Source, recorded, source_part
from pages._ui.calib_verifier import verifier_part
from pages._ui.calib_words import FAULT_WORDS
from pages._ui.corpus_values import value_fields
from pages._ui.endpoint import endpoint_words
from pages._ui.frame import section
from pages._ui.person import require_person
from pages._ui.services import services
from pages._ui.state import go, labels, link_to, set_params
from pages._ui.text import plain

MOST = 60
"""Episodes that are proposed as the most: enough for rows of five and more."""
_MODELS = "Models at the endpoint"
_SCRIPTED = "Scripted agents, for trying: their counts say nothing about a model"


@dataclass(frozen=True, kw_only=True)
class _Players:
    """Who plays, and how far it may go."""

    scripted: bool
    model: str
    lapse: float
    calls: int = 0
    tokens: int = 0


def start_form() -> None:
    """Draw the form; a calibration that was begun opens at once."""
    st.button(
        "All calibrations",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=lambda: set_params(new=None, team=None, run=None, trace=None),
    )
    section("What is probed", "clean runs, without a fault, that episodes begin with")
    source = source_part()
    if source is None:
        return
    section("What counts as success", "the same test for the native and the repaired run")
    contract = _contract(source)
    contract = _filled(source, contract) if contract is not None else None
    if contract is None:
        return
    verifier = verifier_part(contract, source.team)
    section("Faults", "each is put into one text, and only if nothing else in it changes")
    chosen = _faults(scripted=source.scripted)
    section("Who plays")
    players = _players(source)
    if verifier is None:
        st.info("Choose a test first; without one nothing can be counted.", icon=":material/info:")
        return
    try:
        spec = source.spec(_spec(source, contract, verifier, chosen, players))
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return
    section("What it takes")
    agreed = estimate_part(spec, source)
    _begin(spec, agreed)


def _contract(source: Source) -> Contract | None:
    workspace = services().workspace
    own = source.contract
    names = [info.name for info in workspace.contracts.list()]
    if own is not None and own.name not in names:
        names.insert(0, own.name)
    if not names:
        st.info("There is no fact contract yet.", icon=":material/info:")
        link_to("contracts", "Write a fact contract", icon=":material/fact_check:", new=1)
        return None
    words = labels(names)
    chosen = st.selectbox(
        "Fact contract",
        names,
        index=names.index(own.name) if own is not None else None,
        format_func=lambda name: words.get(name, name),
        placeholder="Choose one: the team names none that is here",
        key=f"calib:contract:{source.team.name}:{source.kind}:{own.name if own else ''}",
    )
    if chosen is None:
        return None
    if own is not None and chosen == own.name:
        return own
    return workspace.contracts.get(chosen).contract  # type: ignore[no-any-return]


def _filled(source: Source, contract: Contract) -> Contract | None:
    """Draw a field for each value that the contract leaves to the run; None while one lacks."""
    if not contract.parameters:
        return contract
    if source.is_several:
        names = ", ".join(parameter.name for parameter in contract.parameters)
        st.caption(plain(f"Each run brings its own values of the contract's {names}."))
        return contract
    found = start_values(source.team, contract, source.values(contract))
    st.html('<p class="bt-quiet">The contract leaves these values to each run.</p>')
    key = f"calib:value:{source.team.name}:{source.key}"
    values = value_fields(contract, found, key=key, placeholder="needed before the start")
    try:
        need_values(contract, values)
    except BatonError as error:
        st.info(plain(error), icon=":material/info:")
        return None
    return fill(contract, values).contract


def _faults(*, scripted: bool | None) -> dict[str, Any]:
    faults = st.pills(
        "Faults",
        list(FAULTS),
        selection_mode="multi",
        default=list(FAULTS),
        format_func=lambda name: FAULT_WORDS.get(name, name),
        key="calib:faults",
        label_visibility="collapsed",
    )
    first, second, third = st.columns(3)
    seeds = first.number_input(
        "Seeds for each fault", 1, 50, 3, key="calib:seeds",
        help="The native and the repaired run of an episode share a seed.",
    )  # fmt: skip
    most = second.number_input(
        "Most episodes", 1, 2000, MOST, key="calib:most",
        help="They are drawn in a random order that a seed fixes.",
    )  # fmt: skip
    with third:
        st.html('<div style="height:1.9rem"></div>')
        controls = st.checkbox(
            "Controls without a fault", True, key="calib:controls",
            help="They show how often the controller sees a gap where there is none, and what a repair "
            "then spoils.",
        )  # fmt: skip
    return {
        "faults": tuple(name for name in FAULTS if name in (faults or ())),
        "seeds": int(seeds),
        "most": int(most),
        "controls": controls,
    }


def _players(source: Source) -> _Players:
    words, reachable = endpoint_words()
    if source.scripted is None:
        scripted = st.radio(
            "Who plays the agents",
            [True, False],
            format_func=lambda s: _SCRIPTED if s else _MODELS,
            captions=["No call, no cost; the same counts every time.", words],
            key="calib:scripted",
            label_visibility="collapsed",
        )
    else:
        scripted = source.scripted
        st.caption(f"As in that run: {_SCRIPTED if scripted else _MODELS}.")
    if scripted:
        lapse = st.slider(
            "How often a scripted agent loses a fact by itself", 0.0, 0.5, 0.1, 0.05,
            key="calib:lapse", format="percent",
            help="Per fact and turn, by the seed. Without it every seed gives the same run.",
        )  # fmt: skip
        return _Players(scripted=True, model="", lapse=lapse)
    if not reachable:
        st.warning(plain(words), icon=":material/link_off:")
        link_to("settings", "Name a model endpoint", icon=":material/settings:")
    first, second, third = st.columns(3)
    model = first.text_input(
        "Model", source.team.model, max_chars=200, key=f"calib:model:{source.team.name}",
        placeholder="Name of a model that the endpoint offers",
        help="Of every agent that names none of its own. The counts belong to it.",
    )  # fmt: skip
    calls = second.number_input(
        "Most calls", 0, 1_000_000, 0, step=50, key="calib:calls",
        help="0: no limit. An episode that might go beyond isn't begun.",
    )  # fmt: skip
    tokens = third.number_input(
        "Most tokens", 0, 1_000_000_000, 0, step=10_000, key="calib:tokens", help="0: no limit."
    )
    return _Players(
        scripted=False, model=(model or "").strip(), lapse=0.1, calls=int(calls), tokens=int(tokens)
    )


def _spec(
    source: Source,
    contract: Contract,
    verifier: Verifier,
    chosen: dict[str, Any],
    players: _Players,
) -> ProbeSpec:
    team = source.team
    if players.model and players.model != team.model:
        team = team.model_copy(update={"model": players.model})
    shown = services().live.shown_endpoint
    return ProbeSpec(
        team=team,
        contract=contract,
        verifier=verifier,
        scripted=players.scripted,
        lapse=players.lapse,
        budget_calls=players.calls,
        budget_tokens=players.tokens,
        endpoint="" if players.scripted else urlsplit(shown).hostname or "",
        **chosen,
    )


def _begin(spec: ProbeSpec, agreed: bool) -> None:
    """Draw the button; what keeps it from being pressed is said beside it."""
    app = services()
    lacking = _lacking(spec)
    if lacking:
        st.info(plain(lacking), icon=":material/info:")
    name = require_person("calib_person")
    pressed = st.button(
        "Begin the calibration",
        type="primary",
        icon=":material/play_arrow:",
        key="calib:begin",
        disabled=bool(lacking) or not agreed or not name,
    )
    if not pressed:
        return
    try:
        probe_id = app.calibrations.start(spec, spec.team.name, by=name, bases=recorded(spec))
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return
    go("calibration", id=probe_id)


def _lacking(spec: ProbeSpec) -> str:
    """Return what is missing; empty if it can begin."""
    if not spec.faults and not spec.controls:
        return "Choose at least one fault, or controls."
    if not any(fact.critical for fact in spec.contract.facts):
        return f"{spec.contract.name} has no critical fact; faults are put into those only."
    played = spec.team.binding(spec.contract.party_names, ()).parties
    if len(set(played.values())) < 2:
        return (
            f"Fewer than two agents of {spec.team.name} are parties of {spec.contract.name} "
            f"({', '.join(spec.contract.party_names)}). Choose another contract."
        )
    if spec.scripted:
        return ""
    if not services().live.shown_endpoint:
        return "No model endpoint is configured. Name one on Settings, or use scripted agents."
    missing = [a.name for a in spec.team.agents if not spec.team.model_of(a.name)]
    return f"Name a model; {', '.join(missing)} has none." if missing else ""
