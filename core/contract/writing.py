"""Documents as text, changing nothing that didn't change.

A person's file has her order of keys, her comments and keys of her own. :func:`update_text`
therefore edits the text at the places that differ and leaves every other character alone; the
result is read back before it is handed out, and if it doesn't say what it should, the document is
written anew (with the comments that stand above it).
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from core.contract.reading import Document, read_document
from core.contract.splicing import splice
from core.contract.validation import check_document
from core.errors import DocumentError

_HEADER = ("apiVersion", "kind", "name", "version")


def dump_yaml(model: BaseModel, previous_text: str | None = None) -> str:
    """Write a document as YAML.

    Args:
        model: Contract, RoleSet, PriorsSet.
        previous_text: The text it was read from, if any: its comments, order of keys and
            unchanged lines are kept. JSON text is written as YAML then.

    Returns:
        YAML 1.2 text that reads back as an equal model.
    """
    if previous_text is not None:
        document = _try_read(previous_text)
        if document is not None and document.format == "yaml":
            return _update(document, model)
        if document is not None:
            return write_yaml(_target(document.data, model))
    return write_yaml(_sparse(model))


def dump_json(model: BaseModel, *, indent: int = 2) -> str:
    """Write a document as JSON with a line break at the end.

    Args:
        model: Contract, RoleSet, PriorsSet.
        indent: Spaces for each level.
    """
    return json.dumps(_sparse(model), ensure_ascii=False, indent=indent) + "\n"


def update_text(previous_text: str, model: BaseModel) -> str:
    """Bring a text up to date with a model, changing only what changed.

    Args:
        previous_text: YAML or JSON, as the person wrote it. If it can't be read, the document is
            written anew.
        model: What the text shall say now.

    Returns:
        Text in the same format that reads back as an equal model. If it said that already, the
        very same text.
    """
    document = _try_read(previous_text)
    return write_yaml(_sparse(model)) if document is None else _update(document, model)


def write_yaml(data: Mapping[str, Any]) -> str:
    """Write plain values as YAML: blocks for groups, '[a, b]' for lists of short words."""
    yaml = YAML(typ="rt", pure=True)
    yaml.width = 1_000_000
    yaml.allow_unicode = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    yaml.dump(_styled(dict(data)), out)
    return out.getvalue()


def _try_read(text: str) -> Document | None:
    try:
        return read_document(text)
    except DocumentError:
        return None


def _update(document: Document, model: BaseModel) -> str:
    previous = check_document(document, type(model))[0]
    if previous == model:
        return document.text
    target = _target(document.data, model, previous)
    if document.format == "json":
        return _json_like(document.text, target)
    return splice(document, target, write_yaml)


def _sparse(model: BaseModel) -> dict[str, Any]:
    """Return what must be written: the header, and what differs from the defaults."""
    full = model.model_dump(mode="json", by_alias=True)
    sparse = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    header = {key: full[key] for key in _HEADER if key in full}
    return header | {key: value for key, value in sparse.items() if key not in header}


def _target(
    data: Mapping[str, Any], model: BaseModel, previous: BaseModel | None = None
) -> dict[str, Any]:
    """Return what the document shall say, in the document's own order and spelling."""
    full = model.model_dump(mode="json", by_alias=True)
    before = previous.model_dump(mode="json", by_alias=True) if previous is not None else {}
    sparse = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    merged = _merge(data, before, full, sparse)
    result: dict[str, Any] = merged if isinstance(merged, dict) else full
    return result


_NOTHING: Any = object()


def _merge(written: Any, before: Any, after: Any, sparse: Any) -> Any:
    """Join what is written with what shall hold.

    Args:
        written: Value in the text.
        before: What the text meant, with defaults filled in; ``_NOTHING`` if unknown.
        after: What it shall mean, with defaults.
        sparse: The same without defaults.
    """
    if before is not _NOTHING and type(before) is type(after) and before == after:
        return written
    if isinstance(written, Mapping) and isinstance(after, Mapping):
        return _merge_groups(written, before, after, sparse)
    if isinstance(written, list) and isinstance(after, list):
        return _merge_lists(written, before, after, sparse)
    return written if type(written) is type(after) and written == after else sparse


