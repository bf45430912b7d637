"""The few keywords of JSON Schema (2020-12) that the schema of receipts uses."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, Iterator

from references import DEFAULT_IGNORABLE
from strict_json import canonical, equal

Schema = dict[str, Any]

_TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: not isinstance(v, bool)
    and (isinstance(v, int) or (isinstance(v, float) and v.is_integer())),
}


@lru_cache(maxsize=None)
def pattern(source: str) -> re.Pattern[str]:
    """A pattern of ECMAScript: `$` is the very end, classes such as `\\d` have ASCII alone, `\\p{…}` is written out."""
    text = re.sub(r"(?<!\\)\$(?=$|\)|\|)", r"\\Z", source)
    text = text.replace(r"\p{Default_Ignorable_Code_Point}", DEFAULT_IGNORABLE)
    text = re.sub(r"\\p\{([A-Z])\}", lambda match: _category(match[1]), text)
    return re.compile(text, re.ASCII)


@lru_cache(maxsize=None)
def _categories() -> str:
    """The first letter of the general category of each code point."""
    return "".join(unicodedata.category(c)[0] for c in map(chr, range(0x110000)))


def _category(letter: str) -> str:
    """The characters of a general category, as ranges for a class of a pattern."""
    runs = re.finditer(f"{letter}+", _categories())
    return "".join(f"\\U{run.start():08x}-\\U{run.end() - 1:08x}" for run in runs)


def mismatches(value: Any, schema: Schema, root: Schema, path: str = "") -> Iterator[str]:
    """The places where a value does not match."""
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from mismatches(value, target, root, path)
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_TYPES[name](value) for name in types):
            yield f"{path}: not {'/'.join(types)}"
            return
    if "const" in schema and not equal(value, schema["const"]):
        yield f"{path}: not the constant"
    if "enum" in schema and not any(equal(value, each) for each in schema["enum"]):
        yield f"{path}: none of the values"
    if "anyOf" in schema and not any(
        next(mismatches(value, each, root, path), None) is None for each in schema["anyOf"]
    ):
        yield f"{path}: none of the forms"
    if isinstance(value, str):
        yield from _of_text(value, schema, path)
    elif isinstance(value, list):
        yield from _of_list(value, schema, root, path)
    elif isinstance(value, dict):
        yield from _of_object(value, schema, root, path)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{path}: out of range"


def _of_text(value: str, schema: Schema, path: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield f"{path}: length"
    if "pattern" in schema and pattern(schema["pattern"]).search(value) is None:
        yield f"{path}: pattern"


def _of_list(value: list[Any], schema: Schema, root: Schema, path: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{path}: number of items"
    if schema.get("uniqueItems") and len({canonical(item) for item in value}) < len(value):
        yield f"{path}: items twice"
    places = schema.get("prefixItems", [])
    for index, item in enumerate(value):
        each = places[index] if index < len(places) else schema.get("items", {})
        yield from mismatches(item, each, root, f"{path}[{index}]")


def _of_object(value: dict[str, Any], schema: Schema, root: Schema, path: str) -> Iterator[str]:
    if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
        yield f"{path}: number of members"
    for name in schema.get("required", []):
        if name not in value:
            yield f"{path}.{name}: missing"
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, member in value.items():
        known = False
        if name in properties:
            known = True
            yield from mismatches(member, properties[name], root, f"{path}.{name}")
        for source, each in patterns.items():
            if pattern(source).search(name):
                known = True
                yield from mismatches(member, each, root, f"{path}.{name}")
        if not known and "additionalProperties" in schema:
            further = schema["additionalProperties"]
            if further is False:
                yield f"{path}.{name}: unknown"
            elif further is not True:
                yield from mismatches(member, further, root, f"{path}.{name}")
