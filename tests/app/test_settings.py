import pytest

from core.llm.endpoint import Endpoint, endpoint_from
from pages._ui.trace_analysis import opened
from pages._ui.when import when
from pages._ui.work import replay_settings
from tests.app.runs import open_page, shown_words, store
from tests.app.support import run, type_endpoint
from tests.app.test_drift_fix import ROLES, review_run
from tests.llm_server import KEY, serving
from tests.unit.drift.helpers import HashEncoder


@pytest.fixture
def settings(app):
    return app.run().switch_page("settings.py").run()


def test_the_name_is_kept_and_shown(settings, workspace):
    settings.text_input[0].set_value("  Ada   Lovelace ")
    settings.button[0].click().run()
    assert workspace.settings.get("people") == ["Ada Lovelace"]
    assert any("Ada Lovelace" in html.proto.body for html in settings.get("html"))


def test_times_follow_the_chosen_zone(settings, workspace):
    moment = workspace.traces.info(workspace.traces.add(run(), "run.json").id).imported_at
    settings.selectbox[0].set_value("Asia/Tokyo")
    settings.button[0].click().run()
    assert when(moment).endswith("JST")


def test_analysis_defaults_are_kept(settings, workspace):
    settings.number_input[0].set_value(0.4)
    settings.button[1].click().run()
    assert not settings.error
    assert workspace.settings.get("analysis")["tau"] == 0.4


def test_the_weight_of_each_term_is_kept(settings, workspace):
    weight = next(field for field in settings.number_input if "γ" in field.label)
    weight.set_value(0.8)
    settings.button[1].click().run()
    assert workspace.settings.get("analysis")["weights"]["gamma"] == 0.8
    assert workspace.settings.get("analysis")["encoder"] == "wordllama"


def test_an_encoder_that_has_no_model_there_is_not_kept(settings, workspace, tmp_path):
    choice = next(field for field in settings.selectbox if field.label == "Encoder")
    choice.set_value("fastembed-bge-small-en-v1.5")
    folder = next(field for field in settings.text_input if "BGE" in field.label)
    folder.set_value(str(tmp_path))
    settings.button[1].click().run()
    assert "BGE" not in str(workspace.settings.get("analysis"))
    assert workspace.settings.get("analysis") is None
    assert settings.error


def choose_endpoint_encoder(settings, model):
    settings.selectbox(key="settings:encoder").set_value("endpoint:")
    settings.text_input(key="settings:encoder:place").set_value(model)
    settings.button[1].click().run()


def test_a_model_at_the_typed_endpoint_is_tried_kept_and_named_in_the_log(settings, workspace):
    with serving() as (plan, url):
        plan.embed = lambda text: [float(x) for x in HashEncoder().encode([text])[0]]
        given = Endpoint(base_url=url, key=KEY, retries=0)
        type_endpoint(settings, given)
        choose_endpoint_encoder(settings, " acme/embed-2 ")
        assert not settings.error
        kept = workspace.settings.get("analysis")
        assert kept["encoder"] == "endpoint:acme/embed-2"
        with endpoint_from(lambda: given):
            analysis = store(workspace, review_run(), roles=ROLES, settings=replay_settings(kept))
        scored = [r.drift for r in opened(analysis).analysis.reports if r.drift]
        assert scored and all(s.encoder.startswith("endpoint:acme/embed-2/32d-") for s in scored)
        settings.run()
        assert settings.selectbox(key="settings:encoder").value == "endpoint:"
        plan.embed = lambda text: [float(len(text)), 1.0, 2.0]
        type_endpoint(settings, Endpoint(base_url=url, key=KEY, retries=1))
        open_page(settings, "drift", analysis=analysis, seq=2)
    words = shown_words(settings)  # another model answers to the name: its numbers aren't mixed in
    assert "nothing new can be measured" in words and not settings.exception


def test_an_embedding_model_that_is_not_there_is_not_kept(settings, workspace):
    with serving() as (_, url):
        type_endpoint(settings, Endpoint(base_url=url, key=KEY, retries=0))
        choose_endpoint_encoder(settings, "missing")
        assert "knows no model" in settings.error[0].value
        choose_endpoint_encoder(settings, "")
        assert "needs the name" in settings.error[0].value
    assert workspace.settings.get("analysis") is None
