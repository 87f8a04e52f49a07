"""Reviewers judge repairs of a calibration themselves, without seeing what the test said."""

from __future__ import annotations

import streamlit as st

from core.errors import BatonError
from core.probe.episode import Arm, Effect, Episode
from core.probe.judged import Agreement, agreement, judged_episodes
from core.probe.lab import compared
from core.probe.look import Look, look_at
from core.probe.notes import Judgement, add_note, is_final
from pages._ui.badges import badge, tag
from pages._ui.frame import calm, section
from pages._ui.lab_choice import Lab, probe_state
from pages._ui.messages import diff_view, message_view
from pages._ui.person import require_person, reviewer
from pages._ui.services import database_url, services
from pages._ui.state import flag_param, link_to
from pages._ui.text import count, html_escape, plain

WORDS: dict[Effect, tuple[str, str]] = {
    "helped": ("It helped", ":material/thumb_up:"),
    "neutral": ("It changed nothing", ":material/horizontal_rule:"),
    "harmed": ("It harmed", ":material/thumb_down:"),
}
"""Effect -> what its button says, and its icon."""
_MARKS = {"helped": "ok", "neutral": "pending", "harmed": "absent"}


def judge_part(lab: Lab) -> None:
    """Draw how far people have judged, how far they agree with the test, and the next repair."""
    section("Reviewers", "what people think that the repairs did; kept apart from the counts")
    pairs = [(e, arm) for e in compared(lab.state.episodes) for arm in e.arms]
    said = judged_episodes(lab.id, lab.state)
    st.html(f'<p class="bt-quiet">{html_escape(agreement_words(agreement(said)))}</p>')
    if said:
        link_to("priors", "The set of reviewers’ judgements", icon=":material/balance:", judged=1)
    if not is_final(lab.state):
        st.caption("Repairs can be judged once the calibration has ended or was stopped.")
        return
    if not flag_param("Judge repairs yourself", name="judge") or not require_person("lab_person"):
        return
    _last(lab)
    mine = {(j.episode, j.repair) for j in lab.state.judgements if j.author == reviewer()}
    left = [(e, arm) for e, arm in pairs if (e.key, arm.repair) not in mine]
    st.caption(f"You have judged {len(pairs) - len(left)} of {count(len(pairs), 'repair')}.")
    if left:
        _one(lab, *left[0])


def agreement_words(found: Agreement) -> str:
    """Return how far reviewers and the test say the same, as a sentence."""
    if not found.pairs:
        return "Nobody has judged a repair that a test has judged, too."
    kappa = "not defined" if found.kappa is None else f"{found.kappa:.2f}"
    return (
        f"Reviewers and the test say the same about {found.same} of {count(found.pairs, 'repair')} "
        f"({found.interval.low:.0%} to {found.interval.high:.0%}); Cohen's kappa {kappa}."
    )


def _last(lab: Lab) -> None:
    """Once somebody has judged, tell what the test had said."""
    own = [j for j in lab.state.judgements if j.author == reviewer()]
    if not own:
        return
    last = own[-1]
    arm = next(
        (a for e in lab.state.episodes if e.key == last.episode for a in e.arms
         if a.repair == last.repair), None,
    )  # fmt: skip
    if arm is not None:
        same = "The test says the same" if arm.effect == last.effect else "The test says otherwise"
        st.html(
            f'<p class="bt-done" role="status">{badge(_MARKS[last.effect], f"you: {last.effect}")} '
            f"{badge(_MARKS[arm.effect], f'test: {arm.effect}')} {same}.</p>"
        )


def _one(lab: Lab, episode: Episode, arm: Arm) -> None:
    number = lab.state.episodes.index(episode) + 1
    try:
        look = _look(database_url(), lab.id, number)
    except BatonError as error:
        st.error(plain(error))
        return
    fact = lab.spec.contract.fact(episode.case.fact if episode.case else episode.fact)
    what = f"“{fact.statement}”" if fact is not None else "a fact"
    who = f" for {episode.case.recipient}" if episode.case else ""
    st.html(
        f'<p class="bt-reason">{tag(f"episode {number}")} {badge(arm.frontier)} '
        f"{html_escape(what)}{html_escape(who)}. Repair: <b>{arm.repair}</b>. "
        "Left the run as it went on by itself, right with the repair.</p>"
    )
    for column, name, title in zip(
        st.columns(2, gap="medium"), ("native", arm.repair),
        ("Without repair", f"With {arm.repair}"), strict=True,
    ):  # fmt: skip
        with column:
            events = look.ends.get(name, ())
            works = [e for e in events if e.kind == "output"]
            for event in works:
                message_view(
                    event.text, key=f"judge:{lab.id}:{number}:{name}:work:{event.seq}",
                    head=f"{title}: {event.sender}’s work product", limit=2500,
                )  # fmt: skip
            if not works:
                st.caption(f"{title}: no work product.")
            with st.expander(f"All {count(len(events), 'message')} from there on"):
                for event in events:
                    message_view(
                        event.text, key=f"judge:{lab.id}:{number}:{name}:{event.seq}",
                        head=event.sender, limit=1200,
                    )  # fmt: skip
    with st.container(horizontal=True, gap="small"):
        for effect, (words, icon) in WORDS.items():
            st.button(
                words, icon=icon, key=f"lab:judge:{effect}",
                on_click=calm(_keep), args=(lab.id, episode.key, arm, effect),
            )  # fmt: skip
    if look.edit is not None:
        with st.expander("What the fault changed"):
            diff_view(look.before, look.edit.text, key=f"judge:fault:{lab.id}:{number}")


@st.cache_data(max_entries=32, show_spinner="Reading the episode…")
def _look(url: str | None, probe_id: str, number: int) -> Look:
    return look_at(services().workspace.probes, probe_id, probe_state(probe_id), number)


def _keep(probe_id: str, key: str, arm: Arm, effect: Effect) -> None:
    note = Judgement(episode=key, repair=arm.repair, effect=effect, author=reviewer())
    add_note(services().workspace.probes, probe_id, note)
