"""Teams as documents, who gets a text, what a tool answers, and what scripted agents say."""

import json

import jsonschema
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.contract.checks import compile_fact
from core.contract.document import dump_yaml
from core.errors import DocumentError
from core.live import Driver, parse_team, team_schema
from core.live.documents import run_tool
from core.live.models import models_for
from core.live.ready import KEYS, ready_team
from core.live.route import _plain, route
from core.live.spec import RunSpec, make_spec
from core.live.team import NAME_PATTERN, AgentSpec, DocumentSpec, Team
from tests.live_support import TEAM, spec, team
from tests.unit.live.test_fold import Memory


def test_a_team_survives_writing_and_reading():
    assert parse_team(dump_yaml(team())) == team()
    jsonschema.validate(team().to_dict(), team_schema())
    whole = spec(repairs=True)
    assert RunSpec.from_dict(json.loads(json.dumps(whole.to_dict()))) == whole


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sends_to: [Writer, Checker]", "sends_to: [Writer, Cheker]",
         "line 8: There is no agent 'Cheker'. Did you mean 'Checker'?"),
        ("- name: Writer", "- name: Scout", "The agent 'Scout' stands twice. Rename one."),
        ("- name: Writer", "- name: 'Wri, ter'", "name"),
        ("documents: [notes]", "documents: [note]", "There is no document 'note'"),
        ("task: Offer a tour.", "flow: circle", "flow"),
        ("task: Offer a tour.", "budgets: {turns: 0}", "turns"),
        ("task: Offer a tour.", "faults: [{kind: misroute, fact: day}]", "somebody who gets it"),
        ("task: Offer a tour.", "stop: {agent: Nobody}", "There is no agent 'Nobody'"),
        ("agents:", "crew:", "This doesn't look like a team"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_team_is_said_with_its_line(old, new, said):
    with pytest.raises(DocumentError) as caught:
        parse_team(TEAM.replace(old, new, 1), "tour.yaml")
    assert said in str(caught.value) and "tour.yaml" in str(caught.value)


def names(*agents, **rest):
    return Team(name="t", agents=tuple(AgentSpec(name=a) for a in agents), **rest)


@pytest.mark.parametrize(
    ("flow", "agent", "text", "to", "how", "finish"),
    [
        ("sequence", "Ann", "Hello", ("Bo",), "flow", False),
        ("sequence", "Cy", "Hello", (), "flow", False),
        ("hub", "Ann", "TO: Cy\nHello", ("Cy",), "chosen", False),
        ("hub", "Ann", "Hello", ("Bo",), "fallback", False),
        ("hub", "Ann", "to: done\nFiled.", (), "chosen", True),
        ("hub", "Bo", "Hello", ("Ann",), "flow", False),
        ("graph", "Bo", "**TO:** Cy, Ann\nHello", ("Ann", "Cy"), "chosen", False),
        ("graph", "Bo", "TO: DONE\nHello", ("Ann",), "fallback", False),
        ("graph", "Bo", "TO: Zed\nHello", ("Ann",), "fallback", False),
    ],
)
def test_a_text_goes_where_the_flow_or_its_first_line_says(flow, agent, text, to, how, finish):
    found = route(names("Ann", "Bo", "Cy", flow=flow), agent, text)
    assert (found.recipients, found.how, found.finish) == (to, how, finish)
    assert found.text == (text.partition("\n")[2] if how == "chosen" else text)


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("Research and Development", ("Research and Development",)),
        ("research and development, R&D", ("Research and Development", "R&D")),
        ("R&D and C++", ("R&D", "C++")),
        ("**C**", ("C",)),
        ("c++.", ("C++",)),
        ("🦊", ("🦊",)),
        ("🤖 & Ann", ("Ann", "🤖")),
        ("ann!", ("Ann",)),
        ("Research", ("Research",)),
        ("Anna", None),
        ("!!", None),
    ],
)
def test_names_may_hold_what_stands_between_names_or_be_signs_alone(line, to):
    others = ("Ann", "Research and Development", "R&D", "C++", "C", "🤖", "🦊", "Research")
    found = route(names("Bo", *others, flow="graph"), "Bo", f"TO: {line}\nHello")
    assert (found.recipients, found.how) == ((to, "chosen") if to else (("Ann",), "fallback"))


