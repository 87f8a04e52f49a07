"""Fact contracts as documents that are written, and what is guessed about a fact as it is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from core.contract.checks import FactCheck, compile_fact
from core.contract.diff import diff_contracts
from core.contract.lint import lint_contract
from core.contract.lint_model import LintIssue
from core.contract.model import Contract, Fact, FactKind
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
    check = check_of(fact)
    return check if isinstance(check, str) else check.words


_FORBIDS = re.compile(
    r"\b(?:never|must not|mustn't|do not|don't|may not|not allowed|no mention|without mentioning|forbidden|avoid)\b|"
    r"никогда|нельзя|не (?:упомин|называ|должн|использ|раскрыва)|запрещ",
    re.I,
)
_LIMITS = re.compile(
    r"\b(?:at most|at least|no more than|not more than|no less than|up to|not exceed|max(?:imum)?|min(?:imum)?|below|under|over|cap)\b|[≤≥<>]|"
    r"не (?:более|больше|менее|меньше|выше|ниже|превыша)|максимум|минимум",
    re.I,
)
_REQUIRES = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|required?|includes?|ensure|always)\b|долж|обязат|включа|всегда|необходим",
    re.I,
)
_CODE = re.compile(
    r"\b(?=\w*\d)(?=\w*[^\W\d])[\w-]{4,}\b|\b[A-Z]{2,}[-_ ]\d[\w-]*|https?://|\S+@\S+\.\w"
)
_PERIOD = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b20\d\d-\d\d-\d\d\b")


def guess_kind(statement: str) -> FactKind:
    """Guess a fact's kind from its sentence; the author sees the guess and can change it."""
    text = statement.strip()
    if _FORBIDS.search(text):
        return "prohibition"
    head, colon, rest = text.partition(":")
    if colon and ("," in rest or ";" in rest) and not rest.strip()[:1].isdigit():
        return "list"
    digits = any(c.isdigit() for c in text)
    if digits and _LIMITS.search(text):
        return "limit"
    if digits:
        check = check_of(Fact(id="guess", statement=text, kind="date"))
        if _PERIOD.search(text) or (not isinstance(check, str) and check.spec.moments):
            return "date"
        return "identifier" if _CODE.search(text) else "value"
    if _REQUIRES.search(text):
        return "requirement"
    words = (head if not colon else rest).split()
    named = [word for word in words[1:] if word[:1].isupper()]
    return "entity" if named else "free_text"


_LATIN = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" "),
        strict=True,
    )
)
_SMALL = frozenset(
    "the a an is are be must should shall has have to of and or for in on at by with it its that this our their "
    "most least no not more than never do up was were will can may "
    "не и в на с по для до от что это более менее никогда должен должна должно должны быть".split()
)


def suggest_id(statement: str, taken: Sequence[str]) -> str:
    """Suggest a short id from a sentence: 'The budget is at most $45,000' gives 'budget'."""
    low = statement.lower()
    words = [w for w in re.findall(r"[^\W\d_]+", low.partition(":")[0]) if w not in _SMALL]
    latin = ["".join(_LATIN.get(c, c) for c in word) for word in words]
    kept = [word for word in latin if word.isascii() and len(word) > 1]
    stem = "-".join(kept[:1] if len("".join(kept[:1])) > 8 else kept[:2])[:32].strip("-")
    stem = stem or "fact"
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return name
