"""What the policy lab replays: a calibration's episodes, whose counts, and the gate's limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.errors import NotFoundError
from core.gate.admission import same_model
from core.gate.model import PriorsSet
from core.gate.utility import PUBLISHED_RULE, GateRule
from core.probe.counts import freeze
from core.probe.decide import model_policies
from core.probe.episode import Episode
from core.probe.lab import PolicyResult, compare_policies, compared
from core.probe.policies import POLICIES
from core.probe.record import ProbeState
from core.probe.spec import SCRIPTED, ProbeSpec
from pages._ui.empty import empty_state
from pages._ui.priors_default import default_priors
from pages._ui.services import services
from pages._ui.state import flag_param, get_param, select_param, set_param, slider_param
from pages._ui.text import count, plain
from pages._ui.when import when

PLACES, EPISODES, SAME = "places", "episodes", "same"
_FROM_HERE = {
    PLACES: "Other places of this calibration",
    EPISODES: "Other episodes of this calibration",
    SAME: "These very episodes (in-sample)",
}


@dataclass(frozen=True, kw_only=True)
class Lab:
    """One calibration, ready to be replayed."""

    id: str
    name: str
    spec: ProbeSpec
    state: ProbeState

    @property
    def episodes(self) -> tuple[Episode, ...]:
        """Those that can be replayed."""
        return compared(self.state.episodes)

    @property
    def models(self) -> tuple[str, ...]:
        """Models whose behaviour the repairs used."""
        return tuple(dict.fromkeys(a.model for e in self.episodes for a in e.arms))

    @property
    def cost_reference(self) -> int:
        """Tokens that count as full cost."""
        return self.state.plan.cost_reference if self.state.plan else 1

    @property
    def is_scripted(self) -> bool:
        """Whether no model was at work."""
        return self.spec.scripted


@dataclass(frozen=True, kw_only=True)
class Counts:
    """On which counts the gate decides in the lab."""

    source: str
    priors: PriorsSet | None = None
    confirmed: bool = False
    """Somebody confirmed that the set may be used for another model."""
    of_other_model: bool = False
    own_episodes: bool = False
    """Whether the set was counted on the very episodes it decides about."""

    def replay(self, lab: Lab, rule: GateRule) -> tuple[PolicyResult, ...]:
        """Return how the episodes end under each policy."""
        policies = (*POLICIES.values(), *model_policies(lab.state))
        if self.source == SAME:
            own = {p.model: p for p in freeze(lab.spec, lab.state.episodes, lab.cost_reference)}
            return compare_policies(lab.episodes, priors=own, rule=rule, policies=policies)
        return compare_policies(
            lab.episodes,
            policies=policies,
            priors=self.priors,
            for_any_model=self.confirmed,
            cost_reference=lab.cost_reference,
            rule=rule,
            by_place=self.source == PLACES,
        )


def probe_state(probe_id: str) -> ProbeState:
    """Return where a calibration stands; only its new records are read. Raises NotFoundError."""
    return services().calibrations.look(probe_id).state


def chosen_lab() -> tuple[Lab | None, Counts | None]:
    """Draw what is replayed and on whose counts; Nones, with the next step, if it can't be."""
    if not services().workspace.probes.list():
        _nothing_yet()
        return None, None
    left, right = st.columns(2, gap="medium")
    with left:
        lab = _calibration()
    if lab is None or not _can_be_replayed(lab):
        return None, None
    with right:
        counts = _counts(lab)
    return lab, counts


def _nothing_yet() -> None:
    empty_state(
        "No calibration yet",
        "The lab replays the episodes of a calibration: runs in which one handoff went wrong, each "
        "continued natively and with every repair that could be used. Calibrate a team of yours, "
        "or make the demo.",
        page="calibration",
        link="Calibrate a team",
    )


def _calibration() -> Lab | None:
    infos = {info.id: info for info in services().workspace.probes.list()}

    def label(key: str) -> str:
        info = infos[key]
        # Nothing that changes while it runs: the browser would send a label that is gone.
        return f"{info.name} · {when(info.created_at)}"

    first = next((key for key, info in infos.items() if info.episodes), None)
    chosen = select_param(
        "Calibration", list(infos), name="id", format_func=label, default=first,
        placeholder="Choose a calibration",
    )  # fmt: skip
    if chosen is None:
        return None
    try:
        return Lab(
            id=chosen,
            name=infos[chosen].name,
            spec=services().workspace.probes.spec(chosen),
            state=probe_state(chosen),
        )
    except NotFoundError as error:
        st.error(plain(error))
        return None


