"""The points of a dispute, each judged by itself: docs/reference/evidence/disputes.md."""

from __future__ import annotations

from typing import Any, NamedTuple

from checks_5_and_6 import account_of, is_of_action
from checks_7_to_9 import had_ended, is_early, is_told, latest_lease_ms
from decide import Before, points, reasons_of_standing, rules
from instants import milliseconds
from mandate import AMOUNTS
from subject import Problems, Subject
from views import is_commitment

Json = dict[str, Any]


class Point(NamedTuple):
    """One point: what it is about, its code (and what that is of), and its own answer."""

    ground: str
    answer: str
    code: str

    @property
    def id(self) -> str:
        return f"{self.ground}/{self.code}"


class Standing(NamedTuple):
    """What had ended at a head of the log."""

    ended: list[Json]


class Case(NamedTuple):
    """All that the points are found from."""

    s: Subject
    found: list[Problems | None]
    kept: list[Json]
    standing: Standing | None
    pages: list[Json]
    before: Before

    def fails(self, check: int) -> bool:
        """Whether a check fails; all of its problems are breaches then."""
        return bool(self.found[check - 1])

    def passes(self, check: int) -> bool:
        """Whether a check passes."""
        return self.found[check - 1] == [] and check not in self.s.hidden

    def codes(self, check: int) -> set[str]:
        """The codes of a check."""
        return {problem.code for problem in self.found[check - 1] or []}


def shown(holder: Json, name: str) -> Any:
    """A member that is there, and not withheld."""
    value = holder.get(name)
    return None if is_commitment(value) else value


def standing_of(s: Subject, found: list[Problems | None], newer: Json | None) -> Standing | None:
    """What had ended, by the newer proof of the file or by the receipt's own, which check 9 has judged."""
    if "why.directories" in s.withheld:
        return None
    if newer is not None:
        return Standing(newer["standing"].get("ended", []))
    log = s.status["log"]
    if found[8] != [] or log is None or "standing" not in log or "standing" not in log["tree_head"]:
        return None
    return Standing(log["standing"].get("ended", []))


def all_points(case: Case) -> list[Point]:
    """Every point of a file of which nothing failed."""
    of_rules = _rules(case)
    rows = [
        Point("scope", "inside", "action"),
        *of_rules,
        *_acknowledged(case),
        *_approval(case, of_rules),
        *_time(case),
        _done(case),
        *(point for page in case.pages for point in _listed(case, page)),
    ]
    return [*rows, *_further_breaches(case, rows), *_hidden(case)]


def is_refused(case: Case, rows: list[Point]) -> bool:
    """Whether what was asked for is outside what people signed, and the operator sent nothing."""
    ids = {row.id for row in rows}
    return (
        any(row.answer == "outside" and row.ground != "performance" for row in rows)
        and not any(case.found)
        and "performance/not_done" in ids
        and not ids & {"performance/booked", "performance/booked_otherwise"}
        and "sent_at" not in case.s.decision
        and case.s.decision["reason"] not in _ANSWERED
    )


_ANSWERED = ("counterparty_refused", "counterparty_unknown", "fetch_failed")

_GROUND_OF_POINT = {"validity": "time"}
_GROUND_OF_KIND = {
    "allow_list": "payee",
    "attested": "payee",
    "amount_cap": "amount",
    "daily_sum": "amount",
    "threshold": "approval",
    "cumulative_threshold": "approval",
    "level_threshold": "approval",
}


def _rules(case: Case) -> list[Point]:
    s = case.s
    rows = [
        Point(_GROUND_OF_POINT.get(name, "scope"), "inside" if holds else "outside", f"point:{name}")
        for name, _, holds in points(s, case.before)
    ]
    setters = (s.mandate["rules"], s.profile["rules"], s.profile.get("directories", {}))
    for rule, verdict in rules(s, case.before):
        name = rule["name"]
        if verdict == "allow" and not any(name in each for each in setters):
            continue
        ground = _GROUND_OF_KIND.get(rule["kind"], "scope")
        if s.withheld & _places(s, rule):
            rows.append(Point(ground, "undecided", f"hidden:{name}"))
            continue
        holds = verdict == "allow" or (verdict == "hold" and case.passes(4))
        code = "held" if verdict == "hold" else "rule"
        rows.append(Point(ground, "inside" if holds else "outside", f"{code}:{name}"))
    denied = s.grant["outcome"] == "deny" and all(row.answer != "outside" for row in rows)
    if denied and s.grant["reason"] in reasons_of_standing(s) - {"contract_revoked"}:
        rows.append(Point("scope", "undecided", "denied_before"))
    return rows


