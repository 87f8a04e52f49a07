"""Fit the weights by which clauses are told to perform a speech act.

    python scripts/fit_acts.py --turns TURNS.jsonl ROLES.json [--turns ...] [--clauses FILE ...] [--dry]

TURNS and ROLES have the form that ``python -m core eval drift`` reads; several pairs are several
sources, by different authors. Only what is learnt from them enters ``core/drift/data/acts.json``, none of
their text. The clauses in ``scripts/data`` (an act or several, a tab, a sentence) and the demonstrations
of ``assets/roles/library.yaml`` belong to this project and are always used.

For each act one logistic regression with a ridge penalty is fitted over the features of
``core.drift.act_model``, of which none is a length, a digit or a mark. A turn is labelled as a whole, so the
clause that speaks most for an act stands for the turn (a soft maximum, which lets every clause learn).
A demonstration is known to perform no act that its role may not use; what else it does is unknown and
left out. What is printed first was measured out of source: each source by a model that saw nothing of
it, neither turns nor profiles, so that pairs of like wording never stand on both sides.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.cli.eval_drift import auroc, role_set_from_list  # noqa: E402
from core.drift.act_model import NAMES, WEIGHTS, turn_features  # noqa: E402
from core.drift.acts import weigh_evidence  # noqa: E402
from core.drift.document import parse_roles  # noqa: E402
from core.drift.energy import linguistic  # noqa: E402
from core.drift.model import SPEECH_ACTS, RoleProfile  # noqa: E402
from core.drift.reading import read  # noqa: E402
from tests.unit.drift.phrases import HEARD, NOT_HEARD  # noqa: E402

CLAUSES = tuple(sorted((ROOT / "scripts" / "data").glob("clauses_*.txt")))
LIBRARY = ROOT / "assets" / "roles" / "library.yaml"
COUNT = len(SPEECH_ACTS)
STEPS = 200
RIDGE = 1.0
SOFT = 6.0
"""Sharpness of the soft maximum over the clauses of a turn."""
DEMONSTRATION = 0.5
"""Weight of a demonstration, whose label is known in part."""
PHRASE = 1.0
"""Weight of a sentence of the tests: the rules were written with them in view."""
PRESENT = 1.6
"""Weight of an act that is there against one that isn't: a miss hides a drift, and acts are rare."""
TRUST = 2.0
"""Weight of the rules' own evidence towards which the penalty draws."""
SIZE = np.where(np.arange(len(NAMES)) < COUNT, 1.0, 0.5)
"""How freely a weight may grow, by feature: the evidence itself more freely than what stands beside it."""


@dataclass(frozen=True)
class Example:
    """A text with what is known about its acts."""

    rows: Any
    """Features of its clauses, shape ``(clauses, features)``."""
    wanted: Any
    """1 for each act that it performs, shape ``(acts,)``."""
    known: Any
    """Weight of each label; 0 where it is unknown."""
    drifted: bool | None = None
    allowed: frozenset[str] = frozenset()


def rows_of(text: str) -> Any:
    """Return the features of each clause of a text."""
    reading = read(text)
    return turn_features(reading, weigh_evidence(reading))


def vector(acts: Iterable[str]) -> Any:
    """Return 1 for each act that is named."""
    named = set(acts)
    return np.array([float(act in named) for act in SPEECH_ACTS])


def demonstrations(profiles: Iterable[RoleProfile]) -> list[Example]:
    """Return the demonstrations of profiles, as examples of what they do not do."""
    return [
        Example(
            rows=rows_of(text),
            wanted=np.zeros(COUNT),
            known=DEMONSTRATION * (1 - vector({*profile.allowed_speech_acts, "REFUSE"})),
        )
        for profile in profiles
        for text in profile.demonstrations
    ]


def labelled_turns(turns: Path, profiles: Sequence[RoleProfile]) -> list[Example]:
    """Return the labelled turns of a source."""
    allowed = {profile.name: frozenset(profile.allowed_speech_acts) for profile in profiles}
    lines = turns.read_text(encoding="utf-8").splitlines()
    return [
        Example(
            rows=rows_of(record["text"]),
            wanted=vector(record["acts"]),
            known=np.ones(COUNT),
            drifted=record["label"] == "drifted",
            allowed=allowed[record["role"]],
        )
        for record in map(json.loads, filter(str.strip, lines))
    ]


def clauses(files: Iterable[Path]) -> list[Example]:
    """Return the single sentences of files such as ``scripts/data/clauses_en.txt``."""
    found = []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                acts, text = line.split("\t")
                found.append(
                    Example(
                        rows=rows_of(text), wanted=vector(acts.split(",")), known=np.ones(COUNT)
                    )
                )
    return found


def phrases() -> list[Example]:
    """Return the sentences by which the tests try out the word lists; one act of each is known."""
    groups = [(HEARD, 1.0), (NOT_HEARD, 0.0)]
    return [
        Example(rows=rows_of(text), wanted=there * vector([act]), known=PHRASE * vector([act]))
        for table, there in groups
        for act, texts in table.items()
        for text in texts
    ]


