"""Role control in the pipeline: scores every turn and adds the energies up."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.contract.binding import Binding
from core.contract.checks import FactCheck
from core.drift.model import RoleSet, TurnScore
from core.repair.means import Rewriter, RewriteRequest
from core.repair.postconditions import rewrite_postconditions
from core.repair.transaction import Transaction
from core.settings import ReplaySettings
from core.trace.model import Event, Trace
from core.trace.quotes import own_words

if TYPE_CHECKING:  # A run without roles doesn't pay for what measures them.
    from core.drift.encoders import Encoder
    from core.drift.geometry import CompiledRoles
    from core.drift.score import DriftSettings

_CONTEXT_TURNS = 8
"""How many earlier texts the predicates of role control may look at."""


class RoleWatch:
    """Knows the roles of a run's agents and how far each has drifted.

    Args:
        roles: Role profiles, or None; then nothing has an energy.
        binding: Which agent plays which role.
        settings: Weights, lambda, rho, tau.
        trace: Participants, and who is a person.
        encoder: Encoder of the behaviour vector; None takes the one that the settings name.
    """

    def __init__(
        self,
        roles: RoleSet | None,
        binding: Binding,
        settings: ReplaySettings,
        trace: Trace,
        encoder: Encoder | None,
    ) -> None:
        self._binding = binding
        self._settings = settings
        self._trace = trace
        self._sums: dict[str, float] = {}
        self.history: deque[str] = deque(maxlen=_CONTEXT_TURNS)
        """The latest texts of the run, oldest first."""
        bound = set(binding.roles.values())
        self._compiled: CompiledRoles | None = None
        self._drift: DriftSettings | None = None
        self.tau = settings.tau
        if roles and bound:
            from core.drift.encoders import get_encoder
            from core.drift.geometry import compile_roles
            from core.drift.score import DriftSettings

            self._compiled = compile_roles(roles, encoder or get_encoder(settings.encoder))
            self._drift = DriftSettings(
                weights=settings.weights, lam=settings.lam, tau=settings.tau
            )
            if self.tau is None:
                self.tau = self._drift.threshold(self._compiled)

    @property
    def compiled(self) -> CompiledRoles | None:
        """The role set as it is measured with; None without roles."""
        return self._compiled

    def score(self, sender: str, text: str) -> tuple[TurnScore | None, str]:
        """Return the score of a text, or None and why there is none."""
        if self._compiled is None:
            return None, "No role set was chosen." if not self._binding.roles else "No role set."
        agent = self._trace.agent(sender)
        if agent is not None and agent.is_person:
            return None, "A person has no role drift."
        role = self._binding.roles.get(sender)
        if role is None:
            return None, f"{sender} is bound to no role profile."
        if role not in self._compiled.roles:
            return None, f"The role set has no profile {role}."
        from core.drift.score import score_turn

        score = score_turn(
            self._compiled,
            role,
            own_words(text),
            history=tuple(self.history),
            agents=self._trace.agent_names,
            settings=self._drift,
        )
        return score, ""

    def flagged(self, score: TurnScore | None) -> bool:
        """Whether the energy is above the threshold."""
        return score is not None and self.tau is not None and score.energy > self.tau

    def wants_rewrite(self, score: TurnScore | None) -> bool:
        """Whether a rewrite is due by the mode: never, above tau, or at every turn."""
        if score is None or self._settings.drift_mode == "never":
            return False
        return self._settings.drift_mode == "every_turn" or self.flagged(score)

    def measure(self, sender: str, text: str) -> tuple[float, float] | None:
        """Return (energy, threshold) of a text; None where there is no energy."""
        score, _ = self.score(sender, text)
        if score is None or self.tau is None:
            return None
        return score.energy, self.tau

    def rewrite(
        self,
        transaction: Transaction,
        event: Event,
        rewriter: Rewriter | None,
        checks: Mapping[str, FactCheck],
    ) -> None:
        """Have a turn rewritten into its role; the transaction keeps it only if it is better.

        Args:
            transaction: Holds the agent's own text.
            event: The turn.
            rewriter: Who rewrites; without one nothing happens.
            checks: Fact id -> its check; what the text conveys must survive.
        """
        score, _ = self.score(event.sender, event.text)
        if rewriter is None or score is None:
            return
        request = RewriteRequest(
            event=event,
            text=event.text,
            role=score.role,
            score=score,
            tau=self.tau,
            history=tuple(self.history),
            keep=tuple(
                c.fact.statement
                for c in checks.values()
                if c.states(event.text, in_run=True).conveyed
            ),
        )
        transaction.rewrite(
            lambda: rewriter.rewrite(request),
            lambda text: rewrite_postconditions(
                event.text,
                text,
                checks=checks,
                drift_of=lambda changed: self.measure(event.sender, changed),
            ),
        )

    def sums_with(
        self, sender: str, score: TurnScore | None, released: str, original: str
    ) -> Mapping[str, float]:
        """Return D_i(t) = rho D_i(t-1) + E_i,t after this turn; every bound agent decays.

        Nothing is kept yet; :meth:`keep` does that once the text is out.
        """
        if self._compiled is None:
            return {}
        rho = self._settings.rho
        sums = {**self._sums, **{a: rho * self._sums.get(a, 0.0) for a in self._binding.roles}}
        if score is not None:
            final = score if released == original else self.score(sender, released)[0]
            sums[sender] += final.energy if final else 0.0
        return sums

    @property
    def sums(self) -> Mapping[str, float]:
        """The cumulative drift of every bound agent."""
        return dict(self._sums)

    def back_to(self, sums: Mapping[str, float], history: tuple[str, ...]) -> None:
        """Forget the turns since these were all that was known."""
        self._sums = dict(sums)
        self.history = deque(history, maxlen=_CONTEXT_TURNS)

    def keep(self, sums: Mapping[str, float], text: str) -> None:
        """Take a turn in that is out: its text and the sums after it."""
        self._sums = dict(sums)
        self.history.append(text)
