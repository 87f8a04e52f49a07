"""A contract as instructions for people who can't run code.

Three texts: the controller's prompt, a quick start that interviews the user to fill its slots, and a
short rule list for an AGENTS.md file. All numbers and definitions are the method's; the notes in
:data:`HONEST_NOTES` belong beside them wherever they are shown.

The slots ``{task}``, ``{other_rules}``, ``{message_from_previous_agent}`` and
``{conversation_history}`` stay in the text for the user or her tool to fill.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from core.contract.model import Contract, Fact
from core.contract.prompts.english import ENGLISH
from core.contract.prompts.russian import RUSSIAN
from core.contract.prompts.words import Words

Lang: TypeAlias = Literal["en", "ru"]

SLOTS = ("{task}", "{other_rules}", "{message_from_previous_agent}", "{conversation_history}")
"""Places of the prompt that the user fills."""

_WORDS: Mapping[str, Words] = {"en": ENGLISH, "ru": RUSSIAN}

HONEST_NOTES: Mapping[Lang, tuple[str, ...]] = MappingProxyType(
    {"en": ENGLISH.honest_notes, "ru": RUSSIAN.honest_notes}
)
"""What these texts can't do; shown beside them, in the same language."""


def controller_prompt(contract: Contract, lang: Lang = "en") -> str:
    """Write the system prompt of a controller that is a model.

    Args:
        contract: Its facts become the prompt's table; statements stay in their own language.
        lang: Language of everything else.

    Returns:
        Markdown with the four slots left open; ends with a line break.
    """
    words = _words(lang)
    return _join(
        words.role,
        words.contract_intro,
        contract_table(contract, lang),
        _kinds(contract, words),
        words.delivered,
        words.statuses,
        words.repairs,
        words.prohibitions,
        words.gate,
        words.verify,
        words.output,
        words.slots,
    )


def quick_start(contract: Contract, lang: Lang = "en") -> str:
    """Write a text to paste into any chat: it interviews the user, fills the prompt, starts.

    Args:
        contract: What it lacks (facts, owners, recipients) is asked for too.
        lang: Language of the interview and of the prompt.
    """
    words = _words(lang)
    questions = [*words.interview_questions]
    questions[2:3] = [*_questions_about(contract, words), *questions[2:3]]
    numbered = "\n".join(f"{place}. {text}" for place, text in enumerate(questions, 1))
    return _join(
        words.interview, numbered, words.interview_end, "PROMPT", controller_prompt(contract, lang)
    )


def agents_md_rules(contract: Contract, lang: Lang = "en") -> str:
    """Write a short rule list for the AGENTS.md file of a team.

    Args:
        contract: Its facts are listed below the rules.
        lang: Language of the rules.
    """
    words = _words(lang)
    rules = "\n".join(f"- {rule}" for rule in words.rules)
    parts = [words.rules_title, words.rules_intro, rules]
    if contract.facts:
        parts += [words.rules_facts, "\n".join(_rule_lines(contract, words))]
    return _join(*parts)


def contract_table(contract: Contract, lang: Lang = "en") -> str:
    """Write a contract's facts as a Markdown table.

    Args:
        contract: Text in it is escaped, so that a statement can't break out of its cell.
        lang: Language of the column titles.
    """
    words = _words(lang)
    if not contract.facts:
        return words.no_facts
    rows = [words.table_header, tuple("---" for _ in words.table_header)]
    rows += [_row(fact, words) for fact in contract.facts]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cell(text: str) -> str:
    """Return text for one cell of a Markdown table: one line, with its bars escaped."""
    return one_line(text).replace("\\", "\\\\").replace("|", "\\|")


def one_line(text: str) -> str:
    """Return text with every run of white space, line breaks included, as one space."""
    return " ".join(text.split())


def _words(lang: str) -> Words:
    return _WORDS.get(lang, ENGLISH)


def _join(*parts: str) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _row(fact: Fact, words: Words) -> tuple[str, ...]:
    return (
        cell(fact.id),
        cell(fact.statement),
        fact.kind,
        cell(fact.owner) or words.nobody,
        _names(fact.recipients, words),
        words.yes if fact.critical else words.no,
        cell(", ".join(fact.depends_on)) or "–",
    )


def _names(names: Sequence[str], words: Words) -> str:
    return ", ".join(cell(name) for name in names if name.strip()) or words.nobody


def _kinds(contract: Contract, words: Words) -> str:
    """Explain the kinds that occur, in the method's order."""
    used = {fact.kind for fact in contract.facts}
    lines = [f"- {kind}: {text}" for kind, text in words.kinds.items() if kind in used]
    return "\n\n".join([words.kinds_intro, "\n".join(lines)]) if lines else ""


def _questions_about(contract: Contract, words: Words) -> Iterator[str]:
    if not contract.facts:
        yield words.ask_facts
    for fact in contract.facts:
        name = f"{fact.id}: {one_line(fact.statement)}"
        if not fact.owner.strip():
            yield f"{words.ask_owner} ({name})"
        if not any(recipient.strip() for recipient in fact.recipients):
            yield f"{words.ask_recipients} ({name})"


def _rule_lines(contract: Contract, words: Words) -> Iterator[str]:
    for fact in contract.facts:
        line = words.rule_line % {
            "statement": one_line(fact.statement),
            "owner": one_line(fact.owner) or words.nobody,
            "recipients": ", ".join(map(one_line, fact.recipients)) or words.nobody,
        }
        yield f"- {line} [{words.rules_required}]" if fact.critical else f"- {line}"
