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
misses, and cases made of the statements alone (see ``plain_rows``), as plain cases are rare among texts that were
written to be hard.

Labelled runs give labels for single messages only where they leave no doubt: a message that is the
named evidence of an obligation conveys the fact; one that reached a recipient whom the fact is said
never to have reached doesn't, nor does any message to others of a fact that is absent; an output of a recipient reflects the fact if the obligation is ok and
the output is its evidence, and doesn't if the obligation is unconsumed.
"""

from __future__ import annotations

import argparse
import json
import re
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
from core.contract.checks.calibrate import LABELS, SURE  # noqa: E402
from core.contract.checks.weigh import features  # noqa: E402
from core.contract.model import Fact  # noqa: E402
from storage.demo import FOLDER as DEMO  # noqa: E402
from storage.demo import demo_teams  # noqa: E402
from tests.unit.contract.checks.cases import CASES  # noqa: E402
from tests.unit.contract.checks.plain_cases import PLAIN  # noqa: E402
from tests.unit.contract.checks.siblings import structured, told  # noqa: E402

OWN = ROOT / "tests" / "unit" / "contract" / "checks" / "cases.py"
"""The project's own labelled texts; they are always among the sources."""
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
WEIGHT_MESSAGE = 0.5
"""A message of a run counts less than a text: runs have many easy negatives, not independent."""
WEIGHT_NEAR = 0.15
"""Plain near misses are short and alike."""
WEIGHT_PLAIN = 0.3
"""A statement as its own text: a case so plain that it needn't count much."""
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


@dataclass(frozen=True)
class Row:
    """One verdict with its label; ``label`` holds all labels that would be right."""

    label: frozenset[str]
    weight: float
    values: dict[str, float]
    kind: str
    """text, plain, message or work."""
    own: bool = False
    """It is one of the project's own."""


def _row(check: FactCheck, words: str, label: set[str], kind: str, weight: float) -> Row:
    work, run = kind == "work", kind in ("work", "message")
    view = check.reads(read_text(words), alone=not run)
    finding = check.find(view, work=work, alone=not run)
    values = features(check.spec, view, finding, work=work, run=run)
    if finding.lean in label:
        # A run tells that an obligation wasn't met, not how: there the decider says which of the two it was.
        label = {finding.lean}
    return Row(frozenset(label), weight, values, kind)


def text_rows(rows: list[dict[str, Any]]) -> Iterator[Row]:
    """Yield one row for each labelled text."""
    for row in rows:
        yield _row(_check(row), row["text"], {row["label"]}, "text", 1.0)


def plain_rows(rows: list[dict[str, Any]]) -> Iterator[Row]:
    """Yield plain cases made of the statements alone.

    A statement conveys itself, also between other sentences; the statement of another fact says
    nothing of it; the statement with another number or another day contradicts it.
    """
    facts = list({row["fact"]["statement"]: row for row in rows}.values())
    for here, other in zip(facts, facts[1:] + facts[:1], strict=True):
        check, statement = _check(here), here["fact"]["statement"].rstrip(". ")
        for text in (statement, FRAMES[check.spec.view.lang].format(statement)):
            yield _row(check, text, {"conveyed"}, "plain", WEIGHT_PLAIN)
        text = other["fact"]["statement"]
        if read_text(text).lang == check.spec.view.lang:
            for alone in (text, FRAMES[check.spec.view.lang].format(text.rstrip(". "))):
                yield _row(check, alone, {"not_conveyed"}, "plain", WEIGHT_PLAIN)
        changed = _changed(check)
        if changed:
            yield _row(check, changed, {"contradicted"}, "plain", WEIGHT_PLAIN)


FRAMES = {
    "en": "Good morning. {}. Bye for now.",
    "ru": "Доброе утро. {}. До связи.",
    "de": "Guten Morgen. {}. Bis bald.",
    "fr": "Bonjour. {}. À bientôt.",
    "es": "Buenos días. {}. Hasta luego.",
}


