"""What waits for a person in a guarded run, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from core.errors import ConflictError, NotFoundError, OvertakenError
from core.guard.course import Course, Ended, ended
from core.guard.decisions import Decision, Forward, Parked
from core.guard.journal import GuardState, Named, ruling_of
from core.guard.recorder import Recorder
from core.held import Held, Ruling
from core.report import BoundaryReport
from core.review import boundary_digest
from core.trace.model import Event
from core.trace.redact import has_placeholder, redact_text

_HIDDEN = (
    "The record hides a secret in this text, so it can't be sent from there. Have its agent say it again "
    "under the same event id."
)
_OTHER_TEXT = "its agent says something else than before the program was started again"
_NOT_TAKEN = "something else was said under this event id before, and this is about that"


class NameTakenError(ConflictError):
    """The program's own name of an event belongs to another one."""


@dataclass(slots=True)
class _Waiting:
    """A boundary that a person has to decide on; nothing of it has gone out."""

    event: Event
    content: str
    """Digest of what would be sent, whatever number the event gets."""
    event_id: str = ""
    is_left: bool = False
    """Whether a former program of the run held it, and its agent hasn't said it again yet."""


class Desk:
    """Keeps what waits, and carries decisions out. One caller at a time.

    Args:
        course: The run.
        recorder: Writes down what happens, and reads what people decided elsewhere.
        failed: Told what went wrong; returns it in words.
    """

    def __init__(
        self, course: Course, recorder: Recorder, failed: Callable[[Exception], str]
    ) -> None:
        self._course, self._recorder, self._failed = course, recorder, failed
        self.parked: dict[str, Parked] = {}
        """What waits, by digest, oldest first."""
        self._waiting: dict[str, _Waiting] = {}
        self.answers: dict[str, Ended] = {}
        """What became of what waited, by digest."""
        self._again: dict[str, str] = {}
        """Digest of what was parked anew, by the digest before."""
        self._parks = 0
        self._of_id: dict[str, str] = {}
        """Digest under which an event waited, by the program's own name of it."""
        self._said: dict[str, Ended] = {}
        """What became of an event that waited for nobody, by that name."""
        self._told: dict[str, BoundaryReport | None] = {}
        """The same, of a former program: as its record tells; None if an error let it out."""
        self._names: dict[str, Named] = {}
        """What was said, by that name; without secrets where a former program said it."""
        self._pending: dict[str, Ruling] = {}
        """Decisions about what was left, by digest; carried out once its agent says it again."""

    def said(self, event_id: str, event: Event, what: Ended) -> None:
        """Keep what became of an event, for when it is said again."""
        if event_id:
            self._said[event_id] = what
            self.named(event_id, event)

    def named(self, event_id: str, event: Event) -> None:
        """Keep which event the program has given a name."""
        if event_id:
            self._names[event_id] = Named.of(event)

    def check_name(self, event_id: str, event: Event) -> None:
        """Refuse to take an event for another one.

        Raises:
            NameTakenError: Another sender, kind or recipients had that name before.
        """
        was = self._names.get(event_id) if event_id else None
        if was is None:
            return
        if not (
            was.kind == event.kind
            and _is_same(event.sender, was.sender)
            and len(was.recipients) == len(event.recipients)
            and all(map(_is_same, sorted(event.recipients), sorted(was.recipients)))
        ):
            raise NameTakenError(
                f"The event id '{event_id}' belongs to another event: {_words(was)}. "
                f"Give this one, {_words(Named.of(event))}, an id of its own."
            )

    def known(self, event_id: str, event: Event) -> Decision | None:
        """Return what is known about an event that was said before; None if it wasn't.

        What waits under that name and can't be sent from the record, because a secret is hidden in it
        and its agent says something else now, is parked anew with what it says.

        Args:
            event_id: The program's own name of it.
            event: As its agent wrote it now.
        """
        found = self._found(event_id, event)
        if found is None or _is_same(event.text, self._names[event_id].text):
            return found
        if isinstance(found, Parked):
            return replace(found, reasons=(*found.reasons, _NOT_TAKEN))
        return replace(found, reason=f"{found.reason}; {_NOT_TAKEN}")

    def _found(self, event_id: str, event: Event) -> Decision | None:
        if event_id in self._said:
            return self._said[event_id]
        if event_id in self._told:
            told = _as_told(self._told[event_id], event.text, self._names[event_id].text)
            if told is not None:
                self._said[event_id] = told
            return told
        if event_id not in self._of_id:
            return None
        digest = self.latest(self._of_id[event_id])
        if digest in self._waiting and self._waiting[digest].is_left:
            self._claim_or_park(digest, event)
        return self.answers.get(digest) or self.parked[self.latest(digest)]

    def waits(self, event_id: str) -> Parked | None:
        """Return what waits for a person under the program's own name of it, if anything does."""
        digest = self._of_id.get(event_id) if event_id else None
        return self.parked.get(self.latest(digest)) if digest else None

    def park(
        self, held: Held, reasons: tuple[str, ...], event_id: str = "", instead_of: str = ""
    ) -> Parked:
        """Let a held text wait for a person; nothing of it goes out."""
        self._course.withdraw(held)
        self._parks += 1
        content = _content(held.report)
        digest = sha256(f"{self._parks}:{content}".encode()).hexdigest()
        self._waiting[digest] = _Waiting(held.event, content, event_id)
        parked = Parked(digest=digest, reasons=reasons, report=held.report, text=held.event.text)
        self.parked[digest] = parked
        if event_id:
            self._of_id[event_id] = digest
            self.named(event_id, held.event)
        self._recorder.parked(parked, held.event, instead_of, event_id, content)
        return parked

    def wanted(self, digest: str) -> None:
        """Take note that the program is there to send what waits, also what a former one left.

        Raises:
            ConflictError: The record hides a secret in it.
        """
        waiting = self._waiting.get(digest)
        if waiting is not None and waiting.is_left:
            self._claim(digest, waiting.event.text)

    def decide(self, digest: str, ruling: Ruling) -> Ended:
        """Carry a decision out. Raises as ``Guard.decide``."""
        self._recorder.check(at_once=True)
        if digest in self.answers:
            raise ConflictError("This message was decided already; what went out can't be unsent.")
        waiting = self._waiting.get(digest)
        if waiting is None:
            raise NotFoundError("Nothing waits under this digest.")
        if waiting.is_left and has_placeholder(waiting.event.text):
            raise ConflictError(_HIDDEN)
        held = self._course.propose(replace(waiting.event, seq=self._course.next_seq))
        try:
            if ruling.act in ("proposed", "order") and _content(held.report) != waiting.content:
                again = self._park_again(digest, held, self.parked[digest].reasons)
                raise ConflictError(
                    "The run has gone on, and something else would be sent now. "
                    f"Look at it again: {again.digest}."
                )
            seen = held.digest if ruling.by else ""
            done = self._course.settle(
                held, replace(ruling, digest=seen), digest=digest, event_id=waiting.event_id
            )
        except Exception:
            self._course.recover()
            raise
        self._forget(digest)
        self.answers[digest] = done
        return done

    def expire(self, digest: str) -> Ended:
        """Send the agent's own text; an error inside is no reason to keep it."""
        waiting = self._waiting.get(digest)
        try:
            return self.decide(digest, Ruling(act="original", reason="nobody decided in time"))
        except OvertakenError:
            raise  # another program sends it, or not
        except Exception as error:
            if waiting is None or waiting.is_left:
                raise
            self._recorder.given_up(digest, error)
            said = self._failed(error)
        done = Forward(
            text=waiting.event.text, reason="The guard could not look at it.", error=said
        )
        self._forget(digest)
        self.answers[digest] = done
        return done

    def listen(self, *, at_once: bool = False) -> None:
        """Carry out what people have decided on the dashboard since the last look."""
        for said in self._recorder.decisions(at_once=at_once):
            digest, ruling = str(said.data["digest"]), ruling_of(said.data)
            if digest in self._waiting and self._waiting[digest].is_left:
                self._pending[digest] = ruling
            else:
                self._carry_out(digest, ruling)

    def latest(self, digest: str) -> str:
        """Return under which digest something waits by now."""
        while digest in self._again:
            digest = self._again[digest]
        return digest

    def close(self) -> None:
        """Send what still waits as it is. What a former program left was said to nobody here."""
        for digest, waiting in list(self._waiting.items()):
            if not waiting.is_left:
                self.expire(digest)

    def restore(self, state: GuardState) -> None:
        """Stand where the run's former program stood.

        Args:
            state: What its record tells.
        """
        self._parks = state.parks
        self._names = dict(state.names)
        self._told = {
            name: state.reports[at] if at >= 0 else None for name, at in state.said.items()
        }
        for digest, held in state.held.items():
            content = held.content or _content(held.report)
            self._waiting[digest] = _Waiting(held.event, content, held.event_id, is_left=True)
            self.parked[digest] = Parked(
                digest=digest, reasons=held.reasons, report=held.report, text=held.event.text
            )
            if held.event_id:
                self._of_id[held.event_id] = digest
            if held.decided_by:
                self._pending[digest] = ruling_of(held.decision)

    def _claim(self, digest: str, text: str) -> None:
        """Take over what a former program left: its agent says it again, secrets and all.

        Another text under the same name doesn't count: what a person saw is what is decided about.
        """
        waiting = self._waiting[digest]
        if not has_placeholder(text) and redact_text(text)[0] == waiting.event.text:
            waiting.event = replace(waiting.event, text=text)
            self.parked[digest] = replace(self.parked[digest], text=text)
        elif has_placeholder(waiting.event.text):
            raise ConflictError(_HIDDEN)
        waiting.is_left = False
        if digest in self._pending:
            self._carry_out(digest, self._pending.pop(digest))

    def _claim_or_park(self, digest: str, event: Event) -> None:
        """Take over what a former program left, or let what its agent says instead wait for a person."""
        try:
            self._claim(digest, event.text)
        except ConflictError:
            held = self._course.propose(replace(event, seq=self._course.next_seq))
            self._park_again(digest, held, (_OTHER_TEXT, *self.parked[digest].reasons))
            self._pending.pop(digest, None)  # it was about a text that nobody has any more

    def _park_again(self, digest: str, held: Held, reasons: tuple[str, ...]) -> Parked:
        again = self.park(held, reasons, self._waiting[digest].event_id, digest)
        self._forget(digest)
        self._again[digest] = again.digest
        return again

    def _carry_out(self, digest: str, ruling: Ruling) -> None:
        try:
            self.decide(digest, ruling)
        except OvertakenError:
            raise
        except Exception as error:  # who waits for the decision goes on waiting
            self._recorder.refused(digest, error)

    def _forget(self, digest: str) -> None:
        del self._waiting[digest], self.parked[digest]


def _as_told(report: BoundaryReport | None, text: str, was: str) -> Ended | None:
    """Return what went out in a former program; None if its record hides a secret in it.

    Args:
        report: How the boundary ended; None if an error let it out.
        text: As its agent wrote it now.
        was: As its agent wrote it then, in the words of the record.
    """
    if report is None:
        sent = text if _is_same(text, was) else was
        if has_placeholder(sent) and sent != text:
            return None
        return Forward(text=sent, reason="The guard could not look at it.")
    own = text if redact_text(text)[0] == report.original else report.original
    sent = own if report.released == report.original else report.released
    if has_placeholder(sent) and sent != text:
        return None
    return ended(report, sent, own)


def _content(report: BoundaryReport) -> str:
    """Name what would be sent, whatever number the event gets."""
    return boundary_digest(replace(report, seq=0))


def _is_same(now: str, was: str) -> bool:
    """Tell whether words are those from before, which may come from a record without secrets."""
    return now == was or redact_text(now)[0] == was


def _words(said: Named) -> str:
    to = ", ".join(said.recipients)
    return f"{said.kind} of {said.sender}" + (f" to {to}" if to else "")
