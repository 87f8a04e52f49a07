import pytest

from storage import open_workspace


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(str(tmp_path / "baton.db")) as opened:
        yield opened
