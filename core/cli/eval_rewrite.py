"""``python -m core eval rewrite TURNS --roles ROLES [--model NAME]``: is too much corrected?

On drifted turns a rewrite should bring the energy down; on consistent ones it should touch little,
and what it touches should keep its numbers, dates and names. Without a model the preview made by
code is measured in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.cli.eval_drift import role_set_from_list
from core.drift import DriftSettings, Encoder, compile_roles, get_encoder
from core.drift.clauses import remove_offences
from core.drift.content import content_of
from core.drift.rewrite import Ask, RoleRewriter, Turn
from core.drift.score import Mode
from core.errors import DocumentError


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    id: str
    label: str
    before: float
    asked: bool
    touched: bool
    refused: bool
    after: float | None
    kept: float | None
    tokens: int | None
    text: str


def evaluate_rewrite(
    turns: Iterable[Mapping[str, Any]],
    roles: Iterable[Mapping[str, Any]] | Mapping[str, Any],
    *,
    ask: Ask | None = None,
    mode: Mode = "above_tau",
    encoder: Encoder | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Rewrite labelled turns and count what is touched, what is kept, what is refused.

    Args:
        turns: Records with ``id, role, text, label`` (``consistent`` or ``drifted``).
        roles: The profiles, as a list or as a RoleSet document.
        ask: The model; None measures the preview made by code.
        mode: When a rewrite is asked for.
        encoder: ``wordllama`` by default.

    Returns:
        A summary, and one row per turn.

    Raises:
        DocumentError: A turn lacks a field, or names a role without a profile.
    """
    listed = roles.get("roles", ()) if isinstance(roles, Mapping) else roles
    compiled = compile_roles(role_set_from_list(listed), encoder or get_encoder())
    rewriter = RoleRewriter(compiled, ask, settings=DriftSettings(mode=mode))
    rows = []
    for number, record in enumerate(turns, 1):
        for key in ("role", "text", "label"):
            if not isinstance(record.get(key), str):
                raise DocumentError(
                    f"The field '{key}' is missing or no text.", where=f"turn {number}"
                )
        if record["role"] not in compiled.roles:
            raise DocumentError(
                f"There is no profile for the role '{record['role']}'.", where=f"turn {number}"
            )
        rows.append(_one(rewriter, record, str(record.get("id", number))))
    summary = {
        "by": "model" if ask else "preview made by code",
        "mode": mode,
        "encoder": compiled.encoder_name,
        "tau": rewriter.tau,
        **{
            label: _shares([r for r in rows if r.label == label], rewriter.tau) for label in _LABELS
        },
    }
    return summary, [_as_dict(row) for row in rows]


_LABELS = ("consistent", "drifted")


def _one(rewriter: RoleRewriter, record: Mapping[str, Any], name: str) -> _Row:
    turn = Turn(text=record["text"], role=record["role"])
    before = rewriter.score(turn)
    asked = rewriter.wanted(before)
    after, text, refused, tokens = None, turn.text, False, None
    if asked and rewriter.model is not None:
        result = rewriter.rewrite(turn, before)
        text, refused, tokens = result.released, result.needs_review, result.tokens
        after = result.after.energy if result.after and result.touched else None
    elif asked:
        cut = remove_offences(
            rewriter.compiled, turn.text, before, lambda changed: rewriter.score(turn, changed)
        )
        if cut is not None:
            text, after = cut.text, cut.score.energy
    touched = text != turn.text
    return _Row(
        id=name,
        label=record["label"],
        before=before.energy,
        asked=asked,
        touched=touched,
        refused=refused,
        after=after,
        kept=content_of(turn.text).kept_in(content_of(text)) if touched else None,
        tokens=tokens,
        text=text,
    )


def _shares(rows: Sequence[_Row], tau: float) -> dict[str, Any]:
    touched = [row for row in rows if row.touched]
    kept = [row.kept for row in touched if row.kept is not None]
    return {
        "turns": len(rows),
        "asked": sum(row.asked for row in rows),
        "touched": len(touched),
        "touched_share": round(len(touched) / len(rows), 4) if rows else None,
        "below_tau_after": sum(row.after is not None and row.after <= tau for row in touched),
        "refused": sum(row.refused for row in rows),
        "content_kept": round(sum(kept) / len(kept), 4) if kept else None,
        "tokens": sum(row.tokens or 0 for row in rows),
    }


def _as_dict(row: _Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _Row.__slots__}
