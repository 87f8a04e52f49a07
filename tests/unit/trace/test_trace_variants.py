"""The same run as other programs, editors and interfaces write it: read all the same."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from core.errors import TraceFormatError
from core.trace.importers import read_bytes
from tests.unit.trace import trace_samples
from tests.unit.trace.trace_samples_more import MORE
from tests.unit.trace.trace_samples_tools import TOOLS

FILES = {
    name: data
    for name, data in {**trace_samples.FILES, **MORE, **TOOLS}.items()
    if not data.startswith(b"PK")
}


def parsed(data):
    try:
        return json.loads(data)
    except ValueError:
        try:
            return [json.loads(line) for line in data.splitlines() if line.strip()]
        except ValueError:
            return None


JSON = {name: found for name, data in FILES.items() if (found := parsed(data)) is not None}


def counted(data):
    result = read_bytes(data, "f")
    events = [event for trace in result.traces for event in trace.events]
    return len(result.traces), len(events), [event.text.strip() for event in events]


def zipped(data):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x/f.json", data)
        archive.writestr("notes.txt", "nothing here")
    return packed.getvalue()


BYTES = {
    "a mark at the start": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16 as Windows writes it": lambda data: data.decode().encode("utf-16"),
    "UTF-16, the other way round": lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be"),
    "empty lines around": lambda data: b"\n\n" + data + b"\n \n",
    "in a zip": zipped,
}
VALUES = {
    "on many lines": lambda value: json.dumps(value, indent=2),
    "written as a text": lambda value: json.dumps(json.dumps(value)),
    "no number": lambda value: json.dumps([value, float("nan")])[1:].rpartition(",")[0],
    "in a list": lambda value: json.dumps([value]) if isinstance(value, dict) else json.dumps(value),
    "wrapped": lambda value: json.dumps({"data": value, "meta": {"page": 1}}),
    "a comma too many": lambda value: json.dumps(value)[:-1] + ", " + json.dumps(value)[-1],
}  # fmt: skip


@pytest.mark.parametrize("variant", list(BYTES))
@pytest.mark.parametrize("name", list(FILES))
def test_bytes(name, variant):
    assert counted(BYTES[variant](FILES[name])) == counted(FILES[name])


@pytest.mark.parametrize("name", list(FILES))
def test_line_ends_of_windows(name):
    data = FILES[name].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert counted(data)[:2] == counted(FILES[name])[:2]


@pytest.mark.parametrize("variant", list(VALUES))
@pytest.mark.parametrize("name", list(JSON))
def test_values(name, variant):
    # A list of one item may be read by a more general importer, but not with other traces.
    found = counted(VALUES[variant](JSON[name]).encode())
    assert found[:2] == counted(FILES[name])[:2]


def test_documents_one_after_the_other():
    one = {
        "messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Yes?"}]
    }
    two = {
        "messages": [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "No."}]
    }
    for between in ("", "\n", " ,\n"):
        text = json.dumps(one, indent=1) + between + json.dumps(two, indent=1)
        assert counted(text.encode())[:2] == (2, 4)


def test_what_was_mended_is_told():
    text = '[{"role": "user", "content": "Hi.", "score": NaN,}, {"role": "assistant", "content": "Yes?"},]'
    result = read_bytes(text.encode(), "f")
    told = " ".join(problem.message for problem in result.problems)
    assert "1 values that JSON doesn't have (NaN)" in told
    assert "2 commas" in told


@pytest.mark.parametrize(
    "text", ['{"messages": [,]}', '{"messages": [1,,2]}', '{"a": 1} x', '{"a" 1}']
)
def test_what_is_broken_stays_refused(text):
    with pytest.raises(TraceFormatError, match="not valid JSON"):
        read_bytes(text.encode(), "f")
