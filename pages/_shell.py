"""What every page shares: set-up, style, navigation, and a calm answer to errors."""

from pathlib import Path

import streamlit as st

from pages._ui.address import arrive
from pages._ui.frame import ASSETS, guard, style
from pages._ui.person import person_badge
from pages._ui.services import services

PAGES = [
    ("home", "Home", "home", "What waits for you."),
    ("traces", "Traces", "upload_file", "Import, look through and analyse runs."),
    ("contracts", "Fact contracts", "fact_check", "Which facts must reach which agents."),
    ("roles", "Role profiles", "badge", "What each role may do."),
    ("live", "Live runs", "play_circle", "Teams at work, with the controller between them."),
    ("teams", "Teams", "groups", "Agents, who may write to whom, and their task."),
    ("trace_view", "Trace view", "grid_on", "Which fact was lost, and where."),
    ("corpus", "Corpus", "stacked_bar_chart", "One contract over many runs: what is lost where."),
    ("provenance", "Provenance", "account_tree", "Where each fact came from and went."),
    ("drift", "Role drift", "show_chart", "How far each turn leaves its role."),
    ("review", "Review", "rule", "Decide on flagged handoffs."),
    ("calibration", "Calibration", "labs", "Which repair helps a team of yours: measure it."),
    ("priors", "Priors", "balance", "What repairs did in calibration."),
    ("lab", "Policy lab", "science", "The same runs, decided in different ways."),
    ("settings", "Settings", "settings", "Name, time zone, backup, limits."),
]
"""File, title, icon and hint of every page, in the order of the menu."""

st.set_page_config(
    # Before the navigation, whose icon would otherwise be fetched from the internet.
    page_icon=ASSETS / "favicon.png",
    layout="wide",
    initial_sidebar_state=220,
)
st.logo(str(ASSETS / "logo.svg"), icon_image=str(ASSETS / "mark.svg"), size="medium")
style()
page = st.navigation(
    [
        st.Page(
            f"{name}.py",
            title=title,
            icon=f":material/{icon}:",
            help=hint,
            default=name == "home",
        )
        for name, title, icon, hint in PAGES
        if (Path(__file__).parent / f"{name}.py").is_file()
    ],
    expanded=True,
)
st.set_page_config(page_title=f"{page.title} · Baton")
with guard():
    services()
    arrive(page.url_path or "home")
    with st.sidebar, st.container(key="person"):
        person_badge()
    page.run()
