"""What a repair may ask of others: the owner, an author, a certifier, a rewriter.

Code closes a gap where it can. Where it can't, somebody else has to act, behind one of these
protocols: a model in a live run, a person, an engineer's own function. On a recorded run nobody is
there, and such a repair stays a proposal.

An implementation may be called again for the same request after a restart; it should know a
request by its ``key`` and answer from what it has stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from core.contract.model import Fact
from core.drift.model import TurnScore
from core.trace.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One precise question to the owner of a fact."""

    addressee: str
    """Agent that is asked: it plays the fact's owner, or else is the sender of the held message."""
    text: str
    fact: str
    recipient: str
    """Party for whom the answer is needed."""
    boundary_seq: int
    """The held boundary."""

    @property
    def key(self) -> str:
        """What makes a repeated request the same one."""
        return f"ask:{self.boundary_seq}:{self.fact}:{self.recipient}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the addressee said, word for word."""

    text: str
    tokens: int | None = None
    """Tokens of question and answer together; None if nobody counted."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """JSON values that are kept with the answer's event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo:
    """An output that goes back to its author, with the fact that it broke or ignored."""

    agent: str
    text: str
    """The output as its author wrote it."""
    fact: str
    statement: str
    """The fact in the contract's words."""
    quote: str
    """The fact as it was delivered to the author."""
    source_seq: int
    boundary_seq: int
    recipient: str = ""
    """Party that must learn the fact from the output; empty where the author itself ignored it."""

    @property
    def key(self) -> str:
        """What makes a repeated request the same one."""
        return f"redo:{self.boundary_seq}:{self.fact}"

    @property
    def prompt(self) -> str:
        """What the author is told."""
        why, so = "It does not respect something that you were told:", "so that it does"
        if self.recipient:
            why = f"{self.recipient} must learn this from it, and it is not there:"
            so = "so that it says this"
        return (
            f"Your work below was held back. {why}\n\n{_quoted(self.quote)}\n\n"
            f"Write the work again {so}. Change nothing else, don't comment on the "
            f"change, and return only the work itself.\n\n---\n{self.text}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateRequest:
    """A doubt that somebody has to settle: was the fact conveyed?"""

    fact: Fact
    recipient: str
    frontier: str
    """Status that the check leans to."""
    text: str
    """The held message or output."""
    doubt: str
    """What the check said."""
    boundary_seq: int

    @property
    def key(self) -> str:
        """What makes a repeated request the same one."""
        return f"verify:{self.boundary_seq}:{self.fact.id}:{self.recipient}"


Request: TypeAlias = Question | Redo | CertificateRequest
"""What a repair may have to ask somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A sure verdict on one obligation, by a person or a typed verifier."""

    label: Literal["conveyed", "not_conveyed", "contradicted"]
    """Whether the fact has reached the recipient (in its own output: is reflected)."""
    by: str
    """Name of the person or verifier; never empty."""
    reason: str = ""
    other_value: str = ""
    """For ``contradicted``: what stands instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewriteRequest:
    """A message that left its role, and what is known about where it should have been."""

    event: Event
    text: str
    """The agent's own text."""
    role: str
    """Name of the role profile."""
    score: TurnScore
    """The four terms, the speech acts, the broken rules, and ``target``, the corrected vector."""
    tau: float | None
    history: tuple[str, ...] = ()
    """Earlier texts of the run, oldest first."""
    keep: tuple[str, ...] = ()
    """Statements of the facts that the text conveys; a rewrite must not lose them."""

    @property
    def key(self) -> str:
        """What makes a repeated request the same one."""
        return f"rewrite:{self.event.seq}"


class Asker(Protocol):
    """Puts a question to an agent."""

    def ask(self, question: Question) -> Answer:
        """Return the answer. Raises whatever goes wrong; the message is then sent as it was."""
        ...


class Author(Protocol):
    """Lets an agent do its own output again."""

    def redo(self, request: Redo) -> str:
        """Return the new output. Raises whatever goes wrong; the old one is then sent."""
        ...


class Certifier(Protocol):
    """A person or a typed verifier."""

    def certify(self, request: CertificateRequest) -> Certificate | None:
        """Return a certificate, or None if it can't tell either."""
        ...


class Rewriter(Protocol):
    """Brings a message back into its role."""

    def rewrite(self, request: RewriteRequest) -> str | None:
        """Return the rewritten message, or None if it has none to offer."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Who is there to act at a boundary. The default is nobody."""

    asker: Asker | None = None
    author: Author | None = None
    certifier: Certifier | None = None
    rewriter: Rewriter | None = None

    def can(self, needs: Literal["", "model", "author", "person"]) -> bool:
        """Whether somebody is there for what a proposal needs."""
        there = {"": self, "model": self.asker, "author": self.author, "person": self.certifier}
        return there[needs] is not None


NOBODY = Means()


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