def _places(s: Subject, rule: Json) -> set[str]:
    """The places of what a rule reads."""
    kind = rule["kind"]
    fields = rule["fields"] if kind == "allow_list" else [rule.get("field")]
    if kind == "cumulative_threshold":
        fields = [*fields, *rule["per"], *rule.get("or_per", [])]
    if kind == "attested" and "when" in rule:
        fields = [*fields, rule["when"]["field"]]
    if kind == "count_per_day":
        fields = []
    if kind in AMOUNTS and s.facade is not None:
        fields = [*fields, *(n for n, p in s.facade["params"].items() if p["kind"] == "currency")]
    also = {"allow_list": {"why.directories"}, "attested": {"what.action.statements"}}
    return {f"what.action.params.{field}" for field in fields} | also.get(kind, set())


def _acks(case: Case) -> list[Json]:
    return [each for each in case.kept if "ack" in each]


def _acknowledged(case: Case) -> list[Point]:
    s = case.s
    rows = [Point("amount", "outside", "acknowledged_otherwise")] if case.fails(6) else []
    unseen = any(p.startswith("what.action.") or p == "why.directories" for p in s.withheld)
    for each in _acks(case):
        if unseen:
            rows.append(Point("amount", "undecided", "not_seen:6"))
        elif "_sd" in each["ack"] or not is_of_action(s, each["ack"], each["signature"]["kid"]):
            rows.append(Point("amount", "outside", "acknowledged_otherwise"))
    return rows


def _approval(case: Case, of_rules: list[Point]) -> list[Point]:
    rows = [_approved(case, of_rules)]
    told = shown(case.s.how, "rejection") is not None
    if case.s.outcome == "executed" and not told:
        for each in case.kept:
            if "rejection" in each:
                rows.append(Point("approval", "undecided", "rejection_untold"))
    return rows


def _approved(case: Case, of_rules: list[Point]) -> Point:
    s = case.s
    if shown(s.how, "rejection") is not None:
        return Point("approval", "outside", "rejected")
    if case.fails(4):
        return Point("approval", "outside", "approval_void")
    if s.signatures["approver"] is not None or s.how.get("earlier_approvals"):
        return Point("approval", "inside", "approved")
    held = any(row.code.startswith("held:") for row in of_rules)
    if held or s.why["decision"]["outcome"] == "hold":
        return Point("approval", "outside", "approval_missing")
    if any(row.code.startswith("hidden:") for row in of_rules):
        return Point("approval", "undecided", "approval_unknown")
    return Point("approval", "inside", "approval_not_needed")


def _time(case: Case) -> list[Point]:
    s = case.s
    if s.outcome != "executed":
        ended = s.decision["reason"] in ("contract_revoked", "cancelled_by_principal")
        return [Point("time", *(("outside", "grant_ended") if ended else ("inside", "never_sent")))]
    sent = ("outside", "sent_late") if case.fails(9) else ("inside", "sent")
    ends = _signed_ends(case)
    return [
        Point("time", *sent),
        *_standing(case),
        *(Point("time", "undecided", f"end_untold:{what}") for what, *e in ends if _is_untold(s, *e)),
        *_acknowledged_later(case, ends),
    ]


def _standing(case: Case) -> list[Point]:
    if case.standing is None:
        return [Point("time", "inside", "not_ended_by_word")]
    early = [each for each in case.standing.ended if had_ended(case.s, each)]
    if early:
        return [Point("time", "outside", f"ended_before:{each['kind']}") for each in early]
    if not case.standing.ended:
        return [Point("time", "inside", "not_ended")]
    codes = {_ended(case.s, each) for each in case.standing.ended}
    return [Point("time", "inside", code) for code in codes]


def _ended(s: Subject, ending: Json) -> str:
    if _ms(ending["ended_at"]) > _ms(s.sent):
        return "ended_later"
    return "ended_told" if is_told(s, ending) else "ended_close"


def _signed_ends(case: Case) -> list[tuple[str, str, str | None]]:
    """What people ended: its kind, when they say it was, and when the authority says that it knew."""
    s = case.s
    told = [
        (s.status["revocation"], s.status.get("revocation_recorded_at")),
        (shown(s.how, "cancellation"), s.status.get("cancellation_recorded_at")),
        *((each, None) for each in case.kept),
    ]
    logged = {} if case.standing is None else {e["by"]: e["ended_at"] for e in case.standing.ended[::-1]}
    ends: dict[str, tuple[str, str, str | None]] = {}
    for each, recorded in told:
        if each is not None and "revocation" in each:
            stated = each["revocation_hash"]
            end = ("revocation", each["revocation"]["revoked_at"], recorded or logged.get(stated))
            ends.setdefault(stated, end)
        elif each is not None and "cancellation" in each:
            end = ("cancellation", each["cancellation"]["cancelled_at"], recorded)
            ends.setdefault(each["cancellation_hash"], end)
    return list(ends.values())


