"""Fit the probabilities of fact verdicts on labelled texts and labelled runs.

    python scripts/fit_calibration.py FOLDER[=WEIGHT]... [--unread FOLDER]... [--flatten X] [--dry]

A folder holds ``facts.jsonl`` or ``traces.jsonl`` or both, in the form that ``python -m core eval``
reads. Every verdict of the checks on them becomes a row: the features of ``checks.weigh.features`` and
the label. A multinomial logistic regression with one ridge penalty per group of features is fitted;
the penalties make it hierarchical, as a class of evidence is drawn towards its leaning and family the
stronger the fewer rows it has.

What it prints is measured across sources: each folder with weights fitted on the others. Rows that
the rules were written with say less about how they do on others; give their folder a smaller WEIGHT. The
folders of ``--unread`` are never fitted on; of them only figures are printed, nothing else.
``--flatten`` multiplies the odds of single texts (below 1: less sure), as rules are surer of what
they were written with than of what comes; the losses of ``--unread`` folders tell which value fits.

There are two files of weights: ``data/calibration_texts.json`` for a text alone, ``data/calibration.json`` for the
events of runs. Both are fitted on the same rows, which count differently (``TEXTS``, ``RUNS``).

The weights were fitted on 255 + 117 + 184 + 251 + 171 + 200 + 200 + 170 + 180 + 180 + 180 labelled texts (eleven
sources, five languages, mostly English; the last four with WEIGHT 0.5, as they were written to mislead) and on
66 + 22 + 35 + 30 + 28 labelled runs. All had been read while the rules were written. None of them is part of this
project. With weights fitted on the others 'conveyed' has an F1 of 0.57 to 0.82 on a source's texts, and 93 to 96 of 100
messages and outputs of its runs are taken right. To them come the project's own examples with the runs of the demonstration, plain near
misses, and cases made of the statements alone (see ``labelled_rows.plain_rows``), as plain cases are rare among texts that were
written to be hard.

What a row is and where it comes from is in ``labelled_rows.py``.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.contract.checks.calibrate import LABELS, SURE  # noqa: E402
from scripts.labelled_rows import OWN, Row, labelled_rows  # noqa: E402

DATA = ROOT / "core" / "contract" / "checks" / "data"


@dataclass(frozen=True)
class Aim:
    """What a set of weights is for, and so how much each row counts."""

    target: Path
    ridge: float
    of_texts: float
    """How much single texts count."""
    of_own: float
    """How much the project's own rows count."""
    of_run: float
    """Penalty of a feature of runs, as a multiple of ``ridge``."""


TEXTS = Aim(DATA / "calibration_texts.json", ridge=1.4, of_texts=1.0, of_own=1.0, of_run=0.2)
"""For single texts: all rows as they are."""
RUNS = Aim(DATA / "calibration.json", ridge=2.0, of_texts=0.1, of_own=4.0, of_run=0.4)
"""For the events of runs: texts that were written to be hard say little about messages that mean what they say. With these
values the losses on the messages and outputs of left-out authors were about the least of those tried
(0.16; with those of single texts 0.18); the project's own runs then count about as much as those of one author."""
PENALTIES = {
    "one": 0.02,
    "class": 4.0,
    "work": 0.2,
    "work class": 0.7,
    "run class": 0.7,
    "rival": 2.0,
    "bare": 0.5,
    "nothing": 0.5,
    "of-ban": 2.0,
    "of-duty": 2.0,
}
"""Ridge penalty by the first words of a feature's name, as a multiple of an aim's ridge; else 1."""
PRIORS = {
    "class part-not-mentioned": (-1.0, -1.0, 2.0),
    "class work-breaks-the-limit": (-1.0, 1.5, -0.5),
    "class one-end-range": (-0.5, -0.5, 1.0),
    "class part-stated": (1.0, -0.5, -0.5),
    "class object-without-act": (0.0, -0.5, 0.5),
    "class names-forbidden": (-1.0, 1.5, -0.5),
    "class says-opposite-part": (-0.5, 1.0, -0.5),
    "work class date-silent": (-2.0, -1.0, 3.0),
    "class supposed": (-0.5, -1.5, 2.0),
    "class date-worked-out": (1.5, -0.5, -1.0),
    "class derived-sum": (1.5, -0.5, -1.0),
    "class derived-product": (1.5, -0.5, -1.0),
    "class derived-rest": (1.5, -0.5, -1.0),
    "class derived-percent": (1.5, -0.5, -1.0),
    "class derived-share": (1.5, -0.5, -1.0),
    "class duty-waived": (-2.5, 3.0, -0.5),
    "class ban-lifted": (-2.5, 3.0, -0.5),
    "class denied-part": (-2.0, 2.5, -0.5),
    "class another-of-class": (-3.0, 3.5, -0.5),
    "class sides-changed": (-3.0, 3.5, -0.5),
    "class role-passed-on": (-3.0, 3.5, -0.5),
    "class refused-without": (2.5, -2.0, -0.5),
    "class says-of-another": (-2.0, -0.5, 2.5),
}
"""What weights are drawn to if not to zero: classes that are surer than their kin by construction (a
text without the word 'tax' doesn't say that tax is included, one with 'without tax' says that it isn't; one end of a range is less than the range; a
work product without any date or time uses no date; who wishes or supposes denies nothing;
a short sentence that waives a duty, lifts a ban, changes the sides or puts another thing in the place says just that) and have hardly a labelled row."""
ROUNDS = 2000
CLOSE = 1e-4
"""Steps of the fit at most, and how small the last one must be."""
FLATS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Table = dict[str, list[float]]


