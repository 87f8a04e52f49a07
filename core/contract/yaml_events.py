"""The one place that knows the YAML library's reading side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML


def yaml_events(text: str) -> Iterator[Any]:
    """Yield the parser events of a YAML text; nothing is constructed.

    Args:
        text: YAML 1.2 text.

    Raises:
        Exception: Whatever the parser raises; the caller rewrites it for people.
    """
    yaml = YAML(typ="safe", pure=True)
    yield from yaml.parse(text)
