"""Checks 1 to 4 of docs/reference/evidence/checks.md: the form, the service, the principal, the approvers."""

from __future__ import annotations

import re
from typing import Any, Iterator, NamedTuple

from instants import milliseconds
from json_schema import mismatches
from keys import Problem, breaches, has_hardware_ground, is_for, versions_of
from strict_json import equal
from subject import (
    Problems,
    Subject,
    all_same,
    compromised_by,
    in_order,
    same,
    stated,
    unless,
)
from views import Opened, is_commitment, open_values

Json = dict[str, Any]


class Schemas(NamedTuple):
    """What the kit writes as `receipt-0.3.schema.json` and `values.schema.json`."""

    receipt: Json
    values: Json


_ENDINGS = {
    "application/pdf": (".pdf",),
    "image/png": (".png",),
    "image/jpeg": (".jpg", ".jpeg"),
    "image/webp": (".webp",),
    "image/gif": (".gif",),
}


def check_1(document: Any, schemas: Schemas) -> tuple[Opened | None, Problems]:
    """Schema and required fields; the receipt as it is opened, if it can be."""
    first = next(mismatches(document, schemas.receipt, schemas.receipt), None)
    if first is not None:
        return None, [Problem("schema_invalid", first)]
    opened, problems = open_values(document, schemas.values)
    return opened, problems if opened is None else _said(opened.receipt)


def _said(receipt: Json) -> Problems:
    who, grant, action = receipt["who"], receipt["how"]["grant"], receipt["what"]["action"]
    instants = [*receipt["when"].values(), receipt["status"]["checked_at"]]
    instants += [who["contract"]["valid_from"], who["contract"]["valid_to"]]
    instants += [grant["issued_at"], grant["expires_at"]]
    return [
        *unless(
            all(text is None or milliseconds(text) is not None for text in instants),
            "instant_malformed",
            "an instant",
        ),
        *keys_problems(receipt["bundle"]["keys"]),
        *_documents(action.get("documents", [])),
    ]


def keys_problems(keys: Json) -> Problems:
    """`keys_malformed` of a map of keys."""
    problems: Problems = []
    for name, entry in keys.items():
        retired = entry.get("retired", [])
        public_keys = [version["public_key"] for version in versions_of(entry)]
        one_holder = all(
            version["not_after"] is not None
            and all(version[n] == entry[n] for n in ("deployment", "kid", "role", "person"))
            for version in retired
        )
        good = entry["kid"] == name and one_holder and len(set(public_keys)) == len(public_keys)
        problems += unless(good, "keys_malformed", name)
    return problems


def _documents(documents: Any) -> Problems:
    if is_commitment(documents):
        return []
    names = [document["name"].lower() for document in documents]
    hashes = [document["sha256"] for document in documents]
    fit = all(
        name.endswith(_ENDINGS[document["media_type"]]) for name, document in zip(names, documents)
    )
    twice = len(set(names)) < len(names) or len(set(hashes)) < len(hashes)
    return unless(fit and not twice, "documents_malformed", "documents")


def check_2(s: Subject) -> Problems:
    """Service assembly signature over receipt body."""
    problems = stated(s.document["receipt_body_hash"], s.body_hash, "receipt_body_hash")
    service = s.signatures["service"]
    if service is None:
        problems.append(Problem("missing", "signatures.service"))
    else:
        at = s.when["assembled_at"]
        signature = {name: value for name, value in service.items() if name != "disclosures"}
        problems += s.signed(signature, s.body_hash, "sanad/receipt/0.3", at, "signatures.service")[1]
    for kid in s.bundle["keys"]:
        problems += unless(not s.keys.differs(kid), "pinned_key_differs", kid)
    return problems + [*_who(s), *_what_and_why(s), *_when(s)]


def _kid(signature: Json | None) -> str | None:
    return None if signature is None else signature["kid"]


def _who(s: Subject) -> Problems:
    who, where = s.who, s.where
    return all_same(
        "who, where",
        (who["tenant"], s.mandate["tenant"]),
        (who["principal"], s.mandate["principal"]),
        (who["agent"], s.mandate["agent"]),
        (who["approver"], _kid(s.signatures["approver"])),
        (where["venue"], s.decision["venue"]),
        (where["measurement"]["software"], s.grant["gateway_software"]),
        (where["decided_by"], s.signatures["pep"]["kid"]),
        (where["counterparty"], _kid(s.signatures["counterparty"])),
    )


def _what_and_why(s: Subject) -> Problems:
    what, why, grant = s.what, s.why, s.grant
    approved = grant["approved_by"] is not None
    pairs = [
        (what["plugin"], s.manifest["name"]),
        (what["plugin_version"], s.manifest["version"]),
        (what["tier"], s.manifest["tier"]),
        (what["facade"], s.action["facade"]),
        (what["outcome"], s.decision["outcome"]),
        (what["reason"], s.decision["reason"]),
        (what["level_achieved"], s.decision["level"]),
        (why["policy_version"], grant["policy_version"]),
        (why["profile_hash"], grant["profile_hash"]),
        (why["decision"]["outcome"], "hold" if approved else grant["outcome"]),
    ]
    if not approved:
        pairs.append((why["decision"]["reason"], grant["reason"]))
    return all_same("what, why", *pairs)


