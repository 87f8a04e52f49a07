"""Stands between an engineer's own agents: the same controller as for recorded and live runs.

    from core import guard

    with guard.open("contract.yaml", priors="GPT-5.6-Terra", models={"Writer": "GPT-5.6-Terra"}) as baton:
        decision = baton.message("Collector", "Writer", text)
        send(decision.text)

Every call takes one event and returns what to do: :class:`Forward` (send the agent's own text),
:class:`Repaired` (send this text), or :class:`Parked` (a person has to decide first). Whatever goes
wrong inside, the agents go on: by default an error forwards the message and is logged.
"""

from core.guard.decisions import Decision, Forward, Parked, Repaired
from core.guard.guard import Guard
from core.guard.opening import open_guard as open
from core.guard.ports import Store
from core.held import Ruling
from core.repair.examples import certify_by_examples
from core.repair.means import Answer, Certificate, CertificateRequest, Question, Redo

__all__ = [
    "Answer",
    "Certificate",
    "CertificateRequest",
    "Decision",
    "Forward",
    "Guard",
    "Parked",
    "Question",
    "Redo",
    "Repaired",
    "Ruling",
    "Store",
    "certify_by_examples",
    "open",
]
