"""Two priors sets side by side: what flipped, whether that is more than chance, and merging them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import BatonError
from core.gate.admission import same_model
from core.gate.compare import ALPHA, SegmentDiff, compare_priors
from core.gate.merge import merge_priors
from core.gate.model import PriorsSet
from core.gate.priors import PriorsRowView, priors_hash
from pages._ui.badges import badge, tag
from pages._ui.downloads import csv_bytes, download
from pages._ui.frame import calm, section
from pages._ui.priors_parts import CHOICE, TOLD, set_labels
from pages._ui.services import services
from pages._ui.state import get_param, set_params
from pages._ui.status import look
from pages._ui.text import count, html_escape, plain
from pages._ui.trace_split import use_run_style

_SIGNS = 12
_SIDES = ("left", "right")


def comparing() -> bool:
    """Whether the address asks for two sets."""
    return bool(get_param("compare"))


def compare_with(info: Any) -> None:
    """Draw the way from one set to a comparison."""
    if len(services().workspace.priors.list()) > 1:
        st.button(
            "Compare with another set",
            icon=":material/compare_arrows:",
            key="priors:compare",
            on_click=set_params,
            kwargs={"compare": f"{info.hash[:_SIGNS]},"},
        )


def compare_part() -> None:
    """Draw the choice of two sets and, once both are chosen, everything about the pair."""
    use_run_style()
    st.button(
        "One set", icon=":material/arrow_back:", type="tertiary",
        on_click=set_params, kwargs={"compare": None},
    )  # fmt: skip
    sets = _chosen()
    if sets is None:
        st.info("Choose two sets. What flipped between them is shown here.")
        return
    left, right = sets
    found = compare_priors(left, right)
    _summary(left, right, found)
    section("Segments", f"{count(len(found), 'segment')} in either set; counts are frozen")
    st.html(_table(left, right, found))
    _meaning()
    _downloads(left, right, found)
    _merge(left, right)


def _chosen() -> tuple[PriorsSet, PriorsSet] | None:
    infos = {info.hash[:_SIGNS]: info for info in services().workspace.priors.list()}
    names = set_labels(infos)
    wanted = [part.strip() for part in f"{get_param('compare')},".split(",")][:2]
    unknown = [part for part in wanted if part and part not in infos]
    if unknown:
        st.error(plain(f"The link names a priors set that is not in this workspace: {unknown[0]}"))
    chosen: list[str | None] = []
    for column, side, key in zip(st.columns(2), _SIDES, wanted, strict=True):
        st.session_state[f"priors:{side}"] = key if key in infos else None
        with column:
            chosen.append(
                st.selectbox(
                    f"{side.capitalize()} set", list(infos), index=None, key=f"priors:{side}",
                    format_func=lambda key: names.get(key, key), placeholder="Choose a set",
                    on_change=_keep,
                )
            )  # fmt: skip
    if not all(chosen):
        return None
    get = services().workspace.priors.get
    return get(infos[chosen[0]].hash), get(infos[chosen[1]].hash)


def _keep() -> None:
    keys = [st.session_state.get(f"priors:{side}") or "" for side in _SIDES]
    set_params(compare=",".join(keys))


def _summary(left: PriorsSet, right: PriorsSet, found: Sequence[SegmentDiff]) -> None:
    if priors_hash(left) == priors_hash(right):
        st.html('<p class="bt-verdict">Both are the same set.</p>')
        return
    st.html(f'<p class="bt-verdict">{html_escape(summary_words(found))}</p>')
    if left.evidence != right.evidence:
        style = look("unsure")
        whose = {"verifier": "what a test said", "reviewers": "what reviewers think"}
        st.html(
            f'<p class="bt-note bt-s-{style.name}">{badge("unsure", "different evidence")} Left holds '
            f"{whose[left.evidence]}, right {whose[right.evidence]}.</p>"
        )
    if not same_model(left.model, right.model):
        style = look("unsure")
        st.html(
            f'<p class="bt-note bt-s-{style.name}">{badge("unsure", "different models")} '
            f"{html_escape(f'Left was measured on {left.model}, right on {right.model}. Differences may be the')} "
            "models’, the tasks’ or the tests’. Each set is used for its own model alone.</p>"
        )


def summary_words(found: Sequence[SegmentDiff]) -> str:
    """Return what flipped and how sure that is, as a sentence or two."""
    flipped = [one for one in found if one.flipped]
    sure = [one for one in flipped if one.significant]
    differ = sum(one.significant for one in found if not one.flipped)
    more = (
        f" In {count(differ, 'segment')} more the counts differ by more than chance, with the same answer."
        if differ
        else ""
    )
    if not flipped:
        return f"The gate says the same about every segment.{more}"
    told = [f"The gate flips on {_names(flipped)}."]
    untested = [one for one in flipped if one.help_p is None]
    doubtful = [one for one in flipped if one.help_p is not None and not one.significant]
    for group, words in (
        (sure, "The counts differ by more than chance"),
        (doubtful, "Within chance, so that a handful of episodes decides"),
        (untested, "It can't be tested, since one set has no such row"),
    ):
        if group:
            told.append(f"{words}." if group == flipped else f"{words}: {_names(group)}.")
    return " ".join(told) + more


def _names(segments: Sequence[SegmentDiff]) -> str:
    return ", ".join(_name(one) for one in segments)


def _name(one: SegmentDiff) -> str:
    return f"{one.repair} × {one.frontier or 'all gaps'}"


def _table(left: PriorsSet, right: PriorsSet, found: Sequence[SegmentDiff]) -> str:
    sides = "".join(
        f'<th colspan="3" class="bt-side">{html_escape(p.name)} '
        f'<span class="bt-muted">{html_escape(p.model)}</span></th>'
        for p in (left, right)
    )
    each = '<th class="bt-side">Gate</th><th class="bt-right">u</th><th class="bt-right">Helped / harmed of n</th>'
    head = (
        '<tr><th rowspan="2">Repair</th><th rowspan="2">Gap</th><th rowspan="2">Difference</th>'
        f'{sides}<th rowspan="2" class="bt-right">p help · harm</th></tr><tr>{each * 2}</tr>'
    )
    body = "".join(_row(one) for one in found)
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Segments of both sets">'
        f'<table class="bt-table bt-wide bt-num"><thead>{head}</thead><tbody>{body}</tbody></table></div>'
    )


def _row(one: SegmentDiff) -> str:
    gap = badge(one.frontier) if one.frontier else tag("all, aggregate")
    p = " · ".join(_p(value) for value in (one.help_p, one.harm_p))
    return (
        f"<tr><td><b>{one.repair}</b></td><td>{gap}</td><td>{_said(one)}</td>"
        f"{_side(one.left, one.left_used)}{_side(one.right, one.right_used)}"
        f'<td class="bt-right">{p}</td></tr>'
    )


def _side(view: PriorsRowView | None, used: PriorsRowView | None) -> str:
    if view is None:
        by = ""
        if used is not None:
            word = "admitted" if used.admitted else "refused"
            by = f", {word} by the aggregate"
        return f'<td class="bt-side bt-muted" colspan="3">no row{by}</td>'
    row = view.row
    mark = badge("admitted" if view.admitted else "refused")
    u = f"{view.utility:+.2f}" if view.utility is not None else "–"
    return (
        f'<td class="bt-side"><span title="{html_escape(view.why)}">{mark}</span></td>'
        f'<td class="bt-right"><b>{u}</b></td>'
        f'<td class="bt-right">{row.helped} / {row.harmed} of {row.episodes}</td>'
    )


def _said(one: SegmentDiff) -> str:
    if not one.changed:
        return '<span class="bt-muted">the same</span>'
    if one.left is None or one.right is None:
        missing = '<span class="bt-muted">no row</span>'
        return f"{badge('misrouted', 'flipped')} {missing}" if one.flipped else missing
    chance = "not tested"
    if one.help_p is not None:
        chance = "by more than chance" if one.significant else "within chance"
    if one.flipped:
        return f"{badge('misrouted', 'flipped')} {chance}"
    return f'<span class="bt-muted">differs</span> {chance}'


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _meaning() -> None:
    with st.expander("What more than chance means here", icon=":material/help:"):
        st.html(
            "<p>The two sets are different episodes, so they aren't paired. Fisher's exact test asks how often "
            "shares so far apart come up if both sets had the same true share; help and harm are two tests, so "
            f"each has to be below {ALPHA / 2:g} (Bonferroni).</p>"
            "<p>With few episodes nearly everything is within chance: that is no proof of sameness. A flip "
            "within chance means that the gate’s answer hangs on a handful of episodes; more of them would "
            "settle it. The gate itself goes by the counts. Where a set has no row for a gap, the gate takes the "
            "repair's aggregate; then nothing is tested, since that is a count over other gaps.</p>"
        )


def diff_rows(found: Sequence[SegmentDiff]) -> list[dict[str, Any]]:
    """Return the comparison as flat rows."""
    return [
        {
            "repair": one.repair,
            "frontier": one.frontier,
            **_figures("left", one.left),
            **_figures("right", one.right),
            "help_p": one.help_p,
            "harm_p": one.harm_p,
            "changed": one.changed,
            "flipped": one.flipped,
            "significant": one.significant,
        }
        for one in found
    ]


def _figures(side: str, view: PriorsRowView | None) -> Mapping[str, Any]:
    row = view.row if view else None
    return {
        f"{side}_episodes": row.episodes if row else None,
        f"{side}_helped": row.helped if row else None,
        f"{side}_harmed": row.harmed if row else None,
        f"{side}_utility": round(view.utility, 6) if view and view.utility is not None else None,
        f"{side}_admitted": view.admitted if view else None,
    }


def _downloads(left: PriorsSet, right: PriorsSet, found: Sequence[SegmentDiff]) -> None:
    pair = f"{priors_hash(left)[:8]}-{priors_hash(right)[:8]}"
    rows = diff_rows(found)
    sides = {
        side: {"name": p.name, "model": p.model, "hash": priors_hash(p)}
        for side, p in zip(_SIDES, (left, right), strict=True)
    }
    document = {"schema": "baton/priors-diff/1", **sides, "segments": rows}
    with st.container(horizontal=True):
        download(
            "CSV", lambda: csv_bytes(rows), f"priors-{pair}.csv", key=f"priors:diff:csv:{pair}"
        )
        download(
            "JSON", lambda: json.dumps(document, ensure_ascii=False, indent=2).encode(),
            f"priors-{pair}.json", key=f"priors:diff:json:{pair}",
        )  # fmt: skip


def _merge(left: PriorsSet, right: PriorsSet) -> None:
    section(
        "Merge", "adds the counts up; both sets stay, and the new one names the sources of both"
    )
    try:
        merged = merge_priors([left, right], "merged")
    except BatonError as error:
        st.html(f'<p class="bt-quiet">They can’t be merged. {html_escape(error)}</p>')
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Name of the new set", value=f"{left.name}+{right.name}"[:120], max_chars=120,
            key=f"priors:merge:{priors_hash(merged)[:8]}", width=420,
        )  # fmt: skip
        st.button(
            "Merge into a new set", icon=":material/merge:", key="priors:merge",
            disabled=not (name or "").strip(), on_click=_keep_merged,
            args=(left, right, (name or "").strip()),
        )  # fmt: skip
    episodes = sum(row.episodes for row in merged.rows if row.frontier is None)
    st.caption(
        plain(f"{count(len(merged.rows), 'segment')}, {count(episodes, 'repair episode')}; measured on {merged.model}.")
    )  # fmt: skip


@calm
def _keep_merged(left: PriorsSet, right: PriorsSet, name: str) -> None:
    merged = merge_priors([left, right], name)
    info = services().workspace.priors.add(
        merged, f"merged from {priors_hash(left)[:8]} and {priors_hash(right)[:8]}"
    )
    st.session_state[TOLD] = f"{info.name} is kept, under the hash {info.hash[:12]}."
    st.session_state[CHOICE] = info.hash
    set_params(compare=None, set=info.hash[:12])
