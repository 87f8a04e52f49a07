"""``python -m core run``: a live run in a terminal, the same one that the dashboard shows.

Exit codes are those of ``check`` for a run that ended by itself; 2 also for a run that failed or was
stopped, and 130 if it was interrupted (it can be resumed).
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.cli import formats
from core.cli.checking import checked_run, exit_code
from core.cli.files import document_in, load_contract, load_priors, load_roles
from core.cli.options import add_encoder_option, check_numbers
from core.cli.ports import Lazy, Library
from core.cli.terminal import clean, count
from core.contract.document import parse_contract
from core.contract.model import Contract
from core.drift.document import parse_roles
from core.drift.encoders import get_encoder
from core.drift.model import RoleSet
from core.errors import ConflictError, InputError, NotFoundError
from core.gate.history import History
from core.gate.model import PriorsSet
from core.lease import LEASE, kept_lease, new_owner
from core.live import desk
from core.live.document import parse_team
from core.live.driver import Advanced, Driver, ModelsFor
from core.live.events import APPROVALS
from core.live.fold import fold
from core.live.models import models_for
from core.live.ready import KEYS, ready_team
from core.live.spec import RunSpec, make_spec
from core.live.state import RunState
from core.live.team import Team
from core.llm.endpoint import Endpoint
from core.settings import ReplaySettings

AUTHOR = "command line"
INTERRUPTED = 130
LOOK = 0.5


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    command.add_argument(
        "team", nargs="?", metavar="TEAM",
        help=f"file, name in the database, or a ready team: {', '.join(KEYS)}",
    )  # fmt: skip
    command.add_argument("--resume", metavar="RUN", help="go on with a run, by its id")
    command.add_argument("--contract", metavar="C", help="default: the one the team names")
    command.add_argument("--roles", metavar="R", help="default: those the team names")
    command.add_argument("--priors", metavar="P", help="file, or name or hash in the database")
    command.add_argument(
        "--other-model", action="store_true", help="use priors of another model, on your word"
    )
    command.add_argument(
        "--history", action="store_true",
        help="heed how these priors' repairs fared in earlier runs of the database",
    )  # fmt: skip
    command.add_argument("--task", default="", metavar="TEXT", help="default: the team's own")
    command.add_argument(
        "--value", action="append", default=[], metavar="NAME=WORDS",
        help="value of a parameter of the contract in this run; may stand several times",
    )  # fmt: skip
    command.add_argument("--model", default="", metavar="M", help="of agents that name none")
    command.add_argument(
        "--approval", choices=APPROVALS, default="auto",
        help="which messages wait for a person; default auto: none",
    )  # fmt: skip
    command.add_argument(
        "--wait", type=float, default=3600.0, metavar="SECONDS",
        help="how long a parked message waits for a decision; default 3600",
    )  # fmt: skip
    add_encoder_option(command)
    command.add_argument(
        "--rewrite", choices=("never", "above_tau", "every_turn"), default="never",
        help="have a model bring drifted messages back into their role; default never",
    )  # fmt: skip
    command.add_argument(
        "--timeout", type=float, default=120.0, metavar="SECONDS",
        help="most seconds for one answer of a model; default 120",
    )  # fmt: skip
    command.add_argument("--seed", type=int, metavar="N", help="handed on to the model")
    command.add_argument(
        "--scripted", action="store_true", help="scripted agents instead of models"
    )
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )


def run_live(options: argparse.Namespace, library: Lazy) -> int:
    """Start or resume a run and stay with it to its end.

    Raises:
        BatonError: Something handed in can't be used.
    """
    if bool(options.team) == bool(options.resume):
        raise InputError("Name a team, or a run with --resume; one of the two.")
    check_numbers(options, "--timeout", positive=True)
    check_numbers(options, "--wait")
    owner = new_owner()
    if options.resume:
        known = library.get()
        run_id = str(options.resume)
    else:
        spec = _spec(options, library)
        _models(options)(spec)  # no endpoint, no run
        get_encoder(spec.settings.encoder)  # nor without an encoder that is known
        known = library.get(create=True)
        # A server on the same database takes up what nobody drives: the run is ours from the start.
        run_id = known.start_run(spec, owner, LEASE)
    try:
        return _stay(run_id, owner, known, options)
    finally:
        known.close()


# -- what is run --------------------------------------------------------------------------------


def _spec(options: argparse.Namespace, library: Lazy) -> RunSpec:
    found = find_team(options.team, library, contract=not options.contract, roles=not options.roles)
    team = found.team
    if options.model:
        team = team.model_copy(update={"model": options.model})
    if options.contract:
        contract = load_contract(options.contract, library)
    elif found.contract is not None:
        contract = found.contract
    else:
        raise InputError("The team names no fact contract.", hint="Add --contract C.")
    roles = load_roles(options.roles, library) if options.roles else found.roles
    priors = load_priors(options.priors, library) if options.priors else None
    if options.history and priors is None:
        raise InputError("There is no history without priors.", hint="Add --priors P.")
    return make_spec(
        team,
        contract,
        roles=roles,
        priors=priors,
        history=_history(priors, library) if options.history and priors is not None else None,
        settings=ReplaySettings(
            confirmed_other_model=options.other_model,
            drift_mode=options.rewrite,
            encoder=options.encoder,
        ),
        task=options.task,
        values=_values(options.value),
        approval=options.approval,
        scripted=options.scripted,
        endpoint="" if options.scripted else Endpoint.from_environment().shown,
        seed=options.seed,
        wait_seconds=options.wait,
        author=AUTHOR,
    )


def _values(said: list[str]) -> dict[str, str]:
    pairs = [one.partition("=") for one in said]
    for (name, sign, value), one in zip(pairs, said, strict=True):
        if not (name.strip() and sign and value.strip()):
            raise InputError(f"'{one}' gives no value.", hint="Write --value budget='$45,000'.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _history(priors: PriorsSet, library: Lazy) -> History:
    try:
        known = library.get()
    except NotFoundError:
        return History()
    try:
        return known.runtime_history(priors)
    finally:
        known.close()


@dataclass(frozen=True, slots=True)
class FoundTeam:
    """A team with the contract and roles that it names, where they were found."""

    team: Team
    contract: Contract | None
    roles: RoleSet | None


def find_team(name: str, library: Lazy, *, contract: bool = True, roles: bool = True) -> FoundTeam:
    """Return a team with the contract and roles that it names, from wherever those are.

    Args:
        name: File, name in the database, or a ready team.
        library: Opened only if something isn't found elsewhere.
        contract: Whether the contract that the team names is wanted; another may take its place.
        roles: The same of its roles.
    """
    if name in KEYS and not Path(name).exists():
        ready = ready_team(name)
        return FoundTeam(ready.team, ready.contract, ready.roles)
    team = document_in(name, "team", parse_team, library, lambda known: known.team(name))
    folder = Path(name).parent if Path(name).is_file() else None
    return FoundTeam(
        team,
        _contract(folder, team.contract, library) if contract and team.contract else None,
        _roles(folder, team.roles, library) if roles and team.roles else None,
    )


def _contract(folder: Path | None, name: str, library: Lazy) -> Contract:
    beside: Contract | None = _beside(folder, name, parse_contract)
    if beside is not None:
        return beside
    ready = (ready_team(key).contract for key in KEYS)
    return next((c for c in ready if c.name == name), None) or load_contract(name, library)


def _roles(folder: Path | None, name: str, library: Lazy) -> RoleSet:
    beside: RoleSet | None = _beside(folder, name, parse_roles)
    if beside is not None:
        return beside
    ready = (ready_team(key).roles for key in KEYS)
    return next((r for r in ready if r.name == name), None) or load_roles(name, library)


def _beside(folder: Path | None, name: str, parse: Callable[[bytes, str], Any]) -> Any:
    """Return a document that lies beside the team's file under the name it gives, or None."""
    path = folder / name if folder is not None else None
    return parse(path.read_bytes(), str(path)) if path is not None and path.is_file() else None


