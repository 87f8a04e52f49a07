"""Role sets as text."""

from __future__ import annotations

from core.contract.document import load_document, to_error
from core.contract.validation import check_document, problem_at
from core.drift.model import RoleSet


def parse_roles(content: str | bytes, source: str = "") -> RoleSet:
    """Read and check a set of role profiles.

    Args:
        content: YAML or JSON text, or the bytes of a file.
        source: Name of the file for messages.

    Raises:
        DocumentError: One sentence about the first problem, with its line.
    """
    document = load_document(content, source)
    roles, problems = check_document(document, RoleSet)
    if roles is None:
        raise to_error(problems, source)
    seen: set[str] = set()
    for position, role in enumerate(roles.roles):
        if role.name in seen:
            path = ("roles", position, "name")
            what = f"The role '{role.name}' stands twice."
            raise to_error([problem_at(document, path, what, "Rename one.")], source)
        seen.add(role.name)
    return roles
