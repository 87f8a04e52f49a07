"""A small team and its contract, for tests of live runs."""

from core.contract.document import parse_contract
from core.gate.model import PriorRow, PriorsSet
from core.live import make_spec, parse_team
from core.settings import ReplaySettings

CONTRACT = """
name: tour
facts:
- {id: price, statement: The price is at most $900, kind: limit, owner: Scout, recipients: [Writer]}
- {id: day, statement: The tour starts on June 3, kind: date, owner: Scout, recipients: [Writer, Checker]}
"""
TEAM = """
name: Tour
task: Offer a tour.
model: tiny
agents:
- name: Scout
  produces: message
  sends_to: [Writer, Checker]
  documents: [notes]
  script: ["The price is at most $900.\\nThe tour starts on June 3."]
- name: Writer
  documents: []
  script: ["Our offer: $850, which keeps to the price of at most $900.\\nThe tour starts on June 3."]
- name: Checker
  documents: []
  script: ["Checked: the tour starts on June 3, as the brief says."]
documents:
- name: notes
  text: "The price is at most $900.\\nThe tour starts on June 3.\\n"
"""
OWN_CONTRACT = (
    CONTRACT
    + """
- {id: place, statement: The meeting place is Gate 7, kind: value, owner: Scout, recipients: [Writer]}
"""
)
# The place stands in no document, so that only its owner can be asked for it.
MEETING = """
faults:
- {kind: drop, fact: place, agent: Scout, turn: 2}
- {kind: ignore, fact: day, agent: Writer, turn: 1}
"""
DROP_DAY = "faults:\n- {kind: drop, fact: day, agent: Scout, turn: 1}\n"
PRIORS = PriorsSet(
    name="tried",
    model="tiny",
    rows=tuple(
        PriorRow(repair=repair, frontier=None, episodes=40, helped=30, harmed=0, mean_cost=0.1)
        for repair in ("RETRIEVE", "INTEGRATE", "ASK")
    ),
)
CONFIRMED = ReplaySettings(confirmed_other_model=True)


def contract(text=CONTRACT):
    return parse_contract(text)


def team(more=""):
    return parse_team(TEAM + more)


def spec(more="", **rest):
    """A scripted run; ``repairs=True`` lets the gate admit repairs."""
    if rest.pop("repairs", False):
        rest |= {"priors": PRIORS, "settings": CONFIRMED}
    made = contract(rest.pop("contract_text", CONTRACT))
    return make_spec(team(more), made, **{"scripted": True, "author": "Ann", **rest})
