"""What a person does to a run: decide, undo, pause, resume, stop, branch. Any process, any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from core.errors import ConflictError, InputError, TransitionError
from core.live.driver import utc_now
from core.live.events import ACTIONS, Action, LiveEvent, LiveKind
from core.live.fold import apply, fold
from core.live.journal import Journal
from core.live.state import Held, Outcome, RunState
from core.provenance.certificate import CertificateLabel

_TRIES = 20


def decide(
    journal: Journal,
    run_id: str,
    *,
    seq: int,
    digest: str,
    action: Action,
    author: str,
    reason: str = "",
    text: str | None = None,
    repair: str = "",
    then: str = "",
    certificate: Mapping[str, str] | None = None,
) -> RunState:
    """Decide about a parked boundary.

    approve sends what the controller would release; edit sends the person's text; order applies a
    repair that the gate refused. reject sends nothing of what was proposed: a proposed repair is
    blocked and the agent's own text goes out (``then='original'``), or the agent's own text goes
    back to it with the reason and is written again (``then='again'``).

    Args:
        journal: Where the run is kept.
        run_id: The run.
        seq: The boundary, as the person saw it.
        digest: Digest of exactly what she saw.
        action: approve, edit, reject or order.
        author: Her name.
        reason: Why; an agent that writes again gets to read it.
        text: edit: what is to be sent.
        repair: order: which repair.
        then: reject: ``original`` or ``again``; empty takes ``original`` where a repair was
            proposed, else ``again``.
        certificate: order of VERIFY: ``label`` (conveyed, not_conveyed, contradicted) and, for
            contradicted, ``other_value``: what the person certifies by her name.

    Raises:
        InputError: No name, no text to send, or a repair that can't be ordered here.
        ConflictError: The boundary isn't parked, was decided already, or holds something else.
    """
    if not author.strip():
        raise InputError("A decision carries a name.", hint="Set your name in Settings.")
    if action not in ACTIONS:
        raise InputError(f"Nobody can '{action}' a boundary.")
    if action == "edit" and not (text or "").strip():
        raise InputError("There is no text to send.", hint="Write one, or reject the boundary.")

    def make(state: RunState) -> dict[str, Any]:
        held = _decidable(state, seq, digest)
        if action == "order":
            _orderable(held, repair, certificate)
        wanted = then
        if action == "reject" and not wanted:
            wanted = "original" if held.report.released != held.text else "again"
        return {
            "seq": seq,
            "digest": digest,
            "action": action,
            "author": author.strip(),
            "reason": reason,
            "text": text if action == "edit" else None,
            "repair": repair if action == "order" else "",
            "then": wanted if action == "reject" else "",
            "certificate": dict(certificate) if action == "order" and certificate else None,
        }

    return _write(journal, run_id, "decided", make)


def undo(
    journal: Journal,
    run_id: str,
    *,
    seq: int,
    digest: str,
    author: str,
    reason: str = "",
    verdict: int = 0,
) -> RunState:
    """Take a decision back that has not been applied; afterwards only a branch can.

    Args:
        journal: Where the run is stored.
        run_id: The run.
        seq: Number of the boundary.
        digest: Of exactly what was decided about.
        author: Who takes it back.
        reason: Why.
        verdict: Number of the event that holds the decision (``Verdict.live_seq``); 0: whichever stands.

    Raises:
        ConflictError: It is applied already, there is none, or another one stands there by now.
    """

    def make(state: RunState) -> dict[str, Any]:
        held = state.held
        if held is None or held.seq != seq or held.digest != digest:
            raise ConflictError(
                "The decision has been applied already; what was sent can't be unsent. "
                "Branch from this boundary to go another way."
            )
        if held.verdict is None:
            raise ConflictError("There is no decision to undo.")
        if verdict not in (0, held.verdict.live_seq):
            raise ConflictError(
                f"Another decision stands here by now, by {held.verdict.author}. Look at it before you "
                "take it back."
            )
        of = held.verdict.live_seq
        return {
            "seq": seq, "digest": digest, "author": author.strip(), "reason": reason, "verdict": of,
        }  # fmt: skip

    return _write(journal, run_id, "undone", make)


def pause(journal: Journal, run_id: str, *, author: str, reason: str = "") -> RunState:
    """Let the run stand after the call that is under way. Raises ConflictError if it can't."""
    return _write(journal, run_id, "paused", lambda _: {"author": author, "reason": reason})


def resume(
    journal: Journal, run_id: str, *, author: str, reason: str = "", endpoint: str = ""
) -> RunState:
    """Let a paused or failed run go on.

    Args:
        journal: Where the run is stored.
        run_id: The run.
        author: Who lets it go on.
        reason: Why.
        endpoint: Address of its models from here on, as shown; empty: where they were.

    Raises:
        ConflictError: It is neither paused nor failed.
    """
    data = {"author": author, "reason": reason} | ({"endpoint": endpoint} if endpoint else {})
    return _write(journal, run_id, "resumed", lambda _: data)


