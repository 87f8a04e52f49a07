"""Role sets as documents that are written: starter, library, speech acts for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.document import update_text
from core.contract.lint_model import LintIssue
from core.contract.schema import json_schema_for
from core.controller import document_hash
from core.drift import CompiledRoles
from core.drift.act_words import ACT_MEANINGS
from core.drift.diff import diff_roles
from core.drift.document import parse_roles
from core.drift.lint import lint_roles
from core.drift.model import SPEECH_ACTS, RoleProfile, RoleSet
from pages._ui.document_draft import DocumentKind
from pages._ui.frame import ASSETS
from pages._ui.services import services

STARTER = """\
# How does each agent talk when it does its own job, and what is not its job?
# Five messages from real runs say more about a role than its description.
apiVersion: baton/v1
kind: RoleSet
name: ""
version: 1
"""

ACT_WORDS = ACT_MEANINGS
"""What each speech act is, shown on hover."""


def _lint(text: str, agents: Sequence[str] | None, examples: bool) -> list[LintIssue]:
    del agents, examples
    return lint_roles(text)


def _schema() -> dict[str, Any]:
    return json_schema_for(RoleSet, "roles", "Baton role set")


ROLES = DocumentKind(
    page="roles",
    word="role set",
    part="role",
    parts="roles",
    name_of="name",
    model=RoleSet,
    part_model=RoleProfile,
    starter=STARTER,
    lint=_lint,
    diff=diff_roles,
    schema=_schema,
    store=lambda: services().workspace.roles,
    model_of=lambda stored: stored.roles,
)


def act_help() -> str:
    """Return what the speech acts mean, for a hover text."""
    return "\n".join(
        f"- **{act.replace('_', ' ')}** {ACT_WORDS.get(act, '')}" for act in SPEECH_ACTS
    )


@st.cache_resource(max_entries=1, show_spinner=False)
def library() -> RoleSet:
    """Return the library of ready roles."""
    return parse_roles(library_text(), "library.yaml")


def library_text() -> str:
    """Return the library as text."""
    return (ASSETS / "roles" / "library.yaml").read_text("utf-8")


@st.cache_resource(max_entries=6, show_spinner=False)
def _compiled(digest: str, encoder: str, mark: str, _roles: RoleSet) -> CompiledRoles:
    return services().compiled_roles(_roles, encoder)


def compiled(roles: RoleSet) -> CompiledRoles:
    """Return a role set ready for scoring; compiled once per content, with a spinner meanwhile."""
    digest = document_hash(roles.to_dict())
    with st.spinner("Measuring the roles against each other. A few seconds, once for each change."):
        encoder = services().encoder_name()
        # An encoder at an endpoint asks with the key of its visit.
        return _compiled(digest, encoder, services().live.mark(encoder), roles)


def nameless(text: str) -> str:
    """Return a role set's text without its name, for the author to give her own."""
    roles = parse_roles(text)
    return update_text(text, roles.model_copy(update={"name": "", "version": 1}))
