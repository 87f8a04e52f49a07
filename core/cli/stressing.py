"""``python -m core stress``: faults against roles, put into recorded runs and looked for again."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.files import load_binding, load_roles, read_traces
from core.cli.options import add_encoder_option
from core.cli.ports import Lazy
from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.model import RoleSet
from core.drift.stress import SCENARIOS
from core.errors import InputError
from core.trace.model import Trace
from core.trace.native import write_json

if TYPE_CHECKING:
    from core.drift.stress_measure import StressResult

MOST_SEEDS = 1_000


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    command.add_argument("trace", type=Path, metavar="TRACE|DIR", help="runs taken to be clean")
    command.add_argument("--roles", required=True, metavar="R", help="file or name in the database")
    command.add_argument("--binding", metavar="B", help="file; default: the suggested binding")
    command.add_argument(
        "--scenario", choices=SCENARIOS, action="append", help="default: all; may be repeated"
    )
    command.add_argument(
        "--seeds", type=int, default=1, metavar="N", help="faults per run and scenario; default 1"
    )
    command.add_argument(
        "--avoid",
        action="append",
        default=[],
        metavar="FILE:SEQ",
        help="event of a run that leaves its role already, such as runs/3.json:7; may be repeated",
    )
    command.add_argument("--output", type=Path, metavar="DIR", help="write each run with its fault")
    add_encoder_option(command)
    command.add_argument("--rows", type=Path, metavar="OUT.jsonl", help="write each fault's scores")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )


def stress(options: argparse.Namespace, library: Lazy) -> int:
    """Stress the named runs, print the summary as JSON, write what was asked for.

    Raises:
        InputError: No run could be read, no agent is bound to a role, or a bad number of seeds.
    """
    # Imported here, since every command shows these options and few need the encoder.
    from core.drift.encoders import get_encoder
    from core.drift.stress_measure import Run, measure_stress

    if not 1 <= options.seeds <= MOST_SEEDS:
        raise InputError(
            f"--seeds is {options.seeds}.", hint=f"Give a number from 1 to {MOST_SEEDS:,}."
        )
    roles = load_roles(options.roles, library)
    binding = load_binding(options.binding) if options.binding else None
    found = list(read_traces(options.trace))
    traces = [trace for one in found for trace in one.traces]
    if not traces:
        said = next((one.error for one in found if one.error), "It holds no trace.")
        raise InputError(said)
    avoid = _avoided(
        options.avoid,
        {
            Path(one.source).name: {event.seq for trace in one.traces for event in trace.events}
            for one in found
        },
    )
    runs = [
        Run(
            trace=trace,
            bound=_bound(trace, roles, binding),
            avoid=frozenset(avoid.get(Path(one.source).name, ())),
        )
        for one in found
        for trace in one.traces
    ]
    if not any(run.bound for run in runs):
        raise InputError(
            f"No agent of these runs is bound to a role of '{roles.name}'.",
            hint="Say who is who in a file and give it with --binding.",
        )
    result = measure_stress(
        runs,
        roles,
        get_encoder(options.encoder),
        scenarios=options.scenario or SCENARIOS,
        seeds=range(options.seeds),
    )
    summary: dict[str, Any] = {
        "runs": len(runs),
        "not_read": [one.error for one in found if one.error],
        **result.summary(),
    }
    _write(options, result)
    print(json.dumps(summary, ensure_ascii=False, indent=2))
    return 0


def _avoided(given: list[str], files: dict[str, set[int]]) -> dict[str, set[int]]:
    """Return the events to avoid by the name of their file.

    Raises:
        InputError: No file and number, a file that was not read, or an event that isn't in it.
    """
    found: dict[str, set[int]] = {}
    for entry in given:
        file, _, number = entry.rpartition(":")
        name = Path(file).name
        if not number.isdecimal() or int(number) not in files.get(name, ()):
            raise InputError(
                f"--avoid {entry} names no event of these runs.",
                hint="Write the file and the number of the event, such as runs/3.json:7.",
            )
        found.setdefault(name, set()).add(int(number))
    return found


def _bound(trace: Trace, roles: RoleSet, binding: Binding | None) -> dict[str, str]:
    if binding is not None:
        return dict(binding.roles)
    from core.contract.bind import suggest_binding

    texts = {role.name: " ".join((role.description, *role.demonstrations)) for role in roles.roles}
    nobody = Contract(name="none")
    return dict(suggest_binding(trace, nobody, texts).binding.roles)


def _write(options: argparse.Namespace, result: StressResult) -> None:
    if options.rows:
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in result.rows())
        options.rows.write_text("".join(lines), encoding="utf-8", errors="backslashreplace")
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        for number, outcome in enumerate(result.outcomes, 1):
            fault = outcome.fault
            # Numbered by us: a trace's name never becomes a path.
            file = options.output / f"{number:04}-{fault.scenario}-event-{fault.seq}.json"
            file.write_text(write_json(fault.trace), encoding="utf-8", errors="backslashreplace")
