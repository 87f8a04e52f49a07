"""One controller, four callers (method, section 4).

Recorded runs, live runs, probe episodes, and an engineer's own agents all get their
BoundaryReports from here. This module replays recorded runs; the pipeline itself is
:class:`core.pipeline.Controller`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from core.contract.binding import Binding
from core.contract.model import Contract
from core.drift.model import RoleSet
from core.gate.model import PriorsSet
from core.gate.priors import priors_hash
from core.pipeline import Controller
from core.provenance.graph import ProvenanceGraph
from core.provenance.model import ObligationState
from core.provenance.tracker import earliest_gap
from core.report import Analysis, AnalysisInputs, BoundaryReport
from core.settings import ReplaySettings
from core.trace.model import Trace
from core.trace.outputs import with_inferred_outputs

if TYPE_CHECKING:  # A run without roles needs no encoder.
    from core.drift.encoders import Encoder

METHOD_VERSION = "2"


def identity_binding(trace: Trace, contract: Contract, roles: RoleSet | None = None) -> Binding:
    """Bind every agent to the party and the role of exactly its name."""
    parties = {name: name for name in trace.agent_names if name in contract.party_names}
    names = {role.name for role in roles.roles} if roles else set()
    return Binding(parties=parties, roles={n: n for n in trace.agent_names if n in names})


def replay(
    trace: Trace,
    contract: Contract,
    roles: RoleSet | None = None,
    priors: PriorsSet | None = None,
    settings: ReplaySettings | None = None,
    *,
    binding: Binding | None = None,
    encoder: Encoder | None = None,
) -> Iterator[BoundaryReport]:
    """Put a recorded run through the controller; yield one report per boundary.

    The same input gives the same reports, to the byte. What was sent can't be unsent: a COMMIT
    says what the controller would have released, and later boundaries are judged by what was
    recorded.

    Args:
        trace: The run.
        contract: Facts and who needs them.
        roles: Role profiles; None for handoff control alone.
        priors: Frozen counts; None forwards everything.
        settings: See :class:`ReplaySettings`.
        binding: Who is who; None binds equal names.
        encoder: Encoder of the behaviour vector; None takes the one that the settings name.
    """
    yield from _Replay(trace, contract, roles, priors, settings, binding, encoder).reports()


def analyse(
    trace: Trace,
    contract: Contract,
    roles: RoleSet | None = None,
    priors: PriorsSet | None = None,
    settings: ReplaySettings | None = None,
    *,
    binding: Binding | None = None,
    encoder: Encoder | None = None,
) -> Analysis:
    """Replay a run to its end and return everything that was found. Arguments as in replay."""
    run = _Replay(trace, contract, roles, priors, settings, binding, encoder)
    reports = tuple(run.reports())
    return run.analysis(reports)


def provenance_graph(
    trace: Trace,
    contract: Contract,
    *,
    binding: Binding | None = None,
    settings: ReplaySettings | None = None,
) -> ProvenanceGraph:
    """Return the provenance graph of a whole run, with its gaps marked."""
    run = _Replay(trace, contract, None, None, settings, binding, None)
    deque(run.reports(), maxlen=0)
    return run.controller.graph


class _Replay:
    def __init__(
        self,
        trace: Trace,
        contract: Contract,
        roles: RoleSet | None,
        priors: PriorsSet | None,
        settings: ReplaySettings | None,
        binding: Binding | None,
        encoder: Encoder | None,
    ) -> None:
        self.settings = settings or ReplaySettings()
        self.recorded = trace
        self.trace = with_inferred_outputs(trace) if self.settings.infer_outputs else trace
        self.binding = binding or identity_binding(trace, contract, roles)
        self.contract, self.roles, self.priors = contract, roles, priors
        self.encoder = encoder
        if encoder is None and roles and self.binding.roles:
            from core.drift.encoders import get_encoder

            self.encoder = get_encoder(self.settings.encoder)
        self.controller = Controller(
            contract,
            trace=self.trace,
            binding=self.binding,
            roles=roles,
            priors=priors,
            settings=self.settings,
            encoder=self.encoder,
        )
        self.tail: tuple[ObligationState, ...] = ()

    def reports(self) -> Iterator[BoundaryReport]:
        for event in self.trace.events:
            report = self.controller.step(event)
            if report is not None:
                yield report
        self.tail = self.controller.finish()

    def analysis(self, reports: tuple[BoundaryReport, ...]) -> Analysis:
        final = self.controller.tracker.states()
        changes = (change for report in reports for change in report.changes)
        return Analysis(
            inputs=self.inputs(),
            reports=reports,
            states=(*changes, *self.tail),
            final=final,
            earliest_gap=earliest_gap(final),
        )

    def inputs(self) -> AnalysisInputs:
        return analysis_inputs(
            self.recorded.digest,
            self.contract,
            self.roles,
            self.priors,
            self.encoder,
            {**self.settings.to_dict(), "tau_used": self.controller.tau},
            self.binding,
        )


def analysis_inputs(
    trace_digest: str,
    contract: Contract,
    roles: RoleSet | None,
    priors: PriorsSet | None,
    encoder: Encoder | None,
    settings: Mapping[str, Any],
    binding: Binding,
) -> AnalysisInputs:
    """Return everything an analysis used, by name, version and hash."""
    return AnalysisInputs(
        trace_digest=trace_digest,
        contract=f"{contract.name}@{contract.version}",
        contract_hash=document_hash(contract.to_dict()),
        roles=f"{roles.name}@{roles.version}" if roles else "",
        roles_hash=document_hash(roles.to_dict()) if roles else "",
        priors=priors.name if priors else "",
        priors_hash=priors_hash(priors) if priors else "",
        encoder=_encoder_id(encoder),
        settings=settings,
        binding=binding.to_dict(),
        method=METHOD_VERSION,
    )


def _encoder_id(encoder: Encoder | None) -> str:
    if encoder is None:
        return ""
    from core.drift.encoders import encoder_id

    return encoder_id(encoder)


def document_hash(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document's canonical JSON, without its version number."""
    body = {key: value for key, value in content.items() if key != "version"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
