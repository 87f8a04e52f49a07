"""The episodes of a calibration, and one of them to read: both continuations side by side."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.probe.episode import Arm, Ending, Episode
from core.probe.look import Look, look_at
from core.probe.spec import CONTROL
from core.trace.model import Event
from pages._ui.badges import badge
from pages._ui.calib_service import Standing
from pages._ui.calib_words import effect_badge, fault_title, run_title, shown_result, tested
from pages._ui.frame import section
from pages._ui.messages import diff_view, message_view
from pages._ui.model_call import watch
from pages._ui.services import services
from pages._ui.state import get_int, set_param
from pages._ui.text import count, html_escape, plain
from pages._ui.trace_rows import Row, row_list
from pages._ui.trace_split import split

SHOWN = 150
"""Episodes in the list; it is drawn anew at every look."""
FILTERS = {
    "all": "All",
    "helped": "Helped",
    "harmed": "Harmed",
    "neutral": "Unchanged",
    "none": "No gap",
}
_PLACE = "calib:place"
_FILTER = "calib:filter"


def open_place(now: Standing) -> None:
    """Take over the episode that the URL names when the page is opened; else one that tells something.

    A page that asks for news carries the address that the browser had when it asked: read from
    there, a click in between would be undone. So the choice lives in the session, and the URL follows.
    """
    if st.session_state.get(_PLACE, ("", 0))[0] != now.id:
        st.session_state[_PLACE] = (now.id, get_int("episode") or 0)
    if not st.session_state[_PLACE][1] and not now.is_running:
        st.session_state[_PLACE] = (now.id, _telling(now))


def _telling(now: Standing) -> int:
    """Return the newest episode in which a repair did something, else the newest comparison; or 0."""
    numbered = [(n, e) for n, e in enumerate(now.state.episodes, 1) if e.arms]
    did = [n for n, e in numbered if any(arm.effect != "neutral" for arm in e.arms)]
    return (did or [n for n, _ in numbered] or [0])[-1]


def episodes_part(drawn: Standing) -> None:
    """Draw the list, which grows by itself, and the chosen episode, which stands still."""
    if not drawn.state.episodes and not drawn.is_running:
        return
    left, right = split("calib", 2, 3)
    with left:
        _list(drawn)
    with right:
        _chosen(drawn)


def _list(now: Standing) -> None:
    episodes = now.state.episodes
    section("Episodes", count(len(episodes), "episode"))
    if not episodes:
        st.caption("None was run yet.")
        return
    wanted = st.segmented_control(
        "Which",
        list(FILTERS),
        default="all",
        format_func=FILTERS.__getitem__,
        key=_FILTER,
        label_visibility="collapsed",
    )
    rows = [
        _row(number, episode, is_one=len(now.state.runs) == 1)
        for number, episode in enumerate(episodes, 1)
        if _passes(episode, wanted or "all")
    ]
    if not rows:
        st.caption("No episode like that.")
        return
    row_list(
        rows[::-1][:SHOWN],
        key="calib_episodes",
        label="Episodes, the newest first",
        selected=str(st.session_state[_PLACE][1] or ""),
        on_pick=lambda row: _pick(now.id, row),
    )
    if len(rows) > SHOWN:
        st.caption(f"Showing the newest {SHOWN} of {len(rows):,}.")


def _pick(probe_id: str, row: str) -> None:
    st.session_state[_PLACE] = (probe_id, int(row))
    set_param("episode", row)


def _passes(episode: Episode, wanted: str) -> bool:
    if wanted == "all":
        return True
    if wanted == "none":
        return not episode.arms
    return any(arm.effect == wanted for arm in episode.arms)


def _row(number: int, episode: Episode, *, is_one: bool) -> Row:
    found = {arm.effect for arm in episode.arms}
    tags = tuple(effect for effect in ("helped", "harmed") if effect in found)
    return Row(
        id=str(number),
        lead=f"#{number}",
        title=fault_title(episode),
        text=shown_result(episode),
        badges=(episode.detected,) if episode.detected else (),
        tags=(*tags, *(() if is_one else (f"run {episode.run + 1}",)), f"seed {episode.seed}"),
        quiet=not episode.arms,
    )


# -- one episode --------------------------------------------------------------------------------


def _chosen(drawn: Standing) -> None:
    number = st.session_state[_PLACE][1]
    episodes = drawn.state.episodes
    if not 1 <= number <= len(episodes):
        section("One episode", "choose one from the list")
        st.html(
            '<div class="bt-empty"><strong>Nothing chosen</strong><p>An episode shows the fault as it was '
            "put in, and what the team made of it with and without the repair.</p></div>"
        )
        return
    episode = episodes[number - 1]
    section(f"Episode {number}", f"{fault_title(episode)}, seed {episode.seed}")
    if len(drawn.state.runs) > 1:
        st.html(f'<p class="bt-quiet">{html_escape(run_title(drawn.spec, episode.run))}</p>')
    if episode.failed:
        st.html(f'<p class="bt-reason">{html_escape(episode.reason)}</p>')
        st.caption("A model gave no answer, so the episode counts for nothing.")
        return
    app = services()
    key = ("calibration", drawn.id, number)
    state = drawn.state
    call = app.calls.get(key) or app.calls.start(
        key,
        "Reading the episode again, without a call.",
        lambda cancelled: look_at(app.workspace.probes, drawn.id, state, number),
    )
    if watch(call, key=f"calib:look:{number}"):
        _show(call.result, drawn, number)


def _show(seen: Look, drawn: Standing, number: int) -> None:
    episode = seen.episode
    if not seen.is_same:
        st.caption(
            "This version of Baton reads the episode otherwise than the one that counted it."
        )
    boundary = drawn.state.runs[episode.run].events[episode.boundary - 1].data
    route = f"{boundary['agent']} → {', '.join(boundary['recipients']) or 'nobody'}"
    if episode.fault == CONTROL:
        message_view(seen.before, key=f"calib:before:{number}", head=f"{route} · no fault put in")
    elif seen.edit is not None:
        _fault(seen, route, number)
    _saw(episode)
    if not episode.arms:
        return
    st.caption(plain(f"Tested: {tested(drawn.spec.verifier.test)}."))
    names = [arm.repair for arm in episode.arms]
    chosen = names[0]
    if len(names) > 1:
        chosen = (
            st.segmented_control(
                "Against", names, default=names[0], key=f"calib:arm:{drawn.id}:{number}"
            )
            or names[0]
        )
    _side_by_side(seen, next(a for a in episode.arms if a.repair == chosen), number)


def _fault(seen: Look, route: str, number: int) -> None:
    assert seen.edit is not None  # noqa: S101  (the caller has looked)
    if seen.edit.text == seen.before:
        to = ", ".join(seen.edit.recipients)
        message_view(
            seen.before, key=f"calib:before:{number}", head=f"{route} · sent to {to} instead"
        )
        return
    diff_view(
        seen.before, seen.edit.text, key=f"calib:diff:{number}",
        head=f"{route} · {seen.edit.fault} {seen.edit.fact}",
    )  # fmt: skip


def _saw(episode: Episode) -> None:
    if episode.detected is None:
        st.html(
            f'<p class="bt-quiet">{html_escape(episode.reason[:1].upper() + episode.reason[1:])}.</p>'
        )
        return
    alarm = (
        " Nothing was put in here: a false alarm, or the team lost the fact by itself."
        if episode.fault == CONTROL
        else ""
    )
    st.html(
        f'<p class="bt-quiet">The controller saw {badge(episode.detected)}.{alarm} The counts are kept '
        "under what it saw, not under what was put in.</p>"
    )


def _side_by_side(seen: Look, arm: Arm, number: int) -> None:
    native = seen.episode.native
    assert native is not None  # noqa: S101  (an episode with arms has ended natively)
    st.html(
        f'<p class="bt-verdict">{effect_badge(arm.effect)}{html_escape(_sentence(native, arm))}</p>'
        f'<p class="bt-quiet">{badge(arm.decision)} {arm.added:,} tokens added by the repair.</p>'
    )
    faulted = seen.shared[-1] if seen.shared else None
    left, right = st.columns(2, gap="medium")
    with left:
        _arm("Natively", native, seen.ends.get("native", ()), f"{number}:native")
    with right:
        key = f"{number}:{arm.repair}"
        _arm(f"With {arm.repair}", arm.ending, seen.ends.get(arm.repair, ()), key, faulted)


def _sentence(native: Ending, arm: Arm) -> str:
    if arm.effect == "helped":
        return f"Fails without {arm.repair}, passes with it."
    if arm.effect == "harmed":
        return f"Passes without {arm.repair}, fails with it."
    return f"{'Passes' if native.passed else 'Fails'} with and without {arm.repair}."


def _arm(
    title: str, ending: Ending, events: Sequence[Event], key: str, faulted: Event | None = None
) -> None:
    """Draw one continuation; of a repaired one, first what became of the faulted text."""
    mark = badge("holds", "passes") if ending.passed else badge("fails")
    st.html(
        f'<p class="bt-panel-title"><span>{html_escape(title)}</span>{mark}</p>'
        f'<p class="bt-quiet">{html_escape(ending.reason)}</p>'
    )
    sent = [event for event in events if event.is_boundary]
    if not sent:
        st.caption("Nothing was sent after it.")
    for event in sent:
        head = f"{event.sender} → {', '.join(event.recipients) or 'nobody'}"
        name = f"calib:{key}:{event.seq}"
        if faulted is not None and _is_repaired(event, faulted):
            diff_view(faulted.text, event.text, key=name, head=f"{head} · repaired")
            faulted = None
        else:
            message_view(event.text, key=name, head=head)


def _is_repaired(event: Event, faulted: Event) -> bool:
    """Whether a text is what became of the faulted one; the answer to a question of ours is not."""
    to_same = set(event.recipients) & set(faulted.recipients)
    is_same = event.sender == faulted.sender and (
        bool(to_same) or event.recipients == faulted.recipients
    )
    return is_same and event.text != faulted.text
