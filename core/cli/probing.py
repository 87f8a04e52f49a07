"""``python -m core probe``: a calibration in a terminal."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.cli.files import load_contract, read_document
from core.cli.lab import policy_table
from core.cli.options import check_numbers
from core.cli.ports import Lazy, Library
from core.cli.probing_source import Source, bases_again, find_source
from core.cli.terminal import clean, table
from core.errors import InputError
from core.llm.endpoint import Endpoint

if TYPE_CHECKING:
    from core.gate.model import PriorsSet
    from core.probe.lab import PolicyResult
    from core.probe.record import ProbeState
    from core.probe.runner import Ended, Runner
    from core.probe.spec import ProbeSpec

INTERRUPTED = 130
EARLY = 3
_LOOK = 0.5
"""Seconds between two looks whether a calibration is free."""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    command.add_argument("team", nargs="?", metavar="TEAM", help="file, name, or a ready team")
    command.add_argument("--resume", metavar="ID", help="go on with a calibration")
    command.add_argument(
        "--run", dest="runs", action="append", default=[], metavar="RUN",
        help="runs to begin from, each with a --run of its own: live ones by their ids; or, with "
        "--team, others by id, file or folder",
    )  # fmt: skip
    command.add_argument(
        "--team", dest="players", metavar="T", help="who goes on from runs of another program"
    )
    command.add_argument(
        "--bind", action="append", default=[], metavar="A=B",
        help="agent A of these runs is played by B of the team; default: what the names suggest",
    )  # fmt: skip
    command.add_argument("--contract", metavar="C", help="default: the one the team names")
    command.add_argument("--verifier", type=Path, metavar="V", help="file with the test of a run")
    command.add_argument("--faults", default="", metavar="A,B", help="default: all")
    command.add_argument("--seeds", type=int, default=3, metavar="N", help="per fault; default 3")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of order and choice")
    command.add_argument("--most", type=int, default=0, metavar="N", help="most episodes")
    command.add_argument("--no-controls", action="store_true", help="no episodes without a fault")
    command.add_argument("--model", default="", metavar="M", help="of agents that name none")
    command.add_argument("--scripted", action="store_true", help="scripted agents, for trying")
    command.add_argument(
        "--lapse", type=float, default=0.1, metavar="P",
        help="how likely a scripted agent loses a fact in a turn by itself; default 0.1",
    )  # fmt: skip
    command.add_argument("--max-calls", type=int, default=0, metavar="N", help="budget of calls")
    command.add_argument("--max-tokens", type=int, default=0, metavar="N", help="budget of tokens")
    command.add_argument("--yes", action="store_true", help="start without asking")
    command.add_argument("--out", type=Path, metavar="FILE", help="write the frozen priors")
    command.add_argument(
        "--policies", action="store_true", help="replay the episodes under other policies as well"
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )


def run_probe(options: argparse.Namespace, library: Lazy) -> int:
    """Start or resume a calibration and stay with it to its end.

    Raises:
        BatonError: Something handed in can't be used.
    """
    # Imported here, since every command shows these options and few need the rest.
    from core.probe.runner import Runner

    if sum(map(bool, (options.team, options.runs, options.resume))) != 1:
        raise InputError(
            "Name a team, runs with --run, or a calibration with --resume; one of the three."
        )
    check_numbers(options, "--most", "--max-calls", "--max-tokens")
    if (options.players or options.bind) and not options.runs:
        raise InputError("--team and --bind belong to --run.", hint="Name the run to begin from.")
    if options.out:
        _writable(options.out)
    if options.resume:
        known, probe_id = library.get(), str(options.resume)
        bases = bases_again(known, probe_id)
    else:
        source = find_source(options, library)
        spec = _spec(options, library, source)
        spec, bases = source.begin(spec)
        if not _confirmed(spec, options):
            return 2
        known = library.get(create=True)
        probe_id = known.probes.create(spec)
    try:
        runner = Runner(probe_id=probe_id, store=known.probes, bases=bases)
        if options.resume:
            _wait_for_lease(known, probe_id)
        show = _Progress(probe_id, quiet=options.json)
        try:
            ended = runner.run(show)
        except KeyboardInterrupt:
            said = f"Interrupted. Go on with: python -m core probe --resume {probe_id}"
            print(said, file=sys.stderr)
            return INTERRUPTED
        return _report(options, runner, ended, known)
    finally:
        known.close()


def _wait_for_lease(known: Library, probe_id: str) -> None:
    """Wait while the lease may be that of a process that died; one that is renewed is not."""
    from core.lease import LEASE
    from core.probe.runner import busy

    first = at_work = known.probes.at_work(probe_id)
    if first is not None:
        print(clean(f"{busy(first)} Waiting up to {LEASE:.0f} s."), file=sys.stderr)
    while at_work is not None and first is not None and at_work.until == first.until:
        threading.Event().wait(_LOOK)
        at_work = known.probes.at_work(probe_id)


def _spec(options: argparse.Namespace, library: Lazy, source: Source) -> ProbeSpec:
    from core.contract.parameters import fill, need_values, values_for
    from core.live.models import models_for
    from core.live.spec import start_values
    from core.probe.faults import FAULTS
    from core.probe.spec import ProbeSpec
    from core.probe.verifiers import compile_verifier, parse_verifier

    team, own, scripted = source.team, source.contract, source.scripted
    if options.model:
        team = team.model_copy(update={"model": options.model})
    contract = load_contract(options.contract, library) if options.contract else own
    if contract is None:
        raise InputError("The team names no fact contract.", hint="Add --contract C.")
    if not source.is_several:
        given = values_for(contract, source.traces[0]).values if source.traces else {}
        values = start_values(team, contract, given).values
        need_values(contract, values)
        contract = fill(contract, values).contract
    if options.verifier is None:
        raise InputError("A probe needs a test that says whether a run passed.",
                         hint="Add --verifier FILE; see: python -m core schema verifier.")  # fmt: skip
    verifier = parse_verifier(read_document(options.verifier), str(options.verifier))
    compile_verifier(verifier, contract)
    names: Any = tuple(word.strip() for word in options.faults.split(",") if word.strip())
    spec = ProbeSpec(
        team=team,
        contract=contract,
        verifier=verifier,
        faults=names or FAULTS,
        seeds=options.seeds,
        controls=not options.no_controls,
        most=options.most,
        seed=options.seed,
        scripted=scripted,
        lapse=options.lapse,
        budget_calls=options.max_calls,
        budget_tokens=options.max_tokens,
        endpoint="" if scripted else _host(),
    )
    models_for()(spec.run_spec(None))  # no endpoint, no probe
    return spec


def _host() -> str:
    """Return the host of the endpoint; its path and key are nobody's business."""
    return urlsplit(Endpoint.from_environment().shown).hostname or ""


