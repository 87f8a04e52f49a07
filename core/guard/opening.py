"""Opens a guard from documents: objects, texts, or paths of files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from core.approval import Approval
from core.contract.binding import Binding
from core.contract.document import parse_contract
from core.contract.model import Contract
from core.contract.parameters import need_values, values_from
from core.contract.writing import dump_yaml
from core.drift.document import parse_roles
from core.drift.encoders import Encoder
from core.drift.model import RoleSet
from core.errors import ConflictError, InputError, NotFoundError
from core.gate.admission import same_model
from core.gate.builtin import BUILT_IN
from core.gate.document import parse_priors
from core.gate.model import PriorsSet
from core.guard.engine import Left, OnError
from core.guard.guard import Guard
from core.guard.help import Spent, means_of
from core.guard.journal import fold_guard
from core.guard.ports import AskCall, CertifyCall, RedoCall, Store
from core.repair.means import Rewriter
from core.settings import ReplaySettings


def open_guard(
    contract: Contract | Path | str,
    *,
    roles: RoleSet | Path | str | None = None,
    priors: PriorsSet | Path | str | None = None,
    models: Mapping[str, str] | None = None,
    people: Collection[str] = (),
    binding: Binding | None = None,
    values: Mapping[str, str] | None = None,
    settings: ReplaySettings | None = None,
    approval: Approval = "auto",
    ask: AskCall | None = None,
    redo: RedoCall | None = None,
    certify: CertifyCall | None = None,
    rewriter: Rewriter | None = None,
    on_error: OnError = "forward",
    store: Store | None = None,
    name: str = "guarded run",
    task: str = "",
    encoder: Encoder | None = None,
    resume: str = "",
) -> Guard:
    """Open a guard for one run of a team.

    Args:
        contract: The facts: an object, YAML or JSON text, or the path of a file.
        roles: Role profiles, in the same ways; None for handoff control alone.
        priors: Frozen counts, in the same ways, or the model of a built-in set. None: nothing is
            repaired, and every report says what would be possible.
        models: Agent -> name of its model. Counts belong to one model.
        people: Agents that are persons; they have no role drift.
        binding: Which agent is which party and role; None binds equal names.
        values: Parameter of the contract -> its value in this run; what isn't named here is looked
            for in the task.
        settings: Settings of the controller.
        approval: When a person decides: ``auto`` (never), ``flagged`` or ``always``.
        ask: Puts a question to an agent. Without it a fact that nobody stated is not asked for.
        redo: Has an agent do an output again that ignored a rule.
        certify: Settles what a check could not tell: your own function, or
            ``guard.certify_by_examples``, which knows the contract's labelled examples.
        rewriter: Brings a drifted message back into its role.
        on_error: ``forward``: an error inside the guard is logged and the message goes on as it
            is. ``raise``: it is raised, for tests.
        store: Keeps the run for the dashboard; ``storage.guard_store(url)`` makes one.
        name: What the run is called there.
        task: What the team was asked to do.
        encoder: Encoder of the behaviour vector; None takes the embedded one.
        resume: ``run_id`` of a run in the store whose program has died: this guard goes on where that
            one was. What went out is taken in and not judged again, and an event that is said again
            under the same ``event_id`` gets the answer that the record holds.

    Raises:
        ConflictError: The run that shall go on is closed.
        InputError: A document can't be used or isn't the one the run was checked with, or a fact
            waits for a value.
        NotFoundError: There is no such file, no built-in set for that model, or no such run.
    """
    spec, text = _contract(contract)
    profiles, roles_text = _roles(roles)
    counts = _priors(priors)
    if store is not None:
        spec = store.contract(spec, text)
        profiles = store.roles(profiles, roles_text) if profiles is not None else None
        if counts is not None:
            store.priors(counts)
    bound = binding or _binding(spec, profiles, models or {})
    known = values_from(spec, [("the call", values or {})], task).values
    bound = replace(bound, values={**bound.values, **known})
    need_values(spec, bound.values, values or ())
    left = _left(store, resume) if resume else None
    spent = Spent()
    return Guard(
        spec,
        roles=profiles,
        priors=counts,
        models=models or {},
        people=people,
        binding=bound,
        settings=settings,
        approval=approval,
        means=means_of(ask, redo, certify, rewriter, spent),
        on_error=on_error,
        store=store,
        name=name,
        task=task,
        encoder=encoder,
        spent=spent,
        left=left,
    )


def _left(store: Store | None, run_id: str) -> Left:
    if store is None:
        raise InputError(
            "A run can only be taken up from the store that it was recorded in.",
            hint="Hand in store=guard_store(url).",
        )
    state = fold_guard(store.records(run_id))
    if state.is_closed:
        raise ConflictError("The run is closed already; begin a new one.")
    return Left(run_id, state)


def _contract(given: Contract | Path | str) -> tuple[Contract, str]:
    if isinstance(given, Contract):
        return given, dump_yaml(given)
    text, source = _text(given)
    return parse_contract(text, source), text


def _roles(given: RoleSet | Path | str | None) -> tuple[RoleSet | None, str]:
    if given is None:
        return None, ""
    if isinstance(given, RoleSet):
        return given, dump_yaml(given)
    text, source = _text(given)
    return parse_roles(text, source), text


def _priors(given: PriorsSet | Path | str | None) -> PriorsSet | None:
    if given is None or isinstance(given, PriorsSet):
        return given
    if isinstance(given, str):
        found = next((p for p in BUILT_IN if p.name == given or same_model(given, p.model)), None)
        if found is not None:
            return found
    try:
        return parse_priors(*_text(given))
    except NotFoundError as error:
        names = ", ".join(p.model for p in BUILT_IN)
        raise NotFoundError(f"{error} Counts are built in for {names}.") from error


def _text(given: Path | str) -> tuple[str, str]:
    if isinstance(given, str) and ("\n" in given or given.lstrip().startswith("{")):
        return given, "text"
    path = Path(given)
    if not path.is_file():
        raise NotFoundError(f"There is no file {path}.")
    try:
        return path.read_text(encoding="utf-8"), path.name
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The file can't be read: {error}", where=str(path)) from error


def _binding(contract: Contract, roles: RoleSet | None, models: Mapping[str, str]) -> Binding:
    names = dict.fromkeys((*contract.party_names, *models))
    profiles = {role.name for role in roles.roles} if roles else set()
    parties = {name: name for name in names if name in contract.party_names}
    return Binding(
        parties=parties,
        roles={name: name for name in (*names, *profiles) if name in profiles},
        models=dict(models),
    )
