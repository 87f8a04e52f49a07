"""One contract for many runs: facts with parameters, which each run fills with its own values.

    parameters:
      - {name: budget, kind: quantity}
    facts:
      - {id: budget, statement: "The budget is at most {budget}", kind: limit}

A value comes from a table (a row per run), from the run's metadata, or from its task, if exactly
one value there can be meant. What has no value is not checked in that run, and says why. Nothing
is guessed. A run that is about to start is asked for what lacks, since somebody can still say it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.contract.model import Contract, Fact, Parameter
from core.errors import InputError
from core.trace.model import Trace

_PLACE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]{0,40})\}")
_RUN_COLUMNS = ("run", "trace", "name", "id", "file")
LONGEST = 300
"""Characters of a value; a longer one is no value but a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A contract with one run's values."""

    contract: Contract
    """Without the facts that have no value, and without parameters."""
    not_checked: Mapping[str, str] = field(default_factory=dict)
    """Fact id -> why it is not checked in this run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What one run fills into a contract."""

    values: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    """Parameter -> where its value comes from, in words."""


def places_in(fact: Fact) -> tuple[str, ...]:
    """Return the names in braces that a fact holds, in order, without repeats."""
    texts = (fact.statement, fact.check.pattern, *fact.aliases)
    return tuple(dict.fromkeys(name for text in texts for name in _PLACE.findall(text)))


def open_places(contract: Contract, fact: Fact) -> tuple[str, ...]:
    """Return the declared parameters that a fact waits for."""
    declared = {parameter.name for parameter in contract.parameters}
    return tuple(name for name in places_in(fact) if name in declared)


def fill(contract: Contract, values: Mapping[str, str]) -> Filled:
    """Put values into a contract.

    Args:
        contract: With or without parameters.
        values: Parameter -> value, as words.

    Returns:
        The contract that a run is checked against. Without parameters, the same contract.
    """
    if not contract.parameters:
        return Filled(contract=contract)
    known = {name: value.strip() for name, value in values.items() if value.strip()}
    kept: list[Fact] = []
    not_checked: dict[str, str] = {}
    for fact in contract.facts:
        needed = open_places(contract, fact)
        lacking = [name for name in needed if name not in known]
        if lacking:
            names = " and ".join(f"{{{name}}}" for name in lacking)
            verb = "has" if len(lacking) == 1 else "have"
            not_checked[fact.id] = f"Not checked in this run: {names} {verb} no value."
        else:
            kept.append(_with_values(fact, {name: known[name] for name in needed}))
    facts = tuple(
        fact.model_copy(
            update={"depends_on": tuple(d for d in fact.depends_on if d not in not_checked)}
        )
        if any(d in not_checked for d in fact.depends_on)
        else fact
        for fact in kept
    )
    filled = contract.model_copy(update={"facts": facts, "parameters": ()})
    return Filled(contract=filled, not_checked=not_checked)


def _with_values(fact: Fact, values: Mapping[str, str]) -> Fact:
    if not values:
        return fact

    def put(text: str, *, pattern: bool = False) -> str:
        def one(match: re.Match[str]) -> str:
            value = values.get(match.group(1))
            if value is None:
                return match.group()
            return re.escape(value) if pattern else value

        return _PLACE.sub(one, text)

    check = fact.check
    if check.pattern:
        pattern = put(check.pattern, pattern=check.type == "regex")
        check = check.model_copy(update={"pattern": pattern})
    return fact.model_copy(
        update={
            "statement": put(fact.statement),
            "aliases": tuple(put(alias) for alias in fact.aliases),
            "check": check,
            # An example is about the sentence as its author saw it, with the value of one run.
            "examples": (),
        }
    )


def values_for(contract: Contract, trace: Trace, row: Mapping[str, str] | None = None) -> Values:
    """Return the values that a run gives to a contract's parameters.

    Args:
        contract: Declares the parameters.
        trace: The run: its metadata, then its task are asked.
        row: The run's row of a table; it comes first. An empty cell says nothing.
    """
    places = (("the table", row or {}), ("the run's metadata", trace.metadata))
    return values_from(contract, places, trace.task)


def values_from(
    contract: Contract, places: Iterable[tuple[str, Mapping[str, Any]]], task: str
) -> Values:
    """Return the values that stand in the first of several places, else in the task.

    Args:
        contract: Declares the parameters.
        places: Name of each place in words, and what stands there. What is empty says nothing.
        task: What the run is asked to do.
    """
    places = tuple(places)
    values: dict[str, str] = {}
    sources: dict[str, str] = {}
    for parameter in contract.parameters:
        name = parameter.name
        said = ((_plain(place.get(name)), words) for words, place in places)
        found, source = next((one for one in said if one[0]), ("", ""))
        if not found:
            found, source = from_task(parameter, task), "the task"
        if found and len(found) <= LONGEST:
            values[name], sources[name] = found, source
    return Values(values=values, sources=sources)


