import pytest

from core.provenance.model import ObligationState
from core.review import ReviewEvent, boundary_digest
from pages._ui.home_parts import headline
from pages._ui.run_names import run_name
from pages._ui.trace_analysis import opened
from tests.app.runs import FACTS, shown_words, store, team_run
from tests.app.support import run


def test_an_empty_workspace_says_what_to_do(app):
    app.run()
    assert app.title[0].value == "Welcome to Baton"
    assert app.button(key="load_demo").label == "Load the demo workspace"


def test_a_trace_without_analysis_is_counted(app, workspace):
    workspace.traces.add(run(), "run.json")
    app.run()
    assert app.title[0].value == "Home"
    figures = [html.proto.body for html in app.get("html") if "bt-figure" in html.proto.body]
    assert "<b>1</b><span>not analysed</span>" in figures[3]


@pytest.mark.timeout(120)
def test_the_demo_is_loaded_once(app, workspace, running):
    app.run()
    app.button(key="load_demo").click().run()
    assert not app.error
    first = workspace.waiting()
    assert first.traces and first.analyses and first.contracts
    assert not [b for b in app.button if b.key == "load_demo"], "it is offered only once"
    running.load_demo("Ada")
    assert workspace.waiting() == first


def links(app, page):
    found = [link.proto for link in app.get("page_link")]
    return [link.label for link in found if link.page.split("/")[-1].startswith(page)]


def test_the_number_to_decide_is_what_its_link_opens(app, workspace):
    analysis = store(workspace)
    report = opened(analysis).reports[1]
    before = workspace.analyses.info(analysis).open_reviews
    workspace.reviews.append(
        ReviewEvent(
            analysis_id=analysis, seq=1, kind="skip", author="Bo", digest=boundary_digest(report)
        )
    )
    assert workspace.analyses.info(analysis).open_reviews == before - 1
    app.run()
    assert f"{before - 1} to decide" in links(app, "review")


def test_a_replaced_analysis_is_neither_shown_nor_counted(app, workspace):
    store(workspace)
    store(workspace, contract=FACTS.replace("June 15", "June 16"))
    app.run()
    words = shown_words(app)
    assert "proposal@2" in words
    assert "proposal@1" not in words
    assert any("1 older that newer ones replaced" in label for label in links(app, "traces"))


def test_a_card_never_calls_a_doubt_a_gap():
    doubt = ObligationState(
        fact="tone", recipient="Writer", seq=1, status="absent", unsure=True, due_seq=1
    )
    sure = ObligationState(fact="budget", recipient="Writer", seq=3, status="late", due_seq=3)
    assert headline([doubt]).startswith("first doubt: <b>tone</b>")
    assert headline([doubt, sure]).startswith("first gap: <b>budget</b>")
    assert headline([]) == "no gap found"


@pytest.mark.parametrize(
    ("name", "task", "source", "said"),
    [
        ("3", "Write an offer\nfor a school", "", "3 · “Write an offer for a school”"),
        ("3", "", "logs/school.json", "3 · school.json"),
        ("school", "", "school.json", "school"),
        (
            "Kestrel Freight, run 3: another price",
            "Write",
            "",
            "Kestrel Freight, run 3: another price",
        ),
        (
            "c4aa9fe2-11d0-4e0c-9d7a-2f1d3b5a7c90",
            "Which hotel is free on May 3?",
            "",
            "“Which hotel is free on May 3?” · c4aa9fe2…",
        ),
        ("ab12" * 16, "", "log.json", "ab12" * 16),
        ("feedbackdecade", "Write", "", "feedbackdecade · “Write”"),
        ("", "", "", ""),
    ],
)
def test_a_run_is_named_so_that_it_can_be_recognised(name, task, source, said):
    assert run_name(name, task=task, source=source) == said


def test_a_long_task_is_cut():
    assert len(run_name("3", task="word " * 100)) < 60


def test_a_short_name_comes_with_its_task_everywhere(app, workspace):
    import dataclasses

    trace = dataclasses.replace(team_run(name="3"), task="Write an offer for a school")
    store(workspace, trace)
    app.run()
    assert "3 · “Write an offer for a school”" in shown_words(app)
    for page in ("review", "trace_view"):
        app.switch_page(f"{page}.py").run()
        choices = [option for box in app.selectbox for option in box.options]
        assert any("3 · “Write an offer for a school”" in choice for choice in choices)
