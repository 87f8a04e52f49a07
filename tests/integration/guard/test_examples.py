"""The examples run, and the guard is felt at the other end of the wire."""

import asyncio
import importlib
import importlib.util
from pathlib import Path

import pytest

from core.gate import PriorRow, PriorsSet
from storage import guard_store, open_workspace
from tests.integration.guard.endpoint import serve

PROJECT = Path(__file__).resolve().parents[3]
FOLDER = PROJECT / "scripts" / "examples"
COUNTS = PriorsSet(
    name="own",
    model="test-model",
    rows=(PriorRow(repair="RETRIEVE", episodes=40, helped=30, harmed=0),),
)
BRIEF = "Please write the proposal for Kestrel Freight."
OFFER = "Our offer for Kestrel Freight, live by June 15, for $44,000."


def needs(module):
    return pytest.mark.skipif(
        importlib.util.find_spec(module) is None, reason=f"{module} is not installed"
    )


@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.chdir(PROJECT)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_MODEL", "test-model")

    def start(*replies):
        context = serve(*replies)
        url, endpoint = context.__enter__()
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        started.append(context)
        return endpoint

    started = []
    yield start
    for context in started:
        context.__exit__(None, None, None)


def prompts(request):
    return " ".join(str(m.get("content")) for m in request["messages"])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda p: p.stem)
def test_an_example_is_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) < 40


def test_plain_functions(monkeypatch, tmp_path):
    monkeypatch.chdir(PROJECT)
    example = importlib.import_module("scripts.examples.plain_functions")
    url = f"sqlite:///{tmp_path}/baton.db"
    models = {"Copywriter": "test-model"}
    offer, said = example.main(COUNTS, guard_store(url), models)
    assert "The budget is at most $45,000." in offer
    assert [decision for _, decision, _ in said] == ["COMMIT", "FORWARD"]
    with open_workspace(url) as workspace:
        assert workspace.traces.list().total == 1


@needs("langgraph")
@pytest.mark.filterwarnings("default")
def test_langgraph(endpoint):
    wire = endpoint(BRIEF, OFFER)
    example = importlib.import_module("scripts.examples.langgraph_team")
    offer, said = example.main(COUNTS)
    assert offer == OFFER
    assert said[0][1] == "COMMIT"
    assert "Carried over from crm" in prompts(wire.requests[1])


@needs("agents")
@pytest.mark.filterwarnings("default")
def test_openai_agents(endpoint):
    wire = endpoint({"tool": "crm"}, BRIEF, OFFER)
    example = importlib.import_module("scripts.examples.openai_agents_team")
    offer, said = asyncio.run(example.main(COUNTS))
    assert offer == OFFER
    assert said[0][1] == "COMMIT"
    assert "Carried over from crm" in prompts(wire.requests[-1])
