"""What a model check says about a document, in words and with lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from core.contract.names import did_you_mean
from core.contract.reading import Document, LocatedError, Mark, Path, describe


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentProblem:
    """One thing that keeps a document from being used."""

    message: str
    path: Path
    line: int
    column: int
    hint: str = ""
    code: str = "schema"


def path_words(path: Path, data: Any) -> str:
    """Return a path for people: ``'statement' of fact 'budget'`` or ``'facts', item 2``.

    Args:
        path: Keys and positions from the top.
        data: The document's values; ids and names in it are used.
    """
    words = ""
    node = data
    before: str | int = ""
    for step in path:
        node = _step(node, step)
        if isinstance(step, int):
            noun = _SINGULAR.get(str(before), "")
            name = _name_of(node)
            own = f"{noun} '{name}'" if noun and name else f"item {step + 1} of '{before}'"
            words = own if not words or noun else f"{own} of {words.split(' of ', 1)[-1]}"
        elif step not in _SINGULAR or not words:
            words = f"'{step}' of {words}" if words else f"'{step}'"
        before = step
    if len(path) > 1 and isinstance(path[-2], str) and path[-2] in _SINGULAR and words:
        return words
    return words or "the document"


_SINGULAR = {"facts": "fact", "roles": "role", "rows": "row"}


def _step(node: Any, step: str | int) -> Any:
    if isinstance(node, Mapping):
        return node.get(step)
    if isinstance(node, list) and isinstance(step, int):
        return node[step] if step < len(node) else None
    return None


def _name_of(node: Any) -> str:
    if not isinstance(node, Mapping):
        return ""
    name = node.get("id") or node.get("name") or node.get("repair")
    return str(name)[:60] if isinstance(name, str | int) else ""


def schema_problems(error: ValidationError, document: Document) -> list[DocumentProblem]:
    """Rewrite a validation error for people, in the order of the document.

    Args:
        error: What the model check raised.
        document: The document that was checked.
    """
    found: dict[Path, DocumentProblem] = {}
    for detail in error.errors(include_url=False):
        path = real_path(detail["loc"], document.data, missing=detail["type"] == "missing")
        if path in found:
            continue  # a union reports each of its branches
        what, hint = _sentence(detail, path, document.data)
        mark = document.mark(path)
        found[path] = DocumentProblem(
            message=what,
            hint=hint,
            path=path,
            line=mark.line,
            column=mark.column,
            code="missing" if detail["type"] == "missing" else "schema",
        )
    return sorted(found.values(), key=lambda problem: (problem.line, problem.column))


def real_path(loc: Iterable[str | int], data: Any, *, missing: bool = False) -> Path:
    """Return the part of an error's location that exists in the document."""
    path: list[str | int] = []
    steps = list(loc)
    for position, step in enumerate(steps):
        is_last = position == len(steps) - 1
        if _holds(data, step):
            data = data[step]
        elif not (missing and is_last and isinstance(data, Mapping)):
            continue  # the name of a union's branch
        path.append(step)
    return tuple(path)


def _holds(data: Any, step: str | int) -> bool:
    if isinstance(data, Mapping):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _sentence(detail: Any, path: Path, data: Any) -> tuple[str, str]:
    kind: str = detail["type"]
    context: Mapping[str, Any] = detail.get("ctx", {})
    value = detail.get("input")
    name = path_words(path, data)
    subject = name[:1].upper() + name[1:]
    if kind == "missing":
        return f"{subject} is missing.", ""
    for known, sentence in _SENTENCES:
        if kind.startswith(known):
            return sentence(subject, value, context)
    if kind in ("value_error", "assertion_error"):
        text = str(detail["msg"]).partition(", ")[2] or str(detail["msg"])
        return f"{subject}: {text}.", ""
    return f"{subject} can't be {describe(value)}.", ""


Sentence = Callable[[str, Any, Mapping[str, Any]], tuple[str, str]]


def _should_be(what: str, hint: str = "") -> Sentence:
    return lambda subject, value, _: (
        f"{subject} should be {what}, but is {describe(value)}.",
        hint,
    )


def _text(subject: str, value: Any, _: Mapping[str, Any]) -> tuple[str, str]:
    hint = ""
    if isinstance(value, int | float):
        hint = f'Put it in quotes: "{str(value).lower() if isinstance(value, bool) else value}".'
    return f"{subject} should be text, but is {describe(value)}.", hint


