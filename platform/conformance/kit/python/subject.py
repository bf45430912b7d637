"""What the checks look at: a receipt that has passed check 1, its hashes, and the keys that count."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Callable, Iterable

from instants import SKEW_MS, milliseconds
from keys import Keys, Problem
from strict_json import equal, hash_of
from views import Opened

Json = dict[str, Any]
Problems = list[Problem]


class Subject:
    """A receipt, by the names that docs/reference/evidence/checks.md uses."""

    def __init__(self, document: Json, opened: Opened, pinned: Json | None) -> None:
        self.document = document  # Hashes are of it.
        self.withheld = opened.withheld
        self.hidden: set[int] = set()
        receipt = opened.receipt
        self.deployment: str = receipt["deployment"]
        self.who, self.what, self.where = receipt["who"], receipt["what"], receipt["where"]
        self.when, self.why, self.how = receipt["when"], receipt["why"], receipt["how"]
        self.status, self.bundle = receipt["status"], receipt["bundle"]
        self.signatures = receipt["signatures"]
        self.mandate: Json = self.who["contract"]
        self.action: Json = self.what["action"]
        self.grant: Json = self.how["grant"]
        self.decision: Json = self.how["decision"]
        self.ack: Json | None = self.how["counterparty_ack"]
        self.profile: Json = self.why["profile"]
        self.manifest: Json = self.why["plugin"]["manifest"]
        self.connector: Json = self.why["plugin"]["connector"]
        self.outcome: str = self.decision["outcome"]
        self.proposed_at: str = self.when["proposed_at"]
        self.keys = Keys(self.bundle["keys"], pinned, self.deployment)

    @cached_property
    def mandate_hash(self) -> str:
        return hash_of(self.mandate)

    @cached_property
    def action_hash(self) -> str:
        return hash_of(self.document["what"]["action"])

    @cached_property
    def grant_hash(self) -> str:
        return hash_of(self.grant)

    @cached_property
    def decision_hash(self) -> str:
        return hash_of(self.document["how"]["decision"])

    @cached_property
    def profile_hash(self) -> str:
        return hash_of(self.profile)

    @cached_property
    def plugin_hash(self) -> str:
        return hash_of({"type": "sanad/plugin/1", **self.why["plugin"]})

    @cached_property
    def body_hash(self) -> str:
        return body_hash(self.document)

    @cached_property
    def entry_hash(self) -> str:
        return log_entry(self.document)

    @cached_property
    def facades(self) -> list[Json]:
        """The manifest's facades that have the name of the action's."""
        return [f for f in self.manifest["facades"] if f["name"] == self.action["facade"]]

    @property
    def facade(self) -> Json | None:
        """The facade by which the action is decided, if there is one."""
        named = self.facades if self.action["plugin"] == self.manifest["name"] else []
        return named[0] if named else None

    @property
    def sent(self) -> str:
        """When the call left, as far as the receipt tells."""
        redeemed: str | None = self.when["redeemed_at"]
        return self.decision.get("sent_at") or redeemed or self.proposed_at

    def signed(
        self,
        signature: Json,
        message_hash: str,
        type_name: str,
        at: str | Callable[[Json], object],
        where: str,
    ) -> tuple[Json | None, Problems]:
        """The key of a signature, if it is known, and the signature's problems."""
        return self.keys.examine(signature, message_hash, type_name, at, where)

    def part(self, check: int, needs: Iterable[str], judge: Callable[[], Problems]) -> Problems:
        """A part of a check, which is left out if something that it needs is withheld."""
        if any(place.startswith(tuple(needs)) for place in self.withheld):
            self.hidden.add(check)
            return []
        return judge()

    def enrolled(self, key: Json | None, where: str) -> Problems:
        """The enrolment's problems of a key."""
        return self.keys.enrolment(key, self.proposed_at, where)

    def of_deployment(self, *things: Json) -> Problems:
        """A problem for each object that names another deployment."""
        return [
            Problem("deployment_mismatch", thing["type"])
            for thing in things
            if thing["deployment"] != self.deployment
        ]


def _without_place(receipt: Json) -> Json:
    """The receipt as it was before the service signed it and the log placed it."""
    return {
        **receipt,
        "signatures": {**receipt["signatures"], "service": None},
        "status": {**receipt["status"], "log": None},
        "bundle": {**receipt["bundle"], "log_root_signature": None},
    }


def log_entry(receipt: Json) -> str:
    """What the log has of a receipt: its hash without its place in the log."""
    return hash_of(_without_place(receipt))


def body_hash(receipt: Json) -> str:
    """The hash of a receipt's body."""
    return hash_of({**_without_place(receipt), "receipt_body_hash": None})


def unless(holds: bool, code: str, where: str) -> Problems:
    """One problem, if something does not hold."""
    return [] if holds else [Problem(code, where)]


def same(a: object, b: object, where: str) -> Problems:
    """`contradiction` if two members are not equal."""
    return unless(equal(a, b), "contradiction", where)


def all_same(where: str, *pairs: tuple[object, object]) -> Problems:
    """`contradiction` for each pair of members that are not equal."""
    return [problem for a, b in pairs for problem in same(a, b, where)]


def stated(hash_stated: object, computed: str, where: str) -> Problems:
    """`hash_mismatch` if the member that states a hash has another one."""
    return unless(hash_stated == computed, "hash_mismatch", where)


def in_order(where: str, *texts: str | None) -> Problems:
    """`out_of_order` if an instant is before the one ahead of it by more than the skew."""
    there = [text for text in texts if text is not None]
    instants = [milliseconds(text) for text in there]
    problems: Problems = []
    for earlier, later in zip(instants, instants[1:]):
        if earlier is None or later is None:
            problems.append(Problem("instant_malformed", where))
        elif later < earlier - SKEW_MS:
            problems.append(Problem("out_of_order", where))
    return problems


def compromised_by(key: Json | None, instant: str, where: str) -> Problems:
    """`key_compromised` if a key is marked from an instant that is not after this one."""
    if key is None or key["compromised_at"] is None:
        return []
    stolen, at = milliseconds(key["compromised_at"]), milliseconds(instant)
    if stolen is None or at is None:
        return [Problem("instant_malformed", where)]
    return unless(stolen > at, "key_compromised", where)
