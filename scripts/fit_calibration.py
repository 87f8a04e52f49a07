"""Fit the confidence of fact verdicts on labelled texts and labelled runs.

    BATON_SHARED=FOLDER python scripts/fit_calibration.py [--also FOLDER] [--dry]

FOLDER holds ``cases/facts.jsonl`` and ``cases/traces.jsonl`` in the form that ``python -m core eval``
reads; the folder of ``--also`` holds the two files themselves, with cases that nobody looked at while
the rules were written. On those the rules are right less often, so they count in full and the others
by half: a confidence has to hold for texts nobody has seen. Every verdict of the checks on them becomes a row: the features of ``checks.plain.features``
and whether the leaning was right. A logistic regression with one ridge penalty per group of
features is fitted; the penalties make it hierarchical, as a class of evidence is drawn towards its
leaning and kind the stronger the fewer rows it has. What it prints is measured out of fold (ten
folds; texts of one fact, and messages of one run, stay together). ``--dry`` writes nothing.

Labelled runs give labels for single messages only where they leave no doubt: a message that is the
named evidence of an obligation conveys the fact; one that reached a recipient whom the fact is said
never to have reached doesn't; an output of a recipient reflects the fact if the obligation is ok and
the output is its evidence, and doesn't if the obligation is unconsumed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.cli.eval_traces import case_contract, case_trace  # noqa: E402
from core.contract.checks import FactCheck, compile_fact, read_text  # noqa: E402
from core.contract.checks.calibrate import SURE  # noqa: E402
from core.contract.checks.plain import features  # noqa: E402
from core.contract.model import Fact  # noqa: E402

TARGET = ROOT / "core" / "contract" / "checks" / "data" / "calibration.json"
PENALTIES = {
    "one": 0.02,
    "lean": 0.3,
    "class": 2.0,
    "kind": 2.0,
    "strength": 0.3,
    "work": 2.0,
    "run": 1.0,
    "bare": 4.0,
}
"""Ridge penalty by the first word of a feature's name."""
OTHER_PENALTY = 0.6
PRIORS = {
    "class part-not-mentioned": 2.0,
    "work class date-silent": 3.0,
    "class asked": 1.5,
    "class supposed": 1.0,
    "bare conveyed": 1.5,
    "bare not_conveyed": 1.0,
}
"""What a weight is drawn to if not to zero: classes that are surer than their kin by construction (a
text without the word 'tax' doesn't say that tax is included; a work product without any date or
time uses no date; a short text that has all words of a fact, or none) and have hardly a labelled row."""
SIGNS = {
    "plain conveyed": 1,
    "best conveyed": 1,
    "best contradicted": 1,
    "values conveyed": 1,
    "doubt conveyed": -1,
    "flipped conveyed": -1,
    "nothing not_conveyed": 1,
    "void not_conveyed": 1,
    "nothing conveyed": -1,
    "best not_conveyed": -1,
    "shared not_conveyed": -1,
    "plain not_conveyed": -1,
    "strength": 1,
}
"""The sign that a weight must have to make sense; a weight of the other sign is set to zero."""
FOLDS = 10
WEIGHT_SEEN = 0.5
"""A case that the rules were written with says less about how they do on others."""
WEIGHT_MESSAGE = 0.25
"""A message of a run counts less than a text: runs have many easy negatives, not independent."""


@dataclass(frozen=True)
class Row:
    """One verdict with its label."""

    group: str
    work: bool
    lean: str
    right: bool
    weight: float
    values: dict[str, float]
    text: bool
    fresh: bool = False


def _row(
    check: FactCheck, words: str, label: set[str], group: str, work: bool, weight: float
) -> Row:
    text = weight == 1.0
    view = read_text(words)
    finding = check.find(view, work=work)
    values = features(check.spec, view, finding, work=work, run=not text)
    right = finding.lean in label
    return Row(group, work, finding.lean, right, weight, values, text)


