from core.gate import PriorRow, PriorsSet, admit, same_model

MODEL = "model-a"


def priors(**row):
    return PriorsSet(name="own", model=MODEL, rows=(PriorRow(**row),))


GOOD = {"repair": "INTEGRATE", "frontier": "unconsumed", "episodes": 10, "helped": 8, "harmed": 0}


def ask_gate(row=GOOD, **changes):
    arguments = {"critical": True, "priors": priors(**row), "model": MODEL} | changes
    return admit("INTEGRATE", "unconsumed", **arguments)


def test_a_good_segment_is_admitted_with_every_figure():
    decision = ask_gate()
    assert decision.admitted
    assert (decision.episodes, decision.helped, decision.neutral, decision.harmed) == (10, 8, 2, 0)
    assert round(sum(decision.utility_terms), 6) == decision.utility
    assert decision.harm_interval.high > 0.2  # zero harm in ten episodes is weak evidence


def test_a_minor_fact_is_never_repaired():
    assert ask_gate(critical=False).code == "not-critical"


def test_without_priors_nothing_is_admitted_and_the_reason_says_so():
    decision = ask_gate(priors=None)
    assert (decision.admitted, decision.code) == (False, "no-priors")
    assert "no statistics for this model" in decision.reason


def test_priors_of_another_model_need_a_confirmation():
    refused = ask_gate(model="model-b")
    assert refused.code == "other-model"
    assert "model-b" in refused.reason and MODEL in refused.reason
    confirmed = ask_gate(model="model-b", confirmed_other_model=True)
    assert confirmed.admitted and confirmed.confirmed_other_model


def test_an_unknown_model_is_another_model():
    assert ask_gate(model=None).code == "other-model"


def test_few_episodes_forward():
    row = GOOD | {"episodes": 4, "helped": 4}
    assert ask_gate(row).code == "few-episodes"


def test_no_row_forwards():
    decision = admit("ASK", "absent", critical=True, priors=priors(**GOOD), model=MODEL)
    assert decision.code == "no-segment"


def test_harm_above_five_percent_is_refused_even_where_utility_is_positive():
    row = GOOD | {"episodes": 100, "helped": 80, "harmed": 6}
    decision = ask_gate(row)
    assert decision.utility > 0
    assert decision.code == "harm"


def test_five_percent_harm_is_still_admitted():
    assert ask_gate(GOOD | {"episodes": 100, "helped": 80, "harmed": 5}).admitted


def test_an_unsure_check_is_no_gap_to_repair():
    assert ask_gate(unsure=True).code == "unsure"


def test_the_aggregate_stands_in_for_a_missing_row_and_says_so():
    row = GOOD | {"frontier": None}
    decision = ask_gate(row)
    assert decision.admitted and decision.is_aggregate
    assert decision.segment == "INTEGRATE, aggregate"


def test_a_row_for_the_frontier_wins_over_the_aggregate():
    both = PriorsSet(
        name="own",
        model=MODEL,
        rows=(
            PriorRow(repair="INTEGRATE", episodes=50, helped=50, harmed=0),
            PriorRow(repair="INTEGRATE", frontier="unconsumed", episodes=6, helped=0, harmed=0),
        ),
    )
    assert ask_gate(priors=both).code == "utility"


def test_model_names_are_compared_without_case_and_provider():
    assert same_model("openai/GPT-5.6-Terra", "gpt-5.6-terra")
    assert not same_model("GPT-5.6", "GPT-5.6-Terra")
    assert not same_model(None, "GPT-5.6-Terra")
