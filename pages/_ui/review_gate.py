"""What the gate knew: the segment's counts and interval in words, u term by term, every repair."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from core.decision import past_words
from core.gate.model import Admission
from core.repair.model import Candidate
from core.report import BoundaryReport
from pages._ui.badges import badge, tag
from pages._ui.glossary import term
from pages._ui.messages import diff_view
from pages._ui.text import html_escape


def gate_part(report: BoundaryReport) -> None:
    """Draw every repair that was considered, and the figures behind the verdict."""
    judged = [c for c in report.candidates if c.admission is not None]
    if not report.candidates:
        st.html(f'<p class="bt-quiet">{html_escape(_nothing(report))}</p>')
        return
    st.html(candidate_table(report.candidates, report.chosen))
    for candidate in judged:
        admission = candidate.admission
        if admission is not None and admission.episodes:
            st.html(figures(admission))


def _nothing(report: BoundaryReport) -> str:
    if not report.frontiers and any(c.unsure and not c.is_gap for c in report.changes):
        return "The check is unsure here; a repair is considered only for a gap."
    if not report.frontiers:
        return "No gap at this boundary, so no repair was considered."
    return "No repair was considered for this gap."


def candidate_table(candidates: Iterable[Candidate], chosen: str | None) -> str:
    """Return the repairs as an HTML table: possible or not, admitted or not, and why."""
    rows = []
    for candidate in candidates:
        admission = candidate.admission
        if admission is None:
            mark, why = tag("can't be used"), candidate.refused
        elif admission.is_held_back:
            mark = badge("unsure", "held back", title="Earlier runs take its utility away.")
            why = f"{admission.reason} by the counts; {past_words(admission)}"
        elif admission.admitted:
            mark = badge("admitted", "chosen" if candidate.repair == chosen else "")
            why = admission.reason
        else:
            mark, why = badge("refused"), admission.reason
        u = f"{admission.utility:+.2f}" if admission and admission.utility is not None else "–"
        rows.append(
            f'<tr><td class="bt-name"><b>{candidate.repair}</b></td>'
            f'<td class="bt-name">{mark}</td>'
            f'<td class="bt-right">{u}</td><td>{html_escape(why)}</td></tr>'
        )
    return (
        '<table class="bt-table"><thead><tr><th>Repair</th><th>Gate</th>'
        f'<th class="bt-right">{term("u")}</th><th>Why</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def segment_words(admission: Admission) -> str:
    """Return counts and intervals of a segment in words."""
    m = admission.episodes
    text = (
        f"{admission.segment}: n = {m}, helped {admission.helped} of {m}, "
        f"changed nothing in {admission.neutral}, harmed {admission.harmed} of {m}"
    )
    if admission.harm_interval is not None:
        text += f", up to {admission.harm_interval.high:.0%} harm not excluded"
    if admission.help_interval is not None:
        low, high = admission.help_interval.low, admission.help_interval.high
        text += f"; help between {low:.0%} and {high:.0%}"
    return text + "."


def figures(admission: Admission) -> str:
    """Return the segment in words and the utility term by term, as HTML."""
    source = f"{admission.priors_name}, measured on {admission.priors_model}"
    notes = tag(source, title=f"Content hash {admission.priors_hash}")
    if admission.is_aggregate:
        notes += (
            f" {tag('aggregate')} no row for {html_escape(admission.frontier)}: "
            "the aggregate over all gaps was used"
        )
    if admission.confirmed_other_model:
        notes += " " + tag("another model's priors", title="A person confirmed their use.")
    return (
        f'<p class="bt-reason">{html_escape(segment_words(admission))}</p>'
        f'<p class="bt-evidence bt-first">{notes}</p>{_terms(admission)}{_past(admission)}'
    )


def _past(admission: Admission) -> str:
    """Say what history takes off, where it is switched on."""
    if admission.history is None:
        return ""
    return (
        f'<p class="bt-quiet">History of earlier runs, beside the counts: '
        f"{html_escape(past_words(admission))}.</p>"
    )


def _terms(admission: Admission) -> str:
    if admission.utility_terms is None or admission.utility is None:
        return ""
    m = admission.episodes
    words = (
        (f"help: {admission.helped} of {m}", "speaks for it"),
        (f"no effect: {admission.neutral} of {m}", "costs a little"),
        (f"harm: {admission.harmed} of {m}", "weighs double"),
        ("cost", "tokens added, in relation to the set's reference"),
    )
    rows = "".join(
        f'<tr><td>{name}</td><td class="bt-muted">{note}</td>'
        f'<td class="bt-right">{value + 0.0:+.2f}</td></tr>'
        for (name, note), value in zip(words, admission.utility_terms, strict=True)
    )
    return (
        f'<table class="bt-table"><tbody>{rows}<tr class="bt-total"><td>utility u</td>'
        f'<td class="bt-muted">admitted above zero</td>'
        f'<td class="bt-right">{admission.utility:+.2f}</td></tr></tbody></table>'
    )


def orderable(report: BoundaryReport) -> list[Candidate]:
    """Return the repairs that the gate refused, or history held back, and whose prerequisites hold."""
    return [
        c
        for c in report.candidates
        if c.proposal is not None
        and (c.admission is None or not c.admission.admitted or c.admission.is_held_back)
    ]


def proposal_view(report: BoundaryReport, candidate: Candidate, *, key: str) -> None:
    """Draw what a repair would send: the changed message, or the question."""
    proposal = candidate.proposal
    if proposal is None:
        return
    if proposal.text is not None:
        diff_view(
            report.original,
            proposal.text,
            key=key,
            head=f"{candidate.repair} would send this instead of event {report.seq}",
        )
    elif proposal.question:
        st.html(
            f'<p class="bt-note">Question to {html_escape(proposal.addressee)}: '
            f"{html_escape(proposal.question)}</p>"
        )
    if proposal.note:
        st.html(f'<p class="bt-quiet">{html_escape(proposal.note)}</p>')