def test_every_name_that_a_team_may_hold_can_be_written_to():
    @given(
        st.lists(st.from_regex(NAME_PATTERN, fullmatch=True), min_size=3, max_size=5, unique=True)
    )
    def check(found):
        plain = [_plain(name) for name in found]
        assume(all(plain) and len(set(plain)) == len(plain))
        assume(not any(a != b and a in b for a in plain for b in plain))
        team = names(*found, flow="graph")
        for name in found[1:]:
            assert name in route(team, found[0], f"TO: {name}\nHello").recipients

    check()


def test_an_agent_that_is_listed_twice_gets_a_text_once():
    team = Team(
        name="duo", agents=(AgentSpec(name="Ann", sends_to=("Bo", "Bo")), AgentSpec(name="Bo"))
    )
    assert route(team, "Ann", "Hello").recipients == ("Bo",)


@given(text=st.text(max_size=60), flow=st.sampled_from(["sequence", "hub", "graph"]))
def test_no_text_reaches_anybody_it_may_not(text, flow):
    made = names("Ann", "Bo", "Cy", flow=flow)
    for agent in made.agent_names:
        assert set(route(made, agent, text).recipients) <= set(made.recipients_of(agent))


def test_tools_answer_in_words_whatever_they_are_asked():
    documents = (DocumentSpec(name="Notes", text="The tour starts on June 3.\nBring boots."),)
    assert run_tool("read_document", '{"name": "notes"}', documents) == documents[0].text
    assert run_tool("search_documents", '{"query": "when does the TOUR start"}', documents) == (
        "[Notes] The tour starts on June 3."
    )
    for name, arguments in (
        ("read_document", '{"name": "secret"}'), ("read_document", "{"), ("read_document", "[1]"),
        ("search_documents", '{"query": "zebra"}'), ("delete_all", "{}"),
        ("read_document", '{"name": ' + "9" * 5000 + "}"), ("read_document", "[" * 200_000),
    ):  # fmt: skip
        assert run_tool(name, arguments, documents).endswith(".")


FAULTS = {
    "drop": ("faults: [{kind: drop, fact: day}]", "absent"),
    "stale": ("faults: [{kind: stale, fact: day}]", "contradicted"),
    "ignore": ("faults: [{kind: ignore, fact: day, agent: Writer}]", "unconsumed"),
}


@pytest.mark.parametrize("kind", ["drop", "stale", "ignore"])
def test_scripted_agents_commit_the_faults_they_are_told_and_the_controller_sees_them(kind):
    more, status = FAULTS[kind]
    memory = Memory(spec(more + "\n"))
    driver = memory.driver()
    state = driver.run()
    found = {(s.fact, s.recipient): s.display for s in driver.judge.statuses(state)}
    assert found["day", "Writer"] == status
    assert found["price", "Writer"] == "ok"


def test_a_misrouted_text_reaches_somebody_else_alone():
    memory = Memory(spec("flow: graph\nfaults: [{kind: misroute, fact: day, to: Checker}]\n"))
    state = memory.driver().run()
    assert next(e for e in state.events if e.sender == "Scout" and e.recipients).recipients == (
        "Checker",
    )


def test_a_scripted_agent_never_says_what_it_cannot_know():
    memory = Memory(spec("faults: [{kind: drop, fact: day}]\n"))
    state = memory.driver().run()
    texts = [e.text for e in state.events if e.kind in ("message", "output")]
    assert len(texts) == 3 and not any("June 3" in text for text in texts)


@pytest.mark.parametrize("key", KEYS)
def test_ready_teams_work_and_hold_the_fault_they_name(key):
    ready = ready_team(key)
    made = make_spec(ready.team, ready.contract, roles=ready.roles, scripted=True)
    assert set(made.binding.roles) == set(ready.team.agent_names)
    assert set(made.binding.parties) == set(ready.team.agent_names)
    for fact in ready.contract.facts:
        check = compile_fact(fact)
        for example in fact.examples:
            assert check.states(example.text, in_run=True).label == example.label, (
                fact.id,
                example.text,
            )
    calm = make_spec(ready.team.model_copy(update={"faults": ()}), ready.contract, scripted=True)
    for run, gaps in ((calm, False), (made, True)):
        driver = Driver(run_id="r", journal=Memory(run), models=models_for())
        state = driver.run()
        assert state.status == "finished"
        final = driver.judge.statuses(state)
        assert any(s.is_gap for s in final) == gaps, [s for s in final if s.is_gap]