def _merge_groups(
    written: Mapping[str, Any], before: Any, after: Mapping[str, Any], sparse: Any
) -> dict[str, Any]:
    was = before if isinstance(before, Mapping) else {}
    short = sparse if isinstance(sparse, Mapping) else {}
    merged: dict[str, Any] = {}
    for key, value in written.items():
        if key in after:
            merged[key] = _merge(
                value, was.get(key, _NOTHING), after[key], short.get(key, after[key])
            )
    for key, value in short.items():
        merged.setdefault(key, value)
    return merged


def _merge_lists(written: list[Any], before: Any, after: list[Any], sparse: Any) -> list[Any]:
    was = before if isinstance(before, list) and len(before) == len(written) else []
    by_name = {item_name(value): position for position, value in enumerate(written)}
    short = sparse if isinstance(sparse, list) and len(sparse) == len(after) else after
    merged = []
    for value, brief in zip(after, short, strict=True):
        name = item_name(value)
        position = by_name.get(name) if name is not None else None
        if position is None:
            merged.append(brief)
        else:
            old = was[position] if was else _NOTHING
            merged.append(_merge(written[position], old, value, brief))
    return merged


def item_name(value: Any) -> str | None:
    """Return what a list item is recognised by when it moves: its id or name, or None."""
    if isinstance(value, Mapping):
        for key in ("id", "name"):
            if isinstance(value.get(key), str):
                return str(value[key])
    return None


def _json_like(text: str, data: Mapping[str, Any]) -> str:
    """Write JSON with the indentation that the text has."""
    match = re.match(r"\s*\{\r?\n([ \t]+)", text)
    end = "\n" if text.endswith("\n") else ""
    if match is None:
        return json.dumps(data, ensure_ascii=False) + end
    return json.dumps(data, ensure_ascii=False, indent=match.group(1)) + end


def _styled(value: Any) -> Any:
    if isinstance(value, Mapping):
        styled = CommentedMap()
        for key, inner in value.items():
            styled[_styled_text(key) if isinstance(key, str) else key] = _styled(inner)
        if not value:
            styled.fa.set_flow_style()
        return styled
    if isinstance(value, list | tuple):
        flow = _short(value)
        seq = CommentedSeq([_flow_item(inner) if flow else _styled(inner) for inner in value])
        if flow:
            seq.fa.set_flow_style()
        return seq
    return _styled_text(value) if isinstance(value, str) else value


_SIGNS = frozenset("?:-,[]{}#&*!|>%@`=<")
_WORD = re.compile(r"\w(?:[\w ./$€%+-]*[\w.%])?")


def _flow_item(value: Any) -> Any:
    if isinstance(value, str) and not _WORD.fullmatch(value):
        return DoubleQuotedScalarString(value)
    return value


def _styled_text(value: str) -> str:
    if _literal_fits(value):
        literal: str = LiteralScalarString(value)
        return literal
    # Line breaks and invisible characters survive only between double quotes.
    # A sign at the beginning is where YAML writers and readers disagree.
    plain = value.isprintable() and value[:1] not in _SIGNS
    quoted: str = value if plain else DoubleQuotedScalarString(value)
    return quoted


def _short(values: list[Any] | tuple[Any, ...]) -> bool:
    plain = all(isinstance(value, str | int | float | bool) for value in values)
    words = [str(value) for value in values]
    return (
        plain and sum(map(len, words)) <= 70 and all(len(w) <= 40 and "\n" not in w for w in words)
    )


def _literal_fits(value: str) -> bool:
    """Say whether a text can stand below its key after '|' and come back unchanged."""
    lines = value.split("\n")
    return (
        len(lines) > 1
        and all(line.isprintable() and line == line.rstrip() for line in lines)
        and not value.startswith((" ", "\n", "\t"))
        and not value.endswith("\n\n")
    )
