"""Looking for news without drawing anything.

    heartbeat(0.5, seen, lambda: stamp_of_now())     # after everything was drawn

A part of a page that draws itself again on a timer competes with what a person does meanwhile: a
drawing that meets a click can cost the click, a page that is being opened, or half of what is drawn,
since server and browser no longer mean the same place by it. So a page is drawn once. A script in the
browser then asks, beside Streamlit's connection, whether anything differs from what was drawn
(:func:`answer`, which `app.py` serves), and has the page drawn anew only if something does, or if the
server has forgotten what was drawn; then once. A tab that nobody looks at doesn't ask.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Literal, TypeAlias

import streamlit as st

from core.errors import BatonError, NotFoundError

log = logging.getLogger("baton.pages")
ROUTE = "/baton/news"
_OWN = "heartbeat:of"
_TURN = "heartbeat:turn"
_KEPT = 500
"""Pages that are remembered; the one that was drawn or asked for longest ago is forgotten first."""

Word: TypeAlias = Literal["same", "news", "gone"]


@dataclass(frozen=True, slots=True)
class _Seen:
    drawn: object
    now: Callable[[], object]


_seen: OrderedDict[str, _Seen] = OrderedDict()
_lock = threading.Lock()


def heartbeat(
    seconds: float,
    drawn: object,
    now: Callable[[], object],
    *,
    name: str = "",
    part: bool = False,
) -> None:
    """Draw the page anew as soon as it would look different.

    Args:
        seconds: Between two looks.
        drawn: What the page was drawn from.
        now: Returns the same of this moment; must be cheap, and draw nothing.
        name: Tells several on one page apart.
        part: Called in a fragment: draw that anew, and not the page.
    """
    token = st.session_state.setdefault(_OWN + (name and f":{name}"), secrets.token_urlsafe(16))
    turn = st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    with _lock:
        _seen[token] = _Seen(drawn, now)
        _seen.move_to_end(token)
        while len(_seen) > _KEPT:
            _seen.popitem(last=False)
    place = nullcontext() if part else st.sidebar
    with place, st.container(key=f"bt_heartbeat{name and f'_{name}'}"):
        _script(
            key=f"heartbeat{name and f':{name}'}",
            # The number lets the script know that the page was drawn.
            data={"path": ROUTE.lstrip("/"), "token": token, "seconds": seconds, "turn": turn},
            on_news_change=lambda: None,
            height=1,
        )


def answer(token: str) -> Word:
    """Return whether a page would look different by now; what was never drawn here is gone.

    Args:
        token: Names what a session has drawn last.
    """
    with _lock:
        seen = _seen.get(token)
        if seen is not None:
            _seen.move_to_end(token)
    if seen is None:
        return "gone"
    try:
        return "news" if seen.now() != seen.drawn else "same"
    except NotFoundError:
        return "news"  # deleted meanwhile; the page says so
    except BatonError as error:
        log.warning("what goes on can't be looked up: %s", error)
    except Exception:
        log.exception("what goes on can't be looked up")
    return "same"


_script = st.components.v2.component(
    "baton_heartbeat",
    html="<span hidden></span>",
    js="""
const AGAIN = 5000;  // should a drawing that was asked for not come
const PATIENCE = 15000;  // for an answer of a server that may be gone without a word
const looking = new WeakMap();
const forgotten = new WeakSet();  // drawn anew for it already

export default function ({ data, parentElement, setTriggerValue }) {
  looking.get(parentElement)?.();
  let timer, over = false, asking = false;
  const wait = milliseconds => { clearTimeout(timer); timer = setTimeout(look, milliseconds); };
  const look = async () => {
    if (over || asking) return;
    let pause = data.seconds * 1000;
    if (!document.hidden) {
      asking = true;
      try {
        const url = new URL(data.path + "?of=" + data.token, document.baseURI);
        const signal = AbortSignal.timeout(PATIENCE);
        const reply = await fetch(url, { cache: "no-store", signal });
        const word = reply.ok ? await reply.text() : "";
        const again = word === "news" || word === "gone" && !forgotten.has(parentElement);
        if (word === "gone") forgotten.add(parentElement);
        else if (word) forgotten.delete(parentElement);
        if (again && !over) {
          setTriggerValue("news", data.turn);
          pause = AGAIN;
        }
      } catch { /* the server is away; Streamlit says so */ }
      asking = false;
    }
    if (!over) wait(pause);
  };
  const shown = () => { if (!document.hidden) look(); };
  document.addEventListener("visibilitychange", shown);
  const stop = () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
  };
  looking.set(parentElement, stop);
  wait(data.seconds * 1000);
  return stop;
}
""",
)
