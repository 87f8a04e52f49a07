"""A link from anywhere opens a page in words, whatever somebody wrote into it."""

import pytest

from tests.app.runs import open_page, param, store
from tests.app.support import HOSTILE

GARBAGE = [
    "",
    "0",
    "-1",
    "99999999999999999999999",
    "1e9",
    "'; DROP TABLE traces; --",
    "../../etc/passwd",
    "%00",
    "ANALYSIS:SEQ",
    "abc:1:2",
    "١٢٣",
    HOSTILE,
    "x" * 5000,
]
PLACES = {
    "trace_view.py": (
        "analysis",
        "trace",
        "seq",
        "fact",
        "recipient",
        "event",
        "from",
        "agent",
        "kind",
    ),
    "provenance.py": ("analysis", "seq", "hops", "node", "view"),
    "drift.py": ("analysis", "seq", "chart"),
    "review.py": ("item", "status", "trace", "q", "sort", "analysis"),
    "traces.py": ("trace", "q"),
    "contracts.py": ("name", "version", "view", "fact", "from", "new", "trace"),
    "roles.py": ("name", "version", "view", "role", "from"),
    "priors.py": ("set",),
    "live.py": ("run", "start", "show"),
    "teams.py": ("name", "version"),
    "corpus.py": ("name", "version", "show"),
    "settings.py": ("any",),
}


@pytest.mark.parametrize("page", PLACES)
def test_no_value_of_a_link_breaks_a_page(app, workspace, page):
    analysis = store(workspace)
    for name in PLACES[page]:
        for value in GARBAGE:
            app.query_params.clear()
            if name != "analysis" and page in ("trace_view.py", "provenance.py", "drift.py"):
                app.query_params["analysis"] = analysis
            app.query_params[name] = value
            app.switch_page(page).run()
            assert not app.exception, (name, value)
            assert "Something went wrong" not in " ".join(e.value for e in app.error), (name, value)


def test_a_link_to_the_page_it_stands_on_is_marked_and_the_mark_is_taken_out(app, workspace):
    # Streamlit's browser side learns of such an address from nothing else.
    open_page(app, "live", run="nobody-knows")
    (back,) = (link for link in app.get("page_link") if link.proto.label == "All live runs")
    assert back.proto.query_string == "here=1"
    open_page(app, "live", run="nobody-knows", here=1)
    assert param(app, "here") is None and param(app, "run") == "nobody-knows"
    open_page(app, "home")
    assert not any("here=" in link.proto.query_string for link in app.get("page_link"))
