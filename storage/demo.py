"""The demo workspace: two proposal teams and their runs, ready to look at.

The files lie under ``assets/demo``, one folder per team: a contract, a role set and one file per
run. Everything is read by the same code that reads a person's own files, and every run is put
through the same controller, so nothing on a screen of the demo was prepared by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from core.contract.document import parse_contract
from core.contract.model import Contract
from core.controller import METHOD_VERSION, analyse, document_hash, identity_binding
from core.drift.document import parse_roles
from core.drift.encoders import encoder_id, get_encoder
from core.drift.model import RoleSet
from core.gate.admission import same_model
from core.gate.builtin import BUILT_IN
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.settings import ReplaySettings
from core.trace.model import Trace
from core.trace.native import trace_from_dict
from storage.info import StoredTrace

if TYPE_CHECKING:
    from storage import Workspace

FOLDER: Final = Path(__file__).resolve().parent.parent / "assets" / "demo"
AUTHOR: Final = "Baton demo"

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ru")


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoRun:
    """One recorded run of a demo team."""

    key: str
    """Language and file name without its ending, such as ``en/1-clean``."""
    trace: Trace
    priors: PriorsSet | None
    """The built-in set of the model that played the team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTeam:
    """A team with its documents and its runs."""

    language: Language
    contract_text: str
    contract: Contract
    roles_text: str
    roles: RoleSet
    runs: tuple[DemoRun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoLoaded:
    """What the demo consists of, and how much of it was new to the workspace."""

    contracts: int
    role_sets: int
    traces: int
    analyses: int
    new_traces: int
    """Traces that were not in the workspace before; 0 on a second call."""
    trace_ids: tuple[str, ...]
    """In the order of the files, English team first."""


def demo_teams() -> Iterator[DemoTeam]:
    """Read the demo's files, one team after the other; nothing is stored.

    Raises:
        InputError: If somebody edited a file so that it can't be read any more.
    """
    for language in LANGUAGES:
        folder = FOLDER / language
        contract_text = (folder / "contract.yaml").read_text(encoding="utf-8")
        roles_text = (folder / "roles.yaml").read_text(encoding="utf-8")
        yield DemoTeam(
            language=language,
            contract_text=contract_text,
            contract=parse_contract(contract_text, f"{language}/contract.yaml"),
            roles_text=roles_text,
            roles=parse_roles(roles_text, f"{language}/roles.yaml"),
            runs=tuple(_runs(folder, language)),
        )


def load_demo(workspace: Workspace, author: str = AUTHOR) -> DemoLoaded:
    """Put the demo into a workspace: documents, traces, and an analysis of every run.

    A second call adds nothing. A demo document that a person has edited since stays the latest
    version; the analyses are made with the version that the files hold.

    Args:
        workspace: An open workspace. The built-in priors sets are in it already.
        author: Name under which documents and analyses are saved.
    """
    teams = tuple(demo_teams())
    found: dict[str, StoredTrace] = {}
    analyses: set[str] = set()
    # Lists show the newest first, so the first run of the first team is stored last.
    for team in reversed(teams):
        contract = _contract(workspace, team, author)
        roles = _roles(workspace, team, author)
        for run in reversed(team.runs):
            stored = found[run.key] = workspace.traces.add(run.trace, f"demo/{run.key}.json")
            known = None if stored.created else _known(workspace, stored.id, contract, roles, run)
            if known is None:
                analysis = analyse(run.trace, contract, roles, run.priors)
                known = workspace.analyses.add(analysis, stored.id, author)
            analyses.add(known)
    in_order = [found[run.key] for team in teams for run in team.runs]
    return DemoLoaded(
        contracts=len(teams),
        role_sets=len(teams),
        traces=len(in_order),
        analyses=len(analyses),
        new_traces=sum(stored.created for stored in in_order),
        trace_ids=tuple(stored.id for stored in in_order),
    )


def _runs(folder: Path, language: Language) -> Iterator[DemoRun]:
    for path in sorted((folder / "runs").glob("*.json")):
        trace = trace_from_dict(json.loads(path.read_text(encoding="utf-8")))
        yield DemoRun(key=f"{language}/{path.stem}", trace=trace, priors=_priors(trace))


def _priors(trace: Trace) -> PriorsSet | None:
    models = {agent.model for agent in trace.agents if agent.model}
    return next((p for p in BUILT_IN if any(same_model(m, p.model) for m in models)), None)


def _contract(workspace: Workspace, team: DemoTeam, author: str) -> Contract:
    wanted = _body(team.contract)
    if any(info.name == team.contract.name for info in workspace.contracts.list()):
        for version in workspace.contracts.versions(team.contract.name):
            if _body(version.contract) == wanted:
                return version.contract
    return workspace.contracts.save(team.contract_text, author).contract


def _roles(workspace: Workspace, team: DemoTeam, author: str) -> RoleSet:
    wanted = _body(team.roles)
    if any(info.name == team.roles.name for info in workspace.roles.list()):
        for version in workspace.roles.versions(team.roles.name):
            if _body(version.roles) == wanted:
                return version.roles
    return workspace.roles.save(team.roles_text, author).roles


def _known(
    workspace: Workspace, trace_id: str, contract: Contract, roles: RoleSet, run: DemoRun
) -> str | None:
    """Return the stored analysis that a replay with these inputs would only repeat, or None."""
    wanted = (
        document_hash(contract.to_dict()),
        document_hash(roles.to_dict()),
        priors_hash(run.priors) if run.priors else "",
        METHOD_VERSION,
        encoder_id(get_encoder()),
    )
    settings = ReplaySettings().to_dict()
    binding = asdict(identity_binding(run.trace, contract, roles))
    for info in workspace.analyses.list(trace_id):
        used = (
            info.contract_hash,
            info.roles_hash,
            info.priors_hash,
            info.method,
            info.encoder,
        )
        rest = {key: info.settings.get(key) for key in settings}
        if used == wanted and rest == settings and info.binding == binding:
            return info.id
    return None


def _body(document: Contract | RoleSet) -> dict[str, object]:
    """Return a document without its version number, which storing may change."""
    return {key: value for key, value in document.to_dict().items() if key != "version"}
