import pytest

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
