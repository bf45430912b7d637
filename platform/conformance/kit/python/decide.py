"""Deciding again by what people signed: docs/reference/evidence/rules.md."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Literal, NamedTuple

import attested
from instants import DAY_MS, SKEW_MS, milliseconds
from keys import Problem
from mandate import AMOUNT, as_limit, bounds, currency_of_limits, is_within_profile
from params import are_canonical, idempotency_key
from subject import Problems, Subject, unless

Json = dict[str, Any]
Verdict = Literal["allow", "hold", "deny"]

_ORDER = [
    "contract_revoked",
    "contract_expired",
    "facade_not_in_scope",
    "use_count_exceeded",
    "duplicate_action",
    "beneficiary_not_approved",
    "recipient_not_approved",
    "purpose_not_allowed",
    "release_limit_exceeded",
    "amount_over_limit",
    "daily_limit_exceeded",
    "approval_required",
    "ok",
]
_OF_PLUGIN = re.compile("x_[a-z][a-z0-9]{0,31}_[a-z][a-z0-9_]{0,47}")


class Before(NamedTuple):
    """What earlier actions had used, as far as somebody knows."""

    uses: int = 0
    duplicate: bool = False
    counters: dict[str, Decimal] = {}


NOTHING = Before()


class Decision(NamedTuple):
    """What the signed rules give, and why."""

    outcome: Verdict
    reason: str


def _place(reason: str) -> int:
    return _ORDER.index(reason) if reason in _ORDER else len(_ORDER)


def problems_of_deciding_again(s: Subject) -> Problems:
    """What the signed rules say against the grant."""
    again = decide(s)
    strays = attested.stray(s)
    if s.grant["outcome"] == "deny":
        return strays + unless(_denial_is_founded(s, again), "denial_unfounded", "grant.reason")
    faults = _faults(s, strays)
    if s.outcome == "refused":
        reason = s.decision["reason"]
        if faults and reason == "grant_invalid":
            return []
        if not faults and again.outcome != "allow" and reason == again.reason:
            return []
    held = s.grant["outcome"] == "hold"
    approved = s.grant["approved_by"] is not None
    if again.outcome == "deny":
        faults.append(Problem("denied_again", again.reason))
    if again.outcome == "hold" and not held and not approved:
        faults.append(Problem("approval_needed", again.reason))
    if again.outcome == "allow" and (held or approved):
        standing = "approval_required" in reasons_of_standing(s)
        faults += unless(standing, "approval_not_needed", "grant")
    return faults


def _denial_is_founded(s: Subject, again: Decision) -> bool:
    reason = s.grant["reason"]
    if again == Decision("deny", reason):
        return True
    if reason not in reasons_of_standing(s):
        return False
    return again.outcome != "deny" or _place(again.reason) > _place(reason)


def _faults(s: Subject, strays: Problems) -> Problems:
    faults = unless(is_within_profile(s), "mandate_over_profile", "who.contract")
    if s.facade is not None:
        if not are_canonical(s.facade, s.action["params"]):
            faults.append(Problem("params_not_canonical", "what.action.params"))
        elif idempotency_key(s.facade, s.action) != s.action["idempotency_key"]:
            faults.append(Problem("idempotency_key_mismatch", "what.action.idempotency_key"))
    return faults + strays + _term(s)


def _term(s: Subject) -> Problems:
    """When the grant was given, and for how long."""
    grant, mandate = s.grant, s.mandate
    proposed, issued = milliseconds(s.action["proposed_at"]), milliseconds(grant["issued_at"])
    if proposed is None or issued is None:
        return [Problem("instant_malformed", "how.grant.issued_at")]
    problems: Problems = []
    if grant["approved_by"] is None and abs(issued - proposed) > SKEW_MS:
        problems.append(Problem("grant_term", "how.grant.issued_at"))
    waits = [route["wait_s"] for route in mandate["approval"].get("routes", [])]
    held = grant["outcome"] == "hold"
    seconds = max(waits, default=0) if held else mandate["limits"]["runtime_max_s"]
    begin = milliseconds(grant["approved_at"]) if grant["approved_at"] is not None else issued
    expires, end = milliseconds(grant["expires_at"]), milliseconds(mandate["valid_to"])
    too_long = (
        expires is None
        or begin is None
        or end is None
        or expires > end
        or expires > begin + seconds * 1000
    )
    return problems + unless(not too_long, "grant_term", "how.grant.expires_at")


def points(s: Subject, before: Before = NOTHING) -> list[tuple[str, str, bool]]:
    """What every mandate is about: each point with the reason of its refusal, and whether it holds."""
    mandate, profile, facade = s.mandate, s.profile, s.facade
    begin, end = milliseconds(mandate["valid_from"]), milliseconds(mandate["valid_to"])
    now = milliseconds(s.action["proposed_at"])
    valid = begin is not None and end is not None and now is not None and begin <= now < end
    of_profile = (
        mandate["profile"] == profile["name"]
        and mandate["policy_version"] == f"{profile['name']}@{profile['version']}"
    )
    in_scope = (
        facade is not None
        and facade["name"] not in mandate["forbidden"]
        and facade["name"] in mandate["scope"]
        and facade["name"] in profile["scope"]
    )
    covered = s.action["facade"] == s.manifest["covered_facade"]
    spent = covered and before.uses + 1 > mandate["limits"]["use_count_max"]
    unique = facade is not None and facade["idempotency"]["unique"] is True
    return [
        ("validity", "contract_expired", valid and of_profile),
        ("scope", "facade_not_in_scope", in_scope),
        ("uses", "use_count_exceeded", not spent),
        ("repetition", "duplicate_action", not (unique and before.duplicate)),
    ]


def rules(s: Subject, before: Before = NOTHING) -> list[tuple[Json, Verdict]]:
    """Each rule of the facade with its verdict, in the order of the manifest."""
    facade, now = s.facade, milliseconds(s.action["proposed_at"])
    if facade is None or now is None:
        return []
    return [(rule, _verdict(s, facade, rule, now, before)) for rule in facade["rules"]]


def decide(s: Subject) -> Decision:
    """What mandate, profile and plugin give at the proposal, with nothing before it."""
    refused = next((reason for _, reason, holds in points(s) if not holds), None)
    if refused is not None:
        return Decision("deny", refused)
    verdicts = [(verdict, rule["reason"]) for rule, verdict in rules(s)]
    denials = [_reason(reason) for verdict, reason in verdicts if verdict == "deny"]
    if denials:
        return Decision("deny", min(denials, key=_place))
    if "possible_duplicate_of" in s.grant or any(verdict == "hold" for verdict, _ in verdicts):
        routes = s.mandate["approval"].get("routes", [])
        return Decision("hold" if routes else "deny", "approval_required")
    return Decision("allow", "ok")


def counted(s: Subject, rule: Json) -> dict[str, Decimal]:
    """What an action adds to each counter of a rule."""
    kind, name = rule["kind"], rule["name"]
    if kind == "count_per_day":
        return {name: Decimal(1)}
    facade = s.facade
    amount = None if facade is None or "field" not in rule else _amount(s, facade, rule)
    if amount is None:
        return {}
    if kind == "daily_sum":
        return {name: amount}
    if kind == "cumulative_threshold" and _thresholds(s, rule) and _counts(s, rule):
        return {counter: amount for counter in _counters(s, rule)}
    return {}


def _counters(s: Subject, rule: Json) -> list[str]:
    own = "/".join([rule["name"], *(str(_text(s, name)) for name in rule["per"])])
    if "or_per" not in rule:
        return [own]
    return [own, "/".join([rule["name"], "", *(str(_text(s, name)) for name in rule["or_per"])])]


def _reason(reason: str) -> str:
    known = reason in _ORDER or _OF_PLUGIN.fullmatch(reason)
    return reason if known and reason != "ok" else "facade_not_in_scope"


def reasons_of_standing(s: Subject) -> set[str]:
    """The reasons that what went before may have given."""
    facade = s.facade
    reasons = {"contract_revoked"}
    if facade is None:
        return reasons
    if facade["name"] == s.manifest["covered_facade"]:
        reasons.add("use_count_exceeded")
    if facade["idempotency"]["unique"]:
        reasons.add("duplicate_action")
    terms_of = s.profile.get("directories", {})
    for rule in facade["rules"]:
        if rule["kind"] in ("daily_sum", "count_per_day"):
            reasons.add(_reason(rule["reason"]))
        if rule["kind"] == "cumulative_threshold" and _thresholds(s, rule) and _counts(s, rule):
            reasons.add(_reason(rule["reason"]))
        terms = terms_of.get(rule["name"])
        if terms is not None:
            if _entry_in_force(s, rule["name"]) is None:
                reasons.add(_reason(rule["reason"]))
            if terms.get("first", {}).get("until_approved"):
                reasons.add("approval_required")
    return reasons


def _text(s: Subject, name: str) -> str | None:
    value = s.action["params"].get(name)
    return value if isinstance(value, str) else None


def _amount(s: Subject, facade: Json, rule: Json) -> Decimal | None:
    """The amount of a rule, in the currency of the limits."""
    text = _text(s, rule["field"])
    if text is None or not AMOUNT.fullmatch(text):
        return None
    for name, param in facade["params"].items():
        if param["kind"] == "currency" and _text(s, name) != currency_of_limits(s):
            return None
    return Decimal(text)


def _thresholds(s: Subject, rule: Json) -> list[object]:
    """The thresholds of a cumulative one: the mandate's, and the profile's in its currency."""
    both = (s.mandate["rules"], bounds(s) or {})
    return [rules[rule["name"]] for rules in both if rule["name"] in rules]


def _counts(s: Subject, rule: Json) -> bool:
    """Whether the params are there by which a cumulative threshold counts."""
    return all(_text(s, name) is not None for name in [*rule["per"], *rule.get("or_per", [])])


def _verdict(s: Subject, facade: Json, rule: Json, now: int, before: Before) -> Verdict:
    """What one rule gives."""
    kind = rule["kind"]
    own = s.mandate["rules"].get(rule["name"])
    of_profile = s.profile["rules"].get(rule["name"])
    if kind == "allow_list":
        return _allow_list(s, rule, of_profile, now)
    if kind == "count_per_day":
        number = isinstance(of_profile, (int, float)) and not isinstance(of_profile, bool)
        used = before.counters.get(rule["name"], Decimal(0))
        return "allow" if number and of_profile >= used + 1 else "deny"
    if kind == "attested":
        return "deny" if attested.denies(s, rule, now, now) else "allow"
    if kind in ("amount_cap", "daily_sum", "threshold"):
        limit, amount = as_limit(own), _amount(s, facade, rule)
        if limit is None or amount is None:
            return "deny"
        over: Verdict = "hold" if kind == "threshold" else "deny"
        if kind == "daily_sum":
            amount += before.counters.get(rule["name"], Decimal(0))
        return over if amount > limit else "allow"
    if kind == "cumulative_threshold":
        return _cumulative(s, facade, rule, before)
    if kind == "field_required":
        asked = own is not None or of_profile is not None
        return "deny" if asked and rule["field"] not in s.action["params"] else "allow"
    value = _text(s, rule.get("field", ""))
    if kind == "set":
        return "allow" if isinstance(own, list) and value in own else "deny"
    order = rule.get("order", [])
    if kind == "ordered_level" and own in order and value in order:
        return "allow" if order.index(value) <= order.index(own) else "deny"
    if kind == "level_threshold" and of_profile in order and value in order:
        return "hold" if order.index(value) >= order.index(of_profile) else "allow"
    return "deny"


def _cumulative(s: Subject, facade: Json, rule: Json, before: Before) -> Verdict:
    thresholds, amount = _thresholds(s, rule), _amount(s, facade, rule)
    if not thresholds:
        return "allow"
    if amount is None or not _counts(s, rule):
        return "deny"
    limits = [as_limit(threshold) for threshold in thresholds]
    most = amount + max(before.counters.get(each, Decimal(0)) for each in _counters(s, rule))
    return "hold" if any(limit is None or most > limit for limit in limits) else "allow"


def _has_fields(s: Subject, rule: Json, values: object) -> bool:
    return isinstance(values, dict) and all(
        _text(s, field) is not None and values.get(field) == _text(s, field)
        for field in rule["fields"]
    )


def _entry_in_force(s: Subject, name: str) -> Json | None:
    """What a receipt shows of a directory: the entry that decided, unless it ended."""
    shown: Json | None = s.why.get("directories", {}).get(name)
    if shown is None:
        return None
    entry = shown["entry"]["entry"]
    return None if entry["change"] == "ended" or "values" not in entry else shown


def _allow_list(s: Subject, rule: Json, of_profile: object, now: int) -> Verdict:
    terms = s.profile.get("directories", {}).get(rule["name"])
    if terms is None:
        entries = of_profile if isinstance(of_profile, list) else []
        return "allow" if any(_has_fields(s, rule, entry) for entry in entries) else "deny"
    shown = _entry_in_force(s, rule["name"])
    if shown is None or not _has_fields(s, rule, shown["entry"]["entry"]["values"]):
        return "deny"
    first = terms.get("first")
    if first is None or first.get("until_approved"):
        return "allow"
    if "hold_days" not in first:
        return "hold"
    signed = milliseconds(shown["entry"]["entry"]["signed_at"])
    recorded = milliseconds(shown["recorded_at"]) if "recorded_at" in shown else signed
    if signed is None or recorded is None:
        return "deny"
    return "hold" if now < max(signed, recorded) + first["hold_days"] * DAY_MS else "allow"
