"""What each speech act is, in words that people and models read alike."""

from __future__ import annotations

ACT_MEANINGS: dict[str, str] = {
    "ASSERT": "states something as so: results, facts, states",
    "QUESTION": "asks for something it doesn't know",
    "RETRIEVE": "looks something up and hands over what was found",
    "VERIFY": "checks a result and says whether it holds",
    "EXECUTE": "does something in the world, or says that it did: runs, sends, changes",
    "DELEGATE": "gives work to somebody",
    "SUMMARIZE": "condenses what others said",
    "REFUSE": "declines; every role may",
    "PLAN": "orders steps that are still to come",
    "RECOMMEND": "advises one course over others",
    "APPROVE": "gives permission, accepts, signs off",
    "WRITE_MEMORY": "stores something for later turns or for others",
}
"""Speech act -> what a turn does that performs it."""