def _matrix(rows: list[Row], names: list[str]) -> np.ndarray[Any, Any]:
    at = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names)))
    for i, row in enumerate(rows):
        for name, value in row.values.items():
            if name in at:
                x[i, at[name]] = value
    return x


def _weight(row: Row, aim: Aim) -> float:
    single = row.kind in ("text", "plain")
    return row.weight * (aim.of_texts if single else aim.of_own if row.own else 1.0)


def _penalty(name: str, aim: Aim) -> float:
    """Return the penalty of a feature: by its first two words if they have one, else by the first."""
    first, *rest = name.split()
    if first == "run" and rest[:1] != ["class"]:
        return aim.of_run
    return PENALTIES.get(" ".join((first, *rest[:1])), PENALTIES.get(first, 1.0))


def fit(rows: list[Row], aim: Aim = TEXTS) -> Table:
    """Return the weights: penalised maximum likelihood.

    Each step solves with one matrix that is nowhere less curved than the likelihood (Böhning's bound), so
    that it is factored once and no step overshoots; steps gain speed from those before (Nesterov).
    """
    names = sorted({name for row in rows for name in row.values} | set(PRIORS))
    x = _matrix(rows, names)
    allowed = np.array([[label in row.label for label in LABELS] for row in rows], dtype=float)
    w = np.array([_weight(row, aim) for row in rows])
    ridge = aim.ridge * np.array([_penalty(name, aim) for name in names])
    prior = np.array([PRIORS.get(name, (0.0, 0.0, 0.0)) for name in names])
    inverse = np.linalg.inv((x * (w / 2)[:, None]).T @ x + np.diag(ridge))
    beta = ahead = prior.copy()
    speed = 1.0
    for _ in range(ROUNDS):
        p = _softmax(x @ ahead)
        # Where two labels would be right, the likelier one draws more.
        wanted = p * allowed
        wanted /= wanted.sum(axis=1, keepdims=True)
        step = inverse @ (x.T @ (w[:, None] * (wanted - p)) - ridge[:, None] * (ahead - prior))
        after = ahead + step
        if np.abs(step).max() < CLOSE:
            beta = after
            break
        if (step * (after - beta)).sum() < 0:
            speed = 1.0  # it went too far: start anew from here
        faster = (1 + (1 + 4 * speed**2) ** 0.5) / 2
        ahead = after + (speed - 1) / faster * (after - beta)
        beta, speed = after, faster
    return {
        name: [round(float(v), 3) for v in values]
        for name, values in zip(names, beta, strict=True)
        if np.abs(values).max() > 0.01
    }


