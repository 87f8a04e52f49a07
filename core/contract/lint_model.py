"""What a linter says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.contract.reading import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class LintIssue:
    """One thing to mend or to know, with its place in the text."""

    severity: Literal["error", "warning", "info"]
    code: str
    """Short stable name, such as ``duplicate-id``."""
    message: str
    line: int = 0
    """Line from 1; 0 if it concerns the whole text."""
    column: int = 0
    path: Path = ()
    """Keys and positions from the top of the document."""


class Finding(NamedTuple):
    """An issue before its place in the text is looked up."""

    severity: Literal["error", "warning", "info"]
    code: str
    path: Path
    message: str
