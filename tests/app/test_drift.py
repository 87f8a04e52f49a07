import json
from dataclasses import replace

import pytest

from pages._ui.drift_charts import MOST_BARS, MOST_POINTS, around, thin
from pages._ui.drift_log import consistency, judgements, turn_rows
from pages._ui.drift_turn import _broken, marked_clauses, weighted
from pages._ui.trace_analysis import opened
from tests.app.runs import hostile_run, open_page, param, shown_words, store
from tests.app.support import work_as

ROLES = """\
apiVersion: baton/v1
kind: RoleSet
name: team
version: 1
roles:
  - name: Collector
    description: Collects what the customer needs and hands it on.
    allowed_speech_acts: [ASSERT, SUMMARIZE]
    demonstrations: ["The customer asks for three modules.", "The budget is fixed."]
    obligations: ["Stays cheerful on rainy days."]
  - name: Writer
    description: Writes the offer.
    allowed_speech_acts: [ASSERT]
    demonstrations: ["Here is the offer with all modules.", "We propose a start in May."]
"""


@pytest.fixture
def analysis(app, workspace):
    work_as(app, "Ada")
    return store(workspace, roles=ROLES)


def test_the_strongest_turn_is_shown_term_by_term(app, analysis):
    open_page(app, "drift", analysis=analysis)
    words = shown_words(app)
    assert "mean energy <abbr" in words
    for name in ("D_out", "D_leak", "D_ling", "D_logic"):
        assert f"<b>{name}</b>" in words
    assert not app.exception


def test_the_terms_add_up_to_the_energy(workspace, analysis):
    from pages._ui.drift_roles import weights_of

    shown = opened(analysis)
    for report in shown.analysis.reports:
        if report.drift is not None:
            total = sum(row[4] for row in weighted(report.drift, weights_of(shown)))
            assert total == pytest.approx(report.drift.energy, abs=1e-5)


def test_the_published_means_are_off_until_wanted_and_say_whose_they_are(app, analysis):
    open_page(app, "drift", analysis=analysis)
    assert "another encoder" not in " ".join(c.value for c in app.caption)
    assert "published mean" not in app.get("plotly_chart")[0].proto.spec
    next(box for box in app.checkbox if box.label == "Published means").check().run()
    assert param(app, "means") == "yes"
    assert "belong to another encoder" in " ".join(c.value for c in app.caption)
    assert "published mean of drifted turns" in app.get("plotly_chart")[0].proto.spec


def test_the_nearest_role_is_said_of_a_flagged_turn_alone(analysis):
    score = next(r.drift for r in opened(analysis).analysis.reports if r.drift is not None)
    other = replace(score, nearest_role="Critic")
    assert "Sounds most like <b>Critic</b>" in _broken(other, "", flagged=True)
    assert "Critic" not in _broken(other, "", flagged=False)


@pytest.mark.parametrize("chart", ["energy", "terms", "sum", "nonsense"])
def test_every_chart_can_be_linked(app, analysis, chart):
    open_page(app, "drift", analysis=analysis, chart=chart)
    assert len(app.get("plotly_chart")) == 1
    assert not app.exception


def test_a_turn_without_energy_says_why(app, analysis):
    open_page(app, "drift", analysis=analysis, seq=3)
    assert "No energy: Reviewer is bound to no role profile." in shown_words(app)


def test_without_role_profiles_the_page_says_what_to_do(app, workspace):
    open_page(app, "drift", analysis=store(workspace))
    words = shown_words(app)
    assert "No turn of this analysis has an energy" in words
    assert not app.exception


def test_judging_a_turn_counts_in_rc_and_the_last_judgement_holds(app, workspace, analysis):
    open_page(app, "drift", analysis=analysis, seq=1)
    app.text_input[-1].set_value("It plans.")
    app.button(key="judge:no").click().run()
    assert judgements(analysis)[1].payload["verdict"] == "drifted"
    assert judgements(analysis)[1].reason == "It plans."
    assert ": consistent, of 1 turn judged by a person" in shown_words(app)
    app.button(key="judge:yes").click().run()
    assert consistency(judgements(analysis)) == (1.0, 1)
    assert len(workspace.reviews.for_analysis(analysis)) == 2
    assert workspace.reviews.state(analysis, 1).status == "pending", "a judgement decides nothing"


def test_nobody_judged_means_no_share():
    assert consistency({}) == (None, 0)


def test_rules_that_no_machine_checks_are_listed(app, analysis):
    open_page(app, "drift", analysis=analysis, seq=1)
    labels = [e.label for e in app.expander]
    assert any("not machine" in label.replace("\\", "") for label in labels)


def test_aggregates_can_be_recomputed_from_the_turn_log(workspace, analysis):
    shown = opened(analysis)
    rows = list(turn_rows(shown, judgements(analysis), vectors=True))
    assert [row["seq"] for row in rows] == list(shown.boundaries)
    scored = [row for row in rows if row["energy"] is not None]
    assert all(len(row["z"]) > 0 for row in scored)
    weights = shown.analysis.inputs.settings["weights"]
    for row in scored:
        energy = (
            weights["alpha"] * row["d_out"]
            + weights["beta"] * row["d_leak"]
            + weights["gamma"] * row["d_ling"]
            + weights["delta"] * row["d_logic"]
        )
        assert energy == pytest.approx(row["energy"], abs=1e-5)
    json.dumps(rows)


def test_an_event_that_is_no_turn_falls_back_in_words(app, analysis):
    open_page(app, "drift", analysis=analysis, seq=99)
    assert "Event 99 is no turn" in shown_words(app)


def test_clauses_of_agent_text_are_escaped(app, workspace):
    analysis = store(workspace, hostile_run(), roles=ROLES)
    open_page(app, "drift", analysis=analysis, seq=1)
    assert "<img" not in shown_words(app)
    shown = opened(analysis)
    report = shown.reports[1]
    assert "<img" not in marked_clauses(shown, report.drift, report.original)


def test_marked_clauses_keep_every_character(workspace, analysis):
    import html
    import re

    shown = opened(analysis)
    report = shown.reports[1]
    body = marked_clauses(shown, report.drift, report.original)
    body = re.sub(r'<span class="bt-act[^>]*>[^<]*</span>', "", body)
    assert html.unescape(re.sub(r"<[^>]+>", "", body)) == report.original


class Turn:
    def __init__(self, seq, flagged=False):
        self.seq, self.drift_flagged = seq, flagged


def test_many_turns_are_thinned_but_a_few_flagged_ones_stay():
    turns = [Turn(n, n % 997 == 0) for n in range(10_000)]
    kept = thin(turns, 1234)
    assert len(kept) < MOST_POINTS + 20
    assert {t.seq for t in turns if t.drift_flagged} <= {t.seq for t in kept}
    assert 1234 in {t.seq for t in kept}


def test_many_flagged_turns_are_thinned_too():
    assert len(thin([Turn(n, True) for n in range(10_000)], None)) <= MOST_POINTS


@pytest.mark.parametrize("selected", [0, 3, 500, 999, None])
def test_bars_are_drawn_around_the_selected_turn(selected):
    kept = around([Turn(n) for n in range(1000)], selected)
    assert len(kept) == MOST_BARS
    assert (selected or 0) in {t.seq for t in kept}


def test_choosing_a_chart_writes_the_address(app, analysis):
    open_page(app, "drift", analysis=analysis)
    app.segmented_control(key="drift:chart").set_value("terms").run()
    assert param(app, "chart") == "terms"