def fit(examples: Sequence[Example]) -> tuple[Any, Any]:
    """Return weights, shape ``(features, acts)``, and offsets."""
    rows = np.vstack([example.rows for example in examples]) * SIZE
    owner = np.repeat(np.arange(len(examples)), [len(example.rows) for example in examples])
    wanted = np.array([example.wanted for example in examples])
    known = np.array([example.known for example in examples])
    known = known * np.where(wanted > 0, PRESENT, 1.0)
    centre = np.zeros((len(NAMES), COUNT))
    centre[:COUNT] = TRUST * np.eye(COUNT)
    weights, offsets = 2 * centre, np.full(COUNT, -2.0)
    moments = [np.zeros_like(weights), np.zeros_like(weights), np.zeros(COUNT), np.zeros(COUNT)]
    for step in range(1, STEPS + 1):
        soft, share = _soft_maximum(rows @ weights + offsets, owner, len(examples))
        error = ((1 / (1 + np.exp(-soft)) - wanted) * known)[owner] * share
        slope = rows.T @ error + RIDGE * (weights - centre)
        pace = 0.05 * (1 - step / STEPS) + 0.002
        weights = weights - pace * _adam(slope, moments, 0, step)
        offsets = offsets - pace * _adam(error.sum(axis=0), moments, 2, step)
    return weights * SIZE[:, None], offsets


def _soft_maximum(logits: Any, owner: Any, count: int) -> tuple[Any, Any]:
    top = np.full((count, COUNT), -1e9)
    np.maximum.at(top, owner, logits)
    parts = np.exp(SOFT * (logits - top[owner]))
    total = np.zeros((count, COUNT))
    np.add.at(total, owner, parts)
    return top + np.log(total) / SOFT, parts / total[owner]


def _adam(slope: Any, moments: list[Any], place: int, step: int) -> Any:
    moments[place] = 0.9 * moments[place] + 0.1 * slope
    moments[place + 1] = 0.99 * moments[place + 1] + 0.01 * slope**2
    first, second = moments[place] / (1 - 0.9**step), moments[place + 1] / (1 - 0.99**step)
    return first / (np.sqrt(second) + 1e-8)


def measure(model: tuple[Any, Any], turns: Sequence[Example]) -> str:
    """Return how well a model tells the acts of labelled turns, and drift by acts alone."""
    sure = np.array(
        [(1 / (1 + np.exp(-(t.rows @ model[0] + model[1])))).max(axis=0) for t in turns]
    )
    wanted = np.array([t.wanted for t in turns])
    found = sure >= 0.5
    f1 = 2 * (found * wanted).sum() / (found.sum() + wanted.sum())
    terms = [
        linguistic({a: v for a, v in zip(SPEECH_ACTS, row, strict=True) if v >= 0.1}, turn.allowed)
        for row, turn in zip(sure, turns, strict=True)
    ]
    told = auroc(
        [v for v, t in zip(terms, turns, strict=True) if t.drifted],
        [v for v, t in zip(terms, turns, strict=True) if not t.drifted],
    )
    return f"{len(turns)} turns, acts micro-F1 {f1:.3f}, AUROC of the linguistic term {told}"


def write(model: tuple[Any, Any], target: Path) -> None:
    """Write the weights, rounded, those of some size only."""
    weights, offsets = model
    rows = {
        name: {
            act: round(float(value), 2)
            for act, value in zip(SPEECH_ACTS, row, strict=True)
            if abs(value) >= 0.03
        }
        for name, row in zip(NAMES, weights, strict=True)
    }
    data = {
        "made_by": "scripts/fit_acts.py",
        "offsets": dict(zip(SPEECH_ACTS, np.round(offsets, 2).tolist(), strict=True)),
        "weights": {name: row for name, row in rows.items() if row},
    }
    lines = json.dumps(data, ensure_ascii=False).replace('}, "', '},\n"')
    target.parent.mkdir(exist_ok=True)
    target.write_text(lines + "\n", encoding="utf-8")


def main() -> None:
    """Read sources, measure out of source, fit on everything and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", nargs=2, type=Path, action="append", default=[])
    parser.add_argument("--clauses", nargs="*", type=Path, default=list(CLAUSES))
    parser.add_argument("--target", type=Path, default=WEIGHTS)
    parser.add_argument("--dry", action="store_true", help="measure only")
    options = parser.parse_args()
    own = [*clauses(options.clauses), *phrases()]
    own += demonstrations(parse_roles(LIBRARY.read_text(encoding="utf-8"), "").roles)
    sources = []
    for turns, roles in options.turns:
        profiles = role_set_from_list(json.loads(roles.read_text(encoding="utf-8"))).roles
        sources.append((turns, labelled_turns(turns, profiles), demonstrations(profiles)))
    for number, (name, turns, _) in enumerate(sources):
        others = [e for n, (_, t, d) in enumerate(sources) if n != number for e in (*t, *d)]
        print(f"{name}, out of source: {measure(fit([*own, *others]), turns)}")
    if not options.dry:
        write(fit([*own, *(e for _, t, d in sources for e in (*t, *d))]), options.target)


if __name__ == "__main__":
    main()
