"""Measure the fact checks on labelled texts.

Rows are JSON objects ``{"id", "lang", "fact": {"statement", "kind"}, "text", "label", "difficulty"}``.
F1 is taken on the leaning, so that 'unsure' can't hide a wrong guess; precision and coverage are
those of the sure verdicts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.contract.checks import Verdict, compile_fact, read_text
from core.contract.checks.anycase import prepare
from core.contract.model import Fact
from core.errors import InputError

LABELS = ("conveyed", "contradicted", "not_conveyed")
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class _Judged:
    row: dict[str, Any]
    verdict: Verdict

    @property
    def right(self) -> bool:
        return bool(self.row["label"] == self.verdict.lean)

    @property
    def sure(self) -> bool:
        return self.verdict.label != "unsure"


def evaluate_facts(
    rows: list[dict[str, Any]],
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Judge every row and measure.

    Args:
        rows: Labelled texts in the form above; ``fact`` may hold any field of a contract's fact.

    Returns:
        The summary (overall, per label, kind, language and difficulty, sure verdicts, calibration,
        milliseconds) and one prediction per row.

    Raises:
        InputError: If a row lacks a field or a label is none of the three; names the row.
    """
    _warm_up()
    judged: list[_Judged] = []
    seconds_read = seconds_check = 0.0
    words = 0
    for number, row in enumerate(rows, 1):
        check = compile_fact(_fact(row, number))
        text = row["text"]
        read_text.cache_clear()
        started = time.thread_time()
        view = read_text(text)
        middle = time.thread_time()
        verdict = check.states(view)
        seconds_check += time.thread_time() - middle
        seconds_read += middle - started
        words += len(text.split())
        judged.append(_Judged(row, verdict))
    count = max(1, len(judged))
    summary: dict[str, Any] = {
        "rows": len(judged),
        "overall": _measures(judged),
        "by_kind": _by(judged, lambda row: str(row["fact"].get("kind", "value"))),
        "by_language": _by(judged, lambda row: str(row.get("lang", "?"))),
        "by_difficulty": _by(judged, lambda row: str(row.get("difficulty", "?"))),
        "contradicted_recall_at_precision_0.85": _recall_at(judged, "contradicted", 0.85),
        "sure": _sure(judged),
        "calibration": _calibration(judged),
        "milliseconds": {
            "read_per_text": round(1000 * seconds_read / count, 4),
            "read_per_100_words": round(1000 * seconds_read / max(1, words) * 100, 4),
            "check_per_fact": round(1000 * seconds_check / count, 4),
        },
    }
    return summary, [_prediction(item) for item in judged]


_WARM = (
    "Nobody may spend more than two thousand dollars before 3 May, half past nine.",
    "Никто не тратит больше двух тысяч долларов до 3 мая.",
    "Niemand gibt vor dem 3. Mai mehr als zweitausend Dollar aus.",
    "Personne ne dépense plus de deux mille dollars avant le 3 mai.",
    "Nadie gasta más de dos mil dólares antes del 3 de mayo.",
)


def _warm_up() -> None:
    """Load lexicons, dictionaries and vectors, so that the times are those of the work itself."""
    statement = "The keel budget of Anna Ort is at most 2,000 USD on 3 May at 10:00"
    facts = [
        Fact.model_validate({"id": "F1", "statement": statement, "kind": kind})
        for kind in ("limit", "date", "requirement", "entity", "list", "identifier")
    ]
    facts += [
        Fact.model_validate({"id": "F1", "statement": said, "kind": "prohibition"})
        for said in ("Do not repaint the keel", "Не красить киль", "Den Kiel nicht streichen",
                     "Ne pas repeindre la quille", "No pintar la quilla")
    ]  # fmt: skip
    for fact in facts:
        check = compile_fact(fact)
        for text in _WARM:
            check.states(text)
    prepare()


def _fact(row: dict[str, Any], number: int) -> Fact:
    where = f"row {number} ({row.get('id', 'without id')})"
    for key in ("id", "fact", "text", "label"):
        if key not in row:
            raise InputError(f"The row has no {key!r}.", where=where)
    if row["label"] not in LABELS:
        raise InputError(f"The label {row['label']!r} is none of {', '.join(LABELS)}.", where=where)
    if not isinstance(row["fact"], dict) or not isinstance(row["text"], str):
        raise InputError("'fact' must be an object and 'text' a string.", where=where)
    try:
        return Fact.model_validate({"id": "F1", **row["fact"]})
    except ValueError as error:
        raise InputError(f"The fact can't be read: {error}", where=where) from error


def _prediction(item: _Judged) -> dict[str, Any]:
    verdict = item.verdict
    return {
        "id": item.row["id"],
        "verdict": verdict.label,
        "lean": verdict.lean,
        "scores": {label: verdict.scores.get(label, 0.0) for label in LABELS},
        "span": list(verdict.span) if verdict.span is not None else None,
        "reason": verdict.reason,
    }