def _can_be_replayed(lab: Lab) -> bool:
    if lab.episodes and any(episode.arms for episode in lab.episodes):
        return True
    under_way = services().calibrations.is_running(lab.id)
    if under_way:
        text = (
            "It is being run. The policies are compared here as soon as an episode with a gap that a "
            "repair could mend has ended."
        )
    elif not lab.state.episodes:
        text = "It has no episodes yet. Run it first; the lab can be used before it has ended."
    elif not lab.episodes:
        text = "All of its episodes failed: the model gave no answer. There is nothing to replay."
    else:
        text = (
            f"In {count(len(lab.episodes), 'episode')} the controller saw no gap that a repair could "
            "mend, so every policy ends alike."
        )
    title = "Nothing to compare yet" if under_way else "Nothing to compare"
    empty_state(title, text, page="calibration", link="Open the calibration", id=lab.id)
    return False


def _counts(lab: Lab) -> Counts:
    """Draw on which counts the gate decides; a set of another model has to be confirmed."""
    infos = {info.hash[:12]: info for info in services().workspace.priors.list()}
    proposed = default_priors()

    def label(key: str) -> str:
        if key in _FROM_HERE:
            return _FROM_HERE[key]
        mark = ", used in this workspace" if infos[key].hash == proposed else ""
        return f"Set {infos[key].name}, measured on {infos[key].model}{mark}"

    source = select_param(
        "Counts that the gate uses", [*_FROM_HERE, *infos], name="counts", format_func=label,
        default=PLACES,
        help="Counts of the very episodes that are judged flatter the gate. Those of other places show "
        "how it fares where it was never measured.",
    )  # fmt: skip
    if source not in infos:
        return Counts(source=source or PLACES)
    priors: PriorsSet = services().workspace.priors.get(infos[source].hash)
    other = any(not same_model(model, priors.model) for model in lab.models)
    confirmed = other and flag_param(
        plain(
            f"Use it all the same: it was measured on {priors.model}, not on {_said(lab.models)}"
        ),
        name="other",
        help="Counts hold for one model. Without this, nothing is repaired for another one.",
    )
    own = any(lab.spec.digest[:12] in origin for origin in priors.sources)
    return Counts(
        source=source, priors=priors, confirmed=confirmed, of_other_model=other, own_episodes=own
    )


def _said(models: Sequence[str]) -> str:
    names = ["scripted agents" if m == SCRIPTED else m or "an unnamed model" for m in models]
    return ", ".join(names)


@dataclass(frozen=True)
class _Slider:
    field: str
    name: str
    label: str
    low: float
    high: float
    step: float
    help: str
    as_percent: bool = False


_SLIDERS = (
    _Slider("max_harm", "harm", "Most harm admitted", 0, 50, 1, "Share of a segment's episodes that "
            "the repair may have harmed.", True),
    _Slider("min_episodes", "least", "Fewest episodes", 1, 40, 1, "A segment with fewer is refused."),
    _Slider("neutral_weight", "wn", "Weight: no change", 0, 1, 0.05, "What it costs to repair for "
            "nothing; help counts 1."),
    _Slider("harm_weight", "wx", "Weight: harm", 0, 6, 0.25, "A harmed run counts so many times as "
            "much as a helped one."),
    _Slider("cost_weight", "wc", "Weight: tokens", 0, 1, 0.05, "Weight of the tokens a repair adds."),
)  # fmt: skip


def chosen_rule() -> GateRule:
    """Draw the gate's limits as sliders; they start at the published ones and lie in the URL."""
    changed = [s for s in _SLIDERS if get_param(s.name)]
    said = f"{count(len(changed), 'limit')} changed" if changed else "as published"
    values: dict[str, Any] = {}
    with st.expander(
        f"Limits of the gate: {said}",
        icon=":material/tune:",
        key="lab_rule",
        expanded=bool(changed),
    ):
        columns = st.columns(len(_SLIDERS), gap="medium")
        for column, one in zip(columns, _SLIDERS, strict=True):
            start = getattr(PUBLISHED_RULE, one.field)
            with column:
                value = slider_param(
                    one.label, name=one.name, low=one.low, high=one.high, step=one.step,
                    default=round(start * 100) if one.as_percent else start, help=one.help,
                    format="%d %%" if one.as_percent else None,
                )  # fmt: skip
            values[one.field] = value / 100 if one.as_percent else value
        if changed:
            st.button("Back to the published limits", icon=":material/undo:", on_click=_reset)
    return replace(PUBLISHED_RULE, **values)


def _reset() -> None:
    for one in _SLIDERS:
        set_param(one.name, None)
