"""Measures obligation states on labelled traces."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from core.contract.model import Contract
from core.controller import analyse
from core.errors import InputError
from core.gate.statistics import wilson_interval
from core.provenance.model import ObligationState
from core.trace.model import Agent, Event, Trace

STATUSES = ("ok", "unconsumed", "misrouted", "absent")
_GAPS = frozenset(("unconsumed", "misrouted", "absent"))


def evaluate_traces(rows: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Replay each labelled trace and compare the state of each pair.

    Late deliveries count as ok, as the labels have it; a pair pending at the end counts as the
    gap that it would be.

    Args:
        rows: Cases with ``agents``, ``contract``, ``events``, ``expected``, ``earliest_gap``.

    Returns:
        Figures with 95 % intervals, and one prediction per trace.

    Raises:
        InputError: A case has another form.
    """
    predictions, pairs, gaps = [], [], []
    seconds = 0.0
    for number, row in enumerate(rows, start=1):
        trace, contract, labels = _case(row, number)
        started = time.thread_time()
        analysis = analyse(trace, contract)
        seconds += time.thread_time() - started
        found = {(s.fact, s.recipient): s for s in analysis.final}
        pairs += [
            (status, found[fact, recipient])
            for status, fact, recipient in labels
            if (fact, recipient) in found
        ]
        gap = _earliest(analysis.final)
        gaps.append((row.get("earliest_gap"), gap, _is_multi(row)))
        predictions.append(
            {
                "id": row["id"],
                "pairs": [
                    {
                        "fact": s.fact,
                        "recipient": s.recipient,
                        "status": as_label(s),
                        "unsure": s.unsure,
                        "contradicted": s.contradicted,
                        "retrievable": s.retrievable,
                        "reason": s.reason,
                    }
                    for s in analysis.final
                ],
                "earliest_gap": gap,
            }
        )
    return _summary(pairs, gaps, len(rows), seconds), predictions


def _case(row: dict[str, Any], number: int) -> tuple[Trace, Contract, list[tuple[str, str, str]]]:
    """Return the trace, the contract, and status, fact and recipient of each label of a case."""
    try:
        labels = [(e["status"], e["fact"], e["recipient"]) for e in row.get("expected", ())]
        return case_trace(row), case_contract(row), labels
    except KeyError as error:
        said = f"the key {error} is missing"
    except (AttributeError, TypeError, ValueError):
        said = "a value has another form than those of a labelled trace"
    raise InputError(
        f"Case {number} can't be measured: {said}.",
        hint="Each line needs id, agents, contract, events and expected.",
    )


def as_label(state: ObligationState) -> str:
    """Return the state in the words of the labels: ok, unconsumed, misrouted or absent."""
    if state.status == "late":
        return "ok"
    if state.status == "pending":
        return "absent"
    return state.status


def _earliest(states: Sequence[ObligationState]) -> dict[str, str] | None:
    found = [s for s in states if as_label(s) in _GAPS]
    if not found:
        return None
    first = min(found, key=lambda s: s.due_seq if s.due_seq is not None else 10**9)
    return {"fact": first.fact, "recipient": first.recipient}


def _is_multi(row: dict[str, Any]) -> bool:
    return sum(e["status"] in _GAPS for e in row.get("expected", ())) > 1


def _summary(
    pairs: list[tuple[str, ObligationState]],
    gaps: list[tuple[Any, Any, bool]],
    traces: int,
    seconds: float,
) -> dict[str, Any]:
    labels = [(expected, as_label(state)) for expected, state in pairs]
    sure_gaps = [(e, s) for e, s in pairs if as_label(s) in _GAPS and not s.unsure]
    ok = [(e, s) for e, s in pairs if e == "ok"]
    alarms = [s for _, s in ok if as_label(s) in _GAPS and not s.unsure]
    scores = {status: _f1(labels, status) for status in STATUSES}
    return {
        "traces": traces,
        "pairs": len(pairs),
        "accuracy": _share(sum(e == p for e, p in labels), len(labels)),
        "macro_f1": round(sum(scores.values()) / len(scores), 4),
        "f1": {status: round(score, 4) for status, score in scores.items()},
        "confusion": {
            expected: dict(Counter(p for e, p in labels if e == expected)) for expected in STATUSES
        },
        "unsure": _share(sum(s.unsure for _, s in pairs), len(pairs)),
        "sure_gap_is_true_gap": _share(sum(e == as_label(s) for e, s in sure_gaps), len(sure_gaps)),
        "false_alarms_on_ok": _share(len(alarms), len(ok)),
        "earliest_gap_exact": _share(sum(e == p for e, p, _ in gaps), len(gaps)),
        "earliest_gap_exact_multi": _share(
            sum(e == p for e, p, multi in gaps if multi), sum(multi for _, _, multi in gaps)
        ),
        "ms_per_trace": round(1000 * seconds / traces, 3) if traces else None,
    }


def _f1(labels: list[tuple[str, str]], status: str) -> float:
    hit = sum(e == p == status for e, p in labels)
    wrong = sum((e == status) != (p == status) for e, p in labels)
    return 2 * hit / (2 * hit + wrong) if hit or wrong else 1.0


def _share(count: int, total: int) -> dict[str, Any]:
    if not total:
        return {"value": None, "n": 0}
    interval = wilson_interval(count, total)
    return {
        "value": round(count / total, 4),
        "n": total,
        "low": round(interval.low, 4),
        "high": round(interval.high, 4),
    }


def case_contract(row: dict[str, Any]) -> Contract:
    """Return the contract of a labelled case."""
    return Contract.model_validate({"name": row["id"], "facts": row["contract"]})


def case_trace(row: dict[str, Any]) -> Trace:
    """Return the trace of a labelled case. An event with no recipient is addressed to nobody."""
    events = tuple(
        Event(
            seq=e["seq"],
            kind=e["type"],
            sender=e["from"],
            recipients=tuple(e["to"]),
            text=e["text"],
            tool=e.get("tool"),
        )
        for e in row["events"]
    )
    agents = tuple(Agent(name=a["name"], description=a.get("role", "")) for a in row["agents"])
    return Trace(name=row["id"], format="cases", agents=agents, events=events)
