"""Fact contracts as documents that are written, and what is guessed about a fact as it is typed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contract.checks import FactCheck, compile_fact
from core.contract.diff import diff_contracts
from core.contract.guess import guess_kind, suggest_id
from core.contract.lint import lint_contract
from core.contract.lint_model import LintIssue
from core.contract.model import Contract, Fact
from core.contract.parameters import places_in
from core.contract.schema import contract_schema
from core.errors import DocumentError
from pages._ui.document_draft import DocumentKind
from pages._ui.services import cached_trace, services

STARTER = """\
# Which facts can't this task do without? For each: what it says, who knows it, who needs it.
# Keep it short; up to eight facts stay manageable.
apiVersion: baton/v1
kind: FactContract
name: ""
version: 1
parties: []
"""

KIND_WORDS: dict[str, str] = {
    "value": "value: a number or word that must arrive as it is",
    "limit": "limit: at most or at least so much",
    "date": "date: a day, time or period",
    "entity": "entity: a name of somebody or something",
    "identifier": "identifier: an order number, address or code",
    "list": "list: several items, all of them needed",
    "requirement": "requirement: something the result must do or have",
    "prohibition": "prohibition: something the result must not do or mention",
    "free_text": "free text: anything else, compared by its words",
}
"""Kinds of facts for people."""


def _lint(text: str, agents: Sequence[str] | None, examples: bool) -> list[LintIssue]:
    return lint_contract(text, agents, run_examples=examples)


CONTRACTS = DocumentKind(
    page="contracts",
    word="contract",
    part="fact",
    parts="facts",
    name_of="id",
    model=Contract,
    part_model=Fact,
    starter=STARTER,
    lint=_lint,
    diff=diff_contracts,
    schema=contract_schema,
    store=lambda: services().workspace.contracts,
    model_of=lambda stored: stored.contract,
)


def trace_agents(trace_id: str) -> tuple[str, ...]:
    """Return the agents of a trace that can be parties; tools are none."""
    trace = cached_trace(trace_id)
    tools = {event.tool for event in trace.events if event.tool}
    return tuple(agent.name for agent in trace.agents if agent.name not in tools)


@st.cache_resource(max_entries=256, show_spinner=False)
def _check(fact_json: str) -> FactCheck | str:
    try:
        return compile_fact(Fact.model_validate_json(fact_json))
    except DocumentError as error:
        return str(error)
    except (ValueError, ArithmeticError, RecursionError):
        return "This fact can't be checked as it stands."


def check_of(fact: Fact) -> FactCheck | str:
    """Return the fact's check, or one sentence why there is none."""
    if not fact.statement.strip():
        return "Write the statement first."
    bare = fact.model_copy(update={"examples": (), "recipients": (), "depends_on": ()})
    return _check(bare.model_dump_json(warnings=False))


def check_words(fact: Fact) -> str:
    """Return how a fact is checked, for people."""
    if places := places_in(fact):
        names = " and ".join(f"{{{name}}}" for name in places)
        return f"by its kind, once the run has filled in {names}"
    check = check_of(fact)
    return check if isinstance(check, str) else check.words


__all__ = [
    "CONTRACTS",
    "KIND_WORDS",
    "STARTER",
    "check_of",
    "check_words",
    "guess_kind",
    "suggest_id",
    "trace_agents",
]
