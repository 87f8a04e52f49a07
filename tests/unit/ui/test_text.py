import csv
import html
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages._ui.downloads import csv_bytes, csv_cell, jsonl_bytes, safe_file_name
from pages._ui.messages import Span, _difference, _marked, _tidy, _window
from pages._ui.status import LOOKS, look, status_text
from pages._ui.text import count, html_escape, plain, shorten, shorten_middle, signed


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", LOOKS)
def test_every_state_can_be_read_on_its_tint_and_on_the_page(name):
    shown = look(name)
    assert contrast(*shown.light) >= 4.5
    assert contrast(*shown.dark) >= 4.5
    assert contrast(shown.light[0], "#ffffff") >= 4.5
    assert contrast(shown.dark[0], "#12171c") >= 4.5


def test_no_two_states_share_icon_glyph_or_word():
    for part in ("path", "glyph", "material", "word"):
        assert len({getattr(shown, part) for shown in LOOKS.values()}) == len(LOOKS)


def test_an_unknown_state_is_shown_as_unknown():
    assert status_text("no such state").endswith("unknown")


@given(st.text())
def test_escaped_text_holds_no_markup(text):
    assert "<" not in html_escape(text)
    assert '"' not in html_escape(text)
    assert "![" not in plain(text)
    assert "](" not in plain(text)


@given(st.text(), st.integers(2, 200))
def test_shortened_text_fits(text, limit):
    assert len(shorten(text, limit)) <= limit


def test_counts_agree_with_their_noun():
    assert [count(n, "trace") for n in (0, 1, 2000)] == ["0 traces", "1 trace", "2,000 traces"]
    assert count(2, "analysis", "analyses") == "2 analyses"


@given(st.text())
def test_no_cell_is_a_formula(text):
    cell = str(csv_cell(text)).lstrip(" ")
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_tables_keep_numbers_and_every_column():
    rows = [{"a": -1, "b": "=1+1"}, {"a": 2, "c": ["x", "y"]}]
    read = list(csv.reader(io.StringIO(csv_bytes(rows).decode("utf-8-sig"))))
    assert read == [["a", "b", "c"], ["-1", "'=1+1", ""], ["2", "", '["x", "y"]']]
    assert jsonl_bytes(rows).count(b"\n") == 2


@given(st.text())
def test_file_names_are_harmless(name):
    made = safe_file_name(name, "jsonl")
    assert made.endswith(".jsonl")
    assert not made.startswith(".")
    assert not set(made) & set('/\\:*?"<>|\x00')


SPANS = st.lists(
    st.tuples(st.integers(-5, 60), st.integers(-5, 60), st.just("absent"), st.text(max_size=5))
)


def unmarked(body: str) -> str:
    import re

    body = re.sub(r'<span class="bt-sr">.*?: </span>', "", body, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", body))


@given(st.text("abc<>&\"' \n", max_size=50), SPANS)
def test_highlights_never_change_the_text(text, spans):
    marks = _tidy(spans, len(text))
    assert unmarked(_marked(text, marks, 0, len(text))) == text


@given(st.integers(0, 10_000), st.integers(4, 500), st.integers(0, 10_000))
def test_a_cut_text_shows_its_first_highlight(length, limit, at):
    marks = [Span(at, at + 1, "absent")] if at < length else []
    start, end = _window(length, marks, limit)
    assert 0 <= start <= end <= length
    assert end - start <= limit
    assert not marks or start <= at < end


@given(st.text("ab <>&\n", max_size=60), st.text("ab <>&\n", max_size=60))
def test_a_difference_holds_both_texts(before, after):
    import re

    body, _ = _difference(before, after, 10_000)
    new = re.sub(r"<del>.*?</del>", "", body, flags=re.DOTALL)
    old = re.sub(r"<ins>.*?</ins>", "", body, flags=re.DOTALL)
    strip = re.compile(r'<span class="bt-sr">.*?</span>', re.DOTALL)
    assert unmarked(strip.sub("", new)) == after
    assert unmarked(strip.sub("", old)) == before


def test_a_name_cut_in_the_middle_keeps_both_ends():
    name = "Kestrel Freight, the long proposal of June, run 17"
    assert shorten_middle(name, 21) == "Kestrel Fr…ne, run 17"
    assert shorten_middle("run 17", 21) == "run 17"


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.0, "+0.00"), (0.25, "+0.25"), (0.004, "+0.004"), (-0.0032, "-0.003"), (0.0002, "+0.0002")],
)
def test_a_figure_shows_on_which_side_of_zero_it_lies(value, words):
    assert signed(value) == words
