"""Packages whose names are loaded when somebody asks for them, so that a command pays for what it uses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package (PEP 562) that imports each name where it is first used.

    Args:
        package: ``__name__`` of the package.
        places: Public name -> the module that defines it. A name that a submodule bears as well can't
            be among them: importing the submodule would hide it.

    Returns:
        A function that looks a name up, keeps it in the package, and raises AttributeError for others.
    """

    def look_up(name: str) -> Any:
        place = places.get(name)
        if place is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(place), name)
        setattr(sys.modules[package], name, found)
        return found

    return look_up
