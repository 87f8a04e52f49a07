"""A text editor with line numbers that reports while one types.

    text_editor(draft.text, revision=draft.revision, key="contract:text", label="Contract text",
                line=12, on_text=draft.replace, on_save=…)

Streamlit's own text area has no line numbers and reports only when it loses the focus. This one is
a plain ``textarea`` with a gutter: no highlighting, nothing is ever interpreted as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import streamlit as st

_HTML = '<div class="box"><div class="gutter" aria-hidden="true"></div><textarea spellcheck="false" autocomplete="off" wrap="off"></textarea></div>'
_CSS = """
.box { box-sizing: border-box; display: flex; border: 1px solid light-dark(#c3ccd4, #3b4752); border-radius: 6px; overflow: hidden;
  background: light-dark(#ffffff, #12171c); color: light-dark(#1c2630, #e4e9ee); font: 13.5px/20px var(--st-code-font, monospace); }
.box:focus-within { border-color: light-dark(#17607a, #62b6d2); box-shadow: 0 0 0 1px light-dark(#17607a, #62b6d2); }
.gutter { flex: none; min-width: 2.6rem; padding: 10px 8px; overflow: hidden; text-align: right; white-space: pre; user-select: none;
  background: light-dark(#f4f6f8, #1b2229); color: light-dark(#5d6b78, #97a5b1); border-right: 1px solid light-dark(#e6eaee, #252e37); }
.gutter b { display: block; font-weight: 400; height: 20px; }
.gutter b.error { color: light-dark(#a3261f, #f59a92); background: light-dark(#fceae8, #3d1d1b); font-weight: 700; }
.gutter b.warning { color: light-dark(#8a4b08, #f3b46a); background: light-dark(#fdf0de, #3a2a14); font-weight: 700; }
textarea { flex: 1; min-width: 0; margin: 0; padding: 10px; border: 0; outline: 0; resize: none; overflow: auto; background: none;
  color: inherit; font: inherit; tab-size: 2; white-space: pre; }
"""
_JS = """
const mounted = new WeakMap();
const PAUSE = 450;

function number(state) {
  const count = state.area.value.split("\\n").length;
  const marks = state.marks || {};
  const stamp = count + JSON.stringify(marks);
  if (state.stamp === stamp) return;
  state.stamp = stamp;
  const lines = [];
  for (let line = 1; line <= count; line++) {
    const b = document.createElement("b");
    b.textContent = line;
    if (marks[line]) b.className = marks[line];
    lines.push(b);
  }
  state.gutter.replaceChildren(...lines);
}

function send(state) {
  clearTimeout(state.timer);
  if (state.area.value !== state.sent) { state.sent = state.area.value; state.emit("text", state.sent); }
}

function goTo(state, line) {
  const lines = state.area.value.split("\\n");
  const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  state.area.focus({ preventScroll: true });
  state.area.setSelectionRange(at, at + (lines[line - 1] || "").length);
  state.area.scrollTop = Math.max(0, (line - 4) * 20);
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  let state = mounted.get(parentElement);
  if (!state) {
    const area = parentElement.querySelector("textarea"), gutter = parentElement.querySelector(".gutter");
    state = { area, gutter };
    mounted.set(parentElement, state);
    area.addEventListener("input", () => { number(state); clearTimeout(state.timer); state.timer = setTimeout(() => send(state), PAUSE); });
    area.addEventListener("blur", () => send(state));
    area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
    area.addEventListener("keydown", event => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault(); event.stopPropagation();
        clearTimeout(state.timer); state.sent = area.value;
        state.trigger("save", area.value);
      }
    });
  }
  state.emit = setStateValue; state.trigger = setTriggerValue;
  parentElement.querySelector(".box").style.height = `${data.height}px`;
  state.area.setAttribute("aria-label", data.label);
  // Only what came from elsewhere replaces the text; an echo of older typing must not.
  if (state.revision !== data.revision) {
    clearTimeout(state.timer);
    state.revision = data.revision; state.area.value = data.text; state.sent = data.text;
  }
  state.marks = data.marks;
  number(state);
  if (data.line && state.jump !== data.jump) { state.jump = data.jump; goTo(state, data.line); }
}
"""

_editor = st.components.v2.component("baton_text_editor", html=_HTML, css=_CSS, js=_JS)


def text_editor(
    text: str,
    *,
    revision: str,
    key: str,
    label: str,
    marks: Iterable[tuple[int, str]] = (),
    jump: tuple[int, int] = (0, 0),
    height: int = 560,
    on_text: Callable[[str], None],
    on_save: Callable[[], None],
) -> None:
    """Draw the editor.

    Args:
        text: What it shows.
        revision: Changes whenever the text changed other than by typing here.
        key: Unique on the page.
        label: Accessible name.
        marks: Lines to mark, with ``error`` or ``warning``.
        jump: Line to go to, and a number that changes with every such wish.
        height: Pixels.
        on_text: Called with the text after a pause in typing, before the page is drawn again.
        on_save: Called after ``on_text`` when ctrl+s was pressed in the editor.
    """
    line, wish = jump

    def changed() -> None:
        new = st.session_state[key].text
        if isinstance(new, str):
            on_text(new)

    def saved() -> None:
        new = st.session_state[key].save
        if isinstance(new, str):
            on_text(new)
            on_save()

    _editor(
        key=key,
        data={
            "text": text,
            "revision": revision,
            "label": label,
            "marks": {str(at): kind for at, kind in marks},
            "line": line,
            "jump": wish,
            "height": height,
        },
        on_text_change=changed,
        on_save_change=saved,
        height=height,
    )


_COMMIT_JS = """
export default function () {
  // Streamlit's shortcut presses Save without taking over what stands in the focused field.
  const commit = event => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    const field = document.activeElement;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) { field.blur(); field.focus({ preventScroll: true }); }
  };
  window.addEventListener("keydown", commit, true);
  return () => window.removeEventListener("keydown", commit, true);
}
"""
_commit = st.components.v2.component("baton_commit_on_save", js=_COMMIT_JS)


def commit_on_save_key() -> None:
    """Make ctrl+s save also what is being typed at that moment."""
    _commit(key="documents:commit", height=1)
