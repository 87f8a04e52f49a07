"""The matrix of agents and facts: one cell per obligation, each a real button.

    rows = [FactRow("budget", "At most 45,000 USD", critical=True), …]
    cells = {("budget", "Copywriter"): Cell("absent", note="due at #4"), …}
    fact_matrix(rows, ["Copywriter", "Reviewer"], cells, selected=("budget", "Copywriter"),
                on_pick=lambda fact, recipient: set_params(fact=fact, recipient=recipient))

``on_pick`` runs before the page is drawn again, so a page that reads its selection from the URL
needs nothing else. Arrow keys, Home and End move between cells, Enter and Space choose. A pair
without a cell is no obligation and stays blank. ``from_states`` makes all three from an analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.contract.model import Contract
from core.provenance.model import ObligationState
from pages._ui.status import look, status_css
from pages._ui.text import visible


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact, a row of the matrix."""

    id: str
    statement: str = ""
    critical: bool = True
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One obligation."""

    status: str
    """A name from ``status.STATUSES``."""
    note: str = ""
    """Short addition under the word, such as 'due at #4'."""
    title: str = ""
    """Sentence shown on hover, instead of the state's meaning."""
    word: str = ""
    """Shown instead of the state's own word."""
    by: str = ""
    """Person whose word stands here instead of the check's; marked as such."""


def from_states(
    contract: Contract,
    states: Iterable[ObligationState],
    said: Callable[[ObligationState], str] = lambda state: "",
) -> tuple[list[FactRow], list[str], dict[tuple[str, str], Cell]]:
    """Return rows, columns and cells for a contract and the obligations' states at one event.

    Args:
        contract: Facts and parties.
        states: One for each obligation.
        said: Person whose word stands there against the check; empty where nobody's does.
    """
    rows = [FactRow(f.id, f.statement, f.critical, f.owner) for f in contract.facts]
    cells = {
        (s.fact, s.recipient): Cell(s.display, note=_note(s), title=s.reason, by=said(s))
        for s in states
    }
    needed = {recipient for _, recipient in cells}
    columns = [name for name in contract.party_names if name in needed]
    columns += sorted(needed - set(columns))
    return rows, columns, cells


def _note(state: ObligationState) -> str:
    if state.display == "contradicted" and state.other_value:
        return f"says {state.other_value.rstrip(' .')}"
    if state.partial:
        return "in part"
    if state.status == "absent" and state.retrievable:
        return "retrievable"
    if state.display == "ok" and state.delivered_seq and not state.reflected_seq:
        return f"came with #{state.delivered_seq}"
    at = state.reflected_seq if state.display == "ok" else state.due_seq or state.delivered_seq
    return f"at #{at}" if at else ""


def fact_matrix(
    rows: Sequence[FactRow],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Cell],
    *,
    selected: tuple[str, str] | None = None,
    on_pick: Callable[[str, str], None] | None = None,
    key: str = "matrix",
    max_height: int = 560,
    label: str = "Facts and the agents that need them",
) -> tuple[str, str] | None:
    """Draw the matrix and return the cell that was picked just now, or None.

    Args:
        rows: Facts, from top to bottom.
        columns: Names of recipients, from left to right.
        cells: Obligations by fact id and recipient.
        selected: The cell to mark, usually from the URL.
        on_pick: Called with fact id and recipient when a cell is picked.
        key: Unique on the page.
        max_height: Pixels after which the matrix scrolls; its headings stay in view.
        label: Name for screen readers.
    """
    picked = _matrix(
        key=key,
        data=_drawing(rows, columns, cells, selected, label, max_height),
        on_picked_change=lambda: _forward(key, on_pick),
    ).picked
    return (picked["fact"], picked["recipient"]) if picked else None


def _forward(key: str, on_pick: Callable[[str, str], None] | None) -> None:
    picked = st.session_state[key].picked
    if picked and on_pick:
        on_pick(picked["fact"], picked["recipient"])


