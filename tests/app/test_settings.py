import pytest

from pages._ui.when import when
from tests.app.support import run


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
