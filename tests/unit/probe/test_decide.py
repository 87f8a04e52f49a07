"""A model decides at every gap: what it is asked, what counts, and that nothing is paid twice."""

from dataclasses import asdict, replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ConflictError, InputError, UnreachableError
from core.llm.model import Completion, Usage
from core.probe.decide import (
    ask_model,
    estimate_asking,
    model_policies,
    question,
    read_choice,
)
from core.probe.episode import Arm, Case, Ending, Episode, effect_of
from core.probe.lab import compare_policies
from core.probe.notes import Judgement, add_note
from core.probe.prefix import Plan
from core.probe.record import CleanRun, ProbeRecord, fold_records, planned_data

PLACES = count(1)


def ending(passed):
    return Ending(passed=passed, reason="", tokens=100, how="quiet")


def gap(repairs, native, passed, text="The offer is ready."):
    arms = tuple(
        Arm(repair=r, frontier="absent", model="m", decision="COMMIT", ending=ending(passed),
            effect=effect_of(native, passed), added=10)
        for r in repairs
    )  # fmt: skip
    case = Case(sender="Desk", recipients=("Writer",), kind="message", text=text, fact="price",
                statement="The price is 300 euros.", recipient="Writer")  # fmt: skip
    return Episode(boundary=next(PLACES), fault="drop", fact="price", seed=0,
                   native=ending(native), detected="absent", case=case, arms=arms)  # fmt: skip


class Store:
    """Keeps records in memory; can lose a race."""

    def __init__(self, episodes, final=True):
        plan = Plan(episodes=(), skips=(), cost_reference=100)
        data = [("planned", planned_data(plan, [CleanRun(events=(), passes=True, reason="")]))]
        data += [("episode", asdict(e)) for e in episodes]
        data += [("frozen", {"hashes": ["h"]})] * final
        self.kept = [ProbeRecord(seq=n, kind=k, data=d) for n, (k, d) in enumerate(data, 1)]
        self.races = 0

    def records(self, probe_id, after=0, until=None):
        return self.kept[after:until]

    def append(self, probe_id, record, owner=None):
        if self.races:
            self.races -= 1
            raise ConflictError("Somebody else was faster.")
        assert record.seq == len(self.kept) + 1
        self.kept.append(record)

    @property
    def state(self):
        return fold_records(self.kept)


class Says:
    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def complete(self, request, on_delta=None, cancelled=None):
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Completion(text=answer, usage=Usage(prompt=50, completion=5), model="m")


GOOD = '{"choice": "RETRIEVE", "reason": "It lies in the mail."}'
EPISODES = [
    gap(["RETRIEVE", "ASK"], False, True),
    gap(["RETRIEVE"], True, False),
    replace(gap(["ASK"], True, True), arms=()),  # nothing to decide
]


def test_it_is_asked_once_about_every_gap_and_joins_the_table():
    store, model = Store(EPISODES), Says(GOOD, "NONE")
    assert ask_model(store, "p", model, "small", author="Ada").ended == "done"
    assert [c.repair for c in store.state.choices] == ["RETRIEVE", None]
    assert all(c.valid and c.author == "Ada" for c in store.state.choices)
    (policy,) = model_policies(store.state)
    never, found = compare_policies(
        store.state.episodes, policies=[*_never(), policy], cost_reference=100
    )
    assert (found.wins, found.losses, found.interventions) == (1, 0, 1)
    assert found.tokens == never.tokens + 2 * 55  # asking costs, also where it lets it go
    again = Says()
    assert ask_model(store, "p", again, "small").calls == 0
    assert again.asked == []


def _never():
    from core.probe.policies import POLICIES

    return [POLICIES["never"]]


def test_it_sees_the_gap_and_never_the_ending():
    words = question(EPISODES[0])[1].content
    for part in ("The offer is ready.", "300 euros", "Writer", "RETRIEVE", "ASK", "NONE"):
        assert part in words
    assert "INTEGRATE" not in words  # it couldn't be used
    same = [replace(arm, ending=ending(False)) for arm in EPISODES[0].arms]
    assert question(replace(EPISODES[0], arms=tuple(same), native=ending(True)))[1].content == words


