"""Checks 7 to 9 of docs/reference/evidence/checks.md: the chain, the log and the status."""

from __future__ import annotations

from typing import Any

from instants import SKEW_MS, milliseconds
from keys import Problem, breaches, versions_of
from log import Thing, is_included, leaf_of, standing_is_proven
from strict_json import hash_of
from subject import Problems, Subject, body_hash, in_order, same, stated, unless

Json = dict[str, Any]

_WITHOUT_LEASE_MS = 10_000
_MARK_MS = 1_000


def check_7(s: Subject, previous: Json | None) -> Problems | None:
    """Receipt chain; None if nothing can be said."""
    number, named = s.bundle["sequence"], s.bundle["previous_receipt_hash"]
    problems = unless((number == 0) == (named is None), "chain_broken", "bundle.sequence")
    if previous is None:
        return problems or ([] if number == 0 else None)
    computed = body_hash(previous)
    follows = previous["bundle"]["sequence"] + 1 == number and named == computed
    return [
        *problems,
        *stated(previous["receipt_body_hash"], computed, "previous.receipt_body_hash"),
        *unless(follows, "chain_broken", "bundle.previous_receipt_hash"),
        *unless(previous["deployment"] == s.deployment, "deployment_mismatch", "previous"),
        *same(previous["who"]["tenant"], s.who["tenant"], "previous.who.tenant"),
    ]


def check_8(s: Subject) -> Problems:
    """Transparency log inclusion."""
    log, signature = s.status["log"], s.bundle["log_root_signature"]
    if log is None or signature is None:
        return [Problem("missing", "status.log")]
    head, index, leaf = log["tree_head"], log["leaf_index"], leaf_of(s.entry_hash)
    size, root, at = head["tree_size"], head["root_hash"], head["timestamp"]
    included = is_included(leaf, index, size, log["inclusion_proof"], root)
    problems = [
        *s.of_deployment(head),
        *stated(log["leaf_hash"], leaf.hex(), "status.log.leaf_hash"),
        *unless(included, "inclusion_not_proven", "status.log.inclusion_proof"),
    ]
    problems += s.part(8, ["why.directories"], lambda: _heads(s, log, head))
    where = "bundle.log_root_signature"
    problems += s.signed(signature, hash_of(head), head["type"], at, where)[1]
    return problems + in_order("status.log.tree_head", s.when["assembled_at"], at)


def _heads(s: Subject, log: Json, head: Json) -> Problems:
    if "heads" not in log:
        return []
    directories, heads = s.why.get("directories", {}), log["heads"]
    problems = [Problem("unexpected", name) for name in heads if name not in directories]
    for name, shown in directories.items():
        place = heads.get(name)
        proven = (
            place is not None
            and place["leaf_index"] < log["leaf_index"]
            and is_included(
                leaf_of(hash_of(shown["head"]["entry"])),
                place["leaf_index"],
                head["tree_size"],
                place["inclusion_proof"],
                head["root_hash"],
            )
        )
        problems += unless(proven, "inclusion_not_proven", f"status.log.heads.{name}")
    return problems


def check_9(s: Subject, as_of: str | None) -> Problems | None:
    """Status as of revocation check; None if nothing can be said of that instant."""
    problems = _status(s)
    if as_of is not None and milliseconds(as_of) is None:
        problems.append(Problem("instant_malformed", "as of"))
    if problems or s.outcome != "executed":
        return problems
    problems = breaches([*_revoked_unrecorded(s), *_sent_late(s)])
    if s.status["log"] is not None and "standing" in s.status["log"]:
        problems += s.part(9, ["why.directories"], lambda: _standing(s))
    return problems if problems or as_of is None else _as_of(s, as_of)


