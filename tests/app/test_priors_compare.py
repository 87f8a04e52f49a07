"""Two priors sets side by side, without a browser."""

import json

import pytest

from core.gate import PriorRow, PriorsSet
from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.compare import SegmentDiff
from core.gate.priors import priors_hash, priors_table
from pages._ui import priors_compare
from tests.app.support import HOSTILE

TERRA = priors_hash(GPT_TERRA)[:12]
MORE = PriorsSet(
    name="second-round",
    model="gpt-5.6-terra",
    sources=("calibration of June",),
    rows=(PriorRow(repair="INTEGRATE", frontier="unconsumed", episodes=40, helped=2, harmed=9),),
)
FEW = MORE.model_copy(
    update={
        "name": "few",
        "rows": (PriorRow(repair="INTEGRATE", frontier="unconsumed", episodes=6, helped=2, harmed=0),),
    }
)  # fmt: skip


@pytest.fixture
def compare(app, workspace):
    def go(left, right):
        for one in (left, right):
            workspace.priors.add(one, "test")
        app.query_params["compare"] = f"{priors_hash(left)[:12]},{priors_hash(right)[:12]}"
        return app.run().switch_page("priors.py").run()

    return go


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def test_a_flip_that_is_no_accident(compare):
    shown = text(compare(GPT_TERRA, MORE))
    assert "The gate flips on INTEGRATE × unconsumed. The counts differ by more" in shown
    assert "4 / 0 of 6" in shown and "2 / 9 of 40" in shown
    assert "different models" not in shown  # the case of the name says nothing


def test_a_flip_within_chance_says_so(compare):
    shown = text(compare(GPT_TERRA, FEW))
    assert "flips on INTEGRATE × unconsumed. Within chance" in shown
    assert "by more than chance" not in shown


def test_different_models_are_said_and_not_merged(compare):
    page = compare(DEEPSEEK, GPT_TERRA)
    shown = text(page)
    assert "different models" in shown
    assert "They can’t be merged" in shown and "DeepSeek-V4.1-flash" in shown
    assert not [b for b in page.button if b.key == "priors:merge"]


def test_merging_keeps_the_sources_of_both(compare, workspace):
    page = compare(GPT_TERRA, MORE)
    page.text_input[0].input("both").run()
    page.button(key="priors:merge").click().run()
    assert "both is kept" in page.success[0].value
    kept = workspace.priors.get("both")
    assert set(kept.sources) == {*GPT_TERRA.sources, *MORE.sources}
    assert kept.row("INTEGRATE", "unconsumed").episodes == 46
    assert page.query_params["set"] == priors_hash(kept)[:12]
    assert "compare" not in page.query_params
    assert "calibration of June" in text(page)


def test_the_same_set_twice(compare):
    shown = text(compare(GPT_TERRA, GPT_TERRA))
    assert "Both are the same set" in shown and "would count twice" in shown


def test_from_one_set_to_a_comparison(app, workspace):
    page = app.run().switch_page("priors.py").run()
    page.button(key="priors:compare").click().run()
    assert "Choose two sets" in page.info[0].value
    page.selectbox(key="priors:right").select_index(1).run()
    assert not page.exception
    assert page.query_params["compare"].count(",") == 1
    assert "The gate" in text(page)


@pytest.mark.parametrize("link", [f"{TERRA},nothing", ",", "a,b,c", f"{TERRA}"])
def test_a_broken_link_is_explained(app, link):
    app.query_params["compare"] = link
    page = app.run().switch_page("priors.py").run()
    assert not page.exception
    assert page.info or page.error


def test_what_is_taken_home(compare, monkeypatch):
    seen = {}
    monkeypatch.setattr(
        priors_compare, "download", lambda label, build, name, **rest: seen.update({label: build()})
    )
    compare(GPT_TERRA, MORE)
    document = json.loads(seen["JSON"])
    assert (document["left"]["hash"], document["right"]["name"]) == (priors_hash(GPT_TERRA), "second-round")  # fmt: skip
    flipped = [one for one in document["segments"] if one["flipped"]]
    assert [(one["repair"], one["significant"]) for one in flipped] == [("INTEGRATE", True)]
    assert len(seen["CSV"].splitlines()) == 1 + len(document["segments"])


def test_hostile_names_stay_text(compare):
    page = compare(GPT_TERRA, MORE.model_copy(update={"name": HOSTILE[:100]}))
    assert not page.exception
    assert "<img src=x" not in text(page)


def test_the_published_p_values_stand_on_the_page(app):
    app.query_params["set"] = TERRA
    shown = text(app.run().switch_page("priors.py").run())
    assert "Runs won" in shown
    for p in ("0.027", "0.035"):
        assert shown.count(p) == 2  # computed, and as printed


def test_where_a_set_has_no_row_that_is_said_and_nothing_else():
    row = priors_table(FEW)[0]
    refused = SegmentDiff(
        repair="INTEGRATE", frontier="unconsumed", left=row, right=None, help_p=None, harm_p=None,
        left_used=row,
    )  # fmt: skip
    assert "no row" in priors_compare._said(refused)
    assert "not tested" not in priors_compare._said(refused)
    assert "differs" not in priors_compare._said(refused)
