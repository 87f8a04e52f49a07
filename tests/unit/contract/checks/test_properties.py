"""What holds for any text."""

from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.contract.checks import FactCheck, compile_fact, read_text
from core.contract.checks.calibrate import _table, to_verdict
from core.contract.checks.digits import parse_number
from core.contract.checks.evidence import Finding
from core.contract.model import Fact

CHECKS: list[FactCheck] = [
    compile_fact(Fact.model_validate({"id": "F1", "statement": statement, "kind": kind}))
    for kind, statement in [
        ("limit", "Budget is at most 12,000 EUR including VAT"),
        ("value", "The heat pump gives 9 kW at 2 °C"),
        ("value", "The trial was not significant"),
        ("date", "The window is Saturday 22:00 to Sunday 02:00 UTC"),
        ("date", "Payment is due 14 days after delivery"),
        ("entity", "The supplier is Tamm & Co"),
        ("identifier", "The ticket is QA-118"),
        ("list", "Colours: red, green, blue"),
        ("requirement", "Every change needs two approvals"),
        ("prohibition", "Never mention Orlow"),
        ("free_text", "Users get lost during checkout"),
    ]
]

WORDS = st.sampled_from(
    "budget 12,000 EUR at most 9 kW 2 °C Saturday 22:00 UTC 14 days delivery Tamm QA-118 red green blue not never "
    'two approvals Orlow checkout lost? was now instead of | --- \n { } " : - # ; . 12.000 € half past ten 3/4 '
    "до 15 июня тысяч ohne sans sin 1e9 00 99:99 31.02. ± +/- ½ \u00a0 \u202f".split(" ")
)
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(WORDS, max_size=60).map(" ".join),
    st.lists(WORDS, max_size=60).map("".join),
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS)
def test_any_text_gets_a_sound_verdict(text: str) -> None:
    for check in CHECKS:
        for verdict in (check.states(text), check.reflects(text)):
            assert abs(sum(verdict.scores.values()) - 1) < 1e-9
            assert all(0 <= score <= 1 for score in verdict.scores.values())
            assert verdict.label in (verdict.lean, "unsure")
            assert verdict.confidence == verdict.scores[verdict.lean]
            assert verdict.confidence == max(verdict.scores.values())
            assert verdict.reason
            if verdict.span is not None:
                start, end = verdict.span
                assert 0 <= start <= end <= len(text)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_the_same_text_gives_the_same_verdict(text: str) -> None:
    first = [check.states(text) for check in CHECKS]
    read_text.cache_clear()
    assert [check.states(text) for check in CHECKS] == first


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_is_extracted_lies_in_the_text(text: str) -> None:
    view = read_text(text)
    for found in (*view.quantities, *view.moments, *view.tokens):
        assert 0 <= found.start <= found.end <= len(text)
    starts = [zone.start for zone in view.zones]
    assert starts == sorted(starts)
    assert all(a.end <= b.start for a, b in pairwise(view.tokens))


@settings(max_examples=150, deadline=None)
@given(
    st.text(min_size=1, max_size=120).filter(str.strip),
    st.sampled_from(["limit", "date", "list", "prohibition"]),
)
def test_any_statement_compiles(statement: str, kind: str) -> None:
    check = compile_fact(Fact.model_validate({"id": "F1", "statement": statement, "kind": kind}))
    assert check.words
    check.states(statement)


@settings(deadline=None)
@given(
    st.integers(min_value=1000, max_value=99_999_999),
    st.sampled_from(["en", "de", "fr", "es", "ru"]),
)
def test_grouped_numbers_read_back(value: int, lang: str) -> None:
    english = f"{value:,}"
    spellings = {
        "en": [english, english.replace(",", "\u00a0"), str(value), english.replace(",", "'")],
        "de": [english.replace(",", "."), str(value)],
        "fr": [english.replace(",", "\u202f"), english.replace(",", " ")],
        "es": [english.replace(",", "."), str(value)],
        "ru": [english.replace(",", "\u00a0"), str(value)],
    }
    for raw in spellings[lang]:
        assert parse_number(raw, lang)[0] == value  # type: ignore[arg-type]


@settings(deadline=None)
@given(st.integers(min_value=0, max_value=999), st.integers(min_value=0, max_value=99))
def test_decimals_read_back(whole: int, part: int) -> None:
    value = float(f"{whole}.{part:02d}")
    assert parse_number(f"{whole}.{part:02d}", "en")[0] == value
    assert parse_number(f"{whole},{part:02d}", "de")[0] == value


@settings(deadline=None)
@given(
    st.integers(min_value=1, max_value=28),
    st.integers(min_value=1, max_value=12),
    st.integers(min_value=2000, max_value=2099),
)
def test_iso_dates_read_back(day: int, month: int, year: int) -> None:
    moment = read_text(f"Delivery: {year}-{month:02d}-{day:02d}.").moments[0]
    assert (moment.year, moment.month, moment.day) == (year, month, day)


def test_hostile_texts_cost_bounded_time() -> None:
    texts = ["1 " * 50_000, "3 of the " * 10_000, "..." * 50_000, '{"a":' * 20_000, "ab" * 50_000]
    started = time.perf_counter()
    for text in texts:
        for check in CHECKS:
            check.states(text)
    assert time.perf_counter() - started < 60


def test_reading_is_quick() -> None:
    sentence = (
        "The budget for hall 3 is at most 12,000 EUR, due on 3 May at half past ten, says Ruth. "
    )
    words = len(sentence.split())
    for check in CHECKS:
        check.states(sentence)  # load the lexicons
    texts = [sentence * 6 + f" Version {number}." for number in range(20)]
    started = time.thread_time()
    views = [read_text(text) for text in texts]
    read = time.thread_time() - started
    for view in views:
        for check in CHECKS:
            check.states(view)
    checked = time.thread_time() - started - read
    # Some 3 ms per 100 words and 0.5 ms per fact of processor time; eightfold room for slow machines.
    assert read / (20 * 6 * words) * 100 < 0.025
    assert checked / (20 * len(CHECKS)) < 0.004


@given(st.dictionaries(st.sampled_from(sorted(_table()[0])), st.floats(-2, 2)), st.booleans())
def test_a_list_with_items_missing_is_never_surely_there(values, single):
    """The reason names what is missing: whoever reads it would not believe the verdict."""
    short = Finding("not_conveyed", 0.5, "Missing: tills.", missing=("tills",), code="missing")
    assert not to_verdict(short, values, single=single).conveyed
    whole = Finding("conveyed", 0.5, "All items are there.", found=("tills",), code="items")
    assert to_verdict(whole, {}, single=single).scores.keys() == {
        "conveyed",
        "contradicted",
        "not_conveyed",
    }
