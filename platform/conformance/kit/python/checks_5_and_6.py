"""Checks 5 and 6 of docs/reference/evidence/checks.md: the decision and the counterparty's acknowledgment."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import attested
from checks_1_to_4 import named_in_routes
from decide import problems_of_deciding_again
from directories import problems_of_directories
from instants import SKEW_MS, milliseconds
from keys import Problem, breaches, is_for
from strict_json import canonical, equal, hash_of
from subject import Problems, Subject, all_same, in_order, same, stated, unless
from tables import minor_units
from views import is_commitment

Json = dict[str, Any]

_PARAMS, _STATEMENTS = "what.action.params.", "what.action.statements"
_DIRECTORIES = "why.directories"


def check_5(s: Subject) -> Problems:
    """Enforcement decision signature, and what the signed rules give."""
    again = (_PARAMS, "what.action.idempotency_key", _STATEMENTS, _DIRECTORIES)
    problems = [
        *_decision(s),
        *_grant(s),
        *_agent_key(s),
        *s.part(5, [_DIRECTORIES], lambda: problems_of_directories(s)),
        *s.part(5, again, lambda: _deciding_again(s)),
        *s.part(5, ["how.rejection"], lambda: _rejection(s)),
        *s.part(5, ["how.cancellation"], lambda: _cancellation(s)),
        *s.part(5, ["how.settlement", "how.doubt"], lambda: _settlement(s)),
        *_outcome(s),
    ]
    if "statements" in s.action:
        problems += s.part(5, [_STATEMENTS, _PARAMS], lambda: attested.judged_again(s))
    return problems


def _deciding_again(s: Subject) -> Problems:
    problems = problems_of_deciding_again(s)
    return problems if s.grant["outcome"] == "deny" else breaches(problems)


def _decision(s: Subject) -> Problems:
    decision, decision_hash = s.decision, s.decision_hash
    at, where = decision["decided_at"], "signatures.pep"
    key, problems = s.signed(s.signatures["pep"], decision_hash, decision["type"], at, where)
    by_pep = s.outcome in ("executed", "refused")
    if key is not None:
        problems += same(key["role"], "pep" if by_pep else "authority", where)
    others = (("grant", s.grant_hash), ("contract", s.mandate_hash), ("action", s.action_hash))
    for name, computed in others:
        field = f"{name}_hash"
        problems += unless(decision[field] == computed, "other_object", f"how.decision.{field}")
    return [
        *stated(s.how["decision_hash"], decision_hash, "how.decision_hash"),
        *problems,
        *s.of_deployment(s.grant, decision),
        *same(decision["grant_id"], s.grant["grant_id"], "how.decision.grant_id"),
        *same(decision["policy_version"], s.grant["policy_version"], "how.decision.policy_version"),
    ]


def _agent_key(s: Subject) -> Problems:
    of_mandate, named = s.mandate.get("agent_key"), s.grant.get("agent_key")
    key = of_mandate and "sha256:" + sha256(bytes.fromhex(of_mandate["public_key"])).hexdigest()
    proven = named is None or s.grant.get("agent_authenticated") is True
    problems = unless(named == key and proven, "agent_key_mismatch", "how.grant.agent_key")
    return problems if s.grant["outcome"] == "deny" else breaches(problems)


def _grant(s: Subject) -> Problems:
    grant, action = s.grant, s.action
    at = grant["issued_at"] if grant["approved_at"] is None else grant["approved_at"]
    signature = s.how["grant_signature"]
    named = grant["action_hash"] == s.action_hash and grant["contract_hash"] == s.mandate_hash
    fields = ("contract_id", "tenant", "policy_version", "grant_id")
    return [
        *stated(s.how["grant_hash"], s.grant_hash, "how.grant_hash"),
        *s.signed(signature, s.grant_hash, grant["type"], at, "how.grant_signature")[1],
        *stated(s.what["action_hash"], s.action_hash, "what.action_hash"),
        *unless(named, "other_object", "how.grant"),
        *all_same("how.grant", *((grant[field], action[field]) for field in fields)),
        *in_order("how.grant.issued_at", action["proposed_at"], grant["issued_at"]),
    ]


def _rejection(s: Subject) -> Problems:
    rejected = s.outcome == "denied" and s.decision["reason"] == "approver_rejected"
    shown, where = s.how.get("rejection"), "how.rejection"
    if shown is None:
        return unless(not rejected, "missing", where)
    at = shown["rejected_at"]
    return [
        *unless(rejected and s.grant["outcome"] == "hold", "unexpected", where),
        *same(at, s.decision["decided_at"], where),
        *signed_rejection(s, shown, at),
    ]


def signed_rejection(s: Subject, shown: Json, at: str) -> Problems:
    """The problems of a rejection that is in the receipt, or that somebody kept."""
    rejection, where = shown["rejection"], "how.rejection"
    rejection_hash = hash_of(rejection)
    key, signature = s.signed(shown["signature"], rejection_hash, rejection["type"], at, where)
    problems = [
        *stated(shown["rejection_hash"], rejection_hash, where),
        *same(rejection["grant_id"], s.grant["grant_id"], where),
        *s.of_deployment(rejection),
        *signature,
        *s.enrolled(key, where),
    ]
    if key is not None:
        code = named_in_routes(s, key, s.mandate["approval"].get("routes", []))[0]
        problems += [] if code is None else [Problem(code, where)]
    return problems


def _of_principal(s: Subject, shown: Json, name: str, at: str) -> Problems:
    """A signed word of the principal about this grant and action."""
    said, where = shown[name], f"how.{name}"
    said_hash = hash_of(said)
    key, signature = s.signed(shown["signature"], said_hash, said["type"], at, where)
    problems = [
        *stated(shown[f"{name}_hash"], said_hash, where),
        *same(said["grant_id"], s.grant["grant_id"], where),
        *unless(said["action_hash"] == s.action_hash, "other_object", where),
        *s.of_deployment(said),
        *signature,
    ]
    if key is not None:
        problems += same(key["person"], s.mandate["principal"], where)
    return problems + s.enrolled(key, where)


def _cancellation(s: Subject) -> Problems:
    shown = s.how.get("cancellation")
    if shown is None:
        cancelled = s.decision["reason"] == "cancelled_by_principal"
        return unless(not cancelled, "missing", "how.cancellation")
    return signed_cancellation(s, shown)


def signed_cancellation(s: Subject, shown: Json) -> Problems:
    """The problems of a cancellation that is in the receipt, or that somebody kept."""
    return _of_principal(s, shown, "cancellation", shown["cancellation"]["cancelled_at"])


_SETTLED_AS = {"count_as_done": "executed", "count_as_not_done": "refused"}


def _settlement(s: Subject) -> Problems:
    settled = s.decision["reason"] == "settled_by_principal"
    shown, where = s.how.get("settlement"), "how.settlement"
    if shown is None:
        return [
            *unless(not settled, "missing", where),
            *same(s.decision.get("settlement_hash"), None, "how.decision.settlement_hash"),
            *unless("doubt" not in s.how, "unexpected", "how.doubt"),
        ]
    settlement = shown["settlement"]
    stated_hash = shown["settlement_hash"]
    key, _ = s.keys.maker(shown["signature"], hash_of(settlement))
    problems = [
        *unless(settled, "unexpected", where),
        *unless(_SETTLED_AS.get(settlement["choice"]) == s.outcome, "outcome_mismatch", where),
        *same(s.decision.get("settlement_hash"), stated_hash, "how.decision.settlement_hash"),
        *unless(key is None or is_for(key, s.who["tenant"]), "out_of_reach", where),
        *_doubt(s, settlement),
    ]
    return problems + _of_principal(s, shown, "settlement", settlement["settled_at"])


def _doubt(s: Subject, settlement: Json) -> Problems:
    shown, where = s.how.get("doubt"), "how.doubt"
    if shown is None:
        return [Problem("missing", where)]
    doubt = shown["doubt"]
    doubt_hash = hash_of(doubt)
    named = settlement["doubt_hash"] == doubt_hash and doubt["action_hash"] == s.action_hash
    at = s.decision["decided_at"]
    problems = [
        *stated(shown["doubt_hash"], doubt_hash, where),
        *unless(named, "other_object", where),
        *same(doubt["grant_id"], s.grant["grant_id"], where),
        *s.of_deployment(doubt),
        *s.signed(shown["signature"], doubt_hash, doubt["type"], at, where)[1],
        *same(shown["signature"]["kid"], s.signatures["pep"]["kid"], where),
    ]
    if "sent_at" in s.decision:
        problems += same(doubt["sent_at"], s.decision["sent_at"], where)
    return problems + in_order(where, doubt["declared_at"], settlement["settled_at"])


_GRANTS = {
    "executed": {"allow"},
    "refused": {"allow"},
    "denied": {"deny", "allow", "hold"},
    "expired": {"allow", "hold"},
}
_ENDED_BY = {
    "approver_rejected",
    "cancelled_by_principal",
    "contract_revoked",
    "contract_expired",
}


def _reason_fits(s: Subject) -> bool:
    """Whether the reason of the decision goes with the outcome and the grant."""
    reason, grant = s.decision["reason"], s.grant
    if s.outcome == "executed":
        return reason in ("ok", "settled_by_principal")
    if s.outcome == "refused":
        return bool(reason != "ok")
    if s.outcome == "expired":
        return bool(reason == "grant_expired")
    if grant["outcome"] == "deny":
        return bool(reason == grant["reason"])
    if reason in _ENDED_BY or (reason == "grant_invalid" and grant["approved_by"] is not None):
        return True
    reasons: dict[str, str] = {}
    for facade in s.manifest["facades"]:
        for rule in facade["rules"]:
            reasons.setdefault(rule["name"], rule["reason"])
    names = [*s.why.get("directories", {}), *s.action.get("statements", {})]
    return any(reasons.get(name) == reason for name in names)


def _outcome(s: Subject) -> Problems:
    grant, when = s.grant, s.when
    needs = [_DIRECTORIES, _STATEMENTS] if s.outcome == "denied" else []
    granted = grant["outcome"] in _GRANTS[s.outcome]
    problems = unless(granted, "outcome_mismatch", "how.grant.outcome")
    problems += s.part(
        5, needs, lambda: unless(_reason_fits(s), "outcome_mismatch", "how.decision.reason")
    )
    expires = milliseconds(grant["expires_at"])
    if s.outcome == "expired":
        decided = milliseconds(s.decision["decided_at"])
        over = expires is not None and decided is not None and expires <= decided + SKEW_MS
        problems += unless(over, "outcome_mismatch", "how.grant.expires_at")
    if s.outcome != "executed":
        problems += same(s.decision["executed_at"], None, "how.decision.executed_at")
    if s.outcome in ("denied", "expired"):
        problems += same(when["redeemed_at"], None, "when.redeemed_at")
    if when["redeemed_at"] is not None:
        redeemed = milliseconds(when["redeemed_at"])
        in_time = expires is not None and redeemed is not None and expires >= redeemed - SKEW_MS
        problems += breaches(unless(in_time, "grant_expired", "when.redeemed_at"))
    return problems


def check_6(s: Subject) -> Problems | None:
    """Counterparty signature over acknowledgment; None if it does not apply."""
    signature = s.signatures["counterparty"]
    if s.ack is None or signature is None:
        asked = s.outcome == "executed" and "settlement" not in s.how and not _is_read(s)
        problems = [
            *unless(s.ack is None and signature is None, "unexpected", "signatures.counterparty"),
            *same(s.how["counterparty_ack_hash"], None, "how.counterparty_ack_hash"),
            *same(s.decision["counterparty_ack_hash"], None, "decision.counterparty_ack_hash"),
            *unless(not asked, "missing", "how.counterparty_ack"),
        ]
        return problems or None
    if is_commitment(s.ack):
        return _withheld_ack(s, signature)
    ack, ack_hash = s.ack, hash_of(s.ack)
    at, where = ack["acknowledged_at"], "signatures.counterparty"
    named = s.decision["counterparty_ack_hash"] == ack_hash
    return [
        *stated(s.how["counterparty_ack_hash"], ack_hash, "how.counterparty_ack_hash"),
        *unless(named, "other_object", "how.decision.counterparty_ack_hash"),
        *s.signed(signature, ack_hash, ack["type"], at, where)[1],
        *unless(s.outcome == "executed", "outcome_mismatch", "how.counterparty_ack"),
        *s.part(
            6,
            ["what.action.", _DIRECTORIES],
            lambda: breaches(
                unless(is_of_action(s, ack, signature["kid"]), "acknowledgment_mismatch", "ack")
            ),
        ),
    ]


def _withheld_ack(s: Subject, signature: Json) -> Problems:
    """What can be said of an acknowledgment that is withheld."""
    s.hidden.add(6)
    stated_hash, at = s.how["counterparty_ack_hash"], s.decision["decided_at"]
    named = s.decision["counterparty_ack_hash"] == stated_hash
    if stated_hash is None:
        return [Problem("missing", "how.counterparty_ack_hash")]
    return [
        *unless(named, "other_object", "how.decision.counterparty_ack_hash"),
        *s.signed(signature, stated_hash, "sanad/ack/1", at, "signatures.counterparty")[1],
    ]


def _operations(s: Subject) -> list[Json]:
    facade = s.action["facade"]
    return [each for each in s.connector["operations"] if each["facade"] == facade]


def _is_read(s: Subject) -> bool:
    """Whether the receipt is of a read, which nobody acknowledges."""
    return (
        s.decision["response_sha256"] is not None
        and all(facade["kind"] != "effect" for facade in s.facades)
        and all(operation["ack"] is None for operation in _operations(s))
    )


_NOT_SHARED = {
    "type",
    "counterparty",
    "operation",
    "grant_id",
    "action_hash",
    "idempotency_key",
    "acknowledged_at",
}


def is_of_action(s: Subject, ack: Json, signer: str) -> bool:
    """Whether an acknowledgment is of this action, at the counterparty of the connector."""
    operations = _operations(s)
    if not operations or operations[0]["ack"] is None:
        return False
    operation, kid = operations[0], s.connector["kid"]
    if not (
        ack["action_hash"] == s.action_hash
        and signer == kid == ack["counterparty"]
        and ack["operation"] == operation["operation"]
        and ack["grant_id"] == s.action["grant_id"]
        and ack["idempotency_key"] == s.action["idempotency_key"]
        and _has_its_mark(s.connector, ack)
    ):
        return False
    shared = {n: v for n, v in _shared_fields(s, operation).items() if n not in _NOT_SHARED}
    return all(ack.get(n) is None or equal(ack[n], v) for n, v in shared.items())


def _has_its_mark(connector: Json, ack: Json) -> bool:
    """Whether an adapter, and nobody else, acknowledged as one."""
    if "adapter" not in connector:
        return ack.get("adapter_of") is None
    answer = ack.get("provider_answer_sha256") or ""
    return ack.get("adapter_of") == connector["adapter"]["provider"] and bool(
        re.fullmatch("[0-9a-f]{64}", answer)
    )


def _shared_fields(s: Subject, operation: Json) -> Json:
    left_out = {"type", "params", "documents", "statements"}
    fields = {name: value for name, value in s.action.items() if name not in left_out}
    params = {name: str(value) for name, value in s.action["params"].items()}
    fields.update(params)
    for field, source in operation["body"].items():
        value = _sent(s, source, params)
        if value is not None:
            fields[field] = value
    return fields


def _sent(s: Subject, source: Json | str, params: dict[str, str]) -> object:
    """What was sent for a value of the connector, as text; None if nothing was, or only what is bound anyway."""
    if isinstance(source, str):
        return account_of(s) if source == "$account" else params.get(source.rstrip("?"))
    if "constant" in source:
        constant = source["constant"]
        return constant if isinstance(constant, str) else canonical(constant)
    amount, currency = params.get(source["minor_units"]), params.get(source["currency"])
    return None if amount is None or currency is None else minor_units(amount, currency)


def account_of(s: Subject) -> object:
    """The account at the counterparty from which the action was to be done."""
    params = s.action["params"]
    shown = s.why.get("directories", {}).get(s.connector.get("accounts_directory"))
    if shown is not None:
        return shown["entry"]["entry"].get("values", {}).get("account")
    for each in s.connector.get("tenant_accounts", []):
        asked = each.get("when", {})
        if each["tenant"] == s.action["tenant"] and all(params.get(n) == v for n, v in asked.items()):
            return each["account"]
    return None
