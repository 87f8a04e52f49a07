"""Decisions of earlier analyses of a run: carried over to a newer one, or why they aren't."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlmodel import Session, col, select

from core.carrying import NOT_KEPT, UNREADABLE, Basis, carried, why_no_override, why_not
from core.contract.binding import Binding
from core.contract.model import Contract, Fact
from core.contract.parameters import fill
from core.drift.model import RoleProfile, RoleSet
from core.overrides import Key, fold_overrides, key_of
from core.provenance.model import ObligationState
from core.report import BoundaryReport
from core.review import ReviewEvent
from storage.analysis_rows import read_reports, read_states
from storage.documents import CONTRACTS, ROLES
from storage.queries import CLOSING, DECIDING, review_event
from storage.rows import dump, load, now
from storage.tables import AnalysisRow, BoundaryRow, DocumentRow, ReviewRow

T = TypeVar("T")

_WRONG = "wrong_verdict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A decision about the same event under another analysis of the run."""

    event: ReviewEvent
    contract: str
    """Name and version under which it was made."""
    why_not: str
    """Why it doesn't stand here; '' if it does."""


def carry_over(session: Session, analysis_id: str) -> int:
    """Store again, for an analysis, what people decided about the same questions before.

    What anybody has done there already is left alone.

    Args:
        session: Of a transaction that writes.
        analysis_id: The newer analysis.

    Returns:
        How many decisions and words against a verdict were carried over.
    """
    row = session.get(AnalysisRow, analysis_id)
    if row is None:
        return 0
    stands = [one for one in _decisions(session, row) if not one.why_not]
    stands += [one for one in _overrides(session, row) if not one.why_not]
    for one in stands:
        event = carried(one.event, to=row.id, contract=one.contract)
        boundary = session.get(BoundaryRow, (row.id, event.seq))
        session.add(
            ReviewRow(
                id=uuid.uuid4().hex,
                analysis_id=row.id,
                seq=event.seq,
                kind=event.kind,
                author=event.author,
                at=now(),
                reason=event.reason,
                payload=dump(dict(event.payload)),
                digest=event.digest or (boundary.digest if boundary else ""),
            )
        )
    return len(stands)


def earlier_decisions(session: Session, analysis_id: str) -> tuple[Earlier, ...]:
    """Return standing decisions of the run's other analyses about what nobody decided in this one."""
    row = session.get(AnalysisRow, analysis_id)
    return tuple(_decisions(session, row)) if row is not None else ()


def _decisions(session: Session, row: AnalysisRow) -> list[Earlier]:
    last: dict[int, tuple[ReviewEvent, AnalysisRow]] = {}
    for event, source in _said(session, row, DECIDING):
        last[event.seq] = (event, source)
    here = set(
        session.exec(
            select(ReviewRow.seq).where(
                ReviewRow.analysis_id == row.id, col(ReviewRow.kind).in_(DECIDING)
            )
        )
    )
    bases = _bases(session, row)
    found = []
    for number, (event, source) in sorted(last.items()):
        if event.kind not in CLOSING or number in here:
            continue
        after = _report(session, row.id, number)
        if after is None or not after.needs_review:
            continue
        before = _report_as_it_was(session, source.id, number)
        found.append(
            Earlier(
                event=event,
                contract=_contract_words(source),
                why_not=why_not(before, after, *bases(source.id))
                if before is not None
                else "its analysis can't be read",
            )
        )
    return found


def _overrides(session: Session, row: AnalysisRow) -> list[Earlier]:
    """Return what people said against verdicts of the other analyses, and nobody about this one's."""
    said = _said(session, row, (_WRONG,))
    if not said:
        return []
    # In the order in which they were said: what was taken back later stands nowhere.
    standing = fold_overrides(event for event, _ in said)
    by_id = {event.id: (event, source) for event, source in said}
    rows = session.exec(
        select(ReviewRow).where(ReviewRow.analysis_id == row.id, ReviewRow.kind == _WRONG)
    )
    spoken = [review_event(found).payload for found in rows]
    taken = {(payload.get("fact"), payload.get("recipient")) for payload in spoken}
    states = _states(session, row.id)
    seen = cache(lambda key: _states_as_they_were(session, key))
    bases = _bases(session, row)
    found = []
    for override in standing.values():
        event, source = by_id[override.id]
        if (override.fact, override.recipient) in taken:
            continue
        if session.get(BoundaryRow, (row.id, event.seq)) is None:
            continue
        found.append(
            Earlier(
                event=event,
                contract=_contract_words(source),
                why_not=why_no_override(
                    override,
                    seen(source.id).get(override.key),
                    states.get(override.key),
                    *bases(source.id),
                ),
            )
        )
    return found