def _when(s: Subject) -> Problems:
    when = s.when
    problems = all_same(
        "when",
        (when["proposed_at"], s.action["proposed_at"]),
        (when["approved_at"], s.grant["approved_at"]),
        (when["executed_at"], s.decision["executed_at"]),
        (when["decided_at"], s.decision["decided_at"]),
    )
    if s.outcome == "executed" and None in (when["redeemed_at"], when["executed_at"]):
        problems.append(Problem("missing", "when"))
    steps = ("proposed", "approved", "redeemed", "executed", "decided", "assembled")
    return problems + breaches(in_order("when", *(when[f"{step}_at"] for step in steps)))


def check_3(s: Subject) -> Problems:
    """Principal signature over contract_hash, and what the principal signed."""
    return [*_mandate(s), *breaches(_action(s)), *_profile(s), *_plugin(s)]


def _mandate(s: Subject) -> Problems:
    mandate = s.mandate

    def at(key: Json) -> str:
        begin, valid = milliseconds(key["not_before"]), milliseconds(mandate["valid_from"])
        later: str = key["not_before"] if (begin or 0) > (valid or 0) else mandate["valid_from"]
        return later

    where = "signatures.principal"
    key, problems = s.signed(s.signatures["principal"], s.mandate_hash, mandate["type"], at, where)
    problems = stated(s.who["contract_hash"], s.mandate_hash, "who.contract_hash") + problems
    if key is not None:
        if key["person"] != mandate["principal"]:
            problems.append(Problem("contradiction", "who.contract.principal"))
        elif not is_for(key, mandate["tenant"]):
            problems.append(Problem("out_of_reach", where))
        problems += s.enrolled(key, where)
        begin, proposed = milliseconds(key["not_before"]), milliseconds(s.proposed_at)
        if begin is not None and proposed is not None and begin > proposed:
            problems.append(Problem("key_not_yet_valid", where))
        problems += compromised_by(key, s.proposed_at, where)
    return problems + s.of_deployment(mandate, s.action)


def _action(s: Subject) -> Problems:
    action, mandate = s.action, s.mandate
    problems = [
        *same(action["contract_id"], mandate["contract_id"], "what.action.contract_id"),
        *unless(action["contract_hash"] == s.mandate_hash, "other_object", "what.action.contract_hash"),
        *same(action["tenant"], mandate["tenant"], "what.action.tenant"),
        *same(action["agent"], mandate["agent"], "what.action.agent"),
    ]
    if s.grant["outcome"] == "deny":
        return problems
    facade = action["facade"]
    in_scope = facade in mandate["scope"] and facade not in mandate["forbidden"]
    of_profile = mandate["policy_version"].startswith(mandate["profile"] + "@")
    begin, end = milliseconds(mandate["valid_from"]), milliseconds(mandate["valid_to"])
    proposed = milliseconds(action["proposed_at"])
    assert begin is not None and end is not None  # Check 1 has read them.
    inside = proposed is not None and begin <= proposed < end
    return problems + [
        *same(action["policy_version"], mandate["policy_version"], "what.action.policy_version"),
        *unless(of_profile and in_scope, "out_of_scope", "what.action.facade"),
        *unless(inside, "outside_validity", "what.action.proposed_at"),
        *in_order("when.redeemed_at", s.when["redeemed_at"], mandate["valid_to"]),
    ]


def _profile(s: Subject) -> Problems:
    profile, why = s.profile, s.why
    named = f"{profile['name']}@{profile['version']}"
    at, where = profile["published_at"], "why.profile_signature"
    key, signature = s.signed(why["profile_signature"], s.profile_hash, profile["type"], at, where)
    problems = [
        *stated(why["profile_hash"], s.profile_hash, "why.profile_hash"),
        *unless(s.grant["profile_hash"] == s.profile_hash, "other_object", "grant.profile_hash"),
        *s.of_deployment(profile),
        *signature,
    ]
    if key is not None:
        problems += same(key["person"], profile["published_by"], "why.profile.published_by")
        problems += s.enrolled(key, where) + compromised_by(key, s.proposed_at, where)
    problems += all_same(
        "why.policy_version",
        (why["policy_version"], named),
        (s.grant["policy_version"], why["policy_version"]),
        (s.mandate["profile"], profile["name"]),
    )
    if s.grant["outcome"] != "deny":
        problems += breaches(same(s.action["plugin"], profile["plugin"], "what.action.plugin"))
    return problems


