"""Role drift of a run: aggregates, charts, the list of turns, and one turn to read and judge."""

from __future__ import annotations

import streamlit as st

from core.drift.aggregates import CONSISTENT, DRIFTED, aggregate
from core.errors import BatonError
from core.report import BoundaryReport
from core.review import ReviewEvent, boundary_digest
from pages._ui import drift_charts
from pages._ui.drift_fix import fix_part
from pages._ui.drift_gain import gain_part
from pages._ui.drift_lens import Lens, lens_button, lens_controls, lens_note, lens_of
from pages._ui.drift_log import after_of, export_part, judgements, means_note, tiles, turn_rows
from pages._ui.drift_opinion import drift_opinion
from pages._ui.drift_roles import compiled_roles
from pages._ui.drift_turn import turn_message, turn_terms, unchecked_rules
from pages._ui.empty import empty_state
from pages._ui.frame import guard, section
from pages._ui.person import require_person, reviewer
from pages._ui.services import services
from pages._ui.state import flag_param, get_int, get_param, link_to, set_param
from pages._ui.text import count, html_escape, plain, shorten
from pages._ui.trace_analysis import Opened
from pages._ui.trace_rows import Row, row_list
from pages._ui.trace_split import split
from pages._ui.trace_words import route
from pages._ui.when import when

CHARTS = {
    "energy": "Energy per turn",
    "terms": "The four terms",
    "sum": "Adding up",
    "heat": "Agents by turn",
}
WINDOW = 200
LEAK_LIMIT = 0.5


def drift_part(shown: Opened) -> None:
    """Draw the whole page below the choice of the analysis."""
    judged = judgements(shown.id)
    reports = shown.analysis.reports
    scored = [report for report in reports if report.drift is not None]
    seq = _selected(shown, scored)
    lens = lens_of(shown)
    if not scored:
        _no_energy(shown)
    else:
        _overview(shown, judged, scored, seq, lens)
    main, side = split("drift", 5, 6)
    with main:
        section("Turns", count(len(scored), "turn") + f" with energy, of {len(reports):,}")
        _turns(shown, judged, seq, lens)
        export_part(shown, judged)
    with side:
        report = shown.reports.get(seq or 0)
        if report is None:
            st.caption("Choose a turn to read it.")
        else:
            _turn(shown, report, judged.get(report.seq), lens)


def _overview(
    shown: Opened,
    judged: dict[int, ReviewEvent],
    scored: list[BoundaryReport],
    seq: int | None,
    lens: Lens,
) -> None:
    _warnings(shown)
    rows = list(turn_rows(shown, judged, vectors=False))
    found = aggregate(rows, lens.tau if lens.changed else None)
    st.html(tiles(found, lens))
    _chart(shown, scored, seq, lens, after_of(rows))
    if note := means_note(found, published=_published()):
        st.caption(plain(note))
    gain_part(shown, found)


def _selected(shown: Opened, scored: list[BoundaryReport]) -> int | None:
    """Return the turn of the URL, else the one that leaves its role furthest."""
    seq = get_int("seq")
    if seq in shown.reports:
        return seq
    if seq is not None:
        st.caption(f"Event {seq} is no turn that could drift; here is the strongest one instead.")
    if scored:
        return max(scored, key=lambda r: r.drift.energy if r.drift else 0.0).seq
    return shown.boundaries[0] if shown.boundaries else None


def _no_energy(shown: Opened) -> None:
    reasons = list(dict.fromkeys(r.no_drift_reason for r in shown.analysis.reports))
    empty_state(
        "No turn of this analysis has an energy",
        " ".join(reason for reason in reasons if reason)
        + " Choose a set of role profiles, bind agents to roles, and analyse the run again.",
        page="traces",
        link="Analyse it with role profiles",
        trace=shown.trace_id,
    )


def _warnings(shown: Opened) -> None:
    compiled = compiled_roles(shown)
    if compiled is None:
        if shown.roles is not None:
            st.caption(
                plain(
                    f"The encoder {shown.analysis.inputs.encoder} can't be used here now, or another "
                    "model answers to its name. What is stored stands; nothing new can be measured."
                )
            )
        return
    share = compiled.leak_dimension_ratio
    if share > LEAK_LIMIT:
        st.warning(
            f"The other roles together span {share:.0%} of all directions. Above one half, D_leak "
            "is nearly constant and says little: read the other terms, or shorten the profiles.",
            icon=":material/warning:",
        )


def _published() -> bool:
    """Whether the published means are wanted: off unless the address says so, and on one chart alone."""
    return get_param("means") == "yes" and get_param("chart", "energy") == "energy"


