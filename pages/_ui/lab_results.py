"""What the policies came to: a sentence, a chart, a table, and the files to take home."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.gate.priors import priors_hash
from core.gate.statistics import mcnemar_exact
from core.gate.utility import GateRule
from core.probe.lab import PolicyResult
from core.probe.lab_export import lab_document
from pages._ui.badges import tag
from pages._ui.downloads import csv_bytes, download, safe_file_name
from pages._ui.frame import section
from pages._ui.lab_choice import Counts, Lab
from pages._ui.text import count, html_escape, visible
from pages._ui.trace_split import use_run_style

_WON, _LOST = "#2e8b57", "#c2571a"
_OURS = "full"


def by_name(results: Sequence[PolicyResult]) -> dict[str, PolicyResult]:
    """Return the results by the policy's name."""
    return {result.name: result for result in results}


def p_words(p: float) -> str:
    """Return a p-value for people."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def head_part(lab: Lab, results: Sequence[PolicyResult]) -> None:
    """Draw what was replayed, and in a sentence or two what came out."""
    use_run_style()
    spec = lab.spec
    marks = [tag(f"{spec.team.name}@{spec.team.version}"),
             tag(f"{spec.contract.name}@{spec.contract.version}"),
             tag(f"test {spec.verifier.name}@{spec.verifier.version}"),
             tag("scripted agents" if lab.is_scripted else ", ".join(lab.models) or "no model")]  # fmt: skip
    words = verdict_words(by_name(results), is_scripted=lab.is_scripted)
    st.html(
        f'<p class="bt-row">{"".join(marks)}</p>'
        f'<p class="bt-verdict">{html_escape(words[0])}</p>'
        f'<p class="bt-quiet">{html_escape(" ".join(words[1:]))}</p>'
    )


def verdict_words(found: dict[str, PolicyResult], *, is_scripted: bool = False) -> list[str]:
    """Return what came out: first the best policy and the gate, then repairing everything.

    Args:
        found: The results by the policy's name.
        is_scripted: Whether scripted agents played, of whom nothing follows for any model.
    """
    never, full, always = found["never"], found[_OURS], found["always"]
    n = never.episodes
    best = max(found.values(), key=lambda one: (one.passed, one is full))
    gate = f"ith the gate {full.passed} of {n} runs end well, without any repair {never.passed}: {_pair_words(full)}."
    if best is full:
        said = [f"W{gate}", "No other policy ends more runs well than the gate."]
    else:
        said = [
            f"“{best.title}” came out best, with {best.passed} of {n}. W{gate}",
            _against(full, best),
            _no_argument(len(found), n, is_scripted=is_scripted),
        ]
    if full.wins + full.losses:
        said.append(
            f"If the gate changed nothing on the whole, a result so lopsided would come up with a "
            f"probability of {p_words(full.p).replace('< ', 'less than ')} (exact McNemar)."
        )
    said.append(f"Repairing every gap: {always.passed} of {n}, {_pair_words(always)}.")
    return said


def _against(gate: PolicyResult, best: PolicyResult) -> str:
    """Return what it means that another policy did better than the gate in these runs."""
    pairs = [(g.passed, b.passed) for g, b in zip(gate.replayed, best.replayed, strict=True)]
    missed, spared = pairs.count((False, True)), pairs.count((True, False))
    p = mcnemar_exact(missed, spared)
    said = (
        f"“{best.title}” ends {count(missed, 'run')} well that the gate leaves failing, and "
        f"{spared} the other way round (p {p_words(p)}, exact McNemar)."
    )
    if p >= 0.05:
        return f"{said} That difference may be chance."
    return (
        f"{said} That is what the gate's caution cost here: where its counts don't show that a "
        "repair helps without harm, it repairs nothing."
    )


def _no_argument(policies: int, episodes: int, *, is_scripted: bool) -> str:
    """Return why a policy that did better here is no argument against the gate."""
    by = " played by scripted agents, which say nothing about any model" if is_scripted else ""
    return (
        f"That is no argument against the gate yet: it is the best of {policies} policies, picked "
        f"after the fact, on {count(episodes, 'run')} of one team and one test{by}."
    )


def _pair_words(result: PolicyResult) -> str:
    if not result.interventions:
        return "nothing was repaired"
    return f"{result.wins} won, {result.losses} lost"


def chart_part(results: Sequence[PolicyResult]) -> None:
    """Draw for each policy how many runs it won and lost against doing nothing."""
    from plotly.graph_objects import Bar, Figure

    from pages._ui.charts import hover, show

    section("Runs won and lost against no repair", "of the same runs, one by one")
    shown = list(results)
    labels = [f"{hover(r.title, 40)}  <b>{r.passed}</b> of {r.episodes}" for r in shown]
    figure = Figure()
    for name, values, colour in (
        ("lost", [-r.losses for r in shown], _LOST),
        ("won", [r.wins for r in shown], _WON),
    ):
        if name == "lost" and not any(values):
            continue  # no colour in the legend that no bar has
        figure.add_trace(
            Bar(
                x=values, y=labels, orientation="h", name=f"Runs {name}",
                marker={"color": colour, "pattern": {"shape": "/" if name == "lost" else ""}},
                text=[f"{'−' if name == 'lost' else '+'}{abs(v)}" if v else "" for v in values],
                textposition="outside", cliponaxis=False, width=0.62,
                hovertext=[f"{hover(r.title, 40)}: {r.wins} won, {r.losses} lost, p {p_words(r.p)}"
                           if r.name != "never" else hover(r.title, 40) for r in shown],
                hoverinfo="text",
            )
        )  # fmt: skip
    most = max([1, *(r.wins for r in shown), *(r.losses for r in shown)])
    least = max([r.losses for r in shown] or [0])
    figure.update_layout(barmode="relative", bargap=0.3)
    figure.update_yaxes(autorange="reversed", title=None, tickfont={"size": 13})
    figure.update_xaxes(
        range=[-(least + most * 0.15), most * 1.15], zeroline=True, zerolinewidth=2,
        zerolinecolor="#8a98a5", showgrid=False, showticklabels=False,
    )  # fmt: skip
    said = "; ".join(
        f"{r.title}: {r.wins} won, {r.losses} lost" for r in shown if r.name != "never"
    )
    show(figure, key="lab:chart", alt=f"Runs won and lost against no repair. {said}.",
         height=100 + 38 * len(shown))  # fmt: skip


def table_part(lab: Lab, counts: Counts, rule: GateRule, results: Sequence[PolicyResult]) -> None:
    """Draw the table and its downloads."""
    section("Policies", f"{count(results[0].episodes, 'episode')}; p against no repair")
    head = (
        '<th>Policy</th><th class="bt-right">Success</th><th class="bt-right">95 %</th>'
        '<th class="bt-right">Won</th><th class="bt-right">Lost</th><th class="bt-right">p</th>'
        '<th class="bt-right">Repairs</th><th class="bt-right">of them changed nothing</th>'
        '<th class="bt-right">Tokens a run</th>'
    )
    never = by_name(results)["never"]
    body = "".join(_row(one, never) for one in results)
    st.html(
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Policies">'
        f'<table class="bt-table bt-wide bt-num"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )
    name = f"policies-{lab.name}"
    with st.container(horizontal=True):
        download(
            "CSV", lambda: csv_bytes(policy_rows(results)), safe_file_name(name, "csv"),
            key="lab:csv", help="The table, one line for each policy.",
        )  # fmt: skip
        download(
            "JSON",
            lambda: json.dumps(document(lab, counts, rule, results), indent=2).encode(),
            safe_file_name(name, "json"), key="lab:json",
            help="The table, the gate's limits, whose counts, and every episode under every policy.",
        )  # fmt: skip


def _row(one: PolicyResult, never: PolicyResult) -> str:
    right = '<td class="bt-right">'
    idle = (
        f"{one.unchanged} ({one.unchanged / one.interventions:.0%})" if one.interventions else "–"
    )
    more = one.tokens / never.tokens - 1 if never.tokens else 0.0
    extra = f' <span class="bt-muted">{more:+.1%}</span>' if one.name != "never" else ""
    title = html_escape(one.title)
    is_native = one.name == "never"
    return (
        f"<tr><td>{f'<b>{title}</b>' if one.name == _OURS else title}</td>"
        f"{right}<b>{one.success:.1%}</b> <span class='bt-muted'>{one.passed}/{one.episodes}</span></td>"
        f"{right}{one.interval.low:.0%}–{one.interval.high:.0%}</td>"
        f"{right}{'–' if is_native else one.wins}</td>{right}{'–' if is_native else one.losses}</td>"
        f"{right}{'–' if is_native else p_words(one.p)}</td>{right}{one.interventions}</td>"
        f"{right}{idle}</td>{right}{one.tokens / max(1, one.episodes):,.0f}{extra}</td></tr>"
    )


def episodes_part(lab: Lab, results: Sequence[PolicyResult]) -> None:
    """Draw what each policy did in each episode in which there was something to decide."""
    decided = [(n, e) for n, e in enumerate(lab.episodes) if e.arms]
    with st.expander(
        f"Episode by episode: {count(len(decided), 'episode')} with a gap that could be repaired",
        icon=":material/list:",
    ):
        st.caption(
            "✓ the test passes, ✕ it fails. In all other episodes there was nothing to decide, so they end "
            "alike under every policy; they count for the shares above."
        )
        st.dataframe(
            [
                {
                    "Fault": episode.fault,
                    "Fact": visible(episode.fact),
                    "Place": episode.place,
                    "Seed": episode.seed,
                    "Gap": episode.detected,
                    **{r.title: _did(r.replayed[n].repair, r.replayed[n].passed) for r in results},
                }
                for n, episode in decided
            ],
            hide_index=True,
            height=min(420, 40 + 35 * len(decided)),
        )


def _did(repair: str | None, passed: bool) -> str:
    mark = "✓" if passed else "✕"
    return f"{mark} {repair}" if repair else mark


def policy_rows(results: Sequence[PolicyResult]) -> list[dict[str, Any]]:
    """Return the table as flat rows."""
    return [one.to_row() for one in results]


def document(
    lab: Lab, counts: Counts, rule: GateRule, results: Sequence[PolicyResult]
) -> dict[str, Any]:
    """Return everything that is on the page as JSON values."""
    used: dict[str, Any] = {"from": counts.source if counts.priors is None else "set"}
    if counts.priors is not None:
        used |= {
            "name": counts.priors.name,
            "hash": priors_hash(counts.priors),
            "measured_on": counts.priors.model,
            "of_other_model": counts.of_other_model,
            "confirmed": counts.confirmed,
        }
    return lab_document(lab.id, lab.spec, lab.state, results, rule, used)