def _plugin(s: Subject) -> Problems:
    profile, connector = s.profile, s.connector
    operations = [
        {"facade": o["facade"], "operation": o["operation"], "acknowledged": o["ack"] is not None}
        for o in connector["operations"]
    ]
    adapter = {"adapter": connector["adapter"]} if "adapter" in connector else {}
    fits = (
        profile["plugin_hash"] == s.plugin_hash
        and s.manifest["name"] == profile["plugin"] == connector["plugin"]
        and s.manifest["profile"] == profile["name"]
        and equal(profile["counterparty"], {"kid": connector["kid"], **adapter, "operations": operations})
    )
    return unless(fits, "plugin_hash_mismatch", "why.plugin")


def check_4(s: Subject) -> Problems | None:
    """Approver signature over action_hash; None if it does not apply."""
    last, grant = s.signatures["approver"], s.grant
    if last is None:
        held_unasked = s.why["decision"]["outcome"] == "hold" and grant["outcome"] != "hold"
        problems = [
            *same(grant["approved_by"], None, "how.grant.approved_by"),
            *same(s.when["approved_at"], None, "when.approved_at"),
            *unless("earlier_approvals" not in s.how, "unexpected", "how.earlier_approvals"),
            *breaches(unless(not held_unasked, "missing", "signatures.approver")),
        ]
        return problems or None
    if grant["approved_at"] is None:
        return [Problem("missing", "how.grant.approved_at")]
    problems = stated(s.what["action_hash"], s.action_hash, "what.action_hash")
    problems += same(grant["approved_by"], last["kid"], "how.grant.approved_by")
    approvals = [
        *s.how.get("earlier_approvals", []),
        {"action_hash": s.action_hash, "approved_at": grant["approved_at"], "signature": last},
    ]
    makers: list[Json | None] = []
    for number, approval in enumerate(approvals):
        where = f"approval {number + 1}"
        problems += breaches(unless(approval["action_hash"] == s.action_hash, "other_object", where))
        at = approval["approved_at"]
        key, signature = s.signed(approval["signature"], s.action_hash, "sanad/action/1", at, where)
        problems += breaches([*signature, *s.enrolled(key, where)])
        makers.append(key)
    instants = [approval["approved_at"] for approval in approvals[:-1]] + [s.when["approved_at"]]
    return problems + breaches(_approvals(s, makers, instants))


def _approvals(s: Subject, makers: list[Json | None], approved: list[str | None]) -> Problems:
    proposed = milliseconds(s.action["proposed_at"])
    instants = [milliseconds(text) for text in approved]
    if proposed is None or None in instants:
        return [Problem("instant_malformed", "approvals")]
    routes: list[Json] = s.mandate["approval"].get("routes", [])
    counts = [0] * len(routes)
    before: list[str] = []
    for key, instant in zip(makers, instants):
        if key is None:
            continue
        assert instant is not None
        code, named = named_in_routes(s, key, routes)
        if code is None and not has_hardware_ground(key):
            named = [n for n in named if routes[n]["assurance"] != "hardware"]
            code = None if named else "assurance_not_met"
        if code is None:
            named = [n for n in named if 0 <= instant - proposed < routes[n]["wait_s"] * 1000]
            code = None if named else "approval_too_late"
        person: str = key["person"] or key["kid"]
        if code is None and any(same_holder(person, other) for other in before):
            code = "approver_already_approved"
        if code is not None:
            return [Problem(code, key["kid"])]
        before.append(person)
        for n in named:
            counts[n] += 1
    enough = any(count >= r.get("approvals_needed", 1) for count, r in zip(counts, routes))
    return unless(enough or None in makers, "approvals_too_few", "approvals")


def named_in_routes(s: Subject, key: Json, routes: list[Json]) -> tuple[str | None, list[int]]:
    """Steps 1 to 4: why a key may not approve, and the numbers of the routes that name it."""
    if key["role"] != "approver":
        return "role_not_allowed", []
    if key["person"] is None or not is_for(key, s.mandate["tenant"], unbounded=True):
        return "approver_not_listed", []
    if any(same_holder(s.mandate["agent"], name) for name in (key["person"], key["kid"])):
        return "approver_is_agent", []
    names = {key["kid"], key["person"]}
    named = [n for n, route in enumerate(routes) if names & set(route["approvers"])]
    return (None if named else "approver_not_listed"), named


_OF_KID = re.compile("(?:approver|principal)_(.*)", re.IGNORECASE | re.DOTALL)


def same_holder(a: str, b: str) -> bool:
    """Whether two names can belong to one holder."""
    return not set(_forms(a)).isdisjoint(_forms(b))


def _forms(name: str) -> Iterator[str]:
    yield _folded(name)
    match = _OF_KID.fullmatch(name)
    if match:
        yield _folded(match[1])
        yield _folded(match[1].rpartition(".")[0] or match[1])


def _folded(name: str) -> str:
    text = name.lower().replace("0", "o").replace("1", "l").replace("i", "l")
    text = text.replace("rn", "m").replace("vv", "w")
    return text.replace("-", "_").replace(".", "_")