def _literal(subject: str, value: Any, context: Mapping[str, Any]) -> tuple[str, str]:
    choices = str(context.get("expected", "")).replace(" or ", ", ").replace("'", "").split(", ")
    guess = did_you_mean(str(value), choices) if isinstance(value, str) else ""
    allowed = choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}"
    return (
        f"{subject} should be {allowed}, but is {describe(value)}.",
        f"Did you mean '{guess}'?" if guess else "",
    )


def _bound(words: str, key: str) -> Sentence:
    return lambda subject, value, context: (
        f"{subject} should be {words} {context.get(key)}, but is {describe(value)}.",
        "",
    )


def _too_long(subject: str, _: Any, context: Mapping[str, Any]) -> tuple[str, str]:
    return f"{subject} is longer than {context.get('max_length')} characters.", ""


def _pattern(subject: str, value: Any, _: Mapping[str, Any]) -> tuple[str, str]:
    return (
        f"{subject} is {describe(value)}, but may hold only Latin letters, digits, '_', '-' and "
        "'.', at most 64 of them, and begin with a letter, a digit or '_'.",
        "",
    )


def _tag(subject: str, _: Any, context: Mapping[str, Any]) -> tuple[str, str]:
    """Say which values the key may have that decides what a group of keys is."""
    key = str(context.get("discriminator", "type")).strip("'")
    choices = str(context.get("expected_tags", "")).replace("'", "").split(", ")
    given = str(context.get("tag", ""))
    guess = did_you_mean(given, choices)
    return (
        f"'{key}' of {subject[:1].lower()}{subject[1:]} should be one of {', '.join(choices)}, "
        f"but is '{given}'.",
        f"Did you mean '{guess}'?" if guess else "",
    )


def _no_tag(subject: str, _: Any, context: Mapping[str, Any]) -> tuple[str, str]:
    key = str(context.get("discriminator", "type")).strip("'")
    return f"{subject} has no '{key}'.", f"Say with '{key}' what it is."


_LIST_HINT = "Write one item a line after '- ', or [a, b]."
_SENTENCES: tuple[tuple[str, Sentence], ...] = (
    ("string_type", _text),
    ("string_too_short", lambda subject, *_: (f"{subject} is empty.", "")),
    ("string_too_long", _too_long),
    ("string_pattern", _pattern),
    ("too_short", lambda subject, *_: (f"{subject} is empty.", "")),
    ("union_tag_invalid", _tag),
    ("union_tag_not_found", _no_tag),
    ("literal_error", _literal),
    ("tuple_type", _should_be("a list", _LIST_HINT)),
    ("list_type", _should_be("a list", _LIST_HINT)),
    ("bool", _should_be("true or false")),
    ("int", _should_be("a whole number")),
    ("float", _should_be("a number")),
    ("greater_than_equal", _bound("at least", "ge")),
    ("less_than_equal", _bound("at most", "le")),
    ("model", _should_be("a group of keys ('key: value')")),
    ("dict", _should_be("a group of keys ('key: value')")),
)


def to_error(problems: list[DocumentProblem], source: str) -> LocatedError:
    """Return the error for a document's problems: the first one, and how many more there are."""
    first = problems[0]
    more = len(problems) - 1
    rest = f"(And {more} more problem{'s' if more > 1 else ''}.)" if more else ""
    return LocatedError(
        first.message,
        source=source,
        mark=Mark(0, first.line, first.column),
        hint=" ".join(part for part in (first.hint, rest) if part),
        code=first.code,
    )


def without_empty(error: ValidationError, document_data: Any, model_cls: type[BaseModel]) -> bool:
    """Remove keys that were left empty where a value is due; return whether any was removed.

    'recipients:' with nothing behind it means 'not filled in yet', not 'wrong type'.

    Args:
        error: What the first check raised.
        document_data: Values of the document; changed in place.
        model_cls: The model, whose own empty values are allowed anyway.
    """
    removed = False
    for detail in error.errors(include_url=False):
        if detail.get("input") is not None or detail["type"] == "missing":
            continue
        path = real_path(detail["loc"], document_data)
        parent = document_data
        for step in path[:-1]:
            parent = parent[step]
        if path and isinstance(parent, dict) and parent.get(path[-1], 0) is None:
            del parent[path[-1]]
            removed = True
    return removed
