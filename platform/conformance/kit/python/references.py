"""Texts that people type, and the canonical form of a reference: docs/reference/evidence/rules.md."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from tables import BESIDE, LOOKS_LATIN, NONE, NUMBERS, PAYMENT, WORDS

DEFAULT_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_IGNORED = re.compile(f"[{DEFAULT_IGNORABLE}]")
_FRACTION = re.compile("([\u00bc-\u00be\u2150-\u215f\u2189])")
_SUPERSCRIPT = re.compile("(?<=[0-9])([\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+)")
_SPACE = re.compile(r"\s+")
_TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "LATIN"}
MAX_WORDS_LEFT_OUT = 8


def has_unseen(text: str) -> bool:
    """Whether a text has characters that nobody sees."""
    unseen = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
    return (
        any(unicodedata.category(c) in unseen or c == "\u2800" for c in text)
        or _IGNORED.search(text) is not None
    )


def _script(letter: str) -> str:
    """The script of a letter. Python has no such table, but names of letters begin with it."""
    first = unicodedata.name(letter, "").split(" ")[0].split("-")[0]
    return {"FULLWIDTH": "LATIN", "HALFWIDTH": "KATAKANA", "IDEOGRAPHIC": "CJK"}.get(first, first)


_COMMON = {"MODIFIER", "COMBINING", "FEMININE", "MASCULINE", "MICRO", ""}


def mixes_scripts(text: str) -> bool:
    """Whether a run of letters and marks has letters of two scripts that are not written together."""
    scripts: set[str] = set()
    for c in text:
        category = unicodedata.category(c)
        if category[0] == "L":
            script = _script(c)
            if script not in _COMMON:
                scripts.add(script)
            if len(scripts) > 1 and not scripts <= _TOGETHER:
                return True
        elif category[0] != "M":
            scripts = set()
    return False


class _Token(NamedTuple):
    text: str
    gap: str

    @property
    def is_number(self) -> bool:
        return self.text[0] in "0123456789"


def _prepared(text: str) -> str:
    """Step 1: one spelling in capitals."""
    text = text.replace("\u2116", " no. ")
    text = _SUPERSCRIPT.sub(r" \1", _FRACTION.sub(r" \1", text))
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).upper())
    text = "".join(c for c in text if not unicodedata.name(c, "").startswith("COMBINING "))
    text = unicodedata.normalize("NFKC", text)
    digits = (str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c for c in text)
    return "".join(LOOKS_LATIN.get(c, c) for c in digits)


def _kind(c: str) -> str:
    if c in "0123456789":
        return "digit"
    return "letter" if unicodedata.category(c)[0] in "LMN" else "gap"


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    gap, run, before = "", "", "gap"
    for c in _prepared(text) + " ":
        kind = _kind(c)
        if kind != before and run:
            tokens.append(_Token(run, gap if tokens else " "))
            gap, run = "", ""
        if kind == "gap":
            gap += c
        else:
            run += c
        before = kind
    return tokens


def _forms(words: set[str]) -> set[str]:
    return {_prepared(word) for word in words}


_WORDS, _PAYMENT, _NUMBERS, _BESIDE = map(_forms, (WORDS, PAYMENT, NUMBERS, BESIDE))


def _without_noise(tokens: list[_Token]) -> list[_Token]:
    left: list[_Token] = []
    after_noise = False
    for token, after in zip(tokens, [*tokens[1:], None]):
        before_number = after is not None and after.is_number
        noise = token.text in _WORDS and not (token.text in _PAYMENT and before_number)
        if not noise and after_noise and token.text in _BESIDE:
            noise = after is None or not after.is_number or _names_number(token, after)
        if not noise:
            left.append(token)
        after_noise = noise
    return left


def _names_number(token: _Token, number: _Token) -> bool:
    """Whether a word such as `no.` stands before its number, and is no part of it."""
    apart = any(c in number.gap for c in ".:\u00b0")
    spaced = len(token.text) > 1 and _SPACE.search(number.gap) is not None
    return token.text in _NUMBERS and (apart or spaced)


def canonical_reference(text: str) -> str:
    """The form by which references are compared."""
    tokens = _tokens(text)
    return "-".join(token.text for token in _without_noise(tokens) or tokens)


_NONE = {" ".join(token.text for token in _tokens(text)) for text in NONE}


def is_telling(text: str) -> bool:
    """Whether a reference says anything."""
    tokens = _tokens(text)
    return bool(_without_noise(tokens)) and " ".join(t.text for t in tokens) not in _NONE


def reference_in(memo: str) -> str:
    """The reference in a memo, or an empty text."""
    if not is_telling(memo):
        return ""
    words = memo.split()
    form = canonical_reference(memo)

    def same(part: list[str]) -> bool:
        return canonical_reference(" ".join(part)) == form

    most = min(MAX_WORDS_LEFT_OUT, len(words) - 1)
    words = words[next(n for n in range(most, -1, -1) if n == 0 or same(words[n:])) :]
    most = min(MAX_WORDS_LEFT_OUT, len(words) - 1)
    left_out = next(n for n in range(most, -1, -1) if n == 0 or same(words[: len(words) - n]))
    reference = " ".join(words[: len(words) - left_out])
    return reference if is_telling(reference) else ""