def test_an_answer_that_is_no_choice_counts_as_none_and_is_told():
    store = Store(EPISODES)
    ask_model(store, "p", Says('{"choice": "DELETE"}', "RETRIEVE or ASK, who knows"), "small")
    assert [(c.repair, c.valid) for c in store.state.choices] == [(None, False)] * 2


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        (GOOD, ("RETRIEVE", True)),
        ('```json\n{"choice": "ask"}\n```', ("ASK", True)),
        ("I would RETRIEVE it.", ("RETRIEVE", True)),
        ('{"choice": "NONE"}', (None, True)),
        ('{"choice": "INTEGRATE"}', (None, False)),
        ("retrieve", (None, False)),
        ("", (None, False)),
    ],
)
def test_what_counts_as_a_choice(answer, choice):
    assert read_choice(answer, ["RETRIEVE", "ASK"])[:2] == choice


@given(
    st.text(max_size=200), st.sets(st.sampled_from(["ASK", "RETRIEVE", "INTEGRATE"]), min_size=1)
)
def test_no_answer_does_what_was_not_offered(answer, allowed):
    repair, valid, _ = read_choice(answer, sorted(allowed))
    assert repair is None or (repair in allowed and valid)


def test_a_budget_ends_it_and_what_was_answered_is_kept():
    store = Store(EPISODES)
    assert ask_model(store, "p", Says(GOOD), "small", most_calls=1).ended == "budget"
    assert len(store.state.choices) == 1 and model_policies(store.state) == ()
    _, tokens = estimate_asking(store.state, "small")
    assert ask_model(store, "p", Says(), "small", most_tokens=tokens - 1).ended == "budget"
    assert ask_model(store, "p", Says("NONE"), "small", most_tokens=tokens).ended == "done"
    assert len(model_policies(store.state)) == 1


def test_the_same_question_is_asked_once_whatever_the_seed():
    seeds = [replace(EPISODES[0], seed=seed) for seed in range(4)]
    store, model = Store([*seeds, EPISODES[1]]), Says(GOOD, "NONE")
    assert estimate_asking(store.state, "small")[0] == 2
    first = ask_model(store, "p", model, "small", most_calls=1)
    assert (first.ended, first.calls) == ("budget", 1)
    assert estimate_asking(store.state, "small")[0] == 1
    assert ask_model(store, "p", model, "small").calls == 1 and len(model.asked) == 2
    found = store.state.choices
    assert [c.repair for c in found] == ["RETRIEVE"] * 4 + [None]
    assert [c.is_copied for c in found] == [False, True, True, True, False]
    assert {c.episode for c in found} == {e.key for e in store.state.episodes}
    # Whoever decides pays at every gap; the copies are only not paid here.
    (policy,) = model_policies(store.state)
    assert [policy.spends(e) for e in store.state.episodes] == [55] * 5


def test_an_endpoint_that_goes_away_costs_no_answer_twice():
    store = Store(EPISODES)
    with pytest.raises(UnreachableError):
        ask_model(store, "p", Says(GOOD, UnreachableError("gone")), "small")
    model = Says("NONE")
    assert ask_model(store, "p", model, "small").ended == "done"
    assert len(model.asked) == 1


def test_another_model_is_asked_anew():
    store = Store(EPISODES)
    ask_model(store, "p", Says(GOOD, "NONE"), "small")
    ask_model(store, "p", Says(GOOD, GOOD), "large")
    assert [policy.title for policy in model_policies(store.state)] == [
        "A model decides: small", "A model decides: large",
    ]  # fmt: skip


def test_notes_wait_until_the_calibration_has_ended():
    store = Store(EPISODES, final=False)
    with pytest.raises(InputError, match="hasn't ended"):
        ask_model(store, "p", Says(GOOD), "small")


def test_a_note_that_lost_a_race_is_written_after_the_other():
    store = Store(EPISODES)
    store.races = 3
    note = Judgement(episode=EPISODES[0].key, repair="ASK", effect="helped", author="Ada")
    assert add_note(store, "p", note).judgements == (note,)
    store.races = 99
    with pytest.raises(ConflictError):
        add_note(store, "p", note)
