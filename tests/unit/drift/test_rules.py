"""Rules: plain sentences, typed predicates, scopes, and what is shown as broken."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.drift.conditions import check_condition
from core.drift.model import RoleProfile
from core.drift.predicates import PREDICATES, Context, holds
from core.drift.reading import read
from core.drift.rules import _pattern, broken_rules, compile_rules, typed_rule, understand
from core.errors import DocumentError


def broken(profile: RoleProfile, text: str, *history: str) -> list[str]:
    rules, _ = compile_rules(profile)
    context = Context(reading=read(text), history=tuple(read(turn) for turn in history))
    return [item.rule for item in broken_rules(rules, context)]


@pytest.mark.parametrize(
    ("sentence", "detail"),
    [
        ("Do not delegate work to other agents", "assigns_work"),
        ("Never give advice", "recommends"),
        ("Do not approve anything", "approves"),
        ("Do not delete entries without an instruction", "deletes"),
        ("Do not explain the cause of an alarm", "diagnoses"),
        ("Do not make exceptions from a rule", "waives"),
        ("Do not store anything in shared memory", "writes_memory"),
        ("Не давать рекомендаций", "recommends"),
    ],
)
def test_a_plain_prohibition_is_understood_by_its_words(sentence, detail):
    rule = understand(sentence, "prohibition")
    assert rule is not None
    assert detail in rule.detail


@pytest.mark.parametrize(
    "sentence", ["Be friendly", "Do not use more than three colours", "Treat equal cases equally"]
)
def test_a_sentence_that_names_no_known_doing_is_not_machine_checked(sentence):
    assert understand(sentence, "prohibition") is None
    _, unchecked = compile_rules(RoleProfile(name="R", prohibitions=(sentence,)))
    assert unchecked == (sentence,)


def test_the_clause_that_broke_a_rule_is_shown():
    profile = RoleProfile(name="R", prohibitions=("Do not assign tasks to others",))
    rules, _ = compile_rules(profile)
    text = "Row 7 is wrong. Clerk, please correct it by noon."
    (item,) = broken_rules(rules, Context(reading=read(text)))
    assert item.span is not None
    assert text[slice(*item.span)] == "Clerk, please correct it by noon."


def test_an_instruction_excuses_a_deletion():
    profile = RoleProfile(name="R", prohibitions=("Do not delete without an instruction",))
    assert broken(profile, "I deleted the old entry.")
    assert not broken(profile, "I deleted the old entry as instructed by Legal.")


def test_an_obligation_with_a_when_does_not_punish_a_greeting():
    profile = RoleProfile(
        name="R",
        obligations=(
            {
                "rule": "Whoever assigns work names a due time",
                "when": {"act": "DELEGATE"},
                "must": {"predicate": "names_due"},
            },
        ),
    )
    assert not broken(profile, "Good morning everybody.")
    assert not broken(profile, "Clerk, please file it by noon.")
    assert broken(profile, "Clerk, please file it.") == ["Whoever assigns work names a due time"]


def test_scope_run_looks_back():
    ask = {"rule": "Ask before acting", "must": {"predicate": "asks"}, "scope": "run"}
    profile = RoleProfile(name="R", obligations=(ask,))
    assert broken(profile, "I sent it.")
    assert not broken(profile, "I sent it.", "May I send it?")
    this_turn = RoleProfile(name="R", obligations=({**ask, "scope": "message"},))
    assert broken(this_turn, "I sent it.", "May I send it?")


def test_conditions_are_composable():
    context = Context(reading=read("Clerk, please file it. I would recommend the blue folder."))
    assigns, advises = {"predicate": "assigns_work"}, {"predicate": "recommends"}
    assert holds({"all": [assigns, advises]}, context)[0]
    assert holds({"any": [{"predicate": "approves"}, advises]}, context)[0]
    assert not holds({"not": assigns}, context)[0]
    assert holds({"predicate": "performs", "act": "DELEGATE"}, context)[0]
    assert not holds({"predicate": "performs", "act": "APPROVE"}, context)[0]
    assert holds({"predicate": "addresses_agent", "agent": "Clerk"}, context)[0]
    assert holds({"predicate": "mentions", "text": "blue folder"}, context)[0]


@pytest.mark.parametrize(
    "condition",
    [
        None,
        "assigns_work",
        {"predicate": "flies"},
        {"predicate": "performs", "act": "SING"},
        {"all": []},
        {"any": "x"},
        {"not": {"predicate": "flies"}},
        {"predicate": ["performs"]},
        {"predicate": {"performs": "PLAN"}},
        {"predicate": "performs", "act": ["PLAN"]},
        {"predicate": "performs", "act": "PLAN", "at_least": "often"},
        {"predicate": "does", "verb": "pay", "object": 5},
        {"predicate": "claims_authority", "kind": "magic"},
        {"predicate": "issues_document", "kind": ["offer", {}]},
        {"predicate": "issues_document", "kind": []},
    ],
)
def test_a_condition_that_makes_no_sense_is_refused_in_words(condition):
    with pytest.raises(DocumentError):
        check_condition(condition)


def test_a_typed_rule_that_makes_no_sense_names_its_role():
    profile = RoleProfile(name="Clerk", prohibitions=({"must_not": {"predicate": "flies"}},))
    with pytest.raises(DocumentError, match="role Clerk"):
        compile_rules(profile)


def test_a_rule_without_words_gets_them_from_its_condition():
    rule = typed_rule(
        {"must_not": {"any": [{"predicate": "approves"}, {"predicate": "waives"}]}}, "prohibition"
    )
    assert rule.text == "approves or waives"


@given(st.text(max_size=120), st.sampled_from(["obligation", "prohibition"]))
def test_any_sentence_is_understood_or_left_alone(sentence, kind):
    rule = understand(sentence, kind)
    if rule is not None:
        check_condition(rule.condition)


@given(st.text(max_size=200), st.sampled_from(sorted(PREDICATES)))
def test_any_text_can_be_judged(text, name):
    context = Context(reading=read(text))
    result, span = holds({"predicate": name, "act": "PLAN", "text": "x", "tool": "t"}, context)
    assert result == (span is not None)
    if span:
        assert 0 <= span[0] < span[1] <= len(text)
    assert holds({"not": {"predicate": name}}, context)[0] is not result or name in {
        "performs", "mentions", "calls_tool"
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, Ben.",
        "Hello everyone. I will look into the archive now.",
        "Received, thank you.",
        "I'm reading the second volume.",
        "Спасибо. Приступаю.",
    ],
)
def test_who_only_attends_owes_nothing_yet(text):
    librarian = RoleProfile(
        name="Librarian",
        description="Finds passages.",
        obligations=("Give a reference for each passage", "State your confidence"),
        prohibitions=("Do not approve anything",),
        demonstrations=("Volume 2, page 14: the bridge opened in 1903.",),
    )
    assert broken(librarian, text) == []
    claim = "The bridge opened when the old ferry sank."
    assert broken(librarian, claim) == list(librarian.obligations)
    assert broken(librarian, f"{text} {claim}") == list(librarian.obligations)
    assert broken(librarian, f"{text} I approve the plan.")[-1] == "Do not approve anything"


@pytest.mark.parametrize(
    ("sentence", "detail"),
    [
        ("No errands for others", "assigns_work"),
        ("No sign-off and no publication", "approves or claims_change"),
        ("No erasing without a written order", "deletes"),
        ("No notes in the common memory", "writes_memory"),
        ("No explanations why something broke", "diagnoses"),
        ("No tips on what to buy", "recommends"),
        ("Никаких советов", "recommends"),
    ],
)
def test_a_prohibition_may_name_the_doing_by_a_noun(sentence, detail):
    rule = understand(sentence, "prohibition")
    assert rule is not None
    assert rule.detail == detail


def test_nouns_stand_for_doings_only_where_a_rule_says_no_to_them():
    rule = understand("Do not lose the orders and the tips of the guests", "prohibition")
    assert rule is None or "assigns work" not in rule.detail.replace("_", " ")


@pytest.mark.parametrize(
    ("sentence", "detail"),
    [
        ("Advice is for others", "recommends"),
        ("Hands off the entries in the common memory", "writes_memory"),
        ("It keeps out of approvals", "approves"),
    ],
)
def test_where_no_verb_tells_a_noun_does(sentence, detail):
    rule = understand(sentence, "prohibition")
    assert rule is not None
    assert rule.detail == detail


PIECES = ["refuse verdict ", "keep numbers ", "unexpected stop ", "facts ", "conflict not ", "without ", "never, ",
          "( ", "do not write ", "no ", "limits ", "give each hit ", " ", "не писать, ", "держать "]  # fmt: skip


@pytest.mark.parametrize("kind", ["obligation", "prohibition"])
@pytest.mark.parametrize("piece", PIECES)
def test_the_time_for_a_sentence_is_linear(monkeypatch, piece, kind):
    monkeypatch.setattr("core.drift.rules._LONGEST", 10**9)
    times = []
    for size in (4_000, 16_000):
        times.append(min(_seconds(piece * (size // len(piece)) + "x", kind) for _ in range(2)))
    assert times[1] < max(8 * times[0], 0.05)


def _seconds(sentence, kind):
    started = time.process_time()
    understand(sentence, kind)
    return time.process_time() - started


def test_an_essay_is_left_to_people():
    rule = "Do not approve anything"
    assert understand(rule + " " * 100, "prohibition") is not None
    assert understand(rule + ", whatever they say" * 100, "prohibition") is None


def test_a_gap_between_words_ends():
    assert _pattern(r"a.*b").search("a" + "x" * 100 + "b")
    assert not _pattern(r"a.*b").search("a" + "x" * 200 + "b")
    assert isinstance(_pattern("x"), re.Pattern)


@pytest.mark.parametrize(
    "sentence",
    [
        "Keep the customer informed in good time.",
        "Stay polite every time.",
        "Keep a log of the money received.",
        "Remain available at all times",
        "Send messages exactly once.",
        "Keep numbers next to names.",
        "Write figures exactly where the table needs them.",
        "Answer without deciding for the user.",
        "Keep an eye on how the time passes",
    ],
)
def test_words_of_an_obligation_that_stand_there_by_chance_say_nothing(sentence):
    assert understand(sentence, "obligation") is None


@pytest.mark.parametrize(
    ("sentence", "detail"),
    [
        ("Stay inside the limits that were given", "exceeds limit"),
        ("Keep every step within the agreed budget", "exceeds limit"),
        ("Keep to the time and the money", "exceeds limit"),
        ("Keep the budget", "exceeds limit"),
        ("Stay within your mandate", "exceeds limit"),
        ("Work within the given limits", "exceeds limit"),
        ("Limits are kept", "exceeds limit"),
        ("Keep numbers, names, dates and negations", "alters facts"),
        ("Preserve all numbers and names", "alters facts"),
        ("Pass on figures exactly", "alters facts"),
        ("Give figures exactly as they stand there", "alters facts"),
        ("Facts are passed on unchanged", "alters facts"),
        ("Show conflicts without resolving them", "settles"),
        ("List what differs without deciding which is right", "settles"),
    ],
)
def test_an_obligation_that_is_told_by_its_opposite(sentence, detail):
    rule = understand(sentence, "obligation")
    assert rule is not None
    assert rule.detail == detail


def test_acts_are_known_in_small_letters_too():
    small = RoleProfile(name="R", allowed_speech_acts=("verify", " Approve "))
    assert small.allowed_speech_acts == ("VERIFY", "APPROVE")
    capital = RoleProfile(name="R", allowed_speech_acts=("VERIFY", "APPROVE"))
    assert small == capital
    assert not broken(small, "I checked the total and it is right. Approved.")


def test_an_act_that_is_not_known_is_refused_with_its_role():
    profile = RoleProfile(
        name="Clerk", allowed_speech_acts=("aprove",), obligations=("Name the source",)
    )
    with pytest.raises(DocumentError, match="aprove") as problem:
        compile_rules(profile)
    assert problem.value.where == "role Clerk"


@pytest.mark.parametrize("key", ["predicate", "scope", "when", "rule"])
@pytest.mark.parametrize("value", [["performs"], {"a": ["b"]}, 5, None])
def test_a_typed_rule_of_any_shape_is_read_or_refused(key, value):
    rule = {"rule": "a", "must_not": {"predicate": "performs", "act": "PLAN"}}
    rule = (
        {**rule, "must_not": {"predicate": value}} if key == "predicate" else {**rule, key: value}
    )
    try:
        compile_rules(RoleProfile(name="R", prohibitions=(rule,)))
    except DocumentError:
        assert key == "predicate"


def test_a_long_gap_in_a_turn_is_read_in_linear_time():
    started = time.process_time()
    reading = read("I sent it." + " " * 8_000 + "May I go?" + "\n \t" * 2_000 + "Yes.")
    assert time.process_time() - started < 0.5
    assert [clause.text.strip() for clause in reading.clauses] == [
        "I sent it.",
        "May I go?",
        "Yes.",
    ]