def stop(journal: Journal, run_id: str, *, author: str, reason: str = "") -> RunState:
    """End a run at once, in the middle of an answer if need be. Raises ConflictError if it ended."""
    why = reason or "Stopped by a person."
    return _write(
        journal, run_id, "stopped", lambda _: {"author": author, "reason": why, "how": "person"}
    )


def branch_events(
    events: list[LiveEvent],
    at: int,
    *,
    parent: str,
    author: str,
    reason: str = "",
    endpoint: str = "",
) -> list[LiveEvent]:
    """Return the events of a new run that goes another way from a boundary of this one.

    Args:
        events: The parent's events; they stay as they are.
        at: Number of the parent's ``boundary`` event.
        parent: Id of the parent.
        author: Who branches.
        reason: Why.
        endpoint: Address of the models of the new run, as shown; empty: where the parent's were.

    Raises:
        InputError: There is no boundary at that event.
    """
    copied = [event for event in events if event.seq <= at]
    if not copied or copied[-1].seq != at or copied[-1].kind != "boundary":
        raise InputError(f"Event {at} of this run holds no boundary to branch from.")
    data = {"parent": parent, "parent_seq": at, "author": author, "reason": reason}
    data |= {"endpoint": endpoint} if endpoint else {}
    return [*copied, LiveEvent(seq=at + 1, kind="branched", data=data, at=utc_now())]


def _write(
    journal: Journal, run_id: str, kind: LiveKind, make: Callable[[RunState], dict[str, Any]]
) -> RunState:
    state = RunState()
    for left in range(_TRIES - 1, -1, -1):
        state = fold(journal.events(run_id, after=state.seq), state)
        if state.is_over:
            raise ConflictError(f"The run is {state.status} already. {state.reason}".strip())
        event = LiveEvent(seq=state.seq + 1, kind=kind, data=make(state), at=utc_now())
        try:
            after = apply(state, event)
        except TransitionError as error:
            raise ConflictError(str(error)) from error
        try:
            journal.append(run_id, event, after)
        except ConflictError:
            if not left:
                raise
            continue
        return after
    raise ConflictError("The run moves too fast to be changed just now. Try again.")


def _decidable(state: RunState, seq: int, digest: str) -> Held:
    held = state.held
    if held is None or held.digest != digest:
        raise ConflictError(_other_words(state, seq, digest))
    if held.seq != seq:
        raise ConflictError("No such boundary is held.")
    if held.verdict is not None:
        who = held.verdict
        at = f" on {who.at:%Y-%m-%d at %H:%M:%S} UTC" if who.at else ""
        raise ConflictError(f"This boundary is decided already: {who.action} by {who.author}{at}.")
    if held.expired:
        raise ConflictError("Nobody decided in time; the original goes out.")
    if held.parked_at is None:
        raise ConflictError("This boundary does not wait for a person.")
    return held


def _other_words(state: RunState, seq: int, digest: str) -> str:
    """Return why a decision about something else than what is held is refused."""
    held = state.held
    same = (o for o in reversed(state.outcomes) if o.seq == seq and o.digest == digest)
    gone = next(same, None)
    if gone is None and held is not None and held.seq == seq:
        return "What you decided about is not what is held now. Reload, look again and decide."
    gone = gone or next((o for o in reversed(state.outcomes) if o.seq == seq), None)
    if gone is None:
        return "No such boundary is held."
    again = gone.by == "returned" and held is not None and held.seq == seq
    hint = f" {held.agent} has written it again; look at that and decide." if again and held else ""
    return f"{_decided_words(gone)}{hint}"


def _decided_words(gone: Outcome) -> str:
    if gone.expired:
        return "Nobody decided in time; the original was sent."
    if gone.verdict is None:
        return "This boundary was passed without a person."
    act = "sent back" if gone.by == "returned" else gone.verdict.action
    return f"This boundary is decided already: {act} by {gone.verdict.author}."


def _orderable(held: Held, repair: str, certificate: Mapping[str, str] | None) -> None:
    for candidate in held.report.candidates:
        if candidate.repair == repair:
            if candidate.proposal is None:
                raise InputError(f"{repair} can't be ordered: {candidate.refused}.")
            needs_person = candidate.proposal.needs == "person"
            if needs_person and (certificate or {}).get("label") not in get_args(CertificateLabel):
                raise InputError(f"{repair} needs a certificate. {candidate.proposal.note}")
            if certificate and not needs_person:
                raise InputError(f"{repair} takes no certificate.")
            return
    raise InputError(f"{repair or 'That'} is no repair of this boundary.")
