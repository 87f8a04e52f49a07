"""Taking secrets out at the import: what goes, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.errors import SettingError
from core.trace.redact import Rules, as_lines, check_rules
from pages._ui.text import html_escape
from pages._ui.work_import import FileReading

_KINDS = {
    "secrets": "keys and tokens",
    "emails": "e-mail",
    "phones": "phone",
    "names": "names",
    "fields": "fields",
    "patterns": "patterns",
}


def redaction() -> tuple[Rules, str]:
    """Draw what is taken out of the files before anything is stored.

    Returns:
        The rules, and why they can't be used: a pattern of one's own may be none, or a slow one.
    """
    with st.popover(_summary(), icon=":material/visibility_off:"):
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
        patterns = st.text_area(
            "Own patterns",
            key="traces:redact:patterns",
            placeholder="Such as: ACME-[0-9]+",
            height=80,
            help="Regular expressions, one on each line; case counts. One that could take very long "
            "on some text is refused.",
        )
        st.caption("Each place then says what stood there, such as [redacted: key].")
    rules = Rules(
        secrets=secrets,
        emails=emails,
        phones=phones,
        names=_listed(names),
        fields=_listed(fields),
        patterns=tuple(line.strip() for line in (patterns or "").splitlines() if line.strip()),
    )
    try:
        check_rules(rules)
    except SettingError as error:
        return rules, str(error)
    return rules, ""


def _summary() -> str:
    """Return what is taken out, as far as the menu is closed over it."""
    state = st.session_state
    parts = [
        word for key, word in _KINDS.items() if state.get(f"traces:redact:{key}", key == "secrets")
    ]
    return f"Taken out: {', '.join(parts)}" if parts else "Nothing is taken out"


def _listed(text: str | None) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in (text or "").replace(";", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def taken_out(readings: Sequence[FileReading], rules: Rules) -> None:
    """Say what was taken out of the files, by rule, and that it is kept nowhere."""
    if not any(reading.found for reading in readings):
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
