"""Decisions are events: appended, never changed, and refused where they don't fit."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ConflictError, InputError, NotFoundError
from core.review import REVIEW_KINDS, STATUS_OF, ReviewEvent, boundary_digest, fold_reviews
from storage import QueueFilter
from tests.integration.storage.examples import make_analysis, make_report, make_trace


@pytest.fixture
def case(workspace):
    """A stored analysis with its first boundary's digest."""
    trace = make_trace()
    stored = workspace.traces.add(trace, "run.json")
    analysis = make_analysis(trace)
    key = workspace.analyses.add(analysis, stored.id, "Ann")
    return workspace, key, boundary_digest(analysis.reports[0])


def event(key, digest, kind="approve", *, author="Ann", seq=1, **more):
    return ReviewEvent(analysis_id=key, seq=seq, kind=kind, author=author, digest=digest, **more)


def test_a_decision_is_kept_with_name_time_and_reason(case):
    workspace, key, digest = case
    stored = workspace.reviews.append(
        event(key, digest, "edit", author=" Ann ", reason="clearer", payload={"text": "Рубли"})
    )
    assert stored.id
    assert stored.at.tzinfo is not None
    assert (stored.author, stored.payload) == ("Ann", {"text": "Рубли"})
    assert workspace.reviews.for_analysis(key) == (stored,)
    state = workspace.reviews.state(key, 1)
    assert (state.status, state.by, state.is_closed) == ("edited", stored, True)
    assert workspace.reviews.all().rows == (stored,)


def test_a_second_decision_is_refused_and_says_whose_was_first(case):
    workspace, key, digest = case
    workspace.reviews.append(event(key, digest))
    with pytest.raises(ConflictError, match=r"approved already: approve by Ann on 20.* UTC"):
        workspace.reviews.append(event(key, digest, "reject", author="Bob"))
    assert len(workspace.reviews.for_analysis(key)) == 1


def test_a_decision_about_something_else_is_refused(case):
    workspace, key, _ = case
    with pytest.raises(ConflictError, match="Reload"):
        workspace.reviews.append(event(key, "0" * 64))
    with pytest.raises(ConflictError, match="Reload"):
        workspace.reviews.append(event(key, ""))


def test_revert_opens_the_boundary_again(case):
    workspace, key, digest = case
    with pytest.raises(ConflictError, match="no decision to revert"):
        workspace.reviews.append(event(key, digest, "revert"))
    workspace.reviews.append(event(key, digest))
    workspace.reviews.append(event(key, digest, "revert", author="Bob", reason="too quick"))
    assert workspace.reviews.state(key, 1).status == "reverted"
    with pytest.raises(ConflictError, match="no decision to revert: revert by Bob"):
        workspace.reviews.append(event(key, digest, "revert"))
    workspace.reviews.append(event(key, digest, "reject"))
    state = workspace.reviews.state(key, 1)
    assert state.status == "rejected"
    assert [e.kind for e in state.history] == ["approve", "revert", "reject"]


@pytest.mark.parametrize("aside", ["skip", "escalate"])
def test_what_was_set_aside_can_still_be_decided(case, aside):
    workspace, key, digest = case
    workspace.reviews.append(event(key, digest, aside))
    with pytest.raises(ConflictError, match="already"):
        workspace.reviews.append(event(key, digest, aside, author="Bob"))
    workspace.reviews.append(event(key, digest, "order", payload={"repair": "RETRIEVE"}))
    assert workspace.reviews.state(key, 1).status == "ordered"


def test_annotations_decide_nothing(case):
    workspace, key, digest = case
    workspace.reviews.append(event(key, "", "judge", payload={"consistent": True}))
    workspace.reviews.append(event(key, digest))
    workspace.reviews.append(event(key, "", "wrong_verdict", author="Bob"))
    state = workspace.reviews.state(key, 1)
    assert (state.status, len(state.history)) == ("approved", 3)
    assert state.history[0].digest == digest


def test_what_is_incomplete_is_refused(case):
    workspace, key, digest = case
    with pytest.raises(InputError, match="carries a name"):
        workspace.reviews.append(event(key, digest, author=" "))
    with pytest.raises(InputError, match="no decision"):
        workspace.reviews.append(event(key, digest, "shrug"))
    with pytest.raises(NotFoundError, match="no boundary at event 99"):
        workspace.reviews.append(event(key, digest, seq=99))


