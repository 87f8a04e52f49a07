"""One contract over many runs: choose, replay, and see what is lost where, run by run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.contract.model import Contract
from core.contract.parameters import ParameterTable, fill, read_table, values_for
from core.corpus import RunResult, Tally, tally, tally_rows
from core.drift.model import RoleSet
from core.errors import BatonError
from core.gate.model import PriorsSet
from pages._ui.badges import badge
from pages._ui.corpus_job import CorpusJob, CorpusRequest, is_made_with
from pages._ui.downloads import csv_bytes, download
from pages._ui.frame import calm, section
from pages._ui.heartbeat import heartbeat
from pages._ui.matrix import Cell, FactRow, fact_matrix
from pages._ui.person import reviewer
from pages._ui.priors_default import default_priors
from pages._ui.run_names import name_of
from pages._ui.services import cached_trace, services
from pages._ui.state import get_param, link_to, select_param, set_params
from pages._ui.status import look
from pages._ui.text import count, html_escape, plain, shorten_middle
from pages._ui.trace_split import split

MOST = 1_000
NONE = "none"
_NAME = 70
"""Characters of a run's name in the panel: two lines. Runs of one series differ in their middle too."""
_SHOWN = 25
_TABLE = "corpus:table"


def values_part(contract: Contract, infos: Sequence[Any]) -> ParameterTable:
    """Draw where the runs' values come from; return the uploaded table, or an empty one."""
    if not contract.parameters:
        return ParameterTable()
    section("Values of each run", "from a table, else from the run's metadata or its task")
    file = st.file_uploader(
        "Table of values (CSV)",
        type=["csv"],
        key=_TABLE,
        max_upload_size=5,
        help="A column 'run' with the name or id of each run, and a column for each parameter.",
    )
    table = ParameterTable()
    if file is not None:
        try:
            table = read_table(file.getvalue().decode("utf-8-sig"), contract, file.name)
        except UnicodeDecodeError:
            st.error("The table isn't UTF-8 text. Save it as CSV UTF-8.")
        except BatonError as error:
            st.error(plain(error))
    names = [parameter.name for parameter in contract.parameters]
    rows = []
    for info in infos[:_SHOWN]:
        found = values_for(contract, cached_trace(info.id), table.row(info.name, info.id))
        rows.append(
            {"Run": shorten_middle(name_of(info), 80)}
            | {
                name: f"{found.values[name]} ({found.sources[name]})"
                if name in found.values
                else "– no value"
                for name in names
            }
        )
    st.dataframe(rows, hide_index=True, alt="The value of each parameter in each run")
    notes = [f"The first {_SHOWN} of {len(infos):,} runs are shown."] if len(infos) > _SHOWN else []
    lacking = sum("– no value" in row.values() for row in rows)
    if lacking:
        notes.append(
            f"In {count(lacking, 'of these runs', 'of these runs')} a value is missing; the facts that "
            "wait for it are not checked there."
        )
    if notes:
        st.caption(" ".join(notes))
    return table


def _customary(analyses: Sequence[Any]) -> tuple[str, str, bool]:
    """Return what most runs were analysed with: role profiles, priors, consent to another model's.

    With the same documents a replay leaves their analyses, and what people decided there, as they are.
    """
    used = Counter(
        (
            info.roles.partition("@")[0],
            info.priors_hash,
            bool(info.settings.get("confirmed_other_model")),
        )
        for info in analyses
    )
    return used.most_common(1)[0][0] if used else ("", "", False)


def documents_part(
    analyses: Sequence[Any],
) -> tuple[RoleSet | None, PriorsSet | None, bool]:
    """Draw the choice of role profiles and priors; both may stay away.

    Args:
        analyses: The newest ones under the contract; their documents are the default. Where they
            have no priors, those of the workspace are.

    Returns:
        The profiles, the priors, and whether the priors may be used for models that they weren't
        measured on.
    """
    workspace = services().workspace
    role_sets = [info.name for info in workspace.roles.list()]
    priors = {info.hash: info for info in workspace.priors.list()}
    usual_roles, usual_priors, usual_consent = _customary(analyses)
    left, right = st.columns(2)
    with left:
        chosen_roles = select_param(
            "Role profiles",
            [NONE, *role_sets],
            name="roles",
            default=usual_roles if usual_roles in role_sets else NONE,
            format_func=lambda name: "None: handoffs only" if name == NONE else name,
            help="With them each run's turns are scored as well, and its agents are bound to roles as "
            "Analyse would suggest it.",
        )
    with right:
        chosen = select_param(
            "Priors",
            [NONE, *priors],
            name="priors",
            default=usual_priors if usual_priors in priors else default_priors(priors) or NONE,
            format_func=lambda key: (
                "None: every repair is refused" if key == NONE else priors[key].name
            ),
            help="Frozen counts of what repairs did for one model. Without them everything forwards.",
        )
    roles = chosen_roles if chosen_roles in role_sets else None
    counts = workspace.priors.get(chosen) if chosen in priors else None
    confirmed = counts is not None and st.checkbox(
        f"Use these priors also in runs that weren't played by {plain(counts.model)}",
        value=usual_consent,
        key="corpus:other",
        help="Statistics hold for one model. Every screen of such an analysis will say so.",
    )
    return workspace.roles.get(roles).roles if roles else None, counts, confirmed