# -- staying with it ----------------------------------------------------------------------------


def _models(options: argparse.Namespace) -> ModelsFor:
    return models_for(lambda: replace(Endpoint.from_environment(), seconds=options.timeout))


def _stay(run_id: str, owner: str, known: Library, options: argparse.Namespace) -> int:
    store = known.live
    if not store.take(run_id, owner, LEASE):
        raise ConflictError(f"Another process drives the run {run_id} just now.")
    driver = Driver(run_id=run_id, journal=store, models=_models(options), owner=owner)
    show = _Progress(run_id, quiet=options.json)
    with kept_lease(store, run_id, owner, driver.halted.set):
        state = fold(store.events(run_id))
        if options.resume and state.status in ("paused", "failed"):
            desk.resume(store, run_id, author=AUTHOR)
        try:
            state = _drive(driver, show)
        except KeyboardInterrupt:
            show.end()
            said = f"Interrupted. Go on with: python -m core run --resume {run_id}"
            print(said, file=sys.stderr)
            return INTERRUPTED
    show.end()
    return _report(run_id, state, known, as_json=options.json)


def _drive(driver: Driver, show: _Progress) -> RunState:
    pause = threading.Event()
    while True:
        done: Advanced = driver.advance()
        show.step(done.state)
        if done.what == "idle" and done.state.status != "paused":
            return done.state
        if done.what != "moved":
            pause.wait(LOOK)


