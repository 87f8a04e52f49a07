"""The whole path on real logs: import, contract, binding, replay, storage.

The contract is made from each run's own task: its sentences are the facts, the first speaker owns
them, everybody else needs them. Such a contract says nothing deep, but every real text goes
through every part.
"""

import os
import re
from pathlib import Path

import pytest

from core.contract.bind import suggest_binding
from core.contract.document import dump_yaml, parse_contract
from core.contract.model import Contract, Fact
from core.controller import analyse
from core.gate.builtin import GPT_TERRA
from core.provenance.model import GAPS
from core.trace.importers import read_path
from storage import open_workspace

SHARED = os.environ.get("BATON_SHARED")
FOLDERS = ("whowhen", "otlp_json", "agentrx_magentic")
FILES = (
    sorted(
        p
        for name in FOLDERS
        for p in (Path(SHARED) / "traces" / name).rglob("*.json")
        if "ground_truth" not in p.name  # labels, no run
    )
    if SHARED
    else []
)

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not SHARED, reason="BATON_SHARED is not set"),
]


def contract_from(trace) -> Contract:
    text = trace.task or next((e.text for e in trace.events if e.text), "Do the task.")
    sentences = [s.strip() for s in re.split(r"(?<=[.!?])\s+|\n+", text) if len(s.strip()) > 12]
    owner, *others = trace.agent_names
    facts = tuple(
        Fact(
            id=f"f{n}",
            statement=sentence[:400],
            kind="free_text",
            owner=owner,
            recipients=others or [owner],
        )
        for n, sentence in enumerate(sentences[:5] or [text[:400]], start=1)
    )
    return Contract(name="from-the-task", facts=facts)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem[:12]}")
def test_a_real_log_goes_the_whole_way(path, tmp_path):
    for trace in read_path(path).traces[:2]:
        contract = parse_contract(dump_yaml(contract_from(trace)))
        binding = suggest_binding(trace, contract, {}).binding
        analysis = analyse(trace, contract, priors=GPT_TERRA, binding=binding)
        assert (
            analysis.to_json()
            == analyse(trace, contract, priors=GPT_TERRA, binding=binding).to_json()
        )
        numbers = [event.seq for event in trace.events]
        for state in analysis.final:
            assert all(e.seq in numbers for e in state.evidence)
            assert state.status not in GAPS or state.due_seq in numbers
        for report in analysis.reports:
            assert report.released == report.original or report.decision == "COMMIT"
        with open_workspace(f"sqlite:///{tmp_path / 'baton.db'}") as workspace:
            stored = workspace.traces.add(trace, path.name)
            assert workspace.traces.get(stored.id).digest == trace.digest
            assert not workspace.traces.add(trace, "again.json").created
            analysis_id = workspace.analyses.add(analysis, stored.id, "Ines")
            assert workspace.analyses.get(analysis_id).digest == analysis.digest
