import io
import json
import zipfile

import pytest

from core.trace.mapping import Mapping
from core.trace.native import trace_to_dict, write_jsonl
from pages._ui.elsewhere import CancelledError, Running
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


CHAT = json.dumps(
    {
        "history": [
            {"role": "Planner", "content": "Find the gate of flight BA 117."},
            {"role": "Searcher", "content": "It is gate 22; key sk-proj-abcdefghijklmnop1234."},
            {"role": "Planner", "content": "Write it down."},
            {"role": "Writer", "content": "Gate 22."},
        ]
    }
)
"""No message says to whom it goes."""


def words(app):
    return " ".join(html.proto.body for html in app.get("html"))


def test_what_was_inferred_is_said_by_rule_and_is_the_same_afterwards(traces, workspace):
    upload(traces, chat=CHAT)
    before = [line for line in words(traces).split("<li>") if line.startswith("recipient")]
    assert any("message" in line for line in before)
    preview = traces.dataframe[0].value["Inferred"][0]
    assert preview
    traces.button(key="traces:import").click().run()
    (info,) = workspace.traces.list().rows
    assert info.inferred == preview
    after = words(traces)
    assert f"{preview} with something inferred" in after
    for line in before:
        assert line.partition("</li>")[0] in after


def test_secrets_go_before_anything_is_stored(traces, workspace):
    upload(traces, chat=CHAT)
    assert "the original is never stored" in words(traces)
    assert "1 × key" in words(traces)
    traces.button(key="traces:import").click().run()
    stored = workspace.traces.get(workspace.traces.list().rows[0].id)
    assert all("sk-proj" not in event.text for event in stored.events)


def test_what_is_taken_out_can_be_chosen(traces, workspace):
    upload(traces, chat=CHAT)
    traces.toggle(key="traces:redact:secrets").set_value(False).run()
    assert "Nothing is taken out" in words(traces)
    traces.text_input(key="traces:redact:names").set_value("gate 22, BA 117").run()
    assert "3 × name" in words(traces)
    traces.button(key="traces:import").click().run()
    stored = workspace.traces.get(workspace.traces.list().rows[0].id)
    assert "sk-proj" in stored.events[1].text
    assert all("BA 117" not in event.text for event in stored.events)


def test_a_trace_is_renamed_and_stays_the_same(traces, workspace):
    stored = workspace.traces.add(run(), "run.json")
    traces.query_params["trace"] = stored.id
    traces.run()
    traces.text_input(key=f"trace:name:{stored.id}").set_value(f"  {HOSTILE}\n second ")
    traces.button(key=f"FormSubmitter:trace:rename:{stored.id}-Rename").click().run()
    assert not traces.exception
    info = workspace.traces.info(stored.id)
    assert info.name == f"{HOSTILE} second"
    assert workspace.traces.get(stored.id).digest[:12] == stored.id
    assert not workspace.traces.add(run(), "run.json").created
    assert workspace.traces.info(stored.id).name == f"{HOSTILE} second"
    assert "<img" not in words(traces)


def test_the_same_analysis_again_says_so(traces, workspace):
    stored = workspace.traces.add(run(), "run.json")
    workspace.contracts.save(CONTRACT, "Ada")
    for told in (False, True):
        traces.query_params["trace"] = stored.id
        traces.switch_page("traces.py").run()
        traces.button(key="analyse:run").click().run()
        said = [info.value for info in traces.info if "same analysis exists" in info.value]
        assert bool(said) is told
    assert len(workspace.analyses.list(trace_id=stored.id)) == 1


def test_import_says_what_is_inferred_later(traces):
    upload(traces, run=native(run()))
    said = " ".join(str(part.proto.body) for part in traces.get("html"))
    assert "no recipient is inferred" in said
    assert "work products is inferred when a run is analysed" in said


def test_no_contract_is_chosen_for_a_run_that_fits_none(traces, workspace):
    stored = workspace.traces.add(run(writer="Scribe"), "run.json")
    for name in ("a menu", "b menu"):
        other = CONTRACT.replace("name: proposal", f"name: {name}")
        for old, new in (("Collector", "Brief Scribe"), ("Copywriter", "Cook")):
            other = other.replace(old, new)
        workspace.contracts.save(other, "Ada")
    traces.query_params["trace"] = stored.id
    traces.run()
    assert traces.selectbox(key="param:contract").value is None
    workspace.contracts.save(CONTRACT, "Ada")
    traces.run()
    assert traces.selectbox(key="param:contract").value == "proposal"


def test_a_choice_by_hand_is_given_as_the_reason(traces, workspace):
    stored = workspace.traces.add(run(writer="Scribe"), "run.json")
    saved = workspace.contracts.save(CONTRACT, "Ada")
    traces.query_params["trace"] = stored.id
    traces.run()
    (table,) = [one for one in traces.dataframe if "Why" in one.value]
    assert table.value["Why"][1].startswith("No party has a similar name")
    key = f"binding:{stored.id}:proposal@{saved.version}:"
    traces.session_state[key] = {
        "edited_rows": {1: {"Party in the contract": "Copywriter"}},
        "added_rows": [],
        "deleted_rows": [],
    }
    traces.run()
    (table,) = [one for one in traces.dataframe if "Why" in one.value]
    assert table.value["Why"][1].startswith("Chosen by you.")
    assert table.value["Why"][0] != table.value["Why"][1]


