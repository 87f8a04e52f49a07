"""Compiled role sets are kept between programs, and are the same number for number."""

import numpy as np
import pytest

from core.drift import geometry
from core.drift.bases import compile_once, pack_roles, unpack_roles
from core.drift.score import score_turn
from storage import open_workspace
from tests.unit.drift.helpers import TEAM, HashEncoder

TURN = "The date is wrong, so I corrected it. Author, please send the rest by noon."


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    monkeypatch.setattr(geometry, "_COMPILED", {})


class CountingEncoder(HashEncoder):
    def __init__(self):
        self.calls = 0

    def encode(self, texts):
        self.calls += 1
        return super().encode(texts)


def test_a_second_program_takes_the_bases_from_the_file(tmp_path, monkeypatch):
    url = str(tmp_path / "baton.db")
    with open_workspace(url) as workspace:
        first = compile_once(TEAM, CountingEncoder(), workspace.bases)
    monkeypatch.setattr(geometry, "_COMPILED", {})
    encoder = CountingEncoder()
    with open_workspace(url) as workspace:
        second = compile_once(TEAM, encoder, workspace.bases)
    assert encoder.calls == 0
    assert (second.tau, second.warnings) == (first.tau, first.warnings)
    for name, role in first.roles.items():
        assert np.array_equal(second.roles[name].own, role.own)
        assert np.array_equal(second.roles[name].other, role.other)
        assert score_turn(second, name, TURN) == score_turn(first, name, TURN)


def test_the_process_remembers_without_asking_the_file(tmp_path):
    encoder = CountingEncoder()
    with open_workspace(str(tmp_path / "baton.db")) as workspace:
        first = compile_once(TEAM, encoder, workspace.bases)
    assert compile_once(TEAM, encoder, workspace.bases) is first  # the file is closed by now


def test_a_changed_profile_is_compiled_again_and_replaces_the_old_bases(tmp_path):
    changed = TEAM.model_copy(update={"roles": TEAM.roles[:2]})
    encoder = HashEncoder()
    with open_workspace(str(tmp_path / "baton.db")) as workspace:
        old = compile_once(TEAM, encoder, workspace.bases)
        new = compile_once(changed, encoder, workspace.bases)
        assert list(new.roles) == ["Checker", "Doer"]
        assert workspace.bases.get(old.digest) is None
        assert workspace.bases.get(new.digest) is not None


def test_bytes_of_something_else_or_damaged_ones_are_no_bases():
    encoder = HashEncoder()
    content = pack_roles(geometry.compile_roles(TEAM, encoder))
    other = TEAM.model_copy(update={"roles": TEAM.roles[:2]})
    assert unpack_roles(content, other, encoder) is None
    assert unpack_roles(content[:200], TEAM, encoder) is None
    assert unpack_roles(b"", TEAM, encoder) is None
    assert unpack_roles(content, TEAM, encoder) is not None
