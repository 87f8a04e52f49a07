"""What people decided stands under a newer analysis where it asks the very same."""

from dataclasses import replace

import pytest

from core.carrying import CARRIED
from core.overrides import fold_overrides, override_payload, withdrawn_payload
from core.review import ReviewEvent, boundary_digest
from storage import QueueFilter
from tests.integration.storage.examples import CONTRACT, make_analysis, make_trace


@pytest.fixture
def case(workspace):
    """A decided analysis, and a function that adds another one of the same run."""
    trace = make_trace()
    trace_id = workspace.traces.add(trace, "run.json").id
    saved = workspace.contracts.save(CONTRACT, "Ann")
    first = make_analysis(trace)
    inputs = replace(first.inputs, contract="quote@1", contract_hash=saved.hash)
    first = replace(first, inputs=inputs)

    def add(*, reports=None, **changed):
        again = replace(first, inputs=replace(inputs, **changed))
        return workspace.analyses.add(
            replace(again, reports=tuple(reports or first.reports)), trace_id, "Bob"
        )

    key = workspace.analyses.add(first, trace_id, "Ann")
    return workspace, first, key, add


def decide(workspace, first, key, kind="reject", **more):
    digest = boundary_digest(first.reports[0])
    return workspace.reviews.append(
        ReviewEvent(
            analysis_id=key, seq=1, kind=kind, author="Ann", digest=digest, reason="no", **more
        )
    )


def test_a_decision_stands_where_the_question_is_the_same(case):
    workspace, first, key, add = case
    decided = decide(workspace, first, key)
    newer = add(roles_hash="other")
    state = workspace.reviews.state(newer, 1)
    assert (state.status, state.by.author, state.by.reason) == ("rejected", "Ann", "no")
    assert state.by.payload[CARRIED]["event"] == decided.id
    assert state.by.payload[CARRIED]["contract"] == "quote@1"
    assert workspace.analyses.info(newer).open_reviews == first_open(first) - 1
    row = next(r for r in workspace.reviews.queue(QueueFilter(status="decided")).rows if r.seq == 1)
    assert (row.analysis_id, row.carried, row.decided_by) == (newer, True, "Ann")
    # A third analysis names the decision itself, not its copy; running one again adds nothing.
    third = add(roles_hash="third")
    assert workspace.reviews.state(third, 1).by.payload[CARRIED]["event"] == decided.id
    add(roles_hash="third")
    assert len(workspace.reviews.state(third, 1).history) == 1


def first_open(analysis):
    return sum(report.needs_review for report in analysis.reports)


def test_what_was_taken_back_is_not_carried_and_comes_not_again(case):
    workspace, first, key, add = case
    decide(workspace, first, key)
    newer = add(roles_hash="other")
    decide(workspace, first, newer, "revert")
    assert workspace.reviews.state(add(roles_hash="other"), 1).status == "reverted"
    assert workspace.reviews.state(add(roles_hash="third"), 1).status == "pending"


def test_another_text_repair_reason_or_fact_is_asked_again_and_says_why(case):
    workspace, first, key, add = case
    decide(workspace, first, key)
    report, *others = first.reports

    def why(*, reports=None, **changed):
        newer = add(reports=reports, **changed)
        assert workspace.reviews.state(newer, 1).status == "pending"
        return next(one.why_not for one in workspace.reviews.earlier(newer) if one.event.seq == 1)

    other = replace(report, released="Something else.")
    assert "controller says" in why(reports=[other, *others])
    fewer = replace(report, candidates=report.candidates[1:])
    assert why(reports=[fewer, *others]) == "the repairs on offer are others"
    also = replace(report, review_reasons=(*report.review_reasons, "role drift"))
    assert why(reports=[also, *others]) == "it waits for another reason now, role drift"
    dearer = workspace.contracts.save(CONTRACT.replace("45 000", "60 000"), "Ann")
    changed = {"contract": "quote@2", "contract_hash": dearer.hash}
    assert why(**changed) == "the contract says something else of budget"
    assert "isn't kept" in why(contract_hash="unknown")


def test_a_persons_word_against_a_verdict_goes_over_until_she_takes_it_back(case):
    workspace, first, key, add = case
    state = first.final[0]
    said = workspace.reviews.append(
        ReviewEvent(
            analysis_id=key,
            seq=1,
            kind="wrong_verdict",
            author="Ann",
            payload=override_payload(state, "ok"),
        )
    )
    newer = add(roles_hash="other")
    (event,) = workspace.reviews.for_analysis(newer)
    assert (event.author, event.payload["status"]) == ("Ann", "ok")
    assert event.payload[CARRIED]["event"] == said.id
    (override,) = fold_overrides([event]).values()
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=newer,
            seq=1,
            kind="wrong_verdict",
            author="Ann",
            payload=withdrawn_payload(override),
        )
    )
    assert workspace.reviews.for_analysis(add(roles_hash="third")) == ()
