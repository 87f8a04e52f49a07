"""A page that holds one of each page element, for the tests of the kit."""

import streamlit as st

from pages._ui import charts, graph, matrix, messages
from pages._ui.badges import legend, show_badges
from pages._ui.frame import ASSETS, header, style
from pages._ui.state import get_param, set_param, set_params
from pages._ui.status import LOOKS, STATUSES

HOSTILE = '<img src="http://evil.example/x" onerror="window.hacked=1"> ![x](http://evil.example/x.png) href'
AGENTS = ["Requirements Collector", "Copywriter", "Reviewer", "Pricing Analyst", "Legal", "Автор"]
NAMES = list(STATUSES)

st.set_page_config(page_title="Kit", page_icon=ASSETS / "favicon.png", layout="wide")
style()
st.sidebar.write("Kit")
header("Kit", "One of each element.")
show_badges([(name, 1) for name in LOOKS])
legend(expanded=True)

facts, agents = (30, 10) if get_param("size") == "big" else (8, 6)
rows = [matrix.FactRow(f"fact_{i}", HOSTILE, critical=i % 3 > 0) for i in range(facts)]
columns = [AGENTS[i] if i < len(AGENTS) else f"Agent {i}" for i in range(agents)]
cells = {
    (row.id, name): matrix.Cell(NAMES[(i + j) % len(NAMES)], note=f"at #{i}")
    for i, row in enumerate(rows)
    for j, name in enumerate(columns)
    if (i + j) % 5
}
matrix.fact_matrix(
    rows,
    columns,
    cells,
    selected=(get_param("fact"), get_param("recipient")),
    on_pick=lambda fact, recipient: set_params(fact=fact, recipient=recipient),
)
st.text(f"Picked: {get_param('fact')} / {get_param('recipient')}")

nodes = [
    graph.Node("a", "#1 Collector", "message", column=0, title=HOSTILE),
    graph.Node("b", "#2 Writer", "output", column=1, status="absent"),
    graph.Node("c", "#3 Reviewer", "output", column=2, inferred=True),
]
edges = [
    graph.Edge("a", "b"),
    graph.Edge("b", "c", "inferred"),
    graph.Edge("a", "c", "missing"),
    graph.Edge("a", "nowhere"),
]
graph.graph_view(
    nodes,
    edges,
    key="graph",
    height=260,
    selected=get_param("node"),
    on_pick=lambda node: set_param("node", node),
)
st.text(f"Node: {get_param('node')}")
st.html(graph.graph_legend())

text = f"{HOSTILE}\n\nThe budget is at most $45,000."
messages.message_view(text, [(0, 4, "absent", HOSTILE)], key="short", head=HOSTILE)
messages.message_view("word " * 2000, key="long", head="A long message")
messages.diff_view(text, text.replace("45,000", "44,000"), key="diff", head="What changed")
points = [charts.EnergyPoint(i, AGENTS[i % 3], i / 10, i > 8, HOSTILE) for i in range(12)]
charts.energy_chart(points, tau=0.85, key="energy", selected=3, on_pick=lambda seq: None)
