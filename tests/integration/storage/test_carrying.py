"""What people decided stands under a newer analysis where it asks the very same."""

from dataclasses import replace

import pytest
from sqlmodel import select

from core.carrying import CARRIED
from core.drift.model import Broken
from core.overrides import fold_overrides, override_payload, withdrawn_payload
from core.review import ReviewEvent, boundary_digest
from storage import QueueFilter
from storage.rows import dump, load
from storage.tables import DocumentRow
from tests.integration.storage.examples import CONTRACT, ROLES, make_analysis, make_trace


@pytest.fixture
def case(workspace):
    """A decided analysis, and a function that adds another one of the same run."""
    trace = make_trace()
    trace_id = workspace.traces.add(trace, "run.json").id
    saved = workspace.contracts.save(CONTRACT, "Ann")
    first = make_analysis(trace)
    inputs = replace(first.inputs, contract="quote@1", contract_hash=saved.hash)
    first = replace(first, inputs=inputs)

    def add(*, reports=None, final=first.final, **changed):
        again = replace(first, inputs=replace(inputs, **changed), final=final)
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


def why_asked(workspace, newer):
    """Return why the decision at the first boundary isn't carried to an analysis."""
    assert workspace.reviews.state(newer, 1).status == "pending"
    return next(one.why_not for one in workspace.reviews.earlier(newer) if one.event.seq == 1)


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
        return why_asked(workspace, add(reports=reports, **changed))

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


@pytest.fixture
def drifting(case):
    """A boundary that waits for its role drift alone and is approved, and a function for another."""
    workspace, first, _, add = case
    kept = workspace.roles.save(ROLES, "Ann")
    report, *others = first.reports
    report = replace(
        report,
        frontiers=(),
        candidates=(),
        changes=(),
        drift_flagged=True,
        review_reasons=("role drift",),
    )

    def again(drift=None, *, roles_hash=kept.hash, **changed):
        other = replace(report, drift=drift or report.drift, **changed)
        return add(reports=[other, *others], roles_hash=roles_hash)

    key = again()
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=key, seq=1, kind="approve", author="Ann", digest=boundary_digest(report)
        )
    )
    return workspace, report.drift, again


def test_a_decision_about_role_drift_stands_for_that_drift_alone(drifting):
    workspace, drift, again = drifting
    stronger = again(replace(drift, energy=2.5))  # Above the threshold as before.
    assert workspace.reviews.state(stronger, 1).status == "approved"

    def why(*args, **changed):
        return why_asked(workspace, again(*args, **changed))

    assert why(replace(drift, role="Copywriter")) == (
        "the role drift is another, from Copywriter now and from Collector then"
    )
    (rule,) = drift.broken
    elsewhere = "the role drift is another, it breaks other rules or breaks them elsewhere"
    assert why(replace(drift, broken=())) == elsewhere
    assert why(replace(drift, broken=(rule, Broken(rule="Ask.", kind="obligation")))) == elsewhere
    assert why(replace(drift, broken=(replace(rule, span=(2, 4)),))) == elsewhere
    assert "towards another role" in why(replace(drift, nearest_role="Copywriter"))
    assert "below the threshold now" in why(drift_flagged=False)


def test_a_decision_about_role_drift_stands_while_the_profile_says_the_same(drifting):
    workspace, _, again = drifting
    more = workspace.roles.save(ROLES + "  - name: Copywriter\n", "Ann")
    assert workspace.reviews.state(again(roles_hash=more.hash), 1).status == "approved"
    other = workspace.roles.save(ROLES.replace("Asks the customer", "Asks the seller"), "Ann")
    assert why_asked(workspace, again(roles_hash=other.hash)) == (
        "the role drift is another, the profile of Collector has changed"
    )
    assert "one of the two role sets isn't kept" in why_asked(workspace, again(roles_hash="lost"))


