"""The address stays right where a link or the menu leads to the page that one is on.

    arrive("live")          # the shell, before the page is drawn

Streamlit's browser side changes the address only when the page changes. A link from a list to one of
its runs on the same page would leave the old address there, and the next click anywhere would be
answered for that; and the menu's entry of the page that is open would do nothing. So a link to the
same page carries a mark, which is taken out here: that tells the browser the address. And a click on
the menu's own entry takes every parameter out, so that it leads to the start of the page.
"""

from __future__ import annotations

import streamlit as st

MARK = "here"
"""Parameter of a link to the page that it stands on."""
_NOW = "page:now"


def arrive(page: str) -> None:
    """Know the page that is being drawn, and have the browser show its address.

    Args:
        page: Its file without ``.py``.
    """
    st.session_state[_NOW] = page
    if MARK in st.query_params:
        del st.query_params[MARK]
    with st.sidebar, st.container(key="bt_menu"):
        _script(key="menu", data={}, on_again_change=start_over, height=1)


def is_here(page: str) -> bool:
    """Whether that page is being drawn."""
    return bool(st.session_state.get(_NOW) == page)


def start_over() -> None:
    """Go to the start of the page: nothing is chosen."""
    st.query_params.clear()


_script = st.components.v2.component(
    "baton_menu",
    html="<span hidden></span>",
    js="""
const listening = new WeakMap();

export default function ({ parentElement, setTriggerValue }) {
  listening.get(parentElement)?.();
  const pressed = event => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.('[data-testid="stSidebarNavLink"]');
    if (!link || !location.search || new URL(link.href).pathname !== location.pathname) return;
    event.preventDefault();
    event.stopPropagation();
    setTriggerValue("again", Date.now());
  };
  document.addEventListener("click", pressed, true);
  const stop = () => document.removeEventListener("click", pressed, true);
  listening.set(parentElement, stop);
  return stop;
}
""",
)
