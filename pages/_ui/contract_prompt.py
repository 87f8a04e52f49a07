"""A contract as instructions for people who can't run code: copy or download, with honest notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.contract.model import Contract
from core.contract.prompt import HONEST_NOTES, agents_md_rules, controller_prompt, quick_start
from pages._ui.downloads import download, safe_file_name
from pages._ui.frame import section
from pages._ui.state import get_param, set_param
from pages._ui.text import html_escape
from pages._ui.trace_split import split

TEXTS: dict[str, tuple[str, str, Callable[..., str]]] = {
    "prompt": (
        "System prompt",
        "For a chat model that plays the controller. The four slots in braces are yours to fill.",
        controller_prompt,
    ),
    "start": (
        "Quick start",
        "Paste it into any chat: it asks you for what the slots need, then begins.",
        quick_start,
    ),
    "rules": (
        "AGENTS.md rules",
        "A short list for the instructions file of a team of coding agents.",
        agents_md_rules,
    ),
}
LANGUAGES = {"en": "English", "ru": "Русский"}
FILES = {"prompt": "controller-prompt", "start": "quick-start", "rules": "agents-rules"}


def prompt_view(contract: Contract) -> None:
    """Draw the chosen text in the chosen language, and what it can't do."""
    with st.container(horizontal=True):
        which = _choice("Text", "text", {key: words[0] for key, words in TEXTS.items()})
        lang: Any = _choice("Language", "lang", LANGUAGES)
    _, lead, build = TEXTS[which]
    left, right = split("contracts_prompt", 3, 1)
    text = build(contract, lang)
    with left:
        st.html(f'<p class="bt-quiet">{html_escape(lead)}</p>')
        download(
            "Download",
            lambda: text.encode(),
            safe_file_name(f"{contract.name or 'contract'}-{FILES[which]}-{lang}", "md"),
            key="contracts:prompt:file",
        )
        with st.container(key="bt_prompt"):
            st.code(text, language=None, wrap_lines=True)
    with right:
        section("What it can't do" if lang == "en" else "Чего это не может")
        notes = "".join(f"<li>{html_escape(note)}</li>" for note in HONEST_NOTES[lang])
        st.html(f'<ul class="bt-notes">{notes}</ul>')


def _choice(label: str, name: str, options: dict[str, str]) -> str:
    key = f"contracts:prompt:{name}"
    wanted = get_param(name)
    first = next(iter(options))
    st.session_state[key] = wanted if wanted in options else first
    st.segmented_control(
        label,
        list(options),
        format_func=lambda option: options[option],
        key=key,
        required=True,
        label_visibility="collapsed",
        on_change=lambda: set_param(
            name, None if st.session_state[key] == first else st.session_state[key]
        ),
    )
    return str(st.session_state[key])