def say_wrong(workspace, first, key):
    payload = override_payload(first.final[0], "ok")
    workspace.reviews.append(
        ReviewEvent(analysis_id=key, seq=1, kind="wrong_verdict", author="Ann", payload=payload)
    )


def test_what_was_said_about_other_agents_is_asked_again(case):
    workspace, first, key, add = case
    decide(workspace, first, key)
    say_wrong(workspace, first, key)
    newer = add(binding={"parties": {"Copywriter": "Collector"}})
    assert why_asked(workspace, newer) == "other agents are bound to Collector"
    assert workspace.reviews.for_analysis(newer) == ()
    also = add(binding={"parties": {"Collector": "Collector", "Helper": "Copywriter"}})
    assert why_asked(workspace, also) == "other agents are bound to Copywriter"
    # The role that an agent plays says nothing about facts.
    same = add(binding={"parties": {"Collector": "Collector"}, "roles": {"Collector": "Buyer"}})
    assert len(workspace.reviews.for_analysis(same)) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kind: limit", "kind: prohibition"),
        ("kind: limit", "kind: limit\n    check: {type: phrase, pattern: 45 000}"),
        ("kind: limit", "kind: limit\n    critical: false"),
        ("recipients: [Copywriter]", "recipients: [Copywriter, Collector]"),
        ("owner: Collector", "owner: Copywriter"),
    ],
)
def test_what_was_said_about_a_fact_that_is_checked_otherwise_is_asked_again(case, old, new):
    workspace, first, key, add = case
    decide(workspace, first, key)
    say_wrong(workspace, first, key)
    assert CONTRACT.count(old) == 1
    saved = workspace.contracts.save(CONTRACT.replace(old, new), "Ann")
    newer = add(contract="quote@2", contract_hash=saved.hash)
    assert why_asked(workspace, newer) == "the contract says something else of budget"
    assert workspace.reviews.for_analysis(newer) == ()


def test_examples_and_descriptions_ask_nothing_again(case):
    workspace, first, key, add = case
    decide(workspace, first, key)
    labelled = "    examples: [{text: At most 45 000 USD., label: conveyed}]\n"
    saved = workspace.contracts.save(CONTRACT + labelled, "Ann")
    newer = add(contract="quote@2", contract_hash=saved.hash)
    assert workspace.reviews.state(newer, 1).status == "rejected"


def test_other_gaps_or_values_in_a_facts_place_are_asked_again(case):
    workspace, first, key, add = case
    decide(workspace, first, key)
    say_wrong(workspace, first, key)
    report, *others = first.reports
    (gap,) = report.frontiers
    for other in (replace(gap, side="sender"), replace(gap, fact="deadline", critical=False)):
        newer = add(reports=[replace(report, frontiers=(other,)), *others])
        assert why_asked(workspace, newer) == "the gaps are others"
        assert (
            len(workspace.reviews.for_analysis(newer)) == 1
        )  # The verdict at the end is the same.
    newer = add(final=(replace(first.final[0], other_value="60 000"),))
    assert [event.kind for event in workspace.reviews.for_analysis(newer)] == ["reject"]


def test_an_older_contract_that_breaks_todays_rules_keeps_nothing_from_being_stored(case):
    workspace, first, _, add = case
    with workspace._db.write() as session:
        row = session.exec(
            select(DocumentRow).where(DocumentRow.hash == first.inputs.contract_hash)
        ).one()
        data = load(row.data)
        data["facts"][0]["kind"] = "of another time"
        old = row.model_dump() | {"id": None, "hash": "older", "version": 2, "data": dump(data)}
        session.add(DocumentRow(**old))
    key = add(contract="quote@2", contract_hash="older")
    decide(workspace, first, key)
    say_wrong(workspace, first, key)
    newer = add()
    why = why_asked(workspace, newer)
    assert why.startswith("one of the two contracts can't be read any more")
    assert "facts.0.kind" in why
    assert workspace.reviews.for_analysis(newer) == ()
