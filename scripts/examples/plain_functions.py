"""A guard around plain functions, no framework: python -m scripts.examples.plain_functions"""

from core import guard
from storage import guard_store

RECORD = "Kestrel Freight. The budget is at most $45,000. The go-live deadline is June 15."


def main(priors=None, store=None, models=None):
    contract = "assets/demo/en/contract.yaml"
    with guard.open(contract, priors=priors, models=models, store=store) as baton:

        @baton.tool("crm", by="Requirements Collector")
        def look_up(customer):
            return RECORD

        @baton.agent("Requirements Collector", to="Copywriter")
        def brief(customer):
            look_up(customer)
            return f"Please write the proposal for {customer}."

        @baton.agent("Copywriter", output=True)
        def write(briefing):
            return f"Our offer. {briefing}"

        offer = write(brief("Kestrel Freight"))
    return offer, [(r.sender, r.decision, r.reason) for r in baton.reports]


if __name__ == "__main__":
    print(*main(store=guard_store()), sep="\n")
