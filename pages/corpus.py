"""Corpus: one contract over many runs.

``/corpus?contract=NAME&version=V&q=WORDS&roles=NAME&priors=HASH&fact=F&recipient=R``
"""

import streamlit as st

from core.errors import NotFoundError
from pages._ui.corpus_fit import choose_runs, only_fitting
from pages._ui.corpus_part import MOST, replay_part, results_part, values_part
from pages._ui.empty import empty_state
from pages._ui.frame import header
from pages._ui.services import services
from pages._ui.state import get_int, get_param, select_param, text_param
from pages._ui.text import count, plain
from pages._ui.trace_split import use_run_style

header("Corpus", "One contract over many runs: which fact is lost where, and in how many of them.")
use_run_style()
workspace = services().workspace
names = [info.name for info in workspace.contracts.list()]
if not names:
    empty_state(
        "No fact contract yet",
        "A contract says which facts must reach whom. Write one, or begin with a trace, then replay "
        "it over many runs here.",
        page="contracts",
        link="Write a fact contract",
    )
    st.stop()
left, middle, right = st.columns([3, 1, 3], vertical_alignment="bottom")
with right:
    words = text_param("Runs", name="q", placeholder="Words in name, file, format or task")
page = workspace.traces.list(search=words, limit=MOST)
with left:
    fits = None if get_param("contract") else only_fitting(names, page.rows)
    name = select_param(
        "Fact contract", names, name="contract", default=fits, placeholder="Choose a contract"
    )
if not name:
    st.info(
        "Choose a contract. None is chosen for you unless it is the only one that the runs fit."
    )
    st.stop()
versions = [str(found.version) for found in workspace.contracts.versions(name)]
with middle:
    if get_int("version") is not None and str(get_int("version")) not in versions:
        st.error(plain(f"{name} has no version {get_int('version')}."))
        st.stop()
    chosen = select_param("Version", versions, name="version", default=versions[0])
try:
    contract = workspace.contracts.get(name, int(chosen or versions[0])).contract
except NotFoundError as error:
    st.error(plain(error))
    st.stop()
if not page.rows:
    st.info("No run passes the filter.")
    st.stop()
more = f"; the newest {MOST:,} are taken" if page.total > MOST else ""
if words or more:
    passes = "passes" if page.total == 1 else "pass"
    st.caption(f"{count(page.total, 'run')} {passes} the filter{more}.")
table = values_part(contract, page.rows)
replay_part(contract, choose_runs(contract, page.rows), table)
results_part(contract, page.rows)