def text_rows(path: Path) -> Iterator[Row]:
    """Yield one row for each labelled text."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        fact = row["fact"]
        check = compile_fact(Fact(id="F", statement=fact["statement"], kind=fact["kind"]))
        yield _row(check, row["text"], {row["label"]}, fact["statement"], False, 1.0)


def run_rows(path: Path) -> Iterator[Row]:
    """Yield rows for those messages and outputs of labelled runs whose label is beyond doubt."""
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        checks = {fact.id: compile_fact(fact) for fact in case_contract(case).facts}
        events = case_trace(case).events
        seen: set[tuple[str, int, bool]] = set()
        for pair in case["expected"]:
            for seq, work, label in _labels(pair, events):
                if (pair["fact"], seq, work) in seen:
                    continue
                seen.add((pair["fact"], seq, work))
                text = next(e.text for e in events if e.seq == seq)
                weight = 0.99 if work else WEIGHT_MESSAGE
                yield _row(checks[pair["fact"]], text, label, case["id"], work, weight)


def _labels(pair: dict[str, Any], events: Any) -> Iterator[tuple[int, bool, set[str]]]:
    named = set(pair.get("evidence_seq") or ())
    who, status = pair["recipient"], pair["status"]
    silent = {"not_conveyed", "contradicted"}
    delivered = None
    for event in events:
        to_it = who in event.recipients and event.sender != who
        own = event.sender == who and event.kind == "output"
        if to_it and status in ("absent", "misrouted"):
            yield event.seq, False, silent
        elif to_it and status in ("ok", "unconsumed") and event.seq in named and delivered is None:
            delivered = event.seq
            yield event.seq, False, {"conveyed"}
        elif to_it and delivered is None and named:
            yield event.seq, False, silent
        elif own and delivered is not None and status == "ok" and event.seq in named:
            yield event.seq, True, {"conveyed"}
        elif own and delivered is not None and status == "unconsumed":
            yield event.seq, True, silent


def fit(rows: list[Row]) -> dict[str, float]:
    """Return the weights; those that come out with a senseless sign are left out one by one."""
    banned: set[str] = set()
    while True:
        weights = _fit(rows, banned)
        wrong = {name: w * SIGNS[name] for name, w in weights.items() if name in SIGNS}
        worst = min(wrong, key=lambda name: wrong[name], default="")
        if not worst or wrong[worst] >= 0:
            return weights
        banned.add(worst)


def _fit(rows: list[Row], banned: set[str]) -> dict[str, float]:
    """Penalised maximum likelihood, by Newton's method."""
    names = sorted(({name for row in rows for name in row.values} | set(PRIORS)) - banned)
    at = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names)))
    for i, row in enumerate(rows):
        for name, value in row.values.items():
            if name in at:
                x[i, at[name]] = value
    y = np.array([row.right for row in rows], dtype=float)
    w = np.array([row.weight for row in rows])
    ridge = np.array([PENALTIES.get(name.split()[0], OTHER_PENALTY) for name in names])
    prior = np.array([PRIORS.get(name, 0.0) for name in names])
    beta = prior.copy()
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ beta))
        gradient = x.T @ (w * (y - p)) - ridge * (beta - prior)
        hessian = (x * (w * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    return {name: round(float(b), 3) for name, b in zip(names, beta, strict=True) if abs(b) > 0.02}


def out_of_fold(rows: list[Row]) -> list[float]:
    """Return each row's probability from weights that were fitted without its group."""
    groups = {group: i % FOLDS for i, group in enumerate(sorted({row.group for row in rows}))}
    found = [0.5] * len(rows)
    for fold in range(FOLDS):
        weights = fit([row for row in rows if groups[row.group] != fold])
        for i, row in enumerate(rows):
            if groups[row.group] == fold:
                odds = sum(v * weights.get(name, 0.0) for name, v in row.values.items())
                found[i] = float(1 / (1 + np.exp(-odds)))
    return found


def report(title: str, rows: list[Row], found: list[float]) -> None:
    """Print coverage and precision of what is sure, by leaning, and the loss."""
    print(f"{title}: {len(rows)} rows, {np.mean([r.right for r in rows]):.3f} lean right")
    loss = -np.mean([np.log(p if r.right else 1 - p) for r, p in zip(rows, found, strict=True)])
    print(f"  loss {loss:.3f}")
    for lean in ("conveyed", "contradicted", "not_conveyed", ""):
        pairs = [(r, p) for r, p in zip(rows, found, strict=True) if r.lean.startswith(lean)]
        sure = [r for r, p in pairs if p >= SURE]
        share = len(sure) / max(1, len(pairs))
        right = np.mean([r.right for r in sure]) if sure else float("nan")
        print(f"  {lean or 'all':13} n={len(pairs)} sure {share:.2f} right {right:.3f}")


def _rows(folder: Path) -> list[Row]:
    """Read the labelled texts and runs of a folder; either file may be missing."""
    rows: list[Row] = []
    for name, read in (("facts.jsonl", text_rows), ("traces.jsonl", run_rows)):
        if (folder / name).exists():
            rows += read(folder / name)
    return rows


def main() -> None:
    """Read, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--also", type=Path, help="folder with facts.jsonl and traces.jsonl")
    parser.add_argument("--dry", action="store_true", help="only measure, write nothing")
    options = parser.parse_args()
    if "BATON_SHARED" not in os.environ:
        parser.error("BATON_SHARED must name the folder that holds cases/")
    cases = Path(os.environ["BATON_SHARED"]) / "cases"
    rows = _rows(cases)
    if options.also:
        rows = [replace(row, weight=row.weight * WEIGHT_SEEN) for row in rows]
        rows += [replace(row, fresh=True) for row in _rows(options.also)]
    found = out_of_fold(rows)
    parts = {
        "texts": [i for i, row in enumerate(rows) if row.text],
        "texts not seen before": [i for i, row in enumerate(rows) if row.text and row.fresh],
        "runs not seen before": [i for i, row in enumerate(rows) if not row.text and row.fresh],
        "messages of runs": [i for i, row in enumerate(rows) if not row.text and not row.work],
        "work of runs": [i for i, row in enumerate(rows) if row.work],
    }
    for title, part in parts.items():
        if not part:
            continue
        report(title, [rows[i] for i in part], [found[i] for i in part])
    table = fit(rows)
    if not options.dry:
        TARGET.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
