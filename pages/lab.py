"""Policy lab: the same episodes, decided in different ways.

``/lab?id=CALIBRATION&counts=places|episodes|same|HASH&other=yes&harm=10&least=5&wn=25&wx=200&wc=25&judge=yes``
"""

import streamlit as st

from pages._ui.frame import header
from pages._ui.lab_choice import chosen_lab, chosen_rule
from pages._ui.lab_demo import demo_offer, demo_progress
from pages._ui.lab_judge import judge_part
from pages._ui.lab_model import model_part
from pages._ui.lab_results import chart_part, episodes_part, head_part, table_part
from pages._ui.lab_words import meaning_part, warnings_part

header("Policy lab", "The same runs, decided in different ways: what would have come out?")
demo_progress()
lab, counts = chosen_lab()
if lab is None or counts is None:
    demo_offer()
    st.stop()
rule = chosen_rule()
results = counts.replay(lab, rule)
head_part(lab, results)
warnings_part(lab, counts)
chart_part(results)
table_part(lab, counts, rule, results)
episodes_part(lab, results)
meaning_part(counts)
model_part(lab)
judge_part(lab)
demo_offer()
