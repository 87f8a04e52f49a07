"""The controller beside a live run: the same one that replays recorded runs.

It is rebuilt from the run's state at any time by taking in what went out, and it stands the same
afterwards whether the process lived through the run or has just started.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.contract.checks import FactCheck
from core.controller import analysis_inputs
from core.drift.encoders import Encoder, get_encoder
from core.drift.geometry import CompiledRoles
from core.errors import TransitionError
from core.held import Held as Proposed
from core.held import Ruling, Settled
from core.live.spec import RunSpec
from core.live.state import RunState
from core.pipeline import Controller
from core.provenance.model import ObligationState
from core.provenance.tracker import earliest_gap
from core.repair import NOBODY, Means
from core.repair.means import Certificate, CertificateRequest
from core.report import Analysis, BoundaryReport
from core.trace.model import Event, Trace

FORMAT = "baton-live"


class Judge:
    """Follows one run.

    Args:
        spec: Contract, roles, priors, settings, and who is who.
        encoder: Encoder of the behaviour vector; None takes the one that the settings name.
        means: Who is there to answer, rewrite or certify.
    """

    def __init__(
        self, spec: RunSpec, encoder: Encoder | None = None, means: Means = NOBODY
    ) -> None:
        self.spec = spec
        self.encoder = encoder
        if encoder is None and spec.roles and spec.binding.roles:
            self.encoder = get_encoder(spec.settings.encoder)
        self._means = means
        self._controller = Controller(
            spec.contract,
            trace=Trace(name=spec.name, format=FORMAT, agents=spec.agents, events=()),
            binding=spec.binding,
            roles=spec.roles,
            priors=spec.priors,
            settings=spec.settings,
            encoder=self.encoder,
            live=True,
            means=means,
            history=spec.history,
        )
        self._taken = 0
        self._reports: dict[int, BoundaryReport] = {}
        self._changes: list[ObligationState] = []

    @property
    def compiled(self) -> CompiledRoles | None:
        """The role set as it is measured with; None without roles."""
        return self._controller.watch.compiled

    @property
    def checks(self) -> Mapping[str, FactCheck]:
        """Fact id -> its check, as the contract is checked with in this run."""
        return self._controller.tracker.observer.checks

    def follow(self, state: RunState) -> None:
        """Take in what has gone out since the last time."""
        for event in state.events[self._taken :]:
            report = self._controller.step(event)
            if report is not None:
                self._reports[event.seq] = report
                self._changes += report.changes
        self._taken = len(state.events)

    def propose(self, state: RunState, event: Event) -> Proposed:
        """Judge a text that has not gone out, without taking it in."""
        self.follow(state)
        held = self._proposed(event)
        self._controller.withdraw(held)
        return held

    def settle(
        self,
        state: RunState,
        event: Event,
        digest: str,
        ruling: Ruling,
        *,
        certificate: Certificate | None = None,
    ) -> Settled:
        """Do what was ruled about a held text: repair, check, COMMIT or ROLLBACK, release.

        Nothing of it stays here; what went out is taken in once the run's record holds it.

        Args:
            state: The run so far.
            event: The text as its author wrote it.
            digest: What was stored when it was first judged.
            ruling: What shall be done.
            certificate: What the person certified, where she ordered VERIFY.

        Raises:
            TransitionError: This program judges the text otherwise than the one that held it.
        """
        self.follow(state)
        held = self._proposed(event)
        if held.digest != digest:
            self._controller.withdraw(held)
            raise TransitionError(
                "This version of Baton, or its encoder, judges the held text otherwise than the one "
                "that held it. Stop the run, or branch from an earlier boundary."
            )
        if certificate is not None:
            self._controller.means = replace(self._means, certifier=_Said(certificate))
        try:
            # A controller that lived through a repair would remember more than one that is fed what
            # went out; a restart must change nothing.
            return self._controller.rehearse(held, ruling)
        finally:
            self._controller.means = self._means

    def _proposed(self, event: Event) -> Proposed:
        held = self._controller.propose(event)
        assert held is not None  # noqa: S101  (messages and outputs are boundaries)
        return held

    def statuses(self, state: RunState) -> tuple[ObligationState, ...]:
        """Return the state of every obligation now, in contract order."""
        self.follow(state)
        return self._controller.tracker.states()

    def analysis(self, state: RunState, trace: Trace) -> Analysis:
        """Return the analysis of a run that has ended; the judge can't be used afterwards.

        Reports are those by which the run was led; obligations are as they ended.

        Args:
            state: The run.
            trace: What :func:`run_trace` made of it.
        """
        self.follow(state)
        tail = self._controller.finish()
        final = self._controller.tracker.states()
        spec = self.spec
        settings = {
            **spec.settings.to_dict(),
            "tau_used": self._controller.tau,
            "live": {
                "approval": spec.approval,
                "scripted": spec.scripted,
                **({"history": spec.history.to_list()} if spec.history is not None else {}),
            },
        }
        return Analysis(
            inputs=analysis_inputs(
                trace.digest,
                spec.contract,
                spec.roles,
                spec.priors,
                self.encoder,
                settings,
                spec.binding,
            ),
            reports=tuple(self._led(state)),
            states=(*self._changes, *tail),
            final=final,
            earliest_gap=earliest_gap(final),
        )

    def _led(self, state: RunState) -> list[BoundaryReport]:
        """Return the reports by which the run was led, with changes as the record has them."""
        led = {o.report.seq: o.report for o in state.outcomes if o.by != "returned"}
        return [
            replace(led.get(seq, sent), changes=sent.changes)
            for seq, sent in sorted(self._reports.items())
        ]


@dataclass(frozen=True, slots=True)
class _Said:
    """A person who has said already what holds."""

    certificate: Certificate

    def certify(self, request: CertificateRequest) -> Certificate:
        del request
        return self.certificate


def run_trace(state: RunState, name: str) -> Trace:
    """Return what went out in a run as an ordinary trace.

    Args:
        state: The run.
        name: Shown name.
    """
    spec, account = state.run, state.account
    return Trace(
        name=name,
        format=FORMAT,
        agents=spec.agents,
        events=state.events,
        task=spec.team.task,
        metadata={
            "live": {
                "team": f"{spec.team.name}@{spec.team.version}",
                "scripted": spec.scripted,
                "approval": spec.approval,
                "ended": state.how,
                "tokens": {
                    "native": account.native,
                    "prompt_overhead": account.prompt_overhead,
                    "controller": account.controller,
                    "repair": account.repair,
                    "estimated": account.estimated,
                },
            }
        },
    )