def _status(s: Subject) -> Problems:
    status, when, decision = s.status, s.when, s.decision
    revocation = status["revocation"]
    checked, end = milliseconds(status["checked_at"]), milliseconds(s.mandate["valid_to"])
    assert checked is not None and end is not None
    expired = revocation is None and checked >= end
    says = "revoked" if revocation is not None else "expired" if expired else "active"
    problems = unless(status["contract"] == says, "status_mismatch", "status.contract")
    if decision["reason"] == "contract_revoked" and revocation is None:
        problems.append(Problem("missing", "status.revocation"))
    if "revocation_recorded_at" in status and revocation is None:
        problems.append(Problem("unexpected", "status.revocation_recorded_at"))
    if "cancellation_recorded_at" in status and "cancellation" not in s.how:
        problems.append(Problem("unexpected", "status.cancellation_recorded_at"))
    problems += breaches(_lease(s))
    for mark in status.get("marks", []):
        problems += _mark(s, mark)
    redeemed, sent = when["redeemed_at"], decision.get("sent_at")
    checked_at = status["checked_at"]
    recorded = status.get("revocation_recorded_at")
    problems += in_order("status.revocation_recorded_at", redeemed, recorded, checked_at)
    recorded = status.get("cancellation_recorded_at")
    problems += in_order("status.cancellation_recorded_at", redeemed, recorded, checked_at)
    problems += in_order("how.decision.sent_at", redeemed, sent)
    problems += in_order("how.decision.sent_at", sent, when["decided_at"])
    problems += in_order("status.checked_at", checked_at, when["assembled_at"])
    return problems + (signed_revocation(s, revocation) if revocation is not None else [])


def _lease(s: Subject) -> Problems:
    lease, where = s.decision.get("lease"), "how.decision.lease"
    if lease is None:
        return []
    if "sent_at" not in s.decision:
        return [Problem("missing", where)]
    sent, asked = milliseconds(s.decision["sent_at"]), milliseconds(lease["asked_at"])
    if sent is None or asked is None:
        return [Problem("instant_malformed", where)]
    return unless(0 <= sent - asked < lease["send_within_ms"], "lease_mismatch", where)


def _mark(s: Subject, mark: Json) -> Problems:
    where = f"status.marks of {mark['kid']}"
    entry = s.bundle["keys"].get(mark["kid"])
    versions = [] if entry is None else versions_of(entry)
    marked = [v for v in versions if v["fingerprint"] == mark["fingerprint"]]
    if not marked or marked[0]["compromised_at"] is None:
        return [Problem("status_mismatch", where)]
    stolen = marked[0]["compromised_at"]
    return in_order(where, stolen, mark["recorded_at"], s.status["checked_at"])


def signed_revocation(s: Subject, shown: Json) -> Problems:
    """The problems of a revocation that is in the receipt, or that somebody kept."""
    revocation, where = shown["revocation"], "status.revocation"
    revocation_hash = hash_of(revocation)

    def signed(at: str) -> tuple[Json | None, Problems]:
        return s.signed(shown["signature"], revocation_hash, revocation["type"], at, where)

    key, signature = signed(revocation["revoked_at"])
    if signature:
        key, signature = signed(s.status["checked_at"])
    problems = [
        *s.of_deployment(revocation),
        *stated(shown["revocation_hash"], revocation_hash, where),
        *same(revocation["contract_id"], s.mandate["contract_id"], where),
        *unless(revocation["contract_hash"] == s.mandate_hash, "other_object", where),
    ]
    if key is not None:
        problems += same(key["person"], s.mandate["principal"], where)
    return problems + signature


def _revoked_unrecorded(s: Subject) -> Problems:
    shown = s.status["revocation"]
    if shown is None or "revocation_recorded_at" in s.status:
        return []
    revoked, sent = milliseconds(shown["revocation"]["revoked_at"]), milliseconds(s.sent)
    if revoked is None or sent is None:
        return [Problem("instant_malformed", "status.revocation")]
    return unless(revoked > sent, "revoked", "status.revocation")


def _asked(s: Subject) -> tuple[int, int]:
    """When the lease was asked for, and by how much an end may be earlier."""
    lease = s.decision.get("lease")
    at = _ms(s.sent if lease is None else lease["asked_at"])
    return at, SKEW_MS + (_WITHOUT_LEASE_MS if lease is None else 0)


def _made_by(s: Subject) -> set[tuple[str, str]]:
    """The keys, by kid and fingerprint, of mandate, rules and approvals."""
    signed = [
        (s.signatures["principal"], s.mandate_hash),
        (s.why["profile_signature"], s.profile_hash),
        *((each["signature"], s.action_hash) for each in s.how.get("earlier_approvals", [])),
    ]
    if s.signatures["approver"] is not None:
        signed.append((s.signatures["approver"], s.action_hash))
    keys = (s.keys.maker(signature, message_hash)[0] for signature, message_hash in signed)
    return {(key["kid"], key["fingerprint"]) for key in keys if key is not None}


