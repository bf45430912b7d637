"""A dispute file, judged point by point: docs/reference/evidence/disputes.md."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import points
from checks_1_to_4 import Schemas, check_1
from checks_5_and_6 import signed_cancellation, signed_rejection
from checks_7_to_9 import signed_revocation, things_of
from decide import Before, counted, decide, rules
from instants import DAY_MS, milliseconds
from json_schema import mismatches
from keys import versions_of
from log import is_consistent, standing_is_proven
from nine_checks import examine
from points import Case, Point, shown
from strict_json import JsonRefused, hash_of, parse
from subject import Problems, Subject, in_order, same, stated, unless

Json = dict[str, Any]

UNUSABLE: Json = {"answer": "unusable", "exit": 2, "inside": [], "outside": [], "undecided": []}


def judge(text: str, schemas: Schemas, schema: Json, pinned: Json | None) -> Json:
    """The answer, its exit code, and the ids of all points by their own answers."""
    try:
        file = parse(text)
    except JsonRefused:
        return UNUSABLE
    if next(mismatches(file, schema, schema), None) is not None:
        return UNUSABLE
    s = _subject(file["receipt"], schemas, pinned)
    if s is None:
        return _answer("failed", [], set(), pinned)
    problems: list[object] = []
    others: dict[str, Subject] = {}
    for value in file["others"]:
        other = _subject(value, schemas, pinned)
        if other is None or any(examine(other, None, None)) or not _is_beside(s, other):
            problems.append("another receipt")
        elif _is_strange(s, other, pinned or {}):
            problems.append("another receipt")
        else:
            first = others.setdefault(other.action["grant_id"], other)
            problems += unless(first.body_hash == other.body_hash, "other_object", "others")
    number = s.bundle["sequence"] - 1
    previous = next((o.document for o in others.values() if o.bundle["sequence"] == number), None)
    found = examine(s, previous, None)
    problems += [p for each in found if each and not _is_breach(each) for p in each]
    for kept in file["kept"]:
        problems += _kept(s, kept)
    if file["standing"] is not None:
        problems += _newer_head(s, file["standing"])
    for page in file["movements"]:
        problems += _page(s, page)
    unpinned = {kid for each in (s, *others.values()) for kid in each.keys.relied_on if kid not in (pinned or {})}
    if problems:
        return _answer("failed", [], unpinned, pinned)
    standing = points.standing_of(s, found, file["standing"])
    pages = [page["page"] for page in file["movements"]]
    case = Case(s, found, file["kept"], standing, pages, _before(s, list(others.values())))
    rows = points.all_points(case)
    asked = file["ground"] == "performance"
    answers = {row.answer for row in rows if row.ground != "performance" or asked}
    worst = next((each for each in ("outside", "undecided") if each in answers), "inside")
    return _answer("refused" if points.is_refused(case, rows) else worst, rows, unpinned, pinned)


def _subject(value: object, schemas: Schemas, pinned: Json | None) -> Subject | None:
    opened, problems = check_1(value, schemas)
    if opened is None or problems or not isinstance(value, dict):
        return None
    return Subject(value, opened, pinned)


def _answer(answer: str, rows: list[Point], unpinned: set[str], pinned: Json | None) -> Json:
    if answer in ("failed", "outside") or (unpinned and pinned is not None):
        code = 1
    elif answer == "undecided":
        code = 4
    else:
        code = 3 if unpinned else 0
    by_answer = {
        each: sorted(row.id for row in rows if row.answer == each)
        for each in ("inside", "outside", "undecided")
    }
    return {"answer": answer, "exit": code, **by_answer}


def _is_breach(problems: Problems) -> bool:
    return all(problem.breach for problem in problems)


def _is_strange(s: Subject, other: Subject, pinned: Json) -> bool:
    """A key of a service that neither the reader gave nor the disputed receipt has."""
    known = {key["fingerprint"] for entry in s.bundle["keys"].values() for key in versions_of(entry)}
    return any(
        key["kid"] not in pinned and key["role"] not in PEOPLE and key["fingerprint"] not in known
        for key in other.keys.makers
    )


PEOPLE = ("principal", "approver", "clerk", "auditor", "viewer")


def _is_beside(s: Subject, other: Subject) -> bool:
    return other.deployment == s.deployment and other.who["tenant"] == s.who["tenant"]


def _kept(s: Subject, kept: Json) -> Problems:
    if "revocation" in kept:
        return signed_revocation(s, kept)
    if "cancellation" in kept:
        return signed_cancellation(s, kept)
    if "rejection" in kept:
        return signed_rejection(s, kept, s.when["decided_at"])
    ack, computed, where = kept["ack"], hash_of(kept["ack"]), "kept"
    signed = s.signed(kept["signature"], computed, ack["type"], ack["acknowledged_at"], where)
    return [
        *same(ack["grant_id"], s.action["grant_id"], where),
        *unless(ack["action_hash"] == s.action_hash, "other_object", where),
        *same(kept["signature"]["kid"], s.connector["kid"], where),
        *stated(kept["ack_hash"], computed, where),
        *signed[1],
    ]


def _newer_head(s: Subject, newer: Json) -> Problems:
    signed, where = newer["head"], "standing"
    head, known = signed["tree_head"], (s.status["log"] or {}).get("tree_head")
    computed = hash_of(head)
    follows = (
        known is not None
        and known["log_id"] == head["log_id"]
        and not in_order(where, known["timestamp"], head["timestamp"])
        and known.get("standing", {}).get("size", 0) <= head.get("standing", {}).get("size", 0)
        and is_consistent(
            known["tree_size"],
            known["root_hash"],
            head["tree_size"],
            head["root_hash"],
            newer["consistency"],
        )
    )
    proven = "standing" in head and standing_is_proven(
        _shown_things(s), newer["standing"], head["standing"]["root_hash"]
    )
    return [
        *stated(signed["tree_head_hash"], computed, where),
        *s.of_deployment(head),
        *s.signed(signed["signature"], computed, head["type"], head["timestamp"], where)[1],
        *unless(follows, "inclusion_not_proven", where),
        *unless(proven, "standing_not_proven", where),
    ]


def _shown_things(s: Subject) -> list[Any]:
    """Entries that are withheld are not asked about."""
    if "why.directories" not in s.withheld:
        return things_of(s)
    why = {name: value for name, value in s.why.items() if name != "directories"}
    whole, s.why = s.why, why
    try:
        return things_of(s)
    finally:
        s.why = whole


def _page(s: Subject, signed: Json) -> Problems:
    page, where = signed["page"], "movements"
    computed = hash_of(page)
    return [
        *stated(signed["page_hash"], computed, where),
        *s.of_deployment(page),
        *same(page["tenant"], s.who["tenant"], where),
        *same(page["counterparty"], s.connector["kid"], where),
        *s.signed(signed["signature"], computed, page["type"], page["listed_at"], where)[1],
    ]


def _before(s: Subject, others: list[Subject]) -> Before:
    """What earlier actions of the file had used, at least."""
    uses, duplicate = 0, False
    counters: dict[str, Decimal] = {}
    proposed = milliseconds(s.action["proposed_at"]) or 0
    for other in others:
        at = milliseconds(other.action["proposed_at"]) or 0
        earlier = (at, other.bundle["sequence"]) < (proposed, s.bundle["sequence"])
        seen = not any(place.startswith("what.action.") for place in other.withheld)
        same_grant = other.action["grant_id"] == s.action["grant_id"]
        if other.outcome != "executed" or same_grant or not earlier or not seen:
            continue
        key = shown(s.action, "idempotency_key")
        duplicate = duplicate or other.action["idempotency_key"] == key
        if other.mandate_hash != s.mandate_hash or decide(other).outcome == "deny":
            continue
        uses += int(other.action["facade"] == other.manifest["covered_facade"])
        if at // DAY_MS == proposed // DAY_MS:
            for rule, _ in rules(other):
                for name, amount in counted(other, rule).items():
                    counters[name] = counters.get(name, Decimal(0)) + amount
    return Before(uses, duplicate, counters)