def _chart(
    shown: Opened,
    scored: list[BoundaryReport],
    seq: int | None,
    lens: Lens,
    after: dict[int, float],
) -> None:
    chosen = get_param("chart", "energy")
    st.session_state["drift:chart"] = chosen if chosen in CHARTS else "energy"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.segmented_control(
            "Chart",
            list(CHARTS),
            key="drift:chart",
            required=True,
            format_func=CHARTS.__getitem__,
            on_change=lambda: set_param("chart", st.session_state["drift:chart"]),
            label_visibility="collapsed",
        )
        lens_button(lens)
        if st.session_state["drift:chart"] == "energy":
            flag_param(
                "Published means",
                name="means",
                help="Draws the mean energies of the publication. They belong to another encoder.",
            )
    lens_controls(shown, lens)
    lens_note(lens)
    turns = drift_charts.thin(scored, seq)
    how = "picked evenly"
    match st.session_state["drift:chart"]:
        case "terms":
            turns, how = drift_charts.around(scored, seq), f"around event {seq}"
            drift_charts.terms(shown, turns, lens)
        case "sum":
            drift_charts.cumulative(shown, drift_charts.thin(shown.analysis.reports, seq))
        case "heat":
            drift_charts.heat(shown, turns, seq, lambda n: set_param("seq", n), lens=lens)
        case _:
            drift_charts.energy(
                shown,
                turns,
                seq,
                lambda n: set_param("seq", n),
                lens=lens,
                after=after,
                published=_published(),
            )
    if len(turns) < len(scored):
        st.caption(f"Showing {len(turns):,} of {len(scored):,} turns, {how}.")


def _turns(shown: Opened, judged: dict[int, ReviewEvent], seq: int | None, lens: Lens) -> None:
    reports = shown.analysis.reports
    place = next((n for n, report in enumerate(reports) if report.seq == seq), 0)
    first = place // WINDOW * WINDOW
    window = reports[first : first + WINDOW]
    row_list(
        [_row(report, judged.get(report.seq), lens) for report in window],
        key="drift_turns",
        label="Turns",
        selected=str(seq or ""),
        on_pick=lambda row: set_param("seq", row),
        max_height=520,
    )
    if len(reports) <= WINDOW:
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for label, start in (("Earlier turns", first - WINDOW), ("Later turns", first + WINDOW)):
            inside = 0 <= start < len(reports)
            st.button(
                label,
                key=f"drift:{label}",
                disabled=not inside,
                on_click=set_param,
                args=("seq", reports[start].seq if inside else None),
            )
        st.caption(f"Showing {first + 1:,}–{first + len(window):,} of {len(reports):,} turns.")


def _row(report: BoundaryReport, judged: ReviewEvent | None, lens: Lens) -> Row:
    score = report.drift
    flagged = lens.flagged(report)
    tags = [str(judged.payload.get("verdict", ""))] if judged else []
    if score is None:
        return Row(
            str(report.seq),
            f"#{report.seq}",
            f"{report.sender}: no energy",
            report.no_drift_reason,
            kind=report.kind,
            quiet=True,
        )
    t = score.terms
    return Row(
        str(report.seq),
        f"#{report.seq}",
        f"{report.sender} · E {score.energy:.2f}" + (" ▲" if flagged else ""),
        f"out {t.out:.2f} · leak {t.leak:.2f} · ling {t.ling:.2f} · logic {t.logic:.0f} — "
        + shorten(report.original, 80),
        kind=report.kind,
        tags=tuple([*(["above threshold"] if flagged else []), *tags]),
        quiet=not flagged,
    )


def _turn(shown: Opened, report: BoundaryReport, judged: ReviewEvent | None, lens: Lens) -> None:
    section(f"#{report.seq} {route(shown.events[report.seq])}")
    turn_terms(shown, report, tau=lens.tau, flagged=lens.flagged(report))
    turn_message(shown, report)
    if report.drift is not None:
        drift_opinion(shown, report, lens)
        _judge(shown, report, judged)
        with guard():  # an encoder at an endpoint may be out of reach; the rest of the page stands
            fix_part(shown, report, lens)
        unchecked_rules(report.drift)
    with st.container(horizontal=True, gap="small"):
        link_to(
            "review",
            "Review this boundary",
            icon=":material/rule:",
            item=f"{shown.id}:{report.seq}",
            trace=shown.trace_id,
            analysis=shown.id,
            status="all",
        )


def _judge(shown: Opened, report: BoundaryReport, judged: ReviewEvent | None) -> None:
    if _told := st.session_state.pop("drift:told", None):
        st.warning(plain(_told))
    if not require_person("drift_person"):
        return
    if judged is not None:
        verdict = str(judged.payload.get("verdict", ""))
        why = f": “{judged.reason}”" if judged.reason else ""
        st.html(
            f'<p class="bt-note">Judged {html_escape(verdict)} by {html_escape(judged.author)}, '
            f"{html_escape(when(judged.at))}{html_escape(why)}. Judge again to change it; both "
            "stay in the history.</p>"
        )
    with (
        st.form(f"judge_{report.seq}", border=False),
        st.container(horizontal=True, gap="small", vertical_alignment="bottom"),
    ):
        reason = st.text_input("Does this turn stay in its role?", placeholder="Why (optional)")
        kept = st.form_submit_button("Consistent", key="judge:yes", shortcut="y")
        left = st.form_submit_button("Drifted", key="judge:no", shortcut="d")
    if kept or left:
        _append(shown, report, CONSISTENT if kept else DRIFTED, reason or "")


def _append(shown: Opened, report: BoundaryReport, verdict: str, reason: str) -> None:
    energy = report.drift.energy if report.drift else None
    event = ReviewEvent(
        analysis_id=shown.id,
        seq=report.seq,
        kind="judge",
        author=reviewer(),
        digest=boundary_digest(report),
        reason=reason.strip(),
        payload={"verdict": verdict, "energy": energy},
    )
    try:
        services().workspace.reviews.append(event)
    except BatonError as error:
        st.session_state["drift:told"] = str(error)
    st.rerun()
