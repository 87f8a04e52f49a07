"""The fields of a mapping: one for each part of an event, what kinds mean, who is a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import BatonError
from core.trace.importers.fields import id_text
from core.trace.importers.turns import is_person
from core.trace.mapper import Preview, kind_of
from core.trace.mapping import Mapping as RecordMapping
from core.trace.mapping import at_path, paths
from core.trace.native import EVENT_KINDS
from pages._ui.state import labels
from pages._ui.text import plain, shorten, visible
from pages._ui.trace_words import KIND_WORDS

MOST = 40
"""Kinds that are asked about, the most frequent first."""
FIRST = "map_fields"
"""Key of the fields; the keyboard goes to the first of them."""
_WIDE = 4
"""So many fields have a line of their own."""
_PARTS = {
    "sender": ("Sender", "Who speaks. Needed."),
    "text": ("Text", "What is said. Needed. Several paths with | between them are tried in turn."),
    "recipient": (
        "Recipient",
        "Whom it is for. Without it the next different speaker is taken, marked as inferred.",
    ),
    "kind": ("Kind", "What tells messages, tool calls and results apart."),
    "time": ("Time", "ISO 8601, or seconds, milliseconds or nanoseconds since 1970."),
    "id": ("Id", "A record whose id came before is counted once."),
    "tool": ("Tool", "Name of the tool of a call or result."),
    "run": ("Run", "What tells several runs in one file apart, such as a case number."),
}


def mapping_form(
    preview: Preview, used: RecordMapping | None, records: str, where: str
) -> RecordMapping | None:
    """Draw the fields; return the mapping once sender and text have a path.

    Args:
        preview: The first records of the file.
        used: The mapping to begin with; None takes the preview's guesses.
        records: Path of the list of records.
        where: Begins the keys of the fields.
    """
    examples = {info.path: info.example for info in preview.paths}
    chosen: dict[str, Any] = {}
    for part, (title, help), place in _places():
        now = getattr(used, part) if used else preview.guesses.get(part, "")
        options = list(dict.fromkeys([*([now] if now else []), *examples]))
        words = labels(options, lambda path: _example(path, examples.get(path, "")), limit=90)
        picked = place.selectbox(
            title,
            options,
            index=options.index(now) if now else None,
            format_func=lambda path, words=words: words.get(path, path),
            placeholder="Choose or type a path" if part in ("sender", "text") else "None",
            help=help,
            accept_new_options=True,
            key=f"{where}:{records}:{part}",
        )
        chosen[part] = (picked or "").strip()
    if not chosen["sender"] or not chosen["text"]:
        return None
    try:
        mapping = RecordMapping(records=records, name=used.name if used else "", **chosen)
    except BatonError as error:
        st.error(plain(error), icon=":material/error:")
        return None
    mapping = _kinds(mapping, preview.records, used, where)
    return _persons(mapping, preview.records, used, where)


def _places() -> Iterator[tuple[str, tuple[str, str], DeltaGenerator]]:
    """Yield the parts of an event with where their field stands; what is rare stands in pairs."""
    place = st.container(key=FIRST)
    for number, (part, words) in enumerate(_PARTS.items()):
        if number < _WIDE:
            yield part, words, place
            continue
        if (number - _WIDE) % 2 == 0:
            pair = st.columns(2, gap="small")
        yield part, words, pair[(number - _WIDE) % 2]


def _example(path: str, example: str) -> str:
    return f"{path}   · {shorten(example, 48)}" if example else path


def _kinds(
    mapping: RecordMapping, records: Sequence[Any], used: RecordMapping | None, where: str
) -> RecordMapping:
    """Ask what the file's kinds mean."""
    if not mapping.kind:
        return mapping
    known: Mapping[str, str] = used.kinds if used and used.kind == mapping.kind else {}
    found = _words_at(mapping.kind, records)
    titles = {kind: KIND_WORDS.get(kind, kind) for kind in EVENT_KINDS}
    back = {title: kind for kind, title in titles.items()}
    edited = st.data_editor(
        [
            {
                "In the file": shorten(word, 40),
                "Records": number,
                "Means": titles[known.get(word) or kind_of(word)],
            }
            for word, number in found.most_common(MOST)
        ],
        hide_index=True,
        disabled=["In the file", "Records"],
        column_config={
            "Means": st.column_config.SelectboxColumn(options=list(back), required=True)
        },
        alt="What the file's kinds mean",
        key=f"{where}:{mapping.kind}:kinds",
    )
    kinds: dict[str, Any] = {
        **known,
        **{
            word: back.get(str(row["Means"]), "message")
            for (word, _), row in zip(found.most_common(MOST), edited, strict=True)
        },
    }
    return replace(mapping, kinds=kinds)


def _persons(
    mapping: RecordMapping, records: Sequence[Any], used: RecordMapping | None, where: str
) -> RecordMapping:
    names = list(_words_at(mapping.sender, records))[:200]
    words = labels(names)
    picked = st.multiselect(
        "People",
        names,
        default=[name for name in names if is_person(name) or (used and name in used.persons)],
        format_func=lambda name: words.get(name, visible(name)),
        placeholder="Nobody",
        help="Senders that are people; all others are agents.",
        key=f"{where}:{mapping.sender}:persons",
    )
    return replace(mapping, persons=tuple(picked))


def _words_at(path: str, records: Sequence[Any]) -> Counter[str]:
    """Return what stands at a path of the records, and how often."""
    found = paths(path)
    return Counter(word for record in records if (word := id_text(at_path(record, found))))
