"""OpenAI Agents SDK with a guard between two agents: python -m scripts.examples.openai_agents_team"""

import asyncio
import os

from agents import Agent, Runner, function_tool, set_default_openai_api, set_tracing_disabled

from core import guard
from storage import guard_store

RECORD = "Kestrel Freight. The budget is at most $45,000. The go-live deadline is June 15."
set_tracing_disabled(True)  # otherwise the SDK reports every run to its vendor
set_default_openai_api("chat_completions")  # what any compatible server speaks


async def main(priors=None, store=None):
    name = os.environ.get("OPENAI_MODEL", "gpt-4o-mini")
    contract = "assets/demo/en/contract.yaml"
    models = {"Requirements Collector": name, "Copywriter": name}
    with guard.open(contract, priors=priors, models=models, store=store) as baton:

        @baton.tool("crm", by="Requirements Collector")
        async def crm() -> str:
            """Return the customer's record."""
            return RECORD

        tools = [function_tool(crm)]
        collector = Agent("Requirements Collector", "Brief a copywriter.", tools=tools, model=name)
        writer = Agent("Copywriter", instructions="Write five sentences.", model=name)
        said = await Runner.run(collector, "A proposal for Kestrel Freight.")
        brief = await baton.amessage(collector.name, writer.name, said.final_output)
        said = await Runner.run(writer, baton.released(brief))
        offer = await baton.aoutput(writer.name, said.final_output)
    return baton.released(offer), [(r.sender, r.decision, r.reason) for r in baton.reports]


if __name__ == "__main__":
    print(*asyncio.run(main(store=guard_store())), sep="\n")
