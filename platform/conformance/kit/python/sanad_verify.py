"""A second verifier of Proof Receipts 0.3, written from docs/reference/evidence alone.

    python3 sanad_verify.py <receipt> --schemas <folder> [--keys <file>] [--prev <file>] [--as-of <instant>]
    python3 sanad_verify.py --kit        paths of the kit's cases in lines, one answer for each
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from checkpoint import answer_texts
from checks_1_to_4 import Schemas, check_1, keys_problems
from dispute import judge
from json_schema import mismatches
from keys import Problem, fingerprint_of
from nine_checks import examine
from strict_json import JsonInvalid, JsonRefused, parse
from subject import Problems, Subject

Json = dict[str, Any]

NAMES = (
    "schema and required fields",
    "service assembly signature over receipt body",
    "principal signature over contract_hash",
    "approver signature over action_hash",
    "enforcement decision signature",
    "counterparty signature over acknowledgment",
    "receipt chain",
    "transparency log inclusion",
    "status as of revocation check",
)


class Unusable(ValueError):
    """What was given cannot be judged at all (exit code 2)."""


def verify(
    text: str,
    schemas: Schemas,
    pinned: Json | None = None,
    previous: Json | None = None,
    as_of: str | None = None,
) -> Json:
    """What the nine checks say of a text."""
    try:
        receipt = parse(text)
    except JsonRefused as refusal:
        return _answer([_check(1, [Problem("json_refused", str(refusal))]), *_not_checked()])
    opened, problems = check_1(receipt, schemas)
    if opened is None or problems:
        return _answer([_check(1, problems), *_not_checked()])
    s = Subject(receipt, opened, pinned)
    found = enumerate(examine(s, previous, as_of), 1)
    return _answer([_check(n, each, n in s.hidden) for n, each in found], s, pinned)


def is_receipt(value: Any) -> bool:
    """Whether a value at least says that it is a receipt."""
    if not isinstance(value, dict):
        return False
    named = value.get("type")
    of_type = isinstance(named, str) and named.startswith("sanad/receipt/")
    return of_type or "receipt_body_hash" in value


def _check(number: int, problems: Problems | None, hidden: bool = False) -> Json:
    passed = "n/a" if problems is None else "pass"
    outcome = "fail" if problems else "hidden" if hidden else passed
    return {
        "number": number,
        "name": NAMES[number - 1],
        "outcome": outcome,
        "detail": "; ".join(f"{p.code} ({p.where})" if p.where else p.code for p in problems or []),
        "codes": list(dict.fromkeys(problem.code for problem in problems or [])),
    }


def _not_checked() -> list[Json]:
    return [_check(number, [Problem("not_checked", "")]) for number in range(2, 10)]


def _answer(checks: list[Json], s: Subject | None = None, pinned: Json | None = None) -> Json:
    relied_on = [] if s is None else list(s.keys.relied_on)
    unpinned = [kid for kid in relied_on if kid not in (pinned or {})]
    withheld = [] if s is None else sorted(p.removeprefix("what.action.params.") for p in s.withheld)
    if any(check["outcome"] == "fail" for check in checks):
        verdict = "failed"
    elif unpinned or pinned is None:
        verdict = "self-consistent"
    else:
        verdict = "partial" if withheld else "verified"
    keys = [_described(s, kid, pinned) for kid in relied_on if s is not None]
    verification = {"checks": checks, "keys": keys, "unpinned": unpinned, "withheld": withheld}
    return {"verdict": verdict, "verification": verification}


def _described(s: Subject, kid: str, pinned: Json | None) -> Json:
    versions = s.keys.versions(kid)
    newest = {} if isinstance(versions, str) else versions[0]
    facts = {name: newest.get(name) for name in ("role", "fingerprint")}
    return {"kid": kid, **facts, "pinned": kid in (pinned or {})}


def exit_code(answer: Json, pinned: bool, allow_self_consistent: bool = False) -> int:
    """What a program goes by."""
    verdict = answer["verdict"]
    good = 4 if answer["verification"]["withheld"] else 0
    if verdict in ("verified", "partial"):
        return good
    if verdict == "failed" or pinned:
        return 1
    return good if allow_self_consistent else 3


def pinned_keys(text: str, schema: Json) -> Json:
    """The keys of a file; raises Unusable."""
    keys = _parsed(text)
    form = schema["properties"]["bundle"]["properties"]["keys"]
    if next(mismatches(keys, form, schema), None) is not None or keys_problems(keys):
        raise Unusable("these are no keys")
    holders: dict[str, tuple[str, str]] = {}
    for kid, entry in keys.items():
        for version in [entry, *entry.get("retired", [])]:
            holder = (kid, version["role"])
            if version["fingerprint"] != fingerprint_of(version):
                raise Unusable(f"the fingerprint of {kid} is of another key")
            if holders.setdefault(version["public_key"], holder) != holder:
                raise Unusable("one key has two names or two roles")
    return dict(keys)


def previous_receipt(text: str, schemas: Schemas) -> Json:
    """The receipt before; raises Unusable if it does not pass check 1."""
    receipt = _parsed(text)
    if check_1(receipt, schemas)[1]:
        raise Unusable("the previous receipt does not pass check 1")
    return dict(receipt)


def _parsed(text: str) -> Any:
    try:
        return parse(text)
    except JsonRefused as refusal:
        raise Unusable(str(refusal)) from None


@lru_cache(maxsize=1)
def schemas_of(folder: Path) -> Schemas:
    """The schemas, from the folder of a kit."""
    names = ("receipt-0.3.schema.json", "values.schema.json")
    return Schemas(*(json.loads(_read(folder / name)) for name in names))


@lru_cache(maxsize=1)
def dispute_schema(folder: Path) -> Json:
    """The schema of a dispute file, from the folder of a kit."""
    return dict(json.loads(_read(folder / "dispute.schema.json")))


def _is_dispute(text: str) -> bool:
    try:
        value = parse(text)
    except JsonRefused:
        return False
    return isinstance(value, dict) and value.get("type") == "sanad/dispute/1"


def _judged(text: str, schemas: Schemas, pinned: Json | None, options: argparse.Namespace) -> int:
    """Judges a dispute file, and prints the answer as one object."""
    answer = judge(text, schemas, dispute_schema(Path(options.schemas)), pinned)
    print(json.dumps(answer, indent=2))
    allowed = options.allow_self_consistent and answer["exit"] == 3
    return 0 if allowed else int(answer["exit"])


def _must_be_a_receipt(text: str) -> None:
    try:
        value = parse(text)
    except JsonInvalid as error:
        raise Unusable(f"this is no JSON: {error}") from None
    except JsonRefused:
        return
    if not is_receipt(value):
        raise Unusable("this is no receipt")


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(str(error)) from None


def answer_case(path: Path) -> Json:
    """The answer about one case of the kit: docs are in its README."""
    case = json.loads(path.read_bytes())
    folder = path.parents[case["id"].count("/") + 1]
    schemas = schemas_of(folder)
    if "dispute" in case:
        keys = pinned_keys(_read(folder / case["keys"]), schemas.receipt) if case["keys"] else None
        return judge(_read(folder / case["dispute"]), schemas, dispute_schema(folder), keys)
    if "proof" in case:
        return dict(answer_texts(*(_read(folder / case[n]) for n in ("receipt", "proof", "policy"))))
    texts = {n: _read(folder / case[n]) for n in ("receipt", "keys", "previous") if case[n]}
    pinned = pinned_keys(texts["keys"], schemas.receipt) if "keys" in texts else None
    previous = previous_receipt(texts["previous"], schemas) if "previous" in texts else None
    answer = verify(texts["receipt"], schemas, pinned, previous, case["as_of"])
    checks = [
        {"number": c["number"], "outcome": c["outcome"], "code": next(iter(c["codes"]), None)}
        for c in answer["verification"]["checks"]
    ]
    return {"verdict": answer["verdict"], "checks": checks}


def answer_kit() -> int:
    """Answers all cases whose paths come in lines."""
    for line in sys.stdin:
        print(json.dumps(answer_case(Path(line.rstrip("\n")))), flush=True)
    return 0


def main(arguments: list[str]) -> int:
    """The command; returns its exit code."""
    if arguments == ["--kit"]:
        return answer_kit()
    parser = argparse.ArgumentParser(prog="sanad_verify.py", description=__doc__)
    parser.add_argument("receipt")
    parser.add_argument("--schemas", required=True)
    parser.add_argument("--keys")
    parser.add_argument("--prev")
    parser.add_argument("--as-of")
    parser.add_argument("--allow-self-consistent", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    try:
        schemas = schemas_of(Path(options.schemas))
        pinned = pinned_keys(_read(options.keys), schemas.receipt) if options.keys else None
        previous = previous_receipt(_read(options.prev), schemas) if options.prev else None
        text = _read(options.receipt)
        if _is_dispute(text):
            return _judged(text, schemas, pinned, options)
        _must_be_a_receipt(text)
        answer = verify(text, schemas, pinned, previous, options.as_of)
    except Unusable as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        for check in answer["verification"]["checks"]:
            print(f"{check['number']}. {check['name']}: {check['outcome']} {check['detail']}".rstrip())
        print(answer["verdict"])
    return exit_code(answer, pinned is not None, options.allow_self_consistent)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
