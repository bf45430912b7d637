"""Params in their canonical spelling, and the idempotency key: docs/reference/evidence/rules.md."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from typing import Any

from references import canonical_reference, has_unseen, is_telling, mixes_scripts, reference_in
from strict_json import hash_of, utf16_length
from tables import decimals_of

Json = dict[str, Any]

CURRENCY = re.compile("[A-Z]{3}")
NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_.@-]{0,127}")
INTEGER = re.compile("(0|[1-9][0-9]{0,17})")
CODE = re.compile("[A-Z0-9][A-Z0-9._-]{0,31}")
_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,17})(\.[0-9]{1,4})?")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,17})(\.[0-9]{1,8})?")
_DAY = re.compile("(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}")
_PATH = r"[A-Za-z0-9\-._~%!$&'()*+,;=:@/]"
_URL = re.compile(
    rf"https?://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{{1,5}})?(/{_PATH}*)?(\?({_PATH}|\?)*)?"
)
_PLAIN = {"name": NAME, "currency": CURRENCY, "integer": INTEGER, "code": CODE}


class Refused(ValueError):
    """A param cannot be normalised."""


def without_zeros(number: str) -> str:
    """A decimal without trailing zeros behind the point."""
    return number.rstrip("0").rstrip(".") if "." in number else number


def _of_text(value: str) -> str:
    if utf16_length(value) > 2048 or has_unseen(value):
        raise Refused("text")
    text = unicodedata.normalize("NFC", value).strip()
    if not 1 <= utf16_length(text) <= 512:
        raise Refused("text")
    return text


def _normalised(kind: str, value: object) -> str:
    """A value in its one spelling, by the kind of its param."""
    if not isinstance(value, str):
        raise Refused(kind)
    if kind in _PLAIN and _PLAIN[kind].fullmatch(value):
        return value
    if kind in ("text", "reference"):
        text = _of_text(value)
        if kind == "reference" and (
            mixes_scripts(text) or canonical_reference(text) == "" or not is_telling(text)
        ):
            raise Refused(kind)
        return text
    if kind == "amount" and _AMOUNT.fullmatch(value) and value.strip("0.") != "":
        return without_zeros(value)
    if kind == "decimal" and _DECIMAL.fullmatch(value):
        return without_zeros(value)
    if kind == "url" and len(value) <= 2048 and _URL.fullmatch(value):
        return value
    if kind == "date" and _DAY.fullmatch(value):
        try:
            date.fromisoformat(value)
            return value
        except ValueError:
            pass
    raise Refused(kind)


def _derived(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).upper())
    kept = "".join(c for c in folded if unicodedata.category(c)[0] in "LN")
    if not 1 <= utf16_length(kept) <= 512:
        raise Refused("derived")
    return kept


def normalise(facade: Json, given: Json) -> Json:
    """All params of a facade in their canonical spelling; raises Refused."""
    kinds: Json = facade["params"]
    if not given.keys() <= kinds.keys():
        raise Refused("unknown")
    result: Json = {}
    for name, param in kinds.items():
        if "derived_from" in param:
            continue
        if name in given:
            result[name] = _normalised(param["kind"], given[name])
        elif not param.get("optional") and param["kind"] != "reference":
            raise Refused(name)
    currency = next((result.get(n) for n, p in kinds.items() if p["kind"] == "currency"), None)
    for name, param in kinds.items():
        if param["kind"] == "amount" and currency is not None and name in result:
            if len(result[name].partition(".")[2]) > decimals_of(currency):
                raise Refused(name)
        source = param.get("read_from")
        if source is not None and name not in result and source in result:
            if mixes_scripts(result[source]):
                raise Refused(name)
            reference = reference_in(result[source])
            if reference:
                result[name] = reference
    for name, param in kinds.items():
        if "derived_from" in param and param["derived_from"] in result:
            result[name] = _derived(result[param["derived_from"]])
    return result


def are_canonical(facade: Json, params: Json) -> bool:
    """Whether params are exactly what normalising gives for them."""
    derived = {name for name, param in facade["params"].items() if "derived_from" in param}
    try:
        return normalise(facade, {n: v for n, v in params.items() if n not in derived}) == params
    except Refused:
        return False


def idempotency_key(facade: Json, action: Json) -> str | None:
    """The key that makes two actions the same; None if a param is missing."""
    rule, params = facade["idempotency"], action["params"]
    kinds = {name: facade["params"].get(name, {}).get("kind") for name in rule["params"]}
    given = [n for n in rule["params"] if kinds[n] != "reference" or n in params]
    if any(name not in params for name in given):
        return None
    material = ["sanad/idempotency/1", rule["prefix"], action["tenant"], facade["name"]]
    for name in given:
        value = params[name]
        material += [name, canonical_reference(value) if kinds[name] == "reference" else value]
    if not rule["params"] or len(given) < len(rule["params"]):
        material += ["grant_id", action["grant_id"]]
    return rule["prefix"] + hash_of(material)[:32]
