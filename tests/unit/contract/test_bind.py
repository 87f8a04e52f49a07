"""Who is proposed to be who, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.bind import match_name, suggest_binding
from core.contract.model import Contract
from core.trace.model import Agent, Event, Trace


def trace(*names, **descriptions):
    agents = tuple(Agent(name=name, description=descriptions.get(name, "")) for name in names)
    return Trace(name="t", format="baton", agents=agents, events=())


PARTIES = ("Verification Expert", "Coordinator", "Requirements Collector", "Copywriter")


@pytest.mark.parametrize(
    ("agent", "party", "how"),
    [
        ("Copywriter", "Copywriter", "same"),
        ("Verification_Expert", "Verification Expert", "spelling"),
        ("VerificationExpert", "Verification Expert", "spelling"),
        ("copywriter agent", "Copywriter", "spelling"),
        ("Collector", "Requirements Collector", "words"),
        ("Orchestrator", "Coordinator", "alias"),
        ("WebSurfer", None, "none"),
        ("", None, "none"),
    ],
)
def test_parties_are_found_by_name(agent, party, how):
    match = match_name(agent, PARTIES)
    assert (match.name, match.how) == (party, how)
    assert match.why.endswith(".")


def test_two_that_fit_equally_well_are_left_to_the_person():
    match = match_name("Writer", ("Memory Writer", "Speech Writer"))
    assert match.name is None
    assert match.why == "'Memory Writer', 'Speech Writer' fit equally well; choose one."


def test_numbers_tell_agents_apart():
    assert match_name("Coder 2", ("Coder 1",)).name is None
    assert match_name("Coder 2", ("Coder",)).name == "Coder"


def test_several_agents_may_be_one_party_and_what_is_open_is_said():
    contract = Contract(name="c", parties=("Coder", "Reviewer"))
    found = suggest_binding(trace("Coder 1", "Coder 2"), contract)
    assert found.binding.agents_of("Coder") == ("Coder 1", "Coder 2")
    assert found.open_parties == ("Reviewer",)
    assert found.notes()["Coder 1"].party.name == "Coder"
    assert found.notes()["Coder 1"].role.why == "There is no role to choose."


ROLES = {
    "Retriever": "Finds passages and pages on the web and quotes them with their source.",
    "Planner": "Breaks a goal into ordered steps with an owner and a due time for each step.",
}


def test_a_role_found_by_description_is_marked_as_a_guess():
    found = suggest_binding(
        trace("WebSurfer", WebSurfer="Opens web pages, finds passages, quotes the source."),
        Contract(name="c"),
        ROLES,
    )
    role = found.notes()["WebSurfer"].role
    assert role.name == "Retriever"
    assert role.is_guess
    assert found.binding.roles == {"WebSurfer": "Retriever"}


def test_without_a_description_no_role_is_guessed():
    found = suggest_binding(trace("WebSurfer"), Contract(name="c"), ROLES)
    assert found.binding.roles == {}


def test_persons_play_no_role_and_tools_are_not_bound():
    run = Trace(
        name="t",
        format="baton",
        agents=(Agent(name="Planner", is_person=True), Agent(name="search")),
        events=(Event(seq=1, kind="tool_call", sender="A", tool="search"),),
    )
    found = suggest_binding(run, Contract(name="c", parties=("Planner", "searcher")), ROLES)
    assert found.binding.parties == {"Planner": "Planner"}
    assert found.binding.roles == {}
    assert found.notes()["search"].party.why == "A tool is not bound."


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=4))
def test_a_match_is_one_of_the_choices_and_sure_of_itself(name, choices):
    match = match_name(name, choices)
    assert match.name is None or match.name in choices
    assert 0.0 <= match.score <= 1.0
    if name and name in choices:
        assert match.name == name


@given(st.permutations(PARTIES), st.sampled_from(["Collector", "Orchestrator", "Expert", "x"]))
def test_the_order_of_the_parties_does_not_matter(parties, agent):
    assert match_name(agent, parties).name == match_name(agent, PARTIES).name
