"""Every page opens: empty, with data, and with names that try to be more than names."""

import pytest

from tests.app.conftest import PAGES
from tests.app.support import CONTRACT, HOSTILE, run

ALL = sorted(path.name for path in PAGES.glob("[a-z]*.py"))
MINE = ["home.py", "settings.py", "traces.py"]


def words(app):
    return " ".join(str(e.value) for kind in (app.markdown, app.error, app.caption) for e in kind)


@pytest.mark.parametrize("page", ALL)
def test_a_page_opens_in_an_empty_workspace(app, page):
    app.run().switch_page(page).run()
    assert not app.exception
    assert not app.error


@pytest.mark.parametrize("page", ALL)
def test_a_page_opens_with_hostile_names(app, workspace, page):
    stored = workspace.traces.add(run(name=HOSTILE, writer=f"Copywriter {HOSTILE}"), HOSTILE)
    workspace.contracts.save(CONTRACT, "Ada")
    app.query_params["trace"] = stored.id
    app.run().switch_page(page).run()
    assert not app.exception
    assert "![x](" not in words(app)
    assert all("<img" not in element.proto.body for element in app.get("html"))


@pytest.mark.parametrize("page", MINE)
def test_a_link_to_something_that_is_gone_is_explained(app, workspace, page):
    workspace.traces.add(run(), "run.json")
    app.query_params["trace"] = HOSTILE
    app.run().switch_page(page).run()
    assert not app.exception
    if page == "traces.py":
        assert "There is no trace" in app.error[0].value
        assert "![x](" not in app.error[0].value
