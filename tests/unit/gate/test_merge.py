import pytest

from core.errors import InputError
from core.gate.builtin import DEEPSEEK, GPT_TERRA
from core.gate.merge import merge_priors
from core.gate.model import PriorRow, PriorsSet


def own(source="May", **more):
    rows = (
        PriorRow(repair="ASK", episodes=8, helped=2, harmed=1, mean_cost=0.5),
        PriorRow(repair="RETRIEVE", frontier="absent", episodes=3, helped=3, harmed=0),
    )
    given = {"name": "own", "model": "DeepSeek-V4.1-flash", "sources": (source,), "rows": rows}
    return PriorsSet(**{**given, **more})


def test_counts_add_up_and_sources_stay():
    merged = merge_priors([DEEPSEEK, own()], "both")
    asked = merged.row("ASK", None)
    assert (asked.episodes, asked.helped, asked.harmed) == (60, 10, 1)
    assert asked.mean_cost == pytest.approx((52 * 1 + 8 * 0.5) / 60, abs=1e-6)
    assert merged.row("INTEGRATE", None) == DEEPSEEK.row("INTEGRATE", None)
    assert merged.sources == (*DEEPSEEK.sources, "May")
    assert merged.provisional, "RETRIEVE has three episodes"


def test_merging_three_is_merging_two_twice():
    sets = [own("May"), own("June"), own("July")]
    once = merge_priors(sets, "all")
    twice = merge_priors([merge_priors(sets[:2], "two"), sets[2]], "all")
    assert (once.rows, once.sources) == (twice.rows, twice.sources)


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        ([DEEPSEEK], "at least two"),
        ([DEEPSEEK, GPT_TERRA], "measured on"),
        ([own(), own("June", cost_reference_tokens=800)], "different numbers of tokens"),
        ([own(), own()], "count twice"),
        ([own(), own(name="other", rows=())], "count twice"),
    ],
)
def test_what_does_not_belong_together_is_kept_apart(sets, said):
    with pytest.raises(InputError, match=said):
        merge_priors(sets, "no")
