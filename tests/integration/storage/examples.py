"""Small objects that the storage tests keep and read back."""

from datetime import UTC, datetime

from core.drift.model import Broken, ClauseAct, Terms, TurnScore
from core.gate.model import Admission, Interval
from core.provenance.model import Evidence, Frontier, ObligationState
from core.repair.model import Candidate, Postcondition, Proposal
from core.report import Analysis, AnalysisInputs, BoundaryReport
from core.trace.model import Agent, Event, Trace

CONTRACT = """\
apiVersion: baton/v1
kind: FactContract
# Why this contract exists.
name: quote
version: 1
description: What a quote can't do without.
parties: [Collector, Copywriter]
facts:
  - id: budget
    statement: The budget is at most 45 000 USD.
    kind: limit
    owner: Collector
    recipients: [Copywriter]
"""

ROLES = """\
apiVersion: baton/v1
kind: RoleSet
name: sales
version: 1
roles:
  - name: Collector
    description: Asks the customer what is needed.
"""


def make_trace(name="run", *, events=4, salt="", shared="The same words."):
    texts = [f"Message {i} {salt}" for i in range(events - 1)] + [shared]
    return Trace(
        name=name,
        format="baton",
        agents=(
            Agent(name="Collector", description="Asks", model="m-1"),
            Agent(name="Copywriter"),
        ),
        events=tuple(
            Event(
                seq=i + 1,
                kind="message" if i % 2 == 0 else "output",
                sender="Collector" if i % 2 == 0 else "Copywriter",
                recipients=("Copywriter",) if i % 2 == 0 else (),
                text=text,
                at=datetime(2026, 5, 4, 3, 2, 1, i, tzinfo=UTC) if i % 2 else None,
                kind_from="inferred" if i % 2 else "recorded",
                rule="last message" if i % 2 else "",
                tokens=i or None,
                where=f"$.events[{i}]",
                metadata={"cost": 0.1 * i, "tags": ["a", {"b": None}]} if i else {},
            )
            for i, text in enumerate(texts)
        ),
        task="Write a quote.",
        labels={"mistake_step": 2},
        metadata={"salt": salt},
    )


def make_report(event, *, gap=True, critical=True, energy=0.25, review=True):
    frontier = Frontier(
        fact="budget",
        recipient="Copywriter",
        status="absent",
        boundary_seq=event.seq,
        due_seq=event.seq,
        side="recipient",
        critical=critical,
        retrievable=True,
        evidence=(
            Evidence(
                seq=1, role="retrievable", span=(0, 3), reason="in a tool result", confidence=0.9
            ),
        ),
    )
    admission = Admission(
        repair="RETRIEVE",
        frontier="absent",
        admitted=False,
        reason="No statistics for this model.",
        code="no-priors",
        help_interval=Interval(low=0.1, high=0.30000000000000004),
        utility_terms=(0.1, -0.2, 0.0, -0.25),
    )
    candidate = Candidate(
        repair="RETRIEVE",
        admission=admission,
        proposal=Proposal(
            repair="RETRIEVE",
            text=f"{event.text} Budget: 45 000 USD.",
            inserted="Budget: 45 000 USD.",
            source_seq=1,
            postconditions=(Postcondition(name="fact carried", holds=True),),
        ),
    )
    return BoundaryReport(
        seq=event.seq,
        sender=event.sender,
        recipients=event.recipients,
        kind=event.kind,
        original=event.text,
        released=event.text,
        decision="FORWARD",
        reason="Nothing was admitted.",
        frontiers=(frontier,) if gap else (),
        candidates=(candidate, Candidate(repair="ASK", admission=None, proposal=None, refused="x"))
        if gap
        else (),
        changes=(make_state(event.seq),) if gap else (),
        drift=TurnScore(
            role="Collector",
            encoder="test/1",
            terms=Terms(out=0.1, leak=0.05, ling=0.1, logic=0.0),
            energy=energy,
            acts={"QUESTION": 0.75},
            clauses=(ClauseAct(start=0, end=4, acts={"ASSERT": 1.0}),),
            broken=(Broken(rule="Never promise.", kind="prohibition", span=(1, 2)),),
            vector=(0.1, 0.2, 1 / 3),
            target=(0.0, -0.0, 1e-300),
        )
        if energy is not None
        else None,
        no_drift_reason="" if energy is not None else "not bound",
        cumulative_drift={"Collector": energy or 0.0},
        drift_flagged=bool(energy and energy > 1),
        needs_review=review,
        review_reasons=("A fact is missing.",) if review else (),
    )


def make_state(seq, *, status="absent"):
    return ObligationState(
        fact="budget",
        recipient="Copywriter",
        seq=seq,
        status=status,
        retrievable=True,
        due_seq=seq,
        evidence=(Evidence(seq=1, role="states", span=None, reason="says so", confidence=1.0),),
        reason="Sent to nobody.",
    )


def make_analysis(trace, *, contract="quote@1", settings=None, reports=None):
    if reports is None:
        reports = [make_report(event) for event in trace.events if event.is_boundary]
    return Analysis(
        inputs=AnalysisInputs(
            trace_digest=trace.digest,
            contract=contract,
            contract_hash="c" * 64,
            roles="sales@1",
            roles_hash="r" * 64,
            priors="published",
            priors_hash="p" * 64,
            encoder="test/1",
            settings={"tau": 0.35, "mode": None} | (settings or {}),
            binding={"parties": {"Collector": "Collector"}},
        ),
        reports=tuple(reports),
        states=(make_state(1), make_state(3, status="late")),
        final=(make_state(3, status="late"),),
        earliest_gap=("budget", "Copywriter"),
    )
