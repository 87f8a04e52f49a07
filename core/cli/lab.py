"""``python -m core lab``: a calibration's episodes under policies, in a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.cli.files import load_priors
from core.cli.options import check_numbers
from core.cli.ports import Lazy, Library
from core.cli.terminal import clean, p_words, table
from core.gate.utility import PUBLISHED_RULE, GateRule

if TYPE_CHECKING:
    from core.probe.lab import PolicyResult
    from core.probe.record import ProbeState
    from core.probe.spec import ProbeSpec

EARLY = 3


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    command.add_argument("calibration", metavar="ID", help="as probe names it")
    counts = command.add_mutually_exclusive_group()
    counts.add_argument("--priors", metavar="P", help="frozen counts: file, name or hash")
    counts.add_argument("--by-episode", action="store_true", help="counts of the other episodes")
    counts.add_argument("--same", action="store_true", help="counts of these episodes: flatters")
    command.add_argument(
        "--other-model", action="store_true", help="use --priors although measured on another model"
    )
    rule = PUBLISHED_RULE
    for flag, kind, default in (
        ("--max-harm", float, rule.max_harm),
        ("--min-episodes", int, rule.min_episodes),
        ("--neutral-weight", float, rule.neutral_weight),
        ("--harm-weight", float, rule.harm_weight),
        ("--cost-weight", float, rule.cost_weight),
    ):
        command.add_argument(flag, type=kind, default=default, metavar="N", help=f"default {default}")  # fmt: skip
    command.add_argument("--ask", metavar="MODEL", help="have a model decide; answers are kept")
    command.add_argument("--max-calls", type=int, default=0, metavar="N", help="budget of --ask")
    command.add_argument("--max-tokens", type=int, default=0, metavar="N", help="budget of --ask")
    command.add_argument(
        "--timeout", type=float, default=120.0, metavar="SECONDS",
        help="most seconds for one answer of the model; default 120",
    )  # fmt: skip
    command.add_argument("--json", action="store_true", help="print everything as JSON")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )


def run_lab(options: argparse.Namespace, library: Lazy) -> int:
    """Replay the episodes under all policies.

    Returns:
        0; 3 if ``--ask`` ended before every gap was decided about.

    Raises:
        BatonError: The calibration isn't there, has no episodes, or a set or number can't be used.
    """
    from core.errors import InputError
    from core.probe.lab import compared
    from core.probe.lab_export import lab_document
    from core.probe.record import fold_records

    check_numbers(
        options, "--max-harm", "--min-episodes", "--neutral-weight", "--harm-weight",
        "--cost-weight", "--max-calls", "--max-tokens",
    )  # fmt: skip
    check_numbers(options, "--timeout", positive=True)
    known = library.get()
    try:
        spec = known.probes.spec(options.calibration)
        code = _ask(options, known) if options.ask else 0
        state = fold_records(known.probes.records(options.calibration))
    finally:
        known.close()
    if not any(episode.arms for episode in compared(state.episodes)):
        raise InputError("No episode of this calibration has a gap that a repair could mend.")
    rule = replace(
        PUBLISHED_RULE, max_harm=options.max_harm, min_episodes=options.min_episodes,
        neutral_weight=options.neutral_weight, harm_weight=options.harm_weight,
        cost_weight=options.cost_weight,
    )  # fmt: skip
    results, counts = _replay(options, library, spec, state, rule)
    if options.json:
        found = lab_document(options.calibration, spec, state, results, rule, counts)
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return code
    print(f"Counts: {clean(counts['words'])}. p against never, exact McNemar test.")
    print(policy_table(results))
    return code


def _replay(
    options: argparse.Namespace,
    library: Lazy,
    spec: ProbeSpec,
    state: ProbeState,
    rule: GateRule,
) -> tuple[tuple[PolicyResult, ...], dict[str, Any]]:
    from core.gate.priors import priors_hash
    from core.probe.counts import freeze
    from core.probe.decide import model_policies
    from core.probe.lab import compare_policies
    from core.probe.policies import POLICIES

    reference = state.plan.cost_reference if state.plan else 1
    more: dict[str, Any] = {"by_place": not options.by_episode, "cost_reference": reference}
    counts: dict[str, Any] = {"from": "places", "words": "other places of this calibration"}
    if options.by_episode:
        counts = {"from": "episodes", "words": "other episodes of this calibration"}
    elif options.same:
        more["priors"] = {p.model: p for p in freeze(spec, state.episodes, reference)}
        counts = {"from": "same", "words": "these very episodes, which flatters the gate"}
    elif options.priors:
        priors = load_priors(options.priors, library)
        more |= {"priors": priors, "for_any_model": options.other_model}
        counts = {
            "from": "set", "name": priors.name, "hash": priors_hash(priors),
            "measured_on": priors.model, "confirmed": options.other_model,
            "words": f"{priors.name}, measured on {priors.model}"
            + ("" if options.other_model else "; for that model alone"),
        }  # fmt: skip
    policies = (*POLICIES.values(), *model_policies(state))
    return compare_policies(state.episodes, rule=rule, policies=policies, **more), counts


def _ask(options: argparse.Namespace, known: Library) -> int:
    from core.llm.endpoint import Endpoint
    from core.llm.openai_client import OpenAIModel
    from core.probe.decide import ask_model

    def show(number: int, of: int) -> None:
        if not options.json:
            print(f"gap {number + 1} of {of}", file=sys.stderr)

    endpoint = replace(Endpoint.from_environment(), seconds=options.timeout)
    asked = ask_model(
        known.probes, options.calibration, OpenAIModel(endpoint), options.ask,
        author="command line", most_calls=options.max_calls, most_tokens=options.max_tokens,
        show=show,
    )  # fmt: skip
    if asked.ended == "done":
        return 0
    print("The budget is used up; run it again to go on.", file=sys.stderr)
    return EARLY


def policy_table(results: tuple[PolicyResult, ...]) -> str:
    """Return the results as a table for a terminal."""
    rows: list[tuple[str, ...]] = [("policy", "success", "95 %", "wins", "losses", "p", "tokens",
                                    "repairs", "of them without effect")]  # fmt: skip
    for one in results:
        rows.append((clean(one.title, 40), f"{one.success:.1%}",
                     f"{one.interval.low:.0%}-{one.interval.high:.0%}", str(one.wins),
                     str(one.losses), p_words(one.p), str(one.tokens), str(one.interventions),
                     str(one.unchanged)))  # fmt: skip
    return table(rows)
