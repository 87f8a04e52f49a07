"""The URL is the place: selections live there, and links carry them.

    trace_id = get_param("trace")                      # '' if it isn't there
    set_param("trace", trace_id)                       # None or '' takes it out
    link_to("trace_view", "Open", trace=id)            # draws a link to /trace_view?trace=…
    go("trace_view", trace=id)                         # goes there now
    select_param("Agent", options, name="agent")       # a select box that is kept in the URL
    text_param("Search", name="q")                     # a text field, a check box
    flag_param("Gaps only", name="only", value="gaps")
    slider_param("Most harm", name="harm", low=0, high=50, step=1, default=5)

Pages are named by their file without ``.py``. A link to a page that isn't there is drawn as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import urlencode

import streamlit as st

from pages._ui.address import MARK, is_here
from pages._ui.text import plain, shorten, visible

T = TypeVar("T", str, int)
NOTHING = "none"
"""What stands in the URL for a choice of several that was emptied."""
_PAGES = Path(__file__).parents[1]


def get_param(name: str, default: str = "") -> str:
    """Return a parameter of the URL, or ``default``."""
    return str(st.query_params.get(name, default))


def get_int(name: str) -> int | None:
    """Return a whole-number parameter of the URL, or None if it is missing or no number."""
    value = get_param(name)
    return int(value) if value.isascii() and value.isdigit() and len(value) < 12 else None


def set_param(name: str, value: object | None) -> None:
    """Write a parameter into the URL; None or an empty string takes it out."""
    text = "" if value is None else str(value)
    if text == "":
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != text:
        st.query_params[name] = text


def set_params(**params: object | None) -> None:
    """Write several parameters into the URL."""
    for name, value in params.items():
        set_param(name, value)


def page_exists(page: str) -> bool:
    """Whether there is a page of that name."""
    return (_PAGES / f"{page}.py").is_file()


def href(page: str, **params: object | None) -> str:
    """Return the address of a page below the server's root, for copying."""
    query = urlencode(_kept(params))
    path = "/" if page == "home" else f"/{page}"
    return f"{path}?{query}" if query else path


def link_to(
    page: str,
    label: str,
    *,
    icon: str | None = None,
    help: str | None = None,
    **params: object | None,
) -> None:
    """Draw a link to a page. ``label`` is our own text; escape names in it with ``plain``."""
    if not page_exists(page):
        st.caption(label)
        return
    kept = _kept(params) | ({MARK: "1"} if is_here(page) else {})
    st.page_link(f"{page}.py", label=label, icon=icon, help=help, query_params=kept)


def go(page: str, **params: object | None) -> None:
    """Leave for another page at once."""
    st.switch_page(f"{page}.py", query_params=_kept(params))


def select_param(
    label: str,
    options: Sequence[str],
    *,
    name: str,
    format_func: Callable[[str], str] = str,
    placeholder: str | None = None,
    help: str | None = None,
    default: str | None = None,
    label_visibility: Literal["visible", "hidden", "collapsed"] = "visible",
) -> str | None:
    """Draw a select box whose choice is the URL parameter ``name``; the URL wins over the widget.

    Returns the choice, or None if there is nothing to choose or nothing is chosen.
    """
    wanted = get_param(name) or default or ""
    if get_param(name) and wanted not in options:
        st.caption(f"The link asks for “{plain(wanted)}”, which isn't here.")
    words = labels(options, format_func)
    # Set before the widget is made, so that a changed link wins and the keyboard focus stays.
    key = f"param:{name}"
    st.session_state[key] = wanted if wanted in options else None
    return st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda option: words.get(option, option),
        placeholder=placeholder or "Choose…",
        help=help,
        label_visibility=label_visibility,
        key=key,
        on_change=_keep_known,
        args=(name, key, tuple(options)),
    )


