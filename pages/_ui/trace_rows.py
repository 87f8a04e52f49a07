"""A list of rows that can be read, walked and chosen by keyboard: timeline, review queue, turns.

    rows = [Row("12", "#12", "Collector → Writer", "We have a budget of …", kind="message",
                badges=("absent",)), …]
    row_list(rows, key="timeline", selected=get_param("event"), label="Events",
             on_pick=lambda row: set_param("event", row))

Arrow keys, Home and End move, Enter and Space choose. All text is set as text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import streamlit as st

from pages._ui.status import look, status_css
from pages._ui.text import visible
from pages._ui.trace_words import KIND_WORDS


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the list."""

    id: str
    lead: str
    """Number or short name at the start."""
    title: str
    text: str = ""
    """One line below, cut to what fits."""
    kind: str = ""
    """Kind of event, for the icon."""
    badges: tuple[str, ...] = ()
    """States and decisions."""
    tags: tuple[str, ...] = ()
    """Neutral words, such as 'inferred'."""
    below: str = ""
    """A second quiet line, such as the run's name."""
    quiet: bool = False
    """Drawn fainter: nothing to do here."""


def row_list(
    rows: Sequence[Row],
    *,
    key: str,
    label: str,
    selected: str = "",
    on_pick: Callable[[str], None] | None = None,
    max_height: int = 560,
) -> str | None:
    """Draw the list and return the id of the row that was picked just now, or None.

    Args:
        rows: From top to bottom.
        key: Unique on the page.
        label: Name for screen readers.
        selected: Id of the row to mark, usually from the URL.
        on_pick: Called with the id before the page is drawn again.
        max_height: Pixels after which the list scrolls.
    """
    picked = _rows(
        key=key,
        data={
            "label": label,
            "maxHeight": max_height,
            "selected": selected,
            "rows": [_drawing(row) for row in rows],
        },
        on_picked_change=lambda: _forward(key, on_pick),
    ).picked
    return str(picked) if picked else None


def _drawing(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "lead": row.lead,
        "title": visible(row.title)[:160],
        "text": visible(row.text)[:240],
        "kind": row.kind,
        "kindWord": KIND_WORDS.get(row.kind, ""),
        "badges": [{"name": look(b).name, "word": look(b).word} for b in row.badges],
        "tags": [visible(tag)[:40] for tag in row.tags],
        "below": visible(row.below)[:160],
        "quiet": row.quiet,
    }


def _forward(key: str, on_pick: Callable[[str], None] | None) -> None:
    picked = st.session_state[key].picked
    if picked and on_pick:
        on_pick(str(picked))


_KIND_PATHS = {
    "message": "M2.5 3h11v7.5h-6L4 13.5v-3H2.5z",
    "output": "M4 1.75h5.5L12.5 5v9.25H4zM9.25 1.75V5.25h3.25M6 8h4.5M6 10.75h4.5",
    "tool_call": "M9.5 2.2a3.4 3.4 0 0 0-1 4.4L2.6 12.5l1.4 1.4l5.9-5.9a3.4 3.4 0 0 0 4.1-4.6l-2 2l-1.8-.4l-.4-1.8z",
    "tool_result": "M13.5 3v5.5H3.5M6.5 5.5l-3 3l3 3",
    "verifier": "M8 1.75l5 1.9v4c0 3.2-2.1 5.4-5 6.6c-2.9-1.2-5-3.4-5-6.6v-4zM5.8 8l1.6 1.6l3-3.2",
}


def _icon(path: str) -> str:
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' "
        f"stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round'><path d='{path}'/></svg>"
    )
    return "data:image/svg+xml," + quote(svg, safe="")


