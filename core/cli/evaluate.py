"""``python -m core eval``: the product measured against labelled cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.trace.importers.decode import parse_json

if TYPE_CHECKING:
    from core.drift.rewrite import Ask
    from core.drift.score import Mode


def evaluate(
    what: str,
    cases: Path,
    roles: Path | None,
    *,
    model: str = "",
    mode: str = "above_tau",
    encoder: str = "wordllama",
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Measure facts, traces, drift or rewrites on labelled cases, or importers on a folder.

    Args:
        what: ``facts``, ``traces``, ``drift``, ``rewrite`` or ``import``.
        cases: JSON Lines file; for ``import`` a folder.
        roles: JSON file with role profiles, for drift and rewrite.
        model: Name of a model at the configured endpoint, for rewrite; empty: none.
        mode: When a rewrite is asked for.
        encoder: Encoder for drift and rewrite, as :func:`core.drift.get_encoder` knows it.

    Returns:
        Summary figures, and one prediction per case.
    """
    if what == "import":
        from core.cli.eval_import import evaluate_import

        return evaluate_import(cases)
    rows = read_lines(cases)
    if what == "facts":
        from core.cli.eval_facts import evaluate_facts

        return evaluate_facts(rows)
    if what == "traces":
        from core.cli.eval_traces import evaluate_traces

        return evaluate_traces(rows)
    if roles is None:
        raise InputError(f"The measure of {what} needs role profiles.", hint="Add --roles ROLES.")
    profiles = _value(_text(roles), str(roles))
    from core.drift.encoders import get_encoder

    chosen = get_encoder(encoder)
    if what == "rewrite":
        from core.cli.eval_rewrite import evaluate_rewrite

        return evaluate_rewrite(
            rows, profiles, ask=_asker(model), mode=_MODES[mode], encoder=chosen
        )
    from core.cli.eval_drift import evaluate_drift

    return evaluate_drift(rows, profiles, encoder=chosen)


_MODES: dict[str, Mode] = {"above_tau": "above_tau", "every_turn": "every_turn"}


def _asker(model: str) -> Ask | None:
    if not model:
        return None
    from core.drift.rewrite_model import asker
    from core.llm.endpoint import Endpoint
    from core.llm.openai_client import OpenAIModel

    return asker(OpenAIModel(Endpoint.from_environment()), model)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Read a JSON Lines file; every line must be an object."""
    rows = []
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        row = _value(line, f"{path}, line {number}")
        if not isinstance(row, dict):
            raise InputError("An object is needed here.", where=f"{path}, line {number}")
        rows.append(row)
    return rows


def _value(text: str, where: str) -> Any:
    try:
        return parse_json(text)
    except json.JSONDecodeError as error:
        raise InputError(f"This isn't JSON: {error.msg}.", where=where) from error
    except ValueError as error:
        raise InputError(f"This JSON can't be used: {error}.", where=where) from error


def _text(path: Path) -> str:
    if path.is_dir():
        raise InputError(
            "A file is needed, this is a folder.",
            where=str(path),
            hint="Only 'eval import' measures a folder.",
        )
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"The file can't be read ({error.strerror}).", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("The file isn't UTF-8 text.", where=str(path)) from error