def multi_param(
    label: str,
    options: Sequence[str],
    *,
    name: str,
    format_func: Callable[[str], str] = str,
    default: str = "",
    help: str | None = None,
) -> list[str]:
    """Draw a choice of several that is the URL parameter ``name``, with commas between them.

    Args:
        label: What is chosen.
        options: None of them holds a comma.
        name: The parameter; the URL wins over the widget.
        format_func: How an option is shown.
        default: What is chosen while the URL says nothing.
        help: For the tooltip.

    Returns:
        What is chosen, in the order of the choice.
    """
    said = get_param(name, default)
    wanted = [one for one in said.split(",") if one and said != NOTHING]
    if gone := [one for one in wanted if one not in options]:
        st.caption(f"The link asks for “{plain(', '.join(gone))}”, which isn't here.")
    words = labels(options, format_func)
    key = f"param:{name}"
    st.session_state[key] = list(dict.fromkeys(one for one in wanted if one in options))
    return st.multiselect(
        label,
        options,
        format_func=lambda option: words.get(option, option),
        placeholder="Choose one or more…",
        help=help,
        key=key,
        on_change=_keep_several,
        args=(name, key),
    )


def labels(
    options: Sequence[T], format_func: Callable[[T], str] = str, *, limit: int = 200
) -> dict[T, str]:
    """Return what each option is called, no two alike.

    The browser sends back the label, not the option: of two runs with one name, the last would be
    taken whichever was clicked.

    Args:
        options: What can be chosen: keys, or positions in a list.
        format_func: What to call it.
        limit: Longest label; what is longer is cut.
    """
    found = {option: shorten(visible(format_func(option)), limit) for option in options}
    for number in range(2):
        times = Counter(found.values())
        for at, (option, label) in enumerate(found.items(), 1):
            if times[label] > 1:
                by_place = number or not isinstance(option, str)
                more = f"({at})" if by_place else shorten(visible(str(option)), 40)
                found[option] = f"{label} · {more}"
    return found


def text_param(
    label: str,
    *,
    name: str,
    placeholder: str | None = None,
    icon: str | None = None,
    width: int | str = "stretch",
) -> str:
    """Draw a text field that is the URL parameter ``name``; return its text without outer spaces."""
    key = f"param:{name}"
    st.session_state[key] = get_param(name)
    st.text_input(
        label,
        key=key,
        placeholder=placeholder,
        icon=icon,
        width=width,  # type: ignore[arg-type]
        on_change=_keep,
        args=(name, key),
    )
    return get_param(name).strip()


def flag_param(label: str, *, name: str, value: str = "yes", help: str | None = None) -> bool:
    """Draw a check box that is on while the URL parameter ``name`` is ``value``."""
    key = f"param:{name}"
    st.session_state[key] = get_param(name) == value
    return st.checkbox(label, key=key, help=help, on_change=_keep_flag, args=(name, key, value))


def slider_param(
    label: str,
    *,
    name: str,
    low: float,
    high: float,
    step: float,
    default: float,
    help: str | None = None,
    format: str | None = None,
) -> float:
    """Draw a slider whose value is the URL parameter ``name``; the default stays out of the URL.

    Whole numbers as limits give a whole number. A value of the URL that doesn't fit is the default.
    """
    whole = all(float(value).is_integer() for value in (low, high, step, default))
    kind = int if whole else float
    key = f"param:{name}"
    st.session_state[key] = kind(_within(get_param(name), low, high, default))
    return st.slider(
        label,
        kind(low),
        kind(high),
        step=kind(step),
        key=key,
        help=help,
        format=format,
        on_change=_keep_number,
        args=(name, key, default),
    )


def _within(text: str, low: float, high: float, default: float) -> float:
    try:
        value = float(text)
    except ValueError:
        return default
    return value if low <= value <= high else default


def _keep_number(name: str, key: str, default: float) -> None:
    value = st.session_state.get(key)
    set_param(name, None if value is None or value == default else f"{value:g}")


def _keep_flag(name: str, key: str, value: str) -> None:
    set_param(name, value if st.session_state.get(key) else None)


def _keep_several(name: str, key: str) -> None:
    # An empty choice stays in the address: without it the default would come back.
    st.query_params[name] = ",".join(st.session_state[key]) or NOTHING


def _keep_known(name: str, key: str, options: tuple[str, ...]) -> None:
    """Keep a choice; what the browser took from a list that has changed since is no choice."""
    value = st.session_state.get(key)
    if value is None or value in options:
        set_param(name, value)


def _keep(name: str, key: str) -> None:
    set_param(name, st.session_state.get(key))


def _kept(params: dict[str, object | None]) -> dict[str, str]:
    return {name: str(value) for name, value in params.items() if value not in (None, "")}
