"""Lets the rewriter of role control act in the transaction."""

from __future__ import annotations

from collections.abc import Sequence

from core.drift.rewrite import Rewrite, RoleRewriter, Turn
from core.errors import RepairError
from core.repair.means import RewriteRequest


class RoleRewriting:
    """A :class:`core.repair.means.Rewriter` around a :class:`core.drift.rewrite.RoleRewriter`.

    Args:
        rewriter: Rewrites turns of the run's role set, with a model.
        agents: Names of the agents in the run; makes it certain who is spoken to.
    """

    def __init__(self, rewriter: RoleRewriter, agents: Sequence[str] = ()) -> None:
        self._rewriter = rewriter
        self._agents = tuple(agents)
        self.last: Rewrite | None = None
        """Everything about the latest rewrite: tries, objections, tokens."""

    def rewrite(self, request: RewriteRequest) -> str | None:
        """Return the accepted rewrite, or None where none was wanted.

        Raises:
            RepairError: The model was asked, and every try was refused; the message says why.
        """
        turn = Turn(
            text=request.text,
            role=request.role,
            history=request.history,
            agents=self._agents,
            context=request.history,
        )
        self.last = self._rewriter.rewrite(turn, request.score)
        if self.last.needs_review:
            why = "; ".join(self.last.attempts[-1].objections) or "the answer could not be used"
            raise RepairError(f"no try at a rewrite was accepted ({why.rstrip('.')})")
        return self.last.accepted
