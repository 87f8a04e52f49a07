"""``python -m core check``: did every critical fact arrive, in time, and was it used?

Exit codes: 0 every critical fact was delivered in time and reflected; 1 a gap of a critical fact
(late and contradicted included); 2 bad input; 3 no gap, but something that nobody can be sure of,
that never came due, or that was not checked because the run has no value for its parameter or, one of a folder,
doesn't fit the contract (2 if none of them fits).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from core.contract.bind import suggest_binding
from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.parameters import fill, values_for
from core.controller import analyse
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.provenance.model import ObligationState
from core.report import Analysis
from core.settings import ReplaySettings
from core.trace.model import Trace

Outcome = Literal["ok", "gap", "pending", "unsure", "minor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One obligation of one trace."""

    state: ObligationState
    critical: bool
    statement: str
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One trace under a contract, or the reason why it could not be checked."""

    source: str
    name: str = ""
    analysis: Analysis | None = None
    rows: tuple[Row, ...] = ()
    not_checked: tuple[tuple[str, str], ...] = ()
    """Fact, and why this run can't be asked for it: a parameter without a value."""
    unsettled: bool = False
    """Whether one of them is critical."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What the run filled into the contract."""
    unbound: tuple[str, ...] = ()
    """Parties of the contract that no agent of the trace plays."""
    agents: tuple[str, ...] = ()
    """Agents of the trace; those that play nobody, where it was checked."""
    parties: tuple[str, ...] = ()
    """Parties of the contract."""
    error: str = ""
    misfit: str = ""
    """Why the run doesn't fit the contract, so that it was skipped among others."""


def check_trace(
    trace: Trace,
    contract: Contract,
    *,
    source: str,
    roles: RoleSet | None = None,
    priors: PriorsSet | None = None,
    binding: Binding | None = None,
    row: Mapping[str, str] | None = None,
    encoder: str = "wordllama",
) -> Checked:
    """Replay one trace and judge each obligation.

    Args:
        trace: The run.
        contract: Facts and who needs them.
        source: Where the trace came from, for the report.
        roles: Role profiles, or None.
        priors: Frozen counts, or None.
        binding: Who is who; None takes the suggested binding.
        row: The run's values of the contract's parameters, from a table.
        encoder: What turns text into vectors, for role drift.
    """
    names = {role.name: role.description for role in roles.roles} if roles else {}
    used = binding or suggest_binding(trace, contract, names).binding
    values = {**values_for(contract, trace, row).values, **used.values}
    used = replace(used, values=values)
    analysis = analyse(
        trace, contract, roles, priors, binding=used, settings=ReplaySettings(encoder=encoder)
    )
    result = checked_run(analysis, contract, used, name=trace.name, source=source)
    spare = (agent for agent in trace.agent_names if agent not in used.parties)
    return replace(result, agents=tuple(spare), parties=contract.party_names)


def checked_run(
    analysis: Analysis, contract: Contract, binding: Binding, *, name: str, source: str = ""
) -> Checked:
    """Judge each obligation of an analysis that is there already.

    Args:
        analysis: What the controller found.
        contract: Facts and who needs them.
        binding: Who is who.
        name: Shown name of the trace.
        source: Where it came from; empty: a live run.
    """
    played = set(binding.parties.values())
    filled = fill(contract, binding.values)
    lacking = {fact.id for fact in contract.facts if fact.critical} & set(filled.not_checked)
    return Checked(
        source=source or "live",
        name=name,
        analysis=analysis,
        rows=tuple(_row(state, filled.contract) for state in analysis.final),
        not_checked=tuple(filled.not_checked.items()),
        unsettled=bool(lacking),
        values=dict(binding.values),
        unbound=tuple(party for party in contract.party_names if party not in played),
    )


def _row(state: ObligationState, contract: Contract) -> Row:
    fact = contract.fact(state.fact)
    assert fact is not None  # noqa: S101  (states come from this contract)
    return Row(
        state=state,
        critical=fact.critical,
        statement=fact.statement,
        outcome=_outcome(state, critical=fact.critical),
    )


def _outcome(state: ObligationState, *, critical: bool) -> Outcome:
    if state.status == "ok" and not state.unsure and not state.contradicted:
        return "ok"
    if not critical:
        return "minor"
    if state.is_gap:
        return "gap"
    # Pending at the end: the recipient took no part, so nobody can say that the fact arrived.
    return "pending" if state.display == "pending" else "unsure"


def exit_code(results: Iterable[Checked]) -> int:
    """Return 1 for a gap anywhere, else 2 for unusable input, else 3 for doubt, else 0."""
    results = list(results)
    outcomes = {row.outcome for result in results for row in result.rows}
    if "gap" in outcomes:
        return 1
    if not results or any(result.error for result in results):
        return 2
    if all(result.misfit for result in results):
        return 2
    unsettled = any(result.unsettled or result.misfit for result in results)
    return 3 if unsettled or outcomes & {"unsure", "pending"} else 0
