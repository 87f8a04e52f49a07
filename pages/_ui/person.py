"""Who decides: a name stands beside every decision.

    reviewer()             # the name, or '' if nobody at this browser has said yet
    require_person()       # the name; asks for it in place and returns '' until it is given
    person_badge()         # 'Working as Ada' and 'Not you?' in the sidebar (the shell draws it)

Where a login is configured the signed-in person counts. Otherwise every browser is asked once and
remembers the answer in a cookie; the workspace only keeps the list of names, so that another
browser can pick one by a click but never acts under a name that nobody gave there. The cookie is
no proof of identity: for that, configure a login.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import streamlit as st

from pages._ui.services import services
from pages._ui.state import link_to
from pages._ui.text import html_escape, plain, shorten

COOKIE = "baton_person"
SESSION = "person:name"
"""Where the visitor's session holds the name; '' after 'Not you?'."""
_PEOPLE = "people"
_BEFORE = "person"
"""Until now the workspace held one name for everybody; it is one of the known names."""
_OFFERED = 6

_memory = st.components.v2.component(
    "person_memory",
    html="<span hidden></span>",
    js="""
export default function ({ data }) {
  const rest = "; path=/; SameSite=Strict" + (location.protocol === "https:" ? "; Secure" : "");
  document.cookie = data.value
    ? `${data.cookie}=${data.value}; max-age=31536000${rest}`
    : `${data.cookie}=; max-age=0${rest}`;
}
""",
)


def reviewer() -> str:
    """Return the name that goes on decisions, or an empty string."""
    return _signed_in() or _chosen()


def is_signed_in() -> bool:
    """Whether the name comes from a login and can't be edited here."""
    return bool(_signed_in())


def set_reviewer(name: str) -> None:
    """Keep the name for all further decisions of this browser, and among the known names."""
    st.session_state[SESSION] = name = clean_name(name)
    known = known_people()
    if name and name not in known:
        keep_people([*known, name])


def forget_reviewer() -> None:
    """Let this browser be asked again; the name stays among the known ones."""
    st.session_state[SESSION] = ""


def known_people() -> list[str]:
    """Return the names that were given in this workspace, in the order in which they came."""
    kept = services().setting(_PEOPLE)
    if isinstance(kept, list):
        return [name for name in kept if isinstance(name, str) and name]
    before = clean_name(str(services().setting(_BEFORE, "")))
    return [before] if before else []


def keep_people(names: list[str]) -> None:
    """Keep the names that are offered to browsers that don't know theirs."""
    services().set_setting(_PEOPLE, list(dict.fromkeys(names)))


def clean_name(name: str) -> str:
    """Return a name as it is stored: one line, no spaces around it, at most 80 characters."""
    return " ".join(name.split())[:80].strip()


def require_person(key: str = "require_person") -> str:
    """Return the reviewer's name; if there is none, ask for it here and return ''."""
    name = reviewer()
    if name:
        return name
    with st.container(border=True, key=f"{key}:ask"):
        if known_people():
            st.html('<p class="bt-quiet">Who are you? Every decision carries a name.</p>')
            offer_people(key)
        with st.form(key, border=False):
            given = st.text_input(
                "Your name",
                placeholder="Goes on every decision you make",
                max_chars=80,
                autocomplete="name",
            )
            if st.form_submit_button("Continue", type="primary"):
                if clean_name(given or ""):
                    set_reviewer(given or "")
                    st.rerun()
                st.error("Please enter a name; every decision carries one.")
    return ""


def offer_people(key: str) -> None:
    """Draw a button for each of the known names."""
    with st.container(horizontal=True):
        for at, name in enumerate(known_people()[-_OFFERED:]):
            st.button(
                f"I am {plain(shorten(name, 40))}",
                key=f"{key}:known:{at}",
                icon=":material/person:",
                on_click=set_reviewer,
                args=(name,),
            )


def person_badge() -> None:
    """Say in the sidebar whose name goes on decisions."""
    name = reviewer()
    if is_signed_in():
        st.html(f'<p class="bt-person">Signed in as <b>{html_escape(name)}</b></p>')
        return
    if name:
        with st.container(
            horizontal=True, vertical_alignment="center", gap="small", key="bt_person"
        ):
            st.html(
                f'<p class="bt-person">Working as <b>{html_escape(name)}</b></p>', width="content"
            )
            st.button(
                "Not you?",
                key="person:forget",
                type="tertiary",
                help="This browser forgets the name and asks again.",
                on_click=forget_reviewer,
            )
    else:
        link_to("settings", "Say who you are", icon=":material/person:")
    if SESSION in st.session_state:
        with st.container(key="person_memory"):
            _memory(
                key="person:memory", data={"cookie": COOKIE, "value": to_cookie(name)}, height=1
            )


def to_cookie(name: str) -> str:
    """Return a name in letters that a cookie can hold."""
    return urlsafe_b64encode(name.encode("utf-8", "replace")).decode().rstrip("=")


def from_cookie(value: str) -> str:
    """Return the name that a cookie holds; '' if it holds none."""
    try:
        padded = value + "=" * (-len(value) % 4)
        return clean_name(urlsafe_b64decode(padded.encode("ascii")).decode("utf-8"))
    except ValueError:
        return ""


def _chosen() -> str:
    if SESSION in st.session_state:
        return str(st.session_state[SESSION])
    # A cookie from another workspace on this computer names somebody whom nobody knows here.
    name = from_cookie(str(st.context.cookies.get(COOKIE, ""))[:600])
    return name if name in known_people() else ""


def _signed_in() -> str:
    user: Any = st.user
    if not getattr(user, "is_logged_in", False):
        return ""
    return clean_name(str(user.get("name") or user.get("email") or ""))
