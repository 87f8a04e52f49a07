"""A guarded run as the dashboard sees it."""

from core import guard
from core.controller import document_hash
from storage import guard_store, open_workspace
from tests.unit.controller.team_live import GOOD, MODEL
from tests.unit.provenance.team import contract

MODELS = dict.fromkeys(("Collector", "Writer", "Reviewer"), MODEL)


def run(url, **more):
    with guard.open(
        contract(), priors=GOOD, models=MODELS, store=guard_store(url), on_error="raise", **more
    ) as baton:
        baton.message("Collector", "Reviewer", "The budget is 45,000 dollars.")
        baton.message("Collector", "Writer", "Please write. Token sk-proj-" + "a1B2" * 12)
    return baton.analysis_id


def test_a_run_becomes_a_trace_with_an_analysis(tmp_path):
    url = f"sqlite:///{tmp_path}/baton.db"
    key = run(url, name="Tuesday", task="Write an offer.")
    with open_workspace(url) as workspace:
        analysis = workspace.analyses.get(key)
        (info,) = workspace.traces.list().rows
        trace = workspace.traces.get(info.id)
        stored = workspace.contracts.get("test").contract
    assert (trace.name, trace.task, trace.format) == ("Tuesday", "Write an offer.", "baton-guard")
    assert [r.decision for r in analysis.reports] == ["FORWARD", "COMMIT"]
    assert analysis.reports[1].outcome.repaired.kept
    assert analysis.final[0].status == "ok"
    assert [e.text for e in trace.events] == [r.released for r in analysis.reports]
    assert analysis.inputs.contract_hash == document_hash(stored.to_dict())
    assert analysis.inputs.trace_digest == trace.digest


def test_the_controller_that_asks_is_no_agent_of_the_team(tmp_path):
    url = f"sqlite:///{tmp_path}/baton.db"
    with guard.open(
        contract(),
        priors=GOOD,
        models=MODELS,
        store=guard_store(url),
        ask=lambda question: "It is 45,000.",
    ) as baton:
        baton.message("Collector", "Writer", "Please write.")
    with open_workspace(url) as workspace:
        (info,) = workspace.traces.list().rows
        trace = workspace.traces.get(info.id)
    assert trace.agent_names == ("Collector", "Writer", "Reviewer")
    assert [event.sender for event in trace.events] == ["Baton", "Collector", "Collector"]


def test_no_secret_is_kept(tmp_path):
    run(f"sqlite:///{tmp_path}/baton.db")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Please write" in kept
    assert b"a1B2a1B2" not in kept


def test_the_same_contract_is_kept_once(tmp_path):
    url = f"sqlite:///{tmp_path}/baton.db"
    run(url)
    run(url)
    with open_workspace(url) as workspace:
        assert len(workspace.contracts.versions("test")) == 1
        assert workspace.traces.list().total == 2


def test_a_store_that_fails_costs_the_record_but_not_the_run(tmp_path, caplog):
    store = guard_store(f"sqlite:///{tmp_path}/baton.db")
    with guard.open(contract(), store=store) as baton:
        baton.message("Collector", "Reviewer", "Hello.")
        store._url = "sqlite:///" + str(tmp_path / "baton.db" / "no-folder.db")
    assert baton.analysis_id is None
    assert baton.errors
