"""What a language must bring to write the controller's instructions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Fixed texts of one language. Contract text is put between them, never into them."""

    role: str
    contract_intro: str
    table_header: tuple[str, str, str, str, str, str, str]
    """id, statement, kind, owner, recipients, required, visible first."""
    yes: str
    no: str
    nobody: str
    no_facts: str
    kinds_intro: str
    kinds: Mapping[str, str]
    """How a fact of each kind counts as used."""
    delivered: str
    statuses: str
    repairs: str
    prohibitions: str
    gate: str
    verify: str
    output: str
    slots: str
    interview: str
    ask_facts: str
    ask_owner: str
    """Followed by the fact's id and statement."""
    ask_recipients: str
    interview_questions: tuple[str, ...]
    interview_end: str
    rules_title: str
    rules_intro: str
    rules_facts: str
    rule_line: str
    """With the places %(statement)s, %(owner)s and %(recipients)s."""
    rules_required: str
    rules: tuple[str, ...]
    honest_notes: tuple[str, ...]
