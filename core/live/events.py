"""What a live run has seen, as append-only events; its state is a fold over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

LiveKind: TypeAlias = Literal[
    "started",
    "recalled",
    "call_begun",
    "reply",
    "tools_off",
    "tool_result",
    "boundary",
    "question",
    "answer",
    "parked",
    "decided",
    "undone",
    "expired",
    "returned",
    "delivered",
    "paused",
    "resumed",
    "stopped",
    "failed",
    "finished",
    "branched",
]
LIVE_KINDS: tuple[LiveKind, ...] = get_args(LiveKind)

Action: TypeAlias = Literal["approve", "edit", "reject", "order"]
ACTIONS: tuple[Action, ...] = get_args(Action)

Approval: TypeAlias = Literal["auto", "flagged", "always"]
APPROVALS: tuple[Approval, ...] = get_args(Approval)

Purpose: TypeAlias = Literal["turn", "ask", "author", "rewrite"]
"""Why a model is called: an agent's own turn, the answer to a question of the controller, the author
doing a held output again, or a held message being brought back into its role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent:
    """One thing that happened in a live run.

    What each kind holds in ``data``:

    ==============  =================================================================================
    started         ``spec``: everything the run was started with (`core.live.spec.RunSpec`)
    recalled        ``events``: what the log of another program holds at this place, as the trace
                    gets it; ``queue``: who had something to work on then. Only where such a run is
                    continued (:mod:`core.probe.bound`)
    call_begun      ``call``, ``agent``, ``turn``, ``purpose``
    reply           ``call``, ``agent``, ``text``, ``tool_calls``, ``usage``, ``overhead``,
                    ``model``, ``finish``, ``seconds``, ``attempts``
    tools_off       ``agent``, ``reason``: documents go into the prompt from here on; ``usage`` and
                    ``seconds`` of the call that showed it
    tool_result     ``agent``, ``tool``, ``call_id``, ``arguments``, ``text``, ``in_prompt``
    boundary        ``seq``, ``agent``, ``turn``, ``recipients``, ``kind``, ``text``, ``route``,
                    ``finish``, ``report``, ``digest``, ``judged``: the controller's name of it;
                    ``is_cut``: it ended at a limit of tokens
    question        ``key``, ``purpose``, ``addressee``, ``text``: of the controller, to an agent
    answer          ``key``, ``text``, ``tokens``; ``error`` if there is none to be had
    parked          ``seq``, ``digest``, ``reasons``
    decided         ``seq``, ``digest``, ``action``, ``author``, ``reason``, ``text``, ``repair``,
                    ``then``; ``certificate`` (``label``, ``other_value``) where VERIFY was ordered
    undone          ``seq``, ``digest``, ``author``, ``reason``, ``verdict``: number of the event undone
    expired         ``seq``, ``digest``
    returned        ``seq``, ``agent``, ``reason``: not sent; its author writes it again
    delivered       ``seq``, ``text``, ``recipients``, ``by``; ``report``: how it ended; ``events``:
                    what the trace gets (question and answer, the text, a certificate)
    paused, resumed ``author``, ``reason``; resumed: ``endpoint``, where the models are from here on
    stopped         ``author``, ``reason``, ``how``
    failed          ``code``, ``reason``
    finished        ``how``, ``reason``
    branched        ``parent``, ``parent_seq``, ``author``, ``reason``, ``endpoint`` as in resumed
    ==============  =================================================================================
    """

    seq: int
    """Position in the run, from 1, without gaps."""
    kind: LiveKind
    data: Mapping[str, Any] = field(default_factory=dict)
    """JSON values."""
    at: datetime | None = None
    """UTC; assigned when stored. No state but waiting times depends on it."""
