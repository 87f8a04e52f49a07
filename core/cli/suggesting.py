"""``python -m core suggest``: a contract proposed from a trace, as YAML to be corrected by a person."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from core.cli.files import one_trace
from core.cli.ports import Lazy
from core.contract.document import dump_yaml
from core.contract.suggest import (
    Suggestion,
    suggest_facts,
    suggested_contract,
    suggestion_notes,
)
from core.errors import InputError
from core.trace.model import Trace


def suggest(name: str, library: Lazy, *, everything: bool, output: Path | None) -> int:
    """Write the proposed contract; how many facts it has goes to stderr.

    Args:
        name: File, or id in the database.
        library: Where ids are looked up.
        everything: All suggestions instead of the best eight.
        output: File to write; None is the standard output.

    Raises:
        InputError: Nothing in the trace looks like a fact, or the file can't be written.
    """
    trace = one_trace(name, library)
    found = suggest_facts(trace)
    taken = [s for s in found if s.ticked or everything]
    if not taken:
        raise InputError(
            "Nothing in the trace looks like a fact to watch.",
            where=name,
            hint="Limits, dates, lists, rules and named values of the task and the briefs are looked for."
            if not found
            else "Only results of tools are proposed, which may hold for this run alone; take them with --all.",
        )
    text = suggested_text(trace, taken)
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"The file can't be written ({error.strerror}).", where=str(output)
            ) from error
    print(f"{len(taken)} of {len(found)} suggested facts", file=sys.stderr)
    return 0


def suggested_text(trace: Trace, taken: list[Suggestion]) -> str:
    """Return a contract as YAML, with a remark above each fact on what about it is guessed."""
    text = dump_yaml(suggested_contract(trace, taken))
    notes = {s.fact.id: suggestion_notes(s) for s in taken}
    lines = ["# Proposed from a trace. Owners and recipients are guessed: correct them."]
    for line in text.splitlines():
        found = re.fullmatch(r"(\s*)- id: (\S+)", line)
        if found and found.group(2).strip("'\"") in notes:
            note = notes[found.group(2).strip("'\"")]
            # One line, whatever the names hold: a comment can't end inside itself.
            lines.append(f"{found.group(1)}# {' '.join(note.split())}")
        lines.append(line)
    return "\n".join(lines) + "\n"