def _confirmed(spec: ProbeSpec, options: argparse.Namespace) -> bool:
    """Say what it will take and, where that costs something, ask."""
    from core.probe.runner import estimate_before

    if spec.scripted or options.yes:
        return True
    facts = sum(fact.critical for fact in spec.contract.facts)
    # Every fact, at about two places each, by every fault: more than that can't be injected.
    about = spec.most or (2 * facts * len(spec.faults) + 3) * spec.seeds
    found = estimate_before(spec, about)
    said = (
        f"About {found.episodes} episodes at most, some {found.calls} calls and {found.tokens} "
        f"tokens. Start? [y/N] "
    )
    if not sys.stdin.isatty():
        print(f"{said}\nAdd --yes to start without asking.", file=sys.stderr)
        return False
    return input(said).strip().lower() in ("y", "yes")


def _report(options: argparse.Namespace, runner: Runner, ended: Ended, known: Library) -> int:
    from core.gate.priors import priors_hash

    sets = runner.priors()
    if ended == "done":
        for priors in sets:
            known.add_priors(priors, f"calibration {runner.probe_id}")
    files = _write(options.out, sets) if options.out else []
    if options.json:
        said = _summary(runner, ended, sets) | {"files": files}
        if options.policies:
            said["policies"] = [result.to_row() for result in _lab(runner)]
        print(json.dumps(said, ensure_ascii=False, indent=2))
        return 0 if ended == "done" else EARLY
    print(clean(_words(runner.state)))
    if len(runner.state.runs) > 1:
        print(table(_runs(runner)))
    for priors in sets:
        rows: list[tuple[str, ...]] = [("repair", "frontier", "episodes", "helped", "harmed", "u",
                                        "admitted", "more to settle")]  # fmt: skip
        rows += _rows(priors)
        state = "provisional, " if priors.provisional else ""
        print(clean(f"{priors.name} for {priors.model}: {state}{priors_hash(priors)}"))
        print(table(rows))
    if options.policies:
        print("Policies on these episodes, with counts from other places; p against never.")
        print(policy_table(_lab(runner)))
    if ended != "done":
        why = runner.state.reason if ended == "budget" else _ENDED[ended]
        print(f"{why} Go on with: python -m core probe --resume {runner.probe_id}",
              file=sys.stderr)  # fmt: skip
    return 0 if ended == "done" else EARLY


_ENDED = {
    "failed": "Three episodes in a row got no answer from a model.",
    "halted": "It was halted.",
}


def _runs(runner: Runner) -> list[tuple[str, ...]]:
    from core.probe.counts import runs_of

    rows: list[tuple[str, ...]] = [("run", "clean run", "episodes", "planned", "compared", "helped",
                                    "harmed")]  # fmt: skip
    for run in runs_of(runner.store.spec(runner.probe_id), runner.state):
        rows.append((run.name or run.source, "passes" if run.passes else "fails", str(run.episodes),
                     str(run.planned), str(run.compared), str(run.helped), str(run.harmed)))  # fmt: skip
    return rows


