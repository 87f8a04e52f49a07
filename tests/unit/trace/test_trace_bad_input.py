"""Files that are no traces: each gets one clear sentence."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes, read_path
from core.trace.importers.base import MAX_PROBLEMS
from tests.unit.trace.trace_samples import BARE_ROUTED, GROUP, NATIVE, as_json, as_lines


def archive():
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("run.json", "{}")
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty."),
        (b" \n\t ", "The file is empty."),
        (b"\xef\xbb\xbf  ", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is a PNG picture"),
        (b"SQLite format 3\x00more", "This is a SQLite database"),
        (b"\x1f\x8b\x08\x00", "The gzip file is broken: it is cut off."),
        (b"%PDF-1.7 ...", "This is a PDF document"),
        (archive(), "The zip archive holds no file with a trace."),
        (b"\x00\x01\x02\x03" * 9, "binary data"),
        (
            b'[{"role": "user", "content": "\xe9t\xe9"}]',
            "not valid UTF-8: byte 0xE9 at position 30",
        ),
        (b"messages:\n  - role: user\n    content: hi\n", "looks like YAML"),
        (b"---\n# run\nname: x\n", "looks like YAML"),
        (b"<html><body>x</body></html>", "This is a web page"),
        (b"<?xml version='1.0'?><a/>", "This is XML"),
        (b"sender,recipient,text\nA,B,x\n", "neither JSON nor JSONL"),
        (b"7", "neither JSON nor JSONL"),
        (b"null", "neither JSON nor JSONL"),
        (b"{}", "no form that Baton knows: an empty object"),
        (b"[]", "an empty list"),
        (b"[1, 2]", "a list of numbers"),
        (b"[null, 2]", "a list without objects"),
        (b'{"a": 1, "b": 2}', "an object with the keys “a”, “b”"),
        (b'{"messages": [{"role": "user", "content": "hi"', "The JSON is incomplete"),
        (b'{"messages": "unterm', "The JSON is incomplete"),
        (b'{"messages": [,]}', "not valid JSON"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "can't be used"),
        (b"[" * 100_000, "nested more than 200 deep"),
        (b"[" * 300 + b"]" * 300, "nested more than 200 deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "nested more than 200 deep"),
        (b'{"messages": []}', "no form that Baton knows"),
        (b'{"kind": "Trace", "events": []}', "no event of a run"),
        (b'{"kind": "Trace", "events": 3}', "must be a list"),
        (b'{"resourceSpans": []}', "no event of a run"),
        (b'{"resourceSpans": 3}', "no form that Baton knows"),
    ],
)
def test_one_clear_sentence_for_each(data, words):
    with pytest.raises(TraceFormatError) as caught:
        read_bytes(data, "file.json")
    assert words in str(caught.value)
    assert caught.value.hint


def test_the_size_limit_is_said_in_megabytes():
    with pytest.raises(TraceFormatError, match=r"has 2 MB, the limit is 1 MB"):
        read_bytes(b" " * 2**21, "x", limit=2**20)


def test_a_file_over_the_limit_is_not_read_whole(tmp_path):
    path = tmp_path / "big.json"
    path.write_bytes(b"[" + b" " * 100 + b"]")
    with pytest.raises(TraceFormatError, match="the limit is"):
        read_path(path, limit=50)


def test_a_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(TraceFormatError, match=r"gone\.json: The file can't be opened"):
        read_path(tmp_path / "gone.json")
    with pytest.raises(TraceFormatError, match="can't be opened"):
        read_path(tmp_path)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_unicode_encodings_are_read(encoding):
    text = json.dumps(GROUP, ensure_ascii=False)
    result = read_bytes(text.encode(encoding), "x")
    assert result.traces[0].digest == read_bytes(text.encode(), "x").traces[0].digest


def test_a_line_that_is_cut_off_is_reported_and_the_rest_used():
    data = as_lines(*BARE_ROUTED) + b'{"role": "user", "con'
    result = read_bytes(data, "x.jsonl")
    assert len(result.traces[0].events) == len(BARE_ROUTED)
    assert result.bad_records == 1
    assert result.problems[0].where == "line 10"
    assert "cut off" in result.problems[0].message


@pytest.mark.parametrize("line", [b"{nope", b'{"a": NaN}', b"[" * 9999, b"\xd0\xbf\xd1\x80"])
def test_bad_lines_in_the_middle_have_their_number(line):
    lines = as_lines(*BARE_ROUTED).splitlines()
    data = b"\n".join([*lines[:3], line, b"", *lines[3:]])
    result = read_bytes(data, "x.jsonl")
    assert [problem.where for problem in result.problems] == ["line 4"]
    assert len(result.traces[0].events) == len(BARE_ROUTED)


def test_windows_line_ends_are_fine():
    data = as_lines(*BARE_ROUTED).replace(b"\n", b"\r\n")
    assert read_bytes(data, "x").bad_records == 0


def test_half_surrogate_pairs_are_replaced_and_said():
    data = (
        b'[{"role": "user", "content": "a\\ud83d b"}, {"name": "B", "content": "\\ud83d\\ude00"}]'
    )
    result = read_bytes(data, "x")
    assert [event.text for event in result.traces[0].events] == ["a\ufffd b", "\U0001f600"]
    assert [problem.code for problem in result.problems] == ["lone-surrogate"]
    assert result.traces[0].digest


def test_whole_pairs_and_nested_json_raise_no_alarm():
    inner = json.dumps({"query": "\U0001f600"})  # escapes inside of a text
    messages = [{"role": "user", "content": inner}, {"role": "assistant", "content": "ok"}]
    assert read_bytes(json.dumps(messages).encode(), "x").problems == ()


def test_problems_are_capped_with_a_count_of_the_rest():
    messages = [*BARE_ROUTED * 30, *[{"role": "user", "content": 5}] * (MAX_PROBLEMS + 7)]
    result = read_bytes(as_json(messages), "x")
    assert len(result.problems) == MAX_PROBLEMS + 1
    assert result.problems[-1].message == "And 7 more."
    assert result.bad_records == MAX_PROBLEMS + 7


def test_a_file_that_is_nearly_all_bad_is_refused():
    messages = [BARE_ROUTED[0], *[{"role": "user", "content": 5}] * 20]
    with pytest.raises(TraceFormatError, match="20 of 21 records can't be used"):
        read_bytes(as_json(messages), "x")


def test_what_progress_raises_stops_the_import():
    class StopError(Exception):
        pass

    def stop(count):
        raise StopError(count)

    with pytest.raises(StopError):
        read_bytes(as_json(BARE_ROUTED * 200), "x", progress=stop)


def test_agents_named_twice_are_an_error_of_their_own():
    data = {**NATIVE, "agents": [{"name": "Planner"}, {"name": "Planner"}]}
    result = read_bytes(as_json(data), "x")
    assert result.problems[0].code == "duplicate-id"
    assert result.traces[0].agent_names == ("Planner", "Ida", "Buyer")


@pytest.mark.parametrize("text", ['{"events": [%s]}', '[{"a": -%s}]', "[%s, nonsense"])
def test_a_number_without_end_is_refused_in_our_words(text):
    with pytest.raises(TraceFormatError) as refused:
        read_bytes((text % ("7" * 5000)).encode(), "long.json")
    assert "set_int_max" not in str(refused.value)
    if "nonsense" not in text:
        assert "5,000 digits, the limit is 4,300" in str(refused.value)