def test_a_repeated_request_is_stored_once(case):
    workspace, key, digest = case
    sent = event(key, digest, id="request-1")
    first = workspace.reviews.append(sent)
    assert workspace.reviews.append(sent) == first
    assert len(workspace.reviews.for_analysis(key)) == 1
    with pytest.raises(ConflictError, match="Another event"):
        workspace.reviews.append(replace(sent, kind="reject"))


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE review_events SET author = 'Eve'",
        "DELETE FROM review_events",
        "INSERT OR REPLACE INTO review_events SELECT number, id, analysis_id, seq, kind, 'Eve',"
        " at, reason, payload, digest FROM review_events",
        "REPLACE INTO review_events (id, analysis_id, seq, kind, author, at, reason, payload, digest)"
        " SELECT id, analysis_id, seq, kind, 'Eve', at, reason, payload, digest FROM review_events",
        "REPLACE INTO documents SELECT * FROM documents",
        "DELETE FROM analyses",
        "UPDATE documents SET text = ''",
        "UPDATE boundary_reports SET decision = 'COMMIT'",
        "UPDATE analyses SET author = 'Eve'",
        "UPDATE texts SET text = ''",
    ],
)
def test_the_file_itself_refuses_changes(case, statement, recursive):
    """Also from a visiting program, whose connection is set up as SQLite comes."""
    workspace, key, digest = case
    workspace.reviews.append(event(key, digest))
    workspace.contracts.save("name: a\nkind: FactContract\napiVersion: baton/v1\n", "Ann")
    with closing(sqlite3.connect(workspace.path)) as connection:
        connection.execute(f"PRAGMA recursive_triggers={recursive}")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    assert workspace.reviews.for_analysis(key)[0].author == "Ann"


def test_the_digest_names_all_that_is_decided_about():
    report = make_report(make_trace().events[0])
    other = replace(report.candidates[0].proposal, text="Something else.")
    changed = replace(report.candidates[0], proposal=other)
    digests = {
        boundary_digest(report),
        boundary_digest(replace(report, released="other")),
        boundary_digest(replace(report, seq=9)),
        boundary_digest(replace(report, candidates=(changed,))),
    }
    assert len(digests) == 4
    assert boundary_digest(replace(report, reason="said otherwise")) == boundary_digest(report)


@given(st.lists(st.sampled_from(REVIEW_KINDS)))
def test_the_state_is_that_of_the_last_deciding_event(kinds):
    events = [event("a", "d", kind) for kind in kinds]
    state = fold_reviews(events)
    deciding = [kind for kind in kinds if kind in STATUS_OF]
    assert state.status == (STATUS_OF[deciding[-1]] if deciding else "pending")
    assert state.history == tuple(events)


# The queue


@pytest.fixture
def queue(workspace):
    """Two runs with boundaries of different risk."""
    keys = {}
    for name, salt in (("Zeta", "z"), ("альфа", "a")):
        trace = make_trace(name, salt=salt)
        stored = workspace.traces.add(trace, f"{name}.json")
        e1, e2, e3, e4 = trace.events
        reports = [
            make_report(e1, gap=False, energy=2.0),
            make_report(e2, critical=False),
            make_report(e3),
            make_report(e4, gap=False, review=False),
        ]
        analysis = make_analysis(trace, reports=reports)
        keys[name] = workspace.analyses.add(analysis, stored.id, "Ann")
    return workspace, keys["Zeta"], keys["альфа"]


def seqs(page):
    return [(item.analysis_id, item.seq) for item in page.rows]


def test_a_gap_that_stood_before_is_no_risk_where_only_drift_is_new(workspace):
    trace = make_trace("Once")
    stored = workspace.traces.add(trace, "once.json")
    first, second, *_ = trace.events
    reports = [make_report(first), make_report(second, energy=2.0)]
    analysis = make_analysis(trace, reports=reports)
    workspace.analyses.add(analysis, stored.id, "Ann")
    by_age = workspace.reviews.queue(QueueFilter(sort="age")).rows
    assert by_age[0].risk == 4
    assert by_age[1].risk < 4


def test_orders_of_the_queue(queue):
    workspace, zeta, alpha = queue
    by_risk = workspace.reviews.queue(QueueFilter(sort="risk"))
    assert [item.risk for item in by_risk.rows] == [4, 4, 2, 2, 1, 1]
    assert seqs(by_risk)[:2] == [(zeta, 3), (alpha, 3)]
    by_age = workspace.reviews.queue(QueueFilter(sort="age"))
    assert seqs(by_age) == [(zeta, 1), (zeta, 2), (zeta, 3), (alpha, 1), (alpha, 2), (alpha, 3)]
    by_trace = workspace.reviews.queue(QueueFilter(sort="trace"))
    assert [item.trace_name for item in by_trace.rows] == ["Zeta"] * 3 + ["альфа"] * 3
    assert by_risk.rows[0].contract == "quote@1"


