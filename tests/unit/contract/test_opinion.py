"""A model's second opinion, over a real connection: asked once, about doubts alone, believed by quotes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import compile_fact
from core.contract.model import Fact
from core.contract.opinion import LONGEST, find_quote, second_opinion, unsure_facts
from core.contract.prompts.opinion import opinion_prompt
from core.errors import BrokenAnswerError, InputError
from core.llm import Endpoint
from core.llm.openai_client import OpenAIModel
from tests.llm_server import KEY, serving

TEXT = (
    "Ferry and bus are in the fare, so nobody pays twice.\nThe boat leaves at\n 9:40 from quay 3."
)
FARE = Fact(id="fare", statement="The price covers all transfers", kind="requirement")
QUAY = Fact(id="quay", statement="The boat leaves from quay 3", kind="value")
PETS = Fact(id="pets", statement="Dogs travel for free", kind="free_text")
ASKED = ((FARE, False), (QUAY, True), (PETS, False))


@pytest.fixture(scope="module")
def server():
    with serving() as (plan, url):
        yield plan, url


@pytest.fixture
def ask(server):
    plan, url = server
    plan.modes, plan.requests = ["ok"], []

    def call(answers, asked=ASKED, text=TEXT):
        words = answers if isinstance(answers, str) else json.dumps({"opinions": answers})
        plan.reply = lambda body: words
        model = OpenAIModel(Endpoint(base_url=url, key=KEY, seconds=10))
        return second_opinion(model, "tiny", text, asked)

    call.plan = plan
    return call


def answer(fact, verdict, **more):
    return {"fact": fact, "verdict": verdict, "reason": "So it says."} | more


def test_one_call_answers_for_all_facts_and_quotes_become_places(ask):
    found = ask(
        [
            answer("fare", "conveyed", quote="Ferry and bus are in the fare"),
            answer("quay", "contradicted", quote="leaves at 9:40 from quay 3", value="quay 3"),
            answer("pets", "not_conveyed", quote="whatever"),
        ]
    )
    assert len(ask.plan.requests) == 1
    fare, quay, pets = found.opinions
    assert (fare.label, TEXT[slice(*fare.span)]) == ("conveyed", "Ferry and bus are in the fare")
    assert (quay.label, quay.work, quay.value) == ("contradicted", True, "quay 3")
    assert TEXT[slice(*quay.span)] == "leaves at\n 9:40 from quay 3"
    assert (pets.label, pets.span) == ("not_conveyed", None)
    assert found.dropped == {} and found.tokens > 0


def test_an_answer_that_cannot_be_shown_is_dropped(ask):
    found = ask(
        [
            answer("fare", "conveyed", quote="All transfers are covered"),
            answer("quay", "conveyed", quote="quay 3"),
            answer("quay", "not_conveyed"),
            answer("invented", "conveyed", quote="bus"),
        ]
    )
    assert found.opinions == ()
    assert "doesn't stand in the message" in found.dropped["fare"]
    assert "more than once" in found.dropped["quay"]
    assert "said nothing" in found.dropped["pets"]


def test_an_answer_of_another_form_is_none_and_nobody_asks_again(ask):
    with pytest.raises(BrokenAnswerError):
        ask("They are all fine!")
    with pytest.raises(BrokenAnswerError):
        ask([answer("fare", "probably")])
    assert len(ask.plan.requests) == 2


def test_without_a_doubt_nobody_is_asked_and_a_huge_text_is_not_sent(ask):
    assert ask([], asked=()).opinions == ()
    with pytest.raises(InputError, match="at most"):
        ask([], text="x" * (LONGEST + 1))
    assert ask.plan.requests == []


def test_the_question_holds_the_doubtful_facts_and_keeps_the_text_apart(ask):
    ask([answer("fare", "not_conveyed")])
    (sent,) = ask.plan.requests
    system, user = (message["content"] for message in sent["messages"][:2])
    assert "- quay (value, work): The boat leaves from quay 3" in user
    mark = system.split("<")[1].split(">")[0]
    assert user.endswith(f"<{mark}>\n{TEXT}\n</{mark}>")
    assert KEY not in json.dumps(sent)


def test_only_what_the_check_cannot_tell_is_asked_about():
    facts = [
        Fact(id="sum", statement="The budget is at most $900", kind="limit"),
        Fact(
            id="tone", statement="The guide should sound friendly to families", kind="requirement"
        ),
    ]
    text = "The budget is at most $900. Write it so that parents and children like reading it."
    asked = dict((fact.id, work) for fact, work in unsure_facts(facts, text))
    sure = {f.id for f in facts if compile_fact(f).states(text, in_run=True).label != "unsure"}
    assert "sum" in sure
    assert set(asked) == {f.id for f in facts} - sure


@given(st.text(alphabet='ab \n"“', max_size=30), st.text(alphabet='ab \n"“', max_size=12))
def test_a_quotation_is_found_where_its_words_stand_or_not_at_all(text, quote):
    span = find_quote(text, quote)
    if span is not None:
        assert text[slice(*span)].split() == quote.strip().strip('"“”«»').split()


@given(st.text(max_size=80))
def test_a_text_cannot_close_its_own_tag(text):
    system, user = opinion_prompt(text, ASKED)
    mark = system.split("<")[1].split(">")[0]
    assert user.count(f"</{mark}>") == 1
