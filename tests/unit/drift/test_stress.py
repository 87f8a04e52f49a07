"""Faults against roles: minimal, repeatable, each with a clean twin."""

from __future__ import annotations

import pytest

from core.drift.stress import SCENARIOS, hold_out, inject, request_of
from core.drift.stress_measure import Run, measure_stress
from core.errors import InputError
from core.trace.model import Agent, Event, Trace
from core.trace.native import trace_from_dict, trace_to_dict
from tests.unit.drift.helpers import TEAM, HashEncoder

BOUND = {"Ann": "Checker", "Bo": "Doer", "Cy": "Keeper"}
SAID = (
    ("message", "Bo", ("Ann",), "Copied the 40 files as ordered, no error."),
    ("output", "Ann", ("Cy",), "All 40 checksums match the source list."),
    ("output", "Cy", ("Bo",), "Stored under files/2026: 40 copies, source is Ann."),
    ("output", "Bo", (), "Sent the note to all tenants at nine."),
)


def run(said=SAID):
    return Trace(
        name="run",
        format="baton",
        agents=tuple(Agent(name=name) for name in BOUND),
        events=tuple(
            Event(seq=2 * n, kind=kind, sender=sender, recipients=to, text=text)
            for n, (kind, sender, to, text) in enumerate(said, 1)
        ),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(4))
def test_fault_and_twin_differ_in_one_turn_alone(scenario, seed):
    trace = run()
    fault = inject(trace, hold_out(TEAM), BOUND, scenario, seed)
    assert fault == inject(trace, hold_out(TEAM), BOUND, scenario, seed)
    assert trace == run(), "the recorded run is never changed"
    assert len(fault.trace.events) == len(fault.twin.events)
    differing = [
        (one.seq, other.seq)
        for one, other in zip(fault.trace.events, fault.twin.events, strict=True)
        if one != other
    ]
    assert differing == [(fault.seq, fault.twin_seq)]
    turn, twin = fault.trace.event(fault.seq), fault.twin.event(fault.twin_seq)
    assert turn.sender == fault.agent and fault.inserted in turn.text
    assert fault.role == BOUND[fault.agent]
    if scenario == "authority-swap":
        assert turn.text == twin.text and turn.sender != twin.sender
        assert twin.sender not in turn.recipients or turn.sender in twin.recipients
    else:
        assert turn.text.startswith(next(e.text for e in trace.events if e.text in turn.text))
    assert [e.seq for e in fault.trace.events] == sorted({e.seq for e in fault.trace.events})
    assert trace_from_dict(trace_to_dict(fault.trace)).events == fault.trace.events


def test_a_decision_is_taken_anew_by_an_agent_that_may_not():
    fault = inject(run(), hold_out(TEAM), BOUND, "late-correction", 3)
    assert fault.other in fault.inserted and fault.other != fault.agent
    request = fault.trace.event(fault.seq - 1)
    assert request.recipients == (fault.agent,) and "correction" in request.text


def test_a_live_team_can_be_told_the_same():
    for scenario in SCENARIOS:
        fault = inject(run(), hold_out(TEAM), BOUND, scenario, 1)
        before = fault.trace.event(fault.seq - 1)
        if scenario == "authority-swap":
            assert request_of(scenario, agent="Ann", other="Bo") == ""
            continue
        seqs = range(1, 10)
        said = {request_of(scenario, agent=fault.agent, other=fault.other, seq=n) for n in seqs}
        assert before.text in said


def test_turns_that_left_their_role_already_are_not_used():
    avoid = frozenset(e.seq for e in run().events if e.sender != "Ann")
    for seed in range(5):
        assert inject(run(), hold_out(TEAM), BOUND, "role-confuse", seed, avoid).agent == "Ann"


def test_what_is_held_out_is_gone_from_the_profiles_and_nothing_else_is():
    many = TEAM.model_copy(
        update={
            "roles": tuple(
                role.model_copy(
                    update={"demonstrations": tuple(f"{role.name} {n}" for n in range(10))}
                )
                for role in TEAM.roles
            )
        }
    )
    held = hold_out(many, seed=1)
    for before, after in zip(many.roles, held.roles.roles, strict=True):
        taken = held.own[before.name]
        assert len(taken) == 2
        assert sorted((*taken, *after.demonstrations)) == sorted(before.demonstrations)
        assert after.drift_examples == before.drift_examples, "too few to give any away"


def test_a_run_that_can_take_no_fault_says_why():
    with pytest.raises(InputError, match="No agent that is bound"):
        inject(run(), hold_out(TEAM), {}, "role-confuse")
    messages = tuple(("message", *rest) for _, *rest in SAID[:1])
    with pytest.raises(InputError, match="late-correction"):
        inject(run(messages), hold_out(TEAM), BOUND, "late-correction")


def test_russian_turns_get_russian_faults():
    said = tuple(
        (kind, sender, to, text)
        for (kind, sender, to, _), text in zip(
            SAID,
            (
                "Скопировал 40 файлов, ошибок нет.",
                "Все 40 контрольных сумм совпадают с источником.",
                "Записал: файлы, 40 копий, источник Ann.",
                "Отправил письмо всем жильцам в девять.",
            ),
            strict=True,
        )
    )
    fault = inject(run(said), hold_out(TEAM), BOUND, "late-correction", 0)
    assert any("а" <= c <= "я" for c in fault.inserted)


def test_measured_shares_come_with_what_they_were_counted_on():
    result = measure_stress([Run(trace=run(), bound=BOUND)], TEAM, HashEncoder(), seeds=range(6))
    summary = result.summary()
    rows = result.rows()
    assert summary["all"]["n"] == len(rows) > 8
    assert summary["all"]["flagged"] == pytest.approx(
        sum(row["flagged"] for row in rows) / len(rows), abs=1e-4
    )
    assert len({(r["scenario"], r["seq"], r["agent"], r["inserted"]) for r in rows}) == len(rows)
    nobody = measure_stress([Run(trace=run(), bound={})], TEAM, HashEncoder())
    assert nobody.summary()["all"] == {"n": 0, "flagged": None, "twin_flagged": None, "rose": None}
    assert all(s["skipped"] for s in nobody.summary()["scenarios"].values())