def _drawing(
    rows: Sequence[FactRow],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Cell],
    selected: tuple[str, str] | None,
    label: str,
    max_height: int,
) -> dict[str, Any]:
    def cell(fact: str, recipient: str) -> dict[str, Any] | None:
        found = cells.get((fact, recipient))
        if not found:
            return None
        shown = look(found.status)
        return {
            "status": shown.name,
            "word": visible(found.word)[:40] or shown.word,
            "note": visible(f"says {found.by}, not the check" if found.by else found.note)[:60],
            "by": bool(found.by),
            "title": visible(found.title or shown.meaning),
            "selected": (fact, recipient) == selected,
        }

    return {
        "label": label,
        "maxHeight": max_height,
        "columns": [visible(name) for name in columns],
        "names": list(columns),
        "rows": [
            {
                "id": row.id,
                "statement": visible(row.statement),
                "critical": row.critical,
                "owner": visible(row.owner),
                "cells": [cell(row.id, name) for name in columns],
            }
            for row in rows
        ],
    }


_CSS = """
.scroll { overflow: auto; border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius); max-width: 100%; }
.scroll:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-family: var(--st-font); font-size: 0.9rem; color: var(--st-text-color); }
th { text-align: left; font-weight: 600; background: var(--st-secondary-background-color); }
thead th { position: sticky; top: 0; z-index: 2; padding: 0.45rem 0.5rem; vertical-align: bottom; font-size: 0.82rem; line-height: 1.25;
  min-width: 5.4rem; max-width: 9rem; overflow-wrap: break-word; hyphens: auto; border-bottom: 1px solid var(--st-border-color); }
tbody th { position: sticky; left: 0; z-index: 1; width: 30%; min-width: 9.5rem; max-width: 22rem; padding: 0.4rem 0.6rem; vertical-align: middle;
  border-right: 1px solid var(--st-border-color); }
thead th:first-child { left: 0; z-index: 3; border-right: 1px solid var(--st-border-color); }
tbody tr + tr > * { border-top: 1px solid var(--st-border-color-light, var(--st-border-color)); }
.id { display: block; overflow-wrap: anywhere; }
.statement { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; font-weight: 400; font-size: 0.82rem;
  line-height: 1.3; color: light-dark(#54626f, #a9b6c2); overflow-wrap: anywhere; }
.minor { font-weight: 400; font-size: 0.78rem; color: light-dark(#54626f, #a9b6c2); }
td { padding: 3px; height: 1px; }
button { all: unset; box-sizing: border-box; display: flex; flex-direction: column; justify-content: center; width: 100%; height: 100%; min-height: 2.6rem;
  padding: 0.25rem 0.45rem; border-radius: 4px; cursor: pointer; color: var(--bt-ink); background: var(--bt-tint); line-height: 1.25; }
button:hover { box-shadow: inset 0 0 0 1px var(--bt-ink); }
button:focus-visible { box-shadow: inset 0 0 0 2px var(--bt-ink), 0 0 0 2px var(--st-background-color), 0 0 0 4px var(--st-primary-color); }
button.by { outline: 1.5px dashed var(--bt-ink); outline-offset: -4px; }
button[aria-pressed="true"] { box-shadow: inset 0 0 0 2px var(--bt-ink); }
.word { display: inline-flex; align-items: center; gap: 0.3em; font-weight: 600; font-size: 0.84rem; white-space: nowrap; }
.note { font-size: 0.76rem; overflow-wrap: anywhere; }
.frame { container-type: inline-size; }
@container (max-width: 760px) {
  thead th { min-width: 4.2rem; padding: 0.4rem 0.25rem; font-size: 0.76rem; }
  tbody th { min-width: 6.6rem; padding: 0.35rem 0.4rem; }
  thead th:first-child { padding-left: 0.4rem; }
  td { padding: 2px; }
  button { padding: 0.25rem 0.3rem; }
  .word { font-size: 0.74rem; gap: 0.2em; letter-spacing: -0.01em; }
  .note, .statement { font-size: 0.72rem; }
}
.none { text-align: center; color: light-dark(#687480, #8795a1); }
""" + status_css()