def _report(run_id: str, state: RunState, known: Library, *, as_json: bool) -> int:
    trace_id, analysis_id = known.file_run(run_id) if state.is_over and state.events else ("", "")
    ended_well = state.status == "finished"
    result = None
    if analysis_id:
        analysis = known.analysis(analysis_id)
        result = checked_run(analysis, state.run.contract, state.run.binding, name=run_id)
    code = exit_code([result]) if ended_well and result else 2
    if as_json:
        document = _summary(run_id, state, trace_id, analysis_id) | {"exit_code": code}
        if result is not None:
            document["result"] = formats.json_result(result)
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        if result is not None:
            print(formats.as_text([result]))
        print(clean(_words(run_id, state, trace_id)))
    if not ended_well:
        print(clean(f"The run {state.status}: {state.reason}"), file=sys.stderr)
    return code


def _summary(run_id: str, state: RunState, trace_id: str, analysis_id: str) -> dict[str, Any]:
    account = state.account
    return {
        "run": run_id,
        "status": state.status,
        "how": state.how,
        "reason": state.reason,
        "turns": state.turn_count,
        "boundaries": len(state.outcomes),
        "tokens": {
            "native": account.native,
            "prompt_overhead": account.prompt_overhead,
            "controller": account.controller,
            "repair": account.repair,
            "total": account.total,
            "estimated": account.estimated,
        },
        "trace": trace_id,
        "analysis": analysis_id,
    }


def _words(run_id: str, state: RunState, trace_id: str) -> str:
    account = state.account
    about = "about " if account.estimated else ""
    extra = account.total - account.native
    said = (
        f"run {run_id}: {state.status} ({state.how}), {count(state.turn_count, 'turn')}, "
        f"{about}{account.total} tokens, {extra} of them for the controller"
    )
    return f"{said}; trace {trace_id}" if trace_id else said


class _Progress:
    """One line on standard error that follows the run; a line per step where nobody can redraw."""

    def __init__(self, run_id: str, *, quiet: bool) -> None:
        self._run_id = run_id
        self._quiet = quiet
        self._redraws = sys.stderr.isatty()
        self._last = ""

    def step(self, state: RunState) -> None:
        """Show where the run stands, if that has changed."""
        line = clean(f"{self._run_id}  {self._line(state)}", 110)
        if self._quiet or line == self._last:
            return
        self._last = line
        if self._redraws:
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._redraws and self._last:
            print(file=sys.stderr)

    def _line(self, state: RunState) -> str:
        budgets = state.run.team.budgets
        used = f"turn {state.turn_count}/{budgets.turns}, {state.account.total} tokens"
        held = state.held
        if held is not None and held.is_parked:
            return f"{used}: event {held.seq} of {held.agent} waits for a decision in Review"
        if state.turn is not None:
            return f"{used}: {state.turn.agent} writes"
        return f"{used}: {state.status}"
