"""The five repairs."""

from __future__ import annotations

from core.repair.ask import Ask
from core.repair.base import Repair
from core.repair.decompose import Decompose
from core.repair.integrate import Integrate
from core.repair.retrieve import Retrieve
from core.repair.verify import Verify

REPAIRS: tuple[type[Repair], ...] = (Integrate, Retrieve, Ask, Decompose, Verify)
"""All repairs, in the order in which they are considered and shown."""
