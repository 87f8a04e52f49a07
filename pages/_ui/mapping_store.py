"""How saved mappings lie among the settings of a workspace: one entry each, as YAML.

An entry is named by a hash, since a person may call a mapping anything.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from core.errors import BatonError
from core.trace.mapping import Mapping as RecordMapping
from core.trace.mapping_file import mapping_from_yaml, mapping_to_yaml

log = logging.getLogger("baton")
_PREFIX = "mapping:"


@dataclass(frozen=True)
class SavedMapping:
    """A mapping that somebody saved."""

    mapping: RecordMapping
    yaml: str

    @property
    def name(self) -> str:
        """What it is called."""
        return self.mapping.name


def mapping_key(name: str) -> str:
    """Return the name of the setting that holds a mapping."""
    return _PREFIX + sha256(name.encode("utf-8", "replace")).hexdigest()[:16]


def as_setting(mapping: RecordMapping) -> dict[str, str]:
    """Return the value of the setting that holds a mapping."""
    return {"yaml": mapping_to_yaml(mapping)}


def load_mappings(settings: Mapping[str, Any]) -> list[SavedMapping]:
    """Return the mappings among the settings, by name; one that can't be read is left out."""
    found = []
    for key, value in settings.items():
        if not key.startswith(_PREFIX):
            continue
        try:
            text = str(value["yaml"])
            found.append(SavedMapping(mapping_from_yaml(text), text))
        except (BatonError, KeyError, TypeError):
            log.warning("a saved mapping can't be read: %s", key)
    return sorted(found, key=lambda saved: saved.name.casefold())
