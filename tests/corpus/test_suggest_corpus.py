"""Facts proposed from real runs: quoted, explained, quick, and readable as a contract."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from core.cli.suggesting import suggested_text
from core.contract.document import parse_contract
from core.contract.lint import lint_contract
from core.contract.suggest import MOST, TICKED, suggest_facts
from core.trace.importers import read_path

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif("BATON_SHARED" not in os.environ, reason="BATON_SHARED is not set"),
]

ROOT = Path(os.environ.get("BATON_SHARED", ".")) / "traces"
FOLDERS = ("whowhen/Algorithm-Generated", "whowhen/Hand-Crafted", "marble", "tau_bench", "trail")


@pytest.mark.parametrize("folder", FOLDERS)
def test_real_runs_give_contracts_that_read_back(folder):
    files = sorted(p for p in (ROOT / folder).rglob("*.json*") if "annotation" not in p.name)
    traces = [t for path in files[:40:10] for t in _traces(path)]
    for trace in traces:
        started = time.perf_counter()
        found = suggest_facts(trace)
        assert time.perf_counter() - started < 30
        assert len(found) <= MOST and sum(s.ticked for s in found) <= TICKED
        for s in found:
            text = trace.event(s.seq).text if s.seq else trace.task
            words = s.fact.statement.replace("_", " ").split()
            quoted = text[s.span[0] : s.span[1]].replace("_", " ")
            assert sum(word.strip(".,;:\"'*`[]()") in quoted for word in words) >= 0.8 * len(words)
            assert s.fact.owner and s.fact.recipients and s.check
            assert s.fact.owner not in s.fact.recipients
        if found:
            text = suggested_text(trace, list(found))
            assert parse_contract(text).facts == tuple(s.fact for s in found)
            assert not [i for i in lint_contract(text) if i.severity == "error"]


def _traces(path):
    try:
        return read_path(path).traces[:2]
    except Exception:  # labels and other files that are no runs
        return []
