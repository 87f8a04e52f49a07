"""A live run in a few lines: a controller that holds boundaries, and people who answer."""

from core.contract.binding import Binding
from core.gate import PriorRow, PriorsSet
from core.pipeline import Controller
from core.repair import Answer, Certificate, Means
from core.trace.model import Agent, Trace
from tests.unit.provenance.team import AGENTS, contract

MODEL = "m-1"
GOOD = PriorsSet(
    name="own",
    model=MODEL,
    rows=tuple(
        PriorRow(repair=name, episodes=40, helped=30, harmed=0)
        for name in ("ASK", "INTEGRATE", "RETRIEVE", "DECOMPOSE", "VERIFY")
    ),
)


def live(spec=None, *, priors=GOOD, means=None, agents=AGENTS, **more):
    return Controller(
        spec or contract(),
        trace=Trace(
            name="live",
            format="live",
            agents=tuple(Agent(name=name, model=MODEL) for name in agents),
            events=(),
        ),
        binding=more.pop("binding", None) or Binding(parties={name: name for name in agents}),
        priors=priors,
        live=True,
        means=means or Means(),
        **more,
    )


def play(controller, *events):
    """Feed events; settle every boundary as proposed; return what became of the last one."""
    last = None
    for make in events:
        held = controller.propose(make(controller.next_seq))
        last = controller.settle(held) if held is not None else None
    return last


class Someone:
    """Answers, writes again, certifies or rewrites, always with the same words; counts the calls."""

    def __init__(self, says):
        self.says, self.requests = says, []

    def _reply(self, request):
        self.requests.append(request)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says

    def ask(self, question):
        return Answer(text=self._reply(question))

    def redo(self, request):
        return self._reply(request)

    def certify(self, request):
        label = self._reply(request)
        return label and Certificate(label=label, by="Ada")

    def rewrite(self, request):
        return self._reply(request)
