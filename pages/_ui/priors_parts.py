"""A priors set on the page: which one, its table, its figures in words, its exports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.gate import PUBLISHED_RULE
from core.gate.model import PriorsSet
from core.gate.priors import PriorsRowView, priors_table, priors_to_csv
from pages._ui.badges import badge, tag
from pages._ui.downloads import download, safe_file_name
from pages._ui.frame import section
from pages._ui.priors_default import default_priors, set_default_priors
from pages._ui.services import services
from pages._ui.state import get_param, set_param
from pages._ui.text import count, html_escape, signed
from pages._ui.trace_split import use_run_style
from pages._ui.when import when

CHOICE = "priors:set"
"""Where the visitor's session holds the hash of the chosen set."""
TOLD = "priors:told"
"""What the last import or merge did, to be said once."""
_DEFAULT_WORDS = (
    "New analyses and live runs propose this set. For agents on another model its counts are used only "
    "after a person has confirmed it."
)


def chosen_set() -> Any:
    """Draw the choice of a set and return its info, or None if there are none."""
    use_run_style()
    infos = services().workspace.priors.list()
    if not infos:
        return None
    by_hash = {info.hash: info for info in infos}
    wanted = get_param("set")
    found = [h for h in by_hash if wanted and h.startswith(wanted)]
    if wanted and len(found) != 1:
        st.error("This link names a priors set that is not in this workspace.")
    words = set_labels(by_hash)
    keys = list(by_hash)
    start = keys.index(found[0]) if len(found) == 1 else 0
    if st.session_state.get(CHOICE) not in by_hash:
        st.session_state[CHOICE] = keys[start]
    chosen = st.selectbox("Set", keys, format_func=words.__getitem__, key=CHOICE)
    set_param("set", chosen[:12])
    return by_hash[chosen]


def set_labels(infos: Mapping[str, Any]) -> dict[str, str]:
    """Return what each set is called, with signs of its hash where names are shared."""
    names = Counter(info.name for info in infos.values())
    return {
        key: f"{info.name} · measured on {info.model}"
        + (f" · {info.hash[:8]}" if names[info.name] > 1 else "")
        for key, info in infos.items()
    }


def set_part(info: Any) -> None:
    """Draw what the set is: model, origin, hash, and whether it can be changed."""
    priors = services().workspace.priors.get(info.hash)
    marks = [tag("built in, read-only") if info.built_in else tag("frozen")]
    is_default = default_priors() == info.hash
    if is_default:
        marks.append(badge("ok", "used in this workspace", title=_DEFAULT_WORDS))
    if priors.evidence == "reviewers":
        marks.append(badge("unsure", "reviewers’ judgements", title="No test measured these."))
    if priors.provisional:
        marks.append(badge("unsure", "provisional", title="Too few episodes to trust it yet."))
    facts = [
        ("Measured on", html_escape(priors.model)),
        ("Came from", html_escape(info.origin if not info.built_in else "the published table")),
        ("Sources", html_escape("; ".join(priors.sources) or "not named")),
        ("Added", html_escape(when(info.added_at))),
        ("Content hash", f"<code>{html_escape(info.hash)}</code>"),
    ]
    body = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    st.html(f'<p class="bt-row">{" ".join(marks)}</p><dl class="bt-facts">{body}</dl>')
    if priors.description:
        st.html(f'<p class="bt-quiet">{html_escape(priors.description)}</p>')
    if priors.remark:
        st.html(f'<p class="bt-quiet bt-caution">{html_escape(priors.remark)}</p>')
    st.button(
        "Use it no more" if is_default else "Use in this workspace",
        key=f"priors:use:{info.hash[:12]}",
        type="tertiary" if is_default else "secondary",
        on_click=set_default_priors,
        args=("" if is_default else info.hash,),
        help=_DEFAULT_WORDS,
    )


def rows_part(info: Any) -> None:
    """Draw the table, what it means, and the downloads."""
    priors = services().workspace.priors.get(info.hash)
    views = priors_table(priors)
    admitted = sum(view.admitted for view in views)
    section("Segments", f"{admitted} of {count(len(views), 'segment')} admitted for critical facts")
    if not views:
        st.html('<p class="bt-quiet">The set has no rows, so everything is forwarded.</p>')
    else:
        st.html(table_html(views))
    _meaning()
    _downloads(priors, info.hash[:12])


def table_html(views: tuple[PriorsRowView, ...]) -> str:
    """Return the rows as an HTML table: counts, utility, intervals, verdict and reason."""
    head = (
        "<th>Repair</th><th>Gap</th><th>Gate</th>"
        '<th class="bt-right">u</th><th class="bt-right">n</th><th class="bt-right">Helped</th>'
        '<th class="bt-right">Harmed</th><th>Not excluded at 95 %</th>'
    )
    body = "".join(_row(view) for view in views)
    return (
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Segments">'
        f'<table class="bt-table bt-wide"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _row(view: PriorsRowView) -> str:
    row = view.row
    gap = badge(row.frontier) if row.frontier else tag("all, aggregate")
    mark = badge("admitted" if view.admitted else "refused")
    u = signed(view.utility) if view.utility is not None else "–"
    help_, harm = view.help_interval, view.harm_interval
    return (
        f"<tr><td><b>{row.repair}</b></td><td>{gap}</td>"
        f'<td>{mark} <span class="bt-hint">{html_escape(view.why)}</span></td>'
        f'<td class="bt-right"><b>{u}</b></td><td class="bt-right">{row.episodes}</td>'
        f'<td class="bt-right">{row.helped}</td><td class="bt-right">{row.harmed}</td>'
        f"<td>help {help_.low:.0%}–{help_.high:.0%}, harm up to {harm.high:.0%}</td></tr>"
    )


def _meaning() -> None:
    rule = PUBLISHED_RULE
    with st.expander("How the gate reads this table", icon=":material/functions:"):
        st.html(
            f"<p>u = {rule.help_weight:g} × helped − {rule.neutral_weight:g} × unchanged − "
            f"{rule.harm_weight:g} × harmed − {rule.cost_weight:g} × cost, each as a share of the "
            "episodes; cost is the mean of tokens added, between 0 and 1.</p>"
            "<p>A repair is admitted for a critical fact if u is above zero, at most "
            f"{rule.max_harm:.0%} of the episodes were harmed, and there are at least "
            f"{rule.min_episodes} of them. A gap without a row of its own is judged by the repair's "
            "aggregate, and the decision says so.</p>"
            "<p>The intervals (Wilson) only warn: with six episodes and no harm, 39 % harm can't be "
            "excluded. The gate itself uses the counts. Counts belong to one model; for agents on "
            "another model they are used only after a person has confirmed it.</p>"
        )


def _downloads(priors: PriorsSet, key: str) -> None:
    # A key for each set, so that a button never hands out the set that was shown before.
    with st.container(horizontal=True):
        download(
            "JSON",
            json.dumps(priors.to_dict(), ensure_ascii=False, indent=2).encode(),
            safe_file_name(priors.name, "json"),
            key=f"priors:json:{key}",
            help="The whole set with its model and sources; imports again under the same hash.",
        )
        download(
            "CSV",
            priors_to_csv(priors).encode(),
            safe_file_name(priors.name, "csv"),
            key=f"priors:csv:{key}",
            help="The rows alone. A CSV carries no model; it is asked for at import.",
        )
