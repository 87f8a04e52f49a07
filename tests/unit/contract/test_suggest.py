"""A contract that begins with a trace: what is proposed, and what is left alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.cli.suggesting import suggested_text
from core.contract.checks.items import list_items
from core.contract.document import parse_contract
from core.contract.guess import guess_kind, suggest_id
from core.contract.lint import lint_contract
from core.contract.suggest import suggest_facts, suggested_contract
from core.contract.suggest_question import conditions
from core.contract.suggest_text import passages
from core.trace.model import Agent, Event, Trace
from core.trace.native import trace_from_dict

BRIEF = """\
Hi team, good to have you here!

## Constraints
- Budget: no more than $12,500
- Opening day is September 14
- Never name the previous owner
- Stands to book: bakery, florist and cheese

I will look at the weather next. Could somebody check the tents? You are a great team.
```python
limit = 99_000  # at most 99,000
```
"""


def run(*said, task="", tools=()):
    """A run of Planner, Buyer and Writer; each event is (sender, recipients, text)."""
    events = [
        Event(
            seq=n,
            kind="tool_result" if sender in tools else "message",
            tool=sender if sender in tools else None,
            sender=sender,
            recipients=to,
            text=text,
        )
        for n, (sender, to, text) in enumerate(said, 1)
    ]
    names = ("Planner", "Buyer", "Writer")
    return Trace(
        name="Market day",
        format="baton",
        task=task,
        agents=tuple(Agent(name=name) for name in names),
        events=tuple(events),
    )


def statements(trace):
    return [s.fact.statement for s in suggest_facts(trace)]


def test_a_brief_gives_its_typed_facts_and_nothing_else():
    found = suggest_facts(run(("Planner", ("Buyer",), BRIEF), ("Buyer", ("Writer",), "On it.")))
    assert {(s.fact.kind, s.fact.statement) for s in found} == {
        ("limit", "Budget: no more than $12,500"),
        ("date", "Opening day is September 14"),
        ("prohibition", "Never name the previous owner"),
        ("list", "Stands to book: bakery, florist and cheese"),
    }
    assert {s.fact.owner for s in found} == {"Planner"}
    assert {s.fact.recipients for s in found} == {("Buyer",)}


def test_every_suggestion_quotes_the_event_that_it_names():
    trace = run(("Planner", ("Buyer",), BRIEF))
    task = "The fair opens on May 3."
    inside = run(("Planner", ("Buyer",), f"Dear all, good luck! {task}"), task=task)
    for one, s in [(t, s) for t in (trace, inside) for s in suggest_facts(t)]:
        quoted = one.event(s.seq).text[s.span[0] : s.span[1]]
        assert s.fact.statement in quoted.replace("- ", "")
        assert s.check


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which hotel near the harbour has rooms under $120 that are free on May 3?",
            {
                ("limit", "hotel near the harbour has rooms under $120"),
                ("date", "free on May 3"),
            },
        ),
        (
            "Find three bakeries in Lyon that open before 7 am, and return those that cost less "
            "than 5 euros per loaf.",
            {
                ("entity", "three bakeries in Lyon"),
                ("date", "open before 7 am"),
                ("limit", "return those that cost less than 5 euros per loaf"),
            },
        ),
        (
            "Подбери гостиницу у вокзала, которая стоит не больше 4 000 рублей и свободна 3 мая.",
            {
                ("limit", "Подбери гостиницу у вокзала, которая стоит не больше 4 000 рублей"),
                ("date", "свободна 3 мая"),
            },
        ),
        (
            "Where is the quiet café (open 7-9 pm)?",
            {("date", "quiet café (open 7-9 pm)")},
        ),
        ("What's the weather like in Portland?", {("entity", "weather like in Portland")}),
        ("How are you today?", set()),
        ("Can you tell me more about that?", set()),
    ],
)
def test_a_question_gives_the_conditions_that_it_sets(question, expected):
    trace = run(("Planner", ("Buyer",), question), ("Buyer", (), "On it."), task=question)
    found = suggest_facts(trace)
    assert {(s.fact.kind, s.fact.statement) for s in found} == expected
    for one in found:
        assert trace.event(one.seq).text[slice(*one.span)] == one.fact.statement


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.sampled_from(
            ["Which ", "(", ")", "boat ", "that ", "is ", "under $5 ", ", ", "and ", "May 3", "? "]
        ),
        max_size=14,
    )
)
def test_each_condition_is_a_piece_of_the_question(words):
    question = "".join(words)
    for quoted in conditions(question):
        for passage in quoted:
            assert passage.statement == " ".join(question[passage.start : passage.end].split())
            assert passage.statement.count("(") == passage.statement.count(")")


def test_who_worked_with_a_fact_is_guessed_as_its_recipient():
    trace = run(
        ("Planner", ("Buyer",), "Budget: no more than $12,500"),
        ("Buyer", ("Writer",), "I ordered tents, the budget of at most $12,500 holds."),
        ("Writer", (), "Our budget is at most $12,500; here is the leaflet."),
    )
    (found,) = suggest_facts(trace)
    assert found.fact.recipients == ("Buyer", "Writer")
    assert found.recipients_because == "work with it: Buyer in event 2, Writer in event 3"


def test_the_same_fact_in_task_and_brief_is_proposed_once():
    task = "Plan the market. The budget is at most $12,500."
    trace = run(
        ("Planner", ("Buyer",), task),
        ("Buyer", ("Writer",), "Budget: at most 12,500 dollars"),
        task=task,
    )
    (found,) = suggest_facts(trace)
    assert (found.source, found.seq) == ("the task", 1)


def test_a_record_of_a_tool_counts_only_if_somebody_worked_with_it():
    record = json.dumps({"market_fee": "$340 per stand", "cache_size": "128 MB"}, indent=1)
    unused = run(
        ("Planner", ("Buyer",), "Please look it up."), ("desk", ("Buyer",), record), tools=("desk",)
    )
    assert statements(unused) == []
    used = run(
        ("Planner", ("Buyer",), "Please look it up."),
        ("desk", ("Buyer",), record),
        ("Writer", ("Buyer",), "The market fee is $340 per stand."),
        tools=("desk",),
    )
    (found,) = suggest_facts(used)
    assert found.fact.statement == "market fee: $340 per stand"
    assert (found.fact.owner, found.fact.recipients) == ("Buyer", ("Writer",))


@pytest.mark.parametrize(
    "noise",
    [
        "Hello! I am ready to help.",
        "Let's begin with step 1.",
        "Reply TERMINATE when you are done.",
        "You are a helpful assistant with 20 years of experience.",
        "Could you finish by June 15?",
        "It must be blue.",
        "The 1928 games were held in summer.",
        "Please use Python 3.11 as discussed above.",
        '{"limit": {"max": [1, 2, 3]}}',
        "| item | at most 5 kg |",
    ],
)
def test_chatter_and_noise_are_left_alone(noise):
    assert statements(run(("Planner", ("Buyer",), noise))) == []


def test_the_contract_reads_back_and_says_what_is_guessed():
    trace = run(("Planner", ("Buyer",), BRIEF))
    found = suggest_facts(trace)
    text = suggested_text(trace, list(found))
    assert parse_contract(text) == suggested_contract(trace, found)
    assert "# from brief in event 1; guessed: owner Planner (says it in event 1)" in text
    assert [i for i in lint_contract(text) if i.severity == "error"] == []


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Budget: at most $45,000, everything included", "limit"),
        ("Бюджет: не более 450 000 рублей, всё включено", "limit"),
        ("Fee: $1,200", "value"),
        ("Colours: red, green and blue", "list"),
        ("Offer: total $1,200, live on 3 June.", "date"),
        ("Rooms: A1, B2", "list"),
    ],
)
def test_a_comma_in_a_number_or_after_a_limit_makes_no_list(sentence, kind):
    assert guess_kind(sentence) == kind


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.sampled_from(
            [
                "- ",
                "Budget: ",
                "at most ",
                "$5,000",
                "\n",
                "```",
                "## Rules\n",
                "{",
                '"',
                ": ",
                "never ",
                "mention Acme. ",
                "]",
                "é",
                "\ud800",
            ]
        ),
        max_size=25,
    ).map("".join)
)
def test_any_text_gives_passages_that_stand_in_it_and_a_contract_that_reads_back(text):
    for passage in passages(text):
        assert 0 <= passage.start < passage.end <= len(text)
    trace = run(("Planner", ("Buyer",), text))
    found = suggest_facts(trace)
    assert found == suggest_facts(trace)
    assert len({s.fact.id for s in found}) == len(found)
    if "\ud800" not in text:
        assert parse_contract(suggested_text(trace, list(found))).facts == tuple(
            s.fact for s in found
        )


@pytest.mark.parametrize(
    ("statement", "items"),
    [
        ("Offer: total $1,200, live on 3 June.", ("total $1,200", "live on 3 June")),
        ("Offer: weight 3,5 kg, live on 3 June.", ("weight 3,5 kg", "live on 3 June")),
        ("Offer: total 1\u202f200, two visits", ("total 1\u202f200", "two visits")),
        ("Sums: 1,200, 3,400 and 1,250,000", ("1,200", "3,400", "1,250,000")),
        ("Ports: 80,443,8080", ("80", "443", "8080")),
        ("Rows: 3,5 and 7", ("3", "5", "7")),
    ],
)
def test_a_comma_inside_a_number_parts_no_items(statement, items):
    assert list_items(statement) == items


def test_a_run_without_a_name_names_the_contract_by_its_task():
    task = "Which hotel near the harbour is free on May 3?"
    trace = replace(run(("Planner", ("Buyer",), task), task=task), name="ab12" * 16)
    contract = suggested_contract(trace, suggest_facts(trace))
    assert contract.name == "hotel-near-harbour-free"
    assert suggested_contract(trace, (), "mine").name == "mine"


def test_a_finding_about_somebodys_work_is_no_fact_and_its_origin_is():
    trace = run(
        ("Planner", ("Writer",), "The stands open on September 14."),
        ("Writer", ("Buyer",), "# Market day\n\nCome and see us, whenever you like."),
        ("Buyer", ("Planner",), "Finding: the opening day, September 14, is missing"),
        ("Buyer", ("Planner",), "The leaflet is about stands that open on September 14 at 9 a.m."),
    )
    (day,) = (s for s in suggest_facts(trace) if s.fact.kind == "date")
    assert (day.fact.statement, day.fact.owner) == ("The stands open on September 14.", "Planner")


def test_the_fourth_demo_run_gives_its_deadline_by_whom_it_was_said():
    path = Path("assets/demo/en/runs/4-misrouted.json")
    trace = trace_from_dict(json.loads(path.read_text("utf-8")))
    found = {s.fact.id: s.fact for s in suggest_facts(trace)}
    assert "finding" not in found
    assert found["go-live"].statement == "The go-live deadline is June 15."
    assert found["go-live"].owner == "Requirements Collector"


def test_manners_are_no_facts_and_what_is_said_about_the_matter_is():
    manners = ("Be concise.", "Think step by step.", "Please solve the task carefully.")
    manners += ("Always answer in markdown with bullet points.", "Do not make any assumptions.")
    brief = "\n".join(
        f"- {line}" for line in (*manners, "The leaflet must name the market square.")
    )
    assert statements(run(("Planner", ("Writer",), brief))) == [
        "The leaflet must name the market square."
    ]


def test_critical_is_what_the_source_says_binds():
    brief = (
        "The rent is at most $900. Never name the previous owner. Opening day is September 14. "
        "Stands to book: bakery, florist and cheese. The tents must be white."
    )
    found = suggest_facts(run(("Planner", ("Writer",), brief)))
    critical = {s.fact.statement: s.fact.critical for s in found}
    assert critical == {
        "The rent is at most $900.": True,
        "Never name the previous owner.": True,
        "The tents must be white.": True,
        "Opening day is September 14.": False,
        "Stands to book: bakery, florist and cheese.": False,
    }
    headed = run(("Planner", ("Writer",), "## Constraints\n- Opening day is September 14"))
    assert [s.fact.critical for s in suggest_facts(headed)] == [True]


def test_what_a_tool_gave_out_is_proposed_and_not_ticked():
    trace = run(
        ("Planner", ("Buyer",), "The rent is at most $900."),
        ("Register", ("Buyer",), "Market deposit: $450\nSquare: 7"),
        ("Buyer", ("Writer",), "The market deposit is $450, and the rent stays under $900."),
        ("Writer", ("Buyer",), "The leaflet names the market deposit of $450."),
        tools=("Register",),
    )
    ticked = {s.fact.statement: (s.ticked, s.fact.critical) for s in suggest_facts(trace)}
    assert ticked == {
        "The rent is at most $900.": (True, True),
        "Market deposit: $450": (False, False),
    }


@pytest.mark.parametrize(
    ("name", "task", "expected"),
    [
        ("1", "Which hotel near the harbour is free on May 3?", "hotel-near-harbour-free"),
        ("log", "Please solve the puzzle of the two clocks.", "puzzle-two-clocks"),
        (
            "7",
            "You have one question to answer. Who built the old lighthouse?",
            "built-old-lighthouse",
        ),
        ("Kestrel Freight, run 4", "Write an offer.", "Kestrel-Freight-run-4"),
        ("3", "", "run-3"),
    ],
)
def test_a_contract_is_called_by_what_tells_it_from_others(name, task, expected):
    trace = replace(run(("Planner", ("Buyer",), "Hello.")), name=name, task=task)
    assert suggested_contract(trace, ()).name == expected


def test_an_id_is_made_of_the_words_about_the_matter():
    assert suggest_id("Please solve the puzzle of the clocks", []) == "puzzle-clocks"
    assert suggest_id("You should always use the 'print' function", []) == "print-function"
    assert suggest_id("Don't name the previous owner", []) == "name-previous"
    assert suggest_id("Please answer carefully", []) == "please-answer"
