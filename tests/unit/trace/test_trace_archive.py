"""Archives and files that are known to be no trace."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from core.trace.importers.archive import MAX_MEMBERS
from tests.unit.trace.trace_samples_more import MORE, eval_archive


def packed(*members, method=zipfile.ZIP_DEFLATED):
    target = BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        for name, data in members:
            file.writestr(name, data)
    return target.getvalue()


def test_a_zip_of_known_files_is_read_file_by_file():
    data = packed(
        ("b/run.jsonl", MORE["claude_code"]),
        ("a/run.log", MORE["chatdev"]),
        ("note.md", "hi"),
        ("x.json", "{}"),
    )
    result = read_bytes(data, "runs.zip")
    assert (result.format, result.title) == ("zip", "zip archive")
    assert [trace.format for trace in result.traces] == ["chatdev", "claude_code"]
    assert [(p.where, p.code) for p in result.problems if p.code == "refused"] == [
        ("x.json", "refused")
    ]


def test_one_format_names_the_result():
    data = packed(("a.json", MORE["google_adk"]), ("b.eval", eval_archive()))
    assert read_bytes(data, "x").format == "zip"
    assert read_bytes(packed(("a.json", MORE["google_adk"])), "x").format == "google_adk"


def link():
    info = zipfile.ZipInfo("run.json")
    info.external_attr = 0o120777 << 16
    return info


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ([("../run.json", "{}")], "leads out of it"),
        ([("/run.json", "{}")], "leads out of it"),
        ([("C:/run.json", "{}")], "leads out of it"),
        ([(link(), "target")], "holds a link"),
        ([("bomb.json", "0" * 5_000_000)], "unpacks to more than 200 times"),
        ([(f"{n}.json", "") for n in range(MAX_MEMBERS + 1)], "the limit is 2,000"),
        ([("inner.zip", packed(("a.json", "{}")))], "no file with a trace"),
        ([("inner.json", packed(("a.json", "{}")))], "An archive in an archive"),
        ([("readme.md", "hello")], "no file with a trace"),
    ],
)
def test_tricks_are_refused(members, words):
    with pytest.raises(TraceFormatError) as caught:
        read_bytes(packed(*members), "x.zip")
    assert words in str(caught.value)


def test_the_limit_holds_for_all_members_together():
    data = packed(("a.json", b"x" * 600), ("b.json", b"y" * 600), method=zipfile.ZIP_STORED)
    with pytest.raises(TraceFormatError, match="the limit is"):
        read_bytes(data, "x.zip", limit=1000)


def test_a_header_that_lies_about_sizes():
    data = bytearray(packed(("a.json", MORE["google_adk"])))
    place = data.rfind(b"PK\x01\x02")
    data[place + 24 : place + 28] = (10).to_bytes(4, "little")  # claims to unpack to 10 bytes
    with pytest.raises(TraceFormatError):
        read_bytes(bytes(data), "x.zip")


@pytest.mark.parametrize("cut", [10, 60, 200])
def test_broken_archives(cut):
    with pytest.raises(TraceFormatError, match="broken"):
        read_bytes(eval_archive()[:-cut], "x.eval")


def test_samples_that_are_no_json_are_left_out():
    data = packed(("header.json", "{}"), ("samples/1.json", "no"), ("samples/2.json", json.dumps(
        {"id": 1, "epoch": 1, "messages": [{"role": "user", "content": "hi"}]})))  # fmt: skip
    result = read_bytes(data, "x.eval")
    assert (len(result.traces), result.bad_records) == (1, 1)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"eval_cases": [], "name": "x"}, "evaluation set"),
        ({"trace_id": "1", "errors": [], "scores": []}, "annotations of a trace"),
        ([{"trajectory_id": 1, "failures": [], "root_cause": {}}], "annotations of failed runs"),
        ({"index": 0, "human_labels": {"1.1": 0}}, "labels of a run"),
        ({"meta": {}, "modes": [], "labels": {"x": {}}}, "labels of many runs"),
        ({"apiVersion": "baton/v1", "kind": "FactContract", "facts": []}, "no trace"),
        ({"$schema": "x", "properties": {}}, "a schema"),
        ({"results": [{"pass": True}]}, "results of runs"),
    ],
)
def test_what_lies_beside_traces_is_named(value, words):
    with pytest.raises(TraceFormatError) as caught:
        read_bytes(json.dumps(value).encode(), "x.json")
    assert words in caught.value.what
    assert caught.value.hint


def test_the_unknown_is_sent_to_a_mapping():
    with pytest.raises(TraceFormatError, match="Say with a mapping"):
        read_bytes(b'{"dialogue": {"turns": []}}', "x.json")
