"""Widgets that show what a document says, and never forget or overwrite what somebody types.

    st.text_input("Name", **typed("contracts:name", contract.name), on_change=changed)
    st.selectbox("Owner", parties, **chosen("contracts:owner", fact.owner, parties), …)
    st.pills("Recipients", parties, **ticked("contracts:to", fact.recipients, parties), …)
    value = held("contracts:name")                  # in the callback

The document's text decides what a widget shows. Where the text changed by another way (the editor,
another field), the widget gets a new key and so starts afresh. Setting its value instead would not
do: a set value is lost if another click interrupts that very run, and it wipes out what somebody
is typing at the moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2s
from typing import Any

import streamlit as st

_HELD = "documents:held"
_NOTHING = object()


def typed(name: str, value: Any) -> dict[str, Any]:
    """Return key and value of a text field, number field or check box."""
    return {"key": _key(name, value), "value": value}


def chosen(name: str, value: Any, options: Sequence[Any]) -> dict[str, Any]:
    """Return key and index of a select box or radio; None or an unknown value chooses nothing."""
    known = value if value in options else None
    return {"key": _key(name, known), "index": options.index(known) if known is not None else None}


def ticked(name: str, values: Sequence[Any], options: Sequence[Any]) -> dict[str, Any]:
    """Return key and default of pills or a multiselect."""
    known = [value for value in values if value in options]
    # The order in which somebody clicked is no difference.
    return {"key": _key(name, known, order=False), "default": known}


def labelled(name: str, position: int, labels: Sequence[str]) -> dict[str, Any]:
    """Return key and index of a radio or select box over positions whose labels may change.

    The browser answers with labels, so a choice among new labels is a new widget.
    """
    digest = blake2s(chr(0).join(labels).encode("utf-8", "replace"), digest_size=6).hexdigest()
    return chosen(f"{name}:{digest}", position, range(len(labels)))


def held(name: str) -> Any:
    """Return what stands in a widget now (for callbacks); None if it isn't on the page."""
    return st.session_state.get(f"{name}#{_numbers().get(name, 0)}")


def _key(name: str, value: Any, *, order: bool = True) -> str:
    number = _numbers().get(name, 0)
    now = st.session_state.get(f"{name}#{number}", _NOTHING)
    same = now == value if order or now is _NOTHING else sorted(now) == sorted(value)
    if not same:
        _numbers()[name] = number = number + 1
    return f"{name}#{number}"


def _numbers() -> dict[str, int]:
    found: dict[str, int] = st.session_state.setdefault(_HELD, {})
    return found
