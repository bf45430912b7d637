"""The proofs of entries of directories: docs/reference/evidence/rules.md, `Directories`."""

from __future__ import annotations

from typing import Any

from instants import SKEW_MS, milliseconds
from keys import Problem, breaches, is_for
from log import is_included, leaf_of
from strict_json import hash_of
from subject import Problems, Subject, compromised_by, same, stated, unless
from tables import MAY_SIGN

Json = dict[str, Any]

_TYPE = "sanad/directory-entry/1"


def problems_of_directories(s: Subject) -> Problems:
    """What is wrong with the directories of a receipt."""
    problems: Problems = []
    for name, shown in s.why.get("directories", {}).items():
        terms = s.profile.get("directories", {}).get(name)
        problems += unless(terms is not None, "directory_not_named", name)
        problems += _of_directory(s, name, terms, shown)
    return problems


def _is_soon_enough(s: Subject, text: str, where: str) -> Problems:
    at, now = milliseconds(text), milliseconds(s.proposed_at)
    if at is None or now is None:
        return [Problem("instant_malformed", where)]
    return breaches(unless(at <= now + SKEW_MS, "entry_too_new", where))


def _of_directory(s: Subject, name: str, terms: Json | None, shown: Json) -> Problems:
    where = f"why.directories.{name}"
    entry, head = shown["entry"]["entry"], shown["head"]["entry"]
    problems: Problems = []
    for each in (entry, head):
        problems += s.of_deployment(each)
        problems += same(each["tenant"], s.who["tenant"], where)
        problems += same(each["profile"], s.profile["name"], where)
        problems += same(each["directory"], name, where)
        problems += _is_soon_enough(s, each["signed_at"], where)
    if "recorded_at" in shown:
        problems += _is_soon_enough(s, shown["recorded_at"], where)
    problems += unless(entry["sequence"] <= head["sequence"], "contradiction", where)
    problems += stated(shown["entry"]["entry_hash"], hash_of(entry), where)
    problems += stated(shown["head"]["entry_hash"], hash_of(head), where)
    if terms is not None:
        problems += _signers(s, terms, shown, where)
    for signature in shown["head"]["signatures"]:
        problems += _signed_head(s, signature, hash_of(head), where)
    proven = _is_entry_at(entry, shown["index"], shown["proof"], head)
    return problems + unless(proven, "entry_not_proven", where)


def _is_entry_at(entry: Json, index: int, proof: list[str], head: Json) -> bool:
    leaf = leaf_of(hash_of({**entry, "root_hash": None}))
    return is_included(leaf, index, head["size"], proof, head["root_hash"])


def _signers(s: Subject, terms: Json, shown: Json, where: str) -> Problems:
    entry, signatures = shown["entry"]["entry"], shown["entry"]["signatures"]
    problems: Problems = []
    people: list[str] = []
    for signature in signatures:
        at = entry["signed_at"]
        key, found = s.signed(signature, hash_of(entry), _TYPE, at, where)
        problems += found
        if key is not None:
            problems += s.enrolled(key, where)
            may = unless(_may_sign(terms, key, entry), "signer_not_allowed", where)
            problems += breaches([*may, *compromised_by(key, s.proposed_at, where)])
        people.append(signature["kid"] if key is None else key["person"] or key["kid"])
    earlier = terms.get("earlier", {}).get(entry["tenant"])
    taken_over = earlier is not None and earlier["sequence"] >= entry["sequence"]
    needed = 1 if entry["change"] == "ended" or taken_over else terms["needed"]
    different = len(set(people)) == len(people)
    problems += breaches(unless(different and len(people) >= needed, "signers_too_few", where))
    if len(signatures) < terms["needed"]:
        shown_before = shown.get("earlier")
        proven = (
            shown_before is not None
            and earlier is not None
            and hash_of(shown_before["head"]) == earlier["entry_hash"]
            and _is_entry_at(entry, shown_before["index"], shown_before["proof"], shown_before["head"])
        )
        problems += breaches(unless(proven, "signers_too_few", where))
    return problems


def _may_sign(terms: Json, key: Json, entry: Json) -> bool:
    if not is_for(key, entry["tenant"], unbounded=True):
        return False
    if "signers" not in terms:
        return bool(key["role"] == "principal")
    signed = milliseconds(entry["signed_at"])
    for signer in terms["signers"]:
        if signer["person"] == key["person"]:
            until = milliseconds(signer.get("until"))
            return "until" not in signer or (
                until is not None and signed is not None and until > signed
            )
    return False


def _signed_head(s: Subject, signature: Json, head_hash: str, where: str) -> Problems:
    key, code = s.keys.maker(signature, head_hash)
    problems = [] if code is None else [Problem(code, where)]
    if key is None:
        return problems
    problems += unless(key["deployment"] == s.deployment, "deployment_mismatch", where)
    problems += unless(key["role"] in MAY_SIGN[_TYPE], "role_not_allowed", where)
    return problems + s.enrolled(key, where)