def _said(
    session: Session, row: AnalysisRow, kinds: tuple[str, ...]
) -> list[tuple[ReviewEvent, AnalysisRow]]:
    """Return events of the other analyses of the run under a contract of that name, oldest first."""
    rows = session.exec(
        select(ReviewRow, AnalysisRow)
        .join(AnalysisRow, col(AnalysisRow.id) == col(ReviewRow.analysis_id))
        .where(
            AnalysisRow.trace_id == row.trace_id,
            AnalysisRow.contract_name == row.contract_name,
            AnalysisRow.id != row.id,
            col(ReviewRow.kind).in_(kinds),
        )
        .order_by(col(ReviewRow.number))
    )
    return [(review_event(event), source) for event, source in rows]


def _report(session: Session, analysis_id: str, seq: int) -> BoundaryReport | None:
    return next(iter(read_reports(session, analysis_id, seq=seq)), None)


def _report_as_it_was(session: Session, analysis_id: str, seq: int) -> BoundaryReport | None:
    """Return the report of an older analysis; None too if it can't be read any more."""
    try:
        return _report(session, analysis_id, seq)
    except ValueError:
        return None


def _states(session: Session, analysis_id: str) -> dict[Key, ObligationState]:
    return {
        key_of(state): state
        for final in (False, True)
        for state in read_states(session, analysis_id, final=final)
    }


def _states_as_they_were(session: Session, analysis_id: str) -> dict[Key, ObligationState]:
    try:
        return _states(session, analysis_id)
    except ValueError:
        return {}


def _bases(session: Session, after: AnalysisRow) -> Callable[[str], tuple[Basis, Basis]]:
    """Return a function from the id of an older analysis to what that one and the newer rest on.

    Where two analyses name the same document, it isn't read: it says the same of everything.
    """

    @cache
    def bases(source: str) -> tuple[Basis, Basis]:
        before = session.get_one(AnalysisRow, source)
        bindings = [Binding.from_dict(load(row.binding)) for row in (before, after)]
        same_facts = (
            before.contract_hash == after.contract_hash and bindings[0].values == bindings[1].values
        )
        same_roles = before.roles_hash == after.roles_hash
        was, now = (
            _basis(session, row, binding, same_facts=same_facts, same_roles=same_roles)
            for row, binding in zip((before, after), bindings, strict=True)
        )
        return was, now

    return bases


def _basis(
    session: Session, row: AnalysisRow, binding: Binding, *, same_facts: bool, same_roles: bool
) -> Basis:
    facts: Mapping[str, Fact] = {}
    roles: Mapping[str, RoleProfile] = {}
    no_facts = no_roles = ""
    if not same_facts:
        contract, no_facts = _kept(
            session,
            CONTRACTS.word,
            row.contract_hash,
            lambda data: fill(Contract.model_validate(data), binding.values).contract,
        )
        facts = {fact.id: fact for fact in contract.facts} if contract else {}
    if not same_roles and row.roles_hash:
        profiles, no_roles = _kept(session, ROLES.word, row.roles_hash, RoleSet.model_validate)
        roles = {role.name: role for role in profiles.roles} if profiles else {}
    parties = dict.fromkeys(binding.parties.values())
    return Basis(
        facts=facts,
        no_facts=no_facts,
        agents={party: frozenset(binding.agents_of(party)) for party in parties},
        roles=roles,
        no_roles=no_roles,
    )


def _kept(
    session: Session, word: str, digest: str, read: Callable[[Any], T]
) -> tuple[T | None, str]:
    """Return a stored document, or why there is none that can be compared.

    One that was stored under other rules and breaks today's must not keep an analysis from being stored.
    """
    documents = f"{word}s"
    stored = session.exec(
        select(DocumentRow).where(DocumentRow.kind == word, DocumentRow.hash == digest)
    ).first()
    if stored is None:
        return None, NOT_KEPT.format(documents=documents)
    try:
        return read(load(stored.data)), ""
    except ValueError as error:
        return None, UNREADABLE.format(documents=documents, why=_first_problem(error))


def _first_problem(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error).rstrip(".")
    first = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _contract_words(row: AnalysisRow) -> str:
    version = row.contract_version
    return row.contract_name if version is None else f"{row.contract_name}@{version}"
