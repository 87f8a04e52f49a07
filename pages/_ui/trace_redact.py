"""Taking secrets out at the import: what goes, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.trace.redact import Rules, as_lines
from pages._ui.text import html_escape
from pages._ui.work import FileReading


def redaction() -> Rules:
    """Draw what is taken out of the files before anything is stored; return the rules."""
    with st.popover("What is taken out", icon=":material/visibility_off:"):
        secrets = st.toggle(
            "Keys and tokens",
            value=True,
            key="traces:redact:secrets",
            help="API keys, bearer and JSON web tokens, private keys, and random values under names "
            "like ‘api_key’ or ‘password’.",
        )
        emails = st.toggle("E-mail addresses", key="traces:redact:emails")
        phones = st.toggle("Phone numbers", key="traces:redact:phones")
        names = st.text_input(
            "Names and words",
            key="traces:redact:names",
            placeholder="Such as: Ada Lovelace, Acme",
            help="With commas between them; taken out wherever they stand alone, whatever their case.",
        )
        fields = st.text_input(
            "Metadata fields",
            key="traces:redact:fields",
            placeholder="Such as: session_id, user_email",
            help="With commas between them; their values are taken out whole.",
        )
        st.caption("Each place then says what stood there, such as [redacted: key].")
    return Rules(
        secrets=secrets,
        emails=emails,
        phones=phones,
        names=_listed(names),
        fields=_listed(fields),
    )


def _listed(text: str | None) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in (text or "").replace(";", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def taken_out(readings: Sequence[FileReading], rules: Rules) -> None:
    """Say what was taken out of the files, by rule, and that it is kept nowhere."""
    if not any(reading.traces for reading in readings):
        return
    removed: Counter[str] = Counter()
    for reading in readings:
        removed.update(reading.removed)
    if removed:
        lines = "".join(f"<li>{html_escape(line)}</li>" for line in as_lines(removed))
        st.html(
            '<div class="bt-note bt-s-late"><strong>Taken out; the original is never stored</strong>'
            f'<ul class="bt-rules">{lines}</ul></div>'
        )
    elif rules.is_empty:
        st.html(
            '<div class="bt-note bt-s-late"><strong>Nothing is taken out: keys, tokens and names will '
            "be stored as they are.</strong></div>"
        )
    else:
        st.html('<p class="bt-quiet">Nothing had to be taken out.</p>')