def need_values(contract: Contract, values: Mapping[str, str], given: Iterable[str] = ()) -> None:
    """Refuse to start a run in which facts would wait for a value.

    Args:
        contract: Declares the parameters.
        values: Parameter -> value.
        given: Names under which somebody gave values; each must be declared.

    Raises:
        InputError: A value lacks, or belongs to no parameter.
    """
    declared = [parameter.name for parameter in contract.parameters]
    unknown = [name for name in given if name not in declared]
    if unknown:
        raise InputError(
            f"The contract {contract.name} has no parameter {unknown[0]!r}.",
            hint=f"It has {', '.join(declared) or 'none'}.",
        )
    waiting = fill(contract, values).not_checked
    if not waiting:
        return
    needed = {n for f in contract.facts if f.id in waiting for n in open_places(contract, f)}
    lacking = [name for name in declared if name in needed and not values.get(name, "").strip()]
    names = " and ".join(f"{{{name}}}" for name in lacking)
    one = len(lacking) == 1
    raise InputError(
        f"{names} {'has' if one else 'have'} no value yet, so "
        f"{', '.join(waiting)} could not be checked in this run.",
        hint=f"Say {'it' if one else 'them'} before the start; "
        "the team and its task may hold values too.",
    )


def _plain(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) else ""


def from_task(parameter: Parameter, task: str) -> str:
    """Return the one value of a task that a parameter can mean, in the task's words; else ''.

    Only quantities with a unit and dates are looked for, and only where the words around them are
    those of the parameter. Two different values are no value.
    """
    if parameter.kind == "text" or not task.strip():
        return ""
    # The checks bring dictionaries; whoever only asks which facts wait for a value does without.
    from core.contract.checks import read_text
    from core.contract.checks.words import tokenize

    about = parameter.about or parameter.name.replace("_", " ")
    view = read_text(task)
    wanted = [token.senses for token in tokenize(about, view.lang) if token.senses]
    if not wanted:
        return ""
    found: dict[object, tuple[int, int]] = {}
    if parameter.kind == "quantity":
        for q in view.quantities:
            if q.dim and not q.weak and not q.approx and _is_about(view.about(q.start), wanted):
                found.setdefault((q.low, q.high, q.dim), (q.start, q.end))
    else:
        for m in view.moments:
            dated = m.day is not None or m.minute is not None
            if dated and not m.relative and _is_about(view.about(m.start), wanted):
                found.setdefault(
                    (m.year, m.month, m.day, m.weekday, m.minute, m.zone), (m.start, m.end)
                )
    if len(found) != 1:
        return ""
    start, end = next(iter(found.values()))
    return task[start:end].strip(" .,;:")


def _is_about(senses: Mapping[str, float], wanted: Sequence[Iterable[str]]) -> bool:
    return all(any(senses.get(sense, 0.0) >= 0.5 for sense in word) for word in wanted)


# -- a table of values ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ParameterTable:
    """A value for each run and parameter."""

    columns: tuple[str, ...] = ()
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Run -> parameter -> value."""

    def row(self, *names: str) -> Mapping[str, str] | None:
        """Return the row of a run by any of its names: its own, its id, its file's."""
        return next((self.rows[name] for name in names if name in self.rows), None)


def read_table(text: str, contract: Contract, source: str = "") -> ParameterTable:
    """Read a CSV table of values: a column for each parameter, a row for each run.

    Args:
        text: CSV with a heading; its column ``run`` (also trace, name, id, file) names the run.
            Commas, semicolons or tabs between cells.
        contract: Its parameters are the columns that may stand there.
        source: Name of the file for messages.

    Raises:
        InputError: No heading, no column for the run, a column that is no parameter, a run that
            stands twice.
    """
    lines = text.lstrip("\ufeff").splitlines()
    heading = lines[0] if lines else ""
    delimiter = max(",;\t", key=heading.count)
    try:
        reader = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(f"The table can't be read ({error}).", where=source) from error
    columns = [cell.strip() for cell in reader[0]] if reader else []
    key = next((name for name in _RUN_COLUMNS if name in map(str.lower, columns)), None)
    if key is None:
        raise InputError(
            "The table has no column that names the run.",
            where=source,
            hint="Call it run; beside it stands a column for each parameter.",
        )
    place = [name.lower() for name in columns].index(key)
    declared = {parameter.name for parameter in contract.parameters}
    unknown = [name for at, name in enumerate(columns) if at != place and name not in declared]
    if unknown:
        raise InputError(
            f"The contract has no parameter {', '.join(repr(name) for name in unknown[:5])}.",
            where=source,
            hint=f"It has {', '.join(sorted(declared)) or 'none'}.",
        )
    return ParameterTable(tuple(columns), _rows(reader[1:], columns, place, source))


def _rows(
    lines: Iterable[list[str]], columns: Sequence[str], place: int, source: str
) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    for number, cells in enumerate(lines, 2):
        if not any(cell.strip() for cell in cells):
            continue
        run = cells[place].strip() if place < len(cells) else ""
        if not run:
            raise InputError(f"Line {number} names no run.", where=source)
        if run in rows:
            raise InputError(f"The run {run!r} stands twice, again in line {number}.", where=source)
        pairs = zip(columns, cells, strict=False)
        rows[run] = {name: cell.strip() for at, (name, cell) in enumerate(pairs) if at != place}
    return rows