def _measures(judged: Sequence[_Judged]) -> dict[str, Any]:
    confusion = {true: dict.fromkeys(LABELS, 0) for true in LABELS}
    for item in judged:
        confusion[item.row["label"]][item.verdict.lean] += 1
    return {
        "rows": len(judged),
        "accuracy": _share(sum(item.right for item in judged), len(judged)),
        "labels": {label: _label(judged, label) for label in LABELS},
        "confusion": confusion,
    }


def _label(judged: Sequence[_Judged], label: str) -> dict[str, Any]:
    truth = np.array([item.row["label"] == label for item in judged], dtype=bool)
    guess = np.array([item.verdict.lean == label for item in judged], dtype=bool)
    hits = int((truth & guess).sum())
    return {
        "f1": _f1(truth, guess),
        "f1_interval": _bootstrap(truth, guess),
        "precision": _share(hits, int(guess.sum())),
        "recall": _share(hits, int(truth.sum())),
    }


def _f1(truth: np.ndarray[Any, Any], guess: np.ndarray[Any, Any]) -> float | None:
    total = int(truth.sum()) + int(guess.sum())
    return round(2 * int((truth & guess).sum()) / total, 4) if total else None


def _bootstrap(truth: np.ndarray[Any, Any], guess: np.ndarray[Any, Any]) -> list[float] | None:
    """95 % interval of F1: percentiles over resampled rows, from a fixed seed."""
    if not len(truth) or not (truth.any() or guess.any()):
        return None
    picks = np.random.default_rng(0).integers(0, len(truth), size=(_RESAMPLES, len(truth)))
    hits = (truth & guess)[picks].sum(axis=1)
    totals = truth[picks].sum(axis=1) + guess[picks].sum(axis=1)
    scores = np.where(totals > 0, 2 * hits / np.maximum(totals, 1), 0.0)
    low, high = np.percentile(scores, [2.5, 97.5])
    return [round(float(low), 4), round(float(high), 4)]


def _share(hits: int, total: int) -> dict[str, Any]:
    """A share with its Wilson 95 % interval."""
    if not total:
        return {"value": None, "n": 0, "interval": None}
    z = 1.959964
    p = hits / total
    centre = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return {
        "value": round(p, 4),
        "n": total,
        "interval": [round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)],
    }


def _by(judged: Sequence[_Judged], key: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    groups: dict[str, list[_Judged]] = {}
    for item in judged:
        groups.setdefault(key(item.row), []).append(item)
    return {name: _measures(items) for name, items in sorted(groups.items())}


def _recall_at(judged: Sequence[_Judged], label: str, precision: float) -> dict[str, Any]:
    """Best recall over all thresholds on the label's score at which precision is reached."""
    ranked = sorted(judged, key=lambda item: -item.verdict.scores.get(label, 0.0))
    positives = sum(item.row["label"] == label for item in judged)
    best, threshold, hits = 0.0, None, 0
    for number, item in enumerate(ranked, 1):
        hits += item.row["label"] == label
        score = item.verdict.scores.get(label, 0.0)
        tied = number < len(ranked) and ranked[number].verdict.scores.get(label, 0.0) == score
        if not tied and positives and hits / number >= precision and hits / positives > best:
            best, threshold = hits / positives, score
    return {"recall": round(best, 4), "threshold": threshold, "positives": positives}


def _sure(judged: Sequence[_Judged]) -> dict[str, Any]:
    sure = [item for item in judged if item.sure]
    return {
        "coverage": _share(len(sure), len(judged)),
        "precision": _share(sum(item.right for item in sure), len(sure)),
        "by_verdict": {
            label: _share(
                sum(item.right for item in sure if item.verdict.label == label),
                sum(item.verdict.label == label for item in sure),
            )
            for label in LABELS
        },
    }


def _calibration(judged: Sequence[_Judged]) -> dict[str, Any]:
    """Confidence against the share that is right, in tenths, and the expected error of it."""
    bins: dict[int, list[_Judged]] = {}
    for item in judged:
        bins.setdefault(min(9, int(item.verdict.confidence * 10)), []).append(item)
    rows = []
    error = 0.0
    for tenth, items in sorted(bins.items()):
        said = sum(item.verdict.confidence for item in items) / len(items)
        right = sum(item.right for item in items) / len(items)
        error += abs(said - right) * len(items) / len(judged)
        rows.append(
            {
                "from": tenth / 10,
                "to": (tenth + 1) / 10,
                "n": len(items),
                "confidence": round(said, 4),
                "right": round(right, 4),
            }
        )
    brier = sum(
        (item.verdict.scores.get(label, 0.0) - (item.row["label"] == label)) ** 2
        for item in judged
        for label in LABELS
    )
    return {
        "bins": rows,
        "expected_error": round(error, 4),
        "brier": round(brier / max(1, len(judged)), 4),
    }
