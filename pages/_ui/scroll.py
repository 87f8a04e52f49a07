"""Where a page stands after what it shows was exchanged for something else.

    to_top_of("review_panel", item)     # after everything was drawn

A page keeps its place when it is drawn again. What was exchanged meanwhile would then come up in its
middle, with its buttons in sight and its text out of it.
"""

from __future__ import annotations

import streamlit as st

_script = st.components.v2.component(
    "baton_scroll",
    html="<span hidden></span>",
    js="""
const NEAR = 76;  // below Streamlit's own bar
const seen = new WeakMap();

export default function ({ data, parentElement }) {
  const before = seen.get(parentElement);
  seen.set(parentElement, data.shown);
  if (before === undefined || before === data.shown) return;
  requestAnimationFrame(() => {
    const page = document.querySelector('[data-testid="stMain"]');
    const part = document.querySelector(data.selector);
    if (!page || !part) return;
    const top = part.getBoundingClientRect().top - page.getBoundingClientRect().top;
    if (top < 0 || top > page.clientHeight / 2) page.scrollTop += top - NEAR;
  });
}
""",
)


def to_top_of(part: str, shown: str) -> None:
    """Bring a part of the page into sight once what it shows has changed.

    It stays where it is as long as the same is shown, and where the part begins in sight.

    Args:
        part: Key of the container.
        shown: Names what stands in it.
    """
    with st.container(key=f"bt_scroll_{part}"):
        _script(
            key=f"scroll:{part}",
            data={"selector": f".st-key-{part}", "shown": shown},
            height=1,
        )
