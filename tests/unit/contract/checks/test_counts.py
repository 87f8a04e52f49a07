"""A count is that of the things it stands before, and just that count."""

from __future__ import annotations

import pytest

from core.contract.checks import compile_fact
from core.contract.model import Fact


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("The warehouse has 3 loading docks.", "conveyed"),
        ("The warehouse has over 3 loading docks.", "contradicted"),
        ("The warehouse has fewer than 3 loading docks.", "contradicted"),
        ("The warehouse used to have 3 loading docks, it has 4 now.", "contradicted"),
        ("The warehouse has 3 forklifts and 5 loading docks.", "contradicted"),
        ("The warehouse has 5 forklifts and 3 loading docks.", "conveyed"),
    ],
)
def test_a_count_is_of_its_things(text: str, lean: str) -> None:
    check = compile_fact(Fact(id="F", statement="The warehouse has 3 loading docks", kind="value"))
    assert check.states(text).lean == lean
