from hypothesis import given
from hypothesis import strategies as st

from core.cli.terminal import clean, table


def test_escape_sequences_do_not_reach_the_terminal():
    assert "\x1b" not in clean("a\x1b[2Jb\rc")
    assert clean("right\u202eleft") == "right\ufffdleft"


def test_lines_become_one_and_long_text_is_cut():
    assert clean("a\nb") == "a b"
    assert clean("abcdef", 4) == "abc…"


@given(st.text())
def test_nothing_steers_the_terminal(text):
    shown = clean(text)
    assert not any(ord(ch) < 32 and ch != "\t" for ch in shown)
    shown.encode("utf-8")


def test_columns_line_up():
    assert table([("a", "bb"), ("ccc", "d")]) == "a    bb\nccc  d"