DESK = json.dumps(
    {
        "dialogue": {
            "turns": [
                {"who": "customer", "for": "agent", "channel": "chat", "payload": {"msg": "It broke."}},
                {"who": "agent", "for": None, "channel": "lookup", "payload": {"msg": "order 7"}},
                {"who": "agent", "for": "customer", "channel": "chat", "payload": {"msg": "A new one."}},
            ]
        }
    }
)  # fmt: skip
"""A log that no importer knows."""


def press(app, label):
    next(button for button in app.button if button.label.startswith(label)).click().run()


def choose(app, label, value):
    next(box for box in app.selectbox if box.label == label).set_value(value).run()


def test_an_unknown_file_is_mapped_and_the_next_one_like_it_reads_itself(traces, workspace):
    upload(traces, desk=DESK)
    assert traces.button(key="traces:import").disabled
    press(traces, "Map desk")
    shown = traces.dataframe[0].value
    assert list(shown["Text"]) == ["It broke.", "order 7", "A new one."]
    assert list(shown["To"]) == ["agent (inferred)", "", ""]
    choose(traces, "Recipient", "for")
    choose(traces, "Kind", "channel")
    (shown,) = [one.value for one in traces.dataframe if "To" in one.value]
    assert list(shown["To"]) == ["agent", "", "customer"]
    (name,) = [one for one in traces.text_input if one.label == "Name of the mapping"]
    name.set_value(HOSTILE[:80]).run()
    traces.button(key="map:save").click().run()
    assert "was read by the mapping" in words(traces)
    assert "<img" not in words(traces)
    press(traces, "Import 1 trace")
    trace = workspace.traces.get(workspace.traces.list().rows[0].id)
    assert [event.recipients for event in trace.events] == [("agent",), (), ("customer",)]
    assert trace.agent("customer").is_person
    upload(traces, other=DESK.replace("It broke", "It is gone"))
    assert "was read by the mapping" in words(traces)
    assert not traces.button(key="traces:import").disabled


def test_saved_mappings_are_listed_and_deleted(traces, running):
    running.save_mapping(Mapping(name="desk", sender="who", text="said"))
    traces.run()
    assert "desk" in words(traces)
    traces.button(key="mapping:delete:desk").click().run()
    assert running.saved_mappings() == []


def test_a_pattern_of_ones_own_is_taken_out_and_a_slow_one_refused(traces):
    upload(traces, chat=CHAT)
    traces.text_area(key="traces:redact:patterns").set_value("(a+)+b").run()
    assert "repeats inside" in traces.error[0].value
    traces.text_area(key="traces:redact:patterns").set_value("BA [0-9]+\n[Gg]ate").run()
    assert not traces.error
    assert "1 × pattern: BA [0-9]+" in words(traces)
    assert "3 × pattern: [Gg]ate" in words(traces)


def test_a_large_file_is_read_and_kept_in_processes_of_their_own(
    traces, workspace, running, monkeypatch
):
    monkeypatch.setattr("pages._ui.reading.BIG_FILE", 10)
    upload(traces, chat=CHAT)
    (reading,) = traces.session_state["traces:readings"].values()
    assert reading.result.traces == ()
    assert [found.events for found in reading.result.found] == [4]
    traces.run()
    assert "1 × key" in words(traces)
    traces.button(key="traces:import").click().run()
    if "traces:keeping" in traces.session_state:
        assert traces.session_state["traces:keeping"].future.result(60)
        traces.run()
    assert "Imported 1 trace" in traces.success[0].value
    stored = workspace.traces.get(workspace.traces.list().rows[0].id)
    assert "[redacted: key]" in stored.events[1].text


def test_storing_a_large_file_can_be_stopped(traces, workspace, running, monkeypatch):
    monkeypatch.setattr("pages._ui.reading.BIG_FILE", 10)
    reading = running.read("chat.json", CHAT.encode())
    assert reading.result.found
    stopped = Running()
    stopped.cancel()
    with pytest.raises(CancelledError):
        running.keep(reading, stopped)
    assert workspace.traces.list().total == 0
    assert running.keep(reading)[0].created


def test_reading_a_large_file_can_be_stopped(traces, running, monkeypatch):
    monkeypatch.setattr("pages._ui.reading.BIG_FILE", 10)
    reading = running.read("big.json", b'{"messages": []}')
    reading.cancel()
    assert reading.result.error == "Reading was cancelled."


def test_an_archive_of_known_files_is_read(traces):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a/chat.json", CHAT)
        archive.writestr("run.json", native(run()))
        archive.writestr("notes.txt", "nothing")
    upload(traces, several=packed.getvalue())
    assert list(traces.dataframe[0].value["Trace"]) == ["chat", "Proposal run"]
    assert "notes.txt" in words(traces)
