"""What tests of pages share: hostile names and texts, and a small run."""

import threading

from core.drift.encoders_endpoint import forget_endpoints
from core.trace.model import Agent, Event, Trace
from pages._ui import visit
from pages._ui.person import SESSION
from pages._ui.services import services

HOSTILE = '<img src=x onerror="alert(1)"> ![x](http://evil.example/x.png) [a](javascript:alert(1)) =1+1 </script>'


def work_as(app, name):
    """Let the visitor have said who she is."""
    app.session_state[SESSION] = name


def type_endpoint(app, endpoint):
    """Let the visitor have typed an endpoint into Settings; None: forgotten it there."""
    if visit.SESSION not in app.session_state:
        app.session_state[visit.SESSION] = visit.new_visit()
    services().live.visits.keep(app.session_state[visit.SESSION], endpoint)
    forget_endpoints()


def run(name: str = "Proposal run", writer: str = "Copywriter") -> Trace:
    """A run in which the deadline is given wrongly and the budget is used."""
    return Trace(
        name=name,
        format="baton",
        task="Write a proposal.",
        agents=(Agent(name="Collector"), Agent(name=writer), Agent(name="Reviewer")),
        events=(
            Event(
                seq=1,
                kind="message",
                sender="Collector",
                recipients=(writer,),
                text="The budget is at most $45,000. The deadline is June 15.",
            ),
            Event(
                seq=2,
                kind="output",
                sender=writer,
                recipients=("Reviewer",),
                text="We deliver by June 20 for $44,000.",
            ),
            Event(seq=3, kind="output", sender="Reviewer", text="Approved: $44,000, June 20."),
        ),
    )


CONTRACT = """\
apiVersion: baton/v1
kind: FactContract
name: proposal
version: 1
facts:
  - id: budget
    statement: The budget is at most $45,000.
    kind: limit
    owner: Collector
    recipients: [Copywriter, Reviewer]
  - id: deadline
    statement: The deadline is June 15.
    kind: date
    owner: Collector
    recipients: [Copywriter]
"""


def until(holds):
    """Wait for what work in the background brings about, a minute at most."""
    tick = threading.Event()
    for _ in range(1200):
        if holds():
            return
        tick.wait(0.05)
    raise AssertionError("It never came to that.")
