"""Lost in n of N runs: what counts, and what does not."""

from core.corpus import RunResult, tally, tally_rows
from core.provenance.model import ObligationState


def result(name, *statuses, not_checked=None):
    final = tuple(
        ObligationState(
            fact="budget", recipient=who, seq=3, status=status, unsure=unsure, contradicted=other
        )
        for who, status, unsure, other in statuses
    )
    return RunResult(
        analysis_id=name, trace_id=name, name=name, final=final, not_checked=not_checked or {}
    )


RUNS = [
    result("a", ("Writer", "absent", False, False), ("Editor", "ok", False, False)),
    result("b", ("Writer", "absent", False, False)),
    result("c", ("Writer", "misrouted", True, False)),
    result("d", ("Writer", "pending", False, False)),
    result("e", ("Writer", "ok", False, True)),
    result("f", ("Writer", "ok", False, False)),
    result("g", not_checked={"budget": "no value"}),
]


def test_only_sure_verdicts_count_and_each_number_has_its_runs():
    one = tally(RUNS)["budget", "Writer"]
    assert (len(one.lost), one.judged) == (3, 4)
    assert [run.name for run, _ in one.lost] == ["a", "b", "e"]
    assert [run.name for run in one.not_checked] == ["g"]
    assert one.worst == "absent"


def test_the_export_has_a_row_for_each_handoff():
    rows = tally_rows(tally(RUNS))
    assert [(r["recipient"], r["lost"], r["of"]) for r in rows] == [
        ("Writer", 3, 4),
        ("Editor", 0, 1),
    ]
    first = rows[0]
    assert (first["absent"], first["contradicted"], first["unsure"], first["pending"]) == (
        2,
        1,
        1,
        1,
    )
    assert (first["not_checked"], first["lost_in"]) == (1, ["a", "b", "e"])
