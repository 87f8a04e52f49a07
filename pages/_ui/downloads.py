"""Files a person takes home.

    csv_bytes(rows)      # rows: list of dicts; safe to open in a spreadsheet
    jsonl_bytes(rows)    # one JSON object a line, full values
    download("CSV", lambda: csv_bytes(rows), "traces.csv", key="csv")

A cell that a spreadsheet would run as a formula gets an apostrophe in front; JSONL holds the value
as it is. The file is built only when the button is pressed.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Literal

import streamlit as st

from core.errors import BatonError
from pages._ui.when import iso

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_MIME = {"csv": "text/csv", "jsonl": "application/x-ndjson", "json": "application/json"}


def csv_cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula; numbers stay numbers."""
    if isinstance(value, bool | int | float) or value is None:
        return value
    text = iso(value) if isinstance(value, datetime) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def csv_bytes(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return rows as CSV (UTF-8 with a mark, so that spreadsheets read it right)."""
    rows = list(rows)
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer.writerow([csv_cell(name) for name in columns])
    writer.writerows([csv_cell(_flat(row.get(name))) for name in columns] for row in rows)
    return buffer.getvalue().encode("utf-8-sig", "replace")


def jsonl_bytes(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return rows as JSON lines with full values."""
    lines = (json.dumps(row, ensure_ascii=False, default=_plain_value) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def download(
    label: str,
    build: Callable[[], bytes] | bytes,
    file_name: str,
    *,
    key: str,
    help: str | None = None,
    icon: str | None = ":material/download:",
    disabled: bool = False,
    shortcut: str | None = None,
    width: Literal["stretch", "content"] = "content",
) -> None:
    """Draw a download button; ``build`` runs when it is pressed."""
    st.download_button(
        label,
        build,
        file_name,
        mime=_MIME.get(file_name.rsplit(".", 1)[-1], "application/octet-stream"),
        key=key,
        help=help,
        icon=icon,
        disabled=disabled,
        shortcut=shortcut,
        width=width,
        on_click="ignore",
    )


def safe_file_name(name: str, ending: str) -> str:
    """Return a file name made of harmless characters, such as ``my-run.jsonl``."""
    kept = "".join(c if c.isalnum() or c in "._-" else "-" for c in name)[:80].strip(".-")
    return f"{kept or 'baton'}.{ending}"


def _flat(value: object) -> object:
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=_plain_value)
    return value


def _plain_value(value: object) -> object:
    if isinstance(value, datetime):
        return iso(value)
    raise BatonError(f"A value of type {type(value).__name__} can't be exported.")
