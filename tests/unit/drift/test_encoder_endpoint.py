"""An embedding model at an endpoint measures drift: by name, in logs, and with words when it fails."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.cli.app import main
from core.drift import compile_roles, get_encoder, score_turn
from core.drift.encoders import encoder_id
from core.drift.encoders_endpoint import BATCH, EndpointEncoder
from core.errors import ModelError, NoEndpointError, SettingError
from core.llm.endpoint import Endpoint, use_endpoint
from tests.llm_server import KEY, serving
from tests.unit.drift.helpers import TEAM, HashEncoder

NAME = "endpoint:acme/embed-2"


@pytest.fixture
def server():
    with serving() as (plan, url):
        plan.embed = lambda text: [float(x) for x in HashEncoder().encode([text])[0]]
        use_endpoint(lambda: Endpoint(base_url=url, key=KEY, retries=0))
        yield plan
    use_endpoint(Endpoint.from_environment)


def test_drift_is_measured_with_a_model_at_the_endpoint(server):
    encoder = get_encoder(NAME)
    compiled = compile_roles(TEAM, encoder)
    score = score_turn(compiled, "Checker", "The total agrees with the invoice.")
    direct = score_turn(
        compile_roles(TEAM, HashEncoder()), "Checker", "The total agrees with the invoice."
    )
    assert score.energy == pytest.approx(direct.energy, abs=1e-6)
    assert score.encoder == encoder_id(encoder)
    assert score.encoder.startswith(f"{NAME}/{HashEncoder().dimension}d-")
    assert {body["model"] for body in server.requests} == {"acme/embed-2"}


def test_texts_go_out_in_batches_and_come_back_in_their_order(server):
    texts = [f"word{n} beside word{n * n}" for n in range(2 * BATCH + 3)]
    rows = get_encoder("endpoint:batches").encode(texts)
    assert np.allclose(rows, HashEncoder().encode(texts))
    assert [len(body["input"]) for body in server.requests] == [1, BATCH, BATCH, 3]


def test_another_model_behind_the_same_name_is_another_encoder(server):
    first = encoder_id(get_encoder("endpoint:moving"))
    server.embed = lambda text: [1.0, 2.0, 3.0] if text else []
    again = EndpointEncoder("moving", lambda texts: [server.embed(t) for t in texts])
    assert encoder_id(again) != first


def test_a_model_that_is_not_there_is_named_and_not_asked_over_and_over(server):
    encoder = get_encoder("endpoint:missing")
    for _ in range(3):
        with pytest.raises(ModelError, match="missing") as caught:
            encoder.encode(["send"])
    assert KEY not in str(caught.value)
    assert len(server.requests) == 1


def test_vectors_that_change_their_length_are_refused(server):
    encoder = get_encoder("endpoint:growing")
    encoder.encode(["send"])
    server.embed = lambda text: [1.0, 2.0, 3.0]
    with pytest.raises(SettingError, match=f"one row of {HashEncoder().dimension} each"):
        encoder.encode(["receive"])


def test_without_an_endpoint_or_a_name_it_says_what_is_missing(monkeypatch):
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoEndpointError):
        get_encoder(NAME)
    with pytest.raises(SettingError, match="needs the name"):
        get_encoder("endpoint:")


def test_the_command_line_takes_endpoint_and_key_from_the_environment(
    server, tmp_path, monkeypatch, capsys
):
    use_endpoint(Endpoint.from_environment)
    profile = TEAM.to_dict()
    turns, roles = tmp_path / "turns.jsonl", tmp_path / "roles.json"
    turn = {"id": "1", "role": "Checker", "text": "The total agrees.", "label": "consistent"}
    turns.write_text(json.dumps(turn) + "\n", encoding="utf-8")
    roles.write_text(json.dumps(profile), encoding="utf-8")
    words = ["eval", "drift", str(turns), "--roles", str(roles), "--encoder", NAME]
    with serving() as (plan, url):
        plan.embed = server.embed
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        assert main(words, None) == 0
    assert json.loads(capsys.readouterr().out)["encoder"].startswith(f"{NAME}/")
    assert main([*words[:-1], "endpoint:missing-too"], None) == 2
    assert "can't be reached" in capsys.readouterr().err
