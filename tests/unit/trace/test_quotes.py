from hypothesis import given
from hypothesis import strategies as st

from core.trace.quotes import own_words


def test_quoted_lines_are_blanked_and_positions_kept():
    text = "I agree.\n> You must pay at once.\nSo be it."
    own = own_words(text)
    assert "pay" not in own
    assert own.index("So be it") == text.index("So be it")


def test_what_a_repair_carried_in_is_no_word_of_the_author():
    text = "Please write.\n\n[Carried over from crm, event 3]\n> Budget: 45,000."
    assert own_words(text).strip() == "Please write."


def test_a_comparison_inside_a_line_is_no_quotation():
    assert own_words("x > 3 holds") == "x > 3 holds"


@given(st.text())
def test_length_and_other_lines_stay(text):
    own = own_words(text)
    assert len(own) == len(text)
    assert all(a == b or a == " " for a, b in zip(own, text, strict=True))
