"""Whether bytes are exactly one CBOR map, as devices write their extensions: docs/reference/evidence/keys.md."""

from __future__ import annotations

MAX_LEVELS = 8


def is_one_map(data: bytes) -> bool:
    """Definite lengths in their shortest form, no key twice, no tags, nothing behind the map."""
    try:
        return data[0] >> 5 == 5 and _end(data, 0, 1) == len(data)
    except (IndexError, ValueError):
        return False


def _end(data: bytes, at: int, level: int) -> int:
    """Where the item that begins at `at` ends."""
    if level > MAX_LEVELS:
        raise ValueError("too deep")
    major, info = data[at] >> 5, data[at] & 31
    if major == 6 or info > 27:
        raise ValueError("a tag, or no definite length")
    if major == 7:
        return _end_of_simple(data, at, info)
    size = 1 << (info - 24) if info >= 24 else 0
    argument = int.from_bytes(_take(data, at + 1, size), "big") if size else info
    if size and argument < (24 if size == 1 else 1 << (4 * size)):
        raise ValueError("not the shortest form")
    at += 1 + size
    if major <= 1:
        return at
    if major <= 3:
        content = _take(data, at, argument)
        if major == 3:
            content.decode()
        return at + argument
    seen: set[bytes] = set()
    for _ in range(argument):
        end = _end(data, at, level + 1)
        if major == 5:
            key = data[at:end]
            if key in seen:
                raise ValueError("a key twice")
            seen.add(key)
            end = _end(data, end, level + 1)
        at = end
    return at


def _end_of_simple(data: bytes, at: int, info: int) -> int:
    if info in (20, 21, 22, 23):  # false, true, null, undefined
        return at + 1
    if info >= 25:  # floating point of two, four and eight bytes
        size = 1 << (info - 24)
        _take(data, at + 1, size)
        return at + 1 + size
    raise ValueError("an unknown simple value")


def _take(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise ValueError("cut short")
    return data[at : at + size]
