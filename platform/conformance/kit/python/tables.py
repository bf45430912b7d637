"""The generated tables of docs/reference/evidence, read where they stand, so that nothing is copied."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).resolve().parents[4] / "docs" / "reference" / "evidence"
_TEXT = (_FOLDER / "tables.md").read_text(encoding="utf-8")


def _section(title: str) -> str:
    return _TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def _rows(title: str) -> dict[str, str]:
    cells = re.findall(r"^\| (\S+) \| (.*) \|$", _section(title), re.MULTILINE)
    return {first.strip("`*"): second for first, second in cells if first != "---"}


MAY_SIGN = {name: set(roles.split(", ")) for name, roles in _rows("Who signs what").items()}

_DECIMALS = dict(re.findall(r"\b([A-Z]{3}) ([0-9])", _section("Decimals of currencies")))


_WITHOUT_MINOR_UNIT = set(re.findall(r"\b[A-Z]{3}\b", _section("Currencies without a minor unit")))


def minor_units(amount: str, currency: str) -> str | None:
    """A whole number of minor units; None if it is none, or a double does not keep it."""
    if not re.fullmatch("[0-9]+([.][0-9]+)?", amount) or not re.fullmatch("[A-Z]{3}", currency):
        return None
    whole, _, decimals = amount.partition(".")
    places = decimals_of(currency)
    if currency in _WITHOUT_MINOR_UNIT or len(decimals) > places:
        return None
    units = int(whole + decimals.ljust(places, "0"))
    return str(units) if units < 2**53 else None


def decimals_of(currency: str | None) -> int:
    """How many decimals an amount may have; 4 without a currency."""
    return 4 if currency is None else int(_DECIMALS.get(currency, 2))


_SETS = _rows("Words of references")
WORDS, PAYMENT, NUMBERS, BESIDE = (
    set(_SETS[name].split()) for name in ("words", "payment", "numbers", "beside")
)
NONE = set(re.findall("`([^`]+)`", _section("Words of references").split("The texts *none*")[1]))

LOOKS_LATIN = {
    chr(int(code, 16)): letter
    for code, letter in re.findall(r"U\+([0-9A-F]+) ([A-Z])", _section("Letters that look Latin"))
}