def _sent_late(s: Subject) -> Problems:
    status = s.status
    ends = [
        (status[name], 0)
        for name in ("revocation_recorded_at", "cancellation_recorded_at")
        if name in status
    ]
    makers = _made_by(s)
    for mark in status.get("marks", []):
        if (mark["kid"], mark["fingerprint"]) in makers:
            ends.append((mark["recorded_at"], _MARK_MS))
    asked, margin = _asked(s)
    problems: Problems = []
    for text, more in ends:
        end = milliseconds(text)
        in_time = end is not None and asked - end <= margin + more
        problems += unless(in_time, "sent_late", "how.decision.sent_at")
    lease, expires = s.decision.get("lease"), milliseconds(s.grant["expires_at"])
    if lease is not None and expires is not None:
        over = asked + lease["send_within_ms"] - expires
        problems += unless(over <= SKEW_MS, "sent_late", "how.decision.lease")
    return problems


def _versions(s: Subject) -> list[Json]:
    return [version for entry in s.bundle["keys"].values() for version in versions_of(entry)]


def things_of(s: Subject) -> list[Thing]:
    """What a call stood on, as far as it can end."""
    things = [
        Thing("mandate", s.mandate["contract_id"]),
        Thing("profile", s.why["profile_hash"]),
    ]
    for shown in s.why.get("directories", {}).values():
        things.append(Thing("payee", shown["entry"]["entry_hash"]))
    for version in _versions(s):
        if version["person"] is not None:
            things.append(Thing("key", version["fingerprint"]))
            if version["enrolment"] is not None:
                things.append(Thing("enrolment", version["fingerprint"]))
    return things


def _standing(s: Subject) -> Problems:
    log = s.status["log"]
    standing, head = log["standing"], log["tree_head"].get("standing")
    where = "status.log.standing"
    if head is None or not standing_is_proven(things_of(s), standing, head["root_hash"]):
        return [Problem("standing_not_proven", where)]
    problems: Problems = []
    for ending in standing.get("ended", []):
        problems += unless(not had_ended(s, ending), "ended_before_sent", where)
    return breaches(problems)


def is_early(s: Subject, instant: str) -> bool:
    """Whether an end at an instant could have been known to whom gave the lease."""
    asked, margin = _asked(s)
    return asked - _ms(instant) > margin + _MARK_MS


def latest_lease_ms(s: Subject) -> int:
    """By how much later than an end a lease may seem to be asked for."""
    return _asked(s)[1] + _MARK_MS


def had_ended(s: Subject, ending: Json) -> bool:
    """Whether the call was sent after something ended of which the receipt says nothing."""
    return is_early(s, ending["ended_at"]) and not is_told(s, ending)


def is_told(s: Subject, ending: Json) -> bool:
    """Whether the receipt itself has exactly this ending."""
    kind, thing, at = ending["kind"], ending["id"], _ms(ending["ended_at"])
    revocation, recorded = s.status["revocation"], s.status.get("revocation_recorded_at")
    if kind == "mandate":
        hashed = None if revocation is None else revocation["revocation_hash"]
        return hashed == ending["by"] and recorded is not None and _ms(recorded) == at
    versions = [version for version in _versions(s) if version["fingerprint"] == thing]
    if kind == "enrolment":
        hashes = {(v["enrolment"] or {}).get("enrolment_hash") for v in versions}
        return hashes <= {ending["by"]} and all(v["not_after"] is not None for v in versions)
    marks = [mark for mark in s.status.get("marks", []) if mark["fingerprint"] == thing]
    makers = {kid for kid, fingerprint in _made_by(s) if fingerprint == thing}
    return (
        kind == "key"
        and all(v["compromised_at"] and _ms(v["compromised_at"]) <= at for v in versions)
        and all(_ms(mark["recorded_at"]) == at for mark in marks)
        and makers <= {mark["kid"] for mark in marks}
    )


def _ms(text: str) -> int:
    return milliseconds(text) or 0


def _as_of(s: Subject, as_of: str) -> Problems | None:
    instant, sent = milliseconds(as_of), milliseconds(s.sent)
    assert instant is not None and sent is not None
    shown = s.status["revocation"]
    if shown is not None:
        recorded = s.status.get("revocation_recorded_at", shown["revocation"]["revoked_at"])
        ended = milliseconds(recorded)
        if instant >= sent and ended is not None and ended <= instant:
            return [Problem("revoked", "as of")]
        return []
    checked = milliseconds(s.status["checked_at"])
    return None if checked is not None and instant > checked else []