def _decided_elsewhere(request: CorpusRequest, analyses: Sequence[Any]) -> None:
    """Say where a replay would put a newer analysis before one that people have worked on."""
    same, asked = is_made_with(request), set(request.trace_ids)
    decided = {
        info.trace_id
        for info in analyses
        if info.trace_id in asked and info.needs_review > info.open_reviews and not same(info)
    }
    if decided:
        st.html(
            f'<p class="bt-note">In {count(len(decided), "of these runs", "of these runs")} people have '
            "decided under other documents. A replay puts a newer analysis first there. What was decided "
            "stands in it where gap, text and repairs are the same, and is asked again where they "
            "aren't.</p>"
        )


def replay_part(contract: Contract, infos: Sequence[Any], table: ParameterTable) -> None:
    """Draw what the replay uses, the button that starts it, and how far it is."""
    analyses = services().workspace.analyses.list(contract=contract.name, newest_only=True)
    roles, priors, confirmed = documents_part(analyses)
    request = CorpusRequest(
        contract=contract,
        trace_ids=tuple(info.id for info in infos),
        table=table,
        settings={
            **services().setting("analysis", {}),
            "confirmed_other_model": confirmed,
        },
        roles=roles,
        priors=priors,
    )
    key = (contract.name, contract.version)
    job = services().corpus(key)
    under_way = job is not None and not job.done

    _decided_elsewhere(request, analyses)
    st.button(
        f"Replay over {count(len(infos), 'run')}",
        type="primary",
        icon=":material/play_arrow:",
        key="corpus:start",
        disabled=under_way or not infos,
        on_click=lambda: services().start_corpus(request, reviewer()),
        help="Runs that have this very analysis already are left as they are; all others get one, "
        "stored like any other.",
    )
    if job is not None:
        _progress(job)


def _progress(job: CorpusJob) -> None:
    @st.fragment
    @calm
    def follow() -> None:
        handled, done = job.handled, job.done
        if not done:
            st.progress(
                handled / max(1, job.total), text=f"{handled:,} of {count(job.total, 'run')}"
            )
            st.button("Cancel", key="corpus:cancel", icon=":material/stop:", on_click=job.cancel)
            st.session_state["corpus:watching"] = True
            heartbeat(
                0.7,
                (handled, done),
                lambda: (job.handled, job.done),
                name="corpus",
                part=True,
            )
        elif st.session_state.pop("corpus:watching", False):
            st.rerun()

    follow()
    if job.done:
        _came_to(job)


def _came_to(job: CorpusJob) -> None:
    parts = [f"{count(job.replayed, 'run')} replayed"]
    if job.there:
        parts.append(f"{job.there:,} were there already")
    if job.problems:
        parts.append(f"{len(job.problems):,} without a result")
    if job.cancelled:
        parts.append(f"cancelled after {job.handled:,} of {job.total:,}; what is stored stays")
    st.html(f'<p class="bt-quiet" role="status">{html_escape("; ".join(parts))}.</p>')
    if job.carried or job.asked_again:
        _decisions(job)
    if job.failure:
        st.error(plain(job.failure))
    if job.problems:
        with st.expander(f"{count(len(job.problems), 'run')} without a result"):
            names = {i.id: name_of(i) for i in services().workspace.traces.list(limit=MOST).rows}
            lines = "".join(
                f"<li><span><b>{html_escape(shorten_middle(names.get(key, key), 80))}</b> "
                f"{html_escape(why)}</span></li>"
                for key, why in list(job.problems.items())[:100]
            )
            st.html(f'<ul class="bt-lines">{lines}</ul>')


def _decisions(job: CorpusJob) -> None:
    """Say what became of decisions that were made under other documents."""
    parts = []
    if job.carried:
        stand = "stands" if job.carried == 1 else "stand"
        parts.append(f"{count(job.carried, 'earlier decision')} {stand} here as well")
    if job.asked_again:
        wait = "waits" if job.asked_again == 1 else "wait"
        parts.append(f"{job.asked_again:,} {wait} to be decided again; Review says why")
    st.html(f'<p class="bt-note">{html_escape("; ".join(parts))}.</p>')


