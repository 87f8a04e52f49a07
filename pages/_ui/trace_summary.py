"""What a run comes to, on one screen: the verdict, the counts, who took part, what was used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from core.trace.model import Trace
from pages._ui.badges import badge, badge_row, tag
from pages._ui.contract_suggest import suggest_link
from pages._ui.glossary import term
from pages._ui.once import once
from pages._ui.services import services
from pages._ui.status import STATUSES
from pages._ui.text import count, html_escape, shorten
from pages._ui.trace_analysis import Opened, foreign_priors
from pages._ui.trace_words import first_trouble, trouble_label, verdict_sentence
from pages._ui.when import when


def summary(shown: Opened) -> None:
    """Draw the summary of an analysis."""
    final = shown.final
    state = first_trouble(final)
    mark = badge(state.display if state else _calm(shown))
    label = (
        f"<span class='bt-muted bt-small'>{trouble_label(state)}</span> "
        if state is not None
        else ""
    )
    st.html(f'<p class="bt-verdict">{mark}{label}{html_escape(verdict_sentence(shown))}</p>')
    info = services().workspace.analyses.info(shown.id)
    counts: Counter[str] = Counter(s.display for s in final)
    st.html(
        tiles(
            (
                ("agent", len(shown.trace.agents)),
                ("handoff", handoffs(shown.trace)),
                ("gap, at the end", sum(s.is_gap for s in final)),
                ("unsure check, at the end", sum(s.unsure for s in final)),
                ("open review", info.open_reviews),
            )
        )
        + f'<p class="bt-quiet">{len(final):,} {term("obligation", "obligation" + "s" * (len(final) != 1))} at {term("the end")}: '
        f"{badge_row((name, counts[name]) for name in STATUSES)}</p>" + people(shown.trace, shown)
    )
    with st.expander("What was analysed, with what", icon=":material/inventory_2:"):
        _inputs(shown, info.run_at, info.author)
        suggest_link(shown.trace_id)


def _calm(shown: Opened) -> str:
    if any(s.unsure for s in shown.final):
        return "unsure"
    return "ok" if any(s.status == "ok" for s in shown.final) else "pending"


@once
def handoffs(trace: Trace) -> int:
    """Return the number of boundaries with at least one recipient."""
    return sum(event.is_boundary and bool(event.recipients) for event in trace.events)


def tiles(pairs: Iterable[tuple[str, int]]) -> str:
    """Return a row of figures as HTML.

    Args:
        pairs: Noun in the singular, perhaps with a remark behind a comma, and its number.
    """
    parts = []
    for name, n in pairs:
        noun, _, when_ = name.partition(", ")
        words = term(noun, noun + "s" * (n != 1)) + (f" {html_escape(when_)}" if when_ else "")
        parts.append(f'<div class="bt-tile"><b>{n:,}</b><span>{words}</span></div>')
    return f'<div class="bt-tiles">{"".join(parts)}</div>'


@once
def _spoke(trace: Trace) -> Counter[str]:
    return Counter(event.sender for event in trace.events if event.is_boundary)


def people(trace: Trace, shown: Opened | None = None) -> str:
    """Return who took part as HTML: name, party, model, and how often each one spoke."""
    spoke = _spoke(trace)
    items = []
    for agent in trace.agents:
        party = shown.parties.get(agent.name) if shown else None
        notes = [f"as {party}"] if party and party != agent.name else []
        if shown and not party:
            notes.append("not in the contract")
        if agent.is_person:
            notes.append("a person")
        if agent.model:
            notes.append(agent.model)
        notes.append(count(spoke[agent.name], "message"))
        items.append(
            f"<li>{html_escape(agent.name)} <small>{html_escape(' · '.join(notes))}</small></li>"
        )
    return f'<ul class="bt-people" aria-label="Who took part">{"".join(items)}</ul>'


def _inputs(shown: Opened, run_at: object, author: str) -> None:
    inputs = shown.analysis.inputs
    rows = [
        ("Trace", shown.trace.name, inputs.trace_digest),
        ("Contract", inputs.contract, inputs.contract_hash),
        ("Role profiles", inputs.roles or "none", inputs.roles_hash),
        ("Priors", inputs.priors or "none", inputs.priors_hash),
    ]
    lines = "".join(
        f"<dt>{html_escape(name)}</dt><dd>{html_escape(value)} "
        + (f"<code title='{html_escape(digest)}'>{digest[:12]}</code>" if digest else "")
        + "</dd>"
        for name, value, digest in rows
    )
    by = f" by {author}" if author else ""
    extra = [
        ("Encoder", inputs.encoder or "none: no drift was measured"),
        ("Who is who", _binding_words(shown)),
        *(
            [("Values of this run", "; ".join(f"{n}: {v}" for n, v in values.items()))]
            if (values := inputs.binding.get("values"))
            else []
        ),
        ("Other model's priors", _foreign_words(shown)),
        ("Method", f"version {inputs.method}"),
        ("Run", f"{when(run_at)}{by}"),  # type: ignore[arg-type]
        ("Task", shorten(shown.trace.task, 400) or "not recorded"),
    ]
    lines += "".join(f"<dt>{html_escape(n)}</dt><dd>{html_escape(v)}</dd>" for n, v in extra)
    notes = ""
    if shown.contract is None:
        notes = tag("The contract's own text isn't in this workspace.")
    st.html(f'<dl class="bt-facts">{lines}</dl>{notes}')


def _binding_words(shown: Opened) -> str:
    """Return which agent played which party, with its role and model where the analysis had them."""
    binding = shown.analysis.inputs.binding
    roles, models = binding.get("roles", {}), binding.get("models", {})
    parts = []
    for agent in dict.fromkeys((*shown.parties, *roles, *models)):
        notes = [f"role {roles[agent]}"] if agent in roles else []
        notes += [f"model {models[agent]}"] if agent in models else []
        party = shown.parties.get(agent, "no party")
        parts.append(f"{agent} as {party}" + (f" ({', '.join(notes)})" if notes else ""))
    return "; ".join(parts) or "nobody is bound to a party"


def _foreign_words(shown: Opened) -> str:
    inputs = shown.analysis.inputs
    if not inputs.priors:
        return "no priors were used"
    if foreign_priors(shown):
        return "a person confirmed their use for this analysis"
    if inputs.settings.get("confirmed_other_model"):
        return "confirmed, but not needed: the priors fit the models of this run"
    return "not confirmed: the priors count only for agents that run on their model"
