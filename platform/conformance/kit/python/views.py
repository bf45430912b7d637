"""Values that can be withheld: docs/reference/evidence/views.md."""

from __future__ import annotations

import copy
from typing import Any, Iterator, NamedTuple

from json_schema import mismatches
from keys import Problem
from strict_json import hash_of

Json = dict[str, Any]
Place = tuple[str, ...]

_PLACES: list[Place] = [
    *(("what", "action", n) for n in ("idempotency_key", "reason", "documents", "statements")),
    *(("why", "decision", name) for name in ("detail", "values")),
    ("why", "directories"),
    ("how", "decision", "detail"),
    *(("how", n) for n in ("rejection", "cancellation", "settlement", "doubt", "counterparty_ack")),
]


class Opened(NamedTuple):
    """A receipt with the values that its disclosures open, and the places that stay closed."""

    receipt: Json
    withheld: frozenset[str]


def open_values(document: Json, schemas: Json) -> tuple[Opened | None, list[Problem]]:
    """Puts values in place of their commitments; None with problems if that cannot be done."""
    receipt = copy.deepcopy(document)
    closed: dict[str, Place] = {}
    for place in _places(receipt):
        value = _at(receipt, place[:-1]).get(place[-1])
        if is_commitment(value):
            if value["_sd"] in closed:
                return None, [Problem("disclosures_wrong", ".".join(place))]
            closed[value["_sd"]] = place
    service = receipt["signatures"]["service"] or {}
    salts: set[str] = set()
    for disclosure in service.get("disclosures", []):
        salt, name, value = disclosure
        opens = closed.pop(hash_of(disclosure), None)
        if opens is None or opens[-1] != name or salt in salts or _has_commitment(value):
            return None, [Problem("disclosures_wrong", str(name))]
        salts.add(salt)
        schema = schemas[_name_of_schema(opens)]
        first = next(mismatches(value, schema, schema), None)
        if first is not None:
            return None, [Problem("value_invalid", ".".join(opens) + first)]
        _at(receipt, opens[:-1])[name] = value
    return Opened(receipt, frozenset(".".join(place) for place in closed.values())), []


def _places(receipt: Json) -> Iterator[Place]:
    for name in receipt["what"]["action"]["params"]:
        yield ("what", "action", "params", name)
    yield from _PLACES


def _at(receipt: Json, place: Place) -> Json:
    for name in place:
        receipt = receipt[name]
    return receipt


def _name_of_schema(place: Place) -> str:
    param = place[:3] == ("what", "action", "params")
    return "what.action.params.*" if param else ".".join(place)


def is_commitment(value: object) -> bool:
    """Whether a value is a commitment, which nothing opened."""
    return isinstance(value, dict) and "_sd" in value


def _has_commitment(value: object) -> bool:
    if isinstance(value, dict):
        return "_sd" in value or any(map(_has_commitment, value.values()))
    return isinstance(value, list) and any(map(_has_commitment, value))
