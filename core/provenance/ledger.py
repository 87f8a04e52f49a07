"""What has become of one fact, and of one fact for one recipient: a fold over observations.

Every step costs the same, however long the trace is: nothing is looked up in earlier events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.contract.checks import Label, Verdict
from core.contract.model import Fact
from core.provenance.certificate import Certified
from core.provenance.model import Evidence
from core.provenance.observe import Observation
from core.trace.outputs import is_private

_LIKELY_ENOUGH = 0.12
"""Probability from which a text may be what told a recipient a rule that its work states (ours)."""
_SILENCE = 0.7
"""Below this probability that no text brought the fact, one probably did: most obligations are met,
so it takes more than an even chance of silence to make a gap the best guess (ours)."""


@dataclass(slots=True)
class FactLedger:
    """Where a fact has been seen so far."""

    fact: Fact
    visible_seq: int | None = None
    """First event that states the fact, wherever that was."""
    sent: Evidence | None = None
    """First message or output that states it to somebody other than its owner."""
    maybe_sent: Evidence | None = None
    """The same where the check leans to yes without being sure, or holds it well possible."""
    sent_p: float = 0.0
    """Highest probability with which any text that was sent conveys the fact."""
    retrievable: Evidence | None = None
    """First place where it lies without having been sent: a tool result, a public document, the
    owner's own context."""
    partly_visible: bool = False
    parts: dict[str, int] = field(default_factory=dict)
    """Item of a list -> first event, private thoughts apart, that has it."""
    owner_acted_seq: int | None = None
    """First message or output of the owner, to anybody."""

    def observe(self, seen: Observation) -> None:
        """Take one event in."""
        event = seen.event
        if event.is_boundary and seen.sender == self.fact.owner and not is_private(event):
            self.owner_acted_seq = self.owner_acted_seq or event.seq
        verdict = seen.states[self.fact.id]
        if verdict.partial:
            self.partly_visible = True
        if verdict.found and event.kind != "tool_call" and not is_private(event):
            for item in verdict.found:
                self.parts.setdefault(item, event.seq)
        if self._is_sent(seen):
            p = verdict.scores.get("conveyed", 0.0)
            self.sent_p = max(self.sent_p, p)
            if verdict.label == "unsure" and (verdict.lean == "conveyed" or p >= 1.0 - _SILENCE):
                self.maybe_sent = self.maybe_sent or evidence(seen, "unsure", verdict)
        if not verdict.conveyed:
            return
        self.visible_seq = self.visible_seq or event.seq
        if self._is_sent(seen):
            self.sent = self.sent or evidence(seen, "states", verdict)
        elif event.kind != "tool_call":
            self.retrievable = self.retrievable or evidence(seen, "retrievable", verdict)

    def _is_sent(self, seen: Observation) -> bool:
        if not seen.event.is_boundary or is_private(seen.event):
            return False
        return any(name != self.fact.owner for name in seen.recipients)


