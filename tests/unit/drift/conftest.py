"""Property tests here are about numbers, not about the speed of a busy machine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("calm", deadline=None)
settings.load_profile("calm")
