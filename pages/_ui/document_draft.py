"""One document that is being written: its text is the truth, forms and editors change it.

    draft = open_draft(KIND, "sales-proposal")     # what this visitor has, or the latest version
    model = draft.model(KIND)                      # for a form, even while the text has errors
    draft.edit(KIND, model)                        # a form's change; comments and other keys stay
    draft.replace(text)                            # an editor's change
    draft.dirty                                    # whether anything isn't saved yet

Drafts live in the visitor's session, one for each document, so that going to another page and
back loses nothing. What is saved lies in the workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from pydantic import BaseModel, ValidationError

from core.contract.document import load_document, update_text
from core.contract.lint_model import LintIssue
from core.contract.validation import check_document
from core.errors import BatonError, DocumentError
from pages._ui.state import set_params


@dataclass(frozen=True, kw_only=True)
class DocumentKind:
    """What differs between fact contracts and role sets."""

    page: str
    """Page and prefix of keys."""
    word: str
    """What people call the document: ``contract``."""
    part: str
    """What it is a list of, and the URL parameter of the chosen one: ``fact``."""
    parts: str
    """Key of that list."""
    name_of: str
    """Key by which a part is known: ``id`` or ``name``."""
    model: type[BaseModel]
    part_model: type[BaseModel]
    starter: str
    """Text of a new document."""
    lint: Callable[[str, Sequence[str] | None, bool], list[LintIssue]]
    """Text, agents of a trace or None, whether to run examples."""
    diff: Callable[[Any, Any], list[Any]]
    schema: Callable[[], dict[str, Any]]
    store: Callable[[], Any]
    """The workspace's documents of this kind."""
    model_of: Callable[[Any], Any]
    """The model inside a stored version."""


@dataclass(kw_only=True)
class Draft:
    """A document on its way to being saved."""

    key: str
    """Name under which it was opened; empty for a new one."""
    text: str
    saved: str
    """Text that it started from."""
    version: int
    """Version that it started from; 0 for a new one."""
    revision: int = 0
    """Counts changes that did not come from the text editor."""
    conflict: int = 0
    """Version that somebody saved meanwhile and that this visitor has been told about."""
    _read: tuple[str, Any] = field(default=("", None), repr=False)

    @property
    def dirty(self) -> bool:
        """Whether something isn't saved."""
        return self.text != self.saved

    def model(self, kind: DocumentKind) -> Any:
        """Return what the text says as far as it can be read, or None if it can't be."""
        if self._read[0] != self.text or self._read[1] is None:
            self._read = (self.text, read_loosely(kind, self.text))
        return self._read[1]

    def edit(self, kind: DocumentKind, model: Any) -> None:
        """Bring the text up to date with a form's model."""
        del kind
        self.text = update_text(self.text, model)
        self.revision += 1

    def replace(self, text: str, *, by_editor: bool = False) -> None:
        """Take another text."""
        self.text = text
        self.revision += 0 if by_editor else 1


def drafts(kind: DocumentKind) -> dict[str, Draft]:
    """Return the visitor's drafts by name; the new one is ``""``."""
    found: dict[str, Draft] = st.session_state.setdefault(f"{kind.page}:drafts", {})
    return found


def open_draft(kind: DocumentKind, name: str) -> Draft:
    """Return the visitor's draft of a document.

    Args:
        kind: Contracts or role sets.
        name: Name of the document; empty for the new one.

    Raises:
        NotFoundError: There is no document of that name.
    """
    known = drafts(kind)
    if not name:
        return known.setdefault("", Draft(key="", text=kind.starter, saved=kind.starter, version=0))
    draft = known.get(name)
    if draft is None or not draft.dirty:
        latest = kind.store().get(name)
        if draft is None or draft.version != latest.version:
            draft = Draft(key=name, text=latest.text, saved=latest.text, version=latest.version)
            known[name] = draft
    return draft


def start_new(kind: DocumentKind, text: str | None = None, **params: object) -> None:
    """Begin a new document and go to it (for callbacks)."""
    draft = Draft(key="", text=text or kind.starter, saved=kind.starter, version=0)
    draft.revision = _count(kind)
    drafts(kind)[""] = draft
    set_params(name=None, version=None, new=1, view=None, **{kind.part: None, **params})


def take_text(kind: DocumentKind, text: str) -> None:
    """Open uploaded text: as a change of the document of that name, else as a new one."""
    name = str(getattr(read_loosely(kind, text), "name", "") or "")
    if name and any(info.name == name for info in kind.store().list()):
        draft = open_draft(kind, name)
        draft.replace(text)
        draft.revision = _count(kind)
        set_params(name=name, version=None, new=None, view=None)
    else:
        start_new(kind, text)


def read_loosely(kind: DocumentKind, text: str) -> Any:
    """Return the model that a text means, filling what is wrong; None if it has no shape at all."""
    try:
        document = load_document(text)
        model = check_document(document, kind.model)[0]
    except DocumentError:
        return None
    if model is not None:
        return model
    data = document.data
    parts = data.get(kind.parts) or []
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return None
    made = tuple(_loose(kind.part_model, part) for part in parts)
    if any(part is None for part in made):
        return None
    rest = {k: v for k, v in data.items() if k != kind.parts}
    return _loose(kind.model, rest, {kind.parts: made})


def _loose(
    model: type[BaseModel], data: dict[str, Any], ready: dict[str, Any] | None = None
) -> Any:
    """Build a model from values of which some don't fit; None where they are beyond a form."""
    if ready is None:
        try:
            return model.model_validate(data)
        except ValidationError:
            pass
    values: dict[str, Any] = dict(ready or {})
    for name, info in model.model_fields.items():
        key = info.alias or name
        if name in values:
            continue
        given = data.get(key, data.get(name))
        fallback = "" if info.is_required() else info.get_default()
        try:
            values[name] = _fitting(model, name, given, fallback)
        except (TypeError, ValueError):
            return None
    known = {info.alias or name for name, info in model.model_fields.items()} | set(
        model.model_fields
    )
    return model.model_construct(**values, **{k: v for k, v in data.items() if k not in known})


def _fitting(model: type[BaseModel], name: str, given: Any, fallback: Any) -> Any:
    if given is None:
        return fallback
    annotation = model.model_fields[name].annotation
    if annotation is str:
        if isinstance(given, dict | list):
            raise TypeError(name)
        return str(given)
    if isinstance(fallback, tuple):
        if not isinstance(given, list):
            raise TypeError(name)
        if any(isinstance(item, dict | list) for item in given):
            # Lists of groups (rules, examples) are kept only if they are sound.
            return _validated(model, name, given)
        return tuple(str(item) for item in given)
    return _validated(model, name, given)


def _validated(model: type[BaseModel], name: str, given: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(model.model_fields[name].annotation).validate_python(given)


def _count(kind: DocumentKind) -> int:
    """Return a number that no earlier draft of this session had, so that editors start afresh."""
    key = f"{kind.page}:count"
    st.session_state[key] = int(st.session_state.get(key, 0)) + 10_000
    return int(st.session_state[key])


def say(kind: DocumentKind, text: str, level: str = "success") -> None:
    """Keep a sentence for the next time the page is drawn."""
    st.session_state.setdefault(f"{kind.page}:told", []).append((level, text))


def with_errors_said(kind: DocumentKind, act: Callable[[], None]) -> None:
    """Run a callback's act; a known error becomes a sentence on the page."""
    try:
        act()
    except BatonError as error:
        say(kind, str(error), "error")
