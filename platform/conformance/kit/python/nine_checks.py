"""The nine checks of docs/reference/evidence/checks.md, of a receipt that has passed the first."""

from __future__ import annotations

from typing import Any

from checks_1_to_4 import check_2, check_3, check_4
from checks_5_and_6 import check_5, check_6
from checks_7_to_9 import check_7, check_8, check_9
from subject import Problems, Subject

Json = dict[str, Any]


def examine(s: Subject, previous: Json | None, as_of: str | None) -> list[Problems | None]:
    """The problems of each check, in order; None where it does not apply."""
    return [
        [],
        check_2(s),
        check_3(s),
        check_4(s),
        check_5(s),
        check_6(s),
        check_7(s, previous),
        check_8(s),
        check_9(s, as_of),
    ]