def _ms(text: str) -> int:
    return milliseconds(text) or 0


def _is_untold(s: Subject, dated: str, recorded: str | None) -> bool:
    if recorded is None:
        return _ms(s.sent) >= _ms(dated)
    return is_early(s, dated) and not is_early(s, recorded)


def _acknowledged_later(case: Case, signed: list[tuple[str, str, str | None]]) -> list[Point]:
    s = case.s
    ack = shown(s.how, "counterparty_ack")
    if ack is None:
        return []
    ends = [("validity", s.mandate["valid_to"])]
    if s.grant["expires_at"] is not None:
        ends.append(("grant", s.grant["expires_at"]))
    ends += [(what, recorded or dated) for what, dated, recorded in signed]
    if case.standing is not None:
        ends += [(each["kind"], each["ended_at"]) for each in case.standing.ended]
    at, sent = _ms(ack["acknowledged_at"]), _ms(s.sent)
    return [
        Point("time", "undecided", f"acknowledged_after_end:{name}")
        for name, end in ends
        if at - _ms(end) > latest_lease_ms(s) and _ms(end) >= sent
    ]


def _done(case: Case) -> Point:
    s, ground = case.s, "performance"
    kept = next(iter(_acks(case)), None)
    stated = s.how["counterparty_ack_hash"]
    if kept is not None and stated is not None and kept["ack_hash"] != stated:
        return Point(ground, "undecided", "acknowledged_twice")
    if shown(s.how, "counterparty_ack") is not None or kept is not None:
        fails = case.fails(6)
        return Point(
            ground,
            "outside" if fails else "inside",
            "acknowledged_otherwise" if fails else "acknowledged",
        )
    if s.signatures["counterparty"] is not None:
        return Point(ground, "undecided", "acknowledgment_withheld")
    if shown(s.how, "settlement") is not None:
        return Point(ground, "undecided", "settled")
    if s.outcome == "executed" or s.what["reason"] == "settled_by_principal":
        return Point(ground, "undecided", "read_only")
    return Point(ground, "outside", "not_done")


def _listed(case: Case, page: Json) -> list[Point]:
    action, ground = case.s.action, "performance"
    if not _is_about(case.s, page):
        return []
    key = action["idempotency_key"]
    booked = next((each for each in page["movements"] if each["idempotency_key"] == key), None)
    if booked is None:
        whole = not page["more"] and page["after"] is None
        return [Point(ground, "outside", "not_booked")] if whole else []
    same = booked["amount"] == action["params"].get("amount") and booked["direction"] == "out"
    return [Point(ground, *(("inside", "booked") if same else ("outside", "booked_otherwise")))]


def _is_about(s: Subject, page: Json) -> bool:
    """Whether the payment would be in a list, and it can be seen that it would."""
    if any(place.startswith(_LISTED_BY) for place in s.withheld):
        return False
    account, day = account_of(s), s.sent[: len("YYYY-MM-DD")]
    return (
        account in (None, page["account"])
        and page["currency"] == s.action["params"].get("currency")
        and page["from"] <= day < page["until"]
        and _ms(s.sent) < _ms(page["listed_at"])
    )


_LISTED_BY = ("what.action.idempotency_key", "what.action.params.", "why.directories")

_OF_PAYEES = {
    "entry_too_new",
    "signer_not_allowed",
    "key_compromised",
    "signers_too_few",
    "statement_refused",
}
_SAYS = ("point:", "rule:", "held:", "approval_missing")


def _further_breaches(case: Case, rows: list[Point]) -> list[Point]:
    said = any(row.answer == "outside" and row.code.startswith(_SAYS) for row in rows)
    of_payees = case.codes(5) & _OF_PAYEES
    late = "grant_expired" in case.codes(5)
    grounds = {2: "time", 3: "scope", 5: "payee" if of_payees else "time" if late else "scope"}
    return [
        Point(ground, "outside", f"breach:{check}")
        for check, ground in grounds.items()
        if case.fails(check) and (check == 2 or not said)
    ]


def _hidden(case: Case) -> list[Point]:
    grounds = {4: "approval", 6: "amount", 9: "time"}
    return [
        Point(grounds.get(check, "scope"), "undecided", f"not_seen:{check}")
        for check in sorted(case.s.hidden)
        if not case.fails(check)
    ]
