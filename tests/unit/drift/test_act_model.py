"""The learnt weights of speech acts, and what the grammar beside them tells."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.drift.act_model import NAMES, WEIGHTS, confidences, turn_features
from core.drift.acts import speech_acts, weigh_evidence
from core.drift.model import SPEECH_ACTS
from core.drift.reading import read


def performed(text: str) -> set[str]:
    return {act for act, value in speech_acts(read(text))[0].items() if value >= 0.5}


def test_every_weight_belongs_to_a_feature_that_exists():
    data = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert set(data["weights"]) <= set(NAMES)
    assert set(data["offsets"]) == set(SPEECH_ACTS)
    assert {act for row in data["weights"].values() for act in row} <= set(SPEECH_ACTS)


def test_what_the_rules_hear_speaks_for_the_act():
    weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]
    for act in SPEECH_ACTS:
        assert weights[f"evidence {act}"][act] > 0.5


def test_digits_marks_and_length_are_no_features():
    plain = read("I sent the letter, and the train leaves at nine.")
    noisy = read("I sent the letter!!, and the train leaves at 9:45, 12 %.")
    rows = []
    for reading in (plain, noisy):
        scenes = weigh_evidence(reading)
        rows.append(turn_features(reading, scenes).tolist())
        assert np.all((confidences(reading, scenes) >= 0) & (confidences(reading, scenes) <= 1))
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("The parcel has been posted by me.", "EXECUTE"),
        ("Stall crew, hoist the banner before the doors open.", "DELEGATE"),
        ("Сторож, отоприте калитку к восьми.", "DELEGATE"),
        ("Permission granted.", "APPROVE"),
    ],
)
def test_the_doer_may_stand_after_the_verb_and_the_verb_be_unknown(text, act):
    assert act in performed(text)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("The menu was approved by the headmaster.", "APPROVE"),
        ("Verified by the notary: the second signature.", "VERIFY"),
        ("The bill reads ten, as printed.", "EXECUTE"),
    ],
)
def test_what_others_did_is_no_act_of_the_speaker(text, act):
    assert act not in performed(text)
