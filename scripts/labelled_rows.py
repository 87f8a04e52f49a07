"""Labelled texts and runs as rows of features, for ``fit_calibration.py``.

Labelled runs give labels for single messages only where they leave no doubt: a message that is the
named evidence of an obligation conveys the fact; one that reached a recipient whom the fact is said
never to have reached doesn't, nor does any message to others of a fact that is absent; an output of a recipient reflects the fact if the obligation is ok and
the output is its evidence, and doesn't if the obligation is unconsumed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.cli.eval_traces import case_contract, case_trace  # noqa: E402
from core.contract.checks import FactCheck, compile_fact, read_text  # noqa: E402
from core.contract.checks.weigh import features  # noqa: E402
from core.contract.model import Fact  # noqa: E402
from storage.demo import FOLDER as DEMO  # noqa: E402
from storage.demo import demo_teams  # noqa: E402
from tests.unit.contract.checks.cases import CASES  # noqa: E402
from tests.unit.contract.checks.plain_cases import PLAIN  # noqa: E402
from tests.unit.contract.checks.siblings import structured, told  # noqa: E402

OWN = ROOT / "tests" / "unit" / "contract" / "checks" / "cases.py"
"""The project's own labelled texts; they are always among the sources."""
WEIGHT_MESSAGE = 0.5
"""A message of a run counts less than a text: runs have many easy negatives, not independent."""
WEIGHT_NEAR = 0.15
"""Plain near misses are short and alike."""
WEIGHT_PLAIN = 0.3
"""A statement as its own text: a case so plain that it needn't count much."""


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


def labelled_rows(folder: Path, weight: float, *, plain: bool = True) -> list[Row]:
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
