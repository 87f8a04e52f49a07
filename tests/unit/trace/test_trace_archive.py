"""Archives and files that are known to be no trace."""

from __future__ import annotations

import gzip
import json
import random
import tarfile
import zipfile
from io import BytesIO

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from core.trace.importers.archive import MAX_MEMBERS
from core.trace.mapper import apply_mapping
from core.trace.mapping import Mapping
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


@pytest.mark.parametrize("name", ["claude_code", "google_adk", "chatdev", "inspect_ai"])
def test_a_packed_file_is_read_as_the_file_in_it(name):
    plain = read_bytes(MORE[name], "run.json")
    assert read_bytes(gzip.compress(MORE[name]), "run.json.gz") == plain


def test_a_packed_file_of_several_parts_is_one_file():
    lines = MORE["claude_code"].splitlines(keepends=True)
    data = b"".join(gzip.compress(line) for line in lines) + bytes(512)
    assert read_bytes(data, "x.gz") == read_bytes(MORE["claude_code"], "x")
    for between in (b"", b"\n", bytes(7) + b"\r\n"):
        rest = gzip.compress(b"".join(lines[1:])) + between
        both = gzip.compress(lines[0]) + between + rest
        assert read_bytes(both, "x.gz") == read_bytes(MORE["claude_code"], "x")


def test_a_packed_file_may_be_larger_than_what_is_unpacked_at_once():
    rng = random.Random(3)
    rows = [{"role": "user", "content": rng.randbytes(1_200).hex()} for _ in range(1_000)]
    data = json.dumps(rows).encode()
    assert len(data) > 2 * 2**20
    (trace,) = read_bytes(gzip.compress(data, 1), "jars").traces
    assert trace.events[-1].text == rows[-1]["content"]


def test_records_that_are_mapped_may_be_packed():
    data = gzip.compress(b'{"who": "Ana", "said": "Two jars."}\n{"who": "Bo", "said": "Three."}\n')
    found = apply_mapping(data, Mapping(sender="who", text="said"), "jars.jsonl.gz")
    assert [event.sender for event in found.traces[0].events] == ["Ana", "Bo"]
    assert found.traces[0].name == "jars"


def tar():
    target = BytesIO()
    with tarfile.open(fileobj=target, mode="w") as file:
        file.addfile(tarfile.TarInfo("run.json"))
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (gzip.compress(b"0" * 5_000_000), "unpacks to more than 200 times its size"),
        (gzip.compress(gzip.compress(b"{}")), "An archive in an archive isn't opened"),
        (gzip.compress(packed(("a.json", MORE["google_adk"]))), "An archive in an archive"),
        (gzip.compress(tar()), "This is a packed tar archive"),
        (gzip.compress(MORE["google_adk"])[:-12], "broken: it is cut off"),
        (gzip.compress(MORE["google_adk"])[:-8] + bytes(8), "The gzip file is broken"),
        (gzip.compress(b"{}") + b"rest", "4 bytes follow its end that aren't gzip"),
        (gzip.compress(b"{}") + b"\x00 rest", "4 bytes follow its end that aren't gzip"),
        (gzip.compress(b"{}") * 2 + b"\x1f", "broken: it is cut off"),
        (gzip.compress(b"{}") + gzip.compress(b"{}")[:-9], "broken: it is cut off"),
        (b"\n" + gzip.compress(b"{}"), "This is a gzip archive behind 1 blank:"),
        (b" \r\n" + packed(("a.json", b"{}")), "This is a zip archive behind 3 blanks:"),
        (gzip.compress(b""), "The file is empty"),
    ],
)
def test_packed_files_that_are_refused(data, words):
    with pytest.raises(TraceFormatError) as caught:
        read_bytes(data, "x.gz")
    assert words in str(caught.value)


def test_a_packed_file_keeps_to_the_limit_of_all_files():
    data = gzip.compress(MORE["google_adk"])
    with pytest.raises(TraceFormatError, match="unpacks to more than"):
        read_bytes(data, "x.gz", limit=len(MORE["google_adk"]) - 1)


def test_a_packed_file_inside_a_zip_is_left_out_and_told():
    data = packed(("a.json", gzip.compress(b"[]")), ("b.json", MORE["google_adk"]))
    found = read_bytes(data, "x.zip")
    assert next((p.where, p.code) for p in found.problems) == ("a.json", "nested-archive")
