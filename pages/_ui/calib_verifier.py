"""The test that decides whether a run passed: a ready one, one as text, or one built in a small form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from core.contract.document import dump_yaml
from core.contract.model import Contract, Fact
from core.errors import BatonError
from core.live.ready import ASSETS
from core.live.team import Team
from core.probe.verifiers import Verifier, compile_verifier, parse_verifier
from pages._ui.services import services
from pages._ui.state import labels
from pages._ui.text import count, plain

WAYS = {"ready": "A ready one", "form": "A small form", "text": "As text"}
KINDS = {
    "contains": "says",
    "not_contains": "never says",
    "reflects": "keeps to the fact",
    "states": "states the fact",
    "number": "names the number",
}
"""What a row of the form can ask for."""
ANYBODY = "anybody, last output"
ROWS = 5
"""Facts of the contract that the form begins with."""
LONGEST = 113
"""Characters of the contract's name in the name of the test, which takes 120."""
_TEMPLATE = """\
# A test, no opinion: the same run always gets the same answer.
apiVersion: baton/v1
kind: Verifier
name: my-test
version: 1
test:
  type: all_of
  tests:
    - {{type: contains, text: "…"}}
    - {{type: fact, fact: {fact}}}
"""


def verifier_part(contract: Contract, team: Team) -> Verifier | None:
    """Draw the choice of the test; return it, or None while there is none that can be used.

    Args:
        contract: The facts that a test may name.
        team: The agents whose texts it may read.
    """
    ready = _ready(contract)
    ways = [way for way in WAYS if way != "ready" or ready]
    # The widget is told anew when the contract changes: what is ready differs.
    way = st.segmented_control(
        "Where the test comes from",
        ways,
        default=ways[0],
        required=True,
        format_func=WAYS.__getitem__,
        key=f"calib:verifier:{contract.name}:{bool(ready)}",
    )
    try:
        if way == "ready":
            return _one_of(ready)
        verifier = _written(contract) if way == "text" else _built(contract, team)
        if verifier is not None:
            compile_verifier(verifier, contract)
        return verifier
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return None


def _ready(contract: Contract) -> dict[str, Verifier]:
    """Return the tests that fit the contract: those of ready teams, then of earlier calibrations."""
    found: dict[str, Verifier] = {}
    for verifier, origin in (*_of_teams(), *_used_before()):
        try:
            compile_verifier(verifier, contract)
        except BatonError:
            continue
        if _names_facts(verifier, contract):
            found.setdefault(f"{verifier.name}@{verifier.version} · {origin}", verifier)
    return found


def _of_teams() -> Iterable[tuple[Verifier, str]]:
    for path in sorted((ASSETS / "teams").glob("*/verifier.yaml")):
        yield parse_verifier(path.read_bytes(), path.name), "ready to try"


def _used_before() -> Iterable[tuple[Verifier, str]]:
    app = services()
    for info in app.workspace.probes.list()[:20]:
        yield app.calibrations.look(info.id).spec.verifier, "used before"


def _names_facts(verifier: Verifier, contract: Contract) -> bool:
    """Whether a test names a fact of the contract; one that names none may be about anything."""
    text = str(verifier.to_dict()["test"])
    return any(f"'fact': '{fact.id}'" in text for fact in contract.facts)


def _one_of(ready: Mapping[str, Verifier]) -> Verifier | None:
    names = list(ready)
    words = labels(names)
    chosen = st.selectbox("Test", names, format_func=lambda name: words.get(name, name))
    if chosen is None:
        return None
    verifier = ready[chosen]
    with st.expander("What it asks for", icon=":material/rule:"):
        st.code(dump_yaml(verifier), language="yaml", wrap_lines=True)
    return verifier


def _written(contract: Contract) -> Verifier | None:
    fact = contract.facts[0].id if contract.facts else "ID"
    text = st.text_area(
        "Test (YAML or JSON)",
        _TEMPLATE.format(fact=fact),
        height=260,
        key=f"calib:verifier:text:{contract.name}",
        help="contains, not_contains, regex, fact, json_schema, number, exact; joined by all_of, any_of, "
        "count. Nothing in it is executed.",
    )
    verifier = parse_verifier(text or "", "the test")
    if 'text: "…"' in (text or ""):
        st.caption("Replace the … by what the result must say.")
        return None
    st.caption(plain(f"{verifier.name}@{verifier.version} can be used."))
    return verifier


def _built(contract: Contract, team: Team) -> Verifier | None:
    facts = [fact for fact in contract.facts if fact.critical]
    rows = [
        {"Agent": _reader(fact, team), "Test": KINDS["reflects"], "What": fact.id}
        for fact in facts[:ROWS]
    ]
    edited = st.data_editor(
        rows or [{"Agent": ANYBODY, "Test": KINDS["contains"], "What": ""}],
        key=f"calib:verifier:form:{contract.name}:{team.name}",
        hide_index=True,
        num_rows="dynamic",
        column_config={
            "Agent": st.column_config.SelectboxColumn(
                "Whose output",
                options=[ANYBODY, *team.agent_names],
                required=True,
                help="The last work product of all, or one of this agent's texts.",
            ),
            "Test": st.column_config.SelectboxColumn(options=list(KINDS.values()), required=True),
            "What": st.column_config.TextColumn(
                "Phrase, fact or number",
                width="large",
                help=f"Facts of the contract: {', '.join(f.id for f in contract.facts)}",
            ),
        },
        alt="Tests that a run must pass",
    )
    tests = [_test(row) for row in edited if str(row.get("What") or "").strip()]
    if not tests:
        st.caption("Write down at least one thing that the result must say.")
        return None
    most = len(tests)
    least = st.number_input(
        f"How many of the {count(most, 'test')} a run must pass",
        min_value=1,
        max_value=most,
        value=most,
        key=f"calib:verifier:least:{most}",
    )
    joined: dict[str, Any] = {"type": "all_of", "tests": tests}
    if least < most:
        joined = {"type": "count", "tests": tests, "at_least": int(least)}
    document = {
        "apiVersion": "baton/v1",
        "kind": "Verifier",
        "name": f"{contract.name[:LONGEST]}-result",
    }
    return parse_verifier(json.dumps({**document, "version": 1, "test": joined}), "the form")


def _reader(fact: Fact, team: Team) -> str:
    """Return the agent whose work shows whether a fact arrived: its first recipient in the team."""
    played = {agent.party or agent.name: agent.name for agent in team.agents}
    return next((played[name] for name in fact.recipients if name in played), ANYBODY)


def _test(row: Mapping[str, Any]) -> dict[str, Any]:
    kind = next((key for key, words in KINDS.items() if words == row.get("Test")), "contains")
    what, agent = str(row["What"]).strip(), str(row.get("Agent") or ANYBODY)
    place: dict[str, Any] = {} if agent == ANYBODY else {"at": "outputs", "agent": agent}
    if kind in ("reflects", "states"):
        return {"type": "fact", "fact": what, "how": kind, **place}
    if kind == "number":
        return {"type": "number", "value": _number(what), **place}
    return {"type": kind, "text": what, **place}


def _number(text: str) -> Any:
    """Return the number that somebody typed; what is none is told by the check of the document."""
    try:
        return float(text.replace(",", "").replace("$", ""))
    except ValueError:
        return text
