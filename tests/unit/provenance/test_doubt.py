"""What becomes of an obligation when the checks are not sure of any single text."""

from __future__ import annotations

import pytest

from core.contract.checks import Verdict
from core.contract.model import Fact
from core.provenance.ledger import FactLedger, PairLedger
from core.provenance.observe import Observation
from core.provenance.tracker import judge
from core.trace.model import Event

FACT = Fact(id="F", statement="The ferry takes 52 cars", owner="Ana", recipients=("Ben",))


def verdict(p: float) -> Verdict:
    """Return the verdict of a check that gives the fact this probability to be conveyed."""
    label = "conveyed" if p >= 0.9 else "not_conveyed" if p <= 0.05 else "unsure"
    lean = "conveyed" if p >= 0.5 else "not_conveyed"
    scores = {"conveyed": p, "contradicted": 0.0, "not_conveyed": 1 - p}
    return Verdict(label=label, lean=lean, confidence=max(p, 1 - p), scores=scores, span=(0, 1))


def run(*steps: tuple[str, str, float]):
    """Follow (sender, recipient, probability); a step to nobody is an output of its sender."""
    ledger, pair = FactLedger(FACT), PairLedger(FACT, "Ben")
    for seq, (sender, to, p) in enumerate(steps, start=1):
        kind = "message" if to else "output"
        event = Event(seq=seq, kind=kind, sender=sender, recipients=(to,) if to else (), text="...")
        found = {FACT.id: verdict(p)}
        seen = Observation(
            event=event,
            sender=sender,
            recipients=event.recipients,
            addressed=event.recipients,
            inferred=False,
            states=found,
            reflects=found if kind == "output" else {},
        )
        ledger.observe(seen)
        pair.observe(seen, ledger, due=False)
    return judge(pair, ledger, {FACT.id: ledger}, seq=len(steps), at_end=True)


def test_a_text_that_may_well_convey_it_is_taken_for_the_delivery_in_doubt() -> None:
    state = run(("Ana", "Ben", 0.4))
    assert (state.status, state.unsure, state.delivered_seq) == ("ok", True, 1)


def test_many_texts_that_hardly_convey_it_may_together_have_done_so() -> None:
    assert run(("Ana", "Ben", 0.1)).status == "absent"
    assert run(*[("Ana", "Ben", 0.1)] * 5).status == "ok"


def test_who_uses_a_value_has_it_from_the_likeliest_text() -> None:
    quiet = run(("Ana", "Ben", 0.06), ("Ana", "Ben", 0.02), ("Ben", "", 0.02))
    assert (quiet.status, quiet.unsure) == ("absent", True)
    told = run(("Ana", "Ben", 0.06), ("Ana", "Ben", 0.02), ("Ben", "", 0.95))
    assert (told.status, told.unsure, told.delivered_seq) == ("ok", True, 1)
    assert told.reflected_seq == 3


def test_a_gap_is_sure_where_every_text_is_silent() -> None:
    state = run(("Ana", "Cem", 0.95), ("Ana", "Ben", 0.0), ("Ben", "", 0.0))
    assert (state.status, state.unsure) == ("misrouted", False)


@pytest.mark.parametrize(("p", "status", "unsure"), [(0.02, "absent", False), (0.2, "absent", True), (0.4, "misrouted", True)])  # fmt: skip
def test_whether_somebody_else_got_it_tells_absent_from_misrouted(
    p: float, status: str, unsure: bool
) -> None:
    state = run(("Ana", "Cem", p), ("Ana", "Ben", 0.0), ("Ben", "", 0.0))
    assert (state.status, state.unsure) == (status, unsure)
