"""Checks a text that a person wrote, by the same postconditions as a repair."""

from __future__ import annotations

import streamlit as st

from core.contract.checks import FactCheck, compile_fact
from core.contract.model import Contract
from core.repair.context import RepairContext
from core.repair.model import Postcondition
from core.repair.postconditions import postconditions
from core.report import BoundaryReport
from pages._ui.badges import badge
from pages._ui.drift_roles import energy_of
from pages._ui.text import html_escape
from pages._ui.trace_analysis import Opened

_UNCHANGED = "rest unchanged"
"""Says nothing about a text that a person wrote anew."""


@st.cache_resource(max_entries=8, show_spinner=False)
def _checks(digest: str, _contract: Contract) -> dict[str, FactCheck]:
    return {fact.id: compile_fact(fact) for fact in _contract.facts}


def check_text(shown: Opened, report: BoundaryReport, text: str) -> tuple[Postcondition, ...]:
    """Return what holds for a text that would go out instead of the agent's own.

    Args:
        shown: The analysis.
        report: The boundary.
        text: The text that a person wrote.
    """
    contract = shown.contract
    frontier = report.frontiers[0] if report.frontiers else None
    fact = contract.fact(frontier.fact) if contract and frontier else None
    event = shown.events.get(report.seq)
    if contract is None or frontier is None or fact is None or event is None:
        return _drift_alone(shown, report, text)
    checks = _checks(shown.analysis.inputs.contract_hash, contract)
    context = RepairContext(
        frontier=frontier,
        fact=fact,
        event=event,
        text=report.original,
        checks=checks,
        verdicts={
            name: check.states(report.original, in_run=True) for name, check in checks.items()
        },
        source=None,
        source_is_state=False,
        drift_of=lambda changed: energy_of(shown, report, changed),
    )
    found = postconditions(context, text, "")
    return tuple(condition for condition in found if condition.name != _UNCHANGED)


def _drift_alone(shown: Opened, report: BoundaryReport, text: str) -> tuple[Postcondition, ...]:
    measured = energy_of(shown, report, text)
    if measured is None:
        return ()
    energy, threshold = measured
    return (
        Postcondition(
            name="drift not above threshold",
            holds=energy <= threshold,
            detail=f"energy {energy:.2f}, threshold {threshold:.2f}",
        ),
    )


def postcondition_list(conditions: tuple[Postcondition, ...]) -> str:
    """Return postconditions as HTML: a mark, the name, what was found."""
    if not conditions:
        return '<p class="bt-quiet">Nothing here can be checked by code.</p>'
    items = "".join(
        f"<li>{badge('holds' if c.holds else 'fails', title=c.detail)}"
        f"<span>{html_escape(c.name)}"
        + (f' <span class="bt-muted">{html_escape(c.detail)}</span>' if c.detail else "")
        + "</span></li>"
        for c in conditions
    )
    return f'<ul class="bt-checks">{items}</ul>'
