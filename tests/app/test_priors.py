"""The Priors page without a browser: the published table, import, export, bad files."""

import json

import pytest

from core.gate import BUILT_IN, PriorRow, PriorsSet
from core.gate.priors import priors_hash, priors_to_csv
from core.live import Driver
from core.live.models import models_for
from tests.app.support import HOSTILE
from tests.live_support import DROP_DAY, PRIORS, spec

OWN = PriorsSet(
    name="own-calibration",
    model="model-a",
    sources=("calibration of May",),
    rows=(PriorRow(repair="INTEGRATE", frontier="unconsumed", episodes=10, helped=8, harmed=0),),
)


@pytest.fixture
def page(app):
    return app.run().switch_page("priors.py").run()


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def upload(page, name, data):
    page.file_uploader[0].upload(name, data, "application/octet-stream").run()
    return page


def test_the_published_rows_are_there_with_their_verdicts(page):
    assert not page.exception
    names = page.selectbox[0].options
    assert any("DeepSeek-V4.1-flash" in name for name in names)
    terra = next(p for p in BUILT_IN if p.model == "GPT-5.6-Terra")
    page.selectbox[0].select(priors_hash(terra)).run()
    shown = text(page)
    for u in ("-0.19", "-0.08", "+0.33"):
        assert u in shown
    assert "harm up to 39%" in shown
    assert priors_hash(terra) in shown


def test_json_comes_in_under_the_same_hash(page, workspace):
    upload(page, "own.json", json.dumps(OWN.to_dict()).encode())
    page.button(key="priors:keep").click().run()
    assert "is kept" in page.success[0].value
    assert workspace.priors.get(priors_hash(OWN)) == OWN
    assert page.query_params["set"] == priors_hash(OWN)[:12]


def test_the_same_set_twice_adds_nothing(page, workspace):
    for _ in range(2):
        upload(page, "own.json", json.dumps(OWN.to_dict()).encode())
        page.button(key="priors:keep").click().run()
    assert "already here" in page.success[0].value
    assert sum(info.hash == priors_hash(OWN) for info in workspace.priors.list()) == 1


def test_csv_needs_a_model(page, workspace):
    upload(page, "own.csv", priors_to_csv(OWN).encode())
    assert "names no model" in page.info[0].value
    page.text_input[0].input("model-a").run()
    page.button(key="priors:keep").click().run()
    stored = workspace.priors.get("own")
    assert (stored.model, stored.rows) == ("model-a", OWN.rows)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.json", b""),
        ("list.json", b"[1, 2]"),
        ("binary.json", b"\x89PNG\r\n\x1a\n\x00"),
        ("bomb.yaml", b"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b,*b]"),
        (
            "counts.json",
            b'{"apiVersion":"baton/v1","kind":"PriorsSet","name":"a","model":"m","rows":[{"repair":"ASK","episodes":1,"helped":2,"harmed":0}]}',
        ),
        ("text.csv", b"repair;frontier\nASK;"),
    ],
)
def test_a_bad_file_gets_one_sentence_and_nothing_is_kept(page, workspace, name, data):
    before = len(workspace.priors.list())
    upload(page, name, data)
    if page.text_input:
        page.text_input[0].input("m").run()
    assert len(page.error) == 1
    assert "Traceback" not in page.error[0].value and "pydantic" not in page.error[0].value
    assert len(workspace.priors.list()) == before


def test_hostile_names_stay_text(page):
    hostile = OWN.model_copy(update={"name": HOSTILE[:100], "description": HOSTILE})
    upload(page, "own.json", json.dumps(hostile.to_dict()).encode())
    page.button(key="priors:keep").click().run()
    assert not page.exception
    assert "<img src=x" not in text(page)


def test_a_link_opens_its_set(app):
    terra = next(p for p in BUILT_IN if p.model == "GPT-5.6-Terra")
    app.query_params["set"] = priors_hash(terra)[:12]
    page = app.run().switch_page("priors.py").run()
    assert page.selectbox[0].value == priors_hash(terra)


def test_an_unknown_link_is_explained(app):
    app.query_params["set"] = "nothing"
    page = app.run().switch_page("priors.py").run()
    assert "not in this workspace" in page.error[0].value


def test_what_happened_at_run_time_stands_beside_the_counts(app, workspace):
    priors = PRIORS.model_copy(update={"name": "used"})
    key = workspace.priors.add(priors, "test").hash
    run_id = workspace.live.start(spec(DROP_DAY, repairs=True))
    Driver(run_id=run_id, journal=workspace.live, models=models_for()).run()
    app.query_params["set"] = key[:12]
    page = app.run().switch_page("priors.py").run()
    assert not page.exception
    assert "At run time: 1 use" in [one.label for one in page.expander]
    assert "<b>nothing</b>" in text(page)  # went wrong, so nothing is taken off
