"""What a careful colleague would say about a role set before it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

from core.contract.document import dump_yaml
from core.contract.lint import run_lint, unknown_keys
from core.contract.lint_model import Finding, LintIssue
from core.contract.lint_names import nearly_equal
from core.contract.names import did_you_mean
from core.contract.reading import Document, Path
from core.drift.model import SPEECH_ACTS, RoleProfile, RoleSet

__all__ = ["LintIssue", "lint_roles"]

FEW_DEMONSTRATIONS = 3
"""With fewer messages a role's subspace says little (a rule of thumb)."""
ALIKE = 0.9
"""Share of common text from which two roles count as alike."""
_RULE_KEYS = ("rule", "when", "must", "must_not", "scope")
_SCOPES = ("message", "run")


def lint_roles(
    content: str | bytes | RoleSet, agents: Iterable[str] | None = None, source: str = ""
) -> list[LintIssue]:
    """List what is wrong or doubtful about a role set.

    Args:
        content: Text or bytes as written, or a role set (lines then refer to its YAML form).
        agents: Accepted for symmetry with contracts; roles need not be called like agents.
        source: Name of the file for messages.

    Returns:
        Issues in the order of the text; never raises.
    """
    del agents
    text = dump_yaml(content) if isinstance(content, RoleSet) else content
    return run_lint(text, RoleSet, _findings, source)


def _findings(roles: RoleSet, document: Document) -> Iterator[Finding]:
    if not roles.roles:
        yield Finding("warning", "no-roles", ("roles",), "The set holds no roles yet.")
    if len(roles.roles) == 1:
        yield Finding(
            "info",
            "one-role",
            ("roles",),
            "With one role there are no others to leak into; D_leak is always 0.",
        )
    seen: set[str] = set()
    for position, role in enumerate(roles.roles):
        path: Path = ("roles", position)
        if role.name in seen:
            yield Finding(
                "error", "duplicate-role", (*path, "name"), f"The role '{role.name}' stands twice."
            )
        seen.add(role.name)
        yield from _text_findings(role, path)
        yield from _act_findings(role, path)
        for key in ("obligations", "prohibitions"):
            for step, rule in enumerate(getattr(role, key)):
                yield from _rule_findings(rule, role, (*path, key, step))
    yield from _alike(roles)
    yield from unknown_keys(document.data, RoleSet, {RoleSet: {"roles": RoleProfile}})


def _text_findings(role: RoleProfile, path: Path) -> Iterator[Finding]:
    texts = [text for text in role.demonstrations if text.strip()]
    if not texts and not role.description.strip():
        yield Finding(
            "error",
            "no-text",
            path,
            f"Role '{role.name}' has neither description nor demonstrations: nothing to measure by.",
        )
    elif not texts:
        yield Finding(
            "warning",
            "no-demonstrations",
            (*path, "demonstrations"),
            f"Role '{role.name}' has no demonstrations; its energies rest on the description alone.",
        )
    elif len(texts) < FEW_DEMONSTRATIONS:
        yield Finding(
            "info",
            "few-demonstrations",
            (*path, "demonstrations"),
            f"Role '{role.name}' has {len(texts)} demonstration{'s' if len(texts) > 1 else ''}; "
            "from five on its energies become steady.",
        )
    for step, text in enumerate(role.demonstrations):
        where = (*path, "demonstrations", step)
        if not text.strip():
            yield Finding("warning", "empty-demonstration", where, "This demonstration is empty.")
        elif text in role.drift_examples:
            yield Finding(
                "error",
                "both-ways",
                where,
                f"Role '{role.name}' has the same text as demonstration and as drift example.",
            )


def _act_findings(role: RoleProfile, path: Path) -> Iterator[Finding]:
    where = (*path, "allowed_speech_acts")
    if not role.allowed_speech_acts:
        yield Finding(
            "warning",
            "no-acts",
            where,
            f"Role '{role.name}' allows no speech act but REFUSE: almost every turn costs energy.",
        )
    for step, act in enumerate(role.allowed_speech_acts):
        if act in SPEECH_ACTS:
            if act in role.allowed_speech_acts[:step]:
                yield Finding("info", "duplicate-act", (*where, step), f"{act} is listed twice.")
            continue
        tidy = re.sub(r"[\s-]+", "_", act.strip()).upper()
        guess = tidy if tidy in SPEECH_ACTS else did_you_mean(tidy, SPEECH_ACTS)
        hint = f" Did you mean {guess}?" if guess else f" Known are {', '.join(SPEECH_ACTS)}."
        yield Finding(
            "error", "unknown-act", (*where, step), f"'{act}' is no speech act known here.{hint}"
        )


def _rule_findings(
    rule: str | Mapping[str, Any], role: RoleProfile, path: Path
) -> Iterator[Finding]:
    if isinstance(rule, str):
        if not rule.strip():
            yield Finding(
                "warning", "empty-rule", path, f"A rule of role '{role.name}' says nothing."
            )
        return
    for key in rule:
        if key not in _RULE_KEYS and not key.startswith("x-"):
            guess = did_you_mean(key, _RULE_KEYS)
            hint = f" Did you mean '{guess}'?" if guess else ""
            yield Finding(
                "warning" if guess else "info",
                "unknown-key",
                (*path, key),
                f"The key '{key}' is not known in a rule.{hint}",
            )
    if not str(rule.get("rule") or "").strip():
        yield Finding(
            "warning", "no-sentence", path, "A typed rule needs 'rule', the sentence people read."
        )
    if not isinstance(rule.get("must", rule.get("must_not")), Mapping):
        yield Finding(
            "info",
            "untyped-rule",
            path,
            "This rule is left to people: no machine checks it without 'must' or 'must_not'.",
        )
    scope = rule.get("scope", "message")
    if scope not in _SCOPES:
        yield Finding(
            "error", "unknown-scope", (*path, "scope"), "'scope' should be message or run."
        )


def _alike(roles: RoleSet) -> Iterator[Finding]:
    texts = [" ".join((role.description, *role.demonstrations))[:3000] for role in roles.roles]
    for (one, first), (other, second) in combinations(list(enumerate(texts))[:30], 2):
        left, right = roles.roles[one].name, roles.roles[other].name
        if nearly_equal(left, right):
            yield Finding(
                "warning",
                "similar-names",
                ("roles", other, "name"),
                f"'{right}' and '{left}' look like the same role written in two ways.",
            )
        matcher = SequenceMatcher(None, first.split(), second.split(), autojunk=False)
        if first.strip() and matcher.quick_ratio() > ALIKE and matcher.ratio() > ALIKE:
            yield Finding(
                "warning",
                "similar-roles",
                ("roles", other),
                f"Roles '{left}' and '{right}' say nearly the same; drift between them can't be seen.",
            )