def _changed(check: FactCheck) -> str:
    """Return the statement with another number, or another day of the month; '' if it has neither."""
    spec, kind = check.spec, check.fact.kind
    if kind == "date" and spec.moments and spec.moments[0].day:
        place, value = spec.moments[0], str(spec.moments[0].day)
        instead = str(spec.moments[0].day % 28 + 1)
    elif kind in ("limit", "value") and spec.quantities:
        place = spec.quantities[0]
        found = re.search(r"\d+", place.raw)
        if found is None:
            return ""
        value, instead = found.group(), str(int(found.group()) + max(1, int(found.group()) // 3))
    else:
        return ""
    words = check.fact.statement
    raw = words[place.start : place.end]
    if not re.search(rf"(?<!\d){value}(?!\d)", raw):
        return ""
    return (
        words[: place.start]
        + re.sub(rf"(?<!\d){value}(?!\d)", instead, raw, count=1)
        + words[place.end :]
    )


def _check(row: dict[str, Any]) -> FactCheck:
    fact = row["fact"]
    return compile_fact(Fact(id="F", statement=fact["statement"], kind=fact["kind"]))


def run_rows(path: Path) -> Iterator[Row]:
    """Yield rows for those messages and outputs of labelled runs whose label is beyond doubt."""
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        facts = case_contract(case).facts
        checks = {fact.id: compile_fact(fact) for fact in facts}
        owners = {fact.id: fact.owner for fact in facts}
        events = case_trace(case).events
        seen: set[tuple[str, int, bool]] = set()
        for pair in case["expected"]:
            for seq, work, label in _labels(pair, owners[pair["fact"]], events):
                if (pair["fact"], seq, work) in seen:
                    continue
                seen.add((pair["fact"], seq, work))
                text = next(e.text for e in events if e.seq == seq)
                weight = 1.0 if work else WEIGHT_MESSAGE
                kind = "work" if work else "message"
                yield _row(checks[pair["fact"]], text, label, kind, weight)


def near_misses() -> Iterator[Row]:
    """Yield the project's plain near misses; a structure in five, as they are all alike."""
    cases = [(kind, fact, label, text, WEIGHT_NEAR) for kind, fact, label, text in (*PLAIN,)]
    cases += [(kind, fact, label, text, WEIGHT_NEAR) for kind, fact, label, text in told()]
    cases += [
        (sibling.kind, sibling.statement, label, text, WEIGHT_NEAR)
        for _, sibling, label, text in list(structured())[::5]
    ]
    for kind, fact, label, text, weight in cases:
        check = compile_fact(Fact(id="F", statement=fact, kind=kind))
        yield _row(check, text, {label}, "text", weight)


def demo_rows() -> Iterator[Row]:
    """Yield rows of the demonstration's runs, whose end states are written down beside them.

    They don't name the evidence: an obligation that is met labels a message or an output only where there is no other.
    """
    expected = json.loads((DEMO / "expected.json").read_text(encoding="utf-8"))["runs"]
    for team in demo_teams():
        facts = team.contract.facts
        checks = {fact.id: compile_fact(fact) for fact in facts}
        owners = {fact.id: fact.owner for fact in facts}
        for run in team.runs:
            for state in expected[run.key]["states"]:
                if state.get("unsure") or state["status"] == "late":
                    continue
                for event, work, label in _shown(state, owners[state["fact"]], run.trace.events):
                    weight, kind = (1.0, "work") if work else (WEIGHT_MESSAGE, "message")
                    yield _row(checks[state["fact"]], event.text, label, kind, weight)


def _to_others(event: Any, owner: str) -> bool:
    """Whether an event tells somebody something who isn't the owner of the fact."""
    return bool(set(event.recipients) - {owner, event.sender})


def _shown(state: dict[str, Any], owner: str, events: Any) -> Iterator[tuple[Any, bool, set[str]]]:
    who, status = state["recipient"], state["status"]
    told = [e for e in events if e.text and who in e.recipients and e.sender != who]
    made = [e for e in events if e.text and e.sender == who and e.kind == "output"]
    silent = {"not_conveyed", "contradicted"}
    if status == "absent":
        others = [e for e in events if e.text and _to_others(e, owner)]
        yield from ((event, False, silent) for event in others)
    elif status == "misrouted":
        yield from ((event, False, silent) for event in told)
    elif len(told) == 1:
        yield told[0], False, {"conveyed"}
    if status == "unconsumed":
        yield from ((event, True, silent) for event in made)
    elif status == "ok" and len(made) == 1:
        yield made[0], True, {"conveyed"}


def _labels(pair: dict[str, Any], owner: str, events: Any) -> Iterator[tuple[int, bool, set[str]]]:
    named = set(pair.get("evidence_seq") or ())
    who, status = pair["recipient"], pair["status"]
    silent = {"not_conveyed", "contradicted"}
    delivered = None
    for event in events:
        to_it = who in event.recipients and event.sender != who
        own = event.sender == who and event.kind == "output"
        if (to_it and status == "misrouted") or (
            status == "absent" and event.text and _to_others(event, owner)
        ):
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


def _rows(folder: Path, weight: float, *, plain: bool = True) -> list[Row]:
    """Read the labelled texts and runs of a folder; either file may be missing."""
    rows: list[Row] = []
    texts: list[dict[str, Any]] = []
    if folder == OWN:
        texts = [
            {"fact": {"kind": kind, "statement": fact}, "text": text, "label": label}
            for kind, fact, label, text in CASES
        ]
    elif (folder / "facts.jsonl").exists():
        lines = (folder / "facts.jsonl").read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line) for line in lines]
    rows += text_rows(texts)
    rows += plain_rows(texts) if plain else ()
    rows += [*demo_rows(), *near_misses()] if folder == OWN else []
    if (folder / "traces.jsonl").exists():
        rows += run_rows(folder / "traces.jsonl")
    return [replace(r, weight=r.weight * weight, own=folder == OWN) for r in rows]


def main() -> None:
    """Read, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", metavar="FOLDER[=WEIGHT]")
    parser.add_argument("--unread", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--flatten", type=float, default=1.0)
    parser.add_argument("--quick", action="store_true", help="don't measure across sources")
    parser.add_argument("--dry", action="store_true", help="only measure, write nothing")
    options = parser.parse_args()
    sources: dict[str, list[Row]] = {str(OWN): _rows(OWN, 1.0)}
    for given in options.folders:
        name, _, weight = given.partition("=")
        sources[name] = _rows(Path(name), float(weight or 1.0))
    for name, rows in sources.items():
        others = [row for other, more in sources.items() if other != name for row in more]
        if others and not options.quick:
            title = f"others -> {Path(name).parent.name}/{Path(name).name}"
            tables = {aim.target: fit(others, aim) for aim in (TEXTS, RUNS)}
            report(title, rows, _both(rows, tables, options.flatten))
    every = [row for rows in sources.values() for row in rows]
    tables = {aim.target: fit(every, aim) for aim in (TEXTS, RUNS)}
    for folder in options.unread:
        rows = _rows(folder, 1.0, plain=False)
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
