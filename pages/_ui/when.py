"""Times, in the one zone that the workspace names.

    when(trace_info.imported_at)     # '30 Nov 2026, 11:05 UTC'
    zone_name()                      # 'Europe/Berlin'

Stored times are UTC; exports carry ISO 8601 with an offset (``iso``).
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pages._ui.services import services

_KEY = "timezone"


@cache
def zone_names() -> tuple[str, ...]:
    """Return all zones a person can choose, UTC first."""
    names = sorted(n for n in available_timezones() if "/" in n and not n.startswith("Etc/"))
    return ("UTC", *names)


def zone_name() -> str:
    """Return the name of the zone that every page uses."""
    return str(services().setting(_KEY, "UTC"))


def set_zone(name: str) -> None:
    """Use another zone on every page."""
    services().set_setting(_KEY, name)


def when(moment: datetime | None, *, seconds: bool = False) -> str:
    """Return a time for people, with its zone; 'no time recorded' for None."""
    if moment is None:
        return "no time recorded"
    try:
        zone = ZoneInfo(zone_name())
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    here = _aware(moment).astimezone(zone)
    return (
        f"{here.day} {here:%b %Y, %H:%M:%S %Z}" if seconds else f"{here.day} {here:%b %Y, %H:%M %Z}"
    )


def iso(moment: datetime | None) -> str:
    """Return a time for files: ISO 8601 in UTC with its offset, or an empty string."""
    return _aware(moment).astimezone(UTC).isoformat(timespec="seconds") if moment else ""


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
