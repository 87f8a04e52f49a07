"""LangGraph with a guard between its nodes: python -m scripts.examples.langgraph_team"""

import os
from typing import TypedDict

from langchain_openai import ChatOpenAI
from langgraph.graph import START, StateGraph

from core import guard
from storage import guard_store

RECORD = "Kestrel Freight. The budget is at most $45,000. The go-live deadline is June 15."
Team = TypedDict("Team", {"task": str, "brief": str, "offer": str}, total=False)


def main(priors=None, store=None):
    name = os.environ.get("OPENAI_MODEL", "gpt-4o-mini")
    chat = ChatOpenAI(model=name, max_tokens=200)
    models, contract = {"Copywriter": name}, "assets/demo/en/contract.yaml"
    with guard.open(contract, priors=priors, models=models, store=store) as baton:
        record = baton.tool("crm", by="Requirements Collector")(lambda: RECORD)

        @baton.agent("Requirements Collector", to="Copywriter")
        def collect(task):
            return chat.invoke(f"Brief a copywriter. {task}\n{record()}").text

        @baton.agent("Copywriter", output=True)
        def write(brief):
            return chat.invoke(f"Write the proposal in five sentences.\n{brief}").text

        graph = StateGraph(Team).add_node("write", lambda state: {"offer": write(state["brief"])})
        graph.add_node("collect", lambda state: {"brief": collect(state["task"])})
        team = graph.add_edge(START, "collect").add_edge("collect", "write").compile()
        ended = team.invoke({"task": "A proposal for Kestrel Freight."})
    return ended["offer"], [(r.sender, r.decision, r.reason) for r in baton.reports]


if __name__ == "__main__":
    print(*main(store=guard_store()), sep="\n")
