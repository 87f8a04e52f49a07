"""What a run fills into a contract with parameters: shown before an analysis, and to be corrected."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.contract.binding import Binding
from core.contract.model import Contract
from core.contract.parameters import LONGEST, Values, fill, values_for
from pages._ui.services import cached_trace
from pages._ui.text import plain


def run_values(trace_id: str, contract: Contract, binding: Binding) -> Binding:
    """Draw a field for each parameter, with what the run itself says in it.

    Args:
        trace_id: The run.
        contract: With or without parameters.
        binding: Who is who.

    Returns:
        The binding with the values that the person sees.
    """
    if not contract.parameters:
        return binding
    found = values_for(contract, cached_trace(trace_id))
    st.html(
        '<p class="bt-quiet">The contract leaves these values to each run. '
        "A fact whose value is missing is not checked.</p>"
    )
    values = value_fields(
        contract, found, key=f"values:{trace_id}", placeholder="no value in this run"
    )
    missing = fill(contract, values).not_checked
    if missing:
        st.caption(plain(f"Not checked then: {', '.join(missing)}."))
    return replace(binding, values=values)


def value_fields(
    contract: Contract, found: Values, *, key: str, placeholder: str
) -> dict[str, str]:
    """Draw a field for each parameter; return what stands in them.

    Args:
        contract: Declares the parameters.
        found: What is known already, and from where.
        key: Beginning of the widgets' keys.
        placeholder: What stands in a field without a value.
    """
    values = {}
    with st.container(horizontal=True):
        for parameter in contract.parameters:
            source = found.sources.get(parameter.name, "")
            label = f"{{{parameter.name}}}" + (f", from {source}" if source else "")
            given = st.text_input(
                plain(label),
                value=found.values.get(parameter.name, ""),
                max_chars=LONGEST,
                key=f"{key}:{contract.name}:{contract.version}:{parameter.name}",
                placeholder=placeholder,
                help=plain(parameter.description) or None,
                width=260,
            )
            if (given or "").strip():
                values[parameter.name] = str(given).strip()
    return values
