"""The measuring itself, on a handful of turns."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cli.eval_drift import auroc, evaluate_drift, role_set_from_list
from core.errors import DocumentError
from tests.unit.drift.helpers import TEAM, HashEncoder

ROLES = [
    {**role.model_dump(exclude={"name"}), "role": role.name} for role in TEAM.roles
]  # a bare list, with the name under 'role'
TURNS = [
    {"id": "a", "role": "Checker", "text": "The sum agrees with the bill.", "label": "consistent",
     "acts": ["VERIFY"], "lang": "en"},
    {"id": "b", "role": "Checker", "text": "The sum is wrong. Clerk, please correct it by noon.",
     "label": "drifted", "drift_into": "Doer", "acts": ["VERIFY", "DELEGATE"], "lang": "en"},
    {"id": "c", "role": "Doer", "text": "Я отправил письмо.", "label": "consistent",
     "acts": ["EXECUTE"], "lang": "ru"},
    {"id": "d", "role": "Doer", "text": "Sent. I also saved the price in the shared memory.",
     "label": "drifted", "drift_into": "Keeper", "acts": ["EXECUTE", "WRITE_MEMORY"]},
]  # fmt: skip


def test_summary_and_rows():
    summary, rows = evaluate_drift(TURNS, ROLES, encoder=HashEncoder())
    assert json.loads(json.dumps(summary))["turns"] == 4
    assert summary["auroc"]["energy"] == 1.0
    assert set(summary["by_language"]) == {"en", "ru", "unknown"}
    assert set(summary["milliseconds_per_turn"]) >= {"acts", "encode", "geometry", "predicates"}
    assert [row["id"] for row in rows] == ["a", "b", "c", "d"]
    assert set(rows[0]) == {"id", "energy", "flagged", "terms", "acts", "nearest_role"}
    assert set(rows[0]["terms"]) == {"out", "leak", "ling", "logic"}
    assert rows[1]["energy"] > rows[0]["energy"]


def test_a_role_set_document_will_do_as_well():
    rows = evaluate_drift(TURNS, ROLES, encoder=HashEncoder())[1]
    assert evaluate_drift(TURNS, TEAM.to_dict(), encoder=HashEncoder())[1] == rows


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"role": "Pilot"}, "no profile"),
        ({"label": "maybe"}, "label"),
        ({"text": None}, "text"),
    ],
)
def test_a_bad_turn_is_named(change, words):
    with pytest.raises(DocumentError, match=words) as caught:
        evaluate_drift([{**TURNS[0], **change}], ROLES, encoder=HashEncoder())
    assert "turn a" in str(caught.value)


def test_a_profile_without_a_name_is_refused():
    with pytest.raises(DocumentError, match="no name"):
        role_set_from_list([{"description": "x"}])


def test_without_one_side_there_is_no_auroc():
    assert auroc([], [1.0]) is None
    summary, _ = evaluate_drift(TURNS[:1], ROLES, encoder=HashEncoder())
    assert summary["auroc"]["energy"] is None
    assert summary["balanced_accuracy"] is None


@given(st.lists(st.integers(0, 9), min_size=1), st.lists(st.integers(0, 9), min_size=1))
def test_auroc_is_symmetric(high, low):
    forth, back = auroc(high, low), auroc(low, high)
    assert forth is not None
    assert back is not None
    assert forth + back == pytest.approx(1.0, abs=2e-4)
    assert auroc(high, high) == 0.5