def results(contract: Contract, infos: Sequence[Any]) -> list[RunResult]:
    """Return the newest analysis of each of the runs under this version of the contract."""
    names = {info.id: info.name for info in infos}
    newest: dict[str, Any] = {}
    for info in services().workspace.analyses.list(contract=contract.name):
        if info.contract_version == contract.version and info.trace_id in names:
            newest.setdefault(info.trace_id, info)
    by_id = {info.id: info for info in newest.values()}
    return [
        RunResult(
            analysis_id=key,
            trace_id=by_id[key].trace_id,
            name=names[by_id[key].trace_id],
            final=final,
            not_checked=fill(contract, by_id[key].binding.get("values", {})).not_checked,
        )
        for key, final in services().workspace.analyses.current(by_id).items()
    ]


def results_part(contract: Contract, infos: Sequence[Any]) -> None:
    """Draw what is lost where, with the runs behind each number."""
    found = results(contract, infos)
    if not found:
        st.html(
            '<div class="bt-empty"><strong>No run has been checked under this version yet</strong>'
            "<p>Replay it over the runs above. Each gets an ordinary analysis; here you then see, fact "
            "by recipient, in how many runs it was lost.</p></div>"
        )
        return
    tallies = tally(found)
    section("What is lost where", f"{count(len(found), 'run')} of {len(infos):,} checked")
    main, side = split("corpus")
    with main:
        pair = _chosen(tallies)
        _matrix(contract, tallies, found, pair)
        download(
            "These numbers as CSV",
            lambda: csv_bytes(tally_rows(tallies)),
            "corpus.csv",
            key="corpus:csv",
        )
    with side, st.container(border=True, key="bt_evidence"):
        if pair is None:
            st.caption("Nothing fell due in any run.")
        else:
            _behind(tallies[pair])


def _chosen(tallies: dict[tuple[str, str], Tally]) -> tuple[str, str] | None:
    wanted = (get_param("fact"), get_param("recipient"))
    if wanted in tallies:
        return wanted
    return max(tallies, key=lambda pair: len(tallies[pair].lost), default=None)


def _matrix(
    contract: Contract,
    tallies: dict[tuple[str, str], Tally],
    found: Sequence[RunResult],
    pair: tuple[str, str] | None,
) -> None:
    needed = {recipient for _, recipient in tallies}
    columns = [name for name in contract.party_names if name in needed]
    columns += sorted(needed - set(columns))
    rows = []
    for fact in contract.facts:
        skipped = sum(fact.id in run.not_checked for run in found)
        note = f" (not checked in {count(skipped, 'run')})" if skipped else ""
        rows.append(FactRow(fact.id, fact.statement + note, fact.critical, fact.owner))
    fact_matrix(
        rows,
        columns,
        {key: _cell(one) for key, one in tallies.items()},
        selected=pair,
        on_pick=lambda fact, recipient: set_params(fact=fact, recipient=recipient),
        key="corpus_matrix",
        label="Facts and recipients over all runs",
    )
    st.caption("“Lost in n of N”: N counts the runs of which the check is sure.")


def _cell(one: Tally) -> Cell:
    lost = len(one.lost)
    kinds = Counter(word for _, word in one.lost)
    notes = [f"{n} {look(name).word}" for name, n in sorted(kinds.items(), key=lambda k: -k[1])]
    notes += [f"{one.count(name)} {name}" for name in ("unsure", "pending") if one.count(name)]
    word = f"lost in {lost} of {one.judged}" if one.judged else look(one.worst).word
    shown = one.worst if lost or not one.judged else "ok"
    return Cell(
        shown,
        note=", ".join(notes),
        word=word,
        title=f"{one.fact} for {one.recipient}: {word} runs",
    )


def _behind(one: Tally) -> None:
    st.html(
        f'<p class="bt-panel-title"><span>{html_escape(one.fact)} for '
        f"{html_escape(one.recipient)}</span></p>"
        f'<p class="bt-note">Lost in {len(one.lost):,} of {count(one.judged, "run")}.</p>'
    )
    order = {"ok": 3, "pending": 2, "unsure": 1}
    runs = sorted(one.runs, key=lambda pair: order.get(pair[1], 0))
    with st.container(key="bt_lost_runs"):
        for run, word in runs[:_SHOWN]:
            left, right = st.columns([2, 5], vertical_alignment="center", gap="small")
            with left:
                st.html(badge(word))
            with right:
                link_to(
                    "trace_view",
                    plain(shorten_middle(run.name, _NAME)),
                    help=plain(run.name) if len(run.name) > _NAME else None,
                    analysis=run.analysis_id,
                    fact=one.fact,
                    recipient=one.recipient,
                )
    if len(runs) > _SHOWN:
        st.caption(f"{_SHOWN} of {len(runs):,} runs are shown, the lost ones first.")
    for run in one.not_checked[:_SHOWN]:
        st.html(
            f'<p class="bt-quiet">{html_escape(shorten_middle(run.name, 70))}: '
            f"{html_escape(run.not_checked[one.fact])}</p>"
        )
