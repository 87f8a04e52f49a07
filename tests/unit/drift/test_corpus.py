"""The measures of role drift on the labelled turns of the folder that BATON_SHARED names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from core.cli.eval_drift import evaluate_drift

CASES = Path(os.environ.get("BATON_SHARED", "/nowhere")) / "cases"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not (CASES / "role_turns.jsonl").exists(), reason="needs BATON_SHARED"),
]


def test_drift_is_told_on_the_labelled_turns():
    lines = (CASES / "role_turns.jsonl").read_text(encoding="utf-8").splitlines()
    turns = [json.loads(line) for line in lines if line.strip()]
    roles = json.loads((CASES / "roles.json").read_text(encoding="utf-8"))
    summary, rows = evaluate_drift(turns, roles)
    assert len(rows) == len(turns)
    assert summary["auroc"]["energy"] >= 0.80
    assert summary["auroc_like_length"]["auroc"] >= 0.78
    assert summary["auroc"]["logic"] >= 0.68
    assert summary["balanced_accuracy"] >= 0.72
    assert summary["speech_acts"]["micro_f1"] >= 0.75
    assert summary["nearest_role"]["right"] >= 0.50