_JS = """
const el = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};

function cellButton(cell, row, name, shownName) {
  const button = el("button", "bt-s-" + cell.status + (cell.by ? " by" : ""));
  button.type = "button";
  button.dataset.fact = row.id;
  button.dataset.recipient = name;
  button.setAttribute("aria-pressed", String(cell.selected));
  button.setAttribute("aria-label", `${row.id} for ${shownName}: ${cell.word}${cell.note ? ", " + cell.note : ""}`);
  button.title = cell.title;
  const word = el("span", "word");
  const icon = el("span", "bt-i bt-i-" + cell.status);
  icon.setAttribute("aria-hidden", "true");
  word.append(icon, el("span", "", cell.word));
  button.append(word);
  if (cell.note) button.append(el("span", "note", cell.note));
  return button;
}

function rowHead(row) {
  const head = el("th");
  head.scope = "row";
  head.title = row.statement + (row.owner ? `\\nOwner: ${row.owner}` : "");
  const id = el("span", "id", row.id);
  if (!row.critical) id.append(" ", el("span", "minor", "minor"));
  head.append(id);
  if (row.statement) head.append(el("span", "statement", row.statement));
  return head;
}

function draw(box, data) {
  const table = el("table");
  table.setAttribute("aria-label", data.label);
  const top = el("tr");
  const corner = el("th", "", "Fact");
  corner.scope = "col";
  top.append(corner);
  for (const name of data.columns) {
    const head = el("th", "", name);
    head.scope = "col";
    top.append(head);
  }
  const thead = el("thead");
  thead.append(top);
  const body = el("tbody");
  for (const row of data.rows) {
    const line = el("tr");
    line.append(rowHead(row));
    row.cells.forEach((cell, i) => {
      const td = el("td");
      if (cell) td.append(cellButton(cell, row, data.names[i], data.columns[i]));
      else { td.className = "none"; td.textContent = "–"; td.title = "Not needed by this agent"; }
      line.append(td);
    });
    body.append(line);
  }
  table.append(thead, body);
  box.replaceChildren(table);
}

function roving(box, chosen) {
  for (const button of box.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
}

function move(box, from, key) {
  const rows = [...box.querySelectorAll("tbody tr")].map(row => [...row.cells].slice(1));
  let r = rows.findIndex(row => row.includes(from.closest("td")));
  let c = rows[r].indexOf(from.closest("td"));
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  if (key === "Home") return rows[r].map(td => td.querySelector("button")).find(Boolean);
  if (key === "End") return rows[r].map(td => td.querySelector("button")).filter(Boolean).at(-1);
  if (!step) return null;
  for (;;) {
    r += step[0]; c += step[1];
    if (r < 0 || c < 0 || r >= rows.length || c >= rows[r].length) return null;
    const button = rows[r][c].querySelector("button");
    if (button) return button;
  }
}

const revisions = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".scroll");
  box.style.maxHeight = `${data.maxHeight}px`;
  const revision = JSON.stringify(data);
  if (revisions.get(parentElement) !== revision) {
    const active = box.getRootNode().activeElement;
    const held = active && active.dataset ? [active.dataset.fact, active.dataset.recipient] : null;
    const place = [box.scrollLeft, box.scrollTop];
    draw(box, data);
    [box.scrollLeft, box.scrollTop] = place;
    const buttons = [...box.querySelectorAll("button")];
    const same = held && buttons.find(b => b.dataset.fact === held[0] && b.dataset.recipient === held[1]);
    roving(box, same || buttons.find(b => b.getAttribute("aria-pressed") === "true") || buttons[0]);
    if (same) same.focus({ preventScroll: true });
    revisions.set(parentElement, revision);
  }
  box.onclick = event => {
    const button = event.target.closest("button");
    if (!button) return;
    roving(box, button);
    setTriggerValue("picked", { fact: button.dataset.fact, recipient: button.dataset.recipient });
  };
  box.onkeydown = event => {
    const from = event.target.closest("button");
    const to = from && move(box, from, event.key);
    if (!to) return;
    event.preventDefault();
    roving(box, to);
    to.focus();
  };
}
"""

_matrix = st.components.v2.component(
    "baton_fact_matrix",
    html='<div class="frame"><div class="scroll"></div></div>\n',
    css=_CSS,
    js=_JS,
)
