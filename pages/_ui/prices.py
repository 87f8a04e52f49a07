"""Prices of models, as somebody typed them; a price that nobody typed stays unknown."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from core.live.team import PriceSpec
from pages._ui.frame import calm, section
from pages._ui.services import services

SETTING = "prices"
_TOLD = "prices:told"


def known_prices() -> tuple[PriceSpec, ...]:
    """Return the workspace's prices."""
    kept = services().setting(SETTING, [])
    return tuple(PriceSpec.model_validate(value) for value in kept)


@calm
def prices_part() -> None:
    """Draw the prices of the workspace, to be typed; a live run keeps those it was started with."""
    section("Prices of models", "dollars per million tokens; live runs count their costs with them")
    rows = [{"Model": p.model, "Prompts": p.input, "Answers": p.output} for p in known_prices()]
    with st.form("settings:prices"):
        given = price_table(rows, key="settings:prices:table")
        st.html(
            '<p class="bt-quiet">The name is the one that agents give. A model without a price costs '
            "an unknown amount, and the run says so. A team can name prices of its own.</p>"
        )
        saved = st.form_submit_button("Save", type="primary")
    if saved:
        prices = read_prices(given)
        services().set_setting(SETTING, [p.model_dump(mode="json") for p in prices])
        st.session_state[_TOLD] = True
        st.rerun()
    if st.session_state.pop(_TOLD, False):
        st.success("Saved. Runs that go on keep their prices.", icon=":material/check_circle:")


def price_table(rows: list[dict[str, Any]], *, key: str) -> list[dict[str, Any]]:
    """Draw an editable table of prices; return its rows."""
    number = st.column_config.NumberColumn
    table = pd.DataFrame(rows, columns=["Model", "Prompts", "Answers"])
    edited = st.data_editor(
        table.astype({"Model": "string", "Prompts": "float", "Answers": "float"}),
        key=key,
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        column_config={
            "Model": st.column_config.TextColumn(width="large", max_chars=200),
            "Prompts": number("Prompts, $ per million", min_value=0.0, format="%.4g"),
            "Answers": number("Answers, $ per million", min_value=0.0, format="%.4g"),
        },
    )
    return [
        {name: None if pd.isna(value) else value for name, value in row.items()}
        for row in edited.to_dict("records")
    ]


def read_prices(rows: list[dict[str, Any]]) -> tuple[PriceSpec, ...]:
    """Return the complete rows; a row without a name or with one number only says nothing."""
    found: dict[str, PriceSpec] = {}
    for row in rows:
        name = str(row.get("Model") or "").strip()
        numbers = [row.get("Prompts"), row.get("Answers")]
        if name and all(n is not None and math.isfinite(n) for n in numbers):
            found[name] = PriceSpec(model=name, input=float(numbers[0]), output=float(numbers[1]))
    return tuple(found.values())
