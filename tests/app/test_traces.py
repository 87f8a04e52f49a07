import json

import pytest

from core.trace.native import trace_to_dict, write_jsonl
from tests.app.support import CONTRACT, HOSTILE, run


@pytest.fixture
def traces(app):
    return app.run().switch_page("traces.py").run()


def upload(app, **files):
    uploader = app.get("file_uploader")[0]
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        uploader.upload(f"{name}.json", data)
    app.run()


def native(trace):
    return json.dumps(trace_to_dict(trace))


def test_nothing_is_stored_before_the_person_says_so(traces, workspace):
    upload(traces, run=native(run()))
    assert workspace.traces.list().total == 0
    assert traces.button(key="traces:import").label == "Import 1 trace"
    traces.button(key="traces:import").click().run()
    assert workspace.traces.list().total == 1
    assert "Imported 1 trace" in traces.success[0].value


def test_importing_the_same_file_twice_adds_nothing(traces, workspace):
    workspace.traces.add(run(), "run.json")
    traces.run()
    upload(traces, again=write_jsonl(run()))
    traces.button(key="traces:import").click().run()
    assert workspace.traces.list().total == 1
    assert "was here already" in traces.success[0].value


def test_good_files_come_in_and_bad_ones_are_named(traces, workspace):
    bad = {HOSTILE: b"\xff\xfe\x00\x01", "empty": b""}
    upload(traces, good=native(run()), **bad)
    (listed,) = [h.proto.body for h in traces.get("html") if "be imported" in h.proto.body]
    assert listed.count("<li>") == 2
    assert "<img" not in listed
    assert traces.button(key="traces:import").label == "Import the 1 good trace"
    traces.button(key="traces:import").click().run()
    assert workspace.traces.list().total == 1


def test_a_search_without_result_says_why(traces, workspace):
    workspace.traces.add(run(), "run.json")
    traces.query_params["q"] = "nothing like this"
    traces.run()
    assert "nothing like this" in traces.info[0].value.replace("\\", "")


def test_an_analysis_is_run_and_stored(traces, workspace):
    stored = workspace.traces.add(run(), "run.json")
    workspace.contracts.save(CONTRACT, "Ada")
    traces.query_params["trace"] = stored.id
    traces.run()
    traces.button(key="analyse:run").click().run()
    assert not traces.error
    (info,) = workspace.analyses.list(trace_id=stored.id)
    assert info.contract_name == "proposal"


def test_deleting_counts_first(traces, workspace):
    stored = workspace.traces.add(run(), "run.json")
    traces.query_params["trace"] = stored.id
    traces.run()
    traces.button(key="trace:delete").click().run()
    shown = " ".join(html.proto.body for html in traces.get("html"))
    assert "<dt>Events</dt><dd>3</dd>" in shown
    assert workspace.traces.list().total == 1
