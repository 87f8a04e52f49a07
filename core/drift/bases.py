"""A compiled role set as bytes, so that it is compiled once and not once for each program.

Compiling encodes every clause of every demonstration and calibrates tau; with a large encoder that
takes minutes. What comes out depends on the role set, the encoder and the code alone, and all three are
in its digest.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Protocol

import numpy as np

from core.drift.behaviour import Behaviour, role_axes
from core.drift.encoders import Encoder
from core.drift.geometry import (
    CompiledRoles,
    RoleGeometry,
    remember,
    remembered,
    role_geometry,
    role_set_digest,
)
from core.drift.geometry import compile_roles as compile_afresh
from core.drift.model import RoleSet

_FORM = 1


class BasesStore(Protocol):
    """Keeps compiled role sets between programs."""

    def get(self, digest: str) -> bytes | None:
        """Return what was put under a digest, or None."""
        ...

    def put(self, digest: str, content: bytes, *, roles: str, version: int, encoder: str) -> None:
        """Keep a compiled role set; earlier ones of the same name and encoder may be dropped."""
        ...


def compile_once(roles: RoleSet, encoder: Encoder, store: BasesStore) -> CompiledRoles:
    """Compile a role set, or take it from a store where an earlier program has put it.

    Args:
        roles: The profiles.
        encoder: What turns text into vectors.
        store: Where compiled role sets are kept.

    Returns:
        The same as :func:`core.drift.compile_roles`, number for number.

    Raises:
        DocumentError: A typed rule that can't be understood.
    """
    digest = role_set_digest(roles, encoder)
    known = remembered(digest, encoder)
    if known is not None:
        return known
    content = store.get(digest)
    found = unpack_roles(content, roles, encoder) if content else None
    if found is not None:
        return found
    compiled = compile_afresh(roles, encoder)
    store.put(
        digest,
        pack_roles(compiled),
        roles=roles.name,
        version=roles.version,
        encoder=compiled.encoder_name,
    )
    return compiled


def pack_roles(compiled: CompiledRoles) -> bytes:
    """Return a compiled role set as bytes: arrays and texts, nothing that runs when it is read."""
    behaviour = compiled.behaviour
    arrays = {"centre": behaviour.centre, "axes": behaviour.axes, "topics": behaviour.topics}
    for number, vector in enumerate(behaviour.left_out.values()):
        arrays[f"left_out_{number}"] = vector
    for number, role in enumerate(compiled.roles.values()):
        arrays[f"own_{number}"] = role.basis
        arrays[f"other_{number}"] = role.other_basis
    facts = {
        "form": _FORM,
        "digest": compiled.digest,
        "tau": compiled.tau,
        "warnings": compiled.warnings,
        "left_out": list(behaviour.left_out),
    }
    arrays["facts"] = np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def unpack_roles(content: bytes, roles: RoleSet, encoder: Encoder) -> CompiledRoles | None:
    """Read what :func:`pack_roles` wrote; None if it belongs to something else or is damaged.

    The role set is remembered for the process, so that :func:`core.drift.compile_roles` finds it.
    """
    digest = role_set_digest(roles, encoder)
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            facts = json.loads(bytes(arrays["facts"]))
            if facts["form"] != _FORM or facts["digest"] != digest:
                return None
            behaviour = Behaviour(
                encoder=encoder,
                centre=arrays["centre"],
                axes=arrays["axes"],
                topics=arrays["topics"],
                axis_of=role_axes(roles.roles) if arrays["axes"].shape[1] else {},
                left_out={
                    text: arrays[f"left_out_{number}"]
                    for number, text in enumerate(facts["left_out"])
                },
            )
            geometry: dict[str, RoleGeometry] = {
                profile.name: role_geometry(
                    profile, arrays[f"own_{number}"], arrays[f"other_{number}"], roles.roles
                )
                for number, profile in enumerate(roles.roles)
            }
    except (KeyError, ValueError, TypeError, OSError, EOFError, zipfile.BadZipFile):
        return None
    compiled = CompiledRoles(
        name=roles.name,
        version=roles.version,
        digest=digest,
        encoder=encoder,
        behaviour=behaviour,
        roles=geometry,
        tau=float(facts["tau"]),
        warnings=tuple(facts["warnings"]),
    )
    remember(compiled)
    return compiled