_CSS = (
    """
.rows { overflow: auto; border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius); font-family: var(--st-font);
  color: var(--st-text-color); }
ol { margin: 0; padding: 0; list-style: none; }
li + li { border-top: 1px solid light-dark(#edf0f3, #222a32); }
button { all: unset; box-sizing: border-box; display: grid; grid-template-columns: 2.6rem 1.1rem minmax(0, 1fr) auto; gap: 0.05rem 0.45rem;
  align-items: baseline; width: 100%; padding: 0.38rem 0.7rem 0.42rem; cursor: pointer; font-size: 0.9rem; line-height: 1.4; }
button:hover { background: light-dark(#f4f6f8, #1b2229); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: -2px; }
button[aria-current="true"] { background: light-dark(#e8f1f4, #17303a); box-shadow: inset 3px 0 0 var(--st-primary-color); }
.lead { font-variant-numeric: tabular-nums; font-size: 0.82rem; color: light-dark(#54626f, #a9b6c2); }
.kind { width: 1em; height: 1em; align-self: center; color: light-dark(#687480, #8795a1); }
.title { font-weight: 550; overflow-wrap: anywhere; }
.text { grid-column: 3 / -1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 0.84rem;
  color: light-dark(#54626f, #a9b6c2); }
.below { grid-column: 3 / -1; font-size: 0.78rem; color: light-dark(#54626f, #a9b6c2); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.marks { display: inline-flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.25rem; }
.badge { display: inline-flex; align-items: center; gap: 0.3em; padding: 0 0.5em; border-radius: 999px; font-size: 0.78rem; font-weight: 550;
  line-height: 1.5; white-space: nowrap; color: var(--bt-ink); background: var(--bt-tint); }
.tag { padding: 0 0.4em; border-radius: 4px; font-size: 0.76rem; line-height: 1.5; white-space: nowrap; color: light-dark(#44525f, #b3bfca);
  border: 1px solid light-dark(#d5dbe1, #3b4752); }
.quiet .title { font-weight: 400; }
.none { padding: 0.9rem; font-size: 0.9rem; color: light-dark(#54626f, #a9b6c2); }
.frame { container-type: inline-size; }
/* Where the panel comes underneath, a long list would push it out of sight. */
@media (max-width: 1100px) { .rows { max-height: 340px !important; } }
@container (max-width: 460px) {
  button { grid-template-columns: 2.2rem minmax(0, 1fr); padding: 0.38rem 0.5rem; }
  button .kind { display: none; }
  button .text, button .marks, button .below { grid-column: 2; justify-content: flex-start; }
  button .text { order: 1; } button .below { order: 2; } button .marks { order: 3; padding-top: 0.15rem; }
  button .marks:empty { display: none; }
}
"""
    + status_css()
    + "".join(f".k-{name}{{--bt-icon:url('{_icon(path)}')}}" for name, path in _KIND_PATHS.items())
)

_JS = """
const el = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};

function line(row) {
  const item = el("li");
  const button = el("button", row.quiet ? "quiet" : "");
  button.type = "button";
  button.dataset.id = row.id;
  button.append(el("span", "lead", row.lead));
  const kind = el("span", row.kind ? "bt-i kind k-" + row.kind : "kind");
  if (row.kindWord) { kind.title = row.kindWord; kind.setAttribute("role", "img"); kind.setAttribute("aria-label", row.kindWord); }
  button.append(kind, el("span", "title", row.title));
  const marks = el("span", "marks");
  for (const tag of row.tags) marks.append(el("span", "tag", tag));
  for (const badge of row.badges) {
    const mark = el("span", "badge bt-s-" + badge.name);
    const icon = el("span", "bt-i bt-i-" + badge.name);
    icon.setAttribute("aria-hidden", "true");
    mark.append(icon, el("span", "", badge.word));
    marks.append(mark);
  }
  button.append(marks);
  if (row.text) button.append(el("span", "text", row.text));
  if (row.below) button.append(el("span", "below", row.below));
  item.append(button);
  return item;
}

const drawn = new WeakMap();

function choose(box, id) {
  let chosen = null;
  for (const button of box.querySelectorAll("button")) {
    const here = button.dataset.id === id;
    if (here) chosen = button;
    button.setAttribute("aria-current", String(here));
    button.tabIndex = -1;
  }
  const first = chosen || box.querySelector("button");
  if (first) first.tabIndex = 0;
  return chosen;
}

function show(box, button) {
  const top = button.offsetTop - box.offsetTop, bottom = top + button.offsetHeight;
  if (top < box.scrollTop) box.scrollTop = Math.max(0, top - 40);
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 40;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".rows");
  box.style.maxHeight = `${data.maxHeight}px`;
  const before = drawn.get(parentElement) || {};
  const revision = JSON.stringify(data.rows);
  if (before.revision !== revision) {
    const held = box.getRootNode().activeElement?.dataset?.id;
    const list = el("ol");
    list.setAttribute("aria-label", data.label);
    for (const row of data.rows) list.append(line(row));
    box.replaceChildren(list);
    if (held) [...box.querySelectorAll("button")].find(b => b.dataset.id === held)?.focus({ preventScroll: true });
  }
  const chosen = choose(box, data.selected);
  if (chosen && (before.selected !== data.selected || before.revision !== revision)) show(box, chosen);
  drawn.set(parentElement, { revision, selected: data.selected });
  box.onclick = event => {
    const button = event.target.closest("button");
    if (button) setTriggerValue("picked", button.dataset.id);
  };
  box.onkeydown = event => {
    const from = event.target.closest("button");
    if (!from) return;
    const all = [...box.querySelectorAll("button")];
    const at = all.indexOf(from);
    const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    from.tabIndex = -1; to.tabIndex = 0;
    to.focus();
  };
}
"""

_rows = st.components.v2.component(
    "baton_row_list",
    html='<div class="frame"><div class="rows"></div></div>\n',
    css=_CSS,
    js=_JS,
)
