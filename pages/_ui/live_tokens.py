"""Tokens and costs of a live run: where they went, and what is left of the budget."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.live.cost import MILLION, cost_of, money
from core.live.state import RunState
from pages._ui.badges import tag
from pages._ui.state import link_to
from pages._ui.text import html_escape

_PARTS = (
    ("native", "the agents' own calls"),
    ("prompt_overhead", "carried passages, in every prompt that holds them"),
    ("controller", "rewrites back into a role"),
    ("repair", "questions to owners, rewrites by authors"),
)


def tokens_part(info: Any, state: RunState) -> None:
    """Draw where the tokens went, and what they cost as far as prices are known."""
    del info
    account = state.account
    shares = account.shares()
    rows = "".join(
        f"<tr><td><b>{name.replace('_', ' ')}</b></td><td class='bt-muted'>{words}</td>"
        f'<td class="bt-right">{getattr(account, name):,}</td>'
        f'<td class="bt-right">{f"{shares[name]:.1%}" if name in shares else "–"}</td></tr>'
        for name, words in _PARTS
    )
    mark = (
        f"<p class='bt-quiet'>{tag('estimated')} The server sent no counts somewhere; "
        "four characters are taken for a token.</p>"
        if account.estimated
        else ""
    )
    st.html(
        '<table class="bt-table"><thead><tr><th>Part</th><th>What it is</th>'
        '<th class="bt-right">Tokens</th><th class="bt-right">Of native</th></tr></thead>'
        f'<tbody>{rows}<tr class="bt-total"><td>all</td><td></td><td class="bt-right">{account.total:,}</td>'
        f'<td class="bt-right"></td></tr></tbody></table>{mark}'
    )
    if state.run.scripted:
        st.caption(
            "Scripted agents call no model; their tokens are those that a model would have used."
        )
        return
    st.html(_costs(state))
    link_to("settings", "Prices of models", icon=":material/payments:")


def _costs(state: RunState) -> str:
    """Return what each model cost as an HTML table; a price that nobody typed stays unknown."""
    prices = {price.model: price for price in state.run.team.prices}
    rows = ""
    for model, (into, out) in state.usage.items():
        price = prices.get(model)
        each = "unknown" if price is None else f"{money(price.input)} / {money(price.output)}"
        cost = (
            tag("unknown")
            if price is None
            else money((into * price.input + out * price.output) / MILLION)
        )
        rows += (
            f"<tr><td><b>{html_escape(model or 'no name')}</b></td>"
            f'<td class="bt-right">{into:,}</td><td class="bt-right">{out:,}</td>'
            f'<td class="bt-right">{each}</td><td class="bt-right">{cost}</td></tr>'
        )
    if not rows:
        return ""
    return (
        '<table class="bt-table"><thead><tr><th>Model</th><th class="bt-right">Tokens in</th>'
        '<th class="bt-right">Out</th><th class="bt-right">Price per million, in / out</th>'
        f'<th class="bt-right">Cost</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def cost_tile(state: RunState) -> list[tuple[str, str, float]]:
    """Return value, words and used share for the tile of costs; none for scripted agents."""
    if state.run.scripted or not state.usage:
        return []
    cost, budget = cost_of(state), state.run.team.budgets.cost
    limit = f" of {money(budget)}" if budget else ""
    about = "about " if state.account.estimated else ""
    if not cost.priced:
        return [(f"unknown{limit}", "cost: no price is known", 0.0)]
    share = cost.known / budget if budget else 0.0
    if cost.unpriced:
        return [(f"at least {money(cost.known)}{limit}", "cost: not every price is known", share)]
    return [(f"{about}{money(cost.known)}{limit}", "cost", share)]
