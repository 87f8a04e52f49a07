"""Examples in docstrings run as they stand."""

import doctest
import importlib
import pkgutil

import pytest

import core


def _modules():
    for found in pkgutil.walk_packages(core.__path__, "core."):
        if found.name != "core.__main__":
            yield found.name


@pytest.mark.parametrize("name", sorted(_modules()))
def test_examples_hold(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