def _rows(priors: PriorsSet) -> list[tuple[str, ...]]:
    from core.gate.priors import priors_table
    from core.probe.counts import more_needed

    found: list[tuple[str, ...]] = []
    for view in priors_table(priors):
        row, more = view.row, more_needed(view.row)
        u = "" if view.utility is None else f"{view.utility:+.2f}"
        found.append((row.repair, row.frontier or "all", str(row.episodes), str(row.helped),
                      str(row.harmed), u, "yes" if view.admitted else "no",
                      "over 1000" if more is None else str(more)))  # fmt: skip
    return found


def _lab(runner: Runner) -> tuple[PolicyResult, ...]:
    from core.probe.lab import compare_policies

    state = runner.state
    reference = state.plan.cost_reference if state.plan else 1
    return compare_policies(state.episodes, cost_reference=reference)


def _writable(path: Path) -> None:
    """Refuse a place for the priors before anything is paid for that couldn't be written there."""
    if path.is_dir():
        raise InputError("--out needs a file, this is a folder.", where=str(path))
    if not path.parent.is_dir():
        raise InputError("There is no such folder for --out.", where=str(path.parent))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError("--out can't be written.", where=str(path))


def _write(path: Path, sets: tuple[PriorsSet, ...]) -> list[str]:
    """Write the sets; from the second on the model's name goes into the file's name."""
    written = []
    for number, priors in enumerate(sets):
        place = path if number == 0 else path.with_stem(f"{path.stem}-{number + 1}")
        text = json.dumps(priors.to_dict(), ensure_ascii=False, indent=2) + "\n"
        place.write_text(text, encoding="utf-8")
        written.append(str(place))
    return written


def _summary(runner: Runner, ended: Ended, sets: tuple[PriorsSet, ...]) -> dict[str, Any]:
    from core.gate.priors import priors_hash
    from core.probe.counts import false_alarms, runs_of

    state, spec = runner.state, runner.store.spec(runner.probe_id)
    plan = state.plan
    controls, alarms, harmed = false_alarms(state.episodes)
    skips = Counter((skip.fault, skip.reason) for skip in plan.skips) if plan else Counter()
    return {
        "probe": runner.probe_id,
        "ended": ended,
        "clean_run_passes": state.clean_passes,
        "clean_run": state.clean_reason,
        "planned": len(plan.episodes) if plan else 0,
        "runs": [asdict(run) for run in runs_of(spec, state)],
        "episodes": len(state.episodes),
        "failed": sum(episode.failed for episode in state.episodes),
        "without_gap": sum(not e.arms and not e.failed for e in state.episodes),
        "controls": {"episodes": controls, "false_alarms": alarms, "harmed": harmed},
        "not_injected": [
            {"fault": fault, "reason": reason, "count": count}
            for (fault, reason), count in sorted(skips.items())
        ],
        "calls": state.calls,
        "tokens": state.tokens,
        "priors": [{"name": p.name, "model": p.model, "hash": priors_hash(p)} for p in sets],
    }


def _words(state: ProbeState) -> str:
    from core.probe.counts import remark_of

    plan = state.plan
    compared = sum(bool(episode.arms) for episode in state.episodes)
    planned = len(plan.episodes) if plan else 0
    skipped = len(plan.skips) if plan else 0
    said = (
        f"{len(state.episodes)} of {planned} episodes, {compared} with a comparison, "
        f"{skipped} faults that could not be injected cleanly, {state.calls} calls, "
        f"{state.tokens} tokens."
    )
    if not state.clean_passes:
        said += f" {remark_of(state)}"
    return said


class _Progress:
    """One line on standard error, with the time left."""

    def __init__(self, probe_id: str, *, quiet: bool) -> None:
        self._probe_id = probe_id
        self._quiet = quiet
        self._begun = time.monotonic()
        self._first: int | None = None

    def __call__(self, state: ProbeState) -> None:
        """Show how far it is."""
        done, planned = len(state.episodes), len(state.plan.episodes) if state.plan else 0
        if self._first is None:
            self._first = done
        if self._quiet:
            return
        line = f"{self._probe_id}  episode {done}/{planned}, {state.tokens} tokens"
        if done > self._first:
            each = (time.monotonic() - self._begun) / (done - self._first)
            line += f", about {each * (planned - done):.0f} s left"
        if sys.stderr.isatty():
            end = "\n" if done == planned else ""
            print(f"\r\033[K{clean(line, 100)}", end=end, file=sys.stderr, flush=True)
        else:
            print(clean(line), file=sys.stderr, flush=True)