@dataclass(slots=True)
class PairLedger:
    """What has reached one recipient, and what it did with it."""

    fact: Fact
    recipient: str
    delivered: Evidence | None = None
    maybe_delivered: Evidence | None = None
    """A delivery of which the check was not sure."""
    partial: Evidence | None = None
    """Some but not all items of a list arrived."""
    items: set[str] = field(default_factory=set)
    """Items of a list that arrived so far; the list may come in several messages."""
    stale: Evidence | None = None
    """Another value was delivered, and not corrected since."""
    stale_value: str = ""
    owner_wrote_seq: int | None = None
    """Owner's first message or output to the recipient once the fact was visible."""
    anyone_wrote_seq: int | None = None
    """The first by anyone, once the fact was visible."""
    owner_first_seq: int | None = None
    """Owner's first handoff to the recipient, whatever it says."""
    anyone_first_seq: int | None = None
    first_output_seq: int | None = None
    """Recipient's own first output once the fact was visible."""
    own_first_output_seq: int | None = None
    """Recipient's own first output, whenever that was."""
    output_when_due_seq: int | None = None
    """An output that the recipient made while the obligation was due and unmet."""
    last_output_seq: int | None = None
    judged_output_seq: int | None = None
    """First output after delivery: there reflection falls due."""
    reflected: Evidence | None = None
    broken: Evidence | None = None
    """The latest stand of the recipient's work contradicts the fact."""
    broken_value: str = ""
    ignored: Evidence | None = None
    maybe_reflected: Evidence | None = None
    """An output of which the check was not sure, with its best guess in ``maybe_lean``."""
    maybe_lean: Label = "not_conveyed"
    silence: float = 1.0
    """Probability that none of the texts to the recipient conveyed the fact, were they independent."""
    doubt: Evidence | None = None
    """A text to the recipient that the check took for silent on the fact, without being sure."""
    likeliest: Evidence | None = None
    """Of the texts taken for silent, the one that is likeliest to convey the fact after all."""
    likeliest_p: float = 0.0
    knows: Evidence | None = None
    """The recipient's own work states the fact although nothing was seen to bring it."""

    def observe(self, seen: Observation, ledger: FactLedger, *, due: bool) -> None:
        """Take one event in.

        Args:
            seen: The event.
            ledger: The fact's own ledger, which has taken the event in already.
            due: Whether the obligation was due before this event.
        """
        if is_private(seen.event):
            return
        if self.recipient in seen.recipients and seen.event.kind != "tool_call":
            self._receive(seen, ledger)
        if seen.sender == self.recipient and seen.event.kind == "output":
            self._work(seen, ledger, due=due)

    def _receive(self, seen: Observation, ledger: FactLedger) -> None:
        event = seen.event
        if event.is_boundary:
            self._note_writer(seen, ledger)
        verdict = seen.states[self.fact.id]
        if verdict.conveyed:
            if self.delivered is None:
                self._deliver(evidence(seen, "delivers", verdict))
            self.stale = None
        elif verdict.label == "contradicted":
            # A broken rule in somebody's text is that author's fault, not a value handed on.
            if self.fact.kind not in ("requirement", "prohibition"):
                self.stale = evidence(seen, "stale", verdict)
                self.stale_value = verdict.other_value
        elif verdict.label == "unsure" and verdict.lean == "conveyed":
            self.maybe_delivered = self.maybe_delivered or evidence(seen, "unsure", verdict)
        elif verdict.label == "unsure":
            self.doubt = self.doubt or evidence(seen, "unsure", verdict)
        if not verdict.conveyed and not verdict.partial:
            # A list with items missing is no silence: the text shows what it lacks.
            self._weigh(seen, verdict)
        if verdict.partial and self.delivered is None:
            self.partial = self.partial or evidence(seen, "states", verdict)
            self.items.update(verdict.found)
            if self.items.issuperset(verdict.missing):
                self._deliver(evidence(seen, "delivers", verdict))

    def _weigh(self, seen: Observation, verdict: Verdict) -> None:
        """Several texts, none of which is likely to convey the fact, may together be."""
        p = verdict.scores.get("conveyed", 0.0)
        self.silence *= 1.0 - p
        if p > self.likeliest_p and verdict.label != "contradicted":
            self.likeliest, self.likeliest_p = evidence(seen, "unsure", verdict), p
        if self.silence < _SILENCE:
            self.maybe_delivered = self.maybe_delivered or self.likeliest

    def _deliver(self, place: Evidence) -> None:
        """From a sure delivery on, only later work is judged; earlier work had a doubtful one."""
        self.delivered = place
        self.judged_output_seq = None
        self.reflected = self.ignored = self.maybe_reflected = None

    def _note_writer(self, seen: Observation, ledger: FactLedger) -> None:
        seq = seen.event.seq
        from_owner = seen.sender == self.fact.owner
        self.anyone_first_seq = self.anyone_first_seq or seq
        if from_owner:
            self.owner_first_seq = self.owner_first_seq or seq
        if ledger.visible_seq is not None:
            self.anyone_wrote_seq = self.anyone_wrote_seq or seq
            if from_owner:
                self.owner_wrote_seq = self.owner_wrote_seq or seq

    def _work(self, seen: Observation, ledger: FactLedger, *, due: bool) -> None:
        seq = seen.event.seq
        if ledger.visible_seq is not None and ledger.visible_seq < seq:
            self.first_output_seq = self.first_output_seq or seq
        verdict = seen.reflects[self.fact.id]
        self.own_first_output_seq = self.own_first_output_seq or seq
        self.last_output_seq = seq
        shown = self._shown(seen, verdict)
        if self.delivered is None and shown is not None:
            # Whoever states or uses a fact has it from somewhere: most likely from the likeliest text.
            self.knows = self.knows or shown
            if not self._ruled or self.likeliest_p >= _LIKELY_ENOUGH:
                # Where all that came seemed to contradict it, the text that did was misread.
                found = self.likeliest or self.stale
                self.maybe_delivered = self.maybe_delivered or found
        if self.delivered is None and self.maybe_delivered is None:
            if due:
                self.output_when_due_seq = self.output_when_due_seq or seq
            self._take_stand(seen, verdict, count_silence=False)
            return
        self.judged_output_seq = self.judged_output_seq or seq
        self._take_stand(seen, verdict, count_silence=True)

    def _shown(self, seen: Observation, reflects: Verdict) -> Evidence | None:
        """Return where a work product shows that its author knows the fact, or None.

        A rule may be kept, and a limit respected, by somebody who never heard of it.
        """
        stated = seen.states[self.fact.id]
        if stated.conveyed:
            return evidence(seen, "reflects", stated)
        if reflects.conveyed and reflects.span is not None and not self._ruled:
            return evidence(seen, "reflects", reflects)
        return None

    @property
    def _ruled(self) -> bool:
        return self.fact.kind in ("limit", "requirement", "prohibition")

    def _take_stand(self, seen: Observation, verdict: Verdict, *, count_silence: bool) -> None:
        """The latest output that says something about the fact decides; silence changes nothing."""
        if verdict.label == "conveyed":
            if count_silence:
                self.reflected = evidence(seen, "reflects", verdict)
            self.broken, self.ignored, self.maybe_reflected = None, None, None
            if seen.states[self.fact.id].conveyed:
                # Staying inside a limit by luck doesn't correct an old value; stating the new does.
                self.stale = None
        elif verdict.label == "contradicted":
            self.broken = evidence(seen, "contradicts", verdict)
            self.broken_value = verdict.other_value
            self.reflected = None
        elif count_silence and verdict.label == "unsure":
            self.maybe_reflected = evidence(seen, "unsure", verdict)
            self.maybe_lean = verdict.lean
        elif count_silence:
            self.ignored = self.ignored or evidence(seen, "ignores", verdict)

    def certify(self, found: Certified) -> None:
        """Take a certificate in: from here on it stands where the check was unsure."""
        place = Evidence(
            seq=found.seq,
            role="states",
            span=None,
            reason=f"Certified by {found.by}: {found.label.replace('_', ' ')}.",
            confidence=1.0,
        )
        self.doubt = None
        if self.delivered is not None or self.maybe_reflected is not None:
            self._certify_work(found, place)
        elif found.label == "conveyed":
            self._deliver(replace(place, role="delivers"))
            self.stale = None
        else:
            self.maybe_delivered, self.silence = None, 1.0
            if found.label == "contradicted":
                self.stale = replace(place, role="stale")
                self.stale_value = found.other_value

    def _certify_work(self, found: Certified, place: Evidence) -> None:
        if self.delivered is None and self.maybe_delivered is not None:
            self.delivered = replace(self.maybe_delivered, role="delivers")
        self.judged_output_seq = self.judged_output_seq or found.boundary_seq
        self.reflected = self.broken = self.ignored = self.maybe_reflected = None
        if found.label == "conveyed":
            self.reflected = replace(place, role="reflects")
        elif found.label == "contradicted":
            self.broken, self.broken_value = replace(place, role="contradicts"), found.other_value
        else:
            self.ignored = replace(place, role="ignores")


def evidence(seen: Observation, role: str, verdict: Verdict) -> Evidence:
    """Return the place of a verdict as evidence."""
    by_guess = seen.inferred if role in ("delivers", "states", "stale") else False
    return Evidence(
        seq=seen.event.seq,
        role=role,  # type: ignore[arg-type]
        span=verdict.span,
        reason=verdict.reason,
        confidence=verdict.confidence,
        inferred=by_guess or (role != "states" and seen.event.kind_from == "inferred"),
    )
