"""Packages that load their names on demand have what they promise."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from core.lazy import on_demand


@pytest.mark.parametrize("package", ["core.drift", "core.provenance", "core.repair", "storage"])
def test_every_public_name_is_there(package):
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
        assert find_spec(f"{package}.{name}") is None, "a submodule would hide the name"


def test_a_name_that_is_not_there_is_an_attribute_error():
    look_up = on_demand("core.drift", {"RoleSet": "core.drift.model"})
    with pytest.raises(AttributeError, match=r"'core.drift' has no attribute 'Nothing'"):
        look_up("Nothing")
