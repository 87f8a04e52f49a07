"""A probe of the small team, for tests."""

import json

from core.probe.spec import ProbeSpec
from core.probe.verifiers import parse_verifier
from tests.live_support import contract, team

# The offer must name price and day; the checker must have seen the day.
VERIFIER = {
    "name": "offer",
    "test": {
        "type": "all_of",
        "tests": [
            {"type": "fact", "fact": "price", "at": "outputs", "agent": "Writer"},
            {"type": "fact", "fact": "day", "at": "outputs", "agent": "Writer", "how": "states"},
            {"type": "contains", "text": "June 3", "agent": "Checker"},
        ],
    },
}


def probe_spec(**rest):
    verifier = parse_verifier(json.dumps(rest.pop("verifier", VERIFIER)))
    given = {"scripted": True, "seeds": 1, **rest}
    return ProbeSpec(
        team=given.pop("team", team()), contract=contract(), verifier=verifier, **given
    )
