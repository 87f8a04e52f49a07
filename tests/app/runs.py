"""Small analysed runs for the pages that show one."""

from core.contract.document import parse_contract
from core.controller import analyse
from core.gate.builtin import BUILT_IN
from core.trace.model import Agent, Event, Trace
from tests.app.support import HOSTILE

FACTS = """\
apiVersion: baton/v1
kind: FactContract
name: proposal
version: 1
facts:
  - id: budget
    statement: The budget is at most 45,000.
    owner: Collector
    recipients: [Writer, Reviewer]
    check: {type: phrase, pattern: "45,000"}
  - id: deadline
    statement: The deadline is June 15.
    owner: Collector
    recipients: [Writer]
    check: {type: phrase, pattern: "June 15"}
  - id: tax
    statement: Prices include sales tax.
    owner: Collector
    recipients: [Writer]
    check: {type: phrase, pattern: "sales tax"}
"""
MODEL = "GPT-5.6-Terra"


def team_run(name="Team run", extra="", events=0):
    """A run in which the Writer drops the deadline, and nobody sends the tax rule."""
    said = [
        ("message", "Collector", ("Writer",), f"Budget 45,000, deadline June 15. {extra}"),
        ("output", "Writer", ("Reviewer",), f"An offer for 45,000. {extra}"),
        ("output", "Reviewer", ("Collector",), f"The 45,000 fit. {extra}"),
    ]
    said += [("message", "Writer", ("Reviewer",), f"Note {n}.") for n in range(events)]
    return Trace(
        name=name,
        format="baton",
        agents=tuple(Agent(name=n, model=MODEL) for n in ("Collector", "Writer", "Reviewer")),
        events=tuple(
            Event(seq=n, kind=kind, sender=sender, recipients=to, text=text)
            for n, (kind, sender, to, text) in enumerate(said, 1)
        ),
    )


def store(workspace, trace=None, *, roles=None, contract=FACTS, settings=None):
    """Put a run, its contract and its analysis into a workspace; return the analysis id."""
    trace = trace or team_run()
    kept = workspace.contracts.save(contract, "Ada").contract
    if roles is not None:
        from core.drift.document import parse_roles

        workspace.roles.save(roles, "Ada")
        roles = parse_roles(roles, "")
    priors = next(p for p in BUILT_IN if p.model == MODEL)
    analysis = analyse(trace, kept, roles, priors, settings=settings)
    trace_id = workspace.traces.add(trace, "run.json").id
    return workspace.analyses.add(analysis, trace_id, "Ada")


def hostile_run():
    return team_run(name=HOSTILE, extra=HOSTILE)


def contract_of(text=FACTS):
    return parse_contract(text, "")


def shown_words(app):
    """Everything a page says in text elements and in our own HTML."""
    kinds = (app.markdown, app.error, app.caption, app.info, app.warning, app.success)
    said = [str(element.value) for kind in kinds for element in kind]
    said += [
        element.proto.body for element in app.get("html") if "<style>" not in element.proto.body
    ]
    return "\n".join(said)


def open_page(app, page, **params):
    """Open a page as a pasted link does."""
    for name, value in params.items():
        app.query_params[name] = str(value)
    return app.run().switch_page(f"{page}.py").run()


def param(app, name):
    found = app.query_params.get(name)
    return found[0] if isinstance(found, list) else found


def bare_run():
    """Tool events only: no boundary, nobody speaks."""
    return Trace(
        name="Bare",
        format="baton",
        agents=(Agent(name="Collector"),),
        events=(
            Event(seq=1, kind="tool_call", sender="Collector", tool="search", text="{}"),
            Event(
                seq=2,
                kind="tool_result",
                sender="search",
                recipients=("Collector",),
                tool="search",
                text="June 15",
            ),
        ),
    )
