"""Encoders behind one protocol: a model in a folder, an endpoint, and what is said if one is missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.drift import compile_roles, get_encoder, score_turn
from core.drift.encoders import Encoder, encoder_id, wordllama_encoder
from core.drift.encoders_endpoint import EndpointEncoder
from core.drift.encoders_more import FastEmbedEncoder
from core.errors import SettingError
from tests.unit.drift.helpers import TEAM
from tests.unit.drift.onnx_model import SIZE, write_model


@pytest.fixture
def folder(tmp_path):
    pytest.importorskip("fastembed")
    write_model(tmp_path)
    return tmp_path


def test_a_model_in_a_folder_gives_unit_rows_and_is_named_with_its_content(folder):
    encoder = get_encoder(f"fastembed-bge-small-en-v1.5@{folder}")
    assert isinstance(encoder, Encoder)
    rows = encoder.encode(["send the offer", "  ", "check", "send the offer"])
    assert rows.shape == (4, SIZE) and encoder.dimension == SIZE
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 0, 1, 1])
    assert np.array_equal(rows[0], rows[3])
    name = encoder_id(encoder)
    assert name.startswith("fastembed-bge-small-en-v1.5/") and "+" in name
    with (folder / "config.json").open("a") as config:
        config.write("\n")
    assert encoder_id(FastEmbedEncoder("bge-small-en-v1.5", folder)) != name


def test_every_turn_log_names_the_encoder(folder):
    encoder = FastEmbedEncoder("bge-small-en-v1.5", folder)
    score = score_turn(compile_roles(TEAM, encoder), "Checker", "I checked the offer.")
    assert score.encoder == encoder_id(encoder)


def test_a_folder_without_a_model_is_refused(tmp_path):
    pytest.importorskip("fastembed")
    with pytest.raises(SettingError, match=r"no file ends in \.onnx"):
        FastEmbedEncoder("bge-base-en-v1.5", tmp_path)


def test_a_broken_model_says_what_to_do(folder):
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(SettingError, match="can't be loaded"):
        FastEmbedEncoder("bge-small-en-v1.5", folder).encode(["send"])


def test_a_model_that_this_machine_lacks_is_not_fetched(tmp_path, monkeypatch):
    pytest.importorskip("fastembed")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    with pytest.raises(SettingError, match="Put its files into a folder"):
        FastEmbedEncoder("bge-large-en-v1.5").encode(["send"])


@pytest.mark.parametrize("name", ["word2vec", "fastembed-bge-tiny"])
def test_an_unknown_encoder_is_refused_with_the_known_ones(name):
    pytest.importorskip("fastembed")
    with pytest.raises(SettingError, match="bge-small"):
        get_encoder(name)


def test_an_endpoint_is_asked_once_per_text():
    asked: list[str] = []

    def embed(texts):
        asked.extend(texts)
        return [[3.0, 4.0] for _ in texts]

    encoder = EndpointEncoder("acme/embed-2", embed, dimension=2, version="2026-01")
    assert np.allclose(encoder.encode(["a", "b", "a", " "]), [[0.6, 0.8]] * 3 + [[0, 0]])
    encoder.encode(["b"])
    assert asked == ["a", "b"]
    assert encoder_id(encoder) == "endpoint:acme/embed-2/2026-01"


@pytest.mark.parametrize("answer", [[[1.0]], [], [[float("nan"), 1.0]], [[1.0], [1.0, 2.0]]])
def test_an_endpoint_that_answers_otherwise_is_named(answer):
    encoder = EndpointEncoder("m", lambda _: answer, dimension=2)
    with pytest.raises(SettingError, match="numbers"):
        encoder.encode(["a"])


TEXTS = st.lists(
    st.sampled_from([*"abz-é'№ё.,\n ", " ", "<", "</s>", "the", "Приём"]), max_size=20
).map("".join)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_words_are_cut_one_by_one_as_the_whole_text_would_be(text):
    encoder = wordllama_encoder()
    tokenizer = encoder._load().tokenizer
    whole = tokenizer.encode(text, add_special_tokens=False).ids if text.strip() else []
    assert encoder._pieces(tokenizer, text) == whole
