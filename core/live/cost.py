"""What the calls of a live run have cost, as far as prices are known."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.live.team import PriceSpec, Team

if TYPE_CHECKING:
    from core.live.state import RunState

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Dollars so far, and what could not be counted."""

    known: float
    """Of the calls whose model has a price."""
    unpriced: tuple[str, ...]
    """Models that were called and have no price; empty: ``known`` is all."""
    priced: tuple[str, ...] = ()
    """Models that were called and have one."""


def cost_of(state: RunState) -> Cost:
    """Return what a run has cost so far.

    Prices are those that the run was started with. A model without a price is named, never
    guessed. Scripted agents call no model.

    Args:
        state: The run.
    """
    prices = {price.model: price for price in state.run.team.prices}
    if state.run.scripted:
        return Cost(known=0.0, unpriced=())
    known = sum(
        (into * prices[model].input + out * prices[model].output) / MILLION
        for model, (into, out) in state.usage.items()
        if model in prices
    )
    return Cost(
        known=known,
        unpriced=tuple(m for m in state.usage if m not in prices),
        priced=tuple(m for m in state.usage if m in prices),
    )


def with_prices(team: Team, known: Iterable[PriceSpec]) -> Team:
    """Return the team with prices for the models that it names none for.

    Args:
        team: Its own prices win.
        known: Those of the workspace.

    Example:
        >>> price = PriceSpec(model="tiny", input=1, output=2)
        >>> with_prices(Team(name="Duo"), [price]).prices == (price,)
        True
    """
    own = {price.model for price in team.prices}
    more = tuple(price for price in known if price.model not in own)
    return team.model_copy(update={"prices": (*team.prices, *more)})


def money(dollars: float) -> str:
    """Return an amount in words; small ones keep two digits that say something.

    Example:
        >>> money(1234.5), money(0.00042)
        ('$1,234.50', '$0.00042')
    """
    if dollars == 0 or dollars >= 0.1:
        return f"${dollars:,.2f}"
    digits = min(8, 1 - math.floor(math.log10(dollars)))
    return f"${dollars:.{digits}f}"