def test_filters_of_the_queue(queue):
    workspace, zeta, alpha = queue
    reviews = workspace.reviews
    assert reviews.queue(QueueFilter(analysis_id=alpha)).total == 3
    trace_id = workspace.analyses.info(zeta).trace_id
    assert {a for a, _ in seqs(reviews.queue(QueueFilter(trace_id=trace_id)))} == {zeta}
    assert reviews.queue(QueueFilter(contract="other")).total == 0
    assert reviews.queue(QueueFilter(text="АЛЬФА")).total == 3
    assert seqs(reviews.queue(QueueFilter(text="message 1 z"))) == [(zeta, 2)]
    assert reviews.queue(QueueFilter(all_boundaries=True)).total == 8
    page = reviews.queue(QueueFilter(sort="age"), limit=2, offset=1)
    assert (seqs(page), page.total) == ([(zeta, 2), (zeta, 3)], 6)


def test_decided_skipped_and_reverted_have_their_own_filters(queue):
    workspace, zeta, alpha = queue
    reviews = workspace.reviews
    items = {(i.analysis_id, i.seq): i.digest for i in reviews.queue().rows}
    for kind, seq in (("approve", 1), ("skip", 2), ("escalate", 3)):
        reviews.append(event(zeta, items[zeta, seq], kind, seq=seq))
    reviews.append(event(alpha, items[alpha, 1], "reject"))
    reviews.append(event(alpha, items[alpha, 1], "revert", author="Bob"))
    found = {
        status: seqs(reviews.queue(QueueFilter(status=status, sort="age")))
        for status in ("open", "decided", "skipped", "escalated", "reverted", "all")
    }
    assert found.pop("open") == [(alpha, 1), (alpha, 2), (alpha, 3)]
    assert len(found.pop("all")) == 6
    assert found == {
        "decided": [(zeta, 1)],
        "skipped": [(zeta, 2)],
        "escalated": [(zeta, 3)],
        "reverted": [(alpha, 1)],
    }
    item = reviews.queue(QueueFilter(status="reverted")).rows[0]
    assert (item.status, item.decided_by) == ("reverted", "Bob")
    waiting = workspace.waiting()
    assert (waiting.boundaries, waiting.skipped, waiting.escalated) == (3, 1, 1)
    assert workspace.analyses.info(zeta).open_reviews == 0


def test_only_the_newest_analysis_waits(queue):
    workspace, zeta, _ = queue
    trace_id = workspace.analyses.info(zeta).trace_id
    trace = workspace.traces.get(trace_id)
    newer = make_analysis(trace, contract="quote@2", reports=[make_report(trace.events[0])])
    key = workspace.analyses.add(newer, trace_id, "Ann")
    wanted = QueueFilter(trace_id=trace_id)
    assert seqs(workspace.reviews.queue(wanted)) == [(key, 1)]
    assert workspace.reviews.queue(replace(wanted, all_analyses=True)).total == 4
    assert workspace.reviews.queue(replace(wanted, analysis_id=zeta)).total == 3


def test_next_and_previous_stay_inside_the_filter(queue):
    workspace, zeta, _ = queue
    wanted = QueueFilter(sort="age", text="zeta")
    walk = workspace.reviews.neighbours(wanted, zeta, 2)
    assert (walk.previous, walk.next, walk.position, walk.total) == ((zeta, 1), (zeta, 3), 2, 3)
    assert workspace.reviews.neighbours(wanted, zeta, 1).previous is None
    assert workspace.reviews.neighbours(wanted, zeta, 3).next is None
    away = workspace.reviews.neighbours(wanted, "gone", 1)
    assert (away.next, away.position, away.total) == ((zeta, 1), None, 3)
    digest = workspace.reviews.queue(wanted).rows[1].digest
    workspace.reviews.append(event(zeta, digest, seq=2))
    walk = workspace.reviews.neighbours(wanted, zeta, 2)
    assert (walk.previous, walk.next, walk.position, walk.total) == (
        (zeta, 1),
        (zeta, 3),
        None,
        2,
    )
