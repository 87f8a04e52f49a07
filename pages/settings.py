"""Name, time zone, analysis defaults, the data file, limits."""

from pages._ui.endpoint import endpoint_part
from pages._ui.frame import header
from pages._ui.opinion_part import opinion_settings
from pages._ui.prices import prices_part
from pages._ui.settings_parts import (
    analysis_defaults,
    appearance,
    data_file,
    delete_a_trace,
    limits_and_versions,
    person_and_zone,
    told,
)

header("Settings", "For this workspace and everybody who opens it.")
told()
person_and_zone()
analysis_defaults()
endpoint_part()
prices_part()
opinion_settings()
data_file()
delete_a_trace()
appearance()
limits_and_versions()
