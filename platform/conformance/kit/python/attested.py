"""Statements of others, on which rules rest: docs/reference/evidence/rules.md, `Attested`."""

from __future__ import annotations

import re
from typing import Any

from instants import DAY_MS, SKEW_MS, milliseconds
from keys import Problem, breaches
from signatures import signature_problem
from strict_json import equal, hash_of
from subject import Problems, Subject, unless

Json = dict[str, Any]

MAX_AGE = re.compile("[1-9][0-9]{0,3}")


def claims_needed(s: Subject, rule: Json) -> list[str]:
    """The claims that mandate and profile ask for, together."""
    lists = [rules.get(rule["name"]) for rules in (s.mandate["rules"], s.profile["rules"])]
    return [claim for claims in lists if isinstance(claims, list) for claim in claims]


def asks(s: Subject, rule: Json) -> bool:
    """Whether an attested rule asks for a statement about this action."""
    when = rule.get("when")
    if when is not None:
        value = s.action["params"].get(when["field"])
        if isinstance(value, str) and value not in when["is"]:
            return False
    return rule["name"] in s.mandate["rules"] or rule["name"] in s.profile["rules"]


def stray(s: Subject) -> Problems:
    """`statement_unasked` for each statement that no rule asks for."""
    rules = s.facade["rules"] if s.facade is not None else []
    asking = {r["name"] for r in rules if r["kind"] == "attested" and asks(s, r)}
    names = s.action.get("statements", {})
    return [Problem("statement_unasked", name) for name in names if name not in asking]


def denies(s: Subject, rule: Json, now: int, judged: int) -> bool:
    """Whether an attested rule denies at an instant; `judged` is the one for its key."""
    if not asks(s, rule):
        return False
    terms = s.profile.get("attested", {}).get(rule["name"])
    carried = s.action.get("statements", {}).get(rule["name"])
    if terms is None or carried is None:
        return True
    statement, kid = carried["statement"], carried["signature"]["kid"]
    entries = [e for e in terms["issuers"] if (e["issuer"], e["kid"]) == (statement["issuer"], kid)]
    return not (
        entries
        and _signature_holds(s, carried, judged)
        and _says_it(s, rule, statement, entries[0])
        and _is_current(s, rule, statement, terms, now)
    )


def _signature_holds(s: Subject, carried: Json, judged: int) -> bool:
    statement, signature = carried["statement"], carried["signature"]
    own = s.bundle["keys"].get(signature["kid"])
    computed = hash_of(statement)
    versions = s.keys.versions(signature["kid"])
    if own is None or isinstance(versions, str) or carried["statement_hash"] != computed:
        return False
    issued = milliseconds(statement["issued_at"])
    return issued is not None and any(
        version["deployment"] == s.deployment
        and version["role"] == "attester"
        and version["enrolment"] is not None
        and _was_valid(s, version, issued, judged)
        and signature_problem(version, signature, computed) is None
        for version in versions
    )


def _was_valid(s: Subject, version: Json, issued: int, judged: int) -> bool:
    begin, end = milliseconds(version["not_before"]), milliseconds(version["not_after"])
    if begin is None or issued < begin or (version["not_after"] is not None and end is None):
        return False
    if end is not None and issued > end:
        return False
    if version["compromised_at"] is None:
        return True
    stolen = milliseconds(version["compromised_at"])
    return s.grant["outcome"] != "deny" and stolen is not None and stolen > judged


def _says_it(s: Subject, rule: Json, statement: Json, entry: Json) -> bool:
    value = s.action["params"].get(rule["field"])
    needed = claims_needed(s, rule)
    return (
        isinstance(value, str)
        and equal(statement["subject"], {"kind": rule["subject"], "value": value})
        and needed != []
        and set(needed) <= set(statement["claims"])
        and ("methods" not in entry or statement["method"] in entry["methods"])
        and statement["stale"] is False
    )


def _is_current(s: Subject, rule: Json, statement: Json, terms: Json, now: int) -> bool:
    issued, expires = milliseconds(statement["issued_at"]), milliseconds(statement["expires_at"])
    as_of = milliseconds(statement["as_of"])
    if issued is None or expires is None or as_of is None:
        return False
    days: int = terms["max_age_days"]
    lower = s.mandate["rules"].get(rule["max_age"])
    if lower is not None:
        if not (isinstance(lower, str) and MAX_AGE.fullmatch(lower)):
            return False
        days = min(days, int(lower))
    young = now - as_of <= days * DAY_MS
    return issued <= now + SKEW_MS and as_of <= issued and now < expires and young


def judged_again(s: Subject) -> Problems:
    """The keys of the statements of what was allowed, and the statements when the call left."""
    if s.grant["outcome"] == "deny":
        return []
    problems: Problems = []
    for name, carried in s.action.get("statements", {}).items():
        key, _ = s.keys.maker(carried["signature"], hash_of(carried["statement"]))
        problems += s.enrolled(key, f"what.action.statements.{name}")
    sent, proposed = milliseconds(s.sent), milliseconds(s.action["proposed_at"])
    if s.outcome != "executed" or sent is None or proposed is None or s.facade is None:
        return problems
    now = max(sent - SKEW_MS, proposed)
    for rule in s.facade["rules"]:
        if rule["kind"] == "attested" and rule["name"] in s.action.get("statements", {}):
            holds = not denies(s, rule, now, sent)
            problems += breaches(unless(holds, "statement_refused", rule["name"]))
    return problems
