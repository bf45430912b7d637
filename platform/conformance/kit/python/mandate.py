"""Whether a mandate is within its profile: docs/reference/evidence/rules.md, `Mandate within profile`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from attested import MAX_AGE
from checks_1_to_4 import same_holder
from instants import DAY_MS, milliseconds
from params import CODE, CURRENCY, INTEGER, NAME, without_zeros
from subject import Subject
from tables import decimals_of

Json = dict[str, Any]

LIMIT = re.compile(r"(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
AMOUNT = re.compile(r"(0|[1-9][0-9]{0,17})(\.[0-9]{0,3}[1-9])?")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,17})(\.[0-9]{0,7}[1-9])?")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CLAIM = re.compile("[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,63}")

NEEDED_AMOUNTS = {"amount_cap", "daily_sum", "threshold"}
AMOUNTS = NEEDED_AMOUNTS | {"cumulative_threshold"}
_NEEDED = NEEDED_AMOUNTS | {"set", "ordered_level"}
_OPTIONAL = {"cumulative_threshold", "field_required", "attested"}
_PATTERNS = {
    "name": NAME,
    "amount": AMOUNT,
    "currency": CURRENCY,
    "integer": INTEGER,
    "decimal": _DECIMAL,
    "date": _DAY,
    "code": CODE,
}


def as_limit(value: object) -> Decimal | None:
    """The number of a limit, or None if it is none."""
    return Decimal(value) if isinstance(value, str) and LIMIT.fullmatch(value) else None


def currency_of_limits(s: Subject) -> object:
    """The currency in which the limits of mandate and profile are."""
    return s.mandate["rules"].get("currency") or s.profile["rules"].get("currency")


def bounds(s: Subject) -> Json | None:
    """What the profile bounds, in the currency of the mandate; None if it has no such bounds."""
    rules: Json = s.profile["rules"]
    currency = s.mandate["rules"].get("currency")
    if currency is None or currency == rules.get("currency"):
        return rules
    others = rules.get("bounds_in", [])
    for other in others if isinstance(others, list) else []:
        if isinstance(other, dict) and other.get("currency") == currency:
            return {**rules, **other}
    return None


def _rules(manifest: Json) -> dict[str, tuple[Json, Json]]:
    """Each rule with its facade, once by name."""
    result: dict[str, tuple[Json, Json]] = {}
    for facade in manifest["facades"]:
        for rule in facade["rules"]:
            result.setdefault(rule["name"], (rule, facade))
    return result


def is_within_profile(s: Subject) -> bool:
    """Whether the mandate is within the profile at the proposal."""
    mandate, profile = s.mandate, s.profile
    begin, end = milliseconds(mandate["valid_from"]), milliseconds(mandate["valid_to"])
    now = milliseconds(s.action["proposed_at"])
    limits, most = mandate["limits"], profile["limits"]
    if begin is None or end is None or now is None:
        return False
    return (
        mandate["profile"] == profile["name"] == s.manifest["profile"]
        and mandate["policy_version"] == f"{profile['name']}@{profile['version']}"
        and _rules_have_their_form(s)
        and begin < end
        and now < end
        and end - begin <= most["validity_max_days"] * DAY_MS
        and set(mandate["scope"]) <= set(profile["scope"])
        and limits["runtime_max_s"] <= most["runtime_max_s"]
        and limits["use_count_max"] <= most["use_count_max"]
        and _rules_are_bounded(s)
        and _attested_is_bounded(s)
        and not any(
            same_holder(mandate["agent"], name)
            for route in mandate["approval"].get("routes", [])
            for name in route["approvers"]
        )
    )


def _is_value(kind: str, value: object) -> bool:
    if not isinstance(value, str):
        return False
    return bool(_PATTERNS[kind].fullmatch(value)) if kind in _PATTERNS else 1 <= len(value) <= 512


def _has_form(rule: Json, facade: Json, value: object) -> bool:
    kind = rule["kind"]
    if kind in AMOUNTS:
        return as_limit(value) is not None
    if kind == "ordered_level":
        return isinstance(value, str) and value in rule["order"]
    if kind == "field_required":
        return value == "yes"
    if not isinstance(value, list) or len(set(map(str, value))) < len(value):
        return False
    if kind == "attested":
        good = all(isinstance(claim, str) and _CLAIM.fullmatch(claim) for claim in value)
        return good and 1 <= len(value) <= 32
    param = facade["params"].get(rule["field"])
    return param is not None and len(value) <= 1000 and all(_is_value(param["kind"], v) for v in value)


def _rules_have_their_form(s: Subject) -> bool:
    given: Json = s.mandate["rules"]
    known = set()
    decimals = decimals_of(_text(currency_of_limits(s)))
    for name, (rule, facade) in _rules(s.manifest).items():
        kind = rule["kind"]
        if kind not in _NEEDED | _OPTIONAL:
            continue
        known.add(name)
        if name not in given:
            if kind in _NEEDED:
                return False
        elif not _has_form(rule, facade, given[name]):
            return False
        elif kind in AMOUNTS:
            if len(without_zeros(given[name]).partition(".")[2]) > decimals:
                return False
        if kind == "attested":
            known.add(rule["max_age"])
            age = given.get(rule["max_age"])
            if age is not None and not (isinstance(age, str) and MAX_AGE.fullmatch(age)):
                return False
    if "currency" in given:
        known.add("currency")
        currency = given["currency"]
        if not (_has_currency(s) and isinstance(currency, str) and CURRENCY.fullmatch(currency)):
            return False
    return given.keys() <= known


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _has_currency(s: Subject) -> bool:
    return any(
        any(rule["kind"] in AMOUNTS for rule in facade["rules"])
        and any(param["kind"] == "currency" for param in facade["params"].values())
        for facade in s.manifest["facades"]
    )


def _rules_are_bounded(s: Subject) -> bool:
    given, bound_of = s.mandate["rules"], bounds(s)
    if bound_of is None:
        return False
    for name, (rule, _) in _rules(s.manifest).items():
        kind = rule["kind"]
        if name not in given or kind not in _NEEDED | _OPTIONAL:
            continue
        if name not in bound_of:
            if kind in _NEEDED:
                return False
        elif not _is_bounded(rule, given[name], bound_of[name]):
            return False
    return True


def _is_bounded(rule: Json, value: Any, bound: Any) -> bool:
    kind = rule["kind"]
    if kind in AMOUNTS:
        limit, most = as_limit(value), as_limit(bound)
        return limit is not None and most is not None and limit <= most
    if kind == "ordered_level":
        order = rule["order"]
        return bound in order and order.index(value) <= order.index(bound)
    if kind == "field_required":
        return bool(value == bound)
    if not isinstance(bound, list):
        return False
    return set(value) <= set(bound) if kind == "set" else set(bound) <= set(value)


def _attested_is_bounded(s: Subject) -> bool:
    given, terms_of = s.mandate["rules"], s.profile.get("attested", {})
    for name, (rule, _) in _rules(s.manifest).items():
        if rule["kind"] != "attested" or not (name in given or rule["max_age"] in given):
            continue
        if name not in terms_of:
            return False
        if int(given.get(rule["max_age"], 0)) > terms_of[name]["max_age_days"]:
            return False
    return True
