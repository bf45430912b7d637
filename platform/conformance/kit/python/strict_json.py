"""Strict JSON, canonical JSON (RFC 8785) and hashes: docs/reference/evidence/objects.md."""

from __future__ import annotations

import hashlib
import math
import re
from decimal import Decimal
from typing import Any

MAX_UNITS = 1_048_576
MAX_DEPTH = 64
MAX_WHOLE = 2**53 - 1

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_SPACE = re.compile(r"[ \t\r\n]*")
_BLANK = {" ", "\t", "\r", "\n"}
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"true": True, "false": False, "null": None}


class JsonRefused(ValueError):
    """The text is no strict JSON."""


class JsonInvalid(JsonRefused):
    """The text is no JSON at all."""


def utf16_length(text: str) -> int:
    """The number of UTF-16 code units of a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def parse(text: str) -> Any:
    """The value of a strict JSON text; raises JsonRefused."""
    if len(text) > MAX_UNITS or utf16_length(text) > MAX_UNITS:
        raise JsonRefused("too long")
    parser = _Parser(text)
    value = parser.value(0)
    parser.space()
    if parser.at != len(text):
        raise JsonInvalid(f"something follows the value at {parser.at}")
    return value


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def peek(self) -> str:
        """The next character after white space; empty at the end."""
        if self.text[self.at : self.at + 1] in _BLANK:
            self.space()
        return self.text[self.at : self.at + 1]

    def expect(self, token: str) -> None:
        if self.peek() != token:
            raise JsonInvalid(f"no {token} at {self.at}")
        self.at += 1

    def value(self, depth: int) -> Any:
        first = self.peek()
        if first == "{" or first == "[":
            if depth == MAX_DEPTH:
                raise JsonRefused("too deep")
            self.at += 1
            return self.members(depth + 1) if first == "{" else self.items(depth + 1)
        if first == '"':
            return self.string()
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def members(self, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        if self.peek() == "}":
            self.at += 1
            return result
        while True:
            if self.peek() != '"':
                raise JsonInvalid(f"no name at {self.at}")
            name = self.string()
            if name in result:
                raise JsonRefused(f"the name {name!r} twice")
            if name == "__proto__":
                raise JsonRefused("a member named __proto__")
            self.expect(":")
            result[name] = self.value(depth)
            if self.peek() == "}":
                self.at += 1
                return result
            self.expect(",")

    def items(self, depth: int) -> list[Any]:
        result: list[Any] = []
        if self.peek() == "]":
            self.at += 1
            return result
        while True:
            result.append(self.value(depth))
            if self.peek() == "]":
                self.at += 1
                return result
            self.expect(",")

    def string(self) -> str:
        self.at += 1
        parts: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            assert match is not None
            parts.append(match.group())
            self.at = match.end()
            end = self.text[self.at : self.at + 1]
            if end == '"':
                self.at += 1
                break
            if end != "\\":
                raise JsonInvalid(f"no end of a string at {self.at}")
            parts.append(self.escape())
        joined = "".join(parts)
        if joined.isascii():
            return joined
        try:  # Two escaped halves become one character; a half that is left cannot be encoded.
            return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise JsonRefused("half a surrogate pair") from None

    def escape(self) -> str:
        letter = self.text[self.at + 1 : self.at + 2]
        if letter == "u":
            digits = self.text[self.at + 2 : self.at + 6]
            if not _HEX4.fullmatch(digits):
                raise JsonInvalid(f"a false escape at {self.at}")
            self.at += 6
            return chr(int(digits, 16))
        if letter not in _ESCAPES:
            raise JsonInvalid(f"a false escape at {self.at}")
        self.at += 2
        return _ESCAPES[letter]

    def number(self) -> int | float:
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise JsonInvalid(f"no value at {self.at}")
        self.at = match.end()
        return _number(match.group(), whole=match.group(1) is None and match.group(2) is None)


def _number(text: str, whole: bool) -> int | float:
    if whole:
        # Python refuses to read an integer of thousands of digits.
        if len(text) > 17 or abs(int(text)) > MAX_WHOLE:
            raise JsonRefused(f"the number {text[:40]}")
        return int(text)
    mantissa = re.split("[eE]", text)[0].replace("-", "").replace(".", "")
    significant = mantissa.lstrip("0")
    value = float(text)
    if not math.isfinite(value) or len(significant) > 17 or (value == 0 and significant != ""):
        raise JsonRefused(f"the number {text[:40]}")
    if abs(value) > MAX_WHOLE and Decimal(repr(value)) != Decimal(text):
        raise JsonRefused(f"the number {text[:40]}")
    return int(value) if value.is_integer() and abs(value) <= MAX_WHOLE else value


def canonical(value: Any) -> str:
    """The canonical JSON of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _ecmascript(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    plain = all(map(str.isascii, value))
    names = sorted(value) if plain else sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{_quoted(name)}:{canonical(value[name])}" for name in names) + "}"


_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TO_ESCAPE = re.compile(r'["\\\x00-\x1f]')


def _quoted(text: str) -> str:
    return '"' + _TO_ESCAPE.sub(lambda m: _SHORT.get(m[0]) or f"\\u{ord(m[0]):04x}", text) + '"'


def _ecmascript(value: float) -> str:
    """A double as ECMAScript writes it; Python's repr has the same digits in another layout."""
    if value == 0:
        return "0"
    sign, digit_tuple, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digit_tuple)).rstrip("0")
    assert isinstance(exponent, int)
    point = len(digit_tuple) + exponent  # the value is 0.digits * 10^point
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        text = f"{digits[0]}{fraction}e{point - 1:+d}"
    return "-" + text if sign else text


def sha256_hex(data: bytes) -> str:
    """SHA-256 in lowercase hex."""
    return hashlib.sha256(data).hexdigest()


def hash_of(value: Any) -> str:
    """H(x): the hash of the canonical JSON."""
    return sha256_hex(canonical(value).encode())


def equal(a: Any, b: Any) -> bool:
    """Whether two JSON values are the same (for Python, True == 1)."""
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return canonical(a) == canonical(b)
