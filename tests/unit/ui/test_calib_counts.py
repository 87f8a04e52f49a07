"""The table of counts shows help, harm and u, each with how sure it is."""

import re

from core.gate.builtin import GPT_TERRA
from core.gate.priors import priors_table
from pages._ui.calib_counts import counts_html


def test_help_and_harm_stand_beside_each_other_with_their_intervals():
    views = [view for view in priors_table(GPT_TERRA) if view.row.episodes == 6]
    html = counts_html(tuple(views))  # INTEGRATE on unconsumed: 4 of 6 helped, none harmed
    for said in ("helped between 30% and 90%", "harmed between 0% and 39%", "u between"):
        assert f'aria-label="{said}' in html
    assert "30% to 90%" in html and "0% to 39%" in html  # in words, too
    # The most harm that the gate admits is marked in the bar of harm alone.
    limits = re.findall(r'class="bt-iv bt-(\w+)"[^>]*>(.*?)</span><span class="bt-range">', html)
    assert {what: "bt-limit" in bar for what, bar in limits} == {
        "helped": False, "harmed": True, "utility": False,
    }  # fmt: skip


def test_what_was_never_tried_has_no_mark():
    row = priors_table(GPT_TERRA)[0].row.model_copy(
        update={"episodes": 0, "helped": 0, "harmed": 0}
    )
    (view,) = priors_table(GPT_TERRA.model_copy(update={"rows": (row,)}))
    html = counts_html((view,))
    assert "helped between 0% and 100%" in html and '<b style="left' not in html


def test_a_narrow_page_has_what_settles_a_segment_beside_the_gate():
    row = priors_table(GPT_TERRA)[0].row.model_copy(
        update={"episodes": 4, "helped": 0, "harmed": 0}
    )
    (few,) = priors_table(GPT_TERRA.model_copy(update={"rows": (row,)}))
    html = counts_html((few,))
    assert re.search(r'<span class="bt-settle-here">[\d,]+ more to settle it</span></td>', html)
    assert re.search(r'<td class="bt-settle">[\d,]+ more</td></tr>', html)
