"""Loads what ``check`` names and checks every trace."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from core.cli.checking import Checked, check_trace
from core.cli.files import (
    Found,
    kept_trace,
    load_binding,
    load_contract,
    load_priors,
    load_roles,
    load_table,
    read_traces,
)
from core.cli.ports import Lazy
from core.contract.fit import misfit
from core.contract.parameters import ParameterTable


def check_all(options: argparse.Namespace, library: Lazy) -> list[Checked]:
    """Check the traces of a file, a folder, or one in the database.

    Raises:
        BatonError: If contract, roles, priors or binding can't be used. A bad trace among
            others is part of the result instead.
    """
    contract = load_contract(options.contract, library)
    roles = load_roles(options.roles, library) if options.roles else None
    priors = load_priors(options.priors, library) if options.priors else None
    binding = load_binding(options.binding) if options.binding else None
    table = load_table(options.params, contract) if options.params else ParameterTable()
    # A run that is asked for by itself, or with a binding, is checked whatever its names.
    many = Path(options.trace).is_dir()
    results = []
    for found in _traces(options.trace, library):
        if found.error:
            results.append(Checked(source=found.source, error=found.error))
        for index, trace in enumerate(found.traces):
            source = found.source if len(found.traces) == 1 else f"{found.source}#{index + 1}"
            file = Path(found.source)
            if (
                many
                and binding is None
                and (why := misfit([a.name for a in trace.agents], contract))
            ):
                results.append(
                    Checked(
                        source=source,
                        name=trace.name,
                        misfit=why,
                        agents=trace.agent_names,
                        parties=contract.party_names,
                    )
                )
                continue
            results.append(
                check_trace(
                    trace,
                    contract,
                    source=source,
                    roles=roles,
                    priors=priors,
                    binding=binding,
                    row=table.row(trace.name, trace.digest[:12], source, file.name, file.stem),
                    encoder=options.encoder,
                )
            )
    return results


def _traces(name: str, library: Lazy) -> Iterator[Found]:
    path = Path(name)
    looks_like_id = len(name) == 12 and all(c in "0123456789abcdef" for c in name)
    if path.exists() or not looks_like_id:
        yield from read_traces(path)
        return
    yield Found(source=name, format="database", traces=(kept_trace(name, library),))