def _softmax(odds: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def predict(rows: list[Row], table: Table, flatten: float = 1.0) -> np.ndarray[Any, Any]:
    """Return each row's probability for each of ``LABELS``."""
    names = sorted(table)
    weights = np.array([table[name] for name in names])
    flat = np.array([flatten if row.kind in ("text", "plain") else 1.0 for row in rows])
    return _softmax(flat[:, None] * (_matrix(rows, names) @ weights))


def _both(rows: list[Row], tables: dict[Path, Table], flatten: float) -> np.ndarray[Any, Any]:
    """Return each row's probabilities by the weights that are meant for it."""
    single = predict(rows, tables[TEXTS.target], flatten)
    in_run = predict(rows, tables[RUNS.target])
    alone = np.array([row.kind in ("text", "plain") for row in rows])
    return np.where(alone[:, None], single, in_run)


def report(title: str, rows: list[Row], found: np.ndarray[Any, Any]) -> None:
    """Print how often the likeliest label is right, and how often where it is sure."""
    for kind in ("text", "message", "work"):
        part = [i for i, row in enumerate(rows) if row.kind == kind]
        if not part:
            continue
        p, some = found[part], [rows[i] for i in part]
        right = np.array(
            [LABELS[k] in row.label for k, row in zip(p.argmax(axis=1), some, strict=True)]
        )
        sure = p.max(axis=1) >= SURE
        precise = right[sure].mean() if sure.any() else float("nan")
        print(
            f"{title:24} {kind:8} n={len(part):4} right {right.mean():.3f}  sure {sure.mean():.2f} of "
            f"which right {precise:.3f}  F1 of 'conveyed' {_f1(p, some):.3f}  loss {_loss(p, some):.3f}"
        )


def _loss(p: np.ndarray[Any, Any], rows: list[Row]) -> float:
    allowed = np.array([[label in row.label for label in LABELS] for row in rows])
    return float(-np.log(np.maximum(1e-9, (p * allowed).sum(axis=1))).mean())


def _f1(p: np.ndarray[Any, Any], rows: list[Row]) -> float:
    guess = p.argmax(axis=1) == 0
    truth = np.array(["conveyed" in row.label for row in rows])
    both = guess.sum() + truth.sum()
    return float(2 * (guess & truth).sum() / both) if both else float("nan")


def main() -> None:
    """Read, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", metavar="FOLDER[=WEIGHT]")
    parser.add_argument("--unread", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--flatten", type=float, default=1.0)
    parser.add_argument("--quick", action="store_true", help="don't measure across sources")
    parser.add_argument("--dry", action="store_true", help="only measure, write nothing")
    options = parser.parse_args()
    sources: dict[str, list[Row]] = {str(OWN): labelled_rows(OWN, 1.0)}
    for given in options.folders:
        name, _, weight = given.partition("=")
        sources[name] = labelled_rows(Path(name), float(weight or 1.0))
    for name, rows in sources.items():
        others = [row for other, more in sources.items() if other != name for row in more]
        if others and not options.quick:
            title = f"others -> {Path(name).parent.name}/{Path(name).name}"
            tables = {aim.target: fit(others, aim) for aim in (TEXTS, RUNS)}
            report(title, rows, _both(rows, tables, options.flatten))
    every = [row for rows in sources.values() for row in rows]
    tables = {aim.target: fit(every, aim) for aim in (TEXTS, RUNS)}
    for folder in options.unread:
        rows = labelled_rows(folder, 1.0, plain=False)
        title = f"unread {folder.parent.name}/{folder.name}"
        report(title, rows, _both(rows, tables, options.flatten))
        texts = [row for row in rows if row.kind == "text"]
        losses = [
            f"{flat}: {_loss(predict(texts, tables[TEXTS.target], flat), texts):.3f}"
            for flat in FLATS
        ]
        print("    loss of texts by flatten: " + ", ".join(losses))
    if not options.dry:
        for target, table in tables.items():
            write(target, table, options.flatten)


def write(target: Path, table: Table, flatten: float) -> None:
    """Write the weights, one feature a line."""
    lines = ",\n".join(f"  {json.dumps(n)}: {json.dumps(v)}" for n, v in sorted(table.items()))
    target.write_text(
        f'{{\n "flatten": {flatten},\n "weights": {{\n{lines}\n }}\n}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main()
