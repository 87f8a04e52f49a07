"""How the controller speaks to the agents of a run: questions to owners, work done again, rewrites.

Question, call, reply and answer are events. A question has a key and is put once: whoever settles the
same boundary after a restart finds the stored answer, also where there was none to be had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.contract.checks import FactCheck
from core.drift.geometry import CompiledRoles
from core.drift.rewrite import Reply, RoleRewriter
from core.drift.score import DriftSettings
from core.errors import CancelledError, ConflictError, ModelError, RepairError, SettingError
from core.live.events import Purpose
from core.live.prompts import question_request, rewrite_request
from core.llm.model import ChatRequest
from core.repair.means import Answer, Means, Question, Redo, RewriteRequest
from core.repair.rewriting import RoleRewriting

if TYPE_CHECKING:
    from core.live.driver import Driver


class Voice:
    """The means of a live run (see :class:`core.repair.means.Means`).

    Args:
        driver: Drives the run; stores what is said.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._broken: ConflictError | CancelledError | None = None
        self.compiled: CompiledRoles | None = None
        """The role set as the controller measures with it; None without roles."""
        self.checks: Mapping[str, FactCheck] = {}
        """Fact id -> its check; a rewrite must not lose what a message conveys."""

    def means(self) -> Means:
        """Return who can act. Scripted agents answer, but nobody rewrites for them."""
        spec = self._driver.state.run
        rewrites = not spec.scripted and spec.settings.drift_mode != "never"
        return Means(asker=self, author=self, rewriter=self if rewrites else None)

    @contextmanager
    def unbroken(self) -> Iterator[None]:
        """Let the controller ask agents; if the run was taken from us meanwhile, nothing counts.

        A question that fails rolls a repair back. But if a person stopped the run, or the lease or
        the race for the next event was lost, the boundary isn't settled at all.
        """
        self._broken = None
        yield
        if self._broken is not None:
            raise self._broken

    def ask(self, question: Question) -> Answer:
        """Ask the owner of a fact."""
        driver, who = self._driver, question.addressee
        self._in_team(who)
        request = question_request(driver.state, who, question.text, "ask")
        return self._answer(question.key, "ask", who, question.text, request)

    def redo(self, request: Redo) -> str:
        """Have an author do an output again."""
        driver, who = self._driver, request.agent
        self._in_team(who)
        asked = question_request(driver.state, who, request.prompt, "author")
        return self._answer(request.key, "author", who, request.prompt, asked).text

    def rewrite(self, request: RewriteRequest) -> str | None:
        """Have a message brought back into its role by the model of its author."""
        if self.compiled is None:
            return None
        spec, who, tries = self._driver.state.run, request.event.sender, iter(range(1, 100))

        def ask(system: str, user: str) -> Reply:
            asked = rewrite_request(self._driver.state, who, system, user)
            key = f"{request.key}:{next(tries)}"
            said = self._answer(key, "rewrite", who, user, asked)
            return Reply(text=said.text, tokens=said.tokens)

        settings = spec.settings
        rewriter = RoleRewriter(
            self.compiled,
            ask,
            settings=DriftSettings(
                weights=settings.weights,
                lam=settings.lam,
                rho=settings.rho,
                tau=settings.tau,
                mode=settings.drift_mode,
            ),
            facts=spec.filled.facts,
            checks=self.checks,
        )
        return RoleRewriting(rewriter, spec.team.agent_names).rewrite(request)

    def _in_team(self, name: str) -> None:
        if name not in self._driver.state.run.team.agent_names:
            raise RepairError(f"{name} is not in the team.")

    def _answer(
        self, key: str, purpose: Purpose, addressee: str, text: str, request: ChatRequest
    ) -> Answer:
        state = self._driver.state
        turn = state.held.turn if state.held else state.turn.number if state.turn else 0
        key = f"{key}:{turn}"  # a text that was written again is another question
        try:
            return self._stored_answer(key, purpose, addressee, text, request)
        except (ConflictError, CancelledError) as error:
            self._broken = error
            raise
        except (ModelError, SettingError) as error:
            self._no_answer(key, str(error))
            raise

    def _stored_answer(
        self, key: str, purpose: Purpose, addressee: str, text: str, request: ChatRequest
    ) -> Answer:
        driver = self._driver
        if key not in driver.state.asked:
            driver.append("question", key=key, purpose=purpose, addressee=addressee, text=text)
        asked = driver.state.asked[key]
        if asked.error:
            raise RepairError(asked.error)
        if asked.reply is None:
            if driver.state.call is None:
                driver.append(
                    "call_begun",
                    call=f"c{driver.state.calls + 1}",
                    agent=addressee,
                    turn=driver.state.turns.get(addressee, 0),
                    purpose=purpose,
                )
            driver.append_reply(addressee, driver.complete(request, addressee))
            asked = driver.state.asked[key]
        if not asked.is_answered:
            driver.append("answer", key=key, text=asked.reply, tokens=asked.tokens)
        return Answer(text=asked.reply or "", tokens=asked.tokens)

    def _no_answer(self, key: str, why: str) -> None:
        try:
            self._driver.append("answer", key=key, text="", tokens=0, error=why)
        except (ConflictError, CancelledError) as error:
            self._broken = error
            raise
