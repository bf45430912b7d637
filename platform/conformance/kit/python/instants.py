"""Instants: milliseconds since the epoch, as docs/reference/evidence/README.md reads them."""

from __future__ import annotations

import re
from datetime import date

SKEW_MS = 60_000
DAY_MS = 86_400_000

_INSTANT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)


def milliseconds(text: object) -> int | None:
    """The instant of a text, or None if it is none."""
    match = _INSTANT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    offset_hour, offset_minute = int(match[9] or 0), int(match[10] or 0)
    if hour > 23 or minute > 59 or second > 59 or offset_hour > 23 or offset_minute > 59:
        return None
    try:  # Python's years begin with 1; four hundred years are a whole number of weeks and leap years.
        days = date(year + 400, month, day).toordinal() - date(2370, 1, 1).toordinal()
    except ValueError:
        return None
    offset = (offset_hour * 60 + offset_minute) * (-1 if match[8] == "-" else 1)
    seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    return seconds * 1000 + int(((match[7] or "") + "000")[:3])
